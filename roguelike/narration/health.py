"""The hit points of a player over a game, and the last blows that took them."""

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
    """What once took hit points from the player."""

    turn: int
    """The last one in which it did; the first turn of a game is 1."""
    by: str
    """The name of the monster or thing, or what sort of harm it was."""
    damage: int
    before: int
    after: int


@define
class HealthRecord:
    """The hit points after each turn, and the last blows; it receives every event in order."""

    turn: int
    """The turns that have ended."""
    hit_points: int
    most: int
    """The most that there can be."""
    by_turn: collections.deque[int] = attrs.field(
        default=attrs.Factory(lambda self: collections.deque([self.hit_points], MAX_TURNS), takes_self=True)
    )
    """The hit points after each turn, the last ones after `turn`."""
    blows: collections.deque[Blow] = attrs.field(factory=lambda: collections.deque(maxlen=BLOWS))

    @classmethod
    def of(cls, world: World) -> HealthRecord:
        """Begin a record with what is so now."""
        return cls(world.turn, world.player.hit_points, world.player.max_hit_points)

    @property
    def first_turn(self) -> int:
        """The turn after which the record begins; 0 where it is complete."""
        return self.turn - len(self.by_turn) + 1

    @property
    def values(self) -> list[int]:
        """The hit points turn by turn, and those at the moment."""
        return [*self.by_turn, self.hit_points]

    @property
    def before_last_turn(self) -> int:
        """The hit points when the last turn that has ended began, for the health bar."""
        return self.by_turn[-2 if len(self.by_turn) > 1 else -1]

    def note(self, event: AnyEvent) -> None:
        """Take note of what happened."""
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
        """Take note of a blow; what `lasts`, as poison does, is one blow as long as it goes on turn by turn."""
        before, self.hit_points = self.hit_points, max(0, self.hit_points - damage)
        turn, last = self.turn + 1, self.blows[-1] if self.blows else None
        if lasts and last is not None and last.by == by and turn - last.turn <= 1 and last.after == before:
            self.blows.pop()
            damage, before = damage + last.damage, last.before
        self.blows.append(Blow(turn, by, damage, before, self.hit_points))
