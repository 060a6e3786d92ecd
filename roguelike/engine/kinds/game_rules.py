"""The keys of `ruleset.toml`, except the player: switches, numbers and named parts."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.climb import Climb
from roguelike.engine.kinds.families import CombatModel, FieldOfView, Goal, MapGenerator, Perception
from roguelike.engine.kinds.feats import Feat
from roguelike.engine.kinds.fire import FireKind
from roguelike.engine.kinds.gauges import Arrivals, Gauge
from roguelike.engine.kinds.heading import LAST_PLACE, InventoryShape, TurnCosts
from roguelike.engine.kinds.kits import Kit, Possession
from roguelike.engine.kinds.limits import DEEPEST, MAX_HIT_POINTS, MAX_PLUS, MAX_TURNS
from roguelike.engine.kinds.modes import Mode
from roguelike.engine.kinds.names import ActorName
from roguelike.engine.kinds.noise import Noise
from roguelike.engine.kinds.score import USUAL_SCORE, ScoreRow
from roguelike.engine.schema import added, shown

MAX_ALLIES = 20


@frozen
class Mending:
    """Rounds that regeneration takes from 0 to full hit points."""

    player: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    monsters: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    allies: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """The same for allies; 0 for as many as `monsters`."""

    def rounds(self, *, is_player: bool, is_ally: bool) -> int:
        """Return the rounds for the player, for an ally, or for any other monster."""
        if is_player:
            return self.player
        return self.allies if is_ally and self.allies else self.monsters


@frozen
class Fallen:
    """How an ally at 0 hit points can be raised: once per level it falls instead of dying."""

    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    """Rounds until it dies."""
    beside: int = attrs.field(default=3, validator=[ge(1), le(MAX_TURNS)])
    """Consecutive rounds that the player must wait or search beside it to raise it."""
    part: int = attrs.field(default=3, validator=[ge(1), le(MAX_HIT_POINTS)])
    """The divisor of its maximum hit points: it rises with the quotient."""


@frozen(eq=False, kw_only=True, slots=False)
class GameRules:
    """The rules of a whole game, to which a rule set adds its kinds."""

    title: str = shown()
    summary: str = shown()
    tutorial: str = shown(default="")
    """The tutorial whose game it reproduces; empty for an original game."""
    objective: str = shown(default="")
    """The player's task, shown when a game starts; empty if the text `started` already says it."""
    place: int = shown(default=LAST_PLACE, validator=[ge(1), le(LAST_PLACE)])
    """Its place in lists of rule sets, from 1; rule sets with the same place are sorted by name."""
    measure: ActorName | None = shown(default=None)
    """The monster against which weapons and armour are compared while no enemy is in view."""
    version: int = 1
    """Its edition. A game begun in another edition is not ranked, and the scores of each edition are listed
    separately."""
    diagonal: bool
    """Whether the player moves and attacks in eight directions; in four otherwise."""
    monsters_diagonal: bool = attrs.field()
    """Whether monsters move and attack in eight directions; the same as `diagonal` unless given."""
    piles: bool
    """Whether any number of items can share a cell; otherwise a cell holds one object, corpses included."""
    remembers: bool
    """Whether terrain once seen stays on the map."""
    comfort: bool = shown(default=False)
    """Whether screens do more than a source document says: items once seen stay on the map, terrain under the cursor is
    named, Enter travels there, and an unknown key gets a message."""
    light: bool = shown(default=False)
    """Whether screens colour the map by its light: warm where it is seen, cool where it is remembered."""
    aims_by_mouse: bool = shown(default=False)
    """Whether an aim ignores all keys except Escape while the terminal reports the mouse."""
    confirms_again: bool = shown(default=False)
    """Whether only Enter, or the same step again, confirms a harmful action; every other key then means no."""
    introduces: bool = shown(default=False)
    """Whether the description of a kind is shown at the player's first encounter with it in any game."""
    autopickup: bool = shown(default=False)
    """Whether a step onto an item picks it up, unless an enemy is in view."""
    goals: tuple[Goal, ...] = ()
    """Conditions of victory: the first that is reached wins the game."""
    depths: int = added(default=1, validator=[ge(1), le(DEEPEST)])
    """The number of levels."""
    generator: MapGenerator = attrs.field()
    sight: FieldOfView
    perception: Perception
    combat: CombatModel
    crushes: bool = False
    """Whether a corpse destroys the item under it, where a cell holds one object; otherwise it moves aside."""
    removes_dead_late: bool = False
    """Whether dead monsters block their cells until the turn ends."""
    tells_unseen: bool = shown(default=False)
    """Whether events out of sight also have messages."""
    status: str = shown(default="")
    """A line above the map: a template with `hit_points` and `enemies`; empty for none."""
    holds_commands: bool = shown(default=True)
    """Whether commands entered while a projectile flies are performed when it lands; otherwise they are ignored."""
    centred: bool = shown(default=False)
    """Whether the map scrolls to keep the player in the middle."""
    exact_colors: bool = shown(default=False)
    """Whether colours with too little contrast stay unchanged where terminal and palette allow."""
    turns: TurnCosts
    inventory: InventoryShape
    counts_rounds: bool = added(default=False)
    """Whether rounds are counted, for timed effects, recharging and spawning."""
    mending: Mending | None = added(default=None)
    """Regeneration; None without it."""
    fire: FireKind | None = added(default=None)
    """Fire; None without it."""
    possessions: tuple[Possession, ...] = added(default=())
    """The starting items of the player, in the first slots. The player knows their kinds."""
    companions: tuple[ActorName, ...] = added(default=())
    """Allies beside the player at the start, at most `most_allies`; they need `counts_rounds`."""
    collects: bool = added(default=False)
    """Whether picking up takes all items of the cell in one turn; otherwise only the oldest."""
    gathers: bool = added(default=False)
    """Whether the player picks up items by stepping onto them, except items that they dropped."""
    steals: bool = added(default=False)
    """Whether picking up beside a sleeping monster takes the item that it carries, if the item `stays` on its level."""
    clearing: bool = added(default=False)
    """Whether a projectile takes another straight line if the usual one is blocked."""
    surprise_reach: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """The distance in cells within which thrown items make sneak attacks; 0 for any distance."""
    surprise: int = added(default=1, validator=[ge(1), le(MAX_PLUS)])
    """The damage factor of the player's sneak attacks on unaware or helpless monsters, which never miss; 1 for no sneak
    attacks."""
    gauges: Mapping[str, Gauge] = added(factory=dict)
    """The gauges of the player, by name."""
    lamp: str = added(default="")
    """The gauge that the player's lamp burns; empty without a lamp."""
    noise: Noise | None = added(default=None)
    """The player's noise radius, for perceptions by noise: monsters have moods, and notice once a round."""
    arrivals: Arrivals | None = added(default=None)
    """When wandering hordes come; None for never."""
    modes: Mapping[str, Mode] = shown(factory=dict)
    """Modes by name; `in_mode` makes a rule set of each."""
    kits: Mapping[str, Kit] = shown(factory=dict)
    """Kits by name, of which the player chooses one; `in_kit` makes a rule set of each except the first."""
    score: tuple[ScoreRow, ...] = added(default=USUAL_SCORE)
    """The score of a game."""
    feats: tuple[Feat, ...] = added(default=())
    """The feats that a game can achieve."""
    climb: Climb | None = added(default=None)
    """What awaits the player on the way up with the goal's item; None for nothing."""
    gives_up: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds without a path to the player after which a hunter without ranged attacks gives up; 0 for never."""
    most_allies: int = added(default=2, validator=[ge(0), le(MAX_ALLIES)])
    ally_growth: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Maximum hit points that each ally gains, along with a plus, when it enters a new level with the player; 0 for no
    growth."""

    allies_follow: int = added(default=6, validator=[ge(0), le(MAX_TURNS)])
    """Steps from the player within which an ally takes the stairs with them."""
    allies_keep: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Cells from the player within which allies attack enemies; adjacent ones they always attack. 0 for any
    distance."""
    fallen: Fallen | None = added(default=None)
    """How allies at 0 hit points can be raised; None if they die immediately."""

    @monsters_diagonal.default
    def _as_the_player(self) -> bool:
        return self.diagonal

    @generator.validator
    def _lays_what_cells_hold(self, _: object, generator: MapGenerator) -> None:
        if generator.piles_up and not self.piles:
            raise ValueError("'generator' stacks items, but 'piles' is false")
        if self.has_levels and not generator.makes_levels:
            raise ValueError(f"'generator' makes one level, but 'depths' is {self.depths}")
        made = generator.number_of_levels
        if made is not None and made != self.depths:
            raise ValueError(f"'depths' is {self.depths}, but 'generator' has {made} 'levels': they must be as many")
        if self.has_levels and not self.counts_rounds:
            raise ValueError(f"'counts_rounds' must be true, as 'depths' is {self.depths}")

    @lamp.validator
    def _burns_something(self, _: object, lamp: str) -> None:
        if lamp and lamp not in self.gauges:
            raise ValueError(f"'lamp' must be the name of a gauge, not '{lamp}'")

    @counts_rounds.validator
    def _counts_what_must_be(self, _: object, counts: bool) -> None:  # noqa: FBT001 -- a validator
        if not counts and (self.gauges or self.noise is not None or self.arrivals is not None):
            raise ValueError("'gauges', 'noise' and 'arrivals' need 'counts_rounds'")

    @companions.validator
    def _may_follow(self, _: object, companions: tuple[str, ...]) -> None:
        if companions and not self.counts_rounds:
            raise ValueError("'companions' need 'counts_rounds'")

    @property
    def has_levels(self) -> bool:
        """Whether there is more than one level, which needs `counts_rounds`."""
        return self.depths > 1

    @property
    def has_moods(self) -> bool:
        """Whether monsters sleep, roam and flee, and notice once a round: in rule sets with `noise`."""
        return self.noise is not None

    @property
    def drops_together(self) -> bool:
        """Whether several items can be dropped in one turn, because their letters stay the same."""
        return self.piles and self.inventory.by_slot
