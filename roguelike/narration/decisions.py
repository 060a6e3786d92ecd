"""The last decisions of a finished game, compared with the choices of a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

_ABOUT: Final = (
    "Each choice was played {tries} times from its turn, with other dice, and the bot went on for {turns} turns: "
    "the numbers are how often you lived."
)


@frozen
class Choice:
    """One possible command of a turn."""

    command: str
    """The command in words, such as "attack the orc"."""
    lived: int
    """Number of tries that the player survived."""
    idea: str = ""
    """The bot's purpose in a word or two; empty if only the player chose it."""


@frozen
class Decision:
    """A turn of the player: the command taken and the alternatives."""

    turn: int
    hit_points: int
    most: int | None
    """Maximum damage of this turn, in hit points, as far as the player could know; None if unbounded."""
    tries: int
    """Number of tries of each choice."""
    turns: int
    """Length of a try, in turns."""
    taken: Choice
    is_the_bots: bool
    """Whether the bot would have done the same."""
    others: tuple[Choice, ...]
    """The bot's alternatives, the most urgent first."""


def about(decision: Decision) -> str:
    """Return the explanation of a decision's numbers."""
    return _ABOUT.format(tries=decision.tries, turns=decision.turns)


def situation(decision: Decision) -> str:
    """Return the turn, the hit points and the danger: "Turn 812, HP 9, at most 6 lost"."""
    lost = "any number" if decision.most is None else f"at most {decision.most}"
    return f"Turn {decision.turn}, HP {decision.hit_points}{f', {lost} lost' if decision.most != 0 else ''}"


def choices(decision: Decision) -> Iterator[tuple[str, int]]:
    """Yield the command taken, then the alternatives, in words, each with the number of tries survived."""
    yield f"{'You and the bot' if decision.is_the_bots else 'You'}: {_told(decision.taken)}", decision.taken.lived
    for number, each in enumerate(decision.others):
        yield f"{'Or' if number or decision.is_the_bots else 'Bot'}: {_told(each)}", each.lived


def _told(choice: Choice) -> str:
    return f"{choice.command} ({choice.idea})" if choice.idea else choice.command


def spoken(decision: Decision) -> str:
    """Return a decision as one line of text."""
    told = "; ".join(f"{text}, lived {lived} of {decision.tries}" for text, lived in choices(decision))
    return f"{situation(decision)}. {told}."
