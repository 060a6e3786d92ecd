"""Operations of the canary game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import psycopg

from roguelike.serve.clerk.refusal import Refused

if TYPE_CHECKING:
    import uuid

    from roguelike.serve.clerk.connections import Connections

UNWRITTEN: Final = "the database does not write ({why})"


class CanaryOperations:
    """Operations of the canary game."""

    def __init__(self, boot: uuid.UUID, connections: Connections) -> None:
        self._boot = boot
        self._connections = connections

    async def try_writing(self) -> None:
        """Write a command as sessions do, and roll it back."""
        try:
            ((is_written,),) = await self._connections.call("try_writing", self._boot, waits_for_locks=False)
        except psycopg.Error as error:
            raise Refused(UNWRITTEN.format(why=str(error).partition("\n")[0])) from None
        if not is_written:
            raise Refused(UNWRITTEN.format(why="a command that was appended is not there"))
