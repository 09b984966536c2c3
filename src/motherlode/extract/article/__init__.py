"""News elements (N4): title, time, source, authors, content and links of an article page.

>>> article = read("<h1>A bridge opens</h1><p>The bridge was opened, after two years of work, on Monday.</p>")
>>> article.title
'A bridge opens'
"""

from motherlode.extract.article.keywords import Divided, divided
from motherlode.extract.article.params import NewsParams
from motherlode.extract.article.pipeline import extract, read
from motherlode.extract.article.template import HostTemplate, learn_template

__all__ = ["Divided", "HostTemplate", "NewsParams", "divided", "extract", "learn_template", "read"]
