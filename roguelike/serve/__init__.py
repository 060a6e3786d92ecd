"""Serving over SSH: a supervisor keeps a front, which speaks SSH, and a fork server, which forks a game a session."""
