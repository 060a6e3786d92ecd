"""From a fork of the fork server to the process of one game: its terminal, its environment and its limits."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import resource
import signal
import sys
import tempfile
import termios
import traceback
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel
from roguelike.serve.scheduling import FIRST_TIME_SLICE, GAME_TIME_SLICE, set_time_slice

if TYPE_CHECKING:
    from roguelike.serve.channel import Message

FAILED: Final = 1
"""The exit code of a session that could not begin."""
NO_TERMINAL: Final = 2
"""The exit code of a session whose terminal cannot show the game."""
GATEWAY: Final = 3
"""The file descriptor of the link to the gateway."""
_NICE: Final = 5
_MOST_MEMORY: Final = 1 << 30
_MOST_WRITTEN: Final = 128 << 20
"""Bytes of a file, which is what the store allows."""
_MOST_DESCRIPTORS: Final = 64
_OUT_OF_MEMORY: Final = 300
"""How much rather than others the kernel ends a game when memory is short, from -1000 to 1000."""
CPU_SECONDS: Final = 60
"""What a game may compute between two frames."""


def become_game(request: Message, settings: Message, terminal: int, gateway: int) -> int:
    """Play the session that was asked for on a terminal, in a process that was just forked; returns its exit code."""
    _take(terminal, gateway)
    _reset_signals()
    limit()
    os.environ.clear()
    os.environ.update(request["environment"])
    from roguelike.serve.game.canary import play_canary  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.game.channel_link import ChannelLink  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.game.served_session import ServedSession  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.wire import settings_of  # noqa: PLC0415 -- by now it is imported

    os.chdir(settings["folder"])  # so that paths in messages to a player begin with the player's own
    folder, link = pathlib.Path(), ChannelLink(Channel.of(GATEWAY))
    try:
        if request.get("canary"):
            return play_canary(settings_of(settings["settings"]), folder, link)
        return ServedSession(request, settings_of(settings["settings"]), folder, link).run()
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        report(error, folder)
        return FAILED


def _take(terminal: int, gateway: int) -> None:
    """Make the terminal the one of this process, and close every descriptor that is not its own."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    os.dup2(gateway, gateway := 1 + max(terminal, gateway, GATEWAY), inheritable=False)
    for number in range(GATEWAY):
        os.dup2(terminal, number)
    os.dup2(gateway, GATEWAY, inheritable=False)
    os.closerange(GATEWAY + 1, _highest_descriptor() + 1)


def _highest_descriptor() -> int:
    return max(int(each.name) for each in pathlib.Path("/proc/self/fd").iterdir())


def _reset_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError, ValueError):  # those that the C library keeps for itself
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # errors tell the game the same, and a sentence its player
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def limit() -> None:
    """Bound what this process may use."""
    os.umask(0o077)
    os.nice(_NICE)
    with contextlib.suppress(OSError):  # where the kernel weighs sessions, of which this has one of its own
        pathlib.Path("/proc/self/autogroup").write_text(str(_NICE))
    set_time_slice(FIRST_TIME_SLICE)
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/oom_score_adj").write_text(str(_OUT_OF_MEMORY))
    for which, most in (
        (resource.RLIMIT_AS, _MOST_MEMORY),
        (resource.RLIMIT_FSIZE, _MOST_WRITTEN),
        (resource.RLIMIT_NOFILE, _MOST_DESCRIPTORS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(which)
        lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (lower, lower))
    _allow_computing()


def shown() -> None:
    """Note that something was shown: from now on the process is one that answers keys, and may compute for a while."""
    set_time_slice(GAME_TIME_SLICE)
    _allow_computing()


def _allow_computing() -> None:
    """Extend the CPU limit: a process that loops without showing anything does not get here, and dies."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + CPU_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))


def report(error: Exception, folder: pathlib.Path) -> None:
    """Write down a defect of the program where the administrator finds it; the caller notifies the player."""
    with contextlib.suppress(OSError):
        descriptor, _ = tempfile.mkstemp(dir=folder, prefix="crash-", suffix=".txt")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.writelines(traceback.format_exception(error))


def say(text: str) -> None:
    """Write a line to the person at the terminal, outside of any screen."""
    with contextlib.suppress(OSError):
        sys.stdout.write(f"{text}\r\n")
        sys.stdout.flush()
