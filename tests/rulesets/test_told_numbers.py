"""Every number in messages, conditions, modes, hints and the help of Ember and Spark is that of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.automation.rest import SEARCHED
from roguelike.content.loader import describe, load_ruleset
from roguelike.engine.commands.search import IN_A_ROW, REACH
from roguelike.engine.rules.captives import ROUNDS_TO_FREE
from roguelike.narration.hints import DARK, HINTS
from roguelike.play.views.playing import Playing
from tests.rulesets.test_ember_numbers_told import ITEMS, MONSTERS, PLACES, numbers_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from roguelike.engine.kinds.ruleset import RuleSet

RULES: Final = {name: load_ruleset(name) for name in ("ember", "spark")}
NUMBERS: Final[dict[str, Callable[[RuleSet], list[int]]]] = {
    "split text": lambda _: [2],
    "freed too_many": lambda rules: [rules.most_allies],
    "refused too_many": lambda rules: [rules.most_allies],
    "refused captive": lambda _: [ROUNDS_TO_FREE],
}
"""Numbers of the messages that have any, in the order of the text."""


def _texts(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the messages and the texts of the conditions, each with its name."""
    for key, variants in rules.messages.items():
        yield from ((f"{key} {variant}", text.template) for variant, text in variants.items())
    for name, condition in rules.conditions.items():
        words = re.findall(r"template='([^']*)'", repr(condition.texts))
        yield from ((name, word) for word in words)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_messages_and_conditions_tell_the_numbers_of_the_rules(rules: RuleSet) -> None:
    """A number that is not known here is refused, so that none can go out of date."""
    texts = list(_texts(rules))
    found = {name: told for name, text in texts if (told := numbers_in(re.sub(r"\{[^}]*\}", "", text)))}

    assert found == {name: numbers(rules) for name, numbers in NUMBERS.items()}
    assert "You catch fire!" in [text for _, text in texts]


def test_descriptions_of_spark_tell_the_numbers_of_its_rules() -> None:
    """It has its own numbers wherever it changes one of Ember's."""
    rules = RULES["spark"]
    places: list[Any] = [*rules.features.values(), *rules.terrain, *rules.gases.values()]
    rows: list[tuple[str, Any, dict[str, Any]]] = [
        *((name, kind, ITEMS) for name, kind in rules.items.items()),
        *((name, kind, MONSTERS) for name, kind in rules.monsters.items()),
        *((kind.name, kind, PLACES) for kind in places),
    ]

    assert [] == [
        name for name, kind, told in rows if (told[name](kind) if name in told else []) != numbers_in(kind.description)
    ]


@pytest.mark.parametrize("name", RULES)
def test_a_mode_tells_its_share_of_wounds(name: str) -> None:
    """In percent: half of them are fifty."""
    gentle = load_ruleset(f"{name}:gentle")

    assert [gentle.harm] == numbers_in(describe(name).modes["gentle"].partition(", and")[0])


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_help_tells_the_numbers_of_the_rules(rules: RuleSet) -> None:
    """Of every action, and no other number than these; half the hit points are what stops a fight."""
    plate: Any = rules.items["plate"]
    sight: Any = rules.sight
    expected = {
        "fight": [50],
        "search": [SEARCHED, REACH],
        "equip": [plate.delay],
        "cover": [sight.covered],
    }

    assert SEARCHED == IN_A_ROW
    assert expected == {action.name: told for action in Playing.ACTIONS if (told := numbers_in(action.about))}


def test_hints_tell_the_numbers_of_their_conditions() -> None:
    """There is one number: the hint about two items that are alike."""
    assert {"alike": [2]} == {hint.name: told for hint in (*HINTS, *DARK) if (told := numbers_in(hint.text))}
