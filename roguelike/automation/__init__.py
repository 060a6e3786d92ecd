"""Many commands for one key: exploring, travelling, running, resting and fighting.

An automation chooses ordinary commands, one at a time, from the player's knowledge, and gives a reason when it stops.
A journal holds its commands like all others, so replays and saves need not know it.
"""
