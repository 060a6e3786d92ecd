"""The words for what is carried."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Drop, Use
from roguelike.line.carried import carried, rows_named
from roguelike.line.prompts import aim_at, ask_target, at_place
from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear
from roguelike.line.words import Verb
from roguelike.toml_file import shown
from roguelike.ui.screens import confirm
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.play import NOTHING_CARRIED
from roguelike.ui.screens.screen import Submit

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.line.session import LineSession
    from roguelike.ui.screens.screen import ScreenRequest
    from roguelike.ui.stacks import Stack

USE: Final = ("drink", "quaff", "read", "throw", "fire")
"""Other words for it."""
_AT: Final = re.compile(r"(.*?)(?: +|^)(?:at|on) +(\S.*)")


class PackVerbs:
    """Using and dropping."""

    def __init__(self, session: LineSession) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        return [
            Verb("use", "use an item: use potion, use 2 at orc", self._use, USE),
            Verb("drop", "drop an item: drop b", self._drop),
        ]

    def _use(self, rest: str) -> ScreenRequest:
        aimed = _AT.fullmatch(rest)
        what, where = (aimed[1], aimed[2]) if aimed else (rest, "")
        return self._chosen("Use what?", what, lambda row: self._use_row(row, where))

    def _drop(self, rest: str) -> ScreenRequest:
        return self._chosen("Drop what?", rest, lambda row: Submit(Drop(row.slot)))

    def _chosen(self, heading: str, text: str, act: Callable[[Stack], ScreenRequest]) -> ScreenRequest:
        """Act on the row that a text means; ask where it does not say, or means several kinds."""
        seen = self._session.game.going_on.presenter.seen
        if not seen.ruleset.inventory.slots:
            raise Unclear(NOTHING_CARRIED)
        rows = carried(seen)
        if not rows:
            raise Unclear("Nothing carried.")
        found = rows_named(text, rows)
        if not found:
            raise Unclear(f"Not carried: {shown(text)}.")
        if text and all(row.kind is found[0].kind for row in found):
            return act(found[0])
        choices = [
            Choice(row.name, functools.partial(act, row), row.letter, number)
            for number, row in enumerate(rows, start=1)
            if row in found
        ]
        self._session.ask(Question(heading, choices))
        return None

    def _use_row(self, row: Stack, where: str) -> ScreenRequest:
        """Use one of a row, at a place where it is aimed; ask at what where that is not said."""
        presenter = self._session.game.going_on.presenter
        if not row.kind.aimed:
            return confirm.use(presenter, row.kind, Use(row.slot))
        screen = AimScreen(presenter, row.slot, row.kind)
        screen.settings = self._session.settings
        if not where:
            ask_target(self._session, presenter, screen)
            return None
        act = functools.partial(aim_at, self._session, presenter, screen)
        return at_place(self._session, presenter.seen, where, act)
