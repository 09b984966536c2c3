"""What there is to find on the sample web: articles and their story, records, universities, odd pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

Value = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArticleTruth:
    """One article; `published` as the page lets one read it, `moment` the exact time.

    `values` are the tracked figures that the text gives, `wrong` names those among them that were never official;
    `mentions` marks an unrelated article that speaks of the main story in one sentence.
    """

    host: str
    path: str
    title: str
    published: str
    moment: datetime
    updated: str
    source: str
    authors: tuple[str, ...]
    paragraphs: tuple[str, ...]
    language: str
    encoding: str
    section: str
    topic: str
    story: str
    sub_story: str = ""
    burst: str = ""
    copy_of: str = ""
    corrects: str = ""
    values: tuple[tuple[str, int], ...] = ()
    wrong: tuple[str, ...] = ()
    buried: bool = False
    mentions: bool = False

    @property
    def key(self) -> str:
        """Host and path: how articles refer to each other."""
        return self.host + self.path

    @property
    def content(self) -> str:
        """The text of the article."""
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True, slots=True)
class SubStory:
    """A part of the main story; `parents` are the parts it grew out of."""

    name: str
    start: datetime
    end: datetime
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """From one time slice to a later one: a part splits off, or parts merge."""

    kind: str
    at: datetime
    parents: tuple[str, ...]
    children: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """An official figure from that moment on; `revision` when an earlier one turned out to be wrong."""

    name: str
    at: datetime
    value: int
    revision: bool = False


@dataclass(frozen=True, slots=True)
class StoryTruth:
    """The main story: its parts, how they split and merge, and the official figures."""

    name: str
    topic: str
    sub_stories: tuple[SubStory, ...]
    steps: tuple[Step, ...]
    history: tuple[ValueChange, ...]

    def value(self, name: str, at: datetime) -> int:
        """The official figure at that moment; the first one before it was known."""
        changes = [change for change in self.history if change.name == name]
        return next((change.value for change in reversed(changes) if change.at <= at), changes[0].value)


@dataclass(frozen=True, slots=True)
class Burst:
    """A hot topic that was put in: many articles about one event within a short time."""

    name: str
    topic: str
    language: str
    start: datetime
    end: datetime
    articles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicTruth:
    """What a user would know about a topic: keywords, and which articles belong to it."""

    name: str
    language: str
    keywords: tuple[str, ...]
    articles: frozenset[str]


@dataclass(frozen=True, slots=True)
class NewsSiteTruth:
    """A news site; `rating` is what an expert would give it, from 0 to 1."""

    host: str
    name: str
    language: str
    encoding: str
    rating: float
    articles: int
    sections: tuple[str, ...]
    trap: str = ""


@dataclass(frozen=True, slots=True)
class NewsTruth:
    """All there is to know about the news sites; articles by host and path, texts written when asked for."""

    articles: Mapping[str, ArticleTruth]
    sites: tuple[NewsSiteTruth, ...]
    topics: tuple[TopicTruth, ...]
    story: StoryTruth
    bursts: tuple[Burst, ...]

    def topic(self, name: str, language: str = "en") -> TopicTruth:
        """A topic by name."""
        return next(topic for topic in self.topics if (topic.name, topic.language) == (name, language))


@dataclass(frozen=True, slots=True)
class Entity:
    """A book, paper or product with its true values by schema attribute: dates ISO, people as 'First Last'."""

    id: int
    domain: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class OfferTruth:
    """An offer nested in a record."""

    seller: str
    price: str
    condition: str


@dataclass(frozen=True, slots=True)
class RecordTruth:
    """One record of a source: its values as the result page shows them, and as its own page (`url`) shows them.

    `conflicts` names the attributes for which this source is wrong; what is not in `values` is missing.
    """

    entity: int
    url: str
    values: Mapping[str, str]
    detail: Mapping[str, str]
    offers: tuple[OfferTruth, ...] = ()
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPageTruth:
    """A result page: its records in order, and the place of the first among all."""

    host: str
    path: str
    first: int
    total: int
    records: tuple[RecordTruth, ...]


@dataclass(frozen=True, slots=True)
class SourceTruth:
    """A source: `labels` are the words beside the values on the result pages, empty where there is none."""

    host: str
    name: str
    domain: str
    language: str
    layout: str
    labels: Mapping[str, str]
    detail_labels: Mapping[str, str]
    pages: tuple[ResultPageTruth, ...]
    comparison: ResultPageTruth | None = None
    search: str = "/search?q="
    scripted: bool = False

    @property
    def records(self) -> tuple[RecordTruth, ...]:
        """All records of the source."""
        return tuple(record for page in self.pages for record in page.records)


@dataclass(frozen=True, slots=True)
class DomainTruth:
    """A domain: its entities and its sources."""

    domain: str
    entities: Mapping[int, Entity]
    sources: tuple[SourceTruth, ...]

    def source(self, host: str) -> SourceTruth:
        """A source by host."""
        return next(source for source in self.sources if source.host == host)


@dataclass(frozen=True, slots=True)
class PersonTruth:
    """A person: `title` as the list page says it (by the heading, where it only stands there), `rank` its base.

    `url` is the path of the homepage that the list links to, empty without a link; `shown` names the fields that the
    list page itself shows; `faculty` is False for administrative staff.
    """

    name: str
    title: str
    rank: str
    email: str
    phone: str
    url: str
    shown: tuple[str, ...]
    written: str
    faculty: bool = True


@dataclass(frozen=True, slots=True)
class DepartmentTruth:
    """A department with its home page and its list of people."""

    name: str
    path: str
    people_path: str
    people: tuple[PersonTruth, ...]


@dataclass(frozen=True, slots=True)
class CollegeTruth:
    """A college with its home page and the page that lists its departments (the home page itself on some sites)."""

    name: str
    path: str
    departments_path: str
    departments: tuple[DepartmentTruth, ...]


@dataclass(frozen=True, slots=True)
class UniversityTruth:
    """A university; `programmes` are degree programmes, which are no departments."""

    host: str
    name: str
    language: str
    style: str
    colleges_path: str
    colleges: tuple[CollegeTruth, ...]
    programmes: tuple[str, ...]

    def people(self) -> Iterator[tuple[CollegeTruth, DepartmentTruth, PersonTruth]]:
        """Everybody with college and department."""
        for college in self.colleges:
            for department in college.departments:
                for person in department.people:
                    yield college, department, person

    def needed(self) -> tuple[str, ...]:
        """The pages that have to be fetched to know everybody: home, colleges, departments, people."""
        paths = {"/": None, self.colleges_path: None}
        for college in self.colleges:
            paths |= {college.path: None, college.departments_path: None}
            for department in college.departments:
                paths |= {department.path: None, department.people_path: None}
        return tuple(paths)


@dataclass(frozen=True, slots=True)
class OddPage:
    """A page that goes wrong: what `kind` of trouble, and what is right about it.

    `text` stands on the page when it is read rightly, `leads_to` is where a redirect ends.
    """

    path: str
    kind: str
    text: str = ""
    encoding: str = "utf-8"
    leads_to: str = ""


@dataclass(frozen=True, slots=True)
class OddTruth:
    """All odd pages, and the host whose robots.txt fails."""

    host: str
    pages: tuple[OddPage, ...]
    host_without_robots: str

    def of(self, kind: str) -> tuple[OddPage, ...]:
        """The pages with that trouble."""
        return tuple(page for page in self.pages if page.kind == kind)


@dataclass(frozen=True, slots=True)
class Truth:
    """All there is to know, by kind."""

    news: NewsTruth
    universities: tuple[UniversityTruth, ...]
    books: DomainTruth
    papers: DomainTruth
    products: DomainTruth
    odd: OddTruth

    def university(self, host: str) -> UniversityTruth:
        """A university by host."""
        return next(item for item in self.universities if item.host == host)

    @property
    def domains(self) -> tuple[DomainTruth, ...]:
        """Books, papers and products."""
        return (self.books, self.papers, self.products)
