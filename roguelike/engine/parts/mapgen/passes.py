"""Levels generated in passes, with themes by depth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import attrs
from attrs.validators import ge, le, max_len, min_len

from roguelike.classes import frozen
from roguelike.engine.draft import LevelDraft, Retry
from roguelike.engine.grid import MAX_SIDE, Grid
from roguelike.engine.kinds.families import MapGenerator, named
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.kinds.terrain import marks
from roguelike.engine.level_plan import LevelPlan, LevelRequest, NoLevel
from roguelike.engine.parts.mapgen.budget import Budget, LevelEntry, count_finds, deciding_finds, draw_all
from roguelike.engine.work import TooMuchWork, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.glyphs import Color
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.rng import PCG32

TRIES: Final = 20
"""The number of attempts at a level with its vaults, and of those without."""
_TRIES_WITH_EXTRAS: Final = 10
"""The number of attempts at a level with its lessons and its rooms without a key."""
_TRIES_WITH_EVENT: Final = 15
"""The number of attempts at a level with its event."""


@named("passes")
@frozen(eq=False, kw_only=True)
class Passes(MapGenerator):
    """Generate each level by the passes of its theme; retry a failed level with the next random stream."""

    makes_levels = True

    width: int = attrs.field(validator=[ge(20), le(MAX_SIDE)])
    height: int = attrs.field(validator=[ge(12), le(MAX_SIDE)])
    levels: tuple[LevelEntry, ...] = attrs.field(validator=[min_len(1), max_len(DEEPEST)])
    """The levels from the first to the last."""
    budget: Budget = attrs.field(factory=Budget)

    def __attrs_post_init__(self) -> None:
        for number, level in enumerate(self.levels, start=1):
            accepted = [each.most_monsters for each in level.theme.passes if each.most_monsters is not None]
            if accepted and level.hordes > min(accepted):
                most = f"the theme {level.theme.name!r} accepts {min(accepted)} monsters at most"
                raise ValueError(f"'levels' number {number} has {level.hordes} 'hordes', but {most}")
        self.budget.check(len(self.levels))

    def colors(self, depth: int) -> Mapping[str, Color]:
        """Return the colours of the level's theme."""
        return self.levels[depth - 1].theme.colors

    @property
    def number_of_levels(self) -> int:
        """The number of its `levels`."""
        return len(self.levels)

    @property
    def piles_up(self) -> bool:
        """True, as several potions can be on one cell."""
        return True

    def danger(self, depth: int) -> int:
        """Return the danger in the level's entry; beyond the last level, that of the last."""
        return self.levels[min(depth, len(self.levels)) - 1].danger

    def contents(self, ruleset: RuleSet, seed: int) -> list[Contents]:
        """Return the contents of each level of a game."""
        return list(_contents(self, ruleset, seed))

    def deciding_finds(self, ruleset: RuleSet, depths: int) -> object:
        """Return the rules for the number of unknown items: parts of the kinds, the budget and the levels."""
        return deciding_finds(ruleset, self.budget, self.levels, depths)

    def count_finds(self, ruleset: RuleSet, depths: int, seed: int) -> Mapping[str, int]:
        """Return the number of each unknown kind on `depths` levels of one game, treasuries excluded."""
        return count_finds(ruleset, self.contents(ruleset, seed)[:depths])

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Try until all passes accept the level; after many attempts, without vaults."""
        request = request or LevelRequest(rng.next_u32())
        if request.depth > len(self.levels):
            raise NoLevel(f"there are but {len(self.levels)} levels")
        contents = self.contents(ruleset, request.seed)[request.depth - 1]
        work, why = Work(), "it takes too much work (lower 'width' and 'height')"
        for attempt in range(2 * TRIES):
            if attempt == _TRIES_WITH_EXTRAS:
                contents = attrs.evolve(contents, extras=(), lessons=())
            if attempt == _TRIES_WITH_EVENT:
                contents = attrs.evolve(contents, event=None)
            if attempt == TRIES:
                contents = attrs.evolve(contents, choices=(), captive=None, halls=())
            draft = LevelDraft(Grid(self.width, self.height), ruleset, contents, request.entrance, work)
            try:
                self._make(draft, request, request.chance(attempt) if attempt else rng)
            except Retry as error:
                why = str(error)
            except TooMuchWork:
                break
            else:
                return draft.plan
        raise NoLevel(f"ruleset.toml: generator: levels: number {request.depth}: {why}")

    def _make(self, draft: LevelDraft, request: LevelRequest, rng: PCG32) -> None:
        theme, event = self.levels[request.depth - 1].theme, draft.contents.event
        steps = [(f"themes.toml: {theme.name}", number, each) for number, each in enumerate(theme.passes, start=1)]
        if event is not None:
            first_proof = next((at for at, (*_, each) in enumerate(steps) if each.proves), len(steps))
            more = [(f"events.toml: {event.name}", number, each) for number, each in enumerate(event.passes, start=1)]
            steps[first_proof:first_proof] = more
            draft.plan.event = event.name
            draft.plan.feelings += [event.told] if event.told else []
        for kind, number, each in steps:
            try:
                each.run(draft, rng)
            except Retry as error:
                field = f": {error.field}" if error.field else ""
                raise Retry(f"{error} ({kind}: passes: number {number}{field})") from None
        _check(draft)


@functools.lru_cache(maxsize=4)
def _contents(generator: Passes, ruleset: RuleSet, seed: int) -> tuple[Contents, ...]:
    """Draw the contents of all levels, cached for a game whose levels are generated one by one."""
    return tuple(draw_all(ruleset, generator.budget, generator.levels, LevelRequest(seed, depth=0).chance()))


def _check(draft: LevelDraft) -> None:
    """Reject unplayable levels, whatever the passes: without an arrival, or with a monster inside a wall."""
    if not draft.walkable >> draft.start & 1 or draft.plan.start is None:
        raise Retry("there is nowhere to arrive")
    if draft.crossings:
        raise Retry(f"the doors of the {draft.crossings[0].name} need the pass 'loops' after 'vaults'")
    walls = marks(draft.ruleset.terrain, "walk")
    cells = [draft.grid.index(each.at) for each in draft.plan.monsters]
    if any(walls[draft.plan.terrain[cell]] for cell in (draft.start, *cells)) or len(set(cells)) < len(cells):
        raise Retry("somebody cannot stand where they are")
