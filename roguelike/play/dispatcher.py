"""Carrying out requests: the one place that knows what each of them does, whatever the front-end looks like."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol, assert_never

from roguelike.play.requests import (
    Automate,
    Begin,
    ChangeSetting,
    Continue,
    Leave,
    NewGame,
    ShowEnd,
    ShowReplays,
    ShowScores,
    ShowStatistics,
    StepThrough,
    Submit,
    ToggleMouse,
    ToTitle,
    Watch,
)
from roguelike.play.views.view import Close, Open, Practise, Replace
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby import Lobby
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.play import Play
    from roguelike.play.playback import Recording
    from roguelike.play.requests import LobbyRequest
    from roguelike.play.views.view import Request, View
    from roguelike.settings.settings import Settings, SettingsStore

FIRST_STEP: Final = "Nothing comes before this."
IN_ALL_GAMES: Final = "This holds for all games."
LAST_STEP: Final = "Nothing comes after this."


class FrontEnd(Protocol):
    """What a dispatcher needs of the session that the player sees.

    A front-end sets the `settings` of each view and the `label` of the last key, passes keys to the topmost view, and
    its requests to `Dispatcher.do`. While `Perspective.is_moving` it calls `Play.tick`; before each input it calls
    `Playing.advise`, and while it waits `stored.prepare`.
    """

    def open(self, view: View) -> Request:
        """Show a view, or ask what it asks."""

    def replace(self, view: View) -> Request:
        """Show a view in place of the topmost."""

    def close_view(self) -> bool:
        """Close the topmost view; returns whether anything is left to show."""

    def submit(self, play: Play, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command; returns its events, or None if it has not been performed yet, or could not be kept."""

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Return the next request of the topmost view after the events of a command."""

    def automate(self, play: Play, automation: Automation) -> None:
        """Close the views above the game, and start an automation there, unless something flies.

        Raises:
            StoreError: its commands could not be saved.
        """

    def entered(self, play: Play) -> None:
        """Show a game that is the current one now."""

    def ended(self, play: Play, ending: Ending) -> None:
        """Show how the current game ended, in place of all its views; call `play.kept.see_end` once it was seen."""

    def leaving(self) -> None:
        """Show nothing more of the current game, which is about to be closed."""

    def to_title(self, trouble: str, *, saved: bool) -> Request:
        """Show what can be played; `trouble` is what went wrong, `saved` whether a game in progress was left."""

    def tell(self, text: str) -> None:
        """Say something that the player asked for."""

    def refuse(self, trouble: str, *, begins: bool = False) -> Request:
        """Say why something could not be done; `begins` is whether that was to begin or resume a game."""

    def apply(self, settings: Settings) -> None:
        """Apply changed settings."""

    def toggle_mouse(self) -> None:
        """Turn mouse reports off or on."""

    def forget_typed(self) -> None:
        """Discard what was typed ahead."""

    def distrust_key(self) -> None:
        """Ignore the key that was pressed last as long as it may be held down."""


class Dispatcher:
    """The current game of one player, and what the requests of views do with it and with others.

    Without a lobby there are no other games, and without a settings store no settings can be changed.
    """

    def __init__(
        self, front: FrontEnd, views: LobbyViews | None, settings: Settings, store: SettingsStore | None
    ) -> None:
        self.settings = settings
        """The settings as they are now."""
        self.play: Play | None = None
        """The current game."""
        self.is_running = True
        """Whether the player has not left yet."""
        self.left: JournaledGame | None = None
        """The game that was left last, once it is closed."""
        self.has_ended = False
        """Whether the end of the current game has been shown."""
        self._front = front
        self._views = views
        self._store = store
        self._has_begun = False
        """Whether there is something to go back to where a request fails."""
        self._asked: Begin | Continue | None = None
        """The request to carry out after an unseen end, which is shown first."""
        self._back: Open | ShowEnd | None = None
        """What to show above the title, or in its place, when the current practice game is left."""

    def do(self, request: Request) -> None:
        """Carry out a request, and the requests that follow from it.

        Raises:
            StoreError: the first request of all fails, so that there is nothing to go back to.
        """
        while request is not None:
            request = self._do(request)
            self._has_begun = True

    def close(self) -> str:
        """Close the current game, if any; returns why it could not be saved, in a sentence; empty if it was."""
        play, self.play, self._back = self.play, None, None
        if play is None:
            return ""
        self._front.leaving()
        if not play.perspective.is_practice:
            self.left = play.kept
        return play.kept.close()

    def release(self) -> None:
        """Release the current game, if any, without writing anything more."""
        play, self.play = self.play, None
        if play is not None:
            self._front.leaving()
            play.kept.stored.release()

    def go_on(self, steps: int) -> None:
        """Perform the next commands of the automation; where they cannot be kept, the game is left as it was kept."""
        if self.play is not None:
            self.do(self._kept(self.play, lambda play: play.go_on(steps)))

    def end_if_over(self) -> bool:
        """Archive a game that is over and show its end; returns whether it has ended now."""
        play = self.play
        if play is None or self.has_ended or not play.finish():
            return False
        from roguelike.play.ending import Ending

        self.has_ended = True
        lobby = None if self._views is None else self._views.lobby
        self._front.ended(play, Ending(play.kept.trouble) if lobby is None else lobby.ending(play.kept))
        return True

    def shows_unseen(self, name: str) -> bool:
        """Show an unseen end of a game of that name, if there is one.

        Raises:
            StoreError: games cannot be read.
        """
        kept = None if self._views is None else self._views.lobby.unseen(name, self.settings.messages)
        if kept is not None:
            self._enter(kept)
        return kept is not None

    def _do(self, request: Request) -> Request:
        match request:
            case Open() | Close() | Replace():
                return self._show(request)
            case Submit() | Automate():
                return None if self.play is None else self._play_on(self.play, request)
            case Practise() | StepThrough():
                return self._practise(request)
            case ToggleMouse():
                self._front.toggle_mouse()
            case ChangeSetting():
                return self._change(request)
            case Leave():
                self.is_running = False
            case None:
                pass
            case _:
                return self._ask(request)
        return None

    def _show(self, asked: Open | Close | Replace) -> Request:
        match asked:
            case Open(view):
                return self._front.open(view)
            case Replace(view):
                return self._front.replace(view)
            case Close(then):
                self.is_running = self._front.close_view()
                return then

    def _play_on(self, play: Play, asked: Submit | Automate) -> Request:
        """Perform a command, or start an automation; returns the view's next request."""
        if isinstance(asked, Automate):
            return self._kept(play, lambda play: self._front.automate(play, asked.automation))
        events = self._front.submit(play, asked.command)
        return None if self.end_if_over() or events is None else self._front.after(events)

    def _kept(self, play: Play, act: Callable[[Play], None]) -> Request:
        """Perform commands of an automation; where they cannot be kept, leave the game as it was kept."""
        try:
            act(play)
        except StoreError as trouble:
            self.release()
            return None if self._views is None else self._front.to_title(str(trouble), saved=False)
        self.end_if_over()
        return None

    def _change(self, asked: ChangeSetting) -> Request:
        """Change a setting at once; a failure to save it is said."""
        if self._store is None:
            raise ValueError(f"a session without a settings store was asked for {asked}")
        self.settings, trouble = self._store.change(self.settings, asked.name, asked.value)
        self._front.apply(self.settings)
        if self.play is not None:
            self._use_settings(self.play)
        if trouble:
            return self._front.refuse(trouble)
        if asked.told:
            is_practice = self.play is not None and self.play.perspective.is_practice
            self._front.tell(f"{asked.told} {IN_ALL_GAMES}" if is_practice else asked.told)
        return None

    def _use_settings(self, play: Play) -> None:
        play.autopickup = self.settings.kinds
        play.standoff.rules = self.settings.stops
        play.perspective.log.use(self.settings.messages)

    def _practise(self, asked: Practise | StepThrough) -> Request:
        """Begin a practice game, or go back or forward in one; say why it fails."""
        from roguelike.play.practice import PracticeGame

        try:
            if isinstance(asked, Practise):
                from roguelike.play.outcome import PRACTICE

                begun = PracticeGame(self._recording(asked.recording), asked.number)
                self._put_away()
                self._back = asked.back
                self._enter(begun.presented())
                self._front.tell(PRACTICE)
            elif self.play is not None and isinstance(practice := self.play.kept.stored, PracticeGame):
                before = practice.number
                practice.go_to(before + asked.commands)
                if practice.number == before:
                    self._front.tell(FIRST_STEP if asked.commands < 0 else LAST_STEP)
                else:
                    self._enter(practice.presented())
        except StoreError as trouble:
            return self._front.refuse(str(trouble))
        return None

    def _recording(self, asked: Recording | str) -> Recording:
        """Return a recording, that of a finished game where its key is given."""
        if not isinstance(asked, str):
            return asked
        if self._views is None:
            raise ValueError(f"a session without a lobby was asked for the game {asked}")
        return self._views.lobby.recording(asked)

    def _ask(self, asked: LobbyRequest) -> Request:
        """Carry out a request about other games; say why it fails."""
        if self._views is None and isinstance(asked, ToTitle):
            return self._to_title()
        if self._views is None:
            raise ValueError(f"a session without a lobby was asked for {asked}")
        try:
            return self._ask_lobby(self._views, asked)
        except StoreError as trouble:
            if not self._has_begun:
                raise
            return self._front.refuse(str(trouble), begins=isinstance(asked, Begin | Continue))

    def _ask_lobby(self, views: LobbyViews, asked: LobbyRequest) -> Request:
        match asked:
            case ToTitle():
                return self._to_title()
            case NewGame():
                return self._asked or views.lobby.like_the_last()
            case Continue() if self.play is not None and not self.play.is_over:
                kept, then = self._opened(views.lobby, asked)  # first: if it cannot be resumed, the game goes on
                self._put_away()
                self._enter(kept, then)
            case Begin(is_practice=True):
                return Practise(views.lobby.unsaved(asked), 0)
            case Begin() | Continue():
                self._put_away()
                self._enter(*self._opened(views.lobby, asked))
            case ShowEnd(key):
                kept = views.lobby.look_back(key)  # first: if it cannot be shown, what is shown stays
                self._put_away()
                self._enter(kept)
            case ShowScores() | ShowStatistics() | ShowReplays() | Watch():
                return Open(views.show(asked))
            case _:
                assert_never(asked)  # a command needs `Submit`, a view `Open`
        return None

    def _to_title(self) -> Request:
        play, back = self.play, self._back
        saved = play is not None and not play.is_over and not play.perspective.is_practice
        if isinstance(back, ShowEnd) and (kept := self._looked_back(back)) is not None:
            self._put_away()
            self._enter(kept)
            return None
        return self._front.to_title(self.close(), saved=saved) or (back if isinstance(back, Open) else None)

    def _looked_back(self, asked: ShowEnd) -> JournaledGame | None:
        """Return a finished game at its end; None where that cannot be shown any more."""
        with contextlib.suppress(StoreError):
            return None if self._views is None else self._views.lobby.look_back(asked.key)
        return None

    def _put_away(self) -> None:
        """Close the current game for another one."""
        if trouble := self.close():
            self._front.tell(trouble)

    def _opened(self, lobby: Lobby, asked: Begin | Continue) -> tuple[JournaledGame, Begin | Continue | None]:
        """Begin or resume a game; an unseen end of that name comes first, and then what was asked for."""
        filters = self.settings.messages
        kept = lobby.unseen(asked.name, filters)
        if kept is not None:
            return kept, asked
        return (lobby.begin(asked) if isinstance(asked, Begin) else lobby.resume(asked, filters)), None

    def _enter(self, kept: JournaledGame, asked: Begin | Continue | None = None) -> None:
        """Make a game the current one; the end of one that is over is shown at once."""
        from roguelike.play.play import Play

        self._asked, self.has_ended = asked, False
        self.play = Play(kept, self._front.forget_typed, self._front.distrust_key)
        self._use_settings(self.play)
        self._front.entered(self.play)
        self.end_if_over()
