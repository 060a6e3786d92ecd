"""Figures over finished games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.store.kept import outcomes
from roguelike.store.kept.outcomes import GameOutcome, read_outcomes
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.store.statistics import Ended, RuleFigures, figures
from tests.kept_games import DIES, keep_game
from tests.library_fixtures import noon

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

    from roguelike.store.kept.rows import GameSource
    from roguelike.store.statistics import Statistics

from roguelike.store.listings import ScoreLine


def ended(day: int, outcome: str, score: int, turn: int, cause: str = "", **kills: int) -> Ended:
    """Return a game of ann's that ended on that day in March."""
    line = ScoreLine("ann", "Classic", outcome, score, turn, sum(kills.values()), 1, noon(day), verified=True)
    return Ended(line, cause, kills)


def over(root: Path, name: str = "", rules: str = "") -> Statistics:
    """Return the figures over the games of a data folder."""
    *_, found = SqliteStore(DataFolder(root), load_ruleset).statistics(name, rules)
    assert found is not None
    return found


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a data folder in which bob and carol have died."""
    keep_game(tmp_path, "bob", seed=DIES)
    keep_game(tmp_path, "carol", seed=DIES)
    return tmp_path


def test_games_are_counted_in_the_order_in_which_they_ended() -> None:
    """A streak is one of games in a row, however they are listed."""
    found = figures(
        [ended(4, "won", 90, 40), ended(1, "won", 10, 10), ended(2, "died", 30, 30), ended(3, "won", 20, 20)]
    )

    assert (4, 3, 1) == (found.games, found.wins, found.deaths)
    assert (2, 2) == (found.streak, found.longest_streak)
    assert [10, 30, 20, 90] == found.scores
    assert (90, 25) == (found.best, found.median)
    assert (25, 40, 100) == (found.median_turns, found.longest, found.turns)


def test_an_abandoned_game_ends_a_streak() -> None:
    """It counts for nothing else."""
    won = [ended(day, "won", 10, 10) for day in (1, 2, 4)]

    assert (3, 3) == (figures(won).streak, figures(won).longest_streak)
    given_up = figures(won, abandoned=[noon(3)])
    assert (1, 2) == (given_up.streak, given_up.longest_streak)
    assert (1, 3, 3) == (given_up.abandoned, given_up.games, given_up.wins)


def test_deaths_are_counted_by_level_where_there_are_levels() -> None:
    """The first level first; who won died on none."""
    died = [ended(day, "died", 1, 1) for day in range(1, 6)]
    deep = [
        attrs.evolve(each, line=attrs.evolve(each.line, depth=depth))
        for each, depth in zip(died, (3, 1, 3, 0, 8), strict=True)
    ]
    won = ended(6, "won", 1, 1)

    found = figures([*deep, attrs.evolve(won, line=attrs.evolve(won.line, depth=1))])

    assert [("D1", 1), ("D3", 2), ("D8", 1)] == list(found.by_depth.items())


def test_modes_are_counted_apart() -> None:
    """They are easier: they have a row by rule set, and nothing else."""
    gentle = attrs.evolve(ended(2, "won", 5000, 9).line, rules="Ember, gentle")
    found = figures([ended(1, "died", 7, 3)], apart=[gentle])

    assert (1, 0, 7, [7], 3) == (found.games, found.wins, found.best, found.scores, found.turns)
    assert RuleFigures(1, 1, 0, 5000) == found.by_rules["Ember, gentle"]


def test_gentle_games_count_where_they_are_asked_for(tmp_path: Path) -> None:
    """Among all games they have their row alone."""
    keep_game(tmp_path, "bob", seed=DIES)
    keep_game(tmp_path, "ann", seed=4, commands=3000, rules="ember:gentle")

    every, gentle = over(tmp_path), over(tmp_path, rules="ember:gentle")

    assert (1, {}, {"Classic", "Ember, gentle"}) == (every.games, dict(every.by_depth), set(every.by_rules))
    assert (1, {"Ember, gentle"}, 1) == (gentle.games, set(gentle.by_rules), sum(gentle.by_depth.values()))


def test_games_with_a_kit_count_among_all(tmp_path: Path) -> None:
    """They have a row and a board of their own."""
    keep_game(tmp_path, "bob", seed=DIES)
    keep_game(tmp_path, "ann", seed=4, commands=3000, rules="ember:poacher")

    every, poacher = over(tmp_path), over(tmp_path, rules="ember:poacher")
    *_, scores = SqliteStore(DataFolder(tmp_path), load_ruleset).scores()

    assert (2, {"Classic", "Ember, poacher"}) == (every.games, set(every.by_rules))
    assert (1, {"Ember, poacher"}) == (poacher.games, set(poacher.by_rules))
    assert {"bob": "", "ann": "poacher"} == {score.name: score.board for score in scores}


def test_games_with_a_chosen_seed_have_a_row_alone(tmp_path: Path) -> None:
    """Also among the games by their rule set."""
    keep_game(tmp_path, "bob", seed=DIES)
    keep_game(tmp_path, "ann", seed=DIES, seeded=True)

    for found in (over(tmp_path), over(tmp_path, rules="classic")):
        assert (1, {"Classic", "Classic, seeded"}) == (found.games, set(found.by_rules))
    assert (0, ["Classic, seeded"]) == (over(tmp_path, name="ann").games, list(over(tmp_path, name="ann").by_rules))


def test_causes_and_kills_are_ranked() -> None:
    """What is not known is said to be unknown; a victory is no death."""
    found = figures(
        [
            ended(1, "died", 1, 1, "troll", orc=2),
            ended(2, "died", 1, 1, "orc", orc=1, rat=5),
            ended(3, "died", 1, 1, "orc"),
            ended(4, "died", 1, 1),
            ended(5, "won", 1, 1),
        ]
    )

    assert [("orc", 2), ("troll", 1), ("unknown", 1)] == list(found.by_cause.items())
    assert [("rat", 5), ("orc", 3)] == list(found.by_kind.items())
    assert {"Classic": RuleFigures(5, 1, 4, 1)} == found.by_rules
    assert 8 == found.kills


def test_no_games_have_no_figures() -> None:
    """Nor has anything a best or a median."""
    found = figures([])

    assert (0, None, None, None, 0) == (found.games, found.best, found.median, found.longest, found.streak)


def test_figures_are_of_one_player_or_of_all(kept: Path) -> None:
    """And of one rule set or of all."""
    assert 2 == over(kept).games == over(kept, rules="classic").games
    assert 1 == over(kept, "bob").games
    assert 0 == over(kept, "ann").games == over(kept, rules="tcod").games


def test_abandoned_games_are_counted_for_their_player_and_rules(kept: Path) -> None:
    """Each time, also from what is remembered of the files."""
    keep_game(kept, "ann", commands=3)
    SqliteStore(DataFolder(kept), load_ruleset).set_aside("ann")

    for _ in range(2):
        assert (1, 2) == (over(kept).abandoned, over(kept).games)
        assert (1, 0) == (over(kept, "ann").abandoned, over(kept, "bob").abandoned)
        assert (1, 0) == (over(kept, rules="classic").abandoned, over(kept, rules="tcod").abandoned)


def test_kills_come_from_the_last_snapshot(kept: Path) -> None:
    """As the account does."""
    found = over(kept, "bob")

    assert {"orc": 1} == found.by_cause
    assert {"kestrel": 1} == found.by_kind


def test_what_no_game_confirms_is_not_counted_but_told(kept: Path) -> None:
    """A line that anybody may have written."""
    for path in (kept / "finished").glob("carol-*"):
        path.unlink()

    assert (1, 1) == (over(kept).games, over(kept).unverified)
    assert 0 == over(kept, "bob").unverified


def test_a_file_is_read_once_and_again_when_it_has_changed(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of games would take seconds each time."""
    read: list[str] = []
    read_end = outcomes._read_outcome

    def counted(game: GameSource, written: dt.datetime) -> GameOutcome:
        read.append(game.place.stem)
        return read_end(game, written)

    monkeypatch.setattr(outcomes, "_read_outcome", counted)
    first = over(kept)
    assert first == over(kept)
    assert ["bob-0001", "carol-0001"] == read

    (kept / "finished" / "bob-0001.game").touch()
    over(kept)
    assert ["bob-0001", "carol-0001", "bob-0001"] == read


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"format":1,"games":{}}', '{"format":3,"games":[]}', '{"format":3,"games":{"bob-0001":[1,2]}}',
     json.dumps({"format": 3, "games": {"bob-0001": [1, 2, "x", "\x1b[2J", [], "", "", 0]}}),
     json.dumps({"format": 3, "games": {"bob-0001": [1, "2", "x", "", [], "bob", "classic", 1]}})],
)  # fmt: skip
def test_a_damaged_cache_is_rebuilt(kept: Path, text: str) -> None:
    """It is no more than what the files say."""
    expected = over(kept)
    (kept / "statistics.json").write_text(text)

    assert expected == over(kept)


def test_a_game_that_cannot_be_read_is_left_out(kept: Path) -> None:
    """The others are still there."""
    (kept / "finished" / "bob-0001.game").write_bytes(b"nothing")
    *_, found = read_outcomes(FolderRows(DataFolder(kept)))

    assert found is not None
    assert ["orc"] == [end.cause for end in found.values()]
