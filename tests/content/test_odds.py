"""The odds of unidentified items, counted in advance for particular rules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from roguelike.cli.program import main
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.content.odds import counting
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.rules.identity import odds_of, unknown_kinds
from roguelike.engine.scenario import draw
from roguelike.narration.discoveries import discoveries
from roguelike.narration.unknown import NOT_COUNTED, odds_told, percent
from roguelike.play.perspective import Perspective
from roguelike.play.views.discoveries import UNEXPLAINED, DiscoveriesPage
from tests.effort import some
from tests.line.talking import talk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roguelike.engine.kinds.ruleset import RuleSet

GAMES = some(400)
SURE = 5
"""Tolerance in standard errors; the seeds are fixed, so a rule set that passes once always passes."""
WITH_UNKNOWNS = [name for name in ruleset_names() if load_ruleset(name).stand_ins]
TONIC = """
["potion of vigour"]
sort = "potion"
glyph = { char = "!", color = [255, 255, 255] }
disguised = true
stacks = true
frequency = 40
effects = [{ do = "heal", amount = 5 }]
thrown = { range = 8, shatters = true }
"""
LOOK = """
["saber"]
sort = "weapon"
glyph = { char = ")", color = [255, 255, 255] }
frequency = 40
equips = "weapon"
"""


def strays(ruleset: RuleSet, expected: Mapping[str, int]) -> list[str]:
    """Return the kinds whose expected number differs significantly from the mean of a sample."""
    sums, squares, before = dict.fromkeys(expected, 0), dict.fromkeys(expected, 0), dict.fromkeys(expected, 0)
    for after in counting(ruleset, GAMES):
        for name in sums:
            number = after[name] - before[name]
            sums[name] += number
            squares[name] += number**2
        before = dict(after)
    assert sums == before
    return [name for name in sums if not _fits(expected[name] / 100, sums[name] / GAMES, squares[name] / GAMES)]


def _fits(expected: float, mean: float, square: float) -> bool:
    error = math.sqrt(max(0.0, square - mean**2) / GAMES)
    return abs(expected - mean) <= SURE * error + 0.01


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_UNKNOWNS)
def test_the_odds_that_come_with_the_game_are_those_of_its_rules(name: str) -> None:
    """Counted for exactly these rules, and checked by counting again; `make docs` renews them after a change."""
    rules = load_ruleset(name)
    disguised = {each for each, kind in rules.items.items() if kind.disguised}

    assert disguised == rules.expected.keys()
    assert [] == strays(rules, rules.expected)
    assert list(disguised) != strays(rules, {each: number * 5 // 4 for each, number in rules.expected.items()}) != []


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the folder of a rule set that adds a potion to Ember."""
    folder = tmp_path / "brews"
    folder.mkdir()
    (folder / "ruleset.toml").write_text('extends = "ember"\ntitle = "Brews"\nsummary = "One more."\n')
    (folder / "items.toml").write_text(TONIC)
    looks = load_ruleset("ember").appearances["potion"].looks
    rows = ", ".join(f'{{ word = "{look.word}", color = [9, 9, 9] }}' for look in looks)
    (folder / "appearances.toml").write_text(f'[potion]\nlooks = [{rows}, {{ word = "odd", color = [9, 9, 9] }}]\n')
    return folder


def unknown_in(perspective: Perspective) -> UnknownKind:
    """Return the unidentified items that the player carries."""
    carried = [each.kind for each in perspective.seen.me.inventory.slots if each is not None]
    return next(kind for kind in carried if isinstance(kind, UnknownKind))


def told(rules: RuleSet) -> tuple[list[str], str, str]:
    """Return the texts about an unknown potion: examined, in the list, and in line mode."""
    perspective = Perspective(draw("#@#", rules, inventory=["potion of healing"]))
    item = unknown_in(perspective)
    listed = "\n".join("".join(span.text for span in line) for line in DiscoveriesPage(perspective).lines(76))
    return odds_told(perspective.seen, item), listed, talk("#.@.#", rules=rules).say("discoveries")[0]


def test_odds_counted_for_other_rules_are_not_shown(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They appear for all kinds after the author runs `roguelike odds`, until the next change."""
    looked, listed, said = told(load_ruleset(own))
    assert [NOT_COUNTED, "0 of 12 known"] == looked
    assert UNEXPLAINED in " ".join(listed.split())
    assert "%" not in listed + said
    assert "vigour" in said

    assert 0 == main(["odds", str(own), "--games", "40"])
    assert f"{own}: 40 games counted, {own / 'odds.toml'} written\n" == capsys.readouterr().out
    rules = load_ruleset(own)
    looked, listed, said = told(rules)
    assert looked[0].startswith("bad to use ")
    assert any(each.startswith("vigour ") for each in looked)
    assert "a game" in listed
    assert "Vigour" in said or "vigour " in said
    assert told(load_ruleset(f"{own}:gentle"))[0] == looked

    assert 0 == main(["odds", str(own)])
    assert f"{own}: up to date\n" == capsys.readouterr().out
    (own / "items.toml").write_text(TONIC.replace("40", "41"))
    assert NOT_COUNTED == told(load_ruleset(own))[0][0]


def test_a_change_that_moves_no_odds_keeps_them(own: Path) -> None:
    """An additional weapon does not change the number of potions."""
    (own / "appearances.toml").unlink()
    (own / "items.toml").write_text(LOOK)

    assert load_ruleset("ember").expected == load_ruleset(own).expected != {}


def test_rules_without_unknown_items_have_nothing_to_count(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence says so."""
    assert 2 == main(["odds", "classic"])
    expected = "roguelike: rule set 'classic': no unknown items to count.\n"
    assert expected == capsys.readouterr().err


def test_a_chance_is_the_same_number_wherever_it_is_shown() -> None:
    """When examining, in the list and in line mode, with the same rounding."""
    rules = load_ruleset("ember")
    for learned in range(len(unknown_kinds(rules, (), "potion")) - 2):
        game = draw("#@#", rules, inventory=["potion of darkness"])
        game.world.knowledge.identified = sorted(kind.name for kind in unknown_kinds(rules, (), "potion")[:learned])
        perspective = Perspective(game)
        looked = set(odds_told(perspective.seen, unknown_in(perspective))[2:])
        screen = "\n".join("".join(span.text for span in line) for line in DiscoveriesPage(perspective).lines(76))
        rows = dict(dict(discoveries(perspective.seen))["potion"])
        for kind, share in odds_of(rules, perspective.seen.identified, unknown_in(perspective)):
            assert rows[kind] == share
            short = f"{kind.name.removeprefix('potion of ')} {percent(share)}"
            assert short in looked
            assert any(kind.name in line and f" {percent(share)} " in line for line in screen.splitlines())
