"""The session: input and ticks become commands, their events become messages, and each step draws a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from roguelike.cells.canvas import Canvas
from roguelike.cells.display import TICK
from roguelike.cells.input import Button, HangUp, Key, Mouse, Notice, Paste, Redraw, Refresh, Resize
from roguelike.narration.message import Message, Span
from roguelike.play.requests import (
    Automate,
    Begin,
    ChangeSetting,
    Continue,
    Leave,
    NewGame,
    Submit,
    ToggleMouse,
    ToTitle,
)
from roguelike.session.frame import DisplayRequest, Frame
from roguelike.session.key_guard import DEAF, KeyRepeatGuard
from roguelike.session.timer import Timer
from roguelike.settings.settings import DEFAULTS
from roguelike.store.errors import StoreError
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.screen import Pop, Push, Replace
from roguelike.ui.stack import ScreenStack

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.cells.input import Input
    from roguelike.engine.commands import Command
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby import Lobby
    from roguelike.play.play import Play
    from roguelike.play.requests import LobbyRequest
    from roguelike.session.lobby_screens import LobbyScreens
    from roguelike.settings.settings import Settings, SettingsStore
    from roguelike.ui.screens.play import PlayScreen
    from roguelike.ui.screens.screen import Screen, ScreenRequest
    from roguelike.ui.viewport import Viewport

STEP = 1 / 60
"""Seconds between automated commands."""
MOST_AT_ONCE = 20
"""Commands of an automation that one frame shows, where frames are slow."""
HELD = "Keys ignored: release and press again."

MOUSE_TAKEN = "Mouse on."
MOUSE_LEFT = "Mouse off: select text with it. M turns it back on."


class Session:
    """The screen stack and the current game of one player; `run` connects it with a terminal.

    It begins with the request `start`: a screen, the title, or a game. Without a lobby it has no saved games, and
    without a settings store no settings can be changed; a replay needs neither.
    """

    def __init__(
        self,
        start: ScreenRequest,
        screens: LobbyScreens | None = None,
        settings: Settings = DEFAULTS,
        store: SettingsStore | None = None,
    ) -> None:
        self.size = (80, 24)
        """The columns and rows of the next frame, set from the display."""
        self.takes_mouse = True
        """Whether the terminal reports the mouse, set from the display."""
        self.trouble = ""
        """Why the last game could not be saved, in a sentence; empty if it was."""
        self.left: JournaledGame | None = None
        """The game that was left last, once it is closed."""
        self._start = start
        self._screens = screens
        self._settings_store = store
        self._stack = ScreenStack(settings)
        self._play: Play | None = None
        """The current game."""
        self.viewport: Viewport | None = None
        """How the screens of that game look at it."""
        self._asked: Begin | Continue | None = None
        """The request to carry out after an unseen end, which is shown first."""
        self._steps = Timer()
        self._guard = KeyRepeatGuard()
        self._now = 0.0
        """The time of the last step, in seconds."""
        self._flight = Timer()
        self._timed: Screen | None = None
        """The top screen of the last frame, to which `_interval` belongs."""
        self._interval = Timer()
        self._is_new = False
        """Whether that screen has not been shown yet."""
        self._openings = 0
        self._effects: list[DisplayRequest] = []
        self._running = False

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._stack.settings

    @property
    def game(self) -> JournaledGame | None:
        """The game that is played now, if any."""
        return None if self._play is None else self._play.kept

    def step(self, now: float, event: Input | None) -> Frame | None:
        """Advance the session to the time `now`, in seconds, and handle an input event, if any.

        Returns the frame to show, or None when the session is over.

        Raises:
            StoreError: in the first step, the game to start with cannot be begun or resumed.
        """
        self._now = now
        self._go_on(now, event)
        if self.viewport is not None:
            self.viewport.takes_mouse = self.takes_mouse
        if self._play is not None and not self.settings.animates:
            self._land(self._play)
        if self._running:
            return self._frame(now)
        self.close()
        return None

    def idle(self, now: float) -> None:
        """Note that the frame was shown at `now`: the interval of a new screen starts then.

        It also does the work for the next command that can be done while the player is idle.
        """
        if self._is_new:
            self._interval.restart(now)
            self._is_new = False
        if self._play is not None:
            self._play.kept.stored.prepare()

    def close(self) -> None:
        """Close the current game, if any; `trouble` says if it could not be saved."""
        self.trouble = self._put_away() or self.trouble

    def release(self) -> None:
        """Release the current game, if any, without writing anything more."""
        play, self._play, self.viewport = self._play, None, None
        if play is not None:
            play.kept.stored.release()

    def _go_on(self, now: float, event: Input | None) -> None:
        if self._start is not None:
            self._running = True
            start, self._start = self._start, None
            self._follow(start)
        elif not isinstance(event, HangUp):
            self._let_time_pass(now)
        if event is not None and self._running:
            self._react(event)

    def _frame(self, now: float) -> Frame:
        # Nobody plays a film, and an automation reports the items at its feet where it stops.
        if self._automation is None and (playing := self._playing) is not None:
            playing.advise()
        canvas = Canvas(*self.size)
        self._stack.draw(canvas)
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

    def _set_timers(self, now: float) -> None:
        """Start and stop the timers of projectiles in flight and of the top screen."""
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
        if (steps := self._steps.take(now, MOST_AT_ONCE)) and self._play is not None:
            self._follow(self._go_on_by_itself(self._play, steps * self.settings.pace))
        if self._timed is self._stack.top and self._interval.take(now):
            self._follow(self._stack.top.on_tick())
            if self._play is not None:
                self._play.kept.see_end()

    def _fly(self, play: Play) -> None:
        """Advance animations by one tick, and projectiles by more where the animation speed is higher."""
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
        was_over = play.is_over
        play.tick()
        if not was_over:
            self._end_if_over(play)

    @property
    def _automation(self) -> Automation | None:
        return None if self._play is None else self._play.automation

    @property
    def _playing(self) -> PlayScreen | None:
        """The top screen, if it is the game itself."""
        if self._play is None:
            return None
        from roguelike.ui.screens.play import PlayScreen

        top = self._stack.top
        return top if isinstance(top, PlayScreen) else None

    def _react(self, event: Input) -> None:
        match event:
            case HangUp():
                self._running = False
            case Redraw():
                self._effects.append(DisplayRequest.FORGET)
            case Resize() | Refresh():
                pass
            case Notice(text):
                self._tell(text)
            case Key(name) if not self._guard.lets_through(name, self._now):
                self._say_held()
            case Key() | Mouse() | Paste() if self._play is not None and self._play.automation is not None:
                if not _only_moves(event) and not self._goes_on(event, self._play.automation):
                    self._play.interrupt()
            case Key() | Mouse() | Paste():
                if isinstance(event, Key) and self._play is not None:
                    self._play.perspective.log.fresh = 0
                self._follow(self._answer(event))
            case _:
                assert_never(event)

    def _goes_on(self, event: Key | Mouse | Paste, automation: Automation) -> bool:
        """Return whether an input asks for more of what goes on by itself."""
        playing = self._playing
        return isinstance(event, Key) and playing is not None and playing.goes_on(event.name, automation)

    def _tell(self, text: str) -> None:
        """Show a notice in the log of the game in play, or else on the screen that is open, or one of its own."""
        if self._play is not None:
            self._play.perspective.notify(text)
        elif not self._stack.top.takes_notice(text):
            self._stack.push(NoticeScreen(text))

    def _say_held(self) -> None:
        """Say that a key is ignored, unless that is the newest line since the last key that counted."""
        if self._play is not None and self._playing is not None:
            log = self._play.perspective.log
            if not log.fresh or log.entries[-1].message.text != HELD:
                self._play.perspective.notify(HELD)

    def _answer(self, event: Key | Mouse | Paste) -> ScreenRequest:
        try:
            return self._stack.answer(event)
        except StoreError as trouble:
            return Push(NoticeScreen(str(trouble)))

    def _follow(self, request: ScreenRequest) -> None:
        """Carry out a request, and the requests that follow from it."""
        while request is not None:
            request = self._do(request)

    def _do(self, request: ScreenRequest) -> ScreenRequest:
        match request:
            case None:
                pass
            case Push(screen):
                self._stack.push(screen)
            case Pop(then):
                self._stack.pop()
                self._running = not self._stack.is_empty
                return then
            case Replace(screen):
                self._stack.replace(screen)
            case Submit(command):
                return self._submit(command)
            case Automate(automation):
                return self._automate(automation)
            case ToggleMouse() | ChangeSetting():
                return self._adjust(request)
            case Leave():
                self._running = False
            case _:
                return self._ask(request)
        return None

    def _adjust(self, asked: ToggleMouse | ChangeSetting) -> ScreenRequest:
        """Change a setting for all screens and the terminal; a failure to save it is shown as a notice."""
        if isinstance(asked, ToggleMouse):
            self._toggle_mouse()
            return None
        if self._settings_store is None:
            raise ValueError(f"a session without a settings store was asked for {asked}")
        settings, trouble = self._settings_store.change(self.settings, asked.name, asked.value)
        self._stack.use(settings)
        self._effects.append(DisplayRequest.APPLY_SETTINGS)
        if self._play is not None:
            self._use_settings(self._play)
            if asked.told and not trouble:
                self._play.perspective.notify(asked.told)
        return Push(NoticeScreen(trouble)) if trouble else None

    def _use_settings(self, play: Play) -> None:
        """Apply the settings to a game."""
        play.autopickup = self.settings.autopickup
        if self.viewport is not None:
            self.viewport.flash.is_shown = self.settings.flashes
        play.perspective.log.use(self.settings.messages)

    def _ask(self, asked: LobbyRequest) -> ScreenRequest:
        """Pass a request to the lobby; show a failure as a notice, unless no screen is open yet."""
        if self._screens is None:
            raise ValueError(f"a session without a lobby was asked for {asked}")
        try:
            return self._ask_lobby(self._screens, asked)
        except StoreError as trouble:
            if self._stack.is_empty:
                raise
            if isinstance(asked, Begin | Continue):
                return self._to_title(self._screens, str(trouble))
            return Push(NoticeScreen(str(trouble)))

    def _ask_lobby(self, screens: LobbyScreens, asked: LobbyRequest) -> ScreenRequest:
        lobby = screens.lobby
        match asked:
            case ToTitle():
                return self._to_title(screens, self._put_away())
            case NewGame():
                return self._asked or lobby.like_the_last()
            case Begin():
                self._put_away()
                if not self._shows_unseen(lobby, asked.name, asked):
                    self._enter(lobby.begin(asked))
            case Continue():
                self._put_away()
                if not self._shows_unseen(lobby, asked.name, asked):
                    self._enter(lobby.resume(asked, self.settings.messages))
            case _:
                return Push(screens.show(asked))
        return None

    def _to_title(self, screens: LobbyScreens, trouble: str = "") -> ScreenRequest:
        """Open the title screen, under a notice if something went wrong; an unseen end is shown first."""
        try:
            if not trouble and self._shows_unseen(screens.lobby, screens.lobby.wishes.name):
                return None
        except StoreError as error:
            trouble = str(error)
        try:
            title = screens.title()
        except StoreError as error:
            trouble, title = trouble or str(error), screens.bare_title()
        self._stack.reset(title)
        return Push(NoticeScreen(trouble)) if trouble else None

    def _shows_unseen(self, lobby: Lobby, name: str, asked: Begin | Continue | None = None) -> bool:
        """Show an unseen end of a game of that name, if there is one; `asked` is carried out after it."""
        kept = lobby.unseen(name, self.settings.messages)
        if kept is not None:
            self._enter(kept, asked)
        return kept is not None

    def _enter(self, kept: JournaledGame, asked: Begin | Continue | None = None) -> None:
        """Make a game the current one; the end of one that is over is shown at once."""
        from roguelike.play.play import Play
        from roguelike.ui.screens.play import PlayScreen
        from roguelike.ui.viewport import Viewport

        self._play, self._asked = Play(kept, self._forget_typed, self._distrust_key), asked
        self.viewport = Viewport.animated(kept.perspective)
        self._use_settings(self._play)
        self._stack.reset(PlayScreen(self.viewport))
        self._end_if_over(self._play)

    def _put_away(self) -> str:
        """Close the current game, if any; returns why it could not be saved, if so."""
        play, self._play, self.viewport = self._play, None, None
        if play is None:
            return ""
        self.left = play.kept
        return play.kept.close()

    def _toggle_mouse(self) -> None:
        self._effects.append(DisplayRequest.TOGGLE_MOUSE)
        self.takes_mouse = not self.takes_mouse
        if self.viewport is not None:
            from roguelike.ui.screens.cell_cursor import CellCursorScreen

            if not isinstance(self._stack.top, CellCursorScreen):
                self.viewport.camera.cursor = None
            told = Span(MOUSE_TAKEN if self.takes_mouse else MOUSE_LEFT)
            self.viewport.perspective.log.add(Message((told,), always_shown=True))

    def _submit(self, command: Command) -> ScreenRequest:
        """Perform a command, or queue it while something is in flight; returns the screen's next request."""
        play = self._play
        if play is None:
            return None
        if play.in_flight and self._playing is not None:
            play.hold(command)
            return None
        events = play.submit(command)
        return None if events is None or self._end_if_over(play) else self._stack.top.after(events)

    def _automate(self, automation: Automation) -> ScreenRequest:
        """Begin an automation; its first command comes at once."""
        play = self._play
        if play is None or play.in_flight:
            return None
        # It began on a screen above, and is watched on the game's own.
        while self._playing is None:
            self._stack.pop()
        play.start(automation)
        return self._go_on_by_itself(play, self.settings.pace)

    def _go_on_by_itself(self, play: Play, steps: int) -> ScreenRequest:
        """Perform the next commands of the automation; where they cannot be kept, the game is left as it was kept."""
        try:
            play.go_on(steps)
        except StoreError as trouble:
            self.release()
            return None if self._screens is None else self._to_title(self._screens, str(trouble))
        self._end_if_over(play)
        return None

    def _forget_typed(self) -> None:
        self._effects.append(DisplayRequest.FORGET_TYPED)

    def _distrust_key(self) -> None:
        self._guard.alarm(self._now)

    def _end_if_over(self, play: Play) -> bool:
        """Archive a game that is over and show its end, whatever screen is open; returns whether it is over."""
        if self.viewport is None or not play.finish():
            return False
        from roguelike.play.ending import Ending
        from roguelike.ui.screens.end import end_screen

        self.viewport.camera.reset()  # back from wherever the player was looking
        ending = Ending(play.kept.trouble) if self._screens is None else self._screens.lobby.ending(play.kept)
        self._stack.reset(end_screen(self.viewport, ending))
        return True


def _only_moves(event: Key | Mouse | Paste) -> bool:
    """Return whether an input is no more than the mouse on its way."""
    return isinstance(event, Mouse) and event.button is Button.MOVE
