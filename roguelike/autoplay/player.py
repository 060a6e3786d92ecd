"""The policies `careless`, `careful` and `diver`, which play whole games with the players' automations."""

from __future__ import annotations

import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.automation import Automation, Stop
from roguelike.autoplay.memory import Memory
from roguelike.autoplay.policy import Stuck
from roguelike.autoplay.seek import MAX_MINDED
from roguelike.autoplay.tactics.choke import hide, hold_door, stand
from roguelike.autoplay.tactics.climb import let_come, outrun
from roguelike.autoplay.tactics.company import free, gather, nurse, plunge, raise_fallen
from roguelike.autoplay.tactics.deeds import throw_best, throw_best_without_fire, use_best, use_best_without_fire
from roguelike.autoplay.tactics.escape import escape, shelter
from roguelike.autoplay.tactics.fallback import fall_back, lie_in_wait
from roguelike.autoplay.tactics.fight import approach, follow, meet, shoot, strike, strike_if_held
from roguelike.autoplay.tactics.gear import doff, enchant, unburden, wear
from roguelike.autoplay.tactics.gifts import forge, give
from roguelike.autoplay.tactics.ground import lairs
from roguelike.autoplay.tactics.hop import hop_across, hop_away
from roguelike.autoplay.tactics.hunt import hunt
from roguelike.autoplay.tactics.hurl import hurl
from roguelike.autoplay.tactics.kindle import creep_up, kindle
from roguelike.autoplay.tactics.onward import (
    break_out,
    carries_the_goal,
    climb,
    explore,
    hurry,
    knows_the_way,
    leave,
    look_around,
    look_around_safely,
    press_on,
    seize,
    take,
)
from roguelike.autoplay.tactics.pace import cross
from roguelike.autoplay.tactics.recover import heal, refuel, strengthen, tend
from roguelike.autoplay.tactics.risen import abandon, bury, retire
from roguelike.autoplay.tactics.sample import gamble, sample
from roguelike.autoplay.tactics.scorch import scorch
from roguelike.autoplay.tactics.stealth import shade, stalk, stalk_openly, uncover
from roguelike.autoplay.tactics.survive import (
    evade,
    flee,
    is_hurt,
    pause,
    recover,
    rest,
    run_for_healing,
    step_aside,
    use,
)
from roguelike.autoplay.tactics.thieve import steal
from roguelike.autoplay.tactics.tolls import drink, kindle_lamps, press
from roguelike.autoplay.tactics.treasure import claim, lift, lift_key, run_out, unlock
from roguelike.autoplay.tactics.wade import dare, wade, wade_on
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import harmful_step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from roguelike.autoplay.tactics.tactic import Tactic
    from roguelike.engine.observation import Observation
    from roguelike.engine.rng import PCG32
    from roguelike.engine.state.actor import Actor

EARSHOT: Final = 10
"""Distance, in cells, beyond which sleepers are ignored."""
STUCK_AFTER: Final = 1500
"""Turns without progress after which a game is abandoned."""

CARELESS: Final[tuple[Tactic, ...]] = (use, strike, meet, follow, climb, explore, leave, look_around)
DIVER: Final[tuple[Tactic, ...]] = (heal, climb, seize, leave, press_on, look_around)
CAREFUL: Final[tuple[Tactic, ...]] = (
    heal,
    outrun,
    run_out,
    cross,
    strike_if_held,
    wade_on,
    break_out,
    shade,
    step_aside,
    refuel,
    use_best,
    throw_best,
    hop_away,
    escape,
    shelter,
    gamble,
    run_for_healing,
    drink,
    flee,
    hold_door,
    fall_back,
    stand,
    shoot,
    hurl,
    hide,
    kindle,
    creep_up,
    steal,
    stalk,
    forge,
    wear,
    hunt,
    strike,
    approach,
    raise_fallen,
    uncover,
    let_come,
    gather,
    climb,
    evade,
    bury,
    lie_in_wait,
    strengthen,
    tend,
    doff,
    unlock,
    claim,
    lift_key,
    hurry,
    retire,
    abandon,
    nurse,
    rest,
    pause,
    enchant,
    seize,
    press,
    unburden,
    take,
    give,
    free,
    explore,
    kindle_lamps,
    scorch,
    lift,
    press_on,
    recover,
    sample,
    plunge,
    leave,
    hop_across,
    wade,
    look_around_safely,
    dare,
)

WITHOUT: Final[Mapping[str, Mapping[Tactic, Tactic | None]]] = MappingProxyType(
    {
        "throwing": {
            shoot: None,
            hurl: None,
            throw_best: None,
            bury: None,
            kindle: None,
            creep_up: None,
            scorch: None,
        },
        "doors": {hold_door: None, stand: None, hide: None},
        "lamp": {stalk: stalk_openly},
        "fire": {
            bury: None,
            kindle: None,
            creep_up: None,
            scorch: None,
            use_best: use_best_without_fire,
            throw_best: throw_best_without_fire,
        },
        "allies": {free: None, plunge: None, raise_fallen: None, gather: None, nurse: None},
        "enchantment": {enchant: None},
    }
)
"""By name of a forbidden feature: the tactics that it removes, with their replacements or None."""


MAX_ON_LEVEL: Final[Mapping[Tactic, int]] = MappingProxyType(
    {
        lie_in_wait: 40,
        evade: 40,
        hide: 16,
        stalk: 80,
        stalk_openly: 80,
        fall_back: 80,
        flee: 60,
        retire: 120,
        shelter: 250,
        hop_across: 20,
        wade: 40,
        wade_on: 200,
        rest: 600,
        recover: 400,
        drink: 60,
        press: 80,
        steal: 60,
        cross: 120,
        plunge: 80,
        claim: 60,
        unburden: 10,
        lift_key: 120,
        scorch: 80,
        forge: 120,
        give: 150,
        kindle_lamps: 120,
        raise_fallen: 120,
        gather: 30,
        nurse: 100,
        creep_up: 60,
        unlock: 250,
    }
)
"""Maximum turns on a level for tactics that can go in circles."""


class Player:
    """Tries its tactics in order of urgency; an automation goes on until something new happens."""

    def __init__(self, tactics: Sequence[Tactic], rng: PCG32, without: Collection[str] = ()) -> None:
        self.keys = 0
        """Number of commands so far; an automation counts once."""
        self._memory = Memory(rng)
        self._tactics = [tactic for each in tactics if (tactic := _allowed(each, without)) is not None]
        self._last: tuple[int, Command] | None = None
        self._hit_points = 0
        self._met: set[int] = set()
        self._marks: set[tuple[int, bool]] = set()
        self._explored: dict[int, int] = {}
        self._news_on = 0

    def choose(self, seen: Observation) -> Command:
        """Return the command of the first tactic that applies; wait if none does or its command was just refused."""
        self.look(seen)
        known = self._minded(seen)
        commands = (self._command(tactic, known) for tactic in self._tactics)
        command = next((each for each in commands if each is not None and not _harms_ally(seen, each)), None)
        if command is None or self._last == (seen.turn, command):
            self._memory.running, command = None, Wait()
            self.keys += 1
        self._last = (seen.turn, command)
        return command

    def look(self, seen: Observation) -> None:
        """Update the memory from an observation, as `choose` does first.

        Raises:
            Stuck: there was no progress for `STUCK_AFTER` turns.
        """
        self._memory.look(seen)
        self._note(seen)

    def alternatives(self, seen: Observation) -> Iterator[tuple[str, Command]]:
        """Yield the name and command of every tactic that applies after a `look`, the most urgent first."""
        memory = self._memory
        try:
            for tactic in self._tactics:
                self._memory = memory.copied()
                command = self._command(tactic, self._minded(seen))
                if command is not None and not _harms_ally(seen, command):
                    yield tactic.__name__, command
        finally:
            self._memory = memory

    def copied(self) -> Player:
        """Return an independent copy, without the running automation."""
        twin = copy.copy(self)
        vars(twin).update(
            _memory=self._memory.copied(),
            _met=set(self._met),
            _marks=set(self._marks),
            _explored=dict(self._explored),
        )
        return twin

    def _minded(self, seen: Observation) -> Observation:
        """Return the observation with at most `MAX_MINDED` enemies, without swimmers and far sleepers.

        Monsters that never leave the water are not fought; instead, their shores are avoided if there is another path.
        """
        foes = [foe for foe in seen.foes if not foe.kind.swims and not _lies_far(seen, foe)]
        shores = 0 if carries_the_goal(seen) or self._memory.retreat is not None else lairs(seen)
        known = attrs.evolve(seen, foes=tuple(foes[:MAX_MINDED]), avoided=shores)
        if self._memory.daring and shores and not is_hurt(seen):
            self._memory.daring = not knows_the_way(known)
            if self._memory.daring:
                return attrs.evolve(known, avoided=0)
        return known

    def _command(self, tactic: Tactic, seen: Observation) -> Command | None:
        """Return the command of a tactic, and count the keys."""
        memory = self._memory
        if memory.followed[tactic.__name__] >= MAX_ON_LEVEL.get(tactic, MAX_TURNS):
            return None
        answer = tactic(seen, memory)
        if answer is None:
            return None
        goes_on = answer is memory.running
        command = _answer(answer, seen) if isinstance(answer, Automation) else answer
        if isinstance(command, Stop):
            memory.running = None
            return self._command(tactic, seen) if goes_on else None
        memory.followed[tactic.__name__] += 1
        memory.running = answer if isinstance(answer, Automation) else None
        self.keys += not goes_on
        return command

    def _note(self, seen: Observation) -> None:
        """Interrupt the automation after damage or a new enemy; raise `Stuck` after a long time without progress."""
        ids = {foe.id for foe in seen.foes}
        if seen.me.hit_points < self._hit_points or not ids <= self._met:
            self._memory.running = None
        explored = seen.level.explored.count(1)
        mark = (seen.depth, carries_the_goal(seen))
        if not ids <= self._met or mark not in self._marks or explored > self._explored.get(seen.depth, 0):
            self._news_on = seen.turn
        self._hit_points = seen.me.hit_points
        self._met |= ids
        self._marks.add(mark)
        self._explored[seen.depth] = max(explored, self._explored.get(seen.depth, 0))
        if seen.turn - self._news_on > STUCK_AFTER:
            raise Stuck


def _lies_far(seen: Observation, foe: Actor) -> bool:
    """Return whether an enemy sleeps too far away to hear the player."""
    return foe.mood is Mood.ASLEEP and chebyshev_distance(foe.at, seen.me.at) > EARSHOT


def _answer(automation: Automation, seen: Observation) -> Command | Stop:
    """Return the next command of an automation; a stop if enemies are in view, since automations ignore sleepers."""
    return Stop("") if seen.enemies else automation.next(seen)


def _harms_ally(seen: Observation, command: Command) -> bool:
    """Return whether a command swaps places with an ally and so harms it."""
    if not isinstance(command, Move) or not seen.allies:
        return False
    return any(not each.who.is_player for each in harmful_step(seen, command.direction))


def _allowed(tactic: Tactic, without: Collection[str]) -> Tactic | None:
    """Return a tactic or its replacement without the forbidden features; None if it is removed."""
    left: Tactic | None = tactic
    for feature in without:
        left = None if left is None else WITHOUT[feature].get(left, left)
    return left
