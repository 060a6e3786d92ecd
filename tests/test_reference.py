"""The generated page must say what the program does."""

from __future__ import annotations

import functools
import re
import tomllib

import pytest

from roguelike.content.inherit import SHIPPED
from tests import ember_page
from tests.reference import KEYS_PAGE, PAGE, keys_page, page

FILES = ("monsters.toml", "items.toml", "projectiles.toml", "conditions.toml", "terrain.toml")
OF_EMBER = ("monsters", "items", "terrain", "features", "gases", "conditions", "hordes")
UNTOLD = {
    "glyph",
    "remembered",
    "color",
    "paints",
    "colors",
    "shades",
    "shine",
    "texts",
    "told",
    "weights",
    "dangers",
    "expected",
}
"""Keys that hold no number of the rules, or one that the page shows in another form: as shares, or as levels."""
OF_ITS_OWN = {"extends", "player", "corpse"}
"""Keys of `ruleset.toml` that the page on making rule sets describes, and keys with a table of their own."""


def numbers(entry: object) -> set[str]:
    """Return the numbers in an entry of a file, except those that go without saying."""
    if isinstance(entry, dict):
        return set().union(*(numbers(value) for key, value in entry.items() if key not in UNTOLD))
    if isinstance(entry, list):
        return set().union(*map(numbers, entry))
    return {str(abs(entry))} - {"0", "1"} if isinstance(entry, int) and not isinstance(entry, bool) else set()


@functools.cache
def made() -> str:
    """Return the page, made once."""
    return page()


def fields(heading: str) -> set[str]:
    """Return the fields in the table below a heading that begins like this."""
    (section,) = re.findall(rf"^### {re.escape(heading)}.*?$(.*?)^##", made(), re.DOTALL | re.MULTILINE)
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def test_the_generated_pages_are_up_to_date() -> None:
    """An outdated page misleads; `make docs` writes it again."""
    assert made() == PAGE.read_text(encoding="utf-8")
    assert keys_page() == KEYS_PAGE.read_text(encoding="utf-8")
    ember = ember_page.PAGE.read_text(encoding="utf-8")
    assert ember_page.filled(ember) == ember
    assert set(re.findall(r"<!-- (?!end)([a-z ]+) -->", ember)) == ember_page.TABLES.keys()


@pytest.mark.parametrize("file", OF_EMBER)
def test_every_number_of_ember_is_on_its_page(file: str) -> None:
    """In a row of the thing itself; for hordes, with how many come."""
    rows = [row for row in ember_page.PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("|")]
    entries = tomllib.loads((SHIPPED / "ember" / f"{file}.toml").read_text("utf-8"))

    for name, entry in entries.items():
        where = name if file != "hordes" else str(entry["leader"])
        told = " ".join(row for row in rows if re.search(rf"(\| |, ){re.escape(where)}( |,)", row))
        assert numbers(entry) <= set(re.findall(r"\d+", told)), name


def test_every_number_of_the_rules_of_ember_is_on_its_page() -> None:
    """What its lamp, its fire, its arrivals, its noise and all that are worth."""
    told = set(re.findall(r"\d+", ember_page.PAGE.read_text(encoding="utf-8")))
    rules = tomllib.loads((SHIPPED / "ember" / "ruleset.toml").read_text("utf-8"))

    assert numbers({key: value for key, value in rules.items() if key not in {"place", "fire"}}) - told == set()
    assert numbers(rules["fire"]["touch"]) <= told


@pytest.mark.parametrize("file", FILES)
def test_every_field_of_an_entry_is_on_the_page(file: str) -> None:
    """All that the shipped rule sets say."""
    entries = [entry for path in SHIPPED.glob(f"*/{file}") for entry in tomllib.loads(path.read_text("utf-8")).values()]

    assert entries
    assert set().union(*(entry for entry in entries if isinstance(entry, dict))) <= fields(f"An entry of `{file}`")


def test_every_field_at_the_top_is_on_the_page_and_none_that_has_a_file() -> None:
    """Conditions and terrain have files of their own."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in SHIPPED.glob("*/ruleset.toml")]

    top = fields("The top of `ruleset.toml`")

    assert set().union(*files) - OF_ITS_OWN <= top
    assert not top & {file.removesuffix(".toml") for file in FILES}
