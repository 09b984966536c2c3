"""The network's language: CREATE, INSERT as in the paper's figure 8, QUERY; and statements out of a network."""

from motherlode.network.language.parse import parse
from motherlode.network.language.statements import emit

__all__ = ["emit", "parse"]
