"""The arena with things to wear, to throw, to stack and to find out about, for the tests of items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from roguelike.engine.kinds.amounts import Amount
from roguelike.engine.kinds.appearances import AppearanceKind, Look
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind, Recharge, Thrown, WornModifier
from roguelike.engine.kinds.kits import Possession
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.effects.damage import Blast, Strike
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import GainMax, Heal, RechargeAll
from roguelike.engine.parts.effects.items import Enchant, Identify
from tests.fixture_rules import SURE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import WeaponStyle
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.item import Item

WHITE = (200, 200, 200)


def item(name: str, **how: Any) -> ItemKind:  # noqa: ANN401 -- fields of its kind
    """Return a kind of item."""
    return ItemKind(name=name, glyph=Glyph("&", WHITE), **how)


def _worn() -> Iterable[ItemKind]:
    edge = WornModifier("damage", to=3, per_plus=1)
    yield item("blade", equips="weapon", modifiers=(edge,))
    yield item("knife", equips="weapon", modifiers=(edge,), thrown=Thrown(range=5, stats=SURE))
    plates = (WornModifier("defence", per_plus=1), WornModifier("armour", add=1, per_plus=1, every=2))
    yield item("coat", equips="armour", delay=5, modifiers=plates)
    yield item("band", equips="ring", delay=20, modifiers=(WornModifier("speed", factor=200),))
    yield item("ribbon", equips="ring", modifiers=(WornModifier("mending", factor_per_plus=70),))


def _used(bolt: ProjectileKind) -> Iterable[ItemKind]:
    recharge = Recharge(every=12, divided=True)
    yield item(
        "rod",
        charges=Amount(base=1, per_plus=1),
        recharge=recharge,
        effects=(Launch(projectile=bolt),),
    )
    rest = Heal(amount=0, percent=Amount(base=30, per_plus=5))
    yield item("idol", charges=1, recharge=Recharge(every=900, less=80, least=120), effects=(rest,))
    yield item("rune", stacks=True, effects=(Enchant(hit_points=6),))
    yield item("spark", stacks=True, effects=(RechargeAll(others=1),))


def _unknown(bolt: ProjectileKind) -> Iterable[ItemKind]:
    def potion(name: str, *effects: Any, **how: Any) -> ItemKind:  # noqa: ANN401 -- effects
        thrown = Thrown(range=6, shatters=True, land=effects)
        return item(name, sort="potion", disguised=True, stacks=True, effects=effects, thrown=thrown, **how)

    yield potion("balm", Heal(amount=5, refused_when_healthy=True), frequency=60)
    yield potion("tonic", GainMax(amount=10), frequency=30)
    yield potion("venom", Blast(radius=1, damage=2), bad=True, frequency=10)
    yield item("lens", sort="scroll", disguised=True, stacks=True, effects=(Identify(),))
    yield item("veil", sort="scroll", disguised=True, stacks=True, effects=(Heal(amount=1),))
    yield item("hook", sort="wand", disguised=True, charges=2, effects=(Launch(projectile=bolt),))
    yield item("crook", sort="wand", disguised=True, charges=3, effects=(Launch(projectile=bolt),))


def _looks(sort: str, *words: str, **how: Any) -> AppearanceKind:  # noqa: ANN401 -- fields
    looks = tuple(Look(word=word, color=WHITE) for word in words)
    return AppearanceKind(name=sort, called="{look} " + sort, char="?", looks=looks, **how)


def with_gear(arena: RuleSet, **how: Any) -> RuleSet:  # noqa: ANN401 -- fields of a rule set
    """Return the arena with piles, rounds, surprise and all these items.

    Worn: the `blade` and the `knife` deal 3, the `coat` gives armour after 5 rounds, the `band` doubles the speed after
    20, the `ribbon` multiplies mending by 0.7 a plus. A `dart` flies 8 cells, strikes for 1 and never breaks; a `shard`
    breaks. The `rod` has 1 charge and one more a plus, back in 12 rounds; the `idol` one, in 900. `rune` enchants,
    `spark` recharges. Disguised: potions `balm`, `tonic`, `venom` (bad), scrolls `lens`, `veil`, wands `hook`, `crook`.
    """
    strike = Strike(stats=Stats(damage=0), per_plus=Stats(damage=10), sure=True)
    bolt = ProjectileKind(name="ray", glyph=Glyph("*", WHITE), on_hit=(strike,))
    thrown = (
        item("dart", stacks=True, thrown=Thrown(range=8, stats=SURE)),
        item("shard", stacks=True, thrown=Thrown(range=8, stats=SURE, breaks=100)),
    )
    kinds = (*_worn(), *thrown, *_used(bolt), *_unknown(bolt))
    changed = {
        "name": "gear",
        "piles": True,
        "counts_rounds": True,
        "surprise": 3,
        "goals": (),
        "items": {**arena.items, **{kind.name: kind for kind in kinds}},
        "projectiles": {**arena.projectiles, bolt.name: bolt},
        "appearances": {
            "potion": _looks("potion", "red", "blue", "grey", "pink", range=6),
            "scroll": _looks("scroll", "torn", "wet"),
            "wand": _looks("wand", "oak", "tin", aims=True, stacks=False),
        },
        **how,
    }
    return attrs.evolve(arena, **changed)


def holding(ruleset: RuleSet, name: str = "blade", style: WeaponStyle | None = None) -> RuleSet:
    """Return a rule set in which the player begins with a weapon in hand, of this style, which deals 1."""
    weapon = attrs.evolve(ruleset.items[name], style=style, modifiers=())
    held = (Possession(item=name, worn=True),)
    return attrs.evolve(ruleset, items={**ruleset.items, name: weapon}, possessions=held)


def carried(game: Game, slot: int = 0) -> Item:
    """Return what the player carries in a slot."""
    found = game.world.player.inventory.at(slot)
    assert found is not None
    return found


def pack(game: Game) -> list[tuple[str, int]]:
    """Return the names and numbers of what the player carries."""
    return [(each.kind.name, each.number) for each in game.world.player.inventory.slots if each is not None]
