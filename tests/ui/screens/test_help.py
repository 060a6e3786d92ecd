"""The help, and rules for the keys of all screens."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import attrs
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.narration.inventory_rows import stacks
from roguelike.play import views
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.perspective import Perspective
from roguelike.play.playback import Playback
from roguelike.play.requests import Begin
from roguelike.play.sections import views_by_section
from roguelike.play.views.actions import ActionsMenu
from roguelike.play.views.aim import Aiming
from roguelike.play.views.confirm import Confirm, ConfirmAgain
from roguelike.play.views.continue_game import ContinueMenu
from roguelike.play.views.count import RepeatPrompt
from roguelike.play.views.decisions import DecisionsPage
from roguelike.play.views.discoveries import DiscoveriesPage
from roguelike.play.views.drop_list import DropList
from roguelike.play.views.end import End
from roguelike.play.views.film import Film, TurnPrompt
from roguelike.play.views.game_in_progress import GameInProgressDialog
from roguelike.play.views.gear import EquipMenu, QuickMenu, TargetMenu, ThrowMenu
from roguelike.play.views.help import HelpPage
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.ignoring import IgnoredMenu, KindsMenu
from roguelike.play.views.inventory import ActionMenu, InventoryMenu, ItemPage
from roguelike.play.views.items import DropMenu, UseMenu
from roguelike.play.views.label import CellNote, ItemLabel
from roguelike.play.views.levels import LevelsPage
from roguelike.play.views.look import Look
from roguelike.play.views.map_menu import MapMenu
from roguelike.play.views.menu import Menu
from roguelike.play.views.new_game import NewGameForm
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.options import OPTIONS, OptionsMenu, ValuesMenu
from roguelike.play.views.places import PlacesMenu
from roguelike.play.views.playing import PRACTICE_ACTIONS, Playing
from roguelike.play.views.quit import EscapeMenu, QuitGuestMenu, QuitMenu, QuitPracticeMenu
from roguelike.play.views.replays import ReplaysMenu
from roguelike.play.views.rules import KitsMenu, RemakesMenu, RulesMenu
from roguelike.play.views.scores import ScoredGamesMenu, ScoresPage
from roguelike.play.views.statistics import StatisticsPage
from roguelike.play.views.summary import LastPackPage, Summary
from roguelike.play.views.title import TitleMenu
from roguelike.play.views.view import Close, View
from roguelike.settings.keymap import HELP_KEYS, key_name
from roguelike.settings.presets import STANDARD
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
from roguelike.store.statistics import figures
from roguelike.ui.screens.screen import screen_of
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


MAKERS: dict[type[View], Callable[[Viewport], View]] = {
    RepeatPrompt: lambda viewport: RepeatPrompt(Playing(viewport.perspective)),
    Aiming: lambda viewport: Aiming(
        viewport.perspective, 0, viewport.perspective.world.ruleset.items["fireball scroll"]
    ),
    ActionMenu: lambda viewport: ActionMenu(viewport.perspective, stacks(viewport.seen)[0]),
    ActionsMenu: lambda viewport: ActionsMenu(Playing(viewport.perspective)),
    Confirm: lambda _: Confirm("Walk into the fire?", "-3 HP", None),
    ConfirmAgain: lambda _: ConfirmAgain("Walk into the fire?", "-3 HP", None),
    ContinueMenu: lambda _: ContinueMenu([SAVED, SavedGame("bob", trouble="it is damaged.")]),
    End: lambda viewport: End(viewport.perspective),
    CellNote: lambda viewport: CellNote(viewport.perspective, viewport.seen.me.at),
    ItemLabel: lambda viewport: ItemLabel(viewport.perspective, stacks(viewport.seen)[0]),
    DecisionsPage: lambda _: DecisionsPage(iter(())),
    DiscoveriesPage: lambda viewport: DiscoveriesPage(viewport.perspective),
    DropList: lambda viewport: DropList(viewport.perspective),
    DropMenu: lambda viewport: DropMenu(viewport.perspective),
    EquipMenu: lambda viewport: EquipMenu(viewport.perspective),
    Look: lambda viewport: Look(viewport.perspective),
    HelpPage: lambda viewport: HelpPage(Playing(viewport.perspective).key_help()),
    HistoryPage: lambda viewport: HistoryPage(viewport.perspective),
    LastPackPage: lambda viewport: LastPackPage(viewport.perspective),
    LevelsPage: lambda viewport: LevelsPage(viewport.perspective),
    OptionsMenu: lambda _: OptionsMenu(),
    ValuesMenu: lambda _: ValuesMenu(next(each for each in OPTIONS if each.explained), "vi"),
    ItemPage: lambda viewport: ItemPage(viewport.perspective, stacks(viewport.seen)[0]),
    MapMenu: lambda viewport: MapMenu(viewport.perspective, viewport.seen.me.at),
    InventoryMenu: lambda viewport: InventoryMenu(viewport.perspective),
    Playing: lambda viewport: Playing(viewport.perspective),
    NewGameForm: lambda _: NewGameForm([CHOICE], CHOICE, NewGameDefaults()),
    NoticePage: lambda _: NoticePage("it is damaged."),
    PlacesMenu: lambda viewport: PlacesMenu(viewport.perspective),
    QuickMenu: lambda viewport: QuickMenu(viewport.perspective, "drink"),
    QuitMenu: lambda _: QuitMenu(),
    QuitPracticeMenu: lambda _: QuitPracticeMenu(),
    EscapeMenu: lambda viewport: EscapeMenu(Playing(viewport.perspective), QuitMenu()),
    QuitGuestMenu: lambda _: QuitGuestMenu(),
    Film: lambda viewport: Film(Playback(Untouched(viewport))),
    ReplaysMenu: lambda _: ReplaysMenu([FinishedGame("ada-0001", "ada", "Title", "won", 7, noon(1))]),
    KindsMenu: lambda viewport: KindsMenu(list(viewport.perspective.world.ruleset.items.values())),
    IgnoredMenu: lambda _: OPTIONS[-2].kinds(),
    KitsMenu: lambda _: KitsMenu(attrs.evolve(CHOICE, kits={"usual": "Fight."}), "", lambda _: None),
    RemakesMenu: lambda _: RemakesMenu([CHOICE], lambda _: None),
    RulesMenu: lambda _: RulesMenu([CHOICE], 0, lambda _: None),
    ScoredGamesMenu: lambda _: ScoredGamesMenu(
        [(1, ScoreLine("ada", "Title", "won", 7, 7, 7, 7, noon(1), game="ada-0001"))]
    ),
    ScoresPage: lambda _: ScoresPage([]),
    StatisticsPage: lambda _: StatisticsPage(figures([]), iter(())),
    Summary: lambda viewport: Summary(viewport.perspective),
    TargetMenu: lambda viewport: TargetMenu(viewport.perspective, stacks(viewport.seen)[0]),
    ThrowMenu: lambda viewport: ThrowMenu(viewport.perspective),
    GameInProgressDialog: lambda _: GameInProgressDialog(SAVED, Begin("ada", "title"), ["ada"]),
    TurnPrompt: lambda viewport: TurnPrompt(Playback(Untouched(viewport))),
    TitleMenu: lambda _: TitleMenu([CHOICE], CHOICE, NewGameDefaults(), [SAVED]),
    UseMenu: lambda viewport: UseMenu(viewport.perspective),
}

every_screen = pytest.mark.parametrize("kind", MAKERS, ids=lambda kind: kind.__name__)


def all_screens() -> Iterator[type[View]]:
    """Yield every class of screen that can be opened."""
    for module in pkgutil.iter_modules(views.__path__):
        for _, kind in inspect.getmembers(importlib.import_module(f"{views.__name__}.{module.name}"), inspect.isclass):
            if issubclass(kind, View) and not inspect.isabstract(kind) and kind.__module__.endswith(module.name):
                yield kind


@pytest.fixture
def viewport(fixture_rules: RuleSet) -> Viewport:
    """Return a game with an item to use and a monster in view."""
    game = draw("#@.T.!#", fixture_rules, inventory=["fireball scroll"])
    return view(game)


def concrete_menus() -> set[type[View]]:
    """Return the tested menus, without base classes."""
    return {
        kind
        for kind in all_screens()
        if kind in MAKERS or not any(issubclass(other, kind) and other is not kind for other in MAKERS)
    }


def test_every_screen_is_tested_here() -> None:
    """A new screen must be added above, so that the rules below hold for it."""
    untested = {kind.__name__ for kind in concrete_menus() - set(MAKERS)}
    assert not untested, f"add {untested} to MAKERS"
    assert concrete_menus() == set(MAKERS)


def answers(screen: View) -> list[str]:
    """Return every key that means something on a screen, once for each meaning."""
    keys = [key for action in screen.ACTIONS for key in action.keys]
    keys += list(STANDARD.directions) if screen.STEERING else []
    if isinstance(screen, Menu):
        keys += [row.key for row in screen.rows() if row.key]
    return keys + ([key for key in HELP_KEYS if len(key) > 1 or not screen.takes_text] if screen.ACTIONS else [])


def bound(kind: type[View]) -> set[str]:
    """Return the keys of the actions of a screen."""
    return {key for action in kind.ACTIONS for key in action.keys}


@every_screen
def test_no_key_has_two_meanings_on_a_screen(kind: type[View], viewport: Viewport) -> None:
    """The first would win, without any error."""
    keys = answers(MAKERS[kind](viewport))

    assert sorted(set(keys)) == sorted(keys)


@every_screen
def test_every_key_of_the_help_does_what_it_says(kind: type[View], viewport: Viewport) -> None:
    """No other key catches it first."""
    screen = MAKERS[kind](viewport)
    screen_of(screen, viewport).draw(Canvas(80, 24))
    for action in screen.actions:
        for key in action.keys:
            called: list[View] = []
            probe = attrs.evolve(action, act=called.append)
            replaced = tuple(probe if each == action else each for each in screen.actions)
            screen.__class__ = type("Probe", (kind,), {"actions": replaced, "__init_subclass__": lambda: None})
            screen.on_key(key)
            screen.__class__ = kind

            assert [screen] == called


@pytest.mark.parametrize("kind", [kind for kind in MAKERS if "tab" in bound(kind)], ids=lambda kind: kind.__name__)
def test_shift_tab_goes_back_wherever_tab_goes_on(kind: type[View], fixture_rules: RuleSet) -> None:
    """In play Tab attacks, which nothing takes back."""
    game = view(draw("#@.T..T.T.!.!#", fixture_rules, inventory=["fireball scroll"]))
    screen, shown = MAKERS[kind](game), []
    if kind is Playing:
        assert "shift_tab" not in bound(kind)
        return
    for key in ("tab", "tab", "tab", "shift_tab", "shift_tab"):
        screen.on_key(key)
        canvas = Canvas(80, 24)
        screen_of(screen, game).draw(canvas)
        shown.append([*canvas.text().splitlines(), game.perspective.pointer.cursor])

    assert shown == [shown[0], shown[1], shown[2], shown[1], shown[0]]
    assert 3 == len({repr(each) for each in shown})


@pytest.mark.slow
def test_no_method_of_a_view_is_out_of_reach() -> None:
    """A method that returns a request but has no action is dead code: each is named somewhere."""
    package = Path(views.__file__).parents[2]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in package.rglob("*.py")}
    named = {node.attr for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    answering = {
        node.name
        for path, tree in trees.items()
        if path.is_relative_to(Path(views.__file__).parent)
        for view in ast.walk(tree)
        if isinstance(view, ast.ClassDef)
        for node in view.body
        if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "Request"
    }

    assert len(answering) > len(MAKERS)
    assert answering <= named


@every_screen
def test_every_screen_with_keys_has_a_section_for_them(kind: type[View]) -> None:
    """By its name a person chooses other keys, so it is that of one screen."""
    assert bool(kind.ACTIONS) == bool(kind.section)
    assert not kind.section or issubclass(kind, views_by_section()[kind.section])


@every_screen
def test_every_action_is_in_the_help_with_all_its_keys(kind: type[View], viewport: Viewport) -> None:
    """The help is made of the actions; it cannot forget one."""
    about = MAKERS[kind](viewport)
    text = ["".join(span.text for span in line) for line in HelpPage(about.key_help()).lines(99)]

    capabilities = viewport.perspective.world.ruleset.capabilities
    known = [action for action in about.actions if action.name not in PRACTICE_ACTIONS]
    for action in [action for action in known if action.needs in {None, *capabilities}]:
        names = " ".join(filter(None, map(key_name, action.keys)))
        assert any(re.search(rf"(^|  ){re.escape(names)} +{re.escape(action.help)}( \*)?(  |$)", line) for line in text)
    assert any(about.STEERING in line for line in text) or not about.STEERING


@every_screen
def test_common_keys_are_in_every_help_except_in_text_fields(kind: type[View], viewport: Viewport) -> None:
    """A player must be able to type a name with an M, and to find the help there."""
    text = "\n".join(
        "".join(span.text for span in line) for line in HelpPage(MAKERS[kind](viewport).key_help()).lines(200)
    )

    assert kind.takes_text == ("? F1" not in text)
    assert kind.takes_text == ("M   " not in text)
    assert "this help" in text


@every_screen
def test_every_screen_with_keys_has_a_title_for_its_help(kind: type[View]) -> None:
    """The player must know to which screen the keys belong."""
    assert kind.title


def test_every_command_of_the_game_is_on_a_plain_printable_key() -> None:
    """A keyboard without function keys, over any line, plays the whole game; Escape only names one of them."""
    for action in Playing.ACTIONS:
        assert any(len(key) == 1 and key.isprintable() for key in action.keys) or action.name == "escape"
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
def test_keys_are_named_by_their_labels(key: str, name: str) -> None:
    """The numpad's 5 without its number lock is still the 5."""
    assert name == key_name(key)


@pytest.mark.parametrize("width", [10, 36, 76])
def test_help_fits_any_width(viewport: Viewport, width: int) -> None:
    """Long lines are wrapped, so that nothing is cut; only the rose of directions is a picture."""
    lines = [
        "".join(span.text for span in line) for line in HelpPage(Playing(viewport.perspective).key_help()).lines(width)
    ]
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
    """It does nothing else there, except keys that scroll or close."""
    screen, canvas = HelpPage(Playing(viewport.perspective).key_help()), Canvas(80, 24)

    assert screen.on_key(key) is None
    screen_of(screen).draw(canvas)
    assert told in canvas.text().splitlines()[-1]
    assert Close() == screen.on_key("escape")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("q", "q: drink; test unknown ones unhurt, near a door or water (takes a turn)"),
        ("r", "r: read; test unknown ones with no enemy in view (takes a turn)"),
        ("e", "e: put on or take off; armour works five turns later (takes a turn)"),
        ("s", "s: search five turns for hidden things within 7 steps (takes a turn)"),
    ],
)
def test_the_help_of_ember_says_how_to_test_unidentified_items(key: str, told: str) -> None:
    """The line that explains a key does so, and fits at the smallest size."""
    game = draw("@..", load_ruleset("ember"))
    screen, canvas = HelpPage(Playing(Perspective(game)).key_help()), Canvas(80, 24)
    screen.on_key(key)
    screen_of(screen).draw(canvas)

    assert told in canvas.text().splitlines()[-1]


def test_only_actions_that_take_a_turn_are_marked(fixture_rules: RuleSet) -> None:
    """If scrolls take no turn, the help shows it."""
    free = attrs.evolve(fixture_rules, turns=attrs.evolve(fixture_rules.turns, use=False, launch=False))
    told = [
        "\n".join("".join(span.text for span in line) for line in HelpPage(about).lines(99))
        for about in (Playing(Perspective(draw("#@#", rules))).key_help() for rules in (fixture_rules, free))
    ]

    assert ["fire again *" in text for text in told] == [True, False]
    assert all("wait a turn *" in text and "look around *" not in text for text in told)


def test_a_wide_screen_has_room_for_explanations() -> None:
    """In two columns; an explanation without room gives way to the short text."""
    about = Playing(Perspective(draw("@..", load_ruleset("ember")))).key_help()
    text = "\n".join("".join(span.text for span in line) for line in HelpPage(about).lines(128))

    assert "put on or take off; armour works five turns later *" in text
    assert "put on, take off" not in text
    assert max(map(len, text.splitlines())) <= 128


def test_beside_the_map_no_key_is_left_out() -> None:
    """They share lines if there are too few rows, below the directions if those fit."""
    game = draw("@.", load_ruleset("ember"))
    about = Playing(view(game).perspective).key_help()
    page = HelpPage(about)
    told = {}
    for height in (18, 36, 60):
        lines = ["".join(span.text for span in line) for line in page.fitting_lines(39, height)]
        told[height] = "\n".join(lines)
        assert max(map(len, lines)) <= 39
        assert all(f"{key_name(action.keys[0])} " in told[height] for action in about.actions)

    assert "? all keys   o explore   > stairs down" == told[18].splitlines()[0]
    assert ["Home  Up  PgUp" in text for text in told.values()] == [False, True, True]
    assert ["throw an item *" in text for text in told.values()] == [False, True, True]
    assert "mouse" in told[60]
    assert len(told[18].splitlines()) <= 18
    assert len(told[36].splitlines()) <= 36
