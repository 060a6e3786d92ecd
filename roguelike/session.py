"""The one loop: a key or a tick becomes a command, its events become messages, and the world is drawn as it is now."""

from __future__ import annotations

import collections
import time
from typing import TYPE_CHECKING, Protocol

from roguelike.ui.canvas import Canvas
from roguelike.ui.input import HangUp, Key, Redraw
from roguelike.ui.narration import Message, Span
from roguelike.ui.screens.end import DeathScreen, VictoryScreen
from roguelike.ui.screens.play import PlayScreen
from roguelike.ui.screens.screen import (
    ChooseRules,
    Leave,
    NewGame,
    Result,
    Screen,
    Submit,
    ToggleMouse,
    ToTitle,
)
from roguelike.ui.screens.title import TitleScreen
from roguelike.ui.stack import ScreenStack
from roguelike.ui.view import View, is_danger

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import Event
    from roguelike.engine.game import Game
    from roguelike.ui.input import Input
    from roguelike.ui.screens.rules import RuleChoice

TICK = 0.033
"""Seconds between two moves of whatever flies."""

MOST_HELD = 64
"""Commands that are kept while something flies."""

MOUSE_TAKEN = "The mouse points, aims and chooses again."
MOUSE_LEFT = "The mouse is left to the terminal: it selects text now. M takes it back."


class Display(Protocol):
    """What a session needs of a terminal."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def read(self, timeout: float | None) -> Input | None:
        """Wait for input, at most `timeout` seconds; None when there was none."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def forget(self) -> None:
        """Draw the whole of the next frame."""

    def forget_typed(self) -> None:
        """Forget what was typed until now and has not been read."""

    def toggle_mouse(self) -> bool:
        """Leave the mouse to the terminal or take it back; tells whether it is taken."""


class Session:
    """One sitting at one terminal: a title, and games as long as the player likes.

    `first` is the rule set to play until another of `choices` is chosen, which the title alone asks for; `begin` makes
    a game by a choice's name.
    """

    def __init__(
        self,
        display: Display,
        first: RuleChoice,
        choices: Callable[[], Sequence[RuleChoice]],
        begin: Callable[[str], Game],
        *,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._display = display
        self._choices = choices
        self._rules = first
        self._begin = begin
        self._name = name
        self._clock = clock
        self._stack = ScreenStack()
        self._view: View | None = None
        self._top: Screen | None = None
        self._next_tick: float | None = None
        self._closes_at: float | None = None
        self._held: collections.deque[Command] = collections.deque()
        """What the player asked for while something flew, to be done when it has landed."""
        self._openings = 0
        self._running = False

    def run(self, *, at_title: bool = True) -> None:
        """Run until the player leaves or the terminal is gone, from the title or straight into a game."""
        self._running = True
        self._follow(ToTitle() if at_title else NewGame())
        while self._running:
            self._draw()
            self._set_timers()
            event = self._display.read(self._patience())
            self._let_time_pass()
            if event is not None:
                self._react(event)

    def _draw(self) -> None:
        canvas = Canvas(*self._display.size)
        self._stack.draw(canvas)
        if self._stack.openings != self._openings:
            self._openings = self._stack.openings
            if not isinstance(self._stack.top, PlayScreen):
                # What was typed before there was a question is no answer to it.
                self._display.forget_typed()
        self._display.show(canvas)

    def _react(self, event: Input) -> None:
        match event:
            case HangUp():
                self._running = False
            case Redraw():
                self._display.forget()
            case _:
                if isinstance(event, Key) and self._view is not None:
                    self._view.log.fresh = 0
                self._follow(self._stack.answer(event))

    def _follow(self, result: Result) -> None:
        match self._stack.follow(result):
            case Submit(command):
                self._submit(command)
            case NewGame():
                self._view = View(self._begin(self._rules.name), self._name)
                self._view.take_events()
                self._stack.reset(PlayScreen(self._view))
            case ToTitle():
                self._view = None
                self._stack.reset(TitleScreen(self._choices(), self._rules))
            case ChooseRules(name):
                self._rules = next(choice for choice in self._choices() if choice.name == name)
                self._follow(ToTitle())
            case ToggleMouse():
                self._toggle_mouse()
            case Leave():
                self._running = False
            case _:
                pass

    def _toggle_mouse(self) -> None:
        told = MOUSE_TAKEN if self._display.toggle_mouse() else MOUSE_LEFT
        if self._view is not None:
            self._view.log.add(Message((Span(told),)))

    def _submit(self, command: Command) -> None:
        """Give the game a command, or keep it until nothing flies any more."""
        view = self._view
        if view is None:
            return
        if view.game.in_flight and isinstance(self._stack.top, PlayScreen):
            if len(self._held) < MOST_HELD:
                self._held.append(command)
            return
        view.game.submit(command)
        view.game.update()
        events = view.take_events()
        self._mind_danger(events)
        self._follow(self._stack.top.after(events))
        self._end_if_over()

    def _submit_held(self) -> None:
        """Do what was asked for while something flew, one command after the other."""
        view = self._view
        if view is None or not isinstance(self._stack.top, PlayScreen):
            self._held.clear()
        while self._held and view is not None and not view.game.in_flight:
            self._submit(self._held.popleft())

    def _mind_danger(self, events: Sequence[Event]) -> None:
        """Forget what was typed ahead when something happens that the player will want to answer."""
        if any(is_danger(event) for event in events):
            self._held.clear()
            self._display.forget_typed()

    def _end_if_over(self) -> None:
        """Show the end of a game, whatever screen is open."""
        if self._view is not None and self._view.game.outcome is not None:
            died = self._view.game.outcome == "died"
            self._held.clear()
            self._stack.reset(DeathScreen(self._view) if died else VictoryScreen(self._view))

    def _set_timers(self) -> None:
        """Start and stop the clocks of whatever moves and of the screen on top."""
        now = self._clock()
        moving = self._view is not None and self._view.is_moving
        if not moving:
            self._next_tick = None
        elif self._next_tick is None:
            self._next_tick = now + TICK
        if self._stack.top is not self._top:
            self._top = self._stack.top
            self._closes_at = None if self._top.lasts is None else now + self._top.lasts

    def _patience(self) -> float | None:
        """Give how long to wait for input: for ever when nothing moves."""
        due = [time for time in (self._next_tick, self._closes_at) if time is not None]
        return max(0.0, min(due) - self._clock()) if due else None

    def _let_time_pass(self) -> None:
        """Tick once if a tick is due, without making up for ticks that were missed; close what has had its time."""
        now = self._clock()
        if self._next_tick is not None and now >= self._next_tick and self._view is not None:
            self._next_tick = now + TICK
            was_over = self._view.game.outcome is not None
            self._mind_danger(self._view.tick())
            if not was_over:
                self._end_if_over()
            if not self._view.game.in_flight:
                self._submit_held()
        if self._closes_at is not None and now >= self._closes_at:
            self._follow(self._stack.top.on_time())
