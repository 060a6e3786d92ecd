"""Reading the texts of the messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.content.complaints import Unfit
from roguelike.content.texts import read_texts, silence
from roguelike.engine.events import TEXT_KEYS
from roguelike.engine.kinds.message_texts import TEXT_FORMS, Text

if TYPE_CHECKING:
    from roguelike.engine.events import Event
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture
def silent() -> dict[str, Any]:
    """Return the texts of a game without messages."""
    return silence()


def test_a_text_is_a_template(silent: dict[str, Any]) -> None:
    """It has the default colour unless one is given."""
    silent["started"] = "You go down."
    silent["won"] = {"text": "You have won!", "color": [255, 0, 0]}
    silent["missed"]["you"] = "You miss the {target}."

    texts = read_texts(silent)

    assert {"text": Text("You go down.")} == texts["started"]
    assert {"text": Text("You have won!", (255, 0, 0))} == texts["won"]
    assert Text("You miss the {target}.") == texts["missed"]["you"]


def test_every_event_and_variant_has_a_text(classic: RuleSet) -> None:
    """The narrator need not check whether a text exists."""
    expected = {key: list(event.variants) for event, key in TEXT_KEYS.items()}
    expected["screens"] = ["aim_cancelled"]

    assert expected == {key: list(texts) for key, texts in classic.messages.items()}


@pytest.mark.parametrize("form", TEXT_FORMS)
def test_every_form_of_a_field_is_allowed(silent: dict[str, Any], form: str) -> None:
    """Unchanged, in capitals, capitalized, and with its article."""
    template = f"{{item:{form}}}" if form else "{item}"
    silent["picked_up"] = template

    assert Text(template) == read_texts(silent)["picked_up"]["text"]


@pytest.mark.parametrize("event", [event for event in TEXT_KEYS if event.variants == ("text",)])
def test_every_field_of_an_event_can_be_shown(silent: dict[str, Any], event: type[Event]) -> None:
    """All fields of an event can be in its text, except large ones."""
    told = [field.name for field in attrs.fields(event) if field.name not in {*event.untold, "hidden"}]
    template = " ".join(f"{{{name}}}" for name in told)
    silent[TEXT_KEYS[event]] = template

    assert template == read_texts(silent)[TEXT_KEYS[event]]["text"].template


def test_braces_can_be_written_twice(silent: dict[str, Any]) -> None:
    """As in Python's format strings."""
    silent["started"] = "{{so}}"

    assert "{{so}}" == read_texts(silent)["started"]["text"].template


@pytest.mark.parametrize(
    ("key", "written", "complaint"),
    [
        ("won", 3, "won: expected text, or a table with text and color, not 3"),
        ("won", ["You"], "won: expected text, or a table with text and color, not a list"),
        ("won", {"color": [1, 2, 3]}, "won: expected text, or a table with text and color, not"),
        ("won", {"text": "You", "font": "big"}, "won: expected text, or a table with text and color, not"),
        ("won", {"text": "You", "color": "red"}, "won: color: expected a colour"),
        ("won", "{", "won: "),
        ("won", "}", "won: "),
        ("won", "{winner}", "won: unknown field {winner} (seen)"),
        ("won", "{}", "won: unknown field {}"),
        ("won", "{0}", "won: unknown field {0}"),
        ("won", "{seen.real}", "won: unknown field {seen.real}"),
        ("won", "{seen!r}", "won: unknown field {seen}"),
        ("won", "{seen:loud}", "won: unknown form {seen:loud} (upper, capital, a, A, id)"),
        ("won", "{seen:{seen}}", "won: unknown form {seen:{seen}}"),
        (
            "won",
            "two\nlines",
            "won: expected one line of at most 200 printable characters, not 'two\\nlines'",
        ),
        (
            "won",
            "\x1b[31mred",
            "won: expected one line of at most 200 printable characters, not '\\x1b[31mred'",
        ),
        ("missed", "You miss.", "missed: expected a table of texts (you, at_you, other), not 'You miss.'"),
        ("missed", {"you": "", "at_you": ""}, "missed: text 'other' is missing"),
        (
            "missed",
            {"you": "", "at_you": "", "other": "", "nobody": ""},
            "missed: unknown text 'nobody' (at_you, other, you)",
        ),
        ("missed", {"you": "{item}", "at_you": "", "other": ""}, "missed: you: unknown field {item}"),
        ("danced", "", "unknown event 'danced'"),
    ],
)
def test_a_text_that_cannot_be_shown_is_refused(
    silent: dict[str, Any], key: str, written: object, complaint: str
) -> None:
    """On reading the rule set, not during a game."""
    silent[key] = written

    with pytest.raises(Unfit) as caught:
        read_texts(silent)

    assert ": ".join([*map(str, caught.value.place), str(caught.value)]).startswith(complaint)


@pytest.mark.parametrize("key", TEXT_KEYS.values())
def test_a_missing_event_is_refused(silent: dict[str, Any], key: str) -> None:
    """Missing texts need `silent`."""
    del silent[key]

    with pytest.raises(Unfit, match=f"event '{key}' is missing"):
        read_texts(silent)
