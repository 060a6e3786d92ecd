"""The command line: arguments in, the parts put together, an exit code out.

Whatever a call does not need is imported late, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from roguelike import __version__
from roguelike.ui.choices import BACKGROUNDS, COLORS, MOUSE_REPORTS, NAME_RULE, PALETTES, is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.ruleset import RuleSet
    from roguelike.settings import Settings
    from roguelike.terminal.terminal import Options
    from roguelike.ui.screens.rules import RuleChoice

FINE, FAILURE, USAGE = 0, 1, 2
SIGNALLED = 128
"""What shells add to the number of the signal that ended a program."""
INTERRUPTED = SIGNALLED + 2
DEFAULT_RULES = "classic"
HIGHEST_SEED = (1 << 64) - 1
SETTINGS_FILE = (
    "~/Library/Application Support/roguelike/config.toml"
    if sys.platform == "darwin"
    else "$XDG_CONFIG_HOME/roguelike/config.toml, or else ~/.config/roguelike/config.toml"
)


class _Refusal(Exception):
    """A plain sentence for the player, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise _Refusal(f"{message} (see {self.prog} --help)", USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (the command line's if None) and give its exit code."""
    chosen = argparse.Namespace()
    try:
        _parser().parse_args(arguments, chosen)
        return int(chosen.run(chosen))
    except _Refusal as refusal:
        print(f"roguelike: {refusal}", file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has read enough; the interpreter must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        sentence = _report(error, getattr(chosen, "data_dir", None))
        # Nobody is there to be told where the terminal is gone.
        with contextlib.suppress(OSError):
            print(f"roguelike: {sentence}", file=sys.stderr)
        return FAILURE


def _report(error: Exception, data_dir: str | None) -> str:
    """Write down a defect of the program where it can be found; gives the sentence that says so."""
    import pathlib
    import tempfile
    import traceback

    import platformdirs

    wrong = f"the program failed: {type(error).__name__}: {' '.join(ascii(str(error))[1:-1].split())}"
    lines = [f"roguelike {__version__}, Python {sys.version}", f"arguments: {sys.argv[1:]}"]
    try:
        folder = pathlib.Path(data_dir or platformdirs.user_state_dir("roguelike", appauthor=False))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", dir=folder, prefix="crash-", suffix=".txt", delete=False
        ) as file:
            file.write("\n".join([*lines, "", *traceback.format_exception(error)]))
    except OSError as trouble:
        return f"{wrong} (and no report could be written: {trouble})"
    return f"{wrong}; please report it with {file.name}"


def _parser() -> _Parser:
    parser = _Parser(
        prog="roguelike",
        description="A terminal roguelike. Without a command it shows the title screen.",
        epilog="Exit codes: 0 fine, 1 failure, 2 wrong usage or no terminal, 128 + N ended by signal N: 130 is Ctrl-C, "
        "129 a lost terminal.",
    )
    parser.add_argument("--version", action="version", version=f"roguelike {__version__}")
    parser.set_defaults(run=_play, at_title=True)
    _add_play_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    play = commands.add_parser("play", help="go straight into a game")
    play.set_defaults(run=_play, at_title=False)
    _add_play_options(play, nested=True)
    rules = commands.add_parser("rules", help="list the rule sets")
    rules.set_defaults(run=_rules)
    level = commands.add_parser("map", help="show a level as text")
    level.set_defaults(run=_map)
    _add_game_options(level, DEFAULT_RULES)
    level.add_argument("--depth", type=_depth, default=1, metavar="D", help="the depth of the level (1)")
    autoplay = commands.add_parser("autoplay", help="let the computer play, without a screen")
    autoplay.set_defaults(run=_autoplay)
    _add_game_options(autoplay, DEFAULT_RULES)
    autoplay.add_argument("--turns", type=_turns, default=1000, metavar="T", help="stop after so many turns (1000)")
    autoplay.add_argument("--policy", choices=("random", "seek"), default="seek", help="how it plays (seek)")
    autoplay.add_argument("--json", action="store_true", help="print one line of JSON")
    return parser


def _add_play_options(parser: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add what both ways to play take; the nested one must not undo what was given before its name."""
    # What is not given is told from what is: only the latter goes before the settings.
    unset = argparse.SUPPRESS if nested else None
    off = argparse.SUPPRESS if nested else False
    game = parser.add_argument_group("the game")
    _add_game_options(game, unset)
    game.add_argument("--name", type=_name, default=unset, help=f"what you are called: {NAME_RULE} (you)")
    game.add_argument("--new", action="store_true", default=off, help="begin a new game (no other is kept yet)")
    _add_screen_options(parser.add_argument_group("the screen"), unset)
    files = parser.add_argument_group("files")
    files.add_argument("--config", default=unset, metavar="FILE", help=f"your settings ({SETTINGS_FILE})")
    files.add_argument(
        "--data-dir", default=unset, metavar="DIR", help="where the program writes (reports of failures)"
    )


def _add_screen_options(screen: argparse._ArgumentGroup, unset: str | None) -> None:
    screen.add_argument(
        "--palette",
        choices=PALETTES,
        default=unset,
        metavar="NAME",
        help=f"the colours: {', '.join(PALETTES)} ({PALETTES[0]})",
    )
    screen.add_argument("--colors", choices=COLORS, default=unset, help="how many colours to use (found out)")
    screen.add_argument(
        "--background",
        choices=BACKGROUNDS,
        default=unset,
        help="paint black behind the game, or leave it to the terminal (black)",
    )
    screen.add_argument(
        "--ascii", action=argparse.BooleanOptionalAction, default=unset, help="use ASCII characters only (found out)"
    )
    screen.add_argument(
        "--mouse",
        choices=MOUSE_REPORTS,
        default=unset,
        help="what the mouse reports: nothing, presses and drags, or every movement (drag; off in GNU screen)",
    )
    screen.add_argument(
        "--no-mouse", action="store_const", const="off", dest="mouse", default=unset, help="the same as --mouse off"
    )


def _add_game_options(parser: argparse._ActionsContainer, unset: str | None) -> None:
    seed = argparse.SUPPRESS if unset == argparse.SUPPRESS else None
    parser.add_argument(
        "--rules", default=unset, metavar="NAME|PATH", help=f"the rule set, or its folder ({DEFAULT_RULES})"
    )
    parser.add_argument("--seed", type=_seed, default=seed, metavar="N", help="the same seed gives the same game")


def _whole(text: str, lowest: int, highest: int, what: str) -> int:
    if not text.isascii() or not text.lstrip("-").isdigit() or not lowest <= int(text[:40]) <= highest:
        raise argparse.ArgumentTypeError(f"{what} is a whole number from {lowest} to {highest}, not {text[:40]!r}")
    return int(text)


def _seed(text: str) -> int:
    return _whole(text, 0, HIGHEST_SEED, "a seed")


def _name(text: str) -> str:
    if not is_name(text):
        raise argparse.ArgumentTypeError(f"a name is {NAME_RULE}, not {text[:40]!r}")
    return text


def _turns(text: str) -> int:
    return _whole(text, 1, 1_000_000, "the number of turns")


def _depth(text: str) -> int:
    return _whole(text, 1, 1, "the depth")


def _load(name: str) -> RuleSet:
    from roguelike.content.loader import ContentError, load_ruleset

    try:
        return load_ruleset(name)
    except ContentError as error:
        raise _Refusal(str(error), FAILURE) from None


def _settings(chosen: argparse.Namespace) -> Settings:
    """Give the person's settings, with what the options say in place of what the file does."""
    import attrs

    from roguelike.settings import SettingsError, read_settings

    try:
        settings = read_settings(chosen.config)
    except SettingsError as error:
        raise _Refusal(str(error), USAGE) from None
    names = ("palette", "colors", "background", "ascii", "mouse", "name")
    given = {name: value for name in names if (value := getattr(chosen, name)) is not None}
    if "colors" in given:
        given["colors"] = COLORS[given["colors"]]
    return attrs.evolve(settings, **given)


def _options(settings: Settings) -> Options:
    """Give what of the settings the terminal minds."""
    from roguelike.terminal.terminal import Options

    return Options(
        colors=settings.colors,
        palette=settings.palette,
        paints=settings.background == BACKGROUNDS[0],
        mouse=settings.mouse,
        ascii_only=settings.ascii,
    )


def _load_first(chosen: argparse.Namespace, settings: Settings) -> tuple[str, RuleSet]:
    """Give the name and the rule set to begin with: the one of the option, of the settings, or the game's own."""
    if chosen.rules is not None:
        return chosen.rules, _load(chosen.rules)
    if settings.rules is None:
        return DEFAULT_RULES, _load(DEFAULT_RULES)
    try:
        return settings.rules, _load(settings.rules)
    except _Refusal as refusal:
        raise _Refusal(f"{settings.path}: rules: {refusal}", USAGE) from None


def _fresh_seed() -> int:
    import secrets

    return secrets.randbits(32)


def _play(chosen: argparse.Namespace) -> int:
    from roguelike.engine.game import Game, new_game
    from roguelike.session import Session
    from roguelike.terminal.terminal import NoTerminal, open_terminal
    from roguelike.ui.screens.rules import RuleChoice

    settings = _settings(chosen)
    name, ruleset = _load_first(chosen, settings)
    loaded = {name: ruleset}
    seeds = [] if chosen.seed is None else [chosen.seed]

    def begin(name: str) -> Game:
        """Begin a game by a rule set, the first one with the seed that was asked for."""
        if name not in loaded:
            loaded[name] = _load(name)
        return new_game(loaded[name], seeds.pop() if seeds else _fresh_seed())

    first = RuleChoice(name, ruleset.title, ruleset.summary)
    try:
        with open_terminal(_options(settings)) as terminal:
            Session(terminal, first, lambda: _rule_choices(first), begin, name=settings.name).run(
                at_title=chosen.at_title
            )
            return FINE if terminal.ended_by is None else SIGNALLED + terminal.ended_by
    except NoTerminal as error:
        raise _Refusal(str(error), USAGE) from None


def _rule_choices(first: RuleChoice) -> list[RuleChoice]:
    """Give the rule sets to choose from, the one that was asked for first."""
    from roguelike.content.loader import describe, ruleset_names
    from roguelike.ui.screens.rules import RuleChoice

    return [first, *(RuleChoice(name, *describe(name)) for name in ruleset_names() if name != first.name)]


def _rules(_: argparse.Namespace) -> int:
    from roguelike.content.loader import ruleset_names

    names = ruleset_names()
    width = max(map(len, names))
    for name in names:
        print(f"{name:<{width}}  {_load(name).summary}")
    return FINE


def _map(chosen: argparse.Namespace) -> int:
    from roguelike.engine.game import new_game
    from roguelike.engine.scenario import picture

    print(picture(new_game(_load(chosen.rules), _fresh_seed() if chosen.seed is None else chosen.seed)))
    return FINE


def _autoplay(chosen: argparse.Namespace) -> int:
    import json

    import attrs

    from roguelike.autoplay import autoplay

    seed = _fresh_seed() if chosen.seed is None else chosen.seed
    result = autoplay(_load(chosen.rules), seed, chosen.turns, chosen.policy)
    rate = round(result.turns / result.seconds) if result.seconds else 0
    if chosen.json:
        figures = {"rules": chosen.rules, "seed": seed, "policy": chosen.policy, **attrs.asdict(result)}
        print(json.dumps({**figures, "turns_a_second": rate}))
    else:
        outcome = result.outcome or "still alive"
        print(f"seed {seed}: {result.turns} turns, {outcome}, digest {result.digest}, {rate} turns a second")
    return FINE
