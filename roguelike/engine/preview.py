"""What an effect would do, as far as the player can know: for the preview of an aim, and for whoever weighs it up."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Glyph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

NOTHING = Fraction(0)


@frozen
class Expected:
    """What would befall one actor."""

    actor: int
    """Its id."""
    damage: Fraction = NOTHING
    """The mean, in hit points."""
    healing: Fraction = NOTHING
    condition: ConditionKind | None = None
    turns: int = 0
    """Of the condition."""


@frozen
class Preview:
    """Where an effect would fly, which cells it would reach, and what it would do there."""

    refused: Reason | None = None
    """Why nothing of it would happen; all the rest is empty then."""
    path: tuple[Point, ...] = ()
    """The cells of a flight, the last one included."""
    glyph: Glyph | None = None
    """What flies."""
    area: tuple[Point, ...] = ()
    expected: tuple[Expected, ...] = ()

    @classmethod
    def of_all(cls, previews: Iterable[Preview]) -> Preview:
        """Return one preview of several effects."""
        each = list(previews)
        return cls(
            path=tuple(cell for preview in each for cell in preview.path),
            glyph=next((preview.glyph for preview in each if preview.glyph is not None), None),
            area=tuple(cell for preview in each for cell in preview.area),
            expected=tuple(befalls for preview in each for befalls in preview.expected),
        )


def preview_use(kind: ItemKind, seen: Observation, target: Point) -> Preview:
    """Return what using an item would do, on `target` if it is aimed and on oneself otherwise.

    It is refused for the first reason that one of its effects has, as the command `Use` is.
    """
    refusals = (effect.refusal(seen.level, seen.me, target) for effect in kind.effects)
    if (reason := next((reason for reason in refusals if reason is not None), None)) is not None:
        return Preview(refused=reason)
    return Preview.of_all(effect.preview(seen, target if effect.aimed else seen.me.at) for effect in kind.effects)


def on_actor(
    at: Point,
    actor: Actor | None,
    *,
    damage: Fraction = NOTHING,
    healing: Fraction = NOTHING,
    condition: ConditionKind | None = None,
    turns: int = 0,
) -> Preview:
    """Return the preview of an effect on whoever stands at one cell."""
    if actor is None:
        return Preview(area=(at,))
    return Preview(area=(at,), expected=(Expected(actor.id, damage, healing, condition, turns),))
