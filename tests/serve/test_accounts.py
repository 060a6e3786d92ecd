"""Accounts, their keys and the codes by which keys are added."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
import stat
from typing import TYPE_CHECKING

import pytest

from roguelike.serve import accounts as module
from roguelike.serve.accounts import (
    Account,
    Accounts,
    KeyUsed,
    KnownKeys,
    WrongCode,
    may_be_called,
)
from roguelike.serve.database import AccountError, make_database, moment

if TYPE_CHECKING:
    from pathlib import Path


def key(number: int) -> KeyUsed:
    """Return one of many keys."""
    return KeyUsed(f"SHA256:{number:043}", "ssh-ed25519")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a new database of accounts."""
    file = tmp_path / "accounts.sqlite"
    make_database(file)
    return file


@pytest.fixture
def accounts(file: Path) -> Accounts:
    """Return the accounts in it."""
    return Accounts(file)


@pytest.fixture
def ann(accounts: Accounts) -> Account:
    """Return an account with the first key."""
    return accounts.register("Ann", key(1))


def audit(file: Path) -> list[tuple[str, str]]:
    """Return who has done what."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT who, what FROM audit ORDER BY rowid").fetchall()


def test_the_database_is_its_owners_and_made_once(file: Path, ann: Account) -> None:
    """Making it again changes nothing."""
    make_database(file)

    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert ann == KnownKeys(file).account_of(key(1).fingerprint)


@pytest.mark.parametrize(
    "name", ["ann", "ANN", "guest-7f3a", "Link-x", "admin", "rooty", "bot1", "server", "", "a b", "-rf"]
)
def test_some_names_cannot_be_had(accounts: Accounts, ann: Account, name: str) -> None:
    """Taken in whatever case, reserved, or no names at all; the key stays free for another."""
    with pytest.raises(AccountError):
        accounts.register(name, key(2))

    assert not may_be_called(name) or name.lower() == ann.name.lower()
    assert 2 == accounts.register("bob", key(2)).id


def test_a_key_has_one_account(accounts: Accounts, ann: Account) -> None:
    """It cannot register twice, nor be added to another account."""
    bob = accounts.register("bob", key(2))

    with pytest.raises(AccountError, match="already has an account"):
        accounts.register("carl", key(1))
    with pytest.raises(AccountError, match="already has an account"):
        accounts.join(accounts.make_code(bob), key(1))
    assert ann == accounts.find("aNN")
    with pytest.raises(AccountError, match="'carl': no such account"):
        accounts.find("carl")


def test_a_code_adds_one_key(file: Path, accounts: Accounts, ann: Account) -> None:
    """It is taken in whatever case, once; the database never has it."""
    code = accounts.make_code(ann)

    assert 10 == len(code)
    assert not any(code.encode() in each.read_bytes() for each in file.parent.iterdir())
    assert ann == accounts.join(code.upper(), key(2))
    assert [key(1).fingerprint, key(2).fingerprint] == sorted(each.fingerprint for each in accounts.keys_of(ann))
    with pytest.raises(WrongCode):
        accounts.join(code, key(3))


def test_a_code_is_void_when_it_is_old_or_another_is_made(
    accounts: Accounts, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong code gets the same sentence."""
    first, second = accounts.make_code(ann), accounts.make_code(ann)
    with pytest.raises(WrongCode) as void:
        accounts.join(first, key(2))
    late = moment(dt.timedelta(minutes=module.CODE_MINUTES, seconds=1))
    monkeypatch.setattr(module, "moment", lambda *_: late)
    with pytest.raises(WrongCode) as old:
        accounts.join(second, key(2))

    assert str(void.value) == str(old.value)


def test_keys_are_removed_but_never_the_last(file: Path, accounts: Accounts, ann: Account) -> None:
    """Nor somebody else's; what was done is in the audit."""
    bob = accounts.register("bob", key(5))
    accounts.add_key(ann, key(2), by="admin")
    with pytest.raises(AccountError, match="Ann has no such key"):
        accounts.remove_key(ann, key(5).fingerprint)
    accounts.remove_key(ann, key(1).fingerprint)
    with pytest.raises(AccountError, match="only key"):
        accounts.remove_key(ann, key(2).fingerprint)

    assert KnownKeys(file).account_of(key(1).fingerprint) is None
    assert [key(5).fingerprint] == [each.fingerprint for each in accounts.keys_of(bob)]
    assert [
        ("Ann", f"registered with {key(1).fingerprint}"),
        ("bob", f"registered with {key(5).fingerprint}"),
        ("admin", f"added {key(2).fingerprint} to Ann"),
        ("Ann", f"removed {key(1).fingerprint} from Ann"),
    ] == audit(file)


def test_a_key_can_be_called_something(accounts: Accounts, ann: Account) -> None:
    """As long as it can be shown in a list."""
    accounts.label_key(ann, key(1).fingerprint, "laptop")
    for label in ("\x1b[2J", "long" * 10):
        with pytest.raises(AccountError):
            accounts.label_key(ann, key(1).fingerprint, label)

    assert ["laptop"] == [each.label for each in accounts.keys_of(ann)]


def test_no_two_guests_have_one_name(accounts: Accounts) -> None:
    """And no account can have it."""
    names = [accounts.next_guest() for _ in range(3)]

    assert ["guest-0001", "guest-0002", "guest-0003"] == names
    assert not any(map(may_be_called, names))
