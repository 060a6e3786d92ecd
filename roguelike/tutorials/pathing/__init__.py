"""Pathfinding of the tutorial monsters."""
