"""The options of every call with their types, made by scripts/make_options.py from the Params."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict


class ArticleOptions(TypedDict, total=False):
    """Options of section [news]."""

    keep: float
    keywords: int
    links: bool
    description: bool
    selectors: Mapping[str, str]


class RecordOptions(TypedDict, total=False):
    """Options of section [records]."""

    strategy: Literal["ours", "derl", "erl", "mdr", "units", "paths"]
    regions: int
    least_score: float
    least_listness: float
    min_sim: float
    unit_similarity: float
    least_units: int
    edit_threshold: float


class PeopleOptions(TypedDict, total=False):
    """Options of section [people]."""

    strategy: Literal["signatures", "paper", "lexicon"]
    accept: float
    staff: float
    names_file: str
    inherit: bool
    prose: bool
    match_rate: float
    similarity: float
    min_units: int


class HiddenOptions(TypedDict, total=False):
    """Options of section [hidden]."""

    strategy: Literal["auto", "guided", "batch", "sorted", "sort-based", "binary", "three-section"]
    cost: Literal["queries", "pages", "rounds"]
    workers: int
    delay: float
    max_requests: int
    audit: int


class StoryOptions(TypedDict, total=False):
    """Options of section [stories]."""

    neighbours: int
    limit: float
    window: int
    embed: bool
    memory: float
    copy_likeness: float


class WatchOptions(TypedDict, total=False):
    """Options of section [watch]."""

    per_hour: float
    gap: float
    schedule: str
    change_value: float
    patience: float
    half_life: float
    feeds: Sequence[str]
    hubs: Sequence[str]
    records: Sequence[str]
    people: Sequence[str]
    databases: Sequence[str]
    rules: Sequence[str]
    webhook: str
    mail_to: Sequence[str]
    mail_from: str
    mail_server: str
    command: str
    digest: Literal["at once", "hour", "day"]
    websub: str
    analyse_every: float
    keep_versions: int
    keep_days: float
    max_places: int
    hubs_per_host: int


class FetchOptions(TypedDict, total=False):
    """Options of section [fetch]."""

    concurrency: int
    per_host: int
    delay: float
    max_delay: float
    robots: bool
    nofollow: bool
    noindex: bool
    timeout: float
    max_body: int
    max_redirects: int
    retries: int
    retry_wait: float
    host_failures: int
    sitemaps: bool
    feeds: bool
    rendered_hosts: Sequence[str]
    metrics_port: int


class CrawlOptions(FetchOptions, total=False):
    """Options of sections [crawl] and [fetch] and [cluster] and [topic] and [threshold] and [gene] and [path]."""

    strategy: Literal[
        "learned", "best-first", "breadth-first", "hard-focus", "opic", "pagerank", "gene", "keywords", "ours"
    ]
    max_pages: int
    max_depth: int
    max_seconds: float
    until_recall: float
    max_queue: int
    scope: Literal["any", "domains", "hosts"]
    include: Sequence[str]
    exclude: Sequence[str]
    exploration: float
    crawl_seed: int
    top_percent: float
    follow_dropped: bool
    lease: float
    hosts: int
    batch: int
    share: float
    restarts: int
    judge: Literal["learned", "paper"]
    keywords: Mapping[str, float]
    learned: int
    keyword_share: float
    title_weight: int
    feedback: float
    feedback_limit: int
    pivot: float
    refit_every: int
    content_only: bool
    genre: Literal["", "people", "products", "articles"]
    learning: bool
    memory: int
    rule: Literal["kept", "paper"]
    threshold: float
    moving: bool
    wanted: int
    interval: int
    seconds: float
    initial_time: float
    alpha: float
    related_share: float
    beta: float
    gamma: float
    lowest: float
    highest: float
    rho: float
    rho_is: Literal["share", "rank"]
    sigma: float
    seed_value: float
    damping: float
    gene_interval: int
    stages: Sequence[str]


class UniversityOptions(FetchOptions, total=False):
    """Options of sections [university] and [fetch] and [people] and [units]."""

    strategy: Literal["site", "paper"]
    max_pages: int
    parallel: int
    promise: float
    patience: int
    blind: int
    more: int
    profiles: Literal["lacking", "all", "none"]
    tries: int
    people_strategy: Literal["signatures", "paper", "lexicon"]
    accept: float
    staff: float
    names_file: str
    inherit: bool
    prose: bool
    match_rate: float
    similarity: float
    min_units: int
    units_strategy: Literal["place", "paper"]
    units_match_rate: float
    units_min_units: int
    programme_share: float


class AnnotateOptions(RecordOptions, total=False):
    """Options of sections [annotate] and [integrate] and [records]."""

    method: Literal["combined", "rel"]
    threshold: float
    alpha: float
    agreement: bool
    evidence: Literal["pages", "search"]
    corpus: str
    search_url: str
    same: float
    block: int
    comparisons: int
    duplicates: bool


class TrustOptions(StoryOptions, total=False):
    """Options of sections [trust] and [stories]."""

    base: float
    authority: float
    corroboration: float
    transparency: float
    originality: float
    contradiction: float
    ratings: str
    near: float


class CurrencyOptions(StoryOptions, total=False):
    """Options of sections [currency] and [stories]."""

    usual_half_life: float
    shortest: float
    longest: float
    superseded: float


class HotOptions(TypedDict, total=False):
    """Options of sections [hot] and [stories]."""

    window: float
    history: int
    alarm: float
    quiet: float
    doubt: float
    neighbours: int
    limit: float
    stories_window: int
    embed: bool
    memory: float
    copy_likeness: float


class EvolutionOptions(StoryOptions, total=False):
    """Options of sections [evolution] and [stories]."""

    slice_hours: float
    likeness: float
    passage: float
    share: float
    parent: float
    reach: int
