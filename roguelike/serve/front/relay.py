"""The relay between an SSH channel and the pty of a game."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final, Protocol

import asyncssh

from roguelike.serve.environment import cut_size, environment_of
from roguelike.serve.front.access import NO_TERMINAL, Client
from roguelike.serve.front.game_session import GameSession
from roguelike.serve.front.games import Screen
from roguelike.serve.front.terminal_reset import reset_sequences
from roguelike.serve.redraw_limits import REDRAW_RETRY, redraw_bucket

if TYPE_CHECKING:
    from roguelike.serve.front.hosting import Hosting
    from roguelike.serve.front.hub import Hub
    from roguelike.serve.front.sessions import SessionEntry

HUNG_UP: Final = "hung up"
_READ: Final = 4 << 10
"""Bytes of output that are read at once."""
_MAX_WAITING: Final = 64 << 10
"""Bytes of pending input for a game that does not read."""
_RESIZE_EVERY: Final = 0.05
"""Minimum seconds between two resizes of a game, which redraws everything for each."""


class SessionConnection(Client, Protocol):
    """The connection of a session, which is notified of its progress."""

    def channel_opened(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        """Limit the requests on a channel."""

    def session_began(self) -> None:
        """Note the start of the session."""

    def session_ended(self) -> None:
        """Note the end of the session."""


class Relay(GameSession, asyncssh.SSHServerSession[bytes]):
    """The session of a connection."""

    def __init__(self, hub: Hub, hosting: Hosting, connection: SessionConnection) -> None:
        super().__init__(hub, hosting)
        self._connection = connection
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._told_size = (0, 0)
        """Size that the game has: the kernel reports only changes."""
        self._wants_shell = False
        self._input = bytearray()
        self._keyed_at = 0.0
        """When the key was pressed whose frame is pending; 0 for none."""
        self._stops: set[str] = set()
        """Reasons to pause reading from the game."""
        self._resizing: asyncio.TimerHandle | None = None
        self._resizes = redraw_bucket()

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Set the channel."""
        self._channel = chan
        self._connection.channel_opened(chan)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """Accept a terminal."""
        self._term = term_type
        self._size = cut_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """Accept a shell: it is the game."""
        self._wants_shell = True
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command, to reply that none is run."""
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Accept a subsystem, such as SFTP, to reply that there is none."""
        return True

    def session_started(self) -> None:
        """Start the game."""
        if self._channel is None:
            return
        if self._term is None or not self._wants_shell:
            self._channel.write_stderr(f"{NO_TERMINAL}\n".encode())
            self._channel.exit(2)
            self._connection.session_ended()
            return
        self._task = asyncio.get_running_loop().create_task(self._play())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Forward keys to the game."""
        if self._entry is None:
            return
        self._entry.typed_at = self._hub.now()
        self._keyed_at = self._keyed_at or self._entry.typed_at
        if len(self._input) + len(data) <= _MAX_WAITING:
            self._input += data
        self._write()

    def eof_received(self) -> bool:
        """Hang up: there is no more input."""
        self.end("", HUNG_UP)
        return False

    def break_received(self, msec: int) -> bool:
        """Ignore breaks."""
        return True

    def signal_received(self, signal: str) -> None:
        """Ignore signals."""

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Resize the game, within a rate."""
        self._size = cut_size(width, height)
        if self._resizing is None and self._entry is not None:
            self._resizing = asyncio.get_running_loop().call_later(_RESIZE_EVERY, self._resize)

    def pause_writing(self) -> None:
        """Pause reading from the game: the channel is full."""
        self.hold("channel", stops=True)

    def resume_writing(self) -> None:
        """Resume reading from the game."""
        self.hold("channel", stops=False)

    def hold(self, why: str, *, stops: bool) -> None:
        """Add or remove a reason to pause reading from the game."""
        if stops:
            self._stops.add(why)
        else:
            self._stops.discard(why)
        self._read_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up: the channel is closed."""
        self.disconnected()

    def disconnected(self) -> None:
        """Hang up: the client is gone."""
        self._channel = None
        self._connection.session_ended()
        self.end("", HUNG_UP)

    def end(self, sentence: str, how: str) -> None:
        """End the session; `sentence` is shown to the player, `how` is written to the log."""
        if self._entry is not None:
            self._close_master(self._entry)
        super().end(sentence, how)

    async def _play(self) -> None:
        self._connection.session_began()
        entry = await self._begin(self._connection)
        if entry is None:
            return
        if not entry.is_ending:
            self._tell_size(entry)
            self._read_more()
            self._write()
        await entry.game.ended.wait()
        self._drain(entry)
        self._close_master(entry)
        entry.game.hang_up()
        self._end_with_game(self._connection, entry)

    def _say(self, sentence: str) -> None:
        if self._channel is not None:
            self._show(self._channel, f"{sentence}\r\n".encode())

    def _screen(self) -> Screen:
        return Screen(self._size, self._environment())

    def _environment(self) -> dict[str, str]:
        sent = {} if self._channel is None else dict(self._channel.get_environment_bytes())
        return environment_of(self._term or "", sent, path=os.environ.get("PATH", "/usr/bin:/bin"))

    def _leave(self, sentence: str) -> None:
        """Close the channel, after a sentence unless that is empty; reset the modes of a terminal."""
        self._connection.session_ended()
        if self._channel is None:
            return
        if sentence:
            self._show(self._channel, reset_sequences(self._term) + f"{sentence}\r\n".encode())
        self._channel.exit(0)
        self._channel = None

    def _read_more(self) -> None:
        """Read from the game unless there is a reason to pause."""
        entry, loop = self._entry, asyncio.get_running_loop()
        if entry is None or entry.game.master < 0:
            return
        if self._stops:
            loop.remove_reader(entry.game.master)
        else:
            loop.add_reader(entry.game.master, self._read, entry)

    def _read(self, entry: SessionEntry) -> None:
        try:
            data = os.read(entry.game.master, _READ)
        except BlockingIOError:
            return
        except OSError:  # the game has closed its end
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(entry.game.master)
        elif self._channel is not None:
            self._show(self._channel, data)
            if self._keyed_at:
                self._hub.latency.count(self._hub.now() - self._keyed_at)
                self._keyed_at = 0.0

    def _drain(self, entry: SessionEntry) -> None:
        """Forward the last output of the game."""
        while entry.game.master >= 0 and self._channel is not None:
            try:
                data = os.read(entry.game.master, _READ)
            except OSError:
                return
            if not data:
                return
            self._show(self._channel, data)

    @staticmethod
    def _show(channel: asyncssh.SSHServerChannel[bytes], data: bytes) -> None:
        """Write to the client, unless the channel is closing, as after the end of the input."""
        if not channel.is_closing():
            channel.write(data)

    def _write(self) -> None:
        """Write as much input as the game takes."""
        entry, loop = self._entry, asyncio.get_running_loop()
        if entry is None or entry.game.master < 0:
            self._input.clear()
            return
        if self._input:
            try:
                del self._input[: os.write(entry.game.master, self._input)]
            except BlockingIOError:
                pass
            except OSError:
                self._input.clear()
        if self._input:
            loop.add_writer(entry.game.master, self._write)
        else:
            loop.remove_writer(entry.game.master)

    def _resize(self) -> None:
        self._resizing = None
        if self._entry is None or self._entry.game.master < 0:
            return
        if self._resizes.take(self._hub.now(), self._size[0] * self._size[1]):
            if self._size == self._told_size:  # smaller and back meanwhile, which has cut the client's screen
                self._entry.game.resize(self._size[0], self._size[1] - 1)
            self._tell_size(self._entry)
        else:
            self._resizing = asyncio.get_running_loop().call_later(REDRAW_RETRY, self._resize)

    def _tell_size(self, entry: SessionEntry) -> None:
        self._told_size = self._size
        entry.game.resize(*self._size)

    @staticmethod
    def _close_master(entry: SessionEntry) -> None:
        if entry.game.master >= 0:
            loop = asyncio.get_running_loop()
            loop.remove_reader(entry.game.master)
            loop.remove_writer(entry.game.master)
