"""Settings and requests as they go between the processes of a server."""

from __future__ import annotations

from typing import Any

import attrs

from roguelike.serve.settings import ServeSettings, Startups


def settings_message(settings: ServeSettings) -> dict[str, Any]:
    """Return settings as a message has them."""
    return attrs.asdict(settings)


def settings_of(message: dict[str, Any]) -> ServeSettings:
    """Return settings from a message of `settings_message`."""
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in message.items()}
    values["startups"] = Startups(**message["startups"])
    return ServeSettings(**values)
