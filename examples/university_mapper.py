"""A university mapper: colleges, departments and people from a home page, into a network to ask."""

import motherlode as ml

HOME = "http://corvane.localhost:8099/"  # motherlode demo --sites --port 8099

with ml.Project("corvane", allow_private=True) as project:
    for university in project.university(HOME, delay=0.0):
        print(university.name, "-", len(university.colleges), "colleges,", university.found, "people")
    for row in project.network.query("University ?u /contain College ?c")[:3]:
        print(row["c"])
    project.network.export("graphml", out="corvane.graphml")
