"""Abstract classes of the named parts from which rule sets are built.

A family is a kind of part (effects, minds, ...). Each part is one class in the module of its subject; it is registered
under its name in rule sets, and its fields are the keys that a rule set gives it. Commands are also a family, but only
journals name them.
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
"""A distance longer than any level."""


class Part(abc.ABC):
    """The base class of all families: its parts by name, and the key that names a part in a rule set's files."""

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
    """An action of an actor, as plain data.

    It is registered under its name in journals, which never changes; rule sets cannot name it, so it has no key. Each
    field is `saved` by a codec that needs neither a rule set nor a level, since fields can hold any value: bad ones are
    refused when the command is performed.
    """

    __slots__ = ()

    family = "command"
    by_name: ClassVar[dict[str, type[Part]]] = {}
    takes_time: ClassVar[bool] = True
    """Whether it is an action in the game, and not only a note of the player."""

    @abc.abstractmethod
    def perform(self, world: World, actor: Actor) -> int:
        """Perform it, and return its cost in energy: 0 if it takes no time.

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
    """Whether it needs a target cell."""
    moves_user: ClassVar[bool] = False
    """Whether it moves its user to the target cell."""
    climbs: ClassVar[bool] = False
    """Whether it takes its user to another level: down an adjacent chasm, unhurt, or up through a hole."""
    picks: ClassVar[bool] = False
    """Whether it can apply to one of the user's own items, the cause's `chosen`."""
    needs_item: ClassVar[bool] = False
    """Whether it always needs such an item."""
    picks_two: ClassVar[bool] = False
    """Whether it needs two of the user's own items: it transfers something from the cause's `chosen` to `second`."""

    @property
    def loudness(self) -> int:
        """The noise radius of the effect itself, in steps."""
        return 0

    @property
    def span(self) -> int:
        """The maximum distance from its cell that it reaches, in steps."""
        return _ANYWHERE

    def suits(self, item: Item) -> bool:
        """Return whether it can apply to an item, as far as the user knows the item."""
        return False

    def suits_second(self, item: Item, first: Item) -> bool:
        """Return whether an item can be the second one once the `first` is chosen, as far as the user knows them."""
        return False

    def takes(self, actor: Actor, item: Item) -> bool:
        """Return whether the effect accepts an item that an actor lays on a feature."""
        return True

    def uncaused(self) -> Effect:
        """Return the effect without a caster, as it is when terrain, gas or flames cause it."""
        return self

    def at_plus(self, plus: int) -> Effect:
        """Return the effect of an item with `plus` pluses, for `refusal`."""
        return self

    def refusal(self, level: Level, user: Actor, target: Point | None) -> Reason | None:
        """Return why the effect would be impossible or pointless; None if it would not.

        Commands pass the level as it is, previews the level as the player knows it.
        """
        return None

    def hindrance(self, world: World, user: Actor, target: Point | None) -> Reason | None:
        """Return why it would be impossible for reasons that the player may not know; None if it would not."""
        return None

    @property
    def inner(self) -> Sequence[Effect]:
        """The effects that it causes in turn."""
        return ()

    @property
    def is_launched(self) -> bool:
        """Whether it, or an inner effect, launches a projectile, which must be aimed."""
        return any(effect.is_launched for effect in self.inner)

    def brings(self, kind: ConditionKind) -> bool:
        """Return whether it gives the actor on its cell a condition of a kind."""
        return any(effect.brings(kind) for effect in self.inner)

    def count(self) -> int:
        """Return the number of effects that it can cause, itself included."""
        return 1 + sum(effect.count() for effect in self.inner)

    def effort(self) -> int:
        """Return the maximum work of the effect and its inner effects, in units of one effect on one cell."""
        return 1 + sum(effect.effort() for effect in self.inner)

    @abc.abstractmethod
    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Apply the effect at the cell `at`."""

    def foreseen(self, ruleset: RuleSet, victim: Actor, plus: int = 0) -> Foreseen | None:
        """Return the immediate damage to an actor that it reaches, on any cell; None for none."""
        del ruleset, victim, plus
        return None

    @abc.abstractmethod
    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return its result if it took place at `at`, or was aimed there, as far as the player can know.

        It does not check whether the effect is refused: `preview_use` does that.
        """


def refusal_of(
    effects: Iterable[Effect], level: Level, user: Actor, target: Point | None, plus: int = 0
) -> Reason | None:
    """Return the first reason why any of several effects would be refused; None if none would."""
    asked = [effect.at_plus(plus) for effect in effects] if plus else effects
    reasons = (effect.refusal(level, user, target) for effect in asked)
    return next((reason for reason in reasons if reason is not None), None)


def check_number_of(effects: Iterable[Effect]) -> None:
    """Check the number of effects of one kind.

    Raises:
        ValueError: there are too many, including those that they launch and cast.
    """
    if sum(effect.count() for effect in effects) > MAX_EFFECTS:
        raise ValueError(f"it may cause at most {MAX_EFFECTS} effects, counting all that it launches and casts")


def unaimed(_: object, field: attrs.Attribute[Any], effects: tuple[Effect, ...]) -> None:
    """Check as an attrs validator that effects are not too many and launch nothing, as there is no target.

    Raises:
        ValueError: the field has such effects.
    """
    check_number_of(effects)
    if any(effect.is_launched for effect in effects):
        raise ValueError(f"'{field.name}' must not launch anything: there is nothing to aim at")


class WeaponStyle(Part):
    """A weapon style: the victims, the modifiers and the further effects of attacks."""

    __slots__ = ()

    family = "weapon style"
    key = "style"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    cost: ClassVar[int] = TURN
    """The energy cost of an attack."""

    def victims(self, level: Level, attacker: Actor, target: Actor) -> Sequence[Actor]:
        """Return the actors that an attack on `target` reaches, in the order in which they are hit."""
        return (target,)

    def modifiers(
        self, level: Level, attacker: Actor, victim: Actor, modifiers: AttackModifiers, *, unaware: bool
    ) -> AttackModifiers:
        """Return the modifiers of an attack on one victim; `modifiers` are those without the style."""
        return modifiers

    def after(self, world: World, attacker: Actor, victim: Actor, damage: int | None) -> None:
        """Run the further effects of an attack that did `damage`, or missed if that is None."""
        return

    def stepped(self, world: World, attacker: Actor, direction: Direction) -> None:
        """Run the effects of a step."""
        return

    def strikes_after(self, level: Level, attacker: Actor, goal: Point, direction: Direction) -> bool:
        """Return whether a step to a cell would end in an attack."""
        return False


class FightingPart(Part):
    """How a monster fights, as a property of its mind and of each of the mind's behaviours."""

    __slots__ = ()

    @property
    def reaches_far(self) -> bool:
        """Whether it attacks a foe in view without a path to it, or sends other monsters there."""
        return False

    @property
    def wounds(self) -> Sequence[Effect]:
        """The effects that it applies to a foe, apart from its attacks and missiles."""
        return ()

    @property
    def ambushes(self) -> bool:
        """Whether it attacks out of hiding, for double damage."""
        return False

    @property
    def keeps_away(self) -> bool:
        """Whether it retreats from a foe that comes near."""
        return False

    @property
    def winds_up(self) -> bool:
        """Whether it takes a turn to raise its weapon before each attack."""
        return False

    @property
    def raises(self) -> Raised | None:
        """The weapon that it keeps raised while it follows a foe; None if it does not."""
        return None

    @property
    def fuse(self) -> tuple[ConditionKind, int] | None:
        """The condition that it gives itself to burst, and the rounds until then; None if it does not burst."""
        return None


class Mind(FightingPart):
    """How a monster chooses its command."""

    __slots__ = ()

    family = "mind"
    key = "think"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    confuses: ClassVar[bool] = False
    """Whether conditions such as confusion can replace another mind, even the player's, by it: it does not hunt."""

    def effort(self, cells: int) -> int:
        """Return the maximum work of a choice with `cells` to search, in units of one effect on one cell."""
        return 1

    @property
    def spells(self) -> Sequence[str]:
        """The names of its spells, under which it keeps their cooldowns."""
        return ()

    @property
    def counted(self) -> Mapping[str, str]:
        """The verbs of its visible countdowns, such as "rings", by the names of their cooldowns."""
        return {}

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share of its turns in which it attacks a foe in reach, at range if it `shoots`; for display."""
        return 1.0

    @abc.abstractmethod
    def choose(self, world: World, actor: Actor) -> Command:
        """Return the next command of `actor`; only the actor's memory and the world's RNG can change."""


class Behaviour(FightingPart):
    """One thing that a monster can do; its mind asks its behaviours in order until one returns a command."""

    __slots__ = ()

    family = "behaviour"
    key = "behave"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    moods: ClassVar[frozenset[Mood]] = frozenset({Mood.HUNTING})
    """The moods in which the mind asks it."""

    def effort(self) -> int:
        """Return the maximum work of a choice, in units of one effect on one cell."""
        return 1

    @property
    def spell(self) -> str:
        """The name of its cooldown if it is a spell; empty otherwise."""
        return ""

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share of turns that it leaves for attacks on a foe in reach, at range if its bearer `shoots`."""
        return 1.0

    @abc.abstractmethod
    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the next command of `actor` against `foe`; None to ask the next behaviour."""


class FieldOfView(Part):
    """The player's field of view."""

    __slots__ = ()

    family = "sight"
    key = "see"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @abc.abstractmethod
    def cells(self, level: Level, eye: Point) -> Sequence[int]:
        """Return the index of every cell that is seen from `eye`."""

    def light(self, world: World) -> Any:  # noqa: ANN401 -- any value that can be compared
        """Return everything that the player's view depends on, except the level and their cell."""
        return None

    def look(self, world: World, light: Any) -> Sequence[int]:  # noqa: ANN401 -- what `light` returned
        """Return the index of every cell that the player sees, given the result of `light`."""
        return self.cells(world.level, world.player.at)


class Perception(Part):
    """How a monster notices the player."""

    __slots__ = ()

    family = "perception"
    key = "perceive"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @property
    def reach(self) -> int:
        """The maximum distance at which a monster sees the player, in cells along the longer axis."""
        return _ANYWHERE

    @abc.abstractmethod
    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether `actor` sees the player now."""

    def shows(self, world: World, actor: Actor) -> bool:
        """Return whether the display of `actor` shows the player that it notices them."""
        return self.perceives(world, actor)

    def notice_all(self, world: World) -> None:
        """Check once a round which monsters notice the player, unless minds check that themselves."""

    def chance(self, seen: ObservedState, actor: Actor, steps: int) -> Fraction:
        """Return the chance that `actor`, at `steps` along known paths, notices the player in a round like the last."""
        return Fraction(actor.id in seen.noticed)


class Goal(Part):
    """A condition of victory."""

    __slots__ = ()

    family = "goal"
    key = "goal"
    by_name: ClassVar[dict[str, type[Part]]] = {}
    counts_enemies: ClassVar[bool] = False
    """Whether the game is won by killing all enemies, so that players look for the last ones."""

    @property
    def victory(self) -> str:
        """The clause that is true when it is reached."""
        return "every enemy is dead"

    @abc.abstractmethod
    def judge(self, world: World) -> Outcome | None:
        """Return the outcome of the game after a death; None while it continues."""

    def may_leave(self, world: World) -> bool:
        """Return whether the player wins by leaving the first level by its stairs up."""
        return False


class CombatModel(Part):
    """How attacks are resolved."""

    __slots__ = ()

    family = "combat"
    key = "fight"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @abc.abstractmethod
    def blow(self, rng: PCG32, attacker: Stats, target: Stats) -> int | None:
        """Return the damage of one attack in hit points, or None for a miss."""

    @abc.abstractmethod
    def chances(self, attacker: Stats, target: Stats, limit: int) -> tuple[Fraction, ...]:
        """Return the exact chance of 0, 1, ... `limit` damage, a miss counting as 0; the rest is more than `limit`."""

    @property
    def damage_dice(self) -> DamageDice:
        """The dice for all rolled damage: attacks, missiles, explosions, lightning, falls."""
        return DAMAGE_DICE["steps"]

    def most(self, attacker: Stats, target: Stats) -> int | None:
        """Return the maximum damage of one attack; None if it has no limit or is not known."""
        del attacker, target
        return None


class MapGenerator(Part):
    """A level generator."""

    __slots__ = ()

    family = "map generator"
    key = "make"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    makes_levels: ClassVar[bool] = False
    """Whether it also makes levels after the first, with stairs between them."""

    @property
    def number_of_levels(self) -> int | None:
        """The number of levels that it makes; None for any number."""
        return None

    @property
    def piles_up(self) -> bool:
        """Whether it can place several items on one cell."""
        return False

    def danger(self, depth: int) -> int:
        """Return the danger of a level; its depth by default."""
        return depth

    def colors(self, depth: int) -> Mapping[str, Color]:
        """Return the colours of lit terrain on a level by name, where they differ from those of its glyphs."""
        del depth
        return {}

    def deciding_finds(self, ruleset: RuleSet, depths: int) -> object | None:
        """Return the rules that decide the number of unknown items on `depths` levels, as plain data; None for none."""
        del ruleset, depths
        return None

    def count_finds(self, ruleset: RuleSet, depths: int, seed: int) -> Mapping[str, int]:
        """Return the number of each unknown kind on `depths` levels of one game, by name."""
        del ruleset, depths, seed
        return {}

    @abc.abstractmethod
    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
        """Return the plan of a level, generated with `rng`; the first level unless another is requested.

        Raises:
            NoLevel: no level can be generated.
        """


class WayChange(Part):
    """A change of a level to which the player carries the prize up, on the path to the stairs."""

    __slots__ = ()

    family = "way change"
    key = "alter"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    told: str
    """The message to the player about it, which must be true."""

    @abc.abstractmethod
    def apply(self, world: World, way: Sequence[int]) -> bool:
        """Change the level and return whether that was possible.

        `way` holds the cells of a shortest path from the player to the stairs up, without the player's cell.
        """


class Pass(Part):
    """One step of level generation, which changes the draft of the previous steps."""

    __slots__ = ()

    family = "pass"
    key = "pass"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @property
    def most_monsters(self) -> int | None:
        """The maximum number of monsters on a level that it accepts; None if it does not count them."""
        return None

    @property
    def hunters(self) -> tuple[str, ...]:
        """The kinds of monsters that it makes hunt the player: its event's label is shown while any of them lives."""
        return ()

    @property
    def proves(self) -> bool:
        """Whether it only verifies the level; passes of events run before it."""
        return False

    @property
    def lays(self) -> str | None:
        """The name of a terrain that it lays on every level; None for none."""
        return None

    def pocket_weight(self, danger: int) -> int:
        """Return the weight, among the rooms with keys, of a horde that carries the key of a treasury."""
        return 0

    @abc.abstractmethod
    def run(self, draft: LevelDraft, rng: PCG32) -> None:
        """Change the draft.

        Raises:
            Retry: the level cannot be finished; the next attempt starts from the beginning.
        """
