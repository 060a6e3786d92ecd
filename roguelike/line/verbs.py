"""The verbs of line mode, and parsing of lines."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.keys import KEY_NAMES
from roguelike.english import counted, uncapital
from roguelike.line.lobby_verbs import LobbyVerbs
from roguelike.line.move_verbs import MoveVerbs
from roguelike.line.option_verbs import OptionVerbs
from roguelike.line.pack_verbs import PackVerbs
from roguelike.line.question import CANCEL
from roguelike.line.things import Unclear, number_in
from roguelike.line.view_verbs import ViewVerbs
from roguelike.line.words import ADVICE, GAME_OVER, NO_GAME, Verb, find, split
from roguelike.play.repeating import repeated
from roguelike.play.views.confirm import Confirm
from roguelike.play.views.page import Scrolled
from roguelike.play.views.playing import Playing
from roguelike.play.views.view import Open
from roguelike.settings.keymap import HELP_KEYS, key_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.line.conversation import Conversation
    from roguelike.play.views.summary import Summary
    from roguelike.play.views.title import TitleEntry
    from roguelike.play.views.view import AnyAction, Request
    from roguelike.settings.settings import Settings

_COUNTED: Final = re.compile(r"([0-9]{1,3}) +(\S.*)")
_ALSO: Final = {
    "pick-up": ("get", "take", "pickup"),
    "leave": ("quit",),
    "to-title": ("title",),
    "new-game": ("new",),
}
"""More words for actions."""
INTRODUCTION: Final = (
    "Type a word or a key, then Enter. Words can be shortened: exp for explore.",
    "Things have names, numbers (from the last list) and places: travel to orc 2, use 1 at 3, examine 4 east 2 north.",
    "A number first repeats a step: 5 wait.",
)
GROUPS: Final = {
    "Basics": "move explore look fight pick-up use inventory status rest descend",
    "Moving and waiting": "travel places find run ascend flee wait search repeat",
    "Items": "drink read zap throw again equip swap drop cover label discoveries ignore",
    "Looking": "examine map levels note history feats decisions",
    "Practice": "practice step-back step-back-ten step-forward",
    "Games": "new new-game continue games rules kits scores statistics replays watch summary title quit",
}
"""The verbs of the help under headings; others come last."""
OTHERS: Final = "Other words"
RAISING: Final = "An ally at 0 HP lies fallen: wait or search beside it for {turns} to raise it. Status tells its time."
ANSWERS: Final = "0123456789yn"
"""Keys that are steps on the full screen, but here late answers to a question."""
LATE: Final = ("yes", "no")
"""Late answers as words: "no" is not short for north."""
WHOLE_WORD: Final = ("new_game", "practice")
"""Actions without keys here: input left in a pipe after a game's end must not start another."""
NO_QUESTION: Final = "No question is waiting. To move, type a direction, such as north."
NO_COUNT: Final = "Only a step, an attack, a wait, a search or a pickup can be repeated."
COUNT_FIRST: Final = "Type the number first: 5 wait."
SCROLLING: Final = frozenset(action.name for action in Scrolled.SCROLLING)
"""Actions that make no sense in lines."""


class Verbs:
    """The known verbs, which depend on the view: playing, the end of a game, or none."""

    def __init__(self, session: Conversation, offers: Sequence[TitleEntry] = ()) -> None:
        """Make the verbs of line mode, with one for each of `offers`, the further entries of the title."""
        self._session = session
        self._last = ""
        """The last understood line, with its count, for "repeat"."""
        self._line = ""
        """The line being carried out."""
        self._views = ViewVerbs(session).verbs()
        """Verbs that need a game, over or not."""
        self._turns = [*MoveVerbs(session).verbs(), *PackVerbs(session).verbs()]
        """Verbs that need a game in progress."""
        self._always = [
            *OptionVerbs(session).verbs(),
            *LobbyVerbs(session).verbs(),
            *map(_of_entry, offers),
            Verb("repeat", "repeat the last line", self._repeat),
            Verb("count", "repeat a step: 5 wait", self._count, lists=False),
            Verb("help", "all commands, or one: help use", self._help, ("commands",), tells=True),
        ]
        self._own = [*self._views, *self._turns, *self._always]
        self._phase: tuple[Playing | Summary | None, Settings | None] = (None, None)
        """The view and settings for which `_verbs` were made."""
        self._verbs: list[Verb] = []

    def all(self) -> list[Verb]:
        """Return all present verbs, which change only with the game's view and the settings."""
        phase = (self._session.game.view, self._session.settings)
        if self._phase != phase:
            self._phase, self._verbs = phase, self._made()
        return self._verbs

    def _made(self) -> list[Verb]:
        """Return the verbs for the actions of the view, and line mode's own verbs."""
        own = {verb.name: verb for verb in self._possible()}
        by_action = [self._of_action(action, own) for action in self._actions()]
        found = {verb.name: verb for verb in by_action}
        found |= {name: verb for name, verb in own.items() if name not in found}
        if (play := self._session.game.play) is not None and not play.is_over:
            return list(found.values())
        others = [verb.name for verb in self._own] + [action.name.replace("_", "-") for action in Playing.ACTIONS]
        return [*found.values(), *(Verb(name, "", self._not_now, lists=False) for name in others if name not in found)]

    def _possible(self) -> list[Verb]:
        """Return line mode's own verbs that apply now."""
        game = self._session.game
        if game.play is None:
            return self._always
        capabilities = game.play.perspective.seen.ruleset.capabilities
        own = [*self._views, *self._always] if game.play.is_over else self._own
        return [verb for verb in own if verb.needs in {None, *capabilities}]

    def do(self, text: str) -> None:
        """Carry out a line.

        Raises:
            Unclear: it is no known command.
        """
        if text.lower() in CANCEL:
            raise Unclear("Nothing to cancel.")
        self._session.follow(self._asked(text))

    def _asked(self, line: str) -> Request:
        """Return the request of a whole line."""
        self._line = line
        counted = _COUNTED.fullmatch(line)
        request = self._request(counted[2] if counted else line)
        return request if counted is None else _repeated(request, int(counted[1]))

    def inform(self, text: str) -> bool:
        """Answer a line that only asks for information while a question is open; return whether it does."""
        word, rest = split(text.lower(), self._own)
        verb = next((verb for verb in self._own if verb.tells and word in {verb.name, *verb.also}), None)
        if verb is not None:
            verb.do(rest)
        return verb is not None

    def has(self, text: str) -> bool:
        """Return whether a line is a key, or begins with an unabbreviated verb."""
        if len(text) == 1 and any(text in action.keys for action in self._actions()):
            return True
        verbs = self.all()
        word, _ = split(text.lower(), verbs)
        return any(word in {verb.name, *verb.also} for verb in verbs)

    def _not_now(self, _rest: str) -> Request:
        raise Unclear(NO_GAME if self._session.game.play is None else GAME_OVER)

    def _actions(self) -> list[AnyAction]:
        view = self._session.game.view
        return [] if view is None else [action for action in view.actions if action.name not in SCROLLING]

    def _of_action(self, action: AnyAction, own: dict[str, Verb]) -> Verb:
        """Return the verb for an action, with its keys; line mode's own verb of that name takes precedence."""
        name = action.name.replace("_", "-")
        whole = action.name in WHOLE_WORD
        keys = () if whole else tuple(filter(None, map(key_name, action.keys)))
        if name in own:
            return attrs.evolve(own[name], keys=keys)
        act = functools.partial(action.act, self._session.game.view)
        verb = Verb(name, action.help, lambda _: act(), _ALSO.get(name, ()), keys, needs_whole_word=whole)
        return verb if name == "pick-up" else attrs.evolve(verb, do=_alone(verb, act))

    def _request(self, text: str) -> Request:
        verbs = self.all()
        head, _, rest = text.partition(" ")
        if rest and len(head) == 1 and (verb := self._on_key(head, verbs)) is not None:
            self._last = self._line
            return _do(verb, rest.strip())
        word, rest = split(text, verbs)
        is_word = any(word in {verb.name, *verb.also} for verb in verbs)
        if word in LATE and isinstance(self._session.game.view, Playing):
            raise Unclear(NO_QUESTION)
        if len(text) == 1 or (text.lower() in KEY_NAMES and not is_word):
            self._last = self._line
            return self._press(text if len(text) == 1 else text.lower(), verbs)
        verb = find(word, verbs, NO_GAME if self._session.game.play is None else ADVICE)
        if verb.name != "repeat":
            self._last = self._line
        return _do(verb, rest)

    def _press(self, key: str, verbs: list[Verb]) -> Request:
        """Return the request of a key."""
        view = self._session.game.view
        if key in HELP_KEYS:
            return self._help("")
        if view is None:
            raise Unclear(NO_GAME)
        if key in ANSWERS and isinstance(view, Playing):
            raise Unclear(NO_QUESTION)
        if (verb := self._on_key(key, verbs)) is not None:
            return verb.do("")
        if isinstance(view, Playing):
            view.advice = ADVICE
        view.label = "" if key.isascii() else f"{key} (U+{ord(key):04X})"  # some consoles cannot show it
        request = view.on_key(key)
        if request is None and not self._session.game.tell_news():
            if any(key in action.keys for action in Playing.ACTIONS) and not isinstance(view, Playing):
                raise Unclear(GAME_OVER)
            raise Unclear(f"Unknown key: {view.called(key)}. Type help for all commands.")
        return request

    def _on_key(self, key: str, verbs: list[Verb]) -> Verb | None:
        """Return the verb for the action of a key; None if there is none."""
        action = next((action for action in self._actions() if key in action.keys), None)
        if action is not None and action.name in WHOLE_WORD:
            raise Unclear(GAME_OVER)
        return None if action is None else find(action.name.replace("_", "-"), verbs)

    def _repeat(self, _rest: str) -> Request:
        if not self._last:
            raise Unclear("Nothing to repeat.")
        return self._asked(self._last)

    def _count(self, _rest: str) -> Request:
        raise Unclear(COUNT_FIRST)

    def _help(self, rest: str) -> Request:
        verbs = self.all()
        if rest:
            named = [verb for verb in verbs if rest in verb.keys]
            self._session.write([(named or [find(rest, verbs)])[0].usage])
        else:
            self._session.write([*INTRODUCTION, *self._rules(), *_listed(verbs)])
        return None

    def _rules(self) -> list[str]:
        """Return help that belongs to no verb: how to raise fallen allies, if the rule set has them."""
        play = self._session.game.play
        fallen = None if play is None else play.perspective.seen.ruleset.fallen
        return [] if fallen is None else [RAISING.format(turns=counted(fallen.beside, "turn"))]


def _listed(verbs: Sequence[Verb]) -> list[str]:
    """Return the lines of the help: verbs under their headings."""
    names = {name: (heading, place) for heading, words in GROUPS.items() for place, name in enumerate(words.split())}
    lines = []
    for heading in (*GROUPS, OTHERS):
        group = [verb for verb in verbs if verb.lists and names.get(verb.name, (OTHERS, 0))[0] == heading]
        group.sort(key=lambda verb: names.get(verb.name, ("", 0))[1])
        lines += [f"{heading}:", *(verb.usage for verb in group)] if group else []
    return lines


def _of_entry(entry: TitleEntry) -> Verb:
    """Return the verb for an entry of the title."""
    verb = Verb(entry.label.lower(), uncapital(entry.about.rstrip(".")), lambda _: entry.choose())
    return attrs.evolve(verb, do=_alone(verb, entry.choose))


def _do(verb: Verb, rest: str) -> Request:
    """Return the request of a verb with the rest of its line, in lower case unless the verb keeps case."""
    return verb.do(rest if verb.keeps_case else rest.lower())


def _alone(verb: Verb, act: Callable[[], Request]) -> Callable[[str], Request]:
    """Return a verb function that refuses further words."""

    def do(rest: str) -> Request:
        if rest:
            raise Unclear(COUNT_FIRST if number_in(rest) else f"{verb.name}: {verb.help}. Type it alone.")
        return act()

    return do


def _repeated(request: Request, count: int) -> Request:
    """Return the request to repeat a command `count` times.

    Raises:
        Unclear: it is not a single command.
    """
    if (often := repeated(request, count)) is not None:
        return often
    if isinstance(request, Open) and isinstance(request.view, Confirm):
        return request  # a step into known harm is confirmed once
    raise Unclear(NO_COUNT)
