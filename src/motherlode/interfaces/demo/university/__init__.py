"""The universities of the sample web: colleges, departments and people, on three kinds of site."""
