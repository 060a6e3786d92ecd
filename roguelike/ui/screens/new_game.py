"""What a new game is to be: a name, a rule set, a seed."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button
from roguelike.play.requests import Begin
from roguelike.settings.keymap import Action
from roguelike.store.limits import HIGHEST_SEED, NAME_RULE, is_name
from roguelike.ui.screens.game_in_progress import GameInProgressDialog
from roguelike.ui.screens.rules import RulesMenu
from roguelike.ui.screens.screen import Pop, Push, Screen, ScreenRequest
from roguelike.ui.widgets.list_menu import draw_frame
from roguelike.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.play.new_game import NewGameDefaults, RuleChoice
    from roguelike.store.listings import SavedGame

NAME, RULES, SEED, BEGIN = range(4)
"""The lines of the form."""
ROWS: Final = (2, 5, 7, 10)
"""Where each is on the screen; what there is to say of a name or a seed has the two rows below it."""
LABELS: Final = ("Name", "Rules", "Seed", "Begin")
LEFT, FIELDS, FIELD_WIDTH = 3, 11, 26
SUMMARY_ROW: Final = 12

CHOSEN = Style(grey(255), bold=True)
OTHER = Style(grey(187))
WRONG = Style((255, 175, 135), bold=True)


class NewGameScreen(Screen):
    """A form; what is wrong in it is said below the line where it is, and what was typed stays."""

    section = "new_game"
    title = "A new game"
    takes_text = True

    def __init__(
        self,
        choices: Sequence[RuleChoice],
        current: RuleChoice,
        wishes: NewGameDefaults,
        games: Sequence[SavedGame] = (),
    ) -> None:
        self._choices = choices
        self._rules = choices.index(current)
        self._games = {game.name: game for game in games}
        self._fields = {NAME: TextField(wishes.name), SEED: TextField("" if wishes.seed is None else str(wishes.seed))}
        self._lines = (RULES, SEED, BEGIN) if wishes.keeps_name else (NAME, RULES, SEED, BEGIN)
        """Those that can be gone to."""
        self._asked = False
        """Whether it was tried to begin, so that an empty name is wrong."""
        self._line = BEGIN if NAME not in self._lines or (is_name(self.name) and not self._taken()) else NAME

    @property
    def name(self) -> str:
        """The name as it was typed."""
        return self._fields[NAME].text

    @property
    def seed(self) -> str:
        """The seed as it was typed; empty for a fresh one."""
        return self._fields[SEED].text

    @property
    def rules(self) -> RuleChoice:
        """The rule set that is chosen."""
        return self._choices[self._rules]

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines of the form, what is to be said of them, and what the rule set is."""
        draw_frame(canvas, canvas.area, self.title)
        for line, label in enumerate(LABELS):
            mark = "> " if line == self._line else "  "
            canvas.write(LEFT - 2, ROWS[line], mark + label, self._style(line))
        canvas.cursor = (LEFT - 2, ROWS[self._line])
        for line, field in self._fields.items():
            at = field.draw(canvas, FIELDS, ROWS[line], min(FIELD_WIDTH, canvas.width - FIELDS - 2), self._style(line))
            if line == self._line:
                canvas.cursor = (at, ROWS[line])
        rules = f"< {self.rules.title} >"
        canvas.write(FIELDS, ROWS[RULES], rules, self._style(RULES), width=canvas.width - FIELDS - 1)
        self._say(canvas, NAME, self._wrong_name(), self._said_of_name())
        self._say(
            canvas, SEED, self._wrong_seed(), "leave empty for a random dungeon; a chosen seed is ranked separately"
        )
        self._draw_foot(canvas)

    def _draw_foot(self, canvas: Canvas) -> None:
        room = canvas.height - 2 - SUMMARY_ROW
        summary = textwrap.wrap(self.rules.summary, canvas.width - 2 * LEFT, max_lines=max(1, room), placeholder=" ...")
        for row, text in enumerate(summary[: max(0, room)], start=SUMMARY_ROW):
            canvas.write(LEFT, row, text, OTHER)
        keys = f"{self.key_of('enter')}: next  {self.key_of('back')}: back  F1: help"
        canvas.write(1, canvas.height - 2, keys, OTHER, width=canvas.width - 2)

    def _say(self, canvas: Canvas, line: int, wrong: str, otherwise: str) -> None:
        lines = textwrap.wrap(wrong or otherwise, canvas.width - LEFT - 1)[:2]
        for row, text in enumerate(lines, start=ROWS[line] + 1):
            canvas.write(LEFT, row, text, WRONG if wrong else OTHER)

    def _style(self, line: int) -> Style:
        return CHOSEN if line == self._line else OTHER

    def _wrong_name(self) -> str:
        if is_name(self.name):
            return ""
        return f"Name: {NAME_RULE}." if self.name or self._asked else ""

    def _said_of_name(self) -> str:
        game = self._taken()
        if game is None:
            return NAME_RULE
        return f"{game.name} already has {'a damaged game' if game.is_damaged else 'a game in progress'}."

    def _wrong_seed(self) -> str:
        seed = self.seed
        if not seed or (seed.isascii() and seed.isdigit() and int(seed) <= HIGHEST_SEED):
            return ""
        return f"Seed: a whole number from 0 to {HIGHEST_SEED}."

    def _taken(self) -> SavedGame | None:
        return self._games.get(self.name)

    def _choose_rules(self, number: int) -> None:
        self._rules = number % len(self._choices)

    def begin(self) -> ScreenRequest:
        """Begin, if nothing is wrong; go where something is, else."""
        self._asked = True
        for line, wrong in ((NAME, self._wrong_name()), (SEED, self._wrong_seed())):
            if wrong and line in self._lines:
                self._line = line
                return None
        seed = int(self.seed) if self.seed else None
        game = self._taken()
        asked = Begin(self.name, self.rules.name, seed)
        return asked if game is None else Push(GameInProgressDialog(game, asked, self._games))

    def on_other_key(self, key: str) -> ScreenRequest:
        """Type a character into the field; a blank opens the list of rule sets, or begins."""
        if field := self._fields.get(self._line):
            if len(key) == 1:
                field.insert(key)
            return None
        if key != " ":
            return None
        return self.begin() if self._line == BEGIN else self._list_rules()

    def on_paste(self, text: str) -> ScreenRequest:
        """Type the first line of what was pasted into the field."""
        if field := self._fields.get(self._line):
            field.insert(text.partition("\n")[0].strip())
        return None

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Go to the line under the mouse; a click there lists the rule sets, or begins, a right click goes back."""
        if mouse.button is Button.RIGHT:
            return Pop()
        if mouse.button is not Button.LEFT or mouse.y not in ROWS:
            return None
        if (line := ROWS.index(mouse.y)) not in self._lines:
            return None
        self._line = line
        if self._line == BEGIN:
            return self.begin()
        return self._list_rules() if self._line == RULES else None

    def _list_rules(self) -> ScreenRequest:
        return Push(RulesMenu(self._choices, self._rules, self._choose_rules))

    def do_next_line(self) -> ScreenRequest:
        """Go to the next line."""
        return self._step(1)

    def do_previous_line(self) -> ScreenRequest:
        """Go to the line before."""
        return self._step(-1)

    def _step(self, step: int) -> ScreenRequest:
        self._line = self._lines[(self._lines.index(self._line) + step) % len(self._lines)]
        return None

    def do_enter(self) -> ScreenRequest:
        """Go to the next line, or begin on the last."""
        return self.begin() if self._line == BEGIN else self.do_next_line()

    def do_left(self) -> ScreenRequest:
        """Move the cursor, or take the rule set before."""
        return self._sideways(-1)

    def do_right(self) -> ScreenRequest:
        """Move the cursor, or take the next rule set."""
        return self._sideways(1)

    def _sideways(self, step: int) -> ScreenRequest:
        if self._line == RULES:
            self._choose_rules(self._rules + step)
        elif field := self._fields.get(self._line):
            field.move(step)
        return None

    def _edit(self, change: Callable[[TextField], None]) -> ScreenRequest:
        if field := self._fields.get(self._line):
            change(field)
        return None

    def do_start(self) -> ScreenRequest:
        """Move cursor to start of the field."""
        return self._edit(TextField.to_start)

    def do_end(self) -> ScreenRequest:
        """Move cursor to end of the field."""
        return self._edit(TextField.to_end)

    def do_erase_before(self) -> ScreenRequest:
        """Delete the character before the cursor."""
        return self._edit(TextField.erase_before)

    def do_erase_after(self) -> ScreenRequest:
        """Delete the character under the cursor."""
        return self._edit(TextField.erase_after)

    def do_clear(self) -> ScreenRequest:
        """Empty the field."""
        return self._edit(TextField.clear)

    def do_back(self) -> ScreenRequest:
        """Go back to the title."""
        return Pop()

    HELP_NOTES = (
        ("characters", "type into the field"),
        ("Space", "list rule sets (Rules line)"),
        ("mouse", "select a line; right: back"),
    )
    ACTIONS = (
        Action("next_line", ("tab", "down"), "next line"),
        Action("previous_line", ("shift_tab", "up"), "previous line"),
        Action("enter", ("enter",), "next line; begin on the last"),
        Action("left", ("left",), "cursor left; previous rule set"),
        Action("right", ("right",), "cursor right; next rule set"),
        Action("start", ("home",), "cursor to start"),
        Action("end", ("end",), "cursor to end"),
        Action("erase_before", ("backspace",), "delete before cursor"),
        Action("erase_after", ("delete",), "delete under cursor"),
        Action("clear", ("ctrl_u",), "clear the field"),
        Action("back", ("escape",), "back to the title"),
    )
