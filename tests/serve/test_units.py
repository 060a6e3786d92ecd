"""The systemd units of `docs/systemd`, as systemd reads them; none is started."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest

from tests.pty_program import ROOT

if TYPE_CHECKING:
    from pathlib import Path

UNITS: Final = sorted((ROOT / "docs" / "systemd").iterdir())
PROGRAM: Final = "/opt/roguelike/bin/roguelike"
MAX_EXPOSED: Final = 2.0
"""Of 10, by what `systemd-analyze security` counts."""
ANALYZE: Final = shutil.which("systemd-analyze")
needs_systemd: Final = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here")


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """Return the units with a program that is there."""
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace(PROGRAM, "/bin/true"))
    return sorted(tmp_path.iterdir())


def analyze(*words: object) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze."""
    command = [str(ANALYZE), "--no-pager", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs_systemd
def test_systemd_knows_every_setting_of_the_units(units: list[Path]) -> None:
    """What it does not know, it ignores, with a warning that nobody reads."""
    told = analyze("verify", "--recursive-errors=no", *units)

    assert 0 == told.returncode, told.stderr


@needs_systemd
def test_the_services_are_fenced_in(units: list[Path]) -> None:
    """A line that is lost, or that loosens another, shows in their exposure."""
    services = [unit for unit in units if unit.suffix == ".service"]
    told = analyze("security", "--offline=true", f"--threshold={round(10 * MAX_EXPOSED)}", *services)

    assert 0 == told.returncode, told.stdout


def test_the_ten_commands_install_what_the_units_name() -> None:
    """A user, a path or a port that differs would show only on the machine of an administrator."""
    page = (ROOT / "docs" / "serving.md").read_text()
    (block,) = re.findall(r"^## Ten commands$.*?^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    commands = block.splitlines()
    units = {unit.name: unit.read_text() for unit in UNITS}
    (user,) = re.findall(r"^User=(.*)$", units["roguelike.service"], re.MULTILINE)
    (port,) = re.findall(r"^ListenStream=(.*)$", units["roguelike.socket"], re.MULTILINE)
    folder = PROGRAM.removesuffix("/bin/roguelike")

    assert 10 >= len(commands)
    assert f"python3 -m venv {folder}" in commands
    assert f"{folder}/bin/pip install './source[serve]'" in commands
    assert any(command.startswith("useradd") and command.endswith(f" {user}") for command in commands)
    assert "systemctl enable --now roguelike.socket roguelike.service" in commands
    assert 2 == sum(port in command for command in commands)
    assert f"ExecStart={PROGRAM} serve --fd 3" in units["roguelike.service"]
