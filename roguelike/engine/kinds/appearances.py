"""Appearances of unidentified items."""

from __future__ import annotations

import collections
import functools
from typing import TYPE_CHECKING, Literal

import attrs
from attrs.validators import ge, le, max_len, min_len

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.items import ItemKind, Thrown
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Manner = Literal["", "drink", "read", "zap"]
"""How items of a sort are used."""
Judgement = Literal["", "good", "bad"]
JUDGEMENTS: tuple[Judgement, ...] = ("", "good", "bad")
"""What the player can have learned about a kind before identifying it."""


@frozen(eq=False, kw_only=True)
class UnknownKind(ItemKind):
    """The stand-in for an unidentified kind, wherever the player sees it or reads about it."""

    judged: Judgement = ""
    aims: bool = False
    """Whether a target must be chosen to use it."""

    @property
    def aimed(self) -> bool:
        """Whether a target must be chosen to use it."""
        return self.aims

    @property
    def usable(self) -> bool:
        """True, since the player does not know otherwise."""
        return True


@frozen(kw_only=True)
class Look:
    """One appearance of a sort."""

    word: str = attrs.field(validator=[min_len(1), max_len(20)])
    color: Color = shown()


@frozen(eq=False, kw_only=True)
class AppearanceKind:
    """The appearances of the unidentified items of one sort."""

    name: str
    """The sort."""
    called: str = attrs.field(validator=max_len(25))
    """Their name, in which `{look}` stands for the word of a look."""
    char: str = shown()
    description: str = shown(default="")
    by: Manner = shown(default="")
    """How all items of the sort are used, identified or not; empty for no special verb."""
    aims: bool = False
    """Whether using one needs a target."""
    stacks: bool = True
    range: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The range when thrown, in cells; 0 if they cannot be thrown."""
    looks: tuple[Look, ...]

    def __attrs_post_init__(self) -> None:
        if "{look}" not in self.called:
            raise ValueError("'called' must have {look} in it")
        if len({look.word for look in self.looks}) < len(self.looks):
            raise ValueError("'looks' must have a different word each")

    @functools.cached_property
    def stand_ins(self) -> Mapping[tuple[str, Judgement], UnknownKind]:
        """The stand-ins of an unidentified kind, by name and by the player's judgement of it."""
        made = {}
        for look in self.looks:
            for judged in JUDGEMENTS:
                name = self.called.replace("{look}", look.word)
                made[name, judged] = UnknownKind(
                    name=name,
                    glyph=Glyph(self.char, look.color),
                    description=self.description,
                    sort=self.name,
                    stacks=self.stacks,
                    thrown=Thrown(range=self.range) if self.range else None,
                    aims=self.aims,
                    judged=judged,
                )
        return made


def check_appearances(items: Iterable[ItemKind], appearances: Mapping[str, AppearanceKind]) -> None:
    """Check that appearances suffice and do not give their kinds away.

    Raises:
        ValueError: a sort has too few looks, one of its kinds is not used, thrown or stacked like the others, or items
        of two sorts look the same.
    """
    numbers: dict[str, int] = {}
    for kind in items:
        if not kind.disguised:
            continue
        numbers[kind.sort] = numbers.get(kind.sort, 0) + 1
        worn = appearances.get(kind.sort)
        if worn is None or numbers[kind.sort] > len(worn.looks):
            raise ValueError(f"there are too few appearances for the disguised items of the sort {kind.sort!r}")
        reach = 0 if kind.thrown is None else kind.thrown.range
        if (kind.aimed, reach, kind.stacks) != (worn.aims, worn.range, worn.stacks):
            raise ValueError(f"the item {kind.name!r} must be aimed, thrown and stacked as all of its sort")
    looks = [name for worn in appearances.values() for name, judged in worn.stand_ins if not judged]
    name, times = next(iter(collections.Counter(looks).most_common(1)), ("", 1))
    if times > 1:
        raise ValueError(f"things of two sorts are called {name!r} while they are unknown")
