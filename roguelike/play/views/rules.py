"""Choosing the rule set of the next game."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.play.views.menu import Dialog, Row
from roguelike.play.views.view import Close

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.play.new_game import RuleChoice
    from roguelike.play.views.view import Request


class RulesMenu(Dialog):
    """A row for every rule set; `take` is called with the number of the chosen one."""

    section = "rules"
    title = "Rule sets"
    heading = "Rules"

    def __init__(self, choices: Sequence[RuleChoice], current: int, take: Callable[[int], None]) -> None:
        self._choices = choices
        self._take = take
        self.highlight = current

    def rows(self) -> Sequence[Row]:
        """Return the titles."""
        return [
            Row(letter, choice.title, grey(255))
            for letter, choice in zip(string.ascii_letters, self._choices, strict=False)
        ]

    def choose(self, number: int) -> Request:
        """Take that one."""
        self._take(number)
        return Close()


class TutorialsMenu(Dialog):
    """The games of tutorials, each with the tutorial that it follows; `begin` is called with the chosen one."""

    section = "tutorials"
    title = "Tutorial games"
    heading = "Tutorial games"

    def __init__(self, choices: Sequence[RuleChoice], begin: Callable[[RuleChoice], Request]) -> None:
        self._choices = choices
        self._begin = begin

    def rows(self) -> Sequence[Row]:
        """Return titles and tutorials."""
        longest = max(len(choice.title) for choice in self._choices)
        return [
            Row(letter, f"{choice.title:<{longest}}  {choice.tutorial}", grey(255))
            for letter, choice in zip(string.ascii_letters, self._choices, strict=False)
        ]

    def choose(self, number: int) -> Request:
        """Begin that one."""
        return self._begin(self._choices[number])
