"""Shared fixtures: real parts only."""
