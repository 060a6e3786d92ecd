"""What terminals send for keys, and what the player's `@` then does: the rows of a table, each tried on a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.play.views.playing import PRACTICE_ACTIONS, Playing
from roguelike.settings.keymap import HELP_KEYS, MOUSE_KEY, key_name
from tests.serving import turn_of
from tests.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.pty_program import Program

PAGE: Final = Path(__file__).parents[1] / "docs" / "terminals.md"
BEGIN: Final = "<!-- terminal bytes -->\n"
END: Final = "<!-- end -->\n"

RULES: Final = "tcod"
SEED: Final = 846
"""A game that begins in a room, and in which monsters stay where they are until they see the player."""
SIZE: Final = (100, 60)
"""The whole level: nothing scrolls."""
LOG_TOP: Final = 36
"""The first row of the screen below the room and what is seen from it: messages are there."""
ROOM: Final = 4
"""The free cells in each direction from where it begins."""

STEPS: Final = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "home": (-1, -1),
    "page_up": (1, -1),
    "end": (-1, 1),
    "page_down": (1, 1),
}
"""The direction keys and their steps on the screen."""
COMPASS: Final = dict(zip(STEPS, ("N", "S", "W", "E", "NW", "NE", "SW", "SE"), strict=True))
LETTERS: Final = dict(zip(STEPS, "kjhlyubn", strict=True))
DIGITS: Final = dict(zip(STEPS, "82467913", strict=True))

XTERM: Final = dict(zip(STEPS, ("[A", "[B", "[D", "[C", "[H", "[5~", "[F", "[6~"), strict=True))
XTERM_ENDS: Final = dict(zip(STEPS, ("1 A", "1 B", "1 D", "1 C", "1 H", "5 ~", "1 F", "6 ~"), strict=True))
APPLICATION: Final = dict(zip(STEPS, ("OA", "OB", "OD", "OC", "OH", "[5~", "OF", "[6~"), strict=True))
RXVT: Final = dict(zip(STEPS, ("[A", "[B", "[D", "[C", "[7~", "[5~", "[8~", "[6~"), strict=True))
RXVT_SHIFT: Final = dict(zip(STEPS, ("[a", "[b", "[d", "[c", "[7$", "[5$", "[8$", "[6$"), strict=True))
RXVT_CONTROL: Final = dict(zip(STEPS, ("Oa", "Ob", "Od", "Oc", "[7^", "[5^", "[8^", "[6^"), strict=True))
RXVT_BOTH: Final = {name: f"{code[:-1]}@" for name, code in RXVT_CONTROL.items() if code[0] == "["}
CONSOLE: Final = dict(zip(STEPS, ("[A", "[B", "[D", "[C", "[1~", "[5~", "[4~", "[6~"), strict=True))
KITTY_KEYPAD: Final = dict(zip(STEPS, (57419, 57420, 57417, 57418, 57423, 57421, 57424, 57422), strict=True))


MENU_RULES: Final = "ember"
MENU_SEED: Final = 136
"""A game that begins with a hundred turns without an enemy: there, the other keys are tried."""
SEEN: Final = {
    "descend": "You have not seen any stairs down.",
    "ascend": "Not without the Ember.",
    "travel": "TRAVEL",
    "places": "┤Go to",
    "fight": "No enemy in view.",
    "flee": "No enemy in view.",
    "rest": "You do not need rest.",
    "count": "Repeat:",
    "ignore": "There is nothing here that you pick up in passing.",
    "use": "┤Inventory",
    "drop": "┤Drop",
    "equip": "┤Put on",
    "swap": "You carry no other weapon.",
    "throw": "┤Throw",
    "drink": "┤Drink",
    "read": "┤Read",
    "zap": "┤Zap",
    "again": "┤Throw",
    "discoveries": "┤Discoveries",
    "levels": "┤Levels",
    "examine": "EXAMINE",
    "history": "┤Messages",
    "hints": "Hints o",
    "options": "┤Options",
    "quit": "Quit?",
    "escape": "┤Game menu",
    "help": "┤Help",
    "mouse": "Mouse ",
    "pick_up": "There is nothing here to pick up.",
    "cover": "your lamp.",
    "wait": "",
    "search": "",
    "explore": "",
}
"""What the screen shows after the key of an action; nothing where turns pass."""
TURNS: Final = {"cover": 0, "wait": 1, "search": 5, "explore": 1}
"""How many turns pass at least."""
STILL: Final = 0.3
"""Seconds without output after which what takes turns has ended."""

BASES: Final = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
"""The signs with Shift on an American keyboard, and what they are without it."""
CYRILLIC: Final = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
"""The letters of a keyboard in Russian."""
NAMED: Final = {
    "tab": {"all": "\t", "kitty": "\x1b[9u"},
    "escape": {"all": "\x1b", "kitty": "\x1b[27u"},
    "center": {"xterm": "\x1b[E", "xterm, application keys": "\x1bOE", "kitty": "\x1b[57427u"},
    "f1": {"all": "\x1bOP", "Linux console": "\x1b[[A", "rxvt": "\x1b[11~", "kitty": "\x1b[P"},
    "ctrl_f": {"all": "\x06", "kitty": "\x1b[102;5u", "modifyOtherKeys": "\x1b[27;5;102~"},
}
CONTROL_BRACKET: Final = {
    "all": "\x1b",
    "kitty": "\x1b[91;5u",
    "kitty, NumLock": "\x1b[91;133u",
    "modifyOtherKeys": "\x1b[27;5;91~",
    "kitty, Russian layout": "\x1b[1093::91;5u",
}


@attrs.frozen
class Row:
    """A key of a terminal, the bytes that it sends, and what they do."""

    dialect: str
    key: str
    sent: str
    does: str
    action: str = ""
    """The action of the play screen; empty for steps and runs."""


def directions() -> Iterator[Row]:
    """Yield the rows of steps and runs."""
    for name, way in COMPASS.items():
        step, run = f"step {way}", f"run {way}"
        key = key_name(name)
        number, end = XTERM_ENDS[name].split()
        yield Row("xterm", key, f"\x1b{XTERM[name]}", step)
        for modifier, code in MODIFIERS.items():
            runs = "Shift" in modifier
            dialect = "kitty" if code > LOCK else "xterm"
            yield Row(dialect, f"{modifier}-{key}", f"\x1b[{number};{code}{end}", run if runs else step)
        yield Row("xterm, application keys", key, f"\x1b{APPLICATION[name]}", step)
        yield Row("rxvt", key, f"\x1b{RXVT[name]}", step)
        yield Row("rxvt", f"Shift-{key}", f"\x1b{RXVT_SHIFT[name]}", run)
        yield Row("rxvt", f"Ctrl-{key}", f"\x1b{RXVT_CONTROL[name]}", step)
        if name in RXVT_BOTH:
            yield Row("rxvt", f"Ctrl-Shift-{key}", f"\x1b{RXVT_BOTH[name]}", run)
        yield Row("Linux console", key, f"\x1b{CONSOLE[name]}", step)
        yield from _keypad(name, step, run)
        yield from (Row(dialect, LETTERS[name], sent, step) for dialect, sent in _sent(LETTERS[name]))
        capital = LETTERS[name].upper()
        yield from (Row(dialect, f"Shift-{LETTERS[name]}", sent, run) for dialect, sent in _sent(capital))


LOCK: Final = 128
"""The modifier of number lock."""
MODIFIERS: Final = {
    "Shift": 2,
    "Alt": 3,
    "Alt-Shift": 4,
    "Ctrl": 5,
    "Ctrl-Shift": 6,
    "NumLock": 129,
    "NumLock-Shift": 130,
}
"""Modifiers, and the numbers by which they are sent."""


def _keypad(name: str, step: str, run: str) -> Iterator[Row]:
    digit = DIGITS[name]
    yield Row("all", digit, digit, step)
    key = f"keypad {digit}"
    yield Row("xterm, application keys", key, f"\x1bO{chr(ord('p') + int(digit))}", step)
    yield Row("xterm, application keys", f"Shift-{key}", f"\x1bO2{chr(ord('p') + int(digit))}", run)
    for lock, code in (("NumLock-", 57399 + int(digit)), ("", KITTY_KEYPAD[name])):
        more = LOCK if lock else 0
        yield Row("kitty", f"{lock}{key}", f"\x1b[{code};{1 + more}u", step)
        yield Row("kitty", f"{lock}Shift-{key}", f"\x1b[{code};{2 + more}u", run)


def _sent(char: str) -> Iterator[tuple[str, str]]:
    """Yield how terminals send a character, by their dialects."""
    shift = char in BASES or char.isupper()
    base = BASES.get(char, char.lower())
    yield "all", char
    yield "kitty", f"\x1b[{ord(base)};{2 if shift else ''};{ord(char)}u"
    if shift:
        yield "modifyOtherKeys", f"\x1b[27;2;{ord(char)}~"
    if base in CYRILLIC:
        yield "kitty, Russian layout", f"\x1b[{ord(CYRILLIC[base])}::{ord(base)}{';2' if shift else ''}u"


ESCAPES: Final = "close; in play, open the menu; on the title, name the key that leaves"


def actions() -> Iterator[Row]:
    """Yield the rows of every other key of the help: last those with which turns pass, exploring at the end."""
    shown = [action for action in Playing.ACTIONS if action.name not in PRACTICE_ACTIONS]
    asked = [(action.name, action.help, action.keys) for action in shown]
    asked += [("help", "this help", HELP_KEYS), ("mouse", "mouse on/off", (MOUSE_KEY,))]
    for name, told, keys in sorted(asked, key=lambda each: (each[0] == "explore", TURNS.get(each[0], -1))):
        for key in keys:
            sent = NAMED[key].items() if key in NAMED else _sent(key)
            label = {"center": "keypad 5 (no lock)"}.get(key) or key_name(key)
            does = (ESCAPES, "escape") if key == "escape" else (told, name)
            yield from (Row(dialect, label, each, *does) for dialect, each in list(sent)[: _times(name)])
    yield from (Row(dialect, "Ctrl-[", sent, ESCAPES, "escape") for dialect, sent in CONTROL_BRACKET.items())


def _times(name: str) -> int | None:
    """Return in how many ways to send the keys of an action: one that may bring enemies is done once."""
    return 1 if name in {"explore", "search"} else None


def filled(text: str) -> str:
    """Return the page with its table regenerated."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + _table() + "\n" + END + rest.partition(END)[2]


def _table() -> str:
    merged: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in (*directions(), *actions()):
        merged.setdefault((row.key, row.does), {}).setdefault(_shown(row.sent), []).append(row.dialect)
    rows = [
        (key, does, "; ".join(f"{' and '.join(dict.fromkeys(who))} {sent}" for sent, who in by.items()))
        for (key, does), by in merged.items()
    ]
    return table(("key", "what it does", "bytes"), rows)


def _shown(sent: str) -> str:
    """Return bytes as the page shows them."""
    shown = (
        sent.replace("\x1b", "ESC ").replace("\t", "TAB").replace("\x06", "0x06").replace(" ", " ").strip() or "SPACE"
    )
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def check(program: Program, row: Row) -> None:
    """Send a row's bytes and watch the screen do what the row says; leave the game as it was; only turns pass.

    Raises:
        AssertionError: it does something else.
    """
    if row.action:
        _check_action(program, row)
    else:
        _check_way(program, row)


def _check_way(program: Program, row: Row) -> None:
    what, _, way = row.does.partition(" ")
    dx, dy = STEPS[next(name for name, compass in COMPASS.items() if compass == way)]
    start, turn, said = at(program), turn_of(program), log(program)
    length = 1 if what == "step" else ROOM
    goal = (start[0] + dx * length, start[1] + dy * length)
    program.type(row.sent)
    program.wait_until(lambda: at(program) == goal and (what == "step" or log(program) != said), f"{row}: {goal}")
    program.type(next(LETTERS[name] for name, step in STEPS.items() if step == (-dx, -dy)) * length)
    program.wait_until(
        lambda: at(program) == start and turn_of(program) == turn + 2 * length,
        f"{row}: {start} again at {turn} + {2 * length}",
    )


def _check_action(program: Program, row: Row) -> None:
    before, seen = program.text, SEEN[row.action]
    turn = turn_of(program) + TURNS[row.action] if row.action in TURNS else -1
    program.type(row.sent)
    program.wait_until(
        lambda: program.text != before and seen in program.text and turn_of(program) >= turn, f"{row}: {seen}"
    )
    while TURNS.get(row.action) and program.answers(STILL):  # a key before the end would only stop the action
        program.glance()
    if seen.startswith("┤") or seen in OVER_THE_GAME:
        program.type(NAMED["escape"]["kitty"])
        program.wait_until(lambda: seen not in program.text, f"the end of {seen}")


OVER_THE_GAME: Final = ("TRAVEL", "EXAMINE", "Repeat:", "Quit?")
"""What is shown as long as a screen is open; messages stay."""


def at(program: Program) -> tuple[int, int]:
    """Return where the player's cursor rests."""
    return program.screen.cursor.x, program.screen.cursor.y


def log(program: Program) -> str:
    """Return the messages that the screen shows; a run ends with one."""
    return "\n".join(program.screen.display[LOG_TOP:])
