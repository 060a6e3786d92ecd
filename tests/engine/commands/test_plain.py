"""Commands as plain data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.codecs import flag, integer
from roguelike.engine.commands import (
    Annotate,
    Command,
    Cover,
    Drop,
    Equip,
    Label,
    Move,
    PickUp,
    Search,
    Slot,
    TakeStairs,
    Throw,
    ThrowFuel,
    ThrowItem,
    Use,
    Wait,
)
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.geometry import COMPASS, Direction, Point
from roguelike.engine.kinds.families import named
from roguelike.engine.plain import BadPlain
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

MOST = 2**53 - 1

numbers = st.integers(-MOST, MOST)
points = st.builds(Point, numbers, numbers)
fields = {
    "Direction": st.sampled_from(COMPASS),
    "int": numbers,
    "int | None": st.none() | numbers,
    "Point": points,
    "str": st.text(st.characters(codec="latin-1", exclude_categories=["C", "Z"]), max_size=40),
    "Point | Slot | None": st.none() | points | st.builds(Slot, numbers),
    "tuple[int, ...]": st.lists(numbers, max_size=52).map(tuple),
    "Literal['down', 'up']": st.sampled_from(["down", "up"]),
}
"""Example arguments of commands, by the types of their fields."""

commands = st.sampled_from(sorted(Command.by_name)).flatmap(
    lambda name: st.builds(
        Command.by_name[name],
        *[fields[str(field.type)] for field in attrs.fields(Command.by_name[name])],  # type: ignore[arg-type]
    )
)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*Command.by_name, "north"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_the_names_of_commands_are_kept_for_ever() -> None:
    """All journals contain these names: new commands can be added, but none of these can be removed or changed."""
    assert {
        "annotate": Annotate,
        "cover": Cover,
        "drop": Drop,
        "equip": Equip,
        "get": PickUp,
        "label": Label,
        "move": Move,
        "stairs": TakeStairs,
        "search": Search,
        "throw": Throw,
        "throw_fuel": ThrowFuel,
        "throw_item": ThrowItem,
        "use": Use,
        "wait": Wait,
    } == Command.by_name


@pytest.mark.parametrize(
    ("plain", "command"),
    [
        (["drop", 3], Drop(3)),
        (["get"], PickUp()),
        (["get", [1, 3]], PickUp((1, 3))),
        (["throw", [4, 5]], Throw(Point(4, 5))),
        (["use", 0], Use(0)),
        (["use", 0, [5, 2]], Use(0, Point(5, 2))),
        (["use", 0, ["slot", 3], 4], Use(0, Slot(3), 4)),
        (["wait"], Wait()),
    ],
)
def test_commands_are_written_like_this(plain: list[object], command: Command) -> None:
    """Old journals are written like this, and must stay readable."""
    assert plain == encode(command)
    assert command == decode(plain)


def test_directions_are_written_by_their_names() -> None:
    """A change in the order of the compass must not change journals."""
    names = ["north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"]

    assert [["move", name] for name in names] == [encode(Move(Direction[name.upper()])) for name in names]


@given(command=commands)
def test_every_command_comes_back_as_it_was(command: Command) -> None:
    """Commands with values out of range are read as well: they were refused in play, and will be again."""
    assert command == decode(json.loads(json.dumps(encode(command))))


def trouble(plain: object) -> str:
    """Return the complaint about a value that is not a command; "" if it is written exactly as `encode` writes it."""
    try:
        command = decode(plain)
    except BadPlain as bad:
        return str(bad)
    return "" if plain == encode(command) else "this is another one\n"


@given(plain=anything)
def test_anything_else_is_no_command(plain: object) -> None:
    """A journal can be untrusted: each line is refused in one short sentence, or is written exactly like this."""
    told = trouble(plain)

    assert len(told) < 200
    assert told.isprintable()


def test_a_command_with_a_field_of_another_sort_needs_nothing_else() -> None:
    """Its codec defines how it is written; defaults are omitted only at the end."""

    @attrs.frozen
    class Sing(Command):
        loudly: bool = saved(flag())
        verses: int = saved(integer(1, 9), default=1)
        again: bool = saved(flag(), default=False)

        def perform(self, world: World, actor: Actor) -> int:
            return len((world, actor))

    Command.by_name["sing"], Sing.name = Sing, "sing"
    try:
        for song, plain in [
            (Sing(loudly=True), ["sing", True]),
            (Sing(loudly=False, verses=3), ["sing", False, 3]),
            (Sing(loudly=False, again=True), ["sing", False, 1, True]),
        ]:
            assert plain == encode(song)
            assert song == decode(plain)
        for wrong in (["sing"], ["sing", True, 1], ["sing", True, 0], ["sing", True, 2, False], ["sing", 1]):
            with pytest.raises(BadPlain):
                decode(wrong)
    finally:
        del Command.by_name["sing"]


def test_a_command_has_a_name_of_its_own() -> None:
    """Journals could not distinguish two commands of one name."""
    with pytest.raises(TypeError, match="two parts 'wait' of the family command"):
        named("wait")(Move)

    assert ("move", Wait) == (Move.name, Command.by_name["wait"])


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        "wait",
        {"wait": 1},
        ["fly"],
        [["wait"]],
        ["wait", 1],
        ["wait", None],
        ["move"],
        ["move", 1],
        ["move", "NORTH"],
        ["move", "__class__"],
        ["drop", None],
        ["drop", True],
        ["drop", 1.0],
        ["drop", "1"],
        ["drop", 10**400],
        ["throw"],
        ["throw", [1]],
        ["throw", [1, 2, 3]],
        ["throw", [1, None]],
        ["use", 0, None],
        ["use", 0, [1, 2], 3, 4],
        ["use", 0, [1, float("nan")]],
        ["wait"] * 10**5,
    ],
    ids=lambda plain: repr(plain)[:30],
)
def test_malformed_commands_are_refused(plain: object) -> None:
    """Commands with small errors, by mistake or malice."""
    with pytest.raises(BadPlain):
        decode(plain)
