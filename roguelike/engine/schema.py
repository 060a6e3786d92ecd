"""What of a class is saved, said beside each of its fields: its writer and its reader are derived from that.

A field is `saved` by a codec, `derived` from others, or `given` by the rule set. Whatever equals its default is left
out, and a default that is written down is refused: equal states have equal plain data, and a field that is added with a
default reads what was saved before it came.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.geometry import Point
from roguelike.engine.grid import LONGEST_SIDE, Grid, bitboard
from roguelike.engine.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

T = TypeVar("T")
K = TypeVar("K")

MOST: Final = (1 << 53) - 1
"""The largest number of anything that nothing else bounds; no loop is as long as any of these."""

SHOWN: Final = "shown"
"""The metadata of fields that no rule reads."""
_KEY: Final = "codec"
_GIVEN: Final = "given"
_DIGITS: Final = b"0123456789abcdef"
_ONE_DIGIT: Final = 16
"""With so many kinds of terrain one digit tells which."""


class Names(Protocol):
    """What a rule set is to those who write and read: its kinds by the names of tables, and their names."""

    @property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """By table, what each name stands for."""

    @property
    def names(self) -> Mapping[str, Mapping[Any, str]]:
        """By table, the names of what they hold."""


@define
class Reading:
    """What a reader knows beside the plain data: the rule set, and the grid of the level once that has been read."""

    rules: Names
    grid: Grid = attrs.field(factory=lambda: Grid(1, 1))


@frozen
class Codec(Generic[T]):
    """One sort of value: how it is written, and how it is read with care.

    `wrong` is plain data that every reader of this sort must refuse, for tests.
    """

    write: Callable[[T, Any], Any]
    read: Callable[[Plain, Reading], T]
    wrong: tuple[Any, ...] = ()


def saved(codec: Codec[Any], **options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is saved by a codec."""
    return attrs.field(metadata={_KEY: codec}, **options)


def derived(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that follows from others, or that nobody needs after a load."""
    return attrs.field(metadata={_KEY: None}, eq=False, repr=False, **options)


def given(make: Callable[[Any], Any]) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is not saved since the rule set gives it: `make` takes a rule set."""
    return attrs.field(metadata={_GIVEN: make}, eq=False, repr=False)


def shown(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that says how something looks or what is told of it, and no rule."""
    return attrs.field(metadata={SHOWN: True}, **options)


@frozen
class Schema(Generic[T]):
    """The saved fields of a class: those that are always written, and those with what they usually are, as written."""

    cls: type[T]
    required: tuple[tuple[str, Codec[Any]], ...]
    optional: tuple[tuple[str, Codec[Any], Any, Any], ...]
    """With the default of each, as it is and as it is written."""
    given: tuple[tuple[str, Callable[[Any], Any]], ...]
    _getter: Callable[[Any], tuple[Any, ...]] = attrs.field(init=False, repr=False)
    _required: tuple[str, ...] = attrs.field(init=False, repr=False)
    _writers: list[tuple[str, Any]] = attrs.field(init=False, repr=False)
    _optional: list[tuple[str, Any, Any, Any]] = attrs.field(init=False, repr=False)

    @_getter.default
    def _make_getter(self) -> Callable[[Any], tuple[Any, ...]]:
        names = self.names
        get = operator.attrgetter(*names)
        return get if len(names) > 1 else lambda value: (get(value),)

    @_required.default
    def _make_required(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.required)

    @_writers.default
    def _make_writers(self) -> list[tuple[str, Any]]:
        return [(name, codec.write) for name, codec in self.required if _writer(codec) is not None]

    @_optional.default
    def _make_optional(self) -> list[tuple[str, Any, Any, Any]]:
        return [(name, _writer(codec), default, usual) for name, codec, default, usual in self.optional]

    def write(self, value: T, rules: Names) -> dict[str, Any]:
        """Return the saved fields as plain data."""
        # The whole state is written before each command, so nothing is called for what is written as it is.
        fields = self._getter(value)
        plain = dict(zip(self._required, fields, strict=False))
        for name, write in self._writers:
            plain[name] = write(plain[name], rules)
        for (name, write, default, usual), given in zip(self._optional, fields[len(self._required) :], strict=True):
            if given == default:
                continue
            written = given if write is None else write(given, rules)
            if written != usual:
                plain[name] = written
        return plain

    def read(self, part: Plain, reading: Reading) -> T:
        """Return the object of which `part` is the plain data, read field by field.

        Raises:
            BadPlain: it is not what `write` gives.
        """
        value = part.value
        if not isinstance(value, dict):
            raise part.wrong(f"a table of {', '.join(self.names)}")
        made = {name: make(reading.rules) for name, make in self.given}
        found = 0
        for name, codec in self.required:
            if name not in value:
                raise part.wrong(f"a table with {name}")
            made[name] = codec.read(Plain(value[name], f"{part.place}.{name}"), reading)
            found += 1
        for name, codec, _, usual in self.optional:
            if name in value:
                inner = Plain(value[name], f"{part.place}.{name}")
                made[name] = codec.read(inner, reading)
                if inner.value == usual:
                    raise inner.wrong("nothing where it is as usual")
                found += 1
        if found != len(value):
            raise part.wrong(f"a table of {', '.join(self.names)}")
        return self.cls(**made)

    @property
    def names(self) -> list[str]:
        """The names of all saved fields."""
        return [name for name, _ in self._codecs()]

    def hostile(self, good: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield every way to make one good record wrong in one place, with a name for it; for tests."""
        for name, codec in self._codecs():
            for wrong in codec.wrong:
                yield f"{name} is {str(wrong)[:20]}", {**good, name: wrong}
        for name, _ in self.required:
            yield f"no {name}", {key: value for key, value in good.items() if key != name}
        for name, _, _, usual in self.optional:
            yield f"the usual {name}", {**good, name: usual}
        yield "one more", {**good, "": 0}

    def _codecs(self) -> list[tuple[str, Codec[Any]]]:
        return [*self.required, *((name, codec) for name, codec, *_ in self.optional)]


@functools.cache
def schema(cls: type[T]) -> Schema[T]:
    """Return the schema of an attrs class.

    Raises:
        TypeError: a field says neither by what it is saved nor that it is not.
    """
    required, optional, given = list[Any](), list[Any](), list[Any]()
    for field in attrs.fields(cls):  # type: ignore[arg-type]
        if _GIVEN in field.metadata:
            given.append((field.name, field.metadata[_GIVEN]))
        elif _KEY not in field.metadata:
            raise TypeError(f"{cls.__name__}.{field.name} is neither saved nor derived")
        elif (codec := field.metadata[_KEY]) is not None:
            default = _default(field)
            if default is attrs.NOTHING:
                required.append((field.name, codec))
            else:
                optional.append((field.name, codec, default, codec.write(default, None)))
    return Schema(cls, tuple(required), tuple(optional), tuple(given))


def _writer(codec: Codec[Any]) -> Callable[[Any, Any], Any] | None:
    """Return what writes a value; None where it is written as it is."""
    return None if codec.write is _same else codec.write


def _default(field: attrs.Attribute[Any]) -> Any:  # noqa: ANN401 -- of any type
    """Return what a field is unless it is given; nothing where that hangs on other fields."""
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return attrs.NOTHING if default.takes_self else default.factory()
    return default


def whole(low: int = 0, high: int = MOST) -> Codec[int]:
    """Return the codec of whole numbers from `low` to `high`."""
    return Codec(_same, lambda part, _: part.whole(low, high), (low - 1, high + 1, True, 1.5, "1", None))


def flag() -> Codec[bool]:
    """Return the codec of true and false."""
    return Codec(_same, lambda part, _: part.truth(), (0, 1, "true", None))


def one_of(*names: str) -> Codec[Any]:
    """Return the codec of a few names."""
    return Codec(_same, lambda part, _: part.one_of(names), ("", f"{names[0]}x", 0, None))


def text(most: int) -> Codec[str]:
    """Return the codec of texts of at most so many characters."""
    return Codec(_same, lambda part, _: part.text(most), ("x" * (most + 1), 0, None, []))


def kind(table: str) -> Codec[Any]:
    """Return the codec of what a table of the rule set holds, by its name there."""

    def write(value: object, rules: Names) -> str:
        return rules.names[table][value]

    def read(part: Plain, reading: Reading) -> object:
        known = reading.rules.tables[table]
        return known[part.one_of(known)]

    return Codec(write, read, ("\0", 0, None, []))


def grid() -> Codec[Grid]:
    """Return the codec of a grid; the cells of every field after it are those of that grid."""

    def read(part: Plain, reading: Reading) -> Grid:
        width, height = part.list(2, least=2)
        reading.grid = Grid(width.whole(1, LONGEST_SIDE), height.whole(1, LONGEST_SIDE))
        return reading.grid

    wrong = ([0, 5], [5], [5, LONGEST_SIDE + 1], [5, 5, 5], None)
    return Codec(lambda value, _: [value.width, value.height], read, wrong)


def cell() -> Codec[Point]:
    """Return the codec of a cell of the level."""

    def read(part: Plain, reading: Reading) -> Point:
        x, y = part.list(2, least=2)
        return Point(x.whole(0, reading.grid.width - 1), y.whole(0, reading.grid.height - 1))

    return Codec(lambda value, _: [value[0], value[1]], read, ([0], [0, 0, 0], [-1, 0], [0, LONGEST_SIDE], {}, None))


def cell_index() -> Codec[int]:
    """Return the codec of the index of a cell of the level."""

    def read(part: Plain, reading: Reading) -> int:
        index = part.whole(0, reading.grid.size)
        if not reading.grid.contains(reading.grid.point(index)):
            raise part.wrong("a cell of the level")
        return index

    return Codec(_same, read, (0, -1, 1 << 40, None))


def flags() -> Codec[bytearray]:
    """Return the codec of a 0 or 1 for every cell index, as one hexadecimal number; the border has none but 0."""

    def read(part: Plain, reading: Reading) -> bytearray:
        size = reading.grid.size
        digits = part.text(size // 4 + 1)
        if digits.strip("0123456789abcdef") or (digits.startswith("0") and digits != "0") or not digits:
            raise part.wrong("a hexadecimal number")
        board = int(digits, 16)
        if board.bit_length() > size:
            raise part.wrong("no cells but those of the level")
        read = bytearray(bin(board)[:1:-1].encode().translate(_BITS).ljust(size, b"\0"))
        _check_border(part, read, reading.grid)
        return read

    wrong = ("", "0x1", "-1", "01", "A", "1_0", " 1", "f" * 10**5, 3, None)
    return Codec(lambda value, _: f"{bitboard(value):x}", read, wrong)


def layer(table: str) -> Codec[bytes]:
    """Return the codec of a code for every cell index; a table of the rule set says what each code means.

    It is written as the names that occur, in order of first occurrence, and their places among these as hexadecimal
    digits: one a cell, or two where there are more than 16 names. So it reads the same whatever codes they have.
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


@functools.lru_cache(maxsize=16)
def _written(codes: bytes) -> tuple[list[int], str]:
    """Return the codes that occur in a layer, and the layer as digits; it seldom changes from one time to the next."""
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
    """Return the codec of what may be None."""
    write, read = codec.write, codec.read
    return Codec(
        lambda value, rules: None if value is None else write(value, rules),
        lambda part, reading: None if part.value is None else read(part, reading),
        tuple(wrong for wrong in codec.wrong if wrong is not None),
    )


def listed(codec: Codec[T], most: int, *, least: int = 0) -> Codec[list[T]]:
    """Return the codec of lists of so many."""
    write, read = codec.write, codec.read
    return Codec(
        lambda values, rules: [write(value, rules) for value in values],
        lambda part, reading: [read(each, reading) for each in part.list(most, least=least)],
        (None, {}, 0, [[]] * (most + 1)) if most < 10**4 else (None, {}, 0),
    )


def table(keys: Codec[K], codec: Codec[T], most: int) -> Codec[dict[K, T]]:
    """Return the codec of dictionaries of at most so many entries: a list of pairs, the keys as written rising."""

    def write(values: dict[K, T], rules: Names) -> list[Any]:
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
    made = functools.cache(lambda: schema(cls))  # type: ignore[arg-type]
    return Codec(
        lambda value, rules: made().write(value, rules),
        lambda part, reading: made().read(part, reading),
        (None, [], {"": 0}, 7),
    )


def _same(value: Any, _: object) -> Any:  # noqa: ANN401 -- of any type
    return value


_BITS: Final = bytes(char == ord("1") for char in range(256))
_PLACES: Final = bytes(max(0, _DIGITS.find(char)) for char in range(256))
