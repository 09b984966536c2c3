"""The bookshops, paper libraries and shops of the sample web: overlapping catalogues behind different pages."""
