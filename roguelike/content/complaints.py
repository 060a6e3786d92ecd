"""Errors in rule sets, as one sentence each, with limited quotes from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.toml_file import MAX_SHOWN, cut, plain, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Place = tuple[str | int, ...]
"""The path to a value in a file: keys of tables, and indices of lists from 0."""

_MAX_LISTED: Final = 70
"""The maximum length of a list of names, in characters."""
_MAX_REASON: Final = 200


class ContentError(Exception):
    """A rule set cannot be used; the message names the file, the entry and the field, and what was expected."""


MISSING: Final = "is missing"


class Unfit(ValueError):
    """A value does not fit; the message says what was expected, and `place` is relative to the value being read."""

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
        """The wrong keys of the table at that place; empty if the whole table is wrong."""
        self.dangling = dangling
        """The file and the name of a missing entry that is referred to; None otherwise."""

    def within(self, *place: str | int) -> Unfit:
        """Return the same error, relative to the container that has the value at `place`."""
        return Unfit(str(self), *place, *self.place, culprits=self.culprits, dangling=self.dangling)


def sentence(ruleset: str, file: str, place: Place, reason: str) -> str:
    """Return an error message about one place in a file of a rule set."""
    return f"{located(ruleset, file, place)}: {cut(plain(reason), _MAX_REASON)}."


def located(ruleset: str, file: str, place: Place) -> str:
    """Return the name of one place in a file of a rule set."""
    steps = [f"number {step + 1}" if isinstance(step, int) else step for step in place]
    return f"{_called(ruleset)}/{': '.join(map(_called, [file, *steps]))}"


def listed(names: Iterable[str]) -> str:
    """Return names for an error message: the first ones, and the number of further ones."""
    first: list[str] = []
    others = list(names)
    while others and sum(map(len, first)) + len(others[0]) <= _MAX_LISTED:
        first.append(others.pop(0))
    return ", ".join(first) + (f" and {len(others)} more" if others else "")


def _called(name: str) -> str:
    """Return the name of a file, an entry or a field, quoted and shortened if it is too long or not printable."""
    return name if name.isprintable() and len(name) <= MAX_SHOWN else shown(name)
