import pytest

from motherlode.annotate.kinds import INDEX, KINDS, kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$12.99", "price"), ("9,90 €", "price"), ("June 2010", "date"), ("2010-06-25 00:12:45", "date"),
        ("978-0-306-40615-7", "isbn"), ("(501) 329-3934", "phone"), ("907/279-7311", "phone"),
        ("someone@example.org", "email"), ("www.example.edu", "link"), ("Howard Zinn", "person"),
        ("Zinn, Howard", "person"), ("6' 2\"", "height"), ("205 lbs.", "weight"), ("112 min", "duration"),
        ("27 City / 36 Hwy", "mileage"), ("3.0L Gas I6, 335 HP", "engine"), ("PG-13", "film_rating"),
        ("Blairsville, PA", "place"), ("155 W 51st St", "street"), ("4.5 out of 5", "rating"),
        ("10.1145/12345.678", "doi"),
    ],
)  # fmt: skip
def test_a_value_is_recognised(text, kind):
    assert kinds(text)[INDEX[kind]] >= 0.6


def test_a_price_inside_a_sentence_counts_little():
    assert kinds("You can have it for $12.99 if you order before the end of the month")[INDEX["price"]] < 0.2


def test_nothing_is_outside_zero_and_one():
    for text in ("", "-", "♥", "a" * 1000, "1" * 500):
        found = kinds(text)
        assert len(found) == len(KINDS)
        assert ((found >= 0) & (found <= 1)).all()
