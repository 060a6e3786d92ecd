"""Messages and kills as plain data, as saved games keep them: `[[text, [red, green, blue], bold], ...]` a message."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from roguelike.engine.plain import BadPlain, Plain
from roguelike.ui.narration import Message, Span
from roguelike.ui.printable import printable

if TYPE_CHECKING:
    from roguelike.ui.color import Color

MOST_SPANS = 64
LONGEST_TEXT = 4096
MOST_KINDS = 1000
LONGEST_NAME = 200
MOST_KILLED = 10**9


def plain_message(message: Message) -> list[Any]:
    """Give a message as plain data."""
    return [[span.text, list(span.color), span.bold] for span in message.parts]


def read_message(plain: object) -> Message | None:
    """Give the message that `plain_message` made `plain` of, None for anything else.

    What cannot be printed becomes a question mark.
    """
    try:
        return Message(tuple(_span(part) for part in Plain(plain).list(MOST_SPANS)))
    except BadPlain:
        return None


def read_kills(plain: object) -> dict[str, int]:
    """Give the kills by kind, without whatever is no such thing."""
    kills: dict[str, int] = {}
    for name, count in list(plain.items())[:MOST_KINDS] if isinstance(plain, Mapping) else ():
        with contextlib.suppress(BadPlain):
            kills[printable(Plain(name).text(LONGEST_NAME))] = Plain(count).whole(1, MOST_KILLED)
    return kills


def _span(part: Plain) -> Span:
    text, color, bold = part.list(3, least=3)
    return Span(printable(text.text(LONGEST_TEXT)), _color(color), bold.truth())


def _color(part: Plain) -> Color:
    red, green, blue = (channel.whole(0, 255) for channel in part.list(3, least=3))
    return red, green, blue
