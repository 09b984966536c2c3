"""Vocabulary and grammar of the sample web."""
