"""The base of all commands."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.engine.instances import Actor
    from roguelike.engine.world import World


class Command(abc.ABC):
    """One thing that an actor asks for: plain data that performs itself on the world."""

    __slots__ = ()

    @abc.abstractmethod
    def perform(self, world: World, actor: Actor) -> bool:
        """Do it, and tell whether that took a turn.

        Raises:
            CannotDo: it is impossible now; nothing has changed.
        """
