/* What runs of terms are worth: see values.py, whose Python twin means the same.
 *
 * Sums run on from run to run in doubles, as the twin's do, so that both give the same bits.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>

enum { VERSION = 1, TABLES = 3 };

static PyObject *valued(PyObject *module, PyObject *args) {
    Py_buffer terms, ends, tables[TABLES];
    PyObject *scores = NULL, *worths = NULL, *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*", &terms, &ends, &tables[0], &tables[1], &tables[2])) return NULL;
    int fits = terms.itemsize == 4 && ends.itemsize == 8;
    for (int k = 0; k < TABLES; k++) fits = fits && tables[k].itemsize == 4;
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "terms are int32, ends int64, tables float32");
        goto done;
    }
    const int32_t *term = terms.buf;
    const int64_t *end = ends.buf;
    Py_ssize_t count = terms.len / (Py_ssize_t)sizeof *term, runs = ends.len / (Py_ssize_t)sizeof *end;
    for (Py_ssize_t i = 0; i < runs; i++)
        if (end[i] < (i ? end[i - 1] : 0) || end[i] > count) {
            PyErr_SetString(PyExc_ValueError, "runs end one after the other, inside the terms");
            goto done;
        }
    scores = PyBytes_FromStringAndSize(NULL, runs * (Py_ssize_t)sizeof(float));
    worths = PyBytes_FromStringAndSize(NULL, runs * (Py_ssize_t)sizeof(float));
    if (scores == NULL || worths == NULL) goto done;
    float *score = (float *)PyBytes_AS_STRING(scores), *worth = (float *)PyBytes_AS_STRING(worths);
    double sums[TABLES] = {0}, before[TABLES];
    Py_ssize_t at = 0;
    for (Py_ssize_t i = 0; i < runs; i++) {
        Py_ssize_t start = at;
        for (int k = 0; k < TABLES; k++) before[k] = sums[k];
        for (; at < end[i]; at++)
            for (int k = 0; k < TABLES; k++) {
                Py_ssize_t size = tables[k].len / (Py_ssize_t)sizeof(float);
                if (term[at] >= 0 && term[at] < size) sums[k] += (double)((const float *)tables[k].buf)[term[at]];
            }
        double length = at > start ? (double)(at - start) : 1.0, rarity = sums[1] - before[1];
        score[i] = (float)((sums[0] - before[0]) / sqrt(length));
        worth[i] = (float)((sums[2] - before[2]) / (rarity > 1e-6 ? rarity : 1e-6));
    }
    result = PyTuple_Pack(2, scores, worths);
done:
    Py_XDECREF(scores);
    Py_XDECREF(worths);
    PyBuffer_Release(&terms);
    PyBuffer_Release(&ends);
    for (int k = 0; k < TABLES; k++) PyBuffer_Release(&tables[k]);
    return result;
}

static PyMethodDef METHODS[] = {
    {"valued", valued, METH_VARARGS,
     "valued(terms, ends, weights, rarity, worth) -> (likeness, worth) of every run, float32 as bytes."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.crawl._runs", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__runs(void) {
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
