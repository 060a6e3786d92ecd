"""What the player of Ember may not know shows nowhere: two games that differ in nothing else look the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.automation.elsewhere import left_elsewhere
from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Cover, Drop, Equip, PickUp, Slot, TakeStairs, ThrowItem, Use
from roguelike.engine.events import Refused
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import Observation, observe
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.levels import create_actor
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.frozen_level import freeze, thaw
from roguelike.engine.state.item import Inventory, Item
from roguelike.line.carried import inventory
from roguelike.line.surroundings import examined, look, map_rows
from roguelike.narration.aiming import Aim
from roguelike.narration.places import places, places_elsewhere
from roguelike.play.morgue import account
from roguelike.play.perspective import Perspective
from roguelike.play.views.discoveries import DiscoveriesPage
from roguelike.play.views.drop_list import DropList
from roguelike.play.views.gear import EquipMenu, ThrowMenu
from roguelike.play.views.inventory import InventoryMenu
from roguelike.play.views.levels import LevelsPage
from roguelike.play.views.look import Look
from roguelike.play.views.places import PlacesMenu
from roguelike.play.views.playing import Playing
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.screen import screen_of
from tests.effort import EFFORT
from tests.rulesets.test_ember_soak import _command, _on_stairs, _rich, _well

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World
    from roguelike.play.views.view import View

pytestmark = pytest.mark.no_cover  # it plays by chance; coverage counts what is tested one by one

EMBER: Final = load_ruleset("ember")
COMMANDS: Final = 60
STAIRS: Final = 16
"""The command that takes the stairs down, on which the player stands then."""
GAMES: Final = 3
"""For each of `EFFORT`."""


def loaded(game: Game) -> Game:
    """Return a copy of a game."""
    return restore(EMBER, json.loads(json.dumps(snapshot(game.world))))


def played(seed: int) -> Game:
    """Return a game in which the player has seen and found some things, on one of the first levels."""
    game, chance = new_game(EMBER, seed), PCG32(stream_seed(seed, 4000))
    for number in range(COMMANDS):
        if number % 4 == 0:
            (_on_stairs, _rich, _rich, _well)[number // 4 % 4](chance, game)
            update_fov(game.world)
        before = loaded(game)
        game.play(TakeStairs("down") if number == STAIRS else _command(chance, game))
        if game.outcome is not None:
            return _with_held(before)
    return _with_held(game)


def _with_held(game: Game) -> Game:
    """Return a game with a captive out of view that the player has seen, on each level, and a hunter out of view."""
    world = game.world
    for depth, left in sorted(world.frozen.items()):
        level = thaw(left, EMBER)
        _hold(world, level)
        world.frozen[depth] = freeze(level, EMBER, left.left_on)
    _hold(world, world.level)
    world.level.event = EMBER.events["hunter"]
    _put(world, world.level, EMBER.monsters["Grey Mother"])
    assert observe(world).captives
    return game


def _hold(world: World, level: Level) -> None:
    captive = _put(world, level, EMBER.monsters["orc"])
    captive.side, captive.mood = Side.NONE, Mood.HELD


def _put(world: World, level: Level, kind: ActorKind) -> Actor:
    """Put a monster on a cell out of view that the player has seen."""
    seen = (cell for cell in cells_of(level.passable & ~level.occupied) if level.explored[cell])
    cell = next(cell for cell in seen if not level.visible[cell])
    actor = create_actor(world.new_id(), kind, level.grid.point(cell), Inventory.empty(0))
    level.add(actor)
    return actor


def exchange_unknown(world: World) -> None:
    """Exchange every unknown kind for another one with its appearance; kinds that are known to be good stay good."""
    groups: dict[object, list[str]] = {}
    known = world.knowledge
    for name in known.appearances:
        if name not in known.identified:
            kind = EMBER.items[name]
            groups.setdefault((kind.sort, name in known.judged and (kind.bad, True)), []).append(name)
    others = {name: group[at - 1] for group in groups.values() for at, name in enumerate(group)}
    looks = {others.get(name, name): look for name, look in known.appearances.items()}
    known.appearances = {name: looks[name] for name in known.appearances}
    known.judged = sorted(others.get(name, name) for name in known.judged)
    left = {depth: thaw(each, EMBER) for depth, each in world.frozen.items()}
    for item in [*_carried(world), *(item for level in (world.level, *left.values()) for item in _lying(level))]:
        if (name := EMBER.thing_names[item.kind]) in others:
            item.kind = EMBER.items[others[name]]
            item.charges = min(item.most_charges, 1)

    for depth, level in left.items():
        world.frozen[depth] = freeze(level, EMBER, world.frozen[depth].left_on)


def _carried(world: World) -> list[Item]:
    return [item for item in world.player.inventory.slots if item is not None]


def _lying(level: Level) -> list[Item]:
    """Return the items on a level: on the floor, held by features, and remembered."""
    found = {id(item): item for pile in (*level.items.values(), *level.remembered.values()) for item in pile}
    found |= {id(each.holds): each.holds for each in level.features.values() if each.holds is not None}
    return list(found.values())


def change_unseen(world: World) -> None:
    """Remove actors out of view, lay something where nobody looks, hide traps, and draw other chance."""
    level = world.level
    seen = set(map(id, world.in_sight()))
    _kill_unseen(level)
    for actor in [each for each in level.actors if id(each) not in seen and not each.has("revealed")]:
        if (
            actor is not world.player
            and actor.leader == 0
            and not any(each.leader == actor.id for each in level.actors)
        ):
            level.remove(actor)
    for actor in level.actors:
        if actor is not world.player:
            actor.energy, actor.carries, actor.goal = 0, None, None
    _change_ground(level)
    for depth, left in list(world.frozen.items()):
        level = thaw(left, EMBER)
        _change_ground(level)
        _kill_unseen(level)
        world.frozen[depth] = freeze(level, EMBER, left.left_on)
    world.rng = PCG32(12345)
    world.level.horde_in = 7


def _kill_unseen(level: Level) -> None:
    """Kill the captives out of view and what the event of the level sets on the player."""
    hunters = () if level.event is None else level.event.hunters
    for actor in [each for each in level.actors if each.is_captive or each.kind.name in hunters]:
        if not level.visible[actor.cell] and not actor.has("revealed"):
            actor.hit_points = 0
            level.remove(actor)


def _change_ground(level: Level) -> None:
    """Lay something where nobody looks, hide traps, and change what was never seen."""
    for cell in [cell for cell in cells_of(level.passable) if not level.visible[cell]][::7]:
        level.put(Item.of(EMBER.items["dart"], 3), level.grid.point(cell))
    for cell in [cell for cell in cells_of(level.passable) if cell not in level.features][::5]:
        level.features[cell] = Feature(EMBER.features["bell trap"], hidden=True)
    unknown = [cell for cell in cells_of(level.passable) if not level.explored[cell] and level.actor_on(cell) is None]
    for cell in unknown[::3]:
        level.set_terrain(level.grid.point(cell), level.code("lava"))


def texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield all that is shown of a game, screen by screen and line by line, with what it is."""
    perspective = Perspective(game)
    seen = perspective.seen
    views: list[View] = [
        *(Playing(perspective), DiscoveriesPage(perspective), LevelsPage(perspective), PlacesMenu(perspective)),
        *(InventoryMenu(perspective), DropList(perspective), EquipMenu(perspective), ThrowMenu(perspective)),
        Look(perspective),
    ]
    for each in views:
        canvas = Canvas(100, 40)
        screen_of(each).draw(canvas)
        yield type(each).__name__, "\n".join("".join(map(repr, row)) for row in canvas.rows)
    yield "account", account(perspective, last_screen)
    yield "elsewhere", repr(places_elsewhere(perspective.visited(), seen.depth))
    yield "left elsewhere", left_elsewhere(perspective.visited())
    yield "lines", "\n".join([*look(seen, places(seen)), *inventory(seen), *map_rows(seen)])
    for cell in cells_of(seen.visible):
        yield f"examined {cell}", "\n".join(examined(seen, seen.level.grid.point(cell)))
    for slot, item in enumerate(seen.me.inventory.slots):
        for foe in (seen.me, *seen.others):
            for throws in (False, True) if item is not None else ():
                yield f"aim of {slot}", repr(_aimed(seen, slot, foe.at, throws=throws))


def _aimed(seen: Observation, slot: int, at: Point, *, throws: bool) -> object:
    item = seen.me.inventory.slots[slot]
    assert item is not None
    return Aim(item.kind, item.plus, throws).preview(seen, at)


def refusals(game: Game) -> Iterator[tuple[str, str]]:
    """Yield refused commands, and their words: a refusal costs nothing, so it must reveal nothing either."""
    seen = observe(game.world)
    for command in _asked(seen):
        tried = loaded(game)
        tried.events.clear()
        events = tried.play(command)
        refused = [event for event in events if isinstance(event, Refused)]
        yield repr(command), repr(refused)


def _asked(seen: Observation) -> Iterator[Command]:
    near = [
        at for cell in cells_of(seen.visible) if chebyshev_distance(at := seen.level.grid.point(cell), seen.me.at) == 3
    ]
    for slot in range(len(seen.me.inventory.slots)):
        yield from (Use(slot), Equip(slot), Use(slot, Slot(0)))
        for at in (*near[:2], *(foe.at for foe in seen.others)):
            yield from (Use(slot, at), ThrowItem(slot, at))
    yield from (PickUp(), Cover(), Drop(0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES * EFFORT))
def test_unknown_and_unseen_things_show_nowhere(seed: int) -> None:
    """On no screen, in no line, in no preview, and by nothing that is refused without costing time."""
    game = played(seed)
    other = loaded(game)
    for level_game in (game, other):
        level_game.events.clear()
    exchange_unknown(other.world)
    change_unseen(other.world)
    other = loaded(other)

    assert dict(texts(game)) == dict(texts(other))
    assert dict(refusals(game)) == dict(refusals(other))
