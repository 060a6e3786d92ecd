"""Messages about items underfoot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.engine.state.condition import Condition
from roguelike.engine.state.item import Item
from roguelike.narration.advice import underfoot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.ruleset import RuleSet


def said(ruleset: RuleSet, *things: str, carried: Sequence[str] = ()) -> str:
    """Return the message about things dropped in this order."""
    game = draw("@", ruleset, inventory=carried)
    place = game.world.level.grid.index(game.world.player.at)
    game.world.level.items[place] = [Item(ruleset.things[name]) for name in things]
    message = underfoot(observe(game.world), "(g)")
    return "" if message is None else message.text


def test_an_item_is_named_with_the_key_that_picks_it_up(classic: RuleSet) -> None:
    """The player need not look for either; a bare floor has no message."""
    assert "You see a health potion here. (g)" == said(classic, "health potion")
    assert "" == said(classic)


def test_a_corpse_has_no_key(classic: RuleSet) -> None:
    """It cannot be picked up. If its name may be that of a living monster, the log does not mention it."""
    assert "There is an orc corpse here." == said(classic, "corpse:orc")
    assert "" == said(attrs.evolve(classic, comfort=False), "corpse:orc")


def test_a_full_pack_is_reported_instead_of_the_key(classic: RuleSet) -> None:
    """The key would only be refused."""
    full = ["health potion"] * classic.inventory.slots

    assert "You see a fireball scroll here. Your pack is full." == said(classic, "fireball scroll", carried=full)


@pytest.mark.parametrize(
    ("things", "text"),
    [
        (["corpse:orc", "health potion"], "a health potion and an orc corpse"),
        (["health potion", "fireball scroll", "health potion"], "a health potion (x2) and a fireball scroll"),
        (
            ["corpse:orc", "corpse:troll", "health potion", "fireball scroll", "corpse:troll"],
            "a fireball scroll, a health potion, a troll corpse (x2) and 1 more",
        ),
    ],
)
def test_a_pile_is_named_from_the_top_items_first(classic: RuleSet, things: list[str], text: str) -> None:
    """As many as fit on a line."""
    assert f"You see {text} here. (g)" == said(classic, *things)


def test_names_keep_their_colours(classic: RuleSet) -> None:
    """As everywhere in the log."""
    game = draw("@", classic)
    game.world.level.items[game.world.level.grid.index(game.world.player.at)] = [Item(classic.items["health potion"])]
    message = underfoot(observe(game.world), "(g)")

    assert message is not None
    assert classic.items["health potion"].glyph.color == message.parts[1].color


def test_a_levitating_player_reads_why_instead_of_the_key() -> None:
    """The description of the potion says so as well."""
    ruleset = load_ruleset("ember")
    game = draw("@", ruleset)
    level = game.world.level
    level.items[level.grid.index(game.world.player.at)] = [Item(ruleset.items["dagger"])]
    game.world.player.conditions["afloat"] = Condition(ruleset.conditions["afloat"], 9)
    message = underfoot(observe(game.world), "(g)")

    assert message is not None
    assert message.text.endswith(" here. You cannot reach it now.")
    assert "you cannot pick anything up" in ruleset.items["potion of feather"].description
