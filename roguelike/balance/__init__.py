"""Figures of rule sets: many games of one policy, measured against targets, and fights of two sides."""
