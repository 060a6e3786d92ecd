"""The tables of `docs/ember.md` for those who want every number: what the rule set's files say, in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.kinds.gases import MIN_GAS
from roguelike.engine.kinds.limits import FALL_DAMAGE
from roguelike.engine.parts.mapgen.passes import Passes
from roguelike.engine.parts.perception import Noise
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.engine.rules.climbing import AWAY
from roguelike.engine.rules.features import CHANCE, NEAR
from roguelike.engine.rules.following import ALLIES_COME_WITHIN, AT_ONCE_WITHIN, FOLLOWS_WITHIN
from roguelike.engine.rules.level_catchup import ACTS_FOR
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
        "rounds to regenerate all HP: you, allies, others",
        f"{rules.mending.player}, {rules.mending.allies}, {rules.mending.monsters}",
    )
    yield (
        "oil: at the start, at most, a round, burning low",
        _row(oil.start, oil.most, -oil.per_round, oil.low),
    )
    yield (
        "cells you see: lamp open, covered, out",
        _row(*(getattr(rules.sight, name) for name in ("open", "covered", "out"))),
    )
    yield "a sneak attack on an unaware or helpless target: times the damage", str(rules.surprise)
    yield "allies at most", str(rules.most_allies)
    yield "HP, with one plus, that an ally gains with each new level", str(rules.ally_growth)
    yield "damage of a fall", str(FALL_DAMAGE)
    yield "finding hidden things without a search: cells, % a round", _row(NEAR, CHANCE)


def _of_others(rules: RuleSet) -> Iterable[tuple[str, str]]:
    assert isinstance(rules.perception, Noise)
    asleep, seen, unseen = (getattr(rules.perception, name) for name in ("asleep", "seen", "unseen"))
    yield "% a round to wake, to notice you in view, to notice you out of view", _row(asleep, seen, unseen)
    yield "cells within which members of a horde alert each other", str(HORDE_REACH)
    yield "cells within which allies notice and are noticed", str(ALLY_REACH)
    yield "steps from the stairs within which hunters follow you", str(FOLLOWS_WITHIN)
    yield "rounds within which all followers arrive together if you change levels again", str(AT_ONCE_WITHIN)
    yield "steps within which allies come along, or follow later", _row(rules.allies_follow, ALLIES_COME_WITHIN)
    yield "rounds beside a captive to free it", str(ROUNDS_TO_FREE)
    thick = {kind.thick_from for kind in rules.gases.values()}
    assert rules.fire is not None
    yield "flames, to an actor in them", "; ".join(in_numbers(effect) for effect in rules.fire.touch)
    yield "gas that has an effect, gas that is thick", _row(MIN_GAS, *thick)


def _of_levels(rules: RuleSet) -> Iterable[tuple[str, str]]:
    assert rules.arrivals is not None
    assert rules.climb is not None
    first, later = rules.arrivals.first, rules.arrivals.later
    yield "rounds on a level until a wandering horde comes", f"{first[0]} to {first[1]}"
    yield "rounds until the next one", f"{later[0]} to {later[1]}"
    yield "rounds that fire and gas go on after you leave, at most", str(ACTS_FOR)
    yield "danger of the horde on the climb, by level", _row(*rules.climb.dangers)
    yield "speed of the Keeper, by level", _row(*rules.climb.speeds)
    yield "levels of the climb on which the way has changed", str(rules.climb.changed)
    yield "steps between that horde and you, if the level allows", str(AWAY)
    yield "steps within which allies count for the score", str(BESIDE)
    yield from ((f"{name}: % of the damage that you take", str(mode.harm)) for name, mode in rules.modes.items())


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
    return table(("room", "role", "danger", "cells from arrival", "feeling"), rows)


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
