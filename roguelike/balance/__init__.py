"""Measurements of rule sets: many games of a policy compared with targets, and fights between two sides."""
