"""Behaviours, from which minds choose."""
