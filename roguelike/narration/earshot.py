"""Noise radius of the player or of a feature under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.rules.noise import carried
from roguelike.english import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.feature import Feature


def earshot(seen: Observation, point: Point | None) -> tuple[int, int]:
    """Return a cell index and the noise radius there, in steps: of a loud feature at `point`, else of the player."""
    feature = None if point is None else seen.level.feature_at(point)
    if point is not None and feature is not None and (steps := loudness(seen, feature)):
        return seen.level.grid.index(point), steps
    return seen.cell, 0 if seen.ruleset.noise is None else seen.noise


def loudness(seen: Observation, feature: Feature) -> int:
    """Return the noise radius, in steps, of entering or paying a feature or taking its item; 0 if it is silent."""
    paid = () if feature.kind.toll is None else feature.kind.toll.payer
    loudest = _loudest((*feature.kind.enter, *(feature.kind.taken if feature.holds is not None else ()), *paid))
    return carried(seen.level, loudest)


def heard_within(steps: int) -> list[str]:
    """Return a line for a noise radius; none for 0."""
    return [f"Heard within {counted(steps, 'step')}."] if steps else []


def _loudest(effects: Iterable[Effect]) -> int:
    return max((max(each.loudness, _loudest(each.inner)) for each in effects), default=0)
