from hypothesis import given
from hypothesis import strategies as st

from motherlode.text.language import guess
from motherlode.text.words import stems, words


def test_chinese_is_divided_by_dictionary() -> None:
    assert words("马来西亚航空公司客机坠毁") == ["马来西亚航空公司", "客机", "坠毁"] or "客机" in words(
        "马来西亚航空公司客机坠毁"
    )


def test_stems_bring_forms_together() -> None:
    assert len(set(stems("crash crashed crashes crashing", language="en"))) == 1


def test_languages() -> None:
    assert guess("The minister said that the plan would be put to a vote") == "en"
    assert guess("Министр сказал, что план будет вынесен на голосование") == "ru"
    assert guess("El ministro dijo que el plan será sometido a votación") == "es"
    assert guess("これは日本語の文章です") == "ja"


@given(st.text(max_size=200))
def test_any_text_gives_words(text: str) -> None:
    for word in words(text):
        assert word
