"""Markdown for a model: what is left out, and where it is cut."""

import motherlode as ml
from motherlode.api.markdown import cut

PAGE = """<html><head><meta property="og:image" content="https://example.org/dam.jpg">
<meta property="og:site_name" content="The Gazette"></head><body><article><h1>The dam holds</h1>
<p>Engineers <a href="/inspection">inspected the spillway</a> on Monday and found no new cracks in it.</p>
<h2>What comes next</h2>
<p>The reservoir will be lowered by two metres. “We take no risk,” said the mayor of the town below the dam.</p>
<p>Some 400 people may return to their houses in the valley on Friday, the district said in the evening.</p>
</article></body></html>"""


def test_nothing_but_text_by_default() -> None:
    text = ml.article(PAGE, url="https://example.org/a").markdown
    assert "## What comes next" in text
    assert "](" not in text


def test_links_and_images_when_asked_for() -> None:
    wanted = ml.Markdown(links=True, images=True, title=True)
    text = ml.article(PAGE, url="https://example.org/a", markdown=wanted).markdown
    assert "[inspected the spillway](https://example.org/inspection)" in text
    assert "![](https://example.org/dam.jpg)" in text
    assert text.startswith("# The dam holds\n\n*The Gazette*")


def test_the_length_is_cut_at_a_sentence() -> None:
    whole = ml.article(PAGE, url="https://example.org/a").markdown
    for most in range(100, len(whole) + 20, 7):
        text = ml.article(PAGE, url="https://example.org/a", markdown=ml.Markdown(max_characters=most)).markdown
        assert len(text) <= most
        assert whole.startswith(text)
        assert text.endswith((".", "”", "next"))


def test_chinese_is_cut_at_its_own_stops_and_a_long_word_anywhere() -> None:
    assert cut("大坝稳固。镇长说没有危险。居民星期五返回。", 15) == "大坝稳固。镇长说没有危险。"
    assert cut("x" * 50, 20) == "x" * 20
    assert cut("one two three four", 9) == "one two"
