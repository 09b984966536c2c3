"""What a server uses beside the public API: projects by their names, runs, schedules, tables page by page.

A server keeps projects open, shows them to people who may only look, and answers with slices of tables; the public
`Project` is for one program and has no words for that. This list is all that the REST API knows of the inside.
"""

from __future__ import annotations

from motherlode.api.network import Network
from motherlode.api.topic import marked
from motherlode.app import importing, mapping
from motherlode.app.export import export_project, shown_article, top_filters
from motherlode.app.hidden import project as hidden_sites
from motherlode.app.hidden.ranges import certificate_of, ranges_of
from motherlode.app.jobs.kinds import KINDS
from motherlode.app.jobs.manager import ACTIVE, Jobs
from motherlode.app.jobs.schedule import LONGEST, Schedules
from motherlode.app.joining import JoinedTable, decide, join_kept, joined, write_joined
from motherlode.app.plugins import run_extractor
from motherlode.app.presets import PRESETS, preset_of
from motherlode.app.project import Project as OpenProject
from motherlode.app.queues import url_queues
from motherlode.app.read_only import ReadOnlyJobs, ReadOnlyWorkspace
from motherlode.app.reading import PageReaders, article_of_page, as_json, fetch_page, people_of_page
from motherlode.app.records.project import FoundRecords, find_records, keep_records, regions_of, source_of
from motherlode.app.settings import section_classes
from motherlode.app.source_states import rate_source, rated_sources
from motherlode.app.watch.deliver import feed_text
from motherlode.app.watch.watcher import freshness
from motherlode.app.workspace import Workspace
from motherlode.extract.article import NewsParams
from motherlode.extract.people import PeopleParams
from motherlode.extract.records import RecordParams
from motherlode.network.store import NetworkStore
from motherlode.sources.tables import MAX_FILE, Addresses
from motherlode.store.query import SEARCH, Behind, Filter
from motherlode.store.runs import Run
from motherlode.store.watch import WatchStore

__all__ = [
    "ACTIVE", "KINDS", "LONGEST", "MAX_FILE", "PRESETS", "SEARCH", "Addresses", "Behind", "Filter", "FoundRecords",
    "Jobs", "JoinedTable", "NewsParams", "OpenProject", "PageReaders", "PeopleParams", "ReadOnlyJobs",
    "ReadOnlyWorkspace", "RecordParams", "Run", "Schedules", "WatchStore", "Workspace", "article_of_page",
    "as_json", "certificate_of", "decide", "export_project", "feed_text", "fetch_page", "find_records", "freshness",
    "hidden_sites", "importing", "join_kept", "joined", "keep_records", "mapping", "marked", "network_of",
    "people_of_page", "preset_of", "ranges_of", "rate_source", "rated_sources", "regions_of", "run_extractor",
    "section_classes", "shown_article", "source_of", "top_filters", "url_queues", "write_joined",
]  # fmt: skip


def network_of(project: OpenProject) -> Network:
    """The information network of an opened project."""
    return Network(NetworkStore(project.engine), project.settings)
