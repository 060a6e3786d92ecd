"""The lobby of a served player: own games, and everybody's scores."""

from __future__ import annotations

import functools
import pathlib
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import attrs

from roguelike.autoplay.decisions import last_decisions
from roguelike.content.loader import describe, ruleset_names
from roguelike.engine.kinds.modes import MODE_MARK
from roguelike.narration.hints import Hints
from roguelike.play.lobby import Lobby
from roguelike.play.lobby_views import LobbyViews
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.playback import Playback
from roguelike.play.views.film import Film
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.title import TitleEntry
from roguelike.play.views.view import Open
from roguelike.serve.database import AccountError
from roguelike.serve.game.message import read_message
from roguelike.serve.game.views.account import AccountMenu
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.store.kept.hints import read_hints, write_hints
from roguelike.ui.last_screen import last_screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.views.view import Request, View
    from roguelike.serve.account_ports import OwnKeys
    from roguelike.serve.accounts import Account, KeyUsed
    from roguelike.serve.game.served_store import ServedStore
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings
    from roguelike.store.kept.rows import PlayerRows

GUEST_NOTE: Final = "You are {name}. A guest's game ends with this session: with an account you keep yours."


def served_lobby(
    places: ServerPaths,
    library: ServedStore,
    account: Account,
    settings: ServeSettings,
    offers: Sequence[TitleEntry],
    *,
    is_guest: bool = False,
) -> LobbyViews:
    """Return the lobby of a player with these games; `offers` are further entries of the title."""
    choices = rule_choices(settings.rules)
    note = (GUEST_NOTE.format(name=account.name),) if is_guest else ()

    def watch(key: str, last_turns: int) -> View:
        replay = library.replay(key)
        playback = Playback(replay)
        playback.go_to_turn(max(0, replay.turns - last_turns) if last_turns else 0)
        playback.playing = not playback.is_over
        return Film(playback, key)

    def page_of(key: str) -> str:
        record = PublicFolder(places.public).record(key) if settings.web else None
        is_own = record is not None and record.account == account.id
        return f"{settings.web_origin}/games/{quote(key)}" if is_own else ""

    lobby = Lobby(
        library,
        choices[0],
        last_screen,
        lambda: choices,
        NewGameDefaults(account.name, is_own=True, keeps_name=True),
        library.replay,
        lambda name: _hints(library.rows, name),
        last_decisions,
        page_of,
        ends_with_session=is_guest,
    )
    return LobbyViews(
        lobby,
        watch,
        offers,
        [*note, *read_message(pathlib.Path(settings.motd) if settings.motd else places.message)],
    )


def account_offer(accounts: OwnKeys, account: Account, key: KeyUsed, *, by_user: bool, has_pages: bool) -> TitleEntry:
    """Return the title entry for the account of a player who has logged in with that key.

    Codes for more keys are user names if `by_user`; else they are typed instead of a name, as in browsers, which the
    text mentions if the server `has_pages`.
    """

    def choose() -> Request:
        try:
            return Open(AccountMenu(accounts, account, key, by_user=by_user, has_pages=has_pages))
        except AccountError as error:
            return Open(NoticePage(str(error)))

    return TitleEntry("a", "Account", "Your keys, and codes to play from other devices.", choose)


@functools.cache
def rule_choices(names: tuple[str, ...]) -> list[RuleChoice]:
    """Return the rule sets to offer, with their modes; all that come with the game if `names` is empty."""
    choices = []
    for name in names or ruleset_names():
        choice = _choice(name)
        choices += [choice, *(_choice(f"{name}{MODE_MARK}{mode}") for mode in choice.modes)]
    return choices


def _choice(name: str) -> RuleChoice:
    return RuleChoice(name, **attrs.asdict(describe(name), recurse=False))


def _hints(rows: PlayerRows, name: str) -> Hints:
    return Hints(read_hints(rows, name), lambda known: write_hints(rows, name, known))
