import pkgutil
import subprocess
import sys
from pathlib import Path

import motherlode as ml
from motherlode import aio

NAMES = [
    "AnnotatedTable",
    "Article",
    "Assessment",
    "Change",
    "CrawlReport",
    "Document",
    "Documents",
    "Entity",
    "Evidence",
    "Evolution",
    "ExportReport",
    "HiddenReport",
    "HiddenSite",
    "HotTopic",
    "Keyword",
    "Link",
    "Markdown",
    "MotherlodeError",
    "Network",
    "NetworkAnswer",
    "PageResult",
    "Person",
    "ProgressEvent",
    "Project",
    "Record",
    "Records",
    "Region",
    "Response",
    "Results",
    "Story",
    "StoryResults",
    "University",
    "WatchReport",
    "__version__",
    "aio",
    "article",
    "articles",
    "errors",
    "integrate",
    "people",
    "people_in",
    "records",
    "records_in",
]
METHODS = [
    "add",
    "annotate",
    "articles",
    "backup",
    "changes",
    "close",
    "configure",
    "crawl",
    "currency",
    "evolution",
    "export",
    "folder",
    "freshness",
    "hidden",
    "hot",
    "import_list",
    "keywords",
    "learn",
    "mark",
    "network",
    "rate",
    "rate_from",
    "ratings",
    "restore",
    "rows",
    "search",
    "settings",
    "stories",
    "trust",
    "university",
    "watch",
]


def test_the_public_list_is_short_and_complete() -> None:
    """A change here is a change for users: it belongs into the changelog."""
    assert sorted(ml.__all__) == sorted(NAMES)
    assert dir(ml) == sorted(NAMES)
    for name in ml.__all__:
        assert getattr(ml, name) is not None
    assert aio.__all__ == ["article", "people", "records"]


def test_the_methods_of_a_project_are_a_short_list() -> None:
    assert sorted(name for name in dir(ml.Project) if not name.startswith("_")) == sorted(METHODS)


def test_every_public_name_is_explained() -> None:
    for name in ml.__all__:
        if name != "__version__":
            assert getattr(ml, name).__doc__, f"{name} has no docstring"
    for name in METHODS:
        assert getattr(ml.Project, name).__doc__, f"Project.{name} has no docstring"


def test_no_public_function_is_hidden_by_a_folder_of_the_same_name() -> None:
    """Importing `motherlode.x.y` sets `motherlode.x`: a function of that name would become a module."""
    folders = {found.name for found in pkgutil.iter_modules(ml.__path__)}
    assert {name for name in ml.__all__ if name in folders} == {"aio", "errors"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(ml, "nothing_of_the_kind")


def test_importing_loads_no_stage() -> None:
    """`import motherlode` must be quick: nothing but the errors is loaded."""
    code = "import sys, motherlode; print([m for m in sys.modules if m.startswith('motherlode.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "['motherlode.errors']"


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(ml.__file__).parent / "py.typed").exists()
