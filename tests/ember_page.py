"""Fills the tables of `docs/ember.md` from the rule set itself: `make docs`.

The words around them are written by hand. A table stands between two comments, of which the first names it.
"""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING, Final

from roguelike.content.loader import load_ruleset
from roguelike.engine.kinds.stats import Stats
from roguelike.english import counted, plural
from tests.ember_details import DETAILS, generator_of
from tests.ember_report import report
from tests.tables import drawn, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.hordes import HordeKind, Members
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.kits import Possession
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.parts.mapgen.budget import Budget, LevelEntry

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "ember.md"
TABLE: Final = re.compile(r"<!-- (?P<name>[a-z ]+) -->\n.*?<!-- end -->", re.DOTALL)

KINDS_OF_WEAPON: Final = ("attack", "damage")
KINDS_OF_ARMOUR: Final = ("defence", "armour", "noise")


def filled(text: str) -> str:
    """Return the page with all its tables regenerated.

    Raises:
        KeyError: the page names a table that there is not.
    """
    rules = load_ruleset("ember")
    return TABLE.sub(lambda match: f"<!-- {match['name']} -->\n{TABLES[match['name']](rules)}\n<!-- end -->", text)


def _levels(rules: RuleSet) -> str:
    made = generator_of(rules)
    rows = [
        (str(depth), level.theme.name, str(level.danger), str(level.hordes), *_guaranteed(made.budget, depth, level))
        for depth, level in enumerate(made.levels, start=1)
    ]
    return table(("level", "theme", "danger", "hordes", "always", "one of two levels", "random items"), rows)


def _guaranteed(budget: Budget, depth: int, level: LevelEntry) -> tuple[str, str, str]:
    always, perhaps = [], []
    for promise in budget.guaranteed:
        name = " or ".join(promise.items)
        if depth <= len(promise.levels) and promise.levels[depth - 1]:
            always.append(counted(promise.levels[depth - 1], name))
        if depth in promise.one_of:
            perhaps.append(name)
    perhaps += ["treasury" for levels in budget.treasuries if depth in levels]
    perhaps += ["captive" for levels in budget.captives if depth in levels]
    return ", ".join(always), ", ".join(dict.fromkeys(perhaps)), str(level.random)


def _monsters(rules: RuleSet) -> str:
    heads = ("", "monster", "danger", "HP", "attack", "defence", "damage", "armour", "speed", "what to know")
    return table(heads, [_monster(rules, kind) for kind in rules.monsters.values()])


def _monster(rules: RuleSet, kind: ActorKind) -> tuple[str, ...]:
    numbers = (kind.hit_points, kind.stats.attack, kind.stats.defence, kind.stats.damage, kind.stats.armour, kind.speed)
    return drawn(kind.glyph), kind.name, _dangers(rules, kind), *map(str, numbers), kind.description


def _dangers(rules: RuleSet, kind: ActorKind) -> str:
    """Return for which dangers a monster comes by itself, alone or with others."""
    found = [
        horde
        for horde in rules.hordes.values()
        if kind.name in {horde.leader, *(members.monster for members in horde.members)}
    ]
    lives = sorted({danger for horde in found for danger in horde.dangers if horde.weight(danger)})
    climbs = sorted({danger for horde in found for danger in horde.dangers if horde.weight(danger, climbs=True)})
    return _range(lives) if lives or not climbs else f"{_range(climbs)}, on the climb"


def _range(numbers: list[int]) -> str:
    if not numbers:
        return ""
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]} to {numbers[-1]}"


def _hordes(rules: RuleSet) -> str:
    levels = sorted({danger for horde in rules.hordes.values() for danger in horde.dangers})
    rows = [(str(danger), _drawn_at(rules, danger)) for danger in levels]
    climb = sorted({danger for horde in rules.hordes.values() if horde.climb_only for danger in horde.dangers})
    rows += [(f"{danger}, also on the climb", _added_at(rules, danger)) for danger in climb]
    never = [_horde(horde) for horde in rules.hordes.values() if not any(horde.weights)]
    rows.append(("in lakes and coffins", ", ".join(never)))
    return table(("danger", "hordes, in a hundred"), rows)


def _drawn_at(rules: RuleSet, danger: int) -> str:
    return _shares([(horde.weight(danger), horde) for horde in rules.hordes.values()])


def _added_at(rules: RuleSet, danger: int) -> str:
    """Return what waits on the climb alone, with its share of all that may wait there."""
    waiting = [(each.weight(danger, climbs=True), each) for each in rules.hordes.values() if each.arrives]
    return _shares(waiting, climb_only=True)


def _shares(weights: list[tuple[int, HordeKind]], *, climb_only: bool = False) -> str:
    total = sum(weight for weight, _ in weights)
    told = [(weight, horde) for weight, horde in weights if weight and (horde.climb_only or not climb_only)]
    likely = sorted(told, key=lambda row: -row[0])
    return ", ".join(f"{_horde(horde)} {round(100 * weight / total)}" for weight, horde in likely)


def _horde(horde: HordeKind) -> str:
    return " + ".join([horde.leader, *(_members(members) for members in horde.members)])


def _members(members: Members) -> str:
    if members.least == members.most == 1:
        return members.monster
    number = str(members.most) if members.least == members.most else f"{members.least} to {members.most}"
    return f"{number} {plural(members.monster)}"


def _items(*sorts: str) -> Callable[[RuleSet], str]:
    def rows(rules: RuleSet) -> str:
        found = [kind for kind in rules.items.values() if kind.sort in sorts and kind.portable]
        return table(("", "item", "in a game", "what it does"), [_item(rules, kind) for kind in found])

    return rows


def _item(rules: RuleSet, kind: ItemKind) -> tuple[str, ...]:
    expected = rules.expected.get(kind.name, 0)
    return drawn(kind.glyph), kind.name, f"{expected / 100:.1f}" if expected else "", kind.description


def _gear(stats: Iterable[str], *sorts: str) -> Callable[[RuleSet], str]:
    """Return what writes the table of what is worn, with what each changes: "=7" is in place of one's own number."""

    def rows(rules: RuleSet) -> str:
        found = [kind for kind in rules.items.values() if kind.sort in sorts]
        lines = [(kind.name, *(_changes(kind, stat) for stat in stats), kind.description) for kind in found]
        return table(("item", *stats, "what it does"), lines)

    return rows


def _changes(kind: ItemKind, stat: str) -> str:
    if kind.thrown is not None and not kind.modifiers:
        return f"{getattr(kind.thrown.stats or Stats(), stat)}"
    changes = [row for row in kind.modifiers if row.stat == stat]
    return ", ".join(f"={row.to}" if row.to is not None else f"{row.add:+}" for row in changes if row.to or row.add)


def _terrain(rules: RuleSet) -> str:
    told = [kind for kind in rules.terrain if kind.description]
    rows = [(drawn(kind.glyph), kind.name, kind.description, _burns(kind)) for kind in told]
    return table(("", "terrain", "what it does", "burns"), rows)


def _burns(kind: TerrainKind) -> str:
    return "" if kind.fuel is None else f"{kind.fuel.chance} %, {kind.fuel.rounds} rounds"


def _features(rules: RuleSet) -> str:
    rows = [(drawn(kind.glyph), kind.name, kind.description) for kind in rules.features.values() if kind.description]
    return table(("", "", "what it does"), rows)


def _gases(rules: RuleSet) -> str:
    return table(("gas", "what it does"), [(kind.name, kind.description) for kind in rules.gases.values()])


def _kits(rules: RuleSet) -> str:
    rows = [
        (
            name,
            str(kit.hit_points or rules.player.hit_points),
            ", ".join(_possession(rules, each) for each in kit.possessions or rules.possessions),
            str(kit.gauges.get(rules.lamp, rules.gauges[rules.lamp].start)),
            ", ".join(kit.companions),
            kit.plan,
        )
        for name, kit in rules.kits.items()
    ]
    return table(("kit", "HP", "carries", "oil", "ally", "plan"), rows)


def _possession(rules: RuleSet, each: Possession) -> str:
    name = rules.items[each.item].name + (f" +{each.plus}" if each.plus else "")
    return counted(each.number, name) if each.number > 1 else name


def _feats(rules: RuleSet) -> str:
    return table(
        ("feat", "what it takes", "also without escape"),
        [(feat.name, feat.told, "" if feat.won else "yes") for feat in rules.feats],
    )


TABLES: Final[dict[str, Callable[[RuleSet], str]]] = {
    "kits": _kits,
    "feats": _feats,
    "levels": _levels,
    "monsters": _monsters,
    "hordes": _hordes,
    "potions": _items("potion"),
    "scrolls": _items("scroll"),
    "wands staffs charms": _items("wand", "staff", "charm"),
    "rings": _items("ring"),
    "weapons": _gear(KINDS_OF_WEAPON, "weapon"),
    "armour": _gear(KINDS_OF_ARMOUR, "armour"),
    "thrown": _gear(KINDS_OF_WEAPON, "thrown"),
    "terrain": _terrain,
    "features": _features,
    "gases": _gases,
    "report": report,
    **DETAILS,
}


def write() -> None:
    """Regenerate the page's tables."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
