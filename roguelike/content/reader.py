"""Reading a complete rule set: ruleset.toml, and the files of kinds that it refers to."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from roguelike.classes import frozen
from roguelike.content.complaints import MISSING, Unfit
from roguelike.content.head import HeadReader
from roguelike.content.inherit import MESSAGES, ODDS, RULES, TERRAIN
from roguelike.content.kind_tables import KIND_TABLES, AnyKind, KindTable
from roguelike.content.structure import Converter, Known
from roguelike.content.texts import (
    MAX_DESCRIPTION,
    MAX_NAME,
    MAX_TEMPLATE,
    check_line,
    check_name,
    check_template,
    read_condition_texts,
    read_texts,
)
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.counted import Counted
from roguelike.engine.kinds.game_rules import GameRules
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.names import CoverName, GroundName
from roguelike.engine.kinds.ruleset import CORPSE_PREFIX, RuleSet
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from roguelike.content.inherit import Lineage
    from roguelike.engine.kinds.message_texts import Text

STATUS_FIELDS = {"hit_points", "enemies"}
_MAX_VERSION = 10**9
_MAX_WAY = 20
"""The maximum length of a chain of entries, each named by another before its place in the file."""
_LAYERS = ((GroundName, "ground"), (CoverName, "cover"))
"""The annotations of names of terrain in one layer, with the name of the layer."""
_TERRAIN_CODES = ("nothing", "wall", "floor")
_Made = TypeVar("_Made")


@frozen(kw_only=True)
class Corpse:
    """The corpses of actors: `{name}` is the actor's name, and the colour is the actor's unless given."""

    name: str
    char: str
    bold: bool = False
    color: Color | None = None
    description: str = ""

    def of(self, kind: ActorKind) -> ItemKind:
        """Return the corpse of one kind."""
        glyph = Glyph(self.char, self.color or kind.glyph.color, bold=self.bold)
        name = self.name.replace("{name}", kind.name)
        return ItemKind(name=name, glyph=glyph, description=self.description, portable=False)


class Reader(HeadReader):
    """Reads the files of a rule set, each after those that it refers to."""

    def __init__(self, lineage: Lineage) -> None:
        super().__init__(lineage)
        self._kinds: dict[type[AnyKind], dict[str, Any]] = {table.kind: {} for table in KIND_TABLES}
        """The entries read so far, by kind and name."""
        self._begun: list[tuple[type[AnyKind], str]] = []
        """The entries that are being read, each named by the previous one."""

    def read(self) -> RuleSet:
        """Read all files."""
        self._converter = Converter(
            {table.kind: self._known(table) for table in KIND_TABLES},
            {
                table.name: Known(table.what, table.file, self._lineage.read(table.file))
                for table in KIND_TABLES
                if table.name is not None
            }
            | {name: Known(what, TERRAIN, self._terrain_of(what)) for name, what in _LAYERS},
        )
        for table in KIND_TABLES:
            self._read_kinds(table)
        written = self._lineage.read(RULES)
        written.pop("extends", None)
        if "terrain" in written:
            raise self._lineage.error(RULES, Unfit(f"terrain belongs in {TERRAIN}, one table per kind", "terrain"))
        corpse = self._corpse(written.pop("corpse", None))
        for name, kind in self._kinds[ActorKind].items():  # before the generator uses them as residents
            self._kinds[ActorKind][name] = self._complete(kind, corpse)
        player = self._named(RULES, "player", "player", written.pop("player", {}), ActorKind)
        rules = self._entry(RULES, (), written, GameRules)
        self._check_rules(rules)
        return self._put_together(rules, self._complete(player, corpse))

    def _terrain_of(self, layer: str) -> dict[str, object]:
        """Return the terrain of one layer, as written in the files."""
        written = self._lineage.read(TERRAIN).items()
        usual = attrs.fields_dict(TerrainKind)["layer"].default
        return {name: each for name, each in written if isinstance(each, dict) and each.get("layer", usual) == layer}

    def _put_together(self, rules: GameRules, player: ActorKind) -> RuleSet:
        given = attrs.asdict(rules, recurse=False)
        given |= {table.field: self._kinds[table.kind] for table in KIND_TABLES}
        given |= {
            "name": self._lineage.name,
            "terrain": self._terrain(),
            "player": player,
            "counted": self._entry(ODDS, (), self._lineage.read(ODDS), Counted),
            "messages": self._texts(),
        }
        try:
            made = RuleSet(**given)
        except ValueError as error:
            raise self._lineage.error(RULES, Unfit(str(error))) from None
        self._check_kits(made)
        return made

    def _check_kits(self, ruleset: RuleSet) -> None:
        """Check that every kit fits the rule set, and that the first one is the usual start."""
        for number, (name, kit) in enumerate(ruleset.kits.items()):
            if not number and not kit.is_usual:
                reason = "the first kit is the usual game, and has nothing but a plan"
                raise self._lineage.error(RULES, Unfit(reason, "kits", name))
            try:
                ruleset.in_kit(name)
            except ValueError as error:
                raise self._lineage.error(RULES, Unfit(str(error), "kits", name)) from None

    def _known(self, table: KindTable) -> Known:
        """Return the entries of a table that fields can name; monsters are complete only after all have been read."""
        read = None if table.kind is ActorKind else functools.partial(self._read_early, table)
        return Known(table.what, table.file, self._kinds[table.kind], read)

    def _read_kinds(self, table: KindTable) -> None:
        """Read a table, and keep the order of its entries even if some were read early."""
        kinds = self._kinds[table.kind]
        for name, values in self._tables(table.file, table.most).items():
            if name not in kinds:
                self._read_one(table, name, values)
            kinds[name] = kinds.pop(name)

    def _read_early(self, table: KindTable, name: str) -> None:
        """Read an entry early, because another one names it."""
        written = self._tables(table.file, table.most)
        if (table.kind, name) in self._begun:
            others = " through ".join(shown(other) for _, other in self._begun[self._begun.index((table.kind, name)) :])
            raise Unfit(f"{shown(name)} leads back to itself: {others}")
        if len(self._begun) > _MAX_WAY:
            raise Unfit(f"more than {_MAX_WAY} entries lead from one to the next (put each after what it names)")
        if name in written:
            self._read_one(table, name, written[name])

    def _read_one(self, table: KindTable, name: str, values: object) -> None:
        read = self._read_condition if table.kind is ConditionKind else self._read_kind
        self._begun.append((table.kind, name))
        self._kinds[table.kind][name] = read(table, name, values)
        self._begun.pop()

    def _read_kind(self, table: KindTable, name: str, values: object) -> AnyKind:
        kind: AnyKind = self._named(table.file, name, name, values, table.kind)
        self._check_key(table.file, name, kind)
        return kind

    def _tables(self, file: str, most: int) -> dict[str, Any]:
        """Return the content of a file, if it does not have too many tables."""
        written = self._lineage.read(file)
        if len(written) > most:
            raise self._lineage.error(file, Unfit(f"expected at most {most} tables, not {len(written)}"))
        return written

    def _read_condition(self, table: KindTable, name: str, values: object) -> ConditionKind:
        """Read a condition with its texts."""
        plain = dict(values) if isinstance(values, dict) else values
        texts = plain.pop("texts", {}) if isinstance(plain, dict) else {}
        kind = self._named(table.file, name, name, plain, ConditionKind)
        self._check_key(table.file, name, kind)
        try:
            return attrs.evolve(kind, texts=read_condition_texts(texts))
        except Unfit as error:
            raise self._lineage.error(table.file, error.within(name, "texts")) from None

    def _named(self, file: str, key: str, name: str, values: object, kind: type[_Made]) -> _Made:
        if isinstance(values, dict):
            values = {"name": name, **values}
        made = self._entry(file, (key,), values, kind)
        self._check(file, (key, "name"), check_line, getattr(made, "name", ""), MAX_NAME)
        self._check(file, (key, "description"), check_line, getattr(made, "description", ""), MAX_DESCRIPTION)
        return made

    def _check_key(self, file: str, key: str, kind: AnyKind) -> None:
        """Check that saved games can find a kind by its key."""
        self._check(file, (key,), check_name, key)
        if isinstance(kind, ItemKind):
            if key.startswith(CORPSE_PREFIX):
                reason = f"names that begin with {CORPSE_PREFIX!r} are reserved for corpses"
                raise self._lineage.error(file, Unfit(reason, key))
        elif kind.name != key:
            raise self._lineage.error(file, Unfit("must be the same as the key of the table", key, "name"))

    def _check_rules(self, rules: GameRules) -> None:
        self._check_head(rules)
        if (fire := rules.fire) is not None:
            self._check(RULES, ("fire", "name"), check_name, fire.name)
            self._check(RULES, ("fire", "description"), check_line, fire.description, MAX_DESCRIPTION)
        self._check(RULES, ("objective",), check_line, rules.objective, MAX_TEMPLATE)
        self._check(RULES, ("status",), check_template, rules.status, STATUS_FIELDS, {""})
        if not 0 <= rules.version <= _MAX_VERSION:
            raise self._lineage.error(RULES, Unfit(f"expected a number from 0 to {_MAX_VERSION}", "version"))

    def _terrain(self) -> tuple[TerrainKind, ...]:
        kinds = dict(self._kinds[TerrainKind])
        for name in _TERRAIN_CODES:
            if name not in kinds:
                raise self._lineage.error(TERRAIN, Unfit(MISSING, name))
        nothing, _, floor = first = [kinds.pop(name) for name in _TERRAIN_CODES]
        if set(nothing.blocks) != {"walk", "missile", "sight"}:
            reason = "must block walk, missile and sight: it surrounds every level"
            raise self._lineage.error(TERRAIN, Unfit(reason, nothing.name))
        if not floor.walkable:
            reason = "must not block walk: actors stand on it"
            raise self._lineage.error(TERRAIN, Unfit(reason, floor.name))
        return (*first, *kinds.values())

    def _corpse(self, written: object) -> Corpse | None:
        if written is None:
            return None
        corpse = self._entry(RULES, ("corpse",), written, Corpse)
        self._check(RULES, ("corpse", "description"), check_line, corpse.description, MAX_DESCRIPTION)
        return corpse

    def _complete(self, kind: ActorKind, corpse: Corpse | None) -> ActorKind:
        """Return a kind with its corpse."""
        if kind.corpse is not None or corpse is None:
            return kind
        try:
            left = corpse.of(kind)
        except ValueError as error:
            raise self._lineage.error(RULES, Unfit(str(error), "corpse")) from None
        self._check(RULES, ("corpse", "name"), check_line, left.name, MAX_NAME)
        return attrs.evolve(kind, corpse=left)

    def _texts(self) -> dict[str, dict[str, Text]]:
        try:
            return read_texts(self._lineage.read(MESSAGES))
        except Unfit as error:
            raise self._lineage.error(MESSAGES, error) from None
