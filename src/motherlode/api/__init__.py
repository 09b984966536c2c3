"""The public API: what `import motherlode` offers, and the only thing that the interfaces call.

inputs     what a caller may give for a page: an address, a path, bytes, text, a saved response
reading    article, records, people of one page, at once or awaited; of many pages on all cores
project    a project folder: add, crawl, hidden, annotate, university, stories, hot, network, search, export
results    progress, reports, and typed results that turn into dicts, Arrow tables and pandas frames
options    the names and types of every option (made from the Params classes by scripts/make_options.py)
"""
