"""Asking before what would plainly hurt, where the rule set's document does not say otherwise."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar

import attrs

from roguelike.cells.canvas import Rect
from roguelike.cells.color import grey
from roguelike.cells.input import SHIFTED
from roguelike.engine.commands import Move, ThrowItem
from roguelike.engine.geometry import Point
from roguelike.engine.preview import harmful_step, offered
from roguelike.engine.rules.identity import item_ref
from roguelike.english import definite
from roguelike.narration.aiming import Aim, aim_of, told
from roguelike.play.requests import Submit
from roguelike.settings.keymap import Action
from roguelike.ui.screens.dialog import Question
from roguelike.ui.screens.screen import Pop, Push, ScreenRequest
from roguelike.ui.widgets.list_menu import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.commands import Use
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Expected, Placed, Preview
    from roguelike.engine.state.actor import Actor
    from roguelike.play.perspective import Perspective

YES = "enter"
HEIGHT = 6
"""Rows at the foot of the screen for the question: the map, and what it is about, can be seen above."""


def step(perspective: Perspective, direction: Direction) -> ScreenRequest:
    """Return the step, or the question whether to take it where it leads into known harm."""
    seen, request = perspective.seen, Submit(Move(direction))
    moved = harmful_step(seen, direction) if perspective.presentation.confirms else []
    if not moved:
        return _take(seen, direction, request) if perspective.presentation.confirms else request
    note = "; ".join(map(_note, moved))
    return Push(_asking(seen)(_about_step(moved), note, request, direction=direction))


def _about_step(moved: Sequence[Placed]) -> str:
    """Return the question about a step: it names the player's own harm, and the ally who would be put into some."""
    first = moved[0]
    if not first.who.is_player:
        return f"This puts your {first.who.kind.name} into the {first.into.name}. Swap places anyway?"
    also = "".join(f" Your {each.who.kind.name} ends up in the {each.into.name}." for each in moved[1:])
    return f"Walk into the {first.into.name}?{also}"


def _note(each: Placed) -> str:
    """Return what would happen, or what the place is like where that is not known."""
    does = attrs.evolve(each.harm, into="").is_harmful
    return told(each.who, each.harm) if does else each.into.description


def _take(seen: Observation, direction: Direction, request: Submit) -> ScreenRequest:
    """Return the step, or the question whether to take what an altar or a cage holds where it leads."""
    feature = offered(seen, direction)
    if feature is None or feature.holds is None:
        return request
    question = f"Take the {item_ref(feature.holds).name} from {definite(feature.kind.name)}?"
    note = feature.kind.description or feature.holds.kind.description
    return Push(_asking(seen)(question, note, request, direction=direction))


def use(perspective: Perspective, kind: ItemKind, command: Use | ThrowItem) -> ScreenRequest:
    """Return the use of an item, or the question whether to use it where it would hurt the player.

    An answer holds for that kind of item until no enemy is in view.
    """
    seen, request = perspective.seen, Submit(command)
    if not perspective.presentation.confirms or kind in perspective.choices.accepted:
        return request
    at = command.target if isinstance(command.target, Point) else seen.me.at
    preview = (aim_of(seen, command) or Aim(kind)).preview(seen, at)
    victim = _victim(seen, preview)
    if preview.refused is not None or victim is None:
        return request
    harm = preview.befalls(victim.id)
    question = _question(victim, harm, aimed=kind.aimed or isinstance(command, ThrowItem))
    return Push(_asking(seen)(question, told(victim, harm), request, lambda: perspective.choices.accepted.add(kind)))


def _asking(seen: Observation) -> type[ConfirmScreen]:
    return ConfirmAgainScreen if seen.ruleset.confirms_again else ConfirmScreen


def _victim(seen: Observation, preview: Preview) -> Actor | None:
    """Return whom of the player's side it would harm: the player before the nearest ally; None for nobody."""
    friends = [seen.me, *(each for each in seen.others if each.side == seen.me.side)]
    return next((each for each in friends if preview.befalls(each.id).is_harmful), None)


def _question(victim: Actor, harm: Expected, *, aimed: bool) -> str:
    whom = "you" if victim.is_player else f"your {victim.kind.name}"
    what = "kill" if harm.kills == 1 else "hit" if harm.damage else "affect"
    return f"This will {what} {whom}. {'Fire' if aimed else 'Use it'} anyway?"


class ConfirmScreen(Question):
    """A question before what would hurt; all but a deliberate yes means no."""

    section = "confirm"
    title = "Are you sure?"
    drops_typed_ahead: ClassVar[bool] = True
    ignores_held: ClassVar[bool] = True

    def __init__(
        self,
        question: str,
        harm: str,
        request: ScreenRequest,
        on_yes: Callable[[], None] | None = None,
        *,
        direction: Direction | None = None,
    ) -> None:
        super().__init__()
        self.heading = question
        self._harm = harm
        self._on_yes = on_yes
        self._direction = direction
        """Of the step that is asked about; None for anything else."""
        self.answers = (("n", "No", Pop()), ("y", "Yes", Pop(request)))

    def notes(self, width: int) -> Sequence[str]:
        """Return what would happen."""
        return textwrap.wrap(self._harm, width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the question at the foot of the screen, and leave the rest as it is."""
        self.draw_menu(canvas, Rect(0, canvas.height - HEIGHT, canvas.width, HEIGHT))

    def choose(self, number: int) -> ScreenRequest:
        """Answer, and have a yes remembered."""
        if number and self._on_yes is not None:
            self._on_yes()
        return super().choose(number)


class ConfirmAgainScreen(ConfirmScreen):
    """A question that Enter answers with yes, or the same step again; every other key means no, for letters are steps.

    A step that is still held down does not count.
    """

    highlight = 1

    @property
    def actions(self) -> Sequence[Action]:
        """The one key that always says yes."""
        return [Action("choose", (YES,), "yes")]

    def rows(self) -> Sequence[Row]:
        """Return what to press for which answer."""
        again = "" if self._direction is None else " or the same step again"
        return [Row("", "No: any other key", grey(255)), Row("", f"Yes: Enter{again}", grey(255))]

    def spoken(self) -> Sequence[Row]:
        """Return the answers as lines name them."""
        return super().rows()

    def on_key(self, key: str) -> ScreenRequest:
        """Answer with any key."""
        if key == YES:
            return super().on_key(key)
        again = self.keymap.directions.get(SHIFTED.get(key, key))
        return self.choose(int(again is not None and again == self._direction))
