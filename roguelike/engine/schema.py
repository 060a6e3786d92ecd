"""Schemas: how the fields of a class are saved, declared with each field; its writer and reader follow from that.

A field is `saved` by a codec, `derived` from others, or `given` by the rule set. Values equal to
their default are omitted, and a written default is refused: equal states have equal plain data, and a new field with a
default reads older saves.
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
"""The maximum of numbers without a bound of their own, none of which bounds a loop."""

SHOWN: Final = "shown"
"""The metadata key of fields that no rule reads."""
ADDED: Final = "added"
"""The metadata key of fields that rule sets did not have when the first games were saved."""
_MAX_LIST: Final = 240
_KEY: Final = "codec"
_GIVEN: Final = "given"


class Names(Protocol):
    """The rule set as writers and readers see it: its kinds by table and name, and their names."""

    @property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds by table and name."""

    @property
    def names(self) -> Mapping[str, Mapping[Any, str]]:
        """The names by table and kind."""


@define
class Reading:
    """The context of a reader: the rule set, and the grid of the level once that has been read."""

    rules: Names
    grid: Grid = attrs.field(factory=lambda: Grid(1, 1))


@frozen
class Codec(Generic[T]):
    """One type of value: how it is written, and how it is read from untrusted data.

    `wrong` is plain data that every reader of this type must refuse, for tests.
    """

    write: Callable[[T, Any], Any]
    read: Callable[[Plain, Reading], T]
    wrong: tuple[Any, ...] = ()


def as_is(value: Any, _: object) -> Any:  # noqa: ANN401 -- of any type
    """Return a value that is plain already, unchanged."""
    return value


def saved(codec: Codec[Any], **options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is saved by a codec."""
    return attrs.field(metadata={_KEY: codec}, **options)


def derived(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is not saved: it is derived from others, or not needed after a load."""
    return attrs.field(metadata={_KEY: None}, eq=False, repr=False, **options)


def given(make: Callable[[Any], Any]) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is not saved, as `make` takes it from the rule set."""
    return attrs.field(metadata={_GIVEN: make}, eq=False, repr=False)


def shown(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that is only displayed, such as a glyph or a text, and that no rule reads."""
    return attrs.field(metadata={SHOWN: True}, **options)


def added(**options: Any) -> Any:  # noqa: ANN401 -- as attrs.field
    """Return an attrs field that rule sets gained after the first saves: its default changes no fingerprint."""
    return attrs.field(metadata={ADDED: True}, **options)


@frozen
class Schema(Generic[T]):
    """The saved fields of a class: required ones, which are always written, and optional ones with a default."""

    cls: type[T]
    required: tuple[tuple[str, Codec[Any]], ...]
    optional: tuple[tuple[str, Codec[Any], Any, Any], ...]
    """Name and codec of each, with its default as a value and as written."""
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
        # The whole state is written before each command, so no function is called for values that are plain already.
        fields = self._getter(value)
        plain = dict(zip(self._required, fields, strict=False))
        for name, write in self._writers:
            plain[name] = write(plain[name], rules)
        rest = fields[len(self._required) :]
        if rest == self._defaults:
            return plain
        # Most of the others have their default: `compress` finds the exceptions without a Python step for each.
        others = itertools.compress(zip(self._optional, rest, strict=True), map(operator.ne, rest, self._defaults))
        for (name, write, usual), given in others:
            written = given if write is None else write(given, rules)
            if written != usual:
                plain[name] = written
        return plain

    def read(self, part: Plain, reading: Reading) -> T:
        """Return the object with the plain data `part`, read field by field.

        Raises:
            BadPlain: `write` would not give this data.
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
        """The names of all saved fields, shortened to fit a sentence."""
        return textwrap.shorten(", ".join(self.names), _MAX_LIST, placeholder=" ...")

    @property
    def names(self) -> list[str]:
        """The names of all saved fields."""
        return [name for name, _ in self.codecs()]

    def hostile(self, good: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield all variants of a good record with one error each, with a name for it; for tests."""
        for name, codec in self.codecs():
            for wrong in codec.wrong:
                yield f"{name} is {str(wrong)[:20]}", {**good, name: wrong}
        for name, _ in self.required:
            yield f"no {name}", {key: value for key, value in good.items() if key != name}
        for name, _, _, usual in self.optional:
            yield f"the usual {name}", {**good, name: usual}
        yield "one more", {**good, "": 0}

    def codecs(self) -> list[tuple[str, Codec[Any]]]:
        """Return the codecs of all saved fields with their names, required ones first."""
        return [*self.required, *((name, codec) for name, codec, *_ in self.optional)]


@functools.cache
def schema(cls: type[T]) -> Schema[T]:
    """Return the schema of an attrs class.

    Raises:
        TypeError: a field is neither saved nor derived nor given.
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
    """Return the writer of a codec; None if values are written unchanged."""
    return None if codec.write is as_is else codec.write


def default_of(field: attrs.Attribute[Any]) -> Any:  # noqa: ANN401 -- of any type
    """Return the default of a field; `attrs.NOTHING` if it has none or depends on other fields."""
    default: Any = field.default
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return attrs.NOTHING if default.takes_self else default.factory()
    return default
