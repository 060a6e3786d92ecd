"""Messages call an ally "your orc" and an enemy of the same kind "the orc"."""

from __future__ import annotations

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Harm
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.narration.narrator import Narrator

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())


def test_a_fight_of_namesakes_names_whose_they_are() -> None:
    """Each line says which of the two orcs hits and is hit."""
    game = draw("########\n#@.oo..#\n########", EMBER, legend={"o": "orc"})
    own, other = game.world.level.actors[1:]
    follow(game.world, own)
    other.mood = Mood.HUNTING
    own.hit_points = own.max_hit_points = other.hit_points = other.max_hit_points = 300
    narrator = Narrator(EMBER)
    told = [narrator.tell(event) for _ in range(30) for event in game.play(Wait())]
    lines = {message.text for message in told if message is not None}

    assert "Your orc hits the orc." in lines
    assert "The orc hits your orc." in lines
    assert "The orc hits the orc." not in lines


def test_other_texts_name_an_ally_so_too() -> None:
    """All texts with an article before the name."""
    game = draw("#####\n#@o.#\n#####", EMBER, legend={"o": "orc"})
    own = game.world.level.actors[1]
    follow(game.world, own)
    narrator = Narrator(EMBER)
    game.world.events.clear()
    hurt(game.world, own, 3, Harm.FIRE, Cause(None, own.at))
    told = [narrator.tell(event) for event in game.world.events]

    assert "Your orc is burned for 3." in [message.text for message in told if message is not None]
