"""Settings and requests as they go between the processes of a server."""

from __future__ import annotations

from typing import Any, Final

import attrs

from roguelike.serve.settings import ServeSettings, Startups

HIDDEN: Final = "(hidden)"
"""Sent in place of the address of a database, which may have a password in it."""


def settings_message(settings: ServeSettings, *, hides_secrets: bool = False) -> dict[str, Any]:
    """Return settings as a message has them; without the address of the database if it `hides_secrets`."""
    if hides_secrets and settings.database:
        settings = attrs.evolve(settings, database=HIDDEN)
    return attrs.asdict(settings)


def settings_of(message: dict[str, Any]) -> ServeSettings:
    """Return settings from a message of `settings_message`."""
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in message.items()}
    values["startups"] = Startups(**message["startups"])
    return ServeSettings(**values)
