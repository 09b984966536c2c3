"""The native extension as the record extractor calls it, None where it is not used: Python means the same."""

from motherlode.kernels import native as compiled

__all__ = ["compiled"]
