"""What a hostile client tries, while somebody plays on the same server: table 2.10 of the design, from other addresses.

Each attack must meet its bound, and every key of the innocent is answered soon.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import re
import socket
import sqlite3
import time
from typing import TYPE_CHECKING, Any

import asyncssh
import psutil
import pytest
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT
from asyncssh.packet import String

from roguelike.serve.front.access import FULL, NO_TERMINAL, QUEUED
from roguelike.serve.front.address_limits import RefusalReason
from roguelike.serve.front.connection import MAX_KEYS
from roguelike.serve.front.exchanges import MAX_WAITING
from roguelike.serve.front.packet_limits import MAX_CHANNELS, MAX_VARIABLES, TRICKLE
from roguelike.serve.front.process import BESIDES, OF_SESSION
from roguelike.serve.scheduling import GAME_TIME_SLICE
from tests.attacking import INNOCENT, another_address, attacker, innocent
from tests.pty_program import PATIENCE
from tests.serving import ask, needs_ssh, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from tests.pty_program import Program
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]

SESSIONS = 20
GRACE = 2
"""Seconds until a client must have logged in, while those are tried who do nothing."""
AT_ONCE = 15
"""Seconds after which something does not come at once, however busy the machine; the server waits 20 for a login."""
LONGEST = 120
"""Seconds for an attack."""
STARTUPS = 10
AT_DOOR = STARTUPS + SESSIONS
"""Clients that may be logging in at once, shortly after the server's start."""
FEW = f"""
max-sessions = {SESSIONS}
startups = "5:100:{STARTUPS}"
"""
IMPATIENT = f"""{FEW}
login-grace = {GRACE}
keepalive = 1
"""
GROWTH = 2 << 20
"""Bytes by which the gateway may grow for a client."""
ASKED = "Choose a name."


@pytest.fixture(scope="module")
def server(running: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield the server that tests share, which lets few in at once."""
    with running.lent(tmp_path_factory.mktemp("attacks"), INNOCENT) as server:
        server.reload(FEW)
        yield server


@pytest.fixture(scope="module")
def player(server: Served) -> Iterator[Program]:
    """Yield the terminal of an innocent player in the lobby."""
    with server.connect("innocent") as program:
        program.wait_for(ASKED)
        program.type("\r")
        program.wait_for("Play Ember")
        yield program


@pytest.fixture
def attack(server: Served, player: Program) -> Callable[[Coroutine[Any, Any, None]], None]:
    """Return what runs an attack while the innocent plays."""

    def run(work: Coroutine[Any, Any, None]) -> None:
        with innocent(server, player):
            asyncio.run(asyncio.wait_for(work, LONGEST))

    return run


def cuts(server: Served) -> list[str]:
    """Return why clients have been cut, as the log says."""
    return [told["why"] for told in map(json.loads, server.log) if told["event"] == "cut"]


async def is_cut(server: Served, why: str, connection: asyncssh.SSHClientConnection) -> bool:
    """Return whether a client is cut for that reason, soon."""
    await asyncio.wait_for(connection.wait_closed(), PATIENCE)
    return await was_cut(server, why)


async def was_cut(server: Served, why: str) -> bool:
    """Return whether the last cut was for that reason, which the log has soon."""
    return await comes(lambda: why in cuts(server)[-1:])


async def comes(seen: Callable[[], bool]) -> bool:
    """Return whether something is so at last."""
    end = time.monotonic() + PATIENCE
    while not seen() and time.monotonic() < end:  # noqa: ASYNC110 -- nobody tells
        await asyncio.sleep(0.02)
    return seen()


async def read_until(text: str, process: asyncssh.SSHClientProcess[str]) -> str:
    """Return what a client is shown, up to a text."""
    shown = ""
    while text not in shown:
        more = await asyncio.wait_for(process.stdout.read(4096), PATIENCE)
        if not more:
            raise AssertionError(f"no {text!r} in {shown!r}")
        shown += more
    return shown


def gateway_size(server: Served) -> int:
    """Return the memory of the gateway that it shares with nobody, in bytes."""
    return int(psutil.Process(server.worker("front")).memory_full_info().uss)


def test_who_does_nothing_is_let_go(server: Served, attack: Callable[..., None]) -> None:
    """Silent clients, few of which may wait at once, slow ones, and those that do not go on after a step."""

    async def work() -> None:
        is_stuck, is_in = asyncio.Event(), asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for client in (slow_line(server), login_without_session(server), unread(server, is_stuck)):
                group.create_task(client)
            await is_stuck.wait()
            group.create_task(endless_exchange(server, is_in))
            await is_in.wait()
            group.create_task(silence(server))

    server.reload(IMPATIENT)
    attack(work())
    server.reload(FEW)
    assert 0 == ask(server, "status")["unauthenticated"]


async def silence(server: Served) -> None:
    """Of 500 connections from 50 addresses few wait for their turn or may be logging in, until their time is up."""
    refused = crowded_out(server)
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(50):
            address = another_address()
            for _ in range(10):
                client = stack.enter_context(
                    socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))
                )
                client.settimeout(0)
                clients.append(client)
            await asyncio.sleep(0)
        assert AT_DOOR >= ask(server, "status")["unauthenticated"]
        assert await comes(lambda: not any(map(is_open, clients)))
    assert crowded_out(server) - refused >= len(clients) - AT_DOOR - MAX_WAITING


def crowded_out(server: Served) -> int:
    """Return how many connections were refused since there were too many."""
    refused = ask(server, "status")["counts"]["refused"]
    return sum(refused.get(each, 0) for each in (RefusalReason.STARTUPS, RefusalReason.EXCHANGES))


async def slow_line(server: Served) -> None:
    """A byte of the version now and then does not make the time longer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(another_address(), 0))
    end = time.monotonic() + PATIENCE
    await reader.readline()
    ended = asyncio.create_task(reader.read())
    with contextlib.suppress(ConnectionError):
        while not ended.done() and time.monotonic() < end:
            writer.write(b"S")
            await writer.drain()
            await asyncio.sleep(0.1)
    writer.close()
    assert ended.done()


async def login_without_session(server: Served) -> None:
    """A client that has logged in must ask for something."""
    async with attacker(server) as connection:
        await asyncio.wait_for(connection.wait_closed(), PATIENCE)


async def endless_exchange(server: Served, is_in: asyncio.Event) -> None:
    """A client that begins to exchange keys must go on."""
    async with attacker(server) as connection:
        process = await connection.create_process(term_type="xterm")
        await read_until(ASKED, process)
        begin: Any = connection._send_kexinit  # asyncssh begins them by itself
        handle: Any = connection.process_packet
        setattr(connection, "process_packet", lambda kind, *rest: kind == MSG_KEXINIT or handle(kind, *rest))  # noqa: B010
        begin()
        is_in.set()
        assert await is_cut(server, "key exchange without end", connection)


async def unread(server: Served, is_stuck: asyncio.Event) -> None:
    """With a window of 4 GiB it asks for frame after frame and reads none: the gateway keeps none, and lets it go."""
    before, others = gateway_size(server), set(server.games())
    async with attacker(server) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(500, 200), window=2**32 - 1)
        await read_until(ASKED, process)
        (game,) = set(server.games()) - others
        transport: Any = connection._transport  # asyncssh itself always reads
        transport.pause_reading()
        for number in range(50):
            process.change_terminal_size(500 - number % 2, 200)
            process.stdin.write("y\x7f")
            await asyncio.sleep(0.01)
        assert gateway_size(server) - before < GROWTH
        is_stuck.set()
        assert await comes(lambda: game not in server.games())


def is_open(client: socket.socket) -> bool:
    """Return whether a connection that is never read to its end is still open."""
    try:
        while client.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


@pytest.mark.parametrize("line", [b"S" * 9000, b"SSH-2.0-" + b"x" * 400 + b"\r\n"])
def test_a_line_too_long_is_the_last(server: Served, line: bytes) -> None:
    """What is no version of SSH ends the connection at once."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (another_address(), 0)) as client:
        client.sendall(line)
        client.settimeout(AT_ONCE)
        with contextlib.suppress(ConnectionResetError):
            while client.recv(4096):
                pass


def test_handshakes_without_end_are_refused(server: Served, attack: Callable[..., None]) -> None:
    """After ten in a row an address waits; another one logs in meanwhile."""

    async def work() -> None:
        address = another_address()
        refused = 0
        for _ in range(25):
            try:
                async with attacker(server, local_addr=(address, 0)):
                    pass
            except (asyncssh.Error, OSError):
                refused += 1
        assert refused >= 14
        async with asyncio.timeout(AT_ONCE), attacker(server):
            pass

    attack(work())


def test_tiny_packets_are_cut(server: Served, attack: Callable[..., None]) -> None:
    """After the login as before it."""

    async def after() -> None:
        async with attacker(server) as connection:
            await flood(connection)
            assert await is_cut(server, "sent too much", connection)

    class Flooder(asyncssh.SSHClient):
        connection: asyncssh.SSHClientConnection

        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.connection = conn

        async def public_key_auth_requested(self) -> None:
            await flood(self.connection)

    async def before() -> None:
        with pytest.raises((asyncssh.Error, OSError)):
            async with attacker(server, client_factory=Flooder, client_keys=()):
                pass

    attack(after())
    count = len(cuts(server))
    attack(before())
    assert "sent too much" in cuts(server)[count:]


async def flood(connection: asyncssh.SSHClientConnection) -> None:
    """Send packets of no content until the connection is closed."""
    for number in range(500_000):
        connection.send_packet(MSG_IGNORE, String(b""))
        if number % 500 == 0:
            await asyncio.sleep(0)
            if connection.is_closed():
                return


def test_a_paste_of_a_megabyte_is_cut(server: Served, attack: Callable[..., None]) -> None:
    """So much as a bucket holds is a paste; more is an attack."""

    async def work() -> None:
        async with attacker(server) as connection:
            process = await connection.create_process(term_type="xterm")
            await read_until(ASKED, process)
            process.stdin.write("y" * (1 << 20))
            assert await is_cut(server, "sent too much", connection)

    attack(work())


def test_compression_is_not_there(server: Served) -> None:
    """So that nothing small becomes large."""

    async def work() -> None:
        with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):  # by whichever end sees it first
            async with attacker(server, compression_algs=["zlib@openssh.com", "zlib"]):
                pass

    asyncio.run(work())


def test_a_window_of_one_byte_harms_nobody(server: Served, attack: Callable[..., None]) -> None:
    """It gets byte after byte, at leisure; a client that takes packets of one byte is cut."""

    async def work() -> None:
        async with attacker(server) as connection:
            process = await connection.create_process(term_type="xterm", window=1)
            began = time.monotonic()
            for _ in range(10):
                assert await asyncio.wait_for(process.stdout.read(1), PATIENCE)
            assert time.monotonic() - began > 8 * TRICKLE
        async with attacker(server) as connection:
            with pytest.raises((asyncssh.Error, OSError)):
                await connection.create_process(term_type="xterm", max_pktsize=1)
            assert await is_cut(server, "too small packets", connection)

    attack(work())


def test_there_is_one_session_a_connection(server: Served, attack: Callable[..., None]) -> None:
    """A second one is refused, and some more are while the first one goes on; who asks on and on is cut."""

    async def work() -> None:
        async with attacker(server) as connection:
            process = await connection.create_process(term_type="xterm")
            await read_until(ASKED, process)
            games = len(server.games())
            more = [connection.create_process(term_type="xterm") for _ in range(MAX_CHANNELS - 1)]
            refused = await asyncio.gather(*more, return_exceptions=True)
            assert {asyncssh.ChannelOpenError} == {type(each) for each in refused}
            assert games == len(server.games())
            process.stdin.write("x")
            assert await process.stdout.read(1)
            with pytest.raises((asyncssh.Error, OSError)):
                await connection.create_process(term_type="xterm")
            assert await is_cut(server, "too many channels", connection)

    attack(work())


def test_the_end_of_the_input_ends_the_session(server: Served, attack: Callable[..., None]) -> None:
    """Also where it comes before the game has begun, which would wait for keys until it is idle."""
    begun = sum('"event": "left"' in line for line in server.log)

    async def work() -> None:
        async with attacker(server) as connection:
            process = await connection.create_process(term_type="xterm")
            process.stdin.write_eof()
            await asyncio.wait_for(process.wait_closed(), PATIENCE)

    attack(work())
    wait_until(lambda: begun < sum('"event": "left"' in line for line in server.log))
    assert "hung up" == next(json.loads(line)["how"] for line in reversed(server.log) if '"left"' in line)
    assert not any("Traceback" in line for line in server.log)


def test_variables_without_end_are_cut(server: Served, attack: Callable[..., None]) -> None:
    """Their number and their size are limited."""

    async def work() -> None:
        for variables in ({f"A{number}": "x" for number in range(MAX_VARIABLES + 1)}, {"A": "x" * 30_000}):
            async with attacker(server) as connection:
                with contextlib.suppress(asyncssh.Error, OSError):
                    await connection.create_process(term_type="xterm", env=variables)
                assert await is_cut(server, "too many variables", connection)

    attack(work())


def test_a_game_inherits_nothing(server: Served) -> None:
    """Neither variables that the client sends nor descriptors of the fork server; and it has limits of its own."""

    async def work() -> None:
        before = set(server.games())
        async with attacker(server) as connection:
            sent = {"LD_PRELOAD": "/x.so", "PYTHONPATH": "/x", "LANG": "de_DE.UTF-8"}
            process = await connection.create_process(term_type="../../x", env=sent)
            await read_until(ASKED, process)
            (game,) = set(server.games()) - before
            found = psutil.Process(game)
            assert not {"/x", "/x.so", "../../x"} & {*found.environ().values()}
            assert found.num_fds() <= 8
            assert "NoNewPrivs:\t1\n" in status_of(game)
            process.stdin.write("\r")
            assert await comes(lambda: turns_of(game) in {GAME_TIME_SLICE, None})  # when the lobby is shown
            limits = {name: found.rlimit(getattr(psutil, f"RLIMIT_{name}"))[1] for name in ("CORE", "NOFILE", "FSIZE")}
            assert {"CORE": 0, "NOFILE": 64, "FSIZE": 128 << 20} == limits

    asyncio.run(asyncio.wait_for(work(), LONGEST))


def status_of(process: int) -> str:
    """Return what the kernel says of a process."""
    return pathlib.Path(f"/proc/{process}/status").read_text()


def turns_of(process: int) -> int | None:
    """Return how long its turns at the processor are, in nanoseconds; None where the kernel does not show it."""
    told = pathlib.Path(f"/proc/{process}/sched")
    found = re.search(r"^se\.slice *: *(\d+)$", told.read_text() if told.exists() else "", re.MULTILINE)
    return None if found is None else int(found[1])


def test_the_gateway_has_its_limits(server: Served) -> None:
    """As many descriptors as its sessions take, small files, no core."""
    gateway = psutil.Process(server.worker("front"))

    assert OF_SESSION * SESSIONS + BESIDES == gateway.rlimit(psutil.RLIMIT_NOFILE)[0]
    assert 1 << 20 == gateway.rlimit(psutil.RLIMIT_FSIZE)[1]
    assert 0 == gateway.rlimit(psutil.RLIMIT_CORE)[1]


def test_nothing_is_run_and_no_file_is_sent(server: Served) -> None:
    """Commands, a shell without a terminal and SFTP get a sentence."""

    async def work() -> None:
        for options in ({"command": "id"}, {"subsystem": "sftp"}, {}):
            async with attacker(server) as connection:
                process = await connection.create_process(**options)
                ended = await asyncio.wait_for(process.wait(), PATIENCE)
                assert (2, f"{NO_TERMINAL}\n") == (ended.exit_status, ended.stderr)

    asyncio.run(work())


def test_nothing_is_forwarded(server: Served, attack: Callable[..., None]) -> None:
    """No port, socket, tunnel or display, in either direction; the gateway listens for nobody."""

    async def work() -> None:
        listening = sockets_of(server)
        async with attacker(server) as connection:
            for opened in (
                connection.open_connection("127.0.0.1", server.port),
                connection.open_unix_connection(str(server.data / "run" / "control.sock")),
                connection.open_tun(),
                connection.open_tap(),
                connection.start_server(lambda *_: None, "127.0.0.1", 0),
                connection.start_unix_server(lambda *_: None, "/tmp/never"),  # noqa: S108 -- it is not made
            ):
                with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
                    await asyncio.wait_for(opened, PATIENCE)
        async with attacker(server) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(term_type="xterm", x11_forwarding=True, x11_display="127.0.0.1:99")
        assert listening == sockets_of(server)

    attack(work())


def sockets_of(server: Served) -> list[Any]:
    """Return where the gateway listens."""
    gateway = psutil.Process(server.worker("front"))
    return [each.laddr for each in gateway.net_connections("inet") if each.status == psutil.CONN_LISTEN]


def test_windows_signals_and_breaks_are_taken_calmly(server: Served, attack: Callable[..., None]) -> None:
    """A storm of sizes, of which the game gets the last, cut to what it can draw."""

    async def work() -> None:
        before = set(server.games())
        async with attacker(server) as connection:
            process = await connection.create_process(term_type="xterm", term_size=(65535, 65535))
            await read_until(ASKED, process)
            for number in range(300):
                process.change_terminal_size(65535 - number, 65535)
            for name in ("INT", "KILL", "HUP", "TERM"):
                process.send_signal(name)
            process.send_break(1000)
            process.change_terminal_size(100, 30)
            await asyncio.sleep(0.5)
            assert set(server.games()) - before
            process.stdin.write("z")
            assert await process.stdout.read(1)

    attack(work())


def test_key_exchanges_are_few(server: Served, attack: Callable[..., None]) -> None:
    """A client may begin some in an hour."""

    async def work() -> None:
        async with attacker(server, rekey_bytes=1) as connection:
            with contextlib.suppress(asyncssh.Error, OSError):
                process = await connection.create_process(term_type="xterm")
                for _ in range(50):
                    process.stdin.write("y")
                    await asyncio.sleep(0.05)
            assert await is_cut(server, "too many key exchanges", connection)

    attack(work())


def test_few_keys_may_be_offered(server: Served, attack: Callable[..., None]) -> None:
    """One that cannot sign is refused like one that nobody has, and leaves nothing behind; some more cut the client."""
    accounts = sqlite3.connect(f"file:{server.data / 'accounts.sqlite'}?mode=ro", uri=True)
    version = accounts.execute("SELECT count(*) FROM keys").fetchone()

    async def work() -> None:
        with pytest.raises((asyncssh.Error, OSError)):
            async with attacker(server, client_keys=[unable() for _ in range(MAX_KEYS + 1)]):
                pass
        assert await was_cut(server, "too many keys")

    attack(work())
    assert version == accounts.execute("SELECT count(*) FROM keys").fetchone()
    accounts.close()


def unable() -> asyncssh.SSHKeyPair:
    """Return a key of which only the public part is right."""
    (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
    other = asyncssh.generate_private_key("ssh-ed25519")
    setattr(pair, "sign", lambda data: other.sign(data, b"ssh-ed25519"))  # noqa: B010 -- a method
    return pair


@pytest.mark.parametrize("name", ["x" * 2000, "a\nb", "\u202eeve", "admin", "x\x1b[2J"])
def test_a_user_name_is_only_proposed(server: Served, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strange ones end the connection, or another is asked for; none reaches the screen as it is."""
    monkeypatch.setattr("asyncssh.connection.saslprep", str)  # what keeps an honest client from sending them

    async def work() -> None:
        with contextlib.suppress(asyncssh.Error, OSError):
            async with attacker(server, username=name) as connection:
                process = await connection.create_process(term_type="xterm")
                assert name not in await read_until(ASKED, process)

    asyncio.run(work())


@pytest.mark.usefixtures("player")
def test_a_full_server_says_so(server: Served) -> None:
    """After the login, in one sentence; places are kept for those who have a game."""

    async def work() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(SESSIONS):
                connection = await stack.enter_async_context(attacker(server))
                process = await connection.create_process(term_type="xterm")
                shown = QUEUED
                while QUEUED in shown and FULL not in shown:
                    shown = await asyncio.wait_for(process.stdout.read(200), PATIENCE)
                if FULL in shown:
                    return
            raise AssertionError("it never was")

    asyncio.run(asyncio.wait_for(work(), LONGEST))


@pytest.mark.usefixtures("player")
def test_nothing_is_left_of_all_that(server: Served) -> None:
    """But the game of the innocent: no process, and no descriptor in the gateway beyond its own."""
    gateway = psutil.Process(server.worker("front"))
    end = time.monotonic() + PATIENCE
    while (len(server.games()) > 1 or gateway.num_fds() > 30) and time.monotonic() < end:
        time.sleep(0.1)

    assert 1 == len(server.games())
    assert gateway.num_fds() <= 30
    assert not [line for line in server.log if json.loads(line)["event"] in {"fault", "died", "hangs"}]
