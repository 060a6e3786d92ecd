"""Views that a request opens, printed or asked in lines."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.line.ending import replay_lines, score_lines
from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear, cell_at, described, listed_at, matching, number_in
from roguelike.line.words import DIRECTIONS
from roguelike.narration.aiming import refused_there
from roguelike.narration.bearing import bearing
from roguelike.narration.places import places
from roguelike.play.views.aim import Aiming
from roguelike.play.views.field import Field
from roguelike.play.views.film import Film
from roguelike.play.views.look import Look
from roguelike.play.views.menu import Menu
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.page import Page
from roguelike.play.views.replays import ReplaysMenu
from roguelike.play.views.scores import ScoresPage
from roguelike.play.views.statistics import StatisticsPage
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.observation import Observation
    from roguelike.line.conversation import Conversation
    from roguelike.narration.aiming import Aim
    from roguelike.narration.places import Place
    from roguelike.play.views.view import Request, View

MARKS = ".?!:"
"""Punctuation that can end a heading."""
WIDE = 10_000
"""Width, in columns, that wraps no line."""
NO_TARGET = "No target in view. Name a place, such as 4 east 2 north."


def opened(session: Conversation, view: View) -> Request:
    """Print a view or ask its question; an animated view is first run to its end."""
    while isinstance(view, StatisticsPage | Film) and view.interval is not None:
        view.on_tick()
    match view:
        case Aiming():
            ask_target(session, view)
        case Look():
            session.write(["Type examine and a name, a number or a place."])
        case NoticePage(sentence=sentence):
            session.write([sentence])
        case Film():
            return view.history()
        case ReplaysMenu():
            session.write(replay_lines(view.games))
        case Page():
            session.write(_page_lines(view))
        case Menu():
            session.ask(menu_question(view))
        case Field():
            heading = f"{view.question} {view.rule.rstrip('.')}."
            session.ask(Question(heading, text=functools.partial(_take_text, session, view)))
        case _:
            session.write([f"{view.title}: not in line mode."])
    return None


def menu_question(menu: Menu) -> Question:
    """Return the question that a menu asks."""
    rows = menu.spoken()
    choices = [Choice(row.name, functools.partial(menu.choose, number), row.key) for number, row in enumerate(rows)]
    heading = menu.heading or f"{menu.title}:"
    if heading[-1] not in MARKS:
        heading = f"{heading}."
    notes = (f"{note.rstrip('.')}." for note in menu.spoken_notes(WIDE) if note)
    return Question(" ".join((heading, *notes)), choices)


def _take_text(session: Conversation, field: Field, text: str) -> Request:
    """Take a text as the answer to a field, and print it.

    Raises:
        Unclear: the field rejects it.
    """
    asked = field.take_typed(text)
    if asked is None:
        raise Unclear(field.wrong)
    session.write([f"{field.title}: {text}."])
    return asked


def _page_lines(page: Page) -> list[str]:
    """Return the lines of a page, without the alignment of columns, which does not help a listener."""
    if isinstance(page, ScoresPage):
        return score_lines(page.scores)
    lines = ["".join(span.text for span in line) for line in page.spoken(WIDE)]
    return [" ".join(line.split()) if isinstance(page, StatisticsPage) else line for line in lines if line]


def ask_target(session: Conversation, aiming: Aiming) -> None:
    """Ask for a target, with the outcome for each monster in view."""
    session.game.tell_news()  # the item's own question comes first
    seen = aiming.perspective.seen
    session.game.listed = [place for place in places(seen) if place.actor is not None]
    session.game.lists_carried = False
    choices = [
        Choice(
            f"{described(thing, seen)}; {_prospects(aiming.aim, seen, thing)}",
            functools.partial(aiming.fire_at, thing.at),
            name=thing.name,
        )
        for thing in session.game.listed
    ]
    heading = f"{aiming.aim.deed} at what?" + ("" if choices else f" {NO_TARGET}")
    session.ask(Question(heading, choices, functools.partial(aim_where, session, aiming), aiming.cancel))


def aim_where(session: Conversation, aiming: Aiming, text: str) -> Request:
    """Return the request to fire at a thing, a place or a direction named by a text.

    Raises:
        Unclear: it names none.
    """
    seen, direction = aiming.perspective.seen, DIRECTIONS.get(text.replace(" ", "-"))
    act = functools.partial(aim_at, session, aiming)
    if direction is None or not seen.level.grid.contains(seen.me.at.step(direction)):
        return at_place(session, seen, text, act)
    return act(_along(aiming.aim, seen, direction))


def _along(aim: Aim, seen: Observation, direction: Direction) -> Point:
    """Return the first occupied cell in a direction, else the last that the item reaches."""
    last = at = seen.me.at.step(direction)
    while seen.level.grid.contains(at) and aim.refusal(seen, at) is None and not goes_astray(aim, seen, at):
        last = at
        if seen.level.actor_at(at) is not None:
            break
        at = at.step(direction)
    return last


def aim_at(session: Conversation, aiming: Aiming, at: Point) -> Request:
    """Return the request to fire at a cell; ask first if the shot would miss it."""
    astray = goes_astray(aiming.aim, aiming.perspective.seen, at)
    if not astray:
        return aiming.fire_at(at)
    act = functools.partial(aiming.fire_at, at)
    choices = [Choice("No", aiming.cancel, "n"), Choice("Yes", act, "y")]  # the order of all such questions
    session.ask(Question(f"{astray} Fire anyway?", choices, cancel=aiming.cancel))
    return None


def goes_astray(aim: Aim, seen: Observation, at: Point) -> str:
    """Return where an item would stop short of its target, and its effects there; empty if it reaches the target."""
    preview = aim.preview(seen, at)
    there = seen.level.actor_at(at) if seen.level.is_visible(at) else None
    is_hit = there is not None and any(each.actor == there.id for each in preview.expected)
    if preview.refused is not None or not preview.path or preview.path[-1] == at or is_hit:
        return ""
    goal = "" if there is None else f" to the {there.kind.name}"
    return f"No clear line{goal}: stops {bearing(seen.me.at, preview.path[-1])}, {aim.outcome(seen, preview, at)}."


def expected(aim: Aim, seen: Observation, at: Point) -> str:
    """Return the effects of an item aimed at a cell, or the reason why it is refused."""
    preview = aim.preview(seen, at)
    if preview.refused is not None:
        return refused_there(preview.refused, seen, at)
    return aim.outcome(seen, preview, at)


def _prospects(aim: Aim, seen: Observation, thing: Place) -> str:
    """Return the effects of an item aimed at a thing, without the thing's name if no other is affected."""
    if astray := goes_astray(aim, seen, thing.at):
        return f"{astray[:1].lower()}{astray[1:].removesuffix('.')}"
    told = expected(aim, seen, thing.at)
    alone = told.removeprefix(f"{thing.name}: ")
    return told if ": " in alone else alone


def at_place(session: Conversation, seen: Observation, text: str, act: Callable[[Point], Request]) -> Request:
    """Return the request of `act` for the cell of a number, a name or a place; ask if several match.

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


def thing_choices(found: Sequence[Place], seen: Observation, act: Callable[[Point], Request]) -> list[Choice]:
    """Return a choice for each thing."""
    return [Choice(described(thing, seen), functools.partial(act, thing.at)) for thing in found]
