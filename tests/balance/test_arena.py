"""Fights of two sides."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.balance.arena import Arena, Fight, Party, measures, party_of
from roguelike.content.loader import load_ruleset
from roguelike.engine.parts.minds import Beast

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

EMBER = load_ruleset("ember")


def fights(first: str, second: str, games: int, *, rules: RuleSet = EMBER, seed: int = 1, **how: int) -> list[Fight]:
    """Return the ends of fights."""
    return list(Arena(rules, (party_of(first, rules), party_of(second, rules)), **how).fights(games, seed))


def test_each_side_acts_first_as_often(arena: RuleSet) -> None:
    """If the first attack kills, the wins alternate."""
    mouse = attrs.evolve(arena.monsters["orc"], name="mouse", hit_points=1, mind=Beast())
    rules = attrs.evolve(arena, monsters={"mouse": mouse})

    assert [0, 1, 0, 1, 0, 1] == [each.winner for each in fights("mouse", "mouse", 6, rules=rules, distance=1)]


def test_the_stronger_side_wins() -> None:
    """In either order, and with HP left; never more than at the start."""
    won, lost = fights("ogre", "rat", 12), fights("rat", "ogre", 12)

    assert [0] * 12 == [each.winner for each in won]
    assert [1] * 12 == [each.winner for each in lost]
    assert all(0 < each.hit_points <= EMBER.monsters["ogre"].hit_points for each in (*won, *lost))


def test_three_are_more_than_one() -> None:
    """All members of a side fight, also against their own kind."""
    assert 10 < sum(each.winner == 0 for each in fights("3 orcs", "orc", 12))


def test_monsters_shoot_at_each_other() -> None:
    """An immobile one dies six cells away, sometimes in the first round."""
    post = attrs.evolve(EMBER.monsters["orc"], name="post", rooted=True, hit_points=6)
    ends = fights(
        "orc archer", "post", 4, rules=attrs.evolve(EMBER, monsters={**EMBER.monsters, "post": post}), distance=6
    )

    assert [0] * 4 == [each.winner for each in ends]
    assert 1 == min(each.rounds for each in ends)


def test_a_fight_that_is_undecided_is_a_draw() -> None:
    """After `rounds`, with no HP that count."""
    assert [Fight(None, 3, 0)] * 4 == fights("orc", "orc", 4, distance=40, rounds=3)


def test_a_fight_that_kills_both_sides_is_an_immediate_draw() -> None:
    """Sappers burst, and take the orcs with them."""
    ends = fights("2 sappers", "2 orcs", 6)

    assert None in {each.winner for each in ends}
    assert all(each.rounds < 20 for each in ends)


@pytest.mark.parametrize("sides", [("player", "jackal"), ("jackal", "player")])
def test_the_bot_plays_the_player(sides: tuple[str, str]) -> None:
    """With the gear of the start: a jackal is no match, and several ogres are too many."""
    player = sides.index("player")

    assert [player] * 4 == [each.winner for each in fights(*sides, 4)]
    assert [1] * 4 == [each.winner for each in fights("player", "4 ogres", 4)]


def test_kits_fight_with_their_own_gear() -> None:
    """The rule set of a kit has it."""
    ends = [fights("player", "2 orcs", 4, rules=load_ruleset(f"ember{kit}")) for kit in ("", ":sellsword")]

    assert ends[0] != ends[1]


def test_a_seed_gives_the_same_fights() -> None:
    """And another seed others, of which the first are the same however many follow."""
    ends = fights("orc", "2 jackals", 8)

    assert ends[:4] == fights("orc", "2 jackals", 4)
    assert ends != fights("orc", "2 jackals", 8, seed=2)


def test_tutorial_monsters_fight_the_player(classic: RuleSet) -> None:
    """They fight only the player."""
    orc = party_of("orc", classic)

    assert [0] == [each.winner for each in fights("player", "orc", 1, rules=classic)]
    with pytest.raises(ValueError, match=r"^orc: it fights nobody but the player, so one side must be 'player'$"):
        Arena(classic, (orc, orc))


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("orc", ("orc", "orc", 1)),
        ("3 jackal", ("3 jackals", "jackal", 3)),
        (" 3  Jackals ", ("3 jackals", "jackal", 3)),
        ("1 orc", ("orc", "orc", 1)),
        ("keeper", ("Keeper", "Keeper", 1)),
        ("player", ("player", None, 1)),
        ("poacher", ("poacher", None, 1)),
    ],
)
def test_a_side_has_a_name(text: str, party: tuple[str, str | None, int]) -> None:
    """With a number before it; singular or plural, ignoring case."""
    name, kind, number = party

    assert Party(name, EMBER.monsters[kind] if kind else None, number) == party_of(text, EMBER, ["poacher"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ork", r"there is no monster 'ork' \(did you mean 'orc'\?\)"),
        ("", r"there is no monster '' \(for names: roguelike catalog .*\)"),
        ("3", r"there is no monster '' \(for names: roguelike catalog .*\)"),
        ("0 orcs", "a side has 1 to 20 monsters, not 0"),
        ("21 orcs", "a side has 1 to 20 monsters, not 21"),
        ("9" * 5000 + " orcs", "a side has 1 to 20 monsters, not 999999999"),
        ("2 player", "there is one player, not 2"),
        ("eel", "eel: it lives in water, and the room has none"),
    ],
)
def test_an_invalid_side_is_an_error(text: str, told: str) -> None:
    """In a clause."""
    with pytest.raises(ValueError, match=f"^{told}$"):
        party_of(text, EMBER)


def test_measures_have_intervals() -> None:
    """HP are those of wins only; without wins there is no mean."""
    pair = Arena(EMBER, (party_of("orc", EMBER), party_of("2 jackals", EMBER)))
    found = measures([Fight(0, 4, 10), Fight(0, 6, 6), Fight(None, 200, 0), Fight(0, 10, 8)], pair)
    orc, jackal = EMBER.monsters["orc"].hit_points, EMBER.monsters["jackal"].hit_points

    assert [
        ("wins_1", "wins: orc", 75),
        ("wins_2", "wins: 2 jackals", 0),
        ("draws", "draws", 25),
        ("rounds", "rounds, mean", 55),
        ("hp_left_1", f"HP left of {orc}, wins only: orc", 8),
        ("hp_left_2", f"HP left of {2 * jackal}, wins only: 2 jackals", None),
    ] == [(each.key, each.label, each.value) for each in found]
    assert found[0].interval is not None
    assert found[0].interval.low < 75 < found[0].interval.high <= Fraction(100)
    assert found[-1].interval is None
