"""An event analyst: follow one event over news sites and see which stories it has."""

import motherlode as ml

SITE = "http://gazette.localhost:8099/"  # motherlode demo --sites --port 8099

with ml.Project("dam", allow_private=True) as project:
    project.add(seeds=SITE, keywords={"dam": 2, "spillway": 1, "reservoir": 1})
    report = project.crawl(max_pages=60, delay=0.05)
    print(f"{report.kept} of {report.fetched} pages are on the topic")
    for story in project.stories()[:3]:
        print(len(story.documents), story.title)
    print(project.export("csv").file)
