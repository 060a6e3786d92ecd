"""Minds of the tutorial monsters."""
