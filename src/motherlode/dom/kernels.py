"""Where the parts of pages look for their compiled kernels."""

from motherlode.kernels import kernel

__all__ = ["kernel"]
