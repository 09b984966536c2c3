"""The land registry of the sample web: a table behind a search form that shows at most k rows."""
