"""Passes of events: named hunters, migrations, feuds and low shores."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, max_len, min_len

from roguelike.classes import frozen
from roguelike.engine.draft import Retry
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.families import Pass, named
from roguelike.engine.kinds.limits import DEEPEST, MAX_PLUS, rising
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import ActorName, GroundName
from roguelike.engine.level_plan import PlannedItem
from roguelike.engine.parts.mapgen.population import any_cell, items_of, shuffled, view, weighed
from roguelike.engine.schema import shown
from roguelike.engine.state.actor import MAX_CAMPS

if TYPE_CHECKING:
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.geometry import Point
    from roguelike.engine.level_plan import PlannedMonster
    from roguelike.engine.rng import PCG32

_MOST_BEASTS = 20


@frozen(kw_only=True)
class NamedBeast:
    """A monster with a proper name."""

    monster: ActorName
    dangers: tuple[int, ...] = attrs.field(default=(1, DEEPEST), validator=rising(1, DEEPEST))
    """The lowest and the highest danger of levels with it."""
    told: str = shown(default="")
    """The message about it on arrival."""


@named("named beast")
@frozen(kw_only=True)
class Hunter(Pass):
    """Place one named monster, awake and on its way to the arrival, with an item of some sorts."""

    beasts: tuple[NamedBeast, ...] = attrs.field(validator=[min_len(1), max_len(_MOST_BEASTS)])
    sorts: tuple[str, ...] = attrs.field(validator=min_len(1))
    """The sorts of which it carries one item; it drops the item when it dies."""
    plus: int = attrs.field(default=1, validator=[ge(0), le(MAX_PLUS)])
    """The plus of that item."""
    quiet: int = attrs.field(default=12, validator=[ge(0), le(100)])
    """Steps around the arrival within which it is never placed."""

    @property
    def hunters(self) -> tuple[str, ...]:
        """The named monsters."""
        return tuple(each.monster for each in self.beasts)

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Place it out of view of the arrival."""
        danger = draft.contents.danger
        beasts = [each for each in self.beasts if each.dangers[0] <= danger <= each.dangers[1]]
        beast = weighed(beasts, [1] * len(beasts), rng)
        items = items_of(draft.ruleset, self.sorts, danger)
        item = weighed(items, [kind.frequency for kind in items], rng)
        cell = any_cell(self._cells(draft), rng)
        if beast is None or cell is None:
            raise Retry("there is no place for a beast with a name")
        at = draft.grid.point(cell)
        carries = None if item is None else PlannedItem(item, at, 1, self.plus)
        kind = draft.ruleset.monsters[beast.monster]
        draft.plan.add_monster(kind, at, Mood.ROAMING, carries=carries, goal=draft.plan.start)
        draft.plan.feelings += [beast.told] if beast.told else []

    def _cells(self, draft: LevelDraft) -> int:
        near = sum(itertools.islice(draft.waves(1 << draft.start, draft.walkable), self.quiet + 1))
        others = board_of(draft.grid.index(monster.at) for monster in draft.plan.monsters)
        reached = draft.reach(1 << draft.start, draft.walkable & ~draft.locked)
        return draft.plain & reached & ~near & ~view(draft, draft.start) & ~others


@named("migration")
@frozen(kw_only=True)
class Migration(Pass):
    """Wake some hordes, and send them to the stairs down."""

    hordes: int = attrs.field(default=2, validator=[ge(1), le(10)])

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Choose hordes of which no member lives in one place."""
        leaders = shuffled(hordes_on_foot(draft), rng)[: self.hordes]
        if len(leaders) < self.hordes or not draft.exit:
            raise Retry(f"there are fewer than {self.hordes} hordes that could walk to the stairs")
        goal = draft.grid.point(draft.exit)
        monsters = draft.plan.monsters
        for number, each in enumerate(monsters):
            if each.at in leaders:
                monsters[number] = each._replace(mood=Mood.ROAMING, goal=goal)
            elif each.leader in leaders:
                monsters[number] = each._replace(mood=Mood.ROAMING)


@named("feud")
@frozen(kw_only=True)
class Feud(Pass):
    """Wake some hordes that fight each other: each goes to another one."""

    hordes: int = attrs.field(default=2, validator=[ge(2), le(MAX_CAMPS)])

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Choose hordes of which no member lives in one place."""
        leaders = shuffled(hordes_on_foot(draft), rng)[: self.hordes]
        if len(leaders) < self.hordes:
            raise Retry(f"there are fewer than {self.hordes} hordes that could fight each other")
        monsters = draft.plan.monsters
        for number, each in enumerate(monsters):
            leader = each.at if each.leader is None else each.leader
            if leader in leaders:
                camp = leaders.index(leader) + 1
                goal = leaders[camp % len(leaders)] if each.leader is None else None
                monsters[number] = each._replace(mood=Mood.ROAMING, goal=goal, camp=camp)


@named("low shores")
@frozen(kw_only=True)
class LowShores(Pass):
    """Reject a level without a dry path between the stairs when lakes flood their shores."""

    terrain: GroundName
    """The ground of the lakes."""

    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Check the level as it is now."""
        lakes = draft.cells_with(self.terrain)
        dry = draft.walkable & ~draft.locked & ~draft.spread(lakes)
        ends = 1 << draft.start | (1 << draft.exit if draft.exit else 0)
        if not lakes:
            raise Retry(f"there is no {self.terrain}")
        if ends & ~draft.reach(1 << draft.start, dry | ends):
            raise Retry("the water would part the stairs")


def hordes_on_foot(draft: LevelDraft) -> list[Point]:
    """Return the cells of the leaders of roaming hordes, without those bound to a place."""
    settled = [horde.leader for horde in draft.ruleset.hordes.values() if horde.asleep or horde.on is not None]
    return [each.at for each in draft.plan.monsters if _goes(draft, each) and each.kind.name not in settled]


def _goes(draft: LevelDraft, monster: PlannedMonster) -> bool:
    is_free = monster.leader is None and monster.goal is None and not monster.stays
    is_at_large = not draft.vaults >> draft.grid.index(monster.at) & 1
    goes = not (monster.kind.rooted or monster.kind.no_stairs or monster.kind.always)
    return is_free and is_at_large and goes and monster.mood in (Mood.ASLEEP, Mood.ROAMING)
