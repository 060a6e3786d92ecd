"""A real sshd on loopback, for the account that runs the tests; that account's own keys and settings play no part."""

from __future__ import annotations

import contextlib
import grp
import os
import pty
import pwd
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from tests.pty_program import PATIENCE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_SYSTEM_PATH: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/sbin"])
_SEPARATED: Final = Path("/run/sshd")
"""Without this folder sshd does not start for root."""
_PORTS_TO_TRY: Final = 5

_KEEPER: Final = """
import subprocess, sys, psutil
server = psutil.Process(subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL).pid)
sys.stdin.read()
for process in [*server.children(recursive=True), server]:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        pass
server.wait()
"""
"""Runs a server until standard input is closed, on purpose or because the tests are gone, and then ends all of it."""

_CONFIG: Final = """
Port {port}
ListenAddress 127.0.0.1
HostKey "{folder}/host"
PidFile none
AuthorizedKeysFile "{folder}/authorized_keys"
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitUserRC no
PrintMotd no
PrintLastLog no
X11Forwarding no
AcceptEnv COLORTERM LANG LC_*
SetEnv "PYTHONPATH={root}" "XDG_STATE_HOME={folder}" "XDG_DATA_HOME={folder}/data" "SHLVL=1"
"""
"""At a login below another shell, bash does not read what the account's owner has for their own."""


@attrs.frozen
class Server:
    """A server that listens; `client` gives the command that logs in there."""

    folder: Path
    port: int
    user: str

    def client(self, *options: str, key: str = "free") -> list[str]:
        """Return the ssh command up to the host, with the key `free` or the key `forced`."""
        settings = [
            f"IdentityFile={self.folder / key}",
            f"UserKnownHostsFile={self.folder / 'known_hosts'}",
            "GlobalKnownHostsFile=/dev/null",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            "StrictHostKeyChecking=yes",
            "BatchMode=yes",
            "LogLevel=ERROR",
            f"ConnectTimeout={PATIENCE:.0f}",
        ]
        given = [word for setting in settings for word in ("-o", setting)]
        return [find("ssh"), "-F", "/dev/null", "-p", str(self.port), *given, *options, f"{self.user}@127.0.0.1"]


@contextlib.contextmanager
def serve(folder: Path, forced: str = "true", settings: str = "") -> Iterator[Server]:
    """Run a server whose files are in `folder`; the key `forced` may start that command and nothing else.

    `settings` are more lines of its configuration. Skips the test where no sshd can run, with the reason.
    """
    user = _account()
    _prepare()
    _write_keys(folder, forced)
    for _ in range(_PORTS_TO_TRY):
        server = Server(folder, _free_port(), user)
        with _running(server, settings) as listens:
            if listens:
                _try_to_log_in(server)
                yield server
                return
    raise AssertionError(f"sshd never listened:\n{_log(folder)}")


def door(data: Path) -> str:
    """Return the settings that let every key into the lobby of that data folder; skips the test where they cannot."""
    if os.geteuid():
        pytest.skip("sshd starts an AuthorizedKeysCommand for root alone")
    # Every folder above the command has to be root's, so that one of the system's starts ours.
    command = f"/usr/bin/env PYTHONPATH={ROOT} {sys.executable} -m roguelike door --data-dir {data}"
    return f'AuthorizedKeysCommand {command} --authorized-keys "%t" "%k"\nAuthorizedKeysCommandUser root\n'


def find(name: str) -> str:
    """Return the path of a program of OpenSSH, maybe where only root's shell looks; skips the test without it."""
    path = shutil.which(name, path=_SYSTEM_PATH)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def _account() -> str:
    try:
        account = pwd.getpwuid(os.getuid())
    except KeyError:
        pytest.skip("the account that runs the tests has no name to log in with")
    if account.pw_shell.endswith(("/nologin", "/false")):
        pytest.skip(f"{account.pw_name} has no shell to log in to: {account.pw_shell}")
    return account.pw_name


def _prepare() -> None:
    for name in ("ssh", "sshd", "ssh-keygen"):
        find(name)
    if os.getuid() == 0:
        try:
            _SEPARATED.mkdir(mode=0o755, exist_ok=True)
        except OSError as error:
            pytest.skip(f"sshd needs a folder that cannot be made: {error}")
    elif not _terminals_are_fit():
        pytest.skip("only root's sshd has terminals for its guests here: new ones do not belong to the group tty")


def _terminals_are_fit() -> bool:
    """Return whether a new pseudo-terminal belongs to the group that sshd wants, which only root can give."""
    master, slave = pty.openpty()
    group = os.fstat(slave).st_gid
    for descriptor in (master, slave):
        os.close(descriptor)
    try:
        return group == grp.getgrnam("tty").gr_gid
    except KeyError:
        return group == os.getgid()


def _write_keys(folder: Path, forced: str) -> None:
    for name in ("host", "free", "forced"):
        subprocess.run([find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    free, only = ((folder / f"{name}.pub").read_text() for name in ("free", "forced"))
    command = forced.replace('"', r"\"")
    (folder / "authorized_keys").write_text(f'{free}restrict,pty,command="{command}" {only}')


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def _running(server: Server, settings: str) -> Iterator[bool]:
    """Run sshd with everything it starts; returns whether it listens, which it does not where the port is taken."""
    folder = server.folder
    (folder / "sshd_config").write_text(_CONFIG.format(port=server.port, folder=folder, root=ROOT) + settings)
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{server.port} {(folder / 'host.pub').read_text()}")
    (folder / "log").write_text("")
    command = [find("sshd"), "-D", "-f", str(folder / "sshd_config"), "-E", str(folder / "log")]
    keeper = subprocess.Popen([sys.executable, "-c", _KEEPER, *command], stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield _listens(folder)
    finally:
        keeper.communicate(timeout=PATIENCE)


def _listens(folder: Path) -> bool:
    end = time.monotonic() + PATIENCE
    while "Server listening" not in (log := _log(folder)):
        if "Address already in use" in log:
            return False
        assert time.monotonic() < end, f"sshd did not start:\n{log}"
        time.sleep(0.01)
    return True


def _try_to_log_in(server: Server) -> None:
    done = subprocess.run([*server.client("-T"), "true"], stdin=subprocess.DEVNULL, check=False, timeout=PATIENCE)
    if "account is locked" in _log(server.folder):
        pytest.skip(f"sshd lets nobody in as {server.user}: the account is locked")
    assert 0 == done.returncode, f"logging in failed:\n{_log(server.folder)}"


def _log(folder: Path) -> str:
    return (folder / "log").read_text(errors="replace")
