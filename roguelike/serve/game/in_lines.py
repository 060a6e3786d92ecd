"""A session in line mode: for screen readers, and for terminals without cursor addressing (`TERM=dumb`)."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from typing import TYPE_CHECKING, Final

from roguelike.line import Console, LineSession, run
from roguelike.play.requests import Begin, Continue
from roguelike.play.views.rules import KitsMenu
from roguelike.play.views.view import Open
from roguelike.serve.game.presence import presence_of
from roguelike.serve.game.resource_limits import note_frame
from roguelike.serve.game.views.take_over import question
from roguelike.store.errors import StoreError
from roguelike.terminal.environment import shows_unicode
from roguelike.terminal.signals import Signals

if TYPE_CHECKING:
    import signal
    from collections.abc import Iterator

    from roguelike.cells.display import DisplayOptions
    from roguelike.play.new_game import RuleChoice
    from roguelike.play.views.view import Request
    from roguelike.serve.game.gateway_link import GatewayLink
    from roguelike.serve.game.player_interface import Player
    from roguelike.serve.game.views.name import NameField
    from roguelike.serve.game.views.take_over import OtherSession
    from roguelike.settings.settings import Settings

LEAVE: Final = "quit"
LEAVING: Final = f"Type {LEAVE} to leave."
_TIMEOUT: Final = 30.0
"""Seconds for another session to end."""
_LOOK_EVERY: Final = 0.1


def wants_lines() -> bool:
    """Return whether the client's terminal has no cursor addressing."""
    return os.environ.get("TERM") == "dumb"


class ServedConsole(Console):
    """A console that reports the player's presence to the gateway."""

    session: LineSession | None = None
    link: GatewayLink | None = None
    _reported: dict[str, object] | None = None

    def apply(self, options: DisplayOptions) -> None:
        """Change the display options."""
        self._unicode = shows_unicode(options)

    def ask(self, prompt: str) -> str | None:
        """Read a line, after reporting what is played; on a page the prompt names the text field."""
        if self._echoes and self.session is not None and self.session.question:
            prompt = f"{self.session.question} > "
        note_frame()
        found = presence_of(None if self.session is None else self.session.game.kept)
        if self.link is not None and found != self._reported:
            self._reported = found
            self.link.send(place=found)
        return super().ask(prompt)


class InLines:
    """Line mode on a console."""

    def __init__(self, console: ServedConsole, link: GatewayLink, signals: Signals) -> None:
        self._console = console
        self._link = link
        self._signals = signals

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the session."""
        return self._signals.ended_by

    def ask_name(self, question: NameField) -> None:
        """Ask until there is a valid answer."""
        told = f"Enter alone: {question.answer}." if question.answer else ""
        self._console.write([*question.more, *filter(None, (question.rule, told)), LEAVING])
        proposed = question.answer
        while (text := self._console.ask(f"{question.question} > ")) is not None:
            if text.strip().lower() == LEAVE or question.take_typed(text.strip() or proposed) is not None:
                return
            self._console.write([question.wrong])

    def take_over(self, other: OtherSession) -> bool:
        """Ask whether to end another session; if so, wait until it has ended."""
        answer = self._console.ask(f"{question(other)} Yes or no? > ")
        if answer is None or not answer.strip().lower().startswith("y"):
            return False
        other.end()
        until = time.monotonic() + _TIMEOUT
        while not other.has_ended():
            if time.monotonic() > until or self._signals.is_ending:
                return False
            if select.select([self._link], [], [], _LOOK_EVERY)[0]:
                self._link.take()
        return True

    def notice(self, text: str) -> None:
        """Write a text."""
        self._console.write([text])

    def say_now(self, text: str) -> None:
        """Write a text at once."""
        self._console.write([text])

    def play(self, player: Player) -> str:
        """Play the game in progress, or else a new one."""
        views, name = player.lobby(player.offers), player.account.name
        start = Continue(name) if player.has_game else _new_game(name, views.lobby.rules)
        console = self._console
        console.apply(player.settings.display_options)
        session = console.session = LineSession(
            start, views, player.settings, player.store, write=console.write, forget_typed=console.forget_typed
        )
        console.write(views.message)
        try:
            run(console, session)
        except StoreError as trouble:
            console.write([str(trouble)])
            return str(trouble)
        return session.trouble


def _new_game(name: str, rules: RuleChoice) -> Request:
    """Return the request for a player's first game, with a choice of kits if there are any, as on the title."""
    if not rules.kits:
        return Begin(name, rules.name)
    return Open(KitsMenu(rules.usual, rules.kit, lambda chosen: Begin(name, chosen.name)))


@contextlib.contextmanager
def in_lines(settings: Settings, link: GatewayLink) -> Iterator[InLines]:
    """Open the terminal for a session in lines; the session ends if the terminal is lost."""
    with Signals() as signals, contextlib.suppress(BrokenPipeError):
        unicode = shows_unicode(settings.display_options)
        console = ServedConsole(sys.stdin.fileno(), sys.stdout.fileno(), signals, unicode=unicode)
        console.link = link
        console.listen_to(link)
        yield InLines(console, link, signals)
