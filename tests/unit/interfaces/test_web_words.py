"""Nothing on the page is left untranslated by oversight, and presets hold values that the settings take."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import motherlode.interfaces.web as web
from motherlode.analyse.hot import hot_remarks, hot_topics
from motherlode.analyse.params import HotParams
from motherlode.app.analyse.run import find_stories
from motherlode.app.presets import PRESETS, Preset
from motherlode.app.records import drawn_page
from motherlode.app.settings import check
from motherlode.dom.tree import parse
from motherlode.interfaces.web.words import CHINESE, ONE, in_chinese
from motherlode.model.documents import Document, Stories
from motherlode.model.records import Record, Region

FOLDER = Path(web.__file__).parent


def sentences() -> set[str]:
    """Every text that is given to t() or to a heading."""
    found = set()
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                "t",
                "heading",
            ):
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def labels() -> set[str]:
    """Words that are translated by way of a table: columns, choices, hints. They stand in capital-named constants of
    the pages, and as (field, label) pairs."""
    found = set()
    for file in (FOLDER / "modules").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                first, second = (each.value if isinstance(each, ast.Constant) else None for each in node.elts)
                if isinstance(first, str) and isinstance(second, str) and second[:1].isupper() and second[1:2]:
                    found.add(second)
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in TRANSLATED:
                held = node.value.values if isinstance(node.value, ast.Dict) else []
                found |= {
                    each.value for each in held if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
    return found


TRANSLATED = ("KINDS", "HELP", "SPANS", "TAKEN", "SHOWN")
"""Tables of the pages whose values are shown."""


def test_every_sentence_has_its_chinese() -> None:
    assert len(sentences()) > 150
    assert sorted(sentences() - set(CHINESE)) == []


def test_every_label_has_its_chinese() -> None:
    assert len(labels()) > 60
    assert sorted(labels() - set(CHINESE)) == []


def test_no_translation_outlived_its_sentence() -> None:
    house = FOLDER.parents[1]
    text = "".join(
        file.read_text(encoding="utf-8") for file in (*house.rglob("*.py"), house / "app" / "presets.toml")
    )
    folded = re.sub(r'"\s*\n\s*f?"', "", text)
    assert sorted(each for each in CHINESE if each not in folded and each.replace('"', '\\"') not in folded) == []


def test_places_for_figures_are_the_same_in_both_languages() -> None:
    for english, chinese in CHINESE.items():
        for place in ("{n}", "{m}", "{k}", "{name}", "{word}", "{weight}", "{what}"):
            assert (place in english) == (place in chinese), english


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_hold_values_that_the_settings_take(preset: Preset) -> None:
    check(preset.values)
    assert {preset.title, preset.help} <= set(CHINESE)


def test_a_preview_holds_nothing_that_runs_or_loads() -> None:
    page = """<html><head><base href=//x><meta http-equiv=refresh content="0;url=//x"></head><body background=//x>
    <form action=//x><p onclick=alert(1)>shown</p></form><iframe src=//x></iframe><a href="javascript:alert(1)">a</a>
    <svg onload=alert(1)><script>alert(1)</script></svg><ul><li>one</li><li>two</li></ul></body></html>"""
    tree = parse(page)
    first = tree.found("li")[0]
    made = drawn_page(page, Region(1.0, "//li", (), (Record(("one",), nodes=(first, tree.ends[first])),)))
    assert "shown" in made
    assert f'<li data-record="0" data-n="{first}">one</li><li>two</li>' in made
    assert made.index("Content-Security-Policy") < made.index("shown")
    for active in ("<script", "onclick", "onload", "javascript:", "<iframe", "<form", "<base", "refresh", "//x"):
        assert active not in made, active
    assert "data-record=" not in drawn_page("", Region(1.0, "", (), ()))


def test_every_remark_of_hot_topics_has_its_chinese() -> None:
    now = datetime(2026, 3, 9, 12, tzinfo=UTC)
    for days in (1, 3, 40):
        documents = [
            Document(
                id=f"{days}-{n}", title="Flood in the north", content="The river flooded the old town.",
                source=f"site{n}", published=now - timedelta(days=days, hours=n),
            )
            for n in range(1, 9)
        ]  # fmt: skip
        found = find_stories(documents)
        params = HotParams()
        for at in (now, now - timedelta(days=days)):
            topics = hot_topics(documents, found, params, at)
            said = [*hot_remarks(documents, found, topics, params, at)]
            said += [text for topic in topics for text in (topic.reason, *(term.reason for term in topic.terms))]
            for text in said:
                assert re.search("[\u4e00-\u9fff]", in_chinese(text)), text
                left = in_chinese(text).replace("Flood in the north", "")
                assert not re.search("[a-z]{3}", left), (text, left)
    undated = hot_remarks([], Stories((), ()), [], HotParams(), now)
    assert all(re.search("[\u4e00-\u9fff]", in_chinese(text)) for text in undated)


def test_one_of_what_is_counted_is_no_plural() -> None:
    assert set(ONE) <= set(CHINESE)
    used = {
        node.args[0].value
        for file in FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "number_of"
        if isinstance(node.args[0], ast.Constant)
    }
    assert used
    assert used <= set(ONE)
