"""Passes that place hordes and items."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.draft import Retry
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import HEAVIEST, rising
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import FeatureName, HordeName, TerrainName
from roguelike.engine.parts.mapgen.population import (
    any_cell,
    drawn_horde,
    settle,
    shortest_ways,
    shuffled,
    view,
    weighed,
)
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from roguelike.engine.draft import Contents, LevelDraft, Loot
    from roguelike.engine.kinds.hordes import HordeKind
    from roguelike.engine.rng import PCG32


_MAX_DANGER = 8
_MORE = 2
"""The amount by which the danger of an out-of-depth horde exceeds that of the level."""
_TRIES = 20
"""The number of draws for a horde with more than a leader."""
_FROM_FUEL = 2
"""Steps around a leader that must have no flammable cover, for a feature beside it."""
_APART = 6
"""The distance between hordes, where there is space, in cells."""


@frozen(kw_only=True)
class FirstHorde:
    """A horde that the player can meet first."""

    horde: HordeName
    weight: int = attrs.field(validator=[ge(0), le(HEAVIEST)])


@frozen(kw_only=True)
class Dwellers:
    """Inhabitants of each large enough lake, in addition to all hordes."""

    horde: HordeName
    terrain: TerrainName
    cells: int = attrs.field(default=12, validator=ge(1))
    """The least size of a lake with one of them, in cells."""
    two_from: int = attrs.field(default=30, validator=ge(1))


@frozen(kw_only=True)
class Beside:
    """A feature beside the leader of a sleeping horde, like a barrel of oil, with a path around it."""

    feature: FeatureName
    percent: int = attrs.field(validator=[ge(1), le(100)])
    """Its chance for a horde that `tinder` would move, if no flammable cover is near it; the horde then stays."""
    dangers: tuple[int, ...] = attrs.field(default=(1, _MAX_DANGER), validator=rising(1, _MAX_DANGER))


@named("hordes")
@frozen(kw_only=True)
class Hordes(Pass):
    """Place the hordes of the level, none near the arrival or in view of it."""

    quiet: int = attrs.field(default=12, validator=[ge(0), le(100)])
    """Steps around the arrival without monsters."""
    asleep: int = attrs.field(default=60, validator=[ge(0), le(100)])
    """The chance that a horde sleeps, in percent; otherwise it roams."""
    tinder: int = added(default=0, validator=[ge(0), le(100)])
    """The chance that a sleeping horde is placed in flammable cover, if there is any, in percent."""
    beside: Beside | None = added(default=None)
    """A feature beside some of these hordes instead, if no such cover is near."""
    first: tuple[FirstHorde, ...] = ()
    """The hordes of which one is awake and comes to the arrival immediately, as one of the level's hordes."""
    first_steps: tuple[int, ...] = attrs.field(default=(12, 18), validator=rising(1, 100))
    """The least and the most steps from the arrival at which it starts."""
    dwellers: tuple[Dwellers, ...] = ()
    out_of_depth: str = shown(default="")
    """The message on arrival at a level with an out-of-depth horde."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Place the keeper of the key, the first horde, the out-of-depth one, the others, then inhabitants of lakes."""
        contents = draft.contents
        loads = self._loads(contents, rng)
        if draft.pocket is not None:
            self._place_keeper_of_key(draft, loads, rng)
        if self.first:
            self._place_first(draft, loads.pop() if loads else None, rng)
        if contents.out_of_depth and loads:
            danger = min(_MAX_DANGER, contents.danger + _MORE)
            self._place(draft, danger, loads.pop(), rng, asleep=True)
            draft.plan.feelings += [self.out_of_depth] if self.out_of_depth else []
        for carries in loads:
            self._place(draft, contents.danger, carries, rng)
        for dwellers in self.dwellers:
            self._fill_lakes(draft, dwellers, rng)

    def _loads(self, contents: Contents, rng: PCG32) -> list[Loot | None]:
        """Return the item that each horde carries, if any, in random order."""
        hordes = max(contents.hordes, 1 if self.first else 0)
        return shuffled([*contents.carried, *[None] * (hordes - len(contents.carried))], rng)

    def _place_keeper_of_key(self, draft: LevelDraft, loads: list[Loot | None], rng: PCG32) -> None:
        """Place a horde with more than a leader, which carries the key, as one of the hordes without another item."""
        for _ in range(_TRIES):
            horde = drawn_horde(draft, draft.contents.danger, rng)
            if horde is not None and horde.members and None in loads:
                loads.remove(None)
                self._settle(draft, horde, draft.pocket, rng)
                return
        raise Retry("nobody can carry the key")

    def _place_first(self, draft: LevelDraft, carries: Loot | None, rng: PCG32) -> None:
        chosen = weighed(self.first, [each.weight for each in self.first], rng)
        waves = list(draft.waves(1 << draft.start, draft.walkable))
        cells = sum(waves[self.first_steps[0] : self.first_steps[1] + 1]) & draft.plain & ~draft.narrow
        cell = any_cell(cells & ~view(draft, draft.start), rng) or any_cell(cells, rng)
        if chosen is None or cell is None:
            raise Retry("there is no place for the first horde", "first")
        horde = draft.ruleset.hordes[chosen.horde]
        settle(draft, horde, cell, cells, rng, mood=Mood.ROAMING, carries=carries, goal=draft.plan.start)

    def _place(self, draft: LevelDraft, danger: int, carries: Loot | None, rng: PCG32, *, asleep: bool = False) -> None:
        horde = drawn_horde(draft, danger, rng)
        if horde is not None:
            self._settle(draft, horde, carries, rng, asleep=asleep)

    def _settle(
        self, draft: LevelDraft, horde: HordeKind, carries: Loot | None, rng: PCG32, *, asleep: bool = False
    ) -> None:
        cells = self._cells(draft, horde)
        others = board_of(draft.grid.index(monster.at) for monster in draft.plan.monsters)
        leaders = cells if horde.on is None else cells & draft.cells_with(horde.on)
        cell = any_cell(leaders & ~draft.spread(others, _APART), rng) or any_cell(leaders & ~others, rng)
        if cell is None:
            raise Retry(f"there is no place for the horde {horde.name}")
        mood = Mood.ASLEEP if horde.asleep or asleep else self._mood(rng)
        if mood is Mood.ASLEEP and self.tinder and percent(rng, self.tinder):
            fuel = _tinder(draft)
            place = self._place_beside(draft, cell, fuel, rng)
            if place is None:
                cell = any_cell(leaders & ~draft.spread(others) & fuel, rng) or cell
            else:
                cells &= ~(1 << place)
        settle(draft, horde, cell, cells, rng, mood=mood, carries=carries)

    def _place_beside(self, draft: LevelDraft, cell: int, fuel: int, rng: PCG32) -> int | None:
        """Place a feature beside a leader, by chance and away from flammable cover; return its cell."""
        what = self.beside
        if what is None or not what.dangers[0] <= draft.contents.danger <= what.dangers[-1]:
            return None
        if draft.spread(1 << cell, _FROM_FUEL) & fuel or not percent(rng, what.percent):
            return None
        free = cells_of(draft.spread(1 << cell) & draft.plain & ~draft.narrow & ~(1 << cell))
        place = any_cell(board_of(each for each in free if not draft.is_taken(each) and _goes_round(draft, each)), rng)
        if place is not None:
            draft.plan.add_feature(draft.ruleset.features[what.feature], draft.grid.point(place))
        return place

    def _mood(self, rng: PCG32) -> Mood:
        return Mood.ASLEEP if percent(rng, self.asleep) else Mood.ROAMING

    def _cells(self, draft: LevelDraft, horde: HordeKind) -> int:
        """Return the cells where members of a horde can be."""
        near = sum(itertools.islice(draft.waves(1 << draft.start, draft.floor), self.quiet + 1))
        cells = draft.plain & ~near & ~view(draft, draft.start)
        if horde.away_from is not None:
            cells &= ~draft.spread(draft.cells_with(horde.away_from))
        return cells

    def _fill_lakes(self, draft: LevelDraft, dwellers: Dwellers, rng: PCG32) -> None:
        """Place the inhabitants of lakes, except of lakes without a path around them."""
        horde, danger = draft.ruleset.hordes[dwellers.horde], draft.contents.danger
        if not horde.dangers[0] <= danger <= horde.dangers[-1]:
            return
        left, inhabited = draft.cells_with(dwellers.terrain) & ~draft.vaults, 0
        unseen = ~view(draft, draft.start)
        while left:
            lake = draft.reach(left & -left, left)
            left ^= lake
            number = (lake.bit_count() >= dwellers.cells) + (lake.bit_count() >= dwellers.two_from)
            if number and _can_be_passed(draft, inhabited | lake):
                inhabited |= lake
                for cell in shuffled(cells_of(lake & unseen), rng)[:number]:
                    settle(draft, horde, cell, 0, rng, mood=self._mood(rng))


def _tinder(draft: LevelDraft) -> int:
    """Return the cells with flammable terrain."""
    cells = 0
    for kind in draft.ruleset.terrain:
        if kind.fuel is not None:
            cells |= draft.cells_with(kind.name)
    return cells


def _goes_round(draft: LevelDraft, cell: int) -> bool:
    """Return whether paths around a cell connect all cells beside it."""
    blocks = board_of(draft.grid.index(each.at) for each in draft.plan.features if "walk" in each.kind.blocks)
    return draft.is_connected(draft.spread(1 << cell) & draft.walkable & ~blocks & ~(1 << cell))


def _can_be_passed(draft: LevelDraft, lakes: int) -> bool:
    """Return whether a path away from the lakes leads to the stairs down, or to most of the last level."""
    away = draft.walkable & ~draft.spread(lakes) | 1 << draft.start
    reached = draft.reach(1 << draft.start, away)
    return bool(reached >> draft.exit & 1) if draft.exit else 2 * reached.bit_count() > draft.walkable.bit_count()


_HEAVIEST = 4
_ITEMS_APART = 2


@named("items")
@frozen(kw_only=True)
class Items(Pass):
    """Place the items of the level, preferably in dead ends and off the path between the stairs."""

    step: int = attrs.field(default=5, validator=[ge(1), le(100)])
    """Steps off the path that raise a cell's weight by one, up to four."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Place each on a separate cell, not in corridors or vaults."""
        corridors = 0
        for room in draft.rooms:
            corridors |= room.board if room.sort == "corridor" else 0
        boards = self._by_weight(draft, draft.plain & ~corridors & ~draft.narrow)
        for loot in draft.contents.loot:
            weights = [weight * board.bit_count() for weight, board in enumerate(boards, start=1)]
            cell = any_cell(weighed(boards, weights, rng) or 0, rng)
            if cell is None:
                raise Retry("there is no place for all items")
            draft.plan.add_item(*loot.at(draft.grid.point(cell)))
            around = draft.spread(1 << cell, _ITEMS_APART)
            boards = [board & ~around for board in boards]

    def _by_weight(self, draft: LevelDraft, cells: int) -> list[int]:
        """Return the bitboards of the cells with weight 1, 2, ..."""
        boards, ends = [0] * _HEAVIEST, _dead_ends(draft)
        for distance, front in enumerate(draft.waves(shortest_ways(draft), draft.walkable)):
            weight = min(distance // self.step, _HEAVIEST - 1)
            boards[weight] |= front & cells & ~ends
            boards[min(weight + 1, _HEAVIEST - 1)] |= front & cells & ends
        return boards


def _dead_ends(draft: LevelDraft) -> int:
    """Return the rooms with at most one door site, as a bitboard."""
    ends = 0
    for room in draft.rooms:
        if (draft.grid.spread(room.board, diagonally=False) & draft.door_sites).bit_count() <= 1:
            ends |= room.board
    return ends
