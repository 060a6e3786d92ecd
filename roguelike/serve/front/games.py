"""Games as the gateway sees them: asked for at the fork server, each with a pty and a link, and ended in steps."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import os
import signal
import struct
import termios
from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.channel import Channel, Gone, Message
from roguelike.serve.front.process import are_short
from roguelike.serve.remedies import NO_DESCRIPTOR, problem_of

TIMEOUT: Final = 15.0
"""Seconds for the fork server to answer: one that hangs is started again before."""
_STARTING: Final = 5.0
"""Seconds until another fork server is there."""
_STEPS: Final = ((1.0, signal.SIGHUP), (3.0, signal.SIGTERM), (10.0, signal.SIGKILL))
"""Seconds after which a game that has not ended gets a signal, and the signal."""


class NoGame(Exception):
    """No game can be started."""


@frozen
class Screen:
    """What a game is played on: a pty of its own, or the socket of a page."""

    size: tuple[int, int]
    """Columns and rows."""
    environment: dict[str, str]
    socket: int = -1
    """A descriptor of the game's end; -1 for a pty, which is made."""
    is_page: bool = False
    """Whether frames for a page go through the socket; else it takes lines."""
    wishes: Sequence[str] = ()
    """What the page wishes for this session."""

    @property
    def request(self) -> Message:
        """The part of the request for a game that describes it."""
        page = self.size if self.is_page else None
        return {"environment": self.environment, "page": page, "wishes": self.wishes}


@define(eq=False)
class Game:
    """A process, the master of its pty, and the link to it."""

    master: int
    """-1 after a hang-up, and for a game on the socket of a page."""
    link: Channel
    process: int
    handle: int
    """A descriptor that stands for the process, and is readable once that has ended."""
    has_pty: bool = True
    ended: asyncio.Event = attrs.field(factory=asyncio.Event)
    on_message: Callable[[Message], None] = attrs.field(default=lambda _: None)

    def resize(self, columns: int, rows: int) -> None:
        """Tell the game the size of its window."""
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def tell(self, **message: Any) -> None:  # noqa: ANN401 -- plain data
        """Tell the game something; one that does not read misses it."""
        with contextlib.suppress(Gone, BlockingIOError):
            self.link.send(message)

    def hang_up(self) -> None:
        """Close the pty, at which the kernel sends SIGHUP; a game without a pty gets the signal from here."""
        master, self.master = self.master, -1
        if master >= 0:
            os.close(master)
        elif not self.has_pty and not self.ended.is_set():
            self._signal(signal.SIGHUP)

    async def end(self) -> None:
        """Hang up, and see to it that the process ends."""
        self.hang_up()
        waited = 0.0
        for after, number in _STEPS:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.ended.wait(), after - waited)
                return
            waited = after
            self._signal(number)
        await self.ended.wait()

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, number)


@define
class _Asked:
    request: Message
    screen: Screen
    answer: asyncio.Future[Game]
    master: int = -1
    link: Channel | None = None


class GameProcesses:
    """Asks the fork server for games, again where a fork server died before it answered."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._fork_server: Channel | None = None
        self._asked: dict[int, _Asked] = {}
        self._last = 0
        self.trouble = ""
        """Why the last game that was asked for could not be started; empty if it could."""
        self._alone_since = loop.time()
        """When the last fork server went."""

    @property
    def is_without_fork_server(self) -> bool:
        """Whether there has been no fork server for longer than the start of one takes."""
        return self._fork_server is None and self._loop.time() - self._alone_since > _STARTING

    def use(self, fork_server: Channel) -> None:
        """Ask that fork server from now on, also for what the one before has not answered."""
        if self._fork_server is not None:
            self._loop.remove_reader(self._fork_server.fileno())
            self._fork_server.close()
        fork_server.set_blocking(blocking=False)
        self._fork_server = fork_server
        self._loop.add_reader(fork_server.fileno(), self._receive)
        for number, asked in self._asked.items():
            if not asked.answer.done():
                self._withdraw(asked)
                self._ask(number)

    async def start(self, request: Message, screen: Screen) -> Game:
        """Return a new game on that screen.

        Raises:
            NoGame: there can be none.
        """
        self._last += 1
        number = self._last
        self._asked[number] = _Asked(
            {**request, **screen.request, "number": number}, screen, self._loop.create_future()
        )
        try:
            self._ask(number)
            async with asyncio.timeout(TIMEOUT):
                game = await self._asked[number].answer
        except TimeoutError:
            self.trouble = f"the nursery has not answered for {TIMEOUT:g} s (look at the load of the machine)"
            raise NoGame(self.trouble) from None
        except NoGame as error:
            self.trouble = str(error)
            raise
        else:
            self.trouble = ""
            return game
        finally:
            asked = self._asked.pop(number)
            if not asked.answer.done() or asked.answer.cancelled() or asked.answer.exception():
                self._withdraw(asked)

    def _ask(self, number: int) -> None:
        """Send a request; without a fork server it waits for the next."""
        asked = self._asked[number]
        if self._fork_server is None:
            return
        try:
            with contextlib.ExitStack() as stack:
                slave = self._terminal(asked)
                stack.callback(os.close, slave)
                asked.link, theirs = Channel.pair()
                stack.callback(theirs.close)
                self._fork_server.send(asked.request, [slave, theirs.fileno()])
        except Gone:
            pass  # the supervisor starts another, which is asked again
        except BlockingIOError:
            asked.answer.set_exception(NoGame("too many games begin at once (wait a moment)"))
        except OSError as error:
            asked.answer.set_exception(NoGame(f"terminal: {problem_of(error)}"))

    @staticmethod
    def _terminal(asked: _Asked) -> int:
        """Return the end of a pty, which is made, or of a page's socket that is the game's.

        Raises:
            OSError: there is no pty, or no descriptor would be left to refuse other clients.
        """
        if asked.screen.socket >= 0:
            slave = os.dup(asked.screen.socket)
        else:
            asked.master, slave = os.openpty()
        if are_short(slave):
            os.close(slave)
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        if asked.master < 0:
            return slave
        columns, rows = asked.screen.size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return slave

    @staticmethod
    def _withdraw(asked: _Asked) -> None:
        """Close what was made for a request: a game that was forked for it hangs up."""
        if asked.master >= 0:
            os.close(asked.master)
            asked.master = -1
        if asked.link is not None:
            asked.link.close()
            asked.link = None

    def _receive(self) -> None:
        fork_server = self._fork_server
        if fork_server is None:
            return
        try:
            message, descriptors = fork_server.receive()
        except BlockingIOError:
            return
        except Gone:
            self._loop.remove_reader(fork_server.fileno())
            fork_server.close()
            self._fork_server = None
            self._alone_since = self._loop.time()
            return
        asked = self._asked.get(message["forked" if "forked" in message else "refused"])
        if asked is None or asked.answer.done() or asked.link is None:
            for descriptor in descriptors:
                os.close(descriptor)
        elif "forked" in message and not descriptors:
            asked.answer.set_exception(NoGame(NO_DESCRIPTOR))
        elif "refused" in message:
            asked.answer.set_exception(NoGame(str(message["why"])))
        else:
            asked.answer.set_result(self._made(asked.master, asked.link, message["process"], descriptors[0]))

    def _made(self, master: int, link: Channel, process: int, handle: int) -> Game:
        if master >= 0:
            os.set_blocking(master, False)
        link.set_blocking(blocking=False)
        game = Game(master, link, process, handle, has_pty=master >= 0)
        self._loop.add_reader(handle, self._over, game)
        self._loop.add_reader(link.fileno(), self._told, game)
        return game

    def _over(self, game: Game) -> None:
        self._loop.remove_reader(game.handle)
        os.close(game.handle)
        if game.link.fileno() >= 0:
            self._loop.remove_reader(game.link.fileno())
            while self._told(game):
                pass
            game.link.close()
        game.ended.set()

    def _told(self, game: Game) -> bool:
        """Take a message of the game, if there is one; returns whether there may be more."""
        try:
            message, descriptors = game.link.receive()
        except BlockingIOError:
            return False
        except Gone:
            self._loop.remove_reader(game.link.fileno())
            return False
        for descriptor in descriptors:
            os.close(descriptor)
        game.on_message(message)
        return True
