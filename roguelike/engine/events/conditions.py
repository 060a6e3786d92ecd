"""Conditions of actors: they begin, act and end."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.kinds.conditions import ConditionKind


@frozen
class ConditionBegan(Event):
    """An actor gained a condition for some turns; the texts belong to the kind of condition."""

    variants = ("began_you", "began_it")

    victim: ActorRef
    condition: ConditionKind
    turns: int

    @property
    def variant(self) -> str:
        """The key of the text: by victim."""
        return "began_you" if self.victim.is_player else "began_it"


@frozen
class Absorbed(Event):
    """A condition absorbed damage."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    damage: int
    condition: ConditionKind


@frozen
class Resisted(Event):
    """An actor resisted an effect."""

    who: ActorRef


@frozen
class Struggled(Event):
    """An actor tried to move, and was stuck."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    condition: ConditionKind


@frozen
class ConditionEnding(Event):
    """A condition of the player is about to expire."""

    variants = ("ending_you",)

    victim: ActorRef
    condition: ConditionKind
    left: int
    """Rounds until it ends."""

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "ending_you"


@frozen
class ConditionEnded(Event):
    """A condition expired."""

    variants = ("ended_you", "ended_it")

    victim: ActorRef
    condition: ConditionKind

    @property
    def variant(self) -> str:
        """The key of the text: by victim."""
        return "ended_you" if self.victim.is_player else "ended_it"
