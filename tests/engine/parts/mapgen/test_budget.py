"""The contents of the levels of a game, drawn together."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.grid import Grid
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.themes import ThemeKind
from roguelike.engine.level_plan import LevelRequest, NoLevel
from roguelike.engine.parts.mapgen.budget import Budget, Captive, Guarantee, LevelEntry, Sorts, draw_all
from roguelike.engine.parts.mapgen.passes import Passes
from roguelike.engine.parts.mapgen.room_draws import Extras
from roguelike.engine.parts.passes.decor import Cover
from roguelike.engine.parts.passes.layout import Stairs
from roguelike.engine.parts.passes.proof import Proof
from roguelike.engine.parts.passes.rooms import Accrete
from roguelike.engine.parts.passes.vaults import Pocket, Vaults
from roguelike.engine.rng import PCG32
from tests.engine.mapgen.plans import evenly, fits
from tests.engine.parts.mapgen.test_vaults import CELL, CHAPEL
from tests.engine.parts.passes.drafts import with_terrain

if TYPE_CHECKING:
    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.ruleset import RuleSet

PLAIN = ThemeKind(name="plain", passes=(Accrete(), Stairs(up="up", down="down"), Proof(loops=0)))


def item(name: str, sort: str, frequency: int, **more: object) -> ItemKind:
    """Return a kind of item."""
    return ItemKind(name=name, glyph=Glyph("!", (0, 0, 0)), sort=sort, frequency=frequency, **more)  # type: ignore[arg-type]


@pytest.fixture
def rules(arena: RuleSet) -> RuleSet:
    """Return rules with items of three sorts."""
    kinds = [
        item("cure", "potion", 30),
        item("poison", "potion", 10),
        item("dart", "thrown", 5, found=(6, 10), stacks=True),
        item("plate", "armour", 2, min_danger=3),
        item("mail", "armour", 6),
        item("key", "key", 0),
    ]
    return attrs.evolve(with_terrain(arena), items={kind.name: kind for kind in kinds})


def drawn(
    rules: RuleSet, budget: Budget, seed: int = 1, dangers: tuple[int, ...] = (1, 2, 3), random: int = 0
) -> list[Contents]:
    """Return the contents of the levels of one game."""
    levels = [LevelEntry(theme=PLAIN, danger=danger, random=random) for danger in dangers]
    return draw_all(rules, budget, levels, PCG32(seed * 7919))


def test_guaranteed_items_are_on_their_levels(rules: RuleSet) -> None:
    """The number for each level, as one stack if the rule says so."""
    budget = Budget(
        guaranteed=(Guarantee(items=("key",), levels=(1, 0, 2)), Guarantee(items=("cure",), levels=(2,), stacked=True))
    )
    found = [[(loot.kind.name, loot.number) for loot in level.loot] for level in drawn(rules, budget)]

    assert [[("key", 1), ("cure", 2)], [], [("key", 1), ("key", 1)]] == found


def test_one_of_several_levels_has_it(rules: RuleSet) -> None:
    """All equally likely."""
    budget = Budget(guaranteed=(Guarantee(items=("key",), one_of=(1, 2)),))
    levels = []
    for seed in range(200):
        (level,) = (at for at, contents in enumerate(drawn(rules, budget, seed)) if contents.loot)
        levels.append(level)

    assert fits(levels, evenly(0, 1))


def test_a_kind_that_came_is_rarer_afterwards(rules: RuleSet) -> None:
    """Its frequency falls by a third each time, so that both potions occur, the common one more often."""
    budget = Budget(random=(Sorts(sorts=("potion",)),), carried=0)
    counts = collections.Counter(
        loot.kind.name for seed in range(100) for level in drawn(rules, budget, seed, random=4) for loot in level.loot
    )

    assert 1200 == counts.total()
    # Without metering three in four would be cures, with it about 56 in a hundred of twelve.
    assert 600 < counts["cure"] < 760


def test_the_kind_says_how_many_lie_together_and_where(rules: RuleSet) -> None:
    """Six to ten darts, no plate armour on less dangerous levels, and the pluses of the sort."""
    budget = Budget(random=(Sorts(sorts=("thrown",)), Sorts(sorts=("armour",), plus=1)), carried=0)
    for seed in range(40):
        for level in drawn(rules, budget, seed, random=3):
            darts = [loot.number for loot in level.loot if loot.kind.name == "dart"]
            armour = [loot for loot in level.loot if loot.kind.sort == "armour"]
            assert all(6 <= number <= 10 for number in darts)
            assert all(loot.plus == 1 for loot in armour)
            assert level.danger >= 3 or "plate" not in {loot.kind.name for loot in armour}


def test_no_kind_is_to_be_chosen_twice(rules: RuleSet) -> None:
    """Two treasuries share no kind; if a sort has no kinds left, another sort of its row is offered."""
    either = (Sorts(sorts=("armour",), weight=1000), Sorts(sorts=("thrown",), number=2))
    budget = Budget(choices=(either,), treasuries=((1,), (2,), (3,)))
    for seed in range(20):
        names = [[(loot.kind.name, loot.number) for loot in level.choices] for level in drawn(rules, budget, seed)]
        assert {"mail", "plate", "dart"} >= {name for ((name, _),) in filter(None, names)}
        assert len({name for ((name, _),) in filter(None, names)}) == len([each for each in names if each])
        assert all(number == (2 if name == "dart" else 1) for ((name, number),) in filter(None, names))


def test_hordes_carry_items_of_the_level(rules: RuleSet) -> None:
    """They carry no additional items."""
    budget = Budget(random=(Sorts(sorts=("potion",)),), carried=100)
    for level in drawn(rules, budget, random=3):
        assert 3 == len(level.carried)
        assert () == level.loot


def test_a_captive_fits_the_danger(rules: RuleSet) -> None:
    """None is too strong for it."""
    prisoners = (Captive(monster="orc", dangers=(1, 2)), Captive(monster="hawk", dangers=(3, 3)))
    budget = Budget(captives=((1,), (3,)), prisoners=prisoners)

    names = [level.captive and level.captive.name for level in drawn(rules, budget)]

    assert ["orc", None, "hawk"] == names


def test_treasuries_are_on_different_levels_and_so_are_captives(rules: RuleSet) -> None:
    """Captives occur with their chances; rows with the same levels get different ones."""
    row = (Sorts(sorts=("armour", "thrown")),)
    prisoners = (Captive(monster="orc", dangers=(1, 8)),)
    rows = ((1, 2), (1, 2), (1, 2, 3))
    budget = Budget(choices=(row,), treasuries=rows, captives=rows, prisoners=prisoners, captive_chances=(100, 100, 40))
    games = [drawn(rules, budget, seed) for seed in range(300)]

    assert all(all(level.choices for level in game) for game in games)
    assert all(all(level.captive for level in game[:2]) for game in games)
    assert 40 == pytest.approx(sum(bool(game[2].captive) for game in games) / 3, abs=8)
    with pytest.raises(ValueError, match="'captive_chances' must be numbers from 0 to 100"):
        attrs.evolve(budget, captive_chances=(101,)).check(3)


def test_no_room_of_a_key_comes_twice_in_a_game(rules: RuleSet) -> None:
    """Nor does a horde carry a key twice; after all rooms are used, one repeats."""
    vaults = {name: attrs.evolve(CHAPEL, name=name, dangers=(1, 2)) for name in ("chapel", "crypt")}
    rules = attrs.evolve(rules, vaults={**vaults, "deep": attrs.evolve(CHAPEL, name="deep", dangers=(3, 3))})
    theme = attrs.evolve(PLAIN, passes=(Vaults(pocket=Pocket(key="key", danger=3)),))
    budget = Budget(choices=((Sorts(sorts=("armour", "potion")),),), treasuries=((1,), (2,), (3,), (4,)))
    levels = [LevelEntry(theme=theme, danger=danger) for danger in (1, 1, 2, 3)]
    ways = set()
    for seed in range(100):
        game = draw_all(rules, budget, levels, PCG32(seed * 7919))
        ways.add(tuple("pocket" if level.pocket else level.key and level.key.name for level in game))

    assert {frozenset(way[:2]) for way in ways} == {frozenset(vaults)}
    assert {way[2:] for way in ways} == {(again, last) for again in vaults for last in ("deep", "pocket")}


def test_no_room_of_a_captive_comes_twice_while_another_fits(rules: RuleSet) -> None:
    """After all rooms for a danger are used, one repeats; a level without a captive has none."""
    near = {name: attrs.evolve(CELL, name=name, dangers=(1, 2)) for name in ("pit", "den")}
    rules = attrs.evolve(rules, vaults={**near, "deep": attrs.evolve(CELL, name="deep", dangers=(3, 3))})
    budget = Budget(captives=((1,), (2,), (4,), (5,)), prisoners=(Captive(monster="orc", dangers=(1, 8)),))
    games = [drawn(rules, budget, seed, dangers=(1, 2, 2, 3, 1)) for seed in range(100)]
    ways = {tuple(level.cell and level.cell.name for level in game) for game in games}

    assert {frozenset(way[:2]) for way in ways} == {frozenset(near)}
    assert {way[2:] for way in ways} == {(None, "deep", again) for again in near}


def test_no_room_without_a_key_comes_twice_in_a_game(rules: RuleSet) -> None:
    """Each level has a number drawn by the chances, of rooms for its danger, until none are left."""
    names = {f"hall {number}": (1, 2) for number in range(9)} | {"deep": (3, 3), "never": (4, 8)}
    places = {name: attrs.evolve(CELL, name=name, role="place", dangers=names[name]) for name in names}
    budget = Budget(extras=Extras(chances=(30, 50, 20), first=2))
    games = [drawn(attrs.evolve(rules, vaults={**places, "cell": CELL}), budget, seed) for seed in range(400)]

    assert not any(first.extras for first, *_ in games)
    second = [len(level.extras) for _, level, _ in games]
    assert [30, 50, 20] == pytest.approx([second.count(number) / 4 for number in range(3)], abs=6)
    assert {("deep",), ()} == {tuple(kind.name for kind in level.extras) for *_, level in games}
    rooms = [
        kind.name
        for level in drawn(attrs.evolve(rules, vaults=places), budget, dangers=(1,) * 20)
        for kind in level.extras
    ]
    assert 9 == len(rooms) == len(set(rooms))


def test_one_level_of_each_row_has_an_event(rules: RuleSet) -> None:
    """No kind occurs twice, each only at its dangers, and none after all are used."""
    events = {name: EventKind(name=name, dangers=dangers) for name, dangers in (("echo", (1, 2)), ("tide", (2, 3)))}
    rules = attrs.evolve(rules, events=events)
    games = [drawn(rules, Budget(events=((1,), (2, 3), (2, 3))), seed) for seed in range(60)]
    names = {tuple(level.event and level.event.name for level in game) for game in games}

    assert {("echo", "tide", None), ("echo", None, "tide")} == names


def test_an_event_changes_a_level_and_is_told(rules: RuleSet) -> None:
    """Its passes run before the theme's proof; an event that never succeeds is dropped."""
    tall = EventKind(name="tall", told="Grass everywhere.", passes=(Cover(cover="grass", percent=60),))
    hopeless = EventKind(name="hopeless", told="Loops!", passes=(Proof(loops=20),))
    plans = []
    for event in (tall, hopeless):
        budget = Budget(events=((1,),))
        generator = Passes(width=60, height=20, levels=(LevelEntry(theme=PLAIN, danger=1),) * 2, budget=budget)
        request = LevelRequest(5)
        plans.append(generator.generate(attrs.evolve(rules, events={"e": event}), request.chance(), request))

    assert [("tall", ["Grass everywhere."]), (None, [])] == [(plan.event, plan.feelings) for plan in plans]
    assert [True, False] == [any(plan.cover) for plan in plans]


def test_chances_of_rooms_are_a_hundred_together() -> None:
    """A level has one of these numbers of rooms."""
    with pytest.raises(ValueError, match="100 together"):
        Extras(chances=(30, 50))


def test_one_level_in_ten_has_a_horde_out_of_depth(rules: RuleSet) -> None:
    """Only levels of danger 3 and more have one."""
    levels = [level for seed in range(400) for level in drawn(rules, Budget(), seed)]

    assert 20 <= sum(level.out_of_depth for level in levels) <= 62
    assert not any(level.out_of_depth and level.danger < 3 for level in levels)


def test_a_room_that_does_not_fit_is_dropped_before_any_promise(rules: RuleSet) -> None:
    """The captive remains without the room."""
    far = attrs.evolve(CELL, name="far", role="place", away=200)
    near = attrs.evolve(CELL, away=0)
    theme = ThemeKind(name="plain", passes=(Accrete(until=20), Vaults(), Stairs(up="up", down="down")))
    budget = Budget(
        extras=Extras(chances=(0, 100)), captives=((1,),), prisoners=(Captive(monster="orc", dangers=(1, 8)),)
    )
    generator = Passes(width=60, height=20, levels=(LevelEntry(theme=theme, danger=1),) * 2, budget=budget)
    request = LevelRequest(5)

    plan = generator.generate(attrs.evolve(rules, vaults={"cell": near, "far": far}), request.chance(), request)

    assert [Mood.HELD] == [each.mood for each in plan.monsters]


def test_a_promise_that_cannot_be_kept_is_dropped_after_many_tries(rules: RuleSet) -> None:
    """The level is generated without its vaults; if even that fails, an error is raised."""
    far = attrs.evolve(CELL, away=200, legend={**CELL.legend, "G": attrs.evolve(CELL.legend["P"], captive=False)})
    theme = ThemeKind(name="plain", passes=(Accrete(), Vaults(), Stairs(up="up", down="down")))
    entry = LevelEntry(theme=theme, danger=1, halls=(far,))
    generator = Passes(width=60, height=20, levels=(entry, entry))
    request = LevelRequest(5)

    plan = generator.generate(rules, request.chance(), request)

    assert plan.grid == Grid(60, 20)
    assert [] == plan.monsters
    hopeless = attrs.evolve(theme, passes=(*theme.passes, Proof(loops=20)))
    never = attrs.evolve(generator, levels=(attrs.evolve(entry, theme=hopeless),))
    with pytest.raises(NoLevel, match="number 1: there are fewer than 20 loops"):
        never.generate(rules, request.chance(), request)
