"""The log of a server: a line for each event, as JSON or as text, without input of players."""

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
"""Characters of a value, which may come from a client."""
MAX_REASON: Final = 400
"""Characters of a reason, which is our own sentence."""
_ACCEPTS_AGAIN: Final = 60.0
"""Seconds between two lines about connections that cannot be accepted."""
_LOGGER: Final = logging.getLogger("roguelike.serve")
SILENT: Final = logging.getLogger("roguelike.serve.silent")
"""Logger for libraries that would log every request of strangers."""
SILENT.disabled = True


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Return a JSON object on one line, in ASCII."""
        told = {"at": _now(), "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**told, **_fields(record)})


class _TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Return a line of text."""
        fields = " ".join(f"{key}={json.dumps(value)}" for key, value in _fields(record).items())
        return f"{_now()} {record.getMessage()} {fields}".rstrip()


class _SystemLog(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Send a line to the system log; drop it if there is none."""
        syslog.syslog(syslog.LOG_WARNING if record.levelno >= logging.WARNING else syslog.LOG_INFO, self.format(record))


def begin_log(form: str) -> None:
    """Write the log to standard error, as "json" or as "text"."""
    handler = logging.StreamHandler(sys.stderr)
    _log_to(handler, form)


def begin_system_log(form: str) -> None:
    """Write the log to the system log, in the same forms, since players would see the standard error."""
    syslog.openlog("roguelike", syslog.LOG_PID, syslog.LOG_USER)
    _log_to(_SystemLog(), form)


def _log_to(handler: logging.Handler, form: str) -> None:
    logging.raiseExceptions = False  # with a full disk each line would print a traceback
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
    """Exception handler of event loops: logs a line instead of a traceback."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Log an error; connections that cannot be accepted only once a minute, since the loop tries again."""
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
