"""Formatting that nobody closed does not hide that records are alike."""

import numpy as np

from motherlode.dom.labels import view
from motherlode.dom.tree import parse
from motherlode.extract.records import extract
from motherlode.extract.records.formatting import FORMATTING, piled, seen, structural_parents

WORDS = ("harbour", "meadow", "lantern", "orchard", "granite", "willow", "compass", "velvet", "saddle", "timber")


def unclosed(count: int) -> str:
    """Results whose `<font>` is never closed and always new: each lies one level deeper than the one before."""
    records = "".join(
        f'<dl><font color="#00000{i}">{i + 1}. <a href="/{word}">About the {word} of the north</a>'
        f"<dd>What is known of the {word} and of those who keep it, in a few lines.</dl> "
        for i, word in enumerate(WORDS[:count])
    )
    menu = " | ".join(f'<a href="/{i}">Page {i}</a>' for i in range(6))
    return f"<html><body><p>{menu}</p><table><tr><td>{records}</td></tr></table></body></html>"


def test_every_record_is_found_under_a_pile_of_fonts() -> None:
    tree = parse(unclosed(10))
    depths = [tree.depths[node] for node in tree.found("dl")]
    assert depths[-1] >= depths[0] + 8
    records = extract(tree)[0].records
    assert [word for word in WORDS if any(word in " ".join(r.texts) for r in records)] == list(WORDS)
    assert len(records) == len(WORDS)


def test_paths_leave_formatting_out_only_where_it_piles_up() -> None:
    plain = parse("<ul>" + "".join(f"<li><b><font>{w}</font></b></li>" for w in WORDS) + "</ul>")
    assert np.array_equal(seen(plain).tag_path, view(plain).tag_path)
    assert not piled(seen(plain))
    page = seen(parse(unclosed(10)))
    assert piled(page)
    lists = page.tree.found("dl")
    assert len(set(page.tag_path[lists].tolist())) == 1


def test_structural_parents_are_no_formatting_elements() -> None:
    page = seen(parse(unclosed(10)))
    above = [page.tree.tags[node] for node in structural_parents(page).tolist() if node >= 0]
    assert not FORMATTING & set(above)


def test_a_page_without_nodes_has_no_pile() -> None:
    assert not piled(seen(parse("")))
