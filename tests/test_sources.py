"""Every row of the source documents is held by a test that plays it, and says where a player meets it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw
from tests.sources import rows
from tests.sources.play import Entered, Reach, read
from tests.sources.rows import PAGE, all_rows, notes, page, row_names, rulings

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.kinds.ruleset import RuleSet


def test_every_row_is_played_and_says_where_it_shows() -> None:
    """263 rows, 58 that they assume, 6 more; a mark or a note with a misspelled row would be one more.

    A test that says to hold a row and plays no game is refused by `all_rows`.
    """
    rows = all_rows()

    assert 263 + 58 + 6 == len(row_names())
    assert set(row_names()) == set(rows) == set(notes("where"))
    assert [] == [row.name for row in rows.values() if not row.tests or not row.where]


def test_every_ruling_is_told_and_named_by_a_row() -> None:
    """By its number, in a sentence; two more are about the front-end and the screens of the documents."""
    used = {number for numbers in notes("ruled").values() for number in numbers}

    assert {f"D{number}" for number in range(1, 39)} | {"G2", "G3"} == used == set(rulings())
    assert all(sentence.endswith(".") for sentence in rulings().values())


@pytest.mark.parametrize(
    ("source", "ways"),
    [
        ("from roguelike.engine.dice import roll\ndef test(): roll(1, 2, 3)", []),
        ("from roguelike.engine.scenario import draw\ndef test(): draw('@', RULES).world.level", []),
        ("from roguelike.engine.scenario import draw\ndef test(): draw('@', RULES).play(Wait())", ["scenario"]),
        ("from roguelike.engine.game import new_game\ndef test(): new_game(RULES, 1).world", ["level"]),
        ("from roguelike import cli\ndef test(): cli.main(['map'])", ["command line"]),
        ("from tests.pty_program import Program\ndef test():\n with Program(): pass", ["terminal"]),
        ("from tests.watching import watch\ndef go(): return watch(GAME)\ndef test(): go()", ["session"]),
        (
            "from tests.watching import watch\nA = watch()\ndef begin(): return A\ndef test(begin): pass",
            ["session"],
        ),
        ("if TYPE_CHECKING:\n from tests.watching import watch\ndef test(a: watch): pass", []),
    ],
)
def test_how_a_test_plays_is_read_from_what_it_reaches(source: str, ways: list[str], tmp_path: pathlib.Path) -> None:
    """Through helper functions, fixtures and names at the top; what is imported for its type alone does not count."""
    path = tmp_path / "test_it.py"
    path.write_text(source, encoding="utf-8")
    module = read(path)
    test = module.definitions["test"]
    assert isinstance(test, ast.FunctionDef)

    assert ways == Reach(module, test).ways()


@pytest.mark.parametrize(
    ("row", "body"), [("C8-15", "roll(1, 2, 3)"), ("C8-15", "new_game(RULES)"), ("P-C4", "RULES.generator")]
)
def test_no_page_is_made_while_a_test_holds_a_row_without_playing(
    row: str, body: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named; a level as it is made is play only where the row is about levels."""
    file = tmp_path / "tests" / "test_it.py"
    file.parent.mkdir()
    imports = "import pytest\nfrom roguelike.engine.game import new_game\n"
    file.write_text(f'{imports}@pytest.mark.rows("{row}")\ndef test_this(): {body}', encoding="utf-8")
    monkeypatch.setattr(rows, "TESTS", file.parent)

    with pytest.raises(
        rows.NotPlayed, match=f"tests/test_it.py::test_this says that it holds {row}, but plays no game"
    ):
        rows.page()


def test_that_it_plays_is_noticed_when_a_test_runs(classic: RuleSet) -> None:
    """A drawn map without a command is no play."""
    with pytest.MonkeyPatch.context() as patch:
        entered = Entered(patch)
        game = draw("@.", classic)
        assert not entered.any

        game.play(Wait())
        assert entered.any


def test_the_page_is_up_to_date() -> None:
    """`make docs` writes it again."""
    assert page() == PAGE.read_text(encoding="utf-8")
