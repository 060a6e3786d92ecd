"""Exploration: walk to the nearest unexplored cells and items, then patrol for the last enemies."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, hindrance
from roguelike.automation.choices import is_beside, locked, offers, openable, told_at, was_left
from roguelike.automation.dangers import barring, keeping_clear, kept_off, sleepers
from roguelike.automation.kinds import ALL
from roguelike.automation.path import Path
from roguelike.automation.patrol import Patrol
from roguelike.automation.pick_up import is_wanted, left_lying, wanted, wants_a_look
from roguelike.automation.shores import off_shores, step_off_shores
from roguelike.automation.tour import Ways
from roguelike.engine.commands import Command, Move, PickUp
from roguelike.engine.events import PickedUp
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.parts.goals import Escape
from roguelike.engine.rules.identity import item_ref
from roguelike.english import capital, with_article

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.automation.kinds import Kinds
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation

MAX_NAMED = 3
"""Maximum items left behind that are listed by name."""


class Explore(Automation):
    """Explores all cells that are reachable without known harm, and picks up items.

    In games won by killing all enemies, exploring an explored level is a patrol.
    """

    doing: ClassVar[str] = "exploring"

    def __init__(
        self, kinds: Kinds = ALL, patrol: Patrol | None = None, elsewhere: Callable[[], str] = lambda: ""
    ) -> None:
        self._kinds = kinds
        """The kinds of items to pick up."""
        self._elsewhere = elsewhere
        """Returns a sentence about items left on other levels, for the end of the exploration."""
        self._stood = 0
        """The bitboard of the cells where the player has been, which show nothing new."""
        self._path = Path(-1, [])
        self._patrol = patrol or Patrol()
        self._stops = patrol is not None
        """Whether to stop beside decisions of the player, which needs a patrol that remembers them."""

    def next(self, seen: Observation) -> Command | Stop:
        """Return a step to the next goal, or a pick-up of the items underfoot."""
        self._stood |= 1 << seen.cell
        self._patrol.look(seen)
        if (stop := hindrance(seen)) is not None:
            return stop
        clear = keeping_clear(seen)
        seen = off_shores(clear)
        items = wanted(seen, self._kinds)
        if items >> seen.cell & 1:
            return PickUp(left_lying(seen, seen.cell, self._kinds))
        decisions = self._decisions(seen)
        if (cell := next((cell for cell in decisions if is_beside(seen, cell)), None)) is not None:
            about, told = told_at(seen, cell)
            self._patrol.tell(seen, about)
            return Stop(told)
        beside = seen.level.grid.spread(board_of(decisions), diagonally=seen.ruleset.diagonal)
        goals = seen.frontier & ~self._stood | items | beside
        step = step_off_shores(clear, lambda known: self._step(known, goals))
        if step is None:
            return self._go_round(seen)
        self._patrol.is_told = False
        return step

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Stop also for a picked-up item that needs a decision."""
        if isinstance(event, PickedUp) and event.who.is_player and wants_a_look(event.item):
            return Stop("")
        return super().interruption(event)

    def _decisions(self, seen: Observation) -> list[int]:
        """Return the cells beside which to stop for a decision."""
        if not self._stops:
            return []
        cells = sorted({*(cell for cell in offers(seen) if not was_left(seen, cell)), *openable(seen)})
        return [cell for cell in cells if self._patrol.is_news(seen, cell)]

    def _step(self, seen: Observation, goals: int) -> Move | None:
        """Return a step towards one of the safe goals; None if none is reachable.

        A path to a shore is followed up to it, unless one of its steps is avoided.
        """
        goal = self._path.goal
        goals &= seen.safe | seen.doubtful
        step = None if goal is None or not goals >> goal & 1 else self._path.step(seen)
        if step is None:
            goals &= seen.safe & ~(1 << seen.cell)
            self._path = Path(seen.cell, Ways.known(seen).path_on_tour(seen.cell, goals))
            step = self._path.step(seen)
        return step

    def _go_round(self, seen: Observation) -> Move | Stop:
        """Return a step of the patrol; stop when the level is explored, and again at the end of the patrol."""
        is_told = self._patrol.is_told and _enemies_left(seen)
        step = self._step(seen, self._patrol.left(seen)) if is_told else None
        if step is not None:
            return step
        self._patrol.begin()
        self._patrol.is_told = True
        if is_told:
            return Stop(f"All seen again. {_enemies_left(seen)}")
        told = " ".join(filter(None, [_explored(seen, self._kinds), self._elsewhere()]))
        return Stop(told, remedy=_onward(seen))


def _enemies_left(seen: Observation) -> str:
    """Return the number of enemies left, in games won by killing them; empty for none."""
    counts = any(goal.counts_enemies for goal in seen.ruleset.goals)
    return f"Enemies left: {seen.enemies_left}." if counts and seen.enemies_left else ""


def _onward(seen: Observation) -> str:
    """Return the action that leads to the next level; empty without a known path to its stairs."""
    carried = [item.kind for item in seen.me.inventory.slots if item is not None]
    climbs = any(isinstance(goal, Escape) and seen.ruleset.items[goal.item] in carried for goal in seen.ruleset.goals)
    way = Exit.UP if climbs else Exit.DOWN
    stairs = seen.level.exit_at(way)
    if stairs is None or not Ways.known(seen).reachable(seen.cell) >> seen.level.grid.index(stairs) & 1:
        return ""
    does = "takes" if stairs == seen.me.at else "travels to"
    return f"{'{ascend}' if climbs else '{descend}'} {does} the stairs {way.value}."


def _why_left(seen: Observation) -> str:
    """Return why items are left behind."""
    if seen.me.cannot("pick_up"):
        return "out of reach"
    return "no room" if seen.me.inventory.is_full else "no safe path"


def _explored(seen: Observation, kinds: Kinds) -> str:
    """Return the report of a finished exploration: items left behind and why, and open decisions."""
    reachable = Ways.known(seen).reachable(seen.cell)
    left = [item for cell, items in sorted(seen.lying.items()) for item in items if is_wanted(item, kinds)]
    told = ["Explored.", *filter(None, [_enemies_left(seen)])]
    if left:
        why = _why_left(seen)
        counts = Counter(item_ref(item).name for item in left)
        names = [name if count == 1 else f"{name} (x{count})" for name, count in counts.items()]
        more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
        told.append(f"Left behind ({why}): {', '.join(names[:MAX_NAMED])}{more}.")
    captives = [f"Captive {each.kind.name}" for each in (*seen.others, *seen.captives) if each.is_captive]
    if undecided := [*captives, *offers(seen).values(), *(capital(kind.name) for kind in locked(seen).values())]:
        more = f" and {len(undecided) - MAX_NAMED} more" if len(undecided) > MAX_NAMED else ""
        told.append(f"Left: {'; '.join(undecided[:MAX_NAMED])}{more}.")
    unseen = seen.frontier & ~reachable
    if unseen and (bars := barring(seen, unseen)):
        told[0] = f"{bars} the way to what is unexplored."
    elif unseen and (name := kept_off(seen, unseen)):
        told[0] = f"The only way to what is unexplored leads over {with_article(name)}: walk it step by step."
    elif seen.level.passable & ~reachable & ~board_of(offers(seen)) & ~sleepers(seen):
        told.append("Some places have no safe path.")
        if unseen:
            told[0] = "Nothing more to explore safely."
    return " ".join(told)
