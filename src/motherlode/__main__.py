"""`python -m motherlode` is the command line."""

from __future__ import annotations

import sys

from motherlode.interfaces.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
