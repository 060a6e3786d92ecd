"""Figures as they are shown."""

from __future__ import annotations

import re

import attrs
import pytest

from roguelike.play.requests import ShowStatistics
from roguelike.play.statistics import NO_GAMES, NONE_COUNTS, number_lines, statistics_lines
from roguelike.store.listings import ScoreLine
from roguelike.store.statistics import Ended, figures
from tests.library_fixtures import few_games, noon
from tests.watching import watch

KINDS = {f"kind {number:02}": 20 - number for number in range(12)}


def games(count: int) -> list[Ended]:
    """Return games of ann's, each better than the one before; every fourth is won."""
    return [
        Ended(
            ScoreLine("ann", "Classic", "died" if n % 4 else "won", n, 10 * n, 3, 1, noon(1 + n % 28), verified=True),
            "orc" if n % 3 else "troll",
            KINDS,
        )
        for n in range(count)
    ]


def test_the_figures_stand_above_the_plots() -> None:
    """The most frequent comes first and has the longest bar."""
    lines = statistics_lines(figures(games(8)), 80)

    assert "Games       8 (2 won, 6 died)" == lines[0]
    assert "Turns       median 35, longest game 70, total 280" == lines[2]
    assert ["  orc    4  " + "█" * 40, "  troll  2  " + "█" * 20] == lines[lines.index("Causes of death") + 1 :][:2]


def test_deaths_by_depth_are_a_plot_where_there_are_levels() -> None:
    """From the first level down; without levels there is none."""
    deep = [attrs.evolve(each, line=attrs.evolve(each.line, depth=1 + n % 2)) for n, each in enumerate(games(8))]
    lines = statistics_lines(figures(deep), 80)

    at = lines.index("Deaths by depth")
    assert ["  D1  2  " + "█" * 20, "  D2  4  " + "█" * 40] == lines[at + 1 : at + 3]
    assert "Deaths by depth" not in statistics_lines(figures(games(8)), 80)
    assert any("Deaths by depth" in line for line in statistics_lines(figures(deep), 76, 22))


def test_games_of_modes_only_are_listed() -> None:
    """A player of gentle games also has finished games."""
    gentle = attrs.evolve(games(1)[0].line, rules="Ember, gentle")

    assert any("Ember, gentle" in line for line in statistics_lines(figures([], apart=[gentle]), 80))


def test_abandoned_games_are_counted() -> None:
    """Where there are any; also where no other is finished."""
    given_up = [noon(1), noon(2)]

    assert "Games       8 (2 won, 6 died), 2 abandoned" == statistics_lines(figures(games(8), 0, given_up), 80)[0]
    assert [NONE_COUNTS, "Abandoned: 2"] == statistics_lines(figures([], 0, given_up), 80)
    assert [NONE_COUNTS, "Abandoned: 2"] == number_lines(figures([], 0, given_up), 80)


def test_rare_kinds_are_added_up() -> None:
    """A plot has ten rows, and one for the sum of all others."""
    lines = statistics_lines(figures(games(1)), 80)

    assert "  kind 00        20  " in lines[lines.index("Kills") + 1]
    assert lines[-1].startswith("  2 other kinds  19  ")


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_lines_fit(width: int) -> None:
    """On any terminal, also where there are more games than columns."""
    assert all(len(line) <= width for line in statistics_lines(figures(games(300)), width))


def test_on_a_usual_screen_all_of_it_is_on_one_page() -> None:
    """Bars are side by side, plots lower, and rare values added up. The command prints everything."""
    rules = [
        attrs.evolve(each, line=attrs.evolve(each.line, rules=f"Rules {n % 5}")) for n, each in enumerate(games(40))
    ]
    found = figures(rules, 3)
    lines = statistics_lines(found, 76, 22)

    assert 22 >= len(lines)
    assert all(len(line) <= 76 for line in lines)
    assert {"Causes of death", "Kills"} <= set(next(line for line in lines if "Causes of death" in line).split("  "))
    assert 5 == sum(line.startswith("  Rules ") for line in lines)
    assert "Not counted: 3 unverified (? in the scores)" == lines[-1]
    assert 22 < len(statistics_lines(found, 76))


def test_no_games_are_one_sentence() -> None:
    """The number of games that are not counted is shown even then."""
    assert [NO_GAMES] == statistics_lines(figures([]), 80)
    assert "Not counted: 3 unverified (? in the scores)" == statistics_lines(figures([], 3), 80)[-1]


def test_the_screen_shows_them_when_they_are_known() -> None:
    """The title asks for it."""
    from tests.test_keeping import hall  # noqa: PLC0415 -- a game, whichever

    library = few_games(hall)
    watched = watch(hall, 0.1, library=library, start=ShowStatistics())

    assert "Verifying" in watched.after[0].text()
    assert NO_GAMES in watched.last.text()
    assert "Esc: back" in watched.last.text()
    assert "Esc: back" in watched.after[0].text()


def test_names_that_begin_alike_have_rows_of_their_own() -> None:
    """However much of them is shown; all counts add up."""
    alike = {f"an orc of the northern mountains {letter}": 3 for letter in "abcdefghijkl"}
    each = attrs.evolve(games(1)[0], kills=alike)
    lines = statistics_lines(figures([each]), 80)
    rows = lines[lines.index("Kills") + 1 :]

    assert 11 == len(rows)
    assert [3] * 10 + [6] == [int(re.split("  +", row.strip())[1]) for row in rows]


def test_without_games_there_is_nothing_to_shorten() -> None:
    """However low the window is."""
    assert [NONE_COUNTS] == statistics_lines(figures([], 3), 80, 1)[:1]
