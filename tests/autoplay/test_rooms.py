"""A careful player in the rooms of Ember, drawn as far as tactics need them."""

from __future__ import annotations

from typing import Final

from roguelike.autoplay.tactics.company import plunge
from roguelike.autoplay.tactics.gifts import forge
from roguelike.autoplay.tactics.kindle import kindle
from roguelike.autoplay.tactics.recover import heal
from roguelike.autoplay.tactics.tolls import drink, press
from roguelike.engine.commands import Move, ThrowItem, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.scenario import draw
from tests.autoplay.rooms import EMBER, follow, in_room, played
from tests.autoplay.situations import answer, seen_in, slot_of
from tests.rulesets.drawn_rooms import OUTSIDE, a, carried, walk
from tests.rulesets.test_ember_captive_rooms import freed
from tests.rulesets.test_ember_captive_rooms import room as captives

WEST: Final = Direction.WEST


def test_a_font_is_drunk_from_when_badly_hurt() -> None:
    """Not for a scratch, since it wakes sleepers; with an enemy about only where the player is there first."""
    hall = "###########\n#F..@..o..#\n###########"
    alone, chased, late, scratched = (
        draw(picture, EMBER, legend={"F": "font"}, hit_points=hit_points)
        for picture, hit_points in (
            (hall.replace("o", "."), 12),
            (hall, 12),
            (hall.replace("F..@..o", "Fo.@..."), 12),
            (hall.replace("o", "."), 30),
        )
    )
    assert Move(WEST) == answer(drink, chased)
    assert answer(drink, late) is None
    assert answer(drink, chased, Mood.ASLEEP) is None
    assert answer(drink, scratched) is None

    assert 3 == follow(drink, alone)
    assert alone.world.player.max_hit_points == alone.world.player.hit_points


def test_the_press_is_worked_when_oil_is_short() -> None:
    """Until it is empty; not while there is enough, carried or in the lamp, nor by a wounded player."""
    hall = "#######\n#P..@.#\n#######"
    low, wounded, carrying = (
        draw(hall, EMBER, legend={"P": "oil press"}, inventory=items, hit_points=hit_points)
        for items, hit_points in (([], 40), ([], 20), (["oil flask", "oil flask"], 40))
    )
    for game in (low, wounded, carrying):
        game.world.player.gauges["oil"] = 300

    assert 7 == follow(press, low)
    assert 590 < low.world.player.gauges["oil"] <= 600
    assert answer(press, wounded) is None
    assert answer(press, carrying) is None


def test_scales_get_the_least_useful_potion() -> None:
    """An unidentified one before a known one; never one that heals, nor a stack that may well heal."""
    for items, identified, left in (
        (["potion of swiftness", "potion of fire"], ["potion of swiftness"], ["potion of swiftness", "key"]),
        (
            ["potion of healing", "potion of fire"],
            ["potion of healing", "potion of fire"],
            ["potion of healing", "key"],
        ),
        (["potion of healing"], ["potion of healing"], ["potion of healing"]),
        (["potion of swiftness"] * 2, [], ["potion of swiftness"]),
    ):
        game = in_room("scales", *items)
        game.world.knowledge.identified = identified
        had = carried(draw("@", EMBER))

        played(game, 30)

        assert [*had, *left] == carried(game)


def test_lamps_on_walls_are_filled_when_oil_is_plenty() -> None:
    """And the key that they open is taken."""
    for oil, has_key in ((1150, True), (1000, False)):
        game = in_room("toll")
        game.world.player.gauges["oil"] = oil

        played(game, 30)

        assert has_key == ("key" in carried(game))


def test_a_gate_is_opened_with_the_least_useful_item() -> None:
    """One dart, instead of waiting behind it for 50 turns."""
    game = in_room("counterweight")
    (darts,) = (item for item in game.world.player.inventory.slots if item is not None and item.kind.name == "dart")
    number = darts.number

    played(game, 30)

    assert number - 1 == darts.number
    assert game.world.level.code("fallen gate") not in game.world.level.terrain


def test_captors_are_paid_with_three_potions() -> None:
    """Not with two, and the player does not wait near them meanwhile."""
    for potions in (2, 3):
        game = captives("ransom", "ogre")
        game.world.player.inventory.insert(a("potion of darkness", potions))
        game.world.knowledge.identified = ["potion of darkness"]

        played(game, 60)

        assert freed(game) == ["ogre"] * (potions == 3)
        assert carried(game) == ["potion of darkness"] * (potions < 3)


def test_the_forge_gets_gear_that_is_no_longer_worn() -> None:
    """The better weapon is put on before its pluses are."""
    hall = "########\n#..@..F#\n########"
    game = draw(hall, EMBER, inventory=["axe", "sword"], legend={"F": "forge"})
    axe, sword = (game.world.player.inventory.slots[slot_of(game, name)] for name in ("axe", "sword"))
    assert axe is not None
    assert sword is not None
    axe.plus = 4

    follow(forge, game)

    assert "axe" not in carried(game)
    assert (True, 3) == (sword.worn, sword.plus)


def test_sleepers_are_burned_by_the_barrel_beside_them() -> None:
    """Its flames reach more sleepers than a thrown item."""
    game = draw(
        """
        ..........
        .......o..
        @.........
        .....o.T.o
        ........o.
        """,
        EMBER,
        inventory=["oil flask"] * 3,
        legend={"T": "oil barrel"},
    )
    assert answer(kindle, game, Mood.ASLEEP) == ThrowItem(slot_of(game, "oil flask"), Point(7, 3))

    game.world.level.features.clear()
    assert answer(kindle, game, Mood.ASLEEP) != ThrowItem(slot_of(game, "oil flask"), Point(7, 3))


def test_a_player_who_may_die_this_turn_heals() -> None:
    """By the displayed maximum damage of the turn, after losing a quarter of the hit points."""
    game = draw("o@o\no.o", EMBER, inventory=["potion of healing"])
    game.world.knowledge.identified = ["potion of healing"]
    assert most_this_turn(seen_in(game)) == 32
    for hit_points, heals in ((30, True), (31, False)):
        game.world.player.hit_points = hit_points
        assert heals == isinstance(answer(heal, game), Use)


def test_a_captive_falls_down_the_well_with_a_player_on_the_way_down() -> None:
    """And is an ally below."""
    game = captives("well", "ogre")
    walk(game, "w" * OUTSIDE)

    follow(plunge, game)
    game.play(Wait())

    assert 2 == game.world.depth
    assert ["ogre"] == freed(game)
