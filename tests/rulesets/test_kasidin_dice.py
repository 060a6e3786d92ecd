"""The dice of `kasidin`, read from the blows of a fight and from the way of a kestrel that sees nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from tests.chosen_seeds import game_of_level, seed_after, seed_before
from tests.dice_vectors import (
    EXPLOSIONS,
    INPUTS_PER_FACE,
    LAST_ACCEPTED,
    OUTPUTS,
    REJECTED_INPUTS,
    STATES_AFTER_TEN,
    STEPS,
)
from tests.engine.mapgen.plans import boxes, plan_of, with_generator

if TYPE_CHECKING:
    from roguelike.engine.game import Game

KASIDIN, CHARGRID = load_ruleset("kasidin"), load_ruleset("chargrid")
BARE_DICE = {4: 3, 6: 4, 8: 5, 10: 6, 12: 7}
"""By its sides, the step that rolls one die and adds nothing."""
BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


def fight(step: int, seed: int) -> Game:
    """Return a fight in which only the player's blows, of this step, use numbers, and nobody dies of them."""
    kestrel = attrs.evolve(KASIDIN.monsters["kestrel"], hit_points=10**6, stats=Stats())
    player = attrs.evolve(KASIDIN.player, stats=Stats(damage=step))
    return draw("@k", attrs.evolve(KASIDIN, player=player, monsters={"kestrel": kestrel}), seed=seed)


def blows(game: Game, count: int) -> list[int]:
    """Return the damage of the player's next blows."""
    events = [event for _ in range(count) for event in game.play(Move(Direction.EAST))]
    return [event.damage for event in events if isinstance(event, Struck) and event.attacker.is_player]


def first_blow(sides: int, seed: int) -> int:
    """Return the damage of one blow with one die."""
    (damage,) = blows(fight(BARE_DICE[sides], seed), 1)
    return damage


def width_rolled(state: int) -> int:
    """Return how wide the first room of a level is, by a roll of 1 to 20 with the first number after this state."""
    game = new_game(with_generator(CHARGRID, attempts=1, narrowest=2, widest=21), game_of_level(state))
    ((_, _, width, _),) = boxes([plan_of(game)])
    return width - 1


@pytest.mark.rows("K4-21", "K4-22", "K4-23", "K4-24", "K4-25")
@pytest.mark.parametrize("sides", BARE_DICE)
def test_every_number_is_a_face_or_drawn_again(sides: int) -> None:
    """At both ends of what is accepted the faces take turns, from 1 on; a maximum explodes, the rest is rejected."""
    last = LAST_ACCEPTED[1, sides]
    for number in (*range(2 * sides), *range(last + 1 - 2 * sides, last + 1)):
        face = number % sides + 1
        more = first_blow(sides, seed_after(number)) if face == sides else 0

        assert face + more == first_blow(sides, seed_before(number))
    rejected = range(last + 1, 2**32)
    assert [first_blow(sides, seed_after(number)) for number in rejected] == [
        first_blow(sides, seed_before(number)) for number in rejected
    ]
    assert REJECTED_INPUTS[sides] == len(rejected)
    assert INPUTS_PER_FACE[sides] * sides == last + 1


@pytest.mark.rows("K4-21", "K4-22", "K4-23")
def test_a_range_of_twenty_numbers_is_even_too() -> None:
    """No step of the chart rolls a die of 20 sides; rooms of twenty widths do."""
    last = LAST_ACCEPTED[1, 20]

    for number in (*range(40), *range(last - 39, last + 1)):
        assert number % 20 + 1 == width_rolled(seed_before(number))
    for number in range(last + 1, 2**32):
        assert width_rolled(seed_after(number)) == width_rolled(seed_before(number))
    assert REJECTED_INPUTS[20] == 2**32 - 1 - last


@pytest.mark.rows("K4-24")
@pytest.mark.parametrize("sides", BARE_DICE)
def test_exploding_dice_of_seed_42_are_the_published_ones(sides: int) -> None:
    """Twelve blows, none of them a multiple of the sides."""
    dealt = blows(fight(BARE_DICE[sides], 42), 12)

    assert EXPLOSIONS[sides] == dealt
    assert all(damage % sides for damage in dealt)


@pytest.mark.rows("K4-26", "K4-27", "K4-28", "K4-29", "K4-30")
@pytest.mark.parametrize("step", [step for step in STEPS if step > 0])
def test_blows_of_seed_42_are_the_published_steps(step: int) -> None:
    """The order of the dice decides every number: left to right, extra d12s first."""
    dealt = blows(fight(step, 42), 10)

    assert STEPS[step] == dealt
    assert min(dealt) >= 1


@pytest.mark.rows("K4-26", "K4-29")
def test_a_blow_of_step_0_does_nothing_and_draws_nothing() -> None:
    """The kestrel's are such blows too."""
    game = fight(0, 42)

    assert [0] * 10 == blows(game, 10)
    assert PCG32(42) == game.world.rng
    assert 10 == game.world.player.hit_points


@pytest.mark.rows("K4-15", "K4-30")
@pytest.mark.parametrize("seed", OUTPUTS)
def test_the_numbers_of_a_seed_are_the_published_ones(seed: int) -> None:
    """A kestrel that sees nobody shows the top two bits of one a turn; after ten, the state is the published one."""
    rows = ["." * 49 for _ in range(24)]
    rows[12] = f"{'.' * 24}k{'.' * 24}"
    game = draw("\n".join([*rows, "@" + "." * 48]), KASIDIN, seed=seed)
    kestrel = game.world.level.actors[1]
    places = [kestrel.at]
    for _ in range(10):
        game.play(Wait())
        places.append(kestrel.at)

    assert [at.step(BY_TOP_BITS[number >> 30]) for at, number in zip(places, OUTPUTS[seed], strict=False)] == places[1:]
    assert STATES_AFTER_TEN[seed] == game.world.rng.state
