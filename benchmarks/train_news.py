"""Trains the block judge of extract/article on labelled pages and writes its numbers into the package.

    python -m benchmarks.train_news --data DIR          # cross-validation by host, then the shipped weights

DIR holds folders with `gold.jsonl` ({"page", "url", "content", …}) and the pages. The labels are texts: a block is
content as far as its words are found, in order, in the gold content. Every page is learned from twice, as it is and
in other clothes (`news_variants`), so that neither names nor elements nor a script are trusted alone.
Every seed is fixed, so that a run repeats.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import LCSseq

from benchmarks import news_variants
from benchmarks.common import arguments
from benchmarks.news_networks import Trainer, side_by_side, standardise
from motherlode.dom.tree import Tree, parse
from motherlode.extract.article import features
from motherlode.extract.article import judge as model
from motherlode.extract.article.blocks import Blocks, blocks_of
from motherlode.extract.article.cleanup import mended
from motherlode.extract.article.head import head_of
from motherlode.pages.decode import decode
from motherlode.text.urls import domain_of, host_of

SETS = ("wcxb", "np4k", "fundus", "chinese")
FOLDS = 3
FIRST_EPOCHS, EPOCHS = 4, 8
FIRST, SECOND = 24, 48
"""Hidden units of the two judgements."""
MEMBERS = 2
"""Networks whose judgements are averaged; more cost time on every page."""

VARIANT_SEED = 5
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
    is_variant: bool = False
    """In other clothes."""


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


def read_page(data: Path, folder: str, gold: dict[str, Any]) -> str:
    """The text of a page."""
    return decode(gzip.decompress((data / folder / gold["page"]).read_bytes()), "").text


_ADDRESS = re.compile(r"(?:href|src|content)\s{0,9}=\s{0,9}[\"']?https?://([\w.-]{1,200})", re.IGNORECASE)


def group_of(data: Path, folder: str, gold: dict[str, Any]) -> str:
    """The pages of a registered domain stay together; that of a page without an address is the one it names most."""
    if gold.get("url"):
        return domain_of(host_of(gold["url"]))
    named = Counter(domain_of(host.lower()) for host in _ADDRESS.findall(read_page(data, folder, gold)))
    return max(named, key=lambda domain: (named[domain], domain)) if named else gold["page"]


def page_folds(data: Path, limit: int = 0) -> dict[tuple[str, str], int]:
    """The fold of every page with content."""
    rows = [
        (folder, gold) for folder in SETS for gold in read_gold(data, folder)[: limit or None] if gold.get("content")
    ]
    folds = fold_of([group_of(data, folder, gold) for folder, gold in rows], FOLDS, 0)
    return {(folder, gold["page"]): fold for (folder, gold), fold in zip(rows, folds, strict=True)}


def load(data: Path, limit: int = 0, *, variants: bool = True) -> list[Sample]:
    """All labelled pages, parsed, then each in other clothes."""
    pages = [
        (folder, gold, group_of(data, folder, gold), read_page(data, folder, gold))
        for folder in SETS
        for gold in read_gold(data, folder)[: limit or None]
        if gold.get("content")
    ]
    samples = [_sample(folder, gold, group, page, gold["content"]) for folder, gold, group, page in pages]
    rng = np.random.default_rng(VARIANT_SEED)
    for folder, gold, group, page in pages if variants else ():
        clothes = news_variants.drawn(rng, is_han=folder == "chinese")
        wanted = news_variants.han(gold["content"]) if clothes.han else gold["content"]
        samples.append(_sample(folder, gold, group, news_variants.dressed(page, clothes), wanted, is_variant=True))
    return samples


def _sample(
    folder: str, gold: dict[str, Any], group: str, page: str, text: str, *, is_variant: bool = False
) -> Sample:
    tree = parse(page)
    blocks = blocks_of(tree)
    wanted = tokens(text)
    labels, per_block = label(blocks, wanted)
    return Sample(
        folder=folder,
        page=gold["page"],
        group=group,
        kind=gold.get("type") or "article",
        tree=tree,
        blocks=blocks,
        facts=head_of(tree).facts(),
        labels=labels,
        words=np.asarray([len(block) for block in per_block], dtype=float),
        counts=[Counter(block) for block in per_block],
        gold=Counter(wanted),
        is_variant=is_variant,
    )


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


def train(samples: list[Sample], seed: int, members: int, inner: int = 3) -> model.Judge:
    """A judge from these pages; the first judgement that the second learns from is made out of fold."""
    samples = [sample for sample in samples if len(sample.blocks)]
    layouts = [features.layout_of(s.tree, s.blocks) for s in samples]
    local = [np.zeros((len(s.blocks), features.LOCAL), dtype=np.float32, order=features.TABLE_ORDER) for s in samples]
    for sample, layout, table in zip(samples, layouts, local, strict=True):
        features.local_features(sample.tree, sample.blocks, sample.facts, layout, table)
    centre, scale = standardise(local)
    targets = [s.labels for s in samples]
    words = [s.words for s in samples]

    def first(chosen: list[int], number: int) -> model.Network:
        trainer = Trainer(features.LOCAL, (FIRST,), seed + number)
        trainer.fit([local[i] for i in chosen], [targets[i] for i in chosen], [words[i] for i in chosen],
                    epochs=FIRST_EPOCHS, rate=0.004, f1_share=0.3)  # fmt: skip
        return trainer.network()

    folds = fold_of([s.group for s in samples], inner, seed)
    contexts = [np.zeros((len(s.blocks), model.CONTEXT), dtype=np.float32, order="F") for s in samples]
    for number in range(inner):
        network = first([i for i in range(len(samples)) if folds[i] != number], number)
        for i, sample in enumerate(samples):
            if folds[i] == number:
                judged = network.judge(local[i])
                model.context_features(sample.tree, sample.blocks, layouts[i], judged, contexts[i])
    context_centre, context_scale = standardise(contexts)
    both = [np.concatenate([a, b], axis=1) for a, b in zip(local, contexts, strict=True)]
    second = []
    for member in range(members):
        trainer = Trainer(both[0].shape[1], (SECOND,), seed + 100 + member)
        trainer.fit(both, targets, words, epochs=EPOCHS, rate=0.003, f1_share=0.6)
        second.append(trainer.network())
    return model.Judge(
        np.concatenate([centre, context_centre]),
        np.concatenate([scale, context_scale]),
        first(list(range(len(samples))), 50),
        side_by_side(second),
    )


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


def fold_judges(
    samples: Callable[[], list[Sample]], folder: Path | None = None, dealing: int = 0
) -> list[model.Judge]:
    """A judge for each fold that saw no page of its hosts; kept in `folder`, and read from there if they are."""
    if folder and all((folder / str(number) / "blocks.npz").exists() for number in range(FOLDS)):
        return [model.shipped(folder / str(number)) for number in range(FOLDS)]
    pages = samples()
    folds = fold_of([s.group for s in pages], FOLDS, dealing)
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
        judged = model.judge_blocks(sample.tree, sample.blocks, sample.facts, judges[fold])
        kept.append(mended(sample.tree, sample.blocks, model.choose_blocks(sample.blocks, judged, 0.5)))
    return kept


def main() -> None:
    """Cross-validates, then trains on everything and writes the weights."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--no-weights", action="store_true", help="only cross-validate")
    parser.add_argument("--judges", type=Path, help="folder that keeps the judges of the folds")
    parser.add_argument("--dealing", type=int, default=0, help="another number deals the hosts to the folds anew")
    parser.add_argument("--plain", action="store_true", help="without pages in other clothes, to see what they give")
    options = parser.parse_args()
    samples = load(options.data, 20 if options.quick else 0, variants=not options.plain)
    judges = fold_judges(lambda: samples, options.judges, options.dealing)
    for variant in (False,) if options.plain else (False, True):
        pages = [sample for sample in samples if sample.is_variant == variant]
        clothes = "in other clothes" if variant else "as they are"
        report(pages, [f1(s, s.labels > 0.5) for s in pages], f"best possible, {clothes}:")
        kept = cross_validate(pages, judges, options.dealing)
        report(pages, [f1(s, k) for s, k in zip(pages, kept, strict=True)], f"across hosts, {clothes}:")
    if not options.no_weights:
        model.write(train(samples, 0, MEMBERS))


if __name__ == "__main__":
    main()
