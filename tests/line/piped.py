"""The whole program in line mode, behind real pipes."""

from __future__ import annotations

import contextlib
import os
import re
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE: Final = 60.0
"""Seconds for an answer, on a machine that is busy with other tests."""
_PROMPT: Final = re.compile(rb"(?:^|\n)(?:HP \d+/\d+ )?> \Z")


class Piped:
    """One run of the program; everything that it writes is kept."""

    def __init__(self, root: Path, *arguments: str, **environment: str) -> None:
        self.raw = b""
        """All of standard output."""
        self.errors = ""
        """All of standard error, once it has ended."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "roguelike", "play", "--line", "--data-dir", str(root), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "0", **environment},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output, self._errors = self._process.stdin, self._process.stdout, self._process.stderr

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._output, self._errors):
            stream.close()
        self.end_input()

    def read(self) -> list[str]:
        """Return the lines up to the next prompt, or up to the end."""
        start = len(self.raw)
        deadline = time.monotonic() + PATIENCE
        while not _PROMPT.search(self.raw[start:]):
            ready = select.select([self._output], [], [], deadline - time.monotonic())[0]
            assert ready, f"no prompt came after {self.raw[start:]!r}"
            some = os.read(self._output.fileno(), 65536)
            if not some:
                break
            self.raw += some
        return self.raw[start:].decode().splitlines()

    def type(self, line: str) -> None:
        """Type a line, and do not wait for its answer."""
        self._input.write(line.encode() + b"\n")
        self._input.flush()

    def say(self, line: str) -> list[str]:
        """Type a line, and return its answer, without the echo and the next prompt."""
        self.type(line)
        echo, *told = self.read()
        assert line == echo
        return told[:-1] if told and told[-1].endswith("> ") else told

    def end_input(self) -> None:
        """Close standard input."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()

    def stop_reading(self) -> None:
        """Close the other end of standard output."""
        self._output.close()

    def signal(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def end(self) -> int:
        """Wait until it ends; returns the exit code."""
        if not self._output.closed:
            self.raw += self._output.read()
        self.errors = self._errors.read().decode()
        return self._process.wait(PATIENCE)
