"""The view of a game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import attrs

from roguelike.automation.automation import Stop
from roguelike.automation.elsewhere import left_elsewhere
from roguelike.automation.explore import Explore
from roguelike.automation.fight import Fight
from roguelike.automation.flee import flight
from roguelike.automation.journey import NO_STAIRS
from roguelike.automation.patrol import Patrol
from roguelike.automation.quarry import Quarry
from roguelike.automation.rest import Rest, Search
from roguelike.automation.run import Run
from roguelike.automation.travel import Travel
from roguelike.cells.keys import layout_hint
from roguelike.engine.commands import TakeStairs, Wait
from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.exits import Exit
from roguelike.narration.in_view import ALLY, ASLEEP, CAPTIVE, NEUTRAL, NOTICED
from roguelike.narration.refusals import FOUR_DIRECTIONS, IN_FLIGHT
from roguelike.play.requests import Automate, ChangeSetting, StepThrough, Submit
from roguelike.play.views import confirm
from roguelike.play.views.carrying import Carrying
from roguelike.play.views.count import RepeatPrompt
from roguelike.play.views.discoveries import DiscoveriesPage
from roguelike.play.views.levels import LevelsPage
from roguelike.play.views.look import Look
from roguelike.play.views.map_menu import MapMenu
from roguelike.play.views.map_view import GameView
from roguelike.play.views.options import OptionsMenu
from roguelike.play.views.places import PlacesMenu
from roguelike.play.views.quit import LEAVE_PRACTICE, EscapeMenu, QuitGuestMenu, QuitMenu, QuitPracticeMenu
from roguelike.play.views.view import Action, AnyAction, KeyHelp, Open
from roguelike.settings.keymap import ESCAPE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.heading import TurnCosts
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import Request
    from roguelike.settings.keymap import Keymap


STAIRS: Final[Mapping[str, Literal["down", "up"]]] = {"descend": "down", "ascend": "up"}
"""The direction of stairs for each action that takes them."""
PRACTICE_ACTIONS: Final = ("step_back", "step_back_ten", "step_forward")
"""Actions only for practice games."""
NO_PRACTICE: Final = "Only in a practice game."
UNKNOWN_KEY = "Unknown key: {key}. {advice}"
LEGEND = f"Marks: {ASLEEP} asleep {NOTICED} noticed you {ALLY} ally {CAPTIVE} captive {NEUTRAL} neutral"


def play_help(
    keymap: Keymap,
    turns: TurnCosts,
    capabilities: Collection[Capability],
    *,
    diagonal: bool,
    is_practice: bool = False,
) -> KeyHelp:
    """Return the help on the keys of a game, given its turn costs, capabilities and number of directions."""
    here = Playing
    notes = here.HELP_NOTES if Capability.COMFORT in capabilities else GameView.HELP_NOTES
    left_out = () if is_practice else PRACTICE_ACTIONS
    known = (action for action in keymap.apply(here.section, here.ACTIONS) if action.name not in left_out)
    actions = [action for action in known if action.needs in {None, *capabilities}]
    if is_practice:
        actions = [attrs.evolve(each, help=LEAVE_PRACTICE) if each.name == "quit" else each for each in actions]
    return KeyHelp(here.title, actions, notes, here.STEERING, diagonal=diagonal, turns=turns)


class Playing(Carrying):
    """The game in play, with all actions of the player."""

    sort = "play"
    section = "play"
    title = "Playing"
    STEERING = "move and attack; Shift: run"
    HELP_NOTES = (("mouse", "click: travel; right: menu"),)
    advice: str = "Press ? for help."
    """Advice after an unknown key; line mode replaces it."""

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective)
        self._happened: Sequence[AnyEvent] = ()
        """The events of the last command."""
        self._patrol = Patrol()
        self._quarry = Quarry()

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Keep the events for hints, and forget a pursued enemy that died."""
        self._happened = events
        for event in events:
            self._quarry.heed(event)
        return None

    def advise(self, words: Mapping[str, str] | None = None) -> None:
        """Log the items underfoot and a hint, before the next command; `words` replace the keys in them."""
        game = self.perspective.game
        if game.in_flight or game.outcome is not None:
            return
        keys = words or self.key_names
        advice, seen = self.perspective.advice, self.perspective.seen
        advice.tell_underfoot(seen, f"({keys['pick_up']})" if words is None else f"Type {keys['pick_up']}.")
        advice.is_wanted = self.settings.hints
        if self.settings.hints:
            verb = "press" if words is None else "type"
            advice.give_hint(seen, self._happened, {name: f"{verb} {key}" for name, key in keys.items()})
        self._happened = ()

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions for which the rule set has the capability; those of items always stay, with a refusal."""
        known = {None, Capability.ITEMS, *self.perspective.seen.ruleset.capabilities}
        return [action for action in super().actions if action.needs in known]

    def key_help(self) -> KeyHelp:
        """Return the keys that apply in this rule set."""
        ruleset = self.perspective.seen.ruleset
        about = play_help(
            self.keymap,
            ruleset.turns,
            ruleset.capabilities,
            diagonal=ruleset.diagonal,
            is_practice=self.perspective.is_practice,
        )
        return attrs.evolve(about, legend=LEGEND) if ruleset.has_moods else about

    def steer(self, direction: Direction) -> Request:
        """Move or attack, in the rule set's directions."""
        seen = self.perspective.seen
        if direction not in seen.ruleset.directions:
            return self.say(FOUR_DIRECTIONS)
        if any(foe.at == seen.me.at.step(direction) for foe in seen.enemies):
            self._quarry.note(seen)
        return confirm.step(self.perspective, direction)

    def on_key(self, key: str) -> Request:
        """Run for a shifted direction, unless the player has bound that key to another action."""
        direction = self.run_of(key)
        if direction is None:
            return super().on_key(key)
        if direction not in self.perspective.seen.ruleset.directions:
            return self.say(FOUR_DIRECTIONS)
        return Automate(Run(direction))

    def on_other_key(self, key: str) -> Request:
        """Start a count for a digit that is not a direction key; report other keys as unknown, except Enter.

        Enter confirms in other views, and a surplus press gets no answer.
        """
        if key.isdigit():
            return Open(RepeatPrompt(self, key))
        if key == "enter":
            return None
        if hint := layout_hint(key, self.called(key)):
            return self.say(hint)
        return (
            self.say(UNKNOWN_KEY.format(key=self.called(key), advice=self.advice))
            if self.perspective.presentation.names_unknown_keys
            else None
        )

    def click(self) -> Request:
        """Attack the enemy under the mouse if it is adjacent, else travel to its cell."""
        goal = self.perspective.pointer.cursor
        if goal is None:
            return None
        self.perspective.pointer.reset()
        seen = self.perspective.seen
        if any(foe.at == goal and seen.is_beside(foe) for foe in seen.enemies):
            return self.steer(direction_to(seen.me.at, goal))
        return Automate(Travel(goal))

    def open_menu(self, at: Point | None) -> Request:
        """Open the menu of an explored cell; in the tutorials this click does nothing."""
        seen = self.perspective.seen
        if at is None or not self.perspective.presentation.menu_at_cell or not seen.level.is_explored(at):
            return None
        # The list would be out of date after the landing.
        return self.say(IN_FLIGHT) if self.perspective.game.in_flight else Open(MapMenu(self.perspective, at))

    def explore(self) -> Request:
        """Explore the level."""
        self.perspective.advice.hints.learn("explore")
        kinds = self.settings.kinds
        return Automate(Explore(kinds, self._patrol, lambda: left_elsewhere(self.perspective.visited(), kinds)))

    def fight(self) -> Request:
        """Approach or attack the nearest enemy."""
        return Automate(Fight(self._quarry))

    def flee(self) -> Request:
        """Take one step to the stairs or away from enemies in view."""
        step = flight(self.perspective.seen)
        return self.say(step.reason) if isinstance(step, Stop) else self.steer(step.direction)

    def examine(self) -> Request:
        """Look around."""
        return Open(Look(self.perspective))

    def travel(self) -> Request:
        """Open the cursor to choose a cell to travel to."""
        return Open(Look(self.perspective, travels=True))

    def places(self) -> Request:
        """Open the list of known places."""
        return Open(PlacesMenu(self.perspective))

    def count(self) -> Request:
        """Prompt for a count and the key to repeat."""
        return Open(RepeatPrompt(self))

    def descend(self) -> Request:
        """Take the stairs down, or travel to them."""
        return self._take_stairs("down")

    def ascend(self) -> Request:
        """Take the stairs up, or travel to them."""
        return self._take_stairs("up")

    def _take_stairs(self, way: Literal["down", "up"]) -> Request:
        seen = self.perspective.seen
        stairs = seen.level.exit_at(Exit(way))
        if stairs is None:
            return self.say(NO_STAIRS.format(way=way))
        return confirm.stairs(self.perspective, way) if stairs == seen.me.at else Automate(Travel(stairs))

    def goes_on(self, key: str, automation: Automation) -> bool:
        """Return whether a key extends the running automation instead of stopping it.

        The key of stairs does while travelling to them: they are then taken on arrival.
        """
        names = {action.name for action in self.actions if key in action.keys}
        for name, way in STAIRS.items():
            stairs = self.perspective.seen.level.exit_at(Exit(way))
            if name in names and isinstance(automation, Travel) and automation.goal == stairs:
                automation.then = TakeStairs(way)
                return True
        return False

    def rest(self) -> Request:
        """Rest until healed."""
        return Automate(Rest())

    def search(self) -> Request:
        """Search for a few turns."""
        return Automate(Search())

    def wait(self) -> Request:
        """Wait a turn."""
        return Submit(Wait())

    def cover(self) -> Request:
        """Cover or open the lamp."""
        return confirm.cover(self.perspective)

    def discoveries(self) -> Request:
        """Open the discoveries."""
        return Open(DiscoveriesPage(self.perspective))

    def levels(self) -> Request:
        """Open the page of levels."""
        return Open(LevelsPage(self.perspective))

    def options(self) -> Request:
        """Open the options."""
        return Open(OptionsMenu())

    def step(self, commands: int) -> Request:
        """Step forward, or back if negative, in a practice game."""
        if self.perspective.is_practice:
            return StepThrough(commands)
        return self.say(NO_PRACTICE) if self.perspective.presentation.names_unknown_keys else None

    def hints(self) -> Request:
        """Toggle hints."""
        on = not self.settings.hints
        return ChangeSetting("hints", on, f"Hints {'on' if on else 'off'}.")

    def quit(self) -> Request:
        """Open the quit menu."""
        return Open(self._ways_out())

    def escape(self) -> Request:
        """Open the game menu; in the tutorials, the quit menu, as their documents say."""
        ways_out = self._ways_out()
        return Open(EscapeMenu(self, ways_out) if self.perspective.presentation.stays else ways_out)

    def _ways_out(self) -> QuitMenu | QuitGuestMenu | QuitPracticeMenu:
        if self.perspective.is_practice:
            return QuitPracticeMenu()
        return QuitGuestMenu() if self.perspective.ends_with_session else QuitMenu()

    ACTIONS = (
        Action["Playing"](
            "explore",
            ("o",),
            "explore",
            lambda game: game.explore(),
            about="explore until something interrupts you",
            costs=("move",),
        ),
        Action["Playing"](
            "descend",
            (">",),
            "stairs down",
            lambda game: game.descend(),
            needs=Capability.LEVELS,
            about="walk to the stairs down, or take them",
        ),
        Action["Playing"](
            "ascend",
            ("<",),
            "stairs up",
            lambda game: game.ascend(),
            needs=Capability.LEVELS,
            about="walk to the stairs up, or take them",
        ),
        Action["Playing"](
            "travel",
            ("_",),
            "travel: pick a place",
            lambda game: game.travel(),
            about="choose a cell and walk there",
            costs=("move",),
        ),
        Action["Playing"](
            "places",
            ("G", "ctrl_f"),
            "go to: list, search",
            lambda game: game.places(),
            about="list what you know of all levels; type to find",
        ),
        Action["Playing"](
            "fight",
            ("tab", "a"),
            "attack nearest enemy",
            lambda game: game.fight(),
            about="step to the nearest enemy or attack it, above half HP",
            costs=("move",),
        ),
        Action["Playing"](
            "flee",
            ("F",),
            "flee one step",
            lambda game: game.flee(),
            needs=Capability.COMFORT,
            about="step to known stairs, or away from enemies in view",
            costs=("move",),
        ),
        Action["Playing"](
            "rest",
            ("Z",),
            "rest until healed",
            lambda game: game.rest(),
            about="rest until healed or interrupted",
            costs=("wait",),
        ),
        Action["Playing"](
            "search",
            ("s",),
            "search five turns",
            lambda game: game.search(),
            about="search five turns for hidden things within 7 steps",
            costs=("wait",),
        ),
        Action["Playing"](
            "count",
            ("#",),
            "repeat: number, key",
            lambda game: game.count(),
            about="type a number, then the key to repeat",
        ),
        Action["Playing"]("wait", (".", "5", "center", " "), "wait a turn", lambda game: game.wait(), costs=("wait",)),
        *Carrying.ITEMS,
        Action["Playing"](
            "cover",
            ("c",),
            "cover or open lamp",
            lambda game: game.cover(),
            needs=Capability.LAMP,
            about="covered, you see 3 cells and make less noise; covering takes a turn",
        ),
        Carrying.AGAIN,
        Action["Playing"](
            "discoveries",
            ("D",),
            "discoveries",
            lambda game: game.discoveries(),
            needs=Capability.UNKNOWNS,
            about="list potions, scrolls and wands with their odds",
        ),
        Action["Playing"](
            "levels",
            ("O",),
            "levels visited",
            lambda game: game.levels(),
            needs=Capability.LEVELS,
            about="list the levels: stairs, captives, what you left",
            yields=True,
        ),
        Action["Playing"]("examine", ("x",), "look around", lambda game: game.examine()),
        GameView.SHOW_HISTORY,
        Action["Playing"](
            "step_back",
            ("-", "backspace"),
            "practice: step back",
            lambda game: game.step(-1),
            about="go back one command; what you do then is another branch",
        ),
        Action["Playing"](
            "step_back_ten",
            ("T", "ctrl_u"),
            "practice: ten back",
            lambda game: game.step(-10),
            about="go back ten commands",
        ),
        Action["Playing"](
            "step_forward",
            ("+", "ctrl_r"),
            "practice: forward",
            lambda game: game.step(1),
            about="go forward again, as it was played",
        ),
        Action["Playing"]("hints", ("\\",), "hints on/off", lambda game: game.hints()),
        Action["Playing"]("options", ("=",), "options", lambda game: game.options()),
        Action["Playing"]("quit", ("Q",), "save and quit", lambda game: game.quit()),
        Action["Playing"]("escape", (ESCAPE,), "menu: actions, help, quit", lambda game: game.escape(), yields=True),
    )
