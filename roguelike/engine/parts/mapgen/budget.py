"""The budget of a game: the contents of all its levels, drawn together.

It is drawn from a separate random stream, so that no level depends on how, or whether, another was played.
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
"""The maximum number of captives in one room."""
_WHOLE = 100
_METERED = 12
"""The maximum number of times that a frequency is reduced by a third."""


@frozen(kw_only=True)
class LevelEntry:
    """One level of a game."""

    theme: ThemeKind
    danger: int = attrs.field(validator=[ge(1), le(DEEPEST)])
    hordes: int = attrs.field(default=5, validator=[ge(0), le(50)])
    random: int = attrs.field(default=3, validator=[ge(0), le(100)])
    """The number of random items."""
    halls: tuple[VaultKind, ...] = ()
    """Vaults that it always has."""


@frozen(kw_only=True)
class Sorts:
    """Sorts of items, whose kinds are drawn by frequency, and the plus and number of the items."""

    sorts: tuple[str, ...] = attrs.field(validator=min_len(1))
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])
    plus: int = attrs.field(default=0, validator=[ge(0), le(MAX_PLUS)])
    number: int = attrs.field(default=0, validator=[ge(0), le(MAX_IN_STACK)])
    """The size of a stack; that of the kind unless given."""


@frozen(kw_only=True)
class Guarantee:
    """Items that a game always has: a number on each level, or one on one of several levels."""

    items: tuple[ItemName, ...] = attrs.field(validator=min_len(1))
    """The kinds of which one is drawn, by frequency if there are several."""
    levels: tuple[int, ...] = ()
    """The number on level 1, 2, ..."""
    one_of: tuple[int, ...] = ()
    """The levels of which one has the item."""
    stacked: bool = False
    """Whether the items of one level form a stack."""


@frozen(kw_only=True)
class Captive:
    """A kind of monster to draw captives from."""

    monster: ActorName
    dangers: tuple[int, ...] = attrs.field(validator=rising(1, DEEPEST))
    weight: int = attrs.field(default=1, validator=[ge(0), le(HEAVIEST)])


@frozen(kw_only=True)
class Budget:
    """The items, captives, rooms and events of a game."""

    guaranteed: tuple[Guarantee, ...] = ()
    random: tuple[Sorts, ...] = ()
    """The sorts of random items."""
    choices: tuple[tuple[Sorts, ...], ...] = ()
    """The items to choose from in a treasury: one of each list. The treasuries of a game never have a kind twice."""
    treasuries: tuple[tuple[int, ...], ...] = ()
    """For each treasury, the levels of which one has it; all on different levels if possible."""
    captives: tuple[tuple[int, ...], ...] = ()
    """For each captive, the levels of which one has it; all on different levels if possible."""
    captive_chances: tuple[int, ...] = added(default=())
    """The chance of each of these captives, in percent; 100 unless given."""
    prisoners: tuple[Captive, ...] = ()
    carried: int = attrs.field(default=20, validator=[ge(0), le(100)])
    """The chance that a horde carries one of the level's random items, in percent."""
    out_of_depth: int = attrs.field(default=10, validator=[ge(0), le(100)])
    """The chance that a level has one horde of higher danger, in percent."""
    out_of_depth_from: int = attrs.field(default=3, validator=[ge(1), le(DEEPEST)])
    extras: Extras | None = added(default=None)
    """The rooms without a key; none unless given."""
    events: tuple[tuple[int, ...], ...] = added(default=())
    """For each event, the levels of which one has it; levels beyond the last are ignored.

    No game has a kind of event twice.
    """
    lessons: Lessons | None = added(default=None)
    """The rooms for newcomers; none unless given."""

    def check(self, depths: int) -> None:
        """Check that all levels exist in a game of `depths` levels.

        Raises:
            ValueError: a level does not exist, or a chance is out of range.
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
    """Return the contents of each level; `rng` is the stream for decisions about all levels together."""
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
    # Last, so that changes of rooms do not change the draws above.
    contents = draw_rooms(ruleset, budget.extras, contents, [level.theme for level in levels], rng)
    contents = draw_events(ruleset, budget.events, contents, [level.theme for level in levels], rng)
    return draw_cells(ruleset, draw_lessons(ruleset, budget.lessons, contents, rng), rng)


@define
class _Drawing:
    """The contents drawn so far."""

    ruleset: RuleSet
    budget: Budget
    rng: PCG32
    dangers: list[int]
    """The danger of each level."""
    loot: list[list[Loot]] = attrs.field(init=False)
    choices: list[tuple[Loot, ...]] = attrs.field(init=False)
    metered: dict[str, int] = attrs.field(factory=dict)
    """The number of times that each kind has been drawn as a random item."""
    chosen: set[ItemKind] = attrs.field(factory=set)
    """The kinds in treasuries; only looked up."""

    @loot.default
    def _no_loot(self) -> list[list[Loot]]:
        return [[] for _ in self.dangers]

    @choices.default
    def _no_choices(self) -> list[tuple[Loot, ...]]:
        return [() for _ in self.dangers]

    def guarantee(self) -> None:
        """Draw the items that a game always has."""
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
        """Return one of several kinds that fit the level, drawn by frequency."""
        fitting = [kind for kind in kinds if kind.min_danger <= self.dangers[level - 1]] or kinds
        drawn = weighed(fitting, [kind.frequency for kind in fitting], self.rng) if len(fitting) > 1 else None
        return drawn or fitting[0]

    def treasure(self) -> None:
        """Draw the treasuries, and the items to choose from."""
        used: list[int] = []
        for levels in self.budget.treasuries:
            level = self._unused(levels, used)
            if level <= len(self.dangers):
                choices = [self._choice(row, level) for row in self.budget.choices]
                self.choices[level - 1] = tuple(loot for loot in choices if loot is not None)

    def _choice(self, row: Sequence[Sorts], level: int) -> Loot | None:
        """Return one item to choose from, of sorts with unused kinds."""
        left = [sorts for sorts in row if any(map(self._unchosen, self._kinds(sorts, level)))]
        sorts = weighed(left, [each.weight for each in left], self.rng)
        loot = None if sorts is None else self._draw(sorts, level, self._unchosen)
        if loot is not None:
            self.chosen.add(loot.kind)
        return loot

    def _unchosen(self, kind: ItemKind) -> int:
        return 0 if kind in self.chosen else kind.frequency

    def captives(self) -> Mapping[int, list[ActorKind]]:
        """Return the captives by level: the first one, and others in case its room holds several."""
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
        """Return one of several levels, an unused one if possible, and add it to `used`."""
        level = self._one_of(tuple(each for each in levels if each not in used) or levels)
        used.append(level)
        return level

    def _prisoners(self, danger: int) -> list[ActorKind]:
        """Return possible captives, no kind twice."""
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
        """Return `number` random items."""
        found = []
        for _ in range(number):
            sorts = weighed(self.budget.random, [each.weight for each in self.budget.random], self.rng)
            loot = None if sorts is None else self._draw(sorts, level, self._metered)
            if loot is not None:
                self.metered[loot.kind.name] = self.metered.get(loot.kind.name, 0) + 1
                found.append(loot)
        return shuffled(found, self.rng)

    def _metered(self, kind: ItemKind) -> int:
        """Return a frequency, reduced by a third for each earlier draw of the kind."""
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
    """Return the number of each unknown kind on floors and with hordes, by name; treasuries are excluded."""
    numbers: dict[str, int] = {}
    for level in contents:
        for loot in itertools.chain(level.loot, level.carried):
            if loot.kind.disguised:
                name = ruleset.thing_names[loot.kind]
                numbers[name] = numbers.get(name, 0) + loot.number
    return numbers


def deciding_finds(ruleset: RuleSet, budget: Budget, levels: Sequence[LevelEntry], depths: int) -> object:
    """Return the rules that decide the number of unknown items on `depths` levels, as plain data."""
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
