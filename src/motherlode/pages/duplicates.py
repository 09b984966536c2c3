"""Pages that were there before: the same text (digest) or nearly the same (simhash)."""

from __future__ import annotations

import hashlib
import zlib

import numpy as np

from motherlode.kernels import native

NEAR = 3
"""Bits of 64 in which the simhashes of near-duplicates differ at the most (Manku et al., WWW 2007)."""

LEAST_WORDS = 40
"""Texts with fewer different words are compared by their digest only: their simhashes are too coarse."""

MAX_WORDS = 1500
_BANDS = 4


def text_digest(text: str) -> str:
    """A digest of the words of a text."""
    return digest_of_folded(" ".join(text.split()))


def digest_of_folded(text: str) -> str:
    """`text_digest` of a text whose words have single spaces between them."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def simhash(text: str) -> int | None:
    """64 bits that are alike for texts of like words, as a signed number; None for short texts."""
    kernel = native()
    found = NotImplemented if kernel is None else kernel.simhash(text, LEAST_WORDS, MAX_WORDS)
    bits: int | None = plain_simhash(text) if found is NotImplemented else found
    return bits


def plain_simhash(text: str) -> int | None:
    """`simhash` in Python."""
    different = dict.fromkeys(text.split())
    if len(different) < LEAST_WORDS:
        return None
    chosen = list(different)[:MAX_WORDS]
    encoded = " ".join(chosen).encode("utf-8", "replace").split(b" ")
    low = np.fromiter(map(zlib.crc32, encoded), np.uint64, len(chosen))
    # Murmur's finaliser spreads the 32 bits over 64; the constants are its own.
    mixed = low * np.uint64(0xFF51AFD7ED558CCD)
    mixed ^= mixed >> np.uint64(33)
    mixed *= np.uint64(0xC4CEB9FE1A85EC53)
    mixed ^= mixed >> np.uint64(29)
    bits = np.unpackbits(mixed.view(np.uint8).reshape(-1, 8), axis=1)
    majority = np.packbits(bits.sum(axis=0, dtype=np.int64) * 2 > len(chosen))
    return int.from_bytes(majority.tobytes(), "big", signed=True)


class Duplicates:
    """Remembers texts; tells which earlier page a text repeats."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._bands: dict[tuple[int, int], list[tuple[int, str]]] = {}

    def check(self, url: str, digest: str, near: int | None) -> tuple[str, str]:
        """('same' or 'near', the earlier page), or ('', ''); a new text is remembered."""
        earlier = self._digests.get(digest)
        if earlier is not None and earlier != url:
            return "same", earlier
        self._digests.setdefault(digest, url)
        if near is None:
            return "", ""
        value = near & 0xFFFFFFFFFFFFFFFF
        keys = [(band, value >> (16 * band) & 0xFFFF) for band in range(_BANDS)]
        for key in keys:
            for other, known in self._bands.get(key, ()):
                if known != url and (other ^ value).bit_count() <= NEAR:
                    return "near", known
        for key in keys:
            self._bands.setdefault(key, []).append((value, url))
        return "", ""
