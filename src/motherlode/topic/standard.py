"""The standard vector of a topic in one language, and what a page of that language scores against it (N3, N5, N8).

The vector is the mean of the example pages, each word weighted by how much more often it stands in pages on the topic
than in the others and by how unlikely that is by chance, plus the keywords. Related pages join the examples with
a weight by their own relevance and together never count for more than a fixed number of examples. Examples and
keywords alone make a second vector, the anchors: a page teaches as far as the anchors agree, one host never teaches
more than all others together, and a page without anything of the anchors is held back. That keeps the topic from
drifting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.topic.bags import FEWEST_TERMS, Bags, damping, grown
from motherlode.topic.evidence import KeywordEvidence
from motherlode.topic.params import TopicParams
from motherlode.topic.terms import Floats, Ids, log_weighted
from motherlode.topic.threshold import COMPARED, parting

STEEPNESS = 6.0
BORDER = 0.5
"""Relevance is 1/2 where the cosine is half of what example pages score against each other (0.62 finds less)."""

KEYWORD_FLOOR = 1.0
"""A keyword of the user keeps at least this idf, however common the crawled pages make it."""

MAX_CLASS_WEIGHT = 4.0
"""Log-odds of a word's class are cut here: beyond e⁴ one page's chance spelling would rule the vector."""

HALF_SURE = 15.0
"""A word whose likelihood ratio G² is this counts half: among thousands of words some reach 10 by chance.
Swept 6–30 on seven topics: average precision is the same within .002."""

LEAST_SUPPORT = 1.99
"""A word stands in two pages on the topic at least, or in one example and the equal of one in related pages."""

FEEDBACK_FROM = 0.1

AGREED_FROM = 0.25
"""A page teaches in full from this share of what pages on topic score against the anchors."""

HELD_BELOW, HELD_SHARE = 0.1, 0.3
"""Below this share a page loses relevance, down to this part: without any word of the anchors it is not kept."""

OPPOSED = 0.5
"""How much the words of pages marked as off the topic count against a page, beside those of the topic for it."""

SPARSE = 0.02
"""Scores far below this are all alike to the border: such pages share a stray word with the topic. Swept .01, .02,
.03 and .05 on thirteen topics of two webs and twenty seeds of the sample web, given by keywords, examples or both:
mean F of the kept sets .752, .756, .749, .723 (.690 by the gap in a histogram that stood here before)."""

SHARPNESS = 2.7
"""Log-odds for each factor of e between a page's score and the border, by logistic regression: 2.4 on an
encyclopedia, 2.8 on a news web, 3.5 on the sample web."""

COMPARED_WITH_EXAMPLES = 2.0
"""With two examples or more the group on the topic is tighter (see `parting`): F with keywords and examples .742,
.750, .734, .720 on an encyclopedia and .762, .747, .735, .721 on a news web for 1.5, 2, 2.5, 3; at 1.5 a story is
cut on the sample web."""

LEAST_BORDER, BACKED = 0.2, 0.5
"""With two examples or more the border stays above this share of what they score, unless the keywords give the pages
above it a mean chance of a half: a crawl that found nothing else keeps its few best pages. Pages on the topic have
.44 to .81 on thirteen topics, pages of the wrong topic .06 to .43. The order of pages is right where too much is kept
(flight MH17 F .39, best cut .83), but no border was found that carries over: at .6, whatever the keywords say, F is
.81 for .73 on the news web and .72 for .74 on the encyclopedia, and cuts laid three times, least error with unequal
spreads, a pull towards what examples score and the keywords' evidence in the score win on one web what they lose on
the other, or lose on both. So do a classifier learned from the surest pages (.81 and .69), half of the median that
examples score when left out (.81 and .71) and link texts of eight words or more counted half (.72 and .74): pages of
the war in Ukraine name the flight among their related links, and birds are as far from their examples as that. What
the other twelve topics would choose among 28 rules (seven least shares, scores with and without a page's heaviest
word) gives the topic left out .74 on news and .70 on the encyclopedia."""

LEAST_HOSTS = 3
"""With fewer hosts in a crawl, what one of them says is all there is to learn from."""


BY_KEYWORDS = 0.5
"""Share of the keywords' own evidence in the log-odds where there are no examples; .3 and .7 give F within .005."""

FIRST_TYPICAL = 1.0
"""Without examples, pages that the keywords speak for say what a page on topic scores; the twentieth of the pages
that scores most counts beside them as one page. Swept .2–4: F within .003."""


class Standard:
    """One language's examples, pages and vector."""

    def __init__(self, keywords: Mapping[int, float], params: TopicParams, heaviest: float = 1.0) -> None:
        self.params = params
        self.evidence = KeywordEvidence(keywords, heaviest)
        self.df: Floats = np.zeros(1024, dtype=np.float32)
        self.documents = 0
        self.examples, self.pages, self.counterexamples = Bags(), Bags(), Bags()
        self.unwanted: dict[int, float] = {}
        self.numbers: list[int] = []
        self.forgotten: list[int] = []
        """Numbers of the pages remembered, and of those that are no more: what they scored last still counts."""
        self._hosts: list[int] = []
        self.anchors: Floats = np.zeros(1, dtype=np.float32)
        self.against: Floats = np.zeros(1, dtype=np.float32)
        self._anchored = 0.1
        self.shared: dict[int, float] = {}
        self.shared_pages = 0
        self.relevances: Floats = np.zeros(0, dtype=np.float32)
        self.scores: Floats = np.zeros(0, dtype=np.float32)
        self.held: Floats = np.zeros(0, dtype=np.float32)
        self.vector: Floats = np.zeros(1, dtype=np.float32)
        self._idf: Floats = np.zeros(1, dtype=np.float32)
        self._rarest = 1.0
        self._usual = 100.0
        self._typical = 0.3
        self._grounded: tuple[object, tuple[Floats, ...]] | None = None
        self._evidence: tuple[object, Floats] = ((), np.zeros(0, dtype=np.float32))
        """The state of the keywords, and what they say of the pages remembered, which changes only with them."""
        self._looked_up: tuple[Floats, ...] = (self._idf,)
        """The vector, then rarities, vector and anchors with what a term counts that came after the last estimate."""

    def add_document(self, ids: Ids, size: int) -> None:
        """Counts a page's terms in the background."""
        self.df = grown(self.df, size)
        self.df[ids] += 1
        self.documents += 1

    def add_example(self, ids: Ids, counts: Floats, size: int) -> None:
        """An example page of the topic."""
        self.examples.append(ids, log_weighted(counts))
        self.add_document(ids, size)

    def add_counterexample(self, ids: Ids, counts: Floats, size: int) -> None:
        """A page that a person marked as off the topic."""
        self.counterexamples.append(ids, log_weighted(counts))
        self.add_document(ids, size)

    def add_keywords(self, keywords: Mapping[int, float], heaviest: float) -> None:
        """Further keywords of the person's; what was unwanted and is a keyword now is wanted."""
        self.evidence.add(keywords, heaviest)
        for number in keywords:
            self.unwanted.pop(number, None)

    def remember(self, number: int, ids: Ids, logs: Floats, size: int, host: int) -> None:
        """A judged page, for feedback and to be judged anew."""
        self.add_document(ids, size)
        self.pages.append(ids, logs)
        self.numbers.append(number)
        self._hosts.append(host)
        if len(self.pages) > self.params.memory:
            drop = len(self.pages) // 4
            self.pages.drop(drop)
            self.forgotten += self.numbers[:drop]
            del self.numbers[:drop], self._hosts[:drop]
            self.relevances, self.scores, self.held = (x[drop:] for x in (self.relevances, self.scores, self.held))
            self._evidence = self._evidence[0], self._evidence[1][drop:]

    def idf(self, ids: Ids) -> Floats:
        """How rare terms are, as of the last estimate; terms met since then are the rarest."""
        if not len(ids) or ids.max() < len(self._idf):
            return self._idf[ids]
        known = ids < len(self._idf)
        return np.where(known, self._idf[np.minimum(ids, len(self._idf) - 1)], self._rarest).astype(np.float32)

    def shares(self, ids: Ids, logs: Floats) -> tuple[Floats, float]:
        """What each term of a page adds to its cosine with the vector; their sum is the relativity (N5).

        Beside it the page's cosine with the anchors.
        """
        if self._looked_up[0] is not self.vector:
            self._looked_up = (
                self.vector,
                *map(_with_last, (self._idf, self.vector, self.anchors), (self._rarest, 0, 0)),
            )
        _, idf, vector, anchors = self._looked_up
        weights = logs * idf.take(ids, mode="clip")
        length = float(np.sqrt(weights @ weights)) * float(damping(len(ids), self._usual, self.params.pivot))
        if not length:
            return weights, 0.0
        weights = weights / length
        shares: Floats = weights * vector.take(ids, mode="clip")
        return shares, float(weights @ anchors.take(ids, mode="clip"))

    def soft(self, relativity: float, anchored: float, ids: Ids, counts: Floats) -> float:
        """Relativity on a scale from 0 to 1 with 1/2 at the border, held back without anything of the anchors."""
        evidence = 0.0 if len(self.examples) else self.evidence.odds(ids, counts)
        return float(self._softened(np.float32(relativity), np.float32(anchored), np.float32(evidence)))

    def held_back(self, anchored: Any) -> Any:
        """The part of its relevance that a page keeps, by what it has of the anchors."""
        reached = np.minimum(np.maximum(anchored / (HELD_BELOW * self._anchored), 0.0), 1.0)
        return HELD_SHARE + (1 - HELD_SHARE) * reached

    def _softened(self, scores: Any, anchored: Any, evidence: Any) -> Any:
        odds = STEEPNESS * (scores / self._typical - BORDER)
        if not len(self.examples):
            odds = (1 - BY_KEYWORDS) * odds + BY_KEYWORDS * evidence
        return self.held_back(anchored) / (1 + np.exp(-odds))

    def parted(self, scores: Floats, held: Floats) -> Floats:
        """Relevances with 1/2 at the border between the two groups that all scores of a crawl fall into.

        What examples score against each other is no measure where they tell of one part of a story: in a Chinese
        story of the sample web they scored .33 and all other articles .01 to .04, far above everything else.
        """
        values = np.log(np.maximum(scores, 0.0) + SPARSE)
        border = parting(values, COMPARED_WITH_EXAMPLES if len(self.examples) > 1 else COMPARED)
        if len(self.examples) > 1:
            least = float(np.log(LEAST_BORDER * self._typical + SPARSE))
            if border < least and self._backing(float(np.exp(border)) - SPARSE) < BACKED:
                border = least
        found: Floats = (held / (1 + np.exp(-SHARPNESS * (values - border)))).astype(np.float32)
        return found

    def _backing(self, score: float) -> float:
        """The mean chance that the keywords give to the remembered pages from a score on."""
        chances = 1 / (1 + np.exp(-self._odds(len(self._idf))))
        above = chances[self.scores >= score]
        return float(above.mean()) if len(above) else 0.0

    def fit(self, size: int, relevances: Floats) -> None:
        """Estimates the vector anew from examples, keywords and related pages (N8), and judges the pages by it."""
        size = max(1, size)
        own, found, inside, centre, given, anchored, evidence = self._ground(size)
        weight = float(len(self.examples))
        chances = (1 / (1 + np.exp(-evidence))).astype(np.float32)
        if not len(self.examples) and not relevances.any():
            relevances = chances
        share = self._feedback(relevances * np.clip(anchored / (AGREED_FROM * self._anchored), 0.0, 1.0))
        if share.any():
            inside = inside + self.pages.sums(size, share)
            centre = centre + self.pages.sums(size, share, found)
            weight += float(share.sum())
        least = LEAST_SUPPORT if len(self.examples) > 1 or share.any() else 1.0
        self.vector = self._combined(self._learned(inside, centre, weight, least), given)
        scores = self.pages.dots(found, self.vector)
        if len(self.examples):
            self._calibrate(inside, centre, weight, given, own, least)
        elif len(scores):
            sure = np.square(chances)
            most = float(np.quantile(scores, 0.95))
            usual = (sure @ scores + FIRST_TYPICAL * most) / (sure.sum() + FIRST_TYPICAL)
            self._typical = max(0.05, float(usual))
        self.scores, self.held = scores, self.held_back(anchored).astype(np.float32)
        self.relevances = self._softened(scores, anchored, evidence).astype(np.float32)

    def _ground(self, size: int) -> tuple[Floats, ...]:
        """What an estimate rests on whatever the pages' relevances are; made anew only when pages or words came."""
        unwanted = tuple(self.unwanted.items())
        key = (size, self.documents, len(self.pages), len(self.counterexamples), self.evidence.state, unwanted)
        if self._grounded is not None and self._grounded[0] == key:
            return self._grounded[1]
        self.df = grown(self.df, size)
        self._idf = np.maximum(np.log((self.documents + 1) / (self.df[:size] + 0.5)), 0.0).astype(np.float32)
        self._rarest = float(np.log((self.documents + 1) / 0.5))
        for number in self.evidence.keywords:
            self._idf[number] = max(KEYWORD_FLOOR, float(self._idf[number]))
        lengths = np.concatenate((self.examples.lengths, self.pages.lengths))
        self._usual = max(FEWEST_TERMS, float(np.median(lengths))) if len(lengths) else 100.0
        own = self.examples.weighted(self._idf, self._usual, self.params.pivot)
        found = self.pages.weighted(self._idf, self._usual, self.params.pivot)
        inside = self.examples.sums(size)
        centre = self.examples.sums(size, weights=own)
        given = self._given(self.evidence.keywords, size)
        self.against = self._opposed(size)
        anchored = self._anchor(inside, centre, given, own, found)
        ground = own, found, inside, centre, given, anchored, self._odds(size)
        self._grounded = key, ground
        return ground

    def _odds(self, size: int) -> Floats:
        """What the keywords alone say of the pages remembered; only pages that came since the last time are read."""
        state, known = self._evidence
        if state != self.evidence.state:
            known = known[:0]
        if len(known) < len(self.pages):
            known = np.concatenate((known, self.evidence.odds_of(self.pages, size, len(known))))
        self._evidence = self.evidence.state, known
        return known

    def _anchor(self, inside: Floats, centre: Floats, given: Floats, own: Floats, found: Floats) -> Floats:
        """The anchors: the vector of examples and keywords alone; what the remembered pages score against it."""
        number = len(self.examples)
        least = LEAST_SUPPORT if number > 2 else 1.0
        learned = self._learned(inside, centre, float(number), least)
        self.anchors = _unit(learned + (self.params.keyword_share if number else 1.0) * given)
        scores = self.pages.dots(found, self.anchors)
        if number:
            self._anchored = max(0.02, float(self.examples.dots(own, self.anchors).mean()))
        if number < 2 and len(scores):
            # One example scores 1 against itself, which no other page does.
            upper = max(0.05, float(np.quantile(scores, 0.95)))
            self._anchored = min(self._anchored, upper) if number else upper
        return scores

    def _feedback(self, relevances: Floats) -> Floats:
        """How many examples each remembered page counts for; one host counts no more than all others together."""
        taught = np.where(relevances > FEEDBACK_FROM, relevances, 0.0)
        hosts = np.asarray(self._hosts, dtype=np.int64)
        by_host = np.bincount(hosts, weights=taught) if len(hosts) else np.zeros(1)
        if np.count_nonzero(np.bincount(hosts)) >= LEAST_HOSTS:
            others = by_host.sum() - by_host
            # A host that speaks alone still counts for one page: else a topic found on one site is never learned.
            bound = np.maximum(others, 1.0)
            taught = taught * np.minimum(1.0, bound / np.maximum(by_host, 1e-9))[hosts]
        total = float(taught.sum())
        if not total or not self.params.feedback:
            return np.zeros(len(relevances), dtype=np.float32)
        return (taught * (self.params.feedback * min(1.0, self.params.feedback_limit / total))).astype(np.float32)

    def _learned(self, inside: Floats, centre: Floats, weight: float, least: float) -> Floats:
        """The mean vector of the pages on topic, each word by its class weight (N3) and by how sure that is."""
        vector = np.zeros(len(inside), dtype=np.float32)
        at = np.flatnonzero(inside >= least)
        if not len(at) or weight <= 0:
            return vector
        held = inside[at].astype(np.float64)
        outside = (np.maximum(self.df[at] - held, 0.0) + 0.5) / (max(1.0, self.documents - weight) + 1)
        classes = np.clip(np.log((held + 0.3) / (weight + 1) / outside), 0.0, MAX_CLASS_WEIGHT)
        chance = np.clip(outside, 1e-6, 1 - 1e-6)
        rate = np.clip(held / weight, 1e-6, 1 - 1e-6)
        ratio = 2 * weight * (rate * np.log(rate / chance) + (1 - rate) * np.log((1 - rate) / (1 - chance)))
        sure = np.where(rate > chance, ratio / (ratio + HALF_SURE), 0.0)
        vector[at] = centre[at] / weight * classes * sure
        return _unit(vector)

    def _opposed(self, size: int) -> Floats:
        """What the pages speak of that a person marked as off the topic, and the words that are not meant."""
        number = len(self.counterexamples)
        found = self._given(self.unwanted, size)
        if number:
            weights = self.counterexamples.weighted(self._idf, self._usual, self.params.pivot)
            inside, centre = self.counterexamples.sums(size), self.counterexamples.sums(size, weights=weights)
            found = found + self._learned(inside, centre, float(number), LEAST_SUPPORT if number > 2 else 1.0)
        return found

    def _given(self, words: Mapping[int, float], size: int) -> Floats:
        """Words of the user's as a vector of length 1."""
        given = np.zeros(size, dtype=np.float32)
        for number, weight in words.items():
            given[number] = weight * max(KEYWORD_FLOOR, float(self._idf[number]))
        return _unit(given)

    def _combined(self, learned: Floats, given: Floats) -> Floats:
        share = self.params.keyword_share if len(self.examples) else 1.0
        wanted = _unit(self._with_shared(learned) + share * given)
        # What both speak of says nothing against a page: only the surplus counts.
        found: Floats = wanted - np.float32(OPPOSED) * np.maximum(self.against - wanted, 0)
        return found

    def _with_shared(self, learned: Floats) -> Floats:
        """The mean of what was learned here and elsewhere, by the pages behind each; words of this language only."""
        if not self.shared:
            return learned
        elsewhere = np.zeros_like(learned)
        for number, weight in self.shared.items():
            if number < len(elsewhere) and self.df[number]:
                elsewhere[number] = weight
        return _unit(len(self.pages) * learned + self.shared_pages * _unit(elsewhere))

    def _calibrate(
        self, inside: Floats, centre: Floats, weight: float, given: Floats, own: Floats, least: float
    ) -> None:
        """What a page on topic scores: the mean over the examples, each left out of the vector it is held against."""
        results = []
        ends = np.cumsum(self.examples.lengths)
        for start, end in zip(ends - self.examples.lengths, ends, strict=True):
            ids, weights = self.examples.ids[start:end], own[start:end]
            rest, around = inside.copy(), centre.copy()
            rest[ids] -= 1
            around[ids] = np.maximum(around[ids] - weights, 0.0)
            fewer = least if len(self.examples) > 2 else min(least, 1.0)
            vector = self._combined(self._learned(rest, around, weight - 1, fewer), given)
            results.append(float(weights @ vector[ids]))
        self._typical = max(0.02, float(np.mean(results)))


def _with_last(values: Floats, last: float) -> Floats:
    return np.append(values, np.float32(last))


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(vector @ vector))
    return (vector / length).astype(np.float32) if length else vector.astype(np.float32)


def most(values: NDArray[np.float32], number: int) -> NDArray[np.int64]:
    """The places of the largest values, largest first."""
    number = min(number, len(values))
    if not number:
        return np.zeros(0, dtype=np.int64)
    negative = -values
    best = negative.argpartition(number - 1)[:number]
    return best[negative[best].argsort()]
