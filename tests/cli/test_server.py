"""`roguelike server` where no server runs: accounts and bans, and a sentence for whatever cannot be done."""

from __future__ import annotations

import datetime as dt
import errno
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from roguelike import cli
from roguelike.serve import control
from roguelike.serve.accounts import LINK, Accounts, KeyUsed
from roguelike.serve.database import make_database
from roguelike.serve.paths import ServerPaths
from roguelike.store.sqlite.lock import Lock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server that has stopped, with an account."""
    places = ServerPaths(tmp_path)
    places.make()
    make_database(places.accounts)
    Accounts(places.accounts).register("cleo", key(1))
    return places


@pytest.fixture
def command(places: ServerPaths, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command, and returns its exit code and what it prints and complains."""

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(["server", *words, "--data-dir", str(places.root)])
        return (code, *capsys.readouterr())

    return run


def key(number: int) -> KeyUsed:
    """Return the key with that number."""
    return KeyUsed(f"SHA256:{number:043}", "ssh-ed25519")


def plain(answer: tuple[int, str, str]) -> Any:  # noqa: ANN401 -- plain data
    """Return an answer in JSON."""
    assert (0, "") == (answer[0], answer[2])
    return json.loads(answer[1])


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("status",), 1, "no server is running in"),
        (("account", "nobody"), 1, "'nobody': no such account."),
        (("ban", "account", "nobody"), 1, "'nobody': no such account."),
        (("ban", "address", "here"), 1, "'here': not an address or a network."),
        (("ban", "key", "x", "--until", "0001-01-01"), 2, "a time must be like 2026-12-24T18:00, not '0001-01-01'"),
        (("ban", "key", f"SHA256:{'a' * 43}", "--until", "2020-01-01T00:00+00:00"), 2, "is in the past."),
        (("ban", "key", "x", "--for", "3 days"), 2, "a duration must be like 30m, 12h, 3d or 2w"),
        (("ban", "key", "x", "--for", "9999999w"), 2, "ten years at most"),
        (("ban", "address", "0.0.0.0/0"), 2, "0.0.0.0/0 covers many addresses: this bans innocent players too."),
        (("ban", "address", "::/16"), 2, "Add --yes to confirm."),
        (("account", "cleo", "--delete"), 2, "This deletes cleo and all games of the account, permanently. Add --yes"),
        (("unban", "account", "cleo"), 1, "The account cleo is not banned."),
        (
            ("account", "cleo", "--add-key", "rsa"),
            1,
            "'rsa': not the fingerprint of a key (see ssh-keygen -lf FILE).",
        ),
        (("account", "cleo", "--rename", "root"), 1, "root is reserved: choose another name."),
        (("account", "cleo", "--rename", "a", "--delete"), 2, "not allowed with argument"),
        (("kick", "\udcff"), 2, "it must have no control characters"),
        (("say", " "), 2, "the message is empty."),
        (("motd", "/none"), 2, "/none: no such file."),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    command: Callable[..., tuple[int, str, str]], words: tuple[str, ...], code: int, sentence: str
) -> None:
    """And by the exit code."""
    ended = command(*words)

    assert (code, "") == ended[:2]
    assert sentence in ended[2]
    assert 1 == ended[2].count("\n")


def test_a_message_of_the_day_that_cannot_be_written_names_its_own_file(
    command: Callable[..., tuple[int, str, str]], places: ServerPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file in the data folder; the file of the command can be read."""

    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(control, "replace_text", fill)
    (tmp_path / "today").write_text("Hello.\n")

    assert (1, "", f"roguelike: {places.message}: No space left on device.\n") == command(
        "motd", str(tmp_path / "today")
    )


def test_bans_are_listed_until_they_are_taken_back(command: Callable[..., tuple[int, str, str]]) -> None:
    """They need no server that runs."""
    told = command("ban", "account", "Cleo", "--until", "2099-01-01T00:00+00:00", "--reason", "Cheats.")

    until = dt.datetime(2099, 1, 1, tzinfo=dt.UTC).astimezone()
    assert (0, f"Banned: account Cleo until {until:%Y-%m-%d %H:%M %Z}. No server is running.\n", "") == told
    assert f"account cleo until {until:%Y-%m-%d %H:%M %Z}: Cheats.\n" == command("bans")[1]
    assert {"unbanned": "cleo"} == plain(command("unban", "account", "cleo", "--json"))
    assert [] == plain(command("bans", "--json"))


def test_the_keys_of_an_account_are_listed_with_their_days(command: Callable[..., tuple[int, str, str]]) -> None:
    """In the machine's time zone, as the ends of bans are."""
    first, line = command("account", "cleo")[1].splitlines()
    assert "cleo, account 1" == first
    moment = r"[0-9-]{10} [0-9:]{5} [A-Z0-9+-]+"
    assert re.fullmatch(rf"  SHA256:\S{{43}} ssh-ed25519, added {moment}, last used {moment}", line)


def test_a_ban_for_a_span_ends_after_it(command: Callable[..., tuple[int, str, str]]) -> None:
    """It counts from now."""
    before = dt.datetime.now(dt.UTC)
    until = dt.datetime.fromisoformat(plain(command("ban", "account", "Cleo", "--for", "3d", "--json"))["until"])

    assert before + dt.timedelta(days=3) <= until <= dt.datetime.now(dt.UTC) + dt.timedelta(days=3)


@pytest.mark.parametrize(("said", "code"), [("y\n", 0), ("no\n", 1), ("", 1)])
def test_a_dangerous_command_asks_on_a_terminal(
    command: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, said: str, code: int
) -> None:
    """And does nothing without a yes."""
    answers = io.StringIO(said)
    monkeypatch.setattr(answers, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", answers)

    assert code == command("account", "cleo", "--delete")[0]
    assert (code == 0) == ("no such account" in command("account", "cleo")[2])


def test_a_renamed_account_keeps_its_number_its_games_and_its_ban(
    command: Callable[..., tuple[int, str, str]], places: ServerPaths
) -> None:
    """Unless it is taken, or the game is being played."""
    Accounts(places.accounts).register("dora", key(2))
    games = places.player(1) / "games"
    games.mkdir(parents=True)
    for ending in ("game", "game-wal", "lock"):
        (games / f"cleo.{ending}").write_text(ending)
    command("ban", "account", "cleo")
    lock = Lock(games / "cleo.lock", "cleo")
    assert "The game cleo is being played by process" in command("account", "cleo", "--rename", "Rolf")[2]
    assert 1 == command("account", "cleo", "--delete", "--yes")[0]
    lock.release()
    assert "DORA is taken" in command("account", "cleo", "--rename", "DORA")[2]

    assert 1 == plain(command("account", "cleo", "--rename", "Rolf", "--json"))["id"]
    assert {"Rolf.game", "Rolf.game-wal", "Rolf.lock"} == {each.name for each in games.iterdir()}
    assert "account rolf\n" == command("bans")[1]


def test_an_invitation_creates_an_account_for_its_bearer(
    command: Callable[..., tuple[int, str, str]], places: ServerPaths
) -> None:
    """One that is there gets another key; a name that nobody may have is refused."""
    accounts = Accounts(places.accounts)
    for name, number in (("Dora", 2), ("CLEO", 1)):
        user = plain(command("account", name, "--invite", "--json"))["user"]
        assert user.startswith(LINK)
        assert number == accounts.join(user.removeprefix(LINK), key(number + 5)).id

    assert "Dora" == accounts.find("dora").name
    assert [1, 2] == [len(accounts.keys_of(accounts.find(name))) for name in ("dora", "cleo")]
    assert "admin is reserved" in command("account", "admin", "--invite")[2]


def test_a_deleted_account_leaves_nothing_but_its_number(
    command: Callable[..., tuple[int, str, str]], places: ServerPaths
) -> None:
    """Whoever has its name or key afterwards is somebody else."""
    (places.player(1) / "games").mkdir(parents=True)

    assert {"deleted": "cleo"} == plain(command("account", "CLEO", "--delete", "--yes", "--json"))
    assert not places.player(1).exists()
    assert 1 == command("account", "cleo")[0]
    assert 2 == Accounts(places.accounts).register("cleo", key(1)).id
