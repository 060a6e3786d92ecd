"""The one loop: a key or a tick becomes a command, its events become messages, and the world is drawn as it is now."""

from __future__ import annotations

import collections
import time
from typing import TYPE_CHECKING

import attrs

from roguelike.session.kept import KeptGame
from roguelike.store.errors import StoreError
from roguelike.ui.canvas import Canvas
from roguelike.ui.display import TICK
from roguelike.ui.input import HangUp, Key, Redraw
from roguelike.ui.narration import Message, Span
from roguelike.ui.screens.end import DeathScreen, VictoryScreen
from roguelike.ui.screens.new_game import Wishes
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.play import PlayScreen
from roguelike.ui.screens.replays import ReplaysScreen
from roguelike.ui.screens.scores import ScoresScreen
from roguelike.ui.screens.screen import (
    Begin,
    Continue,
    Leave,
    NewGame,
    Push,
    Result,
    ShowReplays,
    ShowScores,
    Submit,
    ToggleMouse,
    ToTitle,
    Watch,
)
from roguelike.ui.screens.title import TitleScreen
from roguelike.ui.stack import ScreenStack
from roguelike.ui.view import is_danger

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.store.listings import SavedGame
    from roguelike.store.port import GameStore
    from roguelike.ui.display import Display
    from roguelike.ui.input import Input
    from roguelike.ui.screens.rules import RuleChoice
    from roguelike.ui.screens.screen import Screen
    from roguelike.ui.view import View

MOST_HELD = 64
"""Commands that are kept while something flies."""

MOUSE_TAKEN = "The mouse points, aims and chooses again."
MOUSE_LEFT = "The mouse is left to the terminal: it selects text now. M takes it back."


OTHER_GAME = "This is the game that you left. The one you asked for begins with --new."
NO_REPLAYS = "No game is over yet."
TITLE = ToTitle()
NO_WISHES = Wishes()


def _cannot_watch(key: str) -> Result:
    return Push(NoticeScreen(f"{key} cannot be watched here."))


class Session:
    """One sitting at one terminal: a title, and games as long as the player likes.

    `first` is the rule set to play until another of `choices` is chosen, which the title alone asks for; `wishes` fills
    in the first form for a new game. `watch` shows a finished game, by its key, and gives what is to be done then.
    """

    def __init__(
        self,
        display: Display,
        library: GameStore,
        first: RuleChoice,
        choices: Callable[[], Sequence[RuleChoice]],
        *,
        wishes: Wishes = NO_WISHES,
        watch: Callable[[str], Result] = _cannot_watch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._display = display
        self._library = library
        self._choices = choices
        self._rules = first
        self._wishes = wishes
        self._watch = watch
        self._clock = clock
        self._stack = ScreenStack()
        self._kept: KeptGame | None = None
        """The game that is being played."""
        self._top: Screen | None = None
        self._next_tick: float | None = None
        self._closes_at: float | None = None
        self._held: collections.deque[Command] = collections.deque()
        """What the player asked for while something flew, to be done when it has landed."""
        self._openings = 0
        self._running = False
        self._asked: Begin | Continue | None = None
        """What was asked for when an end was shown instead, which had not been seen."""
        self.trouble = ""
        """Why the game that was left last is not kept, in a sentence; empty where it is."""

    def run(self, start: Result = TITLE) -> None:
        """Run until the player leaves or the terminal is gone, from the title or straight into a game.

        Raises:
            StoreTrouble: the game to start with cannot be begun or gone on with.
        """
        self._running = True
        try:
            self._follow(start)
            self._loop()
        except Exception:
            # A defect: it may have left the world half-done, and what counts is written already.
            self._let_go()
            raise
        finally:
            self.trouble = self._put_away()

    @property
    def _view(self) -> View | None:
        """How the game that is being played is looked at."""
        return None if self._kept is None else self._kept.view

    def _loop(self) -> None:
        while self._running:
            self._draw()
            self._set_timers()
            event = self._display.read(self._patience())
            if not isinstance(event, HangUp):
                self._let_time_pass()
            if event is not None and self._running:
                self._react(event)

    def _draw(self) -> None:
        canvas = Canvas(*self._display.size)
        self._stack.draw(canvas)
        if self._stack.openings != self._openings:
            self._openings = self._stack.openings
            if self._stack.top.drops_typed_ahead:
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
            case ToggleMouse():
                self._toggle_mouse()
            case Leave():
                self._running = False
            case ToTitle():
                self._to_title(self._put_away())
            case None:
                self._running = self._running and not self._stack.is_empty
            case asked:
                self._attempt(asked)

    def _attempt(self, asked: Result) -> None:
        """Ask the library for something; when that fails the player is told so, unless nothing is shown yet."""
        try:
            match asked:
                case NewGame():
                    self._attempt(self._asked or Begin(self._wishes.name, self._rules.name))
                case Begin():
                    self._begin(asked)
                case Continue():
                    self._resume(asked)
                case ShowScores():
                    self._follow(Push(ScoresScreen(self._library.scores())))
                case ShowReplays():
                    games = self._library.finished()
                    self._follow(Push(ReplaysScreen(games) if games else NoticeScreen(NO_REPLAYS)))
                case Watch(key):
                    self._follow(self._watch(key))
                case _:
                    pass
        except StoreError as trouble:
            if self._stack.is_empty:
                raise
            if isinstance(asked, NewGame | Begin | Continue):
                self._to_title(str(trouble))
            else:
                self._follow(Push(NoticeScreen(str(trouble))))

    def _to_title(self, trouble: str = "") -> None:
        """Open the title, and above it what went wrong, if anything did; an end that was not seen comes first."""
        games: Sequence[SavedGame] = ()
        try:
            if not trouble and self._shows_unseen(self._wishes.name):
                return
        except StoreError as error:
            trouble = str(error)
        try:
            games = self._library.saved()
        except StoreError as error:
            trouble = trouble or str(error)
        self._stack.reset(TitleScreen(self._choices(), self._rules, self._wishes, games))
        if trouble:
            self._follow(Push(NoticeScreen(trouble)))

    def _begin(self, asked: Begin) -> None:
        """Begin a game; what was asked for is remembered for the next one, but for the seed."""
        self._put_away()
        if self._shows_unseen(asked.name, asked):
            return
        self._wishes = Wishes(asked.name, asked.seed)
        self._remember_rules(asked.rules)
        play = self._library.begin(asked.name, asked.rules, asked.seed, sets_aside=asked.sets_aside)
        kept = KeptGame.begin(play)
        self._wishes = Wishes(asked.name)
        self._enter(kept)

    def _resume(self, asked: Continue) -> None:
        """Go on with a game where it was left; one that was over then comes to its end again."""
        self._put_away()
        if self._shows_unseen(asked.name, asked):
            return
        kept = KeptGame.resume(self._library.resume(asked.name))
        self._wishes = attrs.evolve(self._wishes, name=asked.name)
        world = kept.view.world
        if asked.seed not in {None, world.seed} or asked.rules.rpartition("/")[2] not in {"", world.ruleset.name}:
            kept.view.notify(OTHER_GAME)
        self._remember_rules(kept.view.world.ruleset.name)
        self._enter(kept)
        self._end_if_over()

    def _shows_unseen(self, name: str, asked: Begin | Continue | None = None) -> bool:
        """Show the end of a game of that name that was not seen, if there is one; a new game is then what was asked."""
        play = self._library.unseen(name)
        if play is None:
            return False
        kept = KeptGame.look_back(play)
        self._wishes = attrs.evolve(self._wishes, name=name)
        self._remember_rules(kept.view.world.ruleset.name)
        self._enter(kept, asked)
        self._end_if_over()
        return True

    def _remember_rules(self, name: str) -> None:
        """Take a rule set for the next game, too, if it is one of those that can be chosen."""
        if name != self._rules.name:
            self._rules = next((choice for choice in self._choices() if choice.name == name), self._rules)

    def _enter(self, kept: KeptGame, asked: Begin | Continue | None = None) -> None:
        self._kept, self._asked = kept, asked
        self._held.clear()
        self._stack.reset(PlayScreen(kept.view))

    def _put_away(self) -> str:
        """Close the game that is being played, if any; returns why it is not kept, if that is so."""
        kept, self._kept = self._kept, None
        return "" if kept is None else kept.close()

    def _let_go(self) -> None:
        """Leave the game that is being played, if any, as it was written."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.play.release()

    def _toggle_mouse(self) -> None:
        told = MOUSE_TAKEN if self._display.toggle_mouse() else MOUSE_LEFT
        if self._view is not None:
            self._view.cursor = None
            self._view.log.add(Message((Span(told),)))

    def _submit(self, command: Command) -> None:
        """Give the game a command once it is written down, or keep it until nothing flies any more."""
        kept = self._kept
        if kept is None:
            return
        view = kept.view
        if view.game.in_flight and isinstance(self._stack.top, PlayScreen):
            if view.world.ruleset.holds_commands and len(self._held) < MOST_HELD:
                self._held.append(command)
            return
        events = self._perform(kept, command)
        if events is not None:
            self._follow(self._stack.top.after(events))
            self._end_if_over()

    def _perform(self, kept: KeptGame, command: Command) -> Sequence[AnyEvent] | None:
        """Have the game do a command once it is written down; return what happened, None if it could not be written."""
        view = kept.view
        # What the game refuses because something flies changes nothing, and is not written down.
        if not view.game.in_flight and not kept.write(command):
            self._forget_asked()
            return None
        view.game.submit(command)
        view.game.update()
        events = view.take_events()
        self._mind_danger(events)
        return events

    def _submit_held(self) -> None:
        """Do what was asked for while something flew, one after the other; a menu that was opened since stays."""
        kept = self._kept
        while self._held and kept is not None and not kept.view.game.in_flight:
            self._perform(kept, self._held.popleft())
            self._end_if_over()

    def _mind_danger(self, events: Sequence[AnyEvent]) -> None:
        """Forget what was typed ahead when something happens that the player will want to answer."""
        if any(is_danger(event) for event in events):
            self._forget_asked()

    def _forget_asked(self) -> None:
        """Forget what was asked for and has not been done, here and in the terminal."""
        self._held.clear()
        self._display.forget_typed()

    def _end_if_over(self) -> None:
        """Show the end of a game, whatever screen is open."""
        kept = self._kept
        if kept is not None and kept.view.game.outcome is not None:
            died = kept.view.game.outcome == "died"
            self._held.clear()
            self._stack.reset(DeathScreen(kept.view) if died else VictoryScreen(kept.view))
            kept.finish()

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
        """Return how long to wait for input: for ever when nothing moves."""
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
            if self._kept is not None:
                self._kept.see_end()
