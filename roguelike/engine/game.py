"""The game: commands go in, events come out, turns and ticks pass in between."""

from __future__ import annotations

import collections
import contextlib
import itertools
from typing import TYPE_CHECKING

from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.events import (
    PLAYER_ID,
    ActorRef,
    Bumped,
    CameIntoView,
    CannotDo,
    Reason,
    Refused,
    Started,
    TurnEnded,
    Won,
)
from roguelike.engine.level_plan import MOST_ITEMS, MOST_MONSTERS, NoLevel
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.combat import remove_dead
from roguelike.engine.rules.conditions import is_confused, recover, spend_confused_turn
from roguelike.engine.rules.flight import advance_projectiles
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.snapshot import digest
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.level import Level
from roguelike.engine.state.world import World

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan
    from roguelike.engine.state.world import Outcome

TURN = 100
"""The energy that a turn takes; a speed of 100 gives as much each round."""

MOST_DONE = MOST_MONSTERS
"""The most that all monsters do within a turn of the player; fast ones and those that throw count as many."""

PLAY_STREAM, LEVEL_STREAM = 0, 1
"""Play and every level draw from streams of their own, so that play never changes a level."""


class Game:
    """One game: `submit` a command, `update`, and `tick` every 33 ms while something is `in_flight`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.commands: collections.deque[Command] = collections.deque()

    @property
    def events(self) -> collections.deque[AnyEvent]:
        """What has happened and has not been taken out of the queue yet, oldest first."""
        return self.world.events

    @property
    def in_flight(self) -> bool:
        """Whether anything flies; every command is refused until it has landed."""
        return bool(self.world.level.projectiles)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.world.outcome

    def start(self) -> None:
        """Tell that the game begins, and which monsters are in view."""
        self.world.emit(Started())
        self._spot()

    def submit(self, command: Command) -> None:
        """Queue a command of the player."""
        self.commands.append(command)

    def update(self) -> None:
        """Perform the queued commands; after each that took a turn the monsters act, unless something flies."""
        while self.commands:
            self._perform(self.commands.popleft())

    def tick(self) -> None:
        """Let everything that flies move one cell; when the last has landed, the turn goes on."""
        if self.in_flight:
            advance_projectiles(self.world)
            self._go_on()

    def play(self, command: Command) -> list[AnyEvent]:
        """Perform a command, wait until nothing flies, and give every event in the queue."""
        self.submit(command)
        self.update()
        while self.in_flight:
            self.tick()
        events = list(self.events)
        self.events.clear()
        return events

    def digest(self) -> str:
        """Return a hash of everything that is saved: equal games have equal digests everywhere."""
        return digest(self.world)

    def _perform(self, command: Command) -> None:
        world = self.world
        if world.outcome is not None:
            world.emit(Refused(Reason.GAME_OVER))
        elif self.in_flight:
            world.emit(Refused(Reason.IN_FLIGHT))
        elif isinstance(command, Move) and is_confused(world.player):
            self._stagger()
        else:
            try:
                world.monsters_due = command.perform(world, world.player)
            except CannotDo as refusal:
                world.emit(Refused(refusal.reason, refusal.item))
                return
            self._go_on()

    def _stagger(self) -> None:
        """Have the confused player step anywhere; even a wall takes the turn."""
        world = self.world
        try:
            world.ruleset.confused.choose(world, world.player).perform(world, world.player)
        except CannotDo:
            world.emit(Bumped(world.player.ref))
        world.monsters_due = True
        self._go_on()

    def _go_on(self) -> None:
        """Go on with the turn as far as nothing flies and the game is not decided."""
        world = self.world
        if world.outcome is None and world.monsters_due and not self.in_flight:
            world.monsters_due = False
            self._act_all()
            if world.outcome is None:
                self._end_turn()
        if world.outcome is not None:
            world.turn += 1  # the turn that decided it counts, though nobody else acts in it
            self._bury_the_dead()
            world.level.projectiles.clear()
            world.monsters_due = False
            if world.outcome == "won":
                world.emit(Won())

    def _act_all(self) -> None:
        """Let rounds pass, in which every monster acts as its speed allows, until the player may act again."""
        world = self.world
        player = world.player
        forget_distances(world)
        player.energy -= TURN
        while player.energy < TURN and world.outcome is None:
            player.energy += player.kind.speed
            for actor in tuple(world.level.actors):
                if actor is player:
                    continue
                actor.energy += actor.kind.speed
                while actor.energy >= TURN and actor.is_alive and world.outcome is None:
                    actor.energy -= TURN
                    self._act(actor)
        forget_distances(world)

    def _act(self, actor: Actor) -> None:
        """Let one monster have one turn; what it cannot do costs it the turn."""
        start = actor.at
        with contextlib.suppress(CannotDo):
            self._choose(actor).perform(self.world, actor)
        actor.idle_turns = actor.idle_turns + 1 if actor.at == start else 0

    def _choose(self, actor: Actor) -> Command:
        world = self.world
        if is_confused(actor):
            spend_confused_turn(actor)
            return world.ruleset.confused.choose(world, actor)
        if recover(world, actor) and world.ruleset.recovery_takes_turn:
            return Wait()
        mind = actor.kind.mind
        return Wait() if mind is None else mind.choose(world, actor)

    def _end_turn(self) -> None:
        world = self.world
        player = world.player
        if is_confused(player):
            spend_confused_turn(player)
        recover(world, player)
        self._bury_the_dead()
        world.turn += 1
        world.emit(TurnEnded(world.turn))
        self._spot()

    def _bury_the_dead(self) -> None:
        """Take away whoever died this turn, where the rule set let them lie so long."""
        for actor in [actor for actor in self.world.level.actors if not actor.is_alive]:
            remove_dead(self.world, actor)

    def _spot(self) -> None:
        """Tell of the monsters that have come into view since the last turn."""
        world = self.world
        seen = world.visible_monsters()
        for actor in seen:
            if actor.id not in world.in_view:
                world.emit(CameIntoView(actor.ref))
        world.in_view = frozenset(actor.id for actor in seen)


def new_game(ruleset: RuleSet, seed: int = 42) -> Game:
    """Begin a game: the same rule set and seed give the same game everywhere."""
    plan = ruleset.generator.generate(ruleset, PCG32(stream_seed(seed, LEVEL_STREAM, 1)))
    game = begin(ruleset, plan, seed, PCG32(stream_seed(seed, PLAY_STREAM)))
    game.start()
    return game


def begin(ruleset: RuleSet, plan: LevelPlan, seed: int, rng: PCG32) -> Game:
    """Put a plan's player and as many of its monsters and items as a level holds into a world of their own.

    Raises:
        NoLevel: the plan has no place for the player.
    """
    if plan.start is None:
        raise NoLevel("the level has no place for the player")
    level = Level(plan.grid, ruleset.terrain, bytearray(plan.terrain))
    shape = ruleset.inventory
    player = _newborn(PLAYER_ID, ruleset.player, plan.start, Inventory.empty(shape.slots, compact=shape.compact))
    player.energy = TURN
    level.add(player)
    for number, (kind, at) in enumerate(_those_in_time(plan, ruleset), start=PLAYER_ID + 1):
        level.add(_newborn(number, kind, at, Inventory.empty(0)))
    for item, at in plan.items[:MOST_ITEMS]:
        level.put(Item(item), at)
    world = World(ruleset, seed, rng, level, player)
    update_fov(world)
    return Game(world)


def _those_in_time(plan: LevelPlan, ruleset: RuleSet) -> list[tuple[ActorKind, Point]]:
    """Return the first of a plan's monsters, as many as can act within a turn of the player that is no pause."""
    monsters = plan.monsters[:MOST_MONSTERS]
    cells = min(plan.grid.width * plan.grid.height, (2 * ruleset.perception.reach + 1) ** 2)
    spent = itertools.accumulate(kind.speed * _most_done(kind, cells) for kind, _ in monsters)
    return [monster for monster, sum_ in zip(monsters, spent, strict=True) if sum_ <= MOST_DONE * ruleset.player.speed]


def _most_done(kind: ActorKind, cells: int) -> int:
    """Return what one turn of a monster comes to: its choice, with that many cells to search, and what it throws."""
    chosen = 1 if kind.mind is None else kind.mind.effort(cells)
    thrown = 0 if kind.missile is None else sum(effect.effort() for effect in kind.missile.effects)
    return chosen + thrown


def _newborn(number: int, kind: ActorKind, at: Point, inventory: Inventory) -> Actor:
    return Actor(ActorRef(number, kind), at, kind.hit_points, kind.hit_points, inventory)
