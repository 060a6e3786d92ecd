"""Guests, codes and bans with a real ssh client."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import LINK, Accounts
from roguelike.serve.bans import Ban, BanList
from tests.attacking import another_address
from tests.serving import enter, needs_ssh

if TYPE_CHECKING:
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


def test_guests_play_without_a_key(server: Served) -> None:
    """Each has a name and a folder of their own; there are two of an address at once."""
    with server.connect("guest") as first, server.connect("guest") as second:
        names = set()
        for program in (first, second):
            program.wait_for("Play Ember")
            names |= set(re.findall("You are (guest-[0-9a-f]{4})", program.text))
            assert "Tournament on ?[31mSunday" in program.text
            assert "Account" not in program.text
        assert {"guest-0001", "guest-0002"} == names == {each.name for each in (server.data / "guests").iterdir()}
        with server.connect("guest") as third:
            assert 0 == third.end()
            assert "There are 2 guests from your address already." in third.text


def test_a_code_opens_an_account_to_another_key(server: Served) -> None:
    """The account screen makes it, once; the new key logs in as the same player, and can take the old one away."""
    with server.connect("ann") as program:
        program.wait_for("What shall you be called?")
        program.type("\r")
        program.wait_for("Account")
        program.type("ab")
        program.wait_for("On the other machine")
        code = re.findall(rf"{LINK}[a-z0-9]{{10}}", program.text)[0]
    with server.connect("desktop", asks=code) as program:
        assert 0 == program.end()
        assert "This key opens ann's account now. Log in again to play." in program.text
    with server.connect("third", asks=code) as program:
        assert 0 == program.end()
        assert "wrong, used or too old" in program.text
    with server.connect("desktop") as program:
        program.wait_until(lambda: "Account" in program.text or "Take it over" in program.text, "the lobby")
        if "Take it over" in program.text:
            program.type("\r")
        program.wait_for("Account")
        program.type("a")
        program.wait_for("Add a key")
        assert 2 == program.text.count("ssh-ed25519")
        other = next(line for line in program.text.split("\n") if "ssh-ed25519" in line and "*" not in line)
        program.type(f"{other.partition(')')[0][-1]}ry")
        program.wait_until(lambda: program.text.count("ssh-ed25519") == 1, "one key")
        program.type("ary")
        program.wait_for("This is your only key")


def test_damage_is_told_without_the_paths_of_the_machine(server: Served) -> None:
    """What a player reads of files begins with the folder of players."""
    with enter(server, "carl"):
        pass
    number = Accounts(server.data / "accounts.sqlite").find("carl").id
    games = server.data / "players" / str(number) / "games"
    games.mkdir(parents=True)
    (games / "carl.game").write_text("nothing that a game has ever written")
    with server.connect("carl") as program:
        program.wait_until(lambda: "Continue" in program.text or "Take it over" in program.text, "the lobby")
        program.type("\r")
        program.wait_for("is unchanged")

        assert f"layers/{number}/games/carl.game cannot be read" in program.text
        assert str(server.data.parent) not in program.text


def test_the_banned_are_told_why(server: Served) -> None:
    """Only after the login, so that a key tells nobody about its account."""
    with enter(server, "bob"):
        pass
    BanList(server.data / "accounts.sqlite").add(Ban("account", "bob", reason="spam"), by="admin")
    with server.connect("bob") as program:
        assert 0 == program.end()
        assert "This account is banned: spam." in program.text


def test_who_guesses_codes_is_kept_out(server: Served) -> None:
    """After some wrong ones the address is not let in for a while; others are."""
    guessing: list[int] = []
    source = another_address()
    while len(guessing) < 10 and not any(guessing):
        with server.connect("guesser", asks=f"{LINK}{len(guessing):010}", source=source) as program:
            guessing.append(program.end())

    assert [0, 0, 0, 0, 255] == guessing
    with enter(server, "dora"):
        pass


def test_where_it_is_closed_strangers_learn_which_key_came(server: Served) -> None:
    """A key that nobody has is not refused while it logs in, and no account is made for it."""
    server.reload("closed = true\n")
    with server.connect("eve") as program:
        assert 0 == program.end()
        assert "Only players with an account are let in." in program.text
        told = subprocess.run(["ssh-keygen", "-lf", server.folder / "eve"], capture_output=True, text=True, check=True)
        assert told.stdout.split()[1] in program.text.split()
    _, code = Accounts(server.data / "accounts.sqlite").invite("Eve", by="admin")
    with server.connect("eve", asks=f"{LINK}{code}") as invited:
        assert 0 == invited.end()
    with server.connect("eve") as invited:
        invited.wait_for("Play Ember")
