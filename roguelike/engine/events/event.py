"""What all events share, and how they name actors."""

from __future__ import annotations

import functools
from typing import ClassVar

import attrs

from roguelike.classes import frozen
from roguelike.engine.codecs import kind, whole
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
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


@functools.cache
def _placed(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of a class of events that say where they happened."""
    placed = ("ActorRef", "Point", "tuple[Point, ...]")
    return tuple(field.name for field in attrs.fields(event) if field.type in placed)
