"""What views and players ask for, whatever the front-end looks like."""

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
    """Begin another game like the last: the same name, the same rule set, a fresh seed."""


@frozen
class Begin:
    """Begin a new game and play it."""

    name: str
    """What the player and the game are called."""
    rules: str
    """The name or the path of the rule set."""
    seed: int | None = None
    """None for a fresh one."""
    sets_aside: bool = False
    """Whether the game of that name that is in progress is ended for it, and kept as a replay."""
    is_practice: bool = False
    """Whether nothing of it is to be saved or scored; a game of that name stays as it is."""


@frozen
class Continue:
    """Resume a saved game."""

    name: str


@frozen
class ShowScores:
    """Show the scores."""


@frozen
class ShowStatistics:
    """Show figures over the player's finished games."""


@frozen
class ShowReplays:
    """Show the games that are over."""


@frozen
class Watch:
    """Watch a game that is over."""

    key: str
    last_turns: int = 0
    """How many turns before its end to begin; 0 for all of it."""


@frozen
class ShowEnd:
    """Show the summary of a game that is over."""

    key: str


@frozen
class StepThrough:
    """Go back in a practice game, or forward again."""

    commands: int
    """How many to go forward; negative to go back."""


@frozen
class ToTitle:
    """Leave this game, which is saved, for the title screen."""


@frozen
class Leave:
    """End the program; a game is saved."""


@frozen
class ToggleMouse:
    """Leave the mouse to the terminal, whose own then selects text, or take it back."""


@frozen
class ChangeSetting:
    """Change a setting at once, and save it."""

    name: str
    value: Written
    """As the settings file says it; None for the default."""
    told: str = ""
    """What to tell the player once it is changed and saved."""


ShowRequest = ShowScores | ShowStatistics | ShowReplays | Watch
"""What shows something of games that are over."""

LobbyRequest = ToTitle | NewGame | Begin | Continue | ShowEnd | ShowRequest
"""Requests about games other than the current one."""

GameRequest = Submit | Automate | StepThrough | ToggleMouse | ChangeSetting | Leave | LobbyRequest
"""Requests that name no view."""
