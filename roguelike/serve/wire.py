"""Settings in messages between the processes of a server."""

from __future__ import annotations

from typing import Any, Final

import attrs

from roguelike.serve.settings import ServeSettings, Startups

HIDDEN: Final = "(hidden)"
"""Replaces the address of a database, which may contain a password."""


def settings_message(settings: ServeSettings, *, hides_secrets: bool = False) -> dict[str, Any]:
    """Return a message of settings; without the address of the database if it `hides_secrets`."""
    if hides_secrets and settings.database:
        settings = attrs.evolve(settings, database=HIDDEN)
    return attrs.asdict(settings)


def settings_of(message: dict[str, Any]) -> ServeSettings:
    """Return settings from a message of `settings_message`."""
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in message.items()}
    values["startups"] = Startups(**message["startups"])
    return ServeSettings(**values)
