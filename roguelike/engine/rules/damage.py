"""Damage, healing and death: the only places where hit points change, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import percent
from roguelike.engine.events import (
    Absorbed,
    Acted,
    ActorRef,
    BurnedUp,
    Crushed,
    Died,
    Harm,
    Harmed,
    Healed,
    LeftBehind,
    LostAlly,
    Mended,
    PushedAside,
    Strengthened,
    Struck,
)
from roguelike.engine.geometry import COMPASS, compass
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.blows import lessened
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.conditions import end
from roguelike.engine.rules.counting import note_death
from roguelike.engine.rules.fallen import falls, get_up, lay_low
from roguelike.engine.rules.hordes import lose
from roguelike.engine.rules.identity import described, known_kind
from roguelike.engine.rules.immunity import is_immune, is_resistant
from roguelike.engine.rules.moods import notice, startle
from roguelike.engine.rules.reach import forget_lurking
from roguelike.engine.rules.sides import end_duel, provoke
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_FIRE: Final = Harm.FIRE
_HELD: Final = Mood.HELD
_NOBODY: Final = Side.NONE
_DUELLING: Final = Mood.DUELLING
_ASLEEP: Final = Mood.ASLEEP


def hurt(world: World, victim: Actor, damage: int, harm: Harm | None, cause: Cause, *, is_quiet: bool = False) -> None:
    """Deal damage, emit it, and kill at 0 hit points; the dead are not affected.

    `harm` is None for a melee attack; without an attacker it counts as `Harm.OTHER`. A quiet attack alerts only its
    victim.
    """
    if not victim.hit_points or (victim.mood is _HELD and victim.is_statue):
        return
    sort = harm or Harm.OTHER
    if (victim.conditions or victim.kind.immune) and is_immune(victim, sort):
        return
    damage = _reduced(world, victim, damage, harm)
    if harm is _FIRE and damage and world.ruleset.counts_rounds:
        victim.burned_on = world.round
    left = victim.hit_points - damage
    if damage and victim.side is _NOBODY:
        provoke(world, victim, by_player=cause.who is not None and cause.who.is_player)
    fatal = left <= 0
    if fatal and falls(world, victim):
        _fall(world, victim, damage, harm, cause)
        return
    victim.hit_points = 0 if fatal else left
    _tell_harm(world, victim, damage, harm, cause, fatal=fatal)
    if fatal:
        die(world, victim, cause, harm)
        return
    if victim.aims_at is not None:
        _lower_weapon(world, victim, damage)
    if damage and (victim.mood is _ASLEEP or cause.who is not None) and victim.is_off_guard:
        _start_up(world, victim, cause, is_quiet=is_quiet)
    if damage and victim.kind.on_wound:
        react(world, victim.kind.on_wound, Cause(victim.ref, victim.at), victim.at)


def _tell_harm(world: World, victim: Actor, damage: int, harm: Harm | None, cause: Cause, *, fatal: bool) -> None:
    """Emit the event of an attack or of other damage."""
    sort = harm or Harm.OTHER
    if harm is None and cause.who is not None:
        world.emit(Struck(cause.who, victim.ref, damage, fatal))
    else:
        came_from = _came_from(world, victim, cause) if sort is Harm.MISSILE and victim.is_player else None
        world.emit(Harmed(victim.ref, damage, sort, cause.means, fatal, came_from))


def _fall(world: World, victim: Actor, damage: int, harm: Harm | None, cause: Cause) -> None:
    """Make an ally fall instead of dying."""
    _tell_harm(world, victim, damage, harm, cause, fatal=False)
    lay_low(world, victim)


def _reduced(world: World, victim: Actor, damage: int, harm: Harm | None) -> int:
    """Return damage after the rule set's percentage, resistance (at most 1 is left) and shields."""
    percent = world.ruleset.harm if victim.is_player else 100
    damage = lessened(damage, percent, resists=bool(victim.kind.resists) and is_resistant(victim, harm))
    for each in victim.conditions.values():
        if each.kind.absorbs and each.left:
            return _absorbed(world, victim, damage)
    return damage


def _start_up(world: World, victim: Actor, cause: Cause, *, is_quiet: bool) -> None:
    """Wake a wounded monster; alert it if the player did it, and its horde unless that was quiet."""
    if cause.who is not None and cause.who.is_player:
        (startle if is_quiet else notice)(world, victim)
    elif victim.mood is _ASLEEP:
        victim.mood = Mood.ROAMING


def _lower_weapon(world: World, victim: Actor, damage: int) -> None:
    """Make an actor lower its raised weapon, if the damage reaches its kind's threshold."""
    raised = None if victim.kind.mind is None else victim.kind.mind.raises
    if raised is not None and 0 < raised.lowered_by <= damage:
        victim.aims_at = None
        world.emit(Acted(victim.ref, raised.lowered))


def roll_damage(world: World, number: int) -> int:
    """Roll the rule set's damage dice for `number`, ignoring armour."""
    return world.ruleset.combat.damage_dice.roll(world.rng, number)


def heal(world: World, patient: Actor, amount: int, *, told: bool = True) -> None:
    """Restore up to `amount` hit points, never beyond the maximum, and emit it; the dead are not affected.

    Without `told`, as for the little that regeneration restores each turn, only the player's healing is emitted.
    """
    if not patient.is_alive:
        return
    if patient.is_fallen:
        if amount:
            get_up(world, patient, amount)
        return
    gained = min(amount, patient.max_hit_points - patient.hit_points)
    patient.hit_points += gained
    if told:
        world.emit(Healed(patient.ref, gained))
    elif gained and patient.is_player:
        world.emit(Mended(patient.ref, gained))


def strengthen(world: World, actor: Actor, amount: int) -> None:
    """Raise an actor's maximum HP by `amount`, and emit it."""
    actor.max_hit_points += amount
    world.emit(Strengthened(actor.ref, amount, actor.max_hit_points))


def regenerate(world: World, patient: Actor, rounds: int) -> None:
    """Regenerate one round's share of the maximum HP, all of which takes `rounds` rounds."""
    if patient.hit_points == patient.max_hit_points or patient.is_fallen:
        patient.purse = 0
    elif patient.hit_points and not (patient.conditions and patient.cannot("mend")):
        gained, patient.purse = divmod(patient.purse + patient.changed(patient.max_hit_points, "mending"), rounds)
        if gained:
            heal(world, patient, gained, told=False)


def die(world: World, victim: Actor, cause: Cause, harm: Harm | None = None) -> None:
    """Remove a dead actor and leave its remains; end the game if the death decides it."""
    died = Died(victim.ref, victim.at, cause.who, cause.means)
    forget_lurking(world.level, victim)
    world.emit(died)
    if not died.seen and victim.side is Side.PLAYER and not victim.summoner:
        world.emit(LostAlly(ActorRef(victim.id, victim.kind), is_dead=True))
    _count(world, victim, cause, harm)
    if victim.is_player or not world.ruleset.removes_dead_late:
        remove_dead(world, victim)
    if victim.is_player:
        world.outcome = "died"
    else:
        _leave(world, victim)
    for goal in world.ruleset.goals:
        world.outcome = world.outcome or goal.judge(world)


def _came_from(world: World, victim: Actor, cause: Cause) -> Direction | None:
    """Return the direction of the actor that caused harm; None if its cell is in view, or there is none."""
    at = None if cause.who is None else cause.who.at
    if at is None or at == victim.at or world.level.is_visible(at):
        return None
    return compass(victim.at, at)


def _absorbed(world: World, victim: Actor, damage: int) -> int:
    """Return the damage left after shielding conditions absorb their share; depleted ones end."""
    shields = [each for each in victim.conditions.values() if each.kind.absorbs and each.left]
    for shield in shields:
        taken = min(shield.left, damage)
        shield.left, damage = shield.left - taken, damage - taken
        if taken:
            world.emit(Absorbed(victim.ref, taken, shield.kind))
        if not shield.left:
            end(world, victim, [shield])
    return damage


def _leave(world: World, victim: Actor) -> None:
    """Drop a dead monster's loot, run its death effects and update its horde."""
    if victim.carries is not None:
        world.level.put(victim.carries, victim.at)
        world.emit(LeftBehind(victim.ref, described(world, victim.carries)))
        victim.carries = None
    if victim.kind.on_death:
        react(world, victim.kind.on_death, Cause(victim.ref, victim.at), victim.at)
    if victim.mood is _DUELLING:
        end_duel(world, victim)
    if world.ruleset.counts_rounds:
        lose(world, victim)


def _count(world: World, victim: Actor, cause: Cause, harm: Harm | None) -> None:
    """Record a death for the summary: the player's victim, or the cause of the player's death."""
    tally = world.tally
    if victim.is_player:
        tally.own = cause.who is not None and cause.who.is_player
        tally.killer = "" if cause.who is None or tally.own else cause.who.kind.name
        tally.means = cause.saved_means(world)
        if cause.who is None and world.ruleset.counts_rounds:
            tally.harm, tally.maker = harm or Harm.OTHER, cause.behind
    elif cause.is_own:
        tally.kills[victim.kind.name] = tally.kills.get(victim.kind.name, 0) + 1
    if not victim.is_player:
        note_death(world, victim, harm, by_player=cause.is_own)


def remove_dead(world: World, victim: Actor) -> None:
    """Remove a dead actor and leave its corpse, unless fire killed it and the corpse burns."""
    level, at = world.level, victim.at
    level.remove(victim)
    if (left := _remains(world, victim)) is None:
        return
    if left.burns and world.ruleset.counts_rounds and victim.burned_on == world.round:
        world.emit(BurnedUp(known_kind(world, left), 1, (at,)))
        return
    if not world.ruleset.piles:
        _make_room(world, at)
    level.put(Item.of(left), at)
    if left.portable:
        world.emit(LeftBehind(victim.ref, known_kind(world, left)))


def _make_room(world: World, at: Point) -> None:
    """Clear a cell for a corpse: push its item to a free neighbour; crush it if there is none or the rules say so."""
    level = world.level
    for item in tuple(level.items_at(at)):
        level.take(item, at)
        if not item.kind.portable:
            continue
        goal = None if world.ruleset.crushes else _free_cell_beside(level, at)
        if goal is None:
            world.emit(Crushed(known_kind(world, item.kind), at))
        else:
            level.put(item, goal)
            world.emit(PushedAside(known_kind(world, item.kind), at))


def _free_cell_beside(level: Level, at: Point) -> Point | None:
    """Return the first walkable neighbour without items, in compass order; None without one."""
    around = (at.step(direction) for direction in COMPASS)
    return next((cell for cell in around if level.is_walkable(cell) and not level.items_at(cell)), None)


def _remains(world: World, victim: Actor) -> ItemKind | None:
    for drop in victim.kind.drops:
        if percent(world.rng, drop.chance):
            return world.ruleset.items[drop.item]
    return victim.kind.corpse
