"""Games from drawn maps, which all other tests use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw, picture

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_every_glyph_becomes_what_it_shows(arena: RuleSet) -> None:
    """Tests draw the map that they play on."""
    level = draw(
        """
        ######
        #@.o!#
        ######
        """,
        arena,
    ).world.level

    assert (6, 3) == (level.width, level.height)
    assert [(Point(1, 1), "player"), (Point(3, 1), "orc")] == [(who.at, who.kind.name) for who in level.actors]
    assert ["potion"] == [item.kind.name for item in level.items_at(Point(4, 1))]
    assert ["wall", "floor", "floor", "floor", "floor", "wall"] == [
        level.terrain_at(Point(x, 1)).name for x in range(6)
    ]


def test_short_rows_end_in_nothing(arena: RuleSet) -> None:
    """Editors strip trailing blanks, so rows of a map can have different lengths."""
    level = draw("@..\n.", arena).world.level

    assert ["floor", "nothing", "nothing"] == [level.terrain_at(Point(x, 1)).name for x in range(3)]


def test_blanks_inside_are_nothing(arena: RuleSet) -> None:
    """A blank is rock, not floor."""
    level = draw("@ .", arena).world.level

    assert "nothing" == level.terrain_at(Point(1, 0)).name
    assert not level.is_walkable(Point(1, 0))


def test_a_legend_names_kinds_and_terrain(arena: RuleSet) -> None:
    """Two kinds can share a glyph, and digits can mark cells."""
    level = draw("@12w", arena, legend={"1": "snail", "2": "bolt", "w": "wall"}).world.level

    assert ["player", "snail"] == [actor.kind.name for actor in level.actors]
    assert ["bolt"] == [item.kind.name for item in level.items_at(Point(2, 0))]
    assert "wall" == level.terrain_at(Point(3, 0)).name


def test_an_ambiguous_glyph_is_the_first_kind_that_shows_it(classic: RuleSet) -> None:
    """In `classic` all scrolls look alike; without a legend the first of the file is meant."""
    glyphs = [kind.glyph.char for kind in classic.items.values()]
    shared = next(glyph for glyph in glyphs if glyphs.count(glyph) > 1)
    first = list(classic.items.values())[glyphs.index(shared)]

    level = draw(f"@{shared}", classic).world.level

    assert [first] == [item.kind for item in level.items_at(Point(1, 0))]


def test_the_inventory_is_filled_from_the_first_slot(arena: RuleSet) -> None:
    """Slots count from 0 in the order given."""
    slots = draw("@", arena, inventory=["bolt", "potion"]).world.player.inventory.slots

    assert ["bolt", "potion", *[None] * 8] == [item and item.kind.name for item in slots]


def test_hit_points_are_full_unless_given(arena: RuleSet) -> None:
    """The maximum stays the same."""
    full, hurt = draw("@", arena).world.player, draw("@", arena, hit_points=3).world.player

    assert (20, 20) == (full.hit_points, full.max_hit_points)
    assert (3, 20) == (hurt.hit_points, hurt.max_hit_points)


def test_things_are_seen_by_the_normal_rules(arena: RuleSet) -> None:
    """Walls block sight in a scenario as in the game."""
    level = draw("@.#.", arena).world.level

    assert [True, True, True, False] == [level.is_visible(Point(x, 0)) for x in range(4)]
    assert [True, True, True, False] == [level.is_explored(Point(x, 0)) for x in range(4)]


def test_the_seed_is_the_chance_of_play(arena: RuleSet) -> None:
    """A test can predict the dice."""
    assert PCG32(5) == draw("@", arena, seed=5).world.rng


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("@X", "no monster, item or feature of arena is 'X', at (1, 0)"),
        ("@1", "no monster, item or feature of arena is 'dragon', at (1, 0)"),
        ("@.@", "there is more than one player: at (0, 0) and at (2, 0)"),
        ("...", "the level has no place for the player"),
        ("", "the level has no place for the player"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(arena: RuleSet, picture: str, complaint: str) -> None:
    """The error gives the place of the mistake."""
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}$"):
        draw(picture, arena, legend={"1": "dragon"})


def test_an_unknown_item_cannot_be_carried(arena: RuleSet) -> None:
    """A misspelled name is refused."""
    with pytest.raises(ValueError, match="no item of arena is named 'sword'"):
        draw("@", arena, inventory=["sword"])


def test_more_than_the_slots_hold_cannot_be_carried(arena: RuleSet) -> None:
    """Ten slots, ten items."""
    with pytest.raises(ValueError, match="there is no slot left for the pebble"):
        draw("@", arena, inventory=["pebble"] * 11)


def test_a_picture_of_a_game_draws_the_same_level(arena: RuleSet) -> None:
    """`picture` writes the format that `draw` reads: seen or not, without trailing blanks."""
    drawn = "######\n#@.o!#\n###\n   #.m"

    assert drawn == picture(draw(drawn, arena))


def test_in_a_picture_actors_hide_items_and_items_hide_the_floor(arena: RuleSet) -> None:
    """One glyph a cell, the topmost, as on the screen (C8-4)."""
    game = draw("@!.", arena)
    before = picture(game)

    game.play(Move(Direction.EAST))

    assert ("@!.", ".@.") == (before, picture(game))
