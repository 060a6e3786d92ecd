"""Playing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import attrs

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.automation.fight import Fight
from roguelike.automation.flee import flight
from roguelike.automation.patrol import Patrol
from roguelike.automation.quarry import Quarry
from roguelike.automation.rest import Rest, Search
from roguelike.automation.run import Run
from roguelike.automation.travel import Travel
from roguelike.cells.input import Button
from roguelike.cells.keyboard_layouts import layout_hint
from roguelike.engine.commands import Cover, PickUp, TakeStairs, Wait
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.subjects import Subject
from roguelike.narration.hints import FIGHT
from roguelike.narration.in_view import ALLY, ASLEEP, CAPTIVE, NOTICED
from roguelike.narration.refusals import FOUR_DIRECTIONS, NOTHING_CARRIED
from roguelike.play.requests import Automate, ChangeSetting, Submit
from roguelike.settings.keymap import HISTORY, Action
from roguelike.ui.screens import confirm
from roguelike.ui.screens.aim import IN_FLIGHT, again
from roguelike.ui.screens.count import RepeatPrompt
from roguelike.ui.screens.discoveries import DiscoveriesScreen
from roguelike.ui.screens.drop import DropList
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.game_screen import GameScreen
from roguelike.ui.screens.gear import EquipMenu, QuickMenu, ThrowMenu
from roguelike.ui.screens.items import DropMenu, UseMenu
from roguelike.ui.screens.levels import LevelsScreen
from roguelike.ui.screens.map_menu import MapMenu
from roguelike.ui.screens.options import OptionsScreen
from roguelike.ui.screens.pack import InventoryMenu
from roguelike.ui.screens.places import PlacesScreen
from roguelike.ui.screens.quit import QuitMenu
from roguelike.ui.screens.screen import KeyHelp, Push, ScreenRequest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.cells.input import Mouse
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.heading import TurnCosts
    from roguelike.settings.keymap import Keymap
    from roguelike.ui.viewport import Viewport


STAIRS: Final[Mapping[str, Literal["down", "up"]]] = {"descend": "down", "ascend": "up"}
"""The ways of stairs by the names of the actions that take them."""
UNKNOWN_KEY = "Unknown key: {key}. Press ? for help."
UNSEEN_STAIRS = "You have not seen any stairs {way}."
LEGEND = f"Marks: {ASLEEP} asleep  {NOTICED} just noticed you  {ALLY} ally  {CAPTIVE} captive"


def play_help(keymap: Keymap, turns: TurnCosts, subjects: Collection[Subject], *, diagonal: bool) -> KeyHelp:
    """Return the keys of a game by what takes a turn, what its rules are about, and whether one moves diagonally."""
    here = PlayScreen
    notes = here.HELP_NOTES if Subject.COMFORT in subjects else GameScreen.HELP_NOTES
    actions = [action for action in keymap.apply(here.section, here.ACTIONS) if action.needs in {None, *subjects}]
    return KeyHelp(here.title, actions, notes, here.STEERING, diagonal=diagonal, turns=turns)


class PlayScreen(GameScreen):
    """The game itself."""

    section = "play"
    title = "Playing"
    STEERING = "move and attack; Shift: run"
    HELP_NOTES = (("mouse", "click: travel; right: menu"),)

    def __init__(self, viewport: Viewport) -> None:
        super().__init__(viewport)
        self._happened: Sequence[AnyEvent] = ()
        """What came of the last command."""
        self._patrol = Patrol()
        self._quarry = Quarry()

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Keep the events for the hints."""
        self._happened = events
        return None

    def advise(self, words: Mapping[str, str] | None = None) -> None:
        """Log what lies underfoot and a hint, before the next command; `words` take the place of the keys in them."""
        game = self._perspective.game
        if game.in_flight or game.outcome is not None:
            return
        keys = words or self.key_names
        advice, seen = self._perspective.advice, self._perspective.seen
        advice.tell_underfoot(seen, f"({keys['pick_up']})" if words is None else f"Type {keys['pick_up']}.")
        advice.is_wanted = self.settings.hints
        if self.settings.hints:
            verb = "press" if words is None else "type"
            advice.give_hint(seen, self._happened, {name: f"{verb} {key}" for name, key in keys.items()})
        self._happened = ()

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done by these rules; that nothing can be carried is said to who presses the keys for it."""
        known = {None, Subject.ITEMS, *self._perspective.seen.ruleset.subjects}
        return [action for action in super().actions if action.needs in known]

    def key_help(self) -> KeyHelp:
        """Return the keys that mean something by these rules."""
        ruleset = self._perspective.seen.ruleset
        about = play_help(self.keymap, ruleset.turns, ruleset.subjects, diagonal=ruleset.diagonal)
        return attrs.evolve(about, legend=LEGEND) if ruleset.has_moods else about

    @property
    def _carries(self) -> bool:
        return Subject.ITEMS in self._perspective.seen.ruleset.subjects

    def _say(self, sentence: str) -> ScreenRequest:
        self._perspective.notify(sentence)
        return None

    def steer(self, direction: Direction) -> ScreenRequest:
        """Move or strike, in the directions that these rules have."""
        if direction not in self._perspective.seen.ruleset.directions:
            return self._say(FOUR_DIRECTIONS)
        return confirm.step(self._perspective, direction)

    def on_key(self, key: str) -> ScreenRequest:
        """Run with Shift and a direction, unless the person has chosen that key for something else."""
        direction = self.keymap.runs.get(key)
        if direction is None or any(key in action.keys for action in self.actions):
            return super().on_key(key)
        if direction not in self._perspective.seen.ruleset.directions:
            return self._say(FOUR_DIRECTIONS)
        return Automate(Run(direction))

    def on_other_key(self, key: str) -> ScreenRequest:
        """Start a count if a digit is no direction key; report any other key as unknown, but not Enter.

        Enter confirms elsewhere: pressed once too often, it deserves no answer.
        """
        if key.isdigit():
            return Push(RepeatPrompt(self._viewport, self, key))
        if key == "enter":
            return None
        if hint := layout_hint(key, self.called(key)):
            return self._say(hint)
        return (
            self._say(UNKNOWN_KEY.format(key=self.called(key)))
            if self._perspective.presentation.names_unknown_keys
            else None
        )

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Examine what the mouse is on; a click travels there, a right click lists what can be done there."""
        super().on_mouse(mouse)
        if mouse.button is Button.RIGHT:
            return self._open_menu(self.point_under(mouse))
        goal = self._viewport.camera.cursor
        if mouse.button is not Button.LEFT or goal is None:
            return None
        self._viewport.camera.reset()
        return Automate(Travel(goal))

    def _open_menu(self, at: Point | None) -> ScreenRequest:
        """Open the menu of a known cell; in the tutorials such a click does nothing (T9-36)."""
        seen = self._perspective.seen
        if at is None or not self._perspective.presentation.menu_at_cell or not seen.level.is_explored(at):
            return None
        # What it lists would be another thing after the landing.
        return self._say(IN_FLIGHT) if self._perspective.game.in_flight else Push(MapMenu(self._viewport, at))

    def do_explore(self) -> ScreenRequest:
        """Explore the level."""
        self._perspective.advice.hints.learn("explore")
        return Automate(Explore(self.settings.autopickup, self._patrol))

    def do_fight(self) -> ScreenRequest:
        """Go to the nearest enemy, or strike it."""
        self._perspective.advice.hints.learn(FIGHT)
        return Automate(Fight(self._quarry))

    def do_flee(self) -> ScreenRequest:
        """Take one step to the stairs or away from the enemies in view."""
        step = flight(self._perspective.seen)
        return self._say(step.reason) if isinstance(step, Stop) else self.steer(step.direction)

    def do_travel(self) -> ScreenRequest:
        """Point at the place to travel to."""
        return Push(ExamineScreen(self._viewport, travels=True))

    def do_places(self) -> ScreenRequest:
        """List what is known of the level."""
        return Push(PlacesScreen(self._perspective))

    def do_count(self) -> ScreenRequest:
        """Ask for a count, and what to repeat."""
        return Push(RepeatPrompt(self._viewport, self))

    def do_descend(self) -> ScreenRequest:
        """Take the stairs down, or travel to them."""
        return self._take_stairs("down")

    def do_ascend(self) -> ScreenRequest:
        """Take the stairs up, or travel to them."""
        return self._take_stairs("up")

    def _take_stairs(self, way: Literal["down", "up"]) -> ScreenRequest:
        seen = self._perspective.seen
        stairs = seen.level.exit_at(Exit(way))
        if stairs is None:
            return self._say(UNSEEN_STAIRS.format(way=way))
        return Submit(TakeStairs(way)) if stairs == seen.me.at else Automate(Travel(stairs))

    def goes_on(self, key: str, automation: Automation) -> bool:
        """Return whether a key asks for more of what goes on by itself, instead of stopping it.

        The key of stairs does, on the way there: they are taken on arrival.
        """
        names = {action.name for action in self.actions if key in action.keys}
        for name, way in STAIRS.items():
            stairs = self._perspective.seen.level.exit_at(Exit(way))
            if name in names and isinstance(automation, Travel) and automation.goal == stairs:
                automation.then = TakeStairs(way)
                return True
        return False

    def do_rest(self) -> ScreenRequest:
        """Rest until better."""
        return Automate(Rest())

    def do_search(self) -> ScreenRequest:
        """Wait a few turns."""
        return Automate(Search())

    def do_wait(self) -> ScreenRequest:
        """Wait a turn."""
        return Submit(Wait())

    def do_pick_up(self) -> ScreenRequest:
        """Pick up what is underfoot."""
        return Submit(PickUp()) if self._carries else self._say(NOTHING_CARRIED)

    def do_use(self) -> ScreenRequest:
        """Open the inventory, or the menu of what can be used where a document has one."""
        if not self._carries:
            return self._say(NOTHING_CARRIED)
        if not self._perspective.presentation.lists_inventory:
            return Push(UseMenu(self._viewport))
        return Push(InventoryMenu(self._viewport))

    def do_drop(self) -> ScreenRequest:
        """Open the menu of what can be dropped."""
        if not self._carries:
            return self._say(NOTHING_CARRIED)
        if not self._perspective.presentation.lists_inventory:
            return Push(DropMenu(self._viewport))
        together = self._perspective.seen.ruleset.drops_together
        return Push(DropList(self._viewport) if together else InventoryMenu(self._viewport, drops=True))

    def do_equip(self) -> ScreenRequest:
        """Open the menu of what can be put on or taken off."""
        return Push(EquipMenu(self._viewport))

    def do_throw(self) -> ScreenRequest:
        """Open the menu of what can be thrown."""
        return Push(ThrowMenu(self._viewport))

    def do_drink(self) -> ScreenRequest:
        """Open the menu of what can be drunk."""
        return Push(QuickMenu(self._viewport, "drink"))

    def do_read(self) -> ScreenRequest:
        """Open the menu of what can be read."""
        return Push(QuickMenu(self._viewport, "read"))

    def do_zap(self) -> ScreenRequest:
        """Open the menu of what has charges."""
        return Push(QuickMenu(self._viewport, "zap"))

    def do_cover(self) -> ScreenRequest:
        """Cover the lamp, or open it."""
        return Submit(Cover())

    def do_discoveries(self) -> ScreenRequest:
        """Tell what is known of items."""
        return Push(DiscoveriesScreen(self._perspective))

    def do_levels(self) -> ScreenRequest:
        """Tell what is known of the levels."""
        return Push(LevelsScreen(self._perspective))

    def do_again(self) -> ScreenRequest:
        """Use what was aimed last on its last target; at first, choose what to throw."""
        if Subject.GEAR in self._perspective.seen.ruleset.subjects and self._perspective.choices.aimed is None:
            return self.do_throw()
        return again(self._viewport) if self._carries else self._say(NOTHING_CARRIED)

    def do_options(self) -> ScreenRequest:
        """Open the options."""
        return Push(OptionsScreen())

    def do_hints(self) -> ScreenRequest:
        """Turn hints off or on again."""
        on = not self.settings.hints
        return ChangeSetting("hints", on, f"Hints {'on' if on else 'off'}.")

    def do_quit(self) -> ScreenRequest:
        """Ask where to go; nothing is lost."""
        return Push(QuitMenu())

    ACTIONS = (
        Action(
            "explore",
            ("o",),
            "explore",
            about="explore until something interrupts you",
            costs=("move",),
        ),
        Action("descend", (">",), "stairs down", needs=Subject.LEVELS, about="walk to the stairs down, or take them"),
        Action("ascend", ("<",), "stairs up", needs=Subject.LEVELS, about="walk to the stairs up, or take them"),
        Action("travel", ("_",), "travel: pick a place", about="choose a cell and walk there", costs=("move",)),
        Action(
            "places", ("G", "ctrl_f"), "go to: list, search", about="list monsters, items and places; type to search"
        ),
        Action(
            "fight",
            ("tab", "a"),
            "attack nearest enemy",
            about="step to the nearest enemy or attack it, above half HP",
            costs=("move",),
        ),
        Action(
            "flee",
            ("F",),
            "flee one step",
            needs=Subject.COMFORT,
            about="step to known stairs, or away from enemies in view",
            costs=("move",),
        ),
        Action("rest", ("Z",), "rest until healed", about="rest until healed or interrupted", costs=("wait",)),
        Action(
            "search",
            ("s",),
            "wait five turns",
            about="search five turns for hidden things within 7 steps",
            costs=("wait",),
        ),
        Action("count", ("#",), "repeat: number, key", about="type a number, then the key to repeat"),
        Action("wait", (".", "5", "center", " "), "wait a turn", costs=("wait",)),
        Action("pick_up", ("g", ","), "pick up", needs=Subject.ITEMS, costs=("pick_up",)),
        Action("use", ("i",), "inventory", needs=Subject.ITEMS, about="list your items: use, examine or drop them"),
        Action("drop", ("d",), "drop an item", needs=Subject.ITEMS, costs=("drop",)),
        Action(
            "equip",
            ("e",),
            "put on, take off",
            needs=Subject.GEAR,
            about="put on or take off; armour works five turns later",
            costs=("use",),
        ),
        Action("throw", ("t",), "throw an item", needs=Subject.GEAR, costs=("launch",)),
        Action(
            "drink",
            ("q",),
            "drink a potion",
            needs=Subject.UNKNOWNS,
            about="drink; test unknown ones unhurt, near a door or water",
            costs=("use",),
            yields=True,
        ),
        Action(
            "read",
            ("r",),
            "read a scroll",
            needs=Subject.UNKNOWNS,
            about="read; test unknown ones with no enemy in view",
            costs=("use",),
            yields=True,
        ),
        Action(
            "zap",
            ("z",),
            "zap a wand or staff",
            needs=Subject.UNKNOWNS,
            about="use a wand, staff or charm",
            costs=("use",),
            yields=True,
        ),
        Action(
            "cover",
            ("c",),
            "cover or open lamp",
            needs=Subject.LAMP,
            about="covered, you see 3 cells and make less noise; covering takes a turn",
        ),
        Action(
            "again",
            ("f",),
            "fire again",
            needs=Subject.ITEMS,
            about="fire the last aimed item at the last target",
            costs=("use", "launch"),
        ),
        Action(
            "discoveries",
            ("D",),
            "discoveries",
            needs=Subject.UNKNOWNS,
            about="list potions, scrolls and wands with their odds",
        ),
        Action(
            "levels",
            ("O",),
            "levels visited",
            needs=Subject.LEVELS,
            about="list the levels: stairs, captives, what you left",
            yields=True,
        ),
        Action("examine", ("x",), "look around"),
        HISTORY,
        Action("hints", ("\\",), "hints on/off"),
        Action("options", ("=",), "options"),
        Action("quit", ("Q", "escape"), "save and quit"),
    )
