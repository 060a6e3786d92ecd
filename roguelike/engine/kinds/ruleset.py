"""A rule set: the rules, kinds and texts of one game, and properties derived from all of them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.appearances import AppearanceKind, Judgement, UnknownKind, check_appearances
from roguelike.engine.kinds.capabilities import Capability, capabilities_of
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.counted import Counted, mark_of
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.fingerprint import fingerprint
from roguelike.engine.kinds.game_rules import GameRules
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.hordes import HordeKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.modes import MODE_MARK, VARIANTS_JOINED
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import NOTHING, TerrainKind
from roguelike.engine.kinds.themes import ThemeKind
from roguelike.engine.kinds.vaults import VaultKind
from roguelike.engine.schema import added, shown

CORPSE_PREFIX = "corpse:"
"""The prefix of the names of corpses among those of items."""

PLAYER_NAME = ""
"""The name of the player's kind among actors; no monster has it."""


@frozen(eq=False, kw_only=True, slots=False)
class RuleSet(GameRules):
    """Everything that defines one game, as it was read.

    It has no slots: together with cached properties, they would make each attribute access three times as slow.
    """

    name: str
    terrain: tuple[TerrainKind, ...] = attrs.field()
    """The kinds of terrain by code."""
    conditions: Mapping[str, ConditionKind]
    """Kinds of conditions, by name."""
    player: ActorKind
    monsters: Mapping[str, ActorKind]
    items: Mapping[str, ItemKind]
    projectiles: Mapping[str, ProjectileKind]
    gases: Mapping[str, GasKind] = added(factory=dict)
    features: Mapping[str, FeatureKind] = added(factory=dict)
    hordes: Mapping[str, HordeKind] = added(factory=dict)
    appearances: Mapping[str, AppearanceKind] = added(factory=dict)
    """The appearances of unidentified items, by sort."""
    vaults: Mapping[str, VaultKind] = added(factory=dict)
    themes: Mapping[str, ThemeKind] = added(factory=dict)
    events: Mapping[str, EventKind] = added(factory=dict)
    """The events of which a level can have one."""
    harm: int = added(default=100, validator=[ge(1), le(100)])
    """The damage that the player takes, in percent of the usual, rounded up."""
    counted: Counted | None = shown(default=None)
    """The number of each unidentified kind in a game, as counted in advance."""
    messages: Mapping[str, Mapping[str, Text]] = shown()
    """The texts by event and variant."""
    things: Mapping[str, ItemKind] = attrs.field(init=False)
    """Every kind of item that can be on a level, corpses included, by unique names."""
    thing_names: Mapping[ItemKind, str] = attrs.field(init=False)
    """The names of items by kind."""
    stand_ins: Mapping[tuple[str, Judgement], UnknownKind] = attrs.field(init=False)
    """The stand-ins for unidentified kinds, by appearance and by what the player has learned about them."""
    directions: tuple[Direction, ...] = attrs.field(init=False)
    """The directions in which the player moves."""
    monster_directions: tuple[Direction, ...] = attrs.field(init=False)
    """The directions in which monsters move."""

    @things.default
    def _things(self) -> dict[str, ItemKind]:
        owners = {**{CORPSE_PREFIX + name: kind for name, kind in self.monsters.items()}, CORPSE_PREFIX: self.player}
        return {**{name: kind.corpse for name, kind in owners.items() if kind.corpse is not None}, **self.items}

    @thing_names.default
    def _thing_names(self) -> dict[ItemKind, str]:
        return {kind: name for name, kind in self.things.items()}

    @stand_ins.default
    def _stand_ins(self) -> dict[tuple[str, Judgement], UnknownKind]:
        return {key: kind for each in self.appearances.values() for key, kind in each.stand_ins.items()}

    def __repr__(self) -> str:
        """Return only its name, as its contents would fill pages."""
        return f"RuleSet({self.name!r})"

    def __attrs_post_init__(self) -> None:
        check_appearances(self.items.values(), self.appearances)
        if not self.piles and any(kind.thrown for kind in self.items.values()):
            raise ValueError("'piles' is false, but thrown items must be able to lie anywhere")
        self._check_possessions()
        self._check_companions()
        slots = self.inventory.slots
        if self.keepsakes and self.inventory.compact:
            raise ValueError("'inventory' is compact, but items that are kept have slots of their own")
        if slots + self.keepsakes > MAX_SLOTS:
            raise ValueError(f"'inventory' has more than {MAX_SLOTS} slots, with one for each item that is kept")

    def _check_possessions(self) -> None:
        worn: dict[str, str] = {}
        for each in self.possessions:
            kind = self.items[each.item]
            if each.worn and not kind.equips:
                raise ValueError(f"'possessions' has {each.item!r} worn, which cannot be")
            if each.worn and (other := worn.setdefault(kind.equips, each.item)) != each.item:
                raise ValueError(f"'possessions' has both {other!r} and {each.item!r} worn as {kind.equips}")
            if each.number > 1 and not kind.stacks:
                raise ValueError(f"'possessions' has several {each.item!r} as one, which do not stack")
        if len(self.possessions) > self.inventory.slots:
            raise ValueError(f"'possessions' are more than the {self.inventory.slots} slots of the player")

    def _check_companions(self) -> None:
        if len(self.companions) > self.most_allies:
            raise ValueError(f"'companions' are more than the {self.most_allies} allies of 'most_allies'")

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of its kit and its mode, except the usual ones."""
        return tuple(self.name.split(MODE_MARK)[1:])

    @property
    def kit(self) -> str:
        """The name of the player's kit: the first unless another is chosen; empty without kits."""
        return next(iter(self.kits), "")

    def in_kit(self, name: str) -> RuleSet:
        """Return the rule set with one of its kits; unchanged for the first.

        Raises:
            ValueError: the kit does not fit the rule set.
        """
        kit = self.kits[name]
        if name == next(iter(self.kits)):
            return self
        if unknown := sorted(kit.gauges.keys() - self.gauges.keys()):
            raise ValueError(f"'gauges' has {unknown[0]!r}, which is no gauge")
        return attrs.evolve(
            self,
            name=f"{self.name}{MODE_MARK}{name}",
            title=f"{self.title}{VARIANTS_JOINED}{name}",
            kits={name: kit},
            player=attrs.evolve(self.player, hit_points=kit.hit_points or self.player.hit_points),
            possessions=kit.possessions or self.possessions,
            gauges={each: gauge.starting_with(kit.gauges.get(each)) for each, gauge in self.gauges.items()},
            companions=kit.companions,
        )

    def in_mode(self, name: str) -> RuleSet:
        """Return the rule set in one of its modes."""
        mode = self.modes[name]
        return attrs.evolve(
            self,
            name=f"{self.name}{MODE_MARK}{name}",
            title=f"{self.title}{VARIANTS_JOINED}{name}",
            modes={},
            harm=mode.harm,
            arrivals=self.arrivals if mode.arrivals else None,
        )

    @terrain.validator
    def _changes_within_its_layer(self, _: object, terrain: tuple[TerrainKind, ...]) -> None:
        """Check that terrain changes only within its layer; a cover can also disappear, a ground cannot."""
        by_name = {kind.name: kind for kind in terrain}
        for kind in terrain:
            grown = None if kind.grows is None else kind.grows.to
            for name in filter(None, (kind.tramples_to, kind.opens_to, kind.closes_to, grown)):
                gone = name == terrain[NOTHING].name
                if gone if kind.layer == "ground" else not gone and by_name[name].layer != kind.layer:
                    raise ValueError(f"the terrain {kind.name!r} cannot become {name!r}, which is of another layer")

    @functools.cached_property
    def hides_anyone(self) -> bool:
        """Whether any monster can be in view without being seen."""
        return any(kind.hides for kind in self.monsters.values())

    @functools.cached_property
    def reveals_anyone(self) -> bool:
        """Whether any condition shows monsters out of view."""
        return any("revealed" in kind.traits for kind in self.conditions.values())

    @functools.cached_property
    def hole(self) -> FeatureKind | None:
        """The feature that marks the hole through which the player fell; None without one."""
        return next((kind for kind in self.features.values() if kind.hole), None)

    @functools.cached_property
    def dims_light(self) -> bool:
        """Whether any monster dims the player's light."""
        return any(kind.dims is not None for kind in self.monsters.values())

    @functools.cached_property
    def has_light(self) -> bool:
        """Whether the player's light varies."""
        darkens = any("dark" in kind.traits for kind in self.conditions.values())
        return bool(self.lamp) or darkens or any(kind.light for kind in self.items.values())

    @functools.cached_property
    def has_swimmers(self) -> bool:
        """Whether any monster lives in deep water."""
        return any(kind.swims for kind in self.monsters.values())

    @functools.cached_property
    def hides_swimmers(self) -> bool:
        """Whether any monster hides in deep water."""
        return any(kind.swims and kind.hides for kind in self.monsters.values())

    @functools.cached_property
    def has_beats(self) -> bool:
        """Whether any feature acts at regular intervals."""
        return any(kind.beat is not None for kind in self.features.values())

    @functools.cached_property
    def has_gaspers(self) -> bool:
        """Whether any monster takes damage out of deep water."""
        return any(kind.gasps for kind in self.monsters.values())

    @functools.cached_property
    def bars_anyone(self) -> bool:
        """Whether some monsters or allies cannot enter cells that others can walk on."""
        monsters = self.monsters.values()
        doors = any(kind.opens_to for kind in self.terrain) and not all(kind.opens_doors for kind in monsters)
        return doors or self.has_swimmers or any(kind.bars for kind in self.terrain)

    @functools.cached_property
    def walks_alike(self) -> bool:
        """Whether all actors walk, and share the same paths."""
        monsters = self.monsters.values()
        floats = any("fall" in kind.blocks for kind in self.conditions.values())
        varies = floats or any(kind.flies or kind.quenched for kind in monsters)
        return not (self.bars_anyone or varies or self.fire is not None)

    @functools.cached_property
    def has_gear(self) -> bool:
        """Whether any item can be worn or wielded."""
        return any(kind.equips for kind in self.items.values())

    @functools.cached_property
    def is_still(self) -> bool:
        """Whether the end of a round runs nothing but the effects of terrain on actors."""
        becomes = any(kind.closes_to or kind.grows or kind.puffs or kind.liquid or kind.falls for kind in self.terrain)
        holds = self.gases or self.features or self.fire is not None
        return not (becomes or holds or self.has_rounds or self.counts_rounds or self.has_levels)

    @directions.default
    def _directions(self) -> tuple[Direction, ...]:
        return COMPASS if self.diagonal else CARDINALS

    @monster_directions.default
    def _monster_directions(self) -> tuple[Direction, ...]:
        return COMPASS if self.monsters_diagonal else CARDINALS

    @functools.cached_property
    def capabilities(self) -> frozenset[Capability]:
        """The capabilities of the rule set."""
        gear = any(kind.equips or kind.thrown for kind in self.items.values())
        return capabilities_of(
            slots=self.inventory.slots,
            gear=gear,
            unknowns=any(kind.disguised for kind in self.items.values()),
            depths=self.depths,
            lamp=bool(self.lamp),
            comfort=self.comfort,
        )

    @functools.cached_property
    def keepsakes(self) -> int:
        """The number of `kept` kinds of items, each of which has its own slot after the others."""
        return sum(kind.kept for kind in self.items.values())

    @functools.cached_property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The meanings of names in saved games, by table: actors (the player's name is empty), things, terrain..."""
        return {
            "actors": {**self.monsters, PLAYER_NAME: self.player},
            "things": {name: kind for kind, name in self.thing_names.items()},
            "projectiles": self.projectiles,
            "conditions": self.conditions,
            "gases": self.gases,
            "features": self.features,
            "events": self.events,
            "terrain": {kind.name: code for code, kind in enumerate(self.terrain)},
        }

    @functools.cached_property
    def has_rounds(self) -> bool:
        """Whether actors regenerate or have conditions that count at the end of a round."""
        return self.mending is not None or any(kind.counts == "rounds" for kind in self.conditions.values())

    @functools.cached_property
    def names(self) -> Mapping[str, Mapping[Any, str]]:
        """The names of kinds, by the same tables."""
        return {
            table: self.thing_names if table == "things" else {kind: name for name, kind in known.items()}
            for table, known in self.tables.items()
        }

    @functools.cached_property
    def finds_mark(self) -> str:
        """The mark of the rules that determine the number of each unidentified kind in a game; empty if none do."""
        deciding = self.generator.deciding_finds(self, self.depths)
        return "" if deciding is None else mark_of(deciding)

    @functools.cached_property
    def expected(self) -> Mapping[str, int]:
        """The mean number of each unidentified kind in a game, in hundredths, by name; empty if not counted."""
        counted = self.counted
        return counted.expected if counted is not None and counted.of and counted.of == self.finds_mark else {}

    @functools.cached_property
    def fingerprint(self) -> str:
        """32 hexadecimal digits; rule sets that can give different games have different ones."""
        return fingerprint(self, self.thing_names)
