"""The lobby: choosing, beginning and resuming games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.narration.message_filter import NO_FILTER
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.requests import Begin, Continue
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    from roguelike.narration.decisions import Decision  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.narration.health import HealthRecord
    from roguelike.narration.hints import Hints  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.narration.message_filter import MessageFilter
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.morgue import Draw  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.play.playback import Recording  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.store.port import GameStore  # noqa: TC004 -- for annotations that nothing evaluates

NO_DEFAULTS = NewGameDefaults()


def _not_recorded(key: str) -> Recording:
    raise StoreError(f"No recording of {key} here.")


def _no_hints(_: str) -> Hints:
    from roguelike.narration.hints import Hints

    return Hints()


@define
class Lobby:
    """Begins, resumes and lists games; every method can raise `StoreError`."""

    library: GameStore
    rules: RuleChoice
    """The rule set and kit that the title offers first."""
    draw: Draw
    """Draws the last screen of a game, for its morgue file."""
    choices: Callable[[], Sequence[RuleChoice]]
    """Called only for the title, since it reads the head of every rule set."""
    wishes: NewGameDefaults = NO_DEFAULTS
    """The defaults of the form for a new game."""
    recording: Callable[[str], Recording] = _not_recorded
    """Returns the recording of a finished game, by its key."""
    hints: Callable[[str], Hints] = _no_hints
    """Returns the hints given to the player of a name."""
    decisions: Callable[[Recording], Iterator[Decision | None]] | None = None
    """Evaluates the last decisions of a game, piece by piece."""
    page_of: Callable[[str], str] = lambda _: ""
    """Returns the address of a finished game's page, by key; empty if it has none."""
    ends_with_session: bool = False
    """Whether games cannot be continued in another session, as for guests."""
    last: RuleChoice = attrs.field(init=False, default=attrs.Factory(lambda self: self.rules, takes_self=True))
    """The last played rule set."""

    def like_the_last(self) -> Begin:
        """Return the request for another game with the same name and rules."""
        return Begin(self.wishes.name, self.last.name)

    def begin(self, asked: Begin) -> JournaledGame:
        """Begin a game; its name becomes the default of the next one, its seed does not."""
        from roguelike.play.journaled_game import JournaledGame

        self.wishes = attrs.evolve(self.wishes, name=asked.name, seed=asked.seed, is_own=True)
        self._remember_rules(asked.rules)
        play = self.library.begin(asked.name, asked.rules, asked.seed, sets_aside=asked.sets_aside)
        kept = JournaledGame.begin(play, self.draw)
        self._equip(kept, asked.name)
        self.wishes = attrs.evolve(self.wishes, seed=None)
        return kept

    def unsaved(self, asked: Begin) -> Recording:
        """Return a new practice game, which is not saved."""
        from roguelike.play.practice import Unplayed

        self._remember_rules(asked.rules)
        return Unplayed(asked.name, self.library.unsaved(asked.rules, asked.seed))

    def resume(self, asked: Continue, filters: MessageFilter = NO_FILTER) -> JournaledGame:
        """Resume a saved game."""
        from roguelike.play.journaled_game import JournaledGame

        kept = JournaledGame.resume(self.library.resume(asked.name), self.draw, filters)
        self._remember(asked.name, kept)
        self._equip(kept, asked.name)
        return kept

    def unseen(self, name: str, filters: MessageFilter = NO_FILTER) -> JournaledGame | None:
        """Return the finished game called `name` whose end was not yet seen; None if there is none."""
        play = self.library.unseen(name)
        if play is None:
            return None
        from roguelike.play.journaled_game import JournaledGame

        kept = JournaledGame.look_back(play, self.draw, filters)
        self._remember(name, kept)
        return kept

    def look_back(self, key: str) -> JournaledGame:
        """Return a finished game at its end, to show its summary."""
        from roguelike.play.unsaved import RecordedEnd

        return RecordedEnd(key, self.recording(key)).presented()

    def ending(self, kept: JournaledGame) -> Ending:
        """Return the store's data about the end of a game; never raises."""
        from roguelike.play.ending import Ending
        from roguelike.play.unsaved import RecordedEnd

        key, perspective = kept.stored.key, kept.perspective
        is_seen, standing = isinstance(kept.stored, RecordedEnd), None
        with contextlib.suppress(StoreError):
            stored = kept.stored
            if key and stored.begun_in is None and not is_seen:
                standing = self.library.standing(stored.name, perspective.score, stored.board)
        retraced = self._retraced(key) if key and perspective.narration.health.first_turn else None
        weigh = self.decisions
        decisions = None if weigh is None or not key else lambda: self._weighed(weigh, key)
        return Ending(kept.trouble, key, standing, retraced, decisions, self.page_of(key), is_seen)

    def _weighed(self, weigh: Callable[[Recording], Iterator[Decision | None]], key: str) -> Iterator[Decision | None]:
        """Yield the last decisions of a finished game, piece by piece; nothing if it cannot be replayed."""
        with contextlib.suppress(StoreError):
            yield from weigh(self.recording(key))

    def _retraced(self, key: str) -> Iterator[HealthRecord | None]:
        """Yield the health record of a game of several sessions, piece by piece; none if it cannot be replayed."""
        from roguelike.play.playback import retrace

        with contextlib.suppress(StoreError):
            yield from retrace(self.recording(key))

    def _equip(self, kept: JournaledGame, name: str) -> None:
        """Give a game in progress the hints and limits of its player."""
        kept.perspective.advice.hints = self.hints(name)
        kept.perspective.ends_with_session = self.ends_with_session

    def _remember(self, name: str, kept: JournaledGame) -> None:
        self.wishes = attrs.evolve(self.wishes, name=name, is_own=True)
        self._remember_rules(kept.perspective.world.ruleset.name)

    def _remember_rules(self, name: str) -> None:
        """Make a rule set the last played one, if it can be chosen."""
        if name != self.last.name:
            known = (each for choice in (self.rules, *self.choices()) for each in choice.every_kit())
            self.last = next((choice for choice in known if choice.name == name), self.last)
