"""attrs classes with one way to show and compare them."""

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


def test_equality_and_hash_are_those_of_attrs() -> None:
    """Only the same class is equal; fields that are not compared do not count; mutable values have no hash."""

    @frozen
    class Nothing:
        """A value without a field."""

    @define
    class Mutable:
        """Two fields, of which one counts."""

        heat: int
        seen: int = attrs.field(default=0, eq=False)

    assert Spark(3) != Candle(3)
    assert {Nothing(), Nothing()} == {Nothing()}
    assert Mutable(1, 2) == Mutable(1, 3) != Mutable(2, 2)
    with pytest.raises(TypeError):
        hash(Mutable(1))


def test_a_class_keeps_its_own_comparison() -> None:
    """`__eq__` and `__hash__` of the class itself, and what `cache_hash` asks for."""

    @frozen
    class Loose:
        """Equal by parity."""

        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loose) and (self.number - other.number) % 2 == 0

        def __hash__(self) -> int:
            return self.number % 2

    @frozen(cache_hash=True)
    class Cached:
        """A value that is hashed once."""

        number: int

    assert {Loose(1)} == {Loose(3)}
    assert {Cached(1)} == {Cached(1)}


def test_a_copy_has_the_same_fields_and_is_another() -> None:
    """Fields with an underscore are the same, too; computed fields are computed again."""
    candle = Candle(3, "blue", 7)
    copy = copied(candle)

    assert (candle, attrs.astuple(candle), Candle) == (copy, attrs.astuple(copy), type(copy))
    assert copy is not candle
