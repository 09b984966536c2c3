"""Trains the block judge of extract/news on labelled pages and writes its numbers into the package.

    python -m benchmarks.train_news --data DIR          # cross-validation by host, then the shipped weights

DIR holds folders with `gold.jsonl` ({"page", "url", "content", …}) and the pages. The labels are texts: a block is
content as far as its words are found, in order, in the gold content. Every seed is fixed, so that a run repeats.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import LCSseq

from benchmarks.common import arguments
from motherlode.dom.tree import Tree, parse
from motherlode.extract.news import content, context, features, lexicon, model
from motherlode.extract.news.blocks import Blocks, blocks_of
from motherlode.extract.news.head import head_of
from motherlode.extract.news.whole import mended
from motherlode.pages.decode import decode
from motherlode.text.mojibake import repaired
from motherlode.text.urls import domain_of, host_of

SETS = ("wcxb", "np4k", "fundus", "chinese")
FOLDS = 3
EPOCHS = 12
FIRST, SECOND = 24, 48
"""Hidden units of the two judgements."""
MEMBERS = 2
"""Networks whose judgements are averaged; more cost time on every page."""

FEATURE_DROPOUT = 0.12
"""Share of the inputs that each step does without, so that no single sign is trusted."""
MIN_CLASS_HOSTS = 6
MIN_TEXT_HOSTS = 5
CJK = re.compile(r"([\u3040-\u30ff\u3400-\u9fff])")


def tokens(text: str) -> list[str]:
    """Words as the scorer counts them."""
    return re.findall(r"\w+", CJK.sub(r" \1 ", text or "").lower())


@dataclass
class Sample:
    """A labelled page."""

    folder: str
    page: str
    group: str
    kind: str
    tree: Tree
    blocks: Blocks
    facts: features.PageFacts
    labels: np.ndarray
    words: np.ndarray
    counts: list[Counter[str]]
    gold: Counter[str]


def read_gold(data: Path, folder: str) -> list[dict[str, Any]]:
    """The labelled pages of a folder."""
    return [json.loads(line) for line in (data / folder / "gold.jsonl").read_text().split("\n") if line]


def label(blocks: Blocks, gold: list[str]) -> tuple[np.ndarray, list[list[str]]]:
    """For each block the share of its words that belong to the gold content."""
    per_block = [tokens(text) for text in blocks.texts]
    page = [token for block in per_block for token in block]
    owner = np.repeat(np.arange(len(per_block)), [len(block) for block in per_block])
    known: dict[str, int] = {}
    a = [known.setdefault(token, len(known)) for token in page]
    b = [known.setdefault(token, len(known)) for token in gold]
    matched = np.zeros(len(per_block))
    if a and b:
        for operation in LCSseq.opcodes(a, b):
            if operation.tag == "equal":
                np.add.at(matched, owner[operation.src_start : operation.src_end], 1)
    sizes = np.maximum(np.asarray([len(block) for block in per_block]), 1)
    grams = {tuple(gold[i : i + 3]) for i in range(len(gold) - 2)}
    labels = matched / sizes
    for row, block in enumerate(per_block):
        if len(block) >= 5:
            inside = np.mean([tuple(block[i : i + 3]) in grams for i in range(len(block) - 2)])
            labels[row] = min(labels[row], inside) if inside < 0.5 else labels[row]
    return labels, per_block


def group_of(gold: dict[str, Any]) -> str:
    """The pages of a registered domain stay together; a page without an address stands alone."""
    return domain_of(host_of(gold["url"]) if gold.get("url") else gold["page"])


def page_folds(data: Path, limit: int = 0) -> dict[tuple[str, str], int]:
    """The fold of every page with content, without reading the pages."""
    rows = [
        (folder, gold) for folder in SETS for gold in read_gold(data, folder)[: limit or None] if gold.get("content")
    ]
    folds = fold_of([group_of(gold) for _, gold in rows], FOLDS, 0)
    return {(folder, gold["page"]): fold for (folder, gold), fold in zip(rows, folds, strict=True)}


def load(data: Path, limit: int = 0) -> list[Sample]:
    """All labelled pages, parsed."""
    samples = []
    for folder in SETS:
        for gold in read_gold(data, folder)[: limit or None]:
            if not gold.get("content"):
                continue
            body = gzip.decompress((data / folder / gold["page"]).read_bytes())
            tree = parse(repaired(decode(body, "").text))
            blocks = blocks_of(tree)
            wanted = tokens(gold["content"])
            labels, per_block = label(blocks, wanted)
            samples.append(
                Sample(
                    folder=folder,
                    page=gold["page"],
                    group=group_of(gold),
                    kind=gold.get("type") or "article",
                    tree=tree,
                    blocks=blocks,
                    facts=head_of(tree).facts(),
                    labels=labels,
                    words=np.asarray([len(block) for block in per_block], dtype=float),
                    counts=[Counter(block) for block in per_block],
                    gold=Counter(wanted),
                )
            )
    return samples


def f1(sample: Sample, kept: np.ndarray) -> float:
    """Word F1 of the kept blocks, as the scorer has it; a text that stands twice counts once."""
    got: Counter[str] = Counter()
    seen: set[str] = set()
    for row in np.flatnonzero(kept):
        text = sample.blocks.texts[row]
        if len(text) > 60 and text in seen:
            continue
        seen.add(text)
        got.update(sample.counts[row])
    same = sum((got & sample.gold).values())
    if not same:
        return 0.0
    p, r = same / sum(got.values()), same / sum(sample.gold.values())
    return 2 * p * r / (p + r)


def learn_lexicon(samples: list[Sample]) -> lexicon.Lexicon:
    """Log-odds of class words and short texts: each host has one vote per word, so that large sites do not rule."""
    classes: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    texts: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        hit = np.concatenate(([0.0], np.cumsum(sample.labels * sample.words)))
        base = np.concatenate(([0.0], np.cumsum(sample.words)))
        whole = max(hit[-1], 1.0)
        for first, last, words in sample.blocks.around.names:
            inside = (hit[last] - hit[first]) / max(base[last] - base[first], 1)
            share = (hit[last] - hit[first]) / whole
            for word in words:
                classes[word][sample.group].append(max(inside, min(share, 1.0) if inside > 0.3 else inside))
        for row, text in enumerate(sample.blocks.texts):
            if len(text) <= lexicon.SHORT_TEXT:
                words = lexicon.short_words([text])
                for word in {*words[1:], *lexicon.word_pairs([*words, lexicon.BEGIN])}:
                    texts[word][sample.group].append(float(sample.labels[row] > 0.5))
    return lexicon.Lexicon(
        classes=_log_odds(classes, MIN_CLASS_HOSTS, 1.0), texts=_log_odds(texts, MIN_TEXT_HOSTS, 1.5)
    )


def _log_odds(table: dict[str, dict[str, list[float]]], least: int, smooth: float) -> dict[str, float]:
    found = {}
    for word, hosts in table.items():
        if len(hosts) < least:
            continue
        means = [float(np.mean(values)) for values in hosts.values()]
        positive, negative = sum(means), len(means) - sum(means)
        value = float(np.log((positive + 0.35 * smooth) / (negative + 0.65 * smooth)))
        if abs(value + 0.6) > 0.25:
            found[word] = round(value, 2)
    return found


class Trainer:
    """A small network trained with Adam on pages: weighted cross-entropy plus one minus the page's soft F1."""

    def __init__(self, size: int, hidden: tuple[int, ...], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        shape = (size, *hidden, 1)
        self.matrices = [
            (self.rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32) for a, b in pairwise(shape)
        ]
        self.offsets = [np.zeros(b, dtype=np.float32) for b in shape[1:]]

    def fit(
        self,
        inputs: list[np.ndarray],
        targets: list[np.ndarray],
        words: list[np.ndarray],
        *,
        epochs: int,
        f1_share: float,
        dropout: float = 0.25,
        rate: float = 0.002,
        decay: float = 1e-3,
        batch: int = 8,
    ) -> None:
        """Trains in place."""
        moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.matrices + self.offsets]
        step = 0
        total = epochs * (len(inputs) // batch + 1)
        for _ in range(epochs):
            order = self.rng.permutation(len(inputs))
            for begin in range(0, len(order), batch):
                chosen = order[begin : begin + batch]
                step += 1
                speed = rate * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-5
                self._step([inputs[i] for i in chosen], [targets[i] for i in chosen], [words[i] for i in chosen],
                           moments, step, speed, f1_share, dropout, decay)  # fmt: skip

    def _step(self, inputs, targets, words, moments, step, speed, f1_share, dropout, decay) -> None:  # type: ignore[no-untyped-def]
        x = np.concatenate(inputs)
        x = x * ((self.rng.random(x.shape[1], dtype=np.float32) >= FEATURE_DROPOUT) / (1 - FEATURE_DROPOUT)).astype(
            np.float32
        )
        owner = np.repeat(np.arange(len(inputs)), [len(part) for part in inputs])
        y, w = np.concatenate(targets).astype(np.float32), np.concatenate(words).astype(np.float32) + 1
        pages = len(inputs)
        layers, masks = [x], []
        value = x
        for number, (matrix, offset) in enumerate(zip(self.matrices, self.offsets, strict=True)):
            value = value @ matrix + offset
            if number < len(self.matrices) - 1:
                value = np.maximum(value, 0)
                keep = (self.rng.random(value.shape, dtype=np.float32) >= dropout) / (1 - dropout)
                keep = keep.astype(np.float32)
                value *= keep
                masks.append(keep)
                layers.append(value)
        p = 1 / (1 + np.exp(-np.clip(value[:, 0], -30, 30)))
        damped = np.sqrt(w)
        norm = np.bincount(owner, weights=damped, minlength=pages)
        gradient = (1 - f1_share) * (p - y) * damped / norm[owner]
        tp = np.bincount(owner, weights=p * w * y, minlength=pages)
        got = np.bincount(owner, weights=p * w, minlength=pages)
        gold = np.bincount(owner, weights=w * y, minlength=pages)
        bottom = np.maximum(got + gold, 1)
        slope = -(2 * y * bottom[owner] - 2 * tp[owner]) / bottom[owner] ** 2 * w
        gradient += f1_share * slope * p * (1 - p)
        back = (gradient / pages).astype(np.float32)[:, None]
        grads_m, grads_o = [], []
        for number in range(len(self.matrices) - 1, -1, -1):
            grads_m.insert(0, layers[number].T @ back)
            grads_o.insert(0, back.sum(axis=0))
            if number:
                back = (back @ self.matrices[number].T) * (layers[number] > 0) * masks[number - 1]
        for number, (weight, gradient) in enumerate(
            zip(self.matrices + self.offsets, grads_m + grads_o, strict=True)
        ):
            first, second = moments[number]
            first *= 0.9
            first += 0.1 * gradient
            second *= 0.999
            second += 0.001 * gradient**2
            update = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            if weight.ndim == 2:
                weight *= 1 - speed * decay * 100
            weight -= (speed * update).astype(np.float32)

    def network(self) -> model.Network:
        """What was learned."""
        return model.Network(tuple(self.matrices), tuple(self.offsets))


def train(samples: list[Sample], seed: int, members: int, inner: int = 3) -> model.Judge:
    """A judge from these pages; the first judgement that the second learns from is made out of fold."""
    samples = [sample for sample in samples if len(sample.blocks)]
    known = learn_lexicon(samples)
    layouts = [features.layout_of(s.tree, s.blocks) for s in samples]
    local = [np.zeros((len(s.blocks), features.LOCAL), dtype=np.float32, order="F") for s in samples]
    for sample, layout, table in zip(samples, layouts, local, strict=True):
        features.local_features(sample.tree, sample.blocks, sample.facts, known, layout, table)
    centre, scale = standardise(local)
    targets = [s.labels for s in samples]
    words = [s.words for s in samples]

    def first(chosen: list[int], number: int) -> model.Network:
        trainer = Trainer(features.LOCAL, (FIRST,), seed + number)
        trainer.fit([local[i] for i in chosen], [targets[i] for i in chosen], [words[i] for i in chosen],
                    epochs=6, rate=0.004, f1_share=0.3)  # fmt: skip
        return trainer.network()

    folds = fold_of([s.group for s in samples], inner, seed)
    contexts = [np.zeros((len(s.blocks), context.CONTEXT), dtype=np.float32, order="F") for s in samples]
    for number in range(inner):
        network = first([i for i in range(len(samples)) if folds[i] != number], number)
        for i, sample in enumerate(samples):
            if folds[i] == number:
                judged = network.judge(local[i])
                context.context_features(sample.tree, sample.blocks, layouts[i], judged, contexts[i])
    context_centre, context_scale = standardise(contexts)
    both = [np.concatenate([a, b], axis=1) for a, b in zip(local, contexts, strict=True)]
    second = []
    for member in range(members):
        trainer = Trainer(both[0].shape[1], (SECOND,), seed + 100 + member)
        trainer.fit(both, targets, words, epochs=EPOCHS, rate=0.003, f1_share=0.6)
        second.append(trainer.network())
    return model.Judge(
        known,
        np.concatenate([centre, context_centre]),
        np.concatenate([scale, context_scale]),
        first(list(range(len(samples))), 50),
        side_by_side(second),
    )


def standardise(tables: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Centre and scale of the columns, which are scaled in place."""
    stacked = np.concatenate(tables)
    centre = stacked.mean(axis=0, dtype=np.float64).astype(np.float32)
    scale = (1 / np.maximum(stacked.std(axis=0, dtype=np.float64), 0.02)).astype(np.float32)
    for table in tables:
        model.scaled(table, centre, scale)
    return centre, scale


def side_by_side(networks: list[model.Network]) -> model.Network:
    """One network whose outputs are those of several with one hidden layer each."""
    hidden = np.concatenate([network.matrices[0] for network in networks], axis=1)
    sizes = [network.matrices[0].shape[1] for network in networks]
    outputs = np.zeros((sum(sizes), len(networks)), dtype=np.float32)
    at = 0
    for column, (network, size) in enumerate(zip(networks, sizes, strict=True)):
        outputs[at : at + size, column] = network.matrices[1][:, 0]
        at += size
    offsets = (
        np.concatenate([network.offsets[0] for network in networks]),
        np.concatenate([network.offsets[1] for network in networks]),
    )
    return model.Network((hidden, outputs), offsets)


def fold_of(groups: list[str], folds: int, seed: int) -> list[int]:
    """A fold for each page, the same for all pages of a host."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    number = {name: int(order[i]) % folds for i, name in enumerate(names)}
    return [number[group] for group in groups]


def report(samples: list[Sample], scores: list[float], heading: str) -> None:
    """Means per set and page type."""
    table: dict[str, list[float]] = defaultdict(list)
    for sample, score in zip(samples, scores, strict=True):
        table[sample.folder].append(score)
        if sample.folder == "wcxb":
            table[f"wcxb/{sample.kind}"].append(score)
    print(heading, " ".join(f"{name} {np.mean(v):.4f}" for name, v in sorted(table.items())), flush=True)


def fold_judges(samples: Callable[[], list[Sample]], folder: Path | None = None) -> list[model.Judge]:
    """A judge for each fold that saw no page of its hosts; kept in `folder`, and read from there if they are."""
    if folder and all((folder / str(number) / "blocks.npz").exists() for number in range(FOLDS)):
        return [model.shipped(folder / str(number)) for number in range(FOLDS)]
    pages = samples()
    folds = fold_of([s.group for s in pages], FOLDS, 0)
    judges = []
    for number in range(FOLDS):
        judges.append(train([s for s, f in zip(pages, folds, strict=True) if f != number], 0, MEMBERS))
        if folder:
            model.write(judges[-1], folder / str(number))
    return judges


def cross_validate(samples: list[Sample], judges: list[model.Judge], seed: int = 0) -> list[np.ndarray]:
    """Which blocks are kept on every page, judged by the fold that did not see its host."""
    folds = fold_of([s.group for s in samples], FOLDS, seed)
    kept = []
    for sample, fold in zip(samples, folds, strict=True):
        judged = content.judge_blocks(sample.tree, sample.blocks, sample.facts, judges[fold])
        kept.append(mended(sample.tree, sample.blocks, content.choose_blocks(sample.blocks, judged, 0.5)))
    return kept


def main() -> None:
    """Cross-validates, then trains on everything and writes the weights."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--no-weights", action="store_true", help="only cross-validate")
    parser.add_argument("--judges", type=Path, help="folder that keeps the judges of the folds")
    options = parser.parse_args()
    samples = load(options.data, 20 if options.quick else 0)
    report(samples, [f1(s, s.labels > 0.5) for s in samples], "best possible")
    kept = cross_validate(samples, fold_judges(lambda: samples, options.judges))
    report(samples, [f1(s, k) for s, k in zip(samples, kept, strict=True)], "across hosts")
    if not options.no_weights:
        model.write(train(samples, 0, MEMBERS))


if __name__ == "__main__":
    main()
