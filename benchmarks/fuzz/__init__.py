"""Fuzzers for what meets foreign bytes first."""
