"""Orders across hosts, each carried out at the control socket of its host."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
import uuid
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

from roguelike.cli.asking import NO_CLERK, NO_DATABASE
from roguelike.serve.clerk import figures
from tests.postgres import HOST, logged_in
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import SERVER, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.serve.clerk.running import RunningClerk


LONGEST: Final = 15.0
"""Seconds that a command of an administrator may take on a busy machine, whatever is dead."""
SILENT_HOST: Final = """
INSERT INTO rl.hosts (name, boot, address, certificate, program, engine, beat)
VALUES ('heron', gen_random_uuid(), '', '', '0.3.0', 0, now() - interval '1 hour') RETURNING name
"""


class Gateway:
    """Answers at the control socket as the gateway of a host, and remembers what it was asked."""

    def __init__(self, clerk: RunningClerk, **answer: object) -> None:
        self._answer = answer or {"kicked": 1, "by": clerk.name}
        self.before_answer: Callable[[], object] = lambda: None
        """Called each time."""
        self.asked: list[dict[str, Any]] = []
        self.numbers: list[int] = []
        """The numbers of these orders."""
        self.changed = threading.Condition()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(clerk.places.control))
        self._socket.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                with connection, connection.makefile("rwb") as stream:
                    asked = json.loads(stream.readline())
                    assert SERVER == asked.pop("token")
                    self.numbers.append(asked.pop("order", 0))
                    self.before_answer()
                    stream.write(json.dumps(self._answer).encode() + b"\n")
                with self.changed:
                    self.asked.append(asked)
                    self.changed.notify_all()

    def wait_for(self, count: int) -> list[dict[str, Any]]:
        """Return what it was asked, as soon as it is so many things."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.asked) >= count, PATIENCE)
            return self.asked

    def close(self) -> None:
        """Stop answering."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture
def hosts(database: str) -> Iterator[tuple[RunningClerk, RunningClerk]]:
    """Yield the clerks of two hosts that beat."""
    with running(database, "one") as one, running(database, "two") as two:
        with psycopg.connect(database, autocommit=True) as connection:
            while connection.execute("SELECT count(*) FROM rl.hosts").fetchall() != [(2,)]:
                pass
        yield one, two


def test_all_hosts_carry_out_an_order_or_the_one_that_is_named(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Each once; whoever asks gets the answers of all."""
    gateways = [Gateway(clerk) for clerk in hosts]
    kick = {"do": "kick", "who": "kim"}
    try:
        answers = order(hosts[0], kick)
        assert {"one": {"kicked": 1, "by": "one"}, "two": {"kicked": 1, "by": "two"}} == answers
        assert {"two": {"kicked": 1, "by": "two"}} == order(hosts[0], kick, host="two")
        assert {} == order(hosts[0], kick, host="three")
        assert [1, 2] == [len(gateway.asked) for gateway in gateways]
        assert kick == gateways[0].asked[0]
    finally:
        for gateway in gateways:
            gateway.close()


def test_an_order_that_is_given_again_is_the_same(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """As after a lost answer: it is carried out once, and its answers are found again."""
    gateway = Gateway(hosts[1])
    say = {"do": "say", "text": "Supper!"}
    try:
        request = str(uuid.uuid4())
        first, again, other = (order(hosts[0], say, "two", each) for each in (request, request, ""))
        assert first == again == other
        assert [say, say] == gateway.asked
        first_number, second_number = gateway.numbers
        assert first_number < second_number
    finally:
        gateway.close()


def test_a_host_whose_gateway_is_gone_says_so(
    hosts: tuple[RunningClerk, RunningClerk], caplog: pytest.LogCaptureFixture
) -> None:
    """Its clerk answers for it; the log stays quiet, since a gateway that starts hears orders from before."""
    refused = {"refused": "the server does not answer."}

    assert {"one": refused, "two": refused} == order(hosts[1], {"do": "list"})
    assert not [each for each in caplog.records if each.message == "order"]


def test_an_order_that_cannot_be_answered_harms_no_other(
    hosts: tuple[RunningClerk, RunningClerk], database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The clerk goes on, through which every session of the host writes; the log has one line for each."""
    gateway = Gateway(hosts[1], at="D1\0")
    refused = {"refused": "the answer cannot be sent."}
    try:
        assert {"two": refused} == order(hosts[0], {"do": "list"}, "two")
        gateway.before_answer = lambda: hosts[1].rows("DELETE FROM rl.orders RETURNING id")
        assert {"two": None} == order(hosts[0], {"do": "games"}, "two")
        gateway.before_answer = lambda: None
        with psycopg.connect(logged_in(database, HOST), autocommit=True) as another_host:
            for text in ("[]", "null", "7"):
                another_host.execute("SELECT rl.give_order(NULL, %s::jsonb)", (text,))
        assert {"two": refused} == order(hosts[0], {"do": "status"}, "two")
        assert ["list", "games", "status"] == [asked["do"] for asked in gateway.asked]
        answered = hosts[0].rows("SELECT DISTINCT what FROM rl.answers JOIN rl.hosts USING (boot) WHERE name = 'one'")
        assert [({"refused": "not a request."},)] == answered
    finally:
        gateway.close()
    failed = [vars(each)["fields"]["what"] for each in caplog.records if each.message == "order"]
    assert ["list", "games", "status"] == failed


def test_a_session_is_ended_when_its_seat_is_taken_at_another_host(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """By its token, which no other session ever has, at its own host alone, and without waiting for that."""
    gateways = [Gateway(clerk) for clerk in hosts]
    try:
        account = hosts[0].account("kim")
        token = hosts[0].seat(account)
        seat = hosts[1].server().ask("seat", account=account)
        assert "one" == seat["host"]
        assert "" == hosts[0].server().ask("seat", account=account)["host"]
        hosts[1].sit_down(account)

        assert [{"do": "end_session", "seat": token}] == gateways[0].wait_for(1)
        assert [] == gateways[1].asked
    finally:
        for gateway in gateways:
            gateway.close()


def order(clerk: RunningClerk, what: dict[str, Any], host: str = "", request: str = "") -> Any:  # noqa: ANN401 -- plain data
    """Give an order at a host, a new one unless the request is named; return the answers."""
    return clerk.server().ask("order", request=request or str(uuid.uuid4()), what=what, host=host)


def server(clerk: RunningClerk, *words: str) -> tuple[int, str, str]:
    """Run a command of an administrator at a host; returns its exit code, its output and its complaints."""
    clerk.places.keys.mkdir(exist_ok=True)
    clerk.places.control_token.write_text(SERVER)
    done = subprocess.run(
        [sys.executable, "-m", "roguelike", "server", *words, "--data-dir", str(clerk.places.root)],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    return done.returncode, done.stdout, done.stderr


def test_lists_of_many_full_hosts_are_cut(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """All hosts are shown, and how many sessions are not; one host alone is shown whole."""
    row = {"address": "x" * 150, "since": "2026-01-02T03:04:05+00:00", "idle": 1, "game": "", "at": "", "watchers": 0}
    rows = [{**row, "session": number, "name": f"p{number}"} for number in range(9000)]
    gateways = [Gateway(hosts[0], sessions=rows), Gateway(hosts[1], sessions=rows)]
    try:
        assert rows == order(hosts[0], {"do": "list"}, "two")["two"]["sessions"]
        code, told, complaints = server(hosts[0], "list")
    finally:
        for gateway in gateways:
            gateway.close()
    shown = [sum(line.startswith(f"{name} ") for line in told.splitlines()) for name in ("one", "two")]
    assert 0 == code
    assert shown[0] == shown[1] > 1000
    for name in ("one", "two"):
        assert f"... and {9000 - shown[0]} more sessions of {name} (roguelike server list --host)." in complaints


def test_an_administrator_steers_all_hosts_from_one(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Or one of them; a host that does not answer is named, and the others are heard."""
    gateway = Gateway(hosts[1])
    try:
        code, told, complaints = server(hosts[0], "kick", "kim")
        assert (0, "roguelike: one: the server does not answer.") == (code, complaints.splitlines()[0])
        assert "Sessions closed: 1." in told
        assert [{"do": "kick", "who": "kim"}] == gateway.asked
        assert "Sessions closed: 1." in server(hosts[0], "kick", "lee", "--host", "two")[1]
        refused = server(hosts[0], "kick", "kim", "--host", "three")
        assert (1, "", "roguelike: three: no such host is running.\n") == refused
        code, told, _ = server(hosts[1], "hosts")
        assert ["name", "one", "two"] == [line.split()[0] for line in told.splitlines()]
        assert "silent" not in told
        hosts[0].rows(SILENT_HOST)
        assert "heron" in server(hosts[1], "hosts")[1]
        hosts[0].rows("UPDATE rl.hosts SET name = 'heron (draining 1a2b3c4d)' WHERE name = 'heron' RETURNING name")
        assert "heron" not in server(hosts[1], "hosts")[1]
    finally:
        gateway.close()


def test_a_drain_is_in_the_audit_before_it_is_carried_out(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Since a host without sessions ends by it at once; one that has just ended is named, and not drained."""
    gone = server(hosts[0], "drain", "--host", "two")
    assert (1, "", "roguelike: two: the server does not answer.\n") == gone
    audit: list[tuple[Any, ...]] = []
    gateway = Gateway(hosts[1], sessions=0)
    gateway.before_answer = lambda: audit.extend(hosts[1].rows("SELECT what FROM rl.audit"))
    try:
        assert (0, "Draining. Sessions left: 0.\n", "") == server(hosts[0], "drain", "--host", "two")
        assert [("drained the server",)] == audit
    finally:
        gateway.close()


def test_a_silent_host_with_players_is_named_in_the_list(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Until all of them play elsewhere; nobody knows its sessions."""
    one = hosts[0]
    one.seat(one.account("ann"))
    gateways = [Gateway(clerk, sessions=[]) for clerk in hosts]
    try:
        one.rows(SILENT_HOST)
        assert (0, "No sessions.\n", "") == server(one, "list")
        one.rows("UPDATE rl.seats SET boot = (SELECT boot FROM rl.hosts WHERE name = 'heron') RETURNING boot")
        code, out, err = server(one, "list")
        assert (0, "No sessions.\n", True) == (code, out, err.startswith("roguelike: heron: silent for 36"))
        assert ["name", "version", "last", "heartbeat", "players"] == server(one, "hosts")[1].splitlines()[0].split()
    finally:
        for gateway in gateways:
            gateway.close()


def test_accounts_and_bans_are_those_of_the_database(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """Whatever one host does, the others know; and the audit has all of it."""
    gateways = [Gateway(clerk, ended=1, sessions=[]) for clerk in hosts]
    try:
        assert "kim can connect as link-" in server(hosts[0], "account", "kim", "--invite")[1]
        assert "Banned: account kim. Sessions closed: 2." in server(hosts[1], "ban", "account", "kim")[1]
        assert "account kim" in server(hosts[0], "bans")[1]
        assert "account lee" in server(hosts[1], "account", "kim", "--rename", "lee")[1] + server(hosts[0], "bans")[1]
        assert "No longer banned" in server(hosts[0], "unban", "account", "lee")[1]
        assert "Deleted: lee." in server(hosts[1], "account", "lee", "--delete", "--yes")[1]
        assert (1, "roguelike: 'lee': no such account.\n") == server(hosts[0], "account", "lee")[::2]
        assert not hosts[0].places.accounts.exists()
    finally:
        for gateway in gateways:
            gateway.close()


def test_an_administrator_hears_soon_that_the_clerk_or_the_database_is_dead(
    hosts: tuple[RunningClerk, RunningClerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence, with what to do about it."""
    monkeypatch.setattr(figures, "HOST_TIMEOUT", -1)
    for words in (("account", "kim"), ("ban", "account", "kim"), ("hosts",), ("kick", "kim")):
        assert (1, "", f"roguelike: {NO_DATABASE}\n") == server(hosts[0], *words)
    hosts[0].kill()
    gateway = Gateway(hosts[0])
    assert (1, "", f"roguelike: {NO_CLERK}\n") == server(hosts[0], "ban", "account", "kim")
    gateway.close()
    no_server = f"roguelike: no server is running in {hosts[0].places.root}.\n"
    for words in (("account", "kim"), ("ban", "account", "kim"), ("bans",), ("hosts",), ("list",)):
        assert (1, "", no_server) == server(hosts[0], *words)
    hosts[0].start()


def test_a_server_of_files_knows_no_hosts(tmp_path: Path) -> None:
    """One sentence."""
    folder = str(tmp_path)
    told = []
    for words in (["hosts"], ["kick", "kim", "--host", "two"]):
        command = [sys.executable, "-m", "roguelike", "server", *words, "--data-dir", folder]
        told.append(subprocess.run(command, capture_output=True, text=True, check=False).stderr)

    assert ["roguelike: this server shares no database with other hosts.\n"] * 2 == told
