"""Game processes as the gateway sees them: started by the fork server, with a pty and a channel, and ended in steps."""

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
"""Seconds to wait for the fork server, which is restarted before if it hangs."""
_STARTING: Final = 10.0
"""Seconds to wait for a fork server: on a busy machine it starts slowly."""
_STEPS: Final = ((1.0, signal.SIGHUP), (3.0, signal.SIGTERM), (10.0, signal.SIGKILL))
"""Signals to a game that has not ended, and after how many seconds."""


class NoGame(Exception):
    """No game can be started."""


@frozen
class Screen:
    """The display of a game: a pty, or the socket of a page."""

    size: tuple[int, int]
    """Columns and rows."""
    environment: dict[str, str]
    socket: int = -1
    """Descriptor of the game's end; -1 for a pty, which is made later."""
    is_page: bool = False
    """Whether the socket takes frames for a page; else lines."""
    wishes: Sequence[str] = ()
    """Options of the page for this session."""

    @property
    def request(self) -> Message:
        """Return the part of the request for a game that describes the screen."""
        page = self.size if self.is_page else None
        return {"environment": self.environment, "page": page, "wishes": self.wishes}


@define(eq=False)
class Game:
    """A game process, the master of its pty, and its channel."""

    master: int
    """Descriptor of the master; -1 after a hang-up, and for a game on the socket of a page."""
    link: Channel
    process: int
    handle: int
    """Pidfd of the process, readable once that has ended."""
    has_pty: bool = True
    ended: asyncio.Event = attrs.field(factory=asyncio.Event)
    on_message: Callable[[Message], None] = attrs.field(default=lambda _: None)

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the game's window."""
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, **message: Any) -> None:  # noqa: ANN401 -- plain data
        """Send the game a message; it is dropped if the game does not read."""
        with contextlib.suppress(Gone, BlockingIOError):
            self.link.send(message)

    def hang_up(self) -> None:
        """Close the pty, so that the kernel sends SIGHUP; send the signal to a game without a pty."""
        master, self.master = self.master, -1
        if master >= 0:
            os.close(master)
        elif not self.has_pty and not self.ended.is_set():
            self._signal(signal.SIGHUP)

    async def end(self) -> None:
        """Hang up, and make sure that the process ends."""
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
    """Requests games from the fork server; repeats requests that a fork server did not answer before it died."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._fork_server: Channel | None = None
        self._asked: dict[int, _Asked] = {}
        self._last = 0
        self.trouble = ""
        """Why the last game could not be started; empty after a success."""
        self._alone_since = loop.time()
        """When the last fork server was lost."""

    @property
    def is_without_fork_server(self) -> bool:
        """Whether there has been no fork server for longer than its start takes."""
        return self._fork_server is None and self._loop.time() - self._alone_since > _STARTING

    def attach(self, fork_server: Channel) -> None:
        """Attach to a fork server, and repeat the requests without an answer."""
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
        """Start a game on a screen.

        Raises:
            NoGame: none can be started.
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
        """Send a request; without a fork server it waits for the next one."""
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
            pass  # the supervisor starts another one, which gets the request
        except BlockingIOError:
            asked.answer.set_exception(NoGame("too many games begin at once (wait a moment)"))
        except OSError as error:
            asked.answer.set_exception(NoGame(f"terminal: {problem_of(error)}"))

    @staticmethod
    def _terminal(asked: _Asked) -> int:
        """Return the game's end of a new pty, or of a page's socket.

        Raises:
            OSError: there is no pty, or too few descriptors are left to refuse clients.
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
        """Close the descriptors of a request: a game that was forked for it hangs up."""
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
        self._loop.add_reader(link.fileno(), self._receive_message, game)
        return game

    def _over(self, game: Game) -> None:
        self._loop.remove_reader(game.handle)
        os.close(game.handle)
        if game.link.fileno() >= 0:
            self._loop.remove_reader(game.link.fileno())
            while self._receive_message(game):
                pass
            game.link.close()
        game.ended.set()

    def _receive_message(self, game: Game) -> bool:
        """Receive a message of the game; return whether there may be more."""
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
