"""The data of previews: what an effect would do, as far as the player can know."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.terrain import TerrainKind

if TYPE_CHECKING:
    from collections.abc import Iterable

NOTHING = Fraction(0)


@frozen
class Foreseen:
    """The forecast of harm to one actor."""

    damage: Fraction = NOTHING
    """The mean damage, in hit points."""
    kills: Fraction = NOTHING
    """The chance that it kills."""
    most: int | None = 0
    """The maximum damage; None if dice explode."""


@frozen
class Expected:
    """The expected effect on one actor."""

    actor: int
    """The id of the actor."""
    damage: Fraction = NOTHING
    """The mean damage, in hit points."""
    healing: Fraction = NOTHING
    condition: ConditionKind | None = None
    turns: int = 0
    """The duration of the condition, in turns."""
    hit: Fraction | None = None
    """The chance that it is hit; None if that is certain."""
    falls: bool = False
    """Whether it falls to the next level."""
    goes: bool = False
    """Whether it is moved to an unknown cell."""
    joins: int = 0
    """The chance in percent that it takes the player's side."""
    into: str = ""
    """The name of the terrain, feature, fire or gas on its new cell, if that is harmful or asks for confirmation."""
    kills: Fraction = NOTHING
    """The chance that the damage kills it."""
    most: int | None = 0
    """The maximum damage; None if dice explode."""
    lands: int | None = 0
    """The maximum damage of its fall; None if dice explode."""

    @property
    def is_harmful(self) -> bool:
        """Whether it does harm: damage, a fall, a harmful condition or a harmful place."""
        return (
            self.damage > 0
            or self.falls
            or bool(self.into)
            or (self.condition is not None and self.condition.is_harmful)
        )


def _both(first: Expected, then: Expected) -> Expected:
    return Expected(
        first.actor,
        first.damage + then.damage,
        first.healing + then.healing,
        then.condition or first.condition,
        then.turns if then.condition else first.turns,
        first.hit if then.hit is None else then.hit,
        first.falls or then.falls,
        first.goes or then.goes,
        max(first.joins, then.joins),
        then.into or first.into,
        1 - (1 - first.kills) * (1 - then.kills),
        None if first.most is None or then.most is None else first.most + then.most,
        None if first.lands is None or then.lands is None else max(first.lands, then.lands),
    )


@frozen
class Preview:
    """The flight of an effect, the cells that it would reach, and its results there."""

    refused: Reason | None = None
    """Why the effect would be refused; the other fields are empty then."""
    path: tuple[Point, ...] = ()
    """The cells of a flight, the last one included."""
    glyph: Glyph | None = None
    """The glyph of the projectile."""
    area: tuple[Point, ...] = ()
    expected: tuple[Expected, ...] = ()
    lights: tuple[TerrainKind | ItemKind, ...] = ()
    """The kinds that it would set on fire, each once."""
    makes: tuple[str, ...] = ()
    """The results that do not depend on actors, in words, each once: "crystal"."""

    @classmethod
    def of_all(cls, previews: Iterable[Preview]) -> Preview:
        """Merge the previews of several effects."""
        each = list(previews)
        return cls(
            path=tuple(cell for preview in each for cell in preview.path),
            glyph=next((preview.glyph for preview in each if preview.glyph is not None), None),
            area=tuple(cell for preview in each for cell in preview.area),
            expected=tuple(befalls for preview in each for befalls in preview.expected),
            lights=tuple(dict.fromkeys(kind for preview in each for kind in preview.lights)),
            makes=tuple(dict.fromkeys(name for preview in each for name in preview.makes)),
        )

    def befalls(self, actor: int) -> Expected:
        """Return the combined effect on one actor; of several conditions the last."""
        parts = [part for part in self.expected if part.actor == actor]
        return functools.reduce(_both, parts) if parts else Expected(actor)
