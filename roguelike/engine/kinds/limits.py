"""Bounds on the numbers in rule sets, so that games can be played, shown and saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs

TURN = 100
"""The energy cost of a turn; a speed of 100 gives as much each round."""

MAX_STAT = 200
"""The highest step, defence or armour: the dice of far higher steps would take too long to roll."""

SLOWEST, FASTEST = 1, 1000
"""The lowest and the highest speed, conditions included: one turn in 100 rounds, and ten turns a round."""

MAX_ENERGY = FASTEST + TURN
"""The maximum energy that an actor can save."""

MAX_DEBT = 10**5
"""The maximum energy debt of an actor: commands longer than a turn are charged in advance."""

ACTION_BUDGET = 2000
"""The maximum work of monsters, and of terrain on them, per player turn, in units of one effect on one cell."""

MAX_MODIFIERS = 10
"""The maximum number of modifiers of one kind."""

MAX_KINDS = 500
"""The maximum number of kinds in one table: of monsters, items, projectiles or conditions."""

DEEPEST = 99
"""The maximum number of levels of a game, and the highest danger."""

HEAVIEST = 1_000_000
"""The highest weight in a weighted draw."""

MAX_IN_HORDE = 20
"""The maximum number of followers of one kind in a horde."""

MAX_HIT_POINTS = 1_000_000
"""The maximum hit points of an actor, and the maximum damage or healing of an effect."""

FALL_DAMAGE = 3
"""The number for which the damage dice are rolled after a fall."""

HARDEST_BLOW = 20
"""The largest damage factor of a weapon."""

MAX_TURNS = 1_000_000
"""The longest duration, in turns or rounds."""

MAX_CHARGES = 99
"""The maximum number of charges of an item without a plus."""

MAX_IN_STACK = 999
"""The maximum number of items in a stack."""

LONGEST_LABEL = 40
"""Maximum characters of a label that the player writes on an item or a cell."""

MAX_PLUS = 99
"""The highest plus of an item."""

MAX_EFFECTS = 20
"""The maximum number of effects of one use or flight, launched projectiles included."""


def rising(least: int, most: int) -> Callable[[object, attrs.Attribute[Any], tuple[int, ...]], None]:
    """Return a validator of two rising numbers within bounds."""

    def check(_: object, field: attrs.Attribute[Any], numbers: tuple[int, ...]) -> None:
        if len(numbers) != len(("least", "most")) or not least <= numbers[0] <= numbers[1] <= most:
            raise ValueError(f"'{field.name}' must be two rising numbers from {least} to {most}")

    return check
