"""Stage 6 of 8: meaning. Takes: columns of records or the pages of a site, and a global schema.

Gives: columns mapped to attributes with scores and reasons, and one table out of several sources (E7–E9).
"""
