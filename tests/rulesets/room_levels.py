"""Levels of Ember that are generated with a given room."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.draft import Contents
from roguelike.engine.geometry import Point
from roguelike.engine.level_plan import LevelRequest
from roguelike.engine.parts.mapgen.passes import Passes
from tests.rulesets.test_ember_generator import Made

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.vaults import VaultKind

EMBER = load_ruleset("ember")


@attrs.frozen(kw_only=True)
class _Drawn(Passes):
    """A generator with given contents."""

    drawn: tuple[Contents, ...]

    def contents(self, ruleset: RuleSet, seed: int) -> list[Contents]:  # noqa: ARG002 -- given
        """Return the contents that the test has drawn."""
        return list(self.drawn)


def levels_for(name: str, number: int) -> list[Made]:
    """Return a number of levels planned with a room, over all its dangers in turn, each from a different game.

    A level that is hard to generate can drop a room of the roles `prize` and `place`.
    """
    generator = EMBER.generator
    assert isinstance(generator, Passes)
    kind, made = EMBER.vaults[name], []
    for seed, depth, contents in itertools.islice(_drawn(generator, kind), number):
        given = _Drawn(**attrs.asdict(generator, recurse=False), drawn=contents)
        request = LevelRequest(seed, depth, None if depth == 1 else _entrance(seed))
        made.append(Made(EMBER, depth, given.generate(EMBER, request.chance(), request), request.entrance))
    return made


def holds(level: Made, name: str) -> bool:
    """Return whether a level has a room, by its feeling, features or terrain."""
    kind = EMBER.vaults[name]
    signs = {cell.feature for cell in kind.legend.values() if cell.feature is not None}
    grounds = {cell.terrain for cell in kind.legend.values() if cell.terrain not in {None, "door"}}
    if kind.feeling:
        return kind.feeling in level.plan.feelings
    return bool(level.features(*signs) if signs else level.cells(*filter(None, grounds)))


def _drawn(generator: Passes, kind: VaultKind) -> Iterator[tuple[int, int, tuple[Contents, ...]]]:
    """Yield seeds of games, each with the depth of a level that has the room, and the contents of all levels."""
    depths = [n for n, level in enumerate(generator.levels, 1) if kind.dangers[0] <= level.danger <= kind.dangers[1]]
    wanted = itertools.cycle(depths)
    depth = next(wanted)
    for seed in itertools.count():
        contents = generator.contents(EMBER, seed)
        level = contents[depth - 1]
        if kind.role == "key" and level.choices:
            contents[depth - 1] = attrs.evolve(level, key=kind, pocket=False)
        elif kind.role == "captive" and level.captive is not None:
            contents[depth - 1] = attrs.evolve(level, cell=kind)
        elif kind.role in {"prize", "place"}:
            contents[depth - 1] = attrs.evolve(level, extras=(kind,))
        else:
            continue
        yield seed, depth, tuple(contents)
        depth = next(wanted)


def _entrance(seed: int) -> Point:
    return Point(5 + 8 * (seed % 7), 6 + seed % 7)
