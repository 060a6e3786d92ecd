"""A careful player without a safe path onward, and on the escape with the Ember."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay.memory import Memory
from roguelike.autoplay.tactics.climb import CUT_OFF, let_come, outrun
from roguelike.autoplay.tactics.fallback import lie_in_wait
from roguelike.autoplay.tactics.fight import approach
from roguelike.autoplay.tactics.gear import doff
from roguelike.autoplay.tactics.ground import lairs
from roguelike.autoplay.tactics.hop import hop_across, hop_away
from roguelike.autoplay.tactics.recover import can_spare, tend
from roguelike.autoplay.tactics.stealth import stalk
from roguelike.autoplay.tactics.survive import pause, run_for_healing
from roguelike.autoplay.tactics.treasure import lift
from roguelike.autoplay.tactics.wade import PATIENCE, dare, wade, wade_on
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip, Move, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.items import WornModifier
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from tests.autoplay.situations import answer, seen_in, slot_of

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {"%": "web", "~": "deep water", ":": "chasm", "}": "lava", ">": "stairs down", "<": "stairs up"}


@pytest.fixture(scope="module")
def ember() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("ember")


def draw_in(
    ember: RuleSet,
    room: str,
    *,
    hit_points: int | None = None,
    inventory: list[str] | None = None,
    legend: dict[str, str] | None = None,
) -> Game:
    """Begin a game in a room, with the glyphs of the map for its features."""
    return draw(room, ember, hit_points=hit_points, inventory=inventory or [], legend=LEGEND | (legend or {}))


def staff(game: Game, plus: int = 1) -> int:
    """Give the player a staff of blinking with its charges, and return its slot."""
    game.world.player.inventory.insert(Item.of(game.world.ruleset.items["staff of blinking"], plus=plus))
    return slot_of(game, "staff of blinking")


@pytest.mark.parametrize("ground", ["%", "~", ":"])
def test_a_stuck_bot_crosses_webs_or_water_or_jumps_down_a_hole(ember: RuleSet, ground: str) -> None:
    """Never through lava, with another path, or past an enemy."""
    game = draw_in(ember, f"####\n#@{ground}.>\n####")

    assert Move(EAST) == answer(wade, game)
    assert answer(wade, draw_in(ember, "####\n#@}.>\n####")) is None
    assert answer(wade, draw_in(ember, f"#####\n#@{ground}.>\n#...#\n#####")) is None
    assert answer(wade, draw_in(ember, f"####\n#@{ground}o>\n####")) is None


def test_a_player_in_webs_goes_on_and_not_back(ember: RuleSet) -> None:
    """Until they are through."""
    game = draw_in(ember, "#######\n#@%%..>\n#######")
    memory = Memory(PCG32(1))
    assert Move(EAST) == wade(seen_in(game), memory)

    for _ in range(40):
        command = wade_on(seen_in(game), memory)
        if command is None:
            break
        game.play(command)

    assert Point(6, 1) == game.world.player.at
    assert memory.wading is None


def test_a_waiting_player_finally_ignores_lurking_monsters(ember: RuleSet) -> None:
    """If enemies in view stay away behind lurking monsters."""
    memory = Memory(PCG32(1))
    seen = seen_in(draw_in(ember, "@..~p"))
    for _ in range(PATIENCE):
        assert not memory.daring
        memory.look(seen)
        dare(seen, memory)

    assert memory.daring


def test_the_player_neither_waits_nor_turns_back_beside_lurking_monsters(ember: RuleSet) -> None:
    """Where one is in its reach."""
    for ground, waits in (("~", None), (".", Wait())):
        game, memory = draw_in(ember, f"#####\n#{ground}@.#\n#####"), Memory(PCG32(1))
        memory.look(observe(game.world))
        memory.hunted_on = 0
        assert waits == lie_in_wait(observe(game.world), memory)
    for ground, step in (("~", None), (".", Move(EAST))):
        game = draw_in(ember, f"#{ground}{ground}#\n@..!\n####", hit_points=10, legend={"!": "potion of healing"})
        game.world.knowledge.identified = ["potion of healing"]
        seen, memory = observe(game.world), Memory(PCG32(1))
        memory.look(seen)
        assert step == run_for_healing(attrs.evolve(seen, avoided=lairs(seen)), memory)


def test_a_hop_crosses_impassable_cells(ember: RuleSet) -> None:
    """It lands on a cell from which a path leads on."""
    game = draw_in(ember, "######\n#@::.>\n######")
    slot = staff(game)

    assert Use(slot, Point(4, 1)) == answer(hop_across, game)
    bridged = draw_in(ember, "######\n#@::.>\n#....#\n######")
    staff(bridged)
    assert answer(hop_across, bridged) is None


def test_a_hop_towards_the_stairs_ends_a_lost_fight(ember: RuleSet) -> None:
    """Only when hurt, and where the player is there first then."""
    room = "#########\n#O@....>#\n#########"
    game = draw_in(ember, room, hit_points=8)
    slot = staff(game)

    assert Use(slot, Point(6, 1)) == answer(hop_away, game)
    game.world.player.hit_points = 40
    assert answer(hop_away, game) is None
    behind = draw_in(ember, "#########\n#.@....O>\n#########", hit_points=8)
    staff(behind)
    assert answer(hop_away, behind) is None


def test_a_player_with_the_ember_runs_on_if_first_at_the_stairs(ember: RuleSet) -> None:
    """Only from costly enemies; not with one on the path, nor without the Ember."""
    for room, command in (
        ("#########\n#X@....<#\n#########", Move(EAST)),
        ("#########\n#.@..X.<#\n#########", None),
        ("#########\n#r@....<#\n#########", None),
    ):
        game = draw_in(ember, room, inventory=["Ember"])
        assert command == answer(outrun, game)
    assert answer(outrun, draw_in(ember, "#########\n#X@....<#\n#########")) is None


def test_only_the_slow_are_run_from_without_knowing_where_to(ember: RuleSet) -> None:
    """The Keeper comes at four steps for five of the player's."""
    assert Move(EAST) == answer(outrun, draw_in(ember, "X@" + "." * 30, inventory=["Ember"]))
    assert answer(outrun, draw_in(ember, "T@" + "." * 30, inventory=["Ember"])) is None


def test_a_player_who_was_cut_off_does_not_turn_back_for_some_turns(ember: RuleSet) -> None:
    """Enemies ahead still block the path after they go out of view."""
    game, memory = draw_in(ember, "#########\n#X@..T.<#\n#########", inventory=["Ember"]), Memory(PCG32(1))
    assert outrun(seen_in(game), memory) is None

    level = game.world.level
    level.remove(level.actors[2])

    assert outrun(observe(game.world), memory) is None
    game.world.turn += CUT_OFF
    assert Move(EAST) == outrun(observe(game.world), memory)


def test_no_enemy_is_hunted_on_the_way_out(ember: RuleSet) -> None:
    """Neither sleepers nor enemies that keep their distance."""
    for bag, keen in (([], True), (["Ember"], False)):
        asleep, archer = (draw_in(ember, room, inventory=bag) for room in ("@...o", "@.......a"))
        assert keen == (answer(stalk, asleep, Mood.ASLEEP) is not None)
        assert keen == (answer(approach, asleep, Mood.ASLEEP) is not None)
        assert keen == (answer(approach, archer) is not None)


def test_the_player_waits_for_enemies_ahead_that_went_out_of_view(ember: RuleSet) -> None:
    """The bot does not wait for enemies behind."""
    for room, place, command in (
        ("#########\n#.@.O..<#\n#########", Point(4, 1), Wait()),
        ("#########\n#O.@...<#\n#########", Point(1, 1), None),
    ):
        game = draw_in(ember, room, inventory=["Ember"])
        level, memory = game.world.level, Memory(PCG32(1))
        memory.look(seen_in(game))
        ogre = level.actor_at(place)
        assert ogre is not None
        level.remove(ogre)
        assert command == let_come(observe(game.world), memory)


def test_wounds_that_do_not_heal_are_tended_and_not_waited_for(ember: RuleSet) -> None:
    """The ring that keeps them from healing is taken off."""
    kind = ember.items["ring of the leech"]
    stopping = attrs.evolve(kind, modifiers=(WornModifier("mending", factor=0),))
    rules = attrs.evolve(ember, items={**ember.items, "ring of the leech": stopping})
    game = draw_in(rules, "@...", hit_points=15, inventory=["potion of healing", "ring of the leech"])
    game.world.knowledge.identified = ["potion of healing"]
    assert answer(tend, game) is None
    assert Wait() == answer(pause, game)

    ring = slot_of(game, "ring of the leech")
    game.play(Equip(ring))
    for _ in range(20):
        game.play(Wait())
    game.world.player.hit_points = 15

    assert Use(slot_of(game, "potion of healing")) == answer(tend, game)
    assert answer(pause, game) is None
    assert Equip(ring) == answer(doff, game)


def test_an_item_that_recharges_saves_a_rest(ember: RuleSet) -> None:
    """Unlike consumables."""
    game = draw_in(ember, "@...", hit_points=15, inventory=["charm of mending"])

    assert Use(slot_of(game, "charm of mending")) == answer(tend, game)


def test_oil_is_thrown_only_where_three_levels_worth_of_it_are_left(ember: RuleSet) -> None:
    """A player with the Ember needs none."""
    game = draw_in(ember, "@...", inventory=["oil flask"])
    item = game.world.player.inventory.slots[slot_of(game, "oil flask")]
    assert item is not None
    game.world.player.gauges["oil"] = 1499
    assert not can_spare(observe(game.world), item)
    item.number = 2
    assert can_spare(observe(game.world), item)
    item.number = 1
    game.world.player.inventory.insert(Item.of(ember.items["Ember"]))
    assert can_spare(observe(game.world), item)


@pytest.mark.parametrize(("weapon", "taken"), [("dagger", Direction.NORTH_EAST), ("sword", Direction.SOUTH_EAST)])
def test_a_staff_is_chosen_from_cages_unless_a_weapon_is_clearly_better(
    ember: RuleSet, weapon: str, taken: Direction
) -> None:
    """Than the one in hand."""
    game = draw_in(ember, "..C\n@..\n..D", legend={"C": "cage", "D": "cage"}, inventory=[weapon])
    if weapon != "dagger":
        slot = slot_of(game, weapon)
        game.play(Equip(slot))
        sword = game.world.player.inventory.slots[slot]
        assert sword is not None
        sword.plus = 5
    level = game.world.level
    for at, name in ((Point(2, 0), "mace"), (Point(2, 2), "staff of blinking")):
        cage = level.feature_at(at)
        assert cage is not None
        cage.holds = Item.of(ember.items[name], plus=2)

    command = answer(lift, game, Mood.ASLEEP)

    assert isinstance(command, Move)
    assert command.direction in {taken, EAST}
