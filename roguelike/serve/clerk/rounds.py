"""The rounds of a loop of the clerk, of which none may end it: all sessions of the host go through it."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from roguelike.serve.clerk.connections import NoDatabase
from roguelike.serve.logs import log

if TYPE_CHECKING:
    from collections.abc import Iterator


class Rounds:
    """Rounds that may fail, each alone; of several failures on end the first is logged."""

    def __init__(self, of: str) -> None:
        """Take what the log is to call them."""
        self._of = of
        self._failed = False

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Do one round, to its end or to its first error."""
        try:
            yield
        except NoDatabase:  # which is logged where it begins
            return
        except Exception as error:  # noqa: BLE001 -- whatever it is, the next round may do better
            if not self._failed:
                log("fault", level=logging.ERROR, why=f"{self._of}: {type(error).__name__}: {str(error)[:200]}")
            self._failed = True
        else:
            self._failed = False
