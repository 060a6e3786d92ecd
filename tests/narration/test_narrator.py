"""Events become coloured words."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, get_args

import attrs
import pytest

from roguelike.cells.color import grey
from roguelike.content.loader import load_ruleset
from roguelike.engine.events import (
    PLAYER_ID,
    TEXT_KEYS,
    ActorRef,
    AnyEvent,
    CameIntoView,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    Event,
    Exploded,
    Harm,
    Harmed,
    LampChange,
    Launched,
    LeftBehind,
    Moved,
    PickedUp,
    Reason,
    Refused,
    Struck,
    Summoned,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.narration.message import Span
from roguelike.narration.narrator import Narrator
from tests.burning import MARSH
from tests.fixture_rules import FIREBALL, HURT, ORC, POTION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet


def telling(ruleset: RuleSet, event: type[Event], template: str, variant: str = "text") -> Narrator:
    """Return a narrator with another text for one event."""
    key = TEXT_KEYS[event]
    texts = {**ruleset.messages, key: {**ruleset.messages[key], variant: Text(template, (1, 2, 3))}}
    return Narrator(attrs.evolve(ruleset, messages=texts))


def orc(ruleset: RuleSet) -> ActorRef:
    """Return an orc's name in events."""
    return ActorRef(7, ruleset.monsters["orc"])


def test_names_wear_their_kinds_colours_in_bold(fixture_rules: RuleSet) -> None:
    """The actor or item is recognized at a glance; the rest of the line is plain."""
    message = Narrator(fixture_rules).tell(
        PickedUp(ActorRef(PLAYER_ID, fixture_rules.player), fixture_rules.items["health potion"], 0)
    )

    assert message is not None
    assert (Span("You pick up the "), Span("health potion", POTION, bold=True), Span(".")) == message.parts
    assert "You pick up the health potion." == message.text


def test_projectiles_are_named_in_their_colour_too(fixture_rules: RuleSet) -> None:
    """Everything that has a glyph has a colour to be known by."""
    message = Narrator(fixture_rules).tell(
        Launched(ActorRef(PLAYER_ID, fixture_rules.player), fixture_rules.projectiles["fireball"])
    )

    assert message is not None
    assert Span("fireball", FIREBALL, bold=True) in message.parts


def test_a_text_of_another_colour_keeps_the_colours_of_names(fixture_rules: RuleSet) -> None:
    """A warning is coloured as a whole, but the orc in it stays green."""
    message = Narrator(fixture_rules).tell(Struck(orc(fixture_rules), ActorRef(PLAYER_ID, fixture_rules.player), 3))

    assert message is not None
    spans = [Span("The ", HURT), Span("orc", ORC, bold=True), Span(" hits you for ", HURT), Span("3", HURT)]
    assert (*spans, Span(".", HURT)) == message.parts


def test_plain_words_are_white(fixture_rules: RuleSet) -> None:
    """That is the colour of a text that names none."""
    message = Narrator(fixture_rules).tell(Refused(Reason.WALL))

    assert message is not None
    assert (Span("There is a wall in the way.", grey(255)),) == message.parts


@pytest.mark.parametrize(
    ("form", "expected"), [("", "orc"), (":upper", "ORC"), (":capital", "Orc"), (":a", "an orc"), (":A", "An orc")]
)
def test_a_text_may_ask_for_a_form(fixture_rules: RuleSet, form: str, expected: str) -> None:
    """Sentences begin with a capital, and shouts are in capitals, in any rule set's words."""
    message = telling(fixture_rules, CameIntoView, f"{{who{form}}}!").tell(CameIntoView(orc(fixture_rules)))

    assert message is not None
    assert f"{expected}!" == message.text
    assert Span(expected, ORC, bold=True) == message.parts[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("orc", "an orc"), ("troll", "a troll"), ("Imp", "an Imp"), ("kobold slinger", "a kobold slinger")],
)
def test_the_article_goes_with_the_first_letter(fixture_rules: RuleSet, name: str, expected: str) -> None:
    """Names are data, so that the words around them cannot know."""
    kind = attrs.evolve(fixture_rules.monsters["orc"], name=name)
    message = telling(fixture_rules, CameIntoView, "{who:a}").tell(CameIntoView(ActorRef(7, kind)))

    assert message is not None
    assert expected == message.text


def test_doubled_braces_are_braces(fixture_rules: RuleSet) -> None:
    """A rule set's author may want one in a text."""
    message = telling(fixture_rules, CameIntoView, "{{x}} {who}").tell(CameIntoView(orc(fixture_rules)))

    assert message is not None
    assert "{x} orc" == message.text


def test_unseen_events_are_not_narrated(fixture_rules: RuleSet) -> None:
    """The log must not know more than the player."""
    narrator = Narrator(fixture_rules)

    assert narrator.tell(CameIntoView(orc(fixture_rules))) is not None
    assert narrator.tell(CameIntoView(orc(fixture_rules), seen=False)) is None


def test_a_sighting_has_its_place(classic: RuleSet) -> None:
    """As the player saw it; a rule set that follows a source document has no places."""
    came = CameIntoView(ActorRef(7, classic.monsters["orc"], Point(9, 3)), seen_from=Point(5, 8))

    assert "An orc comes into view, 5 cells north-east." == told(classic, came)
    assert "A captive orc comes into view, 5 cells north-east." == told(classic, attrs.evolve(came, held=True))
    assert "An orc comes into view." == told(attrs.evolve(classic, comfort=False), came)


def told(ruleset: RuleSet, event: AnyEvent) -> str:
    """Return the words for an event."""
    message = Narrator(ruleset).tell(event)
    return "" if message is None else message.text


def test_an_empty_text_keeps_silent(fixture_rules: RuleSet) -> None:
    """Steps are seen on the map; a line for each would drown the rest."""
    assert Narrator(fixture_rules).tell(Moved(orc(fixture_rules), Point(1, 1), Point(2, 1))) is None


def every_event(ruleset: RuleSet) -> Iterator[AnyEvent]:
    """Yield events of every class, with everything in their fields that can be there."""
    you, it = ActorRef(PLAYER_ID, ruleset.player), orc(ruleset)
    stone, potion = ruleset.projectiles["stone"], ruleset.items["health potion"]
    values: dict[str, list[Any]] = {
        **{name: [you, it] for name in ("who", "attacker", "target", "victim", "killer")},
        **{name: [Point(1, 1)] for name in ("start", "goal", "at")},
        **{name: [0, 1] for name in ("damage", "amount", "most", "turns", "turn", "slot", "radius")},
        "missile": [stone],
        "projectile": [stone, attrs.evolve(stone, is_shot=True)],
        "item": [potion],
        "items": ["sword +1 and leather armour"],
        "means": [potion, stone],
        "harm": list(Harm),
        "condition": [ruleset.conditions["confused"]],
        "reason": list(Reason),
        "terrain": [ruleset.terrain[FLOOR]],
        "feature": [FeatureKind(name="bell", glyph=Glyph("^", (200, 200, 200)))],
        "rounds": [0, 5],
        "beside": [3],
        "fate": ["falls", "rises", "dies"],
        "left": [3],
        **{name: [potion] for name in ("look", "kind")},
        **{name: [False, True] for name in ("fatal", "is_on", "is_worn", "asleep", "held", "gone")},
        "seen": [True],
        "hidden": [()],
        "cells": [()],
        "gas": [MARSH],
        "spread": [False, True],
        "number": [1, 3],
        "by": list(Exit),
        "depth": [2],
        "feeling": ["You smell cold iron."],
        "where": [None, Direction.NORTH],
        "came_from": [None, Direction.NORTH],
        "seen_from": [None, Point(3, 4)],
        "sound": ["a bell"],
        "deed": ["raises its club"],
        "is_free": [False, True],
        "is_dead": [False, True],
        "is_unhurt": [False, True],
        "way": [Exit.DOWN, Exit.UP],
        "veil": ["wet", "dark"],
        "change": list(LampChange),
    }
    for kind in get_args(AnyEvent):
        made: list[dict[str, Any]] = [{}]
        for field in attrs.fields(kind):
            made = [{**some, field.name: value} for some in made for value in values[field.name]]
        for fields in made:
            yield kind(**fields)


def test_every_event_variant_is_narrated(classic: RuleSet, fixture_rules: RuleSet) -> None:
    """A text that fails would end a game at a rare moment: the first troll that is killed by its own stone."""
    told: set[tuple[type, str]] = set()
    ruleset = attrs.evolve(fixture_rules, messages=classic.messages, conditions=classic.conditions)
    narrator = Narrator(ruleset)
    for event in every_event(ruleset):
        told.add((type(event), event.variant))
        message = narrator.tell(event)
        if isinstance(event, ConditionBegan | ConditionEnding | ConditionEnded):
            texts = event.condition.texts
        else:
            texts = classic.messages[TEXT_KEYS[type(event)]]
        template = texts[event.variant].template if event.variant in texts else ""

        assert (message is None) == (template == "")
        if message is not None:
            literals = [literal for literal, _, _, _ in string.Formatter().parse(template)]
            assert all(literal in message.text for literal in literals)
            assert "{" not in message.text

    assert {(kind, variant) for kind in get_args(AnyEvent) for variant in kind.variants} == told


def test_no_text_names_an_unseen_actor(classic: RuleSet, fixture_rules: RuleSet) -> None:
    """They are "something", without an article."""
    ruleset = attrs.evolve(fixture_rules, messages=classic.messages, conditions=classic.conditions)
    unseen = orc(ruleset)
    for event in every_event(ruleset):
        message = Narrator(ruleset).tell(attrs.evolve(event, hidden=(unseen.id,)))
        text = "" if message is None else message.text

        assert unseen.kind.name not in text.lower().split(" ")
        assert "the something" not in text.lower()


def test_a_thing_left_behind_is_named_with_its_owner(fixture_rules: RuleSet) -> None:
    """Two names in one line keep a colour each."""
    narrator = telling(fixture_rules, LeftBehind, "The {victim} drops {item:a}.")
    message = narrator.tell(LeftBehind(orc(fixture_rules), fixture_rules.items["health potion"]))

    assert message is not None
    assert "The orc drops a health potion." == message.text
    assert [ORC, POTION] == [span.color for span in message.parts if span.bold]


def test_a_burst_and_a_launch_name_their_item(classic: RuleSet) -> None:
    """By the rule set's name, with its article."""
    arrow = attrs.evolve(next(iter(classic.projectiles.values())), name="arrow")
    player = ActorRef(PLAYER_ID, classic.player)
    events = (
        Exploded(Point(0, 0), 1, (), arrow),
        Launched(player, arrow),
        Launched(orc(classic), arrow),
        Harmed(player, 3, Harm.MISSILE, arrow),
    )

    told = [message.text for event in events if (message := Narrator(classic).tell(event)) is not None]

    assert [
        "The arrow bursts!",
        "You launch an arrow.",
        "The orc throws an arrow.",
        "An arrow hits you for 3.",
    ] == told


def test_unseen_summons_and_conditions_are_not_narrated(classic: RuleSet) -> None:
    """As of eels that a flood brings and that are stunned under water."""
    narrator, unseen = Narrator(load_ruleset("ember")), orc(classic)
    stunned = load_ruleset("ember").conditions["stunned"]
    events = (Summoned(unseen), ConditionBegan(unseen, stunned, 3), ConditionEnded(unseen, stunned))

    assert all(narrator.tell(event) is not None for event in events)
    assert not any(narrator.tell(attrs.evolve(event, hidden=(unseen.id,))) for event in events)
