"""What a careful player does in the rooms of Ember, drawn as far as a tactic minds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from roguelike.autoplay import play
from roguelike.autoplay.memory import Memory
from roguelike.autoplay.player import CAREFUL, Player
from roguelike.autoplay.tactics.tolls import drink, press
from roguelike.autoplay.tactics.treasure import lift
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from tests.autoplay.situations import answer
from tests.rulesets.drawn_rooms import carried, furnish

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Tactic
    from roguelike.engine.game import Game

EMBER: Final = load_ruleset("ember")
WEST: Final = Direction.WEST


def follow(tactic: Tactic, game: Game, most: int = 40) -> int:
    """Play as long as a tactic comes to anything, and return for how many commands that was."""
    memory = Memory(PCG32(1))
    for number in range(most):
        seen = observe(game.world)
        memory.look(seen)
        command = tactic(seen, memory)
        if command is None:
            return number
        game.play(command)  # type: ignore[arg-type]
    return most


def played(game: Game, turns: int) -> list[object]:
    """Play with all that a careful player does, and return what happens."""
    return list(play(game, Player(CAREFUL, PCG32(1)), turns))


def test_a_font_is_drunk_from_when_badly_hurt() -> None:
    """Not for a scratch, since it wakes sleepers; with an enemy about only where the player is there first."""
    hall = "###########\n#F..@..o..#\n###########"
    alone, chased, late, scratched = (
        draw(picture, EMBER, legend={"F": "font"}, hit_points=hit_points)
        for picture, hit_points in (
            (hall.replace("o", "."), 12),
            (hall, 12),
            (hall.replace("F..@..o", "Fo.@..."), 12),
            (hall.replace("o", "."), 30),
        )
    )
    assert Move(WEST) == answer(drink, chased)
    assert answer(drink, late) is None
    assert answer(drink, scratched) is None

    assert 3 == follow(drink, alone)
    assert alone.world.player.max_hit_points == alone.world.player.hit_points


def test_the_press_is_worked_when_oil_is_short() -> None:
    """Until it is empty; not while there is enough, carried or in the lamp, nor by a wounded player."""
    hall = "#######\n#P..@.#\n#######"
    low, wounded, carrying = (
        draw(hall, EMBER, legend={"P": "oil press"}, inventory=items, hit_points=hit_points)
        for items, hit_points in (([], 40), ([], 20), (["oil flask", "oil flask"], 40))
    )
    for game in (low, wounded, carrying):
        game.world.player.gauges["oil"] = 300

    assert 7 == follow(press, low)
    assert 590 < low.world.player.gauges["oil"] <= 600
    assert answer(press, wounded) is None
    assert answer(press, carrying) is None


def in_room(vault: str, *items: str, at: Point | None = None) -> Game:
    """Begin a game in the door of a room as it is drawn, or at a cell of it, with the way there and all of it known."""
    kind = EMBER.vaults[vault]
    rows = [
        [{" ": "#", "+": "@" if at is None else "."}.get(key, key if key == "#" else ".") for key in row]
        + list("......")
        for row in kind.rows
    ]
    if at is not None:
        rows[at.y][at.x] = "@"
    game = draw("\n".join("".join(row) for row in rows), EMBER, inventory=items)
    furnish(game, vault)
    game.world.knowledge.identified = list(EMBER.items)
    game.play(Wait())
    game.world.level.explored[:] = b"\1" * len(game.world.level.explored)
    return game


@pytest.mark.parametrize(
    ("vault", "is_worth_it"),
    [
        ("kennels", False),
        ("crypt", False),
        ("drowned cell", False),
        ("crumbling island", False),
        ("burning meadow", False),
        ("vent gallery", False),
        ("sinking stair", True),
        ("gas cellar", True),
        ("counterweight", True),
        ("hall of bells", True),
    ],
)
def test_keys_are_lifted_where_the_way_out_is_worth_it(vault: str, *, is_worth_it: bool) -> None:
    """Not where hordes come, the floor gives way too soon, or one would run through flames or wait in gas."""
    assert is_worth_it == isinstance(answer(lift, in_room(vault)), Move)


@pytest.mark.parametrize("vault", ["gas cellar", "sinking stair"])
def test_who_lifts_the_key_gets_out_unhurt(vault: str) -> None:
    """With the lamp covered where gas explodes at it, and without a pause where water rises."""
    game = in_room(vault)
    for _ in range(60):
        game.play(Wait())
    had = carried(game)

    played(game, 60)

    me = game.world.player
    assert [*had, "key"] == carried(game)
    assert me.max_hit_points == me.hit_points
