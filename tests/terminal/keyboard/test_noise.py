"""Streams of noise, by a clock that needs no time: none of them keeps Ctrl-C away, nor the keyboard for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.terminal.keyboard.resync import INTERRUPT, INTERRUPT_TIME, LONGEST_TIME, KeyDecoder
from tests.effort import some
from tests.noise import Piece, make_stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHARES = range(5)
A_SHARE = some(60)


def heard(key_decoder: KeyDecoder, pieces: Iterable[Piece], now: float) -> Iterator[tuple[float, list[str]]]:
    """Send the pieces, and go through the times at which something may have come of them, and what that was."""
    for piece in pieces:
        now += piece.pause
        while key_decoder.deadline is not None and key_decoder.deadline <= now:
            yield key_decoder.deadline, key_decoder.expire(key_decoder.deadline)
        yield now, key_decoder.feed(piece.received, now)


@pytest.mark.parametrize("share", SHARES)
def test_control_c_comes_through_any_noise(share: int) -> None:
    """At once, or where it may be text in half a second at most."""
    for number in range(share * A_SHARE, (share + 1) * A_SHARE):
        stream, key_decoder = make_stream(number), KeyDecoder()
        *_, (now, _) = heard(key_decoder, stream.pieces, 100.0)
        rest = [Piece(0.0, b"\x03"), *stream.after, Piece(INTERRUPT_TIME, b"")]
        came = next((when for when, texts in heard(key_decoder, rest, now) if INTERRUPT in texts), None)

        assert came is not None, number
        assert came <= now + INTERRUPT_TIME + 0.06, number


@pytest.mark.parametrize("share", SHARES)
def test_keys_come_through_after_any_noise(share: int) -> None:
    """Whatever was begun is over some time, however it goes on."""
    for number in range(share * A_SHARE, (share + 1) * A_SHARE):
        key_decoder = KeyDecoder()
        *_, (now, _) = heard(key_decoder, [*make_stream(number).pieces, Piece(LONGEST_TIME + 20.0, b"")], 100.0)

        assert ["j"] == key_decoder.feed(b"j", now)
