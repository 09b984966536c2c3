/* The terms of a text and how often each stands in it; terms.py has the Python twin, which means the same. */
#include "native.h"

enum { SHORTEST = 2, LONGEST = 40 };

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

static int count_words(PyObject *text, PyObject *known, PyObject *ask, Terms *t) {
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), start = 0;
    for (Py_ssize_t i = 0; i <= size; i++) {
        int inside = 0;
        if (i < size) {
            Py_UCS4 c = PyUnicode_READ(kind, data, i);
            inside = c < 128 ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                             : Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISDECIMAL(c);
        }
        if (inside && i - start < LONGEST) continue;
        if (i - start >= SHORTEST) {
            PyObject *word = PyUnicode_Substring(text, start, i);
            int32_t number = word ? number_of(known, ask, word) : -2;
            Py_XDECREF(word);
            if (number == -2 || (number >= 0 && add(t, number) < 0)) return -1;
        }
        start = inside ? i : i + 1;
    }
    return 0;
}

static PyObject *count(PyObject *module, PyObject *args) {
    PyObject *text, *known, *ask, *result = NULL;
    Terms t = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "UO!O", &text, &PyDict_Type, &known, &ask)) return NULL;
    if (count_words(text, known, ask, &t) == 0)
        result = Py_BuildValue("(NN)",
                               PyBytes_FromStringAndSize((const char *)t.ids, t.count * (Py_ssize_t)sizeof *t.ids),
                               PyBytes_FromStringAndSize((const char *)t.counts, t.count * (Py_ssize_t)sizeof *t.counts));
    PyMem_Free(t.ids);
    PyMem_Free(t.counts);
    PyMem_Free(t.table);
    return result;
}

PyMethodDef TERMS[] = {
    {"count", count, METH_VARARGS,
     "count(text, known, ask) -> (terms as int32, how often as float32), both as bytes, in the order they are met."},
    {NULL, NULL, 0, NULL},
};
