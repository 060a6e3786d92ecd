"""What happened, one class a fact, told in the past tense with the values as they were.

`AnyEvent` is the closed union of them all. The variant of an event is the key of its text in `messages.toml`.
"""

from __future__ import annotations

import enum
import re
from typing import ClassVar, get_args

import attrs

from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.schema import kind, saved, whole

PLAYER_ID = 1


@attrs.frozen
class ActorRef:
    """An actor as an event names it: still true when the actor is gone."""

    id: int = saved(whole(PLAYER_ID))
    kind: ActorKind = saved(kind("actors"))

    @property
    def is_player(self) -> bool:
        """Whether this is the player."""
        return self.id == PLAYER_ID


class Reason(enum.StrEnum):
    """Why a command was refused."""

    WALL = "wall"
    OCCUPIED = "occupied"
    NO_DIAGONALS = "no_diagonals"
    NOTHING_HERE = "nothing_here"
    INVENTORY_FULL = "inventory_full"
    EMPTY_SLOT = "empty_slot"
    NO_SPACE = "no_space"
    NOT_USABLE = "not_usable"
    FULL_HEALTH = "full_health"
    NOBODY_IN_RANGE = "nobody_in_range"
    NEEDS_TARGET = "needs_target"
    OWN_CELL = "own_cell"
    OUT_OF_SIGHT = "out_of_sight"
    OUT_OF_RANGE = "out_of_range"
    NOBODY_THERE = "nobody_there"
    NO_MISSILE = "no_missile"
    IN_FLIGHT = "in_flight"
    GAME_OVER = "game_over"


class CannotDo(Exception):
    """A command is impossible now; nothing has changed and no time has passed."""

    def __init__(self, reason: Reason, item: ItemKind | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.item = item


@attrs.frozen
class Event:
    """What all events share."""

    variants: ClassVar[tuple[str, ...]] = ("text",)
    """The keys of its texts, each of which a rule set must give ("" for silence)."""
    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that no text can show."""
    about: ClassVar[str] = ""
    """The field of whom it tells, where the text for the player ("you") is not the one for the others ("it")."""

    seen: bool = attrs.field(default=True, kw_only=True)
    """Whether the player saw it happen."""

    @property
    def variant(self) -> str:
        """The key of the text for this one."""
        if not self.about:
            return "text"
        return "you" if getattr(self, self.about).is_player else "it"


@attrs.frozen
class Started(Event):
    """A game began."""


@attrs.frozen
class Moved(Event):
    """An actor went from one cell to another."""

    who: ActorRef
    start: Point
    goal: Point


@attrs.frozen
class Bumped(Event):
    """An actor lost its turn against a wall."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef


@attrs.frozen
class CameIntoView(Event):
    """The player saw a monster that had been out of view."""

    who: ActorRef


@attrs.frozen
class Missed(Event):
    """A blow met nothing but air."""

    variants = ("you", "at_you", "other")

    attacker: ActorRef
    target: ActorRef

    @property
    def variant(self) -> str:
        """The key of the text: by whom, or at whom."""
        return "you" if self.attacker.is_player else "at_you" if self.target.is_player else "other"


@attrs.frozen
class Struck(Event):
    """A blow landed, with or without damage."""

    variants = tuple(f"{who}{how}" for who in ("you", "at_you", "other") for how in ("", "_in_vain", "_dead"))

    attacker: ActorRef
    target: ActorRef
    damage: int
    fatal: bool = False

    @property
    def variant(self) -> str:
        """The key of the text: by whom or at whom, and how it ended."""
        who = "you" if self.attacker.is_player else "at_you" if self.target.is_player else "other"
        return who + ("_dead" if self.fatal else "" if self.damage else "_in_vain")


@attrs.frozen
class _Harmed(Event):
    """What the harms share that are no blows."""

    variants = ("you", "you_dead", "it", "it_dead")

    victim: ActorRef
    damage: int
    fatal: bool = False

    @property
    def variant(self) -> str:
        """The key of the text: whom, and how it ended."""
        return ("you" if self.victim.is_player else "it") + ("_dead" if self.fatal else "")


@attrs.frozen
class Burned(_Harmed):
    """Fire caught someone."""


@attrs.frozen
class LightningStruck(_Harmed):
    """Lightning struck someone."""


@attrs.frozen
class MissileHit(_Harmed):
    """A missile wounded someone."""

    missile: ItemKind | ProjectileKind = attrs.field(kw_only=True)


@attrs.frozen
class MissileMissed(Event):
    """A missile went past someone."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    missile: ItemKind | ProjectileKind


@attrs.frozen
class Died(Event):
    """Someone died; `killer` and `means` tell by whom and with what, where that is known."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    at: Point
    killer: ActorRef | None = None
    means: ItemKind | ProjectileKind | None = None


@attrs.frozen
class LeftBehind(Event):
    """A monster that died left an item."""

    victim: ActorRef
    item: ItemKind


@attrs.frozen
class PushedAside(Event):
    """An item made room for what was left of somebody who died on its cell."""

    item: ItemKind


@attrs.frozen
class Crushed(Event):
    """An item was destroyed by somebody who died on its cell."""

    item: ItemKind


@attrs.frozen
class PickedUp(Event):
    """An item went from the floor into a slot."""

    who: ActorRef
    item: ItemKind
    slot: int


@attrs.frozen
class Dropped(Event):
    """An item went from a slot onto the floor."""

    who: ActorRef
    item: ItemKind


@attrs.frozen
class Healed(Event):
    """Someone got hit points back."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    amount: int


@attrs.frozen
class Launched(Event):
    """A projectile left its thrower."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    projectile: ProjectileKind


@attrs.frozen
class Exploded(Event):
    """Something burst over `cells`."""

    untold = frozenset({"cells"})  # hundreds of them

    at: Point
    radius: int
    cells: tuple[Point, ...]


@attrs.frozen
class Confused(Event):
    """Someone lost all sense of direction."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    turns: int


@attrs.frozen
class Recovered(Event):
    """Someone's confusion passed."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef


@attrs.frozen
class AimCancelled(Event):
    """The player put an aimed item back; told by the front-end, since nothing happened in the world."""


@attrs.frozen
class TurnEnded(Event):
    """Everyone has acted."""

    turn: int


@attrs.frozen
class Won(Event):
    """The last enemy died."""


@attrs.frozen
class Refused(Event):
    """A command was impossible; nothing changed and no time passed."""

    variants = tuple(Reason)

    reason: Reason
    item: ItemKind | None = None

    @property
    def variant(self) -> str:
        """The key of the text: the reason."""
        return self.reason


AnyEvent = (
    Started
    | Moved
    | Bumped
    | CameIntoView
    | Missed
    | Struck
    | Burned
    | LightningStruck
    | MissileHit
    | MissileMissed
    | Died
    | LeftBehind
    | PushedAside
    | Crushed
    | PickedUp
    | Dropped
    | Healed
    | Launched
    | Exploded
    | Confused
    | Recovered
    | AimCancelled
    | TurnEnded
    | Won
    | Refused
)

TEXT_KEYS: dict[type[Event], str] = {
    event: re.sub("(?<!^)([A-Z])", r"_\1", event.__name__).lower() for event in get_args(AnyEvent)
}
"""By event, the name of the table in `messages.toml` that holds its texts."""
