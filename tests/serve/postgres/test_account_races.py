"""Two hosts that change the same accounts at one moment: of two that want one name, key or code, one gets it.

Each test has a control, as those of `test_interleavings`: without a lock or a condition both get it, or one gets a
fault in place of an answer.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from tests.serve.postgres.overlapping import weaken, with_control

if TYPE_CHECKING:
    from tests.serve.postgres.overlapping import Sessions

LOCK = "FOR NO KEY UPDATE"
DUPLICATE = psycopg.errors.UniqueViolation.sqlstate
CODE = b"hash of a code"
WEEK = "7 days"


def call(connection: psycopg.Connection, function: str, *given: object, request: uuid.UUID | None = None) -> Any:  # noqa: ANN401 -- any row
    """Return the row of a change, or the word or SQLSTATE with which it is refused."""
    places = ", ".join(["%s"] * (1 + len(given)))
    query = f"SELECT * FROM rl.{function}({places})"  # noqa: S608 -- our own names
    try:
        return connection.execute(query.encode(), (request or uuid.uuid4(), *given)).fetchone()
    except psycopg.Error as error:
        connection.rollback()
        return error.diag.message_primary if error.sqlstate == "RL001" else error.sqlstate


def register(connection: psycopg.Connection, name: str, key: str) -> Any:  # noqa: ANN401 -- as `call`
    """Make an account with a key."""
    return call(connection, "register", name, key, "ssh-ed25519")


def owners(sessions: Sessions) -> list[tuple[str, str]]:
    """Return all names with their keys."""
    query = "SELECT name, fingerprint FROM rl.keys JOIN rl.accounts ON id = account ORDER BY fingerprint"
    return sessions.first.execute(query).fetchall()


@with_control
@pytest.mark.parametrize(
    ("name", "key", "refused", "condition"),
    [
        ("ANN", "second", "taken", "ON CONFLICT (name_key) DO NOTHING"),
        ("bob", "first", "known key", "ON CONFLICT (fingerprint) DO NOTHING"),
    ],
)
def test_of_two_that_register_with_one_name_or_key_one_does(
    sessions: Sessions, name: str, key: str, refused: str, condition: str, *, is_sound: bool
) -> None:
    """The other is told so. Without the condition it would be a fault."""
    if not is_sound:
        weaken(sessions.first, condition)
    assert register(sessions.first, "ann", "first") is not None

    answer = sessions.overlap(lambda second: register(second, name, key), waits=True)

    assert (refused if is_sound else DUPLICATE) == answer
    assert [("ann", "first")] == owners(sessions)
    assert [("ann",)] == sessions.first.execute("SELECT who FROM rl.audit").fetchall()


def test_a_name_is_free_again_if_the_first_fails(sessions: Sessions) -> None:
    """The second has waited for it."""
    assert register(sessions.first, "ann", "first") is not None

    answer = sessions.overlap(lambda second: register(second, "ann", "second"), waits=True, fails=True)

    assert "ann" == answer[1]
    assert [("ann", "second")] == owners(sessions)


@with_control
@pytest.mark.parametrize("is_invitation", [True, False], ids=["invitation", "code"])
def test_of_two_that_use_one_code_one_does(sessions: Sessions, *, is_invitation: bool, is_sound: bool) -> None:
    """Without the lock and the deletion both would add their keys."""
    if is_invitation:
        call(sessions.first, "invite", "ann", CODE, WEEK, "admin")
    else:
        account, _ = register(sessions.first, "ann", "a key")
        call(sessions.first, "make_code", account, "a key", CODE, WEEK)
    sessions.first.commit()
    before = owners(sessions)
    if not is_sound:
        weaken(sessions.first, LOCK)
        condition = "FROM links WHERE hash = its_hash AND until > now()"
        weaken(sessions.first, f"DELETE {condition} RETURNING account INTO", f"SELECT account {condition} INTO")
    assert "ann" == call(sessions.first, "join", CODE, "first", "ssh-ed25519")[1]

    answer = sessions.overlap(lambda second: call(second, "join", CODE, "second", "ssh-ed25519"), waits=is_sound)

    assert is_sound == (answer == "wrong code")
    assert [*before, ("ann", "first"), *([] if is_sound else [("ann", "second")])] == owners(sessions)


@with_control
def test_two_that_remove_the_last_two_keys_leave_one(sessions: Sessions, *, is_sound: bool) -> None:
    """Without the lock both find two, and nobody could log in."""
    account, _ = register(sessions.first, "ann", "first")
    call(sessions.first, "add_key", account, "second", "ssh-ed25519", "admin")
    sessions.first.commit()
    if not is_sound:
        weaken(sessions.first, LOCK)
    call(sessions.first, "remove_key", account, "first", "first", None)

    answer = sessions.overlap(
        lambda second: call(second, "remove_key", account, "second", "second", None), waits=is_sound
    )

    assert is_sound == (answer == "only key")
    assert ([("ann", "second")] if is_sound else []) == owners(sessions)


@with_control
def test_a_request_sent_again_waits_for_the_first(sessions: Sessions, *, is_sound: bool) -> None:
    """As where the connection was lost, and the database still works at it: the answer is the first one's."""
    if not is_sound:
        weaken(sessions.first, "ON CONFLICT (request) DO NOTHING")
    request = uuid.uuid4()
    given = ("register", "ann", "first", "ssh-ed25519")
    first = call(sessions.first, *given, request=request)

    answer = sessions.overlap(lambda second: call(second, *given, request=request), waits=True)

    assert (first if is_sound else DUPLICATE) == answer


@with_control
def test_two_that_invite_one_name_make_one_account(sessions: Sessions, *, is_sound: bool) -> None:
    """The later code holds. Without the condition the second would be a fault."""
    if not is_sound:
        weaken(sessions.first, "ON CONFLICT (name_key) DO NOTHING")
    first = call(sessions.first, "invite", "ann", b"an older code", WEEK, "admin")

    second = sessions.overlap(lambda second: call(second, "invite", "Ann", CODE, WEEK, "admin"), waits=True)

    assert (first if is_sound else DUPLICATE) == second
    codes = sessions.first.execute("SELECT hash FROM rl.links").fetchall()
    assert [(CODE if is_sound else b"an older code",)] == codes
