"""What all events share, and how they name actors."""

from __future__ import annotations

import functools
from typing import ClassVar

import attrs

from roguelike.classes import frozen
from roguelike.engine.codecs import integer, kind
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.schema import derived, saved
from roguelike.english import counted, with_article

PLAYER_ID = 1


@frozen
class ActorRef:
    """An actor as an event names it: still true when the actor is gone."""

    id: int = saved(integer(PLAYER_ID))
    kind: ActorKind = saved(kind("actors"))
    at: Point | None = derived(default=None)
    """Where it was, to find out whether the player saw that; it does not count when references are compared."""

    is_ally: bool = derived(default=False)
    """Whether it is on the player's side, for how texts name it; it does not count when references are compared."""

    @property
    def is_player(self) -> bool:
        """Whether this is the player."""
        return self.id == PLAYER_ID


@frozen
class ItemRef:
    """An item as the player knows it, as events name it: still true when the item is gone."""

    kind: ItemKind
    """What stands for its kind, where the player does not know that."""
    number: int = 1
    plus: int = 0
    charges: int = 0
    most_charges: int = 0
    label: str = ""
    """What the player wrote on it."""

    @property
    def name(self) -> str:
        """The name with its number, plus and charges: "2 murky potions", "sword +2", "staff of fire [2/3]".

        What the player wrote on it comes last: 'murky potion "heal?"'.
        """
        told = self.kind.name if self.number == 1 else counted(self.number, self.kind.name, mass=self.kind.mass)
        if self.plus:
            told += f" {self.plus:+d}"
        if self.most_charges:
            told += f" [{self.charges}/{self.most_charges}]" if self.kind.recharge else f" [{self.charges}]"
        if isinstance(self.kind, UnknownKind) and self.kind.judged:
            told += f" ({self.kind.judged})"
        return f'{told} "{self.label}"' if self.label else told

    @property
    def name_with_article(self) -> str:
        """The same with "a", "an" or "the" where that belongs before it."""
        return with_article(self.name, unique=self.kind.kept, mass=self.kind.mass)


Named = ItemKind | ItemRef
"""An item in an event: its kind says all where there is one of it, with no plus or charges."""


@frozen
class Event:
    """What all events share."""

    variants: ClassVar[tuple[str, ...]] = ("text",)
    """The keys of its texts, each of which a rule set must give ("" for silence)."""
    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that no text can show."""
    elsewhere: ClassVar[frozenset[str]] = frozenset()
    """The fields with an actor or a cell that do not say where it happened."""
    about: ClassVar[str] = ""
    """The field of the actor that it is about, if the player ("you") has another text than the others ("it")."""

    seen: bool = attrs.field(default=True, kw_only=True)
    """Whether the player saw it happen; the world sets it when it emits the event."""

    hidden: tuple[int, ...] = attrs.field(default=(), kw_only=True, eq=False)
    """The ids of its actors that the player did not see: no text names them."""

    def actors(self) -> list[ActorRef]:
        """Return its actors, without the player, whose place is known."""
        values = [getattr(self, name) for name in _telling(type(self))]  # type: ignore[arg-type]
        return [each for each in values if isinstance(each, ActorRef) and each.at is not None and not each.is_player]

    def places(self) -> list[Point]:
        """Return where it happened: who sees one of these cells sees it; none for what has no place."""
        found: list[Point] = []
        for name in _telling(type(self)):  # type: ignore[arg-type]
            value = getattr(self, name)
            if isinstance(value, ActorRef):
                value = value.at
            if isinstance(value, Point):
                found.append(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], Point):
                found += value
        return found

    @property
    def variant(self) -> str:
        """The key of the text for this one."""
        if not self.about:
            return "text"
        return "you" if getattr(self, self.about).is_player else "it"


@functools.cache
def _telling(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of a class of events whose actors and cells say where it happened."""
    others = event.elsewhere | {field.name for field in attrs.fields(Event)}
    return tuple(field.name for field in attrs.fields(event) if field.name not in others)
