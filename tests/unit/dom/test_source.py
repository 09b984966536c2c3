"""Pages that would keep the parser busy for long are found by the native extension as by Python, and parsed soon."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.conftest import cpu_within

from motherlode.dom import tree
from motherlode.dom.nesting import LEAVING, NOT_NESTING, RAW, flattened, thinned
from motherlode.kernels import native

KERNEL = native()
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="the native extension is not used")

HOSTILE = [
    "<div>" * 30_000,
    "<p>" * 30_000 + "<b>x</b>" * 9,
    "<DIV a/>" * 30_000,
    "<div></div><br><x9>" * 10_000,
    ("<i>" * 600 + "</i>" * 600) * 30,
    "<a " + "b=1 " * 9_000 + ">x",
    "<a " + "é" * 30_000 + ">x",
    "<a " + "b='1 2' " * 9_000 + ">x",
    "<a" + "/b =\n'1 2'/" * 9_000 + ">x",
    "<a b='" + "1 2 " * 9_000 + "'>x",
    "<a b='" + "1 2 " * 9_000,
    "<a b =\t" + '1 "2 ' * 9_000 + ">",
    "<a =" + "' a" * 9_000 + ">",
    '<a b=="' + "a " * 9_000 + '">',
    "<a " + "b" * 30_000 + "<a " + "c\t" * 30_000,
    "<" * 30_000 + "</" * 10 + "x" * 30_000,
    "> " * 20_000 + "<script>" + "var a = 1; " * 9_000 + "</script>",
    '<a x=">" ' + " ".join(f"a{n}" for n in range(30_000)) + ">x",
    "<a " + " ".join(f"<a{n}" for n in range(30_000)) + ">x",
    "</><a " + "/".join(f'a{n}=">"' for n in range(30_000)) + ">x",
    "<svg><title><a " + "b=1 " * 9_000 + "></title></svg>",
    "<!-- <a " + "b=1 " * 9_000 + "><!--><a " + "b=1 " * 9_000 + ">",
    "<div/>" * 60_000,
    "<div></x>" * 60_000,
    "<b></i>" * 60_000,
    "<div><!--</div>-->" * 60_000,
    "<div a='</div>'>" * 60_000,
    "<div><script></div></script>" * 30_000,
    "<svg><div/></svg>" * 30_000,
    "<svg><desc>x<b></desc>" + "<style/>" * 60_000,
    "<svg><title><g></title>" + "<g/><div/>" * 30_000,
    "<rt>" * 60_000,
    "<svg>" + "</textarea><option><frameset>" * 20_000,
    "<svg><desc>x<b></b></desc>" + "<option></x>" * 30_000,
    "<ruby><table><tr><td>" + "<rp></a>" * 60_000,
    "".join(f"<x{n}>" for n in range(30_000)),
    "<svg><title>icon</title><path/><path/></svg>" * 9_000,
    "",
]


def assert_same(html: str) -> None:
    text = html.encode("utf-8", "ignore").decode()
    assert tree.prepared(html).decode() == tree.flattened(text)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_any_text_is_prepared(html: str) -> None:
    assert_same(html)


PIECES = (
    *(
        "<a",
        "</a",
        "<script",
        "</script",
        "</SCRIPT>",
        "<svg>",
        "</svg>",
        "<math",
        "<title>",
        "</title ",
        "<!--",
        "-->",
    ),
    *("->", "</>", "<?", "<!", "b", " ", "\n", "/", "=", '"', "'", ">", "é", "x y", "b=1 ", "c='2'", "<"),
)


@needs_kernel
@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_tags_with_many_attributes_are_found_alike(html: str) -> None:
    for most in (0, 1, 3):
        assert KERNEL.hostile(html.encode(), (10**9, 1, (), ()), (most, RAW)) == (thinned(html, most) != html)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_element_keeps_more_attributes_than_it_may(html: str) -> None:
    parsed = tree.Tree(thinned(html, 2))
    assert all(len(attributes) <= 2 for attributes in parsed.attributes)


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_pages_are_parsed_soon(html: str) -> None:
    with cpu_within(10):
        assert len(tree.parse(html)) > 0


@needs_kernel
@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("more", ["", "é", "三", "😀"])
def test_hostile_pages_are_prepared_alike(html: str, more: str) -> None:
    assert_same(html + more)


TAGS = (
    *(
        "div",
        "b",
        "p",
        "td",
        "option",
        "svg",
        "math",
        "g",
        "title",
        "desc",
        "script",
        "style",
        "textarea",
        "x-y",
        "rt",
    ),
    *("foreignobject", "br", "Ba", "é"),
)
MARKS = [
    *(f"{begin}{name}{end}" for name in TAGS for begin in ("<", "</") for end in (">", "/>", " a=b/>")),
    "<!--",
    "-->",
    "x",
]


@needs_kernel
@settings(max_examples=300, deadline=None)
@example("<div><svg><div><math/>", 3)
@given(st.lists(st.sampled_from(MARKS), max_size=40).map("".join), st.integers(1, 5))
def test_any_page_nests_alike(html: str, most: int) -> None:
    deep = KERNEL.hostile(html.encode(), (0, most, NOT_NESTING, LEAVING), (10**9, RAW))
    assert deep == (flattened(html, most, 0) != html)


@needs_kernel
def test_the_kernel_refuses_what_does_not_fit() -> None:
    for arguments in (
        (b"a", (1, 1, (), ()), (1, ("",))),
        (b"a", (1, 1, ("",), ()), (1, ())),
        (b"a", (1, 1, ("a" * 17,), ()), (1, ())),
        (b"a", (1, 1, ("a",) * 65, ()), (1, ())),
    ):
        with pytest.raises(ValueError, match=r"."):
            KERNEL.hostile(*arguments)
    for arguments in (
        ("a", (1, 1, (), ()), (1, ())),
        (b"a", (1, 1, [], ()), (1, ())),
        (b"a", (1, 1, (1,), ()), (1, ())),
    ):
        with pytest.raises(TypeError):
            KERNEL.hostile(*arguments)


def test_scripts_are_read_as_they_stand() -> None:
    html = "<p>x</p><script>var b = '<p>';</script><style>p {}</style><script></script><script>é</script>"
    page = tree.parse(html)
    assert page.scripts == ["var b = '<p>';", "é"]
    assert page.text_of(0) == "x"


def test_a_drawing_with_many_points_does_not_cost_what_follows() -> None:
    html = f"<svg><path d='{'M 1 2 ' * 20_000}'/></svg><p class='a'>after</p><p id='b'>it</p>"
    assert tree.parse(html).text_of(0) == "after it"
    assert len(tree.flattened("<a " + "b=1 " * 9_000 + ">x")) < 20_000
