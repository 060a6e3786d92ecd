"""The check of the English of changed lines, in repositories of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest

from tests.wording import main

if TYPE_CHECKING:
    from pathlib import Path

WHO: Final = "Count the steps of who hunts."  # wording: quoted
ONE: Final = "Return the one that\n    comes next."
OWN: Final = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(root: Path, *arguments: str) -> None:
    """Run git without the settings of whoever runs the tests."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True, env=OWN | own)


def commit(root: Path, title: str, **files: str) -> None:
    """Write files, named with _ for the last dot, and commit them."""
    for name, text in files.items():
        (root / ".".join(name.rsplit("_", 1))).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "--quiet", "--allow-empty", "-m", title)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, in which much is to be reworded."""
    for name in set(os.environ) - set(OWN):
        monkeypatch.delenv(name)
    root = tmp_path / "project"
    root.mkdir()
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root, "Have it begin", steps_py=f'"""{WHO}"""\n', page_md=f"{WHO}\n")
    return root


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("new.py", f'"""{WHO}"""\n', 'new.py:1: """Count the steps of who hunts.""": name the monster'),
        ("new.py", f'def f():\n    """{ONE}"""\n', 'new.py:2: """Return the one that: name the thing'),
        ("new.py", 'def f():\n    """Have it stop."""\n', "new.py:2: "),
        ("new.py", 'AT = 1\n"""By kind."""\n', "new.py:2: "),
        ("new.py", "AT = 1  # written anew\n", "new.py:1: AT = 1  # written anew: use again"),  # wording: quoted
        ("new.py", 'ERROR = f"{AT}: exists already"\n', "new.py:1: "),
        ("new.md", "# Title\n\nIt goes there of its own\naccord.\n", "new.md:3: "),
    ],
)
def test_a_new_line_is_found_with_its_place_and_advice(
    root: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, told: str
) -> None:
    """In docstrings, comments, texts and pages, committed or not, also where the line wraps."""
    commit(root, "Add a walk")
    (root / name).write_text(text, encoding="utf-8")
    uncommitted = main([], root), capsys.readouterr().out
    commit(root, "Add steps")

    assert (1, 2) == (uncommitted[0], uncommitted[1].count("\n"))
    assert uncommitted[1].startswith(told)
    assert (1, uncommitted[1]) == (main([], root), capsys.readouterr().out)


@pytest.mark.parametrize(
    "files",
    [
        {"steps_py": f'AT = 1\n"""{WHO}"""\n'},
        {"steps_py": "", "moved_py": f'AT = 1\n"""{WHO}"""\n'},
        {"page_md": f"{WHO}\n\n```\n{WHO}```\n"},
        {"page_md": f"{WHO}\n\nWe say `{WHO}`\n"},
        {"page_md": f"{WHO}\n\n{WHO} <!-- wording: quoted -->\n"},
        {"broken_py": 'def f(:\n    "what lies there"\n'},
    ],
    ids=["unchanged", "moved", "code block", "code", "quoted", "no Python"],
)
def test_other_lines_are_left_alone(root: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]) -> None:
    """Those before the change, those that moved, code, and quotations."""
    commit(root, "Add steps", **files)

    assert (0, "") == (main([], root), capsys.readouterr().out)


@pytest.mark.parametrize(
    "title", ["Have steps counted", "Count steps, and draw them", f"Count {'very ' * 14}long ways"]
)
def test_titles_of_a_branch_are_checked_from_where_it_left_main(
    root: Path, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    """All of the branch and none of main, whose first title would be found, too."""
    git(root, "switch", "--quiet", "--create", "steps")
    commit(root, title)
    commit(root, "Count steps")

    assert 1 == main([], root)
    assert f" {title}: " in capsys.readouterr().out


def test_there_may_be_nothing_to_compare_with(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A first commit, a shallow clone, a source archive, and one that lies in somebody else's repository."""
    commit(root, "Add steps", new_py=f'"""{WHO}"""\n')
    git(tmp_path, "clone", "--quiet", "--depth=1", root.as_uri(), "shallow")
    archive, inner = tmp_path / "archive", root / "inner"
    archive.mkdir()
    inner.mkdir()
    for folder in (archive, inner):
        (folder / "new.py").write_text(f'"""{WHO}"""\n', encoding="utf-8")

    assert [0, 0, 0] == [main([], folder) for folder in (tmp_path / "shallow", archive, inner)]
    assert "" == capsys.readouterr().out
