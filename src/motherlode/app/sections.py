"""The sections of the settings file, in their order: name → module and class of its parameters."""

from __future__ import annotations

SECTIONS: dict[str, str] = {
    "project": "motherlode.app.params:ProjectParams",
    "sources": "motherlode.app.params:SourcesParams",
    "topic": "motherlode.topic.params:TopicParams",
    "threshold": "motherlode.topic.params:ThresholdParams",
    "crawl": "motherlode.crawl.params:CrawlParams",
    "fetch": "motherlode.fetch.params:FetchParams",
    "cluster": "motherlode.crawl.cluster.params:ClusterParams",
    "gene": "motherlode.crawl.params:GeneParams",
    "path": "motherlode.crawl.params:PathParams",
    "people": "motherlode.extract.people.params:PeopleParams",
    "units": "motherlode.extract.people.params:UnitParams",
    "university": "motherlode.university.params:UniversityParams",
    "records": "motherlode.extract.records.params:RecordParams",
    "stories": "motherlode.analyse.params:StoryParams",
    "hidden": "motherlode.hidden.params:HiddenParams",
    "news": "motherlode.extract.article.params:NewsParams",
    "trust": "motherlode.analyse.params:TrustParams",
    "currency": "motherlode.analyse.params:CurrencyParams",
    "hot": "motherlode.analyse.params:HotParams",
    "evolution": "motherlode.analyse.params:EvolutionParams",
    "annotate": "motherlode.annotate.params:AnnotateParams",
    "watch": "motherlode.watch.params:WatchParams",
    "integrate": "motherlode.annotate.params:IntegrateParams",
}
