"""Going on with a game when its rules are not what they were, and what it costs to load a long one."""

from __future__ import annotations

import functools
import json
import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import roguelike.content
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.store.errors import UNREADABLE
from roguelike.store.records import chained, sealed, snapshot_row, turn_of
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.store.damage import NAME, Change, Save, begin_save, change, judge, play_on

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.stored_game import StoredGame

RULES = functools.cache(load_ruleset)
CLASSIC = Path(roguelike.content.__file__).parent / "classic"


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a game of 215 commands that was killed: its newest snapshot is after command 200."""
    return begin_save(tmp_path_factory.mktemp("good") / "x", RULES, crashed=True)


def rules_like(folder: Path, file: str, old: str, new: str) -> Callable[[str], RuleSet]:
    """Return the game's own rules with one line rewritten, whatever rules are asked for."""
    shutil.copytree(CLASSIC, folder / "classic")
    path = folder / "classic" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    ruleset = load_ruleset(folder / "classic")
    return lambda _: ruleset


@pytest.fixture(scope="module")
def stronger(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], RuleSet]:
    """Return rules by which an orc is stronger, in another version."""
    monsters = (CLASSIC / "monsters.toml").read_text(encoding="utf-8")
    line = next(line for line in monsters.splitlines() if line.startswith("hit_points"))
    return rules_like(tmp_path_factory.mktemp("rules"), "monsters.toml", line, "hit_points = 77")


def resumed(library: SqliteStore) -> tuple[StoredGame, int]:
    """Go on with the game as far as it was played; returns how many commands were done again."""
    play = library.resume(NAME)
    return play, len(list(play.catch_up()))


def test_a_game_goes_on_by_changed_rules_from_its_last_snapshot(
    save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path
) -> None:
    """A player who edits a rule set keeps the game, and a notice says what is lost."""
    save.lay(tmp_path)

    play, replayed = resumed(SqliteStore(DataFolder(tmp_path), stronger))
    turn = play.game.world.turn
    play.release()

    assert 0 == replayed
    told = "The rules have changed since this game was saved: its replay ends here."
    assert [f"{told} Everything after turn {turn} was dropped."] == play.notices


def test_what_was_left_out_stays_in_the_file_and_the_end_of_the_replay_is_noted(
    save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path
) -> None:
    """Nothing that was played is taken away, whatever becomes of it."""
    save.lay(tmp_path)
    play, _ = resumed(SqliteStore(DataFolder(tmp_path), stronger))
    play_on(play, 5)
    play.release()

    with read(tmp_path / "games" / f"{NAME}.game") as saved:
        rows = list(saved.rows(0, saved.first_link))
        notes = saved.annotations()

    assert 220 == len(rows)
    assert [(215, {"fingerprint": stronger("").fingerprint})] == notes


def test_the_second_time_nobody_complains(save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path) -> None:
    """It is the game's own rules now, and every command counts again."""
    save.lay(tmp_path)
    library = SqliteStore(DataFolder(tmp_path), stronger)
    play, _ = resumed(library)
    play_on(play, 5)
    digest = play.game.digest()
    play.release()

    play, replayed = resumed(library)
    play.release()

    assert not play.notices
    assert 5 == replayed
    assert digest == play.game.digest()


def test_going_back_to_the_old_rules_is_told_too(
    save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path
) -> None:
    """Commands that were done by other rules cannot be done again by these."""
    old = save.lay(tmp_path)
    play, _ = resumed(SqliteStore(DataFolder(tmp_path), stronger))
    play_on(play, 5)
    play.release()

    play, replayed = resumed(old)
    play.release()

    assert 0 == replayed
    assert play.notices[0].startswith("The rules have changed since")


def test_rules_that_take_only_an_older_snapshot_go_on_from_that(
    save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path
) -> None:
    """A kind of monster that is gone may not have been met yet."""
    with change(save) as changed:
        _rename_a_monster(changed.connection, 200)
    save.lay(tmp_path, changed.files)
    with read(tmp_path / "games" / f"{NAME}.game") as saved:
        turn = turn_of(saved.snapshot(150).world)

    play, _ = resumed(SqliteStore(DataFolder(tmp_path), stronger))
    play.release()

    assert turn == play.game.world.turn
    assert play.notices[0].endswith(f"Everything after turn {turn} was dropped.")


def _rename_a_monster(connection: sqlite3.Connection, number: int) -> None:
    """Write a snapshot as rules did that had a kind of monster more."""
    query = "SELECT fingerprint, world, chain FROM snapshots JOIN commands USING (number) WHERE number = ?"
    fingerprint, packed, link = connection.execute(query, (number,)).fetchone()
    world = json.loads(zlib.decompress(packed))
    world["world"]["level"]["actors"][0]["kind"] = "gone"
    connection.execute(f"INSERT OR REPLACE {INTO_SNAPSHOTS}", snapshot_row(world, fingerprint, number, link))


def test_rules_that_fit_no_snapshot_are_told(save: Save, tmp_path: Path) -> None:
    """The player can get the old rules back; the game waits."""
    save.lay(tmp_path / "data")
    rules = rules_like(tmp_path, "ruleset.toml", "slots = 10", "slots = 9")

    sentence = judge(save, SqliteStore(DataFolder(tmp_path / "data"), rules))

    assert "the rules have changed, and no snapshot matches them" in sentence


def test_changed_rules_and_a_damaged_snapshot_together_wait(
    save: Save, stronger: Callable[[str], RuleSet], tmp_path: Path
) -> None:
    """By its own rules the game can still be brought back to where it was: going on would throw that away."""
    with change(save) as changed:
        changed.connection.execute("UPDATE snapshots SET world = x'00' WHERE number = 200")
    save.lay(tmp_path, changed.files)

    sentence = judge(save, SqliteStore(DataFolder(tmp_path), stronger))

    assert "the rules have changed, and the snapshot to continue from is damaged" in sentence


def test_a_damaged_fingerprint_is_no_change_of_the_rules(save: Save, tmp_path: Path) -> None:
    """Taken for one, it would throw away what was done since the snapshot."""
    with change(save) as changed:
        changed.connection.execute("UPDATE snapshots SET fingerprint = replace(fingerprint, '0', '1')")
        changed.connection.execute("UPDATE snapshots SET fingerprint = replace(fingerprint, 'a', 'b')")

    assert not judge(save, save.lay(tmp_path, changed.files))


def test_words_and_colours_may_change(save: Save, tmp_path: Path) -> None:
    """They are not the game: nothing is lost, and there is no notice."""
    save.lay(tmp_path / "data")
    rules = rules_like(tmp_path, "ruleset.toml", 'title = "Classic"', 'title = "Mine"')

    play, replayed = resumed(SqliteStore(DataFolder(tmp_path / "data"), rules))
    play.release()

    assert 15 == replayed
    assert not play.notices
    assert save.digest == play.game.digest()


def test_a_rule_set_that_is_gone_is_named(save: Save, tmp_path: Path) -> None:
    """The player has moved its folder: the game waits until it is back."""
    rules = tmp_path / "mine"
    shutil.copytree(CLASSIC, rules)
    library = SqliteStore(DataFolder(tmp_path / "data"), load_ruleset)
    library.begin(NAME, str(rules)).release()
    shutil.rmtree(rules)

    sentence = judge(save, library)

    assert f"{NAME}.game cannot be read: its rule set cannot be used: Unknown rule set {str(rules)!r}" in sentence


def test_a_rule_set_that_is_broken_is_named(save: Save, tmp_path: Path) -> None:
    """Its author sees where, and the game waits."""
    rules = tmp_path / "mine"
    shutil.copytree(CLASSIC, rules)
    library = SqliteStore(DataFolder(tmp_path / "data"), load_ruleset)
    library.begin(NAME, str(rules)).release()
    (rules / "items.toml").write_text("[", encoding="utf-8")

    sentence = judge(save, library)

    assert "its rule set cannot be used" in sentence
    assert "mine/items.toml" in sentence


def forge(save: Save, commands: list[str]) -> Change:
    """Return a save with more commands, whose chain is right: a stranger can make one."""
    with change(save) as changed:
        connection = changed.connection
        (link,) = connection.execute("SELECT chain FROM commands WHERE number = 215").fetchone()
        for number, command in enumerate(commands, start=216):
            link = chained(link, number, json.loads(command), 0, 0, save.digest)
            row = (number, command, 0, 0, save.digest, link)
            connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", row)
    return changed


@pytest.mark.parametrize(
    "command",
    [
        "[]",
        '["nonsense"]',
        '["move","up"]',
        '["use",99999999999999999999]',
        "7",
        "null",
        '{"move":1}',
        '["move",["north"]]',
    ],
)
def test_a_command_that_is_none_is_told(command: str, save: Save, tmp_path: Path) -> None:
    """What the chain says is true is looked at all the same."""
    sentence = judge(save, save.lay(tmp_path, forge(save, [command]).files))

    assert "command 216 is unknown" in sentence


def test_a_forged_world_that_does_not_lead_to_the_next_command_is_told(save: Save, tmp_path: Path) -> None:
    """Snapshots and commands hold each other."""
    sentence = judge(save, save.lay(tmp_path, forge(save, ['["wait"]', '["wait"]']).files))

    assert "command 217, on turn 0, does not fit the world" in sentence


def test_a_command_that_is_missing_is_named(save: Save, tmp_path: Path) -> None:
    """Whoever looks into the file should know where."""
    with change(save) as changed:
        changed.connection.execute("DELETE FROM commands WHERE number = 207")

    assert "command 207 is missing" in judge(save, save.lay(tmp_path, changed.files))


@pytest.mark.parametrize("columns", ["world, digest", "world", "digest"])
def test_the_last_snapshots_cannot_change_places(columns: str, tmp_path: Path) -> None:
    """Without a command after it, only its seal shows that a world is not the saved one."""
    save = begin_save(tmp_path / "x", RULES, crashed=False)
    with change(save) as changed:
        changed.connection.execute(
            f"UPDATE snapshots SET ({columns}) = (SELECT {columns} FROM snapshots WHERE number = 200) "  # noqa: S608
            "WHERE number = 215"
        )

    assert not judge(save, save.lay(tmp_path / "y", changed.files))
    assert [_ONE_BAD] == save.lay(tmp_path / "z", changed.files).resume(NAME).notices


_ONE_BAD = "Skipped 1 damaged snapshot while loading this game; nothing is lost."


@pytest.mark.parametrize("commands", [1, 99, 100, 101, 250])
def test_no_more_than_a_hundred_commands_are_done_again(commands: int, tmp_path: Path) -> None:
    """Loading takes the same moment however long the game is."""
    library = SqliteStore(DataFolder(tmp_path), RULES)
    play = library.begin(NAME, "classic", 0)
    for _ in range(commands):
        play.append(Wait())
        play.game.play(Wait())
        if play.game.outcome is not None:
            break
    taken, digest = play.journal.number, play.game.digest()
    play.release()

    play, replayed = resumed(library)
    play.release()

    assert (taken - 1) % 100 + 1 == replayed
    assert digest == play.game.digest()


def test_a_seal_holds_what_it_seals() -> None:
    """Each part of it, in its place."""
    seal = sealed("link", 1, "a", "b")

    assert seal not in {sealed("link", 1, "b", "a"), sealed("other", 1, "a", "b"), sealed("link", 2, "a", "b")}
    assert UNREADABLE == 3
