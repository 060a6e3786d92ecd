"""Every kind of screen, in every rule set, as cells: what the tests of colours look at."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.observation import observe
from roguelike.engine.rules.identity import learn
from roguelike.engine.scenario import draw
from roguelike.narration.inventory_rows import stacks
from tests.library_fixtures import OTHER, few_games
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas, Cell
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.narration.inventory_rows import InventoryRow
    from tests.watching import Deed

RULESETS = tuple(ruleset_names())

WIDTH, HEIGHT = 17, 9
"""Of the room in which all kinds stand, in cells."""
FIRST_LETTER = 0x100
"""Of the letters that stand for kinds there: none of a picture's own."""
FULL = "/home/ada/ada.game cannot be written: No space left on device."

LEVEL = """
    ##############################      ####
    #.............#......#.......########..#
    #.............#..01..#..a............b.#
    #..@.......c............d....########..#
    #.............#..23..#.......#      ####
    ##############################
"""


@functools.cache
def ruleset(name: str) -> RuleSet:
    """Return a rule set, read once."""
    return load_ruleset(name)


@functools.cache
def cells(name: str) -> frozenset[tuple[Cell, bool]]:
    """Return every cell that is no blank of every screen of a rule set, and whether its colours are to be kept."""
    rules = ruleset(name)
    frames = [*_played(rules), *_lost(rules), *_won(rules), *_all_kinds(rules)]
    return frozenset(
        (cell, canvas.exact) for canvas in frames for row in canvas.rows for cell in row if cell.char != " "
    )


def _level(rules: RuleSet, hit_points: int, picture: str = LEVEL) -> Game:
    """Return a level with all that the rule set has, in rooms of which one is left behind."""
    monsters, items = list(rules.monsters), [name for name, kind in rules.items.items() if kind.portable]
    legend = {letter: monsters[number % len(monsters)] for number, letter in enumerate("abcd")}
    legend |= {digit: items[number % len(items)] if items else "floor" for number, digit in enumerate("0123")}
    carried = items[: rules.inventory.slots - len(rules.possessions)]
    game = draw(picture, rules, legend=legend, inventory=carried, hit_points=hit_points)
    for kind in rules.items.values():
        learn(game.world, kind)
    game.events.clear()
    return game


def _played(rules: RuleSet) -> list[Canvas]:
    chosen: list[Deed] = ["c", "c", "escape", "s", "escape", "r", "escape"]
    chosen += ["n", "up", "!", "up", " ", "escape", "up", "ctrl_u", *"alice", "up", "enter", "ctrl_u", "down", "enter"]
    chosen += ["escape", "down", "ctrl_u", "b", "!", "backspace", "up", "enter"]
    looked: list[Deed] = [
        "x",
        "tab",
        "l",
        "escape",
        Mouse(Button.MOVE, 12, 3),
        "d",
        "down",
        "escape",
        "g",
    ]
    walked = [*"cc", *"llllllllllllllglljglkgll", "x", "escape", "m", "escape", "?", "escape", "Q", "escape"]
    library = few_games(lambda: _level(rules, 900))
    library.failing["append"] = ["", "", FULL]
    deeds = [*chosen, *looked, *walked]
    frames = watch(lambda: _level(rules, 900), *deeds, at_title=True, others=[OTHER], library=library).frames
    for letter in _aimed(rules):
        aimed: list[Deed] = ["i", "down", letter, "tab", "l", "l", "l", "h", "h", "h", "enter", 1.5, "escape", "g", "."]
        frames += watch(lambda: _level(rules, 9), *aimed).frames
    for stack in _thrown(rules)[:4]:
        thrown: list[Deed] = ["t", stack.letter, "tab", "l", "l", "h", "enter", 1.5, "escape", "."]
        frames += watch(lambda: _level(rules, 9), *thrown).frames
    return frames


def _all_kinds(rules: RuleSet) -> list[Canvas]:
    """Return what is seen of a level with all that the rule set has around the player, within the light of a lamp.

    What would dim that light does not here.
    """
    rules = attrs.evolve(rules, monsters={name: attrs.evolve(each, dims=None) for name, each in rules.monsters.items()})
    monsters = sorted(rules.monsters.values(), key=lambda kind: kind.unseen is None)
    names = [kind.name for kind in monsters] + [kind.name for kind in rules.items.values()]
    legend = {chr(FIRST_LETTER + number): name for number, name in enumerate(names)}
    rows = [list("#" * WIDTH), *(list("#" + "." * (WIDTH - 2) + "#") for _ in range(HEIGHT)), list("#" * WIDTH)]
    here = Point(WIDTH // 2, HEIGHT // 2 + 1)
    free = [Point(x, y) for y in range(1, HEIGHT + 1) for x in range(1, WIDTH - 1) if Point(x, y) != here]
    for letter, at in zip(legend, sorted(free, key=lambda at: chebyshev_distance(at, here)), strict=False):
        rows[at.y][at.x] = letter
    rows[here.y][here.x] = "@"
    return watch(lambda: draw("\n".join(map("".join, rows)), rules, legend=legend), "x", "tab").frames


def _aimed(rules: RuleSet) -> list[str]:
    """Return the letters of some items that are aimed, or of the first where none is."""
    carried = stacks(observe(_level(rules, 9).world))
    return [stack.letter for stack in [*filter(lambda stack: stack.kind.aimed, carried), *carried][:4]]


def _thrown(rules: RuleSet) -> list[InventoryRow]:
    """Return what can be thrown, first what bursts."""
    carried = [stack for stack in stacks(observe(_level(rules, 9).world)) if stack.kind.thrown]
    return sorted(carried, key=lambda stack: not (stack.kind.thrown and stack.kind.thrown.land))


def _lost(rules: RuleSet) -> list[Canvas]:
    picture = LEVEL.replace("@..", "@c.")
    library = FakeLibrary(lambda: _level(rules, 1, picture), failing={"finish": [FULL] * 9})
    return watch(library.make, *"." * 60, 3.0, "m", "escape", size=(100, 30), library=library).frames


def _won(rules: RuleSet) -> list[Canvas]:
    picture = LEVEL.translate(str.maketrans("abc", "...")).replace("@.......", "d@......").replace("d..", "...")
    return watch(lambda: _level(rules, 900, picture), *"h" * 60, 3.0).frames
