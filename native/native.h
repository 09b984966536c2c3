/* What all parts of the extension share: its state, arrays that come from Python, white space.
 *
 * Nothing here or in the parts is static and changes: what a module needs lies in its State, one for every interpreter,
 * filled when the module is made and read-only afterwards (but for `bind`, which comes before all walks).
 */
#ifndef MOTHERLODE_NATIVE_H
#define MOTHERLODE_NATIVE_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- the parser ---------------------------------------------------------------------------------------------------- */

typedef void *Node;
enum { ELEMENT = 1, TEXT_NODE = 3, KNOWN = 256 }; /* lexbor's types of nodes; tags below KNOWN have the same number in every page */

/* The functions of lexbor that are called: those that it keeps for callers of other versions. */
typedef struct {
    Node (*first_child)(Node);
    Node (*next)(Node);
    Node (*parent)(Node);
    uintptr_t (*tag)(Node);
    int (*type)(Node);
    unsigned char *(*text)(Node, size_t *);
    void *(*free_text)(Node document, unsigned char *);
    const unsigned char *(*name)(Node, size_t *);
    Node (*first_attribute)(Node);
    Node (*next_attribute)(Node);
    const unsigned char *(*attribute_name)(Node, size_t *);
    const unsigned char *(*attribute_value)(Node, size_t *);
} Lexbor;

/* ---- state ----------------------------------------------------------------------------------------------------------- */

enum { KEPT_NUMBERS = 1 << 15, LOGARITHMS = 2048 };

typedef struct {
    Lexbor lexbor;
    PyTypeObject *node_type; /* selectolax.lexbor.LexborNode; NULL until the parser is bound */
    PyTypeObject *nodes_type;
    PyObject *lower;
    PyObject *numbers[KEPT_NUMBERS]; /* numbers of nodes as Python has them */
    double logarithms[LOGARITHMS];   /* log(1 + i) */
    uint32_t crc[256];               /* as zlib's crc32 */
    uint64_t apart[256];             /* the bits of a byte, each in a byte of its own */
} State;

static inline State *state_of(PyObject *module) { return PyModule_GetState(module); }

/* The functions of each part, and its types; -1 and an error. */
extern PyMethodDef AROUND[], BAGS[], BLOCKS[], FIELDS[], GUARD[], NUMBERS[], RANKING[], RECORDS[], SIMHASH[], SURROUNDINGS[],
    TERMS[], VIEW[], WALK[];
int add_nodes_type(PyObject *module, State *state);

/* The parser's own node of a Python object; NULL and an error. */
Node node_in(const State *state, PyObject *node);

static inline PyObject *decoded(const void *data, size_t size) {
    return PyUnicode_DecodeUTF8(data ? data : "", data ? (Py_ssize_t)size : 0, "replace");
}

static inline void *refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------------
 * A function takes all its arrays and its room, asks once whether something failed (`failed`, with the error set), and
 * gives everything back at its end. */

enum { MOST_ARRAYS = 48, ANY = -1 };

typedef struct {
    Py_buffer views[MOST_ARRAYS];
    void *rooms[MOST_ARRAYS];
    int count, room_count, failed;
} Taken;

/* A table of floats, blocks × numbers; the numbers of a block stand side by side. */
typedef struct {
    float *data;
    Py_ssize_t rows, columns, stride; /* floats from row to row */
} Table;

static inline void *fail(Taken *all, const char *why) {
    if (!PyErr_Occurred()) refused(why);
    all->failed = 1;
    return NULL;
}

static inline Py_buffer *taken_as(Taken *all, PyObject *from, int how) {
    if (all->failed) return NULL;
    if (all->count == MOST_ARRAYS) return fail(all, "too many arrays");
    if (PyObject_GetBuffer(from, &all->views[all->count], how) < 0) return fail(all, "no array");
    return &all->views[all->count++];
}

/* The items of an array of `items` items of `size` bytes each, or of any number of them. */
static inline const void *taken(Taken *all, PyObject *from, size_t size, Py_ssize_t items) {
    Py_buffer *view = taken_as(all, from, PyBUF_SIMPLE);
    if (view == NULL) return NULL;
    if (items == ANY ? view->len % (Py_ssize_t)size != 0 : view->len != items * (Py_ssize_t)size)
        return fail(all, "arrays of different sizes");
    return view->buf;
}

/* How many items of `size` bytes the array that was taken last has. */
static inline Py_ssize_t last_count(const Taken *all, size_t size) {
    return all->failed ? 0 : all->views[all->count - 1].len / (Py_ssize_t)size;
}

/* A table that is written to, of `rows` rows and at least `columns` columns. */
static inline Table taken_table(Taken *all, PyObject *from, Py_ssize_t rows, Py_ssize_t columns) {
    Py_buffer *view = taken_as(all, from, PyBUF_WRITABLE | PyBUF_STRIDES | PyBUF_FORMAT);
    Table table = {0};
    if (view == NULL) return table;
    Py_ssize_t size = sizeof(float);
    if (view->ndim != 2 || view->format == NULL || strcmp(view->format, "f") != 0 || view->shape[0] != rows ||
        view->shape[1] < columns || (view->shape[1] > 1 && view->strides[1] != size) ||
        (rows > 1 && (view->strides[0] < view->shape[1] * size || view->strides[0] % size != 0))) {
        fail(all, "a table of floats, a row for every block");
        return table;
    }
    table.data = view->buf;
    table.rows = rows;
    table.columns = view->shape[1];
    table.stride = rows > 1 ? view->strides[0] / size : view->shape[1];
    return table;
}

/* The items of a tuple of `count` items, NULL where it is none. */
static inline PyObject **items_of(Taken *all, PyObject *tuple, Py_ssize_t count) {
    if (all->failed) return NULL;
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != count) return fail(all, "tuples of other sizes");
    return ((PyTupleObject *)tuple)->ob_item;
}

/* Room for so many items of a size, all zero. */
static inline void *room_for(Taken *all, Py_ssize_t items, size_t size) {
    void *room = all->failed || items < 0 || all->room_count == MOST_ARRAYS ? NULL : PyMem_Calloc((size_t)items + 1, size);
    if (room != NULL) return all->rooms[all->room_count++] = room;
    if (!all->failed && !PyErr_Occurred()) PyErr_NoMemory();
    all->failed = 1;
    return NULL;
}

/* Whether every text of a list is one, and has at least one character. */
static inline int all_texts(PyObject *list) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *text = PyList_GET_ITEM(list, i);
        if (!PyUnicode_Check(text) || PyUnicode_GET_LENGTH(text) == 0) return refused("a text that is none, or empty"), 0;
    }
    return 1;
}

static inline void give_back(Taken *all) {
    while (all->count > 0) PyBuffer_Release(&all->views[--all->count]);
    while (all->room_count > 0) PyMem_Free(all->rooms[--all->room_count]);
}

/* As `taken`, of an array that is written to. */
static inline void *taken_for(Taken *all, PyObject *from, size_t size, Py_ssize_t items) {
    Py_buffer *view = taken_as(all, from, PyBUF_WRITABLE);
    if (view == NULL) return NULL;
    if (items == ANY ? view->len % (Py_ssize_t)size != 0 : view->len != items * (Py_ssize_t)size)
        return fail(all, "arrays of different sizes");
    return view->buf;
}

/* The end of a function that fills arrays: None, or NULL with the error set. */
static inline PyObject *finished(Taken *all) {
    int failed = all->failed;
    give_back(all);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* Appends and gives the reference away. */
static inline int put_item(PyObject *list, PyObject *item) {
    int result = item ? PyList_Append(list, item) : -1;
    Py_XDECREF(item);
    return result;
}

/* Counts a key once more. */
static inline int count_up(PyObject *counts, PyObject *key) {
    PyObject *before = PyDict_GetItemWithError(counts, key);
    if (before == NULL && PyErr_Occurred()) return -1;
    PyObject *more = PyLong_FromLong(before ? PyLong_AsLong(before) + 1 : 1);
    int result = more ? PyDict_SetItem(counts, key, more) : -1;
    Py_XDECREF(more);
    return result;
}

/* ---- white space in UTF-8 ------------------------------------------------------------------------------------------------ */

/* The bytes with which a character of white space may begin. */
static const uint8_t MAY_BE_SPACE[256] = {['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1,
                                          [0x1C] = 1, [0x1D] = 1, [0x1E] = 1, [0x1F] = 1, [' '] = 1,
                                          [0xC2] = 1, [0xE1] = 1, [0xE2] = 1, [0xE3] = 1};

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
