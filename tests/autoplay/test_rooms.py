"""What a careful player does in the rooms of Ember, drawn as far as a tactic minds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay.memory import Memory
from roguelike.autoplay.tactics.tolls import drink, press
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from tests.autoplay.situations import answer

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
