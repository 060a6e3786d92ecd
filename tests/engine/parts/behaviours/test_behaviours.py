"""What each behaviour does, on a drawn map."""

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
    """Round a wall."""
    game = scene("@#o\n.#.\n...", dark(arena), HUNTING)

    assert ["Struck"] == happened(game, 4, Struck)


def test_nobody_on_foot_walks_into_what_asks_but_flyers_do(arena: RuleSet) -> None:
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
    """The swing misses a player who steps away and hits one who stays. The aim shows."""
    rules = dark(arena, WindUp("raises its club"))
    game = scene("@o.\n...", rules, HUNTING)
    assert ["Acted"] == happened(game, 1, Acted, Struck)
    assert Point(0, 0) == observe(game.world).foes[0].aims_at
    assert ["Struck", "Acted"] == happened(game, 2, Acted, Struck)

    events = game.play(Move(Direction.SOUTH))
    assert [HitNothing(orc_of(game).ref, Point(0, 0))] == [each for each in events if isinstance(each, HitNothing)]
    assert 19 == game.world.player.hit_points


def test_a_raised_club_hits_whoever_is_there(arena: RuleSet) -> None:
    """Its own kind, too."""
    game = scene("@oS\n...", dark(arena, WindUp()), HUNTING)
    orc, statue = others(game)
    orc.aims_at = statue.at

    wait(game)

    assert 9 == statue.hit_points


def test_flitting_is_a_step_anywhere(arena: RuleSet) -> None:
    """It never stumbles into what is in the way."""
    game = scene("@...\n..o.\n....", dark(arena, Flit(chance=100)), HUNTING)
    seen = set()
    for _ in range(30):
        wait(game)
        seen.add(orc_of(game).at)

    assert len(seen) > 5
    assert 20 == game.world.player.hit_points


def test_kiting_keeps_its_distance_and_shooting_uses_it(arena: RuleSet) -> None:
    """Behind a fellow it has no shot."""
    rules = dark(arena, Kite(distance=3), Shoot(), missile=arena.projectiles["stone"], missile_range=7)
    game = scene("@.o.......", rules, HUNTING)
    assert [] == happened(game, 1, Launched)
    assert Point(3, 0) == orc_of(game).at
    assert ["Launched"] == happened(game, 1, Launched)

    blocked = scene("@.S.o", rules, HUNTING)
    assert [] == happened(blocked, 1, Launched)


def test_nobody_shoots_at_the_player_from_out_of_their_view(arena: RuleSet) -> None:
    """A line of flight may lead round a corner where the eye does not."""
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
    """That is what a spider does between two webs."""
    rules = dark(arena, Shoot(every=4), missile=arena.projectiles["stone"], missile_range=7)
    game = scene("@.....o...", rules, HUNTING)

    assert ["Launched"] == happened(game, 3, Launched)
    assert Point(4, 0) == orc_of(game).at


def test_a_drifter_never_strikes(arena: RuleSet) -> None:
    """It floats beside the player, and bumps into nobody."""
    game = scene("@..o", dark(arena, Drift(chance=100)), HUNTING)
    wait(game, 10)

    assert Point(1, 0) == orc_of(game).at
    assert 20 == game.world.player.hit_points


def test_what_is_rooted_strikes_beside_it_and_takes_no_step(arena: RuleSet) -> None:
    """Not even when it hunts."""
    game = scene("@.o", dark(arena, Root()), HUNTING)
    wait(game, 3)
    assert Point(2, 0) == orc_of(game).at

    game.play(Move(Direction.EAST))
    assert 19 == game.world.player.hit_points


def test_orcs_strike_better_in_view_of_their_captain_and_flee_when_it_falls(arena: RuleSet) -> None:
    """Behind a wall they are on their own."""
    rules = dark(arena, Lead(LED), on_death=(Rout(AFRAID, turns=3),), hit_points=1)
    game = scene("@oS.#S", rules, HUNTING)
    captain, near, far = others(game)
    near.leader = far.leader = captain.id

    wait(game)
    assert (2, 0) == (near.stats.attack, far.stats.attack)
    game.play(Move(Direction.EAST))
    assert {"afraid", "led"} == set(near.conditions)


def test_the_aura_ends_with_the_leader(arena: RuleSet) -> None:
    """It lasts no longer than two turns."""
    game = scene("@.oS", dark(arena, Lead(LED)), HUNTING)
    captain, orc = others(game)
    orc.leader = captain.id
    wait(game)
    assert "led" in orc.conditions

    captain.mood = Mood.HELD
    wait(game, 4)
    assert "led" not in orc.conditions


def test_a_thief_takes_one_item_and_runs(arena: RuleSet) -> None:
    """It never comes back by itself; when killed, it drops the item."""
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
    """Otherwise a player who has won would lose."""
    rules = dark(arena, Thief(), on_hit=(Steal(),))
    ember = attrs.evolve(rules.items["pebble"], name="ember", light=12, drifts=False)
    rules = attrs.evolve(rules, items={**rules.items, "ember": ember})
    game = scene("@o...", rules, HUNTING, inventory=["ember"])

    assert [] == happened(game, 5, Stole)


def test_a_guard_goes_back_to_its_post(arena: RuleSet) -> None:
    """And hunts within its radius."""
    game = scene("@.........o", dark(arena, Guard(radius=4)), HUNTING)
    wait(game, 5)
    assert Point(10, 0) == orc_of(game).at

    for _ in range(7):
        game.play(Move(Direction.EAST))
    wait(game)
    assert orc_of(game).at.x < 10


def test_who_lies_in_wait_is_not_seen_until_it_strikes(arena: RuleSet) -> None:
    """The first strike always hits for twice the damage, at most half of the player's maximum hit points."""
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


def test_what_is_revealed_stays_revealed(arena: RuleSet) -> None:
    """Nor is it hidden from afar."""
    revealed = ConditionKind(name="revealed", counts="rounds", traits=("revealed",))
    game = scene("@....o..", dark(arena, unseen=2), Mood.ASLEEP)
    assert () == observe(game.world).foes

    afflict(game.world, orc_of(game), revealed, 9)

    assert 1 == len(observe(game.world).foes)


def test_a_shade_is_seen_within_two_cells(arena: RuleSet) -> None:
    """Or by a light that is carried; further away not even its steps are."""
    rules = dark(arena, unseen=2)
    game = scene("@..o..", rules, Mood.ASLEEP)
    assert () == observe(game.world).foes
    game.play(Move(Direction.EAST))
    assert 1 == len(observe(game.world).foes)


def test_a_knight_steps_out_of_the_dark(arena: RuleSet) -> None:
    """Beside its foe, and not again for ten rounds."""
    game = scene("@.....o....", dark(arena, BlinkIn()), HUNTING)
    assert ["Blinked"] == happened(game, 1, Blinked)
    assert Point(1, 0) == orc_of(game).at

    game.world.level.move(orc_of(game), Point(6, 0))
    assert [] == happened(game, 1, Blinked)


def test_a_leap_that_is_impossible_can_be_tried_again_at_once(arena: RuleSet) -> None:
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
    """While the foe is in view and near enough."""
    shriek = Talent((MakeNoise(30, "a shriek"),), every=3, range=6, deed="shrieks")
    game = scene("@.....o", dark(arena, shriek, Root()), HUNTING)
    assert ["Acted", "Heard"] * 2 == happened(game, 6, Acted, Heard)

    far = scene("@......o", dark(arena, shriek, Root()), HUNTING)
    assert [] == happened(far, 3, Acted)


def test_a_talent_for_fellows_helps_the_most_hurt(arena: RuleSet) -> None:
    """Of its own horde, in view."""
    game = scene("@...oSSS", dark(arena, Talent((Heal(3),), every=9, at="fellow"), Root()), HUNTING)
    shaman, a, b, c = others(game)
    a.leader = b.leader = shaman.id
    a.hit_points, b.hit_points, c.hit_points = 6, 4, 1

    wait(game)

    assert [6, 7, 1] == [each.hit_points for each in (a, b, c)]


def test_a_troll_heals_unless_it_burned(arena: RuleSet) -> None:
    """For five rounds."""
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
    """It comes back."""
    game = scene("@o........", dark(arena, Swoop(rounds=2), speed=200, flies=True), HUNTING)

    assert ["Struck"] == happened(game, 1, Struck)
    assert chebyshev_distance(orc_of(game).at, game.world.player.at) >= 2
    assert "Struck" in happened(game, 4, Struck)


def test_a_bat_lives_on_what_it_bites(arena: RuleSet) -> None:
    """It heals by half of the damage."""
    stats = attrs.evolve(arena.monsters["orc"].stats, damage=9)
    game = scene("@o", dark(arena, on_hit=(Leech(50),), stats=stats), HUNTING)
    orc_of(game).hit_points = 1

    wait(game)

    lost = 20 - game.world.player.hit_points
    assert 1 + lost // 2 == orc_of(game).hit_points


def test_a_heavy_blow_takes_its_time(arena: RuleSet) -> None:
    """Steps do not."""
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
def test_what_does_nothing_to_a_kind(arena: RuleSet, fields: dict[str, object], harm: Harm, lost: int) -> None:
    """And what does little."""
    game = scene("@.o", dark(arena, **fields), Mood.ASLEEP)  # type: ignore[arg-type]
    hurt(game.world, orc_of(game), 6, harm, Cause(None, Point(2, 0)))

    assert 10 - lost == orc_of(game).hit_points


def test_fear_drives_from_the_nearest_enemy(arena: RuleSet) -> None:
    """The mind of an actor that is afraid."""
    game = scene("@..o.......", dark(arena), HUNTING)
    orc = orc_of(game)

    afflict(game.world, orc, AFRAID, 4)
    wait(game, 3)

    assert Point(6, 0) == orc.at


def test_an_ally_keeps_in_view_of_its_leader(arena: RuleSet) -> None:
    """One behind a wall, three cells away, would see no foe of the player; one in view waits."""
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
    """In a corridor it would stand behind them, as they wait for it; none but those that are awake make way."""
    game = scene("@#############\n##ooo.......##\n##############", dark(arena, sure=False))
    leader, *followers = others(game)
    leader.goal = Point(11, 1)
    for each in followers:
        each.leader, each.mood = leader.id, mood
    wait(game, 10)

    assert passes == (leader.at.x >= 10)
    assert passes == (followers[0].at.x >= 6)
