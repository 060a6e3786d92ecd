"""Kinds of things: immutable, read from a rule set's files, shared by all instances."""
