"""Ember: tactics that used to be free, each drawn and fought with many seeds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Acted, Harm, Harmed, Launched, Missed, Struck
from roguelike.engine.geometry import COMPASS, Direction, Point, chebyshev_distance, direction_to
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import stats_thrown
from roguelike.engine.restore import restore
from roguelike.engine.rules.blows import PLAIN, attack_modifiers
from roguelike.engine.rules.combat import strike
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.moods import notice
from roguelike.engine.rules.relocating import depart, relocate
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from roguelike.narration.in_view import CUT_OFF, in_view
from roguelike.narration.narrator import Narrator
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.play import Play
from roguelike.ui.last_screen import last_screen
from tests.dark import moods, others, scene, wait
from tests.watching import FakeLibrary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
SEEDS = range(60)
OGRE = """
    #######
    #.....#
    #.@O..#
    #.....#
    #######
    """


def in_hand(game: Game, name: str, plus: int = 0) -> None:
    """Put a weapon into the player's hand instead of the one there."""
    slots = game.world.player.inventory.slots
    place = next(number for number, item in enumerate(slots) if item is not None and item.kind.equips == "weapon")
    slots[place] = attrs.evolve(Item.of(EMBER.items[name]), worn=True, plus=plus)


def lines(game: Game, who: Actor) -> list[str]:
    """Return what the panel says about a monster."""
    found = examine(observe(game.world), who.at)
    return [] if found is None else list(found.lines)


def blows_of(who: Actor, events: Iterable[AnyEvent]) -> int:
    """Count a monster's blows among events, hits and misses."""
    return sum(isinstance(each, (Struck, Missed)) and each.attacker.id == who.id for each in events)


def out_and_back(game: Game, foe: Actor) -> Move | Wait:
    """Return a step out of a raised club, or back beside its bearer."""
    player, level = game.world.player, game.world.level
    if foe.aims_at is None and chebyshev_distance(player.at, foe.at) == 1:
        return Wait()
    free = [way for way in COMPASS if level.is_free(player.at.step(way))]
    sign = -1 if foe.aims_at is not None else 1
    gaps = {way: sign * chebyshev_distance(player.at.step(way), foe.at) for way in free}
    return Move(min(gaps, key=gaps.__getitem__))


def test_stepping_out_and_back_before_an_ogre_is_no_defence() -> None:
    """Forty times of that cost hit points in 59 of 60 fights: the club stays up, and strikes what is beside it."""
    wounded = 0
    for seed in SEEDS:
        game = scene(OGRE, EMBER, Mood.HUNTING, seed=seed, hit_points=40)
        ogre, player = others(game)[0], game.world.player
        for _ in range(80):
            if player.hit_points == 40 and game.outcome is None:
                game.play(out_and_back(game, ogre))
        wounded += player.hit_points < 40

    assert wounded >= 59


def test_an_ogre_is_walked_off_from() -> None:
    """It is no faster than the player: a step away each turn, and no blow ever falls."""
    for seed in SEEDS:
        game = scene("..............@O", EMBER, Mood.HUNTING, seed=seed)
        ogre = others(game)[0]
        game.play(Wait())
        events = [event for _ in range(12) for event in game.play(Move(Direction.WEST))]

        assert 0 == blows_of(ogre, events)
        assert ogre.aims_at is not None
        assert 1 == blows_of(ogre, game.play(Wait()) + game.play(Wait()))


def test_a_closed_door_gives_a_turn_against_a_raised_club() -> None:
    """The ogre takes two turns in the doorway: the player strikes twice before it does."""
    for seed in SEEDS:
        game = scene("@+.O", EMBER, Mood.HUNTING, seed=seed, legend={"+": "door"})
        ogre, player = others(game)[0], game.world.player
        ogre.aims_at = player.at
        while chebyshev_distance(ogre.at, player.at) > 1:
            assert 0 == blows_of(ogre, game.play(Wait()))

        assert 0 == blows_of(ogre, game.play(Wait()))
        assert 1 == blows_of(ogre, game.play(Wait()))


@pytest.mark.parametrize(("damage", "lowers"), [(9, False), (10, True)])
def test_a_wound_of_ten_lowers_the_club(damage: int, lowers: bool) -> None:  # noqa: FBT001 -- a case
    """It says so, and raises the club again where it would have struck."""
    game = scene(OGRE, EMBER, Mood.HUNTING)
    ogre, player = others(game)[0], game.world.player
    game.play(Wait())
    hurt(game.world, ogre, damage, None, Cause(player.ref, player.at))
    events = game.play(Wait())

    assert (["lowers its club", "raises its club"] if lowers else []) == [
        each.deed for each in events if isinstance(each, Acted)
    ]
    assert (not lowers) == blows_of(ogre, events)


def test_a_club_is_lowered_on_the_stairs() -> None:
    """Whoever follows to another level raises it there again."""
    game = scene(OGRE, EMBER, Mood.HUNTING)
    ogre = others(game)[0]
    game.play(Wait())
    assert ogre.aims_at is not None
    depart(game.world, ogre)

    assert ogre.aims_at is None


@pytest.mark.parametrize(("weapon", "plus"), [("dagger", 0), ("sword", 3), ("mace", 2)])
def test_the_panel_says_how_likely_a_blow_lowers_the_club(weapon: str, plus: int) -> None:
    """As often as it does in a thousand blows of the weapon in hand."""
    game = scene(OGRE, EMBER, Mood.HUNTING)
    in_hand(game, weapon, plus)
    world, ogre = game.world, others(game)[0]
    told: set[str] = set()
    lowered = 0
    for _ in range(1000):
        ogre.hit_points, ogre.aims_at = ogre.max_hit_points, world.player.at
        told = told or {line for line in lines(game, ogre) if line.startswith("Club up")}
        strike(world, world.player, ogre, PLAIN)
        lowered += ogre.is_alive and ogre.aims_at is None
        if not ogre.is_alive:
            world.level.add(ogre)
    found = re.fullmatch(r"Club up: lowers it at 10\+ \((\d+)%\)", "".join(told))

    assert found is not None
    assert abs(int(found[1]) - lowered / 10) < 5


def test_an_ally_takes_the_blow() -> None:
    """The club strikes the nearest foe."""
    game = scene("@.oO", EMBER, Mood.HUNTING)
    ally, ogre = others(game)
    ally.side, ally.hit_points, ally.max_hit_points = Side.PLAYER, 90, 90
    ogre.aims_at = game.world.player.at
    events = game.play(Wait())

    assert [ally.id] == [
        each.target.id for each in events if isinstance(each, (Struck, Missed)) and each.attacker.id == ogre.id
    ]


HALL = """
    ##########
    #@......O#
    ##########
    """


def creep_up(game: Game, victim: Actor) -> None:
    """Walk up to a sleeper that does not wake on the way, and strike it once."""
    while chebyshev_distance(game.world.player.at, victim.at) > 1:
        game.play(Move(Direction.EAST))
        victim.mood = Mood.ASLEEP
    game.play(Move(Direction.EAST))


@pytest.mark.parametrize(
    ("who", "plus", "left"),
    [
        ("O", 0, 20),
        ("O", 3, 2),
        ("O", 4, 0),
        ("o", 0, 0),
        ("S", 0, 4),
        ("S", 1, 0),
        ("C", 1, 0),
        ("K", 2, 2),
        ("T", 6, 0),
    ],
)
def test_a_stab_does_exactly_the_damage_shown(who: str, plus: int, left: int) -> None:
    """24, and 6 for each plus, past armour, in every fight; a survivor is awake."""
    for seed in SEEDS[:12]:
        game = scene(HALL.replace("O", who), EMBER, Mood.ASLEEP, seed=seed)
        in_hand(game, "dagger", plus)
        victim = others(game)[0]
        (told,) = (line for line in lines(game, victim) if line.startswith("Stab"))
        dealt = f"{24 + 6 * plus} of {victim.hit_points}"
        creep_up(game, victim)

        assert (f"Stab: {dealt}" if left else f"Stab: kills it ({dealt})") == told
        assert left == victim.hit_points
        assert not left or victim.mood is Mood.HUNTING


def test_other_weapons_keep_their_factor() -> None:
    """A sneak attack with a sword does three times the damage of a blow."""
    game = scene("@O", EMBER, Mood.ASLEEP)
    in_hand(game, "sword")
    modifiers = attack_modifiers(EMBER, game.world.level, game.world.player, others(game)[0])

    assert (3, True, None) == (modifiers.factor, modifiers.sure, modifiers.stab)


@pytest.mark.parametrize("who", ["o", "O"])
def test_a_stab_wakes_half_of_the_horde_within_three_cells(who: str) -> None:
    """Whether its victim dies or not; a mate four cells away sleeps on."""
    woken = []
    for seed in range(200):
        game = scene(f"@{who}..oo", EMBER, Mood.ASLEEP, seed=seed)
        victim, near, far = others(game)
        near.leader = far.leader = victim.id
        strike(
            game.world, game.world.player, victim, attack_modifiers(EMBER, game.world.level, game.world.player, victim)
        )
        woken.append((near.mood is Mood.HUNTING, far.mood is Mood.HUNTING))

    assert 80 < sum(near for near, _ in woken) < 120
    assert not any(far for _, far in woken)


BESIDE_THE_DOOR = """
    ##########
    #...#....#
    #..@+..a.#
    #...#....#
    ##########
    """
RANGE = "@......a##"


def wait_beside_the_door(game: Game, archer: Actor) -> None:
    """Step out of the line of the door, then wait, and strike the archer when it is beside the player."""
    if game.world.player.at == Point(3, 2):
        game.play(Move(Direction.NORTH))
    elif chebyshev_distance(game.world.player.at, archer.at) == 1:
        game.play(Move(direction_to(game.world.player.at, archer.at)))
    else:
        game.play(Wait())


def test_an_archer_comes_to_a_player_beside_a_door() -> None:
    """The fight is over within 40 turns in 60 of 60; it went on for 200."""
    for seed in SEEDS:
        game = scene(BESIDE_THE_DOOR, EMBER, Mood.HUNTING, seed=seed, legend={"+": "door"})
        archer = others(game)[0]
        for _ in range(40):
            if game.outcome is None and archer.is_alive:
                wait_beside_the_door(game, archer)

        assert game.outcome is not None or not archer.is_alive


@pytest.mark.slow
@pytest.mark.parametrize(("who", "missile"), [("a", "arrow"), ("s", "stone")])
def test_a_quiver_is_shown_and_then_empty(who: str, missile: str) -> None:
    """Eight missiles, each shown; then it comes near, and does 3 by hand."""
    game = scene(RANGE.replace("a", who), EMBER, Mood.HUNTING)
    archer, player = others(game)[0], game.world.player
    player.max_hit_points = player.hit_points = 1000
    told, shots, by_hand = [], 0, 0
    for _ in range(150):
        told += [line for line in lines(game, archer) if line.endswith(" left")]
        events = game.play(Wait())
        shots += sum(isinstance(each, Launched) for each in events)
        by_hand += blows_of(archer, events) if archer.missile is None else 0

    assert [
        *(f"{left} {missile}s left" for left in range(8, 1, -1)),
        f"1 {missile} left",
        f"No {missile}s left",
    ] == list(dict.fromkeys(told))
    assert (8, 3, None) == (shots, archer.stats.damage, stats_thrown(archer))
    assert by_hand > 10
    assert restore(EMBER, snapshot(game.world)).world.level.actors[1].missiles_left == 0


def test_an_ally_gathers_its_missiles() -> None:
    """One each turn without an enemy."""
    game = scene("@.a", EMBER, Mood.FOLLOWING)
    archer = others(game)[0]
    archer.side, archer.thrown = Side.PLAYER, 8
    game.play(Wait())

    assert 1 == archer.missiles_left
    for _ in range(9):
        game.play(Wait())
    assert 8 == archer.missiles_left


def test_webs_are_not_counted() -> None:
    """A spider has any number."""
    assert 0 == EMBER.monsters["web spider"].missiles


ISLAND = """
    ########
    #@.~~~.#
    #..~r~.#
    #..~~~.#
    ########
    """
CHASM = {"~": "chasm"}
"""A hunter wades through deep water, and not through the air."""


def resting(game: Game, keys: int) -> list[str]:
    """Rest `keys` times, each until it stops; return the last message of each."""
    play = Play(JournaledGame.begin(FakeLibrary(lambda: game).begin("kim", "ember"), last_screen))
    told = []
    for _ in range(keys):
        play.start(Rest())
        play.go_on(1000)
        told.append(play.perspective.log.entries[-1].message.text)
    return told


@pytest.mark.slow
def test_a_hunter_without_a_way_refuses_a_rest_once() -> None:
    """Then one rests as if nobody were there: in the rounds and for the oil that the rules take, from 1 HP in four."""
    assert EMBER.mending is not None
    for seed in range(60):
        begun = 38 if seed % 15 else 1
        game = scene(ISLAND, EMBER, Mood.HUNTING, seed=seed, legend=CHASM, hit_points=begun)
        oil = game.world.player.gauges["oil"]
        refused, *later = resting(game, 3)
        most = game.world.player.max_hit_points

        assert "A rat in view cannot reach you. Try again to ignore it." == refused
        assert any(each.startswith("You feel rested") for each in later)
        assert game.world.player.hit_points == most
        assert game.world.round <= -(-EMBER.mending.player * (most - begun) // most)
        assert oil - game.world.round <= game.world.player.gauges["oil"]


def test_a_hunter_without_a_way_gives_up_after_ten_rounds() -> None:
    """Until then the list and the panel say that it cannot reach the player; later it notices nothing."""
    for seed in SEEDS[:20]:
        game = scene(ISLAND, EMBER, Mood.HUNTING, seed=seed, legend=CHASM)
        rat = others(game)[0]
        for _ in range(10):
            assert Mood.HUNTING is rat.mood
            assert CUT_OFF == in_view(observe(game.world))[0].note
            assert "Cannot reach you" in lines(game, rat)
            game.play(Wait())
        for _ in range(20):
            game.play(Wait())
            assert Mood.ROAMING is rat.mood
        assert "" == in_view(observe(game.world))[0].note
        restored = restore(EMBER, snapshot(game.world)).world.level.actors[1]
        assert rat.cut_off_on is not None
        assert rat.cut_off_on == restored.cut_off_on


def test_it_notices_the_player_again_once_there_is_a_way() -> None:
    """Over a bridge, say."""
    game = scene(ISLAND, EMBER, Mood.HUNTING, legend=CHASM)
    rat = others(game)[0]
    wait(game, 15)
    assert rat.cut_off_on is not None
    relocate(game.world, rat, Point(2, 3))
    wait(game, 25)

    assert [Mood.HUNTING] == moods(game)
    assert rat.cut_off_on is None


@pytest.mark.parametrize("who", ["a", "b", "X", "k"])
def test_monsters_that_shoot_fly_leap_or_always_know_do_not_give_up(who: str) -> None:
    """An archer across a chasm stays dangerous until its quiver is empty."""
    game = scene(ISLAND.replace("r", who), EMBER, Mood.HUNTING, legend={**CHASM, "k": "dusk knight"}, hit_points=40)
    wait(game, 4)

    assert others(game)[0].cut_off_on is None


def test_an_eel_two_cells_from_the_player_refuses_a_rest_once() -> None:
    """Beside the water it refuses each time."""
    for picture, refusals in (("@.~~~#e", 1), ("@~~~~#e", 3)):
        game = scene(picture, EMBER, Mood.HUNTING, legend={"~": "deep water"}, hit_points=9)
        others(game)[0].shown_until = 1000
        relocate(game.world, others(game)[0], Point(3, 0))
        told = resting(game, 3)
        assert refusals == sum("in view" in each for each in told), told


def test_a_slinger_approaches_a_hidden_player() -> None:
    """As its description and the hint say: out of its sight it gives up its distance."""
    hall = "##########\n#@.......#\n####.#####\n####....s#\n##########"
    game = draw(hall, EMBER, legend={"s": "kobold slinger"}, hit_points=900)
    slinger = others(game)[0]
    notice(game.world, slinger)
    gaps = []
    for _ in range(12):
        game.play(Wait())
        gaps.append(chebyshev_distance(slinger.at, game.world.player.at))

    assert 7 == gaps[0]
    assert min(gaps) <= 2


@pytest.mark.parametrize(("gap", "where"), [(14, " from the east"), (2, "")])
def test_a_stone_out_of_the_dark_tells_where_it_came_from(gap: int, where: str) -> None:
    """The direction of a thrower that the player does not see; one in view is on the map."""
    game = scene(f"@{'.' * gap}k", EMBER, Mood.HUNTING, legend={"k": "kobold slinger"})
    world, foe = game.world, others(game)[0]
    assert (gap < 14) == world.level.is_visible(foe.at)
    game.take_events()
    hurt(world, world.player, 5, Harm.MISSILE, Cause(foe.ref, world.player.at, EMBER.projectiles["stone"]))
    (harmed,) = [event for event in world.events if isinstance(event, Harmed)]
    message = Narrator(EMBER).tell(harmed)

    assert message is not None
    assert f"A stone hits you for 5{where}." == message.text
