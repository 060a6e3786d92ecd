"""Serving others over SSH: a parent keeps a front, which speaks SSH, and a nursery, which forks a game a session."""
