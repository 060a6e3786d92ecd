"""The part of a game that front-ends can read: the player's knowledge, and the log."""

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
"""The name of players who have not chosen one."""


class Animation(Protocol):
    """Animation over several ticks: projectiles, and the glow of bursts."""

    @property
    def is_on(self) -> bool:
        """Whether it needs more ticks."""

    def begin_tick(self, flying: Iterable[tuple[Projectile, Glyph]]) -> None:
        """Fade by a tick, and record the projectiles, with their looks to the player, before the game ticks."""

    def end_tick(self, projectiles: Sequence[Projectile]) -> None:
        """Record which projectiles have landed."""

    def burst(self, cells: tuple[Point, ...]) -> None:
        """Light up cells."""

    def warn(self, where: Direction, turn: int) -> None:
        """Mark a direction in which enemies wait, during `turn`."""

    def clear(self) -> None:
        """End the animation."""


class NoAnimation:
    """No animation."""

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
    """A game as its player perceives it: narrates events, and changes the game only by ticks."""

    game: Game
    name: str = ""
    """The player's name; empty, or "you", if they have none."""
    narration: Narration = attrs.field(
        default=attrs.Factory(lambda self: Narration.of(self.game.world), takes_self=True)
    )
    """The log and the health record, built from events."""
    advice: Advice = attrs.field(
        default=attrs.Factory(lambda self: Advice(self.narration, self.game.world.player.at), takes_self=True)
    )
    choices: LastChoices = attrs.field(factory=LastChoices)
    pointer: Pointer = attrs.field(factory=Pointer)
    spoiled: bool = False
    """Whether hidden parts of the game were revealed during play, so that its score is marked."""
    seeded: bool = False
    """Whether the player chose the seed, so that the score is ranked separately."""
    is_practice: bool = False
    """Whether the game is neither saved nor scored."""
    ends_with_session: bool = False
    """Whether the game cannot be continued in another session, as for guests."""
    begun_in: int | None = None
    """The edition in which the game was begun, if it differs from the present one; then it is not ranked."""
    animation: Animation = attrs.field(factory=NoAnimation)
    """The front-end's animation between two commands."""
    _seen: tuple[Game, int, Observation] | None = attrs.field(init=False, default=None)
    """Cached observation, with its game and number of steps: it is read several times a frame."""
    _levels: tuple[Game, int, list[tuple[str, str]]] | None = attrs.field(init=False, default=None)
    """Cached lines about the levels, with their game and number of steps."""
    _facts: tuple[Game, int, dict[tuple[Point, str] | int, str]] | None = attrs.field(init=False, default=None)
    """Cached facts about cells in view and inventory slots, with their game and number of steps."""
    _ground: tuple[Game, int, list[Sighting]] | None = attrs.field(init=False, default=None)
    """Cached features and terrain in view, with their game and number of steps."""
    _level_texts: LevelTexts = attrs.field(init=False, factory=LevelTexts)
    _noticed: NoticedMonsters = attrs.field(init=False, factory=NoticedMonsters)
    _company: Company = attrs.field(init=False, factory=Company)
    """The known allies and the reports about them."""
    _departures: Departures = attrs.field(init=False, factory=Departures)
    """The enemies in view and the reports about them."""
    _misses_ally: bool = attrs.field(init=False, default=False)
    """Whether an ally was reported since the last `take_missed`."""

    @property
    def log(self) -> MessageLog:
        """The message log."""
        return self.narration.log

    @property
    def presentation(self) -> Presentation:
        """The behaviours of front-ends for this game's rule set."""
        return presentation(self.world.ruleset)

    @property
    def score(self) -> int:
        """The present score."""
        return score_of(self.world)

    @property
    def world(self) -> World:
        """The present world."""
        return self.game.world

    @property
    def seen(self) -> Observation:
        """The player's present knowledge; screens show nothing else."""
        game, steps, seen = self._seen or (None, 0, None)
        if seen is None or game is not self.game or steps != game.steps:
            seen = observe(self.world)
            self._seen = self.game, self.game.steps, seen
            self._noticed.note(seen)
        return seen

    @property
    def levels(self) -> list[tuple[str, str]]:
        """A name and a line of facts for each visited level, by depth."""
        game, steps, told = self._levels or (None, 0, None)
        if told is None or game is not self.game or steps != game.steps:
            told = self._level_texts.told(self.world)
            self._levels = self.game, self.game.steps, told
        return told

    def facts(self, row: Sighting) -> str:
        """Return facts about a sighting in sentences; they change with commands, not during flights."""
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
        """Return the other visited levels, as the player knows them, by depth."""
        return [visited_level(self.world, depth) for depth in sorted(self.world.frozen)]

    def carried_facts(self, row: InventoryRow) -> str:
        """Return facts about a carried item in sentences, cached like those of sightings."""
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
        """The gas, features and unusual terrain in view, cached like the facts."""
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
        """The player's name, or "You", at the beginning of a sentence."""
        return "You" if self.name in {"", NOBODY} else self.name

    @property
    def is_moving(self) -> bool:
        """Whether a flight or animation is under way, so that ticks are needed."""
        return self.game.in_flight or self.animation.is_on

    def tick(self) -> list[AnyEvent]:
        """Fade flashes and move projectiles by one tick; return the events."""
        self.animation.begin_tick([(each, self._look_of(each)) for each in self.world.level.projectiles])
        self.game.tick()
        return self.take_events()

    def _look_of(self, projectile: Projectile) -> Glyph:
        """Return the glyph of a projectile as the player knows it."""
        item = projectile.item
        return projectile.glyph if item is None else known_kind(self.world, item.kind).glyph

    @property
    def now(self) -> Moment:
        """The present moment of the game, for reports in the log."""
        return moment(self.world, self.seen)

    def begin(self, before: Moment) -> None:
        """Continue with the events after a moment, whose own content counts as known."""
        seen = before.seen
        self.narration.begin(HealthRecord(seen.turn, seen.me.hit_points, seen.me.max_hit_points))
        self._departures, self._company = Departures(), Company()
        self._departures.news(seen, before.alive)
        self._company.news(seen, before.allies)

    def take_events(self) -> list[AnyEvent]:
        """Take the events from the game's queue, and narrate new ones."""
        events = self.narration.news(self.game.take_events())
        self.animation.end_tick(self.world.level.projectiles)
        self.log.take_stop()  # messages between two commands stop nothing
        self.take_missed()
        self.tell(events)
        if self.choices.accepted and not self.seen.enemies:
            self.choices.accepted.clear()
        return events

    def notify(self, sentence: str) -> None:
        """Log a notice of the program."""
        self.narration.notify(sentence)

    def say(self, key: str) -> None:
        """Log a screen's own message in the rule set's words, if it has any."""
        self.narration.say(self.world.ruleset.messages["screens"][key])

    def say_refusal(self, reason: Reason) -> None:
        """Log why a screen refuses a request, in the rule set's words, if it has any."""
        self.narration.say(self.world.ruleset.messages["refused"][reason])

    def retell(self, events: Iterable[AnyEvent], after: Moment | None = None) -> None:
        """Log past events without flashes, as not new.

        `after` is the moment after them; None for the present.
        """
        self.tell(self.narration.news(events), after)
        self.animation.clear()
        self.log.fresh = 0

    def tell_beginning(self) -> None:
        """Log the opening message of a game resumed before its first command."""
        if not self.log.entries:
            self.retell([Started(), *(came_into_view(self.world, each) for each in self.world.visible_monsters())])

    def tell(self, events: Iterable[AnyEvent], after: Moment | None = None) -> None:
        """Log and animate events, then report enemies and allies that went out of view."""
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
        """Log enemies and allies that went out of view, and badly wounded allies."""
        seen = after.seen
        if seen.outcome is not None or not seen.ruleset.has_moods:
            return
        for message in self._departures.news(seen, after.alive):
            self.log.add(message)
        for sentence in self._company.news(seen, after.allies):
            self.notify(sentence)
            self._misses_ally = True

    def take_missed(self) -> bool:
        """Return whether an ally was reported since the last call."""
        misses, self._misses_ally = self._misses_ally, False
        return misses

    def _note_taken_off(self, item: Named) -> None:
        """Record the weapon taken off, for the key that equips it again."""
        kind = item.kind if isinstance(item, ItemRef) else item
        if kind.equips == "weapon":
            self.choices.unwielded = item
