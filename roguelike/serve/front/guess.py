"""Guessed key exchange packets, as Dropbear sends them (RFC 4253, 7).

A guess is right if both sides prefer the same method and the same kind of host key. asyncssh takes it as right if the
chosen method is the client's first, and would answer a guess that the client has given up.
"""

from __future__ import annotations

from typing import Final

_COOKIE: Final = 16
_LISTS: Final = 10
"""Name lists in the request; the first two are methods and kinds of host keys."""


def guess_is_wrong(ours: bytes, theirs: bytes) -> bool:
    """Return whether a client has guessed wrong; both requests are without their type."""
    mine, _ = _lists(ours)
    other, guesses = _lists(theirs)
    return guesses and [_first(names) for names in mine[:2]] != [_first(names) for names in other[:2]]


def _first(names: bytes) -> bytes:
    return names.partition(b",")[0]


def _lists(request: bytes) -> tuple[list[bytes], bool]:
    """Return the name lists, and whether a guess follows; asyncssh refuses damaged ones."""
    found, at = [], _COOKIE
    for _ in range(_LISTS):
        size = int.from_bytes(request[at : at + 4], "big")
        found.append(request[at + 4 : at + 4 + size])
        at += 4 + size
    return found, request[at : at + 1] not in {b"", b"\0"}
