"""The slow link: its effect on bytes must be known before it can measure the game."""

from __future__ import annotations

import math
import os
import pty
import tty
from typing import TYPE_CHECKING

import pytest

from tests.bench.link import PACKET, ROOM, Lane, Link

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 10.0


@pytest.fixture
def line() -> Iterator[tuple[int, int]]:
    """Yield the two ends of a raw pseudo-terminal: the person's and the program's."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    yield master, slave
    os.close(master)
    os.close(slave)


def test_bytes_come_out_in_the_order_in_which_they_went_in() -> None:
    """A sequence out of order would show another screen than the program drew."""
    text = bytes(range(256)) * 3
    lane = Lane(0.5, 1000)
    for start in range(0, len(text), 100):
        lane.put(text[start : start + 100], now=0)

    assert text == lane.take(now=10)


def test_a_packet_takes_its_bytes_by_the_rate_and_then_the_way() -> None:
    """This is the floor that the game is measured against."""
    lane = Lane(0.5, 100)

    assert 2.5 == lane.put(bytes(100), now=1)
    assert b"" == lane.take(now=2.4)
    assert bytes(100) == lane.take(now=2.5)


def test_what_comes_while_the_lane_is_busy_waits_for_its_turn() -> None:
    """A queue is what makes a program that draws too much late."""
    lane = Lane(0, 100)
    lane.put(bytes(100), now=0)
    late = lane.put(bytes(50), now=0.5)

    assert 1.5 == late
    assert 100 == lane.waiting(now=0.5)
    assert 0 == lane.waiting(now=2)


def test_a_long_text_arrives_bit_by_bit() -> None:
    """A large frame on a slow line is seen to build up, as on a real one."""
    lane = Lane(0, 100)
    lane.put(bytes(3 * PACKET), now=0)

    assert lane.due == PACKET / 100
    assert bytes(PACKET) == lane.take(now=PACKET / 100)
    assert bytes(2 * PACKET) == lane.take(now=100)
    assert lane.due is None


def test_a_link_carries_keys_there_and_frames_back(line: tuple[int, int]) -> None:
    """Without both ways there is no playing over it."""
    person, program = line
    link = Link(person, 0, math.inf)
    link.press("hj")
    os.write(program, b"frame")

    assert b"frame" == link.burst(0.05, PATIENCE)[0]
    assert b"hj" == os.read(program, 10)


def test_a_link_leaves_with_the_program_what_it_has_no_room_for(line: tuple[int, int]) -> None:
    """A link that swallowed everything would never hold a program up, and so never show what that does then."""
    person, program = line
    os.write(program, bytes(ROOM + 1000))
    link = Link(person, 0, 1)
    link.wait(0.2)

    assert 1 == link.reads
    assert 1000 == len(os.read(person, ROOM + 1000))
