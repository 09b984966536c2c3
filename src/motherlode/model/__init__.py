"""The words of the project: frozen values and Protocols, no I/O."""
