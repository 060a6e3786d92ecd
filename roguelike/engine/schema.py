"""What of a class is saved, said beside each of its fields: its writer and its reader are derived from that.

A field is `saved` by a codec, `derived` from others, or `given` by the rule set. Whatever equals its default is left
out, and a default that is written down is refused: equal states have equal plain data, and a field that is added with a
default reads what was saved before it came.
"""

from __future__ import annotations

import functools
import itertools
import operator
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.grid import Grid
from roguelike.engine.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

T = TypeVar("T")

MOST: Final = (1 << 53) - 1
"""The largest number of anything that nothing else bounds; no loop is as long as any of these."""

SHOWN: Final = "shown"
"""The metadata of fields that no rule reads."""
ADDED: Final = "added"
"""The metadata of fields that rule sets did not have when the first games were saved."""
_MAX_LIST: Final = 240
_KEY: Final = "codec"
_GIVEN: Final = "given"


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


def as_is(value: Any, _: object) -> Any:  # noqa: ANN401 -- of any type
    """Return a value that is plain already: it is written as it is."""
    return value


def saved(codec: Codec[Any], **options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is saved by a codec."""
    return attrs.field(metadata={_KEY: codec}, **options)


def derived(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is derived from others, or not needed after a load."""
    return attrs.field(metadata={_KEY: None}, eq=False, repr=False, **options)


def given(make: Callable[[Any], Any]) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is not saved since the rule set gives it: `make` takes a rule set."""
    return attrs.field(metadata={_GIVEN: make}, eq=False, repr=False)


def shown(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is only shown, as a look or a text, and that no rule reads."""
    return attrs.field(metadata={SHOWN: True}, **options)


def added(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that rule sets have got since games are saved: as usual, it changes no fingerprint."""
    return attrs.field(metadata={ADDED: True}, **options)


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
    _optional: list[tuple[str, Any, Any]] = attrs.field(init=False, repr=False)
    _defaults: tuple[Any, ...] = attrs.field(init=False, repr=False)

    @_getter.default
    def _make_getter(self) -> Callable[[Any], tuple[Any, ...]]:
        names = self.names
        if len(names) > 1:
            return operator.attrgetter(*names)
        return lambda value: tuple(getattr(value, name) for name in names)

    @_required.default
    def _make_required(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.required)

    @_writers.default
    def _make_writers(self) -> list[tuple[str, Any]]:
        return [(name, codec.write) for name, codec in self.required if _writer(codec) is not None]

    @_optional.default
    def _make_optional(self) -> list[tuple[str, Any, Any]]:
        return [(name, _writer(codec), usual) for name, codec, _, usual in self.optional]

    @_defaults.default
    def _make_defaults(self) -> tuple[Any, ...]:
        return tuple(default for _, _, default, _ in self.optional)

    def write(self, value: T, rules: Names) -> dict[str, Any]:
        """Return the saved fields as plain data."""
        # The whole state is written before each command, so nothing is called for what is written as it is.
        fields = self._getter(value)
        plain = dict(zip(self._required, fields, strict=False))
        for name, write in self._writers:
            plain[name] = write(plain[name], rules)
        rest = fields[len(self._required) :]
        if rest == self._defaults:
            return plain
        # Most of the others are as usual: those that are not are found without a step of Python for each.
        others = itertools.compress(zip(self._optional, rest, strict=True), map(operator.ne, rest, self._defaults))
        for (name, write, usual), given in others:
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
            raise part.wrong(f"a table of {self._listed}")
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
                    raise inner.wrong("the default to be left out")
                found += 1
        if found != len(value):
            raise part.wrong(f"a table of {self._listed}")
        return self.cls(**made)

    @property
    def _listed(self) -> str:
        """The names of all saved fields, as far as a sentence has room for them."""
        return textwrap.shorten(", ".join(self.names), _MAX_LIST, placeholder=" ...")

    @property
    def names(self) -> list[str]:
        """The names of all saved fields."""
        return [name for name, _ in self.codecs()]

    def hostile(self, good: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield every way to make one good record wrong in one place, with a name for it; for tests."""
        for name, codec in self.codecs():
            for wrong in codec.wrong:
                yield f"{name} is {str(wrong)[:20]}", {**good, name: wrong}
        for name, _ in self.required:
            yield f"no {name}", {key: value for key, value in good.items() if key != name}
        for name, _, _, usual in self.optional:
            yield f"the usual {name}", {**good, name: usual}
        yield "one more", {**good, "": 0}

    def codecs(self) -> list[tuple[str, Codec[Any]]]:
        """Return the codecs of all saved fields by their names, those that are always written first."""
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
            default = default_of(field)
            if default is attrs.NOTHING:
                required.append((field.name, codec))
            else:
                optional.append((field.name, codec, default, codec.write(default, None)))
    return Schema(cls, tuple(required), tuple(optional), tuple(given))


def _writer(codec: Codec[Any]) -> Callable[[Any, Any], Any] | None:
    """Return what writes a value; None where it is written as it is."""
    return None if codec.write is as_is else codec.write


def default_of(field: attrs.Attribute[Any]) -> Any:  # noqa: ANN401 -- of any type
    """Return what a field is unless it is given; `attrs.NOTHING` where that hangs on other fields."""
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return attrs.NOTHING if default.takes_self else default.factory()
    return default
