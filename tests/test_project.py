"""What the files of the project say about dependencies and versions of Python agrees."""

from __future__ import annotations

import ast
import graphlib
import re
import tomllib
from typing import TYPE_CHECKING, Final

from tests.pty_program import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN_EXTRA: Final = re.compile(r"roguelike\[[\w,]+\]")


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    """A release of somebody else must not break a checkout of last year."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    wanted = [each for one in lists for each in one if not OWN_EXTRA.fullmatch(each)]

    assert wanted
    assert [] == [each for each in wanted if not re.fullmatch(r"[\w-]+(\[\w+\])?>=[\d.]+,<[\d.]+", each)]


def test_no_dependency_stands_in_two_lists() -> None:
    """One list for each purpose; `dev` takes those of `serve` over by name."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    names = [re.split(r"[>=<]", each)[0] for one in lists for each in one if not OWN_EXTRA.fullmatch(each)]

    assert sorted(names) == sorted(set(names))


def test_hosted_ci_runs_every_python_that_the_package_is_for() -> None:
    """From the oldest that is allowed to the newest that is named, and whatever it tries beyond."""
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"python-version: \[(.*)\]", text)
    tested = re.findall(r"[\d.]+", matrix)
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))

    assert f">={tested[0]}" == PROJECT["requires-python"]
    assert named == tested[: len(named)]


def test_the_tools_before_a_commit_are_those_of_make_check() -> None:
    """Two lists that differ would let a commit pass that `make check` refuses."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.partition("\ncheck:")[2].partition("\n\n")[0]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")

    checked = {
        line.removeprefix("$(BIN)/").removesuffix(" --check") for line in re.findall(r"^\t(.*)", recipe, re.MULTILINE)
    }
    hooked = {line.removesuffix(" --force-exclude") for line in re.findall(r"entry: \.venv/bin/(.*)", hooks)}
    assert checked == hooked


DATA_MODEL: Final = tuple(f"roguelike.engine.{name}" for name in ("kinds", "events", "state", "draft", "level_plan"))
"""The modules that may name each other: rules name a world, and worlds their rules."""


def imported(path: Path, modules: set[str]) -> set[str]:
    """Return the modules that a file imports anywhere, for annotations too."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    names = {(node.module or "", alias.name) for node in nodes for alias in node.names}
    return {full if (full := f"{module}.{name}") in modules else module for module, name in names} & modules


def test_no_files_import_each_other_outside_the_data_model() -> None:
    """One can be read after the other; `graphlib.CycleError` names a circle."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "roguelike").rglob("*.py")
    }
    modules = {name for name in paths if not name.startswith(DATA_MODEL)}
    graph = {name: imported(paths[name], modules) - {name} for name in sorted(modules)}

    graphlib.TopologicalSorter(graph).prepare()
    assert len(graph) > len(DATA_MODEL)
