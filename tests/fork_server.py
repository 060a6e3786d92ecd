"""A fork server: it has the game imported, and forks one process on a terminal for every request.

`python -c "from tests.fork_server import main; main()"` with a socket of packets as standard input is the server. A
request is JSON with three file descriptors: the terminal, where standard error goes, and the channel for the exit code.
The child runs the game with some arguments, or code of a test, and leaves as any program does: by the end of the main
module, through the interpreter's own finalization.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import io
import json
import os
import select
import signal
import socket
import sys
import termios
import time
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs

from roguelike import __main__, cast, cli, session
from roguelike.cli import watch
from roguelike.content import loader
from roguelike.store import verify
from roguelike.store.sqlite import sqlite_store
from roguelike.terminal import terminal
from roguelike.ui.screens import new_game

if TYPE_CHECKING:
    from collections.abc import Callable

LOADED: Final = (cast, cli, sqlite_store, loader, new_game, session, terminal, verify, watch)
"""What each process would import by itself."""
MAX_BYTES: Final = 1 << 17
"""Largest size of one request."""


@attrs.frozen
class Start:
    """What a child is to be."""

    environment: dict[str, str]
    arguments: list[str]
    """Arguments of the game."""
    code: str = ""
    """Python to run instead of the game."""

    def run(self) -> NoReturn:
        """Run it as the main module would."""
        sys.argv = ["roguelike", *self.arguments]
        if self.code:
            exec(compile(self.code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 -- a test's own
            sys.exit()
        sys.exit(__main__.main())


def main() -> None:
    """Serve until the client is gone; in a child, run the request."""
    started = _serve(socket.socket(fileno=os.dup(0)))
    if started is not None:
        started()


def _serve(line: socket.socket) -> Callable[[], NoReturn] | None:
    """Fork a child for every request; returns what to run in the child, and None in the server."""
    gc.collect()
    gc.freeze()  # so that no child copies what the collector only looks at
    woken, wakes = socket.socketpair()
    for end in (woken, wakes):
        end.settimeout(0)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes.fileno())
    line.send(b"{}")
    living: dict[int, int] = {}
    while True:
        ready = select.select([line, woken], [], [])[0]
        if woken in ready:
            woken.recv(MAX_BYTES)
            _tell_ends(living)
        if line not in ready:
            continue
        asked, descriptors, _, _ = socket.recv_fds(line, MAX_BYTES, 3)
        if not asked:
            for process in living:
                os.kill(process, signal.SIGKILL)
            return None
        terminal_fd, errors, told = descriptors
        process = os.fork()
        if not process:
            for descriptor in (*living.values(), told):
                os.close(descriptor)
            for end in (line, woken, wakes):
                end.close()
            start = Start(**json.loads(asked))
            _settle(start, terminal_fd, errors)
            return start.run
        living[process] = told
        os.close(terminal_fd)
        os.close(errors)
        line.send(json.dumps({"process": process}).encode())


def _tell_ends(living: dict[int, int]) -> None:
    """Tell the exit code of every child that has ended."""
    for process in list(living):
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            told = living.pop(process)
            with contextlib.suppress(BrokenPipeError):
                os.write(told, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(told)


def _settle(start: Start, terminal_fd: int, errors: int) -> None:
    """Make a child what a new process on that terminal is."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    fcntl.ioctl(terminal_fd, termios.TIOCSCTTY, 0)
    for descriptor, standard in ((terminal_fd, 0), (terminal_fd, 1), (errors, 2)):
        os.dup2(descriptor, standard)
    os.close(terminal_fd)
    os.close(errors)
    os.environ.clear()
    os.environ.update(start.environment)
    time.tzset()
    stdout: Any = sys.stdout
    assert isinstance(stdout, io.TextIOWrapper)
    stdout.reconfigure(line_buffering=True)  # as on any terminal
