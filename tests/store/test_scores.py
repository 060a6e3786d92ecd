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

from roguelike.store.scores import add_score, read_scores, score_of
from roguelike.store.trouble import UNREADABLE, StoreTrouble
from roguelike.ui.shelf import Score
from tests.store.racing import race

if TYPE_CHECKING:
    import pathlib

WHEN = dt.datetime(2026, 11, 21, 8, 0, tzinfo=dt.UTC)
KIM = Score("kim", "Classic", "died", 30, 170, 3, (1 << 64) - 1, WHEN)


def test_a_score_is_read_as_it_was_written(tmp_path: pathlib.Path) -> None:
    """Seeds too, up to the highest."""
    add_score(tmp_path / "scores.sqlite", "a", KIM)

    assert [KIM] == read_scores(tmp_path / "scores.sqlite")


def test_the_best_is_first_and_of_equal_ones_the_older(tmp_path: pathlib.Path) -> None:
    """Whoever was there first stays above."""
    later = attrs.evolve(KIM, name="later", when=WHEN + dt.timedelta(seconds=1))
    better = attrs.evolve(KIM, name="better", score=31)
    for number, score in enumerate((later, KIM, better)):
        add_score(tmp_path / "scores.sqlite", str(number), score)

    assert [better, KIM, later] == read_scores(tmp_path / "scores.sqlite")


def test_a_game_counts_once(tmp_path: pathlib.Path) -> None:
    """Its end may have to be written twice, when the first time did not come to its end; it ended the first time."""
    add_score(tmp_path / "scores.sqlite", "a", KIM)
    add_score(tmp_path / "scores.sqlite", "a", attrs.evolve(KIM, when=WHEN + dt.timedelta(days=7)))

    assert [KIM] == read_scores(tmp_path / "scores.sqlite")


def test_without_a_file_there_are_none(tmp_path: pathlib.Path) -> None:
    """The first look makes none."""
    assert [] == read_scores(tmp_path / "scores.sqlite")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("outcome", "kills", "left", "score"), [("died", 3, 0, 30), ("won", 3, 7, 137), ("died", 0, 0, 0)]
)
def test_what_a_game_is_worth(outcome: str, kills: int, left: int, score: int) -> None:
    """Ten a kill; a victory a hundred, and what is left of one's health."""
    assert score == score_of(outcome, kills, left)


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o777])
def test_nobody_else_may_read_the_scores(tmp_path: pathlib.Path, mask: int) -> None:
    """Whatever the mask is; and their owner always can."""
    before = os.umask(mask)
    try:
        add_score(tmp_path / "scores.sqlite", "a", KIM)
    finally:
        os.umask(before)

    assert 0o600 == (tmp_path / "scores.sqlite").stat().st_mode & 0o777


def test_many_processes_write_scores_at_once(tmp_path: pathlib.Path) -> None:
    """Players who share an account may die in the same second; every score is there, the file made once."""
    setup = """
import datetime as dt
from roguelike.store.scores import add_score
from roguelike.ui.shelf import Score
"""
    act = """
        for game in range(5):
            score = Score(f"p{number}", "r", "died", game, 1, 1, 1, dt.datetime.now(dt.UTC))
            add_score(path, f"{number}-{game}", score)
        tell("wrote")
    """

    told = race(setup, act, 8, tmp_path / "scores.sqlite")

    assert ["wrote"] * 8 == told
    found = read_scores(tmp_path / "scores.sqlite")
    assert {(f"p{number}", game) for number in range(8) for game in range(5)} == {(s.name, s.score) for s in found}
    assert 40 == len(found)


@pytest.mark.parametrize("garbage", [b"garbage" * 200, b"SQLite format 3\0" + b"\xff" * 5000])
def test_damaged_scores_are_named_and_left(tmp_path: pathlib.Path, garbage: bytes) -> None:
    """Nothing that is damaged is written over."""
    path = tmp_path / "scores.sqlite"
    path.write_bytes(garbage)

    with pytest.raises(StoreTrouble, match=r"scores\.sqlite cannot be read: ") as caught:
        read_scores(path)
    with pytest.raises(StoreTrouble, match=r"scores\.sqlite cannot be written: "):
        add_score(path, "a", KIM)

    assert UNREADABLE == caught.value.code
    assert garbage == path.read_bytes()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *itertools.product(("name", "rules", "outcome"), ("\x1b[2J", b"\xff", "a\nb", "\u202e")),
        *itertools.product(("score", "seed", "at"), ("\x1b[2J", b"\xff", 1e999, "9" * 5000)),
    ],
)
def test_strange_values_are_refused(tmp_path: pathlib.Path, column: str, value: object) -> None:
    """Whatever somebody wrote there reaches no screen and ends no program."""
    path = tmp_path / "scores.sqlite"
    add_score(path, "a", KIM)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE scores SET {column} = ?", (value,))  # noqa: S608 -- names of ours

    with pytest.raises(StoreTrouble, match=r"scores\.sqlite cannot be read: "):
        read_scores(path)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_named(tmp_path: pathlib.Path, kind: str) -> None:
    """A pipe must not make the game wait for ever."""
    path = tmp_path / "scores.sqlite"
    path.mkdir() if kind == "folder" else os.mkfifo(path)

    with pytest.raises(StoreTrouble, match=r"scores\.sqlite cannot be read: "):
        read_scores(path)
    with pytest.raises(StoreTrouble, match=r"scores\.sqlite cannot be written: "):
        add_score(path, "a", KIM)
