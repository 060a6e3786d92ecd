"""Tactics: functions of the player's knowledge and memory to a command, or None if they do not apply.

A policy tries its tactics in order. The result is a command, or an automation that a player would start by one key.
"""
