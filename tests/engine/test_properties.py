"""The world stays sound after any command, and refused ones change nothing: `make soak` tries more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.engine.commands import Command, Drop, Move, PickUp, Throw, Use, Wait
from roguelike.engine.events import AnyEvent, Refused
from roguelike.engine.game import new_game
from roguelike.engine.geometry import COMPASS, Point
from roguelike.engine.scenario import draw
from tests.arena import confuse
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.item import Item

pytestmark = pytest.mark.no_cover  # coverage counts what is tested one by one, and takes most of the time here

ABSURD = 10**12

slots = st.integers(-2, 11) | st.integers(-ABSURD, ABSURD)
targets = st.builds(Point, st.integers(-1, 12), st.integers(-1, 9)) | st.builds(
    Point, st.integers(-ABSURD, ABSURD), st.integers(-ABSURD, ABSURD)
)
commands: st.SearchStrategy[Command] = st.one_of(
    st.just(Wait()),
    st.just(PickUp()),
    st.builds(Move, st.sampled_from(COMPASS)),
    st.builds(Drop, slots),
    st.builds(Use, slots, st.none() | targets),
    st.builds(Throw, targets),
)
plays = st.lists(commands, min_size=5, max_size=30)
carried = st.lists(st.sampled_from(["potion", "lightning", "fireball", "bolt", "pebble"]), max_size=10)
pictures = st.tuples(
    st.lists(st.text(alphabet="....##ohnSmcwbs!,?=- ", min_size=12, max_size=12), min_size=9, max_size=9),
    st.integers(0, 8),
    st.integers(0, 11),
)


def picture(drawn: tuple[list[str], int, int]) -> str:
    """Put the player on a random map, framed so that blanks at the edges are kept."""
    rows, y, x = drawn
    rows = [*rows[:y], rows[y][:x] + "@" + rows[y][x + 1 :], *rows[y + 1 :]]
    return "\n".join(["#" * 14, *(f"#{row}#" for row in rows), "#" * 14])


def assert_sound(game: Game) -> None:
    """Assert everything that must always be true of a world."""
    world = game.world
    level = world.level
    at = {actor.at: actor for actor in level.actors}
    lying = [item for point in level.grid.points() for item in level.items_at(point)]
    held: list[Item] = [item for actor in level.actors for item in actor.inventory.slots if item is not None]

    assert len(at) == len(level.actors)
    assert [at.get(point) for point in level.grid.points()] == [level.actor_at(point) for point in level.grid.points()]
    assert all(0 < actor.hit_points <= actor.max_hit_points for actor in level.actors)
    assert 0 <= world.player.hit_points <= world.player.max_hit_points
    assert all(level.is_walkable(actor.at) for actor in level.actors)
    assert len(lying + held) == len({id(item) for item in lying + held})
    assert len(lying) == sum(map(len, level.items.values()))
    assert all(len(level.items_at(point)) <= 1 for point in level.grid.points())
    assert all(level.is_explored(point) for point in level.grid.points() if level.is_visible(point))
    assert (world.outcome == "died") == (world.player not in level.actors) == (not world.player.is_alive)
    assert world.outcome is None or not game.in_flight
    assert 10 == len(world.player.inventory.slots)


def assert_stays_sound(game: Game, played: list[Command]) -> None:
    """Play commands one by one; the world is sound after each, and refused ones change nothing."""
    for command in played:
        before = game.digest()
        events: list[AnyEvent] = game.play(command)

        assert not game.in_flight
        assert bool(events)
        if any(isinstance(event, Refused) for event in events):
            assert 1 == len(events)
            assert before == game.digest()
        assert_sound(game)


@pytest.mark.slow
@settings(max_examples=some(30))
@given(drawn=pictures, inventory=carried, played=plays, seed=st.integers(0, 2**64 - 1), hit_points=st.integers(1, 20))
def test_no_command_breaks_a_drawn_world(
    arena: RuleSet,
    drawn: tuple[list[str], int, int],
    inventory: list[str],
    played: list[Command],
    seed: int,
    *,
    hit_points: int,
) -> None:
    """Maps that no generator makes, and commands that no screen gives."""
    assert_stays_sound(draw(picture(drawn), arena, seed=seed, inventory=inventory, hit_points=hit_points), played)


@pytest.mark.slow
@settings(max_examples=some(30))
@given(played=plays, seed=st.integers(0, 2**64 - 1))
def test_no_command_breaks_a_new_game(classic: RuleSet, played: list[Command], seed: int) -> None:
    """Generated levels of the shipped rule sets."""
    game = new_game(classic, seed=seed)
    game.events.clear()

    assert_stays_sound(game, played)


@pytest.mark.slow
@settings(max_examples=some(25))
@given(drawn=pictures, played=plays, seed=st.integers(0, 2**32))
def test_a_confused_player_breaks_nothing_either(
    arena: RuleSet, drawn: tuple[list[str], int, int], played: list[Command], seed: int
) -> None:
    """A confused player takes random steps."""
    game = draw(picture(drawn), arena, seed=seed, inventory=["potion", "fireball"])
    confuse(game.world, game.world.player, 12)
    game.events.clear()

    assert_stays_sound(game, played)


@pytest.mark.slow
@settings(max_examples=some(25))
@given(
    drawn=pictures,
    steps=st.lists(st.none() | commands, max_size=40),
    target=targets,
    seed=st.integers(0, 2**32),
)
def test_commands_and_ticks_may_come_in_any_order(
    arena: RuleSet, drawn: tuple[list[str], int, int], steps: list[Command | None], target: Point, seed: int
) -> None:
    """Keys can be pressed while a projectile flies, and ticks can occur while none does."""
    game = draw(picture(drawn), arena, seed=seed, inventory=["fireball", "bolt", "fireball", "bolt"])
    for number, step in enumerate([Use(0, target), Use(1, target), *steps]):
        before, flying = game.digest(), game.in_flight
        game.events.clear()
        if step is None:
            game.tick()
        else:
            game.submit(step)
            game.update()

        assert_sound(game)
        if (step is None and not flying) or any(isinstance(event, Refused) for event in game.events):
            assert before == game.digest(), number
        if step is not None and flying:
            assert any(isinstance(event, Refused) for event in game.events)


@pytest.mark.slow
@settings(max_examples=some(30))
@given(drawn=pictures, inventory=carried, played=plays, seed=st.integers(0, 2**64 - 1))
def test_the_same_commands_give_the_same_game(
    arena: RuleSet, drawn: tuple[list[str], int, int], inventory: list[str], played: list[Command], seed: int
) -> None:
    """Event by event and digest by digest."""
    one, other = (draw(picture(drawn), arena, seed=seed, inventory=inventory) for _ in range(2))

    for command in played:
        assert one.play(command) == other.play(command)
        assert one.digest() == other.digest()
