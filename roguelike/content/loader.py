"""Reading a rule set: a folder with ruleset.toml and, as they are needed, other files, which extends another folder."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from roguelike.classes import frozen
from roguelike.content.complaints import MISSING, ContentError, Unfit, listed
from roguelike.content.inherit import BASE, CONDITIONS, MESSAGES, RULES, SHIPPED, TERRAIN, Lineage, shipped_names
from roguelike.content.structure import Converter
from roguelike.content.texts import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_TEMPLATE,
    check_line,
    check_name,
    check_template,
    read_condition_texts,
    read_texts,
)
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import MOST_KINDS
from roguelike.engine.kinds.parts import CombatModel, FieldOfView, Goal, MapGenerator, Perception
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.ruleset import CORPSE_PREFIX, InventoryShape, RuleSet, TurnCosts
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.content.complaints import Place
    from roguelike.engine.kinds.message_texts import Text

__all__ = ["ContentError", "load_ruleset", "place_of", "ruleset_names"]

STATUS_FIELDS = {"hit_points", "enemies"}
MOST_TERRAINS: Final = 100
_LONGEST_PLACE: Final = 200
"""Characters of a path that are repeated."""
_HIGHEST_VERSION = 10**9
_TERRAIN_CODES = ("nothing", "wall", "floor")
_LOADED: Final[dict[pathlib.Path, tuple[Lineage, RuleSet]]] = {}
"""By folder, what was read, and from which files."""
_AnyKind = ActorKind | ItemKind | ProjectileKind | ConditionKind | TerrainKind
_Made = TypeVar("_Made")
_Kind = TypeVar("_Kind", ActorKind, ItemKind, ProjectileKind, ConditionKind, TerrainKind)


def ruleset_names() -> list[str]:
    """Return the names of the rule sets that come with the game; `classic`, the game's own, first."""
    return sorted((name for name in shipped_names() if name != BASE), key=lambda name: (name != "classic", name))


def place_of(name: str) -> str:
    """Return what a rule set is found by from anywhere: its name if it comes with the game, else its folder's path."""
    return name if name in ruleset_names() else str(pathlib.Path(name).resolve())


@frozen
class Summary:
    """What a list of rule sets, and its help, tell of one."""

    title: str
    summary: str
    diagonal: bool
    """Whether the player moves in eight directions."""
    carries: bool
    """Whether anything can be carried."""
    turns: TurnCosts
    tutorial: str
    """The tutorial whose game it is; empty for a game of its own."""


def describe(name: str) -> Summary:
    """Return what is told of a rule set before it is played, without reading the rest of it.

    Raises:
        ContentError: there is no such rule set, or that much of it is broken.
    """
    return _Reader(Lineage(_folder(name))).describe()


def load_ruleset(name: str | pathlib.Path) -> RuleSet:
    """Return a rule set that comes with the game by its name, or any other by the path of its folder.

    As long as its files are as they were, it is the same object, and none of them is read again.

    Raises:
        ContentError: there is no such rule set, or it is broken; one sentence says what and where.
    """
    folder = _folder(name)
    loaded = _LOADED.get(folder)
    if loaded is None or not loaded[0].is_current():
        lineage = Lineage(folder)
        loaded = _LOADED[folder] = (lineage, _Reader(lineage).read())
    return loaded[1]


def _folder(name: str | pathlib.Path) -> pathlib.Path:
    if name in ruleset_names():
        return SHIPPED / name
    folder = pathlib.Path(name)
    place = shown(str(name), _LONGEST_PLACE)
    try:
        (folder / "ruleset.toml").stat()
        return folder.resolve()  # its last part is the rule set's name, even for "."
    except (FileNotFoundError, NotADirectoryError, ValueError):
        known = ", ".join(ruleset_names())
        raise ContentError(f"Unknown rule set {place}: use {known}, or a folder with a ruleset.toml.") from None
    except (OSError, RuntimeError) as error:  # the latter for links in a circle
        raise ContentError(f"Cannot read rule set {place}: {getattr(error, 'strerror', error)}.") from None


@frozen(kw_only=True)
class _Corpse:
    """What actors leave when they die: `{name}` is theirs, and so is the colour unless one is given."""

    name: str
    char: str
    bold: bool = False
    color: Color | None = None
    description: str = ""

    def of(self, kind: ActorKind) -> ItemKind:
        """Make the corpse of one kind."""
        glyph = Glyph(self.char, self.color or kind.glyph.color, bold=self.bold)
        name = self.name.replace("{name}", kind.name)
        return ItemKind(name=name, glyph=glyph, description=self.description, portable=False)


@frozen(kw_only=True)
class _Head:
    """What is read of a rule set before it is played."""

    title: str
    summary: str
    tutorial: str = ""
    diagonal: bool
    inventory: InventoryShape
    turns: TurnCosts


@frozen(kw_only=True)
class _Rules(_Head):
    """The file `ruleset.toml` but for the player and the corpse; what its fields mean is told by `RuleSet`."""

    objective: str = ""
    version: int = 1
    piles: bool
    remembers: bool
    comfort: bool = False
    autopickup: bool = False
    goals: tuple[Goal, ...] = ()
    monsters_diagonal: bool | None = None
    """As the player, unless given."""
    crushes: bool = False
    removes_dead_late: bool = False
    tells_unseen: bool = False
    status: str = ""
    holds_commands: bool = True
    centred: bool = False
    exact_colors: bool = False
    generator: MapGenerator
    sight: FieldOfView
    perception: Perception
    combat: CombatModel


class _Reader:
    """Reads the files of a rule set, each after those that it names things from."""

    def __init__(self, lineage: Lineage) -> None:
        self._lineage = lineage
        self._monsters: dict[str, ActorKind] = {}
        self._items: dict[str, ItemKind] = {}
        self._projectiles: dict[str, ProjectileKind] = {}
        self._conditions: dict[str, ConditionKind] = {}
        self._converter = Converter(
            monsters=self._monsters,
            items=self._items,
            projectiles=self._projectiles,
            conditions=self._conditions,
        )

    def describe(self) -> Summary:
        """Read what is told of it before it is played."""
        written = self._lineage.read(RULES)
        told = {key: value for key, value in written.items() if key in attrs.fields_dict(_Head)}
        head = self._entry(RULES, (), told, _Head)
        self._check_head(head)
        carries = head.inventory.slots > 0
        return Summary(head.title, head.summary, head.diagonal, carries, head.turns, head.tutorial)

    def read(self) -> RuleSet:
        """Read them all."""
        self._read_conditions()
        self._read_kinds("projectiles.toml", self._projectiles, ProjectileKind)
        self._read_kinds("items.toml", self._items, ItemKind)
        self._read_kinds("monsters.toml", self._monsters, ActorKind)
        written = self._lineage.read(RULES)
        written.pop("extends", None)
        if "terrain" in written:
            raise self._lineage.error(RULES, Unfit(f"terrain belongs in {TERRAIN}, one table per kind", "terrain"))
        corpse = self._corpse(written.pop("corpse", None))
        for name, kind in self._monsters.items():  # before the generator takes them for its residents
            self._monsters[name] = self._complete("monsters.toml", name, kind, corpse)
        player = self._named(RULES, "player", "player", written.pop("player", {}), ActorKind)
        rules = self._entry(RULES, (), written, _Rules)
        self._check_rules(rules)
        return self._put_together(rules, self._complete(RULES, "player", player, corpse))

    def _put_together(self, rules: _Rules, player: ActorKind) -> RuleSet:
        given = attrs.asdict(rules, recurse=False)
        if rules.monsters_diagonal is None:
            del given["monsters_diagonal"]
        given |= {
            "name": self._lineage.name,
            "terrain": self._terrain(),
            "player": player,
            "monsters": self._monsters,
            "items": self._items,
            "projectiles": self._projectiles,
            "conditions": self._conditions,
            "messages": self._texts(),
        }
        try:
            return RuleSet(**given)
        except ValueError as error:
            raise self._lineage.error(RULES, Unfit(str(error))) from None

    def _read_kinds(self, file: str, kinds: dict[str, _Kind], kind: type[_Kind], most: int = MOST_KINDS) -> None:
        for name, values in self._tables(file, most).items():
            kinds[name] = self._named(file, name, name, values, kind)
            self._check_key(file, name, kinds[name])

    def _tables(self, file: str, most: int) -> dict[str, Any]:
        """Return what a file says, unless that is more tables than can be read in a moment."""
        written = self._lineage.read(file)
        if len(written) > most:
            raise self._lineage.error(file, Unfit(f"expected at most {most} tables, not {len(written)}"))
        return written

    def _read_conditions(self) -> None:
        """Read the conditions, each with its texts."""
        for name, values in self._tables(CONDITIONS, MOST_KINDS).items():
            plain = dict(values) if isinstance(values, dict) else values
            texts = plain.pop("texts", {}) if isinstance(plain, dict) else {}
            kind = self._named(CONDITIONS, name, name, plain, ConditionKind)
            self._check_key(CONDITIONS, name, kind)
            try:
                read = read_condition_texts(texts)
            except Unfit as error:
                raise self._lineage.error(CONDITIONS, error.within(name, "texts")) from None
            self._conditions[name] = attrs.evolve(kind, texts=read)

    def _named(self, file: str, key: str, name: str, values: object, kind: type[_Kind]) -> _Kind:
        if isinstance(values, dict):
            values = {"name": name, **values}
        made = self._entry(file, (key,), values, kind)
        self._check(file, (key, "name"), check_line, made.name, LONGEST_NAME)
        self._check(file, (key, "description"), check_line, getattr(made, "description", ""), LONGEST_DESCRIPTION)
        return made

    def _check_key(self, file: str, key: str, kind: _AnyKind) -> None:
        """Refuse a key by which a saved game could not find what it means."""
        self._check(file, (key,), check_name, key)
        if isinstance(kind, ItemKind):
            if key.startswith(CORPSE_PREFIX):
                reason = f"names that begin with {CORPSE_PREFIX!r} are reserved for corpses"
                raise self._lineage.error(file, Unfit(reason, key))
        elif kind.name != key:
            raise self._lineage.error(file, Unfit("must be the same as the key of the table", key, "name"))

    def _entry(self, file: str, place: Place, values: object, kind: type[_Made]) -> _Made:
        try:
            return self._converter.entry(values, kind)
        except Unfit as error:
            raise self._lineage.error(file, error.within(*place)) from None

    def _check(self, file: str, place: Place, check: Callable[..., None], *given: object) -> None:
        try:
            check(*given)
        except Unfit as error:
            raise self._lineage.error(file, error.within(*place)) from None

    def _check_rules(self, rules: _Rules) -> None:
        self._check_head(rules)
        self._check(RULES, ("objective",), check_line, rules.objective, LONGEST_TEMPLATE)
        self._check(RULES, ("status",), check_template, rules.status, STATUS_FIELDS, {""})
        if not 0 <= rules.version <= _HIGHEST_VERSION:
            raise self._lineage.error(RULES, Unfit(f"expected a number from 0 to {_HIGHEST_VERSION}", "version"))

    def _check_head(self, head: _Head) -> None:
        self._check(RULES, ("title",), check_name, head.title)
        self._check(RULES, ("summary",), check_line, head.summary, LONGEST_TEMPLATE)
        self._check(RULES, ("tutorial",), check_line, head.tutorial, LONGEST_TEMPLATE)

    def _terrain(self) -> tuple[TerrainKind, ...]:
        kinds: dict[str, TerrainKind] = {}
        self._read_kinds(TERRAIN, kinds, TerrainKind, MOST_TERRAINS)
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

    def _corpse(self, written: object) -> _Corpse | None:
        if written is None:
            return None
        corpse = self._entry(RULES, ("corpse",), written, _Corpse)
        self._check(RULES, ("corpse", "description"), check_line, corpse.description, LONGEST_DESCRIPTION)
        return corpse

    def _complete(self, file: str, key: str, kind: ActorKind, corpse: _Corpse | None) -> ActorKind:
        """Check what a kind drops, and give it its corpse."""
        for at, drop in enumerate(kind.drops):
            if drop.item not in self._items:
                expected = f"expected the name of an item ({listed(self._items)}), not {shown(drop.item)}"
                dangling = ("items.toml", drop.item)
                raise self._lineage.error(file, Unfit(expected, key, "drops", at, "item", dangling=dangling))
        if kind.corpse is not None or corpse is None:
            return kind
        try:
            left = corpse.of(kind)
        except ValueError as error:
            raise self._lineage.error(RULES, Unfit(str(error), "corpse")) from None
        self._check(RULES, ("corpse", "name"), check_line, left.name, LONGEST_NAME)
        return attrs.evolve(kind, corpse=left)

    def _texts(self) -> dict[str, dict[str, Text]]:
        try:
            return read_texts(self._lineage.read(MESSAGES))
        except Unfit as error:
            raise self._lineage.error(MESSAGES, error) from None
