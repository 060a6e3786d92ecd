"""The keyboard: reads and decodes input, and queues it until it is taken."""

from __future__ import annotations

import collections
import math
import os
import select
import time
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Button, Key, Mouse
from roguelike.cells.timing import TICK
from roguelike.terminal.keyboard.keys import inputs
from roguelike.terminal.keyboard.resync import KeyDecoder

if TYPE_CHECKING:
    from collections.abc import Callable

    from blessed.keyboard import Keystroke

    from roguelike.cells.input import Input

_READ_SIZE: Final = 4096
_MAX_KEPT: Final = 64
"""Maximum queued keys typed ahead."""
_MAX_READS: Final = 16
"""Maximum reads in a row, since a line may never fall silent."""
_INTERRUPT: Final = Key("ctrl_c")
_AT_ONCE: Final = (_INTERRUPT, Key("ctrl_z"), Key("ctrl_l"))
"""Keys that are never forgotten, since they are not for the game; each is queued once."""
_MOVING: Final = 0.2
"""Seconds for which the mouse counts as moving after a report."""


class Keyboard:
    """Returns keys and mouse reports in order; `decode` returns the key of a whole character or sequence.

    Of mouse movements it returns the newest, at most one a tick, so that a mouse that crosses the screen
    does not cause a frame for each cell. Keys are not delayed.
    """

    def __init__(self, descriptor: int, decode: Callable[[str], Keystroke | None]) -> None:
        self.closed = False
        """Whether the terminal is gone."""
        self._descriptor = descriptor
        self._decode = decode
        self._key_decoder = KeyDecoder()
        self._typed: collections.deque[Input] = collections.deque()
        self._mouse_moved = -math.inf
        self._next_movement = -math.inf
        """The earliest time of the next movement."""

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._descriptor

    @property
    def deadline(self) -> float | None:
        """When to call `expire` if no input arrives, by the monotonic clock; None if no sequence is incomplete."""
        due = (self._key_decoder.deadline, self._next_movement if self._typed else None)
        return min((moment for moment in due if moment is not None), default=None)

    @property
    def more_may_come(self) -> bool:
        """Whether untyped input may still arrive: reports of a moving mouse, or the rest of a paste."""
        return self._key_decoder.spills or time.monotonic() - self._mouse_moved < _MOVING

    def start(self) -> None:
        """Reset: the rest of a started sequence will not come."""
        self._key_decoder = KeyDecoder()

    def take(self) -> Input | None:
        """Return the next input; None if there is none yet."""
        if not self._typed:
            return None
        if _INTERRUPT not in self._typed:
            # Nothing after it is wanted, and reading a line that never falls silent takes time.
            self._read_all()
        now = time.monotonic()
        if self._is_too_soon(now):
            return None
        typed = self._typed.popleft()
        if _is_movement(typed):
            self._next_movement = now + TICK
        return typed

    def read(self) -> None:
        """Read the input that has arrived."""
        try:
            received = os.read(self._descriptor, _READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        self.closed = not received
        self._accept(self._key_decoder.feed(received, time.monotonic()))

    def expire(self, now: float) -> bool:
        """End a sequence that was not continued before the deadline; return whether a key is ready."""
        self._accept(self._key_decoder.expire(now))
        return bool(self._typed) and not self._is_too_soon(now)

    def forget(self) -> None:
        """Discard queued input and an incomplete key, but keep the position of the mouse."""
        self._read_all()
        self._key_decoder.forget()
        typed, self._typed = self._typed, collections.deque()
        for each in typed:
            if each in _AT_ONCE or _is_movement(each):
                self._keep(each)

    def _read_all(self) -> None:
        """Read all pending input, so that the choice of discarded keys does not depend on timing."""
        for _ in range(_MAX_READS):
            if self.closed or not select.select([self._descriptor], [], [], 0)[0]:
                return
            self.read()

    def _accept(self, texts: list[str]) -> None:
        for text in texts:
            keystroke = self._decode(text)
            for each in inputs(keystroke) if keystroke is not None else ():
                self._keep(each)

    def _keep(self, typed: Input) -> None:
        if _is_movement(typed):
            self._mouse_moved = time.monotonic()
            if self._typed and _is_movement(self._typed[-1]):
                self._typed.pop()
            self._typed.append(typed)
        elif typed not in self._typed if typed in _AT_ONCE else self._has_room():
            self._typed.append(typed)

    def _is_too_soon(self, now: float) -> bool:
        """Return whether the queue has only a movement, soon after the last one."""
        return len(self._typed) == 1 and _is_movement(self._typed[0]) and now < self._next_movement

    def _has_room(self) -> bool:
        """Return whether another key can be queued; movements do not count: there is at most one between two keys."""
        return len(self._typed) < _MAX_KEPT or sum(not _is_movement(typed) for typed in self._typed) < _MAX_KEPT


def _is_movement(typed: Input) -> bool:
    return isinstance(typed, Mouse) and typed.button is Button.MOVE
