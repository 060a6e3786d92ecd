"""The verbs that replace seeing the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.capabilities import Capability
from roguelike.english import capital, plural
from roguelike.line.carried import carried, inventory, rows_called, rows_named
from roguelike.line.prompts import at_place
from roguelike.line.surroundings import examined, look, map_rows, status
from roguelike.line.things import Unclear, number_in
from roguelike.line.words import Verb
from roguelike.narration.decisions import about, spoken
from roguelike.narration.discoveries import discoveries
from roguelike.narration.earshot import earshot, heard_within
from roguelike.narration.examine import item_facts
from roguelike.narration.narrator import HOW_TO_HELP
from roguelike.narration.unknown import percent
from roguelike.play.outcome import feats_so_far
from roguelike.play.views.decisions import NOTHING
from roguelike.play.views.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.line.conversation import Conversation
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.play.views.view import Request

GOING_ON: Final = "The last decisions come after the game. Type status."
MESSAGES: Final = 20
"""Default number of messages that "history" prints."""


class ViewVerbs:
    """Verbs that print the content of screens; none takes a turn."""

    def __init__(self, session: Conversation) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        return [
            Verb("look", "things in view, exits, unexplored places", self._look, tells=True),
            Verb("status", "hit points, conditions, turn", self._status, ("hp",), tells=True),
            Verb("inventory", "what you carry", self._inventory, ("pack", "items"), tells=True),
            Verb("map", "the known map as text", self._map, tells=True),
            Verb(
                "examine",
                "describe a thing, a place or what you carry: examine orc, examine b",
                self._examine,
                tells=True,
            ),
            Verb(
                "discoveries",
                "potions, scrolls and wands with their odds",
                self._discoveries,
                tells=True,
                needs=Capability.UNKNOWNS,
            ),
            Verb(
                "levels",
                "the levels visited, and what you left there",
                self._levels,
                tells=True,
                needs=Capability.LEVELS,
            ),
            Verb("feats", "what you can boast of so far, and what is lost", self._feats, tells=True),
            Verb(
                "decisions",
                "what else you could have done on the last turns, with the odds",
                self._decisions,
                tells=True,
            ),
            Verb("history", "the last messages: messages 50", self._history, ("messages", "log"), tells=True),
        ]

    def _look(self, rest: str) -> Request:
        if what := f"{rest} ".removeprefix("at ").strip():
            return self._examine(what)
        seen = self._session.game.playing.perspective.seen
        self._session.write(look(seen, self._session.game.list_things()))
        return None

    def _status(self, _rest: str) -> Request:
        self._session.write([status(self._session.game.playing.perspective)])
        return None

    def _inventory(self, _rest: str) -> Request:
        self._session.write(inventory(self._session.game.playing.perspective.seen))
        self._session.game.lists_carried = True
        return None

    def _map(self, _rest: str) -> Request:
        self._session.write(map_rows(self._session.game.playing.perspective.seen))
        return None

    def _examine(self, rest: str) -> Request:
        seen = self._session.game.playing.perspective.seen
        if not rest:
            self._look("")
            self._session.write(heard_within(earshot(seen, None)[1]))
            return None
        row = next(iter(self._rows_meant(rest, carried(seen))), None)
        if row is not None:
            facts = [row.kind.description] if row.item is None else item_facts(seen, row.item)
            self._session.write([f"{row.name}: carried.", *filter(None, facts)])
            return None
        return at_place(self._session, seen, rest, self._describe)

    def _rows_meant(self, text: str, rows: Sequence[InventoryRow]) -> list[InventoryRow]:
        """Return the rows that match a letter, a name or, if the inventory was the last list, a number."""
        by_number = number_in(text) is not None
        if len(text) > 1 and not by_number:
            return rows_called(text, rows)
        return rows_named(text, rows) if not by_number or self._session.game.lists_carried else []

    def _describe(self, at: Point) -> Request:
        self._session.write(examined(self._session.game.playing.perspective.seen, at))
        return None

    def _discoveries(self, _rest: str) -> Request:
        seen = self._session.game.playing.perspective.seen
        for sort, rows in discoveries(seen):
            named = [(kind.name.partition(" of ")[2] or kind.name, share) for kind, share in rows]
            known = [name for name, share in named if share is None]
            odds = sorted(((name, share) for name, share in named if share is not None), key=lambda each: -each[1])
            has_odds = bool(seen.ruleset.expected)
            likely = [f"{name} {percent(share)}" if has_odds else name for name, share in odds]
            parts = [f"known {', '.join(known)}"] * bool(known) + [f"unknown {', '.join(likely)}"] * bool(likely)
            self._session.write([f"{capital(plural(sort))}: {'. '.join(map(capital, parts))}."])
        return None

    def _levels(self, _rest: str) -> Request:
        perspective = self._session.game.playing.perspective
        visited = perspective.levels
        self._session.write(f"{name}: {told.rstrip('.')}." for name, told in visited)
        return None

    def _feats(self, _rest: str) -> Request:
        world = self._session.game.playing.perspective.world
        self._session.write(f"{line.rstrip('.')}." for line in feats_so_far(world))
        return None

    def _decisions(self, _rest: str) -> Request:
        view = self._session.game.view
        if not isinstance(view, Summary):
            raise Unclear(GOING_ON)
        weighed = None if view.ending.decisions is None else view.ending.decisions()
        has_told = False
        for decision in weighed or ():
            if decision is not None:
                self._session.write([*([] if has_told else [about(decision)]), spoken(decision)])
                has_told = True
        if not has_told:
            self._session.write([NOTHING])
        return None

    def _history(self, rest: str) -> Request:
        most = number_in(rest) or MESSAGES
        entries = self._session.game.playing.perspective.log.entries
        last = entries[max(0, len(entries) - most) :]
        texts = ("".join(span.text for span in entry.parts).removesuffix(HOW_TO_HELP) for entry in last)
        self._session.write([*texts] or ["No messages yet."])
        return None
