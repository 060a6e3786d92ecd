"""How much happens on a level within one turn of the player, so that no turn is a pause.

A level holds no more monsters than can act within the budget, unless conditions change speeds. What does not fit waits
for the next turn: once the budget is spent, monsters neither gain energy nor act, and terrain does nothing to them. The
part that is spent is saved with the world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.limits import ACTION_BUDGET
from roguelike.engine.state.world import Phase

if TYPE_CHECKING:
    from roguelike.engine.grid import Grid
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.world import World

_GAINS: Final = 8
"""Actors that gain energy and are checked by the terrain in the time of one effect."""
_COSTS: Final = "costs of actions"


def action_cost(kind: ActorKind, ruleset: RuleSet, grid: Grid) -> int:
    """Return the most that one action of such a monster costs on a level, in units of one effect on one cell.

    That is its choice, with as many cells to search as there are around the player, and what it throws or steps into.
    """
    cells = min(grid.width * grid.height, (2 * ruleset.perception.reach + 1) ** 2)
    chosen = 1 if kind.mind is None else kind.mind.effort(cells)
    thrown = 0 if kind.missile is None else sum(effect.effort() for effect in kind.missile.effects)
    entered = max(sum(effect.effort() for effect in terrain.enter) for terrain in ruleset.terrain)
    sprung = max((sum(effect.effort() for effect in each.enter) for each in ruleset.features.values()), default=0)
    return chosen + max(thrown, entered + sprung)


def standing_cost(terrain: TerrainKind) -> int:
    """Return what it costs to stand on such terrain for a round; nothing where nothing happens."""
    return 1 + sum(effect.effort() for effect in terrain.stand) if terrain.stand else 0


def has_budget(world: World) -> bool:
    """Return whether anything more may happen to monsters, or be done by them, in this turn."""
    return world.budget_spent < ACTION_BUDGET


class ActionCosts(dict["ActorKind", int]):
    """What one action of each kind of monster costs on levels of a size, worked out for each that acts there."""

    def __init__(self, ruleset: RuleSet, grid: Grid) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.grid = grid

    def __missing__(self, kind: ActorKind) -> int:
        """Work it out."""
        cost = self[kind] = action_cost(kind, self.ruleset, self.grid)
        return cost


def action_costs(world: World) -> ActionCosts:
    """Return the costs of actions on the level, which are kept until the player comes to one of another size."""
    known: ActionCosts | None = world.caches.get(_COSTS)
    if known is None or known.grid != world.level.grid:
        known = world.caches[_COSTS] = ActionCosts(world.ruleset, world.level.grid)
    return known


def charge(world: World, units: int) -> None:
    """Charge what an effect costs in fact, beyond its share of an action; what the player does is not limited."""
    if world.phase is not Phase.COMMAND:
        world.budget_spent += units


def charge_round(world: World) -> None:
    """Charge a further round of the same turn."""
    world.budget_spent += len(world.level.actors) // _GAINS
