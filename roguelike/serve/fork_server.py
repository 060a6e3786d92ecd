"""The fork server: a process with the game imported, which forks one game for each session that the gateway asks for.

It has no thread, no key, no terminal and no database. What it imports once, its games share.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import pathlib
import pkgutil
import select
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final, NoReturn

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.game.process import become_game
from roguelike.serve.heap import fill_heap
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import Publisher
from roguelike.serve.remedies import NO_DESCRIPTOR, problem_of
from roguelike.serve.wire import settings_of

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.settings import ServeSettings

_IMPORTED: Final = (
    *("automation", "content", "engine", "line", "narration", "play", "session", "settings", "store"),
    *("terminal", "tutorials", "ui", "serve.game", "serve.watching"),
)
"""Packages of which a game may need any module: none is imported after the fork."""
_ALSO: Final = ("difflib", "shutil", "tempfile", "textwrap", "tomlkit", "traceback", "zlib")
_OF_GAME: Final = 2
"""Descriptors of a game: its terminal and its link to the gateway."""
_NO_NEW_PRIVILEGES: Final = 38
"""PR_SET_NO_NEW_PRIVS of Linux."""


def main(descriptor: int) -> None:
    """Serve until the supervisor at the other end of a channel is gone."""
    _gain_no_privileges()
    ForkServer(Channel.of(descriptor)).run()


def _gain_no_privileges() -> None:
    """Permanently deny set-user-ID programs to this process and its games."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _wake_by_ends() -> int:
    """Return a descriptor that is readable when a child has ended; games reset this after the fork."""
    ended, wakes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # without a handler nothing is written to it
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    return ended


class CannotFork(Exception):
    """No game can be forked."""


class ForkServer:
    """Forks games."""

    def __init__(self, supervisor: Channel) -> None:
        self._supervisor = supervisor
        self._gateway: Channel | None = None
        self._settings: Message = {}
        self._descriptors = 0
        """Number of open descriptors between two requests."""
        self._ended = -1
        """Readable when a game has ended."""

    def run(self) -> None:
        """Fork requested games until the supervisor is gone."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        settings, _ = self._supervisor.receive()
        self._settings = settings
        import_game(settings_of(settings["settings"]))
        Publisher(ServerPaths(pathlib.Path(settings["folder"]))).publish_prepared()
        self._ended = _wake_by_ends()
        gc.collect()
        fill_heap()
        gc.freeze()
        self._supervisor.send({"ready": True})
        while True:
            waited_for: list[Channel | int] = [self._supervisor, self._ended]
            if self._gateway is not None:
                waited_for.append(self._gateway)
            ready, _, _ = select.select(waited_for, [], [], HEARTBEAT_INTERVAL)
            self._reap()
            try:
                self._supervisor.send({"beat": True})
                if self._supervisor in ready:
                    self._obey()
            except Gone:
                return
            if self._gateway is not None and self._gateway in ready:
                self._serve(self._gateway)

    def _reap(self) -> None:
        """Reap games that ended, and delete the sockets that killed games left."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._ended, 4096)
        while True:
            try:
                process, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            with contextlib.suppress(OSError):
                ServerPaths(pathlib.Path(self._settings["folder"])).watched(process).unlink()

    def _obey(self) -> None:
        """Handle a message of the supervisor: a new gateway, or new settings."""
        message, descriptors = self._supervisor.receive()
        if "front" in message:
            if self._gateway is not None:
                self._gateway.close()
                self._gateway = None
            if descriptors:
                self._gateway = Channel.of(descriptors[0])
                self._descriptors = _open_descriptors()
            else:
                self._supervisor.send({"lost": True})
        if "settings" in message:
            self._settings = message

    def _serve(self, gateway: Channel) -> None:
        """Fork a game for the gateway; the answer contains a descriptor of its process."""
        try:
            request, descriptors = gateway.receive()
        except Gone:
            gateway.close()
            self._gateway = None
            return
        try:
            self._check(descriptors)
            process = self._fork(request, descriptors)
            handle = _handle_of(process)
        except (OSError, CannotFork) as error:
            with contextlib.suppress(Gone):
                gateway.send({"refused": request["number"], "why": f"fork: {problem_of(error)}"})
            return
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        try:
            gateway.send({"forked": request["number"], "process": process}, [handle])
        except Gone:
            os.kill(process, signal.SIGHUP)
        finally:
            os.close(handle)

    def _check(self, descriptors: list[int]) -> None:
        """Refuse to fork if a game would inherit a thread or a descriptor, or if its own have not arrived.

        Raises:
            CannotFork: a game would inherit one, or its own are missing.
            OSError: there is no descriptor left to find out.
        """
        if len(descriptors) != _OF_GAME:
            raise CannotFork(NO_DESCRIPTOR)
        if (threads := threading.active_count()) != 1:
            raise CannotFork(f"{threads} threads")
        if (more := _open_descriptors() - _OF_GAME - self._descriptors) > 0:
            raise CannotFork(f"{more} descriptors too many")

    def _fork(self, request: Message, descriptors: list[int]) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        return process or _play(request, self._settings, descriptors)


def import_game(settings: ServeSettings) -> None:
    """Read the rule sets of the game, import all modules of games, and fill caches.

    Rule sets are read first: they leave gaps in memory, which the modules fill.
    """
    from roguelike.serve.game.rules import load_all  # noqa: PLC0415 -- its imports are those of a game

    load_all()
    for name in _IMPORTED:
        package = importlib.import_module(f"roguelike.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for name in _ALSO:
        importlib.import_module(name)
    from roguelike.serve.game.prewarm import prewarm  # noqa: PLC0415 -- by now it is imported

    prewarm(settings)


def _handle_of(process: int) -> int:
    """Return a pidfd of a child; end the child if there is none.

    Raises:
        OSError: no descriptor is left.
    """
    try:
        return os.pidfd_open(process)
    except OSError:
        os.kill(process, signal.SIGKILL)
        raise


def _play(request: Message, settings: Message, descriptors: list[int]) -> NoReturn:
    code = 1
    try:
        code = become_game(request, settings, *descriptors)
    finally:
        os._exit(code)  # a game must not run exit handlers of the fork server


def _open_descriptors() -> int:
    return sum(1 for _ in pathlib.Path("/proc/self/fd").iterdir())


if __name__ == "__main__":
    main(int(sys.argv[1]))
