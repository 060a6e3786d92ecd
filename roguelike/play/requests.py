"""Requests of views and players, independent of the front-end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.engine.commands import Command  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.settings.choices import Written  # noqa: TC004 -- for annotations that nothing evaluates


@frozen
class Submit:
    """Submit a command to the game; `after` is called with the events."""

    command: Command


@frozen
class Automate:
    """Start an automation; it runs until it stops or a key is pressed."""

    automation: Automation


@frozen
class NewGame:
    """Begin another game with the same name and rule set and a new seed."""


@frozen
class Begin:
    """Begin a new game and play it."""

    name: str
    """Name of the player and the game."""
    rules: str
    """Name or path of the rule set."""
    seed: int | None = None
    """The seed; None for a random one."""
    sets_aside: bool = False
    """Whether to end a game in progress of the same name, which is kept as a replay."""
    is_practice: bool = False
    """Whether it is neither saved nor scored; a saved game of the same name does not change."""


@frozen
class Continue:
    """Resume a saved game."""

    name: str


@frozen
class ShowScores:
    """Show the scores."""


@frozen
class ShowStatistics:
    """Show statistics of the player's finished games."""


@frozen
class ShowReplays:
    """Show the finished games."""


@frozen
class Watch:
    """Watch a finished game."""

    key: str
    last_turns: int = 0
    """Number of last turns to watch; 0 for the whole game."""


@frozen
class ShowEnd:
    """Show the summary of a finished game."""

    key: str


@frozen
class StepThrough:
    """Go back or forward in a practice game."""

    commands: int
    """Number of commands forward; negative to go back."""


@frozen
class ToTitle:
    """Save and leave the game for the title screen."""


@frozen
class Leave:
    """Save the game and end the program."""


@frozen
class ToggleMouse:
    """Turn mouse reports off, so that the terminal selects text with the mouse, or on again."""


@frozen
class ChangeSetting:
    """Change and save a setting."""

    name: str
    value: Written
    """The value as in the settings file; None for the default."""
    told: str = ""
    """Message to the player after the change is saved."""


ShowRequest = ShowScores | ShowStatistics | ShowReplays | Watch
"""Requests for views of finished games."""

LobbyRequest = ToTitle | NewGame | Begin | Continue | ShowEnd | ShowRequest
"""Requests that concern games other than the current one."""

GameRequest = Submit | Automate | StepThrough | ToggleMouse | ChangeSetting | Leave | LobbyRequest
"""Requests without a view."""
