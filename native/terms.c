/* What the words of a text say: the text in lower case (words.py has the Python twin), its terms and how often each stands in it (terms.py has the Python twin), which words
 * are new to a host (traps.py), and what runs of terms are worth (graph.py). The twins mean the same. */
#include "native.h"

enum { SHORTEST = 2, LONGEST = 40, SPELLINGS = 1 << 11, SHORT_TEXT = 400, FEW_SPELLINGS = 1 << 6 };

static inline uint64_t mixed(uint64_t hash, Py_UCS4 c) {
    hash = (hash ^ c) * 0x9E3779B97F4A7C15ull;
    return hash ^ hash >> 32;
}

/* ---- lower case ------------------------------------------------------------------------------------------------------------ */

enum { DOTTED_I = 0x130, SIGMA = 0x3A3, PUNCTUATION = 0x2000, TOGETHER = 32 }; /* 256 signs, none of them a letter */

/* The two letters whose lower case is not one letter, or depends on what stands around them, are left to Python, and so
 * is a text whose letters would need another width. */
#define LOWERED(TYPE, WIDEST)                                                                                      \
    do {                                                                                                           \
        const TYPE *in = PyUnicode_DATA(text);                                                                     \
        TYPE *out = PyUnicode_DATA(found);                                                                         \
        for (Py_ssize_t start = 0; start < size && plain; start += TOGETHER) {                                     \
            Py_ssize_t end = start + TOGETHER < size ? start + TOGETHER : size;                                    \
            TYPE any = 0;                                                                                          \
            for (Py_ssize_t i = start; i < end; i++) {                                                             \
                any |= in[i];                                                                                      \
                out[i] = (TYPE)(in[i] + ((TYPE)(in[i] - 'A') < 26 ? 32 : 0));                                      \
            }                                                                                                      \
            for (Py_ssize_t i = any < 128 ? end : start; i < end; i++) {                                           \
                Py_UCS4 c = in[i];                                                                                 \
                if (c < 128) continue;                                                                             \
                Py_UCS4 low = c >= PUNCTUATION && c < PUNCTUATION + 0x100 ? c : Py_UNICODE_TOLOWER(c);             \
                plain = plain && c != DOTTED_I && c != SIGMA && low <= WIDEST;                                     \
                highest |= low;                                                                                    \
                out[i] = (TYPE)low;                                                                                \
            }                                                                                                      \
        }                                                                                                          \
    } while (0)

static PyObject *lowered(PyObject *module, PyObject *text) {
    if (!PyUnicode_Check(text)) return PyErr_SetString(PyExc_TypeError, "a text is wanted"), NULL;
    int kind = PyUnicode_KIND(text), plain = 1;
    if (PyUnicode_IS_ASCII(text)) return PyObject_CallMethodNoArgs(text, state_of(module)->lower); /* Python is as quick */
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    PyObject *found = PyUnicode_New(size, PyUnicode_MAX_CHAR_VALUE(text));
    Py_UCS4 highest = 0;
    if (found == NULL) return NULL;
    if (kind == PyUnicode_1BYTE_KIND)
        LOWERED(Py_UCS1, 0xFF);
    else if (kind == PyUnicode_2BYTE_KIND)
        LOWERED(Py_UCS2, 0xFFFF);
    else
        LOWERED(Py_UCS4, 0x10FFFF);
    /* A text in which no letter is left that needs its width has to be stored anew. */
    if (plain && (kind == PyUnicode_1BYTE_KIND ? highest >= 0x80 : kind == PyUnicode_2BYTE_KIND ? highest >= 0x100
                                                                                               : highest >= 0x10000))
        return found;
    Py_DECREF(found);
    return PyObject_CallMethodNoArgs(text, state_of(module)->lower);
}

/* ---- terms ------------------------------------------------------------------------------------------------------------------ */

/* A word of the text by its place, and its term: most words come again on the same page, and are not asked for twice. */
typedef struct {
    Py_ssize_t start;
    int32_t length, number;
} Spelling;

typedef struct {
    int32_t *ids, *table; /* table: places in ids, plus one, by the hash of the id */
    float *counts;
    Py_ssize_t count, room, slots;
} Terms;

static int grow(Terms *t) {
    Py_ssize_t room = t->room ? 2 * t->room : 256, slots = 2 * room;
    int32_t *ids = PyMem_Realloc(t->ids, (size_t)room * sizeof *ids);
    if (ids) t->ids = ids;
    float *counts = PyMem_Realloc(t->counts, (size_t)room * sizeof *counts);
    if (counts) t->counts = counts;
    int32_t *table = PyMem_Calloc((size_t)slots, sizeof *table);
    if (ids == NULL || counts == NULL || table == NULL) {
        PyMem_Free(table);
        PyErr_NoMemory();
        return -1;
    }
    PyMem_Free(t->table);
    t->table = table;
    t->room = room;
    t->slots = slots;
    for (Py_ssize_t i = 0; i < t->count; i++) {
        uint32_t slot = (uint32_t)t->ids[i] * 2654435761u & (uint32_t)(slots - 1);
        while (table[slot]) slot = (slot + 1) & (uint32_t)(slots - 1);
        table[slot] = (int32_t)(i + 1);
    }
    return 0;
}

static int add(Terms *t, int32_t id) {
    if (t->count == t->room && grow(t) < 0) return -1;
    uint32_t slot = (uint32_t)id * 2654435761u & (uint32_t)(t->slots - 1);
    for (; t->table[slot]; slot = (slot + 1) & (uint32_t)(t->slots - 1))
        if (t->ids[t->table[slot] - 1] == id) {
            t->counts[t->table[slot] - 1] += 1.0f;
            return 0;
        }
    t->ids[t->count] = id;
    t->counts[t->count++] = 1.0f;
    t->table[slot] = (int32_t)t->count;
    return 0;
}

/* Words that were asked for before, by their hash, so that no object is made for them again: a table in a bytearray, its
 * first item their number. Two words in a million crawls may share a hash. */
typedef struct {
    uint64_t hash;
    int64_t number;
} Met;

enum { FIRST_SLOTS = 1 << 10 };

static int is_table_of_words(PyObject *table) { /* made here, and of no other size than `put` gives */
    Py_ssize_t size = PyByteArray_GET_SIZE(table), slots = size / (Py_ssize_t)sizeof(Met) - 1;
    return size == 0 || (slots > 0 && (slots & (slots - 1)) == 0 && size % (Py_ssize_t)sizeof(Met) == 0);
}

/* The place of a hash among so many slots: its own, or the free one it would take. */
static inline Met *place_of(Met *slots, uint64_t count, uint64_t hash) {
    uint64_t slot = hash & (count - 1);
    while (slots[slot].hash && slots[slot].hash != hash) slot = (slot + 1) & (count - 1);
    return &slots[slot];
}

static const Met *found_in(PyObject *table, uint64_t hash) {
    Py_ssize_t slots = PyByteArray_GET_SIZE(table) / (Py_ssize_t)sizeof(Met) - 1;
    if (slots <= 0) return NULL;
    const Met *place = place_of((Met *)PyByteArray_AS_STRING(table) + 1, (uint64_t)slots, hash);
    return place->hash ? place : NULL;
}

static int put(PyObject *table, uint64_t hash, int64_t number) {
    Py_ssize_t size = PyByteArray_GET_SIZE(table), slots = size ? size / (Py_ssize_t)sizeof(Met) - 1 : 0;
    Met *items = (Met *)PyByteArray_AS_STRING(table);
    if (slots == 0 || 2 * items[0].number >= slots) {
        Py_ssize_t more = slots ? 2 * slots : FIRST_SLOTS;
        Met *before = PyMem_Malloc((size_t)size + sizeof *before);
        if (before == NULL) return PyErr_NoMemory(), -1;
        memcpy(before, items, (size_t)size);
        if (PyByteArray_Resize(table, (more + 1) * (Py_ssize_t)sizeof(Met)) < 0) return PyMem_Free(before), -1;
        items = (Met *)PyByteArray_AS_STRING(table);
        memset(items, 0, (size_t)(more + 1) * sizeof *items);
        if (slots) items[0].number = before[0].number;
        for (Py_ssize_t i = 1; i <= slots; i++)
            if (before[i].hash) *place_of(items + 1, (uint64_t)more, before[i].hash) = before[i];
        PyMem_Free(before);
        slots = more;
    }
    *place_of(items + 1, (uint64_t)slots, hash) = (Met){hash, number};
    items[0].number++;
    return 0;
}

/* The number of a word by what is known, or by asking, which is remembered; -2 and an error where that fails. */
static int32_t number_of(PyObject *known, PyObject *ask, PyObject *word) {
    PyObject *found = PyDict_GetItemWithError(known, word); /* borrowed */
    if (found != NULL)
        Py_INCREF(found);
    else if (!PyErr_Occurred()) {
        found = PyObject_CallOneArg(ask, word);
        if (found != NULL && PyDict_SetItem(known, word, found) < 0) Py_CLEAR(found);
    }
    if (found == NULL) return -2;
    long number = PyLong_AsLong(found);
    Py_DECREF(found);
    if (number == -1 && PyErr_Occurred()) return -2;
    if (number < -1 || number > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "numbers of terms are from -1 to 2**31 - 1");
        return -2;
    }
    return (int32_t)number;
}

/* Who numbers words: those that are known, and who is asked for the others. */
typedef struct {
    PyObject *known, *table, *ask;
} Asked;

/* The words of a text from one place to another; `met` has `places` places and is all zero, or from the same text. */
static int count_words(PyObject *text, Py_ssize_t start, Py_ssize_t end, const Asked *asked, Spelling *met,
                       uint64_t places, Terms *t) {
    int kind = PyUnicode_KIND(text);
    const char *data = PyUnicode_DATA(text);
    uint64_t hash = 0;
    for (Py_ssize_t i = start; i <= end; i++) {
        int inside = 0;
        Py_UCS4 c = 0;
        if (i < end) {
            c = PyUnicode_READ(kind, data, i);
            inside = c < 128 ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                             : Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISDECIMAL(c);
        }
        if (inside && i - start < LONGEST) {
            hash = mixed(hash, c);
            continue;
        }
        if (i - start >= SHORTEST) {
            Spelling *same = &met[hash & (places - 1)]; /* of two words with one place the later takes it */
            if (same->length != i - start ||
                memcmp(data + kind * same->start, data + kind * start, (size_t)(kind * (i - start))) != 0) {
                const Met *before = found_in(asked->table, hash | 1ull << 63);
                int32_t number = before ? (int32_t)before->number : -2;
                if (before == NULL) {
                    PyObject *word = PyUnicode_Substring(text, start, i);
                    number = word ? number_of(asked->known, asked->ask, word) : -2;
                    Py_XDECREF(word);
                    if (number == -2 || put(asked->table, hash | 1ull << 63, number) < 0) return -1;
                }
                *same = (Spelling){start, (int32_t)(i - start), number};
            }
            if (same->number >= 0 && add(t, same->number) < 0) return -1;
        }
        start = inside ? i : i + 1;
        hash = inside ? mixed(0, c) : 0;
    }
    return 0;
}

static uint64_t cleared(Spelling *met, PyObject *text) { /* a link's text is shorter than the table */
    uint64_t places = PyUnicode_GET_LENGTH(text) > SHORT_TEXT ? SPELLINGS : FEW_SPELLINGS;
    memset(met, 0, places * sizeof *met);
    return places;
}

static void forget(Terms *t) {
    PyMem_Free(t->ids);
    PyMem_Free(t->counts);
    PyMem_Free(t->table);
}

static PyObject *count(PyObject *module, PyObject *args) {
    PyObject *text, *result = NULL;
    Asked asked;
    Terms t = {0};
    Spelling met[SPELLINGS];
    (void)module;
    if (!PyArg_ParseTuple(args, "UO!O!O", &text, &PyDict_Type, &asked.known, &PyByteArray_Type, &asked.table, &asked.ask))
        return NULL;
    if (!is_table_of_words(asked.table)) return refused("a table of another size");
    if (count_words(text, 0, PyUnicode_GET_LENGTH(text), &asked, met, cleared(met, text), &t) == 0)
        result = Py_BuildValue("(NN)",
                               PyBytes_FromStringAndSize((const char *)t.ids, t.count * (Py_ssize_t)sizeof *t.ids),
                               PyBytes_FromStringAndSize((const char *)t.counts, t.count * (Py_ssize_t)sizeof *t.counts));
    forget(&t);
    return result;
}

static PyObject *terms(PyObject *module, PyObject *args) {
    PyObject *text;
    Asked asked;
    Py_ssize_t most;
    Terms t = {0};
    Spelling met[SPELLINGS];
    (void)module;
    if (!PyArg_ParseTuple(args, "UO!O!On", &text, &PyDict_Type, &asked.known, &PyByteArray_Type, &asked.table, &asked.ask,
                          &most))
        return NULL;
    if (!is_table_of_words(asked.table)) return refused("a table of another size");
    if (most < 0) return refused("a number of terms below zero");
    uint64_t places = cleared(met, text);
    PyObject *found = PyList_New(0);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t start = 0, end; found != NULL && start <= size; start = end + 1) {
        end = PyUnicode_FindChar(text, '\n', start, size, 1);
        if (end < 0) end = size;
        if (t.count) memset(t.table, 0, (size_t)t.slots * sizeof *t.table);
        t.count = 0;
        Py_ssize_t taken_up = 0;
        if (count_words(text, start, end, &asked, met, places, &t) == 0) taken_up = t.count < most ? t.count : most;
        if (PyErr_Occurred() ||
            put_item(found, PyBytes_FromStringAndSize((const char *)t.ids, taken_up * (Py_ssize_t)sizeof *t.ids)) < 0)
            Py_CLEAR(found);
    }
    forget(&t);
    return found;
}

/* ---- words that are new to a host: a table of hashes in a bytearray, its first item their number ------------------------- */

static int doubled(PyObject *table) {
    Py_ssize_t size = PyByteArray_GET_SIZE(table), larger = size ? 2 * size - 8 : 8 * (1 + (1 << 10));
    uint64_t *before = PyMem_Malloc((size_t)size + 8);
    if (before == NULL) return PyErr_NoMemory(), -1;
    memcpy(before, PyByteArray_AS_STRING(table), (size_t)size);
    if (PyByteArray_Resize(table, larger) < 0) return PyMem_Free(before), -1;
    uint64_t *now = (uint64_t *)PyByteArray_AS_STRING(table), mask = (uint64_t)larger / 8 - 2;
    memset(now, 0, (size_t)larger);
    now[0] = size ? before[0] : 0;
    for (Py_ssize_t i = 1; i < size / 8; i++)
        if (before[i]) {
            uint64_t slot = before[i] & mask;
            while (now[1 + slot]) slot = (slot + 1) & mask;
            now[1 + slot] = before[i];
        }
    PyMem_Free(before);
    return 0;
}

/* Whether a hash is in a table; 1 as well where it was put there, with `put`; -1 and an error. */
static int held(PyObject *table, uint64_t hash, int *put) {
    uint64_t *items = (uint64_t *)PyByteArray_AS_STRING(table);
    Py_ssize_t slots = PyByteArray_GET_SIZE(table) / 8 - 1;
    if (put && (slots <= 0 || 2 * (Py_ssize_t)items[0] >= slots)) {
        if (doubled(table) < 0) return -1;
        items = (uint64_t *)PyByteArray_AS_STRING(table);
        slots = PyByteArray_GET_SIZE(table) / 8 - 1;
    }
    if (slots <= 0) return 0;
    uint64_t mask = (uint64_t)slots - 1, slot = hash & mask;
    for (; items[1 + slot]; slot = (slot + 1) & mask)
        if (items[1 + slot] == hash) return 1;
    if (put == NULL) return 0;
    items[1 + slot] = hash;
    items[0]++;
    *put = 1;
    return 1;
}

static int is_table(PyObject *table) { /* made here, and of no other size than `doubled` gives */
    Py_ssize_t slots = PyByteArray_GET_SIZE(table) / 8 - 1;
    return PyByteArray_GET_SIZE(table) == 0 || (slots > 0 && (slots & (slots - 1)) == 0 && PyByteArray_GET_SIZE(table) % 8 == 0);
}

static PyObject *fresh(PyObject *module, PyObject *args) {
    PyObject *text, *known, *into;
    Py_ssize_t words = 0, new = 0, start = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "UO!O!", &text, &PyByteArray_Type, &known, &PyByteArray_Type, &into)) return NULL;
    if (!is_table(known) || !is_table(into)) return refused("a table of another size");
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    uint64_t hash = 0;
    for (Py_ssize_t i = 0; i <= size; i++) {
        Py_UCS4 c = i < size ? PyUnicode_READ(kind, data, i) : ' ';
        if (!Py_UNICODE_ISSPACE(c)) {
            hash = mixed(hash, c);
            continue;
        }
        if (i > start) {
            int put = 0, there = known == into ? 0 : held(known, hash | 1ull << 63, NULL);
            if (!there && held(into, hash | 1ull << 63, &put) < 0) return NULL;
            words++;
            new += put;
        }
        start = i + 1;
        hash = 0;
    }
    return Py_BuildValue("(nn)", new, words);
}

/* ---- what runs of terms are worth ------------------------------------------------------------------------------------------ */

static PyObject *valued(PyObject *module, PyObject *args) {
    PyObject *from[5];
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &from[0], &from[1], &from[2], &from[3], &from[4])) return NULL;
    const int32_t *terms = taken(&all, from[0], sizeof *terms, ANY);
    Py_ssize_t count = last_count(&all, sizeof *terms);
    const int64_t *ends = taken(&all, from[1], sizeof *ends, ANY);
    Py_ssize_t runs = last_count(&all, sizeof *ends);
    const double(*table)[3] = taken(&all, from[2], sizeof *table, ANY);
    Py_ssize_t rows = last_count(&all, sizeof *table);
    Py_buffer *score = taken_as(&all, from[3], PyBUF_WRITABLE), *worth = taken_as(&all, from[4], PyBUF_WRITABLE);
    if (!all.failed && (score->len != runs * (Py_ssize_t)sizeof(float) || worth->len != score->len || rows < 1))
        fail(&all, "arrays of different sizes");
    if (!all.failed && runs && (ends[0] < 0 || ends[runs - 1] > count)) fail(&all, "a run beyond the terms");
    for (Py_ssize_t i = 1; i < runs && !all.failed; i++)
        if (ends[i] < ends[i - 1]) fail(&all, "runs in another order");
    Py_ssize_t at = 0;
    double sums[3] = {0}; /* running over all terms, as numpy adds them up */
    for (Py_ssize_t i = 0; i < runs && !all.failed; i++) {
        double before[3] = {sums[0], sums[1], sums[2]};
        Py_ssize_t length = (Py_ssize_t)ends[i] - at;
        for (; at < ends[i]; at++) {
            const double *row = table[terms[at] < 0 ? 0 : terms[at] < rows ? terms[at] : rows - 1];
            for (int column = 0; column < 3; column++) sums[column] += row[column];
        }
        double rarity = sums[1] - before[1];
        ((float *)score->buf)[i] = (float)((sums[0] - before[0]) / sqrt((double)(length > 1 ? length : 1)));
        ((float *)worth->buf)[i] = (float)((sums[2] - before[2]) / (rarity > 1e-6 ? rarity : 1e-6));
    }
    int failed = all.failed;
    give_back(&all);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef TERMS[] = {
    {"fresh", fresh, METH_VARARGS,
     "fresh(text, known, into) -> (words that are in neither table, each once; words); the former are put into `into`."},
    {"valued", valued, METH_VARARGS, "valued(terms, ends, tables, score, worth): fills the last two, an item for every run."},
    {"lowered", lowered, METH_O, "lowered(text) -> the text in lower case."},
    {"terms", terms, METH_VARARGS, "terms(text, known, table, ask, most) -> for every line its first terms, as the bytes of int32."},
    {"count", count, METH_VARARGS,
     "count(text, known, table, ask) -> (terms as int32, how often as float32), both as bytes, in the order they are met."},
    {NULL, NULL, 0, NULL},
};
