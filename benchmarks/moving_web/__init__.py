"""The moving sample web: sites that publish, edit, correct, delete and move pages on a clock as fast as wished."""
