"""Vaults: rooms with a given floor plan, behind a door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.draft import Crossing, Loot, Retry, Room
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import ItemName
from roguelike.engine.kinds.terrain import marks
from roguelike.engine.kinds.vaults import WAITING, WALL_GLYPH, VaultHorde
from roguelike.engine.parts.mapgen.joining import openings, stencils
from roguelike.engine.parts.mapgen.population import any_cell, drawn_horde, items_of, settle, shuffled, weighed
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.vaults import VaultCell, VaultKind
    from roguelike.engine.parts.mapgen.joining import Blueprint
    from roguelike.engine.rng import PCG32

_FROM_ARRIVAL = 3
_AWAKE = 50
"""The chance that captors are awake, in percent."""


@frozen(kw_only=True)
class Pocket:
    """A key of a treasury that the leader of a horde carries, instead of a room with the key."""

    key: ItemName
    danger: int = attrs.field(default=1, validator=[ge(1), le(DEEPEST)])
    """The least danger of levels with one."""
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    """Its weight among the rooms with keys."""
    feeling: str = shown(default="")


@frozen
class _Garrison:
    """A horde of a room, the cell of its leader, and the item that the leader carries."""

    cell: int
    horde: VaultHorde
    carries: Loot | None


@named("vaults")
@frozen(kw_only=True)
class Vaults(Pass):
    """Build the vaults of the level: a treasury and the room of its key, a captive's cell, halls, extra rooms."""

    pocket: Pocket | None = None

    def pocket_weight(self, danger: int) -> int:
        """Return the weight of its pocket; 0 if the level is not dangerous enough."""
        return self.pocket.weight if self.pocket is not None and danger >= self.pocket.danger else 0

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Build them, the largest first."""
        for kind in sorted(self._promised(draft, rng), key=lambda kind: -len(kind.rows) * len(kind.rows[0])):
            build(draft, kind, openings(draft), rng)

    def _promised(self, draft: LevelDraft, rng: PCG32) -> list[VaultKind]:
        contents = draft.contents
        kinds = [*contents.halls, *contents.extras]
        kinds += [_drawn(draft, "treasury", rng)] if contents.choices else []
        if contents.choices and not self._is_carried(draft):
            kinds.append(contents.key or _drawn(draft, "key", rng))
        if contents.captive is not None:
            kinds.append(contents.cell or _drawn(draft, "captive", rng))
        return kinds

    def _is_carried(self, draft: LevelDraft) -> bool:
        """Give the key to the draft if a horde carries it, and return whether it does."""
        if self.pocket is None or not draft.contents.pocket:
            return False
        draft.pocket = Loot(draft.ruleset.items[self.pocket.key])
        draft.plan.feelings += [self.pocket.feeling] if self.pocket.feeling else []
        return True


def build(draft: LevelDraft, kind: VaultKind, found: Sequence[tuple[Direction, int]], rng: PCG32) -> None:
    """Build a vault behind one of some openings, in a random orientation.

    Raises:
        Retry: there is no space.
    """
    free = draft.grid.inside & ~(draft.floor | draft.protected | draft.spread(1 << draft.start, _FROM_ARRIVAL))
    # Only the door may connect the inside of the vault with other open cells.
    inside = free & draft.interior & ~draft.spread(draft.floor)
    near = draft.square(draft.start, kind.away - 1) if kind.away else 0
    by_way = {way: board & ~near for way, board in found}
    for stencil in shuffled(stencils(kind, draft.grid), rng):
        corner = any_cell(stencil.corners(by_way[stencil.plan.way], free, inside), rng)
        if corner is not None:
            furnish(draft, kind, stencil.cells_at(corner), rng)
            _note_doors(draft, kind, stencil.plan, corner)
            return
    raise Retry(f"there is no place for the {kind.name}")


def _note_doors(draft: LevelDraft, kind: VaultKind, plan: Blueprint, corner: int) -> None:
    """Record the further doors of a vault, which are joined once the rest of the level is built."""
    stride = draft.grid.stride
    doors = tuple((corner + door.y * stride + door.x, way) for door, way in plan.others)
    draft.crossings += [Crossing(kind.name, doors, kind.ways - 1)] if doors else []


def _fitting(draft: LevelDraft, role: str) -> list[VaultKind]:
    """Return the vaults of a role that fit the level."""
    danger = draft.contents.danger
    return [
        kind
        for kind in draft.ruleset.vaults.values()
        if kind.role == role and kind.dangers[0] <= danger <= kind.dangers[1] and _has_enough(draft, kind)
    ]


def _drawn(draft: LevelDraft, role: str, rng: PCG32) -> VaultKind:
    kinds = _fitting(draft, role)
    chosen = weighed(kinds, [kind.weight for kind in kinds], rng)
    if chosen is None:
        raise Retry(f"no vault is a {role} at danger {draft.contents.danger}")
    return chosen


def _has_enough(draft: LevelDraft, kind: VaultKind) -> bool:
    """Return whether a vault has exactly as many places as there are items to choose from."""
    return kind.role != "treasury" or kind.choices == len(draft.contents.choices)


def furnish(draft: LevelDraft, kind: VaultKind, cells: list[tuple[int, str]], rng: PCG32) -> None:
    """Build a vault, and place its contents."""
    board = board_of(cell for cell, _ in cells)
    opened = board_of(cell for cell, key in cells if key != WALL_GLYPH)
    draft.fill(board ^ opened)
    draft.dig(opened)
    draft.protected |= board
    draft.vaults |= board
    draft.rooms.append(Room(opened, "vault"))
    draft.locked |= opened if kind.role == "treasury" else 0
    choices, captors, held, duels, hordes = list(draft.contents.choices), 0, 0, 0, list[_Garrison]()
    used: list[ItemKind] = []
    for cell, key in cells:
        if (content := kind.legend.get(key)) is not None:
            loot = choices.pop(0) if content.choice and choices else _loot(draft, content, used, rng)
            used += [loot.kind] if loot is not None else []
            _furnish(draft, cell, content, loot)
            hordes += [_Garrison(cell, content.horde, loot)] if content.horde is not None else []
            captors |= content.captors << cell
            held |= content.captive << cell
            duels |= content.duels << cell
    for garrison in hordes:
        _station(draft, garrison, opened, rng)
    posted = (draft.grid.point(garrison.cell) for garrison in hordes if garrison.horde.captors)
    leader = _post(draft, captors, rng) if captors else next(posted, None)
    captives = list(zip(cells_of(held), _captives(draft), strict=False))
    for cell, captive in captives:
        mood = Mood.DUELLING if duels >> cell & 1 and len(captives) > 1 else Mood.HELD
        draft.plan.add_monster(captive, draft.grid.point(cell), mood, leader)
    draft.plan.feelings += [kind.feeling] if kind.feeling else []


def _furnish(draft: LevelDraft, cell: int, content: VaultCell, loot: Loot | None) -> None:
    """Lay the terrain of one cell of a vault, and place its contents."""
    rules, at = draft.ruleset, draft.grid.point(cell)
    if content.terrain is not None:
        draft.lay(1 << cell, content.terrain)
    if content.cover is not None:
        draft.cover(1 << cell, content.cover)
    lies = None if loot is None else loot.at(at)
    if content.monster is not None:
        carries, lies = (lies, None) if content.feature is None else (None, lies)
        stays = content.mood == WAITING
        draft.plan.add_monster(rules.monsters[content.monster], at, _mood(content.mood), carries=carries, stays=stays)
    if content.feature is not None:
        draft.plan.add_feature(rules.features[content.feature], at, hidden=content.hidden, holds=lies)
    elif lies is not None and content.horde is None:
        draft.plan.add_item(*lies)


def _loot(draft: LevelDraft, content: VaultCell, used: list[ItemKind], rng: PCG32) -> Loot | None:
    """Return the item of a cell, drawn if it is random; earlier cells have the kinds `used`."""
    items, drawn = draft.ruleset.items, content.loot
    if drawn is None:
        return None if content.item is None else Loot(items[content.item])
    if drawn.own:
        loot = draft.contents.own(drawn)
        draft.contents = draft.contents if loot is None else draft.contents.without_loot(loot)
        return loot
    kinds = items_of(draft.ruleset, drawn.sorts, draft.contents.danger + drawn.more_danger)
    kinds = [kind for kind in kinds if not drawn.unlike or kind not in used]
    kind = weighed(kinds, [kind.frequency for kind in kinds], rng)
    return None if kind is None else Loot(kind, drawn.number or roll(rng, *kind.found), drawn.plus)


def _station(draft: LevelDraft, garrison: _Garrison, opened: int, rng: PCG32) -> None:
    """Place a horde of a room on free walkable cells of `opened`."""
    rules, wanted = draft.ruleset, garrison.horde
    hordes = [rules.hordes[name] for name in wanted.hordes]
    danger = draft.contents.danger + wanted.more_danger
    horde = hordes[roll(rng, 0, len(hordes) - 1)] if hordes else drawn_horde(draft, danger, rng)
    draft.contents = draft.contents.without_hordes(1) if wanted.own else draft.contents
    if horde is not None:
        walls, drifts = marks(rules.terrain, "walk"), marks(rules.terrain, "drifts")
        ground = draft.plan.terrain
        cells = board_of(cell for cell in cells_of(opened) if not (walls[ground[cell]] or drifts[ground[cell]]))
        mood, stays = _mood(wanted.mood), wanted.mood == WAITING
        settle(draft, horde, garrison.cell, cells, rng, mood=mood, carries=garrison.carries, stays=stays)


def _mood(name: str) -> Mood:
    return Mood.ROAMING if name == WAITING else Mood(name)


def _captives(draft: LevelDraft) -> list[ActorKind]:
    contents = draft.contents
    return [] if contents.captive is None else [contents.captive, *contents.cellmates]


def _post(draft: LevelDraft, cells: int, rng: PCG32) -> Point | None:
    """Place the horde that guards the captive, and return the cell of its leader.

    Members without a place among the cells are left out.
    """
    horde = drawn_horde(draft, draft.contents.danger, rng)
    if horde is None:
        return None
    mood = Mood.ROAMING if percent(rng, _AWAKE) else Mood.ASLEEP
    leader = cells_of(cells)[roll(rng, 0, cells.bit_count() - 1)]
    settle(draft, horde, leader, cells, rng, mood=mood)
    return draft.grid.point(leader)
