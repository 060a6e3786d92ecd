"""A process that the supervisor keeps alive."""

from __future__ import annotations

import subprocess

import attrs

from roguelike.classes import define
from roguelike.serve.channel import Channel
from roguelike.serve.heartbeat import Silence


@define(eq=False)
class Worker:
    """The gateway, the fork server, the clerk or the metrics process."""

    name: str
    module: str
    sends_heartbeats: bool = True
    """Whether it sends heartbeats."""
    process: subprocess.Popen[bytes] | None = None
    channel: Channel | None = None
    is_ready: bool = False
    started: float = 0.0
    silence: Silence = attrs.field(factory=Silence)
    deaths: int = 0
    """Deaths in a row within a minute of the start."""
    start_at: float = 0.0
    cannot_start: bool = False
    """Whether the last attempt to start it failed."""
    is_renewed: bool = False
    """Whether it was killed to be started with other settings."""
    aborted: float = 0.0
    """When it got SIGABRT to log where it hangs; 0 if it did not."""

    def fileno(self) -> int:
        """Return the descriptor of the channel."""
        return -1 if self.channel is None else self.channel.fileno()
