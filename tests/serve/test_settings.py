"""Every setting is tried before it is used: at the start, and by SIGHUP, with a real server."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import asyncssh
import attrs
import pytest

from tests.pty_program import PATIENCE, Program
from tests.serving import ask, enter, fetch, free_port, needs_ssh, serve, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serving import Served

pytestmark = pytest.mark.terminal

KEPT: Final = "max-sessions = 7"
"""What the server goes by."""
WRONG: Final = (
    ("listen = 22", "listen: must be an address and a port"),
    ("listen = []", "listen: must be an address and a port"),
    (
        "listen = ['127.0.0.1:65536']",
        "listen: must be an address and a port, such as '127.0.0.1:2222' or '[::1]:2222', not '127.0.0.1:65536'.",
    ),
    ("host-keys = ['{place}/none']", "host-keys: {place}/none: No such file or directory (make one: ssh-keygen"),
    ("host-keys = ['{place}/text']", "host-keys: {place}/text: Invalid private key (make one: ssh-keygen"),
    ("host-keys = ['{place}']", "host-keys: {place}: is a directory"),
    ("host-keys = ['{place}/open']", "host-keys: {place}/open: others can read it, mode 644 (chmod 600)"),
    ("host-keys = ['{place}/weak']", "host-keys: {place}/weak: RSA with 1024 bits is weak"),
    ("host-keys = ['{place}/dsa']", "host-keys: {place}/dsa: ssh-dss: clients do not accept this type"),
    ("host-keys = ['{place}/good', '{place}/other']", "host-keys: Multiple keys of type ssh-ed25519 found"),
    ("host-keys = ['{place}/locked']", "host-keys: {place}/locked: Passphrase must be specified"),
    ("host-keys = ['{place}/good', '{place}/good']", "host-keys: must be a list of different texts"),
    ("host-keys = [1]", "host-keys: must be a list of texts"),
    ("post-quantum = 1", "post-quantum: must be true or false, not 1"),
    ("closed = 'no'", "closed: must be true or false, not 'no'"),
    ("banner = '{place}/none'", "banner: {place}/none: no such file"),
    ("banner = '{place}/long'", "banner: {place}/long: is too large"),
    ("banner = '{place}/latin'", "banner: {place}/latin: this is not UTF-8 text"),
    ("motd = '{place}/none'", "motd: {place}/none: no such file"),
    ("motd = '{place}/pipe'", "motd: {place}/pipe: is not a regular file"),
    ("motd = '{place}/latin'", "motd: {place}/latin: this is not UTF-8 text"),
    ("motd = '{place}/six'", "motd: {place}/six: 6 lines of 80 characters, of which players see 5 (shorten it)"),
    ("motd = '{place}/wide'", "motd: {place}/wide: 6 lines of 80 characters, of which players see 5 (shorten it)"),
    ("motd = 3", "motd: must be text without control characters, not 3"),
    ("guests = -1", "guests: must be a whole number from 0 to 10000, not -1"),
    ("guests = 8\nmax-sessions = 7", "guests: 8 are more than max-sessions, 7 (lower it)"),
    ("closed = true\nguests = 3", "guests: not allowed with closed (leave out one of them)"),
    ("max-sessions = 0", "max-sessions: must be a whole number from 1 to 10000, not 0"),
    ("max-sessions = true", "max-sessions: must be a whole number from 1 to 10000, not true"),
    ("per-address = 0", "per-address: must be a whole number from 1 to 10000, not 0"),
    ("startups = '60:30:10'", "startups: must be three numbers such as '10:30:60', not '60:30:10'"),
    ("logins = 0", "logins: must be a whole number from 1 to 10000, not 0"),
    ("login-grace = 0", "login-grace: must be a whole number from 1 to 600, not 0"),
    ("idle = 1.5", "idle: must be a whole number from 0 to 604800, not a fraction"),
    ("menu-idle = -1", "menu-idle: must be a whole number from 0 to 604800, not -1"),
    ("keepalive = 0", "keepalive: must be a whole number from 1 to 3600, not 0"),
    ("proxy-protocol = ['10.1.0.1/16']", "proxy-protocol: must be a list of addresses or networks"),
    ("watchers = 33", "watchers: must be a whole number from 0 to 32, not 33"),
    ("rules = ['nosuch']", "rules: 'nosuch' does not come with the game"),
    ("rules = ['ember:nosuch']", "rules: Rule set 'ember' has no kit or mode 'nosuch'"),
    ("rules = ['ember', 'ember']", "rules: must be a list of different texts"),
    ("rules = ['']", "rules: must be a list of texts"),
    ("rules = '{place}'", "rules: must be a list of texts"),
    ("grace = 601", "grace: must be a whole number from 1 to 600, not 601"),
    ("canary = -1", "canary: must be a whole number from 0 to 86400, not -1"),
    ("log-format = 'xml'", "log-format: must be 'json' or 'text', not 'xml'"),
    ("metrics = '9222'", "metrics: must be an address and a port"),
    ("hosts-listen = '0.0.0.0:2223'", "hosts-listen: must be an address by which other hosts reach this one"),
    ("hosts-listen = '2223'", "hosts-listen: must be an address by which other hosts reach this one"),
    ("metrics = '127.0.0.1:0'", "metrics: must be an address and a port"),
    ("metrics = '127.0.0.1:{busy}'", "metrics: 127.0.0.1:{busy}: Address already in use (another program has it"),
    (
        "metrics = '192.0.2.1:9222'",
        "metrics: 192.0.2.1:9222: Cannot assign requested address (this machine has no such",
    ),
    ("metrics = 'nosuch.invalid:9222'", "metrics: nosuch.invalid:9222: "),
    ("metrics = 'a..b:9222'", "metrics: a..b:9222: "),
    ("max-session = 3", "unknown setting 'max-session' (did you mean 'max-sessions'?)"),
    ("max_sessions = 3", "unknown setting 'max_sessions' (did you mean 'max-sessions'?)"),
    ("guests = ", "line 1: this is not TOML"),
)
"""What may stand in the file, and what is said of it."""
AT_START: Final = (
    *WRONG[::4],
    ("host = 'eagle'", "host: without a database there are no other hosts (leave it out"),
    ("hosts-listen = '127.0.0.1:2223'", "hosts-listen: without a database there are no other hosts (leave it out"),
    ("listen = ['127.0.0.1:{busy}']", "listen: 127.0.0.1:{busy}: Address already in use (another program has it"),
    ("listen = ['192.0.2.1:22']", "listen: 192.0.2.1:22: Cannot assign requested address (this machine has no such"),
    ("listen = ['a..b:22']", "listen: a..b:22: "),
)
"""What may stand there at a start: a share of `WRONG`, all of which is tried in the same way on SIGHUP."""
BY_SIGHUP: Final = (
    *WRONG,
    ("max-sessions = 10000", "max-sessions: 10000 need 40256 file descriptors, and 2000 are allowed (lower it, or"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of files that settings may name."""
    place = tmp_path_factory.mktemp("named")
    kinds = {"good": "ssh-ed25519", "other": "ssh-ed25519", "open": "ssh-ed25519", "dsa": "ssh-dss"}
    made = {name: asyncssh.generate_private_key(kind) for name, kind in kinds.items()}
    for name, key in {**made, "weak": asyncssh.generate_private_key("ssh-rsa", key_size=1024)}.items():
        (place / name).write_bytes(key.export_private_key())
        (place / name).chmod(0o644 if name == "open" else 0o600)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", place / "locked"], check=True)
    (place / "text").write_text("no key\n")
    (place / "long").write_text("x\n" * 3000)
    (place / "latin").write_bytes("Grüße\n".encode("latin-1"))
    (place / "six").write_text("line\n" * 6)
    (place / "wide").write_text("word " * 90)
    os.mkfifo(place / "pipe")
    return place


@pytest.fixture(scope="module")
def busy() -> Iterator[int]:
    """Yield a port that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server that goes by a file, and may have 2,000 descriptors."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "data").mkdir(mode=0o700)
    (folder / "data" / "serve.toml").write_text(KEPT)
    with serve(folder) as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (2000, 2000))
        yield server
        told = [json.loads(line)["event"] for line in server.log]
        assert not set(told) & {"died", "hangs", "fault"}


@pytest.mark.parametrize(("wrong", "told"), AT_START, ids=[wrong[:40] for wrong, _ in AT_START])
def test_a_server_does_not_start(wrong: str, told: str, place: Path, busy: int, tmp_path: Path) -> None:
    """A sentence names the file and the setting; nothing is made but the folder, nobody was listening."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "serve.toml").write_text(wrong.format(place=place, busy=busy))
    words = () if wrong.startswith("listen") else ("--listen", "127.0.0.1:0")
    with Program("serve", "--data-dir", str(folder), *words, size=(300, 5)) as program:
        assert program.end() in {1, 2}
        (line,) = program.errors().splitlines()
        assert line.startswith(f"roguelike: {folder}/serve.toml: {told.format(place=place, busy=busy)}")
        assert "Listening" not in program.text


def test_options_are_named_like_settings(place: Path, tmp_path: Path) -> None:
    """Each by its own name; the folder and the descriptors that a server finds are tried as well."""
    public = tmp_path / "public"
    public.mkdir(mode=0o755)
    (tmp_path / "file").touch()
    for words, told in (
        (("--motd", f"{place}/none"), f"--motd: {place}/none: no such file."),
        (("--host-key", f"{place}/open"), f"--host-key: {place}/open: others can read it, mode 644 (chmod 600)."),
        (("--rules", "nosuch"), "--rules: 'nosuch' does not come with the game."),
        (("--fd", "0"), "--fd: 0: not a socket to listen on (systemd hands one over as 3)."),
        (("--config", f"{place}/none"), f"{place}/none: no such file."),
        (("--data-dir", str(public)), f"{public}: others can read it, mode 755 (chmod 700)."),
        (("--data-dir", f"{tmp_path}/file"), f"{tmp_path}/file: not a folder."),
    ):
        with Program("serve", "--data-dir", str(tmp_path / "data"), *words, size=(300, 5)) as program:
            assert program.end() in {1, 2}
            assert f"roguelike: {told}\n" == program.errors()
    limited = f"ulimit -n 300; exec {sys.executable} -m roguelike serve --data-dir {tmp_path}/data"
    with Program(command=("/bin/sh", "-c", limited)) as program:
        assert 2 == program.end()
        told = "max-sessions: 200 need 1056 file descriptors, and 300 are allowed (lower it, or raise ulimit -n, with"
        assert program.errors().startswith(f"roguelike: {told}")


@pytest.mark.parametrize(("wrong", "told"), BY_SIGHUP, ids=[wrong[:40] for wrong, _ in BY_SIGHUP])
def test_a_running_server_keeps_its_settings(wrong: str, told: str, place: Path, busy: int, kept: Served) -> None:
    """A line of the log names the file and the setting; every process goes on, by the old settings."""
    workers = [kept.worker("front"), kept.worker("fork_server")]
    kept.reload(wrong.format(place=place, busy=busy), "settings kept")
    why = json.loads(kept.log[-1])["why"]
    assert why.startswith(f"{kept.settings}: {told.format(place=place, busy=busy)}"[:400])
    assert 7 == ask(kept, "status")["most_sessions"]
    assert workers == [kept.worker("front"), kept.worker("fork_server")]


def test_where_it_listens_is_not_changed_silently(tmp_path: Path) -> None:
    """The log says that this needs a start."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    listen = f"listen = '127.0.0.1:{free_port()}'\n"
    (folder / "serve.toml").write_text(f"{listen}canary = 0\n")
    with Program("serve", "--data-dir", str(folder), size=(300, 5)) as program:
        program.wait_for("Host key")
        hosts_listen = f"{listen}hosts-listen = '127.0.0.1:2223'\n"
        for written, name in (("listen = '127.0.0.1:0'\n", "listen"), (hosts_listen, "hosts-listen"), ("", "listen")):
            (folder / "serve.toml").write_text(written)
            program.signal(signal.SIGHUP)
            while "kept" not in (told := program.first_words()):
                pass
            why = f"{folder}/serve.toml: {name}: cannot be changed while the server runs (start it again)."
            assert why == json.loads(told)["why"]
        program.signal(signal.SIGTERM)
        assert 0 == program.end()


@needs_ssh
def test_sessions_begin_by_the_old_settings(kept: Served, tmp_path: Path) -> None:
    """After rule sets that do not exist, a newcomer is let in; the folder is tried, too, and good settings are used."""
    here = attrs.evolve(kept, folder=tmp_path)
    kept.reload("rules = ['nosuch']", "settings kept")
    with enter(here, "ann"):
        pass
    kept.data.chmod(0o777)
    kept.reload(KEPT, "settings kept")
    assert f"data-dir: {kept.data}: others can read it, mode 777 (chmod 700)." == json.loads(kept.log[-1])["why"]
    kept.data.chmod(0o700)
    kept.reload(f"{KEPT}\nrules = ['spark']")
    with here.connect("ann") as program:
        program.wait_for("Play Spark")
    kept.reload(KEPT)


def test_the_address_of_figures_can_be_changed(kept: Served) -> None:
    """SIGHUP moves the figures to the new address and closes the old one; without an address there are none."""
    first, second = free_port(), free_port()
    for port in (first, second):
        kept.reload(f"{KEPT}\nmetrics = '127.0.0.1:{port}'")
        assert 200 == fetch(port, "/healthz")[0]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", first), PATIENCE)
    os.kill(kept.worker("metrics"), signal.SIGSTOP)
    kept.reload(KEPT)
    wait_until(lambda: not is_listening(second))


def is_listening(port: int) -> bool:
    """Return whether somebody accepts connections on a port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
