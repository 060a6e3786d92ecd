"""The scores of everybody who shares a data folder."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import os
import sqlite3
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.rules.score import score_of
from roguelike.engine.scenario import draw
from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.kept.editions import Editions
from roguelike.store.kept.scores import standing_in
from roguelike.store.listings import ScoreLine, Standing
from roguelike.store.sqlite.scores import ScoreFile
from tests.store.library_fixtures import System, database_error, known_rules
from tests.store.racing import race

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.state.world import Outcome

WHEN = dt.datetime(2026, 11, 21, 8, 0, tzinfo=dt.UTC)
FIRST_TABLE = (
    "CREATE TABLE scores (id TEXT PRIMARY KEY, name TEXT NOT NULL, rules TEXT NOT NULL, "
    "outcome TEXT NOT NULL, score INTEGER NOT NULL, turn INTEGER NOT NULL, kills INTEGER NOT NULL, "
    "seed TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID"
)
SECOND_TABLE = FIRST_TABLE.replace(") WITHOUT", ", spoiled INTEGER NOT NULL DEFAULT 0) WITHOUT")
THIRD_TABLE = SECOND_TABLE.replace(") WITHOUT", ", depth INTEGER NOT NULL DEFAULT 0) WITHOUT")
FOURTH_TABLE = THIRD_TABLE.replace(") WITHOUT", ", board TEXT NOT NULL DEFAULT '') WITHOUT")
FIFTH_TABLE = FOURTH_TABLE.replace(") WITHOUT", ", edition INTEGER NOT NULL DEFAULT 1) WITHOUT")
KIM = ScoreLine("kim", "Classic", "died", 30, 170, 3, (1 << 64) - 1, WHEN)


def lines(path: pathlib.Path) -> list[ScoreLine]:
    """Return the scores of a file in their order."""
    return list(ScoreFile(path).best().values())


def standing(path: pathlib.Path, name: str, score: int, board: str) -> Standing:
    """Return the place of a score in a file."""
    return standing_in(ScoreFile(path), name, score, board, Editions())


def test_a_score_is_read_as_it_was_written(tmp_path: pathlib.Path) -> None:
    """Seeds too, up to the highest."""
    ScoreFile(tmp_path / "scores.sqlite").add("a", KIM)

    assert [KIM] == lines(tmp_path / "scores.sqlite")


def test_the_best_is_first_and_of_equal_ones_the_older(tmp_path: pathlib.Path) -> None:
    """Whoever was there first stays above."""
    later = attrs.evolve(KIM, name="later", when=WHEN + dt.timedelta(seconds=1))
    better = attrs.evolve(KIM, name="better", score=31)
    for number, score in enumerate((later, KIM, better)):
        ScoreFile(tmp_path / "scores.sqlite").add(str(number), score)

    assert [better, KIM, later] == lines(tmp_path / "scores.sqlite")


def test_a_game_counts_once(tmp_path: pathlib.Path) -> None:
    """Its end may have to be written twice, when the first time did not come to its end; it ended the first time."""
    ScoreFile(tmp_path / "scores.sqlite").add("a", KIM)
    ScoreFile(tmp_path / "scores.sqlite").add("a", attrs.evolve(KIM, when=WHEN + dt.timedelta(days=7)))

    assert [KIM] == lines(tmp_path / "scores.sqlite")


def test_the_games_of_a_mode_are_ranked_among_themselves(tmp_path: pathlib.Path) -> None:
    """They are easier, so nobody else falls behind for them."""
    path = tmp_path / "scores.sqlite"
    gentle = attrs.evolve(KIM, score=900, board="gentle")
    best = attrs.evolve(KIM, name="ann", score=901, board="gentle")
    for number, score in enumerate((best, gentle, KIM)):
        ScoreFile(path).add(str(number), score)

    assert [KIM, best, gentle] == lines(path)
    assert Standing(1, 1, 1, 1) == standing(path, "kim", 30, "")
    assert Standing(1, 1, 2, 2, "gentle") == standing(path, "kim", 900, "gentle")
    assert (3, 2) == (ScoreFile(path).count(), ScoreFile(path).count("kim"))


def test_without_a_file_there_are_none(tmp_path: pathlib.Path) -> None:
    """The first look makes none."""
    assert [] == lines(tmp_path / "scores.sqlite")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("outcome", "kills", "left", "score"), [("died", 3, 0, 30), ("won", 3, 7, 137), (None, 3, 5, 30), ("died", 0, 0, 0)]
)
def test_what_a_game_is_worth(outcome: Outcome | None, kills: int, left: int, score: int) -> None:
    """Ten a kill; a victory a hundred, and what is left of one's health."""
    world = draw("#@#", known_rules("classic"), hit_points=max(1, left)).world
    world.outcome, world.tally.kills = outcome, {"orc": kills} if kills else {}

    assert score == score_of(world)


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o777])
def test_nobody_else_may_read_the_scores(tmp_path: pathlib.Path, mask: int) -> None:
    """Whatever the mask is; and their owner always can."""
    before = os.umask(mask)
    try:
        ScoreFile(tmp_path / "scores.sqlite").add("a", KIM)
    finally:
        os.umask(before)

    assert 0o600 == (tmp_path / "scores.sqlite").stat().st_mode & 0o777


def test_many_processes_write_scores_at_once(tmp_path: pathlib.Path) -> None:
    """Players who share an account may die in the same second; every score is there, the file made once."""
    setup = """
import datetime as dt
from roguelike.store.sqlite.scores import ScoreFile
from roguelike.store.listings import ScoreLine
"""
    act = """
        for game in range(5):
            score = ScoreLine(f"p{number}", "r", "died", game, 1, 1, 1, dt.datetime.now(dt.UTC))
            ScoreFile(path).add(f"{number}-{game}", score)
        tell("wrote")
    """

    told = race(setup, act, 8, tmp_path / "scores.sqlite")

    assert ["wrote"] * 8 == told
    found = lines(tmp_path / "scores.sqlite")
    assert {(f"p{number}", game) for number in range(8) for game in range(5)} == {(s.name, s.score) for s in found}
    assert 40 == len(found)


@pytest.mark.parametrize("garbage", [b"garbage" * 200, b"SQLite format 3\0" + b"\xff" * 5000])
def test_damaged_scores_are_named_and_left(tmp_path: pathlib.Path, garbage: bytes) -> None:
    """Nothing that is damaged is written over."""
    path = tmp_path / "scores.sqlite"
    path.write_bytes(garbage)

    with pytest.raises(StoreError, match=r"scores\.sqlite cannot be read: ") as caught:
        lines(path)
    with pytest.raises(StoreError, match=r"scores\.sqlite cannot be written: "):
        ScoreFile(path).add("a", KIM)

    assert UNREADABLE == caught.value.code
    assert garbage == path.read_bytes()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *itertools.product(("id", "name", "rules", "outcome"), ("\x1b[2J", b"\xff", "a\nb", "\u202e")),
        *itertools.product(("score", "seed", "at"), ("\x1b[2J", b"\xff", 1e999, "9" * 5000)),
    ],
)
def test_strange_values_are_refused(tmp_path: pathlib.Path, column: str, value: object) -> None:
    """Whatever somebody wrote there reaches no screen and ends no program."""
    path = tmp_path / "scores.sqlite"
    ScoreFile(path).add("a", KIM)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE scores SET {column} = ?", (value,))  # noqa: S608 -- names of ours

    with pytest.raises(StoreError, match=r"scores\.sqlite cannot be read: "):
        lines(path)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_named(tmp_path: pathlib.Path, kind: str) -> None:
    """A pipe must not make the game wait for ever."""
    path = tmp_path / "scores.sqlite"
    path.mkdir() if kind == "folder" else os.mkfifo(path)

    with pytest.raises(StoreError, match=r"scores\.sqlite cannot be read: "):
        lines(path)
    with pytest.raises(StoreError, match=r"scores\.sqlite cannot be written: "):
        ScoreFile(path).add("a", KIM)


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n"
VIEW = f"CREATE VIEW scores AS {ENDLESS}"
TRIGGER = (
    "CREATE TRIGGER endless BEFORE INSERT ON scores BEGIN "
    "INSERT INTO scores VALUES (hex(randomblob(9)), 'a', 'a', 'a', 1, 1, 1, '1', 'a'); END"
)


@pytest.mark.parametrize("statement", [VIEW, TRIGGER], ids=["an endless view", "a trigger"])
def test_whatever_else_is_in_the_file_is_not_run(tmp_path: pathlib.Path, statement: str) -> None:
    """A stranger's file may hold programs; a death must not hang in one."""
    path = tmp_path / "scores.sqlite"
    if statement == TRIGGER:
        ScoreFile(path).add("a", KIM)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()

    for use in (lambda: lines(path), lambda: ScoreFile(path).add("b", KIM)):
        with pytest.raises(StoreError, match="its tables are not those of a score list"):
            use()


def test_a_journal_that_names_another_file_takes_it_not_away(tmp_path: pathlib.Path) -> None:
    """SQLite believes such a journal, and removes whatever it names."""
    path, victim = tmp_path / "scores.sqlite", tmp_path / "victim"
    ScoreFile(path).add("a", KIM)
    victim.write_text("mine", encoding="ascii")
    name = str(victim).encode()
    numbers = (0x4000_0001, len(name), sum(name))
    tail = [
        numbers[0].to_bytes(4),
        name,
        *(number.to_bytes(4) for number in numbers[1:]),
        bytes.fromhex("d9d505f920a163d7"),
    ]
    (tmp_path / "scores.sqlite-journal").write_bytes(bytes(512) + b"".join(tail))

    with pytest.raises(StoreError, match=r"scores\.sqlite-journal, beside it, is not from this program"):
        lines(path)

    assert "mine" == victim.read_text(encoding="ascii")


@pytest.mark.parametrize("older", [FIRST_TABLE, SECOND_TABLE, THIRD_TABLE, FOURTH_TABLE, FIFTH_TABLE])
def test_scores_of_the_first_programs_are_read_and_added_to(tmp_path: pathlib.Path, older: str) -> None:
    """Their table knew nothing of spoiled games, levels, modes, editions or feats; it gets them with the next score."""
    path = tmp_path / "scores.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(older)
        columns = "id, name, rules, outcome, score, turn, kills, seed, at"
        for key, rules in (("a", "Classic"), ("c", "Ember, gentle")):
            row = (key, "kim", rules, "died", 120, 77, 12, "5", KIM.when.isoformat())
            connection.execute(f"INSERT INTO scores ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608
        if older in {FOURTH_TABLE, FIFTH_TABLE}:
            connection.execute("UPDATE scores SET board = 'gentle' WHERE id = 'c'")
    old = ScoreLine("kim", "Classic", "died", 120, 77, 12, 5, KIM.when)
    gentle = attrs.evolve(old, rules="Ember, gentle", board="gentle")
    spoiled = attrs.evolve(KIM, score=1, spoiled=True, depth=3, feats=("swift", "by a hair"))
    before = path.read_bytes()
    assert [old, gentle] == lines(path)
    board = "edition 1, gentle"
    assert Standing(1, 1, 1, 1, board) == standing(path, "kim", 120, board)
    assert before == path.read_bytes()

    for _ in range(2):
        ScoreFile(path).add("b", spoiled)
        ScoreFile(path).add("a", spoiled)

    assert [old, spoiled, gentle] == lines(path)
    ScoreFile(tmp_path / "new.sqlite").add("a", spoiled)
    tables = []
    for each in (path, tmp_path / "new.sqlite"):
        with contextlib.closing(sqlite3.connect(each)) as connection:
            tables.append(connection.execute("SELECT sql FROM sqlite_master").fetchall())
    assert tables[0] == tables[1]


def test_a_failed_write_leaves_the_first_table_as_it_was(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The column and the score come together, or not at all."""
    path = tmp_path / "scores.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(FIRST_TABLE)

    def fail(what: str) -> None:
        if what.startswith("INSERT"):
            raise database_error("SQLITE_FULL")

    with System(monkeypatch).always(fail), pytest.raises(StoreError, match="No space left on device"):
        ScoreFile(path).add("a", KIM)

    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert [(FIRST_TABLE,)] == connection.execute("SELECT sql FROM sqlite_master").fetchall()


def test_an_empty_file_has_no_scores_yet(tmp_path: pathlib.Path) -> None:
    """A disk that is full leaves that behind; the next score is written into it."""
    path = tmp_path / "scores.sqlite"
    path.touch()

    assert [] == lines(path)
    ScoreFile(path).add("a", KIM)
    assert [KIM] == lines(path)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00", "9999-12-31T23:59:59", "1969-01-01T00:00:00+00:00", "never"])
def test_a_moment_that_cannot_be_told_everywhere_is_refused(tmp_path: pathlib.Path, moment: str) -> None:
    """Some clock shows it in a year that does not exist."""
    path = tmp_path / "scores.sqlite"
    ScoreFile(path).add("a", KIM)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE scores SET at = ?", (moment,))

    with pytest.raises(StoreError, match="it is damaged"):
        lines(path)
