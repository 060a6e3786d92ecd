"""Iterations of the clerk's loops: no error may end a loop on which all sessions of the host depend."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from roguelike.serve.clerk.connections import NoDatabase
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Iterator


class Iterations:
    """Iterations that may fail; of consecutive failures the first is logged."""

    def __init__(self, of: str) -> None:
        """Take the name of the loop in the log."""
        self._of = of
        self._failed = False

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Run one iteration, to its end or to its first error."""
        try:
            yield
        except NoDatabase:  # already logged
            return
        except Exception as error:  # noqa: BLE001 -- the next iteration may succeed
            if not self._failed:
                log("fault", level=logging.ERROR, why=f"{self._of}: {type(error).__name__}: {str(error)[:200]}")
            self._failed = True
        else:
            self._failed = False
