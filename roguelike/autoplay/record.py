"""The record of an automatic game, made from the world rather than from the policy's knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.player import Player
from roguelike.autoplay.policy import Policy
from roguelike.autoplay.tactics.deeds import burns
from roguelike.autoplay.uses import fights
from roguelike.classes import define, frozen
from roguelike.engine.commands import Command, Equip, ThrowFuel, ThrowItem, Use
from roguelike.engine.events import CameIntoView, Harm, Harmed, Improved, ItemRef, Refused, Strengthened, Struck
from roguelike.engine.game import Game
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.rules.climbing import has_prize
from roguelike.engine.rules.feats import entries_of
from roguelike.engine.rules.score import companions_of, deepest, kills_of, score_of, score_parts
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.world import Outcome

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.world import World

PLANS: Final = ("stabs", "fires", "burned", "killed by allies", "bolts", "companions out")
"""Counted tactics: sleepers killed in melee, fires thrown, enemies killed by fire and by allies, charges of staffs
fired, and allies that left with a winner."""
FUEL: Final = "oil"
"""The sort of items that feed the lamp."""


@frozen(kw_only=True)
class GameResult:
    """The result of a game."""

    turns: int
    outcome: Outcome | None
    """The outcome; None if the turns ran out or the policy was stuck."""
    digest: str
    """Digest of the world at the end."""
    seconds: float = attrs.field(eq=False)
    """Time of play by the clock, the only field that differs from run to run; not compared."""
    killer: str | None
    """The name of the kind that killed the player: their own for their own fire, None if they live."""
    kills: int
    """Number of monsters killed by the player."""
    depth: int
    """The last level."""
    deepest: int
    won: bool
    score: int
    score_parts: Mapping[str, int]
    """The parts of the score."""
    cause: str | None
    """The cause of death: the kind of monster for attacks and missiles, else the kind of harm."""
    maker: str | None
    """Name of the actor or thing that made the deadly fire, gas or condition; None if none did."""
    climbing: bool
    """Whether the player carried the goal of the game."""
    stuck: bool
    """Whether the policy was stuck."""
    items: Mapping[str, int]
    """Number of items used or thrown, by the true name of their kind."""
    enchanted: Mapping[str, int]
    """Number of enchantments, by the place where the item is worn, else its sort; `ally` for allies."""
    plan: Mapping[str, int]
    """Number of occurrences of each of `PLANS`."""
    flasks_thrown: int
    """Number of items of lamp fuel that were thrown."""
    oil: int | None
    """Oil left in the lamp; None without a lamp."""
    dark_turns: int
    """Turns with the lamp out on the way down, without the goal of the game."""
    first_danger_turn: int | None
    """The turn on which an enemy first came into view."""
    levels: Mapping[str, int]
    """Turns spent on each level, by depth."""
    keys: int
    """Number of commands; each automation counts once."""


@define
class Record:
    """A policy that records the commands of another one, and their results."""

    game: Game
    policy: Policy
    first_danger: int | None = None
    commands: int = 0
    items: Counter[str] = attrs.field(factory=Counter)
    enchanted: Counter[str] = attrs.field(factory=Counter)
    plan: Counter[str] = attrs.field(factory=Counter)
    flasks: int = 0
    levels: Counter[int] = attrs.field(factory=Counter)
    dark_turns: int = 0
    cause: str | None = None
    _asked: tuple[Command, ItemKind | None] | None = None
    _allies: frozenset[int] = frozenset()
    """The ids of the allies alive before the last command."""
    _turn: int = 0
    _depth: int = 1

    def choose(self, seen: Observation) -> Command:
        """Return the command of the other policy."""
        self._close()
        if self.first_danger is None and seen.enemies:
            self.first_danger = seen.turn
        self._allies = frozenset(each.id for each in seen.allies)
        command = self.policy.choose(seen)
        item = None
        if isinstance(command, Use | Equip | ThrowItem):
            item = self.game.world.player.inventory.at(command.slot)
        self._asked = (command, None if item is None else item.kind)
        self.commands += 1
        return command

    def tell(self, event: AnyEvent) -> None:
        """Record an event."""
        match event:
            case Refused():
                self._asked = None
            case CameIntoView(who=who) if self.first_danger is None and self._is_enemy(who.id):
                self.first_danger = self.game.world.turn
            case Struck(target=victim, attacker=attacker, fatal=True) if victim.is_player:
                self.cause = attacker.kind.name
            case Harmed(victim=victim, fatal=True) if victim.is_player:
                self.cause = self._cause(event)
            case Struck(target=victim, attacker=attacker, fatal=True) if attacker.id in self._allies:
                self.plan["killed by allies"] += victim.id not in self._allies
            case Harmed(victim=victim, harm=Harm.FIRE, fatal=True):
                self.plan["burned"] += victim.id not in self._allies
            case Improved(item=item):
                kind = item.kind if isinstance(item, ItemRef) else item
                self.enchanted[kind.equips or kind.sort] += 1
            case Strengthened(who=who) if not who.is_player and self._is_enchanting():
                self.enchanted["ally"] += 1
            case _:
                pass

    def result(self, seconds: float, *, stuck: bool) -> GameResult:
        """Return the result of the game."""
        self._close()
        world, outcome = self.game.world, self.game.outcome
        self.plan["stabs"] = sum(entries_of(world, "kills asleep").values())
        self.plan["companions out"] = companions_of(world) if outcome == "won" else 0
        return GameResult(
            turns=world.turn,
            outcome=outcome,
            digest=self.game.digest(),
            seconds=seconds,
            killer=_killer(world) if outcome == "died" else None,
            kills=kills_of(world),
            depth=world.depth,
            deepest=deepest(world),
            won=outcome == "won",
            score=score_of(world),
            score_parts=dict(score_parts(world)),
            cause=self.cause,
            maker=_maker(world),
            climbing=has_prize(world),
            stuck=stuck,
            items=dict(sorted(self.items.items())),
            enchanted=dict(sorted(self.enchanted.items())),
            plan={name: self.plan[name] for name in PLANS},
            flasks_thrown=self.flasks,
            oil=_oil(world),
            dark_turns=self.dark_turns,
            first_danger_turn=self.first_danger,
            levels={str(depth): turns for depth, turns in sorted(self.levels.items())},
            keys=self.policy.keys if isinstance(self.policy, Player) else self.commands,
        )

    def _close(self) -> None:
        """Count the results of the last command."""
        world = self.game.world
        self.levels[self._depth] += world.turn - self._turn
        if _oil(world) == 0 and not has_prize(world):
            self.dark_turns += world.turn - self._turn
        self._turn, self._depth = world.turn, world.depth
        command, kind = self._asked or (None, None)
        self._asked = None
        if command is not None and kind is not None:
            self.items[kind.name] += 1
            self.flasks += isinstance(command, ThrowItem) and kind.sort == FUEL
            self.plan["fires"] += isinstance(command, ThrowItem) and burns(kind)
            self.plan["bolts"] += isinstance(command, Use) and kind.recharge is not None and fights(kind)
        self.plan["fires"] += isinstance(command, ThrowFuel)

    def _is_enchanting(self) -> bool:
        """Return whether the last command used an enchantment, as allies also grow with each level."""
        kind = self._asked[1] if self._asked is not None else None
        return kind is not None and any(effect.needs_item for effect in kind.effects)

    def _is_enemy(self, number: int) -> bool:
        player, actors = self.game.world.player, self.game.world.level.actors
        return any(actor.id == number and actor.is_hostile(player) for actor in actors)

    def _cause(self, event: Harmed) -> str:
        means, tally = event.means, self.game.world.tally
        if event.harm is Harm.MISSILE and tally.killer:
            return tally.killer
        if means is not None and means.name in self.game.world.ruleset.gases:
            return "explosion" if event.harm is Harm.FIRE else "gas"
        if tally.maker is not None and tally.maker.gas:
            return "gas"
        if means is not None and (event.harm is Harm.OTHER or isinstance(means, TerrainKind)):
            return means.name
        return str(event.harm)


def _killer(world: World) -> str:
    """Return the name of the actor that killed the player, directly or indirectly, else of the means."""
    tally, maker = world.tally, world.tally.maker or Attribution()
    if tally.own or maker.own:
        return world.player.kind.name
    return tally.killer or maker.who or tally.means


def _maker(world: World) -> str | None:
    """Return the name of the actor or thing that indirectly killed the player; None if there is none."""
    maker = world.tally.maker or Attribution()
    return world.player.kind.name if maker.own else maker.who or maker.means or None


def _oil(world: World) -> int | None:
    """Return the fuel left in the lamp; None in rule sets without one."""
    fuel = world.ruleset.lamp
    return world.player.gauges.get(fuel, 0) if fuel else None
