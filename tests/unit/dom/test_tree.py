import pytest
from hypothesis import given
from hypothesis import strategies as st

from motherlode.dom.tree import TEXT, flattened, parse
from motherlode.errors import LimitExceeded


@given(st.text(alphabet="<>/abdivptr \n=\"'&;!-", max_size=300))
def test_arrays_describe_one_tree(html: str) -> None:
    tree = parse(html)
    for node in range(len(tree)):
        parent = tree.parents[node]
        assert node < tree.ends[node] <= len(tree)
        if parent >= 0:
            assert parent < node < tree.ends[parent]
            assert tree.ends[node] <= tree.ends[parent]
            assert tree.depths[node] == tree.depths[parent] + 1
        for child in tree.children(node):
            assert tree.parents[child] == node


def test_text_nodes_stand_in_document_order() -> None:
    tree = parse("<p>one<b>two</b>three<!-- no --></p><p>four")
    assert [tree.texts[i] for i in range(len(tree)) if tree.tags[i] == TEXT] == [
        "one",
        "two",
        "three",
        "four",
    ]


def test_hidden_text_is_left_out() -> None:
    tree = parse("<body>a<script>x</script><style>y</style> b</body>")
    assert tree.text_of(0) == "a b"


@pytest.mark.parametrize("tag", ["div", "span", "font", "b", "table", "ul", "a", "section"])
def test_deep_nesting_keeps_the_text_and_ends(tag: str) -> None:
    tree = parse(f"<{tag}>" * 100_000 + "deep")
    assert "deep" in tree.text_of(0)
    assert max(tree.depths) < 3000


def test_ordinary_pages_are_not_changed() -> None:
    html = "<div>" * 100 + "x" + "</div>" * 100
    assert flattened(html) is html


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(LimitExceeded):
        parse("<p>x" * 100, max_nodes=50)
