"""Help, and what holds for the keys of every screen."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from typing import TYPE_CHECKING, ClassVar

import attrs
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.narration.inventory_rows import stacks
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.playback import Playback
from roguelike.play.requests import Begin
from roguelike.settings.keymap import HELP_KEYS, key_name
from roguelike.settings.presets import STANDARD
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
from roguelike.store.statistics import figures
from roguelike.ui import screens
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.confirm import ConfirmAgainScreen, ConfirmScreen
from roguelike.ui.screens.continue_game import ContinueScreen
from roguelike.ui.screens.count import RepeatPrompt
from roguelike.ui.screens.discoveries import DiscoveriesScreen
from roguelike.ui.screens.drop import DropList
from roguelike.ui.screens.end import DeathScreen, VictoryScreen
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.game_in_progress import GameInProgressDialog
from roguelike.ui.screens.gear import EquipMenu, QuickMenu, TargetMenu, ThrowMenu
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.items import DropMenu, UseMenu
from roguelike.ui.screens.levels import LevelsScreen
from roguelike.ui.screens.map_menu import MapMenu
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.new_game import NewGameScreen
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.options import OptionsScreen
from roguelike.ui.screens.pack import ActionMenu, InventoryMenu, ItemScreen
from roguelike.ui.screens.places import PlacesScreen
from roguelike.ui.screens.play import PlayScreen
from roguelike.ui.screens.quit import QuitMenu
from roguelike.ui.screens.replay import ReplayScreen, TurnPrompt
from roguelike.ui.screens.replays import ReplaysScreen
from roguelike.ui.screens.rules import RulesMenu, TutorialsMenu
from roguelike.ui.screens.scores import ScoredGamesScreen, ScoresScreen
from roguelike.ui.screens.screen import Pop, Screen
from roguelike.ui.screens.statistics import StatsScreen
from roguelike.ui.screens.summary import LastPackScreen, SummaryScreen
from roguelike.ui.screens.title import TitleScreen
from roguelike.ui.sections import screens_by_section
from tests.library_fixtures import noon
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.viewport import Viewport

CHOICE = RuleChoice("title", "Title", "A summary.")
SAVED = SavedGame("ada", "Title", 7, noon(1))


class Untouched:
    """The record of a game in which nothing was done."""

    about: ClassVar[dict[str, str]] = {}
    rows = ()
    ends_because = ""
    is_over = True

    def __init__(self, viewport: Viewport) -> None:
        self._game = viewport.perspective.game

    def game_at(self, _: int) -> Game:
        """Return the game."""
        return self._game


MAKERS: dict[type[Screen], Callable[[Viewport], Screen]] = {
    RepeatPrompt: lambda viewport: RepeatPrompt(viewport, PlayScreen(viewport)),
    AimScreen: lambda viewport: AimScreen(viewport, 0, viewport.perspective.world.ruleset.items["fireball scroll"]),
    ActionMenu: lambda viewport: ActionMenu(viewport, stacks(viewport.seen)[0]),
    ConfirmScreen: lambda _: ConfirmScreen("Walk into the fire?", "-3 HP", None),
    ConfirmAgainScreen: lambda _: ConfirmAgainScreen("Walk into the fire?", "-3 HP", None),
    ContinueScreen: lambda _: ContinueScreen([SAVED, SavedGame("bob", trouble="it is damaged.")]),
    DeathScreen: DeathScreen,
    DiscoveriesScreen: lambda viewport: DiscoveriesScreen(viewport.perspective),
    DropList: DropList,
    DropMenu: DropMenu,
    EquipMenu: EquipMenu,
    ExamineScreen: ExamineScreen,
    HelpScreen: lambda viewport: HelpScreen(PlayScreen(viewport).key_help()),
    HistoryScreen: lambda viewport: HistoryScreen(viewport.perspective),
    LastPackScreen: lambda viewport: LastPackScreen(viewport.perspective),
    LevelsScreen: lambda viewport: LevelsScreen(viewport.perspective),
    OptionsScreen: lambda _: OptionsScreen(),
    ItemScreen: lambda viewport: ItemScreen(viewport.perspective, stacks(viewport.seen)[0]),
    MapMenu: lambda viewport: MapMenu(viewport, viewport.seen.me.at),
    InventoryMenu: InventoryMenu,
    PlayScreen: PlayScreen,
    NewGameScreen: lambda _: NewGameScreen([CHOICE], CHOICE, NewGameDefaults()),
    NoticeScreen: lambda _: NoticeScreen("it is damaged."),
    PlacesScreen: lambda viewport: PlacesScreen(viewport.perspective),
    QuickMenu: lambda viewport: QuickMenu(viewport, "drink"),
    QuitMenu: lambda _: QuitMenu(),
    ReplayScreen: lambda viewport: ReplayScreen(Playback(Untouched(viewport))),
    ReplaysScreen: lambda _: ReplaysScreen([FinishedGame("ada-0001", "ada", "Title", "won", 7, noon(1))]),
    TutorialsMenu: lambda _: TutorialsMenu([CHOICE], lambda _: None),
    RulesMenu: lambda _: RulesMenu([CHOICE], 0, lambda _: None),
    ScoredGamesScreen: lambda _: ScoredGamesScreen(
        [(1, ScoreLine("ada", "Title", "won", 7, 7, 7, 7, noon(1), game="ada-0001"))]
    ),
    ScoresScreen: lambda _: ScoresScreen([]),
    StatsScreen: lambda _: StatsScreen(figures([]), iter(())),
    SummaryScreen: lambda viewport: SummaryScreen(viewport.perspective),
    TargetMenu: lambda viewport: TargetMenu(viewport, stacks(viewport.seen)[0]),
    ThrowMenu: ThrowMenu,
    GameInProgressDialog: lambda _: GameInProgressDialog(SAVED, Begin("ada", "title"), ["ada"]),
    TurnPrompt: lambda viewport: TurnPrompt(Playback(Untouched(viewport))),
    TitleScreen: lambda _: TitleScreen([CHOICE], CHOICE, NewGameDefaults(), [SAVED]),
    UseMenu: UseMenu,
    VictoryScreen: VictoryScreen,
}

every_screen = pytest.mark.parametrize("kind", MAKERS, ids=lambda kind: kind.__name__)


def all_screens() -> Iterator[type[Screen]]:
    """Yield every class of screen that can be opened."""
    for module in pkgutil.iter_modules(screens.__path__):
        for _, kind in inspect.getmembers(
            importlib.import_module(f"{screens.__name__}.{module.name}"), inspect.isclass
        ):
            if issubclass(kind, Screen) and not inspect.isabstract(kind) and kind.__module__.endswith(module.name):
                yield kind


@pytest.fixture
def viewport(fixture_rules: RuleSet) -> Viewport:
    """Return a game with something to use and somebody to see."""
    game = draw("#@.T.!#", fixture_rules, inventory=["fireball scroll"])
    return view(game)


def concrete_menus() -> set[type[Screen]]:
    """Return what is tested, and what is no base of other screens."""
    return {
        kind
        for kind in all_screens()
        if kind in MAKERS or not any(issubclass(other, kind) and other is not kind for other in MAKERS)
    }


def test_every_screen_is_tested_here() -> None:
    """A new screen must be added above, so that the rules below hold for it."""
    assert concrete_menus() == set(MAKERS)


def answers(screen: Screen) -> list[str]:
    """Return every key that means something on a screen, once for each meaning."""
    keys = [key for action in screen.ACTIONS for key in action.keys]
    keys += list(STANDARD.directions) if screen.STEERING else []
    if isinstance(screen, MenuScreen):
        keys += [row.key for row in screen.rows() if row.key]
    return keys + ([key for key in HELP_KEYS if len(key) > 1 or not screen.takes_text] if screen.ACTIONS else [])


@every_screen
def test_no_key_has_two_meanings_on_a_screen(kind: type[Screen], viewport: Viewport) -> None:
    """The one that is looked up first would win, and nobody would know why."""
    keys = answers(MAKERS[kind](viewport))

    assert sorted(set(keys)) == sorted(keys)


@every_screen
def test_every_key_of_the_help_does_what_it_says(kind: type[Screen], viewport: Viewport) -> None:
    """Each action has its method, no other key catches it first, and what a subclass overrides is what happens."""
    screen = MAKERS[kind](viewport)
    screen.draw(Canvas(80, 24))
    for action in screen.actions:
        assert callable(getattr(kind, f"do_{action.name}"))
        for key in action.keys:
            called: list[str] = []
            overriding = {f"do_{action.name}": lambda _, called=called, name=action.name: called.append(name)}
            screen.__class__ = type("Probe", (kind,), overriding)
            screen.on_key(key)

            assert [action.name] == called


@every_screen
def test_no_method_of_a_screen_is_out_of_reach(kind: type[Screen]) -> None:
    """An action that has lost its row is one that nobody can do."""
    methods = {name.removeprefix("do_") for name in dir(kind) if name.startswith("do_")}

    assert methods == {action.name for action in kind.ACTIONS}


@every_screen
def test_every_screen_with_keys_has_a_section_for_them(kind: type[Screen]) -> None:
    """By its name a person chooses other keys, so it is that of one screen."""
    assert bool(kind.ACTIONS) == bool(kind.section)
    assert not kind.section or issubclass(kind, screens_by_section()[kind.section])


@every_screen
def test_every_action_is_in_the_help_with_all_its_keys(kind: type[Screen], viewport: Viewport) -> None:
    """The help is made of the actions; it cannot forget one."""
    about = MAKERS[kind](viewport)
    text = ["".join(span.text for span in line) for line in HelpScreen(about.key_help()).lines(200)]

    subjects = viewport.perspective.world.ruleset.subjects
    for action in [action for action in about.actions if action.needs in {None, *subjects}]:
        names = " ".join(filter(None, map(key_name, action.keys)))
        assert any(re.search(rf"(^|  ){re.escape(names)} +{re.escape(action.help)}( \*)?(  |$)", line) for line in text)
    assert any(about.STEERING in line for line in text) or not about.STEERING


@every_screen
def test_what_is_the_same_everywhere_is_in_every_help_but_where_it_is_text(
    kind: type[Screen], viewport: Viewport
) -> None:
    """A player whose name has an M in it must be able to type it, and to find out what helps there."""
    text = "\n".join(
        "".join(span.text for span in line) for line in HelpScreen(MAKERS[kind](viewport).key_help()).lines(200)
    )

    assert kind.takes_text == ("? F1" not in text)
    assert kind.takes_text == ("M   " not in text)
    assert "this help" in text


@every_screen
def test_every_screen_with_keys_has_a_title_for_its_help(kind: type[Screen]) -> None:
    """The player must know what the keys are those of."""
    assert kind.title


def test_every_command_of_the_game_is_on_a_plain_printable_key() -> None:
    """A keyboard without function keys, over any line, plays the whole game."""
    for action in PlayScreen.ACTIONS:
        assert any(len(key) == 1 and key.isprintable() for key in action.keys)
    for direction in set(STANDARD.directions.values()):
        assert any(len(key) == 1 for key, meant in STANDARD.directions.items() if meant is direction)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("a", "a"),
        (" ", "Space"),
        ("escape", "Esc"),
        ("page_up", "PgUp"),
        ("shift_tab", "Shift-Tab"),
        ("f1", "F1"),
        ("ctrl_l", "Ctrl-L"),
        ("enter", "Enter"),
        ("center", ""),
    ],
)
def test_keys_are_called_what_is_printed_on_them(key: str, name: str) -> None:
    """The numpad's 5 without its number lock is still the 5."""
    assert name == key_name(key)


@pytest.mark.parametrize("width", [10, 36, 76])
def test_help_fits_any_width(viewport: Viewport, width: int) -> None:
    """Long lines are broken, so that nothing is cut off; the rose of directions alone is a picture."""
    lines = ["".join(span.text for span in line) for line in HelpScreen(PlayScreen(viewport).key_help()).lines(width)]
    words = " ".join(lines).split()

    assert all(len(line) <= width for line in lines if not line.startswith(" ") or width > 36)
    assert "run" in words


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("o", "o: explore until something interrupts you (takes a turn)"),
        ("l", "l: move and attack; Shift: run (takes a turn)"),
        ("x", "x: look around "),
        ("M", "M: mouse on/off"),
        ("?", "?: this help "),
        ("tab", "Tab: step to the nearest enemy or attack it, above half HP (takes a turn)"),
        ("q", "q: does nothing here"),
    ],
)
def test_a_key_of_the_game_is_explained_in_its_help(viewport: Viewport, key: str, told: str) -> None:
    """Pressed there, it does nothing else; those that scroll and go back do that."""
    screen, canvas = HelpScreen(PlayScreen(viewport).key_help()), Canvas(80, 24)

    assert screen.on_key(key) is None
    screen.draw(canvas)
    assert told in canvas.text().splitlines()[-1]
    assert Pop() == screen.on_key("escape")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("q", "q: drink; test unknown ones unhurt, near a door or water (takes a turn)"),
        ("r", "r: read; test unknown ones with no enemy in view (takes a turn)"),
        ("e", "e: put on or take off; armour works five turns later (takes a turn)"),
        ("s", "s: search five turns for hidden things within 7 steps (takes a turn)"),
    ],
)
def test_the_help_of_ember_tells_how_to_try_what_is_unknown(key: str, told: str) -> None:
    """The line that explains a key does so, and fits at the smallest size."""
    game = draw("@..", load_ruleset("ember"))
    screen, canvas = HelpScreen(PlayScreen(view(game)).key_help()), Canvas(80, 24)
    screen.on_key(key)
    screen.draw(canvas)

    assert told in canvas.text().splitlines()[-1]


def test_only_what_takes_a_turn_by_the_rules_is_marked(fixture_rules: RuleSet) -> None:
    """Where scrolls are free, the help says so."""
    free = attrs.evolve(fixture_rules, turns=attrs.evolve(fixture_rules.turns, use=False, launch=False))
    told = [
        "\n".join("".join(span.text for span in line) for line in HelpScreen(about).lines(200))
        for about in (PlayScreen(view(draw("#@#", rules))).key_help() for rules in (fixture_rules, free))
    ]

    assert ["fire again *" in text for text in told] == [True, False]
    assert all("wait a turn *" in text and "look around *" not in text for text in told)
