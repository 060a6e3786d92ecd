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
"""Maximum remembered messages, counting each repeat."""
NEAR = 4
"""Number of a turn's last messages that are searched for one to repeat."""
GAP = Span(" ")
"""Separates two messages in a line."""
LEFT_OUT = Message((Span("..."),))
"""Stands for messages before the first known one."""


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
    """Whether it is shown only in the history."""

    @property
    def parts(self) -> Line:
        """The spans to show, with a count after a repeated message."""
        return self.message.parts if self.count == 1 else (*self.message.parts, Span(f" (x{self.count})"))


class LogLine(NamedTuple):
    """A line of the log as the game shows it."""

    parts: Line
    is_recent: bool
    """Whether it belongs to the player's last action."""
    begins_turn: bool
    """Whether it is the first line of its turn."""
    rest: int = 0
    """Number of its spans, with the gap after them, that continue a message of the line before."""


@define
class MessageLog:
    """The last messages of a game, oldest first, with counts of new and recent ones."""

    entries: list[Entry] = attrs.field(factory=list)
    fresh: int = 0
    """Number of last entries added since the player's last key."""
    recent: int = 0
    """Number of last entries from the player's last action; keys that do nothing do not change it."""
    turn: int = 0
    """The turn of the next message; the opening has turn 0, the first turn is 1."""
    filters: MessageFilter = NO_FILTER
    """The player's own filters; lines they hide are shown only in the history."""
    _has_stop: bool = attrs.field(init=False, default=False)
    _all: collections.deque[Entry] = attrs.field(init=False, factory=collections.deque)
    """The entry of each remembered message, oldest first."""
    _new: collections.deque[LoggedMessage] = attrs.field(
        init=False, factory=lambda: collections.deque(maxlen=MAX_MESSAGES)
    )

    def use(self, filters: MessageFilter) -> None:
        """Set the filters and apply them to the messages in the log; lines that stop become warnings."""
        self.filters = filters
        for entry in self.entries:
            if filters.stops(entry.message):
                entry.message = as_warning(entry.message)
            entry.is_hidden = filters.hides(entry.message)

    def take_stop(self) -> bool:
        """Return whether a line that stops the player was added since the last call."""
        has_stop, self._has_stop = self._has_stop, False
        return has_stop

    def add(self, message: Message) -> None:
        """Append a message, or count it in the entry that it repeats and move that entry to the end.

        A message can repeat the last entry, or one of the last `NEAR` of its turn; hidden entries in between are
        skipped. Beyond `MAX_MESSAGES` the oldest is forgotten.
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
        """Remove and return the entry that a message repeats; None if there is none."""
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
        """Return the visible messages added since the last call, oldest first, repeats listed singly."""
        new = [told for told in self._new if not self.filters.hides(told.message)]
        self._new.clear()
        return new

    def _forget_oldest(self) -> None:
        entry = self._all.popleft()
        entry.count -= 1
        if not entry.count:  # entries are in the order of their last messages, so it is the first
            del self.entries[0]
            self.fresh, self.recent = min(self.fresh, len(self.entries)), min(self.recent, len(self.entries))

    def lines(self, width: int) -> list[Line]:
        """Return the whole log as lines of at most `width` columns."""
        return [line for entry in self.entries for line in wrap(entry.parts, width)]

    def events(self, most: int, *, hidden: bool = False) -> list[Entry]:
        """Return the last `most` entries that report events, oldest first; hidden ones only with `hidden`."""
        told = (each for each in reversed(self.entries) if not each.message.is_aside and (hidden or not each.is_hidden))
        return [*itertools.islice(told, most)][::-1]

    def newest(self, width: int, height: int, *, joins: bool = False) -> tuple[list[LogLine], int]:
        """Return the last `height` lines, and the number of new lines before them.

        With `joins`, messages of a turn share a line if they fit whole; refusals and hints have their own.
        If the messages of the last command do not all fit, hints move above the others and so scroll out first.
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
        """Return the same as `newest` for `entries`, the last `new` of which are new."""
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
        """Return the grouping key of messages that can share a line, for an entry with its age in entries."""
        age, entry = told
        return entry.turn, age < self.recent, age < self.fresh, entry.message.is_aside

    def by_turn(self) -> Iterator[tuple[Entry, bool]]:
        """Yield every entry, and whether it is the first of its turn."""
        turn = None
        for entry in self.entries:
            yield entry, entry.turn != turn
            turn = entry.turn

    def _wrapped(self, entries: list[Entry], told: list[tuple[int, Entry]], width: int) -> list[LogLine]:
        """Return the lines of one group of entries, oldest first, each given with its age in entries."""
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
    """Return whether an entry is the first visible one of its turn."""
    turn = entries[place].turn
    while place and entries[place - 1].turn == turn:
        place -= 1
        if not entries[place].is_hidden:
            return False
    return True


def _length(parts: Line) -> int:
    return sum(len(span.text) for span in parts)


def wrap(parts: Line, width: int) -> list[Line]:
    """Break spans into lines of at most `width` columns, between words if possible."""
    return [*_lines(parts, width)]


@functools.lru_cache(maxsize=512)  # texts beside the map are the same in many frames
def _lines(parts: Line, width: int) -> tuple[Line, ...]:
    text = "".join([span.text for span in parts]).rstrip()
    if len(text) <= width:
        return (parts,)
    return tuple(_cut(parts, start, end) for start, end in _breaks(text, max(1, width)))


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each line in `text`; a word longer than a line is cut."""
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
    """Return the spans between two offsets of their joined text."""
    cut: list[Span] = []
    before = 0
    for span in parts:
        if piece := span.text[max(0, start - before) : max(0, end - before)]:
            cut.append(span._replace(text=piece))
        before += len(span.text)
    return tuple(cut)
