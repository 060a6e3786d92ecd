"""Commands as plain data, for journals, and back: `["move", "north"]`, `["use", 0, [5, 2]]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.engine.commands.command import Command
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable

_DIRECTIONS: Final = {direction.name.lower(): direction for direction in Direction}
_MOST_PARTS: Final = 8
_MOST: Final = (1 << 53) - 1
"""Slots and cells may be out of range here: that is refused when the command is performed, and so it was then."""


def encode(command: Command) -> list[Any]:
    """Return the name of a command and what it was given, without the Nones at the end."""
    plain = [_plain(value) for value in attrs.astuple(command, recurse=False)]  # type: ignore[arg-type]
    while plain and plain[-1] is None:
        plain.pop()
    return [command.name, *plain]


def decode(plain: object) -> Command:
    """Return the command that `encode` made `plain` of; anything else is looked at with care.

    Raises:
        BadPlain: this is no command.
    """
    name, *given = Plain(plain, "command").list(_MOST_PARTS, least=1)
    kind = Command.by_name[name.one_of(Command.by_name)]
    fields = attrs.fields(kind)  # type: ignore[arg-type]
    if len(given) > len(fields) or (given and given[-1].value is None):
        raise name.wrong("a command, and what it is given")
    given += [Plain(None, f"command[{number}]") for number in range(len(given) + 1, len(fields) + 1)]
    return kind(*(_READERS[str(field.type)](part) for field, part in zip(fields, given, strict=True)))


def _plain(value: object) -> object:
    if isinstance(value, Direction):
        return value.name.lower()
    return list(value) if isinstance(value, Point) else value


def _whole(part: Plain) -> int:
    return part.whole(-_MOST, _MOST)


def _point(part: Plain) -> Point:
    x, y = part.list(2, least=2)
    return Point(_whole(x), _whole(y))


_READERS: Final[dict[str, Callable[[Plain], object]]] = {
    "Direction": lambda part: _DIRECTIONS[part.one_of(_DIRECTIONS)],
    "int": _whole,
    "Point": _point,
    "Point | None": lambda part: None if part.value is None else _point(part),
}
"""By what a field of a command is said to be."""
