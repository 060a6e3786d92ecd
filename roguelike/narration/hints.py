"""Hints for new players: one line each, given once, when they apply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.events import AnyEvent, Bumped, Reason, Refused
from roguelike.engine.observation import Observation
from roguelike.engine.preview import preview_use
from roguelike.narration import dark_hints as dark
from roguelike.narration.first_encounter import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Mapping

APART: Final = 10
"""Minimum turns between two hints: more would crowd out the log."""


@frozen
class Hint:
    """A hint and the condition under which it is due."""

    name: str
    """Key under which it is remembered."""
    is_due: Callable[[Observation, Sequence[AnyEvent]], bool]
    """Decides by the player's knowledge and the events of the last command."""
    text: str
    """Its text; action names in braces stand for the keys to press or the words to type."""
    is_urgent: bool = False
    """Whether it can be given without the pause after another hint."""
    thing: Callable[[Observation], str] = lambda _: ""
    """Returns the words for `{thing}` in the text."""


def _carries_healing(seen: Observation) -> bool:
    previews = (preview_use(kind, seen, seen.me.at) for _, kind in seen.usable() if not kind.aimed)
    return any(expected.healing for preview in previews for expected in preview.expected)


def _sees_item(seen: Observation) -> bool:
    if seen.enemies:
        return False
    can_carry = bool(seen.me.inventory.slots)
    return can_carry and any(item.kind.portable for items in seen.level.items.values() for item in items)


def _carries_nothing(seen: Observation) -> bool:
    return not any(seen.me.inventory.slots)


def _is_hurt(seen: Observation) -> bool:
    return seen.me.hit_points * 2 < seen.me.max_hit_points


def _named(name: str, is_due: Callable[[Observation], bool], text: str, *, is_urgent: bool = False) -> Hint:
    """Return a hint that depends on the observation, not on the events of the last command."""
    return Hint(name, lambda seen, _: is_due(seen), text, is_urgent)


DARK: Final = (
    _named("low_light", dark.is_low_on_light, "your lamp burns low: {use} to add an oil flask.", is_urgent=True),
    _named(
        "edge",
        dark.staggers_at_an_edge,
        "you are confused beside an edge: wait, or you may stumble in.",
        is_urgent=True,
    ),
    _named(
        "dimmed",
        dark.could_flare,
        "it fears fire: {use} to flare, {throw} to throw oil, or leave.",
        is_urgent=True,
    ),
    _named("the_light", dark.bears_the_light, "you cannot cover the Ember, and its light carries far. Up and out!"),
    _named("pack", dark.sees_pack, "fight a pack from a corridor or doorway: one at a time.", is_urgent=True),
    _named("let_come", dark.sees_hunter, "{wait} to let it come: then you often hit first."),
    Hint(
        "kindling",
        lambda seen, _: bool(dark.fuel_of_sleepers(seen)),
        "{throw} to throw oil: {thing} burns with its sleepers.",
        thing=dark.fuel_of_sleepers,
    ),
    _named("sleeper", dark.sees_sleeper, "asleep: {throw} to throw, or {cover} to sneak up."),
    _named("throw", dark.could_throw, "darts hit from a distance: {throw}, and {again} for the next."),
    _named("worn_out", dark.is_worn_out, "{rest} to rest until healed, out of sight of enemies."),
    _named("alike", dark.carries_two_alike, "two identical potions this early are probably healing."),
    _named("unknown", dark.could_test, "try unknown items at full HP, away from enemies, by water."),
    _named("improve", dark.carries_improver, "spend enchantments on one item that you will keep."),
    _named("full", dark.has_full_pack, "your pack is full: {drop} to drop items that you do not need."),
    _named("gear", dark.carries_other_gear, "{equip} to put on new gear; examine it to compare."),
    _named("descend", dark.knows_the_way_down, "{descend} to walk to the stairs down, and again to take them."),
    _named("held", dark.sees_treasure, "take one, and the other cages lock."),
    _named("ally", lambda seen: bool(seen.allies), "allies follow you, also by stairs. Walk into one to swap places."),
    _named("fallen", lambda seen: bool(seen.fallen), "wait beside a fallen ally to raise it.", is_urgent=True),
    _named("deep_water", dark.is_by_deep_water, "deep water sweeps items from your pack."),
    Hint(
        "fuel",
        lambda seen, _: dark.is_in_fuel(seen),
        "the {thing} underfoot can burn: light it from farther away.",
        thing=dark.fuel_underfoot,
    ),
)
"""Hints for rule sets with a lamp only."""


def _aimed(seen: Observation) -> str:
    return next((kind.name for _, kind in seen.usable() if kind.aimed), "")


HINTS: Final = (
    Hint(
        "wall",
        lambda _, events: any(isinstance(event, Bumped) and event.who.is_player for event in events),
        "walking into a wall takes a turn here.",
    ),
    Hint(
        "free_wall",
        lambda _, events: any(isinstance(event, Refused) and event.reason is Reason.WALL for event in events),
        "you cannot walk there. It takes no turn.",
    ),
    Hint(
        "heal",
        lambda seen, _: _is_hurt(seen) and _carries_healing(seen),
        "you are badly hurt: {use} to heal.",
        is_urgent=True,
    ),
    Hint(
        "gamble",
        lambda seen, _: _is_hurt(seen) and not _carries_healing(seen) and bool(dark.likeliest_to_heal(seen)),
        "badly hurt: {drink} to try the {thing}, likeliest to heal.",
        is_urgent=True,
        thing=dark.likeliest_to_heal,
    ),
    Hint(
        "shooter",
        lambda seen, _: any(foe.missile is not None for foe in seen.enemies),
        "out of its sight it cannot shoot: hide, and let it come.",
    ),
    Hint(
        "enemy",
        lambda seen, _: bool(seen.enemies) and not any(foe.hit_points < foe.max_hit_points for foe in seen.enemies),
        "walk into an enemy to attack; {examine} to look first.",
    ),
    Hint("explore", lambda seen, _: not seen.enemies, "{explore} to explore until something turns up."),
    Hint(
        "walk_over",
        lambda seen, _: _sees_item(seen) and _carries_nothing(seen) and seen.ruleset.autopickup,
        "walk over an item to pick it up.",
    ),
    Hint(
        "pick_up",
        lambda seen, _: _sees_item(seen) and _carries_nothing(seen) and not seen.ruleset.autopickup,
        "step onto an item and {pick_up} to pick it up.",
    ),
    Hint(
        "aim",
        lambda seen, _: any(kind.aimed for _, kind in seen.usable()),
        "your {thing} needs a target: {use}, then choose one.",
        thing=_aimed,
    ),
    *DARK,
)
"""All hints, the most urgent first: only one is given at a time."""
EVERY: Final = frozenset({EVERYTHING, *(hint.name for hint in HINTS)})


def _forget(_: frozenset[str]) -> None:
    pass


@define
class Hints:
    """The hints that a player has been given."""

    known: frozenset[str] = EVERY
    """The names of hints that are not given again."""
    remember: Callable[[frozenset[str]], None] = attrs.field(default=_forget)
    """Called with all known names when one is added."""
    _given: int | None = attrs.field(init=False, default=None)
    """The turn of the last hint in this game."""

    def learn(self, name: str) -> None:
        """Mark a hint as known, because it was given or the player has done it already."""
        if name not in self.known:
            self.known |= {name}
            self.remember(self.known)

    def next(self, seen: Observation, events: Sequence[AnyEvent], keys: Mapping[str, str]) -> str:
        """Return the most urgent hint that is due, and mark it as known; "" if there is none.

        `keys` maps actions to instructions such as "press o".
        """
        too_soon = self._given is not None and seen.turn < self._given + APART
        for hint in HINTS:
            if hint.name not in self.known and (hint.is_urgent or not too_soon) and hint.is_due(seen, events):
                self._given = seen.turn
                self.learn(hint.name)
                return hint.text.format_map({**keys, "thing": hint.thing(seen)})
        return ""
