"""The world: everything that is saved, and its event queue."""

from __future__ import annotations

import collections
import enum
import itertools
from typing import TYPE_CHECKING, Any, Final, Literal

from roguelike.classes import define
from roguelike.engine.codecs import flag, integer, listed, member, one_of, optional, record, table
from roguelike.engine.events import PLAYER_ID, ActorRef, AnyEvent, Blinked, Moved, Noticed, Teleported
from roguelike.engine.geometry import Direction, chebyshev_distance, squared_distance
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.level_plan import MAX_MONSTERS
from roguelike.engine.rng import PCG32
from roguelike.engine.schema import MOST, Codec, Reading, derived, given, saved
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.arrival import MAX_ARRIVALS, Arrival
from roguelike.engine.state.frozen_level import FrozenLevel
from roguelike.engine.state.knowledge import Knowledge
from roguelike.engine.state.level import Level
from roguelike.engine.state.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.plain import Plain

Outcome = Literal["died", "won"]


_64_BITS: Final = (1 << 64) - 1
_MAX_TURNS: Final = 10**9
_set: Final = object.__setattr__


class Phase(enum.StrEnum):
    """The phases of a turn; `turns` says what happens in each."""

    COMMAND = "command"
    """The player chooses a command."""
    ACTORS = "actors"
    ENVIRONMENT = "environment"
    CLOSE = "close"
    OVER = "over"


def _chance() -> Codec[PCG32]:
    number = integer(0, _64_BITS)
    return Codec(lambda rng, _: rng.state, lambda part, reading: PCG32(number.read(part, reading)), number.wrong)


def _rising_ids() -> Codec[frozenset[int]]:
    """Return the codec of the ids of monsters, which are written in rising order."""
    numbers = listed(integer(PLAYER_ID + 1), MAX_MONSTERS)

    def read(part: Plain, reading: Reading) -> frozenset[int]:
        ids = numbers.read(part, reading)
        if any(after <= before for before, after in itertools.pairwise(ids)):
            raise part.wrong("rising numbers")
        return frozenset(ids)

    return Codec(lambda ids, _: sorted(ids), read, (*numbers.wrong, [3, 2], [2, 2], [PLAYER_ID]))


class Activity(enum.StrEnum):
    """The player's last activity, which decides their noise."""

    STILL = "still"
    WAIT = "wait"
    """Only waiting or searching; as loud as any other action without a step."""
    STEP = "step"
    BLOW = "blow"
    WORK = "work"


@define(eq=False)
class World:
    """The state of one game."""

    ruleset: RuleSet = given(lambda rules: rules)
    seed: int = saved(integer(0, _64_BITS))
    rng: PCG32 = saved(_chance())
    """The random numbers of play; levels draw from streams of their own."""
    level: Level = saved(record(Level))
    player: Actor = saved(record(Actor))
    """On the level, unless dead."""
    depth: int = saved(integer(1, DEEPEST), default=1)
    turn: int = saved(integer(0, _MAX_TURNS), default=0)
    """Turns of the player that have passed."""
    round: int = saved(integer(0, MOST), default=0)
    """Rounds that have passed on all levels together, in rule sets that count them; 0 in others."""
    next_id: int = saved(integer(), default=0)
    """The id of the next spawned actor, in rule sets that count rounds; 0 in others, which spawn none."""
    frozen: dict[int, FrozenLevel] = saved(table(integer(1, DEEPEST), record(FrozenLevel), DEEPEST), factory=dict)
    """The levels that the player has left, by depth."""
    arrivals: list[Arrival] = saved(listed(record(Arrival), MAX_ARRIVALS), factory=list)
    """Actors and items on the way to any level, in the order in which they left."""
    leaving: Exit | None = saved(optional(member(Exit)), default=None)
    """The exit by which the player leaves the level at the end of the turn; None while they stay."""
    phase: Phase = saved(member(Phase), default=Phase.COMMAND)
    acting: int = saved(integer(), default=0)
    """In the phase of the actors, the id of the acting monster: monsters with lower ids have acted in this round."""
    budget_spent: int = saved(integer(0, MOST), default=0)
    """The work of the rest of the level since the player's last command, in units of one effect on one cell."""
    outcome: Outcome | None = saved(optional(one_of("died", "won")), default=None)
    tally: Tally = saved(record(Tally), factory=Tally)
    knowledge: Knowledge = saved(record(Knowledge), factory=Knowledge)
    """What the player has learned of the kinds of items."""
    in_view: frozenset[int] = saved(_rising_ids(), default=frozenset())
    """The ids of the monsters that the player saw at the end of the last turn; only looked up, never iterated."""
    is_dimmed: bool = saved(flag(), default=False)
    """Whether something dimmed the player's light at the end of the last turn."""
    activity: Activity = saved(member(Activity), default=Activity.STILL)
    """The activity of the player's last command, in rule sets with noise."""
    noise: int = saved(integer(0, 10**4), default=0)
    """The noise radius of that activity, in steps."""
    events: collections.deque[AnyEvent] = derived(factory=collections.deque)
    """Events that have not been taken yet."""
    chain: int = derived(default=0)
    """The depth of the current chain of reactions; 0 outside of one."""
    caches: dict[str, Any] = derived(factory=dict)
    """Values that parts of the engine cache, each under a name of its own."""

    def emit(self, event: AnyEvent) -> None:
        """Emit an event, marked as seen if the player sees one of its cells."""
        level = self.level
        grid, visible, places = level.grid, level.visible, event.places()
        width, height, stride = grid.width, grid.height, grid.stride
        is_seen = not places
        for x, y in places:  # runs for every event: no calls
            if 0 <= x < width and 0 <= y < height and visible[(y + 1) * stride + x + 1]:
                is_seen = not (self.ruleset.hides_anyone and self._is_stealthy(event))
                break
        if not is_seen:
            _set(event, "seen", False)  # noqa: FBT003 -- in place: a copy would cost more than all the rest
        elif (
            self.ruleset.counts_rounds
            and not isinstance(event, (Moved, Blinked, Teleported))
            and (hidden := tuple([each.id for each in event.actors() if self._is_out_of_view(each)]))
        ):
            _set(event, "hidden", hidden)
        self.events.append(event)

    def new_id(self) -> int:
        """Return the id of a new actor."""
        self.next_id += 1
        return self.next_id - 1

    def _is_stealthy(self, event: AnyEvent) -> bool:
        """Return whether an event is a step of a hidden actor, or its noticing of the player."""
        if not isinstance(event, (Moved, Noticed)):
            return False
        actor = self.level.actor_of(event.who.id)
        return actor is not None and self.is_hidden(actor)

    def _is_out_of_view(self, who: ActorRef) -> bool:
        """Return whether the player does not see an actor: its cell is out of view, or it hides there."""
        if who.at is not None and not self.level.is_visible(who.at):
            return True
        actor = self.level.actor_of(who.id)
        return actor is not None and actor.at == who.at and self.is_hidden(actor)

    def is_hidden(self, actor: Actor) -> bool:
        """Return whether the player cannot see an actor even with its cell in view: it is too far away, or hides."""
        kind = actor.kind
        if not kind.hides or self.round < actor.shown_until or not actor.is_hostile(self.player):
            return False
        if actor.conditions and actor.has("revealed"):
            return False
        away = kind.unseen
        far = away is not None and chebyshev_distance(actor.at, self.player.at) > away
        if far and not self.player.light and not self.level.gases_at(actor.at):
            return True
        return any(terrain.name in kind.hides_in for terrain in self.level.layers_at(actor.at))

    def directions_of(self, actor: Actor) -> tuple[Direction, ...]:
        """Return the directions in which an actor can move."""
        return self.ruleset.directions if actor is self.player else self.ruleset.monster_directions

    @property
    def enemies_left(self) -> int:
        """The number of living enemies of the player on the level, seen or not."""
        player = self.player
        return len([each for each in self.level.actors if each.hit_points > 0 and each.is_hostile(player)])

    def visible_monsters(self) -> list[Actor]:
        """Return the monsters in view, nearest first; ids decide ties."""
        return self.by_distance([actor for actor in self.in_sight() if actor.hit_points])

    def in_sight(self) -> list[Actor]:
        """Return the actors that the player sees, by rising id, the dead and the player included."""
        visible = self.level.visible
        seen = [actor for actor in self.level.actors if visible[actor.cell]]
        return [actor for actor in seen if not self.is_hidden(actor)] if self.ruleset.hides_anyone else seen

    def by_distance(self, actors: Sequence[Actor]) -> list[Actor]:
        """Return these actors without the player, nearest to the player first."""
        player = self.player
        others = [actor for actor in actors if actor is not player]
        return sorted(others, key=lambda actor: squared_distance(player.at, actor.at)) if others else others
