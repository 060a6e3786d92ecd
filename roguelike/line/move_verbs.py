"""The verbs that move the player."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.run import Run
from roguelike.automation.travel import Travel
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.kinds.capabilities import Capability
from roguelike.line.prompts import at_place, menu_question, thing_choices
from roguelike.line.question import Question
from roguelike.line.things import Unclear
from roguelike.line.words import DIRECTIONS, Verb
from roguelike.narration.bearing import DIRECTION_NAMES
from roguelike.narration.refusals import FOUR_DIRECTIONS
from roguelike.play.requests import Automate
from roguelike.play.views.places import PlacesMenu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.geometry import Direction, Point
    from roguelike.line.conversation import Conversation
    from roguelike.play.views.view import Request

NO_DIRECTION: Final = "Name a direction, such as north or south-east."
TOO_FAR: Final = "Too far to attack. Type fight to go to the nearest enemy."
UNKNOWN: Final = "You know of nothing by that name on any level."
NO_ENEMY: Final = "No enemy there."
FIGHT: Final = ("attack", "hit", "kill")
"""Other words for "fight"."""


class MoveVerbs:
    """Steps, runs and travel."""

    def __init__(self, session: Conversation) -> None:
        self._session = session

    def verbs(self) -> Iterator[Verb]:
        """Yield the verbs."""
        for direction, name in DIRECTION_NAMES.items():
            also = tuple(word for word, meant in DIRECTIONS.items() if meant is direction and word != name)
            yield Verb(name, f"step {name}, or attack", functools.partial(self._step, direction), also, lists=False)
        yield Verb(
            "move", "step or attack: move north, or just north, north-east, ne, and so on", self._move, ("go", "walk")
        )
        yield Verb("fight", "attack the nearest enemy, or go to it; or attack north, attack orc", self._fight, FIGHT)
        yield Verb("run", "run in a direction: run north", self._run)
        yield Verb("travel", "walk to a thing or a place: travel to orc, travel 2, travel >", self._travel, ("goto",))
        yield Verb(
            "find",
            "what you know of on all levels: find axe, find >, find level 2; choose one to travel to",
            self._find,
            needs=Capability.COMFORT,
        )
        yield Verb("places", "known things and places: choose one to travel to", lambda _: self._travel(""))

    def _direction(self, word: str) -> Direction:
        direction = DIRECTIONS.get(word.replace(" ", "-"))
        if direction is None:
            raise Unclear(NO_DIRECTION)
        return self._allowed(direction)

    def _allowed(self, direction: Direction) -> Direction:
        """Return a direction if the rule set allows it."""
        if direction not in self._session.game.going_on.perspective.seen.ruleset.directions:
            raise Unclear(FOUR_DIRECTIONS)
        return direction

    def _move(self, word: str) -> Request:
        is_step = not word or word.replace(" ", "-") in DIRECTIONS
        return self._step(self._direction(word)) if is_step else self._travel(word)

    def _step(self, direction: Direction, _rest: str = "") -> Request:
        return self._session.game.actions.steer(direction)

    def _run(self, word: str) -> Request:
        return Automate(Run(self._direction(word)))

    def _fight(self, rest: str) -> Request:
        if not rest:
            return self._session.game.actions.fight()
        return at_place(self._session, self._session.game.going_on.perspective.seen, rest, self._attack)

    def _attack(self, at: Point) -> Request:
        seen = self._session.game.going_on.perspective.seen
        if chebyshev_distance(seen.me.at, at) != 1:
            raise Unclear(TOO_FAR)
        direction = self._allowed(direction_to(seen.me.at, at))
        if all(foe.at != at for foe in seen.enemies):
            raise Unclear(NO_ENEMY)
        return self._step(direction)

    def _travel(self, rest: str) -> Request:
        seen = self._session.game.going_on.perspective.seen
        where = f"{rest} ".removeprefix("to ").strip()
        if where:
            return at_place(self._session, seen, where, self._go)
        known = self._session.game.list_things()
        if not known:
            raise Unclear("Nothing in view. Name a place, such as travel 4 east.")
        choices = thing_choices(known, seen, self._go)
        self._session.ask(
            Question("Travel to what?", choices, lambda text: at_place(self._session, seen, text, self._go))
        )
        return None

    def _go(self, at: Point) -> Request:
        return Automate(Travel(at))

    def _find(self, rest: str) -> Request:
        menu = PlacesMenu(self._session.game.going_on.perspective, rest)
        if not menu.found():
            raise Unclear(UNKNOWN)
        self._session.ask(attrs.evolve(menu_question(menu), heading="Travel to what?"))
        return None
