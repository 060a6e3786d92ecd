"""The last decisions of a game that is over, with the odds of what a bot would have done instead."""

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
    """Something that could be done on a turn."""

    command: str
    """What is done, such as "attack the orc"."""
    lived: int
    """The tries in which the player was alive at their end."""
    idea: str = ""
    """What the bot means by it, in a word or two; empty for what only the player thought of."""


@frozen
class Decision:
    """A turn of the player's: what they did, and what else they could have done."""

    turn: int
    hit_points: int
    most: int | None
    """The most hit points that could be lost on this turn, as far as the player could know; None: any number."""
    tries: int
    """How often each choice was tried."""
    turns: int
    """The turns of a try."""
    taken: Choice
    is_the_bots: bool
    """Whether the bot would have done the same."""
    others: tuple[Choice, ...]
    """What the bot would have tried instead, the most urgent first."""


def about(decision: Decision) -> str:
    """Return what the numbers of a decision mean."""
    return _ABOUT.format(tries=decision.tries, turns=decision.turns)


def situation(decision: Decision) -> str:
    """Return when it was, and how great the danger: "Turn 812, HP 9, at most 6 lost"."""
    lost = "any number" if decision.most is None else f"at most {decision.most}"
    return f"Turn {decision.turn}, HP {decision.hit_points}{f', {lost} lost' if decision.most != 0 else ''}"


def choices(decision: Decision) -> Iterator[tuple[str, int]]:
    """Yield what was done and what else could have been, in words, with the number of tries that the player lived."""
    yield f"{'You and the bot' if decision.is_the_bots else 'You'}: {_told(decision.taken)}", decision.taken.lived
    for number, each in enumerate(decision.others):
        yield f"{'Or' if number or decision.is_the_bots else 'Bot'}: {_told(each)}", each.lived


def _told(choice: Choice) -> str:
    return f"{choice.command} ({choice.idea})" if choice.idea else choice.command


def spoken(decision: Decision) -> str:
    """Return a decision as one line of text."""
    told = "; ".join(f"{text}, lived {lived} of {decision.tries}" for text, lived in choices(decision))
    return f"{situation(decision)}. {told}."
