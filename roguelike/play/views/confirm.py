"""Confirmation of commands that are known to hurt, unless the rule set's document forgoes it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar, Final, Literal

import attrs

from roguelike.cells.color import grey
from roguelike.cells.keys import unshifted
from roguelike.engine.commands import Cover, Move, PickUp, TakeStairs, Use
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.preview import harmful_blow, harmful_step, offered, toll_of
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.state.feature import toll_refusal
from roguelike.english import capital, definite
from roguelike.narration.aiming import Aim, aim_of, burned, is_deadly, rounds_to_burn, spread_told, told
from roguelike.narration.item_comparison import compared, in_one_line
from roguelike.play.requests import Submit
from roguelike.play.views.menu import Question, Row
from roguelike.play.views.view import Action, AnyAction, Close, Open

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.commands import ThrowFuel, ThrowItem
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Expected, Placed, Preview
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.item import Item
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request

YES: Final = "enter"
JINGLES: Final = "While you carry it, you are heard {} steps farther away."
STAYS: Final = "stays: you cannot lead more allies."
CLIMBS: Final = "Use your {} instead to get down unhurt."
FALLS: Final = "The noise brings the roof down: "
AGAIN: Final = Action["ConfirmAgain"]("choose", (YES,), "yes", lambda asked: asked.choose_highlighted())
"""The only action of `ConfirmAgain`; all other keys mean no."""


def step(perspective: Perspective, direction: Direction) -> Request:
    """Return the request for a step, or the question before a step into known harm."""
    seen, request = perspective.seen, Submit(Move(direction))
    if not perspective.presentation.confirms:
        return request
    if moved := harmful_step(seen, direction):
        falls = any(each.who.is_player and each.harm.falls for each in moved)
        left = [*_fellows(seen, direction), *_deserted(seen), *_climbing(seen)] if falls else []
        note = ". ".join(["; ".join(map(_note, moved)), *left])
        kills = any(each.who.is_player and is_deadly(each.who, each.harm) for each in moved)
        asking = Confirm if kills else _asking(seen)
        return Open(asking(_about_step(moved), note, request, direction=direction))
    if (blow := harmful_blow(seen, direction)) is not None:
        return Open(_asking(seen)(f"Attack on the {blow.into.name}?", _note(blow), request, direction=direction))
    return _take(seen, direction, request)


def stairs(perspective: Perspective, way: Literal["down", "up"]) -> Request:
    """Return the request to take stairs, or the question before leaving allies behind."""
    seen, request = perspective.seen, Submit(TakeStairs(way))
    is_barred = seen.locked_in and way == "up"
    note = "" if is_barred or not perspective.presentation.confirms else left_told(seen)
    return Open(_asking(seen)("Leave allies behind?", note, request)) if note else request


def left_told(seen: Observation) -> str:
    """Return the allies that die or stay behind if the player leaves the level now; empty for none."""
    die = [f"Your {each.kind.name} lies fallen here and will die." for each in seen.fallen]
    stay = [f"Your {each.kind.name} is out of reach and stays behind." for each in seen.astray]
    return " ".join([*die, *stay])


def pick_up(perspective: Perspective) -> Request:
    """Return the request to pick up, or the question before taking the item of an altar underfoot."""
    seen, request = perspective.seen, Submit(PickUp())
    feature = seen.level.feature_at(seen.me.at)
    lies = any(item.kind.portable for item in seen.level.items_at(seen.me.at))
    if lies or feature is None or feature.offers is None or not perspective.presentation.confirms:
        return request
    return _asked_to_take(seen, feature, feature.offers, request)


def cover(perspective: Perspective) -> Request:
    """Return the request to cover or open the lamp, or the question before opening it in explosive gas."""
    seen, request = perspective.seen, Submit(Cover())
    gases = [seen.ruleset.gases[name] for name, _ in seen.level.gases_at(seen.me.at)]
    lit = next((gas for gas in gases if gas.lamp), None)
    if lit is None or not seen.me.covered or not perspective.presentation.confirms:
        return request
    return Open(_asking(seen)(f"Open the lamp in the {lit.name}?", lit.description, request))


def _about_step(moved: Sequence[Placed]) -> str:
    """Return the question about a step: it names the player's harm, and allies that the step would harm."""
    first = moved[0]
    if not first.who.is_player:
        return f"This puts your {first.who.kind.name} into the {first.into.name}. Swap places anyway?"
    also = "".join(f" Your {each.who.kind.name} ends up in the {each.into.name}." for each in moved[1:])
    return f"Walk into the {first.into.name}?{also}"


def _note(each: Placed) -> str:
    """Return the harm in words, else the description of the place."""
    if not attrs.evolve(each.harm, into="").is_harmful:
        return each.into.description
    falls = isinstance(each.into, TerrainKind) and each.into.roof is not None
    return f"{FALLS if falls else ''}{told(each.who, each.harm)}"


def _fellows(seen: Observation, direction: Direction) -> list[str]:
    """Return the captives that fall with a player who steps into a chasm, or that they stay."""
    goal = seen.me.at.step(direction)
    near = [each for each in seen.others if each.is_captive and chebyshev_distance(each.at, goal) <= 1]
    bonds = [(each.kind.name, seen.level.feature_at(each.at)) for each in near]
    falling = [name for name, held in bonds if held is not None and held.kind.bonds and held.kind.bonds.falls]
    return [f"The {name} {STAYS if seen.leads_most else 'falls with you, free.'}" for name in falling]


def _deserted(seen: Observation) -> list[str]:
    """Return the allies that would be left behind, without the last full stop."""
    return [deserted.rstrip(".")] if (deserted := left_told(seen)) else []


def _climbing(seen: Observation) -> list[str]:
    """Return the carried item that would take the player down unhurt, without the last full stop; empty for none."""
    ropes = [kind.name for _, kind in seen.usable() if any(effect.climbs for effect in kind.effects)]
    return [CLIMBS.format(name).rstrip(".") for name in ropes[:1]]


def _take(seen: Observation, direction: Direction, request: Submit) -> Request:
    """Return the request for a step, or the question before taking an item from an altar or cage, or paying a toll."""
    feature = offered(seen, direction)
    if feature is None or feature.holds is None:
        return _pay(seen, direction, request)
    return _asked_to_take(seen, feature, feature.holds, request, direction)


def _asked_to_take(
    seen: Observation, feature: Feature, item: Item, request: Submit, direction: Direction | None = None
) -> Request:
    """Return the question before taking an item from its altar or cage, with the consequences."""
    question = f"Take the {item_ref(item).name} from {definite(feature.kind.name)}?"
    return Open(_asking(seen)(question, _about_taking(seen, feature.kind, item), request, direction=direction))


def _about_taking(seen: Observation, kind: FeatureKind, held: Item) -> str:
    """Return the effects of taking an item, its description and, for gear, the comparison."""
    about = JINGLES.format(held.kind.noise) if held.kind.noise and kind.taken else held.kind.description
    change = in_one_line(compared(seen, held))
    told = [kind.description if kind.taken or not about else "", about, f"{change}." if change else ""]
    return " ".join(filter(None, told))


def _pay(seen: Observation, direction: Direction, request: Submit) -> Request:
    """Return the request for a step, or the question before paying a feature's toll if the player can."""
    feature = toll_of(seen, direction)
    toll = None if feature is None else feature.kind.toll
    if feature is None or toll is None or feature.worked or toll_refusal(seen.level, seen.me, toll) is not None:
        return request
    question = toll.asked or f"Give {toll.amount} {toll.gauge} to {definite(feature.kind.name)}?"
    return Open(_asking(seen)(question, feature.kind.description, request, direction=direction))


def use(perspective: Perspective, kind: ItemKind, command: Use | ThrowItem | ThrowFuel) -> Request:
    """Return the request to use an item, or the question before it hurts the player or an ally.

    A yes holds for that kind of item until no enemy is in view.
    """
    seen, request = perspective.seen, Submit(command)
    if not perspective.presentation.confirms or kind in perspective.choices.accepted:
        return request
    at = command.target if isinstance(command.target, Point) else seen.me.at
    leaves = isinstance(command, Use) and any(effect.climbs for effect in kind.effects)
    if leaves and (note := left_told(seen)):
        return Open(_asking(seen)("Leave allies behind?", note, request))
    preview = (aim_of(seen, command) or Aim(kind)).preview(seen, at)
    victim, rounds = _victim(seen, preview), rounds_to_burn(seen, preview)
    if preview.refused is not None or (victim is None and rounds is None):
        return request
    verb = "Fire" if kind.aimed or not isinstance(command, Use) else "Use it"
    spreads = [] if rounds is None else [f"{capital(spread_told(rounds))}."]
    harm = [] if victim is None else [_about_use(victim, preview.befalls(victim.id))]
    note = told(seen.me, burned(seen)) if victim is None else told(victim, preview.befalls(victim.id))
    question = " ".join((*harm, *spreads, f"{verb} anyway?"))
    return Open(_asking(seen)(question, note, request, lambda: perspective.choices.accepted.add(kind)))


def _asking(seen: Observation) -> type[Confirm]:
    return ConfirmAgain if seen.ruleset.confirms_again else Confirm


def _victim(seen: Observation, preview: Preview) -> Actor | None:
    """Return the first victim on the player's side: the player, else the nearest ally; None for nobody."""
    friends = [seen.me, *(each for each in seen.others if each.side == seen.me.side)]
    return next((each for each in friends if preview.befalls(each.id).is_harmful), None)


def _about_use(victim: Actor, harm: Expected) -> str:
    """Return the effect of a use on its victim, in a sentence."""
    whom = "you" if victim.is_player else f"your {victim.kind.name}"
    what = "kill" if harm.kills == 1 else "hit" if harm.damage else "affect"
    return f"This will {what} {whom}."


class Confirm(Question):
    """A question before known harm; everything except a deliberate yes means no."""

    sort = "confirm"
    section = "confirm"
    title = "Are you sure?"
    drops_typed_ahead: ClassVar[bool] = True
    ignores_held: ClassVar[bool] = True

    def __init__(
        self,
        question: str,
        harm: str,
        request: Request,
        on_yes: Callable[[], None] | None = None,
        *,
        direction: Direction | None = None,
    ) -> None:
        self.heading = question
        self._harm = harm
        self._on_yes = on_yes
        self._direction = direction
        """The direction of the step in question; None for other commands."""
        self.answers = (("n", "No", Close()), ("y", "Yes", Close(request)))

    def notes(self, width: int) -> Sequence[str]:
        """Return the harm."""
        return textwrap.wrap(self._harm, width)

    def choose(self, number: int) -> Request:
        """Answer; call `on_yes` for a yes."""
        if number and self._on_yes is not None:
            self._on_yes()
        return super().choose(number)


class ConfirmAgain(Confirm):
    """A question that Enter or the same step again answers with yes.

    All other keys mean no, since letters are steps. Key repeat of the step does not count.
    """

    highlight = 1

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The action of Enter."""
        return (AGAIN,)

    def rows(self) -> Sequence[Row]:
        """Return the keys for each answer."""
        again = "" if self._direction is None else " or the same step again"
        return [Row("", "No: any other key", grey(255)), Row("", f"Yes: Enter{again}", grey(255))]

    def spoken(self) -> Sequence[Row]:
        """Return the plain answers, for line mode."""
        return super().rows()

    def on_key(self, key: str) -> Request:
        """Answer with any key."""
        if key == YES:
            return super().on_key(key)
        again = self.keymap.directions.get(unshifted(key))
        return self.choose(int(again is not None and again == self._direction))
