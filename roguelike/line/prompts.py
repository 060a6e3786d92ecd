"""Screens that a request opens, told or asked in lines."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear, cell_at, described, listed_at, matching, number_in
from roguelike.line.words import DIRECTIONS
from roguelike.narration.aiming import refusal_text
from roguelike.narration.bearing import bearing
from roguelike.narration.places import places
from roguelike.toml_file import shown
from roguelike.ui.screens.aim import AimScreen
from roguelike.ui.screens.examine import ExamineScreen
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.pager import PagerScreen
from roguelike.ui.screens.replay import ReplayScreen
from roguelike.ui.screens.statistics import StatsScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.line.session import LineSession
    from roguelike.narration.aiming import Aim
    from roguelike.narration.places import Place
    from roguelike.ui.screens.screen import Screen, ScreenRequest
    from roguelike.ui.viewport import Viewport

WIDE = 10_000
"""Columns: lines are not wrapped."""
NO_TARGET = "No target in view. Name a place, such as 4 east 2 north."


def opened(session: LineSession, screen: Screen) -> ScreenRequest:
    """Print what a screen shows, or ask its question."""
    match screen:
        case AimScreen():
            ask_target(session, session.game.viewport, screen)
        case ExamineScreen():
            session.tell(["Type examine and a name, a number or a place."])
        case NoticeScreen():
            session.tell([_plain(screen)[1]])
        case ReplayScreen():
            return screen.do_history()
        case StatsScreen():
            screen.plots = False
            session.tell(" ".join(line.split()) for line in _plain(screen) if line)
        case PagerScreen():
            session.tell(filter(None, _plain(screen)))
        case MenuScreen():
            session.ask(menu_question(screen))
        case _:
            session.tell([f"{screen.title}: not in line mode."])
    return None


def menu_question(screen: MenuScreen) -> Question:
    """Return the question that a menu asks."""
    rows = screen.spoken()
    choices = [Choice(row.name, functools.partial(screen.choose, number), row.key) for number, row in enumerate(rows)]
    heading = screen.heading or f"{screen.title}:"
    notes = (f"{note.rstrip('.')}." for note in screen.spoken_notes(WIDE) if note)
    return Question(" ".join((heading, *notes)), choices)


def _plain(screen: PagerScreen) -> list[str]:
    return ["".join(span.text for span in line) for line in screen.lines(WIDE)]


def ask_target(session: LineSession, viewport: Viewport, screen: AimScreen) -> None:
    """Ask where to aim, with what would happen to each monster in view."""
    session.game.tell_news()  # what the item asks for comes first
    seen = viewport.seen
    session.game.listed = [place for place in places(seen) if place.actor is not None]
    session.game.lists_carried = False
    choices = [
        Choice(
            f"{described(thing, seen)}; {_prospects(screen.aim, seen, thing)}",
            functools.partial(fire, viewport, screen, thing.at),
            name=thing.name,
        )
        for thing in session.game.listed
    ]
    heading = f"Aim the {screen.kind.name} at what?" + ("" if choices else f" {NO_TARGET}")
    act = functools.partial(aim_at, session, viewport, screen)
    session.ask(Question(heading, choices, lambda text: at_place(session, seen, text, act), screen.do_cancel))


def aim_at(session: LineSession, viewport: Viewport, screen: AimScreen, at: Point) -> ScreenRequest:
    """Return the request to fire at a cell; ask first where the aim screen would show that it goes astray."""
    astray = goes_astray(screen.aim, viewport.seen, at)
    if not astray:
        return fire(viewport, screen, at)
    act = functools.partial(fire, viewport, screen, at)
    choices = [Choice("No", screen.do_cancel, "n"), Choice("Yes", act, "y")]  # the order of every such question
    session.ask(Question(f"{astray} Fire anyway?", choices, cancel=screen.do_cancel))
    return None


def fire(viewport: Viewport, screen: AimScreen, at: Point) -> ScreenRequest:
    """Return the request of the aim screen when it fires at a cell, even the player's own."""
    viewport.camera.cursor = at
    request = screen.confirm_by_mouse() if at == viewport.seen.me.at else screen.do_fire()
    viewport.camera.reset()
    return request


def goes_astray(aim: Aim, seen: Observation, at: Point) -> str:
    """Return how an item would miss the cell it is aimed at, and whom it would hit; empty where it does not miss."""
    preview = aim.preview(seen, at)
    there = seen.level.actor_at(at) if seen.level.is_visible(at) else None
    is_hit = there is not None and any(each.actor == there.id for each in preview.expected)
    if preview.refused is not None or not preview.path or preview.path[-1] == at or is_hit:
        return ""
    goal = "" if there is None else f" to the {there.kind.name}"
    return f"No clear line{goal}: stops {bearing(seen.me.at, preview.path[-1])}, {aim.outcome(seen, preview)}."


def expected(aim: Aim, seen: Observation, at: Point) -> str:
    """Return what an item that is aimed at a cell would do, or why nothing."""
    preview = aim.preview(seen, at)
    if preview.refused is not None:
        return refusal_text(preview.refused)
    return aim.outcome(seen, preview)


def _prospects(aim: Aim, seen: Observation, thing: Place) -> str:
    """Return what an item would do if it is aimed at a thing, without its name where nothing else is concerned."""
    if astray := goes_astray(aim, seen, thing.at):
        return f"{astray[:1].lower()}{astray[1:].removesuffix('.')}"
    told = expected(aim, seen, thing.at)
    alone = told.removeprefix(f"{thing.name}: ")
    return told if ": " in alone else alone


def at_place(
    session: LineSession, seen: Observation, text: str, act: Callable[[Point], ScreenRequest]
) -> ScreenRequest:
    """Return what is to be done at the cell that a number, a name or a place means; asks where there are several.

    Raises:
        Unclear: there is none.
    """
    if (number := number_in(text)) is not None:
        return act(listed_at(number, session.game.listed, seen).at)
    at = cell_at(text, seen, DIRECTIONS)
    if at is not None:
        return act(at)
    found = matching(text, places(seen))
    if not found:
        raise Unclear(f"Nothing by that name: {shown(text)}.")
    if len(found) == 1:
        return act(found[0].at)
    session.ask(Question(f"Which {text}?", thing_choices(found, seen, act)))
    return None


def thing_choices(found: Sequence[Place], seen: Observation, act: Callable[[Point], ScreenRequest]) -> list[Choice]:
    """Return a choice for each thing."""
    return [Choice(described(thing, seen), functools.partial(act, thing.at)) for thing in found]
