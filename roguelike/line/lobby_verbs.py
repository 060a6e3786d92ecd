"""The verbs for starting, listing and leaving games."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.english import listed
from roguelike.line.ending import kit_lines, rule_lines, saved_lines
from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear
from roguelike.line.words import Verb
from roguelike.play.requests import (
    Begin,
    Continue,
    Leave,
    NewGame,
    ShowEnd,
    ShowReplays,
    ShowScores,
    ShowStatistics,
    ToTitle,
    Watch,
)
from roguelike.play.views.summary import LAST_COMMANDS, Summary
from roguelike.play.views.view import Practise
from roguelike.store.errors import StoreError
from roguelike.store.limits import MAX_SEED
from roguelike.toml_file import meant, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roguelike.line.conversation import Conversation
    from roguelike.play.views.view import Request

SAVED_ALREADY: Final = "Every turn is saved at once. Type quit to leave."
NOT_KEPT: Final = "A guest's game ends with the session. Type quit to leave."
NEVER_SAVED: Final = "Practice is never saved. Type title or quit to leave."
SAVED: Final = "Your game is saved."
CONTINUE: Final = "Your game is saved. Type continue to resume it."
PRACTICE: Final = "an unsaved game, or the end of a finished one again: practice classic, practice kim-0001"
WHICH: Final = "Usage: new, new classic, new ember poacher, or new classic seed 7."


class LobbyVerbs:
    """New games, saved games, finished games, and leaving."""

    def __init__(self, session: Conversation) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        lobby = self._session.lobby
        return [
            Verb("new", "new game: new, new tcod, new classic seed 7", self._new, ("restart",), needs_whole_word=True),
            Verb("practice", PRACTICE, self._practice, ("practise",), needs_whole_word=True),
            Verb("rules", "list of rule sets", lambda _: self._tell(rule_lines(lobby))),
            Verb("kits", "what you can start with: new poacher", lambda _: self._tell(kit_lines(lobby)), ("kit",)),
            Verb("games", "games in progress", lambda _: self._tell(saved_lines(lobby, self._session.game.kept))),
            Verb("continue", "continue a saved game: continue kim", self._continue, ("resume",)),
            Verb("scores", "the best games", lambda _: ShowScores()),
            Verb("statistics", "statistics of all games", lambda _: ShowStatistics(), ("stats",)),
            Verb("replays", "finished games", lambda _: ShowReplays()),
            Verb("watch", "the messages of a finished game: watch kim-0001", self._watch),
            Verb("summary", "how the game ended, or a finished game: summary kim-0001", self._summary),
            Verb("save", "", self._save, lists=False),
            Verb("title", "leave this game, not the program; all but practice is saved", self._title),
            Verb("quit", "leave the program; all but practice is saved", self._quit, ("exit", "bye", "leave")),
        ]

    def _tell(self, lines: Iterable[str]) -> Request:
        self._session.write(lines)
        return None

    def _save(self, _rest: str) -> Request:
        play = self._session.game.play
        if play is not None and play.perspective.is_practice:
            return self._tell([NEVER_SAVED])
        return self._tell([NOT_KEPT if self._session.lobby.ends_with_session else SAVED_ALREADY])

    def _new(self, rest: str) -> Request:
        words = rest.split()
        last = self._session.lobby.like_the_last()
        if not words and self._session.game.play is not None and self._session.game.play.is_over:
            return NewGame()
        seed = _seed(words)
        rules = self._rules(words, last.rules)
        play = self._session.game.play
        name = last.name if play is None else play.kept.stored.name
        if not self._is_saved(name):
            return Begin(name, rules, seed)
        fresh = Begin(name, rules, seed, sets_aside=True)
        choices = [Choice("Yes", lambda: fresh, "y"), Choice("No", lambda: None, "n")]
        self._session.ask(Question("Abandon your game in progress?", choices))
        return None

    def _practice(self, rest: str) -> Request:
        view = self._session.game.view
        if not rest and isinstance(view, Summary):
            return view.practise()
        finished = self._finished()
        if key := finished.get(rest):
            self._tell_kept()
            return Practise(key, -LAST_COMMANDS, ShowEnd(key))
        words, last = rest.split(), self._session.lobby.like_the_last()
        seed = _seed(words)
        begun = Begin(last.name, self._rules(words, last.rules, finished), seed, is_practice=True)
        self._tell_kept()
        return begun

    def _title(self, _rest: str) -> Request:
        self._tell_left(CONTINUE)
        return ToTitle()

    def _quit(self, _rest: str) -> Request:
        self._tell_left(SAVED)
        return Leave()

    def _tell_kept(self) -> None:
        """Print that the game in progress, which the player is about to leave, is saved."""
        if self._session.game.kept is not None:
            self._session.write([CONTINUE])

    def _tell_left(self, told: str) -> None:
        """Print that the player's own game is saved, if they are about to leave a practice game."""
        play = self._session.game.play
        if play is None or not play.perspective.is_practice:
            return
        with contextlib.suppress(StoreError):  # leaving goes on all the same
            if self._is_saved(self._session.lobby.wishes.name):
                self._session.write([told])

    def _rules(self, words: list[str], usual: str, finished: Collection[str] | None = None) -> str:
        """Return the rule set that words name; names of `finished` games are suggested in the error."""
        if not words:
            return usual
        lobby = self._session.lobby
        known = {each.name: each for choice in lobby.choices() for each in choice.every_kit()}
        named = known.get(words[0])
        kit = " ".join(words if named is None else words[1:])
        choice = lobby.last if named is None else named
        kits = {each.lower(): each for each in choice.kits}
        if kit in kits:
            return choice.in_kit(kits[kit]).name
        if not kit:
            return choice.name
        if not kits and len(words) > 1:
            raise Unclear(WHICH)
        sorts = {"finished game": "replays"} if finished is not None else {}
        sorts |= {"rule set": "rules", "kit": "kits"} if kits else {"rule set": "rules"}
        near = meant(kit, [*known, *kits, *(finished or ())])
        names, lists = listed(sorts, "or"), listed(sorts.values(), "or")
        raise Unclear(f"No {names} {shown(kit)}{near}. Type {lists} for all of them.")

    def _is_saved(self, name: str) -> bool:
        return self._session.game.kept is not None or any(
            game.name == name for game in self._session.lobby.library.saved()
        )

    def _continue(self, rest: str) -> Request:
        kept = self._session.game.kept
        if kept is not None and rest in {"", kept.stored.name.lower()}:
            raise Unclear("You are already playing that game.")
        return Continue(self._named(rest) if rest else self._session.lobby.wishes.name)

    def _named(self, text: str) -> str:
        """Return the name of a saved game, matched ignoring case."""
        names = [game.name for game in self._session.lobby.library.saved()]
        return next((name for name in names if name.lower() == text), text)

    def _finished(self) -> dict[str, str]:
        """Return the key of each finished game by its lower-case form."""
        return {game.key.lower(): game.key for game in self._session.lobby.library.finished()}

    def _watch(self, rest: str) -> Request:
        play = self._session.game.play
        if not rest and play is not None and play.is_over:
            return self._session.game.last_turns()
        if not rest:
            return ShowReplays()
        return Watch(self._key_of(rest))

    def _summary(self, rest: str) -> Request:
        if not rest:
            return self._tell(self._session.game.summary())
        asked = ShowEnd(self._key_of(rest))
        self._tell_kept()
        return asked

    def _key_of(self, text: str) -> str:
        games = self._finished()
        if text not in games:
            raise Unclear(f"No finished game {shown(text)}{meant(text, games)}. Type replays for all of them.")
        return games[text]


def _seed(words: list[str]) -> int | None:
    """Remove a seed from words and return it.

    Raises:
        Unclear: the word after "seed" is not a seed.
    """
    if "seed" not in words:
        return None
    place = words.index("seed")
    digits = words[place + 1 : place + 2]
    del words[place : place + 2]
    if not digits or not (digits[0].isascii() and digits[0].isdecimal() and int(digits[0][:40]) <= MAX_SEED):
        raise Unclear(f"Seed: a whole number from 0 to {MAX_SEED}.")
    return int(digits[0])
