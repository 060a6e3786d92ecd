"""Measures and comparisons of many games."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from roguelike.balance.comparison import compare
from roguelike.balance.games import Judged
from roguelike.balance.measures import Measure, measures
from roguelike.balance.report import Report
from roguelike.balance.seeds import Seeds
from roguelike.balance.targets import Worth
from roguelike.content.loader import load_ruleset
from tests.balance.rows import row, won

if TYPE_CHECKING:
    from roguelike.balance.games import Row
    from roguelike.engine.kinds.ruleset import RuleSet

WORTH = Worth(Fraction(15), Fraction(5))
JUDGED = Judged("ember", "f" * 32, "c" * 32, "careful", (), 1000)


def measured(rows: list[Row], ruleset: RuleSet) -> dict[str, Measure]:
    """Return the measures by key."""
    return {measure.key: measure for measure in measures(rows, ruleset)}


def test_shares_are_of_all_games_or_of_the_deaths(classic: RuleSet) -> None:
    """In percent, exactly."""
    found = measured([won(), row(), row(depth=2), row(depth=2, climbing=True)], classic)

    assert 25 == found["wins"].value
    assert Fraction(100, 3) == found["deaths_on_first"].value == found["deaths_climbing"].value
    assert Fraction(100, 3) == found["deadliest_level"].value
    assert "level 1" == found["deadliest_level"].note


def test_causes_are_common_from_three_percent_on(classic: RuleSet) -> None:
    """Three of a hundred deaths count, two do not; slow causes are added up."""
    causes = {"orc": 60, "gas": 20, "fire": 10, "poison": 5, "eel": 3, "bat": 2}
    found = measured([row(cause=cause) for cause, count in causes.items() for _ in range(count)], classic)

    assert 5 == found["common_causes"].value
    assert 60 == found["deadliest_cause"].value
    assert "orc" == found["deadliest_cause"].note
    assert 35 == found["slow_deaths"].value


def test_a_game_without_danger_is_as_late_as_it_was_long(classic: RuleSet) -> None:
    """Otherwise games without danger would count as best."""
    found = measured([row(first_danger_turn=10), row(first_danger_turn=None, turns=900)], classic)

    assert 10 == found["first_danger"].value
    assert 900 == found["late_danger"].value


def test_turns_on_a_level_count_where_it_was_left_downwards(classic: RuleSet) -> None:
    """Not the last level, nor levels of the climb."""
    down = row(deepest=3, levels={"1": 400, "2": 500, "3": 10})
    up = won(deepest=2, climbing=True, levels={"1": 9, "2": 9})

    found = measured([down, up], classic)

    assert 400 == found["turns_a_level"].value == found["turns_on_first"].value


def test_rarely_used_items_are_named(classic: RuleSet) -> None:
    """Of every kind in the rule set, once a game."""
    found = measured([row(items={"health potion": 2}, killer="orc")] * 100, classic)

    assert 3 == found["unused_items"].value
    assert "fireball scroll" in found["unused_items"].note
    assert "health potion" not in found["unused_items"].note
    assert "troll" in found["harmless_monsters"].note
    assert "orc," not in found["harmless_monsters"].note.replace("orc brute", "")


def test_only_usable_items_and_damaging_monsters_are_expected() -> None:
    """Not keys, corpses, starting gear, or summoners that keep their distance."""
    found = measured([row(items={}, killer="shade")] * 100, load_ruleset("ember"))
    unused, harmless = found["unused_items"].note.split(", "), found["harmless_monsters"].note.split(", ")

    assert {"sword", "dart", "potion of healing", "chain mail"} <= set(unused)
    assert not {"key", "wight body", "dagger", "leather armour"} & set(unused)
    assert {"orc archer", "skeleton", "flying blade"} <= set(harmless)
    assert not {"shade", "necromancer", "conjurer", "orc shaman", "shrieker"} & set(harmless)


def test_enchantments_are_shared_out_among_won_games(classic: RuleSet) -> None:
    """By target; the largest share counts, without lost games."""
    games = [won(1, enchanted={"weapon": 5, "armour": 2}), won(2, enchanted={"armour": 1}), row(enchanted={"staff": 9})]
    found = measured(games, classic)["enchantments"]

    assert (Fraction(125, 2), "weapon 62 %, armour 38 %") == (found.value, found.note)
    assert measured([row()], classic)["enchantments"].value is None


def test_the_upper_half_of_the_climb_is_above_half_of_the_depth_reached(classic: RuleSet) -> None:
    """Of eight levels the first four; deaths on the way down do not count."""
    dead = [row(depth=depth, deepest=8, climbing=True) for depth in (1, 4, 5, 8)]
    found = measured([*dead, row(depth=2, deepest=2)], classic)

    assert 50 == found["deaths_high_up"].value
    assert measured([row()], classic)["deaths_high_up"].value is None


def test_the_lamp_is_measured_where_there_is_one(classic: RuleSet) -> None:
    """And unknown otherwise; a lamp that goes out in the end is no game in the dark."""
    lit = measured([row(oil=9, dark_turns=50, flasks_thrown=3), row(oil=0, dark_turns=49)], classic)
    dark = measured([row()], classic)

    assert 50 == lit["lamp_out"].value
    assert Fraction(3, 2) == lit["flasks_thrown"].value
    assert dark["lamp_out"].value is dark["flasks_thrown"].value is None


def test_games_of_the_same_seeds_are_compared() -> None:
    """Drops in wins and mean scores are percentages of the others'."""
    others = [won(seed) for seed in range(10)] + [row(seed) for seed in range(10, 20)]
    these = [won(seed) for seed in range(8)] + [row(seed) for seed in range(8, 20)]

    found = compare(these, others, "careful")

    assert (8, 10) == found.wins
    assert 20 == found.wins_fall
    assert Fraction(100 * 340, 2300) == found.score_falls
    assert found.points.low < 10 < found.points.high
    assert found.proves(WORTH)


def test_a_feature_must_be_worth_wins_or_points() -> None:
    """One of them is enough; neither is not."""
    base = [won(seed, score=1000) for seed in range(100)]
    fewer_wins = [row(seed, score=1000) if seed < 15 else won(seed, score=1000) for seed in range(100)]
    fewer_points = [won(seed, score=950) for seed in range(100)]
    neither = [row(seed, score=1000) if seed < 14 else won(seed, score=955) for seed in range(100)]

    ways = (fewer_wins, fewer_points, neither)
    assert [True, True, False] == [compare(games, base, "").proves(WORTH) for games in ways]
    assert not compare([row()], [row()], "").proves(WORTH)


def test_the_table_shows_targets_and_whether_they_are_met(classic: RuleSet) -> None:
    """A measure without data is unknown, and never met."""
    games = [won(1), row(2), row(3), row(4, stuck=True, outcome=None)]
    report = Report(JUDGED, Seeds(1, 4), games, measures(games, classic))
    cells = {str(cell["key"]): cell for cell in report.cells()}

    assert ("25", "15-25", "met") == tuple(cells["wins"][name] for name in ("value", "target", "met"))
    assert "missed" == cells["deaths_on_first"]["met"] == cells["stuck"]["met"]
    assert "unknown" == cells["lamp_out"]["met"]
    assert "" == cells["undecided"]["met"]
    assert all(len(line) <= 80 for line in report.lines(80))
    assert "roguelike play --rules ember --seed N" in "\n".join(report.lines(80))


def test_a_long_plot_shows_the_first_and_counts_the_rest(classic: RuleSet) -> None:
    """Added up, the rest would dwarf the others; the head explains the seeds."""
    games = [row(1, items={f"item {number:02}": 1 for number in range(25)}), row(2, items={"item 00": 1})]
    lines = Report(JUDGED, Seeds(2_000_000, 2), games, measures(games, classic)).lines(80)

    assert "report seeds 2000000 to 2000001" in lines[0]
    assert "none in common" in lines[1]
    assert "  and 5 more, each 1 or less" in lines
    assert any(line.startswith("  item 19  1") for line in lines)
    assert not any("item 20" in line for line in lines if "█" in line)


def test_the_command_that_plays_a_seed_is_quoted(classic: RuleSet) -> None:
    """A kit of two words is one word of a shell."""
    judged, games = attrs.evolve(JUDGED, rules="ember:hound keeper"), [won(1)]
    lines = Report(judged, Seeds(1, 1), games, measures(games, classic)).lines(80)

    assert "To play one of them: roguelike play --rules 'ember:hound keeper' --seed N" in lines


def test_a_long_head_goes_on_in_a_second_line(classic: RuleSet) -> None:
    """The seeds are not cut off where a rule set has a long path."""
    games = [row(1)]
    judged = attrs.evolve(JUDGED, rules="/home/somebody/rules/of/their/own")
    lines = Report(judged, Seeds(1, 1), games, measures(games, classic)).lines(80)

    assert " ".join(lines[:2]).endswith("seeds 1 to 1 (neither tuning nor report)")
    assert "none in common" in lines[2]


def test_games_without_a_feature_have_only_its_worth_as_target(classic: RuleSet) -> None:
    """The targets are of the policy with all that it can do."""
    games = [row(1), row(2)]
    judged = attrs.evolve(JUDGED, without=("doors",))
    report = Report(judged, Seeds(1, 2), games, measures(games, classic), compare(games, [won(1), row(2)], "careful"))

    assert {""} == {str(cell["met"]) for cell in report.cells()}
    assert "  target      wins 15 % or mean score 5 % lower: met" in report.lines(80)
