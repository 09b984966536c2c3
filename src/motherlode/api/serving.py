"""What a server uses beside the public API: projects by their names, runs, schedules, tables page by page.

A server keeps projects open, shows them to people who may only look, and answers with slices of tables; the public
`Project` is for one program and has no words for that. This list is all that the REST API
and the web page know of the inside.
"""

from __future__ import annotations

from motherlode.api.network import Network, NetworkAnswer
from motherlode.app import beginning, importing
from motherlode.app.annotate import joining
from motherlode.app.export import export_project, shown_article, top_filters
from motherlode.app.hidden import project as hidden_sites
from motherlode.app.hidden.project import SiteLook, certificate_of, described_from, look_at
from motherlode.app.hidden.ranges import CoveredRanges, ranges_of
from motherlode.app.jobs.manager import ACTIVE, LONGEST, QUEUED, Jobs, Schedules, Ticker
from motherlode.app.jobs.works import KINDS, PRIVATE, troubles
from motherlode.app.marks import MarkReport, keep_marks, mark_folder, marked
from motherlode.app.overview import (
    ProfileWord,
    SourceState,
    rate_source,
    rated_sources,
    source_states,
    topic_profile,
    url_queues,
)
from motherlode.app.plugins import run_extractor
from motherlode.app.presets import PRESETS, Preset, preset_of
from motherlode.app.project import Project as OpenProject
from motherlode.app.reading import PageReaders, article_of_page, as_json, fetch_page, people_of_page
from motherlode.app.records import (
    FoundRecords,
    column_at,
    drawn_page,
    find_records,
    keep_records,
    regions_of,
    renamed,
    source_of,
    text_at,
    with_field,
)
from motherlode.app.settings import section_classes
from motherlode.app.watch.deliver import feed_text
from motherlode.app.watch.watcher import freshness
from motherlode.app.workspace import ReadOnlyJobs, ReadOnlyWorkspace, Workspace, refuse_change
from motherlode.export import FORMATS
from motherlode.extract.article import NewsParams
from motherlode.extract.people import PeopleParams
from motherlode.extract.records import RecordParams
from motherlode.network.described import DescribedObject, Pattern, Related
from motherlode.network.exports import EXPORTS as NETWORK_FORMATS
from motherlode.network.store import NetworkStore
from motherlode.sources.tables import MAX_FILE, Addresses
from motherlode.store.articles import ArticleHead
from motherlode.store.pages import StoredPage
from motherlode.store.query import MONTH, SEARCH, Behind, Filter
from motherlode.store.runs import Run
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.store.watch import WatchStore
from motherlode.text.words import whole_words

__all__ = [
    "ACTIVE", "FORMATS", "KINDS", "LONGEST", "MAX_FILE", "MONTH", "NETWORK_FORMATS", "NEWS_SET", "PRESETS",
    "PRIVATE", "QUEUED", "SEARCH", "URL_SET", "Addresses", "ArticleHead", "Behind", "CoveredRanges",
    "DescribedObject", "Filter", "FoundRecords", "Jobs", "MarkReport", "Network", "NetworkAnswer", "NewsParams",
    "OpenProject", "PageReaders", "Pattern", "PeopleParams", "Preset", "ProfileWord", "ReadOnlyJobs",
    "ReadOnlyWorkspace", "RecordParams", "Related", "Run", "Schedules", "SiteLook", "SourceState", "StoredPage",
    "Ticker", "WatchStore", "Workspace", "article_of_page", "as_json", "beginning", "certificate_of", "column_at",
    "described_from", "drawn_page", "export_project", "feed_text", "fetch_page", "find_records", "freshness",
    "hidden_sites", "importing", "joining", "keep_marks", "keep_records", "look_at", "mark_folder", "marked",
    "network_of", "people_of_page", "preset_of", "ranges_of", "rate_source", "rated_sources", "refuse_change",
    "regions_of", "renamed", "run_extractor", "section_classes", "shown_article", "source_of", "source_states",
    "text_at", "top_filters", "topic_profile", "troubles", "url_queues", "whole_words", "with_field",
]  # fmt: skip


def network_of(project: OpenProject) -> Network:
    """The information network of an opened project."""
    return Network(NetworkStore(project.engine), project.settings)
