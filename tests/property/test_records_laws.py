"""Laws of record extraction that hold for every page."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.dom.labels import view
from motherlode.dom.similarity import sequence_similarity, tree_similarity
from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, apply, extract, learn
from motherlode.extract.records.hypotheses import hypotheses
from motherlode.extract.records.params import STRATEGIES

words = st.text(alphabet="abcdefghij ", min_size=1, max_size=12)
tags = st.sampled_from(["div", "li", "p", "span", "td", "a", "b"])


@st.composite
def markup(draw: st.DrawFn, depth: int = 3) -> str:
    """Any small tree."""
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        if depth == 0 or draw(st.booleans()):
            parts.append(draw(words))
        else:
            tag = draw(tags)
            parts.append(f"<{tag}>{draw(markup(depth - 1))}</{tag}>")
    return "".join(parts)


@st.composite
def lists(draw: st.DrawFn) -> tuple[str, int]:
    """A page with a list of records that have the same fields, some missing."""
    count = draw(st.integers(4, 15))
    tag = draw(st.sampled_from(["li", "div", "article"]))
    rows = []
    for i in range(count):
        note = f"<p>{draw(words)} note {i}</p>" if draw(st.booleans()) else ""
        rows.append(
            f'<{tag} class="rec" id="r{i}"><h3><a href="/r{i}">Entry number {i} {draw(words)}</a></h3>'
            f"<span>costs $ {i}.99</span>{note}</{tag}>"
        )
    menu = "".join(f"<li><a href='/{i}'>Go {i}</a></li>" for i in range(5))
    return f"<html><body><ul>{menu}</ul><div>{''.join(rows)}</div><p>The end.</p></body></html>", count


@settings(max_examples=60, deadline=None)
@given(markup(4), st.sampled_from(STRATEGIES))
def test_any_page_gives_disjoint_records_in_document_order(html: str, strategy: str) -> None:
    for region in extract(parse(f"<body>{html}</body>"), "", RecordParams(strategy=strategy)):
        if "turned" not in region.method:
            assert all(a.nodes[1] <= b.nodes[0] for a, b in pairwise(region.records))
        names = {column.name for column in region.columns}
        assert all(set(record.fields) <= names for record in region.records)


@settings(max_examples=60, deadline=None)
@given(markup(4))
def test_every_hypothesis_is_disjoint_and_in_order(html: str) -> None:
    for cut in hypotheses(view(parse(f"<body>{html}</body>"))):
        assert (cut.starts < cut.ends).all()
        assert (cut.ends[:-1] <= cut.starts[1:]).all()


@settings(max_examples=30, deadline=None)
@given(lists())
def test_every_record_of_a_list_is_found_once(page: tuple[str, int]) -> None:
    html, count = page
    records = extract(parse(html))[0].records
    assert [record.links[0] for record in records] == [f"/r{i}" for i in range(count)]


@settings(max_examples=30, deadline=None)
@given(lists())
def test_the_rule_learned_on_a_page_gives_its_records_back(page: tuple[str, int]) -> None:
    tree = parse(page[0])
    region = extract(tree)[0]
    again = apply(learn(tree, region), tree)
    assert [(r.texts, r.fields) for r in again.records] == [(r.texts, r.fields) for r in region.records]


@settings(max_examples=20, deadline=None)
@given(lists())
def test_the_order_of_attributes_changes_nothing(page: tuple[str, int]) -> None:
    html = page[0]
    swapped = html.replace(' class="rec" id=', " id=")
    swapped = swapped.replace('"><h3>', '" class="rec"><h3>')
    first, second = (extract(parse(text))[0] for text in (html, swapped))
    assert [r.texts for r in first.records] == [r.texts for r in second.records]


@settings(max_examples=60, deadline=None)
@given(st.lists(tags, max_size=12), st.lists(tags, max_size=12))
def test_similarity_is_symmetric_and_bounded(a: list[str], b: list[str]) -> None:
    assert sequence_similarity(a, b) == sequence_similarity(b, a)
    assert 0 <= sequence_similarity(a, b) <= 1
    assert sequence_similarity(a, a) == 1


@settings(max_examples=40, deadline=None)
@given(markup(3), markup(3))
def test_tree_matching_is_symmetric_and_one_with_itself(a: str, b: str) -> None:
    tree = parse(f"<body><div>{a}</div><div>{b}</div></body>")
    body = tree.tags.index("body")
    both = tree.children(body)[:2]
    if len(both) == 2:
        assert tree_similarity(tree, [both[0]], [both[1]]) == tree_similarity(tree, [both[1]], [both[0]])
        assert tree_similarity(tree, [both[0]], [both[0]]) == 1
