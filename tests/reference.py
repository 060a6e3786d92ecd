"""Writes the generated pages and tables of `docs` from the program itself: `make docs`."""

from __future__ import annotations

import ast
import inspect
import itertools
import pathlib
import textwrap
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.content.parts import FAMILIES, import_parts
from roguelike.content.reader import Corpse
from roguelike.engine.events import TEXT_KEYS
from roguelike.engine.kinds.actors import ActorKind, Drop
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.counted import Counted
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.game_rules import GameRules
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import InventoryShape, TurnCosts
from roguelike.engine.kinds.hordes import HordeKind, Members
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.parts.mapgen.population import LootEntry, SpawnEntry
from roguelike.engine.parts.mapgen.rooms import RoomSpawnEntry
from roguelike.play.sections import views_by_section
from tests import ember_page, terminal_bytes
from tests.tables import drawn, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.actors import ActorKind as Monster
    from roguelike.engine.kinds.families import Part
    from roguelike.engine.kinds.ruleset import RuleSet

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "content-reference.md"
KEYS_PAGE = PAGE.with_name("keys.md")

ENTRIES: tuple[tuple[str, type[Any]], ...] = (
    ("The top of `ruleset.toml`", GameRules),
    ("An entry of `monsters.toml`, and `player` in `ruleset.toml`", ActorKind),
    ("An entry of `items.toml`", ItemKind),
    ("An entry of `projectiles.toml`", ProjectileKind),
    ("An entry of `conditions.toml`", ConditionKind),
    ("A row of `modifiers`", Modifier),
    ("An entry of `terrain.toml`", TerrainKind),
    ("An entry of `gases.toml`", GasKind),
    ("An entry of `features.toml`", FeatureKind),
    ("An entry of `hordes.toml`", HordeKind),
    ("A row of `members`", Members),
    ("`odds.toml`, which `roguelike odds` writes", Counted),
    ("`glyph`", Glyph),
    ("`stats`", Stats),
    ("A row of `drops`", Drop),
    ("A row of `residents` of `rooms`", RoomSpawnEntry),
    ("A row of `residents` of the other generators", SpawnEntry),
    ("A row of `treasures`", LootEntry),
    ("`turns` in `ruleset.toml`", TurnCosts),
    ("`inventory` in `ruleset.toml`", InventoryShape),
    ("`corpse` in `ruleset.toml`", Corpse),
)
INTRODUCTION = """# Content reference

Every field of a rule set's files, every part that it can name, and what the rule sets hold.
Written by `make docs` from the program itself; do not change it by hand."""
KEYS_INTRODUCTION = """# Keys

Every screen, what can be done there, and the usual keys. `[keys]` in the settings gives an action
other keys by the names of its screen and its own: `play.wait = ["v"]`.
Written by `make docs` from the program itself; do not change it by hand."""
NAMED_BY_KEY = {"name"}
NAMED_ANEW = {ItemKind, Corpse}
"""Entries that may have another name than their table."""


def page() -> str:
    """Return the whole page."""
    import_parts()
    blocks = [
        INTRODUCTION,
        "## Entries",
        *(_entry(heading, kind) for heading, kind in ENTRIES),
        "## Parts",
        *(_family(family) for family in FAMILIES),
        "## Messages",
        _messages(),
        *(_ruleset(load_ruleset(name)) for name in ruleset_names()),
    ]
    return "\n\n".join(blocks) + "\n"


def keys_page() -> str:
    """Return the page with the keys of every screen."""
    blocks = [KEYS_INTRODUCTION]
    for section, screen in views_by_section().items():
        rows = [
            (f"`{action.name}`", " ".join("`space`" if key == " " else f"`{key}`" for key in action.keys), action.help)
            for action in screen.ACTIONS
        ]
        blocks += [f"## `{section}`: {screen.title}", table(("action", "usual keys", "what it does"), rows)]
    return "\n\n".join(blocks) + "\n"


def _entry(heading: str, kind: type[Any]) -> str:
    without = () if kind in NAMED_ANEW else NAMED_BY_KEY
    return f"### {heading}\n\n{_summary(kind)}\n\n{_fields(kind, without=without)}"


def _family(family: type[Part]) -> str:
    parts = [_part(family, name, part) for name, part in sorted(family.by_name.items())]
    return "\n\n".join([f"### {family.family.capitalize()} (`{family.key}`)\n\n{_summary(family)}", *parts])


def _part(family: type[Part], name: str, part: type[Any]) -> str:
    text = f'**`{family.key} = "{name}"`** {_summary(part)}'
    return f"{text}\n\n{_fields(part)}" if attrs.fields(part) else text


def _summary(kind: type[Any]) -> str:
    return " ".join(inspect.getdoc(kind).split()) if inspect.getdoc(kind) else ""  # type: ignore[union-attr]


def _fields(kind: type[Any], without: Iterable[str] = ()) -> str:
    written = {
        name: told for part in reversed(kind.__mro__) if attrs.has(part) for name, told in _written(part).items()
    }
    rows = [
        (f"`{field.name}`", f"`{written[field.name][0]}`", _if_left_out(kind, field), written[field.name][1])
        for field in attrs.fields(kind)
        if field.init and field.name not in without
    ]
    return table(("field", "type", "if left out", "meaning"), rows)


def _written(kind: type[Any]) -> dict[str, tuple[str, str]]:
    """Return the type of each field as it is written in the class, and the text that stands below it."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    written = {}
    for statement, following in itertools.pairwise([*body.body, ast.Pass()]):
        match statement, following:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind_of), ast.Expr(ast.Constant(str(text))):
                written[name] = (ast.unparse(kind_of).replace(" | ", " or "), " ".join(text.split()))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind_of), _:
                written[name] = (ast.unparse(kind_of).replace(" | ", " or "), "")
            case _:
                pass
    return written


def _if_left_out(kind: type[Any], field: attrs.Attribute[Any]) -> str:
    if kind is ItemKind and field.name == "name":
        return "the name of the table"
    if field.default is attrs.NOTHING:
        return "must be given"
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return "as the player's" if getattr(field.default, "takes_self", False) else "none"
    return f"`{str(field.default).lower()}`" if field.default not in (None, (), "") else "none"


def _messages() -> str:
    rows = []
    for event, key in TEXT_KEYS.items():
        told = [field.name for field in attrs.fields(event) if field.name not in {"seen", "hidden", *event.untold}]
        fields = ", ".join(f"`{name}`" for name in told)
        variants = "" if event.variants == ("text",) else ", ".join(f"`{variant}`" for variant in event.variants)
        rows.append((f"`{key}`", _summary(event), fields, variants))
    return table(("event", "when", "fields", "variants"), rows)


def _ruleset(ruleset: RuleSet) -> str:
    monsters = [_monster(kind) for kind in (ruleset.player, *ruleset.monsters.values())]
    items = [(drawn(kind.glyph), kind.name, kind.description) for kind in ruleset.items.values()]
    heads = ("", "name", "hit points", "speed", "attack", "defence", "damage", "armour", "mind")
    return "\n\n".join(
        [
            f"## The rule set `{ruleset.name}`",
            ruleset.summary,
            table(heads, monsters),
            table(("", "item", "what it does"), items),
        ]
    )


def _monster(kind: Monster) -> tuple[str, ...]:
    stats = [str(number) for number in attrs.astuple(kind.stats)]
    mind = "" if kind.mind is None else kind.mind.name
    return (drawn(kind.glyph), kind.name, str(kind.hit_points), str(kind.speed), *stats, mind)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    KEYS_PAGE.write_text(keys_page(), encoding="utf-8")
    ember_page.write()
    terminal_bytes.PAGE.write_text(terminal_bytes.filled(terminal_bytes.PAGE.read_text("utf-8")), encoding="utf-8")
