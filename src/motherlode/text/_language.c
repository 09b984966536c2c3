/* The scripts and the commonest words of a text. Twins in Python (language.py) mean the same, and tests hold them equal.
 *
 * Safety: what comes from Python is checked for its type; nothing is kept and nothing is recursive.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

enum { VERSION = 2, SCRIPTS = 12 };

static const struct {
    Py_UCS4 first, last;
    int script;
} RANGES[] = {
    {0x3040, 0x30ff, 0}, {0xac00, 0xd7af, 1}, {0x3400, 0x9fff, 2},  {0xf900, 0xfaff, 2},  {0x0600, 0x06ff, 3},
    {0x0590, 0x05ff, 4}, {0x0370, 0x03ff, 5}, {0x0e00, 0x0e7f, 6},  {0x0900, 0x097f, 7},  {0x0980, 0x09ff, 8},
    {0x0b80, 0x0bff, 9}, {0x10a0, 0x10ff, 10}, {0x0530, 0x058f, 11},
};

/* scripts(text): how many letters it has, then how many characters of each script; None where it has none of them. */
static PyObject *scripts(PyObject *module, PyObject *text) {
    (void)module;
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "not a text");
        return NULL;
    }
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) Py_RETURN_NONE;
    Py_ssize_t counts[SCRIPTS] = {0}, letters = 0, size = PyUnicode_GET_LENGTH(text), found = 0;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 c = PyUnicode_READ(kind, data, i);
        if (c < 0x370 || (c >= 0x1100 && c < 0x3040)) continue;
        for (size_t range = 0; range < sizeof RANGES / sizeof *RANGES; range++)
            if (c >= RANGES[range].first && c <= RANGES[range].last) {
                counts[RANGES[range].script]++;
                found++;
                break;
            }
    }
    if (!found) Py_RETURN_NONE;
    for (Py_ssize_t i = 0; i < size; i++) letters += Py_UNICODE_ISALPHA(PyUnicode_READ(kind, data, i)) != 0;
    PyObject *result = PyTuple_New(SCRIPTS + 1);
    for (int i = 0; result != NULL && i <= SCRIPTS; i++) {
        PyObject *number = PyLong_FromSsize_t(i ? counts[i - 1] : letters);
        if (number == NULL)
            Py_CLEAR(result);
        else
            PyTuple_SET_ITEM(result, i, number);
    }
    return result;
}

/* Counts a word that is known. */
static int count(PyObject *counted, PyObject *known, PyObject *word) {
    int is_known = PyDict_Contains(known, word);
    if (is_known <= 0) return is_known;
    PyObject *before = PyDict_GetItemWithError(counted, word); /* borrowed */
    if (before == NULL && PyErr_Occurred()) return -1;
    PyObject *after = PyLong_FromSsize_t((before ? PyLong_AsSsize_t(before) : 0) + 1);
    int result = after ? PyDict_SetItem(counted, word, after) : -1;
    Py_XDECREF(after);
    return result;
}

/* From (text, known, longest), the words of a text that are known, with their counts, in the order they come first;
 * a word is a run of letters, and longer ones are not looked up. */
static PyObject *counted(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *text, *known;
    Py_ssize_t longest;
    if (!PyArg_ParseTuple(args, "UO!n", &text, &PyDict_Type, &known, &longest)) return NULL;
    PyObject *found = PyDict_New();
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), begin = -1;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; found != NULL && i <= size; i++) {
        Py_UCS4 c = i < size ? PyUnicode_READ(kind, data, i) : ' ';
        int letter = c < 128 ? Py_ISALPHA(c) : Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISDECIMAL(c);
        if (letter) {
            if (begin < 0) begin = i;
            continue;
        }
        if (begin >= 0 && i - begin <= longest) {
            PyObject *word = PyUnicode_Substring(text, begin, i);
            if (word == NULL || count(found, known, word) < 0) Py_CLEAR(found);
            Py_XDECREF(word);
        }
        begin = -1;
    }
    return found;
}

enum { LANGUAGES = 128 };

/* The votes of all languages for which words speak, in the order they come first. */
typedef struct {
    PyObject *names[LANGUAGES]; /* borrowed */
    double sums[LANGUAGES];
    int count;
} Votes;

/* Adds the vote of a word that languages have in common; -1 and an error. */
static int vote(Votes *votes, PyObject *languages, double share) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(languages); i++) {
        PyObject *name = PyTuple_GET_ITEM(languages, i);
        int at = 0;
        while (at < votes->count && votes->names[at] != name && PyUnicode_Compare(votes->names[at], name) != 0) at++;
        if (at == LANGUAGES) {
            PyErr_SetString(PyExc_ValueError, "too many languages");
            return -1;
        }
        if (at == votes->count) {
            votes->names[votes->count++] = name;
            votes->sums[at] = 0.0;
        }
        votes->sums[at] += share;
    }
    return 0;
}

/* voted(text, known, longest): the votes of each language; known words have tuples of the languages they belong to, each
 * of which has its share of every time they stand in the text. */
static PyObject *voted(PyObject *module, PyObject *args) {
    PyObject *found = counted(module, args), *word, *times, *result = NULL;
    if (found == NULL) return NULL;
    Votes votes = {.count = 0};
    Py_ssize_t place = 0;
    while (PyDict_Next(found, &place, &word, &times)) {
        PyObject *languages = PyDict_GetItemWithError(PyTuple_GET_ITEM(args, 1), word); /* borrowed */
        if (languages == NULL || !PyTuple_Check(languages) || !PyTuple_GET_SIZE(languages)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "not a tuple of languages");
            goto done;
        }
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(languages); i++)
            if (!PyUnicode_Check(PyTuple_GET_ITEM(languages, i))) {
                PyErr_SetString(PyExc_TypeError, "not a language");
                goto done;
            }
        if (vote(&votes, languages, (double)PyLong_AsSsize_t(times) / (double)PyTuple_GET_SIZE(languages)) < 0) goto done;
    }
    result = PyDict_New();
    for (int i = 0; result != NULL && i < votes.count; i++) {
        PyObject *sum = PyFloat_FromDouble(votes.sums[i]);
        if (sum == NULL || PyDict_SetItem(result, votes.names[i], sum) < 0) Py_CLEAR(result);
        Py_XDECREF(sum);
    }
done:
    Py_DECREF(found);
    return result;
}

static PyMethodDef METHODS[] = {
    {"scripts", scripts, METH_O, "scripts(text) -> letters and characters of each script, or None."},
    {"voted", voted, METH_VARARGS, "voted(text, known, longest) -> the votes of each language."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.text._language", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__language(void) {
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
