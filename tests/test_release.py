"""Releases, made in a scratch clone."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from roguelike import __version__
from tests.pty_program import ROOT
from tests.release import CHANGELOG, PACKAGE, SERVING, main

if TYPE_CHECKING:
    from pathlib import Path

DAY: Final = dt.date(2026, 11, 26)
WRITTEN: Final = (CHANGELOG, PACKAGE, SERVING)

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(root: Path, *arguments: str) -> str:
    """Return what git prints."""
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with the files of this one that a release changes, and a change to release."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ann@example.com")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    clone = tmp_path / "clone"
    for name in WRITTEN:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    (clone / CHANGELOG).write_text("# Changes\n\n## Unreleased\n\n- Faster.\n\n## 0.1.0 - 2026-01-01\n\n- New.\n")
    git(clone, "init", "--quiet", "--initial-branch=main")
    git(clone, "add", "-A")
    git(clone, "commit", "--quiet", "--message", "Begin")
    return clone


def test_a_release_is_dated_committed_and_tagged(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The package and the pages have its version, the tag is on the commit, and the changelog has room for the next."""
    assert 0 == main(["12.0.3"], clone, DAY)

    changelog = (clone / CHANGELOG).read_text()
    assert "## Unreleased\n\n## 12.0.3 - 2026-11-26\n\n- Faster.\n\n## 0.1.0" in changelog
    assert "12.0.3" == subprocess.check_output(
        [sys.executable, "-B", "-c", "import roguelike; print(roguelike.__version__, end='')"], cwd=clone, text=True
    )
    assert "roguelike-12.0.3-py3" in (clone / SERVING).read_text(encoding="utf-8")
    assert ("Release 12.0.3", "") == (git(clone, "log", "-1", "--format=%s"), git(clone, "status", "--porcelain"))
    assert git(clone, "rev-parse", "HEAD") == git(clone, "rev-parse", "v12.0.3^{commit}")
    assert "Released 12.0.3." in capsys.readouterr().out


def refused(clone: Path, *arguments: str) -> None:
    """Try a release that is refused, without a trace."""
    before = git(clone, "status", "--porcelain"), git(clone, "log", "--all", "--format=%H")
    assert 1 == main(arguments, clone, DAY)
    assert before == (git(clone, "status", "--porcelain"), git(clone, "log", "--all", "--format=%H"))
    assert "" == git(clone, "tag", "--list", "v12.0.3")


@pytest.mark.parametrize("version", ["", "12", "12.0", "v12.0.3", "12.0.03", "12.0.3rc1"])
def test_what_is_not_a_version_is_refused(clone: Path, capsys: pytest.CaptureFixture[str], version: str) -> None:
    """Also none at all, as of `make release` alone."""
    refused(clone, *([version] if version else []))
    assert capsys.readouterr().err.startswith(f"VERSION: {version or 'nothing'} is not a version")


def test_an_older_version_and_a_tag_that_exists_are_refused(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The present version can be released once."""
    refused(clone, "0.0.9")
    assert f"VERSION: 0.0.9 is below the present {__version__} (choose a higher one)\n" == capsys.readouterr().err
    assert 0 == main([__version__], clone, DAY)
    (clone / CHANGELOG).write_text("## Unreleased\n\n- More.\n")
    git(clone, "commit", "--all", "--quiet", "--message", "More")
    refused(clone, __version__)
    assert f"v{__version__}: the tag already exists (choose a higher version)\n" == capsys.readouterr().err


def test_a_dirty_tree_and_another_branch_are_refused(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A release is a commit of main and of nothing else."""
    (clone / "new.py").touch()
    refused(clone, "12.0.3")
    assert capsys.readouterr().err.startswith("work tree: there are uncommitted changes")
    (clone / "new.py").unlink()
    git(clone, "switch", "--quiet", "--create", "other")
    refused(clone, "12.0.3")
    assert capsys.readouterr().err.startswith("branch: other is checked out")


def test_a_release_without_changes_is_refused(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody could tell what is in it."""
    (clone / CHANGELOG).write_text("# Changes\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- New.\n")
    git(clone, "commit", "--all", "--quiet", "--message", "Empty")
    refused(clone, "12.0.3")
    assert capsys.readouterr().err.startswith('CHANGELOG.md: nothing stands under "## Unreleased"')


def test_a_hook_that_fails_leaves_the_files_as_they_were(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason is the hook's."""
    hook = clone / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    refused(clone, "12.0.3")
    assert "git commit: not today\n" == capsys.readouterr().err
