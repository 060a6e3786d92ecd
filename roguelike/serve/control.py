"""The client of the control sockets of servers."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.heartbeat import HEARTBEAT_TIMEOUT

if TYPE_CHECKING:
    import pathlib

    from roguelike.serve.paths import ServerPaths

TIMEOUT: Final = HEARTBEAT_TIMEOUT / 2
"""Seconds for an answer: a busy server is slow, and one that hangs is soon ended by its supervisor."""


class NotAnswered(Exception):
    """The server does not answer, or refuses; the message is one sentence."""


def token_of(places: ServerPaths) -> str:
    """Return the token of requests, made if there is none.

    Raises:
        OSError: it cannot be read or written.
    """
    with contextlib.suppress(FileNotFoundError):
        return places.control_token.read_text(encoding="ascii").strip()
    made = secrets.token_hex(16)
    descriptor = os.open(places.control_token, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f"{made}\n")
    return made


def ask(places: ServerPaths, what: str, **told: str) -> dict[str, Any]:
    """Return the answer of the server in a folder, within `TIMEOUT`.

    Raises:
        NotAnswered: there is none.
    """
    return _ask(places, places.control, what, told)


def ask_all(places: ServerPaths, what: str, **told: str) -> list[dict[str, Any]]:
    """Return the answers of every server in a folder, draining ones last.

    Raises:
        NotAnswered: there is none.
    """
    draining = ask_draining(places, what, **told)
    try:
        return [ask(places, what, **told), *draining]
    except NotAnswered:
        if not draining:
            raise
        return draining


def ask_draining(places: ServerPaths, what: str, **told: str) -> list[dict[str, Any]]:
    """Return the answers of the draining servers in a folder; delete the sockets of dead ones."""
    found = []
    for path in sorted(places.draining.glob("*.sock")):
        try:
            found.append(_ask(places, path, what, told))
        except NotAnswered as error:
            if isinstance(error.__cause__, ConnectionRefusedError):
                path.unlink(missing_ok=True)
    return found


def _ask(places: ServerPaths, path: pathlib.Path, what: str, told: dict[str, str]) -> dict[str, Any]:
    try:
        token = places.control_token.read_text(encoding="ascii").strip()
        answer = _exchange(path, json.dumps({"do": what, "token": token, **told}).encode() + b"\n")
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise NotAnswered(f"no server is running in {places.root}.") from error
    except TimeoutError:
        raise NotAnswered("the server does not answer.") from None
    except (OSError, UnicodeError) as error:
        raise NotAnswered(f"the server cannot be asked: {getattr(error, 'strerror', None) or error}.") from None
    if "refused" in answer:
        raise NotAnswered(str(answer["refused"]))
    return answer


def _exchange(path: pathlib.Path, request: bytes) -> dict[str, Any]:
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(TIMEOUT)
        asked.connect(os.fspath(path))
        asked.sendall(request)
        with asked.makefile("rb") as answer:
            line = answer.readline()
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:
        raise NotAnswered("the server ended before it answered.") from None
    return found


def replace_text(path: pathlib.Path, text: str) -> None:
    """Write a text that only its owner reads, atomically.

    Raises:
        OSError: it cannot be written.
    """
    making = path.with_suffix(".new")
    making.unlink(missing_ok=True)
    descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    making.replace(path)
