"""The current game of line mode: its output and its numbered list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.automation.explore import Explore
from roguelike.english import uncapital
from roguelike.line.bearing_narrator import BearingNarrator
from roguelike.line.ending import ending_lines
from roguelike.line.sights import known, sights
from roguelike.line.surroundings import glance, health
from roguelike.line.things import Unclear
from roguelike.line.turns import automate, submit, tell_news
from roguelike.line.words import GAME_OVER, NO_GAME
from roguelike.narration.narrator import HOW_TO_HELP
from roguelike.narration.places import places
from roguelike.play.practice import PracticeGame
from roguelike.play.views.playing import Playing
from roguelike.play.views.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.line.sights import Known
    from roguelike.narration.places import Place
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.play import Play
    from roguelike.play.views.view import Request
    from roguelike.settings.settings import Settings

MESSAGES_TOLD: Final = 5
"""Number of last messages that are printed when a game is resumed."""
WORDS: Final = {action.name: action.name.replace("_", "-") for action in Playing.ACTIONS}
"""The word to type for each action, used in hints in place of its key."""
QUOTED: Final = {name: f'"{word}"' for name, word in WORDS.items()}
"""The same words in quotes, as the beginning of a sentence."""
GOING_ON: Final = "The summary comes after the game. Type status."
GAME: Final = "{title}, {name}'s game, turn {turn}."
STEP: Final = "Step {number} of {length}, turn {turn}."
WELCOME: Final = f"{GAME} Type explore, look, north, or help for more."


class CurrentGame:
    """The current game, if there is one."""

    def __init__(
        self, settings: Settings, write: Callable[[Sequence[str]], None], forget_typed: Callable[[], None]
    ) -> None:
        self.play: Play | None = None
        self.view: Playing | Summary | None = None
        """The view whose actions are the present commands; None without a game."""
        self.lists_carried = False
        """Whether the inventory was the last list."""
        self.listed: list[Place] = []
        """The numbered places of the last list."""
        self.has_told = False
        """Whether a line was written since this was set to false."""
        self.settings = settings
        self._narrator: BearingNarrator | None = None
        self._write = write
        self._forget_typed = forget_typed
        self._is_in_danger = False
        """Whether danger arose since the last line, so that the player must read before the next."""
        self._is_told_of_end = False
        """Whether the end of the game has been written since the last line was read."""
        self._ending: list[str] = []
        """The lines about the end of a finished game."""

    @property
    def playing(self) -> Play:
        """The current game, over or not.

        Raises:
            Unclear: there is none.
        """
        if self.play is None:
            raise Unclear(NO_GAME)
        return self.play

    @property
    def going_on(self) -> Play:
        """The current game.

        Raises:
            Unclear: there is none, or it is over.
        """
        if self.playing.is_over:
            raise Unclear(GAME_OVER)
        return self.playing

    @property
    def actions(self) -> Playing:
        """The actions of the current game.

        Raises:
            Unclear: there is none, or it is over.
        """
        if isinstance(self.view, Playing):
            return self.view
        raise Unclear(NO_GAME if self.play is None else GAME_OVER)

    @property
    def kept(self) -> JournaledGame | None:
        """The current game, if it is in progress and saved."""
        if self.play is None or self.play.is_over or self.play.perspective.is_practice:
            return None
        return self.play.kept

    @property
    def prompt(self) -> str:
        """The prompt: whether it is practice, hit points if not full, and conditions."""
        if self.play is None or self.play.is_over:
            return "practice > " if self.play is not None and self.play.perspective.is_practice else "> "
        me, (hit_points, *conditions) = self.play.perspective.seen.me, health(self.play.perspective.seen)
        told = conditions if me.hit_points == me.max_hit_points else [hit_points, *map(uncapital, conditions)]
        told = ["practice", *told] if self.play.perspective.is_practice else told
        return f"{', '.join(told)} > " if told else "> "

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines."""
        written = list(lines)
        self.has_told |= bool(written)
        self._write(written)

    def tell_news(self) -> bool:
        """Print new messages of the log; return whether there were any."""
        return self.play is not None and tell_news(self.play, self.tell)

    def last_turns(self) -> Request:
        """Return the request to show the last turns of the finished game."""
        return self.view.watch() if isinstance(self.view, Summary) else None

    def list_things(self) -> list[Place]:
        """Number the known places of the level, except the player's cell, for the next lines."""
        self.lists_carried = False
        seen = None if self.play is None else self.play.perspective.seen
        all_known = [] if seen is None else [place for place in places(seen) if place.at != seen.me.at]
        self.listed = sorted(all_known, key=lambda place: not (place.is_in_view or place.is_item))  # the sort is stable
        return self.listed

    def look_around(self) -> None:
        """Print the things in view, the exits and the items underfoot; numbers are those of "look"."""
        perspective = self.going_on.perspective
        self.list_things()
        self.tell(glance(perspective.seen))
        perspective.advice.tell_underfoot(perspective.seen, f"Type {WORDS['pick_up']}.")
        self.tell_news()

    def use(self, settings: Settings) -> None:
        """Apply changed settings."""
        self.settings = settings
        if self.view is not None:
            self.view.settings = settings

    def enter(self, play: Play) -> None:
        """Make a game the current one, and print its introduction."""
        perspective, world = play.perspective, play.perspective.world
        self._narrator = perspective.narration.narrator = BearingNarrator(perspective)
        stored, before = play.kept.stored, self.play
        self.play, self.listed = play, []
        self._show(Playing(perspective))
        if isinstance(stored, PracticeGame) and before is not None and before.kept.stored is stored:
            self.tell([STEP.format(number=stored.number, length=stored.length, turn=world.turn)])
        else:
            told = GAME if play.is_over else WELCOME
            self.tell([told.format(title=world.ruleset.title, name=perspective.name, turn=world.turn)])
        texts = (told.message.text.removesuffix(HOW_TO_HELP) for told in perspective.log.take_new())
        self.tell([*texts][-MESSAGES_TOLD:])
        if not play.is_over:
            self.look_around()

    def submit(self, play: Play, command: Command) -> None:
        """Perform a command, and print its result."""
        before = known(play.perspective.seen)
        submit(play, command, self.tell)
        self._tell_sights(before, items=True)
        self._advise()

    def automate(self, play: Play, automation: Automation) -> None:
        """Run an automation until it stops, and print its results.

        Raises:
            StoreError: its commands could not be saved; the game is released.
        """
        before = known(play.perspective.seen)
        automate(play, automation, QUOTED, self.tell)
        self._tell_sights(before, items=not isinstance(automation, Explore))
        self._advise()

    def _tell_sights(self, before: Known, *, items: bool) -> None:
        """Print new sights on the level; after a change of level, first the exits."""
        found = self._narrator.take_found() if self._narrator is not None else ()
        if self.play is None or self.play.is_over:
            return
        seen = self.play.perspective.seen
        if seen.depth != before.depth:
            self.tell(glance(seen)[1:])
        self.tell(sights(seen, before, found, items=items))

    def _advise(self) -> None:
        """Log the items underfoot, and a hint."""
        if isinstance(self.view, Playing):
            self.view.advise(WORDS)

    def note_danger(self) -> None:
        """Discard typed-ahead input, also that typed while the lines about the danger are written."""
        self._is_in_danger = True
        self._forget_typed()

    def end(self, play: Play, ending: Ending) -> None:
        """Print how the game ended."""
        self._show(Summary(play.perspective, ending))
        self._is_told_of_end = True
        self._ending = ending_lines(play.perspective, ending)
        self.tell(self._ending)

    def summary(self) -> list[str]:
        """Return the lines about the end of the game.

        Raises:
            Unclear: there is no game, or it is not over.
        """
        if not self.playing.is_over:
            raise Unclear(GOING_ON)
        return self._ending

    def idle(self) -> None:
        """Do housekeeping while the player reads."""
        if self.play is None:
            return
        self.play.perspective.log.fresh = 0
        if self._is_in_danger:  # also input typed before the lines about it were written
            self._is_in_danger = False
            self._forget_typed()
        if self._is_told_of_end:
            self._is_told_of_end = False
            self.play.kept.see_end()
        self.play.kept.stored.prepare()

    def leave(self) -> None:
        """Forget the game."""
        self.play = self.view = None

    def _show(self, view: Playing | Summary) -> None:
        if self.play is not None:
            self.play.perspective.advice.is_wanted = self.settings.hints
        view.settings = self.settings
        self.view = view
