"""Commands as plain data, for journals, and back: `["move", "north"]`, `["use", 0, [5, 2]]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from roguelike.engine.kinds.families import Command
from roguelike.engine.plain import Plain
from roguelike.engine.schema import Reading, schema

if TYPE_CHECKING:
    from roguelike.engine.schema import Names

_MAX_PARTS: Final = 8
_NO_RULES: Final = cast("Names", None)
"""The rule set of the codecs of commands, which need none."""


def encode(command: Command) -> list[Any]:
    """Return the name of a command and its arguments, without defaults at the end."""
    fields = schema(type(command))
    plain = [command.name, *(codec.write(getattr(command, name), _NO_RULES) for name, codec in fields.codecs())]
    for *_, usual in reversed(fields.optional):
        if plain[-1] != usual:
            break
        plain.pop()
    return plain


def decode(plain: object) -> Command:
    """Return the command that `encode` wrote as `plain`, which may be untrusted.

    Raises:
        BadPlain: this is no command.
    """
    name, *given = Plain(plain, "command").list(_MAX_PARTS, least=1)
    kind = cast("type[Command]", Command.by_name[name.one_of(Command.by_name)])
    fields = schema(kind)
    required, most = len(fields.required), len(fields.codecs())
    if not required <= len(given) <= most:
        raise name.wrong("a command, and what it is given")
    if len(given) > required and given[-1].value == fields.optional[len(given) - required - 1][-1]:
        raise given[-1].wrong("the default to be left out")
    reading = Reading(_NO_RULES)
    # Arguments are in the order of the fields: required ones come first.
    return kind(*(codec.read(part, reading) for (_, codec), part in zip(fields.codecs(), given, strict=False)))
