"""The places of Ember: what each promises and threatens, walked as it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.fight import ROOF, Fight
from roguelike.automation.patrol import Patrol
from roguelike.automation.travel import Travel
from roguelike.cells.input import Button, Mouse
from roguelike.engine.commands import Move, ThrowItem, Wait
from roguelike.engine.draft import Contents, LevelDraft
from roguelike.engine.events import FeatureActed
from roguelike.engine.game import begin
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.fire import Ignite
from roguelike.engine.parts.mapgen.joining import blueprints
from roguelike.engine.parts.passes.vaults import furnish
from roguelike.engine.preview import harmful_step, placed, preview_throw, preview_use
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.noise import make_noise
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from tests.automation.driving import drive
from tests.line.talking import talk
from tests.rulesets import drawn_rooms
from tests.rulesets.drawn_rooms import EMBER, lost
from tests.rulesets.room_levels import levels_for
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.vaults import VaultKind
    from roguelike.engine.state.actor import Actor
    from tests.rulesets.test_ember_generator import Made

EAST, WEST = Direction.EAST, Direction.WEST
ROOMS = ("viper maze", "eel moat", "barracks", "slits", "drake's bridge", "crossroads", "old mine")
RIM = 4
"""Cells of wall and floor around a room."""


def room(vault: str, *, at: Point | None = None, seed: int = 1, ruleset: RuleSet = EMBER) -> Game:
    """Begin a game in a hall around a room as it is drawn; `at` is a cell of its picture, or else before its door."""
    kind, rng = ruleset.vaults[vault], PCG32(seed)
    plan = blueprints(kind)[0]
    grid = Grid(len(kind.rows[0]) + 2 * RIM, len(kind.rows) + 2 * RIM)
    draft = LevelDraft(grid, ruleset, Contents(danger=kind.dangers[0]), None)
    draft.fill((1 << grid.size) - 1 & grid.inside)
    draft.dig(draft.interior)
    furnish(draft, kind, [(grid.index(on(point)), key) for point, key in plan.cells], rng)
    draft.plan.start = on(plan.door).step(EAST) if at is None else on(at)
    game = begin(ruleset, draft.plan, seed, rng)
    game.world.in_view = frozenset(actor.id for actor in game.world.visible_monsters())
    return game


def on(at: Point) -> Point:
    """Return the cell of the level that is a cell of the picture."""
    return Point(at.x + RIM, at.y + RIM)


def told(game: Game, at: Point) -> str:
    """Return what examining a cell of the picture says."""
    return drawn_rooms.told(game, on(at))


def terrain(game: Game, at: Point | None = None) -> str:
    """Return the name of the ground on a cell of the picture, or else under the player."""
    return game.world.level.terrain_at(game.world.player.at if at is None else on(at)).name


def carried(game: Game) -> list[Item]:
    """Return what the player carries."""
    return [item for item in game.world.player.inventory.slots if item is not None]


def explored(game: Game) -> Game:
    """Explore until nothing is left or somebody comes into view, then go on as often as that happens."""
    for _ in range(20):
        if drive(game, Explore(patrol=Patrol())).reason.startswith("Explored"):
            break
    return game


ISLAND = Point(4, 2)


def moat(seed: int = 1, *, left: bool = False) -> Game:
    """Begin a game on the bank of the moat with mail and a potion, both `left` on the bank or not."""
    game = room("eel moat", at=Point(7, 2), seed=seed)
    for name in () if left else ("mail", "potion of healing"):
        game.world.player.inventory.insert(Item.of(EMBER.items[name]))
    game.play(Wait())
    return game


def fetched(game: Game, far: int, near: int) -> Game:
    """Go west to a column of the picture and back east to another, and strike whatever is in the way."""
    for way, until in ((WEST, far), (EAST, near)):
        for _ in range(30):
            if game.world.player.at.x == until + RIM or game.world.outcome is not None:
                break
            game.play(Move(way))
    return game


@pytest.mark.slow
def test_the_island_of_the_moat_holds_a_staff_a_ring_or_a_charm() -> None:
    """It costs a fifth of all HP, as the mean of 60 seeds; a pack that is not left on the bank may drift away."""
    games = [fetched(moat(seed, left=True), ISLAND.x, 7) for seed in range(60)]
    alive = [game for game in games if game.world.outcome is None]

    assert len(alive) >= 55
    prizes = [[*carried(game), *(each for pile in game.world.level.items.values() for each in pile)] for game in alive]
    assert all([each.kind.sort for each in prize] in (["staff"], ["ring"], ["charm"]) for prize in prizes)
    assert sum(bool(carried(game)) for game in alive) >= 20
    assert 4 <= sum(map(lost, games)) / 60 <= 12
    drifted = [fetched(moat(seed), ISLAND.x, 7) for seed in range(20)]
    assert sum(len(carried(game)) < 3 for game in drifted) >= 10


def test_nothing_swims_for_the_island_unasked() -> None:
    """The water says what it does, and exploring and travel stay on the bank."""
    game = moat()
    assert "You swim" in told(game, Point(6, 2))
    assert placed(observe(game.world), game.world.player, on(Point(6, 2))) is not None

    explored(game)
    drive(game, Travel(on(ISLAND)))

    assert "floor" == terrain(game)
    assert game.world.player.at != on(ISLAND)


BARREL = Point(4, 2)
PUSHED = "Push it by walking into it."


def barracks(seed: int = 1) -> Game:
    """Begin a game in the open door of the barracks, with a flask of oil and an open lamp."""
    game = room("barracks", at=Point(9, 2), seed=seed)
    game.world.player.inventory.insert(Item.of(EMBER.items["oil flask"]))
    return game


def sleepers(game: Game) -> list[Actor]:
    """Return the orcs that are left."""
    return [each for each in game.world.level.actors if each.kind.name == "orc"]


@pytest.mark.slow
def test_fire_at_the_barrel_of_the_barracks_burns_its_sleepers() -> None:
    """In 60 seeds four of the five at least die within 8 turns of the throw, while the player steps back."""
    left = []
    for seed in range(60):
        game = barracks(seed)
        events = game.play(ThrowItem(0, on(Point(6, 2))))
        assert ["oil barrel"] == [each.feature.name for each in events if isinstance(each, FeatureActed)]
        assert game.world.level.feature_at(on(BARREL)) is None
        for step in range(8):
            game.play(Move(EAST) if step < RIM - 1 else Wait())
        left.append(len(sleepers(game)))

    assert sum(each <= 1 for each in left) >= 55


def test_the_barrel_is_described_as_bursting_and_the_aim_shows_its_victims() -> None:
    """Before the flask flies: of all five."""
    game = barracks()
    assert f"{PUSHED} Fire beside it makes it burst: flames on all within 2, for 8 turns." == told(game, BARREL)

    seen = observe(game.world)
    preview = preview_throw(EMBER.items["oil flask"], seen, on(Point(6, 2)))

    burned = {each.actor for each in preview.expected if each.condition and each.condition.name == "burning"}
    assert {each.id for each in sleepers(game)} == burned
    assert on(Point(3, 1)) in preview.area


def test_a_barrel_without_fire_beside_it_stays_and_is_in_the_way() -> None:
    """Explosions two cells off leave it; and it is saved."""
    game = barracks()
    ignite = Ignite(radius=0, rounds=3)
    ignite.apply(game.world, Cause(None, on(BARREL)), on(Point(4, 4)).step(Direction.NORTH).step(Direction.EAST))
    game.play(Wait())

    again = restore(EMBER, snapshot(game.world))

    assert again.world.level.feature_at(on(BARREL)) is not None
    assert not game.world.level.is_walkable(on(BARREL))
    ignite.apply(again.world, Cause(None, on(BARREL)), on(BARREL).step(EAST))
    assert again.world.level.feature_at(on(BARREL)) is None


def slits(seed: int, *, covered: bool) -> Game:
    """Begin a game before the hall of the slits, with the lamp covered or not."""
    game = room("slits", seed=seed)
    for name in ("leather armour", "sword"):
        game.world.player.inventory.insert(attrs.evolve(Item.of(EMBER.items[name]), worn=True))
    game.world.player.covered = covered
    return game


@pytest.mark.slow
def test_archers_shoot_through_the_slits_at_a_player_with_an_open_lamp() -> None:
    """They stay inside and wound in 15 of 60 games on the way in; under cover it all costs a third at most."""
    shot, open_cost, covered_cost = 0, 0, 0
    for seed in range(60):
        game = slits(seed, covered=False)
        for _ in range(9):
            game.play(Move(WEST))
        inside = all(each.at.y == on(Point(2, 1)).y for each in game.world.level.actors if not each.is_player)
        shot += inside and lost(game) > 0
        open_cost += lost(fetched(slits(seed, covered=False), 1, 9))
        covered_cost += lost(fetched(slits(seed, covered=True), 1, 9))

    assert shot >= 15
    assert 7 <= open_cost / 60 <= 18
    assert 3 * covered_cost <= open_cost


def test_a_slit_lets_missiles_through_but_not_actors() -> None:
    """It says so; the archers can be reached by the door inside."""
    game = slits(1, covered=True)
    for _ in range(4):
        game.play(Move(WEST))
    level = game.world.level

    assert told(game, Point(4, 2)).startswith("Blocks the way, but not sight, missiles or gas.")
    assert not level.is_walkable(on(Point(4, 2)))
    assert level.is_flyable(on(Point(4, 2)))
    assert "door" == terrain(game, Point(7, 2))
    assert level.is_walkable(on(Point(7, 1)))


def drake(game: Game) -> Actor:
    """Return the drake."""
    return next(each for each in game.world.level.actors if each.kind.name == "fire drake")


@pytest.mark.slow
def test_the_drake_sleeps_on_in_half_of_the_games_that_cross_its_bridge() -> None:
    """With a covered lamp the prize is fetched at no cost in 30 of 60 games; where it wakes, it hurts."""
    asleep, hurt = 0, 0
    for seed in range(60):
        game = room("drake's bridge", seed=seed)
        game.world.player.covered = True
        fetched(game, 1, 7)
        asleep += bool(carried(game)) and lost(game) == 0 and drake(game).mood is Mood.ASLEEP
        hurt += lost(game) > 0

    assert asleep >= 30
    assert 5 <= hurt <= 25


def test_the_arch_over_the_lava_bears_fire_and_the_lava_is_asked_about() -> None:
    """Exploring leaves the lava alone, and fetches the items beyond unless somebody wakes."""
    game = room("drake's bridge")
    arch, lava = Point(3, 2), Point(3, 1)
    game.play(Move(WEST))
    for _ in range(4):
        Ignite(radius=1, rounds=3).apply(game.world, Cause(None, on(arch)), on(arch))
        game.play(Wait())
    assert "stone arch" == terrain(game, arch)
    game.world.level.move(game.world.player, on(arch))

    assert placed(observe(game.world), game.world.player, on(lava)) is not None
    explored(game)
    assert "lava" != terrain(game)
    assert game.world.outcome is None


def test_an_archer_that_hunts_hits_half_as_often_in_the_crossroads() -> None:
    """Foliage hides who crosses it: over 60 seeds they lose half of what a bare room of that shape costs at most."""
    leafy = EMBER.vaults["crossroads"]
    bare = attrs.evolve(leafy, legend={**leafy.legend, "f": attrs.evolve(leafy.legend["f"], cover=None)})
    costs = [sum(lost(shot_at(seed, kind)) for seed in range(60)) for kind in (leafy, bare)]

    assert 60 < costs[1]
    assert 2 * costs[0] <= costs[1]


def shot_at(seed: int, kind: VaultKind) -> Game:
    """Cross a room from its northern to its southern door, with an archer in the western one that hunts."""
    rules = attrs.evolve(EMBER, vaults={**EMBER.vaults, "crossroads": kind})
    game = room("crossroads", at=Point(4, 0), seed=seed, ruleset=rules)
    spawn(game.world, EMBER.monsters["orc archer"], on(Point(0, 2)), mood=Mood.HUNTING)
    for _ in range(4):
        game.play(Move(Direction.SOUTH))
    return game


CROSSING = """
    ###############+######################
    #...........#fffffff#................#
    #..o..@.....+fffffff+................#
    #...........#fffffff#................#
    ###############+######################
    #############.......##################
    ######################################
"""
STRAIGHT = (*([EAST] * 24),)
BEND = (*([EAST] * 8), Direction.SOUTH_EAST, *([Direction.SOUTH] * 3))
"""Through the eastern door, and through the southern one."""


def chased(
    steps: Sequence[Direction],
    seed: int,
    *,
    cover: str = "thicket",
    covered: bool = False,
    relentless: bool = False,
) -> bool:
    """Return whether an orc three cells behind the player hunts six turns after they have crossed the crossroads."""
    game = draw(CROSSING, EMBER, seed=seed, legend={"f": cover, "+": "door"})
    game.world.player.covered = covered
    (orc,) = [each for each in game.world.level.actors if not each.is_player]
    orc.mood, orc.noticed_on, orc.relentless = Mood.HUNTING, game.world.turn, relentless
    for command in (*map(Move, steps), *([Wait()] * 6)):
        game.play(command)
    return orc.mood is Mood.HUNTING


@pytest.mark.slow
def test_hunters_lose_a_player_who_crosses_the_crossroads() -> None:
    """Of 60 orcs 55 at least at the far door, 45 at another one under cover; foliage shakes none off."""
    assert sum(not chased(STRAIGHT, seed) for seed in range(60)) >= 55
    assert sum(not chased(BEND, seed, covered=True) for seed in range(60)) >= 45
    assert sum(not chased(BEND, seed) for seed in range(60)) >= 25
    assert all(chased(STRAIGHT, seed, cover="foliage", covered=True) for seed in range(10))
    assert all(chased(STRAIGHT, seed, covered=True, relentless=True) for seed in range(10))
    assert "Hunters that do not see you in it lose you." in told(room("crossroads", at=Point(4, 0)), Point(4, 1))


def test_a_monster_that_sees_the_player_in_a_thicket_does_not_lose_them() -> None:
    """From beside them; from farther away nobody who is awake hears them, and it springs back where they were."""
    game = draw("#@offff.#", EMBER, legend={"f": "thicket"})
    level, player = game.world.level, game.world.player
    (orc,) = [each for each in level.actors if not each.is_player]
    orc.mood, orc.noticed_on = Mood.HUNTING, game.world.turn
    level.set_terrain(player.at, level.code("thicket"))
    moods = []
    for at in (Point(2, 0), Point(7, 0)):
        level.move(orc, at)
        game.play(Wait())
        moods.append(orc.mood)

    assert [Mood.HUNTING, Mood.ROAMING] == moods
    assert 0 == observe(game.world).chance_to_notice(orc)
    assert "thicket" == level.layers_at(player.at)[0].name


@pytest.mark.slow
def test_the_crossroads_lead_three_ways_at_least() -> None:
    """From each door that is left one walks on, and with one of them shut all the level is still reached."""
    for level in levels_for("crossroads", 4):
        inside = {at for at in level.open if level.cover(at) == "thicket"} & _vault(level)
        doors = {at for cell in inside for at in map(cell.step, CARDINALS) if level.ground(at) == "door"}
        assert len(doors) >= 3
        for door in doors:
            assert any(at in level.open and at not in inside for at in map(door.step, CARDINALS))
        first = min(doors)
        walked = level.steps(level.start, level.open - {first} - set(level.cells("locked door")))
        assert inside <= walked.keys()


def _vault(level: Made) -> set[Point]:
    """Return a 7 by 3 block of thicket with walls around: the middle of the crossroads."""
    for corner in sorted(level.open):
        for across, down in ((7, 3), (3, 7)):
            block = {corner.offset(dx, dy) for dx in range(across) for dy in range(down)}
            rim = {at.step(way) for at in block for way in COMPASS} - block
            if (
                block <= level.open
                and all(level.cover(at) == "thicket" for at in block)
                and all(level.ground(at) in ("wall", "door") for at in rim)
            ):
                return block
    raise AssertionError("no crossroads")


STONES = Point(6, 2)


def mine(seed: int = 1, *, covered: bool) -> Game:
    """Begin a game inside the door of the old mine, with the lamp covered or not."""
    game = room("old mine", at=Point(7, 2), seed=seed)
    game.world.player.covered = covered
    game.play(Wait())
    return game


def test_a_loud_step_brings_the_roof_of_the_mine_down() -> None:
    """By an open lamp it takes 5 to 15 HP, as the question says, and leaves rubble; under cover nothing falls."""
    costs = []
    for seed in range(60):
        game = mine(seed, covered=False)
        harm = placed(observe(game.world), game.world.player, on(STONES))
        assert harm is not None
        assert 15 == harm.harm.most
        game.play(Move(WEST))
        assert "rubble" == terrain(game) == terrain(game, Point(1, 2))
        costs.append(lost(game))
    assert 5 <= min(costs) < max(costs) <= 15

    quiet = mine(covered=True)
    assert placed(observe(quiet.world), quiet.world.player, on(STONES)) is None
    fetched(quiet, 2, 7)
    assert 0 == lost(quiet)
    assert "loose stones" == terrain(quiet, STONES)


def test_the_roof_falls_on_monsters_too_and_by_other_noise() -> None:
    """A bell on its ground kills who stands there, and not who does not."""
    game = mine(covered=True)
    rat = spawn(game.world, EMBER.monsters["rat"], on(Point(2, 2)), mood=Mood.ASLEEP)
    assert rat is not None
    make_noise(game.world, on(Point(2, 1)), 19)
    assert "mine floor" == terrain(game, Point(2, 1))
    make_noise(game.world, on(Point(2, 1)), 20)

    assert "rubble" == terrain(game, STONES)
    assert rat.hit_points < rat.max_hit_points
    assert 0 == lost(game)


def test_exploring_avoids_the_mine_and_its_ground_is_described() -> None:
    """Exploring stays before it."""
    game = mine(covered=False)
    assert "Noise of 20 here: 10 damage (at most 15)" in told(game, STONES)
    explored(game)
    assert 0 == lost(game)
    assert "loose stones" == terrain(game, STONES)


MINE = """
    #########
    #7;;;;;;#
    #7;;@r;;#
    #########
"""
STRIKING = "The noise brings the roof down: -10 HP (at most 15)"


def on_stones(game: Game) -> Game:
    """Lay loose stones under the player."""
    game.world.level.set_terrain(game.world.player.at, game.world.level.code("loose stones"))
    return game


def test_a_blow_that_brings_the_roof_down_is_asked_about_first() -> None:
    """On the screen and in lines, and Tab strikes none; examining says it, and the answer no leaves the roof up."""
    legend = {";": "loose stones", "7": "mine floor"}
    game, talking = on_stones(draw(MINE, EMBER, legend=legend)), talk(MINE, rules=EMBER, legend=legend)
    found = examine(observe(game.world), game.world.player.at.step(EAST))

    assert found is not None
    assert "Your attack brings the roof down: 10 damage (at most 15)" in found.lines
    assert ROOF == drive(game, Fight()).reason
    screen = " ".join(watch(game, "l", "n").after[1].text().replace("│", " ").split())
    assert "Attack on the loose stones?" in screen
    assert STRIKING in screen
    column, row = spot(watch(game).last, "@")
    assert "Attack on the loose stones?" in watch(game, Mouse(Button.LEFT, column + 1, row), "n").after[1].text()
    on_stones(talking.game)
    talking.say("wait")
    asked = " ".join([*talking.say("attack east"), *talking.say("no")])
    assert f"Attack on the loose stones? {STRIKING}" in asked
    assert "loose stones" == terrain(game) == terrain(talking.game)
    talking.say("attack east", "yes")
    assert "rubble" == terrain(talking.game)


def test_a_lunge_under_the_bad_roof_is_previewed() -> None:
    """A covered step is quiet, and the blow that a rapier ends it with is not."""
    for weapon, most in (("rapier", [15]), ("sword", [])):
        game = draw("#########\n#.@;r...#\n#########", EMBER, legend={";": "loose stones"})
        game.world.player.covered = True
        game.world.player.inventory.insert(attrs.evolve(Item.of(EMBER.items[weapon]), worn=True))

        assert most == [each.harm.most for each in harmful_step(observe(game.world), EAST)]
        game.play(Move(EAST))
        assert ("rubble" == terrain(game)) == bool(most)


def test_every_loud_turn_under_the_bad_roof_is_previewed() -> None:
    """With a key a step on the same ground, and a scroll that is heard 20 steps away; nothing under cover."""
    game = draw("#########\n#77@7777#\n#########", EMBER, legend={"7": "mine floor"}, inventory=["key"])
    game.world.level.set_terrain(game.world.player.at, game.world.level.code("mine floor"))
    seen = observe(game.world)
    loud = [kind for kind in EMBER.items.values() if preview_use(kind, seen, seen.me.at).befalls(seen.me.id).most == 15]

    assert 15 == harmful_step(seen, EAST)[0].harm.most
    assert {"scroll of dread", "scroll of clamour"} <= {kind.name for kind in loud}
    game.world.player.covered = True
    assert [] == harmful_step(observe(game.world), EAST)
