"""A registry reader: every row of a database behind a search form, with its certificate."""

from pathlib import Path

import motherlode as ml

DESCRIPTION = Path(__file__).with_name("land_registry.toml")  # motherlode demo --sites --port 8099

with ml.Project("land", allow_private=True) as project:
    report = project.hidden(DESCRIPTION, delay=0.0)
    print(f"{report.rows} rows in {report.requests} requests, {len(report.unreachable)} ranges unreachable")
    print(next(project.rows("land_registry")))
    print(report.certificate_file)
