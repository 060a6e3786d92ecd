"""Identification: the stand-ins of unknown items, and how the player learns their kinds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.dice import roll
from roguelike.engine.events import Identified, ItemRef

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roguelike.engine.events import Named
    from roguelike.engine.kinds.appearances import Judgement, UnknownKind
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def shuffled(ruleset: RuleSet, rng: PCG32) -> dict[str, str]:
    """Draw the appearance of each disguised kind for a game, by the name of the kind."""
    left: dict[str, list[str]] = {}
    for (name, judged), stand_in in ruleset.stand_ins.items():
        if not judged:
            left.setdefault(stand_in.sort, []).append(name)
    disguised = [(name, kind) for name, kind in ruleset.items.items() if kind.disguised]
    return {name: left[kind.sort].pop(roll(rng, 0, len(left[kind.sort]) - 1)) for name, kind in disguised}


def known_kind(world: World, kind: ItemKind) -> ItemKind:
    """Return a kind as the player knows it: itself, or its stand-in."""
    if not kind.disguised:
        return kind
    name, knowledge = world.ruleset.thing_names[kind], world.knowledge
    if name in knowledge.identified or name not in knowledge.appearances:
        return kind
    judged: Judgement = "" if name not in knowledge.judged else "bad" if kind.bad else "good"
    return world.ruleset.stand_ins[knowledge.appearances[name], judged]


def known_item(world: World, item: Item) -> Item:
    """Return an item as the player knows it: itself, or a copy without its kind, plus and charges."""
    kind = known_kind(world, item.kind)
    if kind is item.kind:
        return item
    return attrs.evolve(item, kind=kind, plus=0, charges=0, ready_on=0, label=world.knowledge.called.get(kind.name, ""))


def item_ref(item: Item) -> ItemRef:
    """Return the reference that names an item, which must be as the player knows it."""
    return ItemRef(item.kind, item.number, item.plus, item.charges, item.most_charges, item.label)


def described(world: World, item: Item) -> Named:
    """Return an item as events name it to the player: its kind, unless number, plus or charges belong to the name."""
    ref = item_ref(known_item(world, item))
    return ref.kind if ref.name == ref.kind.name else ref


def learn(world: World, kind: ItemKind) -> None:
    """Identify a kind and emit it; the last unknown kind of a sort is identified by elimination."""
    look = known_kind(world, kind)
    if look is kind:
        return
    world.knowledge.identified = sorted([*world.knowledge.identified, world.ruleset.thing_names[kind]])
    world.emit(Identified(look, kind))
    others = unknown_kinds(world.ruleset, world.knowledge.identified, kind.sort)
    if len(others) == 1:
        learn(world, others[0])


def judge(world: World, kinds: Iterable[ItemKind]) -> None:
    """Appraise kinds: the player learns whether each is good or bad."""
    names = {world.ruleset.thing_names[kind] for kind in kinds if known_kind(world, kind) is not kind}
    world.knowledge.judged = sorted({*world.knowledge.judged, *names})


def unknown_kinds(ruleset: RuleSet, identified: Collection[str], sort: str) -> Sequence[ItemKind]:
    """Return the kinds of a sort that are not identified, in the order of the rule set."""
    kinds = ruleset.items.items()
    return [kind for name, kind in kinds if kind.disguised and kind.sort == sort and name not in identified]


def odds_of(ruleset: RuleSet, identified: Collection[str], unknown: UnknownKind) -> Sequence[tuple[ItemKind, Fraction]]:
    """Return the kinds that an unknown item can be, with the exact chance of each, the likeliest first.

    A chance is the kind's share of the items of an average game, without the identified kinds: it reveals nothing of
    this game. If they were not counted for these rules (`RuleSet.expected` is empty), frequencies stand in for them.
    """
    kinds = unknown_kinds(ruleset, identified, unknown.sort)
    if unknown.judged:
        kinds = [kind for kind in kinds if kind.bad is (unknown.judged == "bad")]
    expected = ruleset.expected
    weights = [expected.get(ruleset.thing_names[kind], 0) if expected else kind.frequency for kind in kinds]
    whole = sum(weights) or 1
    shares = [(kind, Fraction(weight, whole)) for kind, weight in zip(kinds, weights, strict=True)]
    return sorted(shares, key=lambda share: -share[1])


def chance_of_bad(ruleset: RuleSet, identified: Collection[str], unknown: UnknownKind) -> Fraction:
    """Return the chance that an unknown item harms its user."""
    return sum((share for kind, share in odds_of(ruleset, identified, unknown) if kind.bad), Fraction(0))
