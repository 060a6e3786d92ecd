"""A rule set: the named parts, numbers, kinds and texts that make one game."""

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
from roguelike.engine.kinds.climb import Climb
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.fingerprint import fingerprint
from roguelike.engine.kinds.fire import FireKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.gauges import Arrivals, Gauge
from roguelike.engine.kinds.hordes import HordeKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import DEEPEST, HIGHEST_PLUS, MOST_IN_STACK, MOST_TURNS
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.modes import Mode
from roguelike.engine.kinds.names import ActorName, ItemName
from roguelike.engine.kinds.noise import Noise
from roguelike.engine.kinds.parts import CombatModel, FieldOfView, Goal, MapGenerator, Perception
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.score import USUAL_SCORE, ScoreRow
from roguelike.engine.kinds.subjects import Subject, subjects_of
from roguelike.engine.kinds.terrain import NOTHING, TerrainKind
from roguelike.engine.kinds.themes import ThemeKind
from roguelike.engine.kinds.vaults import VaultKind
from roguelike.engine.schema import added, shown

CORPSE_PREFIX = "corpse:"
"""What the names of corpses begin with where they stand beside those of items."""

PLAYER_NAME = ""
"""The player's kind among those of actors; no monster has it."""

MODE_MARK = ":"
"""What stands between the name of a rule set and that of a mode."""

MOST_ALLIES = 20
LAST_PLACE = 99

MOST_SLOTS = 52
"""Slots that have a letter, small or capital."""


@frozen
class TurnCosts:
    """Which commands take a turn when they succeed."""

    move: bool = True
    bump: bool = False
    """Walking into a wall; when it takes no turn it is refused."""
    wait: bool = True
    pick_up: bool = True
    drop: bool = True
    use: bool = True
    launch: bool = True
    """Using an item that is aimed."""


@frozen
class InventoryShape:
    """How many items the player carries, and whether taking one out closes the gap."""

    slots: int = attrs.field(validator=[ge(0), le(MOST_SLOTS)])
    compact: bool = False
    shows_empty: bool = shown(default=False)
    """Whether the menus have a row for every slot; for what is carried alone otherwise."""
    by_slot: bool = shown(default=False)
    """Whether a letter stands for a slot; for a kind of item otherwise."""


@frozen(kw_only=True)
class Possession:
    """Something that the player has from the start."""

    item: ItemName
    number: int = attrs.field(default=1, validator=[ge(1), le(MOST_IN_STACK)])
    plus: int = attrs.field(default=0, validator=[ge(-HIGHEST_PLUS), le(HIGHEST_PLUS)])
    worn: bool = False


@frozen
class Mending:
    """In how many rounds wounds heal by themselves, from none to all hit points."""

    player: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])
    monsters: int = attrs.field(validator=[ge(1), le(MOST_TURNS)])


@frozen(eq=False, kw_only=True)
class RuleSet:
    """Everything that makes one game, as it was read."""

    name: str
    title: str = shown()
    summary: str = shown()
    tutorial: str = shown(default="")
    """The tutorial whose game it is; empty for a game of its own."""
    objective: str = shown(default="")
    """What there is to do, told when a game begins; empty where the text for that says so itself."""
    place: int = shown(default=LAST_PLACE, validator=[ge(1), le(LAST_PLACE)])
    """Where it stands in lists of rule sets, from 1; those at the same place go by their names."""
    measure: ActorName | None = shown(default=None)
    """The monster against which weapons and armour are compared while no enemy is in view."""
    version: int = 1
    diagonal: bool
    """Whether the player moves and strikes in eight directions; in four otherwise."""
    monsters_diagonal: bool = attrs.field()
    """The same for the monsters."""
    piles: bool
    """Whether any number of items may share a cell; one object, corpses included, otherwise."""
    remembers: bool
    """Whether terrain that was seen stays on the map."""
    comfort: bool = shown(default=False)
    """Whether screens do more than a source document says: items once seen stay on the map, terrain is named when it is
    pointed at, from where Enter travels, and a key that means nothing is answered."""
    confirms_again: bool = shown(default=False)
    """Whether Enter, or the same step again, answers a question before harm, and every other key means no."""
    introduces: bool = shown(default=False)
    """Whether a player who meets a kind for the first time in any game is told what is said of it."""
    autopickup: bool = shown(default=False)
    """Whether a step onto an item picks it up, unless an enemy is in view."""
    goals: tuple[Goal, ...] = ()
    """What decides the game, beside death: the first that is reached."""
    depths: int = added(default=1, validator=[ge(1), le(DEEPEST)])
    """How many levels there are."""
    generator: MapGenerator = attrs.field()
    sight: FieldOfView
    perception: Perception
    combat: CombatModel
    crushes: bool = False
    """Whether an item is destroyed by who dies on its cell, where a cell holds one object; moved aside otherwise."""
    removes_dead_late: bool = False
    """Whether the dead stay where they are, in everyone's way, until the turn ends."""
    tells_unseen: bool = shown(default=False)
    """Whether the player is told of what happens out of sight, too."""
    status: str = shown(default="")
    """A line above the map: a template with `hit_points` and `enemies`; empty for none."""
    holds_commands: bool = shown(default=True)
    """Whether what is asked for while something flies is done when it has landed; it is ignored otherwise."""
    centred: bool = shown(default=False)
    """Whether the map moves with the player, who is always in the middle of it."""
    exact_colors: bool = shown(default=False)
    """Whether its colours are kept where terminal and palette allow, even those that can hardly be read."""
    turns: TurnCosts
    inventory: InventoryShape
    counts_rounds: bool = added(default=False)
    """Whether rounds are counted, for what happens in time, passes, works or has charges after a number of them; actors
    can come into being then."""
    mending: Mending | None = added(default=None)
    """None where wounds stay until something heals them."""
    fire: FireKind | None = added(default=None)
    """None where nothing burns."""
    terrain: tuple[TerrainKind, ...] = attrs.field()
    """By terrain code."""
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
    """How unknown items look, by their sort."""
    possessions: tuple[Possession, ...] = added(default=())
    """What the player has from the start, in the first slots."""
    collects: bool = added(default=False)
    """Whether picking up takes all that lies there in one turn; the item that has lain longest otherwise."""
    gathers: bool = added(default=False)
    """Whether the player who steps onto items picks them up at once, but for what they put down."""
    clearing: bool = added(default=False)
    """Whether what flies takes another straight line than the usual one where only that is clear."""
    surprise: int = added(default=1, validator=[ge(1), le(HIGHEST_PLUS)])
    """By what a blow of the player on who is unaware or helpless is multiplied, which never misses then; 1 for no such
    rule."""
    vaults: Mapping[str, VaultKind] = added(factory=dict)
    themes: Mapping[str, ThemeKind] = added(factory=dict)
    gauges: Mapping[str, Gauge] = added(factory=dict)
    """Of the player, by name."""
    lamp: str = added(default="")
    """The gauge of what the player's lamp burns; empty where there is none."""
    noise: Noise | None = added(default=None)
    """How far the player is heard, where monsters ask: these have moods, and notice once a round."""
    arrivals: Arrivals | None = added(default=None)
    """When further hordes come; None for never."""
    modes: Mapping[str, Mode] = shown(factory=dict)
    """Other ways to play it, by name: each is a rule set of its own, `in_mode`."""
    harm: int = added(default=100, validator=[ge(1), le(100)])
    """What the player suffers, in percent, rounded up."""
    score: tuple[ScoreRow, ...] = added(default=USUAL_SCORE)
    """What a game is worth."""
    climb: Climb | None = added(default=None)
    """What awaits the player on the way up with what the goal asks for; None for nothing."""
    most_allies: int = added(default=2, validator=[ge(0), le(MOST_ALLIES)])
    messages: Mapping[str, Mapping[str, Text]] = shown()
    """By event, then by variant."""
    things: Mapping[str, ItemKind] = attrs.field(init=False)
    """Every kind of item that can lie on a level, corpses included, by a name that is its own."""
    thing_names: Mapping[ItemKind, str] = attrs.field(init=False)
    """Those names by kind."""
    stand_ins: Mapping[tuple[str, Judgement], UnknownKind] = attrs.field(init=False)
    """What stands for an unknown kind, by how it looks and what the player has learned of it."""
    directions: tuple[Direction, ...] = attrs.field(init=False)
    """The directions in which the player moves."""
    monster_directions: tuple[Direction, ...] = attrs.field(init=False)
    """The directions in which monsters move."""

    @monsters_diagonal.default
    def _as_the_player(self) -> bool:
        return self.diagonal

    @things.default
    def _things(self) -> dict[str, ItemKind]:
        owners = {**{CORPSE_PREFIX + name: kind for name, kind in self.monsters.items()}, CORPSE_PREFIX: self.player}
        return {**{name: kind.corpse for name, kind in owners.items() if kind.corpse is not None}, **self.items}

    @thing_names.default
    def _thing_names(self) -> dict[ItemKind, str]:
        return {kind: name for name, kind in self.things.items()}

    @stand_ins.default
    def _stand_ins(self) -> dict[tuple[str, Judgement], UnknownKind]:
        return {key: kind for each in self.appearances.values() for key, kind in each.stand_ins()}

    def __repr__(self) -> str:
        """Return it by its name: all that it holds would fill pages."""
        return f"RuleSet({self.name!r})"

    def __attrs_post_init__(self) -> None:
        check_appearances(self.items.values(), self.appearances)
        if not self.piles and any(kind.thrown for kind in self.items.values()):
            raise ValueError("'piles' is false, but thrown items must be able to lie anywhere")
        slots = self.inventory.slots
        if len(self.possessions) > slots:
            raise ValueError(f"'possessions' are more than the {slots} slots of the player")
        if self.keepsakes and self.inventory.compact:
            raise ValueError("'inventory' is compact, but items that are kept have slots of their own")
        if slots + self.keepsakes > MOST_SLOTS:
            raise ValueError(f"'inventory' has more than {MOST_SLOTS} slots, with one for each item that is kept")

    @property
    def mode(self) -> str:
        """The mode in which it is played; empty for the usual way."""
        return self.name.partition(MODE_MARK)[2]

    def in_mode(self, name: str) -> RuleSet:
        """Return the rule set as it is played in one of its modes."""
        mode = self.modes[name]
        return attrs.evolve(
            self,
            name=f"{self.name}{MODE_MARK}{name}",
            title=f"{self.title}, {name}",
            modes={},
            harm=mode.harm,
            arrivals=self.arrivals if mode.arrivals else None,
        )

    @generator.validator
    def _lays_what_cells_hold(self, _: object, generator: MapGenerator) -> None:
        if generator.piles_up and not self.piles:
            raise ValueError("'generator' stacks items, but 'piles' is false")
        if self.has_levels and not generator.makes_levels:
            raise ValueError(f"'generator' makes one level, but 'depths' is {self.depths}")
        if self.has_levels and not self.counts_rounds:
            raise ValueError(f"'counts_rounds' must be true, as 'depths' is {self.depths}")

    @terrain.validator
    def _changes_within_its_layer(self, _: object, terrain: tuple[TerrainKind, ...]) -> None:
        """What terrain becomes is of its own layer; a cover may also go, but never a ground."""
        by_name = {kind.name: kind for kind in terrain}
        for kind in terrain:
            grown = None if kind.grows is None else kind.grows.to
            for name in filter(None, (kind.tramples_to, kind.opens_to, kind.closes_to, grown)):
                gone = name == terrain[NOTHING].name
                if gone if kind.layer == "ground" else not gone and by_name[name].layer != kind.layer:
                    raise ValueError(f"the terrain {kind.name!r} cannot become {name!r}, which is of another layer")

    @lamp.validator
    def _burns_something(self, _: object, lamp: str) -> None:
        if lamp and lamp not in self.gauges:
            raise ValueError(f"'lamp' must be the name of a gauge, not '{lamp}'")

    @counts_rounds.validator
    def _counts_what_must_be(self, _: object, counts: bool) -> None:  # noqa: FBT001 -- a validator
        if not counts and (self.gauges or self.noise is not None or self.arrivals is not None):
            raise ValueError("'gauges', 'noise' and 'arrivals' need 'counts_rounds'")

    @functools.cached_property
    def hides_anyone(self) -> bool:
        """Whether any monster can be in view and not be seen."""
        return any(kind.hides for kind in self.monsters.values())

    @functools.cached_property
    def reveals_anyone(self) -> bool:
        """Whether anything shows the place of monsters out of view."""
        return any("revealed" in kind.traits for kind in self.conditions.values())

    @functools.cached_property
    def has_light(self) -> bool:
        """Whether it matters what light the player has."""
        darkens = any("dark" in kind.traits for kind in self.conditions.values())
        return bool(self.lamp) or darkens or any(kind.light for kind in self.items.values())

    @functools.cached_property
    def has_swimmers(self) -> bool:
        """Whether anything may lurk in deep water."""
        return any(kind.swims for kind in self.monsters.values())

    @functools.cached_property
    def has_gaspers(self) -> bool:
        """Whether anything dies on dry land."""
        return any(kind.gasps for kind in self.monsters.values())

    @functools.cached_property
    def bars_anyone(self) -> bool:
        """Whether anything keeps some monsters or allies from cells that others can walk on."""
        monsters = self.monsters.values()
        doors = any(kind.opens_to for kind in self.terrain) and not all(kind.opens_doors for kind in monsters)
        return doors or self.has_swimmers or any(kind.bars for kind in self.terrain)

    @functools.cached_property
    def walks_alike(self) -> bool:
        """Whether all get about on foot and take the same ways."""
        monsters = self.monsters.values()
        floats = any("fall" in kind.blocks for kind in self.conditions.values())
        varies = floats or any(kind.flies or kind.quenched for kind in monsters)
        return not (self.bars_anyone or varies or self.fire is not None)

    @functools.cached_property
    def has_sticky_ground(self) -> bool:
        """Whether a step from any ground takes longer."""
        return any(kind.sticky > 1 for kind in self.terrain)

    @functools.cached_property
    def has_gear(self) -> bool:
        """Whether anything can be worn, or held as a weapon."""
        return any(kind.equips for kind in self.items.values())

    @functools.cached_property
    def is_still(self) -> bool:
        """Whether the end of a round brings nothing but what terrain does to who stands on it."""
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
    def subjects(self) -> frozenset[Subject]:
        """What the rules are about."""
        gear = any(kind.equips or kind.thrown for kind in self.items.values())
        return subjects_of(
            slots=self.inventory.slots,
            gear=gear,
            unknowns=any(kind.disguised for kind in self.items.values()),
            depths=self.depths,
            lamp=bool(self.lamp),
            comfort=self.comfort,
        )

    @functools.cached_property
    def keepsakes(self) -> int:
        """How many kinds of items are kept by who takes them: each has a slot after all others."""
        return sum(kind.kept for kind in self.items.values())

    @property
    def drops_together(self) -> bool:
        """Whether several things can be put down in one turn, under letters that stay the same."""
        return self.piles and self.inventory.by_slot

    @property
    def has_levels(self) -> bool:
        """Whether there is more than one level; rounds are counted then."""
        return self.depths > 1

    @functools.cached_property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """What the names in saved games stand for, by table: of actors (the player has no name), things, terrain..."""
        return {
            "actors": {**self.monsters, PLAYER_NAME: self.player},
            "things": {name: kind for kind, name in self.thing_names.items()},
            "projectiles": self.projectiles,
            "conditions": self.conditions,
            "gases": self.gases,
            "features": self.features,
            "terrain": {kind.name: code for code, kind in enumerate(self.terrain)},
        }

    @functools.cached_property
    def has_rounds(self) -> bool:
        """Whether anything befalls actors at the end of a round but for what terrain does."""
        return self.mending is not None or any(kind.counts == "rounds" for kind in self.conditions.values())

    @functools.cached_property
    def names(self) -> Mapping[str, Mapping[Any, str]]:
        """The names in those tables."""
        return {
            table: self.thing_names if table == "things" else {kind: name for name, kind in known.items()}
            for table, known in self.tables.items()
        }

    @functools.cached_property
    def fingerprint(self) -> str:
        """32 hexadecimal digits; rule sets that can give different games have different ones."""
        return fingerprint(self, self.thing_names)
