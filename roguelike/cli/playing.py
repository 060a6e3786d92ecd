"""`play`, and the program without a command, which opens the title screen."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Final

from roguelike.cli.answers import FAILURE, FINE, SIGNALLED, USAGE, Refusal
from roguelike.cli.chosen import describe_rules, in_variant, load_rules, read_chosen
from roguelike.cli.farewell import farewell
from roguelike.cli.in_progress import refuse_other_game
from roguelike.cli.options import DEFAULT_RULES, refuse_screen_options
from roguelike.cli.output import complain, remark
from roguelike.store.limits import is_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from roguelike.narration.decisions import Decision
    from roguelike.narration.hints import Hints
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.new_game import NewGameDefaults, RuleChoice
    from roguelike.play.perspective import Perspective
    from roguelike.play.playback import Recording
    from roguelike.play.requests import Begin, Continue, ToTitle
    from roguelike.play.views.view import View
    from roguelike.settings.settings import Settings, SettingsStore
    from roguelike.store.sqlite.data_folder import DataFolder

NOBODY: Final = "player"
"""Player name if the login name is not valid."""


def play(chosen: argparse.Namespace) -> int:
    """Play, from the title or at once."""
    gc.disable()  # until the first frame: objects made before it stay
    try:
        return _play(chosen)
    finally:
        gc.enable()


def _collect_garbage() -> None:
    """Enable the garbage collector for objects made from now on."""
    gc.freeze()
    gc.enable()


def _play(chosen: argparse.Namespace) -> int:
    """Play from the title, or a game at once; on the full screen or in lines."""
    from roguelike.play.new_game import NewGameDefaults
    from roguelike.play.requests import Continue, ToTitle
    from roguelike.play.sections import sections
    from roguelike.settings.saving import SettingsFile
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder

    refuse_screen_options(chosen)
    settings = read_chosen(chosen)
    first = _first_rules(chosen, settings)
    name = settings.name or _own_name()
    folder = DataFolder(data_folder(chosen.data_dir))
    straight = _straight(chosen, folder, name, first.name)
    start = ToTitle() if chosen.at_title and not (chosen.new or chosen.practice) else straight
    if isinstance(straight, Continue) and (chosen.line or start is straight):
        refuse_other_game(chosen, folder, name, name, first.name)
    views = _views(folder, first, NewGameDefaults(name, chosen.seed, is_own=bool(settings.name)))
    store = SettingsFile(chosen.config, sections)

    def last_line(left: JournaledGame) -> str:
        return farewell(left, chosen, name)

    if chosen.line:
        _collect_garbage()
        return _play_in_lines(straight, views, settings, store, last_line)
    return _play_on_screen(start, views, settings, store, last_line)


def _views(folder: DataFolder, first: RuleChoice, defaults: NewGameDefaults) -> LobbyViews:
    """Return the views of the title, for the games of a data folder."""
    from roguelike.content.loader import load_ruleset
    from roguelike.play.lobby import Lobby
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.store.sqlite.sqlite_store import SqliteStore

    lobby = Lobby(
        SqliteStore(folder, load_ruleset),
        first,
        _last_screen,
        lambda: _rule_choices(first),
        defaults,
        lambda key: _recording(folder, key),
        lambda name: _hints(folder, name),
        _decisions,
    )
    return LobbyViews(lobby, lambda key, last_turns: _replay(folder, key, last_turns))


def _play_on_screen(
    start: Begin | Continue | ToTitle,
    views: LobbyViews,
    settings: Settings,
    store: SettingsStore,
    last_line: Callable[[JournaledGame], str],
) -> int:
    """Play on the full screen; `last_line` returns a line about the game that was left."""
    from roguelike.cli.preparing import prepared
    from roguelike.session import Session, run
    from roguelike.terminal.terminal import NoTerminal, open_terminal

    session = Session(start, views, settings, store)
    try:
        with open_terminal(settings.display_options) as terminal:
            run(terminal, session, started=_collect_garbage, ahead=prepared(views.lobby.rules.name))
    except NoTerminal as error:
        raise Refusal(f"{error} To play without one: `roguelike play --line`.", USAGE) from None
    finally:
        if session.trouble:
            complain(session.trouble)
    if terminal.ended_by is not None:
        return SIGNALLED + terminal.ended_by
    if session.trouble:
        return FAILURE
    if session.left is not None:
        remark(last_line(session.left))
    return FINE


def _last_screen(perspective: Perspective) -> list[str]:
    from roguelike.ui.last_screen import last_screen

    return last_screen(perspective)


def _recording(folder: DataFolder, key: str) -> Recording:
    """Return the recording of a finished game."""
    from roguelike.content.loader import load_ruleset
    from roguelike.store.sqlite.lookup import open_replay

    return open_replay(folder, str(folder.finished / f"{key}.game"), load_ruleset)


def _decisions(recording: Recording) -> Iterator[Decision | None]:
    """Yield the last decisions of a game; None between two steps of the work."""
    from roguelike.autoplay.decisions import last_decisions

    return last_decisions(recording)


def _replay(folder: DataFolder, key: str, last_turns: int) -> View:
    """Return the view that replays a finished game, or its `last_turns` turns unless 0."""
    from roguelike.cli.watch import open_film

    return open_film(folder, str(folder.finished / f"{key}.game"), last_turns)


def _hints(folder: DataFolder, name: str) -> Hints:
    """Return the hints, with those that the player has seen in this data folder."""
    from roguelike.narration.hints import Hints
    from roguelike.store.kept.hints import read_hints, write_hints
    from roguelike.store.sqlite.player_rows import FolderRows

    rows = FolderRows(folder)
    return Hints(read_hints(rows, name), lambda known: write_hints(rows, name, known))


def _play_in_lines(
    start: Begin | Continue,
    views: LobbyViews,
    settings: Settings,
    store: SettingsStore,
    last_line: Callable[[JournaledGame], str],
) -> int:
    """Play on standard input and output; `last_line` returns a line about the game that was left."""
    from roguelike.line import Console, LineSession, run
    from roguelike.terminal.environment import shows_unicode
    from roguelike.terminal.signals import Signals

    if sys.stdin is None or sys.stdout is None:
        raise Refusal("standard input or output is closed.", USAGE)
    with Signals() as signals:
        unicode = shows_unicode(settings.display_options)
        console = Console(sys.stdin.fileno(), sys.stdout.fileno(), signals, unicode=unicode)
        session = LineSession(start, views, settings, store, write=console.write, forget_typed=console.forget_typed)
        try:
            run(console, session)
            if session.left is not None and not session.trouble and signals.ended_by is None:
                console.write([last_line(session.left)])
        finally:
            if session.trouble:
                complain(session.trouble)
    if signals.ended_by is not None:
        return SIGNALLED + signals.ended_by
    return FAILURE if session.trouble else FINE


def _straight(chosen: argparse.Namespace, folder: DataFolder, name: str, rules: str) -> Begin | Continue:
    """Continue the game of that name if there is one and the options ask for no new one; otherwise begin one."""
    from roguelike.play.requests import Begin, Continue
    from roguelike.store.sqlite.data_folder import is_there

    if chosen.practice:
        return Begin(name, rules, chosen.seed, is_practice=True)
    is_saved = is_there(folder.game(name))
    if is_saved and not chosen.new:
        return Continue(name)
    return Begin(name, rules, chosen.seed, sets_aside=is_saved)


def _own_name() -> str:
    """Return the login name of the player if it is a valid name, and otherwise `NOBODY`."""
    name = os.environ.get("LOGNAME") or os.environ.get("USER") or ""
    return name if is_name(name) else NOBODY


def _first_rules(chosen: argparse.Namespace, settings: Settings) -> RuleChoice:
    """Return the rule set of the options, of the settings, or the default one."""
    if chosen.gentle or chosen.kit:
        name = in_variant(chosen.rules or settings.rules or DEFAULT_RULES, chosen)
        return _choice(name)
    if chosen.rules is not None or settings.rules is None:
        return _choice(chosen.rules or DEFAULT_RULES)
    try:
        return _choice(settings.rules)
    except Refusal as denial_reason:
        raise Refusal(f"{settings.path}: rules: {denial_reason}", USAGE) from None


def _choice(name: str) -> RuleChoice:
    """Return the description of a rule set; read custom ones completely, or refuse them."""
    import attrs

    from roguelike.content.loader import comes_with_game, place_of
    from roguelike.play.new_game import RuleChoice

    if not comes_with_game(name):
        load_rules(name)
    told = describe_rules(name)  # first, since what cannot be read may be at no place at all
    return RuleChoice(place_of(name), **attrs.asdict(told, recurse=False))


def _rule_choices(first: RuleChoice) -> list[RuleChoice]:
    """Return the rule sets of the menu, each with its usual kit: `first`, then the others by place."""
    from roguelike.content.loader import ruleset_names
    from roguelike.engine.kinds.modes import MODE_MARK
    from roguelike.play.new_game import RuleChoice

    usual, choices = first.usual, []
    for name in ruleset_names():
        try:
            choice = usual if name == usual.name else _choice(name)
        except Refusal as denial_reason:  # its description says why it cannot be played
            choice = RuleChoice(name, name, str(denial_reason))
        choices += [choice, *(_choice(f"{name}{MODE_MARK}{mode}") for mode in choice.modes)]
    others = (choice for choice in choices if choice.name != usual.name)
    return [usual, *sorted(others, key=lambda choice: choice.place)]
