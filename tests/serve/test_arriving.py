"""Guests, codes and bans with a real ssh client."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import LINK, Accounts
from roguelike.serve.bans import Ban, BanList
from roguelike.serve.front.access import GUEST_OVER
from tests.attacking import another_address
from tests.pty_program import ROOT, Program
from tests.serving import SSH, ask, enter, needs_ssh, wait_until

if TYPE_CHECKING:
    from tests.serving import Served

FILTER = ROOT / "docs" / "fail2ban" / "roguelike.conf"
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
            assert "There are already 2 guests from your address." in third.text


def test_guests_know_that_their_game_ends_with_the_session(server: Served) -> None:
    """At the start, when they quit, and at the end, whoever ends it."""
    with server.connect("guest") as leaver, server.connect("guest") as kicked:
        for program in (leaver, kicked):
            program.wait_for("A guest's game ends with this session")
        ask(server, "kick", kicked.text.partition("You are ")[2].partition(".")[0])
        kicked.end()
        leaver.type("l")
        leaver.wait_for("HP 30/30")
        leaver.type("Q")
        leaver.wait_for("End the game and quit")
        leaver.type("\r")
        leaver.end()

        assert b"saved" not in leaver.raw + kicked.raw
        assert GUEST_OVER.encode() in leaver.raw
        assert f"An administrator closed your session. {GUEST_OVER}".encode() in kicked.raw


def without_key(server: Served, who: str, *options: str) -> Program:
    """Return a client with the messages that one shows by default, and no key unless the options name one."""
    told = ["-F", "none", "-o", "LogLevel=INFO", "-o", "IdentityAgent=none", *(options or ("-i", "/dev/null"))]
    hosts = ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={server.folder / 'known_hosts'}"]
    place = ["-o", f"BindAddress={server.source}", "-p", str(server.port), f"{who}@127.0.0.1"]
    command = [str(SSH), *told, "-o", "IdentitiesOnly=yes", *hosts, *place]
    return Program(command=["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", *command], size=(80, 24))


def failures(server: Served) -> list[dict[str, str]]:
    """Return what the log says of failed logins."""
    lines = [json.loads(line) for line in server.log]
    return [{key: line[key] for key in ("user", "address", "why")} for line in lines if line["event"] == "login failed"]


def banned_by_fail2ban(log: list[str]) -> list[str]:
    """Return the addresses that the filter in the docs finds; fail2ban takes the date out of a line first."""
    rule = next(line for line in FILTER.read_text().splitlines() if line.startswith("failregex = "))
    found = re.compile(rule.removeprefix("failregex = ").replace("<HOST>", "(?P<host>[0-9a-f.:]+)"))
    return [match["host"] for line in log if (match := found.search(re.sub(r'"at": "[^"]*"', "", line, count=1)))]


def test_a_client_without_a_key_reads_how_to_get_in(server: Served) -> None:
    """And plays as a guest by Enter; a guessed password is refused, and in the log with its address."""
    with without_key(server, "ann") as program:
        program.wait_for("Press Enter to play as a guest:")
        assert "ssh-keygen -t ed25519" in program.text
        program.type("\r")
        program.wait_for("Play Ember")
        assert "You are guest-" in program.text
    with without_key(server, "link-abcdefghjk") as program:
        program.wait_for("Press Enter to play as a guest:")
        program.type("secret\r")
        assert 255 == program.end()
        assert "Permission denied" in program.text
    wait_until(lambda: bool(failures(server)))
    assert [{"user": "link-...", "address": server.source, "why": "No key was offered."}] == failures(server)
    assert [server.source] == banned_by_fail2ban(server.log)


def test_a_closed_server_offers_no_place_to_guests(server: Served) -> None:
    """A client without a key reads what it needs, once, whatever it is called and whatever the options allow."""
    server.reload("closed = true\n")
    for who in ("ann", "guest"):
        with without_key(server, who) as program:
            assert 255 == program.end()
            assert 1 == program.text.count("Only players with an account can log in")
            assert "play without a key" not in program.text


def test_a_weak_key_is_refused_with_a_reason(server: Served) -> None:
    """It could be forged, and an account with it."""
    key = server.folder / "weak"
    subprocess.run(["ssh-keygen", "-q", "-t", "rsa", "-b", "1024", "-N", "", "-f", key], check=True)
    with without_key(server, "ann", "-i", str(key), "-o", "RequiredRSASize=1024") as program:
        program.wait_for("Press Enter to play as a guest:")
        assert "Your RSA key has 1024 bits, but needs at least 2048." in program.text
    wait_until(lambda: bool(failures(server)))
    assert "Your RSA key has 1024 bits, but needs at least 2048." == failures(server)[0]["why"]


def test_a_code_opens_an_account_to_another_key(server: Served) -> None:
    """The account screen makes it, once; the new key logs in as the same player, and can take the old one away."""
    with server.connect("ann") as program:
        program.wait_for("Choose a name.")
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
        assert "Wrong, used or expired code" in program.text
    with server.connect("desktop") as program:
        program.wait_until(lambda: "Account" in program.text or "Take over here" in program.text, "the lobby")
        if "Take over here" in program.text:
            program.type("\r")
        program.wait_for("Account")
        program.type("a")
        program.wait_for("Add another device")
        assert 2 == program.text.count("ssh-ed25519")
        other = next(line for line in program.text.split("\n") if "ssh-ed25519" in line and "this key" not in line)
        program.type(f"{other.partition(')')[0][-1]}ry")
        program.wait_for("The key was removed.")
        program.type("\r")
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
        program.wait_until(lambda: "Continue" in program.text or "Take over here" in program.text, "the lobby")
        program.type("\r")
        program.wait_for("is unchanged")

        assert f"layers/{number}/games/carl.game cannot be read" in program.text
        assert str(server.data.parent) not in program.text


def test_the_banned_are_told_why(server: Served) -> None:
    """They read it only after the login, so that a key reveals nothing about its account."""
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
        assert "Only players with an account can log in." in program.text
        told = subprocess.run(["ssh-keygen", "-lf", server.folder / "eve"], capture_output=True, text=True, check=True)
        assert told.stdout.split()[1] in program.text.split()
    _, code = Accounts(server.data / "accounts.sqlite").invite("Eve", by="admin")
    with server.connect("eve", asks=f"{LINK}{code}") as invited:
        assert 0 == invited.end()
    with server.connect("eve") as invited:
        invited.wait_for("Play Ember")
