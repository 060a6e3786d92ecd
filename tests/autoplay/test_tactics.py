"""A careful player in drawn situations of Ember, one tactic at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay.duels import mean_blow
from roguelike.autoplay.memory import RECENT, Memory
from roguelike.autoplay.outlook import cost, turns_to_kill
from roguelike.autoplay.roles import mends
from roguelike.autoplay.tactics.choke import attackers, hide, hold_door, stand
from roguelike.autoplay.tactics.company import free
from roguelike.autoplay.tactics.deeds import throw_best, throw_best_without_fire, use_best
from roguelike.autoplay.tactics.escape import escape, shelter
from roguelike.autoplay.tactics.fallback import fall_back, lie_in_wait
from roguelike.autoplay.tactics.fight import approach, strike, strike_if_held
from roguelike.autoplay.tactics.gear import enchant, wear
from roguelike.autoplay.tactics.ground import lairs
from roguelike.autoplay.tactics.hunt import hunt
from roguelike.autoplay.tactics.hurl import hurl
from roguelike.autoplay.tactics.onward import break_out, hurry
from roguelike.autoplay.tactics.recover import heal, refuel, strengthen
from roguelike.autoplay.tactics.risen import bury, retire
from roguelike.autoplay.tactics.sample import gamble, sample
from roguelike.autoplay.tactics.stealth import stalk, stalk_openly, uncover
from roguelike.autoplay.tactics.survive import evade, pause
from roguelike.autoplay.tactics.treasure import lift
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Equip, Move, TakeStairs, ThrowItem, Use, Wait
from roguelike.engine.commands.use import Slot
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.condition import Condition
from roguelike.engine.state.item import Item
from tests.autoplay.situations import answer, seen_in, slot_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

EAST, WEST = Direction.EAST, Direction.WEST


@pytest.fixture(scope="module")
def ember() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("ember")


def test_darts_are_thrown_at_approaching_enemies(ember: RuleSet) -> None:
    """Not at an adjacent monster, where an attack is better."""
    assert ThrowItem(2, Point(5, 0)) == answer(hurl, draw("@....o", ember))
    assert answer(hurl, draw("@o", ember)) is None
    assert answer(hurl, draw("@" + "." * 9 + "o", ember)) is None
    assert answer(hurl, draw("@....o", ember), Mood.ASLEEP) is None


def test_the_better_weapon_is_taken_in_hand(ember: RuleSet) -> None:
    """Better armour as well, but only with no enemy in view."""
    sword, mail = draw("@...", ember, inventory=["sword"]), draw("@...", ember, inventory=["mail"])

    assert Equip(slot_of(sword, "sword")) == answer(wear, sword)
    assert Equip(slot_of(mail, "chain mail")) == answer(wear, mail)
    assert answer(wear, draw("@..o", ember, inventory=["mail"])) is None
    assert answer(wear, draw("@...", ember)) is None


def test_enchantment_waits_for_a_weapon_to_keep(ember: RuleSet) -> None:
    """Then it is used on worn gear."""
    game = draw("@...", ember, inventory=["scroll of enchantment", "sword"])
    assert answer(enchant, game) is None

    game.play(Equip(slot_of(game, "sword")))
    command = answer(enchant, game)

    worn = {slot_of(game, "sword"), slot_of(game, "leather armour")}
    assert isinstance(command, Use)
    assert isinstance(command.target, Slot)
    assert command.target.number in worn


def test_a_healing_potion_is_drunk_when_badly_hurt_and_in_danger(ember: RuleSet) -> None:
    """Without danger the player rests; unidentified items are tried if no known one helps."""
    hurt = draw("@o", ember, inventory=["potion of healing"], hit_points=10)
    slot = slot_of(hurt, "potion of healing")
    assert answer(heal, hurt) is None
    assert Use(slot) == answer(gamble, hurt)

    hurt.world.knowledge.identified = ["potion of healing"]

    assert Use(slot) == answer(heal, hurt)
    hurt.world.player.hit_points = 38
    assert answer(heal, hurt) is None


def test_poison_that_would_kill_is_healed(ember: RuleSet) -> None:
    """Enemies in view do not prevent that."""
    game = draw("@...", ember, inventory=["potion of life"], hit_points=10)
    assert answer(heal, game) is None

    afflict(game.world, game.world.player, ember.conditions["poisoned"], 12)

    assert Use(slot_of(game, "potion of life")) == answer(heal, game)


def test_strength_is_drunk_when_hurt_with_no_enemy_in_view(ember: RuleSet) -> None:
    """It also heals."""
    game = draw("@...", ember, inventory=["potion of life"], hit_points=15)

    assert Use(slot_of(game, "potion of life")) == answer(strengthen, game)
    game.world.player.hit_points = 40
    assert answer(strengthen, game) is None


def test_the_lamp_is_filled_when_it_is_low(ember: RuleSet) -> None:
    """And not before."""
    game = draw("@...", ember, inventory=["oil flask"])
    assert answer(refuel, game) is None

    game.world.player.gauges["oil"] = 150

    assert Use(slot_of(game, "oil flask")) == answer(refuel, game)


def test_unknowns_are_tried_on_the_stairs_down(ember: RuleSet) -> None:
    """At full health, with no enemy in view."""
    game = draw("#@.#", ember, inventory=["scroll of mapping"])
    slot = slot_of(game, "scroll of mapping")
    assert answer(sample, game) is None

    game.world.level.set_terrain(game.world.player.at, game.world.level.code("stairs down"))

    assert Use(slot) == answer(sample, game)
    game.world.player.hit_points = 30
    assert answer(sample, game) is None


def test_the_player_fights_a_crowd_at_a_choke_point(ember: RuleSet) -> None:
    """There they are awaited."""
    hall = """
        ##########
        ####.....#
        ...@.....#
        ####....o#
        ####...o.#
        ##########
    """
    assert answer(stand, draw(hall, ember)) == Move(WEST)
    corridor = draw("##########\n.@.......#\n####..oo.#\n##########", ember)
    assert Wait() == answer(stand, corridor)
    seen = seen_in(corridor)
    assert 1 == attackers(seen, seen.cell, list(seen.enemies))


def test_a_crowd_is_awaited_behind_a_door(ember: RuleSet) -> None:
    """All must come through it; a single enemy, or one that keeps its distance, is not awaited."""
    cell = """
        ##########
        #..#.....#
        #..+.@...#
        #..#....o#
        ####...oo#
        ##########
    """

    def goes_back(picture: str) -> bool:
        game = draw(picture, ember, legend={"+": "door"}, hit_points=20)
        game.world.level.explored[:] = b"\1" * len(game.world.level.explored)
        going = answer(hold_door, game)
        return isinstance(going, Move) and going.direction.value[0] < 0

    assert goes_back(cell)
    assert not goes_back(cell.replace("####...", "#......"))
    assert not goes_back(cell.replace("oo#", ".o#").replace("....o#", ".....#"))
    assert goes_back(cell.replace("oo#", ".S#").replace("....o#", ".....#"))
    assert not goes_back(cell.replace("oo#", ".a#").replace("....o#", ".....#"))


def test_the_player_does_not_stop_in_a_doorway(ember: RuleSet) -> None:
    """There all could attack. The player waits behind the door for some turns, but only once."""
    game = draw(
        """
        ###########
        #...#....o#
        #...+@...o#
        #...#....o#
        ###########
        """,
        ember,
        legend={"+": "door"},
        hit_points=20,
    )
    game.world.level.explored[:] = b"\1" * len(game.world.level.explored)
    memory, ways = Memory(PCG32(1)), []
    for _ in range(2):
        seen = seen_in(game)
        memory.look(seen)
        command = hold_door(seen, memory)
        assert isinstance(command, Move)
        list(game.play(command))
        ways.append(game.world.player.at.x)
    assert [4, 3] == ways

    game.world.turn += 5
    game.world.level.move(game.world.player, Point(5, 2))
    update_fov(game.world)
    assert hold_door(seen_in(game), memory) is None


def test_the_line_of_archers_is_left(ember: RuleSet) -> None:
    """Round the corner."""
    corner = """
        ##########
        #@......a#
        #.########
        #.########
        ##########
    """

    assert Move(Direction.SOUTH) == answer(hide, draw(corner, ember))
    assert answer(hide, draw(corner.replace("a", "."), ember)) is None


def test_sleepers_are_stalked_with_the_lamp_covered(ember: RuleSet) -> None:
    """The lamp is opened again afterwards; a monster that is awake is not stalked."""
    game = draw("@....r", ember)

    assert Cover() == answer(stalk, game, Mood.ASLEEP)
    assert answer(stalk, game, Mood.HUNTING) is None
    assert Move(EAST) == answer(stalk_openly, game, Mood.ASLEEP)
    assert answer(uncover, game) is None
    memory = Memory(PCG32(1))
    stalk(seen_in(game, Mood.ASLEEP), memory)
    game.play(Cover())
    assert Move(EAST) == stalk(seen_in(game, Mood.ASLEEP), memory)
    alone = draw("@....", ember)
    alone.play(Cover())
    assert Cover() == answer(uncover, alone)


def test_area_effects_are_thrown_at_a_crowd(ember: RuleSet) -> None:
    """Without fire only items that ignite nothing."""
    crowd = "##########\n#@.....oo#\n#......oo#\n##########"
    game = draw(crowd, ember, inventory=["potion of fire"])
    game.world.knowledge.identified = ["potion of fire"]

    command = answer(throw_best, game)

    assert isinstance(command, ThrowItem)
    assert slot_of(game, "potion of fire") == command.slot
    assert answer(throw_best_without_fire, game) is None


def test_captives_are_freed_with_no_enemy_in_view(ember: RuleSet) -> None:
    """One goes there and stands still."""
    near, far = draw("@o..", ember), draw("@..o", ember)
    for game in (near, far):
        game.world.level.actors[1].side = Side.NONE

    assert Wait() == answer(free, near, Mood.HELD)
    assert Move(EAST) == answer(free, far, Mood.HELD)


def test_the_player_avoids_water_with_lurking_monsters(ember: RuleSet) -> None:
    """The adjacent cells are the avoided ones."""
    seen = seen_in(draw("@..~~\n.....", ember, legend={"~": "deep water"}))
    grid = seen.level.grid

    assert {Point(2, 0), Point(2, 1), Point(3, 1), Point(4, 1)} == {
        grid.point(cell) for cell in range(grid.size) if lairs(seen) >> cell & 1
    }


def test_corpses_that_revive_are_burned_or_left(ember: RuleSet) -> None:
    """A hurt player rests on another level."""
    rules = ember
    game = draw("@...w", rules, legend={"w": "wight body"}, inventory=["potion of fire"])
    game.world.knowledge.identified = ["potion of fire"]
    memory = Memory(PCG32(1))
    seen = seen_in(game)
    memory.look(seen)

    assert ThrowItem(slot_of(game, "potion of fire"), Point(4, 0)) == bury(seen, memory)
    assert memory.haunted
    assert retire(seen, memory) is None


def test_a_player_shot_by_an_unseen_enemy_runs(ember: RuleSet) -> None:
    """Out of the line to where they stood."""
    room = "###########\n#@........#\n#########.#\n#########.#\n#########.#\n###########"
    game = draw(room, ember)
    memory = Memory(PCG32(1))
    memory.look(seen_in(game))
    assert evade(seen_in(game), memory) is None

    game.play(Wait())
    game.world.player.hit_points -= 5
    seen = seen_in(game)
    memory.look(seen)

    assert Move(EAST) == evade(seen, memory)


def test_items_on_altars_are_taken_in_good_health(ember: RuleSet) -> None:
    """Not where that would bring enemies."""
    for name, expected in (("altar", Move(EAST)), ("waking altar", None)):
        game = draw("@_..", ember, legend={"_": name})
        feature = game.world.level.feature_at(Point(1, 0))
        assert feature is not None
        feature.holds = Item.of(ember.items["key"])
        assert expected == answer(lift, game)
        game.world.player.hit_points = 10
        assert answer(lift, game) is None


def test_summoners_are_approached_through_their_summons(ember: RuleSet) -> None:
    """By attacks or throws; an orc is not worth pushing through a fight."""
    beside, away = draw("/@c", ember), draw("/@...c", ember)

    assert Move(EAST) == answer(hunt, beside)
    assert ThrowItem(2, Point(5, 0)) == answer(hunt, away)
    assert answer(hunt, draw("/@...o", ember)) is None


def test_a_costly_fight_is_left_by_the_stairs(ember: RuleSet) -> None:
    """Not with enemies closer to the stairs than the player."""
    room = "#########\n#>.@...O#\n#......O#\n#########"
    legend = {">": "stairs down"}
    assert Move(WEST) == answer(fall_back, draw(room, ember, legend=legend))
    assert answer(fall_back, draw(room.replace("O", "r"), ember, legend=legend)) is None
    assert answer(fall_back, draw(room.replace(">.@", ">O@"), ember, legend=legend)) is None
    on_stairs = draw("@...O\n....O", ember)
    on_stairs.world.level.set_terrain(Point(0, 0), on_stairs.world.level.code("stairs down"))
    assert TakeStairs("down") == answer(fall_back, on_stairs)


def test_hunters_out_of_view_are_awaited_and_dead_ones_are_not(ember: RuleSet) -> None:
    """An enemy that fell before the player's eyes does not come again."""
    for terrain, answers in (("door", Wait()), ("floor", None)):
        game = draw("@...o..", ember)
        level = game.world.level
        level.set_terrain(Point(4, 0), level.code(terrain))
        memory = Memory(PCG32(1))
        memory.look(seen_in(game))
        level.remove(level.actors[1])
        game.play(Wait())
        seen = seen_in(game)
        memory.look(seen)

        assert answers == lie_in_wait(seen, memory)


def test_a_lost_fight_is_escaped_with_identified_items(ember: RuleSet) -> None:
    """Not while it can be won, nor with unidentified items."""
    game = draw("@OO", ember, inventory=["scroll of teleportation"], hit_points=15)
    assert answer(escape, game) is None

    game.world.knowledge.identified = ["scroll of teleportation"]

    assert Use(slot_of(game, "scroll of teleportation")) == answer(escape, game)
    game.world.player.hit_points = 40
    assert answer(escape, game) is None


def test_the_strongest_is_sent_away(ember: RuleSet) -> None:
    """The wand must be known."""
    game = draw("@..T", ember, inventory=["wand of sending"])
    game.world.knowledge.identified = ["wand of sending"]

    assert Use(slot_of(game, "wand of sending"), Point(3, 0)) == answer(use_best, game)


def test_long_stays_end(ember: RuleSet) -> None:
    """Even where there would be more to see."""
    game = draw("@.>", ember, legend={">": "stairs down"})
    memory = Memory(PCG32(1))
    seen = seen_in(game)
    memory.look(seen)
    assert hurry(seen, memory) is None

    memory.came_on = -1000

    assert hurry(seen, memory) is not None


def test_enchantment_is_for_the_weapon(ember: RuleSet) -> None:
    """The choice compares duels with the monsters of the deepest level."""
    game = draw("@...", ember, inventory=["scroll of enchantment", "sword"])
    game.play(Equip(slot_of(game, "sword")))

    command = answer(enchant, game)

    assert isinstance(command, Use)
    assert Slot(slot_of(game, "sword")) == command.target


def test_archers_are_approached_past_sleepers(ember: RuleSet) -> None:
    """Waiting for a monster that does not come is useless."""
    game = draw("@.i...a", ember)
    seen = seen_in(game)
    seen.enemies[0].mood = Mood.ASLEEP
    memory = Memory(PCG32(1))
    memory.look(seen)

    assert isinstance(approach(seen, memory), Move)


def test_a_stuck_player_attacks(ember: RuleSet) -> None:
    """Instead of trying to get away."""
    game = draw("@o", ember)
    assert answer(strike_if_held, game) is None

    afflict(game.world, game.world.player, ember.conditions["held"], 4)

    assert Move(EAST) == answer(strike_if_held, game)


def test_a_regenerating_monster_takes_longer_to_kill(ember: RuleSet) -> None:
    """A troll heals 3 HP a round."""
    seen = seen_in(draw("@T", ember))
    troll = seen.enemies[0]

    assert 3 == mends(troll.kind)
    without = troll.hit_points / mean_blow(ember.combat, seen.me.stats, troll.stats)
    assert turns_to_kill(seen, troll) > 2 * without
    troll.conditions["burning"] = Condition(ember.conditions["burning"], 5)
    assert turns_to_kill(seen, troll) == pytest.approx(without)


def test_burning_enemies_are_left_to_burn(ember: RuleSet) -> None:
    """They cost less, and burning them once more saves nothing."""
    game = draw("@......oo", ember, inventory=["potion of fire"] * 2, hit_points=14)
    game.world.knowledge.identified = ["potion of fire"]
    seen = seen_in(game)
    price = cost(seen, seen.enemies)
    assert isinstance(answer(throw_best, game), ThrowItem)

    for orc in game.world.level.actors[1:]:
        afflict(game.world, orc, ember.conditions["burning"], 8)
    seen = seen_in(game)
    assert cost(seen, seen.enemies) < price * 0.6
    assert answer(throw_best, game) is None


def test_a_player_who_woke_the_sleeper_equips_the_better_weapon_again(ember: RuleSet) -> None:
    """Even in the fight, if it is far better than the blade."""
    game = draw("@T", ember, inventory=["sword"])
    slot = slot_of(game, "sword")
    sword = game.world.player.inventory.slots[slot]
    assert sword is not None
    game.world.player.inventory.slots[slot] = attrs.evolve(sword, plus=6)

    assert Equip(slot) == answer(wear, game)


def test_a_retreat_continues_out_of_view(ember: RuleSet) -> None:
    """They go on to the stairs, and take them."""
    game = draw("#########\n#>@....O#\n#......O#\n#########", ember, legend={">": "stairs down"})
    memory = Memory(PCG32(1))
    seen = seen_in(game)
    memory.look(seen)
    assert Move(WEST) == fall_back(seen, memory)

    for ogre in list(game.world.level.actors[1:]):
        game.world.level.remove(ogre)
    game.play(Move(WEST))

    assert TakeStairs("down") == fall_back(seen_in(game), memory)
    assert fall_back(seen_in(game), memory) is None


def test_a_badly_hurt_player_does_not_explore(ember: RuleSet) -> None:
    """They stay until they can rest."""
    game = draw("@...", ember, hit_points=10)
    assert Wait() == answer(pause, game)

    game.world.player.hit_points = 30

    assert answer(pause, game) is None


def test_a_healing_potion_is_drunk_before_a_round_that_may_kill(ember: RuleSet) -> None:
    """Two trolls that both hit do more than their mean damage."""
    game = draw("T@T", ember, inventory=["potion of healing"], hit_points=28)
    game.world.knowledge.identified = ["potion of healing"]

    assert Use(slot_of(game, "potion of healing")) == answer(heal, game)
    assert answer(heal, draw("r@r", ember, inventory=["potion of life"], hit_points=28)) is None


def test_an_unidentified_wand_is_tried_in_a_costly_fight(ember: RuleSet) -> None:
    """Not for a rat."""
    ogre = draw("@...O", ember, inventory=["wand of slowness"])

    assert Use(slot_of(ogre, "wand of slowness"), Point(4, 0)) == answer(use_best, ogre)
    assert answer(use_best, draw("@...r", ember, inventory=["wand of slowness"])) is None


def test_ground_that_keeps_the_others_out_is_read_for_and_stayed_on(ember: RuleSet) -> None:
    """Out of reach of adjacent enemies, until healed; not under fire."""
    legend = {"O": "ogre", "a": "orc archer"}
    lost = draw(".......\n...@O..\n...OO..", ember, inventory=["scroll of sanctuary"], hit_points=15, legend=legend)
    shot = draw(".......\n...@O..\n...Oa..", ember, inventory=["scroll of sanctuary"], hit_points=15, legend=legend)
    for game in (lost, shot):
        game.world.knowledge.identified = ["scroll of sanctuary"]
    slot = slot_of(lost, "scroll of sanctuary")
    assert Use(slot) == answer(escape, lost)
    assert answer(escape, shot) is None

    lost.play(Use(slot))
    assert isinstance(answer(shelter, lost), Move)
    for actor in lost.world.level.actors[1:]:
        lost.world.level.move(actor, Point(6, actor.at.y - actor.id % 2))
    assert Wait() == answer(shelter, lost)
    lost.world.player.hit_points = lost.world.player.max_hit_points
    assert answer(shelter, lost) is None


def test_a_player_who_walked_back_and_forth_goes_straight_on(ember: RuleSet) -> None:
    """To the stairs, over otherwise avoided ground; not past an adjacent enemy."""
    memory = Memory(PCG32(1))
    game = draw(".@.>\n....", ember, legend={">": "stairs down"})
    for turn in range(RECENT):
        assert break_out(observe(game.world), memory) is None
        memory.look(observe(game.world))
        game.play(Move(EAST if turn % 2 == 0 else WEST))
    seen = observe(game.world)
    memory.look(seen)

    assert Move(EAST) == break_out(seen, memory)


def test_a_sleeper_slaying_blade_makes_strong_sleepers_prey(ember: RuleSet) -> None:
    """Without it they are let sleep."""
    with_blade, without = (draw("@...j", ember, legend={"j": "skeleton"}) for _ in range(2))
    without.world.player.inventory.slots[0] = None

    assert isinstance(answer(stalk, with_blade, Mood.ASLEEP), Move | Cover)
    assert answer(stalk, without, Mood.ASLEEP) is None


def test_a_sleeper_is_left_alone_if_a_stab_leaves_a_costly_fight(ember: RuleSet) -> None:
    """A drake survives the dagger, and is too much to fight; a plus that kills an ogre makes it prey."""
    drake, ogre = (draw("@...X", ember, legend={"X": name}) for name in ("fire drake", "ogre"))
    dagger = ogre.world.player.inventory.worn("weapon")
    assert dagger is not None
    dagger.plus = 4

    assert answer(stalk, drake, Mood.ASLEEP) is None
    assert isinstance(answer(stalk, ogre, Mood.ASLEEP), Move | Cover)


def test_captives_are_not_attacked(ember: RuleSet) -> None:
    """The Keeper is adjacent to its item, and not yet an enemy."""
    game = draw("@K", ember, legend={"K": "Keeper"})

    assert answer(strike, game, Mood.HELD) is None
    assert Move(EAST) == answer(strike, game)
