"""The player's hit points over a game, and the last hits taken."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define, frozen
from roguelike.engine.events import Harmed, Healed, Mended, Strengthened, Struck, TurnEnded

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.world import World

MAX_TURNS: Final = 50_000
BLOWS: Final = 4


@frozen
class Blow:
    """Damage that the player took from one source."""

    turn: int
    """The last turn in which it did damage; the first turn of a game is 1."""
    by: str
    """The name of the monster or thing, else of the kind of harm."""
    damage: int
    before: int
    after: int


@define
class HealthRecord:
    """Hit points after each turn, and the last hits; it receives every event in order."""

    turn: int
    """Number of turns that have ended."""
    hit_points: int
    most: int
    """Maximum hit points."""
    by_turn: collections.deque[int] = attrs.field(
        default=attrs.Factory(lambda self: collections.deque([self.hit_points], MAX_TURNS), takes_self=True)
    )
    """Hit points after each turn; the last entry is those after `turn`."""
    blows: collections.deque[Blow] = attrs.field(factory=lambda: collections.deque(maxlen=BLOWS))

    @classmethod
    def of(cls, world: World) -> HealthRecord:
        """Begin a record with the present state of a world."""
        return cls(world.turn, world.player.hit_points, world.player.max_hit_points)

    @property
    def first_turn(self) -> int:
        """The turn after which the record begins; 0 if it is complete."""
        return self.turn - len(self.by_turn) + 1

    @property
    def values(self) -> list[int]:
        """The hit points after each turn, then the present ones."""
        return [*self.by_turn, self.hit_points]

    @property
    def before_last_turn(self) -> int:
        """The hit points at the beginning of the last ended turn, for the health bar."""
        return self.by_turn[-2 if len(self.by_turn) > 1 else -1]

    def note(self, event: AnyEvent) -> None:
        """Record an event."""
        match event:
            case TurnEnded(turn=turn):
                self.turn = turn
                self.by_turn.append(self.hit_points)
            case Struck(target=victim, damage=damage) if victim.is_player and damage:
                self._take(event.attacker.kind.name, damage)
            case Harmed(victim=victim, damage=damage) if victim.is_player and damage:
                by = event.means.name if event.means is not None and event.means.name else event.harm
                self._take(by, damage, lasts=True)
            case Strengthened(who=who, most=most) if who.is_player:
                self.most = most
            case Healed(who=who, amount=amount) | Mended(who=who, amount=amount) if who.is_player:
                self.hit_points += amount

    def _take(self, by: str, damage: int, *, lasts: bool = False) -> None:
        """Record damage; with `lasts`, as for poison, damage of consecutive turns is merged into one hit."""
        before, self.hit_points = self.hit_points, max(0, self.hit_points - damage)
        turn, last = self.turn + 1, self.blows[-1] if self.blows else None
        if lasts and last is not None and last.by == by and turn - last.turn <= 1 and last.after == before:
            self.blows.pop()
            damage, before = damage + last.damage, last.before
        self.blows.append(Blow(turn, by, damage, before, self.hit_points))
