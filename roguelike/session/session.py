"""The session: turn input and ticks into commands, and draw a frame in each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, HangUp, Key, Mouse, Notice, Paste, Redraw, Refresh, Resize
from roguelike.cells.timing import TICK
from roguelike.narration.message import Message, Span
from roguelike.play.dispatcher import Dispatcher
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Open
from roguelike.session.frame import DisplayRequest, Frame
from roguelike.session.key_guard import DEAF, KeyRepeatGuard
from roguelike.session.timer import Timer
from roguelike.settings.settings import DEFAULTS
from roguelike.store.errors import StoreError
from roguelike.ui.stack import ScreenStack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.automation.automation import Automation
    from roguelike.cells.input import Input
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.play import Play
    from roguelike.play.views.playing import Playing
    from roguelike.play.views.view import Request, View
    from roguelike.settings.settings import Settings, SettingsStore
    from roguelike.ui.viewport import Viewport

STEP = 1 / 60
"""Seconds between automated commands."""
MAX_AT_ONCE = 20
"""Maximum commands of an automation in one frame, if frames are slow."""
HELD = "Keys ignored: release and press again."

MOUSE_TAKEN = "Mouse on."
MOUSE_LEFT = "Mouse off: select text with it. M turns it back on."


class Session:
    """A player's session with its screens; `run` connects it with a terminal.

    It begins with the request `start`: a view, the title, or a game. Without a lobby it has no saved games, and
    without a settings store no settings can be changed; a replay needs neither.
    """

    def __init__(
        self,
        start: Request,
        views: LobbyViews | None = None,
        settings: Settings = DEFAULTS,
        store: SettingsStore | None = None,
    ) -> None:
        self.size = (80, 24)
        """Columns and rows of the next frame, set from the display."""
        self.takes_mouse = True
        """Whether the terminal reports the mouse, set from the display."""
        self.trouble = ""
        """Why the last game could not be saved, as a sentence; empty if it was."""
        self.viewport: Viewport | None = None
        """The window onto the current game."""
        self._start = start
        self._views = views
        self._stack = ScreenStack(settings)
        self._dispatcher = Dispatcher(self, views, settings, store)
        self._steps = Timer()
        self._guard = KeyRepeatGuard()
        self._now = 0.0
        """The time of the last step, in seconds."""
        self._flight = Timer()
        self._timed: View | None = None
        """The top view of the last frame, to which `_interval` belongs."""
        self._interval = Timer()
        self._is_new = False
        """Whether that view was not yet shown."""
        self._openings = 0
        self._effects: list[DisplayRequest] = []

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._dispatcher.settings

    @property
    def left(self) -> JournaledGame | None:
        """The last game that was closed."""
        return self._dispatcher.left

    @property
    def game(self) -> JournaledGame | None:
        """The current game; None if there is none."""
        return None if self._play is None else self._play.kept

    @property
    def is_in_play(self) -> bool:
        """Whether a game is in play, or its end is still on the screen."""
        if self._play is None or not self._dispatcher.has_ended:
            return self._play is not None
        from roguelike.play.views.end import End

        return isinstance(self._stack.top, End)

    @property
    def _play(self) -> Play | None:
        return self._dispatcher.play

    def take_news(self) -> list[str]:
        """Return the texts added to the log of the current game since the last call, oldest first."""
        return [] if self._play is None else [told.message.text for told in self._play.perspective.log.take_new()]

    def step(self, now: float, event: Input | None) -> Frame | None:
        """Advance the session to the time `now`, in seconds, and handle an input event.

        Return the frame to show, or None when the session is over.

        Raises:
            StoreError: in the first step, the first game cannot be begun or resumed.
        """
        self._now = now
        self._go_on(now, event)
        if self._play is not None:
            self._play.perspective.pointer.has_mouse = self.takes_mouse
            if not self.settings.animates:
                self._land(self._play)
        if self._dispatcher.is_running:
            return self._frame(now)
        self.close()
        return None

    def idle(self, now: float) -> None:
        """Record that the frame was shown at `now`, in seconds: the interval of a new view starts then.

        Also prepare the next command while the player is idle.
        """
        if self._is_new:
            self._interval.restart(now)
            self._is_new = False
        if self._play is not None:
            self._play.kept.stored.prepare()

    def close(self) -> None:
        """Close the current game; `trouble` says why it could not be saved."""
        self.trouble = self._dispatcher.close() or self.trouble

    def release(self) -> None:
        """Release the current game without further writes."""
        self._dispatcher.release()

    def _go_on(self, now: float, event: Input | None) -> None:
        if self._start is not None:
            start, self._start = self._start, None
            self._dispatcher.do(start)
        elif not isinstance(event, HangUp):
            self._let_time_pass(now)
        if event is not None and self._dispatcher.is_running:
            self._react(event)

    def _frame(self, now: float) -> Frame:
        # A film has no player, and an automation reports items underfoot when it stops.
        if self._automation is None and (playing := self._playing) is not None:
            playing.advise()
        canvas = Canvas(*self.size)
        self._stack.draw(canvas, self._foot())
        if self._stack.openings != self._openings:
            self._openings = self._stack.openings
            if self._stack.top.drops_typed_ahead:
                self._effects.append(DisplayRequest.FORGET_TYPED)
            if self._stack.top.ignores_held:
                self._guard.alarm(now, DEAF)
        self._set_timers(now)
        waits = [wait for timer in (self._flight, self._steps, self._interval) if (wait := timer.left(now)) is not None]
        effects, self._effects = self._effects, []
        return Frame(canvas, min(waits, default=None), tuple(effects))

    def _foot(self) -> str:
        """Return the row below every screen of a practice game; "" for other games."""
        if self._play is None or not self._play.perspective.is_practice:
            return ""
        from roguelike.play.practice import practice_status

        return practice_status(self._play, self.settings.keymap, self.size[0])

    def _set_timers(self, now: float) -> None:
        """Start and stop the timers of projectiles in flight and of the top view."""
        play, top = self._play, self._stack.top
        is_moving = play is not None and play.perspective.is_moving
        self._flight.set(now, TICK if is_moving else None)
        self._steps.set(now, STEP if self._automation is not None and not is_moving else None)
        if top is not self._timed:
            self._timed, self._interval, self._is_new = top, Timer(), True
        self._interval.set(now, top.interval)

    def _let_time_pass(self, now: float) -> None:
        """Run the ticks that are due, at most one per timer."""
        if self._flight.take(now) and self._play is not None:
            self._fly(self._play)
        if steps := self._steps.take(now, MAX_AT_ONCE):
            self._dispatcher.go_on(steps * self.settings.pace)
        if self._timed is self._stack.top and self._interval.take(now):
            self._dispatcher.do(self._stack.top.on_tick())
            if self._play is not None:
                self._play.kept.see_end()

    def _fly(self, play: Play) -> None:
        """Advance animations by one tick, and projectiles by more at higher animation speed."""
        self._tick(play)
        for _ in range(self.settings.pace - 1):
            if play.in_flight:
                self._tick(play)

    def _land(self, play: Play) -> None:
        """Land all projectiles without showing them."""
        while play.in_flight:
            self._tick(play)
            if self.viewport is not None:
                self.viewport.flash.landed = ()

    def _tick(self, play: Play) -> None:
        play.tick()
        self._dispatcher.end_if_over()

    @property
    def _automation(self) -> Automation | None:
        return None if self._play is None else self._play.automation

    @property
    def _playing(self) -> Playing | None:
        """The top view if it is the game in play; else None."""
        if self._play is None:
            return None
        from roguelike.play.views.playing import Playing

        top = self._stack.top
        return top if isinstance(top, Playing) else None

    def _react(self, event: Input) -> None:
        match event:
            case HangUp():
                self._dispatcher.is_running = False
            case Redraw():
                self._effects.append(DisplayRequest.FORGET)
            case Resize() | Refresh():
                pass
            case Notice(text):
                self._notice(text)
            case Key(name) if not self._guard.lets_through(name, self._now):
                self._say_held()
            case Key() | Mouse() | Paste() if self._play is not None and self._play.automation is not None:
                if not _only_moves(event) and not self._goes_on(event, self._play.automation):
                    self._play.interrupt()
            case Key() | Mouse() | Paste():
                if isinstance(event, Key) and self._play is not None:
                    self._play.perspective.log.fresh = 0
                self._dispatcher.do(self._answer(event))
            case _:
                assert_never(event)

    def _goes_on(self, event: Key | Mouse | Paste, automation: Automation) -> bool:
        """Return whether an input extends the running automation."""
        playing = self._playing
        return isinstance(event, Key) and playing is not None and playing.goes_on(event.name, automation)

    def _notice(self, text: str) -> None:
        """Show a notice in the log of the game in play, else in the open view, else on its own page."""
        if self._play is not None:
            self._play.perspective.notify(text)
        elif not self._stack.top.takes_notice(text):
            self._stack.push(NoticePage(text))

    def _say_held(self) -> None:
        """Log that a key is ignored, unless that is already the newest line since the last accepted key."""
        if self._play is not None and self._playing is not None:
            log = self._play.perspective.log
            if not log.fresh or log.entries[-1].message.text != HELD:
                self._play.perspective.notify(HELD)

    def _answer(self, event: Key | Mouse | Paste) -> Request:
        try:
            return self._stack.answer(event)
        except StoreError as trouble:
            return self.refuse(str(trouble))

    def open(self, view: View) -> Request:
        """Show a view above the others."""
        self._stack.push(view)
        return None

    def replace(self, view: View) -> Request:
        """Replace the topmost view."""
        self._stack.replace(view)
        return None

    def close_view(self) -> bool:
        """Close the topmost view; return whether there is one beneath."""
        self._stack.pop()
        return not self._stack.is_empty

    def submit(self, play: Play, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command, or queue it while something is in flight."""
        if play.in_flight and self._playing is not None:
            play.hold(command)
            return None
        return play.submit(command)

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Return the next request of the topmost view after a command."""
        return self._stack.top.after(events)

    def automate(self, play: Play, automation: Automation) -> None:
        """Start an automation and perform its first command."""
        if play.in_flight:
            return
        # It starts in a view above the game, and is shown in the game's own view.
        while self._playing is None:
            self._stack.pop()
        play.start(automation, self._playing.key_names)
        play.go_on(self.settings.pace)

    def entered(self, play: Play) -> None:
        """Show a game that has become the current one."""
        from roguelike.play.views.playing import Playing
        from roguelike.ui.viewport import Viewport

        if self.viewport is None or self.viewport.perspective is not play.perspective:
            self.viewport = Viewport.animated(play.perspective)
        self.viewport.use(self.settings)
        self._stack.reset(Playing(play.perspective), self.viewport)
        stored = play.kept.stored
        if stored.begun_in is not None and stored.is_new_to_rules:
            self._stack.push(NoticePage(" ".join(stored.notices)))

    def ended(self, play: Play, ending: Ending) -> None:
        """Show the end of a game in place of all views."""
        from roguelike.play.views.end import End
        from roguelike.play.views.summary import Summary

        play.perspective.pointer.reset()  # the player may have looked elsewhere
        view = Summary if ending.is_seen else End
        self._stack.reset(view(play.perspective, ending), self.viewport)

    def leaving(self) -> None:
        """Drop the window onto the game."""
        self.viewport = None

    def to_title(self, trouble: str, *, saved: bool) -> Request:  # noqa: ARG002 -- for lines
        """Show the title, under a notice of `trouble`; an unseen end comes first."""
        if self._views is None:
            self._stack.clear()
            return None
        try:
            if not trouble and self._dispatcher.shows_unseen(self._views.lobby.wishes.name):
                return None
        except StoreError as error:
            trouble = str(error)
        try:
            title = self._views.title()
        except StoreError as error:
            trouble, title = trouble or str(error), self._views.bare_title()
        self._stack.reset(title)
        return Open(NoticePage(trouble)) if trouble else None

    def tell(self, text: str) -> None:
        """Log information that the player requested, if there is a game."""
        if self._play is not None:
            self._play.perspective.notify(text)

    def refuse(self, trouble: str, *, begins: bool = False) -> Request:
        """Show why a request failed on its own page, above the title if it was to begin a game."""
        return self.to_title(trouble, saved=False) if begins else Open(NoticePage(trouble))

    def apply(self, settings: Settings) -> None:
        """Apply changed settings to all views and the terminal."""
        self._stack.use(settings)
        self._effects.append(DisplayRequest.APPLY_SETTINGS)
        if self.viewport is not None:
            self.viewport.use(settings)

    def toggle_mouse(self) -> None:
        """Turn mouse reports off, so that the terminal selects text with the mouse, or on again."""
        self._effects.append(DisplayRequest.TOGGLE_MOUSE)
        self.takes_mouse = not self.takes_mouse
        if self._play is not None:
            from roguelike.play.views.map_view import CellCursor

            if not isinstance(self._stack.top, CellCursor):
                self._play.perspective.pointer.cursor = None
            told = Span(MOUSE_TAKEN if self.takes_mouse else MOUSE_LEFT)
            self._play.perspective.log.add(Message((told,), always_shown=True, is_aside=True))

    def forget_typed(self) -> None:
        """Discard typed-ahead input."""
        self._effects.append(DisplayRequest.FORGET_TYPED)

    def distrust_key(self) -> None:
        """Ignore repeats of the last key, which may be held down."""
        self._guard.alarm(self._now)


def _only_moves(event: Key | Mouse | Paste) -> bool:
    """Return whether an input is only a movement of the mouse."""
    return isinstance(event, Mouse) and event.button is Button.MOVE
