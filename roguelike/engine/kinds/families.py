"""The named parts that a rule set puts together, as abstract classes.

A family is a kind of part (effects, minds, ...). Each part is one class in the module of its subject; it is registered
under the name by which rule sets ask for it, and its fields are the numbers that a rule set gives it. Commands are a
family too, named by journals alone.
"""

from __future__ import annotations

import abc
import importlib
import pkgutil
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from roguelike.engine.dice import DAMAGE_DICE
from roguelike.engine.kinds.limits import MAX_EFFECTS, TURN
from roguelike.engine.kinds.moods import Mood

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import attrs

    from roguelike.engine.dice import DamageDice
    from roguelike.engine.draft import LevelDraft
    from roguelike.engine.events import Reason
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.glyphs import Color
    from roguelike.engine.kinds.raised import Raised
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.level_plan import LevelPlan, LevelRequest
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.attack_modifiers import AttackModifiers
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.preview import Foreseen, Preview
    from roguelike.engine.state.world import Outcome, World


_ANYWHERE = 1000
"""Further than any level is long."""


class Part(abc.ABC):
    """What every family shares: the parts by name, and the key that names one in a rule set's files, if they can."""

    __slots__ = ()

    family: ClassVar[str]
    key: ClassVar[str]
    by_name: ClassVar[dict[str, type[Part]]]
    name: ClassVar[str]


_Part = TypeVar("_Part", bound=type[Part])


def named(name: str) -> Callable[[_Part], _Part]:
    """Register a class in its family under `name`."""

    def register(part: _Part) -> _Part:
        if part.by_name.setdefault(name, part) is not part:
            raise TypeError(f"there are two parts {name!r} of the family {part.family}")
        part.name = name
        return part

    return register


def import_all(*packages: str) -> None:
    """Import every module of these packages and of those inside them, so that all their parts are registered."""
    for package in packages:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)


class Command(Part):
    """One thing that an actor asks for: plain data that performs itself on the world.

    It is registered under the name by which journals keep it for ever; rule sets cannot name it, so it has no key. Each
    of its fields is `saved` by a codec that needs neither a rule set nor a level, since what a command is given may be
    anything: it is refused when the command is performed.
    """

    __slots__ = ()

    family = "command"
    by_name: ClassVar[dict[str, type[Part]]] = {}
    takes_time: ClassVar[bool] = True
    """Whether it is something that the player does, and not only something that they write down."""

    @abc.abstractmethod
    def perform(self, world: World, actor: Actor) -> int:
        """Do it, and return its cost in energy: 0 where it takes no time.

        Raises:
            CannotDo: it is impossible now; nothing has changed.
        """


class Effect(Part):
    """An effect of an item, a missile or an attack."""

    __slots__ = ()

    family = "effect"
    key = "do"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    aimed: ClassVar[bool] = False
    """Whether it needs a target cell to be chosen."""
    moves_user: ClassVar[bool] = False
    """Whether it takes its user to the target cell."""
    climbs: ClassVar[bool] = False
    """Whether it takes its user off the level: down a depth beside them, unhurt, or up through a hole."""
    picks: ClassVar[bool] = False
    """Whether it is for one of the user's own items, the cause's `chosen`."""
    needs_item: ClassVar[bool] = False
    """Whether it is for nothing else."""
    picks_two: ClassVar[bool] = False
    """Whether it is for two of the user's own items: what it takes from the cause's `chosen` goes to `second`."""

    @property
    def loudness(self) -> int:
        """The noise radius of the effect itself, in steps."""
        return 0

    @property
    def span(self) -> int:
        """How far from its cell it reaches at most, in steps."""
        return _ANYWHERE

    def suits(self, item: Item) -> bool:
        """Return whether it can be for an item, as the user knows that."""
        return False

    def suits_second(self, item: Item, first: Item) -> bool:
        """Return whether it can be for an item, too, once the `first` is chosen, as the user knows them."""
        return False

    def takes(self, actor: Actor, item: Item) -> bool:
        """Return whether an item that an actor lays on a feature serves the effect."""
        return True

    def uncaused(self) -> Effect:
        """Return the effect as it is where terrain, gas or flames bring it about: nobody is its caster."""
        return self

    def at_plus(self, plus: int) -> Effect:
        """Return the effect of an item with `plus` pluses, as it is asked for a refusal."""
        return self

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Return why the effect would be impossible or in vain; None where it would not.

        Commands ask this of the level as it is, previews of the level as the player knows it.
        """
        return None

    def hindrance(self, world: World, user: Actor, target: Point | None) -> Reason | None:
        """Return why it would be impossible for what the player may not see; None where it would not."""
        return None

    @property
    def inner(self) -> Sequence[Effect]:
        """The effects that it brings about in its turn."""
        return ()

    @property
    def is_launched(self) -> bool:
        """Whether it, or an inner effect, launches a projectile, which must be aimed."""
        return any(effect.is_launched for effect in self.inner)

    def brings(self, kind: ConditionKind) -> bool:
        """Return whether it gives the actor on its cell a condition of that kind."""
        return any(effect.brings(kind) for effect in self.inner)

    def count(self) -> int:
        """Return how many effects can come of it, itself included."""
        return 1 + sum(effect.count() for effect in self.inner)

    def effort(self) -> int:
        """Return how much time all that can take, in units of one effect on one cell."""
        return 1 + sum(effect.effort() for effect in self.inner)

    @abc.abstractmethod
    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply the effect at the cell `at`."""

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen | None:
        """Return the damage that it does at once to an actor that it reaches, wherever that is; None for none."""
        del ruleset, victim, plus
        return None

    @abc.abstractmethod
    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return what it would do if it took place at `at`, or was aimed there, as far as the player can know.

        Whether it is refused is not asked here: `preview_use` does that.
        """


def refusal_of(
    effects: Iterable[Effect], level: Level, user: Actor, target: Point | None, plus: int = 0
) -> Reason | None:
    """Return the first reason why any of several effects would be refused; None where none would."""
    asked = [effect.at_plus(plus) for effect in effects] if plus else effects
    reasons = (effect.refusal(level, user, target) for effect in asked)
    return next((reason for reason in reasons if reason is not None), None)


def check_number_of(effects: Iterable[Effect]) -> None:
    """Refuse more effects than anything may have.

    Raises:
        ValueError: there are too many, with all that they launch and cast.
    """
    if sum(effect.count() for effect in effects) > MAX_EFFECTS:
        raise ValueError(f"it may cause at most {MAX_EFFECTS} effects, counting all that it launches and casts")


def unaimed(_: object, field: attrs.Attribute[Any], effects: tuple[Effect, ...]) -> None:
    """Refuse effects that are too many, or that launch something where there is nothing to aim at: an attrs validator.

    Raises:
        ValueError: it says which field has them.
    """
    check_number_of(effects)
    if any(effect.is_launched for effect in effects):
        raise ValueError(f"'{field.name}' must not launch anything: there is nothing to aim at")


class WeaponStyle(Part):
    """A weapon style: the victims of an attack, its modifiers and its further effects."""

    __slots__ = ()

    family = "weapon style"
    key = "style"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    cost: ClassVar[int] = TURN
    """The energy of a blow."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return the actors that a blow at `target` reaches, in the order in which they are struck."""
        return (target,)

    def modifiers(
        self, level: Level, attacker: Actor, victim: Actor, modifiers: AttackModifiers, *, unaware: bool
    ) -> AttackModifiers:
        """Return the modifiers of a blow on one of them, which would be `modifiers` with any weapon."""
        return modifiers

    def after(self, world: World, attacker: Actor, victim: Actor, damage: int | None) -> None:
        """Run further effects of a blow that did `damage`, or missed."""
        return

    def stepped(self, world: World, attacker: Actor, direction: Direction) -> None:
        """Run the effects of a step."""
        return

    def strikes_after(self, level: Level, attacker: Actor, goal: Point, direction: Direction) -> bool:
        """Return whether a step to a cell would end in a blow."""
        return False


class FightingPart(Part):
    """What is known of how a monster fights: of its mind, and of each behaviour of that."""

    __slots__ = ()

    @property
    def reaches_far(self) -> bool:
        """Whether it attacks a foe in view that cannot be walked to, or sends others there."""
        return False

    @property
    def wounds(self) -> Sequence[Effect]:
        """What it applies to a foe by itself, beside blows and missiles."""
        return ()

    @property
    def ambushes(self) -> bool:
        """Whether it strikes out of hiding, for twice the damage."""
        return False

    @property
    def keeps_away(self) -> bool:
        """Whether it backs off from a foe that comes near."""
        return False

    @property
    def winds_up(self) -> bool:
        """Whether it takes a turn to raise its weapon before each hit."""
        return False

    @property
    def raises(self) -> Raised | None:
        """The weapon that it follows a foe with once it is raised; None where it does not."""
        return None

    @property
    def fuse(self) -> tuple[ConditionKind, int] | None:
        """The condition that it gives itself to burst, and the rounds until then; None where it does not."""
        return None


class Mind(FightingPart):
    """How a monster chooses its command."""

    __slots__ = ()

    family = "mind"
    key = "think"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    confuses: ClassVar[bool] = False
    """Whether it can replace another mind, even the player's, as confusion does: it does not hunt."""

    def effort(self, cells: int) -> int:
        """Return how much time a choice can take with that many cells to search, in units of one effect on one cell."""
        return 1

    @property
    def spells(self) -> Sequence[str]:
        """What it does by magic, by the names under which it waits to do that again."""
        return ()

    @property
    def counted(self) -> Mapping[str, str]:
        """What it counts down to for all to see, such as "rings", by the names under which it waits for that."""
        return {}

    def strike_share(self, *, shoots: bool) -> float:
        """Return in which share of its turns it strikes a foe in reach, from afar where it `shoots`; for display."""
        return 1.0

    @abc.abstractmethod
    def choose(self, world: World, actor: Actor) -> Command:
        """Return what `actor` does next; nothing but its memory and the world's chance may change."""


class Behaviour(FightingPart):
    """One thing that a monster can do; its mind asks its behaviours in order until one returns a command."""

    __slots__ = ()

    family = "behaviour"
    key = "behave"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    moods: ClassVar[frozenset[Mood]] = frozenset({Mood.HUNTING})
    """The moods in which it is asked."""

    def effort(self) -> int:
        """Return how much time it can take, in units of one effect on one cell."""
        return 1

    @property
    def spell(self) -> str:
        """The name under which it waits to act again, where it is magic; empty otherwise."""
        return ""

    def strike_share(self, *, shoots: bool) -> float:
        """Return which share of turns it leaves to strikes at a foe in reach, from afar where its bearer `shoots`."""
        return 1.0

    @abc.abstractmethod
    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return what `actor` does next about `foe`; None where this has nothing to say."""


class FieldOfView(Part):
    """The player's field of view."""

    __slots__ = ()

    family = "sight"
    key = "see"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @abc.abstractmethod
    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return the index of every cell that is seen from `eye`."""

    def light(self, world: World) -> Any:  # noqa: ANN401 -- what a part likes to make of it, to be compared
        """Return what else than the level and the player's cell decides what they see."""
        return None

    def look(self, world: World, light: Any) -> Sequence[int]:  # noqa: ANN401 -- what `light` returned
        """Return the index of every cell that the player sees in what `light` has returned."""
        return self.cells(world.level, world.player.at)


class Perception(Part):
    """How a monster notices the player."""

    __slots__ = ()

    family = "perception"
    key = "perceive"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @property
    def reach(self) -> int:
        """How far away a monster can be that sees the player, in cells along the longer axis."""
        return _ANYWHERE

    @abc.abstractmethod
    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether `actor` sees the player now."""

    def shows(self, world: World, actor: Actor) -> bool:
        """Return whether the player can see, from how it looks, that `actor` notices them."""
        return self.perceives(world, actor)

    def notice_all(self, world: World) -> None:
        """Run noticing for all monsters once a round, where minds do not ask for themselves."""

    def chance(self, seen: ObservedState, actor: Actor, steps: int) -> Fraction:
        """Return the chance that `actor`, `steps` away by known ways, notices the player in a round like the last."""
        return Fraction(actor.id in seen.noticed)


class Goal(Part):
    """A condition of victory."""

    __slots__ = ()

    family = "goal"
    key = "goal"
    by_name: ClassVar[dict[str, type[Part]]] = {}
    counts_enemies: ClassVar[bool] = False
    """Whether the game is won by killing enemies, so that players look for the last of them."""

    @property
    def victory(self) -> str:
        """What is true when it is reached."""
        return "every enemy is dead"

    @abc.abstractmethod
    def judge(self, world: World) -> Outcome | None:
        """Return how the game ends after a death; None while it continues."""

    def may_leave(self, world: World) -> bool:
        """Return whether the player wins by leaving the first level by its stairs up."""
        return False


class CombatModel(Part):
    """The result of one attack."""

    __slots__ = ()

    family = "combat"
    key = "fight"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @abc.abstractmethod
    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage of one blow in hit points, or None for a miss."""

    @abc.abstractmethod
    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chance of 0, 1, ... `limit` damage, a miss counting as 0; the rest is more than `limit`."""

    @property
    def damage_dice(self) -> DamageDice:
        """The dice of all damage that is rolled: blows, missiles, explosions, lightning, falls."""
        return DAMAGE_DICE["steps"]

    def most(self, attacker: Stats, target: Stats) -> int | None:
        """Return the most damage of one blow; None without a limit, or where that is not known."""
        del attacker, target
        return None


class MapGenerator(Part):
    """A level generator."""

    __slots__ = ()

    family = "map generator"
    key = "make"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    makes_levels: ClassVar[bool] = False
    """Whether it makes other levels than the first, with stairs between them."""

    @property
    def number_of_levels(self) -> int | None:
        """The number of levels that it makes; None where it makes as many as it is asked for."""
        return None

    @property
    def piles_up(self) -> bool:
        """Whether it lays items on others."""
        return False

    def danger(self, depth: int) -> int:
        """Return how dangerous a level is: as deep as it is, if nothing else is said."""
        return depth

    def colors(self, depth: int) -> Mapping[str, Color]:
        """Return the colours of terrain in light on a level, by name, where they are not those of its glyphs."""
        del depth
        return {}

    def deciding_finds(self, ruleset: RuleSet, depths: int) -> object | None:
        """Return, as plain data, what decides the number of unknown items on `depths` levels; None if nothing does."""
        del ruleset, depths
        return None

    def count_finds(self, ruleset: RuleSet, depths: int, seed: int) -> Mapping[str, int]:
        """Return the number of each unknown kind on `depths` levels of one game, by name."""
        del ruleset, depths, seed
        return {}

    @abc.abstractmethod
    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Return the plan of a level, made by `rng`; the first level unless another is asked for.

        Raises:
            NoLevel: none can be made.
        """


class WayChange(Part):
    """One change of a level to which the player comes up with the prize: what is different on the way to the stairs."""

    __slots__ = ()

    family = "way change"
    key = "alter"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    told: str
    """The player's line about it, which must be true."""

    @abc.abstractmethod
    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Change the level and return whether that was possible.

        `way` holds the cells of a shortest way from the player to the stairs up, without the player's own.
        """


class Pass(Part):
    """One step of level generation, which changes the draft of the steps before."""

    __slots__ = ()

    family = "pass"
    key = "pass"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @property
    def most_monsters(self) -> int | None:
        """The most monsters on a level that it accepts; None where it does not count them."""
        return None

    @property
    def hunters(self) -> tuple[str, ...]:
        """The kinds of monsters that it sets on the player: the label of its event lasts as long as one of them."""
        return ()

    @property
    def proves(self) -> bool:
        """Whether it only looks whether the level is as it should be; passes of events come before it."""
        return False

    @property
    def lays(self) -> str | None:
        """The name of a terrain that every level has that was made with it; None where it may lay none."""
        return None

    def pocket_weight(self, danger: int) -> int:
        """Return how likely it is, beside the rooms of keys, that a horde has the key of a treasury."""
        return 0

    @abc.abstractmethod
    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Change the draft.

        Raises:
            Retry: the level cannot be finished so; the next attempt starts from the beginning.
        """
