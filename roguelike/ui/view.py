"""What the screens of one game share: the game, what was told, and what is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import (
    Burned,
    CameIntoView,
    Confused,
    Exploded,
    LightningStruck,
    MissileHit,
    Started,
    Struck,
)
from roguelike.engine.game import Game
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.store.records import score_of
from roguelike.ui.layout import lay_out
from roguelike.ui.log import MessageLog
from roguelike.ui.narration import Message, Narrator, Span
from roguelike.ui.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.world import World
    from roguelike.ui.canvas import Canvas, Rect
    from roguelike.ui.layout import Layout

FLASH_TICKS = 4
NOTICE = (255, 215, 95)
"""The colour of what the program itself has to tell in a game."""
NOBODY = "you"
"""The name of those who have not chosen any."""


@attrs.define
class View:
    """One game as it is looked at; nothing in here changes the game."""

    game: Game
    name: str = ""
    """What the player is called; empty, or "you", for those who have no name."""
    narrator: Narrator = attrs.field(init=False)
    log: MessageLog = attrs.field(factory=MessageLog)
    cursor: Point | None = None
    """The cell that is pointed at."""
    focus: Point | None = None
    """The cell that the map scrolls to; the player's unless a cursor was moved by keys."""
    highlight: int = 0
    """The chosen row of the item menus, kept from one opening to the next."""
    trouble: str = ""
    """Why the end of the game could not be written down, in a sentence; empty if it was, or is still to come."""
    spoiled: bool = False
    """Whether the game was looked into while it was in progress, so that its score counts for less."""
    flash: tuple[Point, ...] = ()
    """The cells of a burst that is still seen."""
    landed: tuple[tuple[Point, Glyph], ...] = ()
    """What flew until the last tick: shown for one more on the cell where it came down."""
    _flash_ticks: int = 0

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.game.world.ruleset)

    @property
    def score(self) -> int:
        """What the game is worth by now."""
        return score_of(self.world)

    @property
    def world(self) -> World:
        """The world as it is now."""
        return self.game.world

    @property
    def who(self) -> str:
        """What the player is called at the beginning of a sentence."""
        return "You" if self.name in {"", NOBODY} else self.name

    @property
    def is_moving(self) -> bool:
        """Whether something moves by itself, so that ticks are needed."""
        return self.game.in_flight or self._flash_ticks > 0 or bool(self.landed)

    def layout(self, canvas: Canvas) -> Layout:
        """Divide the canvas for this level."""
        level = self.world.level
        has_status = bool(self.world.ruleset.status)
        return lay_out(canvas.width, canvas.height, level.width, level.height, has_status=has_status)

    def take_events(self) -> list[AnyEvent]:
        """Take what happened out of the game's queue, and tell it."""
        events = list(self.game.events)
        self.game.events.clear()
        self.tell(events)
        return events

    def notify(self, sentence: str) -> None:
        """Tell something of the program itself, in a colour that stands out."""
        self.log.add(Message((Span(printable(sentence), NOTICE, bold=True),)))

    def retell(self, events: Iterable[AnyEvent]) -> None:
        """Put events into words that happened while nobody looked: nothing flashes, and nothing is news."""
        self.tell(events)
        self.flash, self.landed, self._flash_ticks, self.log.fresh = (), (), 0, 0

    def tell_beginning(self) -> None:
        """Tell what is told when a game begins, to whoever goes on with it before anything else has happened."""
        if not self.log.entries:
            self.retell([Started(), *(CameIntoView(actor.ref) for actor in self.world.visible_monsters())])

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Put events into words and flashes."""
        for event in events:
            message = self.narrator.tell(event)
            if message is not None:
                self.log.add(message)
            if isinstance(event, Exploded) and event.seen:
                self.flash, self._flash_ticks = event.cells, FLASH_TICKS

    def tick(self) -> list[AnyEvent]:
        """Let a tick pass for whatever moves; returns what happened."""
        if self._flash_ticks:
            self._flash_ticks -= 1
            if not self._flash_ticks:
                self.flash = ()
        flying = [(projectile, projectile.at) for projectile in self.world.level.projectiles]
        self.game.tick()
        still_flying = self.world.level.projectiles
        # A wall stops it on the cell that it was drawn on already.
        self.landed = tuple(
            (projectile.at, projectile.kind.glyph)
            for projectile, before in flying
            if projectile not in still_flying and projectile.at != before
        )
        return self.take_events()

    def origin(self, area: Rect) -> tuple[int, int]:
        """Return the level's cell that the top left of the map area shows.

        A level that does not fit moves by a third of the area at a time, so that most steps change a few cells only;
        where the rule set wants the player in the middle, it moves with every step, and may show what is outside.
        """
        level, focus = self.world.level, self.focus or self.world.player.at
        if self.world.ruleset.centred and (area.width < level.width or area.height < level.height):
            return self._centred(area, focus)
        return _scrolled(focus.x, area.width, level.width), _scrolled(focus.y, area.height, level.height)

    def _centred(self, area: Rect, focus: Point) -> tuple[int, int]:
        """Return where the map begins with the player in the middle, or with `focus` if that would not be on it."""
        player, half = self.world.player.at, Point(area.width // 2, area.height // 2)
        is_near = area._replace(x=player.x - half.x, y=player.y - half.y).contains(*focus)
        middle = player if is_near else focus
        return middle.x - half.x, middle.y - half.y


def is_danger(event: AnyEvent) -> bool:
    """Return whether the player will want to think again: hurt, confused, or seeing a new enemy."""
    match event:
        case CameIntoView():
            return True
        case Struck(target=victim) | Burned(victim=victim) | LightningStruck(victim=victim) | MissileHit(victim=victim):
            return victim.is_player
        case Confused(victim=victim):
            return victim.is_player
        case _:
            return False


def _scrolled(focus: int, shown: int, whole: int) -> int:
    third = max(1, shown // 3)
    return max(0, min((focus - third) // third * third, whole - shown))
