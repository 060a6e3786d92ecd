"""The form for a new game: name, rule set, kit and seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.english import capital
from roguelike.play.requests import Begin
from roguelike.play.views.game_in_progress import GameInProgressDialog
from roguelike.play.views.rules import KitsMenu, RulesMenu
from roguelike.play.views.text_field import TextField
from roguelike.play.views.view import Action, Close, Open, View
from roguelike.store.limits import MAX_SEED, NAME_RULE, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.play.new_game import NewGameDefaults, RuleChoice
    from roguelike.play.views.view import Request
    from roguelike.store.listings import SavedGame

NAME, RULES, KIT, SEED, BEGIN = range(5)
"""The lines of the form."""


class NewGameForm(View):
    """The form; errors appear below their line, and typed text stays."""

    sort = "new_game"
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
        self._rules = [choice.name for choice in choices].index(current.usual.name)
        self._kit = current.kit
        self._games = {game.name: game for game in games}
        self.fields = {NAME: TextField(wishes.name), SEED: TextField("" if wishes.seed is None else str(wishes.seed))}
        self._keeps_name = wishes.keeps_name
        self._asked = False
        """Whether the player has tried to begin, so that an empty name is an error."""
        self.line = BEGIN if NAME not in self.lines or (is_name(self.name) and not self._taken()) else NAME

    @property
    def lines(self) -> list[int]:
        """The lines that can be selected."""
        left_out = {line for line, out in ((NAME, self._keeps_name), (KIT, not self.rules.kits)) if out}
        return [line for line in range(BEGIN + 1) if line not in left_out]

    @property
    def name(self) -> str:
        """The typed name."""
        return self.fields[NAME].text

    @property
    def seed(self) -> str:
        """The typed seed; empty for a random one."""
        return self.fields[SEED].text

    @property
    def rules(self) -> RuleChoice:
        """The chosen rule set, with the chosen kit if it has it."""
        return self._choices[self._rules].in_kit(self._kit)

    @property
    def kit(self) -> str:
        """The chosen kit; empty if there are none."""
        return self.rules.kit or next(iter(self.rules.kits), "")

    @property
    def title_of_rules(self) -> str:
        """The title of the chosen rule set, without the kit."""
        return self._choices[self._rules].title

    @property
    def summary(self) -> str:
        """The description of the rule set and the kit."""
        plan = self.rules.kits.get(self.kit, "")
        return f"{self.rules.summary} {capital(self.kit)}: {plan}" if plan else self.rules.summary

    def wrong_name(self) -> str:
        """Return the error of the name, as a sentence; "" if it is valid."""
        if is_name(self.name):
            return ""
        return f"Name: {NAME_RULE}." if self.name or self._asked else ""

    def said_of_name(self) -> str:
        """Return the note on a valid name: that it has a game already, else the rule for names."""
        game = self._taken()
        if game is None:
            return NAME_RULE
        return f"{game.name} already has {'a damaged game' if game.is_damaged else 'a game in progress'}."

    def wrong_seed(self) -> str:
        """Return the error of the seed, as a sentence; "" if it is valid."""
        seed = self.seed
        if not seed or (seed.isascii() and seed.isdigit() and int(seed) <= MAX_SEED):
            return ""
        return f"Seed: a whole number from 0 to {MAX_SEED}."

    def _taken(self) -> SavedGame | None:
        return self._games.get(self.name)

    def _choose_rules(self, number: int) -> None:
        self._rules = number % len(self._choices)

    def begin(self) -> Request:
        """Begin the game, or go to the first line with an error."""
        asked = self._begun()
        game = None if asked is None else self._taken()
        return asked if asked is None or game is None else Open(GameInProgressDialog(game, asked, self._games))

    def practise(self) -> Request:
        """Begin a practice game, even if the name has a game in progress."""
        asked = self._begun()
        return None if asked is None else attrs.evolve(asked, is_practice=True)

    def _begun(self) -> Begin | None:
        """Return the request to begin; on an error go to its line and return None."""
        self._asked = True
        for line, wrong in ((NAME, self.wrong_name()), (SEED, self.wrong_seed())):
            if wrong and line in self.lines:
                self.line = line
                return None
        seed = int(self.seed) if self.seed else None
        return Begin(self.name, self.rules.name, seed)

    def on_other_key(self, key: str) -> Request:
        """Type a character into the field; Space opens the list of rule sets or kits, or begins."""
        if field := self.fields.get(self.line):
            if len(key) == 1:
                field.insert(key)
            return None
        if key != " ":
            return None
        return self.press(self.line)

    def on_paste(self, text: str) -> Request:
        """Insert the first line of pasted text into the field."""
        if field := self.fields.get(self.line):
            field.insert(text.partition("\n")[0].strip())
        return None

    def press(self, line: int) -> Request:
        """Go to a line; open its list of rule sets or kits, or begin."""
        if line not in self.lines:
            return None
        self.line = line
        if line == BEGIN:
            return self.begin()
        if line == RULES:
            return Open(RulesMenu(self._choices, self._rules, self._choose_rules))
        return Open(KitsMenu(self.rules, self.kit, self._take_kit)) if line == KIT else None

    def _take_kit(self, choice: RuleChoice) -> Request:
        self._kit = choice.kit
        return Close()

    def next_line(self) -> Request:
        """Go to the next line."""
        return self._step(1)

    def previous_line(self) -> Request:
        """Go to the previous line."""
        return self._step(-1)

    def _step(self, step: int) -> Request:
        self.line = self.lines[(self.lines.index(self.line) + step) % len(self.lines)]
        return None

    def enter(self) -> Request:
        """Go to the next line; on the last line, begin."""
        return self.begin() if self.line == BEGIN else self.next_line()

    def left(self) -> Request:
        """Move the cursor left, or choose the previous rule set or kit."""
        return self._sideways(-1)

    def right(self) -> Request:
        """Move the cursor right, or choose the next rule set or kit."""
        return self._sideways(1)

    def _sideways(self, step: int) -> Request:
        if self.line == RULES:
            self._choose_rules(self._rules + step)
        elif self.line == KIT:
            kits = list(self.rules.kits)
            self._kit = kits[(kits.index(self.kit) + step) % len(kits)]
        elif field := self.fields.get(self.line):
            field.move(step)
        return None

    def _edit(self, change: Callable[[TextField], None]) -> Request:
        if field := self.fields.get(self.line):
            change(field)
        return None

    def start(self) -> Request:
        """Move the cursor to the start of the field."""
        return self._edit(TextField.to_start)

    def end(self) -> Request:
        """Move the cursor to the end of the field."""
        return self._edit(TextField.to_end)

    def erase_before(self) -> Request:
        """Delete the character before the cursor."""
        return self._edit(TextField.erase_before)

    def erase_after(self) -> Request:
        """Delete the character under the cursor."""
        return self._edit(TextField.erase_after)

    def clear(self) -> Request:
        """Empty the field."""
        return self._edit(TextField.clear)

    def back(self) -> Request:
        """Go back to the title."""
        return Close()

    HELP_NOTES = (
        ("characters", "type into the field"),
        ("Space", "list rule sets or kits (their lines)"),
        ("mouse", "select a line; right: back"),
    )
    ACTIONS = (
        Action["NewGameForm"]("next_line", ("tab", "down"), "next line", lambda form: form.next_line()),
        Action["NewGameForm"]("previous_line", ("shift_tab", "up"), "previous line", lambda form: form.previous_line()),
        Action["NewGameForm"]("enter", ("enter",), "next line; begin on the last", lambda form: form.enter()),
        Action["NewGameForm"]("left", ("left",), "cursor left; previous rule set or kit", lambda form: form.left()),
        Action["NewGameForm"]("right", ("right",), "cursor right; next rule set or kit", lambda form: form.right()),
        Action["NewGameForm"]("start", ("home",), "cursor to start", lambda form: form.start()),
        Action["NewGameForm"]("end", ("end",), "cursor to end", lambda form: form.end()),
        Action["NewGameForm"]("erase_before", ("backspace",), "delete before cursor", lambda form: form.erase_before()),
        Action["NewGameForm"]("erase_after", ("delete",), "delete under cursor", lambda form: form.erase_after()),
        Action["NewGameForm"]("clear", ("ctrl_u",), "clear the field", lambda form: form.clear()),
        Action["NewGameForm"]("practice", ("ctrl_p",), "begin as practice", lambda form: form.practise()),
        Action["NewGameForm"]("back", ("escape",), "back to the title", lambda form: form.back()),
    )
