"""Items and allies on which an item can be used, and the outcome in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.kinds.families import refusal_of
from roguelike.engine.rules.identity import item_ref
from roguelike.english import counted
from roguelike.narration.bearing import DIRECTION_NAMES
from roguelike.narration.item_comparison import improved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.appearances import Manner
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.narration.inventory_rows import InventoryRow


def suited(used: InventoryRow, carried: Sequence[InventoryRow]) -> list[InventoryRow]:
    """Return the rows of carried items on which an item can be used."""
    effects = [effect for effect in used.kind.effects if effect.picks]
    return [stack for stack in carried if stack.item and all(effect.suits(stack.item) for effect in effects)]


def suited_second(used: InventoryRow, first: InventoryRow, carried: Sequence[InventoryRow]) -> list[InventoryRow]:
    """Return the rows that can be the second choice of an item used on two, after the first is chosen."""
    effects, one = [effect for effect in used.kind.effects if effect.picks_two], first.item
    others = (stack for stack in carried if stack.slot != first.slot)
    return [
        stack
        for stack in others
        if one is not None and stack.item and all(effect.suits_second(stack.item, one) for effect in effects)
    ]


def is_for_two(used: InventoryRow) -> bool:
    """Return whether an item is used on two others."""
    return any(effect.picks_two for effect in used.kind.effects)


def on_what(used: InventoryRow, first: InventoryRow | None = None) -> str:
    """Return the prompt for the item on which another is used, or that gets the plus of the first."""
    if first is None:
        return "take a plus from what?" if is_for_two(used) else "on what?"
    return f"give the plus of the {first.kind.name} to what?"


def shifted(seen: Observation, first: Item, second: Item) -> list[str]:
    """Return both items after a plus moves from the first to the second, and the improvement."""
    told = [
        f"{item_ref(each).name} becomes {plus:+}" for each, plus in ((first, first.plus - 1), (second, second.plus + 1))
    ]
    return [f"{', '.join(told)}", *improved(seen, second)]


def befriended(used: InventoryRow, seen: Observation) -> list[Actor]:
    """Return the allies and captives beside the player that an item can be used on."""
    effects = [effect for effect in used.kind.effects if effect.picks]
    beside = [other for other in seen.others if chebyshev_distance(other.at, seen.me.at) == 1]
    return [other for other in beside if refusal_of(effects, seen.level, seen.me, other.at) is None]


def beside_you(other: Actor, seen: Observation) -> str:
    """Return an adjacent actor's name with its direction, since there may be two of a kind."""
    own = "your" if other.side == seen.me.side else "the"
    return f"{own} {other.kind.name} {DIRECTION_NAMES[direction_to(seen.me.at, other.at)]} of you"


def gained(used: InventoryRow, seen: Observation, item: Item) -> Sequence[str]:
    """Return the change of an item by one plus, if the used item enchants; else nothing."""
    from roguelike.engine.parts.effects.items import Enchant  # noqa: PLC0415 -- not before there is a game

    enchants = any(isinstance(effect, Enchant) for effect in used.kind.effects)
    return improved(seen, item) if enchants else ()


def used_by(by: Manner, seen: Observation, carried: Sequence[InventoryRow]) -> list[InventoryRow]:
    """Return the rows of items that are used in a manner; items with charges, or that last, are zapped."""
    sorts = seen.ruleset.appearances

    def is_used_so(kind: ItemKind) -> bool:
        return (kind.sort in sorts and sorts[kind.sort].by == by) or (
            by == "zap" and (kind.lasting or bool(kind.charges))
        )

    return [stack for stack in carried if is_used_so(stack.kind)]


def is_empty(stack: InventoryRow) -> bool:
    """Return whether an item with charges has none left, so that aiming it makes no sense."""
    return stack.item is not None and stack.item.kind.has_charges and not stack.item.charges


def recharge_told(stack: InventoryRow, seen: Observation) -> str:
    """Return that a recharging item has no charges left, with the turns until the next; empty for others."""
    item = stack.item
    if item is None or item.kind.recharge is None or item.ready_on <= seen.round:
        return ""
    return f"The {item_ref(item).name} has no charges left: the next in {counted(item.ready_on - seen.round, 'turn')}."
