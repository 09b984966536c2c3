"""A crawl watches itself: whether what it keeps comes from one host, and whether it holds the user's words."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Keyword
from motherlode.text.words import lowered, stem, words

WINDOW = 50
"""Related pages that are looked back on."""

LEAST = 20
"""With fewer related pages nothing is said."""

ONE_HOST = 0.8
LEAST_HOSTS = 3
"""Share of one host among the related pages from which it is named, where a crawl went to three hosts at least."""

WITHOUT_WORDS = 0.4
"""Share of related pages without any of the user's words from which that is said."""

RELATED = 0.5


class Watch:
    """Looks at every judged page; what it has to say is in `warnings`."""

    def __init__(self, keywords: Sequence[Keyword]) -> None:
        self._words = {
            stem(part, "en") for keyword in keywords for part in words(keyword.word, stop=False) or [keyword.word]
        }
        self._plain = [keyword.word.lower() for keyword in keywords]
        self._hosts: set[str] = set()
        self._recent: deque[tuple[str, bool]] = deque(maxlen=WINDOW)

    def saw(self, page: ReadPage, relevance: float) -> None:
        """A judged page; only related ones count."""
        host = page.url.split("/", 3)[2] if page.url.count("/") > 1 else ""
        if len(self._hosts) < LEAST_HOSTS:
            self._hosts.add(host)
        if relevance < RELATED:
            return
        text = lowered(f"{page.title} {page.text}")
        held = any(word in text for word in self._plain)
        if not held and self._words:
            held = not self._words.isdisjoint(stem(word, page.language or "en") for word in words(text))
        self._recent.append((host, held))

    def warnings(self) -> tuple[str, ...]:
        """What a user should know about the related pages of late, each as a sentence with the next step."""
        number = len(self._recent)
        if number < LEAST:
            return ()
        said = []
        host, pages = Counter(host for host, _ in self._recent).most_common(1)[0]
        if pages / number >= ONE_HOST and len(self._hosts) >= LEAST_HOSTS:
            said.append(
                f"{pages} of the last {number} related pages come from {host}; "
                "look at some of them, and mark what is off topic or leave the host out"
            )
        without = sum(not held for _, held in self._recent)
        if self._words and without / number >= WITHOUT_WORDS:
            said.append(
                f"{without} of the last {number} related pages hold none of your words; "
                "look at some of them, and give more example pages"
            )
        return tuple(said)
