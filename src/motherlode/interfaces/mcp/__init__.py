"""`motherlode mcp`: tools for programs that talk to language models."""
