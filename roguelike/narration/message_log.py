"""The message log: all messages, repeats folded into one."""

from __future__ import annotations

import collections
import functools
import itertools
from typing import TYPE_CHECKING, NamedTuple

import attrs

from roguelike.classes import define, frozen
from roguelike.narration.message import Message, Span
from roguelike.narration.message_filter import NO_FILTER, MessageFilter, as_warning

if TYPE_CHECKING:
    from collections.abc import Iterator

Line = tuple[Span, ...]

MAX_MESSAGES = 2000
"""How many are remembered, each repeat counted."""
NEAR = 4
"""How many of a turn's last messages are searched for a repeat, which is counted instead of added."""
GAP = Span(" ")
"""Between two messages in a line."""
LEFT_OUT = Message((Span("..."),))
"""Stands for the messages before the first that is known."""


@frozen
class LoggedMessage:
    """A message, and the turn in which it was added."""

    turn: int
    message: Message


@define
class Entry:
    """A message, how often it was repeated, and the turn of its last repeat."""

    message: Message
    turn: int = 0
    count: int = 0
    is_hidden: bool = False
    """Whether it is in the history alone."""

    @property
    def parts(self) -> Line:
        """The spans to show, with the count behind a repeat."""
        return self.message.parts if self.count == 1 else (*self.message.parts, Span(f" (x{self.count})"))


class LogLine(NamedTuple):
    """A line of the log as the game shows it."""

    parts: Line
    is_recent: bool
    """Whether it came of what the player did last."""
    begins_turn: bool
    """Whether it is the first one of its turn."""
    rest: int = 0
    """How many of its spans, with the gap after them, end a message of the line before."""


@define
class MessageLog:
    """The last messages of a game, oldest first; how many are new since the player last pressed a key is known."""

    entries: list[Entry] = attrs.field(factory=list)
    fresh: int = 0
    """How many of the last entries the player has not been shown before the last key."""
    recent: int = 0
    """How many of the last entries came of what the player did last: keys that do nothing leave it as it is."""
    turn: int = 0
    """The turn of the next message; the first one is 1, and the opening comes before it."""
    filters: MessageFilter = NO_FILTER
    """The person's own: what they hide is in the history alone."""
    _has_stop: bool = attrs.field(init=False, default=False)
    _all: collections.deque[Entry] = attrs.field(init=False, factory=collections.deque)
    """The entry of every message that is remembered, the oldest message first."""
    _new: collections.deque[LoggedMessage] = attrs.field(
        init=False, factory=lambda: collections.deque(maxlen=MAX_MESSAGES)
    )

    def use(self, filters: MessageFilter) -> None:
        """Filter by these from now on; lines to stop for that are in the log already become warnings."""
        self.filters = filters
        for entry in self.entries:
            if filters.stops(entry.message):
                entry.message = as_warning(entry.message)
            entry.is_hidden = filters.hides(entry.message)

    def take_stop(self) -> bool:
        """Return whether a line to stop for was added since this was last asked."""
        has_stop, self._has_stop = self._has_stop, False
        return has_stop

    def add(self, message: Message) -> None:
        """Append a message; the entry of one that it repeats moves to the end, so that nothing new is overlooked.

        A message repeats the last one, or one of the last few of its turn. The oldest is forgotten when there are many.
        Hidden ones between two that are shown do not keep these apart.
        """
        if self.filters.stops(message):
            message, self._has_stop = as_warning(message), True
        self._new.append(LoggedMessage(self.turn, message))
        is_hidden = self.filters.hides(message)
        entry = self._take_repeated(message, is_hidden=is_hidden) or Entry(message, is_hidden=is_hidden)
        entry.turn = self.turn
        entry.count += 1
        self.entries.append(entry)
        self.fresh += 1
        self.recent = self.fresh
        self._all.append(entry)
        if len(self._all) > MAX_MESSAGES:
            self._forget_oldest()

    def _take_repeated(self, message: Message, *, is_hidden: bool) -> Entry | None:
        """Take the entry that a message repeats out of the list, if there is one."""
        alike = (
            (age, entry) for age, entry in enumerate(reversed(self.entries), start=1) if entry.is_hidden == is_hidden
        )
        for place, (age, entry) in enumerate(itertools.islice(alike, NEAR)):
            if place and entry.turn != self.turn:
                return None
            if entry.message == message or (entry.turn == self.turn and message.differs_by_place(entry.message)):
                self.fresh -= age <= self.fresh
                del self.entries[-age]
                return entry
        return None

    def take_new(self) -> list[LoggedMessage]:
        """Return what was added since this was last asked and is not hidden, oldest first, each repeat by itself."""
        new = [told for told in self._new if not self.filters.hides(told.message)]
        self._new.clear()
        return new

    def _forget_oldest(self) -> None:
        entry = self._all.popleft()
        entry.count -= 1
        if not entry.count:  # entries are in the order of their last messages, so that it is the first one
            del self.entries[0]
            self.fresh, self.recent = min(self.fresh, len(self.entries)), min(self.recent, len(self.entries))

    def lines(self, width: int) -> list[Line]:
        """Return the whole log as lines of at most `width` columns."""
        return [line for entry in self.entries for line in wrap(entry.parts, width)]

    def events(self, most: int, *, hidden: bool = False) -> list[Entry]:
        """Return the last entries, at most `most`, that say what happened, oldest first, hidden ones if asked."""
        told = (each for each in reversed(self.entries) if not each.message.is_aside and (hidden or not each.is_hidden))
        return [*itertools.islice(told, most)][::-1]

    def newest(self, width: int, height: int, *, joins: bool = False) -> tuple[list[LogLine], int]:
        """Return the last `height` lines, and how many lines with something new come before them.

        With `joins`, the messages of a turn share lines as far as they fit whole; refusals and hints have their own.
        Hints come above the other messages of the last command if these do not all fit, and so make way for them.
        """
        recent = self.entries[len(self.entries) - self.recent :]
        hints = [entry for entry in recent if entry.message.is_hint]
        if hints and self._newest(self.entries, width, height, self.recent, joins=joins)[1]:
            others = [entry for entry in recent if not entry.message.is_hint]
            entries = [*self.entries[: len(self.entries) - self.recent], *hints, *others]
            return self._newest(entries, width, height, self.fresh, joins=joins)
        return self._newest(self.entries, width, height, self.fresh, joins=joins)

    def _newest(
        self, entries: list[Entry], width: int, height: int, new: int, *, joins: bool
    ) -> tuple[list[LogLine], int]:
        """Return the last `height` lines of entries, the last `new` of which are new, as `newest` does."""
        lines: list[LogLine] = []
        unseen = 0
        shown = ((age, entry) for age, entry in enumerate(reversed(entries)) if not entry.is_hidden)
        for _, group in itertools.groupby(shown, key=self._line_of if joins else None):
            told = [*group][::-1]
            age = told[-1][0]
            if len(lines) >= height and age >= new:
                break
            wrapped = self._wrapped(entries, told, width)
            unseen += min(len(wrapped), max(0, len(lines) + len(wrapped) - height)) if age < new else 0
            lines = wrapped + lines
        return lines[-height:] if height > 0 else [], unseen

    def _line_of(self, told: tuple[int, Entry]) -> tuple[int, bool, bool, bool]:
        """Return what messages have in common that may share a line, of an entry that so many others come after."""
        age, entry = told
        return entry.turn, age < self.recent, age < self.fresh, entry.message.is_aside

    def by_turn(self) -> Iterator[tuple[Entry, bool]]:
        """Yield every entry, and whether it is the first one of its turn."""
        turn = None
        for entry in self.entries:
            yield entry, entry.turn != turn
            turn = entry.turn

    def _wrapped(self, entries: list[Entry], told: list[tuple[int, Entry]], width: int) -> list[LogLine]:
        """Return the lines of entries that share them, oldest first, each with how many others come after it."""
        first = told[0][0]
        begins = _begins_turn(entries, len(entries) - 1 - first)
        lines: list[LogLine] = []
        for _, entry in told:
            whole = (*lines[-1].parts, GAP, *entry.parts) if lines else entry.parts
            if lines and _length(whole) <= width:
                last = lines[-1]
                lines[-1] = last._replace(parts=whole, rest=last.rest + (last.rest == len(last.parts)))
            else:
                is_first = begins and not lines
                lines += [
                    LogLine(line, first < self.recent, is_first and not row, len(line) if row else 0)
                    for row, line in enumerate(wrap(entry.parts, width))
                ]
        return lines


def _begins_turn(entries: list[Entry], place: int) -> bool:
    """Return whether no entry before this one is shown of its turn."""
    turn = entries[place].turn
    while place and entries[place - 1].turn == turn:
        place -= 1
        if not entries[place].is_hidden:
            return False
    return True


def _length(parts: Line) -> int:
    return sum(len(span.text) for span in parts)


def wrap(parts: Line, width: int) -> list[Line]:
    """Break spans into lines of at most `width` columns, between words where that is possible."""
    return [*_lines(parts, width)]


@functools.lru_cache(maxsize=512)  # the texts beside the map are in many frames
def _lines(parts: Line, width: int) -> tuple[Line, ...]:
    text = "".join([span.text for span in parts]).rstrip()
    if len(text) <= width:
        return (parts,)
    return tuple(_cut(parts, start, end) for start, end in _breaks(text, max(1, width)))


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
    """Return the part between two places of the spans' joined text."""
    cut: list[Span] = []
    before = 0
    for span in parts:
        if piece := span.text[max(0, start - before) : max(0, end - before)]:
            cut.append(span._replace(text=piece))
        before += len(span.text)
    return tuple(cut)
