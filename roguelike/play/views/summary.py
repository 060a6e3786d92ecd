"""The summary of a finished game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.narration.narrator import NOTICE
from roguelike.play.ending import UNKNOWN, Ending
from roguelike.play.morgue import carried
from roguelike.play.requests import Leave, NewGame, ShowEnd, StepThrough, ToTitle, Watch
from roguelike.play.views.decisions import DecisionsPage
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.page import Page, Scrolled
from roguelike.play.views.quit import LEAVE_PRACTICE
from roguelike.play.views.view import Action, AnyAction, Open, Practise
from roguelike.settings.keymap import key_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

NOT_SAVED = "No replay: the game could not be saved."
TROUBLE_SHOWN = 6
"""Maximum lines of the error."""
LAST_TURNS = 20
LAST_COMMANDS = 20
"""Number of commands before the end at which a practice game begins."""
IN_PRACTICE: Final = {"practice": f"{LAST_COMMANDS} steps back", "to_title": LEAVE_PRACTICE}
"""Help on keys that differ at the end of a practice game."""
KEY_GAP: Final = "   "
"""Separates two keys."""
MOMENT = 0.01
"""Seconds between two pieces of work."""


class LastPackPage(Page):
    """The items that the player carried at the end, without actions."""

    section = "last_pack"
    title = "Carried at the end"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective

    def lines(self, width: int) -> list[Line]:
        """Return a line for each stack."""
        rows = [wrap((Span(line),), width) for line in carried(self._perspective)]
        return [*(line for row in rows for line in row), (), *self.way_back(width)]


class Summary(Scrolled):
    """The outcome of a game, and the actions that follow."""

    sort = "summary"
    section = "summary"
    title = "Game over"
    drops_typed_ahead = True

    def __init__(self, perspective: Perspective, ending: Ending = UNKNOWN) -> None:
        super().__init__()
        self.perspective = perspective
        self.ending = ending
        self.health = perspective.narration.health
        """The known part of the health record."""
        self._retraced = ending.retraced
        self._decisions: DecisionsPage | None = None

    @property
    def heading(self) -> str:
        """The title of the rule set."""
        return self.perspective.seen.ruleset.title

    @property
    def interval(self) -> float | None:
        """`MOMENT` while the game is replayed for its plot."""
        return None if self._retraced is None else MOMENT

    def on_tick(self) -> Request:
        """Replay one piece of the game."""
        for record in self._retraced or ():
            self.health = record or self.health
            return None
        self._retraced = None
        return None

    def foot(self, width: int) -> list[Line]:
        """Return the error, the address of the page, and the keys in lines that break only between keys."""
        trouble = textwrap.wrap(self.ending.trouble, width, max_lines=TROUBLE_SHOWN, placeholder=" ...")
        page = textwrap.wrap(f"Page: {self.ending.page}", width) if self.ending.page else []
        return [
            *((Span(line, NOTICE, bold=True),) for line in trouble),
            *((Span(line),) for line in page),
            *((Span(KEY_GAP.join(row), bold=True),) for row in self.key_rows(width)),
        ]

    def key_rows(self, width: int) -> list[dict[str, AnyAction]]:
        """Return the shown actions by label, in rows of at most `width` columns."""
        rows: list[dict[str, AnyAction]] = [{}]
        for action in self._shown():
            words = f"{key_name(action.keys[0])}) {action.help}"
            if rows[-1] and len(KEY_GAP.join([*rows[-1], words])) > width:
                rows.append({})
            rows[-1][words] = action
        return rows

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions, which differ after a practice game, since it has no replay."""
        is_practice = self.perspective.is_practice
        left_out = {"new_game", "watch"} if is_practice else {"step_back"}
        left_out |= set() if self.ending.decisions else {"decisions"}
        helps = IN_PRACTICE if is_practice else {}
        actions = [action for action in super().actions if action.name not in left_out]
        return [attrs.evolve(each, help=helps[each.name]) if each.name in helps else each for each in actions]

    def _shown(self) -> list[AnyAction]:
        """Return the actions shown below the text."""
        unsaved = set() if self.ending.key or self.perspective.is_practice else {"watch", "practice"}
        own = {action.name for action in self.OWN} - unsaved
        return [action for action in self.actions if action.name in own]

    def new_game(self) -> Request:
        """Play again."""
        return NewGame()

    def watch(self) -> Request:
        """Watch the last turns."""
        return Watch(self.ending.key, LAST_TURNS) if self.ending.key else Open(NoticePage(NOT_SAVED))

    def practise(self) -> Request:
        """Practise from a few commands before the end."""
        if self.perspective.is_practice:
            return StepThrough(-LAST_COMMANDS)
        key = self.ending.key
        return Practise(key, -LAST_COMMANDS, ShowEnd(key)) if key else Open(NoticePage(NOT_SAVED))

    def decisions(self) -> Request:
        """Open the last decisions; results so far are kept."""
        if self._decisions is None and self.ending.decisions is not None:
            self._decisions = DecisionsPage(self.ending.decisions())
        return None if self._decisions is None else Open(self._decisions)

    def history(self) -> Request:
        """Open the message log."""
        return Open(HistoryPage(self.perspective))

    def pack(self) -> Request:
        """Open the list of carried items."""
        return Open(LastPackPage(self.perspective))

    def to_title(self) -> Request:
        """Go to the title."""
        return ToTitle()

    def leave(self) -> Request:
        """End the program."""
        return Leave()

    OWN = (
        Action["Summary"]("new_game", ("n",), "new game", lambda end: end.new_game()),
        Action["Summary"]("watch", ("v",), "last turns", lambda end: end.watch()),
        Action["Summary"]("practice", ("p",), f"practice the last {LAST_COMMANDS} steps", lambda end: end.practise()),
        Action["Summary"]("decisions", ("d",), "last decisions", lambda end: end.decisions()),
        Action["Summary"]("step_back", ("backspace",), "step back", lambda _: StepThrough(-1)),
        Action["Summary"]("history", ("m",), "messages", lambda end: end.history()),
        Action["Summary"]("pack", ("i",), "inventory", lambda end: end.pack()),
        Action["Summary"]("to_title", ("enter", "t", "escape"), "title", lambda end: end.to_title()),
        Action["Summary"]("leave", ("q", "Q"), "quit", lambda end: end.leave()),
    )
    ACTIONS = (*OWN, *Scrolled.SCROLLING)
