"""The words of line mode, with abbreviations and suggestions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.line.things import Unclear
from roguelike.narration.bearing import DIRECTION_NAMES
from roguelike.play.views.view import Request
from roguelike.toml_file import meant, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.geometry import Direction

UNKNOWN: Final = "Unknown word: {word}{meant}. {advice}"
ADVICE: Final = "Type help for all commands."
NO_GAME: Final = "No game. Type new, continue, games, scores, replays or quit."
GAME_OVER: Final = "Game over. Type new for another game, or quit."
SHORTEST: Final = 2
"""Minimum letters of an abbreviation: a single one is a key."""


@frozen
class Verb:
    """A command word."""

    name: str
    help: str
    do: Callable[[str], Request]
    """Called with the rest of the line."""
    also: tuple[str, ...] = ()
    """Synonyms."""
    keys: tuple[str, ...] = ()
    """The labels of its keys."""
    tells: bool = False
    """Whether it only gives information, so that an open question stays."""
    lists: bool = True
    """Whether the help lists it."""
    needs_whole_word: bool = False
    """Whether it has no key or abbreviation, so that leftover input cannot trigger it."""
    keeps_case: bool = False
    """Whether the rest of the line is a text that keeps its case."""
    needs: Capability | None = None
    """Capability that the rule set must have."""

    @property
    def usage(self) -> str:
        """A line for the help."""
        also = f" Also: {', '.join(self.also)}." if self.also else ""
        keys = f" Keys: {' '.join(self.keys)}" if self.keys else ""
        return f"{self.name}: {self.help}.{also}{keys}"


def direction_words() -> dict[str, Direction]:
    """Return all words for directions except single letters, which are keys."""
    words: dict[str, Direction] = {}
    for direction, name in DIRECTION_NAMES.items():
        words |= dict.fromkeys((name, name.replace("-", "")), direction)
        if "-" in name:
            first, second = name.split("-")
            words[first[0] + second[0]] = direction
    return words


DIRECTIONS: Final = direction_words()


def find(word: str, verbs: Iterable[Verb], advice: str = ADVICE) -> Verb:
    """Return the verb that matches a word or its unambiguous beginning.

    Raises:
        Unclear: there is none, or more than one.
    """
    names = {name: verb for verb in verbs for name in (verb.name, *verb.also)}
    if word in names:
        return names[word]
    shortened = [name for name, verb in names.items() if not verb.needs_whole_word]
    begun = [name for name in shortened if len(word) >= SHORTEST and name.startswith(word)]
    found = list(dict.fromkeys(names[name].name for name in begun))
    whole = next((name for name in begun if all(other.startswith(name) for other in begun)), None)
    if whole is not None:
        return names[whole]
    if len(found) == 1:
        return names[found[0]]
    if found:
        raise Unclear(f"Which one: {' or '.join(found)}?")
    raise Unclear(UNKNOWN.format(word=shown(word), meant=meant(word, names), advice=advice))


def split(line: str, verbs: Iterable[Verb]) -> tuple[str, str]:
    """Split a line into its verb, which can be two words like "pick up", and the rest.

    The verb is in lower case, the rest as typed.
    """
    names = {name for verb in verbs for name in (verb.name, *verb.also)}
    head, _, rest = line.partition(" ")
    second, _, after = rest.strip().partition(" ")
    if (both := f"{head}-{second}".lower()) in names:
        return both, after.strip()
    return head.lower().replace("_", "-"), rest.strip()
