"""The menus of rule sets, kits and remakes."""

from __future__ import annotations

import string
import textwrap
from typing import TYPE_CHECKING

from roguelike.cells.color import grey
from roguelike.play.views.menu import FRAME_WIDTH, PREFIX_WIDTH, Dialog, Row
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


class KitsMenu(Dialog):
    """A row for every kit, with its plan; `take` is called with the rule set in the chosen kit."""

    section = "kits"
    title = "Kits"
    heading = "Choose a kit"

    def __init__(self, choice: RuleChoice, kit: str, take: Callable[[RuleChoice], Request]) -> None:
        self._choice = choice
        self._take = take
        self._kits = list(choice.kits)
        self.highlight = self._kits.index(kit) if kit in self._kits else 0

    def rows(self) -> Sequence[Row]:
        """Return the names, with the plans if there is room."""
        return self._rows(are_wide=self._are_wide)

    def spoken(self) -> Sequence[Row]:
        """Return the kits with their plans."""
        return self._rows(are_wide=True)

    def _rows(self, *, are_wide: bool) -> Sequence[Row]:
        longest = max(map(len, self._kits))
        return [
            Row(letter, f"{kit:<{longest}}  {plan}" if are_wide else kit, grey(255))
            for letter, (kit, plan) in zip(string.ascii_letters, self._choice.kits.items(), strict=False)
        ]

    def notes(self, width: int) -> Sequence[str]:
        """Return the plan of the highlighted kit, if the rows have no room for plans."""
        return [] if self._are_wide else textwrap.wrap(self._choice.kits[self._kits[self.highlight]], width)

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return nothing: the rows contain the plans."""
        return ()

    @property
    def _are_wide(self) -> bool:
        widest = max(map(len, self._kits)) + 2 + max(map(len, self._choice.kits.values()))
        return self.width >= widest + FRAME_WIDTH + PREFIX_WIDTH

    def choose(self, number: int) -> Request:
        """Take that one."""
        return self._take(self._choice.in_kit(self._kits[number]))


class RemakesMenu(Dialog):
    """The remakes, each with its tutorial; `begin` is called with the chosen one."""

    section = "remakes"
    title = "Remakes"
    heading = "Remakes"

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
        """Begin a remake."""
        return self._begin(self._choices[number])
