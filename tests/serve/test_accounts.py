"""Accounts, their keys and the codes by which keys are added, in a file and in a database."""

from __future__ import annotations

import datetime as dt
import stat
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import MAX_KEYS, Account, Accounts, KeyUsed, KnownKeys, WrongCode, may_be_called
from roguelike.serve.bans import Ban
from roguelike.serve.database import AccountError, make_database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.serve.account_stores import AccountStore


def key(number: int) -> KeyUsed:
    """Return one of many keys."""
    return KeyUsed(f"SHA256:{number:043}", "ssh-ed25519")


@pytest.fixture
def ann(kept: AccountStore) -> Account:
    """Return an account with the first key."""
    return kept.accounts.register("Ann", key(1))


def test_the_database_is_its_owners_and_made_once(tmp_path: Path) -> None:
    """Making it again changes nothing."""
    file = tmp_path / "accounts.sqlite"
    make_database(file)
    ann = Accounts(file).register("Ann", key(1))
    make_database(file)

    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert ann == KnownKeys(file).account_of(key(1).fingerprint)


@pytest.mark.parametrize(
    "name", ["ann", "ANN", "guest-7f3a", "Link-x", "admin", "rooty", "bot1", "server", "", "a b", "-rf"]
)
def test_some_names_cannot_be_had(kept: AccountStore, ann: Account, name: str) -> None:
    """Taken in whatever case, reserved, or no names at all; the key stays free for another."""
    with pytest.raises(AccountError):
        kept.accounts.register(name, key(2))

    assert not may_be_called(name) or name.lower() == ann.name.lower()
    assert ann.id < kept.accounts.register("bob", key(2)).id


def test_a_key_has_one_account(kept: AccountStore, ann: Account) -> None:
    """It cannot register twice, nor be added to another account, whose code stays."""
    accounts = kept.accounts
    bob = accounts.register("bob", key(2))
    code = accounts.make_code(bob)

    with pytest.raises(AccountError, match="already has an account"):
        accounts.register("carl", key(1))
    with pytest.raises(AccountError, match="already has an account"):
        accounts.join(code, key(1))
    assert bob == accounts.join(code, key(3))
    assert ann == accounts.find("aNN")
    with pytest.raises(AccountError, match="'carl': no such account"):
        accounts.find("carl")


def test_a_code_adds_one_key(kept: AccountStore, ann: Account) -> None:
    """It is taken in whatever case, once; the database never has it."""
    accounts = kept.accounts
    code = accounts.make_code(ann)

    assert 10 == len(code)
    assert code.encode() not in kept.contents()
    assert ann == accounts.join(code.upper(), key(2))
    assert [key(1).fingerprint, key(2).fingerprint] == sorted(each.fingerprint for each in accounts.keys_of(ann))
    with pytest.raises(WrongCode):
        accounts.join(code, key(3))


def test_a_code_is_void_when_it_is_old_or_another_is_made(kept: AccountStore, ann: Account) -> None:
    """A wrong code gets the same sentence."""
    first, second = kept.accounts.make_code(ann), kept.accounts.make_code(ann)
    with pytest.raises(WrongCode) as void:
        kept.accounts.join(first, key(2))
    kept.expire_codes()
    with pytest.raises(WrongCode) as old:
        kept.accounts.join(second, key(2))

    assert str(void.value) == str(old.value) != ""


def test_an_invitation_makes_an_account_that_its_code_opens(kept: AccountStore, ann: Account) -> None:
    """Or opens the one of that name."""
    accounts = kept.accounts
    bob, code = accounts.invite("Bob", by="admin")
    again, newer = accounts.invite("bob", by="admin")
    same, _ = accounts.invite("ANN", by="admin")
    with pytest.raises(AccountError, match="reserved"):
        accounts.invite("admin", by="admin")

    assert (bob, ann) == (again, same)
    with pytest.raises(WrongCode):
        accounts.join(code, key(2))
    assert bob == accounts.join(newer, key(2)) == kept.keys.account_of(key(2).fingerprint)
    assert ("admin", "made a code for a key of Bob") in kept.audit()


def test_keys_are_removed_but_never_the_last(kept: AccountStore, ann: Account) -> None:
    """Nor somebody else's; what was done is in the audit."""
    accounts = kept.accounts
    bob = accounts.register("bob", key(5))
    accounts.add_key(ann, key(2), by="admin")
    with pytest.raises(AccountError, match="Ann has no such key"):
        accounts.remove_key(ann, key(5).fingerprint)
    accounts.remove_key(ann, key(1).fingerprint)
    with pytest.raises(AccountError, match="only key"):
        accounts.remove_key(ann, key(2).fingerprint)

    assert kept.keys.account_of(key(1).fingerprint) is None
    assert [key(5).fingerprint] == [each.fingerprint for each in accounts.keys_of(bob)]
    assert [
        ("Ann", f"registered with {key(1).fingerprint}"),
        ("bob", f"registered with {key(5).fingerprint}"),
        ("admin", f"added {key(2).fingerprint} to Ann"),
        ("Ann", f"removed {key(1).fingerprint} from Ann"),
    ] == kept.audit()


def test_an_account_has_a_limited_number_of_keys(kept: AccountStore, ann: Account) -> None:
    """Another is refused."""
    for number in range(2, MAX_KEYS + 1):
        kept.accounts.add_key(ann, key(number), by="admin")
    with pytest.raises(AccountError, match=f"Ann already has {MAX_KEYS} keys"):
        kept.accounts.add_key(ann, key(99), by="admin")

    assert MAX_KEYS == len(kept.accounts.keys_of(ann))


def test_a_key_can_be_called_something(kept: AccountStore, ann: Account) -> None:
    """As long as it can be shown in a list."""
    kept.accounts.label_key(ann, key(1).fingerprint, "laptop")
    for label in ("\x1b[2J", "long" * 10):
        with pytest.raises(AccountError):
            kept.accounts.label_key(ann, key(1).fingerprint, label)

    assert ["laptop"] == [each.label for each in kept.accounts.keys_of(ann)]


def test_a_login_is_noted(kept: AccountStore, ann: Account) -> None:
    """Of the account and of the key, as a moment of UTC."""
    kept.accounts.saw(ann, key(1))
    (known,) = kept.accounts.keys_of(ann)

    assert dt.timedelta(minutes=1) > dt.datetime.now(dt.UTC) - known.used >= dt.timedelta()
    assert kept.keys.was_seen(ann, dt.timedelta(minutes=1))
    assert not kept.keys.was_seen(ann, dt.timedelta(minutes=-1))


def test_a_renamed_account_keeps_its_keys_and_its_ban(kept: AccountStore, ann: Account) -> None:
    """Nobody's name is taken."""
    kept.accounts.register("bob", key(2))
    kept.bans.add(Ban("account", "ann", reason="cheating"), by="admin")
    kept.bans.add(Ban("account", "Cleo"), by="admin")
    with pytest.raises(AccountError, match="BOB is taken"):
        kept.accounts.rename(ann, "BOB", by="admin")
    cleo = kept.accounts.rename(ann, "cleo", by="admin")
    shouting = kept.accounts.rename(cleo, "CLEO", by="admin")

    assert shouting == Account(ann.id, "CLEO") == kept.keys.account_of(key(1).fingerprint)
    assert (Ban("account", "cleo", reason="cheating"),) == kept.bans.read().all
    assert ("admin", "renamed Ann to cleo") in kept.audit()


def test_a_deleted_account_leaves_its_name_but_not_its_number(kept: AccountStore, ann: Account) -> None:
    """Its keys, its code and its ban are gone."""
    code = kept.accounts.make_code(ann)
    kept.bans.add(Ban("account", "ann"), by="admin")
    kept.accounts.delete(ann, by="admin")
    again = kept.accounts.register("ann", key(1))

    with pytest.raises(WrongCode):
        kept.accounts.join(code, key(2))
    assert ann.id < again.id
    assert not kept.bans.read().all
    assert ("admin", f"deleted Ann, account {ann.id}") in kept.audit()


def test_no_two_guests_have_one_name(kept: AccountStore) -> None:
    """And no account can have it."""
    names = [kept.accounts.next_guest() for _ in range(3)]

    assert ["guest-0001", "guest-0002", "guest-0003"] == names
    assert not any(map(may_be_called, names))
