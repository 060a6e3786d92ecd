"""What happened, one class a fact, told in the past tense with the values as they were.

`AnyEvent` is the closed union of them all. The variant of an event is the key of its text in `messages.toml`.
"""

from __future__ import annotations

import enum
import functools
import re
from typing import ClassVar, get_args

import attrs

from roguelike.classes import frozen
from roguelike.engine.codecs import kind, whole
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.schema import derived, saved

PLAYER_ID = 1


@frozen
class ActorRef:
    """An actor as an event names it: still true when the actor is gone."""

    id: int = saved(whole(PLAYER_ID))
    kind: ActorKind = saved(kind("actors"))
    at: Point | None = derived(default=None)
    """Where it was, for who wants to know whether that was seen; two references with other places are the same."""

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


@frozen
class Event:
    """What all events share."""

    variants: ClassVar[tuple[str, ...]] = ("text",)
    """The keys of its texts, each of which a rule set must give ("" for silence)."""
    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that no text can show."""
    about: ClassVar[str] = ""
    """The field of whom it tells, where the text for the player ("you") is not the one for the others ("it")."""

    seen: bool = attrs.field(default=True, kw_only=True)
    """Whether the player saw it happen; the world says so when it tells of it."""

    def hide(self) -> None:
        """Mark it in place as unseen by the player, before it is emitted: a copy would cost more than all the rest."""
        object.__setattr__(self, "seen", False)

    def places(self) -> list[Point]:
        """Return where it happened: who sees one of these cells sees it; none for what has no place."""
        found: list[Point | None] = []
        for name in _placed(type(self)):  # type: ignore[arg-type]
            value = getattr(self, name)
            found += [value] if isinstance(value, Point) else value if isinstance(value, tuple) else [value.at]
        return [place for place in found if place is not None]

    @property
    def variant(self) -> str:
        """The key of the text for this one."""
        if not self.about:
            return "text"
        return "you" if getattr(self, self.about).is_player else "it"


@frozen
class Started(Event):
    """A game began."""


@frozen
class Moved(Event):
    """An actor went from one cell to another."""

    who: ActorRef
    start: Point
    goal: Point

    def places(self) -> list[Point]:
        """Return both cells: the most frequent event by far need not look for them."""
        return [self.start, self.goal]


@frozen
class Bumped(Event):
    """An actor lost its turn against a wall."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef


@frozen
class CameIntoView(Event):
    """The player saw a monster that had been out of view."""

    who: ActorRef


@frozen
class Missed(Event):
    """A blow met nothing but air."""

    variants = ("you", "at_you", "other")

    attacker: ActorRef
    target: ActorRef

    @property
    def variant(self) -> str:
        """The key of the text: by whom, or at whom."""
        return "you" if self.attacker.is_player else "at_you" if self.target.is_player else "other"


@frozen
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


class Harm(enum.StrEnum):
    """The sorts of harm that are no blows."""

    FIRE = "fire"
    LIGHTNING = "lightning"
    MISSILE = "missile"
    OTHER = "other"


@frozen
class Harmed(Event):
    """Something other than a blow wounded someone."""

    variants = tuple(f"{harm}_{whom}{how}" for harm in Harm for whom in ("you", "it") for how in ("", "_dead"))
    untold = frozenset({"harm"})

    victim: ActorRef
    damage: int
    harm: Harm
    means: ItemKind | ProjectileKind | TerrainKind | None = None
    """What did it, where that is known."""
    fatal: bool = False

    @property
    def variant(self) -> str:
        """The key of the text: what harm, whom, and how it ended."""
        return f"{self.harm}_{'you' if self.victim.is_player else 'it'}{'_dead' if self.fatal else ''}"


@frozen
class MissileMissed(Event):
    """A missile went past someone."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    missile: ItemKind | ProjectileKind | TerrainKind


@frozen
class Died(Event):
    """Someone died; `killer` and `means` tell by whom and with what, where that is known."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    at: Point
    killer: ActorRef | None = None
    means: ItemKind | ProjectileKind | TerrainKind | None = None


@frozen
class LeftBehind(Event):
    """A monster that died left an item."""

    victim: ActorRef
    item: ItemKind


@frozen
class PushedAside(Event):
    """An item was pushed aside by the corpse of an actor that died on its cell."""

    item: ItemKind
    at: Point


@frozen
class Crushed(Event):
    """An item was destroyed by an actor that died on its cell."""

    item: ItemKind
    at: Point


@frozen
class PickedUp(Event):
    """An item went from the floor into a slot."""

    who: ActorRef
    item: ItemKind
    slot: int


@frozen
class Dropped(Event):
    """An item went from a slot onto the floor."""

    who: ActorRef
    item: ItemKind


@frozen
class Healed(Event):
    """Someone got hit points back."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    amount: int


@frozen
class Launched(Event):
    """A projectile left its thrower."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    projectile: ProjectileKind


@frozen
class Exploded(Event):
    """Something burst over `cells`."""

    untold = frozenset({"cells"})  # hundreds of them

    at: Point
    radius: int
    cells: tuple[Point, ...]
    means: ItemKind | ProjectileKind | TerrainKind | None = None
    """What burst, where that is known."""


@frozen
class ConditionBegan(Event):
    """Something befell someone for a number of their turns; the texts are those of the kind of condition."""

    variants = ("began_you", "began_it")

    victim: ActorRef
    condition: ConditionKind
    turns: int

    @property
    def variant(self) -> str:
        """The key of the text: whom."""
        return "began_you" if self.victim.is_player else "began_it"


@frozen
class ConditionEnded(Event):
    """A condition expired."""

    variants = ("ended_you", "ended_it")

    victim: ActorRef
    condition: ConditionKind

    @property
    def variant(self) -> str:
        """The key of the text: whom."""
        return "ended_you" if self.victim.is_player else "ended_it"


@frozen
class TurnEnded(Event):
    """Everyone has acted."""

    turn: int


@frozen
class Won(Event):
    """The last enemy died."""


@frozen
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
    | Harmed
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
    | ConditionBegan
    | ConditionEnded
    | TurnEnded
    | Won
    | Refused
)


@functools.cache
def _placed(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of a class of events that say where they happened."""
    placed = ("ActorRef", "Point", "tuple[Point, ...]")
    return tuple(field.name for field in attrs.fields(event) if field.type in placed)


CONDITION_TEXTS: dict[str, frozenset[str]] = {
    variant: frozenset({"victim", "turns"} if event is ConditionBegan else {"victim"})
    for event in (ConditionBegan, ConditionEnded)
    for variant in event.variants
}
"""By variant, the fields that a text of a condition can show; they stand with the kinds of conditions."""

TEXT_KEYS: dict[type[Event], str] = {
    event: re.sub("(?<!^)([A-Z])", r"_\1", event.__name__).lower()
    for event in get_args(AnyEvent)
    if event not in (ConditionBegan, ConditionEnded)
}
"""By event, the name of the table in `messages.toml` that holds its texts."""
