"""The tables of `docs/ember.md` for those who want every number: what the rule set's files say, in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.kinds.gases import LEAST_GAS
from roguelike.engine.parts.mapgen.passes import Passes
from roguelike.engine.parts.perception import Noise
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.engine.rules.climbing import AWAY
from roguelike.engine.rules.features import CHANCE, NEAR
from roguelike.engine.rules.following import ALLIES_COME_WITHIN, ALLIES_FOLLOW_WITHIN, AT_ONCE_WITHIN, FOLLOWS_WITHIN
from roguelike.engine.rules.level_catchup import ACTS_FOR
from roguelike.engine.rules.levels import FALL_DAMAGE
from roguelike.engine.rules.moods import ALLY_REACH, HORDE_REACH
from roguelike.engine.rules.score import BESIDE
from tests.ember_numbers import in_numbers
from tests.tables import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from roguelike.engine.kinds.ruleset import RuleSet

HEAD: Final = ("", "in numbers")


def generator_of(rules: RuleSet) -> Passes:
    """Return what makes the levels."""
    assert isinstance(rules.generator, Passes)
    return rules.generator


def _rules(rules: RuleSet) -> str:
    return table(("", "number"), [*_of_the_player(rules), *_of_others(rules), *_of_levels(rules)])


def _of_the_player(rules: RuleSet) -> Iterable[tuple[str, str]]:
    assert rules.mending is not None
    oil, player = rules.gauges[rules.lamp], rules.player
    yield "your HP, attack and defence", f"{player.hit_points}, {player.stats.attack}, {player.stats.defence}"
    yield "slots of your pack", str(rules.inventory.slots)
    yield (
        "rounds in which all wounds heal, yours, those of allies and of others",
        f"{rules.mending.player}, {rules.mending.allies}, {rules.mending.monsters}",
    )
    yield (
        "oil at the start, at most, a round, and when the lamp burns low",
        _row(oil.start, oil.most, -oil.per_round, oil.low),
    )
    yield (
        "cells you see: lamp open, covered, out",
        _row(*(getattr(rules.sight, name) for name in ("open", "covered", "out"))),
    )
    yield "a sneak attack on an unaware or helpless target: times the damage", str(rules.surprise)
    yield "allies at most", str(rules.most_allies)
    yield "HP, with one plus, that an ally gains by each new level", str(rules.ally_growth)
    yield "a fall: damage step", str(FALL_DAMAGE)
    yield "hidden things are found by themselves: within cells, % a round", _row(NEAR, CHANCE)


def _of_others(rules: RuleSet) -> Iterable[tuple[str, str]]:
    assert isinstance(rules.perception, Noise)
    asleep, seen, unseen = (getattr(rules.perception, name) for name in ("asleep", "seen", "unseen"))
    yield "% a round to wake, to notice you in view, and out of view", _row(asleep, seen, unseen)
    yield "cells within which a horde learns of you with one of it", str(HORDE_REACH)
    yield "cells within which allies are noticed, and notice others", str(ALLY_REACH)
    yield "steps within which hunters follow you by stairs", str(FOLLOWS_WITHIN)
    yield "rounds within which whoever changes levels again has them all at once", str(AT_ONCE_WITHIN)
    yield "steps within which allies come along, and come after", _row(ALLIES_FOLLOW_WITHIN, ALLIES_COME_WITHIN)
    yield "rounds beside a captive that free it", str(ROUNDS_TO_FREE)
    thick = {kind.thick_from for kind in rules.gases.values()}
    assert rules.fire is not None
    yield "flames, to an actor in them", "; ".join(in_numbers(effect) for effect in rules.fire.touch)
    yield "gas that does anything, and gas that is thick", _row(LEAST_GAS, *thick)


def _of_levels(rules: RuleSet) -> Iterable[tuple[str, str]]:
    assert rules.arrivals is not None
    assert rules.climb is not None
    first, later = rules.arrivals.first, rules.arrivals.later
    yield "rounds on a level until something comes by the stairs", f"{first[0]} to {first[1]}"
    yield "and until the next comes", f"{later[0]} to {later[1]}"
    yield "rounds that fire and gas go on on a level that you left, at most", str(ACTS_FOR)
    yield (
        "the horde of the climb: more danger than the level, at most",
        _row(rules.climb.more_danger, rules.climb.most_danger),
    )
    yield "steps between it and you, if the way is that long", str(AWAY)
    yield "steps within which companions count for the score", str(BESIDE)
    yield from ((f"{name}: % of every wound", str(mode.harm)) for name, mode in rules.modes.items())


def _row(*numbers: int) -> str:
    return ", ".join(map(str, numbers))


def _score(rules: RuleSet) -> str:
    rows = [(row.told, _points(row.points, row.each), str(row.most) if row.each > 1 else "") for row in rules.score]
    return table(("for", "points", "at most"), rows)


def _points(points: int, each: int) -> str:
    return f"{points} for every {each}" if each > 1 else str(points)


def _random(rules: RuleSet) -> str:
    found = generator_of(rules).budget.random
    total = sum(row.weight for row in found)
    rows = [(" or ".join(row.sorts), str(round(100 * row.weight / total)), _plus(row.plus)) for row in found]
    return table(("sort", "in a hundred", "plus"), rows)


def _choices(rules: RuleSet) -> str:
    budget = generator_of(rules).budget
    rows = [
        (str(number), " or ".join(f"{' or '.join(row.sorts)} {_plus(row.plus)}" for row in cage))
        for number, cage in enumerate(budget.choices, start=1)
    ]
    return table(("cage", "holds"), rows)


def _prisoners(rules: RuleSet) -> str:
    rows = [
        (row.monster, f"{row.dangers[0]} to {row.dangers[1]}", str(row.weight))
        for row in generator_of(rules).budget.prisoners
    ]
    return table(("captive", "danger", "weight"), rows)


def _plus(plus: int) -> str:
    return f"+{plus}" if plus else ""


def _vaults(rules: RuleSet) -> str:
    rows = [
        (vault.name, vault.role, f"{vault.dangers[0]} to {vault.dangers[1]}", str(vault.away or ""), vault.feeling)
        for vault in rules.vaults.values()
        if vault.role != "hall"
    ]
    return table(("room", "role", "danger", "cells from the arrival", "what you feel"), rows)


def _themes(rules: RuleSet) -> str:
    rows = [
        (level.theme.name, made.name, in_numbers(made))
        for level in generator_of(rules).levels
        for made in level.theme.passes
    ]
    return table(("theme", "pass", "in numbers"), rows)


def _each(kinds: Callable[[RuleSet], Mapping[str, Any]], *but: str) -> Callable[[RuleSet], str]:
    """Return what writes a row for each kind of which there is more to say than `but`."""

    def rows(rules: RuleSet) -> str:
        told = [(name, in_numbers(kind, *but)) for name, kind in kinds(rules).items()]
        return table(HEAD, [row for row in told if row[1]])

    return rows


DETAILS: Final[dict[str, Callable[[RuleSet], str]]] = {
    "rules": _rules,
    "score": _score,
    "random finds": _random,
    "choices": _choices,
    "prisoners": _prisoners,
    "vaults": _vaults,
    "themes in numbers": _themes,
    "monsters in numbers": _each(lambda rules: rules.monsters, "hit_points", "speed", "stats", "corpse"),
    "items in numbers": _each(lambda rules: rules.items, "sort", "expected"),
    "terrain in numbers": _each(lambda rules: {kind.name: kind for kind in rules.terrain}, "layer"),
    "features in numbers": _each(lambda rules: rules.features),
    "gases in numbers": _each(lambda rules: rules.gases),
    "conditions in numbers": _each(lambda rules: rules.conditions, "counts", "stacks"),
}
"""Detail tables, by their names on the page."""
