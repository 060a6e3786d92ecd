"""Editions of rule sets: which games and scores are of an older one."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING

from roguelike.content.complaints import ContentError
from roguelike.content.loader import describe, ruleset_names, variants_of
from roguelike.store.kept.rulesets import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable


class Editions:
    """The current edition of each rule set, read once: for one list of games or scores."""

    def __init__(self) -> None:
        self._by_name = functools.cache(_current)
        self._titles: dict[str, int] | None = None

    def is_old(self, rules: str, edition: int) -> bool:
        """Return whether the rule set of that name or path has another edition now; False if it cannot be read."""
        return self._by_name(rules) not in {None, edition}

    def current(self, known: Iterable[tuple[str, int]]) -> dict[str, int]:
        """Return the current edition by title, from titles and editions of scores.

        A custom rule set cannot be found by its title: the newest of its editions that have scores counts.
        """
        if self._titles is None:
            self._titles = dict(_shipped())
        current: dict[str, int] = {}
        for title, edition in known:
            current[title] = self._titles.get(title, max(edition, current.get(title, edition)))
        return current


def _current(rules: str) -> int | None:
    with contextlib.suppress(ContentError):
        return describe(rules).edition
    return None


def _shipped() -> Iterable[tuple[str, int]]:
    """Yield the title in the scores and the edition of each built-in rule set with its kits and in its modes."""
    for name in ruleset_names():
        with contextlib.suppress(ContentError):
            for rules in variants_of(name):
                told = describe(rules)
                yield title_of(told, rules), told.edition
