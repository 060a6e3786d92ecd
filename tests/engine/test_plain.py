"""Reading untrusted plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from roguelike.engine.plain import BadPlain, Plain
from tests.every import every

if TYPE_CHECKING:
    from collections.abc import Callable

LONG = "\x1b[31m" * 10**5


def told(read: Callable[[Plain], object], value: object) -> str:
    """Return the complaint about a value that does not fit."""
    with pytest.raises(BadPlain) as caught:
        read(Plain(value, "here"))
    return str(caught.value)


def test_a_table_has_just_the_keys_that_it_should() -> None:
    """Each part knows its place, so that a person who edits a file by hand finds it."""
    parts = Plain({"a": 1, "b": [2]}, "top").table("a", "b")

    assert {"a": Plain(1, "top.a"), "b": Plain([2], "top.b")} == parts


@pytest.mark.parametrize("value", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"a": 1, 2: 2}, [["a", 1], ["b", 2]], None])
def test_a_table_with_other_keys_is_refused(value: object) -> None:
    """An additional key would be lost with the next save, and a missing one has no value."""
    assert "here: expected a table of a, b" == told(lambda part: part.table("a", "b"), value)


def test_some_parts_of_a_table_may_be_missing() -> None:
    """As in data of another version; other parts are ignored."""
    assert {"a": Plain(1, "here.a")} == Plain({"a": 1, "c": 3}, "here").some("a", "b")
    assert "here: expected a table" == told(lambda part: part.some("a"), [])


def test_a_list_has_a_bounded_length() -> None:
    """Reading must not take unbounded memory or time."""
    assert [Plain(7, "[0]"), Plain(8, "[1]")] == Plain([7, 8]).list(2, least=2)
    assert [] == Plain([]).list(2)


@pytest.mark.parametrize("value", [[], [1], [1, 2, 3, 4], (1, 2), "ab", {"0": 1, "1": 2}, None])
def test_a_list_that_is_none_or_too_long_or_too_short_is_refused(value: object) -> None:
    """A text has a length too, and parts."""
    assert "here: expected a list of 2 to 3" == told(lambda part: part.list(3, least=2), value)


@pytest.mark.parametrize("value", [-3, 0, 5])
def test_whole_numbers_have_bounds(value: int) -> None:
    """Both ends are included."""
    assert value == Plain(value).integer(-3, 5)


@every("value", [-4, 6, 10**400, True, False, 1.0, float("nan"), float("inf"), float("-inf"), "1", None, [1]])
def test_nothing_else_is_a_whole_number(value: object) -> None:
    """In Python true and 1.0 equal 1, but the digest of the world would differ."""
    assert "here: expected a whole number from -3 to 5" == told(lambda part: part.integer(-3, 5), value)


@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_only_true_and_false_are_booleans(value: object) -> None:
    """For the same reason."""
    assert Plain(True, "here").boolean()  # noqa: FBT003 -- it is the value
    assert "here: expected true or false" == told(Plain.boolean, value)


@pytest.mark.parametrize("value", ["c", "", None, 1, ["a"], {"a": 1}])
def test_a_name_is_one_of_those_that_are_known(value: object) -> None:
    """Even an unhashable value is only refused."""
    assert "a" == Plain("a").one_of({"a": 1, "b": 2})
    assert "here: expected a known name" == told(lambda part: part.one_of({"a": 1, "b": 2}), value)


@pytest.mark.parametrize("value", ["abcd", None, 1, ["a"]])
def test_a_text_has_a_bounded_length(value: object) -> None:
    """The text can be stored or shown."""
    assert "abc" == Plain("abc").text(3)
    assert "here: expected a text of at most 3 characters" == told(lambda part: part.text(3), value)


def test_digits_give_a_byte_for_two_of_them() -> None:
    """Cells are written like that."""
    assert b"\x00\x02\x01" == Plain("000201").digits(3, 3)
    assert b"" == Plain("").digits(0, 1)


@every(
    "value",
    ["0002", "00020101", "000203", "0002ff", "00020x", "00 02 ", " 00201", "000\uff1201", "00 201", None, 201, []],
)
def test_other_digits_are_refused(value: object) -> None:
    """Too few or too many, too high, blanks, digits of other scripts: all are refused."""
    assert "here: expected 3 bytes below 3 in hexadecimal digits" == told(lambda part: part.digits(3, 3), value)


def test_there_is_one_way_to_write_digits() -> None:
    """A world that is written differently would change with the next save."""
    assert b"\x0a" == Plain("0a").digits(1, 11)
    assert "here" in told(lambda part: part.digits(1, 11), "0A")


@every(
    "read",
    [
        lambda part: part.table("a"),
        lambda part: part.list(3),
        lambda part: part.integer(0, 1),
        lambda part: part.boolean(),
        lambda part: part.one_of({"a"}),
        lambda part: part.text(9),
        lambda part: part.digits(1, 2),
    ],
)
@every("value", [LONG, [LONG], {LONG: LONG}, {"a": 1, LONG: 2}])
def test_errors_do_not_contain_the_value(read: Callable[[Plain], Any], value: object) -> None:
    """The value can be very long, or contain terminal control sequences."""
    try:
        read(Plain(value, "here"))
    except BadPlain as bad:
        sentence = str(bad)
    else:
        sentence = ""  # a list of one text is a list

    assert len(sentence) < 100
    assert sentence.isprintable()


def test_errors_at_the_top_name_the_whole() -> None:
    """The outermost value has no place to name."""
    with pytest.raises(BadPlain, match=r"^the whole: expected true or false$"):
        Plain(1).boolean()
