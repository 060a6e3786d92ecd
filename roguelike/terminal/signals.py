"""Signals as a source to wait for, instead of interrupts."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    import types

_TOLD: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_NAMES: Final = "USR1 USR2 ALRM VTALRM PROF ABRT XCPU IO PWR STKFLT RTMIN RTMAX"
_DEADLY: Final = tuple(known for name in _NAMES.split() if (known := getattr(signal, f"SIG{name}", None)) is not None)
"""Signals that would end the game without restoring the terminal.

Without those of a defect in C, such as SIGSEGV, for which a handler would never run.
"""
_ENDING: Final = (*_TOLD, *_DEADLY)
_MINDED: Final = (*_TOLD, signal.SIGINT, signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT)


class Signals:
    """Within its context, signals of a terminal program are queued here and make `fileno()` readable.

    Only the main thread can enter the context; the previous handlers are restored at its end.
    """

    def __init__(self) -> None:
        self.ended_by: signal.Signals | None = None
        """The signal that ended the program, if any; it is never reset."""
        self._arrived: set[int] = set()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        os.set_blocking(self._write_end, False)
        self._wakeup_before = signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)
        for number in _MINDED:
            self._before[number] = signal.signal(number, _ignore)
        for number in _DEADLY:
            if signal.getsignal(number) == signal.SIG_DFL:  # anything else is somebody's use of it, as a profiler's
                self._before[number] = signal.signal(number, _ignore)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            # None: it was not set from Python and cannot be set again.
            signal.signal(number, signal.SIG_DFL if before is None else before)
        signal.set_wakeup_fd(self._wakeup_before)
        os.close(self._read_end)
        os.close(self._write_end)

    @property
    def is_ending(self) -> bool:
        """Whether a signal asked the program to end or to stop its current work."""
        return self.ended_by is not None or signal.SIGINT in self._arrived

    def fileno(self) -> int:
        """Return the file descriptor that is readable when signals have arrived."""
        return self._read_end

    def collect(self) -> None:
        """Collect the signals that have arrived."""
        try:
            numbers = os.read(self._read_end, 4096)
        except BlockingIOError:
            return
        # The pipe also reports signals that others use.
        self._arrived.update(number for number in numbers if number in self._before)
        if self.ended_by is None:
            self.ended_by = next((number for number in _ENDING if number in self._arrived), None)

    def take(self, number: signal.Signals) -> bool:
        """Return whether that signal has arrived since the last call."""
        if number not in self._arrived:
            return False
        self._arrived.discard(number)
        return True


def stop_here() -> None:
    """Stop the process group as the shell's Ctrl-Z does, and return when it is continued.

    Returns immediately if nobody could continue it: in a login without job control.
    """
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)


def is_in_front(terminal: int) -> bool:
    """Return whether the program may change that terminal: in the background, an attempt would stop it."""
    try:
        front = os.tcgetpgrp(terminal)
    except OSError:
        return True
    # 0: whoever is in front is none of ours to know, as in a container.
    return front in {0, os.getpgrp()}


def _ignore(_number: int, _frame: types.FrameType | None) -> None:
    """Do nothing: the wake-up pipe reports the signal."""
