"""The looks of the universities, one module each."""
