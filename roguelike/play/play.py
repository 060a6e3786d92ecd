"""Playing a game: commands are journalled and performed, automations give more of them, and danger stops both."""

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
"""The most commands that are queued while something is in flight."""


def _ignore() -> None:
    pass


@define
class Play:
    """One game in play, whatever front-end it is played with."""

    kept: JournaledGame
    on_danger: Callable[[], None] = _ignore
    """Called to discard what was typed ahead."""
    on_alarm: Callable[[], None] = _ignore
    """Called when the key that was pressed last may be held down."""
    autopickup: Kinds = ALL
    """The kinds of items that are picked up in passing, where the rule set has that."""
    automation: Automation | None = None
    """What goes on choosing commands until it stops, or is stopped."""
    standoff: Standoff = attrs.field(init=False, factory=Standoff)
    """Who is in view and cannot reach the player, as far as automations have warned of them."""
    _keys: Mapping[str, str] = attrs.field(init=False, default=NO_KEYS)
    """What to press or to type for the actions of the game's screen."""
    _held: collections.deque[Command] = attrs.field(init=False, factory=collections.deque)
    """Commands given while something is in flight, to be performed when it has landed."""

    @property
    def perspective(self) -> Perspective:
        """What a front-end may read of the game."""
        return self.kept.perspective

    @property
    def is_over(self) -> bool:
        """Whether the game is decided."""
        return self.perspective.game.outcome is not None

    @property
    def in_flight(self) -> bool:
        """Whether something flies, so that commands have to wait."""
        return self.perspective.game.in_flight

    def submit(self, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command, and pick up the items where it led; returns the events, or None if it was not saved."""
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
        """Return what a command uses or throws."""
        if not isinstance(command, Use | ThrowItem):
            return None
        return self.perspective.world.player.inventory.at(command.slot)

    def hold(self, command: Command) -> None:
        """Queue a command until whatever flies has landed, where the rule set does so."""
        if self.perspective.world.ruleset.holds_commands and len(self._held) < MAX_HELD:
            self._held.append(command)

    def tick(self) -> None:
        """Advance projectiles by one tick; queued commands are performed once they have landed."""
        before = self.perspective.world.player.hit_points
        events = self.perspective.tick()
        self._mind_danger(events, before)
        while self._held and not self.in_flight and not self.is_over:
            self.submit(self._held.popleft())

    def start(self, automation: Automation, keys: Mapping[str, str] = NO_KEYS) -> None:
        """Start an automation, which chooses the next commands.

        `keys` are what to press or to type for the actions of the game's screen, for why it stops.
        """
        self.automation, self._keys = automation, keys
        if notice := automation.announce(self.standoff.judge(self.perspective.seen)):
            self.perspective.notify(notice)

    def go_on(self, steps: int) -> None:
        """Perform the next commands of the automation, all of which are on the disk when this returns.

        Raises:
            StoreError: none of them has happened as far as anybody knows; the game is to be released.
        """
        with self.kept.stored.together():
            for _ in range(steps):
                if self.automation is None or self.perspective.is_moving:
                    break
                self._take_step(self.automation)

    def stop(self, reason: str = "") -> None:
        """Stop the automation, and tell the player why."""
        self.automation = None
        if reason:
            self.perspective.notify(reason)

    def interrupt(self) -> None:
        """Stop the automation because the player wants it."""
        if self.automation is not None:
            self.stop(STOPPED.format(doing=self.automation.doing))

    def finish(self) -> bool:
        """Archive the game if it is over; returns whether it is."""
        if not self.is_over:
            return False
        self._held.clear()
        self.automation = None
        self.kept.finish()
        return True

    def _take_step(self, automation: Automation) -> None:
        """Perform one command of the automation, or stop it and say why."""
        seen = self.standoff.judge(self.perspective.seen)
        answer = automation.next(seen)
        if isinstance(answer, Stop):
            self.standoff.heed(seen, answer)
            self.stop(answer.told(self._keys))
        elif self.submit(answer) is None or self.is_over:
            self.automation = None

    def _past_what_is_left(self, step: Move) -> Move:
        """Return a step that picks up only the wanted items, where the rule set has steps that pick up."""
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
        """Append a command and perform it; returns the events, or None if it could not be appended."""
        before = self.perspective.world.player.hit_points
        events = self.kept.perform(command)
        if events is None:
            self._forget_asked()
        else:
            self._mind_danger(events, before)
        return events

    def _mind_danger(self, events: Sequence[AnyEvent], before: int) -> None:
        """Drop what was typed ahead when something happens that the player will want to answer.

        Where it is bad enough, the key that is held down is ignored, too; `before` are the hit points before it.
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
        if self.perspective.take_missed():  # the log says who
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
