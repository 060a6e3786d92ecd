"""The prices of the key rooms of Ember, second half: each is walked as it is drawn."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.patrol import Patrol
from roguelike.automation.tour import Ways
from roguelike.automation.travel import Travel
from roguelike.engine.commands import Drop, Move, PickUp, Wait
from roguelike.engine.events import Exploded, FeatureActed, Laid, Reason, Refused
from roguelike.engine.geometry import Direction, Point, direction_to
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import offered, placed
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.hordes import spawn_horde
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.narration.examine import examine
from tests.automation.driving import drive
from tests.drawn_levels import Drawn
from tests.rulesets.drawn_rooms import EMBER, a, carried, feature, furnish, told
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

ROOMS = ("scales", "sinking stair", "kennels", "guardroom", "blind walk", "gas cellar")
EAST, WEST = Direction.EAST, Direction.WEST


def room(vault: str, at: Point | None = None) -> Game:
    """Start a game in a vault as it is drawn, on a cell or else in its door."""
    kind = EMBER.vaults[vault]
    door = next(Point(x, y) for y, row in enumerate(kind.rows) for x, key in enumerate(row) if key == "+")
    start = door if at is None else at
    rows = [["#" if key in "# " else "." for key in row] for row in kind.rows]
    rows[start.y][start.x] = "@"
    game = draw("\n".join("".join(row) for row in rows), EMBER)
    furnish(game, vault)
    game.play(Wait())
    return game


LOCKED, EMPTY = Point(1, 2), Point(5, 2)


def weighed(*items: Item) -> Game:
    """Begin a game on the empty scale, with these items."""
    game = room("scales", EMPTY)
    for item in items:
        game.world.player.inventory.insert(item)
    return game


def test_the_scales_give_their_key_for_any_potion() -> None:
    """One of a stack is gone permanently, and then the key is free."""
    game = weighed(a("dart", 3), a("potion of healing", 2))
    assert told(game, LOCKED).endswith("Its lock opens once a potion lies on the other scale.")

    events = game.play(Drop(1))

    assert ["empty scale"] == [event.feature.name for event in events if isinstance(event, FeatureActed)]
    assert 1 == sum(isinstance(event, Laid) for event in events)
    assert ["dart", "potion of healing"] == carried(game)
    assert 1 == game.world.player.inventory.slots[1].number  # type: ignore[union-attr]
    assert [Refused(Reason.SHUT)] == [each for each in game.play(PickUp()) if isinstance(each, Refused)]
    for _ in range(4):
        game.play(Move(WEST))
    assert ["dart", "potion of healing", "key"] == carried(game)


def test_the_scales_take_nothing_but_a_potion() -> None:
    """Other items stay on the floor, nothing opens, and walking over the locked scale takes nothing."""
    game = weighed(a("dart"), a("scroll of enchantment"))

    events = [*game.play(Drop(0, (1,))), *(each for _ in range(4) for each in game.play(Move(WEST)))]

    assert not any(isinstance(event, FeatureActed | Laid) for event in events)
    assert [] == carried(game)
    assert "key" == feature(game, *LOCKED).holds.kind.name  # type: ignore[union-attr]
    assert offered(observe(game.world), WEST) is None


def test_a_second_potion_buys_nothing() -> None:
    """It stays on the floor beside the first one."""
    game = weighed(a("potion of healing", 2))
    game.play(Drop(0))

    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert ["potion of healing"] == [item.kind.name for item in game.world.level.items_at(EMPTY)]


def test_the_item_on_a_scale_is_saved() -> None:
    """And the game goes on alike."""
    game = weighed(a("potion of healing"))
    game.play(Drop(0))
    again = restore(EMBER, snapshot(game.world))

    assert digest(game.world) == digest(again.world)
    assert "weighed scale" == feature(again, *EMPTY).kind.name


def test_an_empty_scale_describes_its_price() -> None:
    """When the player steps on it, before paying."""
    shown = watch(room("scales", Point(4, 2)), "right").after[-1].text()

    assert "Empty scale: Stand on it and give up a potion: the other scale opens." in shown


def take(game: Game) -> None:
    """Put the player on the altar of a room, and take its key."""
    level = game.world.level
    altar = next(level.grid.point(cell) for cell, each in sorted(level.features.items()) if each.holds is not None)
    level.move(game.world.player, altar)
    game.play(PickUp())
    assert "key" in carried(game)


def way_out(game: Game) -> list[Direction]:
    """Return the steps of the shortest path from the player to the door."""
    level, player = game.world.level, game.world.player
    door = next(cell for cell in cells_of(level.cells("opens") | level.cells("closes")))
    path = Ways(level.grid, level.passable, diagonally=True).path(player.cell, door)
    points = [player.at, *map(level.grid.point, path)]
    return [direction_to(one, other) for one, other in itertools.pairwise(points)]


def ground(game: Game, at: Point) -> str:
    """Return the name of the terrain of a cell."""
    return game.world.level.terrain_at(at).name


def laden(game: Game) -> Game:
    """Give the player ten items that can drift away, and return the game."""
    for name in ("dart", "javelin", "sword", "axe", "spear", "mace", "rapier", "dagger", "leather armour", "oil flask"):
        game.world.player.inventory.insert(a(name))
    return game


def test_a_player_who_runs_up_the_sinking_stair_immediately_stays_dry() -> None:
    """The water stays a row behind, and no items drift away."""
    game = laden(room("sinking stair"))
    take(game)

    for step in way_out(game):
        game.play(Move(step))
        assert "deep water" != ground(game, game.world.player.at)

    assert "deep water" == ground(game, Point(1, 3))
    assert 11 == len(carried(game))


def test_a_player_who_dawdles_on_the_sinking_stair_swims() -> None:
    """Items drift away, but not the key; the path out stays open, and later the water is gone."""
    game = laden(room("sinking stair"))
    take(game)
    for _ in range(8):
        game.play(Wait())
    for step in way_out(game):
        game.play(Move(step))

    assert 11 > len(carried(game))
    assert "key" in carried(game)
    for _ in range(40):
        game.play(Wait())
    assert not game.world.level.cells("drifts")
    assert game.world.player.max_hit_points == game.world.player.hit_points


def test_kennels_open_one_every_three_turns_and_the_nearest_first() -> None:
    """Examining each shows its countdown, and each releases one dazed beetle."""
    game = room("kennels")
    take(game)
    assert "Acts in 2 turns" in told(game, Point(3, 1))
    opened = []
    for turn in range(1, 20):
        events = game.play(Wait())
        opened += [(turn, event.at) for event in events if isinstance(event, FeatureActed)]
        game.world.player.hit_points = 400

    assert [2, 5, 8, 11, 14, 17] == [turn for turn, _ in opened]
    assert [3, 3, 6, 6, 9, 9] == [at.x for _, at in opened]
    assert 6 == sum(actor.kind.name == "beetle" for actor in game.world.level.actors)


def test_kennels_that_are_yet_to_open_are_saved() -> None:
    """And the game goes on alike."""
    game = room("kennels")
    take(game)
    again = restore(EMBER, snapshot(game.world))
    for each in (game, again):
        for _ in range(8):
            each.play(Wait())

    assert digest(game.world) == digest(again.world)


CAPTAIN = Point(2, 2)


def guarded(at: Point | None = None, mood: Mood = Mood.ASLEEP, seed: int = 1) -> tuple[Game, Actor]:
    """Start a game in the guardroom, its guards asleep or not; return the game and the captain."""
    game = room("guardroom", at)
    game.world.rng = PCG32(seed)
    (horde,) = EMBER.vaults["guardroom"].legend["C"].horde.hordes  # type: ignore[union-attr]
    captain, *_ = spawn_horde(game.world, EMBER.hordes[horde], CAPTAIN, mood=mood)
    captain.carries = a("key")
    return game, captain


def test_the_key_on_a_sleepers_belt_is_seen_and_stolen() -> None:
    """From an adjacent cell, with the pick-up key; it sleeps on, without the key."""
    game, captain = guarded(Point(1, 1))
    found = examine(observe(game.world), CAPTAIN)
    assert found is not None
    assert "Wears a key: kill it, or pick it up beside the sleeper" in found.lines

    game.play(PickUp())

    assert (["key"], None) == (carried(game), captain.carries)


def test_awake_monsters_cannot_be_robbed() -> None:
    """Nor a sleeper two steps away."""
    for at, mood in ((Point(1, 1), Mood.HUNTING), (Point(4, 1), Mood.ASLEEP)):
        game, captain = guarded(at, mood)

        assert Refused(Reason.NOTHING_HERE) in game.play(PickUp())
        assert captain.carries is not None


def test_the_dead_captain_leaves_its_key() -> None:
    """Killing it needs no stealth."""
    game, captain = guarded(Point(1, 1))
    captain.hit_points = 1
    game.play(Move(Direction.SOUTH_EAST))

    assert ["key"] == [item.kind.name for item in game.world.level.items_at(CAPTAIN) if item.kind.portable]


@pytest.mark.slow
def test_stealth_often_wins_the_key_of_the_guardroom_and_often_not() -> None:
    """A covered lamp halves the noise: some thieves wake no one on the way in, most wake a guard by the way out."""
    quiet = sum(stolen_quietly(seed, covered=True) for seed in range(60))
    loud = sum(stolen_quietly(seed, covered=False) for seed in range(60))

    assert 9 <= quiet <= 45
    assert loud < quiet


def stolen_quietly(seed: int, *, covered: bool) -> bool:
    """Return whether a thief gets from the door to the belt and back without waking a guard."""
    game, _ = guarded(seed=seed)
    game.world.player.covered = covered
    there = walk(game, CAPTAIN)[:-1]
    for command in (*there, PickUp(), *map(back, reversed(there))):
        game.play(command)
        if any(actor.mood is not Mood.ASLEEP for actor in game.world.level.actors if not actor.is_player):
            return False
    return "key" in carried(game)


def walk(game: Game, goal: Point) -> list[Move]:
    """Return the steps from the player to a cell, around other actors."""
    level, player = game.world.level, game.world.player
    free = level.passable & ~level.occupied | 1 << level.grid.index(goal)
    path = Ways(level.grid, free, diagonally=True).path(player.cell, level.grid.index(goal))
    points = [player.at, *map(level.grid.point, path)]
    return [Move(direction_to(one, other)) for one, other in itertools.pairwise(points)]


def back(step: Move) -> Move:
    """Return the step the other way."""
    here = Point(0, 0)
    return Move(direction_to(here.step(step.direction), here))


def test_lights_show_a_way_over_the_blind_walk() -> None:
    """No pit is adjacent to a light, and a path along lights leads from the door to the key; a question comes first."""
    game = room("blind walk")
    level = game.world.level
    lit = level.grid.spread(level.cells("glows"), diagonally=True)
    pits = [cell for cell, each in level.features.items() if each.kind.falls]
    altar = level.grid.index(Point(1, 2))
    safe = (lit | ~level.cells("smothers")) & level.passable

    assert 3 == len(pits)
    assert not any(lit >> cell & 1 for cell in pits)
    assert Ways(level.grid, safe, diagonally=True).path(game.world.player.cell, altar)
    assert placed(observe(game.world), game.world.player, Point(8, 4)) is not None


def test_no_lamp_burns_on_the_blind_walk() -> None:
    """From outside only the lights are visible, from inside two cells and the lights."""
    game = room("blind walk", Point(9, 3))
    level = game.world.level
    dark, light = Point(4, 1), Point(1, 1)
    assert (level.is_visible(dark), level.is_visible(light)) == (False, True)

    game.play(Move(Direction.SOUTH_WEST))

    assert not level.is_visible(Point(5, 1))
    assert level.is_visible(light)


def test_a_player_who_walks_straight_over_the_blind_walk_falls() -> None:
    """Unless the pit is found first; the fall does damage, and the key stays on its level."""
    rules = attrs.evolve(EMBER, generator=Drawn(("....\n.@..\n....",) * 2), depths=2)
    game = room("blind walk", Point(9, 3))
    game.world.ruleset = rules
    for cell in [cell for cell, each in game.world.level.features.items() if each.kind.falls]:
        game.world.level.features[cell].hidden = True

    for _ in range(2):
        game.play(Move(WEST))

    assert 2 == game.world.depth
    assert game.world.player.hit_points < game.world.player.max_hit_points


def test_nothing_walks_the_blind_walk_by_itself() -> None:
    """Exploring and travelling avoid the dark ground."""
    game = room("blind walk")
    drive(game, Explore(patrol=Patrol()))
    assert not game.world.level.cells("smothers") >> game.world.player.cell & 1
    drive(game, Travel(Point(1, 2)))
    assert not game.world.level.cells("smothers") >> game.world.player.cell & 1


def cellar(at: Point, *, covered: bool) -> Game:
    """Start a game in the gas cellar when it is full, with the lamp covered or not."""
    game = room("gas cellar", at)
    game.world.player.covered = True
    for _ in range(80):
        game.play(Wait())
    game.world.player.covered = covered
    return game


def test_an_open_lamp_explodes_the_gas_of_the_cellar() -> None:
    """For about a sixth of the hit points; a question comes before entering, and before opening the lamp."""
    game = cellar(Point(8, 2), covered=False)
    me = game.world.player
    assert placed(observe(game.world), me, Point(5, 2)) is not None

    game.world.level.move(me, Point(3, 2))
    events = game.play(Wait())

    assert any(isinstance(event, Exploded) for event in events)
    assert 1 <= me.max_hit_points - me.hit_points
    shown = watch(cellar(Point(3, 2), covered=True), "c").after[-1].text()
    assert "Open the lamp in the firedamp?" in shown


def test_a_covered_lamp_is_safe_in_the_cellar_and_running_is_in_time() -> None:
    """The flint sparks ten turns later: outside, the player only hears the bang."""
    game = cellar(Point(2, 2), covered=True)
    take(game)
    events = [event for step in way_out(game) for event in game.play(Move(step))]
    assert not any(isinstance(event, Exploded) for event in events)


def test_a_player_who_dawdles_in_the_cellar_is_burned() -> None:
    """Even with a covered lamp; but no player at full health dies."""
    game = cellar(Point(2, 2), covered=True)
    take(game)
    events = [event for _ in range(10) for event in game.play(Wait())]

    assert any(isinstance(event, Exploded) for event in events)
    assert 1 <= game.world.player.hit_points < game.world.player.max_hit_points
