/* White space in UTF-8. */
#ifndef MOTHERLODE_SPACES_H
#define MOTHERLODE_SPACES_H
#include <Python.h>

/* Bytes of a white-space character at a place (as Python's str.split sees them), 0 where there is another. */
static inline int space_at(const unsigned char *at, Py_ssize_t left) {
    unsigned char c = *at;
    if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f);
    if (c == 0xC2 && left > 1) return at[1] == 0x85 || at[1] == 0xA0 ? 2 : 0;
    if (left < 3 || c < 0xE1 || c > 0xE3) return 0;
    if (c == 0xE1) return at[1] == 0x9A && at[2] == 0x80 ? 3 : 0;
    if (c == 0xE3) return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0;
    if (at[1] == 0x81) return at[2] == 0x9F ? 3 : 0;
    if (at[1] != 0x80) return 0;
    return (at[2] >= 0x80 && at[2] <= 0x8A) || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF ? 3 : 0;
}

#endif
