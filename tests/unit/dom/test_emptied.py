"""Contents of scripts and styles are left out, and nothing else of a page's tree changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from motherlode.dom import tree
from motherlode.dom.crowded import RAW
from motherlode.dom.emptied import DOUBTS, emptied, scripts
from motherlode.dom.walk import walked

needs_kernel = pytest.mark.skipif(tree.source_kernel() is None, reason="the kernel is not built: no C compiler")

NAMES = (
    "a", "annotation-xml", "b", "body", "button", "caption", "col", "colgroup", "desc", "div", "foreignObject",
    "form", "frame", "frameset", "g", "head", "iframe", "input", "math", "mi", "noframes", "noscript", "option",
    "p", "path", "plaintext", "script", "select", "style", "svg", "table", "td", "template", "textarea",
    "title", "tr", "xmp",
)  # fmt: skip
TAGS = st.builds(
    lambda name, upper, slash, given, end: f"<{slash}{name.upper() if upper else name}{given}{end}",
    st.sampled_from(NAMES) | st.sampled_from(("script", "style", "svg")),
    st.sampled_from((False, False, True)),
    st.sampled_from(("", "", "/")),
    st.sampled_from(
        ("", "", "", " a=b", ' type="application/LD+json"', " type=x&amp;", ' x=">"', " a='", "/", "\r", "\0")
    ),
    st.sampled_from((">", ">", ">", ">", "")),
)
PIECES = TAGS | st.sampled_from(
    (
        "x", "é", "三", " ", "\n", "<!--", "-->", "--!>", "<!-->", "<![CDATA[", "]]>", "<!x>", "<?x>", "</>", "<",
        ">", '"', "<!-- <script> ", "</script", "</style ", "--></script>", "\udc80", "&lt;", "<mas\u212a>",
    )
)  # fmt: skip
PAGES = st.lists(PIECES, max_size=40).map("".join)


def shape(html: str) -> list[tuple[object, ...]]:
    """The nodes of a page, but for texts in scripts and styles."""
    walk = walked(LexborHTMLParser(html.encode("utf-8", "ignore")).root, 100_000)
    return [
        (tag, depth, text, walk.nodes.attributes(node))
        for node, (tag, depth, text, parent) in enumerate(
            zip(walk.tags, walk.depths.tolist(), walk.texts, walk.parents.tolist(), strict=True)
        )
        if tag != tree.TEXT or walk.tags[parent] not in ("script", "style")
    ]


@settings(max_examples=1500, deadline=None)
@given(PAGES)
def test_the_tree_stays_as_it_is(html: str) -> None:
    assert shape(emptied(html)) == shape(html)


@needs_kernel
@settings(max_examples=1500, deadline=None)
@given(PAGES)
def test_the_kernel_leaves_out_the_same(html: str) -> None:
    source = tree.source_kernel()
    assert source is not None
    assert source.encoded(html, (10**9, 1, (), ()), (10**9, RAW), DOUBTS).decode() == emptied(html)
    assert source.scripts(html, RAW) == scripts(html)


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<script>a<b></script>c<STYLE x>d</Style\n>", "<script> </script>c<STYLE x> </Style\n>"),
        ("<script></script><script src=a></script>", "<script></script><script src=a></script>"),
        ("<script type='application/ld+json'>{}</script>", None),
        ("<script type='application/LD+JSON'>{}</script>", None),
        ("<script type='application/ld&#43;json'>{}</script>", None),
        ("<script type='application/json'>{}</script>", "<script type='application/json'> </script>"),
        ("<script>a", None),
        ("<style>a</script>", None),
        ("<script>a</scripted>b</script>", "<script> </script>"),
        ("<script><!-- a --></script>b", "<script> </script>b"),
        ("<script><!-- <script>a</script> --></script><script>b</script>", None),
        ("<!-- <script>a</script> --><script>b</script>", "<!-- <script>a</script> --><script> </script>"),
        ("<!-- --!><script>b</script>", "<!-- --!><script> </script>"),
        ("<textarea><script>a</script></textarea>", None),
        ("<title><style>a</style></title>", None),
        ("<noscript><style>a</style></noscript>", "<noscript><style> </style></noscript>"),
        ("<svg><style>a</style><g/></svg><script>b</script>", "<svg><style>a</style><g/></svg><script> </script>"),
        ("<svg><title>a</title></svg><script>b</script>", "<svg><title>a</title></svg><script> </script>"),
        ("<svg><title><p></title></svg><script>b</script>", None),
        ("<svg><foreignObject></foreignObject></svg><script>b</script>", None),
        ("<svg><![CDATA[>]]></svg><script>b</script>", None),
        ("<math></math><script>b</script>", None),
        ("<select><option>a</select><script>b</script>", "<select><option>a</select><script> </script>"),
        ("<select><div></div></select><script>b</script>", None),
        ("<plaintext><script>b</script>", None),
        ("<frameset><script><frame></script></frameset>", None),
        ("<template><col><script><p></script></template><script>b</script>", None),
        ("<table><col></table><script>b</script>", "<table><col></table><script> </script>"),
    ],
)
def test_contents_are_left_out_where_the_parser_reads_them_as_text(html: str, wanted: str | None) -> None:
    assert emptied(html) == (html if wanted is None else wanted)
    prepared = tree.prepared(html)
    assert (prepared.decode() if isinstance(prepared, bytes) else prepared) == emptied(html)


def test_who_searches_scripts_finds_them_whole() -> None:
    page = tree.parse("<p>a<script>var b = '<p>';</script><svg><script>c</script></svg><script></script><script>é")
    assert page.scripts == ["var b = '<p>';", "é"]
    assert page.text_of(0) == "a"
    assert [node.text() for node in page.whole().css("p ~ script, p > script")] == ["var b = '<p>';", "", "é"]
