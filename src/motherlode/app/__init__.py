"""The papers as readable programs: wiring, settings, the project folder."""
