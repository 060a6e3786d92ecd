"""The account of a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.scenario import draw
from roguelike.narration.message import Message, Span
from roguelike.play.morgue import MESSAGES, WIDTH, account, cause_of_death, most_killed
from roguelike.play.perspective import Perspective
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.summary import last_blows
from roguelike.ui.viewport import Viewport
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

EAST, WEST = Move(Direction.EAST), Move(Direction.WEST)


def told(game: Game, *commands: Command, name: str = "Ada") -> str:
    """Play a game and give its account."""
    perspective = Perspective(game, name)
    for command in commands:
        perspective.tell(game.play(command))
    return account(perspective, last_screen)


def test_a_won_game_has_a_full_account(fixture_rules: RuleSet) -> None:
    """Name, rules, seed, length, kills, carried items, and the last screen."""
    game = draw("#mm@m#", fixture_rules, seed=7, inventory=["health potion", "fireball scroll"], hit_points=9)
    expected = f"""\
Ada won on turn 4: every enemy is dead.

Rules         Stage, edition {fixture_rules.version}
Score         139 (30 for kills, 100 for victory, 9 for HP left)
Seed          7
Turns         4
Hit points    9 of 20
Enemies left  0

Killed: 3
   3 mice

Carried:
  a) health potion
  b) fireball scroll

Last messages:
  You kill the mouse! (x3)
  You have won!

Last screen:

"""

    assert told(game, EAST, WEST, WEST, WEST).startswith(expected)


def test_a_death_names_its_cause_and_an_empty_pack(fixture_rules: RuleSet) -> None:
    """The first question of readers."""
    text = told(draw("o@", fixture_rules, hit_points=1), Wait())

    assert text.startswith("Ada died on turn 1, killed by an orc.\n")
    assert "Carried:\n  nothing\n" in text
    assert "Killed: 0\n\n" in text


def test_a_game_that_is_not_over_has_an_account_too(fixture_rules: RuleSet) -> None:
    """A player can set it aside."""
    assert told(draw("@.", fixture_rules), EAST, name="you").startswith("You left the game on turn 1.\n")


def test_the_last_screen_is_that_of_the_game(fixture_rules: RuleSet) -> None:
    """As the player saw it at 80x24, wherever the cursor was."""
    game = draw("#@..T#", fixture_rules, hit_points=1)
    shown = watch(draw("#@..T#", fixture_rules, hit_points=1), ".", ".").after[2].text()
    perspective = Perspective(game, "you")
    perspective.take_events()
    for _ in range(2):
        perspective.tell(game.play(Wait()))
    Viewport.animated(perspective).perspective.pointer.cursor = Point(0, 0)

    assert account(perspective, last_screen).endswith(f"Last screen:\n\n{shown}\n")


def test_only_the_last_messages_are_in_the_account(fixture_rules: RuleSet) -> None:
    """Only the end of a game is of interest."""
    perspective = Perspective(draw("@", fixture_rules))
    for number in range(MESSAGES + 5):
        perspective.log.add(Message((Span(f"message {number}."),)))
        perspective.notify("a notice.")
    text = account(perspective, last_screen).partition("Last screen")[0]

    assert MESSAGES == text.count("message ")
    assert "message 4." not in text
    assert "message 5." in text
    assert "a notice." not in text


@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_set_has_accounts_that_fit(name: str) -> None:
    """Eighty columns, no blanks at the ends."""
    rules = load_ruleset(name)
    text = told(draw("######\n#@...#\n######", rules), EAST, EAST)

    assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.split("\n"))
    assert rules.title in text


def test_nothing_in_an_account_controls_a_terminal(fixture_rules: RuleSet) -> None:
    """Players use `cat`, and rule sets of strangers contain any names."""
    evil = "\x1b]0;x\x07\u202e" + "long " * 40
    rules = attrs.evolve(fixture_rules, title=evil, name=evil)
    perspective = Perspective(draw("#@..#", rules), evil)
    perspective.world.tally.kills[evil] = 1
    perspective.notify(evil)
    text = account(perspective, last_screen)

    assert text.replace("\n", "").isprintable()
    assert all(len(line) <= WIDTH for line in text.split("\n"))
    assert "?]0;x??long" in text


def test_the_cause_of_death_names_killer_and_means(fixture_rules: RuleSet) -> None:
    """Players tell others this sentence."""
    world = draw("#@#", fixture_rules).world
    assert "" == cause_of_death(world)
    world.outcome = "died"
    causes = {
        ("orc", "", False): "killed by an orc",
        ("slinger", "stone", False): "killed by a slinger with a stone",
        ("", "fireball", True): "killed by your own fireball",
        ("", "", True): "killed by yourself",
        ("", "lava", False): "killed by lava",
        ("", "", False): "",
    }
    told = []
    for world.tally.killer, world.tally.means, world.tally.own in causes:
        told.append(cause_of_death(world))

    assert list(causes.values()) == told


def test_the_most_frequent_kill_is_named_first(fixture_rules: RuleSet) -> None:
    """Ties are sorted by name, so that a resumed game has the same list."""
    world = draw("#@#", fixture_rules).world
    world.tally.kills = {"orc": 1, "troll": 2, "mouse": 1}

    assert [("troll", 2), ("mouse", 1), ("orc", 1)] == most_killed(world)


@pytest.mark.parametrize("hit_points", [1, 40])
def test_the_deadly_hit_has_its_full_damage(hit_points: int) -> None:
    """Not only the hit points that were left: the log, the last hits and the account agree."""
    rules = load_ruleset("ember")
    orc = attrs.evolve(rules.monsters["orc"], stats=Stats(attack=30, damage=30))
    strong = attrs.evolve(rules, monsters={**rules.monsters, "orc": orc})
    game = draw("#o@#", strong, hit_points=hit_points)
    perspective, fatal = Perspective(game), []
    while game.world.outcome is None:
        events = game.play(Wait())
        perspective.tell(events)
        fatal += [each.damage for each in events if isinstance(each, Struck) and each.fatal]

    shout = f"THE ORC HITS YOU FOR {fatal[0]} AND KILLS YOU!"
    assert shout in "".join(span.text for span in perspective.log.entries[-1].parts)
    assert shout in account(perspective, last_screen)
    assert f"orc -{fatal[0]}, HP" in last_blows(perspective.narration.health)[-1]
    assert fatal[0] > 1
