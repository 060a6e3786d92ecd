"""The pages for people: their links lead somewhere, and what CONTRIBUTING.md promises is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw, picture

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
LINK: Final = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)#?(?P<anchor>[^)\s]*)\)")
CONTRIBUTING: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """To a file of the repository, and to a heading where it names one."""
    for link in LINK.finditer(page.read_text(encoding="utf-8")):
        target = page.parent / link["path"] if link["path"] else page
        assert target.exists(), link[0]
        assert not link["anchor"] or link["anchor"] in anchors(target), link[0]


def test_contributing_names_targets_and_files_that_exist() -> None:
    """A contributor copies them."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"make ([a-z]+)\b", CONTRIBUTING))
    files = set(re.findall(r"`((?:roguelike|tests|docs)/[\w./-]+)`", CONTRIBUTING))

    assert {"quick", "check", "test"} <= targets <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert files
    assert [] == sorted(file for file in files if not (ROOT / file).exists())


def test_the_example_test_of_contributing_passes(arena: RuleSet) -> None:
    """It is run as it stands on the page."""
    (example,) = re.findall(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    names: dict[str, Any] = {"draw": draw, "picture": picture, "Wait": Wait}

    exec(f"from __future__ import annotations\n{example}", names)  # noqa: S102 -- the page is ours

    names["test_an_orc_walks_up_to_the_player"](arena)
