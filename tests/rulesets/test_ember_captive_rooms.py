"""What the rooms of captives and of prizes in Ember ask and give: each is built as it is drawn, and walked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.draft import Contents, LevelDraft
from roguelike.engine.game import Game, begin
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import Grid, board_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.passes.vaults import furnish
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.snapshot import digest, snapshot
from roguelike.narration.examine import examine
from tests.automation.driving import drive
from tests.rulesets.test_ember_generator import PROMISES, budget_of, levels

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.feature import Feature

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
PRIZES: Final = ("twin cages", "library")
CAPTIVES: Final = ()
OUTSIDE: Final = 4
"""Cells of a corridor before the door, where the player begins."""
STEPS: Final = {
    "n": Direction.NORTH,
    "e": Direction.EAST,
    "s": Direction.SOUTH,
    "w": Direction.WEST,
    "u": Direction.NORTH_EAST,
    "d": Direction.SOUTH_EAST,
    "j": Direction.SOUTH_WEST,
    "y": Direction.NORTH_WEST,
}
"""The ways of a walk, by letter; a dot waits."""


def room(vault: str, *captives: str, danger: int = 4, seed: int = 1) -> Game:
    """Begin a game at the far end of a corridor that leads to the door of a vault in the east wall."""
    kind, found = EMBER.vaults[vault], [EMBER.monsters[name] for name in captives]
    contents = Contents(danger=danger, captive=found[0] if found else None, cellmates=tuple(found[1:]))
    draft = LevelDraft(Grid(len(kind.rows[0]) + OUTSIDE + 3, len(kind.rows) + 2), EMBER, contents, None)
    draft.fill(draft.grid.inside)
    cells = [
        (draft.grid.index(Point(x + 1, y + 1)), key) for y, row in enumerate(kind.rows) for x, key in enumerate(row)
    ]
    door = next(y for y, row in enumerate(kind.rows) if row[-1] == "+") + 1
    outside = [Point(len(kind.rows[0]) + 1 + away, door) for away in range(OUTSIDE)]
    draft.dig(board_of(map(draft.grid.index, outside)))
    furnish(draft, kind, [(cell, key) for cell, key in cells if key != " "], PCG32(seed))
    draft.plan.start = outside[-1]
    return begin(EMBER, draft.plan, seed, PCG32(seed))


def walk(game: Game, steps: str) -> list[object]:
    """Walk, and return all events of it."""
    return [each for step in steps for each in game.play(Wait() if step == "." else Move(STEPS[step]))]


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def features(game: Game, *names: str) -> list[tuple[Point, Feature]]:
    """Return the features of some kinds with their cells."""
    level = game.world.level
    return [(level.grid.point(cell), each) for cell, each in sorted(level.features.items()) if each.kind.name in names]


def held(game: Game) -> list[Actor]:
    """Return the captives."""
    return [actor for actor in game.world.level.actors if actor.mood is Mood.HELD]


def told(game: Game, at: Point) -> str:
    """Return what examining a cell says."""
    found = examine(observe(game.world), at)
    assert found is not None
    return " ".join(found.lines)


def jump(game: Game, at: Point) -> None:
    """Put the player on a cell."""
    game.world.level.move(game.world.player, at)


@pytest.mark.parametrize("name", PRIZES + CAPTIVES)
def test_levels_with_the_room_keep_every_promise(name: str) -> None:
    """It fits wherever it may be, whatever else is there, and nearly no level goes without."""
    rules, kind = load_ruleset("ember"), EMBER.vaults[name]
    others = {each.name: each for each in rules.vaults.values() if each.role != kind.role or each is rules.vaults[name]}
    rules = attrs.evolve(rules, vaults=others)
    planned = built = 0
    for seed in range(8):
        made = list(levels(rules, seed))
        planned += [each.name for level in budget_of(rules, seed) for each in level.extras].count(name)
        planned += [level.cell.name for level in budget_of(rules, seed) if level.cell is not None].count(name)
        assert [] == [(level.depth, promise.__name__) for level in made for promise in PROMISES if not promise(level)]
        signs = [cell.feature for cell in kind.legend.values() if cell.feature is not None]
        built += sum(any(level.features(sign) for sign in signs) for level in made)

    assert planned >= 4
    assert built >= planned * 3 // 4


# --- prizes


@pytest.mark.parametrize(("vault", "sorts"), [("twin cages", 2), ("library", 3)])
def test_one_of_the_prizes_is_taken_and_the_others_are_lost(vault: str, sorts: int) -> None:
    """Each is another kind and shown by name before; a second one cannot be had."""
    for seed in range(20):
        game = room(vault, seed=seed)
        names = ("twin cage", "lectern")
        (first, one), *others = features(game, *names)
        kinds = {each.holds.kind.name for _, each in features(game, *names) if each.holds is not None}
        assert sorts == len(kinds) == 1 + len(others)
        assert one.holds is not None
        wanted = one.holds.kind.name

        for at, _ in [(first, one), *others]:
            jump(game, Point(at.x, at.y + 1))
            walk(game, "n")

        assert [wanted] == carried(game)


def test_the_scrolls_of_a_library_are_named_and_the_others_burn() -> None:
    """The price is told before, and nothing is left of it after."""
    game = room("library")
    walk(game, "w" * (OUTSIDE + 1))
    (at, one), *_ = features(game, "lectern")
    assert one.holds is not None
    assert "Take its scroll, and the others burn to ash." in told(game, at)
    assert one.holds.kind.name in told(game, at)

    jump(game, Point(at.x, at.y + 1))
    walk(game, "n")
    assert [None, None] == [each.holds for _, each in features(game, "burnt lectern")]
    assert digest(game.world) == digest(restore(EMBER, snapshot(game.world)).world)


def test_the_horde_of_the_twin_cages_sleeps_until_it_hears() -> None:
    """It is there in every room, between the two cages, and the locked cage stays locked."""
    for seed in range(10):
        game = room("twin cages", danger=2, seed=seed)
        hordes = [actor for actor in game.world.level.actors if not actor.is_player]
        assert hordes
        assert {Mood.ASLEEP} == {actor.mood for actor in hordes}


@pytest.mark.parametrize("name", PRIZES)
def test_exploring_takes_nothing_of_what_is_to_be_chosen(name: str) -> None:
    """The choice is the player's."""
    game = room(name)
    for actor in [each for each in game.world.level.actors if not each.is_player]:
        game.world.level.remove(actor)
    drive(game, Explore())

    assert [] == carried(game)
    assert not features(game, "closed cage", "burnt lectern")
