"""The passes, one by one, on drawn levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.draft import Contents, Loot, Retry, Room
from roguelike.engine.geometry import COMPASS, Point, chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.hordes import HordeKind, Members
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.passes.decor import Cover, TrapEntry, Traps
from roguelike.engine.parts.passes.layout import Stairs, Waypoints
from roguelike.engine.parts.passes.population import Dwellers, FirstHorde, Hordes, Items
from roguelike.engine.parts.passes.proof import Proof
from roguelike.engine.parts.passes.rooms import Doors, Loops
from roguelike.engine.parts.passes.water import Bridges, Lakes
from roguelike.engine.rng import PCG32
from tests.engine.parts.passes.drafts import draft_of, drawn, picture_of, points

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

LONG_WAY = """
    ###############
    #@............#
    #############.#
    #.............#
    ###############
"""


def test_a_wall_that_is_a_long_way_round_is_opened(arena: RuleSet) -> None:
    """Both sides are floor and many steps apart; if the detour is short, the wall stays."""
    draft = draft_of(LONG_WAY, arena)

    Loops(apart=8, most=1).run(draft, PCG32(1))

    (opened,) = draft.loops
    assert 2 == draft.grid.point(opened).y
    assert draft.grid.point(opened).x <= 9
    near = draft_of(LONG_WAY, arena)
    Loops(apart=30, least=0).run(near, PCG32(1))
    assert [] == near.loops

    Loops(apart=30, least=1).run(near, PCG32(1))
    assert 1 == len(near.loops), "half as far apart will do where there are fewer loops"


def test_a_loop_without_a_detour_no_longer_counts(arena: RuleSet) -> None:
    """After a lake leaves only one path, it is not a loop; another wall is opened."""
    draft = draft_of(LONG_WAY, arena)
    only_way = draft.grid.index(Point(13, 2))
    draft.loops = [only_way]

    Loops(apart=8, most=1).run(draft, PCG32(1))

    (opened,) = draft.loops
    assert opened != only_way


def test_a_bridge_is_laid_where_the_way_round_is_long(arena: RuleSet) -> None:
    """It is straight from bank to bank, and never needed, so it can burn."""
    draft = draft_of(
        """
        #########
        #...~...#
        ###.#.###
        ###.#.###
        ###...###
        #########
        """,
        arena,
    )
    as_it_was, depths = picture_of(draft), draft.depths

    Bridges(bridge="bridge", saves=20).run(draft, PCG32(1))
    assert as_it_was == picture_of(draft)
    Bridges(bridge="bridge", saves=4).run(draft, PCG32(1))

    assert as_it_was.replace("~", "=") == picture_of(draft)
    assert depths == draft.depths, "what is below is still there"


def test_a_lake_never_parts_a_level(arena: RuleSet) -> None:
    """Otherwise a shore leads around it; deep water is never beside the arrival."""
    hall = "\n".join(["#" * 30, *["#" + "." * 28 + "#"] * 14, "#" * 30])
    for seed in range(20):
        draft = draft_of(hall.replace(".", "@", 1), arena)

        Lakes(deep="deep", shore="shallow", cells=(20, 60)).run(draft, PCG32(seed))

        assert draft.is_connected(draft.walkable)
        assert draft.depths == draft.cells_with("deep")
        assert all(chebyshev_distance(Point(1, 1), at) > 1 for at in points(draft, draft.depths))


def test_a_lake_that_finds_no_place_asks_for_another_level(arena: RuleSet) -> None:
    """If it is not needed, the level has none."""
    draft = draft_of(LONG_WAY, arena)

    Lakes(deep="deep", needed=False).run(draft, PCG32(1))
    with pytest.raises(Retry, match="no place for deep"):
        Lakes(deep="deep").run(draft, PCG32(1))


def test_doors_hang_between_two_walls_alone(arena: RuleSet) -> None:
    """Not in door sites that a lake has widened, and not in those of caves."""
    picture = """
        #########
        #@..o...#
        #.###...#
        #.~o...##
        ##.#..###
        ##.o..###
        ###.#####
        #########
        """
    draft = draft_of(picture, arena)
    draft.rooms.append(Room(1 << draft.grid.index(Point(3, 6)), "cave"))

    Doors(door="door", chance=100).run(draft, PCG32(1))

    assert [Point(4, 1)] == points(draft, draft.doors)


def test_stairs_lie_in_a_niche_far_away(arena: RuleSet) -> None:
    """The niche has walls on all sides except one; the last level has no stairs down."""
    picture = """
        ##########################
        #@.................#######
        ###################...####
        ###################...####
        ###################...####
        ##########################
        """
    draft = draft_of(picture, arena)
    Stairs(up="up", down="down", apart=20).run(draft, PCG32(3))
    down = draft.grid.point(draft.exit)

    assert Point(1, 1) == draft.plan.start
    assert "down" == draft.ruleset.terrain[draft.plan.terrain_at(down)].name
    assert 1 == len([way for way in COMPASS if way.is_cardinal and draft.floor >> draft.grid.index(down.step(way)) & 1])
    assert down.x in {18, 19, 20, 21, 22}

    last = draft_of(picture, arena, Contents(last=True))
    Stairs(up="up", down="down", apart=20).run(last, PCG32(3))
    assert not last.exit
    with pytest.raises(Retry, match="no niche is 60 steps"):
        Stairs(up="up", down="down", apart=60).run(draft_of(picture, arena), PCG32(3))


def test_cover_takes_its_share_of_the_floor(arena: RuleSet) -> None:
    """The cells with the highest noise; the middle of a patch has another cover."""
    hall = "\n".join(["#" * 30, *["#" + "." * 28 + "#"] * 12, "#" * 30])
    draft = draft_of(hall.replace(".", "@", 1), arena)

    Cover(cover="grass", percent=25, middle="bush", middle_percent=20).run(draft, PCG32(4))

    grass, bush = draft.cells_with("grass"), draft.cells_with("bush")
    assert 28 * 12 // 4 == (grass | bush).bit_count()
    assert 28 * 12 // 4 // 5 == bush.bit_count()
    assert not (grass | bush) & draft.spread(1 << draft.start, 2), "the arrival is bare"
    alone = sum(not draft.spread(1 << cell) & (grass | bush) & ~(1 << cell) for cell in cells_of(grass | bush))
    assert alone <= 2, "it grows in patches"


def _with_trap(rules: RuleSet) -> RuleSet:
    return attrs.evolve(rules, features={"pit": FeatureKind(name="pit", glyph=Glyph("^", (200, 200, 200)))})


def test_a_trap_has_room_around_it(arena: RuleSet) -> None:
    """It is never in a corridor or a doorway; traps that lead down are never on the last level."""
    picture = """
        ##############
        #@...........#
        ########.#####
        ########.....#
        ########.....#
        ########.....#
        ##############
        """
    pits = Traps(traps=(TrapEntry(trap="pit", weight=1, falls=True),), number=(1, 1), hidden=100)
    draft = draft_of(picture, _with_trap(arena))
    pits.run(draft, PCG32(1))
    last = draft_of(picture, _with_trap(arena), Contents(last=True))
    pits.run(last, PCG32(1))

    (pit,) = draft.plan.features
    assert pit.hidden
    assert pit.at in {Point(x, 4) for x in range(9, 12)}
    assert [] == last.plan.features


def test_items_lie_off_the_way_more_often(arena: RuleSet) -> None:
    """Cells far from the path between the stairs are up to four times as likely; corridors have no items."""
    picture = """
        ######################
        #@...................#
        #....................#
        #....................#
        #....................#
        ######################
        """
    loot = Contents(loot=(Loot(arena.items["potion"], 2),))
    far = 0
    for seed in range(300):
        draft = draft_of(picture, arena, loot)
        draft.exit = draft.grid.index(Point(3, 1))
        Items().run(draft, PCG32(seed * 7919))
        (item,) = draft.plan.items
        far += item.at.x > 17
        assert 2 == item.number
    assert far > 300 * 4 // 20, "the last four of twenty columns have more than their share"


def _with_hordes(rules: RuleSet) -> RuleSet:
    pack = HordeKind(
        name="pack", leader="orc", members=(Members(monster="orc", least=2, most=2),), dangers=(1,), weights=(1,)
    )
    beast = HordeKind(name="beast", leader="hawk", dangers=(2, 3), weights=(1, 1), once=True, asleep=True)
    swimmer = HordeKind(name="swimmer", leader="orc", dangers=(1, 2), weights=(0, 0))
    return attrs.evolve(rules, hordes={each.name: each for each in (pack, beast, swimmer)})


PLACES = """
    ################################
    #@.............................#
    ##############.#################
    #..............................#
    #..............................#
    #......~~~~~~~~~...............#
    #......~~~~~~~~~...............#
    #..............................#
    ################################
"""


def test_a_horde_is_placed_together_and_far_from_the_arrival(arena: RuleSet) -> None:
    """Three orcs near each other, in one mood and out of view; the leader carries the item."""
    carried = Loot(arena.items["pebble"])
    for seed in range(20):
        draft = draft_of(PLACES, _with_hordes(arena), Contents(danger=1, hordes=1, carried=(carried,)))
        Hordes().run(draft, PCG32(seed))
        leader, *others = draft.plan.monsters
        assert 2 == len(others)
        assert all(each.leader == leader.at and chebyshev_distance(each.at, leader.at) <= 4 for each in others)
        assert 1 == len({each.mood for each in draft.plan.monsters})
        assert all(each.at.y > 2 or each.at.x > 21 for each in draft.plan.monsters)
        assert leader.carries is not None
        assert leader.carries.kind is carried.kind


def test_the_first_horde_comes_immediately(arena: RuleSet) -> None:
    """It is awake, 12 to 18 steps away, with the arrival as its goal, and is one of the level's hordes."""
    draft = draft_of(PLACES, _with_hordes(arena), Contents(danger=2, hordes=1))
    Hordes(first=(FirstHorde(horde="beast", weight=1),)).run(draft, PCG32(2))

    (first,) = draft.plan.monsters
    assert (Mood.ROAMING, Point(1, 1)) == (first.mood, first.goal)
    assert draft.steps(draft.start, draft.grid.index(first.at), draft.walkable, 18) in range(12, 19)


def test_a_horde_out_of_depth_sleeps_and_is_felt(arena: RuleSet) -> None:
    """It is drawn by the weights of a danger two higher."""
    draft = draft_of(PLACES, _with_hordes(arena), Contents(danger=1, hordes=1, out_of_depth=True))
    Hordes(out_of_depth="Something large.", asleep=0).run(draft, PCG32(2))

    assert [("hawk", Mood.ASLEEP)] == [(each.kind.name, each.mood) for each in draft.plan.monsters]
    assert ["Something large."] == draft.plan.feelings


def test_some_hordes_are_on_a_level_once(arena: RuleSet) -> None:
    """If no other horde fits, the level has fewer."""
    draft = draft_of(PLACES, _with_hordes(arena), Contents(danger=2, hordes=3))
    Hordes().run(draft, PCG32(2))

    assert ["hawk"] == [each.kind.name for each in draft.plan.monsters]


def test_a_lake_has_dwellers_by_its_size(arena: RuleSet) -> None:
    """One from 12 cells, two from 30; none if the only path leads along the lake."""
    swimmers = Hordes(dwellers=(Dwellers(horde="swimmer", terrain="deep"),))
    rules = _with_hordes(arena)
    dry = draft_of(PLACES, rules, Contents(danger=2))
    dry.exit = dry.grid.index(Point(30, 7))
    swimmers.run(dry, PCG32(1))
    assert 1 == len(dry.plan.monsters)
    assert all(dry.depths >> dry.grid.index(each.at) & 1 for each in dry.plan.monsters)

    along = draft_of(PLACES.replace("#......~", "#~~~~~~~"), rules, Contents(danger=2))
    along.exit = along.grid.index(Point(1, 7))
    swimmers.run(along, PCG32(1))
    assert [] == along.plan.monsters


def test_way_points_are_the_middles_of_rooms(arena: RuleSet) -> None:
    """Other cells are added if there are few rooms."""
    draft = draft_of(PLACES, arena)
    Waypoints(number=(4, 5)).run(draft, PCG32(1))

    assert 4 == len(set(draft.plan.waypoints))
    assert all(draft.plain >> draft.grid.index(at) & 1 for at in draft.plan.waypoints)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("#####\n#@.##\n###.#\n#.###\n#####", "walked to"),
        ("######\n#@...#\n#.##.#\n#....#\n######", "loops"),
    ],
)
def test_the_proof_refuses(arena: RuleSet, picture: str, why: str) -> None:
    """A level in two parts, or one without loops."""
    with pytest.raises(Retry, match=why):
        Proof(loops=2).run(draft_of(picture, arena), PCG32(1))


def test_the_proof_refuses_stairs_and_monsters_that_are_near(arena: RuleSet) -> None:
    """Stairs within 25 steps, and monsters within 12 or in view that are not on their way to the arrival."""
    draft = draft_of(LONG_WAY, arena)
    draft.exit = draft.grid.index(Point(8, 1))
    with pytest.raises(Retry, match="stairs"):
        Proof(loops=0).run(draft, PCG32(1))
    draft.exit = 0
    draft.plan.add_monster(arena.monsters["orc"], Point(13, 1))
    with pytest.raises(Retry, match="a monster is within 3 steps"):
        Proof(loops=0, quiet=3).run(draft, PCG32(1))


def test_a_cover_hides_no_cells_elsewhere(arena: RuleSet) -> None:
    """Cells without a cover do not block sight, whatever the covers of others."""
    draft = draft_of("#########\n#@......#\n#########", arena)
    draft.cover(1 << draft.grid.index(Point(3, 1)), "grass")
    draft.plan.add_monster(arena.monsters["orc"], Point(7, 1))

    with pytest.raises(Retry, match="in view"):
        Proof(loops=0, quiet=1).run(draft, PCG32(1))


def test_a_proof_accepts_a_good_level(arena: RuleSet) -> None:
    """Two loops, and no monsters nearby."""
    draft = draft_of(
        """
        #############
        #@....o.....#
        #.#########.#
        #o#########o#
        #.#########.#
        #.....o.....#
        #.#########.#
        #o#########o#
        #.#########.#
        #.....o.....#
        #############
        """,
        arena,
    )
    before = picture_of(draft)

    Proof().run(draft, PCG32(1))

    assert drawn(before) == picture_of(draft)
