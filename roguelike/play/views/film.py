"""The replay of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.timing import TICK
from roguelike.play.requests import ShowEnd
from roguelike.play.tables import in_a_line
from roguelike.play.views.look import Look
from roguelike.play.views.map_view import GameView
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action, Close, Open, Practise, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.playback import Playback
    from roguelike.play.views.view import AnyAction, Request

OUTCOMES: Final = {"died": "you died", "won": "you won", None: "the end"}
IN_PROGRESS: Final = "Not in a game in progress. `roguelike replay --spoil` allows it, and marks the score."
MAX_TURN: Final = 10


class Film(GameView):
    """The replay of a game; its status gives the turn and step."""

    sort = "film"
    section = "replay"
    title = "Replay"

    def __init__(self, playback: Playback, key: str = "") -> None:
        super().__init__(playback.perspective)
        self.playback = playback
        self._key = key
        """The key of the finished game; empty if it has no summary."""

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions, without the summary if there is none."""
        return [action for action in super().actions if self._key or action.name != "summary"]

    def status(self, width: int) -> str:
        """Return the status of the present step in `width` columns, the most important first."""
        playback = self.playback
        outcome = OUTCOMES[self.perspective.game.outcome]
        told = [
            f"Replay: turn {self.perspective.seen.turn}",
            f"step {playback.number}/{playback.length}",
            *([outcome, *self._told_of_summary()] if playback.is_over else [] if playback.playing else ["paused"]),
            *(["hidden shown"] if playback.hidden else []),
            f"{playback.speed} steps/s",
            "?: help",
        ]
        return in_a_line(told, width)

    def _told_of_summary(self) -> list[str]:
        return [f"{self.key_of('summary')}: summary"] if self._key else []

    @property
    def interval(self) -> float | None:
        """`TICK` while something is in flight; else the seconds between commands, or None if paused."""
        if self.perspective.is_moving:
            return TICK
        return 1 / self.playback.speed if self.playback.playing else None

    def on_tick(self) -> Request:
        """Advance animations, or perform the next command."""
        if self.perspective.is_moving:
            self.playback.tick()
        else:
            self._advance()
        return None

    def _advance(self) -> None:
        """Perform the next command, skipping flights if animation is off."""
        self.playback.advance()
        if not self.settings.animates:
            self.playback.land()

    def pause(self) -> Request:
        """Toggle between playing and pause; at the end it stays paused."""
        self.playback.playing = not self.playback.playing and not self.playback.is_over
        return None

    def forward(self) -> Request:
        """Pause and perform the next command."""
        self.playback.playing = False
        self._advance()
        return None

    def change_speed(self, speed: int) -> Request:
        """Play at another speed."""
        self.playback.change_speed(speed)
        return None

    def turn(self) -> Request:
        """Ask for the turn to go to."""
        return Open(TurnPrompt(self.playback))

    def go_to(self, number: int) -> Request:
        """Pause and seek to the state after `number` commands."""
        self.playback.playing = False
        self.playback.go_to(number)
        return None

    def hidden(self) -> Request:
        """Toggle whether things hidden from the player are shown; not in a game in progress."""
        if not self.playback.reveals:
            return Open(NoticePage(IN_PROGRESS))
        self.playback.hidden = not self.playback.hidden
        return None

    def practise(self) -> Request:
        """Practise from here; not in a game in progress, since that would reveal its future."""
        if not self.playback.reveals:
            return Open(NoticePage(IN_PROGRESS))
        return Practise(self.playback.recording, self.playback.number, Open(self))

    def summary(self) -> Request:
        """Show the summary of the game."""
        return ShowEnd(self._key)

    def examine(self) -> Request:
        """Look around, without travel."""
        return Open(Look(self.perspective, travels=False))

    def leave(self) -> Request:
        """Stop watching."""
        return Close()

    HELP_NOTES = (("mouse", "look"),)
    ACTIONS = (
        Action["Film"]("pause", (" ",), "play/pause", lambda film: film.pause()),
        Action["Film"]("forward", ("right", ".", "l"), "next step", lambda film: film.forward()),
        Action["Film"]("back", ("left", "h"), "previous step", lambda film: film.go_to(film.playback.number - 1)),
        Action["Film"]("faster", ("+", "="), "double speed", lambda film: film.change_speed(film.playback.speed * 2)),
        Action["Film"]("slower", ("-",), "half speed", lambda film: film.change_speed(film.playback.speed // 2)),
        Action["Film"]("turn", ("j", "g"), "go to a turn", lambda film: film.turn()),
        Action["Film"]("start", ("home",), "go to start", lambda film: film.go_to(0)),
        Action["Film"]("end", ("end",), "go to end", lambda film: film.go_to(film.playback.length)),
        Action["Film"]("hidden", ("v",), "show/hide hidden things", lambda film: film.hidden()),
        Action["Film"]("practice", ("p",), "practice: play on from here", lambda film: film.practise()),
        Action["Film"]("summary", ("s",), "summary of the game", lambda film: film.summary()),
        Action["Film"]("examine", ("x",), "look around", lambda film: film.examine()),
        GameView.SHOW_HISTORY,
        Action["Film"]("leave", ("q", "escape"), "leave", lambda film: film.leave()),
    )


class TurnPrompt(View):
    """Asks for the number of a turn."""

    sort = "turn"
    section = "turn"
    title = "Go to turn"
    takes_text = True

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self.field = TextField()

    def on_other_key(self, key: str) -> Request:
        """Type a digit."""
        if key in set("0123456789") and len(self.field.text) < MAX_TURN:
            self.field.insert(key)
        return None

    def go(self) -> Request:
        """Go to the turn, if one was typed."""
        if self.field.text:
            self._playback.playing = False
            self._playback.go_to_turn(int(self.field.text))
        return Close()

    def erase(self) -> Request:
        """Delete the character before the cursor."""
        self.field.erase_before()
        return None

    def clear(self) -> Request:
        """Empty the field."""
        self.field.clear()
        return None

    def close(self) -> Request:
        """Close without going anywhere."""
        return Close()

    HELP_NOTES = (("digits", "turn number"),)
    ACTIONS = (
        Action["TurnPrompt"]("go", ("enter",), "go there", lambda prompt: prompt.go()),
        Action["TurnPrompt"]("erase", ("backspace",), "delete last digit", lambda prompt: prompt.erase()),
        Action["TurnPrompt"]("clear", ("ctrl_u",), "clear", lambda prompt: prompt.clear()),
        Action["TurnPrompt"]("close", ("escape",), "back to the replay", lambda prompt: prompt.close()),
    )
