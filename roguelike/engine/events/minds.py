"""Minds of monsters: what they notice, their abilities and summons, and how allies come and go."""

from __future__ import annotations

from typing import Literal

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event, Named
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.exits import Exit


@frozen
class Noticed(Event):
    """A monster, and maybe its horde, has noticed the player."""

    who: ActorRef


@frozen
class Woke(Event):
    """A monster that stood like a statue has woken."""

    who: ActorRef


@frozen
class LostTrack(Event):
    """A monster has lost the player."""

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
        """Return nothing: what is heard need not be seen."""
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
    """One of the dead stood up again."""

    who: ActorRef


@frozen
class Stole(Event):
    """A monster took an item from someone."""

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
    """A captive became an ally, or would have if there were not enough of them."""

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
    """An ally died where the player did not see it, or stays on a level that the player leaves."""

    variants = ("died", "stays")
    untold = frozenset({"is_dead"})

    who: ActorRef
    """Without a place: the player misses an ally wherever it was."""
    is_dead: bool

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "died" if self.is_dead else "stays"


@frozen
class FollowsLater(Event):
    """An ally follows the player to another level after some rounds."""

    who: ActorRef
    """Without a place: the player knows of it wherever it is."""
    rounds: int


@frozen
class FallenAlly(Event):
    """An ally fell at 0 hit points, was raised, or died before anybody raised it."""

    variants = ("falls", "rises", "dies")
    untold = frozenset({"fate"})

    who: ActorRef
    """Without a place where it falls and rises: the player knows of it wherever it is."""
    fate: Literal["falls", "rises", "dies"]
    rounds: int
    """Rounds until it dies, where it falls."""
    beside: int
    """Rounds beside it that raise it, where it falls."""

    @property
    def variant(self) -> str:
        """The key of the text."""
        return self.fate


@frozen
class Called(Event):
    """The player called the allies on the level, and one of them answers, or nobody does."""

    variants = ("answers", "nobody")

    who: ActorRef | None
    """Without a place: it is heard from wherever it is."""
    where: str
    """The direction from the player, in words; empty where nobody answers."""

    @property
    def variant(self) -> str:
        """The key of the text."""
        return "answers" if self.where else "nobody"


@frozen
class HordeArrived(Event):
    """A horde came by the stairs."""

    variants = (Exit.DOWN, Exit.UP)
    untold = frozenset({"way"})

    way: Exit

    @property
    def variant(self) -> str:
        """The key of the text: in which direction they came."""
        return self.way
