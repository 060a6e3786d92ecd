"""Sessions that clerks share in the database, and the games that each finds there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.serve.clerk import sessions
from roguelike.store.errors import StoreError
from tests.serve.clerk.running import running
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serve.clerk.running import RunningClerk

WRITTEN = "SELECT session, place ->> 'name', watchers, xmin::text FROM rl.sessions WHERE boot = %s ORDER BY session"

ODD = """
WITH hosts AS (
    INSERT INTO rl.hosts VALUES ('three', gen_random_uuid(), 'address:1', '', '', 0, 'infinity') RETURNING boot
)
INSERT INTO rl.sessions (boot, session, place, since, typed, watchers)
SELECT boot, 9, jsonb_build_object('may_watch', true, 'name', repeat('x', 100000), 'game', 7),
    '4000-01-01 BC', '294276-01-01', 1
FROM hosts RETURNING 1
"""
"""A third host with a session that cannot be."""


@pytest.fixture
def hosts(database: str) -> Iterator[tuple[RunningClerk, RunningClerk]]:
    """Yield the clerks of two hosts that beat."""
    with running(database, "one") as one, running(database, "two") as two:
        wait_until(lambda: one.rows("SELECT count(*) FROM rl.hosts WHERE address <> ''") == [(2,)])
        yield one, two


def session(number: int, name: str, **told: object) -> dict[str, Any]:
    """Return a session as a gateway reports it: it began a minute ago, and somebody has just typed in it."""
    now = time.monotonic()
    place = {"name": name, "game": "Ember", "at": "D2", "may_watch": True}
    known = {"session": number, "process": number, "account": None, "since": now - 60, "typed": now, "watchers": 0}
    return {**known, "place": place, **told}


def share(clerk: RunningClerk, *told: dict[str, Any]) -> None:
    """Tell a clerk the sessions of its host, and wait until the database has just these."""
    clerk.server().ask("share", sessions=[*told])
    expected = [(each["session"], each["place"]["name"], each["watchers"]) for each in told]
    wait_until(lambda: [row[:3] for row in clerk.rows(WRITTEN, clerk.boot)] == expected)


def games(clerk: RunningClerk) -> list[dict[str, Any]]:
    """Return the games of others that a clerk finds."""
    found: list[dict[str, Any]] = clerk.server().ask("games")
    return found


def test_what_has_changed_is_written(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """A session that has not stays as it is; one that has ended goes, and so do those of no other host."""
    one, two = hosts
    ann, bob = session(1, "ann"), session(2, "bob")
    share(one, ann, bob)
    share(two, session(1, "carl"))
    before = one.rows(WRITTEN, one.boot)
    share(one, {**ann, "typed": ann["typed"] + 1}, {**bob, "watchers": 1})
    after = one.rows(WRITTEN, one.boot)

    assert before[0] == after[0]
    assert before[1] != after[1]
    share(one, bob)
    assert [(1, "carl", 0)] == [row[:3] for row in two.rows(WRITTEN, two.boot)]


def test_sessions_are_written_again(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """After a crash of the database, which empties the table, and by another clerk of the host."""
    one, _ = hosts
    ann = session(1, "ann")
    share(one, ann, session(2, "bob"))
    one.rows("WITH gone AS (DELETE FROM rl.sessions RETURNING 1) SELECT count(*) FROM gone")
    share(one, ann)
    one.kill()
    one.start()
    share(one, session(2, "bob"))

    assert ["bob"] == [name for _, name, *_ in one.rows(WRITTEN, one.boot)]


def test_sessions_of_a_silent_gateway_are_gone(
    hosts: tuple[RunningClerk, RunningClerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is dead: its games have hung up."""
    one, two = hosts
    share(one, session(1, "ann"))
    wait_until(lambda: ["ann"] == [each["name"] for each in games(two)])
    monkeypatch.setattr(sessions, "GONE", 0.0)
    wait_until(lambda: not games(two))

    assert [] == one.rows(WRITTEN, one.boot)


def test_games_of_others_that_may_be_watched_are_found(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """None that is private, of the own host, or of a host that does not beat or cannot be reached."""
    one, two = hosts
    place = session(2, "bob")["place"]
    share(one, session(1, "ann", watchers=2), session(2, "bob", place={**place, "may_watch": False}))
    share(two, session(7, "carl", place={**place, "name": "carl", "is_public": True}))
    (found,) = games(two)

    assert "D2" == found.pop("at")
    assert 60 <= found.pop("seconds") < 90
    assert 0 <= found.pop("idle") < 30
    expected = {"process": 0, "name": "ann", "game": "Ember", "host": "one", "boot": str(one.boot), "session": 1}
    assert {**expected, "watchers": 2, "is_public": False} == found
    assert [("carl", True)] == [(each["name"], each["is_public"]) for each in games(one)]
    two.drain()
    wait_until(lambda: not games(one))
    one.kill()
    one.rows("UPDATE rl.hosts SET beat = now() - interval '6 seconds' WHERE name = 'one' RETURNING 1")
    wait_until(lambda: not games(two))
    one.start()


def test_what_one_host_writes_breaks_no_list(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """However long its texts are, and whenever its sessions began."""
    one, two = hosts
    share(one, session(1, "ann"))
    two.rows(ODD)
    wait_until(lambda: 2 == len(games(two)))
    found = {each["session"]: each for each in games(two)}

    assert "ann" == found[1]["name"]
    assert ("x" * 100, "7", None) == tuple(found[9][name] for name in ("name", "game", "at"))
    assert (10_000_000, 0) == (found[9]["seconds"], found[9]["idle"])


def test_only_the_gateway_shares_sessions(hosts: tuple[RunningClerk, RunningClerk]) -> None:
    """A game has its seat alone."""
    one, _ = hosts
    link = one.sit_down(one.account("kim"))

    for operation in ("games", "share"):
        with pytest.raises(StoreError, match="does not know"):
            link.ask(operation)
