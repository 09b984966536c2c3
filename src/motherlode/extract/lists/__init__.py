"""Record sets and repeating units as WEB-UIE writes them (U2, U4, U8).

Stage 5 of 8. Takes: the tree of a page. Gives: groups of nodes that repeat.
"""
