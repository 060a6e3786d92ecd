"""The base of all commands."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


class Command(abc.ABC):
    """One thing that an actor asks for: plain data that performs itself on the world."""

    __slots__ = ()

    name: ClassVar[str]
    """What journals call it."""
    by_name: ClassVar[dict[str, type[Command]]] = {}
    """Every command by its name."""

    @abc.abstractmethod
    def perform(self, world: World, actor: Actor) -> int:
        """Do it, and return its cost in energy: 0 where it takes no time.

        Raises:
            CannotDo: it is impossible now; nothing has changed.
        """


_Command = TypeVar("_Command", bound=type[Command])


def called(name: str) -> Callable[[_Command], _Command]:
    """Register a command under `name`, by which journals keep it for ever."""

    def register(command: _Command) -> _Command:
        command.name = name
        Command.by_name[name] = command
        return command

    return register
