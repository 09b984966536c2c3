"""The built-in sample web: a deterministic generator, a real HTTP server, and the truth about it."""
