"""Minds of monsters: what they notice, their abilities and summons; allies gained and lost."""

from __future__ import annotations

from typing import Literal

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event, Named
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.exits import Exit


@frozen
class Noticed(Event):
    """A monster has noticed the player, possibly with its horde."""

    who: ActorRef


@frozen
class Woke(Event):
    """A statue has come to life."""

    who: ActorRef


@frozen
class LostTrack(Event):
    """A monster has lost track of the player."""

    who: ActorRef


@frozen
class Tamed(Event):
    """A monster has changed sides and follows the player."""

    who: ActorRef


@frozen
class Heard(Event):
    """The player heard something loud."""

    sound: str

    def places(self) -> list[Point]:
        """Return no cells: sounds are heard out of view."""
        return []


@frozen
class Acted(Event):
    """A monster did something for which its kind has a text."""

    who: ActorRef
    deed: str


@frozen
class HitNothing(Event):
    """An attack hit an empty cell."""

    who: ActorRef
    at: Point


@frozen
class Summoned(Event):
    """A monster was summoned."""

    who: ActorRef


@frozen
class Split(Event):
    """One monster became two."""

    who: ActorRef


@frozen
class Rose(Event):
    """A dead monster revived."""

    who: ActorRef


@frozen
class Stole(Event):
    """A monster took an item from an actor."""

    variants = ("you", "it")
    about = "victim"

    who: ActorRef
    victim: ActorRef
    item: Named


@frozen
class SwappedPlaces(Event):
    """The player and an ally changed places."""

    who: ActorRef


@frozen
class Freed(Event):
    """A captive became an ally, or stayed captive because the player cannot lead another."""

    variants = ("freed", "too_many")
    untold = frozenset({"is_free"})

    who: ActorRef
    is_free: bool = True

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "freed" if self.is_free else "too_many"


@frozen
class LostAlly(Event):
    """An ally died out of view, or stays on a level that the player leaves."""

    variants = ("died", "stays")
    untold = frozenset({"is_dead"})

    who: ActorRef
    """Without a place, so that it is reported wherever it was."""
    is_dead: bool

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "died" if self.is_dead else "stays"


@frozen
class FollowsLater(Event):
    """An ally follows the player to another level after some rounds."""

    who: ActorRef
    """Without a place, so that it is reported wherever it is."""
    rounds: int


@frozen
class FallenAlly(Event):
    """An ally fell at 0 hit points, was raised, or died without being raised."""

    variants = ("falls", "rises", "dies")
    untold = frozenset({"fate"})

    who: ActorRef
    """Without a place if it falls or rises, so that it is reported wherever it is."""
    fate: Literal["falls", "rises", "dies"]
    rounds: int
    """If it falls, the rounds until it dies."""
    beside: int
    """If it falls, the rounds that the player must wait next to it to raise it."""

    @property
    def variant(self) -> str:
        """The key of the text."""
        return self.fate


@frozen
class Called(Event):
    """The player called the allies on the level, and one of them answers, or none."""

    variants = ("answers", "nobody")

    who: ActorRef | None
    """Without a place, as its answer is heard from anywhere."""
    where: str
    """The direction from the player, in words; empty if none answers."""

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "answers" if self.where else "nobody"


@frozen
class HordeArrived(Event):
    """A horde arrived by the stairs."""

    variants = (Exit.DOWN, Exit.UP)
    untold = frozenset({"way"})

    way: Exit

    @property
    def variant(self) -> str:
        """The key of the text: by exit."""
        return self.way
