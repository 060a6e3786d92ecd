"""Spoiled snapshots are refused, or give a playable game; `make soak` tries more of them."""

from __future__ import annotations

import copy
import functools
import operator
import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.autoplay import POLICIES
from roguelike.cells.canvas import Canvas
from roguelike.content.loader import ruleset_names
from roguelike.engine.events import ActorRef
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Point
from roguelike.engine.grid import MAX_SIDE, bitboard
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.level_plan import MAX_MONSTERS
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.falling import fall_item
from roguelike.engine.scenario import draw
from roguelike.engine.schema import schema
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.condition import Condition
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.ground import Covering, Passing, SeenTerrain
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.knowledge import Knowledge
from roguelike.engine.state.level import Level
from roguelike.engine.state.projectile import Projectile
from roguelike.engine.state.rising import Rising
from roguelike.engine.state.tally import Tally
from roguelike.engine.state.world import World
from roguelike.ui.widgets.game_view import draw_game
from tests.drawn_levels import with_levels
from tests.effort import some
from tests.engine.moments import (
    MOMENTS,
    RULES,
    ablaze,
    confused,
    died,
    equipped,
    gapless,
    in_flight,
    in_the_dark,
    ordinary,
    overgrown,
    saved,
    step,
    won,
)
from tests.every import every
from tests.gear import with_gear
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet

MOST = 2**53 - 1

DROP = object()
"""Stands for the removal of a key or an entry."""


def nested(levels: int) -> list[Any]:
    """Return lists in lists."""
    outer: list[Any] = []
    for _ in range(levels):
        outer = [outer]
    return outer


def put(plain: Any, path: list[Any], value: object) -> Any:  # noqa: ANN401 -- whatever JSON holds
    """Return a copy with one value changed."""
    changed = copy.deepcopy(plain)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    if value is DROP:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


def removing_late(arena: RuleSet) -> Game:
    """Return a game in which the dead are removed late, at a command of the player."""
    return ordinary(attrs.evolve(arena, removes_dead_late=True))


def equipped_altar(arena: RuleSet) -> Game:
    """Return a game with a coat in a feature."""
    altar = FeatureKind(name="altar", glyph=Glyph("_", (200, 200, 200)))
    game = draw("@_", with_gear(arena, features={"altar": altar}), legend={"_": "altar"})
    game.world.level.features[game.world.level.grid.index(Point(1, 0))].holds = Item.of(
        game.world.ruleset.items["coat"]
    )
    return game


def equipped_fall(arena: RuleSet) -> Game:
    """Return a game in which a coat is falling to the next level."""
    game = new_game(with_levels(with_gear(arena), "@..>", "<..."))
    fall_item(game.world, Item.of(game.world.ruleset.items["coat"]), Point(1, 0))
    return game


WORLD, LEVEL = ["world"], ["world", "level"]
PLAYER, ORC, FLIGHT = [*WORLD, "player"], [*LEVEL, "actors", 0], [*LEVEL, "projectiles", 0]

SAME = [["balm", "red potion"], ["tonic", "red potion"]]

WRONG: dict[str, tuple[Callable[[RuleSet], Game], list[Any], object]] = {
    "another format": (ordinary, ["format"], 1),
    "another rule set": (ordinary, ["ruleset", 0], "classic"),
    "no version": (ordinary, ["ruleset", 1], None),
    "a key too many": (ordinary, ["more"], 1),
    "a turn that goes on while nothing flies": (ordinary, [*WORLD, "phase"], "actors"),
    "a game that is over and goes on": (ordinary, [*WORLD, "phase"], "over"),
    "somebody acts while the player is to choose": (ordinary, [*WORLD, "acting"], 2),
    "dead while alive": (ordinary, [*WORLD, "outcome"], "died"),
    "alive while dead": (died, [*WORLD, "outcome"], DROP),
    "won while dead": (died, [*WORLD, "outcome"], "won"),
    "won while something flies": (in_flight, [*WORLD, "outcome"], "won"),
    "dead while the game goes on": (ordinary, [*PLAYER, "hit_points"], 0),
    "another player": (ordinary, [*PLAYER, "kind"], "orc"),
    "another number for the player": (won, [*PLAYER, "id"], 2),
    "a player in a wall": (ordinary, [*PLAYER, "at"], [6, 0]),
    "a player on an orc": (ordinary, [*PLAYER, "at"], [8, 1]),
    "a player outside": (ordinary, [*PLAYER, "at"], [9, 1]),
    "a dead player in a wall": (died, [*PLAYER, "at"], [50, 50]),
    "more hit points than can be": (ordinary, [*PLAYER, "hit_points"], 21),
    "two conditions of a kind": (confused, [*PLAYER, "conditions"], [{"kind": "confused", "left": 2}] * 2),
    "noticed in the future": (ordinary, [*ORC, "noticed_on"], 2),
    "a slot too few": (ordinary, [*PLAYER, "inventory", "slots"], [None] * 9),
    "a slot too many": (ordinary, [*PLAYER, "inventory", "slots"], [None] * 11),
    "a monster with a pocket": (ordinary, [*ORC, "inventory"], {"slots": [None]}),
    "an item by another name": (ordinary, [*PLAYER, "inventory", "slots", 0], {"kind": "corpse:orc"}),
    "a hole between the items": (gapless, [*PLAYER, "inventory", "slots"], [None, {"kind": "potion"}, None, None]),
    "another width": (ordinary, [*LEVEL, "grid"], [8, 3]),
    "floor in the border": (ordinary, [*LEVEL, "terrain"], [["floor"], "0" * 55]),
    "too little terrain": (ordinary, [*LEVEL, "terrain"], [["nothing"], "0" * 54]),
    "a terrain that does not occur": (ordinary, [*LEVEL, "terrain"], [["nothing", "floor"], "0" * 55]),
    "a terrain named twice": (ordinary, [*LEVEL, "terrain"], [["nothing", "nothing"], "0" * 54 + "1"]),
    "a ground that is a cover": (overgrown, [*LEVEL, "terrain", 0, 1], "grass"),
    "a cover that is a ground": (overgrown, [*LEVEL, "cover", 0, 1], "door"),
    "a cover over a wall": (overgrown, [*LEVEL, "cover"], [["nothing", "grass"], "0" * 20 + "1" + "0" * 15]),
    "a cover that is nothing": (overgrown, [*LEVEL, "cover"], [["nothing"], "0" * 36]),
    "a memory of what was never seen": (overgrown, [*LEVEL, "outdated", 0, 0], 16),
    "something that passes and leaves a cover": (overgrown, [*LEVEL, "passing", 0, 1, "ground"], "grass"),
    "a cover that withers and leaves a ground": (overgrown, [*LEVEL, "covering", 0, 1, "before"], "door"),
    "a feature outside": (overgrown, [*LEVEL, "features", 0, 0], 0),
    "an explored border": (ordinary, [*LEVEL, "explored"], "1"),
    "more than explored": (ordinary, [*LEVEL, "explored"], "f" * 14),
    "fire in the border": (ablaze, [*LEVEL, "fire", 0], "1"),
    "a cell that burns twice": (ablaze, [*LEVEL, "fire"], ["400"] * 10),
    "fire of nine rounds": (ablaze, [*LEVEL, "fire"], ["400"] * 9),
    "fire that is out": (ablaze, [*LEVEL, "fire"], ["0"] * 10),
    "a gas that there is not": (ablaze, [*LEVEL, "gas", 0, 0], "air"),
    "too much gas": (ablaze, [*LEVEL, "gas", 0, 1], "2000" + "0" * 40),
    "gas in the border": (ablaze, [*LEVEL, "gas", 0, 1], "1"),
    "no gas": (ablaze, [*LEVEL, "gas", 0, 1], "0"),
    "a second player": (ordinary, [*ORC, "kind"], ""),
    "a monster with the player's number": (ordinary, [*ORC, "id"], 1),
    "monsters out of order": (ordinary, [*ORC, "id"], 9),
    "monsters on the same cell": (ordinary, [*ORC, "at"], [1, 2]),
    "a monster on the player": (ordinary, [*ORC, "at"], [0, 0]),
    "a monster in a wall": (ordinary, [*ORC, "at"], [6, 0]),
    "an item outside": (ordinary, [*LEVEL, "items"], [[55, [{"kind": "potion"}]]]),
    "items on the same cell": (ordinary, [*LEVEL, "items"], [[12, [{"kind": "potion"}]], [12, [{"kind": "bolt"}]]]),
    "items out of order": (ordinary, [*LEVEL, "items"], [[13, [{"kind": "potion"}]], [12, [{"kind": "bolt"}]]]),
    "a pile where there is none": (ordinary, [*LEVEL, "items"], [[12, [{"kind": "potion"}, {"kind": "bolt"}]]]),
    "a pile without end": (gapless, [*LEVEL, "items", 0, 1], [{"kind": "potion"}] * 10001),
    "thrown by nobody": (in_flight, [*FLIGHT, "thrower"], {"id": 0, "kind": "orc"}),
    "thrown by a player who is an orc": (in_flight, [*FLIGHT, "thrower"], {"id": 1, "kind": "orc"}),
    "thrown by another player": (in_flight, [*FLIGHT, "thrower"], {"id": 2, "kind": ""}),
    "a flight that leaps": (in_flight, [*FLIGHT, "path"], [[3, 0]]),
    "a flight that stands": (in_flight, [*FLIGHT, "path"], [[1, 0]]),
    "a flight out of the level": (in_flight, [*FLIGHT, "path"], [[1, 1], [1, 2]]),
    "a flight without end": (in_flight, [*FLIGHT, "path"], [[2, 0], [1, 0]] * (MAX_SIDE + 1)),
    "lists in lists in lists": (ordinary, [*LEVEL, "items"], nested(100_000)),
    "a flight in a wall": (in_flight, [*FLIGHT, "at"], [1, 1]),
    "two of what does not stack": (equipped, [*PLAYER, "inventory", "slots", 0, "number"], 2),
    "more charges than can be": (equipped, [*PLAYER, "inventory", "slots", 1, "charges"], 4),
    "a stack that is worn": (equipped, [*PLAYER, "inventory", "slots", 3, "worn"], True),
    "two coats worn": (equipped, [*PLAYER, "inventory", "slots", 4], {"kind": "coat", "worn": True}),
    "something worn by the floor": (equipped, [*LEVEL, "items", 0, 1, 0], {"kind": "coat", "worn": True}),
    "something worn by an altar": (equipped_altar, [*LEVEL, "features", 0, 1, "holds", "worn"], True),
    "two of what does not stack on the way": (equipped_fall, [*WORLD, "arrivals", 0, "items", 0, "number"], 2),
    "nothing that flies": (equipped, [*FLIGHT, "item"], DROP),
    "two things in one flight": (equipped, [*FLIGHT, "kind"], "ray"),
    "a coat that flies": (equipped, [*FLIGHT, "item"], {"kind": "coat"}),
    "a disguise of what has none": (equipped, [*WORLD, "knowledge", "appearances", 0, 0], "blade"),
    "an appearance of another sort": (equipped, [*WORLD, "knowledge", "appearances", 0, 1], "torn scroll"),
    "two kinds that look the same": (equipped, [*WORLD, "knowledge"], {"appearances": SAME}),
    "something learned that was known": (equipped, [*WORLD, "knowledge", "identified"], ["blade"]),
    "something learned twice": (equipped, [*WORLD, "knowledge", "identified"], ["tonic", "tonic"]),
    "a player without the energy to choose": (ordinary, [*PLAYER, "energy"], 99),
    "something done before the turn begins": (ordinary, [*WORLD, "budget_spent"], 1),
    "a monster that follows itself": (ordinary, [*ORC, "leader"], 2),
    "a monster that called itself": (ordinary, [*ORC, "summoner"], 2),
    "a number that comes again": (ordinary, [*WORLD, "next_id"], 2),
    "a gauge that there is not": (ordinary, [*PLAYER, "gauges"], [["oil", 1]]),
    "a gauge that runs over": (in_the_dark, [*PLAYER, "gauges"], [["oil", 1501]]),
    "a monster with a lamp": (in_the_dark, [*ORC, "covered"], True),
    "a monster that burned in the future": (in_the_dark, [*ORC, "burned_on"], 9),
    "a player with a hidden pocket": (in_the_dark, [*PLAYER, "carries"], {"kind": "potion"}),
    "a dead monster on the level": (ordinary, [*ORC, "hit_points"], 0),
    "a dead monster in flight": (in_flight, [*ORC, "hit_points"], 0),
    "a dead monster while the player is to choose": (removing_late, [*ORC, "hit_points"], 0),
}
"""Each field is valid, but not their combination."""

RECORDS: dict[str, tuple[Callable[[RuleSet], Game], Any, list[Any]]] = {
    "world": (ordinary, World, WORLD),
    "level": (ordinary, Level, LEVEL),
    "player": (confused, Actor, PLAYER),
    "monster": (ordinary, Actor, ORC),
    "condition": (confused, Condition, [*PLAYER, "conditions", 0]),
    "inventory": (ordinary, Inventory, [*PLAYER, "inventory"]),
    "item": (ordinary, Item, [*PLAYER, "inventory", "slots", 0]),
    "flight": (in_flight, Projectile, FLIGHT),
    "thrower": (in_flight, ActorRef, [*FLIGHT, "thrower"]),
    "feature": (overgrown, Feature, [*LEVEL, "features", 0, 1]),
    "overgrown level": (overgrown, Level, LEVEL),
    "seen terrain": (overgrown, SeenTerrain, [*LEVEL, "outdated", 0, 1]),
    "cover that withers": (overgrown, Covering, [*LEVEL, "covering", 0, 1]),
    "passing terrain": (overgrown, Passing, [*LEVEL, "passing", 0, 1]),
    "gear": (equipped, Item, [*PLAYER, "inventory", "slots", 1]),
    "knowledge": (equipped, Knowledge, [*WORLD, "knowledge"]),
    "level on fire": (ablaze, Level, LEVEL),
    "tally": (won, Tally, [*WORLD, "tally"]),
    "rising": (in_the_dark, Rising, [*LEVEL, "rising", 0]),
    "monster in the dark": (in_the_dark, Actor, ORC),
}


def assert_sentence(sentence: str) -> None:
    """Check that a complaint is one short sentence that any terminal can show."""
    assert 0 < len(sentence) < 300
    assert sentence.isprintable()


@pytest.mark.parametrize("make", dict.fromkeys(make for make, *_ in WRONG.values()))
def test_the_snapshots_load_before_they_are_spoiled(make: Callable[[RuleSet], Game], arena: RuleSet) -> None:
    """So that the refusal is due to the change."""
    game = make(arena)

    assert loads(game.world.ruleset, saved(game))


@every(("make", "path", "value"), WRONG.values())
def test_inconsistent_worlds_are_refused(
    make: Callable[[RuleSet], Game], path: list[Any], value: object, *, arena: RuleSet
) -> None:
    """Such a world would crash, hang, or be impossible in play."""
    game = make(arena)

    with pytest.raises(BadPlain) as caught:
        restore(game.world.ruleset, put(saved(game), path, value))

    assert_sentence(str(caught.value))


@pytest.mark.parametrize("name", RECORDS)
def test_invalid_fields_are_refused(name: str, arena: RuleSet) -> None:
    """Every saved field of every record: missing, with invalid values, or with a written default."""
    make, cls, path = RECORDS[name]
    game = make(arena)
    plain = saved(game)
    good = functools.reduce(operator.getitem, path, plain)

    accepted = [case for case, bad in schema(cls).hostile(good) if loads(game.world.ruleset, put(plain, path, bad))]

    assert [] == accepted
    assert loads(game.world.ruleset, plain)


def loads(ruleset: RuleSet, plain: object) -> bool:
    """Return whether a snapshot is accepted."""
    try:
        restore(ruleset, plain)
    except BadPlain as refused:
        assert_sentence(str(refused))
        return False
    return True


@pytest.mark.parametrize("plain", [None, 1, "", [], {}, [[]], {"ruleset": ["arena", 1]}, float("nan")])
def test_data_of_another_shape_is_refused(plain: object, arena: RuleSet) -> None:
    """Any JSON can be in place of a world."""
    with pytest.raises(BadPlain) as caught:
        restore(arena, plain)

    assert_sentence(str(caught.value))


def test_a_level_with_too_many_monsters_is_refused(arena: RuleSet) -> None:
    """Each turn would take a minute, even to quit."""
    plain = saved(draw("@o" + "." * 150, arena))
    orc = plain["world"]["level"]["actors"][0]
    crowd = [{**orc, "id": number} for number in range(2, MAX_MONSTERS + 3)]

    with pytest.raises(BadPlain, match=f"a list of 0 to {MAX_MONSTERS}"):
        restore(arena, put(plain, [*LEVEL, "actors"], crowd))


def junk(chance: random.Random, depth: int = 0) -> Any:  # noqa: ANN401 -- anything
    """Return an arbitrary value that a file can contain."""
    numbers = [0, 1, -1, 2, 99, 100, 1099, 255, 256, 10**4, 10**9, MOST, 2**63, 2**64, -(10**30), 10**300]
    strings = [
        "",
        "orc",
        "player",
        "potion",
        "confused",
        "corpse:",
        "died",
        "won",
        "00",
        "\x1b[2J",
        "ä" * 99,
        "x" * 9999,
    ]
    simple = [None, True, False, 0.0, 1.5, float("nan"), float("inf"), *numbers, *strings, chance.randrange(300)]
    if depth > 3 or chance.random() < 0.8:
        return chance.choice(simple)
    if chance.random() < 0.5:
        return [junk(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {str(chance.choice(strings)): junk(chance, depth + 1) for _ in range(chance.randrange(4))}


def places(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 -- whatever JSON holds
    """Return the paths of everything in it."""
    keys: list[Any] = [*plain] if isinstance(plain, dict) else [*range(len(plain))] if isinstance(plain, list) else []
    return [each for key in keys for each in [(*path, key), *places(plain[key], (*path, key))]]


def spoil(plain: Any, chance: random.Random) -> Any:  # noqa: ANN401 -- whatever JSON holds
    """Make one random change."""
    path = list(chance.choice(places(plain)))
    value = plain
    for key in path:
        value = value[key]
    ways: list[object] = [junk(chance), junk(chance), DROP, nested(20)]
    if type(value) is int:
        ways += [value + 1, value - 1, -value, value * 1000, float(value), bool(value)] * 3
    if isinstance(value, str):
        ways += [value[:-1], value + "0", value.upper(), value[::-1], value.replace("02", "01", 3)] * 2
        ways += [value.replace("01", "02", chance.randrange(1, 200))] * 4
    if isinstance(value, list):
        ways += [value * 2, value[::-1], value[1:], [*value, junk(chance)], value[:1] * 3, value * 500] * 2
    if isinstance(value, dict):
        ways += [{**value, "more": 1}, {**value, **{key: junk(chance) for key in list(value)[:1]}}, [*value.items()]]
    return put(plain, path, chance.choice(ways))


def assert_kept(plain: Any, game: Game) -> None:  # noqa: ANN401 -- whatever JSON holds
    """Assert that a game matches its snapshot, except for the rule set's version and newly explored cells."""
    world = game.world
    explored = int(plain["world"]["level"]["explored"], 16)
    seen = f"{explored | bitboard(world.level.visible):x}"
    expected = put(put(plain, [*LEVEL, "explored"], seen), ["ruleset"], [world.ruleset.name, world.ruleset.version])

    assert expected == saved(game)


def assert_playable(game: Game, seed: int) -> None:
    """Assert that a game can be played and shown."""
    bot, chance = POLICIES["random"](PCG32(seed)), random.Random(seed)
    for _ in range(50):
        step(game, bot, chance)
    draw_game(Canvas(80, 24), view(game))


@pytest.mark.slow
@pytest.mark.no_cover  # coverage of restoring is measured in its own tests
@settings(max_examples=some(60))
@given(name=st.sampled_from(ruleset_names()), seed=st.integers(0, 2**32), changes=st.integers(1, 3))
def test_a_spoilt_snapshot_is_refused_or_can_be_played(name: str, seed: int, changes: int) -> None:
    """No untrusted file crashes the game: accepted data is exactly what would be saved."""
    chance = random.Random(seed)
    game = new_game(RULES[name], chance.randrange(3))
    bot = POLICIES["random"](PCG32(seed % 7))
    for _ in range(chance.randrange(40)):
        step(game, bot, chance)
    plain = saved(game)
    for _ in range(changes):
        plain = spoil(plain, chance)
    try:
        loaded = restore(RULES[name], plain)
    except BadPlain as bad:
        assert_sentence(str(bad))
        return

    assert_kept(plain, loaded)
    assert_playable(loaded, seed)


@settings(max_examples=some(60))
@given(number=st.integers(0, len(MOMENTS) - 1), seed=st.integers(0, 2**32), changes=st.integers(1, 3))
def test_a_spoilt_moment_is_refused_or_can_be_played(arena: RuleSet, number: int, seed: int, changes: int) -> None:
    """The same for games with projectiles, confused actors or bodies."""
    chance = random.Random(seed)
    game = MOMENTS[number](arena)
    rules, plain = game.world.ruleset, saved(game)
    for _ in range(changes):
        plain = spoil(plain, chance)
    try:
        loaded = restore(rules, plain)
    except BadPlain as bad:
        assert_sentence(str(bad))
        return

    assert_kept(plain, loaded)
    assert_playable(loaded, seed)
