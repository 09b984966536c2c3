from motherlode.extract.article import read

PARAGRAPHS = [
    "The council opened the new bridge over the river on Monday, two years after the old one was closed to traffic.",
    "About 4,000 people crossed it within the first hour, the police said, and a small band played on the bank.",
    "The mayor thanked the engineers, who had worked through two winters, and promised a second bridge by 2030.",
]
PAGE = f"""<html lang="en"><head><title>New bridge opens | The Daily River</title>
<meta property="og:site_name" content="The Daily River"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<article><h1>New bridge opens</h1><p class="byline">By Anna Lee</p>
<time datetime="2024-05-03T16:05:00+02:00">3 May 2024</time>
{"".join(f"<p>{p}</p>" for p in PARAGRAPHS)}
</article>
<aside><h3>Most read</h3><ul><li><a href="/a">Ten bridges to see</a></li></ul></aside>
<footer>© 2024 The Daily River. All rights reserved.</footer></body></html>"""


def test_an_article_is_read_whole() -> None:
    article = read(PAGE, "https://river.example/2024/05/03/bridge")
    assert article.title == "New bridge opens"
    assert article.published == "2024-05-03T16:05:00+02:00"
    assert article.authors == ("Anna Lee",)
    assert article.source == "The Daily River"
    assert all(paragraph in article.content for paragraph in PARAGRAPHS)
    assert "Ten bridges" not in article.content
    assert "rights reserved" not in article.content
    assert article.language == "en"
    assert {"title", "published", "content", "authors", "source"} <= set(article.evidence)
    assert "https://river.example/sport" in {link.url for link in article.links}


def test_nothing_at_all_gives_an_empty_article() -> None:
    assert read("").content == ""
    assert read("<frameset><frame src=a></frameset>").title == ""


def test_a_base_that_is_no_address_does_not_cost_the_absolute_links() -> None:
    page = '<base href="//"><p>One <a href="https://a.org/b?utm_source=x&c=1">link</a> in a text of some length.'
    assert [link.url for link in read(page).links] == ["https://a.org/b?c=1"]
