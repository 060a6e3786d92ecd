"""What only looks like a snapshot: it is refused, or makes a game that can be played."""

from __future__ import annotations

import copy
import operator
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.autoplay import POLICIES
from roguelike.content.loader import ruleset_names
from roguelike.engine.game import TURN, Game, new_game
from roguelike.engine.kinds.limits import FASTEST, LONGEST_SIDE
from roguelike.engine.level_plan import MOST_MONSTERS
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import CONFUSED
from roguelike.ui.canvas import Canvas
from roguelike.ui.presenter import Presenter
from roguelike.ui.widgets.game_view import draw_game
from tests.engine.moments import MOMENTS, RULES, confused, died, gapless, in_flight, ordinary, saved, step, won

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet

MOST = 2**53 - 1

DROP = object()
"""Stands for taking a key or an entry out."""


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


WRONG: dict[str, tuple[Callable[[RuleSet], Game], list[Any], object]] = {
    "another rule set": (ordinary, ["ruleset", 0], "classic"),
    "no version": (ordinary, ["ruleset", 1], None),
    "a seed too large": (ordinary, ["seed"], 2**64),
    "a seed below zero": (ordinary, ["seed"], -1),
    "chance too large": (ordinary, ["rng"], 2**64),
    "a fraction of chance": (ordinary, ["rng"], 1.5),
    "a turn that never comes": (ordinary, ["turn"], 10**9 + 1),
    "true for a turn": (ordinary, ["turn"], True),
    "no depth": (ordinary, ["depth"], 0),
    "a number for a truth": (ordinary, ["monsters_due"], 1),
    "monsters due while nothing flies": (ordinary, ["monsters_due"], True),
    "another outcome": (ordinary, ["outcome"], "fled"),
    "dead while alive": (ordinary, ["outcome"], "died"),
    "alive while dead": (died, ["outcome"], None),
    "won while dead": (died, ["outcome"], "won"),
    "won while something flies": (in_flight, ["outcome"], "won"),
    "dead while the game goes on": (ordinary, ["player", "hit_points"], 0),
    "seen twice": (ordinary, ["in_view"], [2, 2]),
    "seen the wrong way round": (ordinary, ["in_view"], [3, 2]),
    "oneself in view": (ordinary, ["in_view"], [1]),
    "a key too many": (ordinary, ["more"], 1),
    "a key too few": (ordinary, ["turn"], DROP),
    "another player": (ordinary, ["player", "kind"], "orc"),
    "another number for the player": (won, ["player", "id"], 2),
    "a player in a wall": (ordinary, ["player", "at"], [6, 0]),
    "a player on an orc": (ordinary, ["player", "at"], [8, 1]),
    "a player outside": (ordinary, ["player", "at"], [9, 1]),
    "a player far outside": (ordinary, ["player", "at"], [10**9, 0]),
    "a player left of all": (ordinary, ["player", "at"], [-1, 0]),
    "a dead player in a wall": (died, ["player", "at"], [50, 50]),
    "three coordinates": (ordinary, ["player", "at"], [0, 0, 0]),
    "more hit points than can be": (ordinary, ["player", "hit_points"], 21),
    "hit points below zero": (ordinary, ["player", "hit_points"], -1),
    "no hit points ever": (ordinary, ["player", "max_hit_points"], 0),
    "hit points without end": (ordinary, ["player", "max_hit_points"], MOST + 1),
    "energy below zero": (ordinary, ["player", "energy"], -1),
    "energy for a thousand turns": (ordinary, ["player", "energy"], TURN + FASTEST),
    "an unknown condition": (ordinary, ["player", "conditions"], {"blessed": 3}),
    "confused for less than nothing": (ordinary, ["player", "conditions"], {CONFUSED: -1}),
    "older conditions under none": (confused, ["player", "conditions"], {}),
    "an empty list of older conditions": (confused, ["player", "suspended"], {CONFUSED: []}),
    "older conditions without end": (confused, ["player", "suspended"], {CONFUSED: [1] * 10001}),
    "noticed in the future": (ordinary, ["level", "actors", 0, "noticed_on"], 2),
    "still for less than nothing": (ordinary, ["level", "actors", 0, "still"], -1),
    "a slot too few": (ordinary, ["player", "slots"], [None] * 9),
    "a slot too many": (ordinary, ["player", "slots"], [None] * 11),
    "a monster with a pocket": (ordinary, ["level", "actors", 0, "slots"], [None]),
    "an unknown item": (ordinary, ["player", "slots", 0], "excalibur"),
    "an item by another name": (ordinary, ["player", "slots", 0], "corpse:orc"),
    "a hole between the items": (gapless, ["player", "slots"], [None, "potion", None, None]),
    "no width": (ordinary, ["level", "width"], 0),
    "a level without end": (ordinary, ["level", "width"], LONGEST_SIDE + 1),
    "another width": (ordinary, ["level", "width"], 8),
    "a terrain that is none": (ordinary, ["level", "terrain"], "03" * 55),
    "floor in the border": (ordinary, ["level", "terrain"], "02" * 55),
    "too little terrain": (ordinary, ["level", "terrain"], "00" * 54),
    "terrain and blanks": (ordinary, ["level", "terrain"], "0 " * 55),
    "an explored border": (ordinary, ["level", "explored"], "01" * 55),
    "more than explored": (ordinary, ["level", "explored"], "02" * 55),
    "an unknown monster": (ordinary, ["level", "actors", 0, "kind"], "dragon"),
    "a second player": (ordinary, ["level", "actors", 0, "kind"], "player"),
    "a monster with the player's number": (ordinary, ["level", "actors", 0, "id"], 1),
    "monsters out of order": (ordinary, ["level", "actors", 0, "id"], 9),
    "monsters on the same cell": (ordinary, ["level", "actors", 0, "at"], [1, 2]),
    "a monster on the player": (ordinary, ["level", "actors", 0, "at"], [0, 0]),
    "a monster in a wall": (ordinary, ["level", "actors", 0, "at"], [6, 0]),
    "an item in the border": (ordinary, ["level", "items"], [[0, ["potion"]]]),
    "an item outside": (ordinary, ["level", "items"], [[55, ["potion"]]]),
    "items on the same cell": (ordinary, ["level", "items"], [[12, ["potion"]], [12, ["bolt"]]]),
    "items out of order": (ordinary, ["level", "items"], [[13, ["potion"]], [12, ["bolt"]]]),
    "a pile where there is none": (ordinary, ["level", "items"], [[12, ["potion", "bolt"]]]),
    "a pile of nothing": (ordinary, ["level", "items"], [[12, []]]),
    "a pile without end": (gapless, ["level", "items", 0, 1], ["potion"] * 10001),
    "an unknown missile": (in_flight, ["level", "projectiles", 0, "kind"], "arrow"),
    "thrown by nobody": (in_flight, ["level", "projectiles", 0, "thrower"], [0, "orc"]),
    "thrown by a player who is an orc": (in_flight, ["level", "projectiles", 0, "thrower"], [1, "orc"]),
    "thrown by another player": (in_flight, ["level", "projectiles", 0, "thrower"], [2, "player"]),
    "a flight that leaps": (in_flight, ["level", "projectiles", 0, "path"], [[3, 0]]),
    "a flight that stands": (in_flight, ["level", "projectiles", 0, "path"], [[1, 0]]),
    "a flight out of the level": (in_flight, ["level", "projectiles", 0, "path"], [[1, 1], [1, 2]]),
    "a flight without end": (in_flight, ["level", "projectiles", 0, "path"], [[2, 0], [1, 0]] * (LONGEST_SIDE + 1)),
    "lists in lists in lists": (ordinary, ["level", "items"], nested(100_000)),
    "a flight in a wall": (in_flight, ["level", "projectiles", 0, "at"], [1, 1]),
}


def check_sentence(sentence: str) -> None:
    """Hold what is told to be one short sentence that any terminal can show."""
    assert 0 < len(sentence) < 300
    assert sentence.isprintable()


@pytest.mark.parametrize(("make", "path", "value"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_refused(
    make: Callable[[RuleSet], Game], path: list[Any], value: object, *, arena: RuleSet
) -> None:
    """The world it makes would break, hang, or be one that no play can lead to."""
    game = make(arena)

    with pytest.raises(BadPlain) as caught:
        restore(game.world.ruleset, put(saved(game), path, value))

    check_sentence(str(caught.value))


@pytest.mark.parametrize("plain", [None, 1, "", [], {}, [[]], {"ruleset": ["arena", 1]}, float("nan")])
def test_what_is_no_snapshot_at_all_is_refused(plain: object, arena: RuleSet) -> None:
    """Any JSON may stand where a world should."""
    with pytest.raises(BadPlain) as caught:
        restore(arena, plain)

    check_sentence(str(caught.value))


def test_a_level_with_too_many_monsters_is_refused(arena: RuleSet) -> None:
    """Each turn would take a minute, and the player could not even leave."""
    plain = saved(draw("@o" + "." * 150, arena))
    orc = plain["level"]["actors"][0]
    crowd = [{**orc, "id": number} for number in range(2, MOST_MONSTERS + 3)]

    with pytest.raises(BadPlain, match=f"a list of 0 to {MOST_MONSTERS}"):
        restore(arena, put(plain, ["level", "actors"], crowd))


def junk(chance: random.Random, depth: int = 0) -> Any:  # noqa: ANN401 -- anything
    """Return any value that might stand in a file."""
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
    """Change one thing in one of many ways."""
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


def check_kept(plain: Any, game: Game) -> None:  # noqa: ANN401 -- whatever JSON holds
    """Hold a game to be what its snapshot says; the version is the rule set's, and what is in view is explored."""
    world = game.world
    explored = bytes.fromhex(plain["level"]["explored"])
    seen = bytes(map(operator.or_, explored, world.level.visible)).hex()
    expected = put(put(plain, ["level", "explored"], seen), ["ruleset"], [world.ruleset.name, world.ruleset.version])

    assert expected == saved(game)


def check_playable(game: Game, seed: int) -> None:
    """Hold a game to be one that can be played, and shown."""
    bot, chance = POLICIES["random"](PCG32(seed)), random.Random(seed)
    for _ in range(50):
        step(game, bot, chance)
    draw_game(Canvas(80, 24), Presenter(game))


@settings(max_examples=300, deadline=None)
@given(name=st.sampled_from(ruleset_names()), seed=st.integers(0, 2**32), changes=st.integers(1, 3))
def test_a_spoilt_snapshot_is_refused_or_can_be_played(name: str, seed: int, changes: int) -> None:
    """Nothing in a stranger's file brings the game down: what is accepted is just what would be saved."""
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
        check_sentence(str(bad))
        return

    check_kept(plain, loaded)
    check_playable(loaded, seed)


@settings(max_examples=200, deadline=None)
@given(number=st.integers(0, len(MOMENTS) - 1), seed=st.integers(0, 2**32), changes=st.integers(1, 3))
def test_a_spoilt_moment_is_refused_or_can_be_played(arena: RuleSet, number: int, seed: int, changes: int) -> None:
    """The same for what flies, staggers or lies dead."""
    chance = random.Random(seed)
    game = MOMENTS[number](arena)
    rules, plain = game.world.ruleset, saved(game)
    for _ in range(changes):
        plain = spoil(plain, chance)
    try:
        loaded = restore(rules, plain)
    except BadPlain as bad:
        check_sentence(str(bad))
        return

    check_kept(plain, loaded)
    check_playable(loaded, seed)
