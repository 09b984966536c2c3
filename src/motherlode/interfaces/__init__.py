"""The ways in: command line, REST, web page, and the built-in sample web."""
