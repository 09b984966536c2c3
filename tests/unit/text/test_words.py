from hypothesis import given
from hypothesis import strategies as st

from motherlode.text.language import guess, voted
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


@given(st.text("abs tTheof'’“”-–_1.\n", max_size=60))
def test_words_of_plain_letters_are_those_that_other_letters_beside_them_leave(text: str) -> None:
    for stop in (True, False):
        assert [*words(text, language="en", stop=stop), "žž"] == words(f"{text} žž", language="en", stop=stop)
    assert voted(text.lower()) == voted(f"{text} žž".lower())
