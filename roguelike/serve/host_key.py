"""The host key: `python -m roguelike.serve.host_key FILE...` prints fingerprints, and makes a file that is missing."""

from __future__ import annotations

import os
import pathlib
import sys

import asyncssh


def main(files: list[str]) -> int:
    """Print the fingerprint of each key; returns the exit code."""
    for name in files:
        file = pathlib.Path(name)
        try:
            if not file.exists():
                make_host_key(file)
            print(asyncssh.read_private_key(file).get_fingerprint())  # noqa: T201 -- for the parent
        except (OSError, asyncssh.KeyImportError) as error:
            print(f"{file}: the host key cannot be used: {error}.", file=sys.stderr)  # noqa: T201 -- likewise
            return 1
    return 0


def make_host_key(file: pathlib.Path) -> None:
    """Make an Ed25519 key that only its owner can read."""
    key = asyncssh.generate_private_key("ssh-ed25519", comment="roguelike")
    making = file.with_suffix(".new")
    making.unlink(missing_ok=True)
    descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as written:
        written.write(key.export_private_key())
        written.flush()
        os.fsync(descriptor)
    making.replace(file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
