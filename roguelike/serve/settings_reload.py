"""New settings of a running server: read at SIGHUP, tried in a process, then offered to the gateway."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.serve.listening import ListenError, listen
from roguelike.serve.logs import log
from roguelike.serve.remedies import problem_of
from roguelike.serve.settings import ServeSettings, ServeSettingsError
from roguelike.serve.trial import Trial

if TYPE_CHECKING:
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings_source import SettingsSource

_FIXED: Final = ("listen", "web", "database", "host", "hosts_listen")
"""The settings that only a start can change."""


@frozen
class Offer:
    """Tried settings that the gateway has yet to accept."""

    settings: ServeSettings
    metrics: Sequence[socket.socket] | None
    """The metrics sockets of a new address; None if the address has not changed."""


class SettingsReload:
    """The reload of the settings, one at a time; the old ones stay in use until the gateway accepts the new ones."""

    def __init__(self, source: SettingsSource, places: ServerPaths) -> None:
        self._source = source
        self._places = places
        self.trial: Trial | None = None
        """The settings that are being tried."""
        self._offer: Offer | None = None

    def begin(self, current: ServeSettings) -> None:
        """Read the settings and begin to try them; log why the current ones are kept if that fails."""
        self.close()
        try:
            settings = self._source.read()
            fixed = next((name for name in _FIXED if getattr(settings, name) != getattr(current, name)), None)
            if fixed is None:
                self.trial = Trial.begin(settings, self._places)
            else:
                place = self._source.place(fixed.replace("_", "-"))
                log_kept(f"{place}: cannot be changed while the server runs (start it again).")
        except ServeSettingsError as error:
            log_kept(str(error))
        except OSError as error:
            log_kept(f"The settings cannot be tried: {problem_of(error)}.")

    def finish_trial(self, current: ServeSettings) -> ServeSettings | None:
        """Return the tried settings, to be offered to the gateway; None after logging a problem."""
        if self.trial is None:
            return None
        settings, found = self.trial.settings, self.trial.result()
        self.trial = None
        if found.problem:
            log_kept(f"{self._source.place(found.setting)}: {found.problem}.")
            return None
        metrics = None
        if settings.metrics != current.metrics:
            try:
                metrics = listen([settings.metrics]) if settings.metrics else ()
            except ListenError as error:
                log_kept(f"{self._source.place('metrics')}: {error}")
                return None
        self._offer = Offer(settings, metrics)
        return settings

    def take_offer(self) -> Offer | None:
        """Return and clear the offer to the gateway; None if there is none."""
        offer, self._offer = self._offer, None
        return offer

    def close(self) -> None:
        """End the process of a trial."""
        if self.trial is not None:
            self.trial.close()
            self.trial = None


def log_kept(why: str) -> None:
    """Log that the settings stay as they are."""
    log("settings kept", level=logging.WARNING, why=why)
