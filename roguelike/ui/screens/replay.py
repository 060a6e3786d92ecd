"""Watching a game that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.display import TICK
from roguelike.play.tables import in_a_line
from roguelike.settings.keymap import HISTORY, Action
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.game_screen import GameScreen
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.screen import Pop, Push, Screen, ScreenRequest
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.hidden_view import draw_hidden
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.message_lines import draw_log
from roguelike.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.play.playback import Playback
    from roguelike.ui.layout import Layout

STATUS = Style((255, 215, 135), bold=True)
OUTCOMES = {"died": "you died", "won": "you won", None: "the end"}
IN_PROGRESS = "Not in a game in progress. `roguelike replay --spoil` allows it, and marks the score."
LONGEST_TURN = 10
PROMPT_WIDTH = 26


class ReplayScreen(GameScreen):
    """The game as it was played, with a line below that tells which moment of it this is."""

    section = "replay"
    title = "Replay"

    def __init__(self, playback: Playback) -> None:
        super().__init__(Viewport.animated(playback.perspective))
        self._playback = playback

    def draw_over(self, canvas: Canvas, layout: Layout) -> None:
        """Draw what the player could not see, if it is asked for, and the line about the replay below a shorter log."""
        if self._playback.hidden:
            draw_hidden(canvas, layout.map, self._viewport)
        log = layout.log
        canvas.fill(log)
        more = self.keymap.first_key(self.section, HISTORY)
        marks_turns = self._perspective.presentation.marks_turns
        draw_log(canvas, log._replace(height=log.height - 1), self._perspective.log, more, marks_turns=marks_turns)
        canvas.write(0, canvas.height - 1, in_a_line(self._status(), canvas.width), STATUS)

    def _status(self) -> list[str]:
        """Return what there is to say of this moment, the most important first."""
        playback = self._playback
        outcome = OUTCOMES[self._perspective.game.outcome]
        return [
            f"Replay: turn {self._perspective.seen.turn}",
            f"step {playback.number}/{playback.length}",
            *([outcome] if playback.is_over else [] if playback.playing else ["paused"]),
            *(["hidden shown"] if playback.hidden else []),
            f"{playback.speed} steps/s",
            "?: help",
        ]

    @property
    def interval(self) -> float | None:
        """A tick while something flies; else as many commands a second as was chosen, unless it is paused."""
        if self._perspective.is_moving:
            return TICK
        return 1 / self._playback.speed if self._playback.playing else None

    def on_tick(self) -> ScreenRequest:
        """Move what flies, or do the next command."""
        self._viewport.flash.is_shown = self.settings.flashes
        if self._perspective.is_moving:
            self._playback.tick()
        else:
            self._advance()
        return None

    def _advance(self) -> None:
        """Do the next command, and show what flies unless animation is off."""
        self._playback.advance()
        if not self.settings.animates:
            self._playback.land()

    def do_pause(self) -> ScreenRequest:
        """Play, or pause; there is nothing to play at the end."""
        self._playback.playing = not self._playback.playing and not self._playback.is_over
        return None

    def do_forward(self) -> ScreenRequest:
        """Pause, and show the next command."""
        self._playback.playing = False
        self._advance()
        return None

    def do_back(self) -> ScreenRequest:
        """Pause, and show the moment before the last command."""
        return self._go_to(self._playback.number - 1)

    def do_faster(self) -> ScreenRequest:
        """Play twice as fast."""
        self._playback.change_speed(self._playback.speed * 2)
        return None

    def do_slower(self) -> ScreenRequest:
        """Play half as fast."""
        self._playback.change_speed(self._playback.speed // 2)
        return None

    def do_turn(self) -> ScreenRequest:
        """Ask which turn to go to."""
        return Push(TurnPrompt(self._playback))

    def do_start(self) -> ScreenRequest:
        """Pause, and go to the beginning."""
        return self._go_to(0)

    def do_end(self) -> ScreenRequest:
        """Pause, and go to the end."""
        return self._go_to(self._playback.length)

    def _go_to(self, number: int) -> ScreenRequest:
        self._playback.playing = False
        self._playback.go_to(number)
        return None

    def do_hidden(self) -> ScreenRequest:
        """Show what the player could not see, or hide it again; not in a game in progress."""
        if not self._playback.reveals:
            return Push(NoticeScreen(IN_PROGRESS))
        self._playback.hidden = not self._playback.hidden
        return None

    def do_examine(self) -> ScreenRequest:
        """Look around; nobody travels in a game that was played."""
        return Push(ExamineScreen(self._viewport, travels=False))

    def do_leave(self) -> ScreenRequest:
        """Stop watching."""
        return Pop()

    HELP_NOTES = (("mouse", "look"),)
    ACTIONS = (
        Action("pause", (" ",), "play/pause"),
        Action("forward", ("right", ".", "l"), "next step"),
        Action("back", ("left", "h"), "previous step"),
        Action("faster", ("+", "="), "double speed"),
        Action("slower", ("-",), "half speed"),
        Action("turn", ("j", "g"), "go to a turn"),
        Action("start", ("home",), "go to start"),
        Action("end", ("end",), "go to end"),
        Action("hidden", ("v",), "show/hide hidden things"),
        Action("examine", ("x",), "look around"),
        HISTORY,
        Action("leave", ("q", "escape"), "leave"),
    )


class TurnPrompt(Screen):
    """Asks for the number of a turn."""

    section = "turn"
    title = "Go to turn"
    is_overlay = True
    takes_text = True

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self._field = TextField()

    def draw(self, canvas: Canvas) -> None:
        """Draw a box with the field in it."""
        box = canvas.area.centered(PROMPT_WIDTH, 3)
        draw_frame(canvas, box, "Go to turn")
        x = self._field.draw(canvas, box.x + 2, box.y + 1, box.width - 4, Style(grey(255), bold=True))
        canvas.cursor = (x, box.y + 1)

    def on_other_key(self, key: str) -> ScreenRequest:
        """Type a digit."""
        if key in set("0123456789") and len(self._field.text) < LONGEST_TURN:
            self._field.insert(key)
        return None

    def do_go(self) -> ScreenRequest:
        """Go there, if anything was typed."""
        if self._field.text:
            self._playback.playing = False
            self._playback.go_to_turn(int(self._field.text))
        return Pop()

    def do_erase(self) -> ScreenRequest:
        """Delete the character before the cursor."""
        self._field.erase_before()
        return None

    def do_clear(self) -> ScreenRequest:
        """Empty the field."""
        self._field.clear()
        return None

    def do_close(self) -> ScreenRequest:
        """Go nowhere."""
        return Pop()

    HELP_NOTES = (("digits", "turn number"),)
    ACTIONS = (
        Action("go", ("enter",), "go there"),
        Action("erase", ("backspace",), "delete last digit"),
        Action("clear", ("ctrl_u",), "clear"),
        Action("close", ("escape",), "back to the replay"),
    )
