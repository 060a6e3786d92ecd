"""The account in line mode: its keys are named, removed and added by words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import BROWSER, Accounts, KeyUsed
from roguelike.serve.database import make_database
from roguelike.serve.game.lobby import account_offer
from roguelike.serve.game.views.account import REMOVED
from tests.line.talking import Talk, talk

if TYPE_CHECKING:
    from pathlib import Path

KEYS = [KeyUsed(f"SHA256:{number:043}", "ssh-ed25519") for number in range(2)]
NAMING = "Choose a name for this key. Up to 20 characters, for you alone, such as: laptop. Type cancel to go back."


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    """Return accounts of which one has two keys."""
    make_database(tmp_path / "accounts.sqlite")
    accounts = Accounts(tmp_path / "accounts.sqlite")
    accounts.add_key(accounts.register("ann", KEYS[0]), KEYS[1])
    return accounts


@pytest.fixture
def place(accounts: Accounts) -> Talk:
    """Return a session in lines of that account."""
    return talk("#@.#", offers=[account_offer(accounts, accounts.find("ann"), KEYS[0], by_user=False, has_pages=True)])


def test_keys_are_listed_in_words(place: Talk, accounts: Accounts) -> None:
    """Without the columns of the screen, and a browser without its fingerprint."""
    heading, first, second, add = place.say("account")
    assert heading == "Account: ann. Type cancel to go back."
    assert re.fullmatch(r"1: ssh-ed25519, this key, SHA256:0{12}\.\.\. \(a\)", first)
    assert re.fullmatch(r"2: ssh-ed25519, last used [0-9-]{10}, SHA256:0{12}\.\.\. \(b\)", second)
    assert add == "3: Add another device (c)"
    accounts.add_key(accounts.find("ann"), KeyUsed("SHA256:tab", BROWSER))
    assert re.fullmatch(r"3: Browser, last used [0-9-]{10} \(c\)", place.say("cancel", "account")[3])
    assert place.say("cancel", "help account") == ["account: your keys, and codes to play from other devices."]


def test_the_key_in_use_is_listed_first(accounts: Accounts) -> None:
    """Whenever it was added."""
    offer = account_offer(accounts, accounts.find("ann"), KEYS[1], by_user=False, has_pages=True)
    _, first, second, _ = talk("#@.#", offers=[offer]).say("account")
    assert first.startswith("1: ssh-ed25519, this key")
    assert second.startswith("2: ssh-ed25519, last used")


def test_a_name_is_a_text_and_no_command(place: Talk, accounts: Accounts) -> None:
    """As it is typed; one that is too long is asked for again."""
    assert place.say("account", "2")[0] == f"Key. {KEYS[1].fingerprint}. Type cancel to go back."
    assert place.say("name") == [NAMING]
    assert len(place.say("x" * 99)) == 1
    assert place.say("Look East") == ["Key: Look East."]
    assert [key.label for key in accounts.keys_of(accounts.find("ann"))] == ["", "Look East"]
    assert place.say("account")[2].startswith("2: Look East: ssh-ed25519, ")
    assert place.say("cancel", "account", "look east", "name", "cancel") == ["Cancelled."]


def test_a_key_is_removed_after_a_question(place: Talk, accounts: Accounts) -> None:
    """The last one stays, and the player reads why."""
    question = place.say("account", "2", "remove")
    assert question == ["Remove this key? Type cancel to go back.", "1: No (n)", "2: Yes, revoke it (y)"]
    assert place.say("no") == ["Cancelled."]
    assert place.say("account", "2", "remove", "yes") == [REMOVED]
    (told,) = place.say("account", "1", "remove", "yes")
    assert told != REMOVED
    assert [key.fingerprint for key in accounts.keys_of(accounts.find("ann"))] == [KEYS[0].fingerprint]


def test_a_code_adds_a_key(place: Talk, accounts: Accounts) -> None:
    """It is on a line of its own, and no line names a key that closes it."""
    lines = place.say("account", "add")
    (code,) = [line for line in lines if line.startswith("link-")]
    assert accounts.join(code.removeprefix("link-"), KeyUsed(f"SHA256:{2:043}", "browser")).name == "ann"
    assert not any("back" in line for line in lines)
