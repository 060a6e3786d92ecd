"""Serving over SSH: a supervisor keeps a gateway, which speaks SSH, and a fork server, which forks a game a session."""
