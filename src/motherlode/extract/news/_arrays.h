/* Arrays that come from Python: taken with their sizes checked, given back together.
 *
 * A function takes all its arrays, asks once whether one did not fit (`failed`, with the error set), and gives them
 * all back at its end. Included by the kernels of this folder.
 */
#ifndef MOTHERLODE_ARRAYS_H
#define MOTHERLODE_ARRAYS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { MOST_ARRAYS = 32, ANY = -1 };

typedef struct {
    Py_buffer views[MOST_ARRAYS];
    int count, failed;
} Taken;

/* A table of floats, blocks × numbers; the numbers of a block stand side by side. */
typedef struct {
    float *data;
    Py_ssize_t rows, columns, stride; /* floats from row to row */
} Table;

static inline void *refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

static inline Py_buffer *taken_as(Taken *all, PyObject *from, int how) {
    if (all->failed || all->count == MOST_ARRAYS || PyObject_GetBuffer(from, &all->views[all->count], how) < 0) {
        if (!all->failed && all->count == MOST_ARRAYS) refused("too many arrays");
        all->failed = 1;
        return NULL;
    }
    return &all->views[all->count++];
}

/* The items of an array of `items` items of `size` bytes each, or of any number of them. */
static inline const void *taken(Taken *all, PyObject *from, size_t size, Py_ssize_t items) {
    Py_buffer *view = taken_as(all, from, PyBUF_SIMPLE);
    if (view == NULL) return NULL;
    if (items == ANY ? view->len % (Py_ssize_t)size != 0 : view->len != items * (Py_ssize_t)size) {
        refused("arrays of different sizes");
        all->failed = 1;
    }
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
        refused("a table of floats, a row for every block");
        all->failed = 1;
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
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != count) {
        refused("tuples of other sizes");
        all->failed = 1;
        return NULL;
    }
    return ((PyTupleObject *)tuple)->ob_item;
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
}

#endif
