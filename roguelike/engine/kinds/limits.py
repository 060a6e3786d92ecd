"""The bounds of what a rule set may say: what can be played, shown and saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs

TURN = 100
"""The energy that a turn takes; a speed of 100 gives as much each round."""

MAX_STAT = 200
"""The highest step, defence or armour: the dice of a step far beyond it would take for ever to roll."""

SLOWEST, FASTEST = 1, 1000
"""The lowest and the highest speed, with all conditions: a turn in a hundred rounds, and ten turns a round."""

MAX_ENERGY = FASTEST + TURN
"""The most that anyone saves up."""

MAX_DEBT = 10**5
"""The most that anyone owes: what takes more than a turn is charged before the rounds that pay for it."""

ACTION_BUDGET = 2000
"""The most that monsters do, and terrain does to them, in a turn of the player, in units of one effect on one cell."""

MAX_MODIFIERS = 10
"""The most numbers that one kind of condition changes."""

MAX_KINDS = 500
"""Monsters, items, projectiles and conditions: the most of each."""

DEEPEST = 99
"""The most levels of a game, and the greatest danger."""

HEAVIEST = 1_000_000
"""The highest weight of anything that is drawn beside others."""

MAX_IN_HORDE = 20
"""The most monsters of one kind that come together."""

MAX_HIT_POINTS = 1_000_000
"""The most that anyone has, and that anything takes or gives."""

FALL_DAMAGE = 3
"""The number that is rolled for the damage of a fall."""

HARDEST_BLOW = 20
"""The largest damage factor of a weapon."""

MAX_TURNS = 1_000_000
"""The longest that anything lasts, or is remembered."""

MAX_CHARGES = 99
"""The most charges of an item with no plus."""

MAX_IN_STACK = 999
"""The most items of one kind that are carried, or lie, as one."""

LONGEST_LABEL = 40
"""The most characters that a player writes on an item or a cell."""

MAX_PLUS = 99
"""The highest plus of an item."""

MAX_EFFECTS = 20
"""The most that can come of one use or one flight: what is launched by what is launched would grow without end."""


def rising(least: int, most: int) -> Callable[[object, attrs.Attribute[Any], tuple[int, ...]], None]:
    """Return a validator of two rising numbers within bounds."""

    def check(_: object, field: attrs.Attribute[Any], numbers: tuple[int, ...]) -> None:
        if len(numbers) != len(("least", "most")) or not least <= numbers[0] <= numbers[1] <= most:
            raise ValueError(f"'{field.name}' must be two rising numbers from {least} to {most}")

    return check
