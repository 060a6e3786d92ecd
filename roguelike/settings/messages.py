"""The player's own message filters, checked."""

from __future__ import annotations

from typing import Final

from roguelike.narration.message_filter import MessageFilter
from roguelike.toml_file import meant, shown

LISTS: Final = ("hide", "stop")
EXAMPLE: Final = "['you miss', 'hint:']"
MAX_TEXTS: Final = 50
"""Maximum filters of a list: each is searched for in every shown line."""
MAX_TEXT: Final = 80


class BadMessages(Exception):
    """Filters cannot be used; the message is a clause to follow the name of the file."""


def read_messages(written: object) -> MessageFilter:
    """Return the filters in the table `messages` of the settings.

    Raises:
        BadMessages: the table is invalid.
    """
    if not isinstance(written, dict):
        raise BadMessages(f"messages must be a table with lines like hide = {EXAMPLE}, not {shown(written)}")
    for name in written:
        if name not in LISTS:
            raise BadMessages(f"messages: unknown list {shown(name)}{meant(name, LISTS)}: the lists are hide and stop")
    return MessageFilter(**{name: _read_list(f"messages.{name}", texts) for name, texts in written.items()})


def _read_list(place: str, written: object) -> tuple[str, ...]:
    if not isinstance(written, list):
        raise BadMessages(f"{place} must be a list of texts like {EXAMPLE}, not {shown(written)}")
    if len(written) > MAX_TEXTS:
        raise BadMessages(f"{place} may have at most {MAX_TEXTS} texts, not {len(written)}")
    return tuple(_read_text(place, text) for text in written)


def _read_text(place: str, written: object) -> str:
    """Return a text to search for; a blank one would match every line."""
    if not isinstance(written, str) or not written.strip() or not written.isprintable():
        raise BadMessages(f"{place}: each text must be a part of a message like 'you miss', not {shown(written)}")
    if len(written) > MAX_TEXT:
        raise BadMessages(f"{place}: a text may have at most {MAX_TEXT} characters, unlike {shown(written)}")
    return written
