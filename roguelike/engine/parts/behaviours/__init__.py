"""Behaviours: what minds choose from."""
