"""Run ssh-audit, as administrators do, against a newly installed server."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.serving import serve

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal

AUDIT: Final = "import sys, ssh_audit.ssh_audit as audit; sys.exit(audit.main())"
WELL, WARNED = 0, 2
"""Its exit codes; 3 means a failure."""
FOR_OLD_CLIENTS: Final = ["curve25519-sha256", "curve25519-sha256@libssh.org"]
LONGEST: Final = 60


def audited(port: int, *options: str) -> tuple[int, list[str]]:
    """Return the exit code of ssh-audit, and its lines of failures and warnings."""
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", AUDIT, "-n", "-p", str(port), *options, "127.0.0.1"],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    return found.returncode, [line for line in found.stdout.splitlines() if "[warn]" in line or "[fail]" in line]


def test_ssh_audit_finds_no_failure(tmp_path: Path) -> None:
    """Its one warning is about a key exchange that older clients need; with `post-quantum` there is none.

    The last audit also connects as fast as it can, which it warns of where nothing slows it down.
    """
    with serve(tmp_path) as server:
        server.reload("post-quantum = true\n")
        assert (WELL, []) == audited(server.port)
        server.reload("")
        code, told = audited(server.port)
        assert WARNED == code
        assert FOR_OLD_CLIENTS == [line.split()[1] for line in told]
        assert all("does not provide protection against post-quantum attacks" in line for line in told)
        assert any('"why": "rate"' in line for line in server.log)
