"""The game: commands in, events out, with turns and ticks between them."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

from roguelike.engine.events import (
    PLAYER_ID,
    Started,
)
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.level_plan import LevelRequest, NoLevel
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.identity import shuffled
from roguelike.engine.rules.levels import build_level, create_actor
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import digest
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.knowledge import Knowledge
from roguelike.engine.state.world import World
from roguelike.engine.turns import look, perform, tick

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.kits import Possession
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import Outcome

IDENTITY_STREAM = 2
PLAY_STREAM = 0
"""Number of the random stream of play; every level has its own stream."""


class Game:
    """One game: `submit` a command, `update`, and `tick` every 33 ms while something is `in_flight`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.commands: collections.deque[Command] = collections.deque()
        self.steps = 0
        """Commands and ticks so far: values computed since the last one are still valid."""

    @property
    def events(self) -> collections.deque[AnyEvent]:
        """The events that have not been taken yet, oldest first."""
        return self.world.events

    @property
    def in_flight(self) -> bool:
        """Whether a projectile is in flight; every command is refused until it has landed."""
        return bool(self.world.level.projectiles)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it is running."""
        return self.world.outcome

    def start(self) -> None:
        """Emit the start of the game and the monsters in view."""
        self.world.emit(Started())
        look(self.world)

    def submit(self, command: Command) -> None:
        """Queue a command of the player."""
        self.commands.append(command)

    def update(self) -> None:
        """Perform the queued commands; after each that took time the others act, unless a projectile is in flight."""
        while self.commands:
            self.steps += 1
            perform(self.world, self.commands.popleft())

    def perform(self, command: Command) -> None:
        """Perform a command immediately, after those in the queue."""
        self.submit(command)
        self.update()

    def tick(self) -> None:
        """Move every projectile by one cell; when the last has landed, time resumes."""
        self.steps += 1
        tick(self.world)

    def play(self, command: Command) -> list[AnyEvent]:
        """Perform a command, tick until nothing is in flight, and return all events in the queue."""
        self.perform(command)
        while self.in_flight:
            self.tick()
        return self.take_events()

    def take_events(self) -> list[AnyEvent]:
        """Return the events in the queue, oldest first, and empty it."""
        events = list(self.events)
        self.events.clear()
        return events

    def digest(self) -> str:
        """Return a hash of everything that is saved: equal games have equal digests everywhere."""
        return digest(self.world)


def new_game(ruleset: RuleSet, seed: int = 42, dice: int | None = None) -> Game:
    """Start a game: the same rule set, seed and dice give the same game on all machines.

    Levels depend only on the seed; the random numbers of play depend on `dice`, if given.
    """
    request = LevelRequest(seed)
    plan = ruleset.generator.generate(ruleset, request.chance(), request)
    game = begin(ruleset, plan, seed, PCG32(stream_seed(seed if dice is None else dice, PLAY_STREAM)))
    game.start()
    return game


def begin(ruleset: RuleSet, plan: LevelPlan, seed: int, rng: PCG32) -> Game:
    """Start a game on a planned level, with as many of its monsters and items as a level can hold.

    Raises:
        NoLevel: the plan has no place for the player.
    """
    if plan.start is None:
        raise NoLevel("the level has no place for the player")
    level = build_level(plan, ruleset, PLAYER_ID + 1)
    shape = ruleset.inventory
    pack = Inventory.empty(shape.slots, compact=shape.compact, keepsakes=ruleset.keepsakes)
    player = create_actor(PLAYER_ID, ruleset.player, plan.start, pack)
    player.energy, player.side = TURN, Side.PLAYER
    player.gauges = {name: gauge.start for name, gauge in ruleset.gauges.items()}
    level.add(player)
    for given in ruleset.possessions:
        _give(player, given, ruleset)
    # A separate stream, so that appearances never change the random numbers of play.
    looks = shuffled(ruleset, PCG32(stream_seed(rng.state, IDENTITY_STREAM)))
    world = World(ruleset, seed, rng, level, player, knowledge=Knowledge(looks, _known_from_the_start(ruleset)))
    if ruleset.counts_rounds:
        world.next_id = PLAYER_ID + 1 + len(plan.monsters)
    _bring_companions(world)
    update_fov(world)
    return Game(world)


def _give(player: Actor, given: Possession, ruleset: RuleSet) -> None:
    """Put a starting item into the player's pack."""
    item = Item.of(ruleset.items[given.item], given.number, given.plus)
    item.worn = given.worn
    player.inventory.insert(item)


def _known_from_the_start(ruleset: RuleSet) -> list[str]:
    """Return the disguised kinds of the starting items, rising."""
    return sorted({given.item for given in ruleset.possessions if ruleset.items[given.item].disguised})


def _bring_companions(world: World) -> None:
    """Spawn the starting allies near the player, as far as there is room."""
    for name in world.ruleset.companions:
        kind = world.ruleset.monsters[name]
        ally = spawn(world, kind, world.player.at, mood=Mood.FOLLOWING, side=Side.PLAYER)
        if ally is not None:
            follow(world, ally)
