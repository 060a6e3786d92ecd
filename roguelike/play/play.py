"""Playing a game: journal and perform commands, run automations, and stop both for danger."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.automation import Automation, Stop
from roguelike.automation.kinds import ALL, Kinds
from roguelike.automation.pick_up import has_moved, left_lying, pick_up_in_passing
from roguelike.automation.standoff import Standoff
from roguelike.classes import define
from roguelike.engine.commands import Command, Move, ThrowItem, Use
from roguelike.engine.events import Refused
from roguelike.engine.rules.identity import known_kind
from roguelike.narration.aiming import aimed_by
from roguelike.narration.danger import is_alarming, is_danger
from roguelike.play.journaled_game import JournaledGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.item import Item
    from roguelike.play.perspective import Perspective

STOPPED = "You stop {doing}."
NO_KEYS: Final[Mapping[str, str]] = {}
MAX_HELD = 64
"""Maximum commands that are queued while something is in flight."""


def _ignore() -> None:
    pass


@define
class Play:
    """A game in play, with any front-end."""

    kept: JournaledGame
    on_danger: Callable[[], None] = _ignore
    """Called to discard typed-ahead input."""
    on_alarm: Callable[[], None] = _ignore
    """Called to ignore repeats of the last key, which may be held down."""
    autopickup: Kinds = ALL
    """The kinds of items to pick up automatically, if the rule set allows it."""
    automation: Automation | None = None
    """The running automation; None if none runs."""
    standoff: Standoff = attrs.field(init=False, factory=Standoff)
    """The enemies that cannot reach the player and of which automations have warned."""
    _keys: Mapping[str, str] = attrs.field(init=False, default=NO_KEYS)
    """The keys or words for the actions of the game's screen."""
    _held: collections.deque[Command] = attrs.field(init=False, factory=collections.deque)
    """Commands given while something is in flight, performed after it has landed."""

    @property
    def perspective(self) -> Perspective:
        """The part of the game that front-ends can read."""
        return self.kept.perspective

    @property
    def is_over(self) -> bool:
        """Whether the game is decided."""
        return self.perspective.game.outcome is not None

    @property
    def in_flight(self) -> bool:
        """Whether something is in flight, so that commands must wait."""
        return self.perspective.game.in_flight

    def submit(self, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command, then pick up items underfoot; return its events, or None if it was not saved."""
        if isinstance(command, Move):
            command = self._past_what_is_left(command)
        aimed, item = aimed_by(self.perspective.seen, command), self._item_of(command)
        events = self._perform(command)
        if events is None:
            return None
        if aimed is not None and not any(isinstance(event, Refused) for event in events):
            kind = aimed.aim.kind if item is None else known_kind(self.perspective.world, item.kind)
            self.perspective.choices.aimed = aimed.known_as(kind)
        if isinstance(command, Move):
            self._pick_up_in_passing(events)
        return events

    def _item_of(self, command: Command) -> Item | None:
        """Return the item that a command uses or throws; None for others."""
        if not isinstance(command, Use | ThrowItem):
            return None
        return self.perspective.world.player.inventory.at(command.slot)

    def hold(self, command: Command) -> None:
        """Queue a command until everything in flight has landed, if the rule set does so."""
        if self.perspective.world.ruleset.holds_commands and len(self._held) < MAX_HELD:
            self._held.append(command)

    def tick(self) -> None:
        """Advance projectiles by one tick; perform queued commands after they have landed."""
        before = self.perspective.world.player.hit_points
        events = self.perspective.tick()
        self._mind_danger(events, before)
        while self._held and not self.in_flight and not self.is_over:
            self.submit(self._held.popleft())

    def start(self, automation: Automation, keys: Mapping[str, str] = NO_KEYS) -> None:
        """Start an automation, which chooses the next commands.

        `keys` are the keys or words for the actions of the game's screen, for the reason to stop.
        """
        self.automation, self._keys = automation, keys
        if notice := automation.announce(self.standoff.judge(self.perspective.seen)):
            self.perspective.notify(notice)

    def go_on(self, steps: int) -> None:
        """Perform up to `steps` commands of the automation; all are on disk when this returns.

        Raises:
            StoreError: none of them was saved; the caller must release the game.
        """
        with self.kept.stored.together():
            for _ in range(steps):
                if self.automation is None or self.perspective.is_moving:
                    break
                self._take_step(self.automation)

    def stop(self, reason: str = "") -> None:
        """Stop the automation and log the reason."""
        self.automation = None
        if reason:
            self.perspective.notify(reason)

    def interrupt(self) -> None:
        """Stop the automation at the player's request."""
        if self.automation is not None:
            self.stop(STOPPED.format(doing=self.automation.doing))

    def finish(self) -> bool:
        """Archive the game if it is over; return whether it is."""
        if not self.is_over:
            return False
        self._held.clear()
        self.automation = None
        self.kept.finish()
        return True

    def _take_step(self, automation: Automation) -> None:
        """Perform one command of the automation, or stop it with its reason."""
        seen = self.standoff.judge(self.perspective.seen)
        answer = automation.next(seen)
        if isinstance(answer, Stop):
            self.standoff.heed(seen, answer)
            self.stop(answer.told(self._keys))
        elif self.submit(answer) is None or self.is_over:
            self.automation = None

    def _past_what_is_left(self, step: Move) -> Move:
        """Return a step that leaves unwanted items, in rule sets whose steps pick up items."""
        seen = self.perspective.seen
        if not seen.ruleset.gathers:
            return step
        cell = seen.cell + seen.level.grid.offsets[step.direction]
        return attrs.evolve(step, leaves=left_lying(seen, cell, self.autopickup))

    def _pick_up_in_passing(self, events: Sequence[AnyEvent]) -> None:
        if not has_moved(events) or self.in_flight:
            return
        command = pick_up_in_passing(self.standoff.judge(self.perspective.seen), self.autopickup)
        if command is not None:
            self._perform(command)

    def _perform(self, command: Command) -> Sequence[AnyEvent] | None:
        """Append a command and perform it; return the events, or None if it could not be appended."""
        before = self.perspective.world.player.hit_points
        events = self.kept.perform(command)
        if events is None:
            self._forget_asked()
        else:
            self._mind_danger(events, before)
        return events

    def _mind_danger(self, events: Sequence[AnyEvent], before: int) -> None:
        """Discard typed-ahead input after events that call for a new decision.

        For alarming ones also stop key repeat; `before` are the hit points before the events.
        """
        news = self.standoff.news(events, lambda: self.perspective.seen)
        if self.automation is not None:
            events = news
        self._heed(events)
        has_stop = self.perspective.log.take_stop()
        if has_stop:  # the line says why
            self.stop()
            self.on_alarm()
        if has_stop or any(is_danger(event) for event in events):
            self._forget_asked()
        if self.perspective.take_missed():  # the log names the ally
            self.stop()
        if is_alarming(events, before, self.perspective.world.player):
            self.stop()  # the log says why
            self.on_alarm()

    def _heed(self, events: Sequence[AnyEvent]) -> None:
        """Stop the automation for an event; log the reason, unless a message of the rule set says so."""
        if self.automation is None:
            return
        stops = [(event, stop) for event in events if (stop := self.automation.interruption(event)) is not None]
        if stops:
            silent = [stop.reason for event, stop in stops if self.perspective.narration.narrator.tell(event) is None]
            self.stop(" ".join(filter(None, dict.fromkeys(silent))))

    def _forget_asked(self) -> None:
        """Discard queued commands and unread input."""
        self._held.clear()
        self.on_danger()
