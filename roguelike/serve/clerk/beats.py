"""The beat of a host: what the others go by when they ask whether it is alive."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import roguelike
from roguelike.serve.clerk.connections import NoDatabase

if TYPE_CHECKING:
    import uuid

    from roguelike.serve.clerk.connections import Connections

EVERY: Final = 1.0
"""Seconds from one beat to the next."""
SILENT: Final = 5
"""Seconds of the database's clock without a beat after which a host counts as silent."""
_REGISTER: Final = (
    "INSERT INTO rl.hosts (name, boot, address, certificate, program, engine) VALUES (%s, %s, '', '', %s, 0) "
    "ON CONFLICT (name) DO UPDATE SET boot = excluded.boot, program = excluded.program, beat = now(), draining = false"
)
_BEAT: Final = "UPDATE rl.hosts SET beat = now() WHERE name = %s AND boot = %s RETURNING 1"


async def beat(connections: Connections, name: str, boot: uuid.UUID) -> None:
    """Register a host and beat, for ever; a later start of the same name takes its row, and is left it."""
    is_registered = False
    while True:
        try:
            if not is_registered:
                await connections.rows(_REGISTER, (name, boot, roguelike.__version__))
                is_registered = True
            await connections.rows(_BEAT, (name, boot))
        except NoDatabase:
            pass
        await asyncio.sleep(EVERY)
