"""Commands and automations of a game in play, reported in lines after they are on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Move, PickUp
from roguelike.engine.events import Bumped, PickedUp, Refused
from roguelike.line.surroundings import sighted
from roguelike.narration.bearing import DIRECTION_NAMES, bearing
from roguelike.narration.in_view import in_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.play.play import Play

    Tell = Callable[[Iterable[str]], None]

AT_ONCE: Final = 20
"""Number of an automation's commands that are written to disk and reported together."""
ONE_TURN: Final = "1 turn passed."
"""Left out if the turn has other messages, as after each attack."""
MAX_STEPS: Final = 1000
"""Maximum commands of one automation, since no key can stop it here."""


def tell_news(play: Play, tell: Tell) -> bool:
    """Print new messages of the log; return whether there were any."""
    news = [told.message.text for told in play.perspective.log.take_new()]
    tell(news)
    return bool(news)


def submit(play: Play, command: Command, tell: Tell) -> None:
    """Perform a command, finish its animations, and print the results."""
    at = play.perspective.seen.me.at
    events = play.submit(command)
    if events is None:  # the log says why
        tell_news(play, tell)
        return
    _land(play)
    told = tell_news(play, tell)
    after = play.perspective.seen.me.at
    if after != at and isinstance(command, Move):
        tell([f"Moved {bearing(at, after)}."])
    elif not play.is_over and (not told or _bumped(events, play.perspective.seen)):
        tell([_unmoved(play, command, events)])
    tell(_foes(play))


def automate(play: Play, automation: Automation, words: Mapping[str, str], tell: Tell) -> None:
    """Run an automation until it stops; print the results and the distance covered.

    `words` are the words to type for the actions of the game's screen.

    Raises:
        StoreError: its commands could not be saved; the caller must release the game.
    """
    at, turn, told = play.perspective.seen.me.at, play.perspective.world.turn, False
    play.start(automation, words)
    for _ in range(0, MAX_STEPS, AT_ONCE):
        play.go_on(AT_ONCE)
        _land(play)
        told |= tell_news(play, tell)
        if play.automation is None:
            break
    play.interrupt()
    told |= tell_news(play, tell)
    progress = _progress(play, at, turn)
    tell([] if told and progress == [ONE_TURN] else progress)
    tell(_foes(play))


def _land(play: Play) -> None:
    """Finish all animations."""
    while play.perspective.is_moving:
        play.tick()


def _unmoved(play: Play, command: Command, events: Sequence[AnyEvent]) -> str:
    """Return a line for a command without messages, whose effects may be hidden."""
    seen = play.perspective.seen
    if isinstance(command, PickUp) and not any(isinstance(event, PickedUp) for event in events):
        return "Nothing picked up."
    bumped = _bumped(events, seen)
    if not isinstance(command, Move) or not (bumped or any(isinstance(event, Refused) for event in events)):
        return f"Turn {seen.turn}."
    ahead = seen.level.terrain_at(seen.me.at.step(command.direction))
    # A confused player steps elsewhere.
    why = (
        "You stumble and stay where you are"
        if ahead.walkable
        else f"Blocked {DIRECTION_NAMES[command.direction]}: {ahead.name}"
    )
    return f"{why}. {ONE_TURN}" if bumped else f"{why}."


def _bumped(events: Iterable[AnyEvent], seen: Observation) -> bool:
    """Return whether the player lost a turn against a wall."""
    return any(isinstance(event, Bumped) and event.who.id == seen.me.id for event in events)


def _foes(play: Play) -> list[str]:
    """Return the bearings of monsters in view in the panel's order: hunters first, then by distance."""
    seen = play.perspective.seen
    if play.is_over or not seen.foes:
        return []
    return [sighted(seen, [each for each in in_view(seen) if each.actor is not None])]


def _progress(play: Play, at: Point, turn: int) -> list[str]:
    """Return how far the player has moved since a turn, and the turns passed; empty for none."""
    turns = play.perspective.world.turn - turn
    now = play.perspective.seen.me.at
    passed = f"{turns} turn{'s' * (turns != 1)}"
    if now != at:
        return [f"Moved {bearing(at, now)}, {passed}."]
    return [f"{passed} passed."] if turns else []
