/* The inner loops of the article extractor over a page's flat arrays: runs of text, and texts folded for comparing.
 *
 * Every function here has a twin in Python of the same meaning (text_runs.py, blocks.py), which works where this module is
 * not built; tests hold the twins equal. Arrays come in through the buffer protocol and
 * go out as bytes for numpy. Safety: sizes of all arrays that go together are compared, and numbers of nodes and of
 * blocks are checked before they are used as places.
 */
#include "native.h"

/* What a tag code means here, as runs.py writes it into the table of kinds. */
enum {
    BLOCK = 1, HIDDEN = 2, FRAME = 4, OUTER = 8, MAIN = 16, LINK = 32, BOLD = 64, TEXT = 128, BREAK = 256,
    NOSCRIPT = 512, HEADER = 1024, CODES = 256,
};
static const Py_UCS4 LINE = 0x1e; /* stands for <br> while a run is put together */

/* ---- runs of text ---------------------------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *codes;
    const int32_t *ends;
    const uint16_t *kinds; /* by code */
    PyObject *texts;       /* a list, an item for every node */
    Py_ssize_t count;
} Page;

static uint16_t kind_of(const Page *page, Py_ssize_t node) { return page->kinds[page->codes[node]]; }
static PyObject *text_at(const Page *page, Py_ssize_t node) { return PyList_GET_ITEM(page->texts, node); }

/* Per node: 1 not shown, 2 in <noscript>, 4 navigation and the like, 8 in a link, 16 in bold, 32 a block begins or
 * has ended here. Elements nest, so that the furthest end of a kind tells whether a node lies in one. */
enum { UNSHOWN = 1, SPARE = 2, FRAMED = 4, LINKED = 8, STRONG = 16, EDGE = 32 };

static void mark(const Page *page, uint8_t *marks) {
    int32_t hidden = 0, spare = 0, frame = 0, main = 0, outer = 0, header = 0, link = 0, bold = 0;
    int32_t until = 0; /* up to here nodes lie in the same elements, unless one begins that counts */
    uint8_t inside = 0;
    for (int32_t i = 0; i < page->count; i++) {
        uint16_t kind = kind_of(page, i);
        if (kind & ~(BLOCK | TEXT | BREAK) || i >= until) {
            int32_t end = page->ends[i];
#define REACH(wanted, until) \
    if ((kind & (wanted)) && end > until) until = end;
            REACH(HIDDEN, hidden)
            REACH(NOSCRIPT, spare)
            REACH(FRAME, frame)
            REACH(MAIN, main)
            REACH(LINK, link)
            REACH(BOLD, bold)
            if (i >= main) {
                REACH(OUTER, outer)
                REACH(HEADER, header)
            }
#undef REACH
            inside = (i < hidden ? UNSHOWN : 0) | (i < spare ? SPARE : 0) | (i < link ? LINKED : 0) | (i < bold ? STRONG : 0) |
                     (i < frame || i < outer || (i < header && i < link) ? FRAMED : 0);
            until = INT32_MAX;
            const int32_t ends[] = {hidden, spare, frame, outer, header, link, bold};
            for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
                if (ends[k] > i && ends[k] < until) until = ends[k];
        }
        if (kind & BLOCK) {
            marks[i] |= EDGE;
            marks[page->ends[i]] |= EDGE;
        }
        marks[i] |= inside;
    }
}

/* Hides <noscript> unless it has most of the text, then navigation and the like unless those have. */
static void hide(const Page *page, uint8_t *marks, double frame_share) {
    int64_t sizes[2][2] = {{0}}; /* characters in <noscript> or not, in navigation or not */
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (!(marks[i] & UNSHOWN) && kind_of(page, i) & TEXT)
            sizes[(marks[i] & SPARE) != 0][(marks[i] & FRAMED) != 0] += PyUnicode_GET_LENGTH(text_at(page, i));
    int spared = sizes[1][0] + sizes[1][1] < sizes[0][0] + sizes[0][1];
    int64_t framed = sizes[0][1] + (spared ? 0 : sizes[1][1]), shown = framed + sizes[0][0] + (spared ? 0 : sizes[1][0]);
    uint8_t left_out = UNSHOWN | (spared ? SPARE : 0) | ((double)framed <= frame_share * (double)shown ? FRAMED : 0);
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (marks[i] & left_out) marks[i] |= UNSHOWN;
}

static int is_blank(PyObject *text) { /* str.isspace */
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    if (kind == PyUnicode_1BYTE_KIND && size && *(const uint8_t *)data > ' ' && *(const uint8_t *)data < 128) return 0;
    for (Py_ssize_t i = 0; i < size; i++)
        if (!Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, i))) return 0;
    return size > 0;
}

typedef struct {
    PyObject *only; /* the first piece, as long as there is no other; else NULL */
    Py_UCS4 *raw;   /* the characters of the run so far */
    Py_ssize_t size, room;
    int parts; /* how many pieces; beyond two it does not matter */
    int64_t first, last, linked, bold, links;
    PyObject *texts;
    int64_t *rows; /* first node, node after the last, characters, link characters, bold characters, links */
    Py_ssize_t count, most, rows_room;
} Run;

enum { ROW = 6 };

static int append(Run *run, PyObject *text, Py_UCS4 sign) { /* a text, or a single sign where that is NULL */
    Py_ssize_t size = text ? PyUnicode_GET_LENGTH(text) : 1;
    if (run->room - run->size < size) {
        Py_ssize_t room = 2 * (run->size + size) + 1024;
        Py_UCS4 *larger = PyMem_Realloc(run->raw, (size_t)room * sizeof *larger);
        if (larger == NULL) return PyErr_NoMemory(), -1;
        run->raw = larger;
        run->room = room;
    }
    if (text == NULL)
        run->raw[run->size] = sign;
    else if (size && PyUnicode_AsUCS4(text, run->raw + run->size, size, 0) == NULL)
        return -1;
    run->size += size;
    return 0;
}

static int add(Run *run, PyObject *text, Py_UCS4 sign) {
    if (run->parts == 0 && text != NULL) {
        run->only = text;
        run->parts = 1;
        return 0;
    }
    PyObject *first = run->only;
    run->only = NULL;
    run->parts = 2;
    return (first != NULL && append(run, first, 0) < 0) || append(run, text, sign) < 0 ? -1 : 0;
}

/* White space folded in place; lines are kept where the run has several pieces. Gives the new size. */
static Py_ssize_t fold(Py_UCS4 *raw, Py_ssize_t size, int lines) {
    Py_ssize_t out = 0;
    Py_UCS4 between = 0; /* what goes before the next character */
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 c = raw[i];
        if (Py_UNICODE_ISSPACE(c)) {
            if (lines && c == LINE)
                between = '\n';
            else if (between == 0)
                between = ' ';
            continue;
        }
        if (between && out) raw[out++] = between;
        between = 0;
        raw[out++] = c;
    }
    return out;
}

/* Whether ASCII text has no white space but single spaces; a loop that compilers turn into vectors. */
static int is_folded(const unsigned char *data, Py_ssize_t size) {
    unsigned char odd = 0;
    for (Py_ssize_t i = 1; i < size; i++) odd |= (data[i] <= ' ') & ((data[i] != ' ') | (data[i - 1] == ' '));
    return !odd;
}

/* A text of ASCII letters with its white space folded: itself where there is nothing to fold. */
static PyObject *folded_ascii(PyObject *text) {
    const unsigned char *data = PyUnicode_1BYTE_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), out = 0, begin = 0;
    int space = 0;
    while (begin < size && Py_UNICODE_ISSPACE(data[begin])) begin++;
    while (size > begin && Py_UNICODE_ISSPACE(data[size - 1])) size--;
    if (is_folded(data + begin, size - begin))
        return begin == 0 && size == PyUnicode_GET_LENGTH(text) ? Py_NewRef(text) : PyUnicode_Substring(text, begin, size);
    PyObject *folded = PyUnicode_New(size - begin, 127);
    if (folded == NULL) return NULL;
    unsigned char *kept = PyUnicode_1BYTE_DATA(folded);
    for (Py_ssize_t i = begin; i < size; i++) {
        if (Py_UNICODE_ISSPACE(data[i])) {
            space = 1;
            continue;
        }
        if (space) kept[out++] = ' ';
        space = 0;
        kept[out++] = data[i];
    }
    return PyUnicode_Resize(&folded, out) < 0 ? NULL : folded;
}

/* The text of a run, white space folded. */
static PyObject *text_of(Run *run) {
    if (run->only != NULL) {
        if (PyUnicode_IS_ASCII(run->only)) return folded_ascii(run->only);
        if (append(run, run->only, 0) < 0) return NULL;
    }
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, run->raw, fold(run->raw, run->size, run->parts > 1));
}

static int close_run(Run *run) {
    PyObject *text = run->count < run->most ? text_of(run) : NULL;
    if (text == NULL && PyErr_Occurred()) return -1;
    Py_ssize_t size = text ? PyUnicode_GET_LENGTH(text) : 0;
    if (size) {
        if (run->count == run->rows_room) {
            Py_ssize_t room = run->rows_room ? 2 * run->rows_room : 512;
            int64_t *larger = PyMem_Realloc(run->rows, (size_t)room * ROW * sizeof *larger);
            if (larger == NULL) {
                Py_DECREF(text);
                return PyErr_NoMemory(), -1;
            }
            run->rows = larger;
            run->rows_room = room;
        }
        if (PyList_Append(run->texts, text) < 0) {
            Py_DECREF(text);
            return -1;
        }
        int64_t *row = run->rows + ROW * run->count++;
        row[0] = run->first;
        row[1] = run->last + 1;
        row[2] = size;
        row[3] = run->linked < size ? run->linked : size;
        row[4] = run->bold < size ? run->bold : size;
        row[5] = run->links;
    }
    Py_XDECREF(text);
    run->only = NULL;
    run->size = run->parts = 0;
    run->linked = run->bold = run->links = 0;
    return 0;
}

/* The shown pieces (texts and line breaks) from `begin` to `end`, where one stretch between edges lies, joined. */
static int join(const Page *page, const uint8_t *marks, Py_ssize_t begin, Py_ssize_t end, Run *run, int *breaks,
                int *in_link) {
    int new_stretch = 1;
    for (Py_ssize_t i = begin; i < end; i++) {
        uint16_t kind = kind_of(page, i);
        if (!(kind & (TEXT | BREAK)) || marks[i] & UNSHOWN) continue;
        PyObject *text = text_at(page, i);
        Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        if ((new_stretch || *breaks > 1) && run->parts && (new_stretch || size)) {
            if (close_run(run) < 0) return -1;
            *breaks = 0;
        }
        new_stretch = 0;
        if (is_blank(text)) {
            if (run->parts && add(run, NULL, ' ') < 0) return -1;
            continue;
        }
        if (size == 0) {
            ++*breaks;
            if (run->parts && add(run, NULL, LINE) < 0) return -1;
            continue;
        }
        if (run->parts == 0) run->first = i;
        run->last = i;
        *breaks = 0;
        if (add(run, text, 0) < 0) return -1;
        int anchor = (marks[i] & LINKED) != 0;
        if (anchor) {
            run->linked += size;
            run->links += !*in_link;
        }
        *in_link = anchor;
        if (marks[i] & STRONG) run->bold += size;
    }
    return 0;
}

/* Goes from edge to edge; stretches without a text that shows something are left out altogether. */
static int runs_between_edges(const Page *page, const uint8_t *marks, Run *run) {
    int breaks = 0, in_link = 0;
    for (Py_ssize_t begin = 0, end; begin < page->count; begin = end) {
        int filled = 0;
        end = begin;
        do {
            if (!filled && kind_of(page, end) & TEXT && !(marks[end] & UNSHOWN) && !is_blank(text_at(page, end)))
                filled = 1;
            end++;
        } while (end < page->count && !(marks[end] & EDGE));
        if (filled && join(page, marks, begin, end, run, &breaks, &in_link) < 0) return -1;
    }
    return run->parts ? close_run(run) : 0;
}

static int checked(const Page *page, Py_ssize_t codes, Py_ssize_t ends, Py_ssize_t kinds) {
    if (codes != page->count || ends != page->count * (Py_ssize_t)sizeof(int32_t) ||
        kinds != CODES * (Py_ssize_t)sizeof(uint16_t) || page->count >= INT32_MAX)
        return refused("arrays of different sizes"), -1;
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (page->ends[i] <= i || page->ends[i] > page->count || !PyUnicode_Check(text_at(page, i)))
            return refused("ends beyond the page, or a text that is none"), -1;
    return 0;
}

/* The rows by columns: two of node numbers, and four of counts as doubles. */
static PyObject *columns_of(const Run *run) {
    Py_ssize_t count = run->count, bytes = count * (Py_ssize_t)sizeof(int64_t);
    PyObject *starts = PyBytes_FromStringAndSize(NULL, bytes), *ends = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *counts = PyBytes_FromStringAndSize(NULL, (ROW - 2) * bytes), *result = NULL;
    if (starts && ends && counts) {
        double *number = (double *)PyBytes_AS_STRING(counts);
        for (Py_ssize_t i = 0; i < count; i++) {
            const int64_t *row = run->rows + ROW * i;
            ((int64_t *)PyBytes_AS_STRING(starts))[i] = row[0];
            ((int64_t *)PyBytes_AS_STRING(ends))[i] = row[1];
            for (int k = 2; k < ROW; k++) number[(k - 2) * count + i] = (double)row[k];
        }
        result = PyTuple_Pack(4, run->texts, starts, ends, counts);
    }
    Py_XDECREF(starts);
    Py_XDECREF(ends);
    Py_XDECREF(counts);
    return result;
}

static PyObject *runs(PyObject *module, PyObject *args) {
    Py_buffer codes, ends, kinds;
    PyObject *texts, *result = NULL;
    Py_ssize_t most;
    double share;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*O!nd", &codes, &ends, &kinds, &PyList_Type, &texts, &most, &share)) return NULL;
    Page page = {codes.buf, ends.buf, kinds.buf, texts, PyList_GET_SIZE(texts)};
    uint8_t *marks = PyMem_Calloc((size_t)page.count + 1, 1);
    Run run = {.texts = PyList_New(0), .most = most};
    if (marks == NULL || run.texts == NULL)
        PyErr_NoMemory();
    else if (checked(&page, codes.len, ends.len, kinds.len) == 0) {
        mark(&page, marks);
        hide(&page, marks, share);
        if (runs_between_edges(&page, marks, &run) == 0) result = columns_of(&run);
    }
    PyMem_Free(marks);
    PyMem_Free(run.raw);
    PyMem_Free(run.rows);
    Py_XDECREF(run.texts);
    PyBuffer_Release(&codes);
    PyBuffer_Release(&ends);
    PyBuffer_Release(&kinds);
    return result;
}

/* ---- texts folded for comparing ----------------------------------------------------------------------------------- */

/* folded(text): letters and digits alone, in small letters. */
static PyObject *folded(PyObject *module, PyObject *text) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "not a text");
        return NULL;
    }
    PyObject *small = PyObject_CallMethodNoArgs(text, state_of(module)->lower), *result = NULL;
    if (small == NULL) return NULL;
    Py_ssize_t size = PyUnicode_GET_LENGTH(small), out = 0;
    Py_UCS4 few[256], *kept = size <= 256 ? few : PyMem_New(Py_UCS4, size);
    int kind = PyUnicode_KIND(small);
    const void *data = PyUnicode_DATA(small);
    for (Py_ssize_t i = 0; kept != NULL && i < size; i++) {
        Py_UCS4 c = PyUnicode_READ(kind, data, i);
        if (Py_UNICODE_ISALNUM(c)) kept[out++] = c;
    }
    result = kept ? PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, kept, out) : PyErr_NoMemory();
    if (kept != few) PyMem_Free(kept);
    Py_DECREF(small);
    return result;
}

PyMethodDef BLOCKS[] = {
    {"folded", folded, METH_O, "folded(text) -> its letters and digits, in small letters."},
    {"runs", runs, METH_VARARGS, "runs(codes, ends, kinds, texts, most, frame share) -> texts, starts, ends, counts."},
    {NULL, NULL, 0, NULL},
};
