"""The network for other programs: Cypher, JSON-LD, GraphML, CSV, and its own language."""

from __future__ import annotations

from collections.abc import Callable

from motherlode.model.network import Facts
from motherlode.network.exports.csv_files import relations_csv
from motherlode.network.exports.cypher import cypher
from motherlode.network.exports.graphml import graphml
from motherlode.network.exports.jsonld import jsonld
from motherlode.network.language.emit import emit

EXPORTS: dict[str, Callable[[Facts], str]] = {
    "cypher": cypher,
    "jsonld": jsonld,
    "graphml": graphml,
    "csv": relations_csv,
    "inm": emit,
}

__all__ = ["EXPORTS"]
