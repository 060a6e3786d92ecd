"""Message filters: log lines that a player hides, and lines that interrupt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.narration.message import Message, Span

if TYPE_CHECKING:
    from roguelike.cells.color import Color

WARNING: Final[Color] = (255, 95, 95)
"""The colour of warnings."""


@frozen
class MessageFilter:
    """Texts that select log lines, ignoring case."""

    hide: tuple[str, ...] = ()
    """Lines that contain one of these are shown only in the history."""
    stop: tuple[str, ...] = ()
    """Lines that contain one of these become warnings and stop the player; they are never hidden."""
    _hide: tuple[str, ...] = attrs.field(init=False, eq=False, repr=False)
    _stop: tuple[str, ...] = attrs.field(init=False, eq=False, repr=False)

    @_hide.default
    def _casefold_hide(self) -> tuple[str, ...]:
        return tuple(text.casefold() for text in self.hide)

    @_stop.default
    def _casefold_stop(self) -> tuple[str, ...]:
        return tuple(text.casefold() for text in self.stop)

    def hides(self, message: Message) -> bool:
        """Return whether to leave a line out of the log."""
        return not message.always_shown and _has_any(message, self._hide) and not self.stops(message)

    def stops(self, message: Message) -> bool:
        """Return whether a line stops the player."""
        return _has_any(message, self._stop)


NO_FILTER: Final = MessageFilter()


def as_warning(message: Message) -> Message:
    """Return a message in the style of a warning."""
    return attrs.evolve(message, parts=(Span(message.text, WARNING, bold=True),), always_shown=True)


def _has_any(message: Message, texts: tuple[str, ...]) -> bool:
    if not texts:
        return False
    line = (message.without_place or message.text).casefold()
    return any(text in line for text in texts)
