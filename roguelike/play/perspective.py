"""What a front-end may read of one game: the knowledge of the player, and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

from roguelike.classes import define
from roguelike.engine.events import Equipped, Exploded, Felt, ItemRef, Started
from roguelike.engine.game import Game
from roguelike.engine.geometry import Point
from roguelike.engine.known_level import visited_level
from roguelike.engine.observation import Moment, Observation, moment, observe
from roguelike.engine.rules.identity import known_kind
from roguelike.engine.rules.score import score_of
from roguelike.engine.turns import came_into_view
from roguelike.narration.advice import Advice
from roguelike.narration.examine import examine, ground_told, row_facts, sentences
from roguelike.narration.health import HealthRecord
from roguelike.narration.in_view import Sighting, ground_in_view
from roguelike.narration.levels import LevelTexts
from roguelike.narration.narrator import Narration
from roguelike.narration.noticed import NoticedMonsters
from roguelike.narration.presentation import presentation
from roguelike.play.company import Company
from roguelike.play.departures import Departures
from roguelike.play.last_choices import LastChoices
from roguelike.play.pointer import Pointer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roguelike.engine.events import AnyEvent, Named, Reason
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.known_level import VisitedLevel
    from roguelike.engine.state.projectile import Projectile
    from roguelike.engine.state.world import World
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.narration.message_log import MessageLog
    from roguelike.narration.presentation import Presentation

NOBODY = "you"
"""The name of those who have not chosen any."""


class Animation(Protocol):
    """What is shown for some ticks: what flies and comes down, and the glow of bursts."""

    @property
    def is_on(self) -> bool:
        """Whether ticks are needed for it to end."""

    def begin_tick(self, flying: Iterable[tuple[Projectile, Glyph]]) -> None:
        """Fade by a tick, and note what flies before the game ticks, and how it looks to the player."""

    def end_tick(self, projectiles: Sequence[Projectile]) -> None:
        """Note what has landed since."""

    def burst(self, cells: tuple[Point, ...]) -> None:
        """Light up cells."""

    def warn(self, where: Direction, turn: int) -> None:
        """Mark a direction in which enemies wait, for a turn."""

    def clear(self) -> None:
        """Show nothing any more."""


class NoAnimation:
    """Shows nothing between two commands."""

    is_on = False

    def begin_tick(self, flying: Iterable[tuple[Projectile, Glyph]]) -> None:
        """Show nothing."""

    def end_tick(self, projectiles: Sequence[Projectile]) -> None:
        """Show nothing."""

    def burst(self, cells: tuple[Point, ...]) -> None:
        """Show nothing."""

    def warn(self, where: Direction, turn: int) -> None:
        """Show nothing."""

    def clear(self) -> None:
        """Show nothing."""


@define
class Perspective:
    """One game as a player perceives it: it narrates what happened, and changes the game only by ticks."""

    game: Game
    name: str = ""
    """What the player is called; empty, or "you", for those who have no name."""
    narration: Narration = attrs.field(
        default=attrs.Factory(lambda self: Narration.of(self.game.world), takes_self=True)
    )
    """The log and the hit points, from the events."""
    advice: Advice = attrs.field(
        default=attrs.Factory(lambda self: Advice(self.narration, self.game.world.player.at), takes_self=True)
    )
    choices: LastChoices = attrs.field(factory=LastChoices)
    pointer: Pointer = attrs.field(factory=Pointer)
    spoiled: bool = False
    """Whether the game was looked into while it was in progress, so that its score is marked."""
    seeded: bool = False
    """Whether the player chose the seed, so that the score is ranked separately."""
    is_practice: bool = False
    """Whether nothing of the game is saved or scored."""
    ends_with_session: bool = False
    """Whether the game cannot be continued in another session: a guest's."""
    begun_in: int | None = None
    """The edition with which the game was begun, if it is played with another: then it is not ranked."""
    animation: Animation = attrs.field(factory=NoAnimation)
    """What the front-end shows of what happens between two commands."""
    _seen: tuple[Game, int, Observation] | None = attrs.field(init=False, default=None)
    """The observation after a number of steps of a game: it is read several times a frame."""
    _levels: tuple[Game, int, list[tuple[str, str]]] | None = attrs.field(init=False, default=None)
    """What is known of the levels after a number of steps of a game."""
    _facts: tuple[Game, int, dict[tuple[Point, str] | int, str]] | None = attrs.field(init=False, default=None)
    """What is known of cells in view, and of slots of the inventory, after a number of steps of a game."""
    _ground: tuple[Game, int, list[Sighting]] | None = attrs.field(init=False, default=None)
    """What was in view of the ground after a number of steps of a game."""
    _level_texts: LevelTexts = attrs.field(init=False, factory=LevelTexts)
    _noticed: NoticedMonsters = attrs.field(init=False, factory=NoticedMonsters)
    _company: Company = attrs.field(init=False, factory=Company)
    """The allies that the player knows of, and which of them were reported."""
    _departures: Departures = attrs.field(init=False, factory=Departures)
    """The enemies in view, and which of them were reported to go out of it."""
    _misses_ally: bool = attrs.field(init=False, default=False)
    """Whether an ally was reported that nobody has asked about."""

    @property
    def log(self) -> MessageLog:
        """The message log."""
        return self.narration.log

    @property
    def presentation(self) -> Presentation:
        """What a front-end does beyond a source document in this game."""
        return presentation(self.world.ruleset)

    @property
    def score(self) -> int:
        """What the game is worth by now."""
        return score_of(self.world)

    @property
    def world(self) -> World:
        """The world as it is now."""
        return self.game.world

    @property
    def seen(self) -> Observation:
        """What the player knows now: screens show nothing else."""
        game, steps, seen = self._seen or (None, 0, None)
        if seen is None or game is not self.game or steps != game.steps:
            seen = observe(self.world)
            self._seen = self.game, self.game.steps, seen
            self._noticed.note(seen)
        return seen

    @property
    def levels(self) -> list[tuple[str, str]]:
        """What the player knows of each level that they have been on, by rising depth: its name, and the rest."""
        game, steps, told = self._levels or (None, 0, None)
        if told is None or game is not self.game or steps != game.steps:
            told = self._level_texts.told(self.world)
            self._levels = self.game, self.game.steps, told
        return told

    def facts(self, row: Sighting) -> str:
        """Return in sentences what the player knows of something in view; it changes with commands, not in flight."""
        told, of = self._kept_facts(), (row.at, row.name)
        if of not in told:
            told[of] = self._told(row)
        return told[of]

    def _told(self, row: Sighting) -> str:
        if row.is_ground:
            return ground_told(self.seen, row.at, row.name)
        described = examine(self.seen, row.at)
        return "" if described is None else described.text

    def visited(self) -> list[VisitedLevel]:
        """Return the other levels on which the player has been, as they know them, by rising depth."""
        return [visited_level(self.world, depth) for depth in sorted(self.world.frozen)]

    def carried_facts(self, row: InventoryRow) -> str:
        """Return in sentences what the player knows of something that they carry, kept as long."""
        told = self._kept_facts()
        if row.slot not in told:
            told[row.slot] = sentences(row_facts(self.seen, row))
        return told[row.slot]

    def _kept_facts(self) -> dict[tuple[Point, str] | int, str]:
        game, steps, told = self._facts or (None, 0, {})
        if game is not self.game or (steps != game.steps and not game.in_flight):
            told = {}
            self._facts = self.game, self.game.steps, told
        return told

    @property
    def ground(self) -> list[Sighting]:
        """The gas, the features and the unusual terrain in view, which change as seldom as the facts."""
        game, steps, rows = self._ground or (None, 0, [])
        if game is not self.game or (steps != game.steps and not game.in_flight):
            rows = ground_in_view(self.seen)
            self._ground = self.game, self.game.steps, rows
        return rows

    @property
    def startled(self) -> Collection[int]:
        """The ids of the monsters in view that noticed the player in the last turn."""
        return self._noticed.startled(self.seen)

    @property
    def who(self) -> str:
        """What the player is called at the beginning of a sentence."""
        return "You" if self.name in {"", NOBODY} else self.name

    @property
    def is_moving(self) -> bool:
        """Whether something moves by itself, so that ticks are needed."""
        return self.game.in_flight or self.animation.is_on

    def tick(self) -> list[AnyEvent]:
        """Advance animations by one tick: fade flashes and move projectiles. Return the events."""
        self.animation.begin_tick([(each, self._look_of(each)) for each in self.world.level.projectiles])
        self.game.tick()
        return self.take_events()

    def _look_of(self, projectile: Projectile) -> Glyph:
        """Return how something that flies looks to the player."""
        item = projectile.item
        return projectile.glyph if item is None else known_kind(self.world, item.kind).glyph

    @property
    def now(self) -> Moment:
        """The game as it is now, for the reports in the log."""
        return moment(self.world, self.seen)

    def begin(self, before: Moment) -> None:
        """Go on with the events after a moment, of which nothing is news."""
        seen = before.seen
        self.narration.begin(HealthRecord(seen.turn, seen.me.hit_points, seen.me.max_hit_points))
        self._departures, self._company = Departures(), Company()
        self._departures.news(seen, before.alive)
        self._company.news(seen, before.allies)

    def take_events(self) -> list[AnyEvent]:
        """Take the events out of the game's queue, and narrate those that are news."""
        events = self.narration.news(self.game.take_events())
        self.animation.end_tick(self.world.level.projectiles)
        self.log.take_stop()  # what was said between two commands stops nothing
        self.take_missed()
        self.tell(events)
        if self.choices.accepted and not self.seen.enemies:
            self.choices.accepted.clear()
        return events

    def notify(self, sentence: str) -> None:
        """Log a notice of the program."""
        self.narration.notify(sentence)

    def say(self, key: str) -> None:
        """Say what a screen says of itself, in the rule set's words, if it has any for that."""
        self.narration.say(self.world.ruleset.messages["screens"][key])

    def say_refusal(self, reason: Reason) -> None:
        """Say why a screen does not even ask for something, in the rule set's words, if it has any for that."""
        self.narration.say(self.world.ruleset.messages["refused"][reason])

    def retell(self, events: Iterable[AnyEvent], after: Moment | None = None) -> None:
        """Log events that were not shown: no flashes, and nothing counts as new.

        `after` is the game after them; None if that is as it is now.
        """
        self.tell(self.narration.news(events), after)
        self.animation.clear()
        self.log.fresh = 0

    def tell_beginning(self) -> None:
        """Log the opening message for a game that is resumed before its first command."""
        if not self.log.entries:
            self.retell([Started(), *(came_into_view(self.world, each) for each in self.world.visible_monsters())])

    def tell(self, events: Iterable[AnyEvent], after: Moment | None = None) -> None:
        """Put events into words and flashes, and what they say nothing of: who went out of view by them."""
        events = list(events)
        self.narration.tell(events)
        self._departures.note(events)
        if not self.game.in_flight:
            self.narration.end_command()
            self._report(after or self.now)
        for event in events:
            if isinstance(event, Equipped) and event.who.is_player and not event.is_on:
                self._note_taken_off(event.item)
            if isinstance(event, Exploded) and event.seen:
                self.animation.burst(event.cells)
            if isinstance(event, Felt) and event.where is not None:
                self.animation.warn(event.where, self.world.turn)

    def _report(self, after: Moment) -> None:
        """Log which enemies and allies went out of view, and which allies are badly wounded."""
        seen = after.seen
        if seen.outcome is not None or not seen.ruleset.has_moods:
            return
        for message in self._departures.news(seen, after.alive):
            self.log.add(message)
        for sentence in self._company.news(seen, after.allies):
            self.notify(sentence)
            self._misses_ally = True

    def take_missed(self) -> bool:
        """Return whether an ally was reported since this was last asked."""
        misses, self._misses_ally = self._misses_ally, False
        return misses

    def _note_taken_off(self, item: Named) -> None:
        """Keep which weapon was in hand, for the key that equips it again."""
        kind = item.kind if isinstance(item, ItemRef) else item
        if kind.equips == "weapon":
            self.choices.unwielded = item
