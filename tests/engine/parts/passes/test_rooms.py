"""Rooms attached to existing ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.draft import Contents, LevelDraft, Retry
from roguelike.engine.geometry import CARDINALS, Point
from roguelike.engine.grid import Grid
from roguelike.engine.parts.passes.rooms import Accrete, Doors
from roguelike.engine.rng import PCG32
from tests.engine.parts.passes.drafts import with_terrain

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def grown(rules: RuleSet, seed: int, entrance: Point | None = None, **numbers: object) -> LevelDraft:
    """Return a level of rooms."""
    draft = LevelDraft(Grid(60, 20), with_terrain(rules), Contents(), entrance)
    Accrete(**numbers).run(draft, PCG32(seed * 7919))  # type: ignore[arg-type]
    return draft


@pytest.mark.parametrize("entrance", [Point(1, 1), Point(58, 18), Point(30, 1), Point(1, 10), Point(31, 9)])
def test_the_level_begins_where_it_is_entered(arena: RuleSet, entrance: Point) -> None:
    """The arrival is in a wall of the first room, with floor on only one side, and stays so."""
    for seed in range(20):
        draft = grown(arena, seed, entrance, pillars=50)
        start = draft.grid.point(draft.start)

        assert entrance == start
        assert 1 == sum(draft.floor >> draft.grid.index(start.step(way)) & 1 for way in CARDINALS)
        assert draft.is_connected(draft.floor)
        assert not draft.floor & ~draft.interior


def test_it_goes_on_until_enough_is_floor(arena: RuleSet) -> None:
    """A second run continues where the first stopped."""
    for seed in range(10):
        draft = grown(arena, seed, until=15)
        assert 60 * 20 * 15 // 100 <= draft.floor.bit_count() < 60 * 20 * 25 // 100
        rooms = len(draft.rooms)
        Accrete(until=40).run(draft, PCG32(seed))
        assert len(draft.rooms) > rooms


def test_corridors_are_as_many_and_as_long_as_is_said(arena: RuleSet) -> None:
    """None, or one before every room except the first; each is one cell wide."""
    assert not any(room.sort == "corridor" for room in grown(arena, 1, corridors=0).rooms)
    draft = grown(arena, 1, corridors=100, lengths=(4, 7), caves=0)
    corridors = [room.board for room in draft.rooms if room.sort == "corridor"]

    assert len(corridors) == len(draft.rooms) - len(corridors) - 1
    assert all(4 <= board.bit_count() <= 7 for board in corridors)


def test_caves_have_no_doors(arena: RuleSet) -> None:
    """A door site that leads into a cave gets no door."""
    draft = grown(arena, 1, rectangles=0, crosses=0, rounds=0, caves=1, corridors=0)

    Doors(door="door", chance=100).run(draft, PCG32(1))

    assert draft.door_sites
    assert not draft.doors
    rooms = grown(arena, 1, caves=0, corridors=0)
    Doors(door="door", chance=100).run(rooms, PCG32(1))
    assert rooms.doors.bit_count() > len(rooms.rooms) // 2


def test_a_level_without_room_is_begun_again(arena: RuleSet) -> None:
    """The first room must fit."""
    draft = LevelDraft(Grid(20, 12), arena, Contents(), None)
    with pytest.raises(Retry, match="first room"):
        Accrete(rectangles=1, crosses=0, rounds=0, caves=0, widths=(30, 30)).run(draft, PCG32(1))


def test_some_shape_must_be_possible() -> None:
    """Weights that are all 0 are refused on reading the rules."""
    with pytest.raises(ValueError, match="must be above 0"):
        Accrete(rectangles=0, crosses=0, rounds=0, caves=0)
