"""The network's language: CREATE, INSERT as in the paper's figure 8, QUERY; and statements out of a network."""

from motherlode.network.language.emit import emit
from motherlode.network.language.parse import parse

__all__ = ["emit", "parse"]
