"""Attacks, missiles and other harm, and healing."""

from __future__ import annotations

import enum

from roguelike.classes import frozen
from roguelike.engine.events.event import ActorRef, Event
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.means import AnyMeans
from roguelike.engine.kinds.projectiles import ProjectileKind


@frozen
class Missed(Event):
    """An attack missed."""

    variants = ("you", "at_you", "other")

    attacker: ActorRef
    target: ActorRef

    @property
    def variant(self) -> str:
        """The key of the text: by attacker and target."""
        return "you" if self.attacker.is_player else "at_you" if self.target.is_player else "other"


@frozen
class Struck(Event):
    """An attack hit, with or without damage."""

    variants = tuple(f"{who}{how}" for who in ("you", "at_you", "other") for how in ("", "_in_vain", "_dead"))

    attacker: ActorRef
    target: ActorRef
    damage: int
    fatal: bool = False

    @property
    def variant(self) -> str:
        """The key of the text: by attacker, target and result."""
        who = "you" if self.attacker.is_player else "at_you" if self.target.is_player else "other"
        return who + ("_dead" if self.fatal else "" if self.damage else "_in_vain")


class Harm(enum.StrEnum):
    """The sorts of harm other than melee attacks."""

    FIRE = "fire"
    LIGHTNING = "lightning"
    MISSILE = "missile"
    FALL = "fall"
    POISON = "poison"
    WATER = "water"
    AIR = "air"
    OTHER = "other"


@frozen
class Harmed(Event):
    """An actor was damaged by something other than an attack."""

    variants = tuple(
        f"{harm}_{whom}{how}" for harm in Harm for whom in ("you", "it") for how in ("", "_in_vain", "_dead")
    )
    untold = frozenset({"harm", "came_from"})

    victim: ActorRef
    damage: int
    harm: Harm
    means: AnyMeans | None = None
    """The means, if known."""
    fatal: bool = False
    came_from: Direction | None = None
    """The direction from which an unseen actor shot a missile at the player."""

    def places(self) -> list[Point]:
        """Return the cell of the victim: faster than a search of the fields, as fire and gas emit many of these."""
        return [] if self.victim.at is None else [self.victim.at]

    @property
    def variant(self) -> str:
        """The key of the text: by harm, victim and result."""
        how = "_dead" if self.fatal else "" if self.damage else "_in_vain"
        return f"{self.harm}_{'you' if self.victim.is_player else 'it'}{how}"


@frozen
class Bounced(Event):
    """A missile flew back from an actor that is immune to its effects."""

    victim: ActorRef
    missile: AnyMeans


@frozen
class MissileMissed(Event):
    """A missile missed an actor."""

    variants = ("you", "it")
    about = "victim"

    victim: ActorRef
    missile: AnyMeans


@frozen
class Died(Event):
    """An actor died; `killer` and `means` say what killed it, if known."""

    variants = ("you", "it")
    elsewhere = frozenset({"killer"})
    about = "victim"

    victim: ActorRef
    at: Point
    killer: ActorRef | None = None
    means: AnyMeans | None = None


@frozen
class Mended(Event):
    """The player was healed without a message: by regeneration, or from a victim."""

    who: ActorRef
    amount: int


@frozen
class Healed(Event):
    """An actor was healed."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    amount: int


@frozen
class Strengthened(Event):
    """The maximum hit points of an actor rose by `amount`, to `most`."""

    variants = ("you", "it")
    about = "who"

    who: ActorRef
    amount: int
    most: int


@frozen
class Launched(Event):
    """A projectile left its thrower."""

    variants = ("you", "it", "shot")

    who: ActorRef
    projectile: ProjectileKind

    @property
    def variant(self) -> str:
        """The key of the text: by thrower and kind."""
        if self.who.is_player:
            return "you"
        return "shot" if self.projectile.is_shot else "it"


@frozen
class Exploded(Event):
    """Something exploded over `cells`."""

    untold = frozenset({"cells"})  # hundreds of them

    at: Point
    radius: int
    cells: tuple[Point, ...]
    means: AnyMeans | None = None
    """What exploded, if known."""
