"""Motherlode turns a topic or a domain and a few addresses into clean, connected data."""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = ["__version__"]
