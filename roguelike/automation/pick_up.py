"""Selection of the items to pick up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.automation.automation import enemy_in_view
from roguelike.automation.kinds import ALL
from roguelike.engine.commands import PickUp
from roguelike.engine.events import ItemRef, Moved
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.heading import MAX_SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.automation.kinds import Kinds
    from roguelike.engine.events import AnyEvent, Named
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item


def wanted(seen: Observation, kinds: Kinds = ALL) -> int:
    """Return the bitboard of the known cells with wanted items for which there is room.

    It is empty for a levitating player, who cannot pick up items.
    """
    if seen.me.cannot("pick_up"):
        return 0
    return board_of(cell for cell, pile in seen.lying.items() if _takes_any(seen, pile, kinds))


def pick_up_in_passing(seen: Observation, kinds: Kinds = ALL) -> PickUp | None:
    """Return the command that picks up the wanted items on the player's cell; None if none can be picked up now."""
    pile = seen.lying.get(seen.cell)
    if not pile or not seen.ruleset.autopickup or seen.outcome is not None or seen.me.cannot("pick_up"):
        return None
    is_free = _takes_any(seen, pile, kinds) and enemy_in_view(seen) is None
    return PickUp(left_lying(seen, seen.cell, kinds)) if is_free else None


def left_lying(seen: Observation, cell: int, kinds: Kinds = ALL) -> tuple[int, ...]:
    """Return the indices, from 0 for the lowest, of the items in a cell's pile to leave there."""
    pile = enumerate(seen.lying.get(cell, ()))
    return tuple(place for place, item in pile if item.kind.portable and not is_wanted(item, kinds))[:MAX_SLOTS]


def _takes_any(seen: Observation, pile: Sequence[Item], kinds: Kinds) -> bool:
    """Return whether a pile has a wanted item for which there is room."""
    return any(is_wanted(each, kinds) and seen.me.inventory.has_room(each) for each in pile)


def has_moved(events: Iterable[AnyEvent]) -> bool:
    """Return whether the player moved to another cell."""
    return any(isinstance(event, Moved) and event.who.is_player for event in events)


def is_wanted(item: Item, kinds: Kinds = ALL) -> bool:
    """Return whether to pick up an item: not if the player dropped it, but always if its kind is kept."""
    is_offered = item.kind.portable and item.kind.autopickup and not item.dropped
    return is_offered and (item.kind.kept or kinds.has(item.kind.name))


def wants_a_look(found: Named) -> bool:
    """Return whether a find needs a decision: it is unidentified, wearable, has charges or improves another item."""
    kind = found.kind if isinstance(found, ItemRef) else found
    improves_another = any(effect.needs_item for effect in kind.effects)
    return isinstance(kind, UnknownKind) or bool(kind.equips) or kind.has_charges or improves_another
