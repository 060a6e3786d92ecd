"""Serving over SSH: a parent keeps a front, which speaks SSH, and a fork server, which forks a game a session."""
