"""What a client sends with its first key exchange in the hope that it fits, as Dropbear's does (RFC 4253, 7).

The guess is right if both sides prefer the same method and the same kind of host key. asyncssh takes it for right if
the method that was chosen is the client's first, and would answer a guess that the client has given up.
"""

from __future__ import annotations

from typing import Final

_COOKIE: Final = 16
_LISTS: Final = 10
"""Lists of names in the request; the first two are the methods and the kinds of host keys."""


def guess_is_wrong(ours: bytes, theirs: bytes) -> bool:
    """Return whether a client has guessed, and wrongly, by what both requests say behind their type."""
    mine, _ = _lists(ours)
    other, guesses = _lists(theirs)
    return guesses and [_first(names) for names in mine[:2]] != [_first(names) for names in other[:2]]


def _first(names: bytes) -> bytes:
    return names.partition(b",")[0]


def _lists(request: bytes) -> tuple[list[bytes], bool]:
    """Return the lists of names, and whether a guess follows; what does not fit is for asyncssh to refuse."""
    found, at = [], _COOKIE
    for _ in range(_LISTS):
        size = int.from_bytes(request[at : at + 4], "big")
        found.append(request[at + 4 : at + 4 + size])
        at += 4 + size
    return found, request[at : at + 1] not in {b"", b"\0"}
