"""The monsters of Ember, compared with the design, and their behaviour."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from roguelike.automation.fight import Fight
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.events import Missed, Struck
from roguelike.engine.geometry import COMPASS, Direction, Point, direction_to
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.damage import die
from roguelike.engine.rules.hordes import spawn_horde
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from roguelike.engine.turns import look
from tests.dark import moods, others, scene, wait
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

CAVE = """
    ##############################
    #@...........................#
    #......#####......,,,,,......#
    #......#...#......,,,,,......#
    #..........#......,,,,,......#
    #......#...#........~~~......#
    #......#####........~~~~.....#
    #...................~~~~.....#
    ##############################
    """
HALL = "@" + "." * 40


@pytest.fixture(scope="module")
def ember() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("ember")


def test_the_numbers_match_the_design(ember: RuleSet) -> None:
    """Hit points, attack, defence, damage, armour and speed."""
    told = {
        name: (kind.hit_points, kind.stats.attack, kind.stats.defence, kind.stats.damage, kind.stats.armour, kind.speed)
        for name, kind in ember.monsters.items()
    }

    assert {
        "rat": (6, 8, 4, 3, 0, 100),
        "hound": (14, 9, 5, 4, 0, 120),
        "jackal": (8, 9, 5, 3, 0, 150),
        "kobold slinger": (8, 8, 5, 4, 0, 80),
        "cave bat": (12, 11, 9, 5, 0, 200),
        "grass viper": (12, 12, 7, 5, 0, 100),
        "packrat": (14, 11, 8, 3, 0, 110),
        "eel": (20, 13, 7, 8, 0, 150),
        "drifter": (4, 0, 2, 0, 0, 40),
        "orc": (16, 11, 6, 6, 0, 100),
        "orc archer": (13, 10, 6, 6, 0, 100),
        "orc shaman": (13, 9, 6, 4, 0, 100),
        "orc captain": (30, 13, 7, 9, 1, 100),
        "shrieker": (14, 0, 2, 0, 0, 100),
        "jelly": (40, 12, 4, 6, 0, 100),
        "beetle": (7, 12, 7, 5, 1, 120),
        "ogre": (44, 14, 7, 15, 1, 100),
        "conjurer": (16, 10, 8, 5, 0, 100),
        "flying blade": (1, 13, 9, 5, 0, 200),
        "wight": (32, 14, 7, 10, 2, 80),
        "risen wight": (16, 14, 7, 10, 2, 80),
        "web spider": (28, 15, 9, 9, 1, 100),
        "wisp": (14, 14, 12, 6, 0, 150),
        "shade": (30, 16, 10, 11, 0, 100),
        "troll": (55, 16, 9, 14, 2, 100),
        "necromancer": (30, 12, 10, 7, 0, 100),
        "skeleton": (16, 14, 8, 7, 1, 100),
        "dusk knight": (38, 17, 11, 11, 2, 100),
        "moth": (4, 0, 8, 0, 0, 120),
        "echo hound": (16, 12, 6, 5, 0, 150),
        "tar slug": (18, 11, 3, 7, 0, 60),
        "bell bearer": (14, 0, 6, 0, 0, 100),
        "gloom": (30, 16, 9, 12, 0, 80),
        "sapper": (12, 0, 6, 0, 0, 150),
        "fire drake": (75, 17, 9, 15, 3, 100),
        "Keeper": (60, 17, 9, 14, 3, 80),
        "Grey Mother": (22, 11, 7, 5, 0, 140),
        "Axe-Eater": (24, 12, 7, 7, 1, 100),
        "Butcher": (54, 15, 7, 16, 2, 100),
        "Widow": (36, 16, 9, 10, 2, 100),
        "Flayer": (65, 17, 9, 15, 2, 100),
        "Night Rider": (46, 18, 11, 12, 2, 100),
    } == told


def test_no_attack_is_so_weak_that_a_point_of_defence_is_nothing(ember: RuleSet) -> None:
    """Below step 8 some would be: a single exploding die never shows its own maximum."""
    assert all(kind.stats.attack == 0 or kind.stats.attack >= 8 for kind in ember.monsters.values())


def test_every_danger_has_hordes_that_arrive(ember: RuleSet) -> None:
    """From 1 to 8; hordes bound to a place, moths, echo hounds and those of rooms do not wander."""
    for danger in range(1, 9):
        assert [kind for kind in ember.hordes.values() if kind.arrives and kind.weight(danger)]
    rooms = {"the buried", "the interred", "kennel", "the guard", "the watch"}
    staying = {"viper", "eel", "shrieker", "moth", "two moths", "echo hound", "two echo hounds", "drake", *rooms}
    assert staying == {name for name, kind in ember.hordes.items() if not kind.arrives}


def test_captains_come_with_danger_four(ember: RuleSet) -> None:
    """On level 3 they caused half of all deaths."""
    captains = [kind for kind in ember.hordes.values() if kind.leader == "orc captain"]

    assert captains
    assert all(kind.weight(danger) == 0 for kind in captains for danger in (1, 2, 3))


def wakes(ember: RuleSet, *, covered: bool) -> int:
    """Return the number of 1000 tries in which a sleeper wakes when the player walks up to it."""
    woken = 0
    for seed in range(1000):
        game = scene("@........o", ember, Mood.ASLEEP, seed=seed)
        game.world.player.covered = covered
        for _ in range(8):
            game.play(Move(Direction.EAST))
            if moods(game) != [Mood.ASLEEP]:
                woken += 1
                break
    return woken


@pytest.mark.slow
def test_walking_up_to_a_sleeper(ember: RuleSet) -> None:
    """44 percent wake with an open lamp, 22 with a covered one."""
    assert 390 < wakes(ember, covered=False) < 500
    assert 160 < wakes(ember, covered=True) < 280


def test_a_conjurer_calls_three_blades_that_vanish_with_it(ember: RuleSet) -> None:
    """They also vanish after 12 rounds; three more come every 6 rounds."""
    game = scene("@......c", ember, Mood.HUNTING)
    wait(game)
    assert ["conjurer", *["flying blade"] * 3] == [each.kind.name for each in others(game)]

    conjurer = others(game)[0]
    conjurer.hit_points = 1
    game.world.player.max_hit_points = game.world.player.hit_points = 1000
    for _ in range(60):
        if not conjurer.is_alive:
            break
        at = game.world.player.at
        game.play(Move(direction_to(at, conjurer.at)))
    assert [] == others(game)


def test_a_necromancer_has_three_skeletons_at_most(ember: RuleSet) -> None:
    """They come in pairs, up to that number."""
    game = scene("@......N", ember, Mood.HUNTING)
    game.world.player.max_hit_points = game.world.player.hit_points = 10_000
    most = 0
    for _ in range(40):
        wait(game)
        most = max(most, sum(each.kind.name == "skeleton" for each in others(game)))

    assert 3 == most


def test_an_eel_stays_in_its_water_and_a_viper_in_its_grass(ember: RuleSet) -> None:
    """Neither is visible there."""
    for monster, terrain in (("eel", "deep water"), ("grass viper", "grass")):
        code = next(code for code, kind in enumerate(ember.terrain) if kind.name == terrain)
        game = scene("@......m..", ember, Mood.ROAMING, legend={"m": monster})
        for x in range(4, 10):
            game.world.level.set_terrain(Point(x, 0), code)
        look(game.world)
        game.take_events()
        for _ in range(20):
            wait(game)
            assert others(game)[0].at.x >= 4
            assert () == observe(game.world).foes


def test_an_eel_on_dry_land_crawls_to_the_nearest_water(ember: RuleSet) -> None:
    """Around obstacles, even if the player is elsewhere; in the water it is invisible again."""
    legend = {"e": "eel", "=": "deep water"}
    game = draw(
        """
        =.......
        ######..
        @..e#...
        ........
        =......=
    """,
        ember,
        legend={**legend, "=": "deep water"},
    )
    eel = others(game)[0]
    eel.mood = Mood.HUNTING
    hit_points = [eel.hit_points]
    while len(hit_points) < 4 and not game.world.is_hidden(eel):
        wait(game)
        hit_points.append(eel.hit_points)

    assert game.world.level.terrain_at(eel.at).name == "deep water"
    assert Point(0, 0) != eel.at
    assert [20, 18] == hit_points[:2]
    assert () == observe(game.world).foes


def test_an_eel_without_any_water_dies(ember: RuleSet) -> None:
    """It survives ten rounds on dry land."""
    game = draw("@####...e", ember, legend={"e": "eel"})
    others(game)[0].mood = Mood.HUNTING
    for _ in range(9):
        wait(game)
    (eel,) = others(game)
    wait(game)

    assert Point(8, 0) == eel.at
    assert [] == others(game)


def test_a_captain_makes_its_orcs_strike_better(ember: RuleSet) -> None:
    """Its orcs get 2 more attack."""
    game = draw(HALL, ember)
    captain, *rest = spawn_horde(game.world, ember.hordes["captain's band"], Point(8, 0))
    wait(game, 2)

    assert {13, 12} == {each.stats.attack for each in rest}
    assert 13 == captain.stats.attack


def test_a_captain_that_dies_routs_its_awake_followers(ember: RuleSet) -> None:
    """Sleepers sleep on."""
    game = draw(HALL, ember)
    captain, awake, *rest = spawn_horde(game.world, ember.hordes["captain's band"], Point(8, 0))
    for each in rest:
        each.mood = Mood.ASLEEP
    awake.mood = Mood.HUNTING
    die(game.world, captain, Cause(game.world.player.ref, captain.at))

    assert rest
    assert [True] + [False] * len(rest) == ["afraid" in each.conditions for each in (awake, *rest)]


@pytest.mark.parametrize(
    ("picture", "strikes"),
    [
        ("###########\n#.........#\n#..oCo....#\n#...@o....#\n#.........#\n###########", False),
        ("######\n#o@C.#\n######", True),
    ],
    ids=["room to flee", "cornered"],
)
def test_routed_orcs_strike_only_where_they_are_cornered(ember: RuleSet, picture: str, *, strikes: bool) -> None:
    """Even if the player follows them."""
    struck = 0
    for seed in range(60):
        game = draw(picture, ember, legend={"o": "orc", "C": "orc captain"}, hit_points=400, seed=seed)
        band = [each for each in game.world.level.actors if not each.is_player]
        captain = next(each for each in band if each.kind.name == "orc captain")
        for each in band:
            each.mood, each.leader = Mood.HUNTING, 0 if each is captain else captain.id
        die(game.world, captain, Cause(game.world.player.ref, captain.at))
        for _ in range(4):
            command = Fight().next(observe(game.world))
            events = game.play(command if isinstance(command, Move) else Wait())
            struck += sum(isinstance(each, (Struck, Missed)) and each.target.is_player for each in events)

    assert strikes == (struck > 0)


def test_something_arrives_where_there_are_stairs_only(ember: RuleSet) -> None:
    """Nothing arrives on a level without stairs."""
    game = draw("@..", ember)
    game.world.level.horde_in = 1
    wait(game)

    assert [] == others(game)
    assert 200 <= (game.world.level.horde_in or 0) <= 400


def plays_the_same_after_a_save(game: Game, chance: random.Random) -> bool:
    """Attack an adjacent enemy, or act at random; return whether a loaded copy does the same."""
    seen = observe(game.world)
    near = [foe for foe in seen.foes if seen.is_beside(foe)]
    anything = [Wait(), Cover(), *(Move(chance.choice(COMPASS)) for _ in range(2))]
    command = Move(direction_to(seen.me.at, near[0].at)) if near else chance.choice(anything)
    copy = restore(game.world.ruleset, json.loads(json.dumps(snapshot(game.world))))
    game.perform(command)
    copy.perform(command)
    while game.in_flight:
        game.tick()
        copy.tick()
        copy = restore(game.world.ruleset, json.loads(json.dumps(snapshot(copy.world))))
    game.take_events()
    return game.digest() == copy.digest()


@pytest.mark.slow
@pytest.mark.parametrize("mood", [Mood.ASLEEP, Mood.ROAMING, Mood.HUNTING])
def test_every_horde_plays_the_same_after_any_save(ember: RuleSet, mood: Mood) -> None:
    """Saves hold everything that monsters remember."""
    for seed, horde in enumerate(ember.hordes.values()):
        game = draw(CAVE, ember, seed=seed, legend={",": "grass", "~": "deep water"}, inventory=["potion of healing"])
        game.world.player.max_hit_points = game.world.player.hit_points = 400
        game.world.level.waypoints = [Point(2, 2), Point(14, 4), Point(27, 1), Point(27, 7), Point(2, 7)]
        spawn_horde(game.world, horde, Point(20, 3), mood=mood)
        look(game.world)
        chance = random.Random(seed)
        for _ in range(some(12)):
            if game.outcome is None:
                assert plays_the_same_after_a_save(game, chance), horde.name


def test_a_roamer_notices_a_player_in_its_way(ember: RuleSet) -> None:
    """It does not attack while it is shown as unaware."""
    for seed in range(20):
        game = scene("#########\n#@......#\n#########", ember, seed=seed)
        level = game.world.level
        rat = spawn(game.world, ember.monsters["rat"], Point(5, 1), mood=Mood.ROAMING)
        assert rat is not None
        level.waypoints = [Point(1, 1), Point(7, 1)]
        rat.goal = Point(1, 1)
        for _ in range(12):
            unaware = rat.is_unaware
            struck = any(isinstance(event, Struck) and event.attacker.id == rat.id for event in game.play(Wait()))
            assert not (struck and unaware), seed
