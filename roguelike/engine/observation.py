"""What the player knows: a copy of the level in which unexplored cells are blank.

Actors out of view are missing from it, and those in view have only data that a player is shown. Screens, policies and
other code that plays or shows a game for a player read this instead of the world, so that they cannot cheat.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import copied, frozen
from roguelike.engine.commands import Move
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import chebyshev_distance, direction_to, squared_distance
from roguelike.engine.grid import bitboard, board_of, cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.known_level import known_captives, known_level
from roguelike.engine.preview import harmful_air, harmful_step, is_harmful_terrain
from roguelike.engine.rules.climbing import behind, is_locked_in
from roguelike.engine.rules.fallen import fallen_allies
from roguelike.engine.rules.following import left_behind
from roguelike.engine.rules.identity import known_item
from roguelike.engine.rules.lamp import dimmed_to, lamp_of
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.rules.noise import is_still
from roguelike.engine.rules.pursuit import allies
from roguelike.engine.rules.reach import is_harmless, strikes_far, struck_from, waters
from roguelike.engine.rules.sides import room_for_ally
from roguelike.engine.rules.stealing import on_belt
from roguelike.engine.state.actor import Actor, Side
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.level import Level
from roguelike.engine.state.observation import ObservedState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.state.condition import Condition
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


@frozen(eq=False, kw_only=True, slots=False)
class Observation(ObservedState):
    """What the player knows at one moment, with the paths and dangers that follow from it."""

    @functools.cached_property
    def visible(self) -> int:
        """The bitboard of the cells in view."""
        return bitboard(self.level.visible)

    @functools.cached_property
    def most_damage(self) -> int | None:
        """The maximum hit points that the player can lose this turn, as far as they know; None if dice explode."""
        return most_this_turn(self)

    @functools.cached_property
    def unknown(self) -> int:
        """The bitboard of the unexplored cells of the map."""
        return self.level.grid.inside & ~bitboard(self.level.explored)

    @property
    def frontier(self) -> int:
        """The bitboard of the known walkable cells with an unexplored neighbour."""
        return self.level.grid.spread(self.unknown, diagonally=True) & self.level.passable

    def foe(self, number: int | None) -> Actor | None:
        """Return the monster with an id; None if it is not in view."""
        return next((each for each in self.others if each.id == number), None)

    @functools.cached_property
    def ways(self) -> DistanceMap:
        """The steps to the player from every known cell."""
        return self._distances(self.cell)

    def around(self, steps: int, start: int | None = None) -> int:
        """Return the known cells within `steps` steps of a cell, the player's by default, as a bitboard."""
        board = 1 << (self.cell if start is None else start)
        for _ in range(steps):
            board |= self.level.grid.spread(board, diagonally=self.ruleset.diagonal) & self.level.passable
        return board

    def nearest(self, board: int) -> int | None:
        """Return the cell of a bitboard with the shortest path, the lowest in a tie; None if there is no path."""
        away = [(steps, cell) for cell in cells_of(board) if (steps := self.ways.distance(cell)) is not None]
        return min(away)[1] if away else None

    def step_to(self, goal: int) -> Move | None:
        """Return the straightest step on a shortest path to another cell; None if there is no path."""
        at, grid = self.me.at, self.level.grid
        next_cells = self._distances(goal).downhill(self.cell)
        if not next_cells:
            return None
        end = grid.point(goal)
        return Move(
            direction_to(at, min(map(grid.point, cells_of(next_cells)), key=lambda p: squared_distance(p, end)))
        )

    @functools.cached_property
    def enemies(self) -> tuple[Actor, ...]:
        """The monsters in view that the player fights, nearest first."""
        return tuple(foe for foe in self.foes if foe.is_hostile(self.me))

    @functools.cached_property
    def safe(self) -> int:
        """The bitboard of the known walkable cells that are not known to harm the player."""
        board = self.safe_ground
        for _, cells in harmful_air(self):
            board &= ~cells
        return board

    @functools.cached_property
    def safe_ground(self) -> int:
        """The bitboard of the cells that would be safe without the known flames and gas."""
        level = self.level
        harmful = bytes(is_harmful_terrain(kind, self) for kind in level.kinds).ljust(256, b"\0")
        board = level.passable & ~bitboard(level.terrain.translate(harmful))
        if level.cover:
            board &= ~bitboard(level.cover.translate(b"\0" + harmful[1:]))
        shunned = board_of(cell for cell, each in level.features.items() if each.kind.shunned and not each.hidden)
        return board & self._unasked_ground & ~(self.avoided | level.cells("shunned") | shunned)

    @functools.cached_property
    def unasked(self) -> int:
        """The bitboard of the known cells that the player can walk on without a confirmation.

        Captives and other held actors block their cells. So do allies that are enemies at the
        moment, or with which swapping places would do harm.
        """
        board = self._unasked_ground
        for _, cells in harmful_air(self):
            if not cells >> self.cell & 1:  # a player in it can walk on in it
                board &= ~cells
        return board

    @functools.cached_property
    def _unasked_ground(self) -> int:
        """The bitboard of the `unasked` cells if there were neither flames nor gas."""
        level = self.level
        traps = board_of(cell for cell, each in level.features.items() if each.asks)
        return level.passable & ~(level.cells("asks") | traps | self._in_the_way)

    @functools.cached_property
    def _in_the_way(self) -> int:
        """The bitboard of the cells of actors in view that block the player's path."""
        steps = {self.me.at.step(direction): direction for direction in self.ruleset.directions}
        return board_of(
            self.level.grid.index(each.at)
            for each in (*self.others, *self.captives)
            if each.mood is Mood.HELD
            or each.side == Side.NONE
            or (each.side == self.me.side and self._stays(each, steps.get(each.at)))
        )

    def _stays(self, ally: Actor, direction: Direction | None) -> bool:
        """Return whether the player does not swap places with an ally: it is an enemy now, or a swap would do harm."""
        return ally.is_hostile(self.me) or (direction is not None and any(harmful_step(self, direction)))

    def is_safe(self, at: Point) -> bool:
        """Return whether a cell is in `safe`."""
        grid = self.level.grid
        return grid.contains(at) and bool(self.safe >> grid.index(at) & 1)

    def exits(self, at: Point) -> int:
        """Count the known neighbours from which a cell can be entered."""
        return sum(self.level.is_walkable(at.step(direction)) for direction in self.ruleset.directions)

    def hunts(self, foe: Actor) -> bool:
        """Return whether `foe` is after the player: it notices them, has a mind, and no condition overrides that."""
        dazed = any(each.left and each.kind.overrides is not None for each in foe.conditions.values())
        return foe.id in self.noticed and foe.kind.mind is not None and not dazed

    def reaches(self, foe: Actor) -> bool:
        """Return whether a monster in view can attack the player: by a known path, or from a distance."""
        if strikes_far(foe):
            return True
        if is_harmless(foe):
            return False
        struck = struck_from(self.level, foe, diagonally=self.ruleset.monsters_diagonal, soon=False)
        return bool(struck >> self.cell & 1)

    @functools.cached_property
    def shores(self) -> int:
        """The bitboard of the known cells adjacent to water in which the player has seen a swimmer."""
        if not self.level.lurking or self.braves_shores:
            return 0
        water = waters(self.level, self.level.lurking)
        return self.level.grid.spread(water, diagonally=True) & ~water

    def threatened_by(self, foe: Actor) -> int:
        """Return the bitboard of the cells that a monster in view can attack, by known paths."""
        return struck_from(self.level, foe, diagonally=self.ruleset.monsters_diagonal)

    def chance_to_notice(self, foe: Actor) -> Fraction:
        """Return the chance that `foe` notices the player in a round like the last one, as far as the player knows.

        The distance is that of a known path, or the straight one if there is none.
        """
        steps = self.ways.distance(self.level.grid.index(foe.at))
        return self.ruleset.perception.chance(
            self, foe, chebyshev_distance(foe.at, self.me.at) if steps is None else steps
        )

    @functools.cached_property
    def allies(self) -> tuple[Actor, ...]:
        """The allies in view, nearest first."""
        return tuple(each for each in self.others if each.side == self.me.side)

    def is_beside(self, foe: Actor) -> bool:
        """Return whether `foe` is in melee range of the player."""
        return any(self.me.at.step(direction) == foe.at for direction in self.ruleset.directions)

    def usable(self) -> list[tuple[int, ItemKind]]:
        """Return the items with an effect that the player carries, with their slots."""
        slots = enumerate(self.me.inventory.slots)
        return [(slot, item.kind) for slot, item in slots if item is not None and item.kind.usable]

    def _distances(self, goal: int) -> DistanceMap:
        return DistanceMap(self.level.grid, self.unasked, goal, diagonally=self.ruleset.diagonal)


@frozen(eq=False)
class Moment:
    """A game after a command, for reports in the log about actors that went out of view."""

    seen: Observation
    alive: frozenset[int]
    """The ids of the living actors on the level, in view or not."""
    allies: frozenset[int]
    """The ids of the player's allies among them that have not fallen."""


def moment(world: World, seen: Observation) -> Moment:
    """Return a game as it is now; `seen` is what the player knows of it."""
    alive = frozenset([each.id for each in world.level.actors if each.is_alive])
    return Moment(seen, alive, frozenset([each.id for each in allies(world)]))


def observe(world: World) -> Observation:
    """Return what the player knows of a world."""
    known = known_level(world, world.level)
    return _observation(world, known, world.by_distance(world.in_sight()), _held_out_of_view(world))


def reveal(world: World) -> Observation:
    """Return an observation of the whole level, seen or not: for watching finished games."""
    level = world.level
    everywhere = bytearray(b"\1" * level.grid.size)
    known = Level(
        level.grid,
        level.kinds,
        level.terrain,
        cover=level.cover,
        features={cell: copied(each) for cell, each in sorted(level.features.items())},
        fire=level.fire,
        veils=list(level.veils),
        gas=dict(level.gas),
        items={cell: list(items) for cell, items in sorted(level.items.items())},
        projectiles=[attrs.evolve(each, path=[]) for each in level.projectiles],
        explored=everywhere,
        visible=bytearray(everywhere),
        event=level.event,
    )
    return _observation(world, known, world.by_distance(level.actors))


def _observation(world: World, level: Level, monsters: list[Actor], captives: Sequence[Actor] = ()) -> Observation:
    player = world.player
    me, inventory = copied(player), copied(player.inventory)
    me.inventory, inventory.slots, me.conditions = inventory, _carried(world), _conditions(player)
    others = [_as_seen(actor) for actor in monsters]
    alive = [actor for actor in others if actor.hit_points > 0]
    level.add_all(others if me.hit_points == 0 else [me, *others])
    return Observation(
        ruleset=world.ruleset,
        me=me,
        foes=tuple([actor for actor in alive if actor.side == Side.MONSTERS]),
        others=tuple(alive),
        level=level,
        noticed=frozenset([actor.id for actor in monsters if _notices(world, actor)]),
        sensed=tuple([_as_seen(actor) for actor in _revealed(world) if actor not in monsters]),
        captives=tuple(captives),
        fallen=tuple([_as_seen(actor) for actor in world.by_distance(fallen_allies(world))]),
        astray=tuple([_as_seen(actor) for actor in left_behind(world)]),
        behind=behind(world),
        noise=world.noise,
        is_still=is_still(world),
        lamp=lamp_of(world) if world.ruleset.has_light else Lamp.OPEN,
        dimmed=dimmed_to(world),
        turn=world.turn,
        depth=world.depth,
        round=world.round,
        outcome=world.outcome,
        identified=tuple(world.knowledge.identified),
        enemies_left=world.enemies_left,
        leads_most=world.ruleset.has_moods and not room_for_ally(world),
        locked_in=is_locked_in(world, Exit.UP),
    )


def _revealed(world: World) -> Sequence[Actor]:
    if not world.ruleset.reveals_anyone:
        return ()
    return world.by_distance([each for each in world.level.actors if each.conditions and each.has("revealed")])


def _held_out_of_view(world: World) -> Sequence[Actor]:
    if not world.ruleset.has_moods:
        return ()
    level = world.level
    return world.by_distance([each for each in known_captives(level) if not level.is_visible(each.at)])


def _carried(world: World) -> list[Item | None]:
    """Return the player's items, as they know them; as copies, if the rule set changes items in the pack."""
    slots = world.player.inventory.slots
    if not world.ruleset.counts_rounds and not world.ruleset.stand_ins:
        return list(slots)
    return [None if item is None else copied(known_item(world, item)) for item in slots]


def _notices(world: World, actor: Actor) -> bool:
    return actor.is_alive and world.ruleset.perception.shows(world, actor)


def _as_seen(actor: Actor) -> Actor:
    """Return a copy of a monster without its invisible state: energy, memory, and items except on its belt."""
    return Actor(
        actor.id,
        actor.kind,
        actor.at,
        actor.hit_points,
        actor.max_hit_points,
        side=actor.side,
        mood=actor.mood,
        camp=actor.camp,
        plus=actor.plus,
        pace=actor.pace,
        aims_at=actor.aims_at,
        helped=actor.helped,
        lies_until=actor.lies_until,
        raised=actor.raised,
        thrown=actor.thrown,
        conditions=_conditions(actor),
        carries=on_belt(actor),
        cooldowns=_counted(actor) if actor.cooldowns else {},
    )


def _counted(actor: Actor) -> dict[str, int]:
    """Return the cooldowns of a monster that the player sees."""
    counted = () if actor.kind.mind is None else actor.kind.mind.counted
    return {name: until for name, until in actor.cooldowns.items() if name in counted}


def _conditions(actor: Actor) -> dict[str, Condition]:
    return {name: copied(condition) for name, condition in actor.conditions.items()}
