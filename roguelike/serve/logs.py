"""The log of a server: a line for each event, as JSON or as text; never what anybody types."""

from __future__ import annotations

import datetime as dt
import json
import logging
import sys
import syslog
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.remedies import problem_of

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping

MAX_VALUE: Final = 64
"""Characters that are kept of what a client has sent."""
MAX_REASON: Final = 400
"""Characters that are kept of a sentence of our own."""
_ACCEPTS_AGAIN: Final = 60.0
"""Seconds without another line that nobody can be accepted."""
_LOGGER: Final = logging.getLogger("roguelike.serve")
SILENT: Final = logging.getLogger("roguelike.serve.silent")
"""Logger for a library that logs what strangers send, of which each request would be a line."""
SILENT.disabled = True


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Return a JSON object on one line, in ASCII."""
        told = {"at": _now(), "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**told, **_fields(record)})


class _TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Return a line to read."""
        fields = " ".join(f"{key}={json.dumps(value)}" for key, value in _fields(record).items())
        return f"{_now()} {record.getMessage()} {fields}".rstrip()


class _SystemLog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Pass a line on; where no system's log runs, it is lost."""
        syslog.syslog(syslog.LOG_WARNING if record.levelno >= logging.WARNING else syslog.LOG_INFO, self.format(record))


def begin_log(form: str) -> None:
    """Write the log to standard error, as "json" or as "text"."""
    handler = logging.StreamHandler(sys.stderr)
    _log_to(handler, form)


def begin_system_log(form: str) -> None:
    """Write the log to the system's, in the same forms: what a player sees is no place for it."""
    syslog.openlog("roguelike", syslog.LOG_PID, syslog.LOG_USER)
    _log_to(_SystemLog(), form)


def _log_to(handler: logging.Handler, form: str) -> None:
    logging.raiseExceptions = False  # a full disk must not have each line tell a traceback
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    _LOGGER.handlers = [handler]
    _LOGGER.setLevel(logging.INFO)
    _LOGGER.propagate = False


def log(event: str, *, level: int = logging.INFO, **fields: Any) -> None:  # noqa: ANN401 -- plain data
    """Log an event; texts are cut."""
    told = {
        key: value[: MAX_REASON if key == "why" else MAX_VALUE] if isinstance(value, str) else value
        for key, value in fields.items()
    }
    _LOGGER.log(level, event, extra={"fields": told})


class Uncaught:
    """What an event loop calls with an error that nobody has caught: a line instead of a traceback."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Log it; that nobody can be accepted is logged once a minute, since the loop tries again all the time."""
        error, message = context.get("exception"), str(context["message"])
        if message.startswith("socket.accept()") and isinstance(error, OSError):
            if loop.time() >= self._silent_until:
                log("cannot accept", level=logging.ERROR, why=problem_of(error))
                self._silent_until = loop.time() + _ACCEPTS_AGAIN
        else:
            log("fault", level=logging.ERROR, why=f"{message}{f': {error!r}' if error is not None else ''}")


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    found: dict[str, Any] = getattr(record, "fields", {})
    return found


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
