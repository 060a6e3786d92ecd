"""The effects of gas, flames and terrain of a cell on the player, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.preview import Preview
from roguelike.engine.state.level import Level
from roguelike.narration.aiming import each_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.gases import GasKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Expected


def air_told(seen: Observation, point: Point) -> list[tuple[str, str]]:
    """Return the names of the flames and gases on a cell, each with its effects on the player every round."""
    level, fire = seen.level, seen.ruleset.fire
    found = [(fire.name, _each_round(seen, point, fire.touch))] if fire is not None and level.is_burning(point) else []
    for name, amount in level.gases_at(point):
        kind = seen.ruleset.gases[name]
        told = _each_round(seen, point, kind.effects(amount)), _lit(seen, point, kind)
        found.append((f"{name}, {'thick' if amount >= kind.thick_from else 'thin'}", ", ".join(filter(None, told))))
    return found


def _each_round(seen: Observation, point: Point, effects: Sequence[Effect]) -> str:
    expected = _expected(seen, point, effects)
    costs = [each_turn(each.condition) for each in expected if each.condition is not None]
    done = ", ".join(word for each in expected for word in _befalls(each))
    return ", ".join(filter(None, (f"{done} a round" if done else "", *costs)))


def _lit(seen: Observation, point: Point, gas: GasKind) -> str:
    """Return the effects of a gas that explodes, and whether an open lamp lights it; empty for other gases."""
    lit = " or at an open lamp" if gas.lamp else ""
    return f"explodes in fire{lit}: {done_to_player(seen, point, gas.explodes)}" if gas.explodes else ""


def done_to_player(seen: Observation, point: Point, effects: Sequence[Effect]) -> str:
    """Return in words what effects would do to the player on a free cell."""
    return ", ".join(word for each in _expected(seen, point, effects) for word in _befalls(each, costs=True))


def _expected(seen: Observation, point: Point, effects: Sequence[Effect]) -> Sequence[Expected]:
    """Return the preview of effects, in order, for the player on a free cell."""
    if not effects:
        return ()
    me = attrs.evolve(seen.me, at=point)
    level = Level(
        seen.level.grid,
        seen.level.kinds,
        seen.level.terrain,
        cover=seen.level.cover,
        explored=seen.level.explored,
        visible=seen.level.visible,
    )
    level.add_all([me])
    there = attrs.evolve(seen, me=me, foes=(), level=level)
    return Preview.of_all(effect.preview(there, point) for effect in effects).expected


def damage_told(expected: Expected) -> str:
    """Return the mean damage, with the maximum if it is larger: "10 damage (at most 15)"."""
    mean, most = round(expected.damage) or 1, expected.most or 0
    return f"{mean} damage{f' (at most {most})' if most > mean else ''}"


def _befalls(expected: Expected, *, costs: bool = False) -> list[str]:
    words = []
    if expected.damage:
        words.append(damage_told(expected))
    if expected.healing:
        words.append(f"+{round(expected.healing)} HP")
    if expected.condition is not None:
        cost = each_turn(expected.condition) if costs else ""
        words.append(f"{expected.condition.name} {expected.turns}{f' ({cost})' if cost else ''}")
    return words
