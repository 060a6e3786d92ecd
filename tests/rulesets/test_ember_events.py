"""The events of levels in `ember`: each makes a level another place, on drawn maps."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roguelike.automation.automation import danger
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Felt, Harm, Heard, Launched, Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.levels import change_level
from roguelike.engine.rules.moods import foe_of
from roguelike.engine.rules.noise import make_noise
from roguelike.engine.rules.pursuit import way_to
from roguelike.engine.rules.ways import ON_FOOT
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.cause import Cause
from roguelike.narration.conditions import event_told, lasting
from roguelike.narration.examine import examine
from tests.burning import amounts, ember, light
from tests.rulesets.test_ember_generator import budget_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EAST = Direction.EAST


def level_with(event: str | None, drawn: str, seed: int = 1) -> Game:
    """Return a game on a drawn level of that event, saved and loaded; `r` is a rat, `a` an orc archer."""
    game = ember(drawn, seed)
    game.world.level.event = None if event is None else game.world.ruleset.events[event]
    update_fov(game.world)
    again = restore(game.world.ruleset, snapshot(game.world))
    assert digest(game.world) == digest(again.world)
    return again


@pytest.mark.parametrize("event", ["blackout", "draught", "echo", "feud", "migration", "overgrown"])
def test_events_are_shown_in_the_panel_and_under_x(event: str) -> None:
    """One word in the panel, and what was told on arrival where the player looks at themselves."""
    game = level_with(event, "@....")
    seen, kind = observe(game.world), game.world.ruleset.events[event]
    described = examine(seen, seen.me.at)

    assert [kind.label] == [each.text for each in lasting(seen)]
    assert described is not None
    assert described.lines[-1] == kind.told


@pytest.mark.parametrize(("event", "seen_to"), [(None, 9), ("blackout", 6)])
def test_sight_is_short_in_a_blackout(event: str | None, seen_to: int) -> None:
    """Neither by the lamp nor what burns far away."""
    game = level_with(event, "@.............................,")
    world = game.world
    assert [x for x in range(31) if world.level.is_visible(Point(x, 0))] == list(range(seen_to + 1))

    light(game, (30, 0))
    game.perform(Wait())
    assert world.level.is_visible(Point(30, 0)) is (event is None)


@pytest.mark.parametrize(("event", "shoots"), [(None, True), ("blackout", False)])
def test_archers_do_not_shoot_beyond_their_sight_in_a_blackout(event: str | None, *, shoots: bool) -> None:
    """From seven cells away an archer shoots, unless it is dark: it comes to six first."""
    game = level_with(event, "@......a")
    archer = game.world.level.actors[1]
    archer.mood, archer.noticed_on, archer.energy = Mood.HUNTING, game.world.turn, 0
    game.perform(Wait())

    assert shoots == any(isinstance(each, Launched) for each in game.take_events())
    assert archer.at.x == (7 if shoots else 6)


@pytest.mark.parametrize(("event", "opaque"), [(None, True), ("draught", False)])
def test_doors_stay_open_in_a_draught(event: str | None, *, opaque: bool) -> None:
    """And `x` says so of the door, open and closed."""
    game = level_with(event, "@+...\n#####")
    before = examine(observe(game.world), Point(1, 0))
    for way in (EAST, EAST, EAST):
        game.perform(Move(way))
    after = examine(observe(game.world), Point(1, 0))

    assert opaque == bool(game.world.level.cells("sight") >> game.world.level.grid.index(Point(1, 0)) & 1)
    assert before is not None
    assert after is not None
    told = "Doors stay open on this level."
    assert (told in before.lines, after.lines == (told,)) == (not opaque, not opaque)


def test_gas_thins_twice_as_fast_in_a_draught() -> None:
    """After ten rounds there is as much left as after twenty elsewhere."""
    left = {}
    for event, rounds in ((None, 20), (None, 10), ("draught", 10)):
        game = level_with(event, "\n".join([*["." * 21] * 10, "@" + "." * 20, *["." * 21] * 10]))
        release(game.world, game.world.ruleset.gases["marsh gas"], Point(10, 10), 600)
        for _ in range(rounds):
            game.perform(Wait())
        left[event, rounds] = sum(map(sum, amounts(game, "marsh gas")))

    assert left["draught", 10] == left[None, 20] < left[None, 10]


def test_the_last_wisps_of_a_gas_fade_in_a_draught() -> None:
    """Whichever of the two times it spreads in a round is its last."""
    for volume in range(1, 40):
        game = level_with("draught", "@....")
        release(game.world, game.world.ruleset.gases["marsh gas"], Point(3, 0), volume)
        for _ in range(30):
            game.perform(Wait())
        assert not game.world.level.gas


def test_fire_spreads_half_again_as_likely_in_a_draught() -> None:
    """Of the cells beside a burning row, over some games, as many more catch fire in the first round."""
    caught = dict.fromkeys((None, "draught"), 0)
    for event in caught:
        for seed in range(12):
            game = level_with(event, f"{',' * 50}\n{'.' * 50}\n{'.' * 49}@", seed)
            light(game, *((x, 0) for x in range(0, 50, 2)))
            game.perform(Wait())
            caught[event] += game.world.level.burning.bit_count() - 25

    assert 1.3 < caught["draught"] / caught[None] < 1.7


@pytest.mark.parametrize(("event", "step", "bell"), [(None, 14, 40), ("echo", 21, 60)])
def test_noise_carries_half_again_as_far_in_an_echo(event: str | None, step: int, bell: int) -> None:
    """The noise that is shown is the true one: of the player, and of a bell that they look at."""
    game = level_with(event, "@..n" + "." * 31 + "r")
    game.perform(Move(EAST))
    seen = observe(game.world)
    rat = game.world.level.actors[1]
    rat.mood = Mood.ASLEEP
    described = examine(seen, Point(3, 0))
    make_noise(game.world, Point(3, 0), 25)

    assert step == seen.noise
    assert described is not None
    assert f"Heard within {bell} steps." in described.lines
    assert (Mood.ASLEEP if event is None else Mood.ROAMING) == rat.mood


@pytest.mark.parametrize(
    ("event", "mood", "told"),
    [
        (None, Mood.ROAMING, []),
        ("echo", Mood.ASLEEP, []),
        ("echo", Mood.ROAMING, ["steps to the east"]),
    ],
)
def test_steps_are_heard_in_an_echo(event: str | None, mood: Mood, told: list[str]) -> None:
    """Out of view, of the nearest that walks; told once in a while, in a game that is loaded, too."""
    game = level_with(event, "@" + "." * 10 + "r......")
    rat = game.world.level.actors[1]
    rat.mood, rat.goal = mood, Point(17, 0)
    game.world.round = 100
    heard = []
    for _ in range(4):
        game.perform(Wait())
        heard += [each.sound for each in game.take_events() if isinstance(each, Heard)]
        game = restore(game.world.ruleset, snapshot(game.world))

    assert told == heard


def arrived_at(event: str) -> Game:
    """Return the first game, by seeds, in which the second level has that event, there and loaded."""
    return next(games_with(event))


def games_with(event: str) -> Iterator[Game]:
    """Yield the games, by seeds, in which the second level has that event, there and loaded."""
    ruleset = load_ruleset("ember")
    for seed in range(200):
        drawn = budget_of(ruleset, seed)[1].event
        if drawn is not None and drawn.name == event:
            game = new_game(ruleset, seed)
            game.world.leaving = Exit.DOWN
            change_level(game.world)
            yield restore(ruleset, snapshot(game.world))


def test_two_hordes_march_to_the_stairs_down() -> None:
    """Both are awake on the way there, and nearer after ten rounds, also where their own are in the way; bats flit."""
    nearer = [each for game in itertools.islice(games_with("migration"), 8) for each in come_nearer(game)]

    assert len(nearer) >= 10
    assert all(nearer)


def come_nearer(game: Game) -> list[bool]:
    """Return for each leader on the way to the stairs down whether ten rounds bring it five steps nearer."""
    world, stairs = game.world, game.world.level.exit_at(Exit.DOWN)
    assert stairs is not None
    leaders = [each for each in world.level.actors if each.goal == stairs]
    assert 2 == len(leaders)
    assert all(leader.mood is not Mood.ASLEEP for leader in leaders)
    leaders = [each for each in leaders if each.kind.name != "cave bat"]

    def away(leader: Actor) -> int:
        steps = way_to(world, stairs, ON_FOOT).distance(leader.cell)
        assert steps is not None
        return steps

    before = {leader.id: away(leader) for leader in leaders}
    nearest = dict(before)
    for _ in range(10):
        game.perform(Wait())
        nearest = {leader.id: min(nearest[leader.id], away(leader)) for leader in leaders}
    assert any("on the march" in each for each in world.level.felt)
    return [nearest[leader.id] <= max(1, before[leader.id] - 5) for leader in leaders]


def test_a_named_beast_hunts_with_a_ring_or_a_charm() -> None:
    """It comes from out of view to the arrival, is told by its name, and drops what it carries.

    The panel names it until the player can know that it is dead.
    """
    game = arrived_at("hunter")
    world = game.world
    (beast,) = [each for each in world.level.actors if each.kind.unique]
    at = beast.at

    assert (Mood.ROAMING, world.player.at) == (beast.mood, beast.goal)
    assert not world.level.is_visible(at)
    assert any(f"The {beast.kind.name}" in each for each in world.level.felt)
    assert beast.carries is not None
    assert beast.carries.kind.sort in {"ring", "charm"}
    carried = beast.carries
    assert ["Hunted"] == event_told(observe(world))
    hurt(world, beast, 1000, Harm.OTHER, Cause(world.player.ref, at))
    assert carried in world.level.items_at(at)
    known = [event_told(observe(each)) for each in (world, restore(world.ruleset, snapshot(world)).world)]
    world.level.look([world.level.grid.index(at)])
    assert [["Hunted"]] * 2 == known
    assert [] == event_told(observe(world))


def test_a_beast_that_dies_in_view_hunts_no_more() -> None:
    """The panel does not name it any more."""
    world = level_with("hunter", "@...r").world
    rat = world.level.actors[1]
    rat.kind = world.ruleset.monsters["Butcher"]
    before = event_told(observe(world))
    hurt(world, rat, 1000, Harm.OTHER, Cause(world.player.ref, rat.at))

    assert (["Hunted"], []) == (before, event_told(observe(world)))


@pytest.mark.parametrize(("camps", "fights"), [((0, 0), False), ((1, 1), False), ((1, 2), True)])
def test_hordes_at_feud_fight_without_having_noticed_the_player(camps: tuple[int, int], *, fights: bool) -> None:
    """They go for each other, and one that fights is off its guard: a stab from behind always hits."""
    game = level_with("feud", "@" + "#" * 10 + "\n" + "#" * 11 + "\n" + "r......r###")
    rats = game.world.level.actors[1:]
    for rat, camp, other in zip(rats, camps, reversed(rats), strict=True):
        rat.mood, rat.camp, rat.goal = Mood.ROAMING, camp, other.at
    game = restore(game.world.ruleset, snapshot(game.world))
    struck = []
    while len(game.world.level.actors) == 3 and game.world.turn < 60:
        assert all(each.is_off_guard for each in game.world.level.actors[1:])
        game.perform(Wait())
        struck += [each for each in game.take_events() if isinstance(each, Struck)]

    assert fights == (len(game.world.level.actors) == 2) == bool(struck)


def test_a_monster_at_feud_that_notices_the_player_fights_the_nearer() -> None:
    """And `x` says that it is at feud."""
    game = level_with("feud", "@..r.r")
    near, far = game.world.level.actors[1:]
    near.camp, far.camp = 1, 2
    for rat in (near, far):
        rat.mood, rat.noticed_on = Mood.HUNTING, game.world.turn
    described = examine(observe(game.world), near.at)

    assert described is not None
    assert "At feud with another horde." in described.lines
    assert foe_of(game.world, near, 20) is far
    far.hit_points = 0
    assert foe_of(game.world, near, 20) is game.world.player


def test_two_hordes_are_at_feud() -> None:
    """Both are awake and on the way to each other, and sooner or later they meet."""
    game = arrived_at("feud")
    camps = [each for each in game.world.level.actors if each.camp]
    leaders = [each for each in camps if not each.leader]

    assert [1, 2] == sorted(each.camp for each in leaders)
    assert all(each.mood is Mood.ROAMING for each in camps)
    assert [leaders[1].at, leaders[0].at] == [each.goal for each in leaders]


LAKE = """
    @.......
    ....~~..
    ....==~,
    ....==.>
    ........
"""


def water(game: Game) -> int:
    """Return the number of cells with deep water."""
    return game.world.level.cells("deep").bit_count()


def test_a_tide_comes_over_the_shores_and_falls_back() -> None:
    """For 30 of 60 rounds, saved and loaded in it; the panel counts, and the warning comes five rounds before."""
    game = level_with("tide", LAKE)
    described = examine(observe(game.world), Point(3, 1))
    assert described is not None
    assert "Under deep water in 30 turns." in described.lines
    covered, told, warned = [], [], []
    for _ in range(120):
        seen = observe(game.world)
        covered.append(water(game))
        told += [each.text for each in lasting(seen)]
        game.perform(Wait())
        warned += [seen.round for each in game.take_events() if isinstance(each, Felt)]
        game = restore(game.world.ruleset, snapshot(game.world))

    assert [4] * 30 + [10] * 30 == covered[:60] == covered[60:]
    assert ["Tide 30", "Tide 29"] == told[:2]
    assert ["Tide 1", "Ebb 30", "Ebb 29"] == told[29:32]
    assert [24, 84] == warned


def test_a_tide_leaves_stairs_doors_and_items_dry() -> None:
    """And bridges, and what is around the stairs; the ground comes back as it was."""
    game = level_with("tide", "=+.....@>\n=!.......\n=........\n=b....=..")
    before = game.world.level.terrain
    wet = game.world.level.cells("deep")
    for _ in range(31):
        game.perform(Wait())
    grid = game.world.level.grid
    fresh = game.world.level.cells("deep") & ~wet
    for _ in range(30):
        game.perform(Wait())

    assert {Point(1, 2), Point(5, 2), Point(5, 3), Point(7, 3)} == set(map(grid.point, cells_of(fresh)))
    assert before == game.world.level.terrain


def test_automation_leaves_the_shore_before_high_water() -> None:
    """Nobody goes on by automation on a shore within three rounds of high water."""
    game = level_with("tide", "###\n#@#\n#=#\n###")
    stops = []
    for _ in range(28):
        stops.append(danger(observe(game.world)))
        game.perform(Wait())

    assert [None] * 27 == stops[:27]
    assert stops[27] is not None
    assert "Not near deep water: step away first." == stops[27].reason


def test_a_player_can_arrive_at_high_water() -> None:
    """Their own cell stays dry."""
    game = arrived_at("tide")
    low = water(game)
    for depth, by in ((1, Exit.UP), (2, Exit.DOWN)):
        game.world.round = 60 * 10 + 40
        game.world.leaving = by
        change_level(game.world)
        assert depth == game.world.depth

    assert water(game) > low
    assert not game.world.level.cells("deep") >> game.world.player.cell & 1
