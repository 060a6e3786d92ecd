"""A session on the full screen."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas
from roguelike.play.requests import Continue, ToTitle
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.title import TitleEntry
from roguelike.play.views.view import Open
from roguelike.serve.game.browser_terminal import open_browser
from roguelike.serve.game.display import ServedDisplay
from roguelike.serve.game.views.take_over import TakeOverPage
from roguelike.serve.watching.broadcast import Broadcast
from roguelike.serve.watching.watch_client import WatchClient
from roguelike.serve.watching.watch_menu import WatchMenu
from roguelike.session import Session, run
from roguelike.store.errors import StoreError
from roguelike.terminal.terminal import open_terminal

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterator, Sequence

    from roguelike.play.views.view import View
    from roguelike.serve.game.display import PlayerTerminal
    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.game.player_interface import Player
    from roguelike.serve.game.views.name import NameField
    from roguelike.serve.game.views.take_over import OtherSession
    from roguelike.serve.paths import ServerPaths
    from roguelike.settings.settings import Settings


class OnScreen:
    """Screens on a terminal; the games can be watched."""

    def __init__(
        self,
        terminal: PlayerTerminal,
        link: GatewayLink,
        places: ServerPaths,
        watchers: int,
        *,
        announce: Callable[[Sequence[str]], None] | None = None,
    ) -> None:
        """Show on a terminal; `announce` takes new lines of the log on terminals that can announce them."""
        self._terminal = terminal
        self._announce = announce
        self._link = link
        self._places = places
        self._watchers = watchers
        self._watch_client = WatchClient(terminal, link, places)
        self._display: ServedDisplay | None = None

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the session."""
        return self._terminal.ended_by

    def ask_name(self, question: NameField) -> None:
        """Show the question until it is answered or left."""
        self._ask(question)

    def take_over(self, other: OtherSession) -> bool:
        """Ask whether to end another session; if so, wait until it has ended."""
        asked = TakeOverPage(other)
        self._ask(asked)
        return asked.has_ended

    def notice(self, text: str) -> None:
        """Show a text until a key is pressed."""
        self._ask(NoticePage(text))

    def say_now(self, text: str) -> None:
        """Show a sentence at once, below the frame."""
        if self._display is None:
            canvas = Canvas(*self._terminal.size)
            canvas.write(0, 0, text)
            self._terminal.show(canvas)
        else:
            self._display.say_now(text)

    def _ask(self, view: View) -> None:
        """Show a view until it is left."""
        run(self._terminal, Session(Open(view)))

    def play(self, player: Player) -> str:
        """Play, from the title."""
        watch_client = self._watch_client
        watch = TitleEntry(
            "w",
            "Watch others play",
            "See the games of other players as they play.",
            lambda: Open(WatchMenu(watch_client)),
        )
        self._terminal.apply(player.settings.display_options)
        start = Continue(player.account.name) if player.goes_on and player.has_game else ToTitle()
        return self.run(Session(start, player.lobby([*player.offers, watch]), player.settings, player.store))

    def run(self, session: Session) -> str:
        """Run a session to its end; return the sentence of a failed write, or an empty text."""
        broadcast = Broadcast(self._places.watched(os.getpid()), self._watchers)
        try:
            self._display = ServedDisplay(
                self._terminal, session, self._link, broadcast, self._watch_client, announce=self._announce
            )
            run(self._display, session)
        except StoreError as trouble:
            return str(trouble)
        finally:
            broadcast.close()
        return session.trouble


@contextlib.contextmanager
def on_screen(settings: Settings, link: GatewayLink, places: ServerPaths, watchers: int) -> Iterator[OnScreen]:
    """Open the terminal for a session.

    Raises:
        NoTerminal: it cannot show the game.
    """
    with open_terminal(settings.display_options) as terminal:
        terminal.listen_to(link)
        yield OnScreen(terminal, link, places, watchers)


@contextlib.contextmanager
def in_browser(
    size: tuple[int, int], settings: Settings, link: GatewayLink, places: ServerPaths, watchers: int
) -> Iterator[OnScreen]:
    """Open the page of a session, whose socket is the standard input; `size` is in columns and rows."""
    with open_browser(sys.stdin.fileno(), size, settings.display_options) as terminal:
        terminal.listen_to(link)
        yield OnScreen(terminal, link, places, watchers, announce=terminal.announce)
