"""What things are: immutable, read from a rule set's files, shared by every instance."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import attrs
from attrs.validators import ge, gt, le

from roguelike.engine.parts import Effect, Mind

if TYPE_CHECKING:
    from collections.abc import Iterable

HIGHEST_STAT = 200
"""The highest step, defence or armour: the dice of a step far beyond it would take for ever to roll."""

FASTEST = 1000
"""The highest speed, ten turns a round."""

LONGEST_SIDE = 200
"""The longest side of a level, and the furthest that anything reaches."""

MOST_HIT_POINTS = 1_000_000
"""The most that anyone has, and that anything takes or gives."""

MOST_TURNS = 1_000_000
"""The longest that anything lasts, or is remembered."""

MOST_EFFECTS = 20
"""The most that can come of one use or one flight: what is launched by what is launched would grow without end."""

_MOST_SHOWN = 10
_OF_NO_COLUMN = ("Mn", "Me")
"""The categories of the marks that stand on the character before them."""

Color = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

NOTHING, WALL, FLOOR = 0, 1, 2
"""The codes of the terrain that every rule set has: what lies outside, walls and floors."""


def _one_column(_: object, field: attrs.Attribute[Any], char: str) -> None:
    narrow = len(char) == 1 and char.isprintable() and unicodedata.east_asian_width(char) not in "WF"
    if not narrow or unicodedata.category(char) in _OF_NO_COLUMN:
        raise ValueError(f"'{field.name}' must be one printable character of one column: {char[:_MOST_SHOWN]!r}")


def _few_effects(effects: Iterable[Effect]) -> None:
    if sum(effect.count() for effect in effects) > MOST_EFFECTS:
        raise ValueError(f"no more than {MOST_EFFECTS} effects may come of it, with all that they launch and cast")


@attrs.frozen
class Glyph:
    """How something looks: one character of one column, and its colours."""

    char: str = attrs.field(validator=_one_column)
    color: Color
    background: Color | None = None
    """None shows what lies beneath."""
    bold: bool = False


TEXT_FORMS = ("", "upper", "capital", "a", "A", "id")
"""How a text may show a field: as it is, in capitals, with a capital first, with "a" or "an", with "A" or "An", as the
number of the actor."""


@attrs.frozen
class Text:
    """A message: a template with fields in braces, and its colour (None for the plain one)."""

    template: str
    color: Color | None = None


@attrs.frozen(eq=False, kw_only=True)
class TerrainKind:
    """What every cell of one terrain has in common."""

    name: str
    glyph: Glyph
    remembered: Glyph
    """How it looks out of sight, once seen."""
    walkable: bool
    opaque: bool


@attrs.frozen(kw_only=True)
class Stats:
    """The numbers of a fight; the rule set's combat says what they mean (in `classic`, steps of the chart)."""

    attack: int = attrs.field(default=0, validator=[ge(0), le(HIGHEST_STAT)])
    """Step rolled to hit."""
    defence: int = attrs.field(default=0, validator=[ge(0), le(HIGHEST_STAT)])
    """What a roll to hit must beat; in `power`, what is taken off the damage."""
    damage: int = attrs.field(default=0, validator=[ge(0), le(HIGHEST_STAT)])
    """Step rolled for damage; in `constant` and `power`, the damage itself."""
    armour: int = attrs.field(default=0, validator=[ge(0), le(HIGHEST_STAT)])
    """Taken off the damage, in `steps`."""


@attrs.frozen(eq=False, kw_only=True)
class ItemKind:
    """What every item of one kind has in common."""

    name: str
    glyph: Glyph
    description: str = ""
    effects: tuple[Effect, ...] = ()
    prompt: Text | None = None
    """What is said when the aim begins."""
    portable: bool = True
    """False for what can only lie there, like a corpse."""

    def __attrs_post_init__(self) -> None:
        _few_effects(self.effects)

    @property
    def aimed(self) -> bool:
        """Whether a target must be chosen to use it."""
        return any(effect.aimed for effect in self.effects)


@attrs.frozen(eq=False, kw_only=True)
class ProjectileKind:
    """What every projectile of one kind has in common."""

    name: str
    glyph: Glyph
    diagonal: bool = True
    """Whether it flies along an ordinal line; a cardinal line otherwise."""
    on_hit: tuple[Effect, ...] = ()
    """What happens to the actor whose cell it enters."""
    on_stop: tuple[Effect, ...] = ()
    """What happens where its flight ends, whatever ended it."""

    def __attrs_post_init__(self) -> None:
        _few_effects(self.effects)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Both of these."""
        return self.on_hit + self.on_stop


@attrs.frozen
class Drop:
    """Something that a monster may leave behind: an item kind's name and a chance in a hundred."""

    item: str
    chance: int = attrs.field(validator=[ge(0), le(100)])


@attrs.frozen(eq=False, kw_only=True)
class ActorKind:
    """What every actor of one kind has in common."""

    name: str
    glyph: Glyph
    description: str = ""
    hit_points: int = attrs.field(validator=[gt(0), le(MOST_HIT_POINTS)])
    speed: int = attrs.field(default=100, validator=[gt(0), le(FASTEST)])
    """Energy a round; a turn takes 100."""
    stats: Stats
    mind: Mind | None = None
    """None for the player's kind: a person chooses."""
    missile: ProjectileKind | None = None
    """What it can throw, as often as it likes."""
    missile_range: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_SIDE)])
    """How far it throws, in cells."""
    corpse: ItemKind | None = None
    """What is left where it died."""
    drops: tuple[Drop, ...] = ()
    """Tried in order; the first that comes up is left instead of the corpse."""
