"""The truth about the sample web, one module for each kind."""
