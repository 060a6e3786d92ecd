"""Hostile rule sets: built-in ones with a few random changes."""

from __future__ import annotations

import copy
import os
import random
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.content.loader import ruleset_names
from roguelike.content.parts import FAMILIES, import_parts
from roguelike.engine.events import TEXT_KEYS
from tests.content.folder import FILES, Folder, Raw
from tests.test_hostile_texts import POISON, hostile

if TYPE_CHECKING:
    from collections.abc import Callable

_LARGE: Final = 1 << 20
ROUND: Final = (0, 1, 2, 10, 20, 50, 52, 60, 100, 200, 500, 1000, 2000, 10**4, 10**6, 10**9, 10**18, 10**30)
ODD: Final[tuple[object, ...]] = (
    *(True, False, 1.5, Raw("inf"), Raw("nan"), Raw("1979-05-27T07:32:00Z"), Raw("07:32:00"), "", "x", [], {}, [[]]),
    *([1, 2, 3], {"a": 1}, Raw("9" * 5000), Raw("0x" + "f" * 900), Raw("[" * 900), Raw("''''''"), "{name}", "{who!r}"),
    *("a" * 900, "字" * 40, "e\u0301" * 30, "\u200b", "corpse:orc", "{who:A} " * 9, "{damage}" * 8, "ŉ" * 40),
)
STRANGE_NAMES: Final = ("\x1b[2J", "字" * 60, "a b", "-x", "\udcff", "…", "x" * 250, "'", "name\n")

Way = tuple[str | int, ...]


def write(number: int, root: Path) -> tuple[str, Path]:
    """Write the rule set of a number into a new folder below `root`; return its changes and its path."""
    chance = random.Random(f"rules {number}")
    source = chance.choice(ruleset_names())
    mine = Folder.spelled_out(source, root / str(number) / "mine")
    done = [_changed(mine, chance) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
    path = mine.path
    if chance.random() < 0.04:
        path = _odd_place(path, chance)
        done.append(f"at {path.name[:20]!r}")
    return f"{source}: {'; '.join(done)}", path


def values_in(written: object, path: Way = ()) -> list[Way]:
    """Return the path to every value, tables and lists included."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(written, dict):
        inner = list(written.items())
    elif isinstance(written, list):
        inner = list(enumerate(written))
    return [found for key, value in inner for found in [(*path, key), *values_in(value, (*path, key))]]


def _changed(mine: Folder, chance: random.Random) -> str:
    """Make one change, unless earlier changes prevent it."""
    try:
        return chance.choice(CHANGES)(mine, chance)
    except (LookupError, OSError, RecursionError, TypeError, ValueError):
        return "nothing more"


def _said(mine: Folder, file: str) -> dict[str, Any]:
    """Return the content of a file, if it can still be read."""
    found = (mine.path / file).lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGE:
        raise FileNotFoundError(file)
    return mine.read(file)


def _any_file(mine: Folder, chance: random.Random) -> tuple[str, dict[str, Any]]:
    file = chance.choice(FILES)
    return file, _said(mine, file)


def _at(values: Any, path: Way) -> Any:  # noqa: ANN401 -- whatever TOML holds
    for key in path:
        values = values[key]
    return values


def _put(mine: Folder, file: str, values: dict[str, Any], path: Way, value: object) -> str:
    if path:
        _at(values, path[:-1])[path[-1]] = copy.deepcopy(value)
    mine.write(file, values)
    return f"{file} {'.'.join(map(str, path))[:80]} = {str(value)[:40]!r}"


def _odd_value(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    return _put(mine, file, values, chance.choice(values_in(values)), chance.choice(ODD))


def _number(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    places = [path for path in values_in(values) if type(_at(values, path)) is int]
    return _put(mine, file, values, chance.choice(places or [()]), _edge(chance))


def _numbers(mine: Folder, chance: random.Random) -> str:
    """Set many numbers of the same name, or of one table, near the limits of what is allowed."""
    file, values = _any_file(mine, chance)
    places = [path for path in values_in(values) if type(_at(values, path)) is int and "color" not in path]
    if not places:
        return "nothing"
    chosen = chance.choice(places)
    for path in places:
        if path[-1] == chosen[-1] or (path[:-1] == chosen[:-1] and chance.random() < 0.5):
            _put(mine, file, values, path, chance.choice(ROUND[: chance.choice((7, 10, 13))]))
    return f"{file} all like {'.'.join(map(str, chosen))}"


def _edge(chance: random.Random) -> int:
    if chance.random() < 0.5:
        return chance.choice(ROUND) + chance.choice((-1, 0, 1))
    return chance.choice((1, -1)) * (1 << chance.randrange(64)) + chance.choice((-1, 0, 1))


def _truths(mine: Folder, chance: random.Random) -> str:
    values = _said(mine, "ruleset.toml")
    places = [path for path in values_in(values) if type(_at(values, path)) is bool]
    for path in chance.sample(places, min(len(places), chance.randrange(1, 12))):
        _put(mine, "ruleset.toml", values, path, not _at(values, path))
    return "truths turned round"


def _text(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    places = [path for path in values_in(values) if isinstance(_at(values, path), str)]
    text = chance.choice((hostile(chance), chance.choice(POISON), "字e\u0301" * chance.randrange(50)))
    return _put(mine, file, values, chance.choice(places or [()]), text)


def _template(mine: Folder, chance: random.Random) -> str:
    """Give an event a long text."""
    values = _said(mine, "messages.toml")
    event, key = chance.choice(list(TEXT_KEYS.items()))
    fields = [field.name for field in attrs.fields(event)]
    form = chance.choice(("", ":upper", ":A", ":id", "!r", ":>99"))
    text = "".join(
        f"{'字' * chance.randrange(12)}{{{chance.choice(fields)}{form}}}" for _ in range(chance.randrange(9))
    )
    value = text if isinstance(values.get(key), str) else dict.fromkeys(event.variants, text)
    return _put(mine, "messages.toml", values, (key,), value)


def _long_names(mine: Folder, chance: random.Random) -> str:
    """Give everything names of the maximum length."""
    files = {file: _said(mine, file) for file in FILES[:-1]}
    letter, length = chance.choice(("ŉ", "字", '"', "𐐨", "x")), chance.choice((39, 40, 40, 40, 41))
    known = [name for file, values in files.items() if file != "ruleset.toml" for name in values]
    names = {name: f"{number}{letter * 60}"[:length] for number, name in enumerate(known)}
    for file, values in files.items():
        mine.write(file, {names.get(key, key): _renamed(value, names) for key, value in values.items()})
    return f"names of {length} {letter}"


def _renamed(value: object, names: dict[str, str]) -> object:
    """Return a value with other names in it, but the same keys."""
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _remove(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    path = chance.choice(values_in(values))
    del _at(values, path[:-1])[path[-1]]
    mine.write(file, values)
    return f"{file} without {'.'.join(map(str, path))}"


def _add(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    tables = [path for path in values_in(values) if isinstance(_at(values, path), dict)]
    key = chance.choice(("hitpoints", "name", "corpse", "effects", "x" * 900, "\x1b[2J", "字", "a.b", ""))
    return _put(mine, file, values, (*chance.choice([(), *tables]), key), chance.choice(ODD))


def _swap(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    one, other = (chance.choice(values_in(values)) for _ in range(2))
    if one[: len(other)] != other and other[: len(one)] != one:
        first, second = _at(values, one), _at(values, other)
        _put(mine, file, values, one, second)
        _put(mine, file, values, other, first)
    return f"{file}: {one} and {other} change places"


def _multiply(mine: Folder, chance: random.Random) -> str:
    """Repeat an entry of a table or of a list many times."""
    file, values = _any_file(mine, chance)
    path = chance.choice(values_in(values))
    outer, value, count = _at(values, path[:-1]), _at(values, path), chance.choice((2, 20, 499, 501, 1000, 1001, 5000))
    if isinstance(outer, list):
        outer += [value] * count
    else:
        outer |= {f"{path[-1]} {number}": value for number in range(count)}
    mine.write(file, values)
    return f"{file}: {count} times {'.'.join(map(str, path))}"


def _nest(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    path, depth = chance.choice(values_in(values)), chance.choice((2, 5, 12, 16, 17, 40, 100))
    value = _at(values, path)
    for _ in range(depth):
        value = chance.choice(([value], {"do": "cast", "effects": [value]}, {"x": value}))
    return _put(mine, file, values, path, value)


def _inherit(mine: Folder, chance: random.Random) -> str:
    """Extend a built-in rule set, or none, and keep only some of its own values."""
    values = _said(mine, "ruleset.toml")
    values["extends"] = chance.choice((*ruleset_names(), "base", "mine", "../classic", "", 3, ["classic"], "x" * 900))
    mine.write("ruleset.toml", values)
    for file in chance.sample(FILES[1:], chance.randrange(len(FILES))):
        values = _said(mine, file)
        kept = chance.sample(list(values), min(len(values), chance.randrange(4)))
        mine.write(file, {key: values[key] for key in values if key in kept})
    return f"extends {values.get('extends')!r}"


def _remove_inherited(mine: Folder, chance: random.Random) -> str:
    file, values = _any_file(mine, chance)
    names: list[object] = [*chance.sample(list(values), min(len(values), chance.randrange(4)))]
    if chance.random() < 0.3:
        names.append(chance.choice(ODD))
    values |= {"remove": chance.choice((names, names, names, *ODD))}
    if file == "messages.toml" and chance.random() < 0.5:
        values |= {"silent": chance.choice((True, True, *ODD))}
    mine.write(file, {key: value for key, value in values.items() if key not in names or chance.random() < 0.5})
    return f"{file} removes {len(names)}"


def _part(mine: Folder, chance: random.Random) -> str:
    """Replace a part by another one with random numbers."""
    file, values = _any_file(mine, chance)
    found = [path for path in values_in(values) if path[-1] in {family.key for family in FAMILIES}]
    if not found:
        return "nothing"
    path = chance.choice(found)[:-1]
    if not path or (family := next((each for each in FAMILIES if each.key in _at(values, path)), None)) is None:
        return "nothing"
    import_parts()
    name, part = chance.choice(list(family.by_name.items()))
    made: dict[str, object] = {family.key: name}
    for field in attrs.fields(part):  # type: ignore[arg-type]
        if field.default is attrs.NOTHING or chance.random() < 0.5:
            made[field.name] = _field(str(field.type), values, chance)
    old = _at(values, path)
    return _put(mine, file, values, path, {**(old if family.key == "make" else {}), **made})


def _field(kind: str, values: dict[str, Any], chance: random.Random) -> object:
    """Return a value for a field of a type."""
    low = chance.choice(ROUND[:8])
    known: dict[str, object] = {
        "bool": chance.random() < 0.5,
        "Stats": {name: chance.choice(ROUND[:10]) for name in ("attack", "defence", "damage", "armour")},
        "ProjectileKind": chance.choice(list(values)),
        "tuple[Effect, ...]": [{"do": "afflict", "condition": "confused", "turns": low}] * chance.randrange(4),
        "tuple[int, ...]": [low] * chance.randrange(5),
    }
    return known.get(kind, [] if kind.startswith("tuple") else chance.choice((low, 40, 60, 20, 5)))


def _chain(mine: Folder, chance: random.Random) -> str:
    """Write projectiles that launch each other, and monsters that throw the last one."""
    count, times = chance.choice((2, 3, 5, 20)), chance.choice((1, 2, 10))
    look = {"char": "*", "color": [1, 2, 3]}
    end = chance.choice(
        ({"do": "blast", "radius": 20, "damage": 1}, {"do": "afflict", "condition": "confused", "turns": 9})
    )
    links: dict[str, Any] = {"p0": {"glyph": look, chance.choice(("on_hit", "on_stop")): [end] * times}}
    for number in range(1, count):
        launch = {"do": "launch", "projectile": f"p{number - 1}"}
        links[f"p{number}"] = {"glyph": look, "on_stop": [launch] * times}
    mine.write("projectiles.toml", {**_said(mine, "projectiles.toml"), **links})
    monsters = _said(mine, "monsters.toml")
    for kind in monsters.values():
        kind |= {"missile": f"p{count - 1}", "missile_range": 200, "speed": chance.choice((1, 100, 1000))}
        kind["mind"] = {"think": "skirmish", "distance": 5, "throws": 100, "memory": 9}
    mine.write("monsters.toml", monsters)
    return f"{times} times {count} launches"


def _speeds(mine: Folder, chance: random.Random) -> str:
    """Change the speed many times in every condition, and apply conditions with every hit."""
    conditions = _said(mine, "conditions.toml")
    names = [name for name, kind in conditions.items() if isinstance(kind, dict)]
    factor = chance.choice((0, 0, 1, 1, 50, 99, 101, 999, 1000, 1000, _edge(chance)))
    for name in names:
        count = chance.choice((1, 2, 5, 10, 11))
        modifier = {"stat": "speed", "factor": factor, "add": chance.choice((-200, -1, 0, 0, 0, 1, 200))}
        conditions[name]["modifiers"] = [modifier] * count
    mine.write("conditions.toml", conditions)
    slow = {"do": "afflict", "condition": chance.choice(names), "turns": chance.choice((1, 50, 10**6))}
    terrain = _said(mine, "terrain.toml")
    terrain["floor"][chance.choice(("enter", "stand"))] = [slow]
    mine.write("terrain.toml", terrain)
    return f"{slow['condition']} changes speed by {factor} %"


def _crowd(mine: Folder, chance: random.Random) -> str:
    """Make a large level full of monsters and items."""
    values = _said(mine, "ruleset.toml")
    full = chance.choice((20, 100))
    values["generator"] |= {"width": chance.choice((60, 200)), "height": chance.choice((60, 200))}
    for key in ("attempts", "tries", "loops"):
        if key in values["generator"]:
            values["generator"][key] = 1000
    for key in ("monsters_in_room", "items_in_room"):
        if key in values["generator"]:
            values["generator"][key] = [full]
    for key in ("most_monsters", "most_items"):
        if key in values["generator"]:
            values["generator"][key] = full
    values["sight"] = {"see": chance.choice(("shadowcast", "permissive", "rays")), "radius": chance.choice((10, 60))}
    mine.write("ruleset.toml", values)
    return "a crowd"


def _raw(mine: Folder, chance: random.Random) -> str:
    """Change the text of a file, without regard to its meaning."""
    file = chance.choice(FILES)
    _said(mine, file)
    old = (mine.path / file).read_bytes()
    at = chance.randrange(len(old))
    new = {
        "cut": old[:at],
        "doubled": old + old,
        "a line twice": old + old.splitlines()[0] + b"\n",
        "a byte": old[:at] + bytes([chance.randrange(256)]) + old[at + 1 :],
        "windows": b"\xef\xbb\xbf" + old.replace(b"\n", b"\r\n"),
        "utf-16": old.decode(errors="replace").encode("utf-16"),
        "a long line": old + b"#" + b"x" * chance.choice((900, 1001, 9000)),
        "large": old + b"#\n" * chance.choice((100_000, 140_000)),
        "dots": old + b".".join([b"a"] * chance.choice((15, 17, 400, 3000))) + b" = 1\n",
        "digits": old + b"x = " + b"9" * chance.choice((500, 990, 5000)) + b"\n",
        "brackets": old + b"x = " + b"[\n" * chance.choice((10, 400, 60_000)),
        "tables": old + b"".join(b"[x%d]\n" % number for number in range(20_000)),
        "nothing at all": b"",
        "a picture": bytes(chance.randrange(256) for _ in range(999)),
    }
    how = chance.choice(list(new))
    (mine.path / file).write_bytes(new[how])
    return f"{file} raw: {how}"


def _special(mine: Folder, chance: random.Random) -> str:
    """Replace a text file with something else."""
    path = mine.path / chance.choice(FILES)
    if path.is_dir():
        return "nothing"
    path.unlink(missing_ok=True)
    how = chance.choice(list(SPECIAL))
    SPECIAL[how](path)
    return f"{path.name} is {how}"


def _unreadable(path: Path) -> None:
    path.write_text("title = 'x'")
    path.chmod(0)


def _huge(path: Path) -> None:
    path.write_bytes(b"")
    os.truncate(path, 1 << 33)


SPECIAL: Final[dict[str, Callable[[Path], object]]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a circle": lambda path: path.symlink_to(path.name),
    "without end": lambda path: path.symlink_to("/dev/zero"),
    "noise": lambda path: path.symlink_to("/dev/urandom"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "nowhere": lambda path: path.symlink_to("nowhere"),
    "gone": str,
    "huge": _huge,
    "unreadable": _unreadable,
}


def _odd_place(path: Path, chance: random.Random) -> Path:
    how = chance.randrange(5)
    if how == 0:
        os.mkfifo(path.with_name("pipe"))
        return path.with_name("pipe")
    if how == 1:
        path.with_name("circle").symlink_to("circle")
        return path.with_name("circle")
    if how == 2:
        path.chmod(0)
        return path
    if how == 3:
        return path / Path(*["long" * 50] * 25)
    return path.rename(path.with_name(chance.choice(STRANGE_NAMES)))


CHANGES: Final[tuple[Callable[[Folder, random.Random], str], ...]] = (
    *(_odd_value, _odd_value, _number, _number, _text, _text, _remove, _add, _swap, _nest, _raw, _special),
    *(_numbers, _numbers, _numbers, _truths, _truths, _template, _template, _long_names, _multiply, _multiply),
    *(
        _part,
        _part,
        _part,
        _chain,
        _crowd,
        _crowd,
        _speeds,
        _speeds,
        _inherit,
        _inherit,
        _remove_inherited,
        _remove_inherited,
    ),
)
