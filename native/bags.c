/* Pages as runs of terms: their weights, what they are like and what each term adds up to (bags.py has the Python twins,
 * which mean the same: sums run in the order of the terms, in doubles, as numpy adds them up). */
#include "native.h"

/* The terms of pages, and where each page ends among them. */
typedef struct {
    const int64_t *ids, *ends;
    Py_ssize_t count, pages;
} Runs;

/* `size` is the number of terms there are: every id lies below it. */
static Runs taken_runs(Taken *all, PyObject *ids, PyObject *ends, Py_ssize_t size) {
    Runs runs = {0};
    runs.ids = taken(all, ids, sizeof *runs.ids, ANY);
    runs.count = last_count(all, sizeof *runs.ids);
    runs.ends = taken(all, ends, sizeof *runs.ends, ANY);
    runs.pages = last_count(all, sizeof *runs.ends);
    if (all->failed) return runs;
    for (Py_ssize_t i = 0; i < runs.pages; i++)
        if (runs.ends[i] < (i ? runs.ends[i - 1] : 0)) fail(all, "runs in another order");
    if (!all->failed && (runs.pages ? runs.ends[runs.pages - 1] : 0) != runs.count) fail(all, "a run beyond the terms");
    int64_t outside = 0;
    for (Py_ssize_t i = 0; i < runs.count; i++) outside |= runs.ids[i] | ((int64_t)size - 1 - runs.ids[i]);
    if (outside < 0) fail(all, "a term that is not there");
    return runs;
}

static PyObject *weighted(PyObject *module, PyObject *args) {
    PyObject *from[6];
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOO", &from[0], &from[1], &from[2], &from[3], &from[4], &from[5])) return NULL;
    const float *idf = taken(&all, from[3], sizeof *idf, ANY);
    Runs runs = taken_runs(&all, from[0], from[1], last_count(&all, sizeof *idf));
    const float *logs = taken(&all, from[2], sizeof *logs, runs.count);
    const double *damping = taken(&all, from[4], sizeof *damping, runs.pages);
    float *found = taken_for(&all, from[5], sizeof *found, runs.count);
    Py_ssize_t at = 0;
    for (Py_ssize_t page = 0; page < runs.pages && !all.failed; page++) {
        Py_ssize_t start = at;
        double squares = 0;
        for (; at < runs.ends[page]; at++) {
            found[at] = logs[at] * idf[runs.ids[at]];
            squares += (double)(found[at] * found[at]);
        }
        double scale = sqrt(squares > 1e-12 ? squares : 1e-12) * damping[page];
        for (Py_ssize_t i = start; i < at; i++) found[i] = (float)((double)found[i] / scale);
    }
    return finished(&all);
}

static PyObject *dots(PyObject *module, PyObject *args) {
    PyObject *from[5];
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &from[0], &from[1], &from[2], &from[3], &from[4])) return NULL;
    const float *vector = taken(&all, from[3], sizeof *vector, ANY);
    Runs runs = taken_runs(&all, from[0], from[1], last_count(&all, sizeof *vector));
    const float *weights = taken(&all, from[2], sizeof *weights, runs.count);
    float *found = taken_for(&all, from[4], sizeof *found, runs.pages);
    Py_ssize_t at = 0;
    for (Py_ssize_t page = 0; page < runs.pages && !all.failed; page++) {
        double sum = 0;
        for (; at < runs.ends[page]; at++) sum += (double)(weights[at] * vector[runs.ids[at]]);
        found[page] = (float)sum;
    }
    return finished(&all);
}

static PyObject *sums(PyObject *module, PyObject *args) {
    PyObject *from[5];
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &from[0], &from[1], &from[2], &from[3], &from[4])) return NULL;
    float *found = taken_for(&all, from[4], sizeof *found, ANY);
    Py_ssize_t size = last_count(&all, sizeof *found);
    Runs runs = taken_runs(&all, from[0], from[1], size);
    const float *shares = from[2] == Py_None ? NULL : taken(&all, from[2], sizeof *shares, runs.pages);
    const float *weights = from[3] == Py_None ? NULL : taken(&all, from[3], sizeof *weights, runs.count);
    double *sum = room_for(&all, size, sizeof *sum);
    Py_ssize_t at = 0;
    for (Py_ssize_t page = 0; page < runs.pages && !all.failed; page++) {
        float share = shares ? shares[page] : 1.0f;
        for (; at < runs.ends[page]; at++) sum[runs.ids[at]] += (double)(weights ? share * weights[at] : share);
    }
    for (Py_ssize_t i = 0; i < size && !all.failed; i++) found[i] = (float)sum[i];
    return finished(&all);
}

PyMethodDef BAGS[] = {
    {"weighted", weighted, METH_VARARGS, "weighted(ids, ends, logs, idf, damping, found): fills the last, an item for every term."},
    {"dots", dots, METH_VARARGS, "dots(ids, ends, weights, vector, found): fills the last, an item for every page."},
    {"sums", sums, METH_VARARGS,
     "sums(ids, ends, shares, weights, found): fills the last, an item for every term there is; None stands for ones."},
    {NULL, NULL, 0, NULL},
};
