"""What the screens of one game share: the game, what was told of it, and how it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.engine.events import (
    CameIntoView,
    ConditionBegan,
    Exploded,
    Harmed,
    Started,
    Struck,
    TurnEnded,
)
from roguelike.engine.game import Game
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.observation import Observation, observe
from roguelike.store.records import score_of
from roguelike.ui.aiming import Aimed
from roguelike.ui.camera import Camera
from roguelike.ui.flash import Flash
from roguelike.ui.game_log import GameLog
from roguelike.ui.health import HealthRecord
from roguelike.ui.hints import Hints
from roguelike.ui.layout import lay_out
from roguelike.ui.message_filter import as_warning
from roguelike.ui.narration import Message, Narrator, Span
from roguelike.ui.printable import printable
from roguelike.ui.underfoot import underfoot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roguelike.engine.events import AnyEvent, Reason
    from roguelike.engine.kinds.message_texts import Text
    from roguelike.engine.state.world import World
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.layout import Layout

NOTICE = (255, 215, 95)
"""The colour of what the program itself has to tell in a game."""
HOW_TO_HELP = " Press ? for help."
"""Ends the objective of a game; line mode has words of its own for that."""
NOBODY = "you"
"""The name of those who have not chosen any."""


@define
class Presenter:
    """One game as the screens show it: it tells what happened, and changes the game only by ticks."""

    game: Game
    name: str = ""
    """What the player is called; empty, or "you", for those who have no name."""
    log: GameLog = attrs.field(default=attrs.Factory(lambda self: GameLog(turn=self.game.world.turn), takes_self=True))
    camera: Camera = attrs.field(factory=Camera)
    flash: Flash = attrs.field(factory=Flash)
    narrator: Narrator = attrs.field(
        default=attrs.Factory(lambda self: Narrator(self.game.world.ruleset), takes_self=True)
    )
    health: HealthRecord = attrs.field(
        default=attrs.Factory(lambda self: HealthRecord.of(self.game.world), takes_self=True)
    )
    """For the end of the game."""
    hints: Hints = attrs.field(factory=Hints)
    """None are given unless the player is known."""
    highlight: int = 0
    """The chosen row of the item menus, kept from one opening to the next."""
    aimed: Aimed | None = None
    """What was aimed last, for the key that does it again."""
    accepted: set[ItemKind] = attrs.field(factory=set)
    """The items that are to be used in this fight though they hurt the player."""
    spoiled: bool = False
    """Whether the game was looked into while it was in progress, so that its score is marked."""

    hit_points_before: int = attrs.field(init=False)
    """The hit points of the player when the last turn began, for the health bar."""
    _hit_points: int = attrs.field(init=False)
    """The hit points when it ended."""
    _stood: Point = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.game.world.player.at, takes_self=True)
    )
    """Where the player stood when it was last told what lies there."""
    ended: int = attrs.field(init=False, default=0)
    """How many turns have ended: what the program notes after a turn still belongs to that."""
    _seen: tuple[Game, int, Observation] | None = attrs.field(init=False, default=None)
    """What the player knew after so many steps of a game: it is looked at several times a frame."""

    @hit_points_before.default
    @_hit_points.default
    def _hit_points_now(self) -> int:
        return self.world.player.hit_points

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
        return seen

    def origin(self, area: Rect) -> tuple[int, int]:
        """Return the level's cell that the top left of the map area shows."""
        world = self.world
        return self.camera.origin(world.level.grid, world.player.at, area, centred=world.ruleset.centred)

    @property
    def who(self) -> str:
        """What the player is called at the beginning of a sentence."""
        return "You" if self.name in {"", NOBODY} else self.name

    @property
    def is_moving(self) -> bool:
        """Whether something moves by itself, so that ticks are needed."""
        return self.game.in_flight or self.flash.is_on

    def layout(self, canvas: Canvas) -> Layout:
        """Divide the canvas for this level."""
        level = self.world.level
        has_status = bool(self.world.ruleset.status)
        return lay_out(canvas.width, canvas.height, level.width, level.height, has_status=has_status)

    def tick(self) -> list[AnyEvent]:
        """Advance animations by one tick: fade flashes and move projectiles. Return the events."""
        self.flash.begin_tick(self.world.level.projectiles)
        self.game.tick()
        return self.take_events()

    def take_events(self) -> list[AnyEvent]:
        """Take what happened out of the game's queue, and tell it."""
        events = self.game.take_events()
        self.flash.end_tick(self.world.level.projectiles)
        self.log.has_stop = False
        self.tell(events)
        if any(isinstance(event, TurnEnded) for event in events):
            self.hit_points_before, self._hit_points = self._hit_points, self._hit_points_now()
        if self.accepted and not self.seen.enemies:
            self.accepted.clear()
        return events

    def notify(self, sentence: str) -> None:
        """Log a notice of the program, in a colour that stands out."""
        self.log.add(Message((Span(printable(sentence), NOTICE, bold=True),)))

    def warn(self, sentence: str) -> None:
        """Log a warning."""
        self.log.add(as_warning(Message((Span(sentence),))))

    def say(self, key: str) -> None:
        """Say what a screen says of itself, in the rule set's words, if it has any for that."""
        self._say(self.world.ruleset.messages["screens"][key])

    def say_refusal(self, reason: Reason) -> None:
        """Say why a screen does not even ask for something, in the rule set's words, if it has any for that."""
        self._say(self.world.ruleset.messages["refused"][reason])

    def _say(self, text: Text) -> None:
        if text.template:
            self.log.add(self.narrator.say(text))

    def tell_underfoot(self, pick_up: str) -> None:
        """Log what lies underfoot and the key that picks it up; each thing only once."""
        at = self.world.player.at
        if at != self._stood:
            self._stood = at
            if (message := underfoot(self.seen, pick_up)) is not None:
                self.log.add(message)

    def give_hint(self, events: Sequence[AnyEvent], keys: Mapping[str, str]) -> None:
        """Log the most urgent hint that is due after these events, if any; `keys` maps actions to keys."""
        if hint := self.hints.next(self.seen, events, keys):
            self.notify(f"Hint: {hint}")

    def retell(self, events: Iterable[AnyEvent]) -> None:
        """Log events that were not shown: no flashes, and nothing counts as new."""
        self.tell(events)
        self.hit_points_before = self._hit_points = self._hit_points_now()
        self.flash.clear()
        self.log.fresh = 0

    def tell_beginning(self) -> None:
        """Log the opening message for a game that is resumed before its first command."""
        if not self.log.entries:
            self.retell([Started(), *(CameIntoView(actor.ref) for actor in self.world.visible_monsters())])
            self.log.turn = self.ended = self.world.turn

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Put events into words and flashes."""
        events = list(events)
        self.log.turn = _turn_of(events, self.ended)
        for event in events:
            message = self.narrator.tell(event)
            if message is not None:
                self.log.add(message)
            self.health.note(event)
            if isinstance(event, TurnEnded):
                self.ended = event.turn
            if isinstance(event, Started) and (objective := self.world.ruleset.objective):
                self.notify(f"{objective}{HOW_TO_HELP}")
            if isinstance(event, Exploded) and event.seen:
                self.flash.burst(event.cells)
        self.health.settle(self.world)
        if events:
            self.log.recent = self.log.fresh


def _turn_of(events: Sequence[AnyEvent], current: int) -> int:
    """Return how many turns had ended before these: it may be long before the present one."""
    for event in events:
        match event:
            case Started():
                return 0
            case TurnEnded(turn=turns):
                return turns - 1
            case _:
                pass
    return current


def is_danger(event: AnyEvent) -> bool:
    """Return whether the player will want to think again: hurt, confused, or seeing a new enemy."""
    match event:
        case CameIntoView():
            return True
        case Struck(target=victim) | Harmed(victim=victim):
            return victim.is_player
        case ConditionBegan(victim=victim):
            return victim.is_player
        case _:
            return False
