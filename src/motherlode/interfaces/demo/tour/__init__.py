"""The tour: every stage on the sample web, into one project, held against the truth."""
