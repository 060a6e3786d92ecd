"""Codecs: how values of each type are written and read, with examples of data that readers must refuse."""

from __future__ import annotations

import enum
import functools
from typing import TYPE_CHECKING, Any, Final, TypeVar

from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import LANE, MAX_SIDE, Grid, bitboard, flags_of, lanes_of
from roguelike.engine.schema import MOST, Codec, Names, Reading, Schema, as_is, schema

if TYPE_CHECKING:
    from roguelike.engine.plain import Plain

T = TypeVar("T")
K = TypeVar("K")
_Member = TypeVar("_Member", bound=enum.StrEnum)

_DIGITS: Final = b"0123456789abcdef"
_ONE_DIGIT: Final = 16
"""Maximum number of kinds of terrain that are written as one digit per cell."""


def integer(low: int = 0, high: int = MOST) -> Codec[int]:
    """Return the codec of whole numbers from `low` to `high`."""
    return Codec(as_is, lambda part, _: part.integer(low, high), (low - 1, high + 1, True, 1.5, "1", None))


def flag() -> Codec[bool]:
    """Return the codec of true and false."""
    return Codec(as_is, lambda part, _: part.boolean(), (0, 1, "true", None))


def one_of(*names: str) -> Codec[Any]:
    """Return the codec of a few names."""
    return Codec(as_is, lambda part, _: part.one_of(names), ("", f"{names[0]}x", 0, None))


def member(names: type[_Member]) -> Codec[_Member]:
    """Return the codec of the members of an enumeration of names."""
    name = one_of(*names)
    return Codec(lambda value, _: str(value), lambda part, reading: names(name.read(part, reading)), name.wrong)


def text(most: int) -> Codec[str]:
    """Return the codec of texts of at most `most` characters."""
    return Codec(as_is, lambda part, _: part.text(most), ("x" * (most + 1), 0, None, []))


def line(most: int) -> Codec[str]:
    """Return the codec of lines of at most `most` printable characters."""
    return Codec(as_is, lambda part, _: part.line(most), ("x" * (most + 1), "\x1b", 0, None, []))


def kind(table: str) -> Codec[Any]:
    """Return the codec of the entries of a table of the rule set, written as their names."""

    def write(value: object, rules: Names) -> str:
        return rules.names[table][value]

    def read(part: Plain, reading: Reading) -> object:
        known = reading.rules.tables[table]
        return known[part.one_of(known)]

    return Codec(write, read, ("\0", 0, None, []))


def name_in(table: str) -> Codec[str]:
    """Return the codec of the names in a table of the rule set."""
    return Codec(as_is, lambda part, reading: part.one_of(reading.rules.tables[table]), ("\0", 0, None, []))


def grid() -> Codec[Grid]:
    """Return the codec of a grid; the cells of the fields after it are cells of that grid."""

    def read(part: Plain, reading: Reading) -> Grid:
        width, height = part.list(2, least=2)
        reading.grid = Grid(width.integer(1, MAX_SIDE), height.integer(1, MAX_SIDE))
        return reading.grid

    wrong = ([0, 5], [5], [5, MAX_SIDE + 1], [5, 5, 5], None)
    return Codec(lambda value, _: [value.width, value.height], read, wrong)


def cell() -> Codec[Point]:
    """Return the codec of a cell of the level."""

    def read(part: Plain, reading: Reading) -> Point:
        x, y = part.list(2, least=2)
        return Point(x.integer(0, reading.grid.width - 1), y.integer(0, reading.grid.height - 1))

    return Codec(lambda value, _: [value[0], value[1]], read, ([0], [0, 0, 0], [-1, 0], [0, MAX_SIDE], {}, None))


def any_whole() -> Codec[int]:
    """Return the codec of whole numbers that can be out of range, like the slot of a refused command."""
    return integer(-MOST)


def any_cell() -> Codec[Point]:
    """Return the codec of cells that can be off the level, like the target of a refused command."""
    number = any_whole()

    def read(part: Plain, reading: Reading) -> Point:
        x, y = part.list(2, least=2)
        return Point(number.read(x, reading), number.read(y, reading))

    return Codec(lambda value, _: [value[0], value[1]], read, ([0], [0, 0, 0], [0, 1.5], {}, None))


def compass() -> Codec[Direction]:
    """Return the codec of directions, written as their names in lower case."""
    by_name = {direction.name.lower(): direction for direction in Direction}
    name = one_of(*by_name)
    return Codec(lambda way, _: way.name.lower(), lambda part, reading: by_name[name.read(part, reading)], name.wrong)


def cell_index() -> Codec[int]:
    """Return the codec of the index of a cell of the level."""

    def read(part: Plain, reading: Reading) -> int:
        index = part.integer(0, reading.grid.size)
        if not reading.grid.contains(reading.grid.point(index)):
            raise part.wrong("a cell of the level")
        return index

    return Codec(as_is, read, (0, -1, 1 << 40, None))


def flags() -> Codec[bytearray]:
    """Return the codec of a 0 or 1 for every cell index, as one hexadecimal number; the border has only 0."""
    codec = board()

    def read(part: Plain, reading: Reading) -> bytearray:
        return bytearray(flags_of(codec.read(part, reading), reading.grid.size))

    return Codec(lambda value, _: _hexadecimal_of(bytes(value)), read, codec.wrong)


@functools.lru_cache(maxsize=16)
def _hexadecimal_of(flags: bytes) -> str:
    """Return flags as one hexadecimal number; cached, as most commands reveal no new cell."""
    return f"{bitboard(flags):x}"


def board() -> Codec[int]:
    """Return the codec of bitboards, as one hexadecimal number, without cells of the border."""

    def read(part: Plain, reading: Reading) -> int:
        cells = _hexadecimal(part, reading.grid.size)
        if cells & ~reading.grid.inside:
            raise part.wrong("no cells but those of the level, and nothing in the border")
        return cells

    return Codec(lambda value, _: f"{value:x}", read, _NO_HEXADECIMAL)


def lanes(most: int) -> Codec[int]:
    """Return the codec of integers with a 16-bit number up to `most` for each cell; all bits of `most` must be set."""

    def read(part: Plain, reading: Reading) -> int:
        numbers = _hexadecimal(part, LANE * reading.grid.size)
        if numbers & ~(lanes_of(reading.grid.inside) // ((1 << LANE) - 1) * most):
            raise part.wrong(f"numbers up to {most}, and nothing in the border")
        return numbers

    return Codec(lambda value, _: f"{value:x}", read, _NO_HEXADECIMAL)


def _hexadecimal(part: Plain, bits: int) -> int:
    digits = part.text(bits // 4 + 1)
    if digits.strip("0123456789abcdef") or (digits.startswith("0") and digits != "0") or not digits:
        raise part.wrong("a hexadecimal number")
    return int(digits, 16)


_NO_HEXADECIMAL: Final = ("", "0x1", "-1", "01", "A", "1_0", " 1", "f" * 10**5, 3, None)


def layer(table: str) -> Codec[bytes]:
    """Return the codec of a code for every cell index; a table of the rule set gives the codes their meaning.

    It is written as the names that occur, in order of first occurrence, and the positions among these as hexadecimal
    digits: one per cell, or two if there are more than 16 names. So it does not depend on the numbering of the codes.
    """

    def write(codes: bytes, rules: Names) -> list[Any]:
        names, digits = _written(codes)
        known = rules.names[table]
        return [[known[code] for code in names], digits]

    def read(part: Plain, reading: Reading) -> bytes:
        palette, digits = part.list(2, least=2)
        known = reading.rules.tables[table]
        names = [name.one_of(known) for name in palette.list(len(known), least=1)]
        places = _places(digits, reading.grid.size, len(names))
        if list(dict.fromkeys(places)) != list(range(len(names))) or len(set(names)) != len(names):
            raise part.wrong("names in order of first occurrence, each once")
        codes = places.translate(bytes(known[name] for name in names).ljust(256, b"\0"))
        _check_border(part, codes, reading.grid)
        return codes

    return Codec(write, read, ([], [[], ""], [["\0"], "0"], None, "0"))


def thin_layer(table: str) -> Codec[bytes]:
    """Return the codec of a layer that most levels do not have: empty bytes stand for code 0 everywhere."""
    codec = layer(table)

    def read(part: Plain, reading: Reading) -> bytes:
        codes = codec.read(part, reading) if part.value != "" else b""
        if codes and not any(codes):
            raise part.wrong("a layer with anything in it")
        return codes

    return Codec(lambda codes, rules: codec.write(codes, rules) if codes else "", read, (*codec.wrong[1:], "0"))


@functools.lru_cache(maxsize=16)
def _written(codes: bytes) -> tuple[list[int], str]:
    """Return the codes that occur in a layer, and the layer as digits; cached, as layers seldom change."""
    used = list(dict.fromkeys(codes))
    places = bytearray(256)
    for place, code in enumerate(used):
        places[code] = place if len(used) > _ONE_DIGIT else _DIGITS[place]
    written = codes.translate(places)
    return used, written.hex() if len(used) > _ONE_DIGIT else written.decode("ascii")


def _places(digits: Plain, size: int, kinds: int) -> bytes:
    if kinds > _ONE_DIGIT:
        return digits.digits(size, kinds)
    if isinstance(digits.value, str) and len(digits.value) == size and not digits.value.strip(_DIGITS[:kinds].decode()):
        return digits.value.encode("ascii").translate(_PLACES)
    raise digits.wrong(f"{size} hexadecimal digits below {kinds:x}")


def _check_border(part: Plain, cells: bytes | bytearray, grid: Grid) -> None:
    border = bytearray(cells)
    for y in range(grid.height):
        border[grid.row(y)] = bytes(grid.width)
    if any(border):
        raise part.wrong("nothing in the border")


def optional(codec: Codec[T]) -> Codec[T | None]:
    """Return the codec of values that can be None."""
    write, read = codec.write, codec.read
    return Codec(
        lambda value, rules: None if value is None else write(value, rules),
        lambda part, reading: None if part.value is None else read(part, reading),
        tuple(wrong for wrong in codec.wrong if wrong is not None),
    )


def listed(codec: Codec[T], most: int, *, least: int = 0) -> Codec[list[T]]:
    """Return the codec of lists of `least` to `most` values."""
    write, read = codec.write, codec.read
    return Codec(
        lambda values, rules: [write(value, rules) for value in values],
        lambda part, reading: [read(each, reading) for each in part.list(most, least=least)],
        (None, {}, 0, [[]] * (most + 1)) if most < 10**4 else (None, {}, 0),
    )


def several(codec: Codec[T], most: int) -> Codec[tuple[T, ...]]:
    """Return the codec of tuples of at most `most` values, which are written as lists."""
    values = listed(codec, most)
    return Codec(values.write, lambda part, reading: tuple(values.read(part, reading)), values.wrong)  # type: ignore[arg-type]


def table(keys: Codec[K], codec: Codec[T], most: int) -> Codec[dict[K, T]]:
    """Return the codec of dictionaries of at most `most` entries: a list of pairs, by rising written keys."""
    is_plain = keys.write is as_is and codec.write is as_is

    def write(values: dict[K, T], rules: Names) -> list[Any]:
        if is_plain or not values:
            return sorted(map(list, values.items()))
        return sorted([keys.write(key, rules), codec.write(value, rules)] for key, value in values.items())

    def read(part: Plain, reading: Reading) -> dict[K, T]:
        pairs = [pair.list(2, least=2) for pair in part.list(most)]
        made: dict[K, T] = {}
        for number, (key, value) in enumerate(pairs):
            made[keys.read(key, reading)] = codec.read(value, reading)
            if number and not pairs[number - 1][0].value < key.value:
                raise key.wrong("more than the one before")
        return made

    return Codec(write, read, (None, {}, [[1]], [0]))


def record(cls: type[T]) -> Codec[T]:
    """Return the codec of another class whose fields are saved."""

    def fields() -> Schema[T]:  # made on first use: by then the class is complete
        return schema(cls)  # type: ignore[arg-type]

    return Codec(
        lambda value, rules: fields().write(value, rules),
        lambda part, reading: fields().read(part, reading),
        (None, [], {"": 0}, 7),
    )


_PLACES: Final = bytes(max(0, _DIGITS.find(char)) for char in range(256))
