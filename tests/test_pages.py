"""The pages for people: their links lead somewhere, and what they name is there."""

from __future__ import annotations

import re
import tomllib
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
SINGLE_FILES: Final = ("__main__", "toml_file", "local_time", "classes", "english")
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


def test_the_diagram_of_the_packages_is_the_contract() -> None:
    """Line by line, on one screen; a new layer in `pyproject.toml` wants its line in `docs/how-it-works.md`."""
    page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    with (ROOT / "pyproject.toml").open("rb") as file:
        (contract, *_) = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    packages, queues, *_ = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    drawn = [re.split(r"  +", line)[0].split(" | ") for line in packages.splitlines()]
    layers = [[name for name in layer.split(" | ") if name not in SINGLE_FILES] for layer in contract["layers"]]

    assert [layer for layer in layers if layer] == drawn
    assert [] == [line for line in (*packages.splitlines(), *queues.splitlines()) if len(line) > 80]


def test_the_files_of_the_map_exist() -> None:
    """Each module that `docs/how-it-works.md` lists."""
    page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    section = page.partition("## Where things are")[2].partition("\n## ")[0]
    names = set(re.findall(r"[\w*]+\.py\b", section))

    assert names
    assert [] == sorted(name for name in names if not any((ROOT / "roguelike").rglob(name)))
