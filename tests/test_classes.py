"""attrs classes with one way to show them."""

from __future__ import annotations

import attrs
import pytest

from roguelike.classes import copied, define, frozen


@frozen
class Spark:
    """A value."""

    heat: int
    _colour: str = "red"
    heard: int = attrs.field(default=0, repr=False)


@define(eq=False)
class Lamp:
    """A thing."""

    spark: Spark


@frozen
class Candle(Spark):
    """One that shows itself in its own way."""

    def __repr__(self) -> str:
        return "a candle"


def test_a_class_is_shown_as_attrs_would_show_it() -> None:
    """Fields in their order, without those that are not to be shown."""
    assert repr(Lamp(Spark(3))) == "Lamp(spark=Spark(heat=3, _colour='red'))"
    assert repr(Lamp(Candle(3))) == "Lamp(spark=a candle)"


def test_it_is_an_attrs_class_in_every_other_way() -> None:
    """Values are equal and cannot be changed, things are themselves."""
    spark = Spark(3)

    assert {spark} == {Spark(3)}
    assert Lamp(spark) != Lamp(spark)
    assert Spark(4) == attrs.evolve(spark, heat=4)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        spark.heat = 4  # type: ignore[misc]


def test_a_copy_has_the_same_fields_and_is_another() -> None:
    """Those with an underscore, too; what is worked out and not given is worked out anew."""
    candle = Candle(3, "blue", 7)
    copy = copied(candle)

    assert (candle, attrs.astuple(candle), Candle) == (copy, attrs.astuple(copy), type(copy))
    assert copy is not candle
