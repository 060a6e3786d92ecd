"""What terminals send for keys, and what the player's `@` then does: the rows of a table, each tried on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.ui.actions import key_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.pty_program import Program

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


@attrs.frozen
class Row:
    """A key of a terminal, the bytes that it sends, and what they do."""

    dialect: str
    key: str
    sent: str
    does: str
    where: str = ""
    """The key that is typed before, to open a screen."""


def rows() -> list[Row]:
    """Return the whole table."""
    return [*_directions()]


def _directions() -> Iterator[Row]:
    for name, way in COMPASS.items():
        step, run = f"step {way}", f"run {way}"
        key = key_name(name)
        number, end = XTERM_ENDS[name].split()
        yield Row("xterm", key, f"\x1b{XTERM[name]}", step)
        for modifier, code in MODIFIERS.items():
            runs = "Shift" in modifier
            yield Row("xterm", f"{modifier}-{key}", f"\x1b[{number};{code}{end}", run if runs else step)
        yield Row("xterm, application keys", key, f"\x1b{APPLICATION[name]}", step)
        yield Row("rxvt", key, f"\x1b{RXVT[name]}", step)
        yield Row("rxvt", f"Shift-{key}", f"\x1b{RXVT_SHIFT[name]}", run)
        yield Row("rxvt", f"Ctrl-{key}", f"\x1b{RXVT_CONTROL[name]}", step)
        if name in RXVT_BOTH:
            yield Row("rxvt", f"Ctrl-Shift-{key}", f"\x1b{RXVT_BOTH[name]}", run)
        yield Row("Linux console", key, f"\x1b{CONSOLE[name]}", step)
        yield from _keypad(name, step, run)
        yield Row("all", LETTERS[name], LETTERS[name], step)
        yield Row("all", f"Shift-{LETTERS[name]}", LETTERS[name].upper(), run)


MODIFIERS: Final = {
    "Shift": 2,
    "Alt": 3,
    "Shift-Alt": 4,
    "Ctrl": 5,
    "Ctrl-Shift": 6,
    "NumLock": 129,
    "NumLock-Shift": 130,
}
"""Modifiers, and the number by which xterm and kitty send them; the lock is sent by kitty alone."""


def _keypad(name: str, step: str, run: str) -> Iterator[Row]:
    digit = DIGITS[name]
    yield Row("all", digit, digit, step)
    yield Row("keypad, application keys", digit, f"\x1bO{chr(ord('p') + int(digit))}", step)
    yield Row("keypad, application keys", f"Shift-{digit}", f"\x1bO2{chr(ord('p') + int(digit))}", run)
    for lock, code in (("NumLock-", 57399 + int(digit)), ("", KITTY_KEYPAD[name])):
        more = 128 if lock else 0
        yield Row("kitty, keypad", f"{lock}{digit}", f"\x1b[{code};{1 + more}u", step)
        yield Row("kitty, keypad", f"{lock}Shift-{digit}", f"\x1b[{code};{2 + more}u", run)


def check(program: Program, row: Row) -> None:
    """Send a row's bytes and watch the screen do what the row says, and no more; leave the player where they were.

    Raises:
        AssertionError: it does something else.
    """
    what, _, way = row.does.partition(" ")
    dx, dy = STEPS[next(name for name, compass in COMPASS.items() if compass == way)]
    start, turn, said = at(program), turn_of(program), log(program)
    length = 1 if what == "step" else ROOM
    goal = (start[0] + dx * length, start[1] + dy * length)
    program.type(row.sent)
    program.wait_until(lambda: at(program) == goal and (what == "step" or log(program) != said), f"{row}: {goal}")
    program.type(next(LETTERS[name] for name, step in STEPS.items() if step == (-dx, -dy)) * length)
    program.wait_until(lambda: at(program) == start and turn_of(program) == turn + 2 * length, f"{row}: {start} again")


def at(program: Program) -> tuple[int, int]:
    """Return where the player's cursor rests."""
    return program.screen.cursor.x, program.screen.cursor.y


def log(program: Program) -> str:
    """Return the messages that the screen shows; a run ends with one."""
    return "\n".join(program.screen.display[LOG_TOP:])


def turn_of(program: Program) -> int:
    """Return the turn that the screen shows, or -1."""
    _, found, rest = program.text.partition("Turn ")
    digits = rest.split(maxsplit=1)[0] if found else ""
    return int(digits) if digits.isdigit() else -1
