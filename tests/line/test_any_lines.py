"""Any line, in any rule set, gets an answer in printable lines and never raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.content.loader import load_ruleset, ruleset_names
from tests.effort import EFFORT
from tests.line.talking import talk

PLACE = """
    ##############
    #.I..#.......#
    #.@....I..M..#
    #....#....M..#
    ##############
"""
WORDS = (
    *("explore", "fight", "rest", "search", "wait", "pick up", "use", "drop", "examine", "history", "look", "status"),
    *("inventory", "map", "north", "se", "run", "run west", "travel", "travel to", "move", "new", "rules", "games"),
    *("continue", "scores", "replays", "watch", "title", "again", "help", "cancel", "yes", "no", "y", "n", "at", "2"),
    *("use 1 at 2", "use a at me", "drop 1", "examine 1", "travel 2", "examine me", "5 wait", "3 east", "4 east"),
    *("use potion", "use scroll at o", "0", "999 .", "1,1", "use 1 at 1,1", "help use", "messages 3", "x", "i", "Q"),
    *("hints", "options", "options hints", "options preset", "places", "=", "f", "G"),
)


@pytest.mark.parametrize("name", ruleset_names())
@settings(max_examples=15 * EFFORT)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=25))
def test_any_lines_are_answered(name: str, lines: list[str]) -> None:
    """A listener hears something after each."""
    rules = load_ruleset(name)
    carried = list(rules.items)[: min(3, rules.inventory.slots)]
    monster = next(iter(rules.monsters.values())).glyph.char
    item = rules.items[carried[0]].glyph.char if carried else "."
    place = talk(PLACE.replace("M", monster).replace("I", item), *carried, rules=rules, hit_points=9)
    for line in lines:
        told = place.say(line)

        assert told or not place.session.is_running
        if not place.session.is_running:
            break
