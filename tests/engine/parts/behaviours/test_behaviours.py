"""Each behaviour on a drawn map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Acted, Blinked, CannotDo, Harm, Heard, HitNothing, Launched, Stole, Struck
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.behaviours.fighting import Mend, Shoot, Swoop, Talent, WindUp, has_clear_shot
from roguelike.engine.parts.behaviours.groups import CLOSE, Ambush, Guard, Lead
from roguelike.engine.parts.behaviours.moving import BlinkIn, Drift, Flit, Kite, Root, Thief
from roguelike.engine.parts.effects.conditions import Rout
from roguelike.engine.parts.effects.healing import Heal, Leech
from roguelike.engine.parts.effects.items import Steal
from roguelike.engine.parts.effects.perception import MakeNoise
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.ways import sees
from roguelike.engine.state.cause import Cause
from tests.dark import AFRAID, LED, dark, others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

HUNTING = Mood.HUNTING


def orc_of(game: Game) -> Actor:
    """Return the first monster."""
    return others(game)[0]


def happened(game: Game, turns: int, *sorts: type[AnyEvent]) -> list[str]:
    """Wait for `turns` turns; return the class names of the events of these sorts."""
    events = [event for _ in range(turns) for event in game.play(Wait())]
    return [type(event).__name__ for event in events if isinstance(event, sorts)]


def test_pursuit_takes_a_shortest_way_and_strikes(arena: RuleSet) -> None:
    """The path leads around a wall."""
    game = scene("@#o\n.#.\n...", dark(arena), HUNTING)

    assert ["Struck"] == happened(game, 4, Struck)


def test_walking_monsters_avoid_terrain_that_asks_but_flyers_do_not(arena: RuleSet) -> None:
    """Monsters that haunt water never leave it."""

    def reaches(**fields: object) -> bool:
        rules = dark(arena, **fields)  # type: ignore[arg-type]
        water = attrs.evolve(rules.terrain[2], name="water", asks=True)
        rules = attrs.evolve(rules, terrain=(*rules.terrain, water))
        game = scene("@.~o", rules, HUNTING, legend={"~": "water"})
        wait(game, 4)
        return chebyshev_distance(orc_of(game).at, game.world.player.at) == 1

    assert not reaches()
    assert reaches(flies=True)
    assert not reaches(swims=True)


def test_an_ogre_raises_its_club_and_strikes_that_cell(arena: RuleSet) -> None:
    """The swing misses a player who steps away and hits one who stays; the player sees the aim."""
    rules = dark(arena, WindUp("raises its club"))
    game = scene("@o.\n...", rules, HUNTING)
    assert ["Acted"] == happened(game, 1, Acted, Struck)
    assert Point(0, 0) == observe(game.world).foes[0].aims_at
    assert ["Struck", "Acted"] == happened(game, 2, Acted, Struck)

    events = game.play(Move(Direction.SOUTH))
    assert [HitNothing(orc_of(game).ref, Point(0, 0))] == [each for each in events if isinstance(each, HitNothing)]
    assert 19 == game.world.player.hit_points


def test_a_raised_club_hits_any_actor_on_the_cell(arena: RuleSet) -> None:
    """Even one of its own kind."""
    game = scene("@oS\n...", dark(arena, WindUp()), HUNTING)
    orc, statue = others(game)
    orc.aims_at = statue.at

    wait(game)

    assert 9 == statue.hit_points


def test_flitting_is_a_step_anywhere(arena: RuleSet) -> None:
    """It never stumbles into an obstacle."""
    game = scene("@...\n..o.\n....", dark(arena, Flit(chance=100)), HUNTING)
    seen = set()
    for _ in range(30):
        wait(game)
        seen.add(orc_of(game).at)

    assert len(seen) > 5
    assert 20 == game.world.player.hit_points


def test_kiting_keeps_its_distance_and_shooting_uses_it(arena: RuleSet) -> None:
    """It has no clear shot from behind a fellow."""
    rules = dark(arena, Kite(distance=3), Shoot(), missile=arena.projectiles["stone"], missile_range=7)
    game = scene("@.o.......", rules, HUNTING)
    assert [] == happened(game, 1, Launched)
    assert Point(3, 0) == orc_of(game).at
    assert ["Launched"] == happened(game, 1, Launched)

    blocked = scene("@.S.o", rules, HUNTING)
    assert [] == happened(blocked, 1, Launched)


def test_monsters_do_not_shoot_from_out_of_the_players_view(arena: RuleSet) -> None:
    """A line of flight can lead around a corner, unlike a line of sight."""
    picture = """
        #########
        #....####
        ###..@..#
        ##....###
        .........
        .........
        ..#..#...
        .......o.
        """
    rules = dark(arena, Shoot(), missile=arena.projectiles["stone"], missile_range=9)
    game = scene(picture, rules, HUNTING)
    level, orc, me = game.world.level, orc_of(game), game.world.player
    shots = {}
    for cell in [Point(x, y) for x in range(9) for y in range(8) if level.is_free(Point(x, y))]:
        level.move(orc, cell)
        shots[cell] = has_clear_shot(game.world, orc, me)

    assert any(shots.values())
    assert [] == [cell for cell, shoots in shots.items() if shoots and not level.is_visible(cell)]


def test_shooting_every_so_often_leaves_time_to_come_nearer(arena: RuleSet) -> None:
    """A spider approaches between two webs."""
    rules = dark(arena, Shoot(every=4), missile=arena.projectiles["stone"], missile_range=7)
    game = scene("@.....o...", rules, HUNTING)

    assert ["Launched"] == happened(game, 3, Launched)
    assert Point(4, 0) == orc_of(game).at


def test_a_drifter_never_strikes(arena: RuleSet) -> None:
    """It floats beside the player, and bumps into no actor."""
    game = scene("@..o", dark(arena, Drift(chance=100)), HUNTING)
    wait(game, 10)

    assert Point(1, 0) == orc_of(game).at
    assert 20 == game.world.player.hit_points


def test_rooted_monsters_attack_adjacent_foes_and_never_step(arena: RuleSet) -> None:
    """Not even while it hunts."""
    game = scene("@.o", dark(arena, Root()), HUNTING)
    wait(game, 3)
    assert Point(2, 0) == orc_of(game).at

    game.play(Move(Direction.EAST))
    assert 19 == game.world.player.hit_points


def test_orcs_strike_better_in_view_of_their_captain_and_flee_when_it_falls(arena: RuleSet) -> None:
    """Orcs behind a wall get no bonus."""
    rules = dark(arena, Lead(LED), on_death=(Rout(AFRAID, turns=3),), hit_points=1)
    game = scene("@oS.#S", rules, HUNTING)
    captain, near, far = others(game)
    near.leader = far.leader = captain.id

    wait(game)
    assert (2, 0) == (near.stats.attack, far.stats.attack)
    game.play(Move(Direction.EAST))
    assert {"afraid", "led"} == set(near.conditions)


def test_the_aura_ends_with_the_leader(arena: RuleSet) -> None:
    """It lasts two turns at most."""
    game = scene("@.oS", dark(arena, Lead(LED)), HUNTING)
    captain, orc = others(game)
    orc.leader = captain.id
    wait(game)
    assert "led" in orc.conditions

    captain.mood = Mood.HELD
    wait(game, 4)
    assert "led" not in orc.conditions


def test_a_thief_takes_one_item_and_runs(arena: RuleSet) -> None:
    """It never returns by itself; when killed, it drops the item."""
    rules = dark(arena, Thief(), on_hit=(Steal(),), speed=100)
    game = scene("@o...............", rules, HUNTING, inventory=["potion"])
    events = game.play(Wait())
    thief = orc_of(game)

    assert [Stole(thief.ref, game.world.player.ref, rules.items["potion"])] == [
        event for event in events if isinstance(event, Stole)
    ]
    wait(game, 3)
    assert Mood.FLEEING == thief.mood
    assert Point(4, 0) == thief.at
    assert game.world.player.inventory.at(0) is None
    hurt(game.world, thief, 99, Harm.OTHER, Cause(None, thief.at))
    assert ["potion"] == [item.kind.name for item in game.world.level.items_at(thief.at)]


def test_the_light_cannot_be_stolen(arena: RuleSet) -> None:
    """Otherwise a player could lose a game that is already won."""
    rules = dark(arena, Thief(), on_hit=(Steal(),))
    ember = attrs.evolve(rules.items["pebble"], name="ember", light=12, drifts=False)
    rules = attrs.evolve(rules, items={**rules.items, "ember": ember})
    game = scene("@o...", rules, HUNTING, inventory=["ember"])

    assert [] == happened(game, 5, Stole)


def test_a_guard_goes_back_to_its_post(arena: RuleSet) -> None:
    """It hunts within its radius."""
    game = scene("@.........o", dark(arena, Guard(radius=4)), HUNTING)
    wait(game, 5)
    assert Point(10, 0) == orc_of(game).at

    for _ in range(7):
        game.play(Move(Direction.EAST))
    wait(game)
    assert orc_of(game).at.x < 10


def test_an_ambusher_is_invisible_until_it_attacks(arena: RuleSet) -> None:
    """The first attack always hits, for double damage, at most half of the player's maximum hit points."""
    rules = dark(arena, Ambush(), hides_in=("grass",), stats=attrs.evolve(arena.monsters["orc"].stats, damage=30))
    grass = attrs.evolve(rules.terrain[2], name="grass", layer="cover")
    rules = attrs.evolve(rules, terrain=(*rules.terrain, grass))
    game = scene("@.o..", rules, Mood.ROAMING)
    game.world.level.set_terrain(Point(2, 0), 3)
    wait(game, 3)
    assert () == observe(game.world).foes
    assert Point(2, 0) == orc_of(game).at

    events = game.play(Move(Direction.EAST))
    assert [10] == [event.damage for event in events if isinstance(event, Struck)]
    assert "CameIntoView" in [type(event).__name__ for event in events]
    assert 1 == len(observe(game.world).foes)


def test_revealed_monsters_stay_revealed(arena: RuleSet) -> None:
    """It is visible from any distance."""
    revealed = ConditionKind(name="revealed", counts="rounds", traits=("revealed",))
    game = scene("@....o..", dark(arena, unseen=2), Mood.ASLEEP)
    assert () == observe(game.world).foes

    afflict(game.world, orc_of(game), revealed, 9)

    assert 1 == len(observe(game.world).foes)


def test_a_shade_is_seen_within_two_cells(arena: RuleSet) -> None:
    """Or by carried light; farther away even its footsteps are not shown."""
    rules = dark(arena, unseen=2)
    game = scene("@..o..", rules, Mood.ASLEEP)
    assert () == observe(game.world).foes
    game.play(Move(Direction.EAST))
    assert 1 == len(observe(game.world).foes)


def test_a_knight_steps_out_of_the_dark(arena: RuleSet) -> None:
    """It appears beside its foe, with a cooldown of ten rounds."""
    game = scene("@.....o....", dark(arena, BlinkIn()), HUNTING)
    assert ["Blinked"] == happened(game, 1, Blinked)
    assert Point(1, 0) == orc_of(game).at

    game.world.level.move(orc_of(game), Point(6, 0))
    assert [] == happened(game, 1, Blinked)


def test_an_impossible_jump_can_be_tried_again_immediately(arena: RuleSet) -> None:
    """Its cooldown begins when it succeeds."""
    game = scene("@.....o.S", dark(arena, BlinkIn()), HUNTING)
    knight, other = others(game)
    leap = BlinkIn().act(game.world, knight, game.world.player)
    assert leap is not None
    game.world.level.move(other, Point(1, 0))

    with pytest.raises(CannotDo):
        leap.perform(game.world, knight)

    assert {} == knight.cooldowns


@pytest.mark.parametrize("picture", ["@.......o", "@..#.o.\n......."])
def test_it_needs_a_clear_line_of_six_cells(arena: RuleSet, picture: str) -> None:
    """It walks otherwise."""
    assert [] == happened(scene(picture, dark(arena, BlinkIn()), HUNTING), 1, Blinked)


def test_a_talent_is_used_after_its_cooldown(arena: RuleSet) -> None:
    """It is used only while the foe is in view and in range."""
    shriek = Talent((MakeNoise(30, "a shriek"),), every=3, range=6, deed="shrieks")
    game = scene("@.....o", dark(arena, shriek, Root()), HUNTING)
    assert ["Acted", "Heard"] * 2 == happened(game, 6, Acted, Heard)

    far = scene("@......o", dark(arena, shriek, Root()), HUNTING)
    assert [] == happened(far, 3, Acted)


def test_a_talent_for_fellows_helps_the_most_hurt(arena: RuleSet) -> None:
    """It helps only members of its horde in view."""
    game = scene("@...oSSS", dark(arena, Talent((Heal(3),), every=9, at="fellow"), Root()), HUNTING)
    shaman, a, b, c = others(game)
    a.leader = b.leader = shaman.id
    a.hit_points, b.hit_points, c.hit_points = 6, 4, 1

    wait(game)

    assert [6, 7, 1] == [each.hit_points for each in (a, b, c)]


def test_a_troll_heals_unless_it_burned(arena: RuleSet) -> None:
    """Burns stop it for five rounds."""
    game = scene("@.........o", dark(arena, Mend(3, unless_burned=5), sure=False), Mood.ROAMING)
    troll = orc_of(game)
    troll.hit_points = 2
    wait(game)
    assert 5 == troll.hit_points

    hurt(game.world, troll, 1, Harm.FIRE, Cause(None, troll.at))
    wait(game, 4)
    assert 4 == troll.hit_points
    wait(game, 2)
    assert troll.hit_points > 4


def test_a_harpy_strikes_and_is_off(arena: RuleSet) -> None:
    """It returns later."""
    game = scene("@o........", dark(arena, Swoop(rounds=2), speed=200, flies=True), HUNTING)

    assert ["Struck"] == happened(game, 1, Struck)
    assert chebyshev_distance(orc_of(game).at, game.world.player.at) >= 2
    assert "Struck" in happened(game, 4, Struck)


def test_a_bat_heals_by_its_bites(arena: RuleSet) -> None:
    """It heals by half of the damage that it does."""
    stats = attrs.evolve(arena.monsters["orc"].stats, damage=9)
    game = scene("@o", dark(arena, on_hit=(Leech(50),), stats=stats), HUNTING)
    orc_of(game).hit_points = 1

    wait(game)

    lost = 20 - game.world.player.hit_points
    assert 1 + lost // 2 == orc_of(game).hit_points


def test_a_heavy_blow_takes_its_time(arena: RuleSet) -> None:
    """Its steps take the usual time."""
    game = scene("@.o", dark(arena, blow_turns=2), HUNTING)

    assert ["Struck"] * 3 == happened(game, 6, Struck)


@pytest.mark.parametrize(
    ("fields", "harm", "lost"),
    [
        ({"immune": ("fire",)}, Harm.FIRE, 0),
        ({"immune": ("fire",)}, Harm.MISSILE, 6),
        ({"immune": ("bolts",)}, Harm.LIGHTNING, 0),
        ({"resists": ("missiles",)}, Harm.MISSILE, 1),
        ({"resists": ("missiles",)}, Harm.FIRE, 6),
    ],
)
def test_immune_kinds_take_no_harm(arena: RuleSet, fields: dict[str, object], harm: Harm, lost: int) -> None:
    """Resistant kinds take little."""
    game = scene("@.o", dark(arena, **fields), Mood.ASLEEP)  # type: ignore[arg-type]
    hurt(game.world, orc_of(game), 6, harm, Cause(None, Point(2, 0)))

    assert 10 - lost == orc_of(game).hit_points


def test_fear_drives_from_the_nearest_enemy(arena: RuleSet) -> None:
    """It is the mind of frightened actors."""
    game = scene("@..o.......", dark(arena), HUNTING)
    orc = orc_of(game)

    afflict(game.world, orc, AFRAID, 4)
    wait(game, 3)

    assert Point(6, 0) == orc.at


def test_an_ally_keeps_in_view_of_its_leader(arena: RuleSet) -> None:
    """An ally behind a wall, three cells away, would not see the player's foes; an ally in view waits."""
    game = scene("@...\n###.\n....\n.o..", dark(arena), HUNTING)
    follow(game.world, orc_of(game))
    wait(game, 4)
    assert sees(game.world, orc_of(game), game.world.player, CLOSE)

    game = scene("@..o", dark(arena), HUNTING)
    follow(game.world, orc_of(game))
    wait(game, 2)
    assert Point(3, 0) == orc_of(game).at


@pytest.mark.parametrize(("mood", "passes"), [(Mood.ROAMING, True), (Mood.ASLEEP, False)])
def test_a_leader_on_the_march_passes_its_followers(arena: RuleSet, mood: Mood, *, passes: bool) -> None:
    """In a corridor, it would otherwise wait behind them while they wait for it; only awake followers make way."""
    game = scene("@#############\n##ooo.......##\n##############", dark(arena, sure=False))
    leader, *followers = others(game)
    leader.goal = Point(11, 1)
    for each in followers:
        each.leader, each.mood = leader.id, mood
    wait(game, 10)

    assert passes == (leader.at.x >= 10)
    assert passes == (followers[0].at.x >= 6)
