"""Turn a fork of the fork server into a game process: terminal, environment and limits."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import signal
import termios
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel
from roguelike.serve.game.outcome import FAILED, report
from roguelike.serve.game.resource_limits import limit_resources

if TYPE_CHECKING:
    from roguelike.serve.channel import Message

GATEWAY: Final = 3
"""File descriptor of the link to the gateway."""


def become_game(request: Message, settings: Message, terminal: int, gateway: int) -> int:
    """Play the requested session on a terminal, in a process that was just forked; return its exit code."""
    _take(terminal, gateway)
    _reset_signals()
    limit_resources()
    os.environ.clear()
    os.environ.update(request["environment"])
    from roguelike.serve.game.canary import play_canary  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.game.channel_link import ChannelLink  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.game.served_session import ServedSession  # noqa: PLC0415 -- by now it is imported
    from roguelike.serve.wire import settings_of  # noqa: PLC0415 -- by now it is imported

    os.chdir(settings["folder"])  # paths in messages to a player begin with the player's folder
    folder, link = pathlib.Path(), ChannelLink(Channel.of(GATEWAY))
    try:
        if request.get("canary"):
            return play_canary(settings_of(settings["settings"]), folder, link, request["hello"])
        return ServedSession(request, settings_of(settings["settings"]), folder, link).run()
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        report(error, folder)
        return FAILED


def _take(terminal: int, gateway: int) -> None:
    """Make the terminal the controlling one of this process, and close all inherited descriptors."""
    os.setsid()
    if os.isatty(terminal):  # not for the socket of a page
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
        with contextlib.suppress(OSError, ValueError):  # those that the C library keeps
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # errors report the same to the game, and a sentence to the player
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
