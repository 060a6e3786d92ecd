"""Reading the texts of a rule set: its messages, and everything else that a player reads."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.content.colors import read_color
from roguelike.content.complaints import Unfit, listed
from roguelike.engine.kinds.message_texts import TEXT_FORMS, Text
from roguelike.toml_file import cut, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from roguelike.engine.events import Event

SCREENS: Final = "screens"
"""The table of texts that screens show themselves."""
SCREEN_TEXTS: Final = ("aim_cancelled",)

MAX_NAME = 40
MAX_TEMPLATE = 200
"""The maximum length of a message template, a summary or a status, in characters."""
MAX_DESCRIPTION = 500
MAX_FIELDS = 8
"""The maximum number of fields of a message, which is short even with the longest names in all of them."""


def read_texts(written: dict[str, Any]) -> dict[str, dict[str, Text]]:
    """Return the texts by event and variant.

    Raises:
        Unfit: an event or variant is unknown or missing, or a text names a field that its event does not have.
    """
    from roguelike.engine.events import TEXT_KEYS

    _compare("event", set(written), {*TEXT_KEYS.values(), SCREENS})
    texts = {key: _event_texts(event, key, written[key]) for event, key in TEXT_KEYS.items()}
    try:
        return {**texts, SCREENS: _variants(SCREEN_TEXTS, written[SCREENS], set())}
    except Unfit as error:
        raise error.within(SCREENS) from None


def read_condition_texts(written: object) -> dict[str, Text]:
    """Return the texts of a kind of condition, by variant.

    Raises:
        Unfit: a text is unknown, or names a field that its event does not have.
    """
    from roguelike.engine.events import CONDITION_TEXTS

    if not isinstance(written, dict):
        raise Unfit(f"expected a table of texts ({listed(CONDITION_TEXTS)}), not {shown(written)}")
    if unknown := sorted(set(written) - set(CONDITION_TEXTS)):
        raise Unfit(f"unknown text {shown(unknown[0])} ({listed(CONDITION_TEXTS)})")
    return {variant: _variant(variant, text, set(CONDITION_TEXTS[variant])) for variant, text in written.items()}


def silence() -> dict[str, Any]:
    """Return empty texts for all messages, in the format of a file."""
    from roguelike.engine.events import TEXT_KEYS

    events = {
        key: "" if event.variants == ("text",) else dict.fromkeys(event.variants, "")
        for event, key in TEXT_KEYS.items()
    }
    return {**events, SCREENS: dict.fromkeys(SCREEN_TEXTS, "")}


def _event_texts(event: type[Event], key: str, written: object) -> dict[str, Text]:
    fields = {field.name for field in attrs.fields(event)} - event.untold - {"hidden"}
    try:
        if event.variants == ("text",):
            return {"text": read_text(written, fields)}
        return _variants(event.variants, written, fields)
    except Unfit as error:
        raise error.within(key) from None


def _variants(variants: Sequence[str], written: object, fields: set[str]) -> dict[str, Text]:
    if not isinstance(written, dict):
        raise Unfit(f"expected a table of texts ({listed(variants)}), not {shown(written)}")
    _compare("text", set(written), set(variants))
    return {variant: _variant(variant, written[variant], fields) for variant in variants}


def _variant(variant: str, written: object, fields: set[str]) -> Text:
    try:
        return read_text(written, fields)
    except Unfit as error:
        raise error.within(variant) from None


def read_text(written: object, fields: set[str]) -> Text:
    """Return one text, which can show these fields.

    Raises:
        Unfit: it is none, or names another field.
    """
    if isinstance(written, str):
        written = {"text": written}
    if not isinstance(written, dict) or not isinstance(written.get("text"), str) or set(written) - {"text", "color"}:
        raise Unfit(f"expected text, or a table with text and color, not {shown(written)}")
    check_template(written["text"], fields)
    try:
        color = read_color(written["color"]) if "color" in written else None
    except Unfit as error:
        raise error.within("color") from None
    return Text(written["text"], color)


def check_template(template: str, fields: set[str], forms: Collection[str] = TEXT_FORMS) -> None:
    """Check that a template is one line of text and shows only these fields, in these forms.

    Raises:
        Unfit: it is not, or does not.
    """
    check_line(template, MAX_TEMPLATE)
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError as error:
        raise Unfit(str(error)) from None
    shows = [(field, form, conversion) for _, field, form, conversion in pieces if field is not None]
    if len(shows) > MAX_FIELDS:
        raise Unfit(f"expected at most {MAX_FIELDS} fields")
    for field, form, conversion in shows:
        if field not in fields or conversion:
            raise Unfit(f"unknown field {{{cut(field)}}} ({listed(sorted(fields))})")
        if form not in forms:
            known = listed(filter(None, forms))
            raise Unfit(f"unknown form {{{field}:{cut(form or '')}}}{f' ({known})' if known else ''}")


def check_line(text: str, most: int) -> None:
    """Check that a text is one line of at most `most` printable characters.

    Raises:
        Unfit: it is not.
    """
    if not text.isprintable() or len(text) > most:
        raise Unfit(f"expected one line of at most {most} printable characters, not {shown(text)}")


def check_name(name: str) -> None:
    """Check that a name can be used in every list and every saved game.

    Raises:
        Unfit: it cannot.
    """
    if not name.isprintable() or not name.strip() or len(name) > MAX_NAME:
        raise Unfit(f"expected a name of 1 to {MAX_NAME} printable characters, not {shown(name)}")


def _compare(what: str, written: set[str], wanted: set[str]) -> None:
    if unknown := sorted(written - wanted):
        raise Unfit(f"unknown {what} {shown(unknown[0])} ({listed(sorted(wanted))})", culprits=unknown)
    if missing := sorted(wanted - written):
        raise Unfit(f"{what} {missing[0]!r} is missing")
