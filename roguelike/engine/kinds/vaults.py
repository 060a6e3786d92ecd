"""Kinds of vaults: rooms with a given floor plan."""

from __future__ import annotations

import itertools
from typing import Literal

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST, MAX_IN_STACK, MAX_PLUS, rising
from roguelike.engine.kinds.names import ActorName, CoverName, FeatureName, GroundName, HordeName, ItemName
from roguelike.engine.schema import added, shown

WALL_GLYPH, FLOOR_GLYPH, OUTSIDE = "#", ".", " "
"""The characters of a picture that need no legend; cells outside keep what is there."""
WAITING = "waiting"
"""The mood of an awake monster that stays on its cell until it notices the player."""
_OWN = WALL_GLYPH + FLOOR_GLYPH + OUTSIDE


@frozen(kw_only=True)
class VaultLoot:
    """A random item of some sorts, drawn by frequency among the kinds that the danger of the level allows.

    With `own` it is one of the level's own items: of the first sort of which there is one, in a stack of `number` if
    that is not 0.
    """

    sorts: tuple[str, ...] = attrs.field(validator=min_len(1))
    own: bool = added(default=False)
    """Whether it is one of the level's own items instead of an additional one."""
    more_danger: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """Added to the danger of the level."""
    plus: int = attrs.field(default=0, validator=[ge(0), le(MAX_PLUS)])
    number: int = attrs.field(default=0, validator=[ge(0), le(MAX_IN_STACK)])
    """The size of the stack; 0 for the kind's own."""
    unlike: bool = added(default=False)
    """Whether its kind differs from those of the items on earlier cells of the picture."""


@frozen(kw_only=True)
class VaultHorde:
    """A horde of a room: its leader is on the cell, its members are near it on free cells of the room."""

    hordes: tuple[HordeName, ...] = ()
    """The hordes from which one is drawn, all equally likely; all hordes, by the danger of the level, unless given."""
    more_danger: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """Added to the danger of the level where the horde is drawn by danger."""
    mood: Literal["asleep", "waiting", "roaming", "hunting", "truce"] = "asleep"
    """Its mood: a `waiting` horde is awake, but stays in place until it notices the player.

    In a `truce` it does nothing until one of its monsters is wounded.
    """
    captors: bool = added(default=False)
    """Whether it guards the captive of the room."""
    own: bool = added(default=False)
    """Whether it is one of the level's own hordes instead of an additional one."""


@frozen(kw_only=True)
class VaultCell:
    """The meaning of a character of a picture: the terrain and the contents of a cell."""

    terrain: GroundName | None = None
    """The ground; the usual floor unless given."""
    door: bool = False
    """Whether it is a door of the vault, which leads out."""
    cover: CoverName | None = None
    feature: FeatureName | None = None
    hidden: bool = False
    """Whether the feature is hidden until it is found."""
    item: ItemName | None = None
    """The item here: held by the feature, or carried by the monster or horde, if there is one."""
    loot: VaultLoot | None = added(default=None)
    """A random item, instead of `item`."""
    choice: bool = False
    """Whether the feature holds one of several items of which the player can take only one."""
    monster: ActorName | None = None
    """A monster, in the mood `mood`."""
    mood: Literal["held", "asleep", "waiting", "roaming", "hunting"] = added(default="held")
    """The mood of `monster`; a `held` one does nothing until something wakes it."""
    horde: VaultHorde | None = added(default=None)
    captive: bool = False
    """Whether the level's captive is held here."""
    duels: bool = added(default=False)
    """Whether the captive here duels the captives on other cells with `duels`, if there are any."""
    captors: bool = False
    """Whether a horde that guards the captive is here."""


@frozen(eq=False, kw_only=True)
class VaultKind:
    """A kind of vault."""

    name: str
    description: str = shown(default="")
    role: Literal["treasury", "key", "captive", "hall", "prize", "place", "lesson"]
    """Its purpose.

    A `treasury` to choose from, the room of its `key`, or that of the `captive`; a `hall` is named by a level; a
    `prize` or a `place` is one of the budget's `extras`; a `lesson` is one of its `lessons`, near the path to the
    stairs down.
    """
    rows: tuple[str, ...] = attrs.field()
    """The picture, walls included; it can be rotated and mirrored."""
    legend: dict[str, VaultCell] = attrs.field()
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST), validator=rising(1, DEEPEST))
    """The lowest and the highest danger of levels with it."""
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    """Its weight among vaults with the same role."""
    away: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The least distance of its door from the arrival, in cells along the longer axis."""
    feeling: str = shown(default="")
    """The message at the first arrival on a level with one."""
    slot: str = added(default="")
    """A name shared by several rooms with keys, like the same room in different themes: a game has at most one of
    them."""
    ways: int = added(default=1, validator=[ge(1), le(20)])
    """The least number of its doors that must be connected; others are walled up if no corridor reaches them."""
    turned: bool = True
    """Whether it can be rotated by a quarter turn; some are too wide for that."""
    site: Literal["rock", "floor", "stairs"] = added(default="rock")
    """Where it is built: in the rock, behind its door; or, for lessons, without a door on the floor of a room.

    With `stairs`, it is on floor in view of the stairs down.
    """

    @rows.validator
    def _is_picture(self, _: object, rows: tuple[str, ...]) -> None:
        if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
            raise ValueError("'rows' must be a picture: rows of the same length")

    @legend.validator
    def _explains(self, _: object, legend: dict[str, VaultCell]) -> None:
        used = set("".join(self.rows)) - set(_OWN)
        if unknown := sorted(used - legend.keys()):
            raise ValueError(f"'legend' must say what {unknown[0]!r} stands for")
        if any(len(key) != 1 or key in _OWN for key in legend):
            raise ValueError(f"'legend' explains single characters, but for {_OWN!r}")

    def __attrs_post_init__(self) -> None:
        doors = self.doors
        if self.site != "rock":
            if doors or self.role != "lesson":
                raise ValueError("'site' can be floor or stairs only for lessons whose 'rows' have no door")
        elif not doors or not all(self._is_rim(*door) for door in doors):
            raise ValueError("'rows' must have one door, on the rim of the picture")
        elif len(doors) > 1 and self.role not in ("prize", "place"):
            raise ValueError("'rows' must have one door unless 'role' is prize or place")
        if self.ways > max(1, len(doors)):
            raise ValueError("'ways' must not be more than the doors")

    @property
    def doors(self) -> list[tuple[int, int]]:
        """The cells of the picture with doors, as (x, y)."""
        return [(x, y) for y, row in enumerate(self.rows) for x, key in enumerate(row) if self._is_door(key)]

    @property
    def own_loot(self) -> list[VaultLoot]:
        """Its loot that consists of the level's own items, one entry for each cell."""
        loot = [cell.loot for cell in self._cells if cell.loot is not None]
        return [each for each in loot if each.own]

    @property
    def own_hordes(self) -> int:
        """The number of its hordes that are the level's own."""
        return sum(cell.horde is not None and cell.horde.own for cell in self._cells)

    @property
    def _cells(self) -> list[VaultCell]:
        return [self.legend[key] for key in itertools.chain(*self.rows) if key not in _OWN]

    @property
    def choices(self) -> int:
        """The number of items to choose from."""
        return sum(cell.choice for cell in self._cells)

    def _is_door(self, key: str) -> bool:
        return key not in _OWN and self.legend[key].door

    def _is_rim(self, x: int, y: int) -> bool:
        across, down = x in (0, len(self.rows[0]) - 1), y in (0, len(self.rows) - 1)
        return across is not down
