"""Reading the texts of a rule set's messages."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.content.colors import read_color
from roguelike.content.complaints import Unfit
from roguelike.engine.events import TEXT_KEYS
from roguelike.engine.kinds import TEXT_FORMS, Text

if TYPE_CHECKING:
    from roguelike.engine.events import Fact


def read_texts(written: dict[str, Any]) -> dict[str, dict[str, Text]]:
    """Give the texts by event and variant.

    Raises:
        Unfit: an event or variant is unknown or missing, or a text names what its event does not have.
    """
    _compare("an event", set(written), set(TEXT_KEYS.values()))
    return {key: _event_texts(event, key, written[key]) for event, key in TEXT_KEYS.items()}


def _event_texts(event: type[Fact], key: str, written: object) -> dict[str, Text]:
    fields = {field.name for field in attrs.fields(event)}
    if event.variants == ("text",):
        return {"text": _text(key, written, fields)}
    if not isinstance(written, dict):
        raise Unfit(f"{key}: a table of texts is expected ({', '.join(event.variants)}), not {written!r}")
    _compare(f"{key}: a text", set(written), set(event.variants))
    return {variant: _text(f"{key}: {variant}", written[variant], fields) for variant in event.variants}


def _text(place: str, written: object, fields: set[str]) -> Text:
    try:
        return read_text(written, fields)
    except Unfit as error:
        raise Unfit(f"{place}: {error}") from None


def read_text(written: object, fields: set[str]) -> Text:
    """Give one text, which may show these fields.

    Raises:
        Unfit: it is none, or names another field.
    """
    if isinstance(written, str):
        written = {"text": written}
    if not isinstance(written, dict) or not isinstance(written.get("text"), str) or set(written) - {"text", "color"}:
        raise Unfit(f"text, or a table with text and color, is expected, not {written!r}")
    check_template(written["text"], fields)
    try:
        color = read_color(written["color"]) if "color" in written else None
    except Unfit as error:
        raise Unfit(f"color: {error}") from None
    return Text(written["text"], color)


def check_template(template: str, fields: set[str]) -> None:
    """Check that a template is one line of text and shows only these fields.

    Raises:
        Unfit: it is not, or does not.
    """
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError as error:
        raise Unfit(str(error)) from None
    if not template.replace("{", "").replace("}", "").isprintable():
        raise Unfit("a text of one line without control characters is expected")
    for _, field, form, conversion in pieces:
        if field is None:
            continue
        if field not in fields or conversion:
            raise Unfit(f"{{{field}}} is none of its fields ({', '.join(sorted(fields))})")
        if form not in TEXT_FORMS:
            raise Unfit(f"{{{field}:{form}}} has none of the forms {', '.join(filter(None, TEXT_FORMS))}")


def _compare(what: str, written: set[str], wanted: set[str]) -> None:
    if unknown := sorted(written - wanted):
        raise Unfit(f"{what} named {unknown[0]!r} does not exist ({', '.join(sorted(wanted))})")
    if missing := sorted(wanted - written):
        raise Unfit(f"{what} named {missing[0]!r} is missing")
