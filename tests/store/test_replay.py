"""Recorded games, played again."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.engine.snapshot import snapshot
from roguelike.store.errors import StoreError
from roguelike.store.new_game import initial_world
from roguelike.store.records import dice_of, seed_of
from roguelike.store.replay import Differs, Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.lookup import find, open_replay, read_record, rules_of
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.store.verify import verify
from tests.kept_games import DIES, files, keep_game
from tests.replays.record import play

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.record import Record
    from roguelike.store.records import Row

NUMBERS = (0, 240, 3, 100, 101, 199, 250, 1)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game of 250 commands by alice, and one that bob has lost."""
    root = tmp_path_factory.mktemp("games")
    keep_game(root)
    keep_game(root, "bob", seed=DIES)
    return root


@pytest.fixture(scope="module")
def worlds(kept: Path) -> list[str]:
    """Return the digests of alice's game after every command, from 0 to 250, by its seeds and commands alone."""
    record = read_record(DataFolder(kept).game("alice"))
    replay = Replay(record, load_ruleset("classic"))
    game = new_game(load_ruleset("classic"), seed_of(record.about), dice_of(record.about))
    digests = [game.digest()]
    for number in range(1, replay.length + 1):
        game.play(replay.command(number))
        digests.append(game.digest())
    return digests


@pytest.fixture
def record(classic: RuleSet) -> Record:
    """Return a game in progress of 200 commands."""
    return play(classic, "random", 1)


def test_any_moment_can_be_jumped_to(kept: Path, worlds: list[str]) -> None:
    """A jump forward or back gives the same world as playing up to that command."""
    replay = open_replay(DataFolder(kept), "alice", load_ruleset)

    assert 250 == replay.length
    assert [worlds[number] for number in NUMBERS] == [replay.game_at(number).digest() for number in NUMBERS]


def test_each_jump_returns_a_separate_game(kept: Path) -> None:
    """Otherwise, playing on from one moment would change another."""
    replay = open_replay(DataFolder(kept), "alice", load_ruleset)
    before = replay.game_at(100).digest()
    replay.game_at(100).play(replay.command(101))

    assert before == replay.game_at(100).digest()


def test_a_command_leads_to_the_next_world(kept: Path, worlds: list[str]) -> None:
    """The viewer performs the command, so that missiles are shown in flight."""
    replay = open_replay(DataFolder(kept), "alice", load_ruleset)
    game = replay.game_at(56)
    game.play(replay.command(57))

    assert worlds[57] == game.digest()


def test_the_steps_are_every_world_in_order(kept: Path, worlds: list[str]) -> None:
    """A film of a game shows every command."""
    steps = [
        (step.row.number, step.game.digest()) for step in open_replay(DataFolder(kept), "alice", load_ruleset).steps()
    ]

    assert list(enumerate(worlds))[1:] == steps


def test_the_beginning_is_told(kept: Path) -> None:
    """A viewer shows the messages of the beginning."""
    replay = open_replay(DataFolder(kept), "alice", load_ruleset)

    assert replay.game_at(0).events
    assert not replay.game_at(7).events


def test_damaged_snapshots_are_passed_over(tmp_path: Path, kept: Path, worlds: list[str]) -> None:
    """The commands are enough, but take longer."""
    path = tmp_path / "alice.game"
    path.write_bytes(DataFolder(kept).game("alice").read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE snapshots SET world = x'00' WHERE number > 0")
    connection.close()
    replay = open_replay(DataFolder(tmp_path), str(path), load_ruleset)

    assert worlds[230] == replay.game_at(230).digest()


def test_a_snapshot_of_another_moment_is_passed_over(
    kept: Path, worlds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of the journal count, not the snapshot."""
    replay = open_replay(DataFolder(kept), "alice", load_ruleset)
    monkeypatch.setattr(replay, "_stored", lambda _: snapshot(replay.game_at(7).world))

    assert worlds[230] == replay.game_at(230).digest()


def test_a_game_whose_last_commands_are_missing_is_told(tmp_path: Path, kept: Path) -> None:
    """Its snapshots show that there were more."""
    path = tmp_path / "alice.game"
    path.write_bytes(DataFolder(kept).game("alice").read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM commands WHERE number > 240")
    connection.close()
    with pytest.raises(StoreError, match="command 241 is missing") as told:
        open_replay(DataFolder(tmp_path), str(path), load_ruleset)

    assert 3 == told.value.code


def test_it_outlives_its_file(tmp_path: Path, worlds: list[str], kept: Path) -> None:
    """A game may end, and its file move, while somebody watches it."""
    path = tmp_path / "alice.game"
    path.write_bytes(DataFolder(kept).game("alice").read_bytes())
    replay = open_replay(DataFolder(tmp_path), str(path), load_ruleset)
    path.unlink()

    assert worlds[230] == replay.game_at(230).digest()


def test_watching_changes_no_file(kept: Path) -> None:
    """Neither the bytes nor the names of the files change."""
    before = files(kept)
    for what in ("alice", "bob"):
        verify(open_replay(DataFolder(kept), what, load_ruleset))

    assert before == files(kept)


@pytest.mark.parametrize("what", ["bob", "bob-0001", "finished/bob-0001.game"])
def test_a_finished_game_is_found_by_its_name_key_and_file(
    kept: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is at hand."""
    monkeypatch.chdir(kept)
    verdict = verify(open_replay(DataFolder(kept), what, load_ruleset))

    assert ("died", 170) == (verdict.outcome, verdict.turns)


def test_a_game_in_progress_comes_before_finished_ones(tmp_path: Path) -> None:
    """A name most likely means the game in progress, and otherwise the last finished one."""
    folder = DataFolder(tmp_path)
    keep_game(tmp_path, seed=DIES)
    keep_game(tmp_path, seed=DIES)
    last = find(folder, "alice")
    keep_game(tmp_path, commands=2)

    assert folder.finished / "alice-0002.game" == last
    assert folder.game("alice") == find(folder, "alice")


@pytest.mark.parametrize("what", ["nobody", "alice-0001", "no/such.game", "no/such.jsonl", "."])
def test_what_is_not_there_is_told(kept: Path, what: str) -> None:
    """The exit code is 3, as for any unreadable file."""
    with pytest.raises(StoreError) as told:
        open_replay(DataFolder(kept), what, load_ruleset)

    assert 3 == told.value.code
    assert what in str(told.value)


def test_a_game_that_is_being_played_is_told(tmp_path: Path) -> None:
    """Replaying it does not interrupt its player."""
    folder = DataFolder(tmp_path)
    played = SqliteStore(folder, load_ruleset).begin("alice", "classic", 1)
    try:
        with pytest.raises(StoreError, match="is being played") as told:
            open_replay(folder, "alice", load_ruleset)
    finally:
        played.close()

    assert 3 == told.value.code


@pytest.mark.parametrize("number", [1, 2, 57, 200])
def test_the_first_world_that_differs_is_named(classic: RuleSet, record: Record, number: int) -> None:
    """That is where to look for the defect of the engine."""
    rows = list(record.rows)
    for each in range(number - 1, len(rows)):
        rows[each] = attrs.evolve(rows[each], before="0" * 32)
    with pytest.raises(Differs) as told:
        verify(Replay(attrs.evolve(record, rows=rows), classic))

    assert (4, number, rows[number - 1].turn) == (told.value.code, told.value.number, told.value.turn)
    assert f"turn {rows[number - 1].turn}, before command {number}." in str(told.value)


@pytest.mark.parametrize(
    "changed", [{"digest": "0" * 32}, {"outcome": "won", "turn": 200}, {"outcome": "died", "turn": 200}]
)
def test_another_end_is_a_difference(classic: RuleSet, record: Record, changed: dict[str, Any]) -> None:
    """A file can claim a victory, but it fails verification."""
    with pytest.raises(Differs, match="at its end"):
        verify(Replay(attrs.evolve(record, **changed), classic))


def test_another_command_is_a_difference(classic: RuleSet, record: Record) -> None:
    """Every change shows in the world after it."""
    rows = list(record.rows)
    other = ["wait"] if rows[49].command != ["wait"] else ["move", "north"]
    rows[49] = attrs.evolve(rows[49], command=other)
    with pytest.raises(Differs) as told:
        verify(Replay(attrs.evolve(record, rows=rows), classic))

    assert 51 == told.value.number


@pytest.mark.parametrize("command", [["fly"], ["move"], ["move", "up"], ["use", "a"], [], "wait", {}, [["wait"]]])
def test_a_command_that_is_none_is_told(classic: RuleSet, record: Record, command: object) -> None:
    """A file may come from a stranger."""
    rows = [attrs.evolve(record.rows[0], command=command)]
    with pytest.raises(StoreError, match="command 1 is unknown") as told:
        verify(Replay(attrs.evolve(record, rows=rows), classic))

    assert 3 == told.value.code


def test_where_the_rules_were_changed_it_ends(classic: RuleSet, record: Record) -> None:
    """The replay says so, and is right up to there."""
    replay = Replay(attrs.evolve(record, changes=[(50, "0" * 32)], digest=None), classic)

    assert 50 == replay.length == verify(replay).commands
    assert f"changed on turn {record.rows[50].turn}" in replay.ends_because


def test_by_other_rules_it_cannot_be_played_again(record: Record) -> None:
    """It would be a game that nobody has played."""
    with pytest.raises(StoreError, match="a different version of the rule set") as told:
        Replay(record, load_ruleset("kasidin"))

    assert 3 == told.value.code


def test_a_folder_of_another_name_is_told(record: Record, classic: RuleSet) -> None:
    """The name is a part of the world; without a message a player would look for another defect."""
    with pytest.raises(StoreError, match="named 'mine'") as told:
        Replay(attrs.evolve(record, about={**record.about, "rules": "mine"}, rows=_renamed(record)), classic)

    assert 3 == told.value.code


def test_a_file_from_elsewhere_names_no_path_that_is_read(tmp_path: Path, record: Record) -> None:
    """A stranger's file must not choose what is opened here."""
    for parent, refused in ((tmp_path / "games", False), (tmp_path, True)):
        about = {**record.about, "rules": "/somewhere/mine"}
        stranger = attrs.evolve(record, path=parent / "alice.game", about=about)
        if refused:
            with pytest.raises(StoreError, match="--rules PATH"):
                rules_of(stranger, DataFolder(tmp_path))
        else:
            assert "/somewhere/mine" == rules_of(stranger, DataFolder(tmp_path))


def test_strange_files_are_told_at_once(tmp_path: Path) -> None:
    """Opening a pipe does not block."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.game")
    (tmp_path / "folder.jsonl").mkdir()
    for name in ("pipe.jsonl", "pipe.game", "folder.jsonl"):
        with pytest.raises(StoreError) as told:
            open_replay(DataFolder(tmp_path), str(tmp_path / name), load_ruleset)
        assert 3 == told.value.code


def _renamed(record: Record) -> list[Row]:
    return [attrs.evolve(record.rows[0], before="0" * 32), *record.rows[1:]]


@pytest.mark.parametrize("many", [0, 20])
def test_to_verify_a_game_makes_its_first_level_once(
    classic: RuleSet, record: Record, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """That takes most of the time in a short game."""
    begun: list[str] = []

    def counted(ruleset: RuleSet, about: Mapping[str, str]) -> Game:
        begun.append(ruleset.name)
        return initial_world(ruleset, about)

    monkeypatch.setattr("roguelike.store.replay.initial_world", counted)
    verdict = verify(Replay(attrs.evolve(record, rows=record.rows[:many], turn=None, digest=None), classic))

    assert (many, ["classic"]) == (verdict.commands, begun)
