"""Playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.commands import Move, PickUp, Wait
from roguelike.ui.actions import HISTORY, Action
from roguelike.ui.screens.game_screen import GameScreen
from roguelike.ui.screens.items import DropMenu, UseMenu
from roguelike.ui.screens.quit import QuitMenu
from roguelike.ui.screens.screen import KeyHelp, Push, ScreenRequest, Submit

if TYPE_CHECKING:
    from roguelike.engine.geometry import Direction
    from roguelike.ui.actions import Keymap


NOTHING_CARRIED = "Nothing can be carried in this game."
FOUR_DIRECTIONS = "You move in four directions in this game."


def play_help(keymap: Keymap, *, diagonal: bool, carries: bool) -> KeyHelp:
    """Return the keys of a game by whether the player moves diagonally, and can carry anything."""
    here = PlayScreen
    actions = [action for action in keymap.apply(here.section, here.ACTIONS) if carries or not action.for_items]
    return KeyHelp(here.title, actions, here.HELP_NOTES, here.STEERING, diagonal=diagonal)


class PlayScreen(GameScreen):
    """The game itself."""

    section = "play"
    title = "Playing"
    STEERING = "move you, or strike whoever is in the way"

    def key_help(self) -> KeyHelp:
        """Return the keys that mean something by these rules."""
        return play_help(self.keymap, diagonal=self._presenter.seen.ruleset.diagonal, carries=self._carries)

    @property
    def _carries(self) -> bool:
        return self._presenter.seen.ruleset.inventory.slots > 0

    def _say(self, sentence: str) -> ScreenRequest:
        self._presenter.notify(sentence)
        return None

    def steer(self, direction: Direction) -> ScreenRequest:
        """Move or strike, in the directions that these rules have."""
        if direction not in self._presenter.seen.ruleset.directions:
            return self._say(FOUR_DIRECTIONS)
        return Submit(Move(direction))

    def do_wait(self) -> ScreenRequest:
        """Let a turn pass."""
        return Submit(Wait())

    def do_pick_up(self) -> ScreenRequest:
        """Pick up what is underfoot."""
        return Submit(PickUp()) if self._carries else self._say(NOTHING_CARRIED)

    def do_use(self) -> ScreenRequest:
        """Open the menu of what can be used."""
        return Push(UseMenu(self._presenter)) if self._carries else self._say(NOTHING_CARRIED)

    def do_drop(self) -> ScreenRequest:
        """Open the menu of what can be dropped."""
        return Push(DropMenu(self._presenter)) if self._carries else self._say(NOTHING_CARRIED)

    def do_quit(self) -> ScreenRequest:
        """Ask where to go; nothing is lost."""
        return Push(QuitMenu())

    ACTIONS = (
        Action("wait", (".", "5", "center", " "), "wait a turn"),
        Action("pick_up", ("g", ","), "get what lies here", for_items=True),
        Action("use", ("i",), "use an item", for_items=True),
        Action("drop", ("d",), "drop an item", for_items=True),
        Action("examine", ("x",), "examine: look around"),
        HISTORY,
        Action("quit", ("Q", "escape"), "quit; the game is saved"),
    )
