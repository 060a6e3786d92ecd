"""Events: plain facts, each with the key of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import attrs
import pytest

from roguelike.classes import frozen
from roguelike.engine import events
from roguelike.engine.events import (
    TEXT_KEYS,
    ActorRef,
    AnyEvent,
    Bumped,
    CannotDo,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    Died,
    Event,
    Harm,
    Harmed,
    Healed,
    Launched,
    Missed,
    MissileMissed,
    Reason,
    Refused,
    Started,
    Struck,
)
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from tests.arena import CONFUSED
from tests.every import every

if TYPE_CHECKING:
    from collections.abc import Iterator

GLYPH = Glyph("x", (0, 0, 0))
KIND = ActorKind(name="orc", glyph=GLYPH, hit_points=1, stats=Stats())
YOU, IT, THEM = ActorRef(1, KIND), ActorRef(2, KIND), ActorRef(3, KIND)
STONE = ProjectileKind(name="stone", glyph=GLYPH)
APPLE = ItemKind(name="apple", glyph=GLYPH)


def told_about(who: ActorRef) -> Iterator[tuple[Event, str]]:
    """Yield every event about an actor, with the key of its text; `{whom}` stands for the player or a monster."""
    yield Bumped(who), "{whom}"
    yield MissileMissed(who, STONE), "{whom}"
    yield Died(who, Point(0, 0)), "{whom}"
    yield Healed(who, 3), "{whom}"
    yield Launched(who, STONE), "{whom}"
    yield ConditionBegan(who, CONFUSED, 3), "began_{whom}"
    yield ConditionEnded(who, CONFUSED), "ended_{whom}"
    for harm in Harm:
        yield Harmed(who, 2, harm), f"{harm}_{{whom}}"
        yield Harmed(who, 2, harm, STONE, fatal=True), f"{harm}_{{whom}}_dead"


@pytest.mark.parametrize(("who", "whom"), [(YOU, "you"), (IT, "it")])
def test_events_of_the_player_have_texts_of_their_own(who: ActorRef, whom: str) -> None:
    """Texts address the player in the second person and describe monsters in the third."""
    for event, key in told_about(who):
        assert key.format(whom=whom) == event.variant
        assert event.variant in event.variants


@pytest.mark.parametrize(
    ("attacker", "target", "side"), [(YOU, IT, "you"), (IT, YOU, "at_you"), (IT, THEM, "other"), (YOU, YOU, "you")]
)
def test_an_attack_is_described_from_the_players_side(attacker: ActorRef, target: ActorRef, side: str) -> None:
    """Attacker, target and result give the key of the text."""
    keys = [
        Missed(attacker, target).variant,
        Struck(attacker, target, 3).variant,
        Struck(attacker, target, 0).variant,
        Struck(attacker, target, 3, fatal=True).variant,
    ]

    assert [side, side, f"{side}_in_vain", f"{side}_dead"] == keys
    assert keys[0] in Missed.variants
    assert set(keys[1:]) <= set(Struck.variants)


@every("reason", Reason)
def test_every_reason_of_a_refusal_has_a_text(reason: Reason) -> None:
    """After a refusal without a text the key would seem broken."""
    assert reason.value == Refused(reason).variant
    assert reason.value in Refused.variants


def test_an_event_with_one_text_has_one_key() -> None:
    """An event that is described the same for all actors needs no variants."""
    assert "text" == Started().variant


def test_every_event_has_a_key_for_its_texts() -> None:
    """The key in `messages.toml` is the name of the class in small letters."""
    assert "missile_missed" == TEXT_KEYS[MissileMissed]
    assert "started" == TEXT_KEYS[Started]
    assert len(TEXT_KEYS) == len(set(TEXT_KEYS.values()))


def test_the_union_holds_every_event_there_is() -> None:
    """An event that is missing from the union would never be shown, and mypy would not notice."""
    facts = {
        kind
        for name, kind in vars(events).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event and not name.startswith("_")
    }

    assert facts == set(get_args(AnyEvent))
    assert facts - {ConditionBegan, ConditionEnding, ConditionEnded} == set(TEXT_KEYS)


@every("event", [Started(), Missed(YOU, IT), *(event for event, _ in told_about(IT))])
def test_events_cannot_be_changed_afterwards(event: Event) -> None:
    """Readers cannot change an event."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        event.seen = False  # type: ignore[misc]


def test_events_are_seen_unless_said_otherwise() -> None:
    """The narrator skips events that the player did not see."""
    assert (True, False) == (Bumped(IT).seen, Bumped(IT, seen=False).seen)


def test_an_event_happens_where_its_actors_and_cells_are() -> None:
    """Other fields do not count, as a killer can be far away."""

    @frozen
    class Beckoned(Event):
        who: ActorRef | None
        cells: tuple[Point, ...] = ()
        goal: Point | None = None
        rounds: tuple[int, ...] = (1, 2)

    somebody = attrs.evolve(IT, at=Point(3, 4))
    death = Died(somebody, Point(3, 4), attrs.evolve(THEM, at=Point(9, 9)))

    assert [Point(3, 4)] * 2 == death.places()
    assert [Point(3, 4), Point(1, 1), Point(2, 2)] == Beckoned(somebody, (Point(1, 1),), Point(2, 2)).places()
    assert [] == Beckoned(None).places()
    assert [somebody] == death.actors() == Beckoned(somebody).actors()


def test_a_refusal_carries_its_reason_and_item() -> None:
    """The text can name the item without room."""
    refusal = CannotDo(Reason.INVENTORY_FULL, APPLE)

    assert (Reason.INVENTORY_FULL, APPLE) == (refusal.reason, refusal.item)
    assert CannotDo(Reason.WALL).item is None


def test_number_one_is_the_player() -> None:
    """An event can still name an actor that is gone."""
    assert [True, False, False] == [YOU.is_player, IT.is_player, THEM.is_player]
