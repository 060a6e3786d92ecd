"""Reading a rule set: a folder with the files ruleset, monsters, items, projectiles and messages, each in TOML."""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any, TypeVar

import attrs

from roguelike.content.complaints import ContentError, Unfit, complaint
from roguelike.content.structure import make_converter, structure_table
from roguelike.content.texts import check_template, read_texts
from roguelike.engine.kinds import ActorKind, Color, Glyph, ItemKind, ProjectileKind, TerrainKind, Text
from roguelike.engine.parts import Combat, MapGenerator, Mind, Notice, Sight
from roguelike.engine.ruleset import InventoryShape, RuleSet, TurnCosts

__all__ = ["ContentError", "load_ruleset", "place_of", "ruleset_names"]

_HERE = pathlib.Path(__file__).parent
STATUS_FIELDS = {"hit_points", "enemies"}
_LONGEST_NAME = 100
_HIGHEST_VERSION = 10**9
_TERRAIN_CODES = ("nothing", "wall", "floor")
_Made = TypeVar("_Made")
_Kind = TypeVar("_Kind", ActorKind, ItemKind, ProjectileKind)


def ruleset_names() -> list[str]:
    """Give the names of the rule sets that come with the game; `classic`, the game's own, first."""
    return sorted(
        (path.parent.name for path in _HERE.glob("*/ruleset.toml")), key=lambda name: (name != "classic", name)
    )


def place_of(name: str) -> str:
    """Give what a rule set is found by from anywhere: its name if it comes with the game, else its folder's path."""
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
    folder = _folder(name)
    written = _Reader(folder).load("ruleset.toml")
    inventory = written.get("inventory")
    return Summary(
        title=str(written.get("title", folder.name)),
        summary=str(written.get("summary", "")),
        diagonal=bool(written.get("diagonal", True)),
        carries=not isinstance(inventory, dict) or bool(inventory.get("slots", True)),
    )


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
    if (folder / "ruleset.toml").is_file():
        return folder.resolve()  # its last part is the rule set's name, even for "."
    known = ", ".join(ruleset_names())
    raise ContentError(
        f"There is no rule set {str(name)!r}: give one of {known}, or a folder that holds a ruleset.toml."
    )


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
class _Rules:
    """The file `ruleset.toml` but for the player and the corpse; what its fields mean is told by `RuleSet`."""

    title: str
    summary: str
    version: int = 1
    diagonal: bool
    piles: bool
    remembers: bool
    victory: bool
    monsters_diagonal: bool | None = None
    """As the player, unless given."""
    crushes: bool = False
    buries_late: bool = False
    tells_unseen: bool = False
    status: str = ""
    centred: bool = False
    exact_colors: bool = False
    recovery_takes_turn: bool
    generator: MapGenerator
    sight: Sight
    notice: Notice
    combat: Combat
    confused: Mind
    turns: TurnCosts
    inventory: InventoryShape
    terrain: dict[str, _Terrain]


class _Reader:
    """Reads the files of one folder, each after those that it names things from."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._monsters: dict[str, ActorKind] = {}
        self._items: dict[str, ItemKind] = {}
        self._projectiles: dict[str, ProjectileKind] = {}
        self._converter = make_converter(monsters=self._monsters, items=self._items, projectiles=self._projectiles)

    def read(self) -> RuleSet:
        """Read them all."""
        self._read_kinds("projectiles.toml", self._projectiles, ProjectileKind)
        self._read_kinds("items.toml", self._items, ItemKind)
        self._read_kinds("monsters.toml", self._monsters, ActorKind)
        written = self.load("ruleset.toml")
        corpse = self._corpse(written.pop("corpse", None))
        for name, kind in self._monsters.items():  # before the generator takes them for its residents
            self._monsters[name] = self._complete("monsters.toml", kind, corpse)
        player = self._named("ruleset.toml: player", "player", written.pop("player", {}), ActorKind)
        rules = self._structure("ruleset.toml", written, _Rules)
        self._check_name("ruleset.toml: title", rules.title)
        if not 0 <= rules.version <= _HIGHEST_VERSION:
            raise self._error("ruleset.toml: version", Unfit(f"a number from 0 to {_HIGHEST_VERSION} is expected"))
        shared = attrs.asdict(rules, recurse=False, filter=lambda field, _: field.name != "terrain")
        try:
            check_template(rules.status, STATUS_FIELDS)
        except Unfit as error:
            raise self._error("ruleset.toml: status", error) from None
        if rules.monsters_diagonal is None:
            del shared["monsters_diagonal"]
        return RuleSet(
            **shared,
            name=self._folder.name,
            terrain=self._terrain(rules.terrain),
            player=self._complete("ruleset.toml", player, corpse),
            monsters=self._monsters,
            items=self._items,
            projectiles=self._projectiles,
            messages=self._texts(),
        )

    def _read_kinds(self, file: str, kinds: dict[str, _Kind], kind: type[_Kind]) -> None:
        for name, values in self.load(file).items():
            kinds[name] = self._named(f"{file}: {name}", name, values, kind)

    def _named(self, place: str, name: str, values: object, kind: type[_Kind]) -> _Kind:
        if not isinstance(values, dict):
            raise self._error(place, Unfit(f"a table is expected, not {values!r}"))
        made = self._structure(place, {"name": name, **values}, kind)
        self._check_name(place, made.name)
        return made

    def _check_name(self, place: str, name: str) -> None:
        """Refuse what no save and no list could show."""
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise self._error(
                place,
                Unfit(f"a name of at most {_LONGEST_NAME} characters that can be printed is expected, not {name!r}"),
            )

    def _structure(self, place: str, values: dict[str, Any], kind: type[_Made]) -> _Made:
        try:
            return structure_table(self._converter, values, kind)
        except Exception as error:  # noqa: BLE001 -- whatever is wrong with a value is for its author to know
            raise self._error(place, error) from None

    def _terrain(self, written: dict[str, _Terrain]) -> tuple[TerrainKind, ...]:
        missing = [name for name in _TERRAIN_CODES if name not in written]
        if missing:
            raise self._error(f"ruleset.toml: terrain: {missing[0]}", KeyError(missing[0]))
        nothing = written[_TERRAIN_CODES[0]]
        if nothing.walkable or not nothing.opaque:
            error = Unfit("it lies around every level and must be opaque and not walkable")
            raise self._error("ruleset.toml: terrain: nothing", error)
        names = [*_TERRAIN_CODES, *(name for name in written if name not in _TERRAIN_CODES)]
        return tuple(TerrainKind(name=name, **attrs.asdict(written[name], recurse=False)) for name in names)

    def _corpse(self, written: object) -> _Corpse | None:
        if written is None:
            return None
        if not isinstance(written, dict):
            raise self._error("ruleset.toml: corpse", Unfit(f"a table is expected, not {written!r}"))
        return self._structure("ruleset.toml: corpse", written, _Corpse)

    def _complete(self, file: str, kind: ActorKind, corpse: _Corpse | None) -> ActorKind:
        """Check what a kind drops, and give it its corpse."""
        for drop in kind.drops:
            if drop.item not in self._items:
                known = ", ".join(self._items)
                error = Unfit(f"the name of an item is expected ({known}), not {drop.item!r}")
                raise self._error(f"{file}: {kind.name}: drops: item", error)
        if kind.corpse is None and corpse is not None:
            try:
                return attrs.evolve(kind, corpse=corpse.of(kind))
            except ValueError as error:
                raise self._error("ruleset.toml: corpse", error) from None
        return kind

    def _texts(self) -> dict[str, dict[str, Text]]:
        try:
            return read_texts(self.load("messages.toml"))
        except Unfit as error:
            raise self._error("messages.toml", error) from None

    def load(self, file: str) -> dict[str, Any]:
        """Give what stands in one file."""
        path = self._folder / file
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise self._error(file, Unfit("the file is missing")) from None
        except (OSError, UnicodeDecodeError) as error:
            raise self._error(file, Unfit(f"the file cannot be read: {error}")) from None
        except tomllib.TOMLDecodeError as error:
            raise self._error(file, Unfit(f"this is no valid TOML: {error}")) from None

    def _error(self, place: str, error: BaseException) -> ContentError:
        return ContentError(complaint(f"{self._folder.name}/{place}", error) + ".")
