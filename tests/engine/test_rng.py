"""The generator against the published numbers of section 5.1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.rng import PCG32, stream_seed
from tests.dice_vectors import OUTPUTS, STATES_AFTER_TEN


@pytest.mark.parametrize("seed", OUTPUTS)
def test_the_first_ten_numbers_are_the_published_ones(seed: int) -> None:
    """Every roll, level and replay depends on these numbers."""
    rng = PCG32(seed)

    drawn = [rng.next_u32() for _ in range(10)]

    assert OUTPUTS[seed] == drawn


@pytest.mark.parametrize("seed", STATES_AFTER_TEN)
def test_the_state_after_ten_numbers_is_the_published_one(seed: int) -> None:
    """A save contains only the state, so the state must be right as well as the numbers."""
    rng = PCG32(seed)

    for _ in range(10):
        rng.next_u32()

    assert STATES_AFTER_TEN[seed] == rng.state


def test_the_top_two_bits_give_the_published_directions() -> None:
    """Wandering monsters use the top two bits, so these must be right."""
    rng = PCG32(42)

    directions = [rng.next_u32() >> 30 for _ in range(16)]

    assert [1, 0, 3, 3, 0, 3, 2, 1, 1, 3, 0, 0, 2, 0, 3, 3] == directions


def test_a_seed_wider_than_64_bits_is_cut() -> None:
    """A player may type any number as a seed; the state must still fit a save."""
    wide = PCG32((7 << 64) + 42)

    assert PCG32(42) == wide


@given(st.integers(0, 2**64 - 1), st.integers(0, 20))
def test_a_state_taken_back_goes_on_with_the_same_numbers(seed: int, already_drawn: int) -> None:
    """Loading a save must not change the numbers that follow."""
    rng = PCG32(seed)
    for _ in range(already_drawn):
        rng.next_u32()

    loaded = PCG32(rng.state)

    assert [rng.next_u32() for _ in range(5)] == [loaded.next_u32() for _ in range(5)]


@given(st.integers())
def test_every_number_fits_32_bits(seed: int) -> None:
    """The dice are computed for exactly 2**32 inputs."""
    number = PCG32(seed).next_u32()

    assert 0 <= number < 2**32


def test_a_stream_of_one_number_is_that_of_splitmix64() -> None:
    """The first numbers match those published for SplitMix64 with seed 0."""
    streams = [stream_seed(0, number) for number in range(3)]

    assert 0xE220A8397B1DCDAF == streams[0]
    assert [0x6E789E6AA1B965F4, 0x06C45D188009454F] == streams[1:]


def test_no_path_gives_the_seed_itself() -> None:
    """The stream of play is the seed's own, so that a seed means the numbers of section 5.1."""
    streams = [stream_seed(42), stream_seed(2**64 + 42)]

    assert [42, 42] == streams


def test_streams_of_all_seeds_and_depths_differ() -> None:
    """Two levels with the same seed would be identical."""
    streams = [stream_seed(seed, depth) for seed in range(100) for depth in range(30)]

    assert len(streams) == len(set(streams))


def test_the_order_of_a_path_matters() -> None:
    """The third room of the second level is not the second room of the third."""
    streams = {stream_seed(1, 2, 3), stream_seed(1, 3, 2), stream_seed(1, 2), stream_seed(1, 3)}

    assert 4 == len(streams)
