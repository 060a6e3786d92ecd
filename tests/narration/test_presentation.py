"""Comforts of front-ends that source documents lack."""

from __future__ import annotations

import ast
import pathlib

import attrs
import pytest

import roguelike
from roguelike.content.loader import load_ruleset
from roguelike.narration.presentation import presentation

PACKAGE = pathlib.Path(roguelike.__file__).parent


@pytest.mark.parametrize(("rules", "expected"), [("ember", True), ("classic", True), ("tcod", False)])
def test_all_of_it_comes_with_comfort(rules: str, expected: bool) -> None:  # noqa: FBT001 -- a row
    """The tutorials' rule sets follow their documents."""
    assert {expected} == {*attrs.astuple(presentation(load_ruleset(rules)))}


@pytest.mark.slow
def test_front_ends_ask_for_single_comforts() -> None:
    """One key of rule sets stands for all of it, which may change."""
    readers = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "comfort"
    }

    assert {"content/head.py", "engine/kinds/ruleset.py", "narration/presentation.py"} == readers
