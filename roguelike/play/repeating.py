"""Requests that can be repeated."""

from __future__ import annotations

from roguelike.automation.fight import Fight
from roguelike.automation.repeat import Repeat
from roguelike.automation.rest import Search
from roguelike.play.requests import Automate, Submit


def repeated(asked: object, times: int) -> Automate | None:
    """Return the request to repeat another one `times` times; None if it cannot be repeated."""
    match asked:
        case Submit(command):
            return Automate(Repeat(command, times))
        case Automate(Search()):
            return Automate(Search(times))
        case Automate(Fight() as fight):
            return Automate(fight.often(times))
        case _:
            return None
