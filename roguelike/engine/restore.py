"""A game from the plain data that `snapshot` made of one, or that somebody else wrote."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, cast

from roguelike.engine.events import PLAYER_ID, ActorRef
from roguelike.engine.game import TURN, Game
from roguelike.engine.geometry import Point, king_distance
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.limits import FASTEST, LONGEST_SIDE
from roguelike.engine.level_plan import MOST_MONSTERS
from roguelike.engine.plain import BadPlain, Plain
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.state.actor import CONFUSED, Actor
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.level import Level
from roguelike.engine.state.projectile import Projectile
from roguelike.engine.state.world import World

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import Outcome

__all__ = ["BadPlain", "restore"]

_64_BITS: Final = (1 << 64) - 1
_MOST: Final = (1 << 53) - 1
"""The largest number of anything that no rule bounds; no loop is as long as any of these."""
_MOST_TURNS: Final = 10**9
_LONGEST: Final = 10**4
"""The longest of the lists that nothing else bounds: piles, and the older conditions of one actor."""
_MOST_IN_FLIGHT: Final = 2 * MOST_MONSTERS

_WORLD: Final = ("ruleset", "seed", "rng", "turn", "depth", "monsters_due", "outcome", "in_view", "player", "level")
_LEVEL: Final = ("width", "height", "terrain", "explored", "actors", "items", "projectiles")
_BODY: Final = ("id", "kind", "at", "hit_points", "max_hit_points", "energy")
_STATE: Final = ("conditions", "suspended", "noticed_on", "still", "slots")
_PROJECTILE: Final = ("kind", "thrower", "at", "path")


def restore(ruleset: RuleSet, plain: object) -> Game:
    """Return the game whose snapshot `plain` is: it goes on exactly as the one that was saved.

    Whatever it is given, it makes either a game that has this snapshot and can be played, or none. The rule set may be
    of another version than the one that was played by, as long as it still has whatever the snapshot names; what the
    player sees by it now is explored.

    Raises:
        BadPlain: this is no snapshot of a game by this rule set; the message says where it is wrong.
    """
    parts = Plain(plain).table(*_WORLD)
    name, version = parts["ruleset"].list(2, least=2)
    name.one_of((ruleset.name,))
    version.whole(-_MOST, _MOST)
    turn = parts["turn"].whole(0, _MOST_TURNS)
    reader = _Reader(ruleset, turn)
    level = reader.level(parts["level"], parts["player"])
    world = World(
        ruleset,
        parts["seed"].whole(0, _64_BITS),
        PCG32(parts["rng"].whole(0, _64_BITS)),
        level,
        reader.player,
        depth=parts["depth"].whole(1, _MOST),
        turn=turn,
        monsters_due=parts["monsters_due"].truth(),
        outcome=_outcome(parts["outcome"]),
        in_view=frozenset(_rising(parts["in_view"].list(MOST_MONSTERS), PLAYER_ID + 1)),
    )
    _check_agreement(world, parts)
    update_fov(world)
    return Game(world)


def _outcome(part: Plain) -> Outcome | None:
    return None if part.value is None else cast("Outcome", part.one_of(("died", "won")))


def _check_agreement(world: World, parts: dict[str, Plain]) -> None:
    """See that the player is dead when the game says so, and that nothing is left to happen where nothing can."""
    if (world.outcome == "died") is world.player.is_alive:
        raise parts["outcome"].wrong("'died' just where the player is dead")
    if world.outcome is not None and world.level.projectiles:
        raise parts["outcome"].wrong("none while something flies")
    if world.monsters_due and not world.level.projectiles:
        raise parts["monsters_due"].wrong("false while nothing flies")


def _rising(parts: list[Plain], least: int) -> list[int]:
    """Return whole numbers from `least`, each above the one before."""
    numbers: list[int] = []
    for part in parts:
        numbers.append(part.whole(least, _MOST))
        least = numbers[-1] + 1
    return numbers


class _Reader:
    """Reads a level and who is on it by one rule set."""

    player: Actor

    def __init__(self, ruleset: RuleSet, turn: int) -> None:
        self._ruleset = ruleset
        self._turn = turn
        self._items = {name: ruleset.things[name] for name in ruleset.thing_names.values()}

    def level(self, part: Plain, player: Plain) -> Level:
        """Read the level with whatever is on it, the player too."""
        parts = part.table(*_LEVEL)
        grid = Grid(parts["width"].whole(1, LONGEST_SIDE), parts["height"].whole(1, LONGEST_SIDE))
        terrain = _cells(parts["terrain"], grid, len(self._ruleset.terrain))
        level = Level(grid, self._ruleset.terrain, terrain, explored=_cells(parts["explored"], grid, 2))
        self._place_all(parts["actors"], player, level)
        self._lay_all(parts["items"], level)
        flying = parts["projectiles"].list(_MOST_IN_FLIGHT)
        level.projectiles = [self._projectile(each, level) for each in flying]
        return level

    def _place_all(self, part: Plain, player: Plain, level: Level) -> None:
        """Read the player, who leaves the level by dying, and the monsters, and put them where they stand."""
        shape = self._ruleset.inventory
        self.player = self._actor(player, self._ruleset.player, shape.slots, compact=shape.compact)
        if self.player.id != PLAYER_ID:
            raise player.wrong(f"number {PLAYER_ID}")
        monsters = [self._monster(each) for each in part.list(MOST_MONSTERS)]
        last = PLAYER_ID
        for actor, place in [(self.player, player), *zip(monsters, part.list(MOST_MONSTERS), strict=True)]:
            if not level.is_walkable(actor.at) or level.actor_at(actor.at) is not None:
                raise place.wrong("a free cell that can be walked on")
            if actor is not self.player and actor.id <= last:
                raise place.wrong("a higher number than the one before")
            last = actor.id
            if actor is not self.player or actor.is_alive:
                level.add(actor)

    def _monster(self, part: Plain) -> Actor:
        monsters = self._ruleset.monsters
        name = part.table(*_BODY, *_STATE)["kind"].one_of(monsters)
        return self._actor(part, monsters[name], 0, compact=False)

    def _actor(self, part: Plain, kind: ActorKind, slots: int, *, compact: bool) -> Actor:
        parts = part.table(*_BODY, *_STATE)
        parts["kind"].one_of((kind.name,))
        most = parts["max_hit_points"].whole(1, _MOST)
        conditions = _conditions(parts["conditions"])
        noticed = parts["noticed_on"]
        return Actor(
            ActorRef(parts["id"].whole(PLAYER_ID, _MOST), kind),
            _point(parts["at"]),
            parts["hit_points"].whole(0, most),
            most,
            self._inventory(parts["slots"], slots, compact=compact),
            parts["energy"].whole(0, TURN + FASTEST - 1),
            conditions,
            _suspended(parts["suspended"], conditions),
            None if noticed.value is None else noticed.whole(0, self._turn),
            parts["still"].whole(0, _MOST),
        )

    def _inventory(self, part: Plain, slots: int, *, compact: bool) -> Inventory:
        carried = [None if slot.value is None else self._item(slot) for slot in part.list(slots, least=slots)]
        if compact and None in carried and any(carried[carried.index(None) :]):
            raise part.wrong("no gap between the items")
        return Inventory(carried, compact)

    def _lay_all(self, part: Plain, level: Level) -> None:
        """Read what lies on the cells, in their order."""
        piles = [pile.list(2, least=2) for pile in part.list(level.grid.size)]
        for cell, (place, names) in zip(_rising([place for place, _ in piles], 0), piles, strict=True):
            if not level.grid.contains(level.grid.point(cell)):
                raise place.wrong("a cell of the level")
            for name in names.list(_LONGEST if self._ruleset.piles else 1, least=1):
                level.put(self._item(name), level.grid.point(cell))

    def _item(self, part: Plain) -> Item:
        return Item(self._items[part.one_of(self._items)])

    def _projectile(self, part: Plain, level: Level) -> Projectile:
        parts = part.table(*_PROJECTILE)
        known = self._ruleset.projectiles
        kind = known[parts["kind"].one_of(known)]
        path = [_point(parts["at"]), *map(_point, parts["path"].list(2 * LONGEST_SIDE))]
        for before, after in itertools.pairwise(path):
            if king_distance(before, after) != 1 or not level.grid.contains(after):
                raise parts["path"].wrong("cells of the level, each beside the one before")
        if not level.is_walkable(path[0]):
            raise parts["at"].wrong("a cell that can be walked on")
        return Projectile(kind, self._thrower(parts["thrower"]), path[0], path[1:])

    def _thrower(self, part: Plain) -> ActorRef:
        """Read who threw something, who need not be alive any more."""
        number, name = part.list(2, least=2)
        if number.whole(PLAYER_ID, _MOST) == PLAYER_ID:
            name.one_of((self.player.kind.name,))
            return self.player.ref
        return ActorRef(number.value, self._ruleset.monsters[name.one_of(self._ruleset.monsters)])


def _cells(part: Plain, grid: Grid, kinds: int) -> bytearray:
    """Read a number below `kinds` for every cell; the border has none but 0."""
    cells = bytearray(part.digits(grid.size, kinds))
    border = bytearray(cells)
    for y in range(grid.height):
        border[grid.row(y)] = bytes(grid.width)
    if any(border):
        raise part.wrong("nothing in the border")
    return cells


def _point(part: Plain) -> Point:
    x, y = part.list(2, least=2)
    return Point(x.whole(0, LONGEST_SIDE - 1), y.whole(0, LONGEST_SIDE - 1))


def _conditions(part: Plain) -> dict[str, int]:
    return {} if part.value == {} else {CONFUSED: part.table(CONFUSED)[CONFUSED].whole(0, _MOST)}


def _suspended(part: Plain, conditions: dict[str, int]) -> dict[str, list[int]]:
    """Read the older conditions, of which there are some only beneath a newer one."""
    if part.value == {}:
        return {}
    older = part.table(CONFUSED)[CONFUSED]
    if CONFUSED not in conditions:
        raise older.wrong("nothing without a newer condition")
    return {CONFUSED: [turns.whole(0, _MOST) for turns in older.list(_LONGEST, least=1)]}
