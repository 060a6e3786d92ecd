"""The answers to sshd about a key, and what `roguelike door` refuses."""

from __future__ import annotations

import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from tests.serving import SSH

if TYPE_CHECKING:
    from pathlib import Path

KIND = "ssh-ed25519"
BLOB = "AAAAC3NzaC1lZDI1NTE5AAAAIJE6nuXfSH9Y2B0LT18MiDjeuQaNDDSKo/KTBOlRTCnk"
FINGERPRINT = "SHA256:maVrCD/hU+GhDZHDSRLoKpv6k0XVbabflt2NuZjmXdg"


def test_a_key_may_start_the_lobby_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command in the line has the fingerprint, the key's type and the folder, whatever that is called."""
    folder = tmp_path / 'a "b" $c'
    assert 0 == cli.main(["door", "--authorized-keys", KIND, BLOB, "--data-dir", str(folder)])
    line = capsys.readouterr().out
    options, command = line.split(",command=", 1)
    quoted, _, rest = command.removeprefix('"').rpartition('" ')
    words = shlex.split(quoted.replace('\\"', '"'))

    assert "restrict,pty" == options
    assert f"{KIND} {BLOB}\n" == rest
    assert ["door", "--key", FINGERPRINT, "--type", KIND, "--data-dir", str(folder)] == words[-7:]


@pytest.mark.skipif(SSH is None, reason="no ssh-keygen here")
@pytest.mark.parametrize("kind", ["ed25519", "rsa", "ecdsa"])
def test_the_fingerprint_is_that_of_ssh(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """Bans and accounts name keys as ssh-keygen prints them."""
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-f", str(tmp_path / "key")], check=True)
    printed = subprocess.run(["ssh-keygen", "-lf", str(tmp_path / "key")], capture_output=True, text=True, check=True)
    cli.main(["door", "--authorized-keys", *(tmp_path / "key.pub").read_text().split()[:2]])

    assert f" --key {printed.stdout.split()[1]} " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--authorized-keys", KIND, "AAAA"), "not a public key"),
        (("--authorized-keys", "ssh-rsa", BLOB), "not a public key"),
        (("--authorized-keys", KIND, f'{BLOB}" ssh-rsa AAAA'), "not a public key"),
        (("--authorized-keys", f"{KIND}-cert-v01@openssh.com", BLOB), "certificates are not accepted"),
        (("--key", "alice"), "--key must be the fingerprint of a key"),
        (("--key", FINGERPRINT, "--data-dir", "/nowhere"), "/nowhere: no such folder."),
        (("--key", FINGERPRINT, "--data-dir", "/"), "This is a game for a terminal"),
        ((), "one of the arguments --authorized-keys --key is required"),
    ],
)
def test_what_does_not_fit_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    """One sentence, the exit code of wrong usage, and no output that sshd could take for a key."""
    assert 2 == cli.main(["door", *arguments])
    out, err = capsys.readouterr()

    assert "" == out
    assert told in err
    assert 1 == len(err.splitlines())
