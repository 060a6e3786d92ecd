"""The work budget of a turn of the player, so that no turn takes noticeably long.

A level holds no more monsters than can act within the budget, unless conditions change speeds. Excess work waits
for the next turn: once the budget is spent, monsters neither gain energy nor act, and terrain does not affect them. The
spent part is saved with the world.
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
"""Actors that can gain energy and have their terrain checked for one unit of work."""
_COSTS: Final = "costs of actions"


def action_cost(kind: ActorKind, ruleset: RuleSet, grid: Grid) -> int:
    """Return the maximum cost of one action of a monster, in units of one effect on one cell.

    It is the cost of choosing, which may search all cells within perception range, plus that of a missile or a step.
    """
    cells = min(grid.width * grid.height, (2 * ruleset.perception.reach + 1) ** 2)
    chosen = 1 if kind.mind is None else kind.mind.effort(cells)
    thrown = 0 if kind.missile is None else sum(effect.effort() for effect in kind.missile.effects)
    entered = max(sum(effect.effort() for effect in terrain.enter) for terrain in ruleset.terrain)
    sprung = max((sum(effect.effort() for effect in each.enter) for each in ruleset.features.values()), default=0)
    return chosen + max(thrown, entered + sprung)


def standing_cost(terrain: TerrainKind) -> int:
    """Return the cost of standing on this terrain for a round, in units; 0 if it has no such effects."""
    return 1 + sum(effect.effort() for effect in terrain.stand) if terrain.stand else 0


def has_budget(world: World) -> bool:
    """Return whether the budget of this turn allows more work for monsters."""
    return world.budget_spent < ACTION_BUDGET


class ActionCosts(dict["ActorKind", int]):
    """Costs of one action by kind of monster, for one size of level; computed on first use."""

    def __init__(self, ruleset: RuleSet, grid: Grid) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.grid = grid

    def __missing__(self, kind: ActorKind) -> int:
        """Compute the cost of a kind."""
        cost = self[kind] = action_cost(kind, self.ruleset, self.grid)
        return cost


def action_costs(world: World) -> ActionCosts:
    """Return the costs of actions on the level, cached until the player enters a level of another size."""
    known: ActionCosts | None = world.caches.get(_COSTS)
    if known is None or known.grid != world.level.grid:
        known = world.caches[_COSTS] = ActionCosts(world.ruleset, world.level.grid)
    return known


def charge(world: World, units: int) -> None:
    """Charge the actual cost of an effect beyond its share of an action; the player's commands are free."""
    if world.phase is not Phase.COMMAND:
        world.budget_spent += units


def charge_round(world: World) -> None:
    """Charge a further round of the same turn."""
    world.budget_spent += len(world.level.actors) // _GAINS
