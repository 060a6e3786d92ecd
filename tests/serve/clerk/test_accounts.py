"""Operations of sessions on accounts by their keys, and repeated requests."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike.engine.commands import Wait
from roguelike.serve.accounts import KEY_REMOVED, KeyUsed, WrongCode
from roguelike.serve.bans import Ban
from roguelike.serve.database import AccountError
from roguelike.serve.key_pass import hello_of
from roguelike.serve.remote_accounts import RemoteAccounts, RemoteBanList
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import HINTS
from roguelike.store.port import Account as Morgue
from roguelike.store.remote.clerk_link import SeatLost
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import SERVER, RunningClerk, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.store.remote.clerk_link import ClerkLink

ANN, BOB, CLEO = (KeyUsed(f"SHA256:{number:043}", "ssh-ed25519") for number in range(3))


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield a clerk on a new database."""
    with running(database) as clerk:
        yield clerk


@pytest.fixture
def all_accounts(clerk: RunningClerk) -> RemoteAccounts:
    """Return the accounts as the gateway has them."""
    return RemoteAccounts(clerk.server())


def session(clerk: RunningClerk, key: KeyUsed) -> ClerkLink:
    """Return the link of a session with that key."""
    return clerk.link(**hello_of(key, SERVER))


def test_a_session_makes_and_changes_its_own_account(clerk: RunningClerk, all_accounts: RemoteAccounts) -> None:
    """From the prompt for a name to the account menu, and on a second machine by a code."""
    first, second = RemoteAccounts(session(clerk, ANN)), RemoteAccounts(session(clerk, BOB))
    ann = first.register("ann", ANN)
    with pytest.raises(WrongCode):
        second.join("abcdefghjk", BOB)
    assert ann == second.join(first.make_code(ann), BOB) == all_accounts.find("ann")
    second.saw(ann, BOB)
    second.label_key(ann, ANN.fingerprint, "laptop")
    assert ["laptop", ""] == [key.label for key in first.keys_of(ann)]
    first.remove_key(ann, ANN.fingerprint, by="admin")

    assert [BOB.fingerprint] == [key.fingerprint for key in second.keys_of(ann)]
    assert ("ann", f"removed {ANN.fingerprint} from ann") in clerk.rows("SELECT who, what FROM rl.audit")
    for change in (
        lambda: first.keys_of(ann),
        lambda: first.make_code(ann),
        lambda: first.remove_key(ann, BOB.fingerprint),
        lambda: first.label_key(ann, BOB.fingerprint, "mine"),
    ):
        with pytest.raises(AccountError, match=KEY_REMOVED):
            change()


def test_a_session_touches_no_other_account(clerk: RunningClerk, all_accounts: RemoteAccounts) -> None:
    """Whatever arguments it sends."""
    ann, bob = all_accounts.register("ann", ANN), all_accounts.register("bob", BOB)
    all_accounts.add_key(bob, CLEO, by="admin")
    before = clerk.rows("SELECT * FROM rl.keys ORDER BY fingerprint"), clerk.rows("SELECT * FROM rl.audit")
    link = session(clerk, ANN)
    own = RemoteAccounts(link)
    for change in (
        lambda: own.keys_of(bob),
        lambda: own.make_code(bob),
        lambda: own.remove_key(bob, CLEO.fingerprint),
        lambda: own.label_key(bob, BOB.fingerprint, "mine"),
    ):
        with pytest.raises(AccountError, match=KEY_REMOVED):
            change()
    for given in (lambda: own.register("carl", CLEO), lambda: own.join("abcdefghjk", CLEO), lambda: own.saw(bob, BOB)):
        with pytest.raises(AccountError, match="not the key of your login"):
            given()
    own.saw(bob, ANN)
    with pytest.raises(AccountError, match="This is your only key"):
        own.remove_key(ann, CLEO.fingerprint)
    own.label_key(ann, BOB.fingerprint, "mine")
    for operation in ("find", "rename", "delete", "add_key", "invite", "bans", "add_ban", "note", "seat", "_own"):
        with pytest.raises(StoreError, match="does not know"):
            link.ask(operation)

    assert before == (clerk.rows("SELECT * FROM rl.keys ORDER BY fingerprint"), clerk.rows("SELECT * FROM rl.audit"))


@pytest.mark.parametrize(
    "wrong",
    [{"pass": "0" * 128}, {"key": BOB.fingerprint}, {"kind": "ssh-rsa"}, {"pass": 1}, {"key": None}, {"pass": ""}],
)
def test_a_pass_is_for_one_key(clerk: RunningClerk, wrong: dict[str, object]) -> None:
    """A guessed code opens no account."""
    with pytest.raises(StoreError, match="does not know"):
        clerk.link(**{**hello_of(ANN, SERVER), **wrong}).ask("keys_of", account=1)


def test_a_change_that_is_sent_again_is_done_once(clerk: RunningClerk) -> None:
    """As after a lost answer: it gets the first answer again, and the audit has one entry."""
    server = clerk.server()
    key = [ANN.fingerprint, ANN.kind]
    code = RemoteAccounts(server).invite("cleo", by="admin")[1]
    changes: list[tuple[str, dict[str, object]]] = [
        ("register", {"name": "ann", "key": key}),
        ("join", {"code": code, "key": [CLEO.fingerprint, CLEO.kind]}),
        ("add_key", {"account": 2, "name": "ann", "key": [BOB.fingerprint, BOB.kind], "by": "admin"}),
        ("make_code", {"account": 2, "code": "abcdefghjk"}),
        ("remove_key", {"account": 2, "name": "ann", "fingerprint": BOB.fingerprint, "by": ""}),
        ("rename", {"account": 2, "new_name": "anna", "by": "admin"}),
        ("add_ban", {"ban": ["account", "anna", "", ""], "by": "admin"}),
        ("remove_ban", {"kind": "account", "value": "anna", "by": "admin"}),
        ("invite", {"name": "bob", "code": "bbcdefghjk", "by": "admin"}),
        ("delete", {"account": 2, "by": "admin"}),
        ("note", {"who": "admin", "what": "said hello"}),
    ]
    for name, given in changes:
        noted = clerk.rows("SELECT count(*) FROM rl.audit")[0][0]
        request = str(uuid.uuid4())
        answers = [server.ask(name, request=request, **given) for _ in range(2)]
        assert answers[0] == answers[1], name
        assert noted + 1 == clerk.rows("SELECT count(*) FROM rl.audit")[0][0], name


def test_a_deleted_account_is_out_of_its_game(clerk: RunningClerk, all_accounts: RemoteAccounts) -> None:
    """Its games are deleted, and its session can no longer write."""
    ann = all_accounts.register("ann", ANN)
    play = clerk.store(ann.id).begin("ann", "classic", 7)
    play.append(Wait())
    all_accounts.delete(ann, by="admin")

    with pytest.raises(SeatLost):
        play.append(Wait())
    left = "SELECT number FROM rl.commands UNION ALL SELECT number FROM rl.snapshots UNION ALL SELECT 1 FROM rl.games"
    assert [] == clerk.rows(left)


def test_a_game_in_progress_goes_by_the_new_name_of_its_account(
    clerk: RunningClerk, all_accounts: RemoteAccounts
) -> None:
    """With its hints; finished games keep the old name."""
    ann = all_accounts.register("ann", ANN)
    store = clerk.store(ann.id)
    play = store.begin("ann", "kasidin", 10)
    while play.game.outcome is None:
        play.append(Wait())
        play.game.play(Wait())
    play.finish(Morgue("The story of ann.", "an orc"))
    play.release()
    play = store.begin("ann", "classic", 7)
    play.append(Wait())
    play.release()
    clerk.sit_down(ann.id).ask("put_text", kind=HINTS.name, name="ann", text="seen")
    all_accounts.rename(ann, "Ann2", by="admin")
    store = clerk.store(ann.id)

    assert ["Ann2"] == [game.name for game in store.saved()]
    resumed = store.resume("Ann2")
    assert 1 == resumed.journal.number
    resumed.release()
    assert ["ann-0001"] == [game.key for game in store.finished()]
    assert "seen" == clerk.sit_down(ann.id).ask("text", kind=HINTS.name, name="Ann2")


def test_hosts_are_notified_of_bans(clerk: RunningClerk, database: str) -> None:
    """As with all other entries of the audit."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("LISTEN rl_accounts")
        RemoteBanList(clerk.server()).add(Ban("account", "ann"), by="admin")

        assert [""] == [each.payload for each in connection.notifies(timeout=PATIENCE, stop_after=1)]
