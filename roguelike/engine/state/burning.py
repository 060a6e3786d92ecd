"""Codecs of fire and gas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.codecs import board, lanes, listed
from roguelike.engine.kinds.fire import MAX_FIRE
from roguelike.engine.kinds.gases import MAX_GAS
from roguelike.engine.schema import Codec

if TYPE_CHECKING:
    from roguelike.engine.plain import Plain
    from roguelike.engine.schema import Names, Reading


def fire() -> Codec[tuple[int, ...]]:
    """Return the codec of fire: disjoint bitboards by the number of rounds left, or none without fire."""
    codec = listed(board(), MAX_FIRE)

    def read(part: Plain, reading: Reading) -> tuple[int, ...]:
        boards = codec.read(part, reading)
        if boards and (len(boards) != MAX_FIRE or not any(boards)):
            raise part.wrong(f"{MAX_FIRE} boards, or none where nothing burns")
        seen = 0
        for cells in boards:
            if cells & seen:
                raise part.wrong("each cell once")
            seen |= cells
        return tuple(boards)

    def write(boards: tuple[int, ...], rules: Names) -> object:
        return codec.write(list(boards), rules)

    zeros = ["0"] * MAX_FIRE
    return Codec(write, read, (*codec.wrong, ["1"], zeros, ["4000", *zeros[1:-1], "4000"]))


def cloud() -> Codec[int]:
    """Return the codec of the amounts of a gas by cell; at least one is above 0."""
    codec = lanes(MAX_GAS)

    def read(part: Plain, reading: Reading) -> int:
        amounts = codec.read(part, reading)
        if not amounts:
            raise part.wrong("some gas, or no entry")
        return amounts

    return Codec(codec.write, read, (*codec.wrong, "0"))
