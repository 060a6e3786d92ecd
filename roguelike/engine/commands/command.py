"""The base of all commands."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar

from roguelike.engine.kinds.families import Part

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


class Command(Part):
    """One thing that an actor asks for: plain data that performs itself on the world.

    It is registered under the name by which journals keep it for ever; rule sets cannot name it, so it has no key. Each
    of its fields is `saved` by a codec that needs neither a rule set nor a level, since what a command is given may be
    anything: it is refused when the command is performed.
    """

    __slots__ = ()

    family = "command"
    by_name: ClassVar[dict[str, type[Part]]] = {}

    @abc.abstractmethod
    def perform(self, world: World, actor: Actor) -> int:
        """Do it, and return its cost in energy: 0 where it takes no time.

        Raises:
            CannotDo: it is impossible now; nothing has changed.
        """
