"""The message log: everything that was told, repeats folded into one."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.ui.narration import Message, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

Line = tuple[Span, ...]

MOST_MESSAGES = 2000
"""How many are remembered, each repeat counted."""
LEFT_OUT = Message((Span("..."),))
"""Stands for what was told before the first message that is known."""


@define
class Entry:
    """A message and how often it was told in a row."""

    message: Message
    count: int = 1

    @property
    def parts(self) -> Line:
        """The spans to show, with the count behind a repeat."""
        return self.message.parts if self.count == 1 else (*self.message.parts, Span(f" (x{self.count})"))


@define
class GameLog:
    """The last messages of a game, oldest first; how many are new since the player last pressed a key is known."""

    entries: list[Entry] = attrs.field(factory=list)
    fresh: int = 0
    """How many of the last entries the player has not been shown before the last key."""
    _count: int = attrs.field(init=False, default=0)
    _new: collections.deque[Message] = attrs.field(init=False, factory=lambda: collections.deque(maxlen=MOST_MESSAGES))

    def add(self, message: Message) -> None:
        """Append a message, or count it when it repeats the one before; the oldest is forgotten when there are many."""
        self._new.append(message)
        if self.entries and self.entries[-1].message == message:
            self.entries[-1].count += 1
            self.fresh = max(self.fresh, 1)
        else:
            self.entries.append(Entry(message))
            self.fresh += 1
        self._count += 1
        if self._count > MOST_MESSAGES:
            self._forget_oldest()

    def take_new(self) -> list[Message]:
        """Return the messages that were added since this was last asked, oldest first, each repeat by itself."""
        new = list(self._new)
        self._new.clear()
        return new

    def _forget_oldest(self) -> None:
        self._count -= 1
        self.entries[0].count -= 1
        if not self.entries[0].count:
            del self.entries[0]
            self.fresh = min(self.fresh, len(self.entries))

    def lines(self, width: int) -> list[Line]:
        """Return the whole log as lines of at most `width` columns."""
        return [line for entry in self.entries for line in wrap(entry.parts, width)]

    def last_lines(self, width: int, height: int) -> tuple[list[Line], int]:
        """Return the last `height` lines, and how many lines with something new come before them."""
        lines: list[Line] = []
        unseen = 0
        for age, entry in enumerate(reversed(self.entries)):
            if len(lines) >= height and age >= self.fresh:
                break
            wrapped = wrap(entry.parts, width)
            unseen += min(len(wrapped), max(0, len(lines) + len(wrapped) - height)) if age < self.fresh else 0
            lines = wrapped + lines
        return lines[-height:] if height > 0 else [], unseen


def wrap(parts: Line, width: int) -> list[Line]:
    """Break spans into lines of at most `width` columns, between words where that is possible."""
    text = "".join(span.text for span in parts).rstrip()
    if len(text) <= width:
        return [parts]
    return [_cut(parts, start, end) for start, end in _breaks(text, max(1, width))]


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield where in `text` each line begins and ends; a word that fits on no line is cut."""
    start = 0
    while len(text) - start > width:
        end = text.rfind(" ", start, start + width + 1)
        if end < 0:
            end = start + width
        if text[start:end].strip():
            yield start, end
        start = end + len(text[end:]) - len(text[end:].lstrip())
    yield start, len(text)


def _cut(parts: Line, start: int, end: int) -> Line:
    """Return what lies between two places of the spans' joined text."""
    cut: list[Span] = []
    before = 0
    for span in parts:
        if piece := span.text[max(0, start - before) : max(0, end - before)]:
            cut.append(attrs.evolve(span, text=piece))
        before += len(span.text)
    return tuple(cut)
