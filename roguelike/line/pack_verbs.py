"""The words for what is carried."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Drop, Use
from roguelike.line.prompts import ask_target, at_place, fire
from roguelike.line.question import Choice, Question
from roguelike.line.surroundings import carried, slot_named
from roguelike.line.things import Unclear, has_words
from roguelike.line.words import Verb
from roguelike.toml_file import shown
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.play import NOTHING_CARRIED
from roguelike.ui.screens.screen import Submit

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.line.session import LineSession
    from roguelike.ui.screens.screen import ScreenRequest

_AT: Final = re.compile(r"(.*?)(?: +|^)(?:at|on) +(\S.*)")


class PackVerbs:
    """Using and dropping."""

    def __init__(self, session: LineSession) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        return [
            Verb("use", "use an item: use potion, use 2 at orc", self._use, ("drink", "read", "throw")),
            Verb("drop", "drop an item: drop b", self._drop),
        ]

    def _use(self, rest: str) -> ScreenRequest:
        aimed = _AT.fullmatch(rest)
        what, where = (aimed[1], aimed[2]) if aimed else (rest, "")
        return self._chosen("Use what?", what, lambda slot: self._use_slot(slot, where))

    def _drop(self, rest: str) -> ScreenRequest:
        return self._chosen("Drop what?", rest, lambda slot: Submit(Drop(slot)))

    def _chosen(self, heading: str, text: str, act: Callable[[int], ScreenRequest]) -> ScreenRequest:
        """Act on the slot that a text means; ask where it does not say, or means several kinds."""
        seen = self._session.game.going_on.presenter.seen
        if not seen.ruleset.inventory.slots:
            raise Unclear(NOTHING_CARRIED)
        if (slot := slot_named(text, seen)) is not None:
            return act(slot)
        kinds = carried(seen)
        if not kinds:
            raise Unclear("Nothing carried.")
        exact = {kind: slots for kind, slots in kinds.items() if kind.name.lower() == text}
        found = exact or {kind: slots for kind, slots in kinds.items() if has_words(kind.name, text)}
        if not found:
            raise Unclear(f"Not carried: {shown(text)}.")
        if text and len(found) == 1:
            return act(next(iter(found.values()))[0])
        choices = [Choice(kind.name, functools.partial(act, slots[0])) for kind, slots in found.items()]
        self._session.ask(Question(heading, choices))
        return None

    def _use_slot(self, slot: int, where: str) -> ScreenRequest:
        """Use what is in a slot, at a place where it is aimed; ask at what where that is not said."""
        presenter = self._session.game.going_on.presenter
        item = presenter.seen.me.inventory.at(slot)
        if item is None or not item.kind.aimed:
            return Submit(Use(slot))
        screen = AimScreen(presenter, slot, item.kind)
        screen.settings = self._session.settings
        if not where:
            self._session.game.tell_news()
            ask_target(self._session, presenter, screen)
            return None
        return at_place(self._session, presenter.seen, where, functools.partial(fire, presenter, screen))
