"""The budget of a game: the contents of each of its levels, drawn for all of them at once.

It comes from a stream of its own, so that no level depends on how another was played, or whether it was.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le, min_len

from roguelike.classes import define, frozen
from roguelike.engine.dice import percent, roll
from roguelike.engine.draft import Contents, Loot
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import DEEPEST, HEAVIEST, MAX_IN_STACK, MAX_PLUS, rising
from roguelike.engine.kinds.names import ActorName, ItemName
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.kinds.themes import ThemeKind
from roguelike.engine.kinds.vaults import VaultKind
from roguelike.engine.level_plan import MAX_ITEMS
from roguelike.engine.parts.mapgen.lesson_draws import Lessons, draw_lessons
from roguelike.engine.parts.mapgen.population import items_of, shuffled, weighed
from roguelike.engine.parts.mapgen.room_draws import Extras, draw_cells, draw_events, draw_rooms
from roguelike.engine.rng import PCG32
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from roguelike.engine.kinds.actors import ActorKind


_TOGETHER = 3
"""The most captives in one place."""
_WHOLE = 100
_METERED = 12
"""How often a third is taken off a frequency at the most."""


@frozen(kw_only=True)
class LevelEntry:
    """One level of a game."""

    theme: ThemeKind
    danger: int = attrs.field(validator=[ge(1), le(DEEPEST)])
    hordes: int = attrs.field(default=5, validator=[ge(0), le(50)])
    random: int = attrs.field(default=3, validator=[ge(0), le(100)])
    """The number of items that are drawn by chance."""
    halls: tuple[VaultKind, ...] = ()
    """Vaults that it always has."""


@frozen(kw_only=True)
class Sorts:
    """Sorts of items among which kinds are drawn by their frequency, and how they are found."""

    sorts: tuple[str, ...] = attrs.field(validator=min_len(1))
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    plus: int = attrs.field(default=0, validator=[ge(0), le(MAX_PLUS)])
    number: int = attrs.field(default=0, validator=[ge(0), le(MAX_IN_STACK)])
    """The number that lie together; that of the kind unless given."""


@frozen(kw_only=True)
class Guarantee:
    """Items that a game always holds: a number on each level, or one on one of several."""

    items: tuple[ItemName, ...] = attrs.field(validator=min_len(1))
    """One of these is drawn, by frequency where it can be any of several."""
    levels: tuple[int, ...] = ()
    """The number on level 1, 2, ..."""
    one_of: tuple[int, ...] = ()
    """The levels of which one has it."""
    stacked: bool = False
    """Whether those of one level lie together."""


@frozen(kw_only=True)
class Captive:
    """Somebody who may be held captive."""

    monster: ActorName
    dangers: tuple[int, ...] = attrs.field(validator=rising(1, DEEPEST))
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])


@frozen(kw_only=True)
class Budget:
    """What a game holds, beside what lives there."""

    guaranteed: tuple[Guarantee, ...] = ()
    random: tuple[Sorts, ...] = ()
    """What is drawn by chance."""
    choices: tuple[tuple[Sorts, ...], ...] = ()
    """What there is to choose from in a treasury: one of each list. No kind is there twice in a game."""
    treasuries: tuple[tuple[int, ...], ...] = ()
    """For each treasury, the levels of which one has it; all on different levels, where that can be."""
    captives: tuple[tuple[int, ...], ...] = ()
    """For each captive, the levels of which one has it; all on different levels, where that can be."""
    captive_chances: tuple[int, ...] = added(default=())
    """The chance of each of those captives, in a hundred; 100 where there is none."""
    prisoners: tuple[Captive, ...] = ()
    carried: int = attrs.field(default=20, validator=[ge(0), le(100)])
    """The chance of a horde to carry one of the level's random items, in a hundred."""
    out_of_depth: int = attrs.field(default=10, validator=[ge(0), le(100)])
    """The chance of a level to have one horde of greater danger, in a hundred."""
    out_of_depth_from: int = attrs.field(default=3, validator=[ge(1), le(DEEPEST)])
    extras: Extras | None = added(default=None)
    """The rooms without a key; none unless given."""
    events: tuple[tuple[int, ...], ...] = added(default=())
    """For each event, the levels of which one has it; levels that the game has not are left out.

    No kind of them is there twice in a game.
    """
    lessons: Lessons | None = added(default=None)
    """The rooms for newcomers; none unless given."""

    def check(self, depths: int) -> None:
        """Refuse what would be on a level that a game of `depths` levels does not have.

        Raises:
            ValueError: something would.
        """
        for number, row in enumerate(self.guaranteed, start=1):
            _check_levels(f"'guaranteed' number {number}: 'one_of'", row.one_of, depths)
        if not all(0 <= chance <= _WHOLE for chance in self.captive_chances):
            raise ValueError(f"'captive_chances' must be numbers from 0 to {_WHOLE}")
        for name, rows in (("treasuries", self.treasuries), ("captives", self.captives)):
            for number, levels in enumerate(rows, start=1):
                _check_levels(f"'{name}' number {number}", levels, depths)


def _check_levels(what: str, levels: Sequence[int], depths: int) -> None:
    for level in levels:
        if not 1 <= level <= depths:
            raise ValueError(f"{what} names level {level} of {depths}")


def draw_all(ruleset: RuleSet, budget: Budget, levels: Sequence[LevelEntry], rng: PCG32) -> list[Contents]:
    """Return what each level holds; `rng` is the stream of what is decided for all of them at once."""
    drawn = _Drawing(ruleset, budget, rng, [level.danger for level in levels])
    drawn.guarantee()
    drawn.treasure()
    captives = drawn.captives()
    contents = []
    for number, level in enumerate(levels, start=1):
        found = drawn.random(number, level.random)
        carriers = sum(percent(rng, budget.carried) for _ in range(level.hordes))
        carried = tuple(found.pop() for _ in range(min(carriers, len(found))))
        contents.append(
            Contents(
                danger=level.danger,
                last=number == len(levels),
                hordes=level.hordes,
                loot=(*drawn.loot[number - 1], *found)[:MAX_ITEMS],
                carried=carried,
                choices=drawn.choices[number - 1],
                captive=next(iter(captives.get(number, ())), None),
                cellmates=tuple(captives.get(number, ())[1:]),
                out_of_depth=number >= budget.out_of_depth_from and percent(rng, budget.out_of_depth),
                halls=level.halls,
            )
        )
    # Last, so that a room more or less changes nothing of the above.
    contents = draw_rooms(ruleset, budget.extras, contents, [level.theme for level in levels], rng)
    contents = draw_events(ruleset, budget.events, contents, [level.theme for level in levels], rng)
    return draw_cells(ruleset, draw_lessons(ruleset, budget.lessons, contents, rng), rng)


@define
class _Drawing:
    """What has been drawn so far."""

    ruleset: RuleSet
    budget: Budget
    rng: PCG32
    dangers: list[int]
    """The danger of each level."""
    loot: list[list[Loot]] = attrs.field(init=False)
    choices: list[tuple[Loot, ...]] = attrs.field(init=False)
    metered: dict[str, int] = attrs.field(factory=dict)
    """How often each kind has come by chance."""
    chosen: set[ItemKind] = attrs.field(factory=set)
    """The kinds that lie in a treasury; only looked up."""

    @loot.default
    def _no_loot(self) -> list[list[Loot]]:
        return [[] for _ in self.dangers]

    @choices.default
    def _no_choices(self) -> list[tuple[Loot, ...]]:
        return [() for _ in self.dangers]

    def guarantee(self) -> None:
        """Draw what a game always holds."""
        for row in self.budget.guaranteed:
            numbers = dict(enumerate(row.levels, start=1))
            if row.one_of:
                numbers[self._one_of(row.one_of)] = 1
            for level, number in numbers.items():
                if level <= len(self.dangers):
                    self._guarantee(row, level, number)

    def _guarantee(self, row: Guarantee, level: int, number: int) -> None:
        for left in range(number, 0, -1):
            kind = self._one_kind([self.ruleset.items[name] for name in row.items], level)
            if row.stacked:
                self.loot[level - 1].append(Loot(kind, left))
                return
            self.loot[level - 1].append(Loot(kind, roll(self.rng, *kind.found)))

    def _one_kind(self, kinds: list[ItemKind], level: int) -> ItemKind:
        """Return one of several kinds, by frequency, of those that may lie there."""
        fitting = [kind for kind in kinds if kind.min_danger <= self.dangers[level - 1]] or kinds
        drawn = weighed(fitting, [kind.frequency for kind in fitting], self.rng) if len(fitting) > 1 else None
        return drawn or fitting[0]

    def treasure(self) -> None:
        """Draw the treasuries, and what there is to choose from."""
        used: list[int] = []
        for levels in self.budget.treasuries:
            level = self._unused(levels, used)
            if level <= len(self.dangers):
                choices = [self._choice(row, level) for row in self.budget.choices]
                self.choices[level - 1] = tuple(loot for loot in choices if loot is not None)

    def _choice(self, row: Sequence[Sorts], level: int) -> Loot | None:
        """Return one thing to choose; whatever sorts have kinds left."""
        left = [sorts for sorts in row if any(map(self._unchosen, self._kinds(sorts, level)))]
        sorts = weighed(left, [each.weight for each in left], self.rng)
        loot = None if sorts is None else self._draw(sorts, level, self._unchosen)
        if loot is not None:
            self.chosen.add(loot.kind)
        return loot

    def _unchosen(self, kind: ItemKind) -> int:
        return 0 if kind in self.chosen else kind.frequency

    def captives(self) -> Mapping[int, list[ActorKind]]:
        """Return who is held captive on which level: the one, and who else if it is held with others."""
        held, used, rows = {}, list[int](), self.budget.captives
        chances = (*self.budget.captive_chances, *[_WHOLE] * len(rows))
        for levels, chance in zip(rows, chances, strict=False):
            if chance < _WHOLE and not percent(self.rng, chance):
                continue
            level = self._unused(levels, used)
            if level <= len(self.dangers) and (found := self._prisoners(self.dangers[level - 1])):
                held[level] = found
        return held

    def _unused(self, levels: tuple[int, ...], used: list[int]) -> int:
        """Return one of several levels, if that can be another than those used, and add it to them."""
        level = self._one_of(tuple(each for each in levels if each not in used) or levels)
        used.append(level)
        return level

    def _prisoners(self, danger: int) -> list[ActorKind]:
        """Return some who may be held captive, no kind twice."""
        left = [each for each in self.budget.prisoners if each.dangers[0] <= danger <= each.dangers[1]]
        found: list[ActorKind] = []
        while len(found) < _TOGETHER:
            prisoner = weighed(left, [each.weight for each in left], self.rng)
            if prisoner is None:
                break
            left.remove(prisoner)
            found.append(self.ruleset.monsters[prisoner.monster])
        return found

    def random(self, level: int, number: int) -> list[Loot]:
        """Return a number of random items."""
        found = []
        for _ in range(number):
            sorts = weighed(self.budget.random, [each.weight for each in self.budget.random], self.rng)
            loot = None if sorts is None else self._draw(sorts, level, self._metered)
            if loot is not None:
                self.metered[loot.kind.name] = self.metered.get(loot.kind.name, 0) + 1
                found.append(loot)
        return shuffled(found, self.rng)

    def _metered(self, kind: ItemKind) -> int:
        """Return a frequency, with a third taken off for each time that it came."""
        times = min(self.metered.get(kind.name, 0), _METERED)
        share: int = 2**times * 3 ** (_METERED - times)
        return kind.frequency * share

    def _draw(self, sorts: Sorts, level: int, weight: Callable[[ItemKind], int]) -> Loot | None:
        kinds = self._kinds(sorts, level)
        kind = weighed(kinds, [weight(kind) for kind in kinds], self.rng)
        return None if kind is None else Loot(kind, sorts.number or roll(self.rng, *kind.found), sorts.plus)

    def _kinds(self, sorts: Sorts, level: int) -> list[ItemKind]:
        return items_of(self.ruleset, sorts.sorts, self.dangers[level - 1])

    def _one_of(self, levels: tuple[int, ...]) -> int:
        return levels[roll(self.rng, 0, len(levels) - 1)]


def count_finds(ruleset: RuleSet, contents: Iterable[Contents]) -> Mapping[str, int]:
    """Return the number of each unknown kind on floors and with hordes, by name; treasuries are left out."""
    numbers: dict[str, int] = {}
    for level in contents:
        for loot in itertools.chain(level.loot, level.carried):
            if loot.kind.disguised:
                name = ruleset.thing_names[loot.kind]
                numbers[name] = numbers.get(name, 0) + loot.number
    return numbers


def deciding_finds(ruleset: RuleSet, budget: Budget, levels: Sequence[LevelEntry], depths: int) -> object:
    """Return, as plain data, what decides the number of unknown items on `depths` levels."""
    items, drawn = ruleset.items, [set(row.sorts) for row in budget.random]
    unknown = {kind.sort for kind in items.values() if kind.disguised}
    sorts = unknown.union(*(row for row in drawn if row & unknown))
    promised = [row for row in budget.guaranteed if any(items[name].disguised for name in row.items)]
    named = {name for row in promised for name in row.items}
    kinds = {name: _of_kind(kind) for name, kind in items.items() if kind.sort in sorts or name in named}
    return [
        depths,
        kinds,
        [[row.sorts, row.weight, row.number] for row in budget.random],
        [[row.items, row.levels, row.one_of, row.stacked] for row in promised],
        [[level.danger, level.random] for level in levels],
    ]


def _of_kind(kind: ItemKind) -> object:
    return [kind.sort, kind.disguised, kind.frequency, kind.found, kind.min_danger]
