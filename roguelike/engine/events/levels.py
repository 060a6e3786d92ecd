"""Changes of level."""

from __future__ import annotations

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit


@frozen
class ChangedLevel(Event):
    """The player came to another level."""

    variants = (*Exit, "unhurt")
    untold = frozenset({"by", "is_unhurt"})

    who: ActorRef
    by: Exit
    depth: int
    is_unhurt: bool = False
    """Whether they fell, and are immune to falls."""

    @property
    def variant(self) -> str:
        """The key of the text: by exit."""
        return "unhurt" if self.is_unhurt else self.by


@frozen
class ArrivedBehind(Event):
    """An actor followed the player from another level."""

    variants = tuple(Exit)
    untold = frozenset({"by"})

    who: ActorRef
    by: Exit

    @property
    def variant(self) -> str:
        """The key of the text: by exit."""
        return self.by


@frozen
class FloorHeld(Event):
    """The floor of the last level did not open."""

    at: Point


@frozen
class Fell(Event):
    """An actor fell through the floor."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef


@frozen
class Felt(Event):
    """A feeling of a level on the player's first visit."""

    untold = frozenset({"where"})

    feeling: str
    where: Direction | None = None
    """The direction in which enemies wait, if the feeling is about them."""
