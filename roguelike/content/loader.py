"""Reading a rule set: a folder with the files ruleset, monsters, items, projectiles and messages, each in TOML."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from roguelike.content.complaints import ContentError, Unfit, complaint, listed
from roguelike.content.structure import make_converter, structure_table
from roguelike.content.texts import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_TEMPLATE,
    check_line,
    check_name,
    check_template,
    read_texts,
)
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.parts import CombatModel, FieldOfView, Goal, MapGenerator, Perception
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.ruleset import CORPSE_PREFIX, InventoryShape, RuleSet, TurnCosts
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, TerrainKind
from roguelike.toml_file import BadFile, FileSort, read_toml, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.message_texts import Text

__all__ = ["ContentError", "load_ruleset", "place_of", "ruleset_names"]

_HERE = pathlib.Path(__file__).parent
STATUS_FIELDS = {"hit_points", "enemies"}
MOST_KINDS: Final = 500
"""Monsters, items and projectiles: so many of each."""
MOST_TERRAINS: Final = 100
_SORT: Final = FileSort("rules", most_bytes=256 << 10, longest_line=1000)
_LONGEST_PLACE: Final = 200
"""Characters of a path that are repeated."""
_HIGHEST_VERSION = 10**9
_TERRAIN_CODES = ("nothing", "wall", "floor")
_Made = TypeVar("_Made")
_Kind = TypeVar("_Kind", ActorKind, ItemKind, ProjectileKind, ConditionKind)


def ruleset_names() -> list[str]:
    """Return the names of the rule sets that come with the game; `classic`, the game's own, first."""
    return sorted(
        (path.parent.name for path in _HERE.glob("*/ruleset.toml")), key=lambda name: (name != "classic", name)
    )


def place_of(name: str) -> str:
    """Return what a rule set is found by from anywhere: its name if it comes with the game, else its folder's path."""
    return name if name in ruleset_names() else str(pathlib.Path(name).resolve())


@attrs.frozen
class Summary:
    """What a list of rule sets, and its help, tell of one."""

    title: str
    summary: str
    diagonal: bool
    """Whether the player moves in eight directions."""
    carries: bool
    """Whether anything can be carried."""


def describe(name: str) -> Summary:
    """Return what is told of a rule set before it is played, without reading the rest of it.

    Raises:
        ContentError: there is no such rule set, or that much of it is broken.
    """
    return _Reader(_folder(name)).describe()


def load_ruleset(name: str | pathlib.Path) -> RuleSet:
    """Read a rule set that comes with the game by its name, or any other by the path of its folder.

    Raises:
        ContentError: there is no such rule set, or it is broken; one sentence says what and where.
    """
    return _Reader(_folder(name)).read()


def _folder(name: str | pathlib.Path) -> pathlib.Path:
    if name in ruleset_names():
        return _HERE / name
    folder = pathlib.Path(name)
    place = shown(str(name), _LONGEST_PLACE)
    try:
        (folder / "ruleset.toml").stat()
        return folder.resolve()  # its last part is the rule set's name, even for "."
    except (FileNotFoundError, NotADirectoryError, ValueError):
        known = ", ".join(ruleset_names())
        raise ContentError(
            f"There is no rule set {place}: give one of {known}, or a folder that holds a ruleset.toml."
        ) from None
    except (OSError, RuntimeError) as error:  # the latter for links in a circle
        raise ContentError(f"The rule set {place} cannot be read: {getattr(error, 'strerror', error)}.") from None


@attrs.frozen(kw_only=True)
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


@attrs.frozen(kw_only=True)
class _Terrain:
    """A terrain as it is written: its name is the key of its table."""

    glyph: Glyph
    remembered: Glyph
    walkable: bool
    opaque: bool


@attrs.frozen(kw_only=True)
class _Head:
    """What is read of a rule set before it is played."""

    title: str
    summary: str
    diagonal: bool
    inventory: InventoryShape


@attrs.frozen(kw_only=True)
class _Rules(_Head):
    """The file `ruleset.toml` but for the player and the corpse; what its fields mean is told by `RuleSet`."""

    version: int = 1
    piles: bool
    remembers: bool
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
    turns: TurnCosts
    terrain: dict[str, _Terrain]


class _Reader:
    """Reads the files of one folder, each after those that it names things from."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._monsters: dict[str, ActorKind] = {}
        self._items: dict[str, ItemKind] = {}
        self._projectiles: dict[str, ProjectileKind] = {}
        self._conditions: dict[str, ConditionKind] = {}
        self._converter = make_converter(
            monsters=self._monsters,
            items=self._items,
            projectiles=self._projectiles,
            conditions=self._conditions,
        )

    def describe(self) -> Summary:
        """Read what is told of it before it is played."""
        written = self._load("ruleset.toml")
        told = {key: value for key, value in written.items() if key in attrs.fields_dict(_Head)}
        head = self._structure(["ruleset.toml"], told, _Head)
        self._check_head(head)
        return Summary(head.title, head.summary, head.diagonal, head.inventory.slots > 0)

    def read(self) -> RuleSet:
        """Read them all."""
        self._read_kinds("conditions.toml", self._conditions, ConditionKind)
        self._read_kinds("projectiles.toml", self._projectiles, ProjectileKind)
        self._read_kinds("items.toml", self._items, ItemKind)
        self._read_kinds("monsters.toml", self._monsters, ActorKind)
        written = self._load("ruleset.toml")
        corpse = self._corpse(written.pop("corpse", None))
        for name, kind in self._monsters.items():  # before the generator takes them for its residents
            self._monsters[name] = self._complete(["monsters.toml", name], kind, corpse)
        player = self._named(["ruleset.toml", "player"], "player", written.pop("player", {}), ActorKind)
        self._check_count(["ruleset.toml", "terrain"], written.get("terrain"), MOST_TERRAINS)
        rules = self._structure(["ruleset.toml"], written, _Rules)
        self._check_rules(rules)
        return self._put_together(rules, self._complete(["ruleset.toml", "player"], player, corpse))

    def _put_together(self, rules: _Rules, player: ActorKind) -> RuleSet:
        given = attrs.asdict(rules, recurse=False, filter=lambda field, _: field.name != "terrain")
        if rules.monsters_diagonal is None:
            del given["monsters_diagonal"]
        given |= {
            "name": self._folder.name,
            "terrain": self._terrain(rules.terrain),
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
            raise self._error(["ruleset.toml"], error) from None

    def _read_kinds(self, file: str, kinds: dict[str, _Kind], kind: type[_Kind]) -> None:
        written = self._load(file) if file != "conditions.toml" or (self._folder / file).exists() else {}
        self._check_count([file], written, MOST_KINDS)
        for name, values in written.items():
            kinds[name] = self._named([file, name], name, values, kind)
            self._check_key([file, name], name, kinds[name])

    def _named(self, place: list[str], name: str, values: object, kind: type[_Kind]) -> _Kind:
        made = self._structure(place, {"name": name, **self._table(place, values)}, kind)
        self._check([*place, "name"], check_line, made.name, LONGEST_NAME)
        self._check([*place, "description"], check_line, getattr(made, "description", ""), LONGEST_DESCRIPTION)
        return made

    def _check_key(
        self, place: list[str], key: str, kind: ActorKind | ItemKind | ProjectileKind | ConditionKind
    ) -> None:
        """Refuse a key by which a saved game could not find what it means."""
        self._check(place, check_name, key)
        if isinstance(kind, ItemKind):
            if key.startswith(CORPSE_PREFIX):
                raise self._error(place, Unfit(f"only corpses have a name that begins with {CORPSE_PREFIX!r}"))
        elif kind.name != key:
            raise self._error([*place, "name"], Unfit("it must be the key of the table"))

    def _table(self, place: list[str], values: object) -> dict[str, Any]:
        if not isinstance(values, dict):
            raise self._error(place, Unfit(f"a table is expected, not {shown(values)}"))
        return values

    def _structure(self, place: list[str], values: dict[str, Any], kind: type[_Made]) -> _Made:
        try:
            return structure_table(self._converter, values, kind)
        except Exception as error:  # noqa: BLE001 -- whatever is wrong with a value is for its author to know
            raise self._error(place, error) from None

    def _check(self, place: list[str], check: Callable[..., None], *given: object) -> None:
        try:
            check(*given)
        except Unfit as error:
            raise self._error(place, error) from None

    def _check_count(self, place: list[str], entries: object, most: int) -> None:
        """Refuse, before they are read, more entries than can be read in a moment."""
        if isinstance(entries, dict) and len(entries) > most:
            raise self._error(place, Unfit(f"at most {most} tables are expected, not {len(entries)}"))

    def _check_rules(self, rules: _Rules) -> None:
        self._check_head(rules)
        self._check(["ruleset.toml", "status"], check_template, rules.status, STATUS_FIELDS, {""})
        if not 0 <= rules.version <= _HIGHEST_VERSION:
            error = Unfit(f"a number from 0 to {_HIGHEST_VERSION} is expected")
            raise self._error(["ruleset.toml", "version"], error)

    def _check_head(self, head: _Head) -> None:
        self._check(["ruleset.toml", "title"], check_name, head.title)
        self._check(["ruleset.toml", "summary"], check_line, head.summary, LONGEST_TEMPLATE)

    def _terrain(self, written: dict[str, _Terrain]) -> tuple[TerrainKind, ...]:
        for name in written:
            self._check(["ruleset.toml", "terrain", name], check_name, name)
        for name in _TERRAIN_CODES:
            if name not in written:
                raise self._error(["ruleset.toml", "terrain", name], KeyError(name))
        nothing, floor = written[_TERRAIN_CODES[NOTHING]], written[_TERRAIN_CODES[FLOOR]]
        if nothing.walkable or not nothing.opaque:
            error = Unfit("it lies around every level and must be opaque and not walkable")
            raise self._error(["ruleset.toml", "terrain", "nothing"], error)
        if not floor.walkable:
            error = Unfit("it is where everybody stands and must be walkable")
            raise self._error(["ruleset.toml", "terrain", "floor"], error)
        names = [*_TERRAIN_CODES, *(name for name in written if name not in _TERRAIN_CODES)]
        return tuple(TerrainKind(name=name, **attrs.asdict(written[name], recurse=False)) for name in names)

    def _corpse(self, written: object) -> _Corpse | None:
        if written is None:
            return None
        place = ["ruleset.toml", "corpse"]
        corpse = self._structure(place, self._table(place, written), _Corpse)
        self._check([*place, "description"], check_line, corpse.description, LONGEST_DESCRIPTION)
        return corpse

    def _complete(self, place: list[str], kind: ActorKind, corpse: _Corpse | None) -> ActorKind:
        """Check what a kind drops, and give it its corpse."""
        for drop in kind.drops:
            if drop.item not in self._items:
                error = Unfit(f"the name of an item is expected ({listed(self._items)}), not {shown(drop.item)}")
                raise self._error([*place, "drops", "item"], error)
        if kind.corpse is not None or corpse is None:
            return kind
        try:
            left = corpse.of(kind)
        except ValueError as error:
            raise self._error(["ruleset.toml", "corpse"], error) from None
        self._check(["ruleset.toml", "corpse", "name"], check_line, left.name, LONGEST_NAME)
        return attrs.evolve(kind, corpse=left)

    def _texts(self) -> dict[str, dict[str, Text]]:
        try:
            return read_texts(self._load("messages.toml"))
        except Unfit as error:
            raise self._error(["messages.toml"], error) from None

    def _load(self, file: str) -> dict[str, Any]:
        """Return what stands in one file."""
        try:
            return read_toml(self._folder / file, _SORT)
        except (FileNotFoundError, NotADirectoryError):
            raise self._error([file], Unfit("the file is missing")) from None
        except BadFile as error:
            raise self._error([file], error) from None

    def _error(self, place: list[str], error: BaseException) -> ContentError:
        return ContentError(complaint(self._folder.name, place, error))
