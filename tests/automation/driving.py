"""An automation at work on a drawn level, as a session has it work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roguelike.automation.automation import Stop
from roguelike.engine.observation import observe

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game

MOST = 3000


class Ran(NamedTuple):
    """The commands of an automation, and its reason to stop."""

    commands: list[Command]
    reason: str


def drive(game: Game, automation: Automation) -> Ran:
    """Run an automation until it stops."""
    commands: list[Command] = []
    while len(commands) < MOST:
        answer = automation.next(observe(game.world))
        if isinstance(answer, Stop):
            return Ran(commands, answer.reason)
        commands.append(answer)
        for event in game.play(answer):
            if (stop := automation.interruption(event)) is not None:
                return Ran(commands, stop.reason)
    raise AssertionError("it goes on for ever")


def move_of(automation: Automation, game: Game) -> Command:
    """Return the next command of an automation that has one."""
    command = automation.next(observe(game.world))
    assert not isinstance(command, Stop)
    return command
