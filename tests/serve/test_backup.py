"""Backups of a server while games are being played, and restoring them."""

from __future__ import annotations

import json
import os
import resource
import shutil
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from roguelike import cli
from roguelike.serve import copier
from roguelike.serve.accounts import Accounts, KeyUsed
from roguelike.serve.backup import back_up
from roguelike.serve.database import make_database
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.restore import Restored, restore
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.scores import ScoreFile
from tests.pty_program import PATIENCE, ROOT
from tests.serving import enter, manage, needs_ssh, play, play_on, serve, turn_of
from tests.store.library_fixtures import SHORT, begun, resumed, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.serve.game.served_store import ServedStore
    from tests.store.library_fixtures import Playing

    Command = Callable[..., tuple[int, str, str]]

GAME: Final = "players/1/games/ann.game"


def library_of(places: ServerPaths) -> ServedStore:
    """Return the games of the first account."""
    return store_in(DataFolder(places.player(1), places.root), places)


def scores(places: ServerPaths) -> list[tuple[str, bool]]:
    """Return the scores, and whether each is verified."""
    return [(line.game, line.verified) for line in scores_of(library_of(places))]


def finish(playing: Playing) -> None:
    """Play a game to its end, and see it."""
    playing.to_the_end()
    playing.play.finish(playing.account)
    playing.play.see_end()
    playing.quit()


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a server that has stopped: ann has finished a game, and has another in progress."""
    places = ServerPaths(tmp_path_factory.mktemp("stopped") / "data")
    places.make()
    make_database(places.accounts)
    Accounts(places.accounts).register("ann", KeyUsed(f"SHA256:{1:043}", "ssh-ed25519"))
    (places.root / "serve.toml").write_text("guests = 3\n")
    finish(begun(library_of(places), "ann", SHORT))
    begun(library_of(places), "ann").step(120).quit()
    return places.root


@pytest.fixture
def places(stopped: Path, tmp_path: Path) -> ServerPaths:
    """Return a copy of that folder."""
    return ServerPaths(shutil.copytree(stopped, tmp_path / "data"))


@pytest.fixture
def command(places: ServerPaths, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return what runs a command on a folder, and returns its exit code and what it prints and complains."""

    def run(*words: str | Path, root: Path = places.root) -> tuple[int, str, str]:
        code = cli.main(["server", *map(str, words), "--data-dir", str(root)])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def _not_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the process of the tests as quick as it is."""
    monkeypatch.setattr(os, "nice", lambda _: 0)


@pytest.mark.terminal
@needs_ssh
def test_a_drill(tmp_path: Path) -> None:
    """Two play while a backup is made, all is lost, and they go on where they were."""
    with serve(tmp_path) as server:
        first, copy = server.fingerprint, tmp_path / "copy"
        finish(begun(library_of(ServerPaths(server.data)), "ann", SHORT))
        with enter(server, "ann") as ann, enter(server, "bob") as bob:
            before = {"ann": play(ann), "bob": play(bob)}
            with backing_up(server.data, copy) as backup:
                while backup.poll() is None and play_on(ann) and play_on(bob):
                    pass
                assert (0, "") == (backup.wait(3 * PATIENCE), backup.communicate()[1])  # the others go first
            after = {"ann": turn_of(ann), "bob": turn_of(bob)}
        refused = manage(server.data, "restore", str(copy))
        assert f"roguelike: a server is already running in {server.data}.\n" == refused.stderr
    shutil.rmtree(server.data)

    assert "3 games verified" in manage(server.data, "restore", str(copy)).stdout
    with serve(tmp_path) as server:
        assert first == server.fingerprint
        assert [("ann-0001", True)] == scores(ServerPaths(server.data))
        for name in ("ann", "bob"):
            with server.connect(name) as program:
                program.wait_for("Continue")
                program.type("c")
                program.wait_until(lambda: before[name] <= turn_of(program) <= after[name], "the turn")  # noqa: B023 -- asked at once


def backing_up(data: Path, copy: Path) -> subprocess.Popen[str]:
    """Start a backup in a process of its own."""
    told = [sys.executable, "-m", "roguelike", "server", "backup", str(copy), "--data-dir", str(data)]
    environment = {"PATH": os.environ["PATH"], "HOME": str(data.parent), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def test_a_backup_has_all_that_a_server_needs(places: ServerPaths, command: Command, tmp_path: Path) -> None:
    """For the owner's eyes only, and with the times of the files; what runs is no part of it."""
    begun(library_of(places), "bea").quit()
    games = library_of(places)

    assert (0, "") == command("backup", tmp_path / "copy")[::2]
    shutil.move(places.root, tmp_path / "lost")
    assert (0, "") == command("restore", tmp_path / "copy")[::2]
    assert {"players/1/games/ann.lock", "players/1/games/bea.lock"} == files(tmp_path / "lost") - files(places.root)
    assert {0o700, 0o600} == {stat.S_IMODE(path.stat().st_mode) for path in places.root.rglob("*")}
    assert "guests = 3\n" == (places.root / "serve.toml").read_text()
    assert (tmp_path / "lost" / GAME).stat().st_mtime == (places.root / GAME).stat().st_mtime
    assert [("ann-0001", True)] == scores(places)
    assert 120 == resumed(games, "ann").play.journal.number


def files(root: Path) -> set[str]:
    """Return the paths of all files in a folder."""
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("after", ["copy_while_played", "_stamp"])
def test_a_game_that_ends_meanwhile_is_there_once(
    places: ServerPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """With its score, although it was copied as a game in progress before."""
    begun(library_of(places), "bea", SHORT).step(2).quit()
    step = getattr(copier, after)

    def step_and_end(path: Path, goal: Path) -> int:
        inode: int = step(path, goal)
        if path.name == "bea.game":
            finish(resumed(library_of(places), "bea"))
        return inode

    monkeypatch.setattr(copier, after, step_and_end)
    assert 1 == back_up(places, tmp_path / "copy").games

    assert 3 == restored(places, tmp_path).verified
    assert ["ann"] == [game.name for game in library_of(places).saved()]
    assert {("ann-0001", True), ("bea-0001", True)} == {*scores(places)}


def test_a_game_that_ends_later_goes_on_without_its_score(
    places: ServerPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the end to which it is played then could have none."""
    begun(library_of(places), "bea", SHORT).step(2).quit()
    drop = copier.Copier._drop_ended

    def end_and_drop(self: copier.Copier) -> None:
        finish(resumed(library_of(places), "bea"))
        drop(self)

    monkeypatch.setattr(copier.Copier, "_drop_ended", end_and_drop)
    assert 2 == back_up(places, tmp_path / "copy").games

    assert 3 == restored(places, tmp_path).verified
    assert 1 == ScoreFile(places.root / "scores.sqlite").count()
    finish(resumed(library_of(places), "bea"))
    assert {("ann-0001", True), ("bea-0001", True)} == {*scores(places)}


def restored(places: ServerPaths, tmp_path: Path) -> Restored:
    """Lose everything, and restore it."""
    shutil.rmtree(places.root)
    found = restore(tmp_path / "copy", places, force=False)
    assert found.is_in_place
    return found


def flip(path: Path) -> None:
    """Change a byte in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (flip, f"{GAME} is damaged."),
        (lambda path: os.truncate(path, 5000), f"{GAME} is damaged: it has 5000 of "),
        (lambda path: path.unlink(), f"{GAME} is missing."),
    ],
    ids=["damaged", "truncated", "missing"],
)
def test_a_damaged_backup_is_not_restored(
    command: Command, tmp_path: Path, harm: Callable[[Path], object], told: str
) -> None:
    """Unless what is left of it is wanted."""
    command("backup", tmp_path / "copy")
    harm(tmp_path / "copy" / GAME)
    new = tmp_path / "new"

    code, lines, sentence = command("restore", tmp_path / "copy", root=new)
    assert (1, "roguelike: nothing was restored") == (code, sentence[:31])
    assert lines.startswith(told)
    assert 1 == lines.count("\n")
    assert not new.exists()
    assert 0 == command("restore", tmp_path / "copy", "--force", root=new)[0]
    assert (new / "players/1/finished/ann-0001.game").exists()
    assert not (new / GAME).exists()


@pytest.mark.parametrize(
    ("name", "harm", "told"),
    [
        ("manifest.json", flip, "manifest.json is damaged"),
        ("manifest.json", lambda path: path.unlink(), "not a complete backup (it has no manifest.json)."),
        ("accounts.sqlite", flip, "accounts.sqlite is missing or damaged: without it no game has an owner."),
    ],
)
def test_some_backups_cannot_be_restored_at_all(
    command: Command, tmp_path: Path, name: str, harm: Callable[[Path], object], told: str
) -> None:
    """Where nobody could tell whose games they are, or whether they are complete."""
    command("backup", tmp_path / "copy")
    harm(tmp_path / "copy" / name)

    code, lines, sentence = command("restore", tmp_path / "copy", "--force", root=tmp_path / "new")
    assert (1, "") == (code, lines)
    assert told in sentence
    assert not (tmp_path / "new").exists()


def test_a_damaged_game_is_copied_as_it_is(places: ServerPaths, command: Command, tmp_path: Path) -> None:
    """The backup says so, and so does who restores it."""
    flip(places.root / GAME)
    damaged = (places.root / GAME).read_bytes()

    assert (3, f"{GAME} is damaged, and copied as it is.") == at_first(command("backup", tmp_path / "copy"))
    code, lines = at_first(command("restore", tmp_path / "copy", root=tmp_path / "new"))
    assert 1 == code
    assert lines.startswith(f"{GAME} cannot be read: ")
    assert 0 == command("restore", tmp_path / "copy", "--force", root=tmp_path / "new")[0]
    assert damaged == (tmp_path / "new" / GAME).read_bytes()


def at_first(ended: tuple[int, str, str]) -> tuple[int, str]:
    """Return the exit code, and the first line."""
    return ended[0], ended[1].split("\n")[0]


def test_programs_are_told_the_same(command: Command, tmp_path: Path) -> None:
    """As JSON, also where nothing is restored."""
    copy, new = tmp_path / "copy", tmp_path / "new"
    made = json.loads(command("backup", copy, "--json")[1])
    assert (str(copy), len(files(copy)) - 1, 1, []) == tuple(
        made[key] for key in ("backup", "files", "games", "damaged")
    )

    (copy / GAME).unlink()
    refused = json.loads(command("restore", copy, "--json", root=new)[1])
    assert (False, [f"{GAME} is missing."]) == (refused["restored"], refused["problems"])
    found = json.loads(command("restore", copy, "--json", "--force", root=new)[1])
    assert (True, made["files"] - 1, 1, 0) == tuple(
        found[key] for key in ("restored", "files", "verified", "not_replayed")
    )


def test_where_something_is_nothing_is_written(places: ServerPaths, command: Command, tmp_path: Path) -> None:
    """Neither over a backup, nor into one that was interrupted, nor over games."""
    command("backup", tmp_path / "copy")
    (tmp_path / "half.partial").mkdir()

    assert (
        f"roguelike: {tmp_path}/copy: already exists (choose another folder).\n"
        == command("backup", tmp_path / "copy")[2]
    )
    assert "half.partial: already exists" in command("backup", tmp_path / "half")[2]
    assert "choose a place outside" in command("backup", places.root / "copy")[2]
    assert ": not a server data folder" in command("backup", tmp_path / "other", root=tmp_path)[2]
    assert f"roguelike: {places.root} is not empty.\n" == command("restore", tmp_path / "copy")[2]
    assert {"copy", "half.partial", "data"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("what", ["backup", "restore"])
def test_a_full_disk_leaves_nothing(command: Command, tmp_path: Path, what: str) -> None:
    """A file that cannot be written is as good a full disk as any."""
    assert 0 == command("backup", tmp_path / "copy")[0]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, before[1]))
    try:
        words = ("backup", tmp_path / "other") if what == "backup" else ("restore", tmp_path / "copy")
        code, lines, sentence = command(*words, **({} if what == "backup" else {"root": tmp_path / "new"}))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert (1, "") == (code, lines)
    assert sentence.endswith("cannot be written: File too large.\n")
    assert {"copy", "data"} == {path.name for path in tmp_path.iterdir()}


def test_an_interrupted_backup_leaves_nothing(
    places: ServerPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As SIGTERM or Ctrl-C interrupt it."""

    def interrupt(*_: object) -> None:
        raise SystemExit(143)

    monkeypatch.setattr(copier.Copier, "_copy_scores", interrupt)
    with pytest.raises(SystemExit):
        back_up(places, tmp_path / "copy")
    assert ["data"] == [path.name for path in tmp_path.iterdir()]
