"""The only source of random numbers: a permuted congruential generator with 64 bits of state.

After Melissa O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
Number Generation" (2014), with the output taken from the state after the step and the seed used as the state.
"""

from __future__ import annotations

import attrs

from roguelike.classes import define

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
_64_BITS = 0xFFFF_FFFF_FFFF_FFFF
_32_BITS = 0xFFFF_FFFF


def _in_64_bits(number: int) -> int:
    return number & _64_BITS


@define
class PCG32:
    """A generator of 32-bit numbers, with a 64-bit state."""

    # Every draw sets it to 64 bits already: converting it each time would take longer than the rest.
    state: int = attrs.field(converter=_in_64_bits, on_setattr=attrs.setters.NO_OP)

    def next_u32(self) -> int:
        """Return the next number, 0 to 2**32 - 1, each equally likely."""
        state = (self.state * MULTIPLIER + INCREMENT) & _64_BITS
        self.state = state
        rotation = state >> 59
        word = ((state ^ (state >> 18)) >> 27) & _32_BITS
        return (word >> rotation | word << (32 - rotation)) & _32_BITS


def stream_seed(seed: int, *path: int) -> int:
    """Return the state of a separate stream for each `path` under `seed`, so that streams never share numbers.

    Each number is mixed in by the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    """
    state = seed & _64_BITS
    for number in path:
        state = (state + (number + 1) * 0x9E3779B97F4A7C15) & _64_BITS
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _64_BITS
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _64_BITS
        state ^= state >> 31
    return state
