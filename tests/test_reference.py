"""The generated page must say what the program does."""

from __future__ import annotations

import re
import tomllib

import pytest

from roguelike.content.inherit import SHIPPED
from tests import ember_page
from tests.reference import KEYS_PAGE, PAGE, keys_page, page

FILES = ("monsters.toml", "items.toml", "projectiles.toml", "conditions.toml", "terrain.toml")
OF_ITS_OWN = {"extends", "player", "corpse"}
"""What the page on making rule sets tells of `ruleset.toml`, and what has a table of its own."""


def fields(heading: str) -> set[str]:
    """Return the fields in the table below a heading that begins like this."""
    (section,) = re.findall(rf"^### {re.escape(heading)}.*?$(.*?)^##", page(), re.DOTALL | re.MULTILINE)
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def test_the_generated_pages_are_up_to_date() -> None:
    """A page that was true once misleads; `make docs` writes it anew."""
    assert page() == PAGE.read_text(encoding="utf-8")
    assert keys_page() == KEYS_PAGE.read_text(encoding="utf-8")
    ember = ember_page.PAGE.read_text(encoding="utf-8")
    assert ember_page.filled(ember) == ember
    assert set(re.findall(r"<!-- (?!end)([a-z ]+) -->", ember)) == ember_page.TABLES.keys()


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
