"""Behaviours of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT, Move, Throw, Wait
from roguelike.engine.commands.monster_commands import Perform, RaiseWeapon, StrikeCell, WithCooldown
from roguelike.engine.dice import percent
from roguelike.engine.geometry import chebyshev_distance, direction_to, squared_distance
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.families import Behaviour, Effect, check_number_of, named, unaimed
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.names import TerrainName
from roguelike.engine.kinds.raised import Raised
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.monsters import Summon
from roguelike.engine.rules.damage import heal
from roguelike.engine.rules.moods import members
from roguelike.engine.rules.pursuit import step_away, step_to_foe
from roguelike.engine.rules.shadowcast import board_in_sight
from roguelike.engine.rules.trajectory import line_of_flight
from roguelike.engine.rules.ways import has_line, is_way, sees
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("pursue")
@frozen
class Pursue(Behaviour):
    """Approach, attack when adjacent to the foe, or wait if every path is blocked."""

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the next step of a hunt, or the attack at its end."""
        return None if foe is None else STEP_OR_WAIT[step_to_foe(world, actor, foe)]


@named("touch")
@frozen
class Touch(Behaviour):
    """Approach the player, and apply `effects` to their cell instead of attacking."""

    effects: tuple[Effect, ...] = attrs.field(validator=unaimed)
    deed: str = shown(default="")
    """The message when it happens."""

    @property
    def wounds(self) -> Sequence[Effect]:
        """Its effects."""
        return self.effects

    def effort(self) -> int:
        """Return 1 plus the effort of its effects."""
        return 1 + sum(effect.effort() for effect in self.effects)

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the touch, or a step nearer; a wait for an ally, which has no one to touch."""
        if foe is None or not actor.is_hostile(world.player):
            return None if foe is None else Wait()
        if chebyshev_distance(actor.at, world.player.at) <= 1:
            return Perform(self.effects, world.player.at, self.deed)
        towards = step_to_foe(world, actor, world.player)
        return Move(towards) if towards and is_way(world, actor, actor.at.step(towards)) else Wait()


@named("shoot")
@frozen
class Shoot(Behaviour):
    """With a clear line to a foe in range, throw with a chance of `chance` percent, and wait otherwise.

    If `every` is more than 1, it throws again only after that number of rounds.
    """

    chance: int = attrs.field(default=100, validator=[ge(0), le(100)])
    every: int = attrs.field(default=1, validator=[ge(1), le(MAX_TURNS)])

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share of turns with a throw; 1 for attacks on an adjacent foe."""
        return self.chance / 100 / self.every if shoots else 1.0

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the throw, or a wait."""
        if foe is None or not actor.is_ready(self.name, world.round) or not has_clear_shot(world, actor, foe):
            return None
        if not percent(world.rng, self.chance):
            return Wait()
        throw = Throw(foe.at)
        return WithCooldown(throw, self.name, self.every) if self.every > 1 else throw


def has_clear_shot(world: World, actor: Actor, foe: Actor) -> bool:
    """Return whether a missile would reach a foe, which is not adjacent, without hitting another actor."""
    missile, level = actor.missile, world.level
    if missile is None or chebyshev_distance(actor.at, foe.at) <= 1:
        return False
    if squared_distance(actor.at, foe.at) > actor.kind.missile_range**2 or not has_line(level, actor.at, foe.at):
        return False
    if foe.is_player and not _is_in_view(level, actor, foe):
        return False
    between = line_of_flight(missile, actor.at, foe.at, level if world.ruleset.clearing else None)[:-1]
    return all(level.is_flyable(cell) and level.actor_at(cell) is None for cell in between)


def _is_in_view(level: Level, shooter: Actor, player: Actor) -> bool:
    """Return whether the player would see the shooter in full light: flight lines can go around corners."""
    if level.is_visible(shooter.at):
        return True
    reach, grid = shooter.kind.missile_range, level.grid
    return board_in_sight(level.opaque, grid, player.cell, reach * reach) >> shooter.cell & 1 == 1


@named("swoop")
@frozen
class Swoop(Behaviour):
    """Keep away from the foe for `rounds` after each attack."""

    rounds: int = attrs.field(default=2, validator=[ge(1), le(MAX_TURNS)])

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the attack, or a step away after one."""
        if foe is None:
            return None
        if not actor.is_ready(self.name, world.round):
            away = step_away(world, actor, foe)
            return None if away is None else Move(away)
        if chebyshev_distance(actor.at, foe.at) > 1:
            return None
        direction = direction_to(actor.at, foe.at)
        if direction not in world.directions_of(actor):
            return None
        return WithCooldown(Move(direction), self.name, self.rounds)


@named("talent")
@frozen
class Talent(Behaviour):
    """Apply `effects` to itself, to a foe or to a wounded fellow in view (`at`), with a cooldown of `every` rounds."""

    effects: tuple[Effect, ...]
    every: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    at: Literal["self", "foe", "fellow"] = "self"
    range: int = attrs.field(default=9, validator=[ge(1), le(MAX_SIDE)])
    """The maximum distance of the foe and of the fellow, in cells."""
    least: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The minimum distance of the foe, in cells."""
    first: int = added(default=0, validator=[ge(0), le(MAX_TURNS)])
    """Rounds from the first target in view until the first use."""
    counted: str = shown(default="")
    """The verb of a visible countdown, such as "rings", shown with the remaining rounds; empty for none."""
    called: str = "talent"
    """The name that distinguishes it from other talents of the same monster."""
    magic: bool = added(default=False)
    """Whether it is a spell, which negation removes permanently."""
    deed: str = shown(default="")
    """The message when it happens."""

    def __attrs_post_init__(self) -> None:
        check_number_of(self.effects)
        if any(effect.is_launched for effect in self.effects):
            raise ValueError("'effects' must not launch anything: that is for the missile of a monster")

    @property
    def spell(self) -> str:
        """Its name, if it is a spell; empty otherwise."""
        return self.called if self.magic else ""

    @property
    def reaches_far(self) -> bool:
        """Whether its effects reach a foe, or summon monsters."""
        return self.at == "foe" or any(isinstance(effect, Summon) for effect in self.effects)

    @property
    def wounds(self) -> Sequence[Effect]:
        """Its effects, if they apply to a foe."""
        return self.effects if self.at == "foe" else ()

    @property
    def fuse(self) -> tuple[ConditionKind, int] | None:
        """The bursting condition that it gives itself, and the rounds until then."""
        given = (each for each in self.effects if isinstance(each, Afflict) and each.condition.bursts)
        lit = next(given, None) if self.at == "self" else None
        return None if lit is None else (lit.condition, amount_at(lit.turns, 0))

    def effort(self) -> int:
        """Return 1 plus the effort of its effects."""
        return 1 + sum(effect.effort() for effect in self.effects)

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the command, if it is ready and has a target."""
        if foe is None or not actor.is_ready(self.called, world.round):
            return None
        if chebyshev_distance(actor.at, foe.at) < self.least or not sees(world, actor, foe, self.range):
            return None
        target = {"self": actor, "foe": foe}.get(self.at) or self._hurt_fellow(world, actor)
        if target is None:
            return None
        if self.first and self.called not in actor.cooldowns:
            actor.cooldowns[self.called] = world.round + self.first
            return None
        return WithCooldown(Perform(self.effects, target.at, self.deed), self.called, self.every)

    def _hurt_fellow(self, world: World, actor: Actor) -> Actor | None:
        """Return the member of its horde in view with the most lost hit points, the first among equals."""
        hurt = [each for each in members(world, actor) if each.hit_points < each.max_hit_points]
        near = [each for each in hurt if sees(world, actor, each, self.range)]
        return max(near, key=lambda each: each.max_hit_points - each.hit_points, default=None)


@named("wind_up")
@frozen
class WindUp(Behaviour):
    """Raise a weapon next to a foe, and attack the foe's cell a turn later, whichever actor is then on it.

    With `follows`, it keeps the weapon raised, and attacks as soon as a foe is adjacent.
    """

    deed: str = shown(default="raises its weapon")
    """The message when it raises its weapon."""
    follows: bool = added(default=False)
    """Whether it follows a foe that steps away, with the weapon raised."""
    lowered_by: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """With `follows`, the damage at one time that makes it lower the weapon; 0 for never."""
    weapon: str = shown(default="weapon")
    """With `follows`, the name of the weapon."""
    lowered: str = shown(default="lowers its weapon")
    """The message when it lowers its weapon."""

    @property
    def winds_up(self) -> bool:
        """True."""
        return True

    @property
    def raises(self) -> Raised | None:
        """The weapon, if it follows foes with it."""
        return Raised(self.weapon, self.lowered_by, self.lowered) if self.follows else None

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the attack, or the raising of the weapon; None on the way to a foe."""
        if self.follows and actor.aims_at is not None:
            actor.aims_at = None if foe is None else foe.at
        aim = actor.aims_at
        if aim is not None and chebyshev_distance(actor.at, aim) <= 1:
            return StrikeCell(aim)
        if aim is not None and self.follows:
            return None
        actor.aims_at = None
        if foe is None or chebyshev_distance(actor.at, foe.at) > 1:
            return None
        return RaiseWeapon(foe.at, self.deed)


@named("mend")
@frozen
class Mend(Behaviour):
    """Regenerate `amount` hit points each round.

    It does so only in terrain of `within`, if given, and not for `unless_burned` rounds after fire damages it.
    """

    amount: int = attrs.field(validator=[ge(1), le(MAX_HIT_POINTS)])
    within: tuple[TerrainName, ...] = ()
    unless_burned: int = attrs.field(default=0, validator=[ge(0), le(MAX_TURNS)])

    moods = frozenset(Mood)

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Heal once a round; return None, so that the next behaviour chooses the command."""
        if actor.hit_points == actor.max_hit_points or not actor.is_ready(self.name, world.round):
            return None
        burned = actor.burned_on is not None and world.round - actor.burned_on < self.unless_burned
        here = (terrain.name for terrain in world.level.layers_at(actor.at))
        if not burned and (not self.within or any(name in self.within for name in here)):
            actor.cooldowns[self.name] = world.round + 1
            heal(world, actor, self.amount, told=False)
        return None
