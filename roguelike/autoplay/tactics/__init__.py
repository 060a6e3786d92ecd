"""Tactics: each is one idea of what to do, by what a player knows and remembers, or None where it does not fit.

A policy tries its tactics in order. The answer is a command, or an automation that a player would start by one key.
"""
