"""Games of several levels, each from a drawn map."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import attrs

from roguelike.engine.kinds.families import MapGenerator
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.scenario import plan_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan, LevelRequest
    from roguelike.engine.rng import PCG32


def _stairs(name: str, char: str, way: Literal["down", "up"]) -> TerrainKind:
    return TerrainKind(name=name, glyph=Glyph(char, (255, 255, 255)), remembered=Glyph(char, (99, 99, 99)), exit=way)


STAIRS = (_stairs("stairs down", ">", "down"), _stairs("stairs up", "<", "up"))
LEGEND = {">": "stairs down", "<": "stairs up"}


@attrs.frozen
class Drawn(MapGenerator):
    """Makes the levels that are drawn, from the first on."""

    pictures: tuple[str, ...]

    makes_levels: ClassVar[bool] = True

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:  # noqa: ARG002 -- drawn
        """Return the plan of a picture."""
        depth = 1 if request is None else request.depth
        return plan_of(self.pictures[depth - 1], ruleset, LEGEND)


def with_levels(ruleset: RuleSet, *pictures: str) -> RuleSet:
    """Return a rule set whose game has these levels, `>` and `<` being stairs."""
    return attrs.evolve(
        ruleset,
        goals=(),
        counts_rounds=True,
        depths=len(pictures),
        terrain=(*ruleset.terrain, *STAIRS),
        generator=Drawn(pictures),
    )
