"""The player and the monsters."""

from __future__ import annotations

import enum
import functools
from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.codecs import cell, flag, integer, kind, listed, member, optional, record, table, text
from roguelike.engine.events import PLAYER_ID, ActorRef
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.gauges import FULLEST
from roguelike.engine.kinds.limits import FASTEST, MAX_DEBT, MAX_ENERGY, MAX_PLUS, MAX_STAT, SLOWEST
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.schema import derived, saved
from roguelike.engine.state.condition import Condition, conditions
from roguelike.engine.state.item import Inventory, Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.conditions import ConditionKind, Prevented, Stat, Trait
    from roguelike.engine.kinds.families import WeaponStyle
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.projectiles import ProjectileKind

    _Worn = tuple[tuple[ItemKind, int], ...]
    _Lasting = tuple[ConditionKind, ...]

LONGEST: Final = 10**4
"""Maximum length of lists without a bound of their own."""
MAX_CAMPS: Final = 9
"""Maximum number of feuding camps on a level."""
MAX_VISITED: Final = 40
"""Maximum number of waypoints that a roaming monster remembers."""
_MAX_NAME: Final = 100
_MAX_NAMES: Final = 100


class Side(enum.StrEnum):
    """The side of an actor: actors of different sides are enemies."""

    PLAYER = "player"
    MONSTERS = "monsters"
    NONE = "none"
    """Neutral, like a captive."""


@define(eq=False)
class Actor:
    """The player or a monster."""

    id: int = saved(integer(PLAYER_ID))
    """Its number, in order of creation; the player's is 1."""
    kind: ActorKind = saved(kind("actors"))
    at: Point = saved(cell())
    hit_points: int = saved(integer())
    max_hit_points: int = saved(integer(1))
    inventory: Inventory = saved(record(Inventory), factory=lambda: Inventory.empty(0))
    energy: int = saved(integer(-MAX_DEBT, MAX_ENERGY), default=0)
    """Energy: it acts once it has `TURN`; below 0 after an action that takes longer than a turn."""
    side: Side = saved(member(Side), default=Side.MONSTERS)
    conditions: dict[str, Condition] = saved(conditions(), factory=dict)
    """The conditions by name, sorted by name."""
    noticed_on: int | None = saved(optional(integer()), default=None)
    """The turn on which it last noticed the player."""
    purse: int = saved(integer(), default=0)
    """Progress towards the next regenerated hit point."""
    searched: int = saved(integer(0, 4), default=0)
    """Turns in a row that it has searched."""
    idle_turns: int = saved(integer(), default=0)
    """Turns in a row that it has stayed on its cell."""
    mood: Mood = saved(member(Mood), default=Mood.HUNTING)
    leader: int = saved(integer(), default=0)
    """The id of its leader, 0 for none."""
    goal: Point | None = saved(optional(cell()), default=None)
    """The cell that it walks to while it roams."""
    plus: int = saved(integer(0, MAX_PLUS), default=0)
    """Its enchantment: each plus raised its attack and its damage by one."""
    visited: list[Point] = saved(listed(cell(), MAX_VISITED), factory=list)
    """The waypoints that it visited last, the latest last."""
    home: Point | None = saved(optional(cell()), default=None)
    """The cell that it guards."""
    aims_at: Point | None = saved(optional(cell()), default=None)
    """The cell that its next attack hits, whatever actor is there by then."""
    cooldowns: dict[str, int] = saved(table(text(_MAX_NAME), integer(), _MAX_NAMES), factory=dict)
    """The round from which it can do a deed again, by the name of the deed."""
    gauges: dict[str, int] = saved(table(text(_MAX_NAME), integer(0, FULLEST), _MAX_NAMES), factory=dict)
    """The amount left in each gauge, by name."""
    covered: bool = saved(flag(), default=False)
    """Whether its lamp is covered."""
    carries: Item | None = saved(optional(record(Item)), default=None)
    """The item that a monster carries, and drops when it dies."""
    summoner: int = saved(integer(), default=0)
    """The id of its summoner; it vanishes when that dies or leaves. 0 for none."""
    shown_until: int = saved(integer(), default=0)
    """The round until which it is visible even while it hides."""
    relentless: bool = saved(flag(), default=False)
    """Whether it always knows where the player is, though its kind does not."""
    pace: int = saved(integer(0, FASTEST), default=0)
    """Its speed in energy per round; 0 for that of its kind."""
    burned_on: int | None = saved(optional(integer()), default=None)
    """The round in which fire last damaged it."""
    helped: int = saved(integer(), default=0)
    """Rounds in a row that the player has spent on freeing or raising it."""
    thrown: int = saved(integer(), default=0)
    """Missiles missing from its quiver."""
    cut_off_on: int | None = saved(optional(integer()), default=None)
    """The round since which it has hunted the player without a path to them."""
    lies_until: int = saved(integer(), default=0)
    """The round in which it dies if it is still fallen."""
    raised: int = saved(integer(), default=0)
    """The levels on which it was raised, as a bit for each depth."""
    camp: int = saved(integer(0, MAX_CAMPS), default=0)
    """Its camp in a feud with monsters of other camps; 0 for none."""
    cell: int = derived(init=False, default=0)
    """The cell index of `at`, which the level sets together with it; for the dead, their last cell."""
    _ref: ActorRef | None = derived(init=False, default=None)
    """The cached `ref`."""

    @property
    def ref(self) -> ActorRef:
        """The actor as events name it."""
        known = self._ref
        is_ally = self.side is Side.PLAYER and self.id != PLAYER_ID
        if known is None or known.at is not self.at or known.kind is not self.kind or known.is_ally is not is_ally:
            known = self._ref = ActorRef(self.id, self.kind, self.at, is_ally)
        return known

    @property
    def stats(self) -> Stats:
        """Its combat stats, with the modifiers of equipment and conditions."""
        usual = self._usual_stats if self.thrown else self.kind.stats
        return _modified(usual, self.plus, *_altering(self)) if self._is_changed else usual

    @property
    def _usual_stats(self) -> Stats:
        damage = self.kind.spent_damage
        return self.kind.stats if damage is None or self.missile is not None else _striking(self.kind.stats, damage)

    @property
    def missile(self) -> ProjectileKind | None:
        """The kind of missile that it throws; None if it throws none or its quiver is empty."""
        kind = self.kind
        return None if kind.missiles and self.thrown >= kind.missiles else kind.missile

    @property
    def missiles_left(self) -> int | None:
        """The missiles in its quiver; None if it has no quiver."""
        return max(0, self.kind.missiles - self.thrown) if self.kind.missiles else None

    @property
    def speed(self) -> int:
        """The energy that it gains per round, with the modifiers of equipment and conditions, within the limits."""
        usual = self.pace or self.kind.speed
        changed = self.changed(usual, "speed")
        return usual if changed == usual else min(max(SLOWEST, changed), FASTEST)

    @property
    def style(self) -> WeaponStyle | None:
        """The style of the weapon in hand; None for bare hands and plain weapons."""
        weapon = self.inventory.worn("weapon") if self.inventory.slots else None
        return None if weapon is None else weapon.kind.style

    def changed(self, number: int, stat: Stat) -> int:
        """Return a number with the modifiers of equipment, then of active conditions, in order; never below 0.

        `stat` is the name of the number in modifiers: a field of `Stats`, or speed, sight, noise or mending.
        """
        if not self.inventory.slots:
            for each in self.conditions.values():  # most of them change nothing
                if each.kind.modifiers:
                    break
            else:
                return number
        worn, lasting = _altering(self)
        return _changed(number, stat, worn, lasting) if worn or lasting else number

    @property
    def _is_changed(self) -> bool:
        if self.conditions or self.plus:
            return True
        for item in self.inventory.slots:  # noqa: SIM110 -- a third of the time of `any`
            if item is not None and item.worn:
                return True
        return False

    def gain_energy(self, *, with_gear: bool) -> None:
        """Gain the energy of a round, up to `MAX_ENERGY`.

        `with_gear` says whether the rule set has equipment.
        """
        # Most monsters carry nothing, most conditions change nothing, and this runs for every actor in every round.
        speed = self.pace or self.kind.speed
        if with_gear and self.inventory.slots:
            speed = self.speed
        else:
            for each in self.conditions.values():
                if each.kind.modifiers:
                    speed = self.speed
                    break
        energy = self.energy + speed
        self.energy = MAX_ENERGY if energy > MAX_ENERGY else energy  # noqa: FURB136 -- half the time of `min`

    def cannot(self, what: Prevented) -> bool:
        """Return whether a condition keeps the actor from something."""
        for each in self.conditions.values():  # noqa: SIM110 -- half the time of `any`
            if each.left and what in each.kind.blocks:
                return True
        return False

    def has(self, trait: Trait) -> bool:
        """Return whether a condition gives the actor a trait."""
        for each in self.conditions.values():  # noqa: SIM110 -- half the time of `any`
            if each.left and trait in each.kind.traits:
                return True
        return False

    @property
    def touches_ground(self) -> bool:
        """Whether things on the ground affect it."""
        return not self.kind.flies and not (self.conditions and self.cannot("fall"))

    @property
    def is_player(self) -> bool:
        """Whether a person chooses its commands."""
        return self.id == PLAYER_ID

    @property
    def light(self) -> int:
        """The radius in cells of the brightest light that it carries; 0 without one."""
        brightest = 0
        for item in self.inventory.slots:  # half the time of `max`: called several times a round
            if item is not None and item.kind.light > brightest:
                brightest = item.kind.light
        return brightest

    def is_hostile(self, other: Actor) -> bool:
        """Return whether the two are enemies."""
        mine, theirs = self.side, other.side  # called very often
        if mine is theirs and self.camp and self.feuds_with(other):
            return True
        if mine is _NOBODY or theirs is _NOBODY:
            return self._duels and other._duels
        if mine is theirs and not (self.conditions or other.conditions):
            return False
        if (self.mood in _STILL or other.mood in _STILL) and (self._is_left_alone or other._is_left_alone):
            return False
        if mine is not theirs or (self.conditions and self.has("discord")):
            return True
        return bool(other.conditions) and other.has("discord")

    def feuds_with(self, other: Actor) -> bool:
        """Return whether the two are monsters of different camps."""
        return 0 < self.camp != other.camp > 0 and self.side is other.side is Side.MONSTERS

    @property
    def _is_left_alone(self) -> bool:
        return self.mood is _FALLEN or self.is_statue

    @property
    def _duels(self) -> bool:
        """Whether it and duellists are enemies: it is one of them, or the player."""
        return self.mood is _DUELLING or self.id == PLAYER_ID

    def is_ready(self, deed: str, now: int) -> bool:
        """Return whether the cooldown of a deed is over in round `now`."""
        return self.cooldowns.get(deed, 0) <= now

    @property
    def horde(self) -> int:
        """The id of the leader of its horde, possibly its own."""
        return self.leader or self.id

    @property
    def is_unaware(self) -> bool:
        """Whether it is a monster that sleeps, or is awake and has noticed no enemy."""
        return self.mood in _UNAWARE and self.side == Side.MONSTERS

    @property
    def is_off_guard(self) -> bool:
        """Whether it expects no attack: it is unaware, or a monster held until something wakes it."""
        return self.is_unaware or (self.mood == Mood.HELD and self.side == Side.MONSTERS)

    @property
    def always_knows(self) -> bool:
        """Whether it always knows where its enemies are."""
        return self.kind.always or self.relentless

    @property
    def is_captive(self) -> bool:
        """Whether it is held captive."""
        return self.side is _NOBODY and self.mood is Mood.HELD

    @property
    def is_statue(self) -> bool:
        """Whether it is a statue that has not woken yet: nothing harms or moves it."""
        return self.mood == Mood.HELD and self.kind.always

    @property
    def is_fallen(self) -> bool:
        """Whether it is a fallen ally, which the player can raise."""
        return self.mood is _FALLEN

    @property
    def is_alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hit_points > 0


def _altering(actor: Actor) -> tuple[_Worn, _Lasting]:
    """Return the kinds that modify an actor's numbers: equipment, each with its plus, and conditions."""
    worn: _Worn = ()
    lasting: _Lasting = ()
    for item in actor.inventory.slots:
        if item is not None and item.kind.modifiers and item.works:
            worn += ((item.kind, item.plus),)
    for each in actor.conditions.values():
        if each.kind.modifiers and each.left:
            lasting += (each.kind,)
    return worn, lasting


def _changed(number: int, stat: Stat, worn: _Worn, lasting: _Lasting) -> int:
    for item, plus in worn:
        for modifier in item.modifiers:
            if modifier.stat == stat:
                number = modifier.changed(number, plus)
    for condition in lasting:
        for change in condition.modifiers:
            if change.stat == stat:
                number = change.changed(number)
    return number


@functools.lru_cache(maxsize=64)
def _striking(stats: Stats, damage: int) -> Stats:
    """Return combat stats with another damage."""
    return Stats(attack=stats.attack, defence=stats.defence, damage=damage, armour=stats.armour)


@functools.lru_cache(maxsize=256)  # few arguments recur
def _modified(stats: Stats, plus: int, worn: _Worn, lasting: _Lasting) -> Stats:
    """Return combat stats raised by `plus` and with the modifiers of equipment and conditions."""
    usual: dict[Stat, int] = {
        "attack": stats.attack + plus,
        "defence": stats.defence,
        "damage": stats.damage + plus,
        "armour": stats.armour,
    }
    return Stats(**{stat: min(MAX_STAT, _changed(usual[stat], stat, worn, lasting)) for stat in usual})


def changes_of(actor: Actor, stat: Stat) -> Iterator[tuple[int, int]]:
    """Yield the modifiers of one of an actor's numbers, each as an addend and a factor in percent; equipment first.

    Only for numbers that no equipment or condition sets to a fixed value.
    """
    for item in actor.inventory.slots:
        if item is not None and item.kind.modifiers and item.works:
            for worn in item.kind.modifiers:
                if worn.stat == stat:
                    yield worn.add + worn.added_at(item.plus), worn.factor
    for condition in actor.conditions.values():
        if condition.left:
            yield from ((each.add, each.factor) for each in condition.kind.modifiers if each.stat == stat)


_FALLEN: Final = Mood.FALLEN
_STILL: Final = (Mood.HELD, Mood.FALLEN)
_DUELLING: Final = Mood.DUELLING
_NOBODY: Final = Side.NONE
_UNAWARE: Final = (Mood.ASLEEP, Mood.ROAMING, Mood.FOLLOWING)
