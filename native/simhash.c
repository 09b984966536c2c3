/* The simhash of a text in one pass; duplicates.py has the Python twin, which means the same.
 *
 * Works on the text's UTF-8 form. A text that has none (lone surrogates) is left to the twin: NotImplemented.
 */
#include "native.h"

enum { MOST = 1 << 16 };

typedef struct {
    const unsigned char *data;
    Py_ssize_t size;
    uint32_t crc;
} Word;

enum { FULL = 255 };

/* How often each of 64 bits was set: eight counts of a byte each side by side, put into `ones` before one runs over. */
typedef struct {
    uint64_t sums[8];
    int32_t ones[64], words;
} Bits;

static void put_away(Bits *bits) {
    for (int byte = 0; byte < 8; byte++) {
        for (int bit = 0; bit < 8; bit++) bits->ones[8 * byte + bit] += (int32_t)(bits->sums[byte] >> 8 * bit & 0xFF);
        bits->sums[byte] = 0;
    }
    bits->words = 0;
}

static void count_bits(const uint64_t *apart, uint32_t crc, Bits *bits) {
    uint64_t mixed = (uint64_t)crc * 0xFF51AFD7ED558CCDull; /* Murmur's finaliser, as in the twin */
    mixed ^= mixed >> 33;
    mixed *= 0xC4CEB9FE1A85EC53ull;
    mixed ^= mixed >> 29;
    for (int byte = 0; byte < 8; byte++) bits->sums[byte] += apart[mixed >> 8 * byte & 0xFF];
    if (++bits->words == FULL) put_away(bits);
}

static PyObject *simhash(PyObject *module, PyObject *args) {
    PyObject *text;
    Py_ssize_t least, most, size = 0, count = 0, slots = 64;
    if (!PyArg_ParseTuple(args, "Unn", &text, &least, &most)) return NULL;
    if (most < 1 || most > MOST) return PyErr_Format(PyExc_ValueError, "1 to %d words", MOST);
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    if (utf8 == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return NULL;
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    while (slots < 2 * most) slots *= 2;
    Word *words = PyMem_Malloc((size_t)most * sizeof *words);
    int32_t *table = PyMem_Calloc((size_t)slots, sizeof *table); /* places of words, plus one */
    Bits bits = {0};
    if (words == NULL || table == NULL) {
        PyMem_Free(words);
        PyMem_Free(table);
        return PyErr_NoMemory();
    }
    const unsigned char *at = (const unsigned char *)utf8, *end = at + size;
    const uint32_t *crc_table = state_of(module)->crc;
    while (at < end && count < most) {
        int wide = MAY_BE_SPACE[*at] ? space_at(at, end - at) : 0;
        if (wide) {
            at += wide;
            continue;
        }
        const unsigned char *start = at;
        uint32_t crc = 0xFFFFFFFFu;
        do crc = crc_table[(crc ^ *at++) & 0xFF] ^ (crc >> 8);
        while (at < end && !(MAY_BE_SPACE[*at] && space_at(at, end - at)));
        Word word = {start, at - start, crc ^ 0xFFFFFFFFu};
        Py_ssize_t slot = (Py_ssize_t)(word.crc & (uint32_t)(slots - 1));
        for (; table[slot]; slot = (slot + 1) & (slots - 1)) {
            const Word *other = &words[table[slot] - 1];
            if (other->crc == word.crc && other->size == word.size && memcmp(other->data, word.data, (size_t)word.size) == 0)
                break;
        }
        if (table[slot]) continue;
        words[count++] = word;
        table[slot] = (int32_t)count;
        count_bits(state_of(module)->apart, word.crc, &bits);
    }
    PyMem_Free(words);
    PyMem_Free(table);
    if (count < least) Py_RETURN_NONE;
    put_away(&bits);
    uint64_t majority = 0;
    for (int bit = 0; bit < 64; bit++) /* the lowest byte first */
        if (2 * (Py_ssize_t)bits.ones[bit] > count) majority |= 1ull << (8 * (7 - bit / 8) + bit % 8);
    return PyLong_FromLongLong((int64_t)majority);
}

PyMethodDef SIMHASH[] = {
    {"simhash", simhash, METH_VARARGS, "simhash(text, least, most): 64 bits as a signed number, None for few words."},
    {NULL, NULL, 0, NULL},
};
