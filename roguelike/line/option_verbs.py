"""The verb for settings that matter without a screen."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.english import uncapital
from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear, has_words
from roguelike.line.words import Verb
from roguelike.play.requests import ChangeSetting
from roguelike.play.views.options import OPTIONS, chosen_options
from roguelike.play.views.view import Open
from roguelike.settings.stops import RULES, TABLE
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from roguelike.line.conversation import Conversation
    from roguelike.play.views.options import Option
    from roguelike.play.views.view import Request
    from roguelike.settings.choices import Written

HERE: Final = frozenset({"hints", "preset", "autopickup", "never_pick_up", *(f"{TABLE}.{rule}" for rule in RULES)})
"""The settings that have an effect in line mode."""
ELSEWHERE: Final = "{label}: change it on the full screen, or in the settings file."
EMPTY_LIST: Final = "Type ignore and a name to add a kind."


class OptionVerbs:
    """Settings."""

    def __init__(self, session: Conversation) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        return [
            Verb("options", "hints, key preset, what is picked up: options hints", self._options, ("settings",)),
            *map(self._verb, chosen_options(self._session.settings)),
        ]

    def _verb(self, option: Option) -> Verb:
        """Return the verb for an option that is not in the settings file."""
        word, values = option.label.lower(), [option.value_name(value) for value in option.values]
        about = uncapital(option.about.rstrip("."))
        return Verb(word, f"{about}: {word} {' or '.join(values)}", functools.partial(self._set, option))

    def _set(self, option: Option, rest: str) -> Request:
        """Set an option to a named value; ask for one if none is named."""
        question = self._values(option)
        if not rest:
            self._session.ask(question)
            return None
        if len(found := question.chosen(rest)) != 1:
            raise Unclear(f"No such value: {shown(rest)}. Type {option.label.lower()} for all of them.")
        return found[0].act()

    def _options(self, rest: str) -> Request:
        here = [*chosen_options(self._session.settings), *(option for option in OPTIONS if option.name in HERE)]
        choices = [Choice(self._row(option), functools.partial(self._change, option)) for option in here]
        question = Question("Change which option?", choices, self._elsewhere)
        if not rest:
            self._session.ask(question)
            return None
        found = question.chosen(rest)
        return found[0].act() if len(found) == 1 else self._elsewhere(rest)

    def _row(self, option: Option) -> str:
        return f"{option.label}: {option.value_name(self._current(option))}"

    def _current(self, option: Option) -> Written:
        return self._session.settings.written(option.name)

    def _elsewhere(self, text: str) -> Request:
        """Refuse an option that concerns the screen, and say where to change it."""
        for option in OPTIONS:
            if has_words(option.label, text):
                raise Unclear(ELSEWHERE.format(label=option.label))
        raise Unclear(f"No such option: {shown(text)}.")

    def _change(self, option: Option) -> Request:
        """Change to the other value, or ask for one of several; for a list, ask for the kind to remove."""
        current = self._current(option)
        if option.is_list:
            if current is None:
                raise Unclear(f"{self._row(option)}. {EMPTY_LIST}")
            return Open(option.kinds())
        others = [value for value in option.values_for(current) if value != current]
        if len(others) == 1:
            return _changed(option, others[0])
        self._session.ask(self._values(option))
        return None

    def _values(self, option: Option) -> Question:
        """Return the question for the value of an option."""
        values = option.values_for(self._current(option))
        choices = [
            Choice(_explained(option, value), functools.partial(_changed, option, value), name=option.value_name(value))
            for value in values
        ]
        return Question(f"{option.label}: choose one.", choices)


def _explained(option: Option, value: Written) -> str:
    """Return the name of a value, with its explanation if it has one."""
    told = option.explained.get(value, "")
    return f"{option.value_name(value)}. {told}" if told else option.value_name(value)


def _changed(option: Option, value: Written) -> Request:
    return ChangeSetting(option.name, value, f"{option.label}: {_explained(option, value).removesuffix('.')}.")
