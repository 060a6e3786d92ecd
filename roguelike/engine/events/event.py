"""The base class of events, and references to actors and items."""

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
    """An actor as events name it: still valid when the actor is gone."""

    id: int = saved(integer(PLAYER_ID))
    kind: ActorKind = saved(kind("actors"))
    at: Point | None = derived(default=None)
    """Where it was, which decides whether the player saw the event; ignored in comparisons."""

    is_ally: bool = derived(default=False)
    """Whether it is the player's ally, which decides how texts name it; ignored in comparisons."""

    @property
    def is_player(self) -> bool:
        """Whether this is the player."""
        return self.id == PLAYER_ID


@frozen
class ItemRef:
    """An item as events name it, by the player's knowledge: still valid when the item is gone."""

    kind: ItemKind
    """Its kind, or the stand-in of a kind that the player has not identified."""
    number: int = 1
    plus: int = 0
    charges: int = 0
    most_charges: int = 0
    label: str = ""
    """The player's label for it."""

    @property
    def name(self) -> str:
        """The name with its number, plus and charges: "2 murky potions", "sword +2", "staff of fire [2/3]".

        The player's label comes last: 'murky potion "heal?"'.
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
        """The name with "a", "an" or "the", if it takes an article."""
        return with_article(self.name, unique=self.kind.kept, mass=self.kind.mass)


Named = ItemKind | ItemRef
"""An item in an event: only its kind for a single item without plus, charges and label."""


@frozen
class Event:
    """The base class of events."""

    variants: ClassVar[tuple[str, ...]] = ("text",)
    """The keys of its texts, each of which a rule set must give ("" for silence)."""
    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that no text can show."""
    elsewhere: ClassVar[frozenset[str]] = frozenset()
    """The fields with an actor or a cell that is not the place of the event."""
    about: ClassVar[str] = ""
    """The field of its main actor, if there are different texts for the player ("you") and others ("it")."""

    seen: bool = attrs.field(default=True, kw_only=True)
    """Whether the player saw it happen; the world sets it when it emits the event."""

    hidden: tuple[int, ...] = attrs.field(default=(), kw_only=True, eq=False)
    """The ids of its actors that the player did not see: no text names them."""

    def actors(self) -> list[ActorRef]:
        """Return its actors with a place, except the player."""
        values = [getattr(self, name) for name in _telling(type(self))]  # type: ignore[arg-type]
        return [each for each in values if isinstance(each, ActorRef) and each.at is not None and not each.is_player]

    def places(self) -> list[Point]:
        """Return the cells of the event, which is seen if one of them is in view; empty if it has no place."""
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
        """The key of its text."""
        if not self.about:
            return "text"
        return "you" if getattr(self, self.about).is_player else "it"


@functools.cache
def _telling(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event class whose actors and cells are the place of the event."""
    others = event.elsewhere | {field.name for field in attrs.fields(Event)}
    return tuple(field.name for field in attrs.fields(event) if field.name not in others)
