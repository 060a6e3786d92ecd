"""Mean turns until enemies kill the player, with poison, shields and healing, by dynamic programming."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.events import Harm
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Hurt, stats_thrown
from roguelike.engine.rules.blows import on_player, suffered
from roguelike.engine.rules.immunity import is_immune

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

MAX_ROUNDS: Final = 150
"""Maximum length of a fight that is computed, in rounds."""
_NEVER: Final = 1e-6
_ALIVE: Final = 1e-3
"""Below this chance to be alive the player counts as dead."""

_Left = tuple[int, ...]
"""For each lasting condition, the rounds left."""
_Chances = dict[_Left, list[float]]
"""By rounds left of the conditions, the chance of each number of hit points except 0."""


@frozen
class Lasting:
    """A condition of the player that does damage each round or absorbs damage."""

    name: str
    damage: int
    absorbs: bool
    stacks: str
    most: int
    keeps_wounds: bool
    """Whether it prevents regeneration."""

    def again(self, left: int, turns: int) -> int:
        """Return the rounds left after it is inflicted again for `turns`."""
        if self.stacks == "add":
            return min(max(left, self.most), left + turns) if self.most else left + turns
        return turns if self.stacks == "replace" else max(left, turns)


@frozen
class Mending:
    """The player's regeneration."""

    amount: int
    """Progress each round; `rounds` of progress make a hit point."""
    rounds: int
    begun: int
    most: int
    """Maximum hit points."""


@frozen
class Attacker:
    """An enemy, as the forecast sees it: it attacks every time it can."""

    chances: tuple[float, ...]
    """The chance of 0, 1, 2, ... damage; the last includes all above it."""
    speed: int
    energy: int
    costs: tuple[int, ...]
    """The energy cost of each action of an attack; the last one hits."""
    phase: int
    """Index of its next action in `costs`."""
    adds: tuple[tuple[int, int], ...] = ()
    """The conditions that each hit inflicts, as pairs of index and turns."""


def turns_to_live(seen: Observation, foes: Sequence[Actor]) -> float | None:
    """Return the mean number of the player's turns until `foes` kill them; None beyond `MAX_ROUNDS`, 0 once dead."""
    if not seen.me.is_alive:
        return 0.0
    kinds = _lasting(seen, foes)
    left = tuple(seen.me.conditions[each.name].left if each.name in seen.me.conditions else 0 for each in kinds)
    attackers = tuple(_attacker(seen, foe, kinds) for foe in foes)
    rounds = _mean_rounds(seen.me.hit_points, tuple(kinds), left, attackers, _mending(seen))
    return None if rounds is None else rounds * seen.me.speed / TURN


def _mending(seen: Observation) -> Mending:
    me, rules = seen.me, seen.ruleset.mending
    if rules is None:
        return Mending(0, 1, 0, me.max_hit_points)
    return Mending(me.changed(me.max_hit_points, "mending"), rules.player, me.purse, me.max_hit_points)


def company(seen: Observation, foe: Actor) -> list[Actor]:
    """Return the enemies that can attack together with `foe`: all shooting hunters, and others as room permits."""
    others = [each for each in seen.enemies if each is not foe and seen.hunts(each)]
    level, me = seen.level, seen.me
    around = [me.at.step(direction) for direction in seen.ruleset.monster_directions]
    cells = [at for at in around if level.grid.contains(at) and level.is_walkable(at)]
    held = sum(1 for at in cells if (there := level.actor_at(at)) is not None and not there.is_hostile(me))
    shooters = [each for each in others if _shoots(seen, each)]
    near = [each for each in others if each not in shooters]
    return [*near[: max(0, len(cells) - held - (not _shoots(seen, foe)))], *shooters]


def _shoots(seen: Observation, foe: Actor) -> bool:
    return not seen.is_beside(foe) and stats_thrown(foe) is not None


def _lasting(seen: Observation, foes: Iterable[Actor]) -> list[Lasting]:
    """Return the damaging and absorbing conditions of the player and of the enemies' hits, sorted by name."""
    own = [each.kind for each in seen.me.conditions.values() if each.left and each.kind.counts == "rounds"]
    brought = [effect.condition for foe in foes for effect in foe.kind.on_hit if isinstance(effect, Afflict)]
    kinds = {kind.name: _read(seen, kind) for kind in (*own, *brought)}
    return [kinds[name] for name in sorted(kinds) if kinds[name].damage or kinds[name].absorbs]


def _read(seen: Observation, kind: ConditionKind) -> Lasting:
    me, harm = seen.me, seen.ruleset.harm
    effects = [effect for effect in kind.each if isinstance(effect, Hurt) and not is_immune(me, Harm(effect.harm))]
    damage = sum(suffered(effect.amount, harm) for effect in effects)
    return Lasting(kind.name, damage, kind.absorbs, kind.stacks, kind.adds_to, "mend" in kind.blocks)


def _attacker(seen: Observation, foe: Actor, kinds: Sequence[Lasting]) -> Attacker:
    me, shoots = seen.me, _shoots(seen, foe)
    stats = (stats_thrown(foe) if shoots else None) or foe.stats
    shield = sum(each.left for each in me.conditions.values() if each.kind.absorbs)
    dealt = on_player(seen.ruleset).chances(stats, me.stats, me.hit_points + shield - 1)
    share = 1.0 if foe.kind.mind is None else foe.kind.mind.strike_share(shoots=shoots)
    chances = [float(each) * share for each in dealt]
    chances[0] += 1 - share
    chances.append(max(0.0, 1 - sum(chances)))
    names = [each.name for each in kinds]
    brought = [effect for effect in foe.kind.on_hit if isinstance(effect, Afflict) and effect.condition.name in names]
    adds = [(names.index(effect.condition.name), amount_at(effect.turns, 0)) for effect in brought]
    costs = _costs(foe)
    phase = len(costs) - 1 if foe.aims_at is not None else 0
    return Attacker(tuple(chances), foe.speed, foe.energy, costs, phase, () if shoots else tuple(adds))


def _costs(foe: Actor) -> tuple[int, ...]:
    blow = TURN * foe.kind.blow_turns
    return (TURN, blow) if foe.kind.mind is not None and foe.kind.mind.winds_up else (blow,)


@functools.lru_cache(maxsize=256)
def _mean_rounds(
    hit_points: int, kinds: tuple[Lasting, ...], left: _Left, attackers: tuple[Attacker, ...], mending: Mending
) -> float | None:
    """Return the mean number of rounds until the player dies; None beyond `MAX_ROUNDS`."""
    states: _Chances = {left: [float(number == hit_points) for number in range(mending.most + 1)]}
    energy, phases = [each.energy for each in attackers], [each.phase for each in attackers]
    mean, purse = 0.0, mending.begun
    for _ in range(MAX_ROUNDS):
        alive = sum(map(sum, states.values()))
        if alive < _ALIVE:
            return mean
        mean += alive
        for number, attacker in enumerate(attackers):
            energy[number] += attacker.speed
            while energy[number] >= TURN:
                cost = attacker.costs[phases[number]]
                energy[number] -= cost
                strikes = phases[number] == len(attacker.costs) - 1
                phases[number] = (phases[number] + 1) % len(attacker.costs)
                states = _struck(states, attacker, kinds) if strikes else states
        states = _after_round(states, kinds)
        purse += mending.amount
        if purse >= mending.rounds:
            states, purse = _mended(states, kinds, purse // mending.rounds), purse % mending.rounds
    return None


def _struck(states: _Chances, attacker: Attacker, kinds: tuple[Lasting, ...]) -> _Chances:
    """Return the chances after one attack."""
    found: _Chances = {}
    for left, points in states.items():
        for damage, chance in enumerate(attacker.chances):
            if chance > _NEVER:
                after, taken = _absorbed(left, damage, kinds)
                _add(found, _afflicted(after, attacker, kinds) if taken else after, points, taken, chance)
    return found


def _absorbed(left: _Left, damage: int, kinds: tuple[Lasting, ...]) -> tuple[_Left, int]:
    """Return the shields left after damage, and the damage that passes them."""
    after = list(left)
    for number, kind in enumerate(kinds):
        if kind.absorbs:
            taken = min(after[number], damage)
            after[number], damage = after[number] - taken, damage - taken
    return tuple(after), damage


def _afflicted(left: _Left, attacker: Attacker, kinds: tuple[Lasting, ...]) -> _Left:
    after = list(left)
    for number, turns in attacker.adds:
        after[number] = kinds[number].again(after[number], turns)
    return tuple(after)


def _after_round(states: _Chances, kinds: tuple[Lasting, ...]) -> _Chances:
    """Return the chances after one round of all conditions."""
    if not kinds:
        return states
    found: _Chances = {}
    for left, points in states.items():
        if sum(points) < _NEVER:
            continue
        damage = sum(kind.damage for kind, rounds in zip(kinds, left, strict=True) if rounds)
        after, taken = _absorbed(left, damage, kinds)
        _add(found, tuple(max(0, rounds - 1) for rounds in after), points, taken, 1.0)
    return found


def _mended(states: _Chances, kinds: tuple[Lasting, ...], gained: int) -> _Chances:
    """Return the chances after regenerating `gained` hit points, unless a condition prevents it."""
    found: _Chances = {}
    for left, points in states.items():
        if any(rounds and kind.keeps_wounds for kind, rounds in zip(kinds, left, strict=True)):
            found[left] = points
        else:
            cut = len(points) - 1 - gained
            found[left] = [0.0] * (gained + 1) + [*points[1:cut], sum(points[cut:])] if cut > 0 else points
    return found


def _add(states: _Chances, left: _Left, points: list[float], damage: int, chance: float) -> None:
    """Add the chances `points`, shifted down by `damage` and scaled by `chance`, to `states`."""
    rest = points[damage + 1 :]
    known = states.get(left)
    if known is None:
        known = states[left] = [0.0] * len(points)
    known[1 : 1 + len(rest)] = [before + each * chance for before, each in zip(known[1:], rest, strict=False)]
