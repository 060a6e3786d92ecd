"""Strict conversion of plain TOML values to kinds and parts: nothing is guessed, converted or ignored."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import attrs

from roguelike.classes import frozen
from roguelike.content.colors import read_color
from roguelike.content.complaints import MISSING, Unfit, listed
from roguelike.content.parts import FAMILIES, find_part, import_parts
from roguelike.content.texts import MAX_DESCRIPTION, check_line, read_text
from roguelike.engine.kinds.amounts import Amount, Growing
from roguelike.engine.kinds.glyphs import Color
from roguelike.engine.kinds.message_texts import Text
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.kinds.families import Part

_Made = TypeVar("_Made")

_MAX_LISTED: Final = 1000
"""The maximum number of entries of a list."""
_LARGEST: Final = (1 << 53) - 1
"""The largest whole number that a double holds exactly; fields have their own limits."""

_CHECKED_BY_READER: Final = frozenset({"name", "title", "summary", "description", "objective", "status", "tutorial"})
_PRIMITIVES: Final = {int: "a whole number", str: "text", bool: "true or false"}


@frozen
class Known:
    """The entries that a field can name."""

    what: str
    """The noun for an entry in error messages."""
    file: str
    """The file of a rule set with the entries."""
    by_name: Mapping[str, object]
    read: Callable[[str], object] | None = None
    """Reads an entry that is not in `by_name` yet, if it exists; raises `Unfit` if it cannot be read."""


class Field(NamedTuple):
    """A field of a class that a table in a file can have."""

    name: str
    default: Any
    type: Any


class Converter:
    """Converts values to the annotations of fields; kinds are given by name, from mappings that can still grow.

    Every method raises `Unfit` for a value that does not fit.
    """

    def __init__(
        self,
        kinds: Mapping[type, Known],
        names: Mapping[Any, Known],
    ) -> None:
        """Create a converter from the entries that fields can name, by kind, and from all names, by annotation."""
        self._readers: dict[Any, Callable[[object], Any]] = {
            **{primitive: functools.partial(_exactly, primitive) for primitive in _PRIMITIVES},
            **{family: functools.partial(self._part, family) for family in FAMILIES},
            **{kind: functools.partial(_named, known) for kind, known in kinds.items()},
            **{name: functools.partial(_name, known) for name, known in names.items()},
            Color: read_color,
            Growing: lambda value: self.entry(value, Amount) if isinstance(value, dict) else _exactly(int, value),
            Text: functools.partial(read_text, fields=set()),
        }

    def read(self, value: object, kind: Any) -> Any:  # noqa: ANN401 -- any annotation
        """Return the value as `kind`."""
        reader = self._readers.get(kind)
        if reader is None:
            reader = self._readers[kind] = self._reader(kind)
        return reader(value)

    def entry(self, values: object, kind: type[_Made]) -> _Made:
        """Make an object of `kind` from its table; `read` would also accept a name."""
        table, made, fields = _table(values), dict[str, Any](), _fields(cast("type[attrs.AttrsInstance]", kind))
        for field in fields:
            if field.name in table:
                made[field.name] = self._within(field.name, table[field.name], field.type)
            elif field.default is attrs.NOTHING:
                raise Unfit(MISSING, field.name)
        if unknown := sorted(table.keys() - {field.name for field in fields}):
            raise Unfit(f"unknown {listed(map(shown, unknown))}", culprits=unknown)
        whole = self._made(kind, made)
        _check_lines(whole, fields)
        return whole

    @staticmethod
    def _made(kind: type[_Made], made: dict[str, Any]) -> _Made:
        try:
            return kind(**made)
        except ValueError:
            import_parts()  # the error can list valid names
        try:
            return kind(**made)
        except ValueError as error:
            raise Unfit(str(error)) from None

    def _within(self, key: str | int, value: object, kind: Any) -> Any:  # noqa: ANN401 -- any type
        try:
            return self.read(value, kind)
        except Unfit as error:
            raise error.within(key) from None

    def _reader(self, kind: Any) -> Callable[[object], Any]:  # noqa: ANN401 -- any type
        if attrs.has(kind):
            return lambda value: self.entry(value, kind)
        inner = get_args(kind)
        if get_origin(kind) in {Union, types.UnionType}:  # with None, which files cannot express
            return lambda value: self.read(value, inner[0])
        if get_origin(kind) is tuple:
            return lambda value: tuple(self._within(at, each, inner[0]) for at, each in enumerate(_list(value)))
        if get_origin(kind) in {dict, Mapping}:
            return lambda value: {key: self._within(key, each, inner[1]) for key, each in _table(value).items()}
        if get_origin(kind) is Literal:
            return functools.partial(_one_of, inner)
        raise TypeError(f"no file can say what {kind} is")

    def _part(self, family: type[Part], value: object) -> Part:
        numbers = dict(_table(value))
        name = numbers.pop(family.key, None)
        part = find_part(family, name) if isinstance(name, str) else None
        if part is None:
            found = "" if name is None else f", not {shown(name)}"
            raise Unfit(f"expected {_article(family.family)} ({_known(family.by_name)}){found}", family.key)
        return self.entry(numbers, part)


@functools.cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[Field, ...]:
    fields = {field.name: field for field in attrs.fields(kind) if field.init}
    asked = {
        name: eval(_compiled(said), vars(sys.modules[base.__module__]))  # noqa: S307 -- annotations of our own classes
        for base in reversed(kind.__mro__)
        for name, said in inspect.get_annotations(base).items()
        if name in fields
    }
    return tuple(Field(name, field.default, asked[name]) for name, field in fields.items())


@functools.cache
def _compiled(annotation: str) -> types.CodeType:
    """Return the code of an annotation, cached, as many fields share one and compiling takes most of the time."""
    return compile(annotation, "<annotation>", "eval")


def _exactly(primitive: type, value: object) -> object:
    if type(value) is not primitive or (isinstance(value, int) and abs(value) > _LARGEST):
        raise Unfit(f"expected {_PRIMITIVES[primitive]}, not {shown(value)}")
    return value


def _check_lines(made: object, fields: Iterable[Field]) -> None:
    """Check that texts can be shown, except those that the reader checks against its own limits."""
    for field in fields:
        if field.type is str and field.name not in _CHECKED_BY_READER:
            try:
                check_line(getattr(made, field.name), MAX_DESCRIPTION)
            except Unfit as error:
                raise error.within(field.name) from None


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(f"expected a table, not {shown(value)}")
    return cast("dict[str, Any]", value)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(f"expected a list, not {shown(value)}")
    if len(value) > _MAX_LISTED:
        raise Unfit(f"expected a list of at most {_MAX_LISTED} entries, not {len(value)}")
    return value


def _named(known: Known, value: object) -> object:
    if isinstance(value, str) and value not in known.by_name and known.read is not None:
        known.read(value)
    return known.by_name[_name(known, value)]


def _name(known: Known, value: object) -> str:
    if not isinstance(value, str) or value not in known.by_name:
        dangling = (known.file, value) if isinstance(value, str) else None
        expected = f"expected the name of {_article(known.what)} ({_known(known.by_name)}), not {shown(value)}"
        raise Unfit(expected, dangling=dangling)
    return value


def _one_of(words: Sequence[str], value: object) -> object:
    if value not in words:
        raise Unfit(f"expected one of {listed(words)}, not {shown(value)}")
    return value


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _known(names: Mapping[str, object]) -> str:
    return listed(sorted(names)) or "there are none"
