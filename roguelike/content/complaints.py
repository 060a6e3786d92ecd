"""What is wrong with a rule set, in one sentence that repeats little of what is written there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.toml_file import MAX_SHOWN, cut, plain, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Place = tuple[str | int, ...]
"""The way to a value in a file: keys of tables, and positions, from 0, in lists."""

_MAX_LISTED: Final = 70
"""Characters of the names that are listed."""
_MAX_REASON: Final = 200


class ContentError(Exception):
    """A rule set cannot be used; the message names the file, the entry and the field, and what was expected."""


MISSING: Final = "is missing"


class Unfit(ValueError):
    """A value does not fit; the message says what was expected instead, and `place` where, from what was being read."""

    def __init__(
        self,
        expected: str,
        *place: str | int,
        culprits: Sequence[str] = (),
        dangling: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(expected)
        self.place: Place = place
        self.culprits = culprits
        """The keys of the table at that place that are wrong, where it is not the table as a whole."""
        self.dangling = dangling
        """The file and the entry of it that are referred to, where there is no such entry."""

    def within(self, *place: str | int) -> Unfit:
        """Return the same, said of what holds the value there."""
        return Unfit(str(self), *place, *self.place, culprits=self.culprits, dangling=self.dangling)


def sentence(ruleset: str, file: str, place: Place, reason: str) -> str:
    """Return a complaint about one place in a file of a rule set."""
    return f"{located(ruleset, file, place)}: {cut(plain(reason), _MAX_REASON)}."


def located(ruleset: str, file: str, place: Place) -> str:
    """Return the name of one place in a file of a rule set."""
    steps = [f"number {step + 1}" if isinstance(step, int) else step for step in place]
    return f"{_called(ruleset)}/{': '.join(map(_called, [file, *steps]))}"


def listed(names: Iterable[str]) -> str:
    """Return names for an error: as many of the first as one reads, and how many more there are."""
    first: list[str] = []
    others = list(names)
    while others and sum(map(len, first)) + len(others[0]) <= _MAX_LISTED:
        first.append(others.pop(0))
    return ", ".join(first) + (f" and {len(others)} more" if others else "")


def _called(name: str) -> str:
    """Return the name of a file, an entry or a field as it is, unless it is too long for that or cannot be printed."""
    return name if name.isprintable() and len(name) <= MAX_SHOWN else shown(name)
