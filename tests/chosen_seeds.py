"""Seeds with which a game or a level begins on chosen numbers: the generator, turned round."""

from __future__ import annotations

from typing import Final

from roguelike.engine.level_plan import LEVEL_STREAM
from roguelike.engine.rng import INCREMENT, MULTIPLIER, PCG32, stream_seed

_64_BITS: Final = 2**64
_GOLDEN: Final = 0x9E3779B97F4A7C15
_STIRS: Final = ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1))
"""The steps of SplitMix64 from the last to the first: how far is shifted, and what was multiplied by before that."""


def seed_before(number: int) -> int:
    """Return a seed whose first number is this one: the state after it has the number in its middle, unrotated."""
    state = (_unshifted(number << 27, 18) - INCREMENT) * pow(MULTIPLIER, -1, _64_BITS) % _64_BITS
    assert number == PCG32(state).next_u32()
    return state


def seed_after(number: int) -> int:
    """Return the seed of the numbers that come after this one where `seed_before` is the seed."""
    rng = PCG32(seed_before(number))
    rng.next_u32()
    return rng.state


def game_of_level(state: int) -> int:
    """Return the seed of the game whose first level is made by a generator in this state."""
    seed = _unstirred(_unstirred(state, 1), LEVEL_STREAM)
    assert state == stream_seed(seed, LEVEL_STREAM, 1)
    return seed


def _unstirred(state: int, number: int) -> int:
    for shift, factor in _STIRS:
        state = _unshifted(state, shift) * pow(factor, -1, _64_BITS) % _64_BITS
    return (state - (number + 1) * _GOLDEN) % _64_BITS


def _unshifted(number: int, shift: int) -> int:
    """Return the number that becomes `number` when it is shifted right and laid over itself."""
    found = number
    for _ in range(64 // shift):
        found = number ^ found >> shift
    return found
