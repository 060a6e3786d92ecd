"""Fights between two sides in an open room: monsters, or a player led by a bot, against monsters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.autoplay import POLICIES, POLICY_STREAM, play
from roguelike.balance.measures import Measure, share
from roguelike.balance.statistics import mean_interval
from roguelike.classes import frozen
from roguelike.engine.commands import Wait
from roguelike.engine.game import begin
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import LevelPlan, PlannedMonster
from roguelike.engine.parts.minds import Beast
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.state.actor import Side
from roguelike.english import counted, plural
from roguelike.toml_file import meant, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from roguelike.autoplay import Observation, Policy
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

PLAYER: Final = "player"
BOT: Final = "careful"
"""The policy of the player."""
ARENA_STREAM: Final = 1001
"""Number of the random stream of the fights; other streams have other numbers."""
NAMES: Final = " (for names: roguelike catalog --seeds 1-9 --find monster)"
LARGEST: Final = 20
"""Maximum monsters of a side."""
HEIGHT: Final = 15
"""Rows of the room."""
MARGIN: Final = 8
"""Columns behind each side."""
AWAY: Final = 40
"""Columns between the room and the closed cell of a player who does not fight, out of sight and hearing."""


@frozen
class Party:
    """A side of a fight."""

    name: str
    kind: ActorKind | None
    """The kind of its monsters; None for the player."""
    number: int = 1

    def full(self, ruleset: RuleSet) -> int:
        """Return the total HP of its members at the beginning."""
        return self.number * (ruleset.player if self.kind is None else self.kind).hit_points


@frozen
class Fight:
    """The end of a fight."""

    winner: int | None
    """Index of the winning side; None for a draw."""
    rounds: int
    hit_points: int
    """Total HP left of the winner's members."""


@frozen
class Arena:
    """Two sides for repeated fights."""

    ruleset: RuleSet
    parties: tuple[Party, Party]
    distance: int = 5
    """Distance between the sides, in cells."""
    rounds: int = 200
    """Rounds after which a fight is a draw."""

    def __attrs_post_init__(self) -> None:
        kinds = [party.kind for party in self.parties if party.kind is not None]
        if not kinds:
            raise ValueError("one side must be monsters")
        unfit = [kind.name for kind in kinds if not isinstance(kind.mind, Beast)]
        if unfit and len(kinds) == len(self.parties):
            raise ValueError(f"{unfit[0]}: it fights nobody but the player, so one side must be {PLAYER!r}")

    def fights(self, games: int, seed: int) -> Iterator[Fight]:
        """Yield the ends of `games` fights; the sides alternate in acting first, and swap places after every two."""
        for number in range(games):
            rng = PCG32(stream_seed(seed, ARENA_STREAM, number))
            policy: Policy = _Spectator()
            if any(party.kind is None for party in self.parties):
                policy = POLICIES[BOT](PCG32(stream_seed(seed, POLICY_STREAM, number)))
            yield self._fight(rng, policy, first=number % 2, left=number // 2 % 2)

    def _fight(self, rng: PCG32, policy: Policy, *, first: int, left: int) -> Fight:
        game = begin(self.ruleset, self._plan(first, left), 0, rng)
        if self.parties[1 - first].kind is None:
            game.play(Wait())
        for _ in play(game, policy, MAX_TURNS):
            if _rounds(game) >= self.rounds or len(self._alive(game)) < len(self.parties):
                break
        alive = self._alive(game)
        if len(alive) != 1:
            return Fight(None, _rounds(game), 0)
        return Fight(alive[0], _rounds(game), sum(each.hit_points for each in self._members(game, alive[0])))

    def _plan(self, first: int, left: int) -> LevelPlan:
        """Return the plan of the room; actors act in the order of the plan."""
        width = self.distance + 1 + 2 * MARGIN
        plan = LevelPlan(Grid(width + AWAY + 3, HEIGHT + 2))
        for y in range(1, HEIGHT + 1):
            for x in range(1, width + 1):
                plan.set_terrain(Point(x, y), FLOOR)
        for side in (first, 1 - first):
            front = 1 + MARGIN + (0 if side == left else self.distance)
            cells = [Point(front + (-step if side == left else step), y) for step in range(MARGIN) for y in _rows()]
            self._enter(plan, side, cells)
        if plan.start is None:
            plan.start = Point(width + AWAY + 1, 1 + HEIGHT // 2)
            plan.set_terrain(plan.start, FLOOR)
        return plan

    def _enter(self, plan: LevelPlan, side: int, cells: Sequence[Point]) -> None:
        party, foes = self.parties[side], self.parties[1 - side]
        if party.kind is None:
            plan.start = cells[0]
            return
        mood, camp = (Mood.HUNTING, 0) if foes.kind is None else (Mood.ROAMING, side + 1)
        for at in cells[: party.number]:
            leader = None if at == cells[0] else cells[0]
            plan.monsters.append(PlannedMonster(party.kind, at, mood, leader, camp=camp))

    def _members(self, game: Game, side: int) -> list[Actor]:
        """Return the living members of a side, including monsters that it summoned."""
        if self.parties[side].kind is None:
            return [game.world.player] if game.world.player.is_alive else []
        camp = 0 if self.parties[1 - side].kind is None else side + 1
        others = (each for each in game.world.level.actors if each.side is Side.MONSTERS)
        return [each for each in others if each.camp == camp and each.is_alive]

    def _alive(self, game: Game) -> list[int]:
        """Return the sides with living members; none if the player has left the room."""
        has_left = game.world.depth > 1
        return [] if has_left else [side for side in range(len(self.parties)) if self._members(game, side)]


def party_of(text: str, ruleset: RuleSet, kits: Collection[str] = ()) -> Party:
    """Parse a side: "orc", "3 jackals", "player", or one of the player's `kits`.

    Raises:
        ValueError: the text names no side; the message is a clause.
    """
    first, _, rest = text.strip().partition(" ")
    has_number = first.isascii() and first.isdigit()
    name, number = (rest.strip(), int(first[:9])) if has_number else (text.strip(), 1)
    if name == PLAYER or name in kits:
        if number != 1:
            raise ValueError(f"there is one {name}, not {number}")
        return Party(name, None)
    kinds = {kind.name.lower(): kind for kind in ruleset.monsters.values()}
    several = {plural(each): kind for each, kind in kinds.items()}
    if not has_number and name.lower() in several and name.lower() not in kinds:
        raise ValueError(f"{name}: how many? Give a number, such as '3 {name}'")
    kind = kinds.get(name.lower()) or several.get(name.lower())
    if kind is None:
        raise ValueError(f"there is no monster {shown(name)}{meant(name.lower(), kinds) or NAMES}")
    if not 1 <= number <= LARGEST:
        raise ValueError(f"a side has 1 to {LARGEST} monsters, not {number}")
    if kind.swims:
        raise ValueError(f"{kind.name}: it lives in water, and the room has none")
    return Party(counted(number, kind.name), kind, number) if number > 1 else Party(kind.name, kind)


def measures(fights: Sequence[Fight], arena: Arena) -> list[Measure]:
    """Return the measures of at least one fight."""
    names = [party.name for party in arena.parties]
    full = [party.full(arena.ruleset) for party in arena.parties]
    won = [[fight for fight in fights if fight.winner == side] for side in range(len(names))]
    drawn = [fight for fight in fights if fight.winner is None]
    left = [[fight.hit_points for fight in each] for each in won]
    return [
        *(share(f"wins_{side}", f"wins: {name}", won[side - 1], fights) for side, name in enumerate(names, 1)),
        share("draws", "draws", drawn, fights),
        _mean("rounds", "rounds, mean", [fight.rounds for fight in fights]),
        *(
            _mean(f"hp_left_{side}", f"HP left of {full[side - 1]}, wins only: {name}", left[side - 1])
            for side, name in enumerate(names, 1)
        ),
    ]


def _mean(key: str, label: str, values: Sequence[int]) -> Measure:
    if not values:
        return Measure(key, label, None)
    return Measure(key, label, Fraction(sum(values), len(values)), "", mean_interval(values))


class _Spectator:
    """The policy of a player who does not fight."""

    def choose(self, _: Observation) -> Command:
        """Wait."""
        return Wait()


def _rows() -> list[int]:
    """Return the rows of the room, from the middle outwards."""
    middle = 1 + HEIGHT // 2
    return sorted(range(1, HEIGHT + 1), key=lambda y: (abs(y - middle), y))


def _rounds(game: Game) -> int:
    """Return the rounds so far, or the turns in rule sets that count no rounds."""
    return game.world.round or game.world.turn
