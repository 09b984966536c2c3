/* The chosen blocks of a page: what speaks against links among them, what kind of page they make, and their text.
 *
 * Twins in Python (content.py, pagetype.py, render.py) mean the same, and tests hold them equal.
 *
 * Safety: all that comes from Python is checked for its type and its bounds; nothing is recursive.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { VERSION = 2 };

/* ---- characters -------------------------------------------------------------------------------------------------- */

static int is_cjk(Py_UCS4 c) {
    return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af);
}

/* cjk(texts, most): how many of the first characters of all texts, at most `most`, are Chinese, Japanese or Korean, and
 * how many characters that are. */
static PyObject *cjk(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *texts;
    Py_ssize_t most, seen = 0, found = 0;
    if (!PyArg_ParseTuple(args, "O!n", &PyList_Type, &texts, &most)) return NULL;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(texts) && seen < most; i++) {
        PyObject *text = PyList_GET_ITEM(texts, i);
        if (!PyUnicode_Check(text)) {
            PyErr_SetString(PyExc_TypeError, "not a text");
            return NULL;
        }
        Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        int kind = PyUnicode_KIND(text);
        const void *data = PyUnicode_DATA(text);
        if (size > most - seen) size = most - seen;
        for (Py_ssize_t k = 0; kind != PyUnicode_1BYTE_KIND && k < size; k++) found += is_cjk(PyUnicode_READ(kind, data, k));
        seen += size;
    }
    return Py_BuildValue("nn", found, seen);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

typedef struct {
    Py_buffer judged, chars, links;
    const double *judgement, *size, *linked;
    Py_ssize_t count;
} Numbers;

static void let_go(Numbers *numbers) {
    PyBuffer_Release(&numbers->judged);
    PyBuffer_Release(&numbers->chars);
    PyBuffer_Release(&numbers->links);
}

/* Whether the three arrays have the same length; else an error, and they are let go. */
static int are_alike(Numbers *numbers) {
    numbers->judgement = numbers->judged.buf;
    numbers->size = numbers->chars.buf;
    numbers->linked = numbers->links.buf;
    numbers->count = numbers->judged.len / (Py_ssize_t)sizeof(double);
    if (numbers->chars.len == numbers->judged.len && numbers->links.len == numbers->judged.len) return 1;
    let_go(numbers);
    PyErr_SetString(PyExc_ValueError, "arrays of different lengths");
    return 0;
}

static double share_of(const Numbers *numbers, Py_ssize_t i) {
    return numbers->linked[i] / (numbers->size[i] > 1.0 ? numbers->size[i] : 1.0);
}

enum { PROSE_SIZE = 80 };
static const double SURE = 0.5, PROSE_LINKS = 0.3;

/* doubted(judged, chars, links, (factor, least, mostly, linked, doubt)): the judgement with less trust in links, as bytes
 * of 64-bit floats, or None where it stands: the page has no more than `least` characters of running text, each counted
 * `factor` times, or no more than `mostly` times those of links. */
static PyObject *doubted(PyObject *module, PyObject *args) {
    (void)module;
    Numbers numbers;
    double factor, least, mostly, linked, doubt, prose = 0.0, links = 0.0;
    if (!PyArg_ParseTuple(args, "y*y*y*(ddddd)", &numbers.judged, &numbers.chars, &numbers.links, &factor, &least, &mostly,
                          &linked, &doubt))
        return NULL;
    if (!are_alike(&numbers)) return NULL;
    for (Py_ssize_t i = 0; i < numbers.count; i++) {
        double size = numbers.size[i] * factor, share;
        if (!(numbers.judgement[i] > SURE)) continue;
        share = share_of(&numbers, i);
        if (share < PROSE_LINKS && size > PROSE_SIZE) prose += size;
        if (share > linked) links += size;
    }
    PyObject *result = NULL;
    if (prose <= least || prose <= mostly * links)
        result = Py_NewRef(Py_None);
    else if ((result = PyBytes_FromStringAndSize(NULL, numbers.judged.len)) != NULL) {
        double *switched = (double *)PyBytes_AS_STRING(result);
        for (Py_ssize_t i = 0; i < numbers.count; i++)
            switched[i] = share_of(&numbers, i) > linked ? numbers.judgement[i] * doubt : numbers.judgement[i];
    }
    let_go(&numbers);
    return result;
}

/* agreed(judged, chars, links, places, (share, alike, together)): the judgement of blocks, as bytes of 64-bit floats, drawn
 * by `together` towards the common one of their place, which `alike` blocks at the least must share; blocks with a larger
 * share of links do not count. Places are 64-bit numbers. */
static PyObject *agreed(PyObject *module, PyObject *args) {
    (void)module;
    Numbers numbers;
    Py_buffer places;
    double share, together;
    Py_ssize_t alike, most = -1;
    if (!PyArg_ParseTuple(args, "y*y*y*y*(dnd)", &numbers.judged, &numbers.chars, &numbers.links, &places, &share, &alike,
                          &together))
        return NULL;
    if (!are_alike(&numbers)) {
        PyBuffer_Release(&places);
        return NULL;
    }
    const int64_t *place = places.buf;
    int fits = places.len == numbers.judged.len;
    for (Py_ssize_t i = 0; fits && i < numbers.count; i++) {
        if (place[i] > most) most = place[i];
        fits = place[i] >= 0 && place[i] < numbers.count;
    }
    double *sums = fits ? PyMem_Calloc((size_t)(3 * (most + 1) + 1), sizeof *sums) : NULL;
    PyObject *result = sums ? PyBytes_FromStringAndSize(NULL, numbers.judged.len) : NULL;
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "places beyond the blocks");
    else if (sums == NULL)
        PyErr_NoMemory();
    if (result != NULL) {
        double *drawn = (double *)PyBytes_AS_STRING(result);
        for (Py_ssize_t i = 0; i < numbers.count; i++) { /* characters, judged characters and blocks of each place */
            double *sum = sums + 3 * place[i];
            if (!(numbers.linked[i] < share * numbers.size[i])) continue;
            sum[0] += numbers.size[i];
            sum[1] += numbers.size[i] * numbers.judgement[i];
            sum[2] += 1.0;
        }
        for (Py_ssize_t i = 0; i < numbers.count; i++) {
            const double *sum = sums + 3 * place[i], own = numbers.judgement[i];
            int counts = numbers.linked[i] < share * numbers.size[i] && sum[2] >= (double)alike;
            double common = sum[1] / (sum[0] > 1e-9 ? sum[0] : 1e-9), rest = (1 - together) * own;
            drawn[i] = counts ? rest + together * common : own;
        }
    }
    PyMem_Free(sums);
    let_go(&numbers);
    PyBuffer_Release(&places);
    return result;
}

/* below_titles(kept, chars, links, (linked, title, between, card)): the rows of kept blocks of no more than `card`
 * characters, within `between` rows after a block that is not kept, of `title` characters or more and with a share of
 * links above `linked`. */
static PyObject *below_titles(PyObject *module, PyObject *args) {
    (void)module;
    Numbers numbers; /* a byte for each block that is kept, where others have their judgement */
    double linked, title, card;
    Py_ssize_t between, last = -1;
    if (!PyArg_ParseTuple(args, "y*y*y*(ddnd)", &numbers.judged, &numbers.chars, &numbers.links, &linked, &title, &between,
                          &card))
        return NULL;
    Py_ssize_t count = numbers.judged.len;
    const char *kept = numbers.judged.buf;
    const double *size = numbers.chars.buf, *link = numbers.links.buf;
    PyObject *rows = NULL;
    if (numbers.chars.len != count * (Py_ssize_t)sizeof(double) || numbers.links.len != numbers.chars.len)
        PyErr_SetString(PyExc_ValueError, "arrays of different lengths");
    else
        rows = PyList_New(0);
    for (Py_ssize_t i = 0; rows != NULL && i < count; i++) {
        if (!kept[i] && size[i] >= title && link[i] > linked * size[i]) last = i;
        if (!kept[i] || size[i] > card || last < 0 || i - last > between) continue;
        PyObject *row = PyLong_FromSsize_t(i);
        if (row == NULL || PyList_Append(rows, row) < 0) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    let_go(&numbers);
    return rows;
}

enum { LONG_TEXT = 120, TEASER_FROM = 12, TEASER_TO = 250 };
static const double TEASER_LINKS = 0.65, TEXT_LINKS = 0.5;

/* Whether a tag is that of a heading, h1 to h6. */
static int is_heading(PyObject *tag) {
    if (!PyUnicode_Check(tag) || PyUnicode_GET_LENGTH(tag) != 2 || PyUnicode_READ_CHAR(tag, 0) != 'h') return 0;
    Py_UCS4 level = PyUnicode_READ_CHAR(tag, 1);
    return level >= '1' && level <= '6';
}

/* tally(judged, chars, links, hints, column, tags, teasers): of the blocks that are sure to be kept, characters in all, in
 * elements of the hint's kind, in links, in long blocks; and those of the longest text that no line of links interrupts,
 * endless where there are fewer such lines than `teasers`. */
static PyObject *tally(PyObject *module, PyObject *args) {
    (void)module;
    Numbers numbers;
    Py_buffer hints;
    PyObject *tags;
    Py_ssize_t column, teasers, seen = 0;
    double all = 0.0, hinted = 0.0, linked = 0.0, longs = 0.0, between = 0.0, longest = 0.0;
    if (!PyArg_ParseTuple(args, "y*y*y*y*nO!n", &numbers.judged, &numbers.chars, &numbers.links, &hints, &column, &PyList_Type,
                          &tags, &teasers))
        return NULL;
    if (!are_alike(&numbers)) {
        PyBuffer_Release(&hints);
        return NULL;
    }
    Py_ssize_t width = numbers.count ? hints.len / (Py_ssize_t)sizeof(float) / numbers.count : 0;
    if (column < 0 || (numbers.count && column >= width) || PyList_GET_SIZE(tags) != numbers.count) {
        let_go(&numbers);
        PyBuffer_Release(&hints);
        PyErr_SetString(PyExc_ValueError, "arrays of different lengths");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < numbers.count; i++) {
        double size = numbers.size[i], share = share_of(&numbers, i);
        if (share >= TEASER_LINKS && size >= TEASER_FROM && size <= TEASER_TO) {
            seen++;
            between = 0.0;
        }
        if (!(numbers.judgement[i] > SURE)) continue;
        all += size;
        hinted += (double)((const float *)hints.buf)[i * width + column] * size;
        linked += numbers.linked[i];
        if (size > LONG_TEXT) longs += size;
        if (share < TEXT_LINKS && !is_heading(PyList_GET_ITEM(tags, i))) between += size;
        if (between > longest) longest = between;
    }
    let_go(&numbers);
    PyBuffer_Release(&hints);
    return Py_BuildValue("ddddd", all, hinted, linked, longs, seen < teasers ? (double)INFINITY : longest);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

typedef enum { NOTHING, PARAGRAPH, HEADING, CODE, CELL, ITEM, QUOTE } Kind;
enum { LEVELS = 6, DEEPEST = 6 };

static const char *const SIGNS[] = {"\n\n", "\n", "\n>\n", "- ", "> ", "| ", " | ", " |", " ", "```\n", "\n```", "\\", "  ",
                                    "# ",  "## ", "### ", "#### ", "##### ", "###### "};
enum { GAP, BREAK, MORE, DASH, ANGLE, BAR, BETWEEN, CLOSED, SPACE, FENCE, FENCED, ESCAPE, INDENT, MARKS, ALL = MARKS + LEVELS };
static PyObject *SIGN[ALL], *NONE; /* texts of the signs, made with the module */

/* What the page gives: its blocks, and the elements around them. */
typedef struct {
    PyObject *texts, *preformatted, *number;
    Py_buffer rows, boxes, spans, codes, parents;
    Py_ssize_t count, nodes, width, pre, item, quote, bullets, numbers;
    unsigned char heading[LEVELS], td, th, tr, li, ol;
} Page;

/* A text in the making, and what the last block of it was. */
typedef struct {
    PyObject *parts;
    Kind last;
    int64_t row;
    int dashed, alone;
} Written;

static int add(PyObject *parts, PyObject *text) { return PyList_Append(parts, text); }
static int sign(PyObject *parts, int which) { return add(parts, SIGN[which]); }

/* The node or the nearest above it that has a code; -1 for none. */
static int64_t enclosing(const Page *page, int64_t node, unsigned char code) {
    const unsigned char *codes = page->codes.buf;
    while (node >= 0 && codes[node] != code) {
        int64_t parent = ((const int32_t *)page->parents.buf)[node];
        node = parent < node ? parent : -1;
    }
    return node;
}

/* Whether Markdown would take the beginning of a text for a mark. */
static int is_mark(PyObject *text) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), at = 1;
    if (!size) return 0;
    Py_UCS4 first = PyUnicode_READ_CHAR(text, 0);
    if (first > 127 || strchr("#>*+-", (int)first) == NULL || !first) {
        if (!Py_UNICODE_ISDECIMAL(first)) return 0;
        while (at < size && Py_UNICODE_ISDECIMAL(PyUnicode_READ_CHAR(text, at))) at++;
        if (at >= size || PyUnicode_READ_CHAR(text, at++) != '.') return 0;
    }
    return at < size && Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, at));
}

static int begins(PyObject *text, const char *with, Py_ssize_t size) {
    for (Py_ssize_t i = 0; i < size; i++)
        if (i >= PyUnicode_GET_LENGTH(text) || PyUnicode_READ_CHAR(text, i) != (Py_UCS4)with[i]) return 0;
    return 1;
}

/* A block as plain text; -1 and an error. */
static int write_plain(Written *out, PyObject *text, unsigned char code, int64_t table_row, const Page *page) {
    int first = PyList_GET_SIZE(out->parts) == 0, failed;
    if (table_row >= 0 && table_row == out->row) {
        failed = sign(out->parts, BETWEEN) < 0 || add(out->parts, text) < 0;
        out->dashed |= out->alone;
    } else if (code == page->li && !first) {
        failed = sign(out->parts, out->dashed ? BREAK : GAP) < 0 || sign(out->parts, DASH) < 0 || add(out->parts, text) < 0;
        out->alone = 0;
    } else {
        failed = (!first && sign(out->parts, GAP) < 0) || add(out->parts, text) < 0;
        out->dashed = first && begins(text, "- ", 2);
        out->alone = first && PyUnicode_GET_LENGTH(text) == 1 && begins(text, "-", 1);
    }
    out->row = table_row;
    return failed ? -1 : 0;
}

/* The mark of a list's item; -1 and an error. */
static int write_mark(Written *out, int64_t box, double lists, const Page *page) {
    int64_t item = enclosing(page, box, page->li);
    int64_t above = item >= 0 ? ((const int32_t *)page->parents.buf)[item] : -1;
    int depth = lists > DEEPEST ? DEEPEST : (int)lists - 1;
    for (int i = 0; i < depth; i++)
        if (sign(out->parts, INDENT) < 0) return -1;
    if (above < 0 || above >= item || ((const unsigned char *)page->codes.buf)[above] != page->ol) return sign(out->parts, DASH);
    PyObject *number = PyObject_CallFunction(page->number, "L", (long long)item);
    PyObject *mark = number ? PyUnicode_FromFormat("%S. ", number) : NULL;
    int failed = mark == NULL || add(out->parts, mark) < 0;
    Py_XDECREF(number);
    Py_XDECREF(mark);
    return failed ? -1 : 0;
}

/* What stands before a block in Markdown: nothing, a line break or an empty line; -1 and an error. */
static int part_from(Written *out, Kind kind) {
    if (out->last == NOTHING) return 0;
    if (kind == QUOTE && out->last == QUOTE) return sign(out->parts, MORE);
    return sign(out->parts, kind == out->last && (kind == ITEM || kind == CELL) ? BREAK : GAP);
}

/* A cell of a table; -1 and an error. */
static int write_cell(Written *out, PyObject *text, int64_t table_row) {
    Py_ssize_t bar = PyUnicode_FindChar(text, '|', 0, PyUnicode_GET_LENGTH(text), 1);
    if (bar == -2) return -1;
    PyObject *pipe = NULL, *escaped = NULL, *cell = bar < 0 ? Py_NewRef(text) : NULL;
    if (cell == NULL && (pipe = PyUnicode_FromString("|")) && (escaped = PyUnicode_FromString("\\|")))
        cell = PyUnicode_Replace(text, pipe, escaped, -1);
    Py_XDECREF(pipe);
    Py_XDECREF(escaped);
    int same = table_row == out->row;
    int failed = cell == NULL || (same ? sign(out->parts, SPACE) : part_from(out, CELL) < 0 ? -1 : sign(out->parts, BAR)) < 0 ||
                 add(out->parts, cell) < 0 || sign(out->parts, CLOSED) < 0;
    Py_XDECREF(cell);
    out->last = CELL;
    out->row = table_row;
    return failed ? -1 : 0;
}

/* A block as Markdown; `spans` are those of its row; -1 and an error. */
static int write_marked(Written *out, PyObject *text, PyObject *code_text, const float *spans, int64_t box, int64_t table_row,
                        const Page *page) {
    unsigned char code = ((const unsigned char *)page->codes.buf)[box];
    PyObject *parts = out->parts;
    int level = 0, failed;
    while (level < LEVELS && page->heading[level] != code) level++;
    Kind kind = level < LEVELS ? HEADING : code_text ? CODE : table_row >= 0 ? CELL : spans[page->item] != 0 ? ITEM
                : spans[page->quote] != 0 ? QUOTE : PARAGRAPH;
    if (kind == CELL) return write_cell(out, text, table_row);
    failed = part_from(out, kind) < 0;
    if (kind == HEADING)
        failed = failed || sign(parts, MARKS + level) < 0;
    else if (kind == CODE)
        failed = failed || sign(parts, FENCE) < 0;
    else if (kind == ITEM)
        failed = failed || write_mark(out, box, (double)spans[page->bullets] + spans[page->numbers], page) < 0;
    else if (kind == QUOTE)
        failed = failed || sign(parts, ANGLE) < 0;
    else if (is_mark(text))
        failed = failed || sign(parts, ESCAPE) < 0;
    failed = failed || add(parts, kind == CODE ? code_text : text) < 0 || (kind == CODE && sign(parts, FENCED) < 0);
    out->last = kind;
    out->row = -1;
    return failed ? -1 : 0;
}

/* Writes one row into both texts; -1 and an error. */
static int write_row(const Page *page, int64_t row, Written *plain, Written *marked) {
    const float *spans = (const float *)page->spans.buf + row * page->width;
    PyObject *text = PyList_GET_ITEM(page->texts, row), *code_text = NULL;
    int64_t box = ((const int64_t *)page->boxes.buf)[row];
    if (!PyUnicode_Check(text) || box < 0 || box >= page->nodes) {
        PyErr_SetString(PyExc_ValueError, "no such text or node");
        return -1;
    }
    unsigned char code = ((const unsigned char *)page->codes.buf)[box];
    int64_t table_row = code == page->td || code == page->th ? enclosing(page, box, page->tr) : -1;
    if (spans[page->pre] != 0) {
        code_text = PyObject_CallFunction(page->preformatted, "L", (long long)row);
        if (code_text != NULL && !PyUnicode_Check(code_text)) {
            PyErr_SetString(PyExc_TypeError, "not a text");
            Py_CLEAR(code_text);
        }
        if (code_text == NULL) return -1;
    }
    int failed = write_plain(plain, code_text ? code_text : text, code, table_row, page) < 0 ||
                 write_marked(marked, text, code_text, spans, box, table_row, page) < 0;
    Py_XDECREF(code_text);
    return failed ? -1 : 0;
}

static PyObject *both_texts(const Page *page) {
    Written plain = {PyList_New(0), NOTHING, -1, 0, 0}, marked = {PyList_New(0), NOTHING, -1, 0, 0};
    Py_ssize_t count = page->rows.len / (Py_ssize_t)sizeof(int64_t);
    int failed = plain.parts == NULL || marked.parts == NULL;
    for (Py_ssize_t i = 0; !failed && i < count; i++) {
        int64_t row = ((const int64_t *)page->rows.buf)[i];
        if (row < 0 || row >= page->count || row >= PyList_GET_SIZE(page->texts)) {
            PyErr_SetString(PyExc_IndexError, "no such row");
            failed = 1;
        } else
            failed = write_row(page, row, &plain, &marked) < 0;
    }
    PyObject *one = failed ? NULL : PyUnicode_Join(NONE, plain.parts);
    PyObject *other = one ? PyUnicode_Join(NONE, marked.parts) : NULL;
    Py_XDECREF(plain.parts);
    Py_XDECREF(marked.parts);
    return one && other ? Py_BuildValue("NN", one, other) : (Py_XDECREF(one), Py_XDECREF(other), NULL);
}

/* rendered(texts, rows, (boxes, spans, codes, parents), columns, tags, preformatted, number): the rows as plain text and
 * as Markdown, tables without their rules. Columns of the spans: pre, li, blockquote, ul, ol; tags: codes of h1 to h6, td,
 * th, tr, li, ol. preformatted(row) is the text of a row of code, number(node) that of an item. */
static PyObject *rendered(PyObject *module, PyObject *args) {
    (void)module;
    Page page;
    Py_buffer tags;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "O!y*(y*y*y*y*)(nnnnn)y*OO", &PyList_Type, &page.texts, &page.rows, &page.boxes, &page.spans,
                          &page.codes, &page.parents, &page.pre, &page.item, &page.quote, &page.bullets, &page.numbers, &tags,
                          &page.preformatted, &page.number))
        return NULL;
    page.count = page.boxes.len / (Py_ssize_t)sizeof(int64_t);
    page.nodes = page.codes.len;
    page.width = page.count ? page.spans.len / (Py_ssize_t)sizeof(float) / page.count : 0;
    Py_ssize_t columns[] = {page.pre, page.item, page.quote, page.bullets, page.numbers};
    int fits = tags.len == LEVELS + 5 && page.parents.len / (Py_ssize_t)sizeof(int32_t) >= page.nodes;
    for (int i = 0; i < 5; i++) fits = fits && columns[i] >= 0 && (!page.count || columns[i] < page.width);
    if (fits) {
        const unsigned char *known = tags.buf;
        memcpy(page.heading, known, LEVELS);
        page.td = known[LEVELS], page.th = known[LEVELS + 1], page.tr = known[LEVELS + 2];
        page.li = known[LEVELS + 3], page.ol = known[LEVELS + 4];
        result = both_texts(&page);
    } else
        PyErr_SetString(PyExc_ValueError, "arrays of different lengths");
    Py_buffer *all[] = {&page.rows, &page.boxes, &page.spans, &page.codes, &page.parents, &tags};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) PyBuffer_Release(all[i]);
    return result;
}

static PyMethodDef METHODS[] = {
    {"cjk", cjk, METH_VARARGS, "cjk(texts, most) -> Chinese, Japanese and Korean characters, and all, of the first ones."},
    {"doubted", doubted, METH_VARARGS, "doubted(judged, chars, links, rules) -> bytes, or None where nothing changes."},
    {"agreed", agreed, METH_VARARGS, "agreed(judged, chars, links, places, rules) -> bytes."},
    {"below_titles", below_titles, METH_VARARGS, "below_titles(kept, chars, links, rules) -> rows."},
    {"tally", tally, METH_VARARGS, "tally(judged, chars, links, hints, column, tags, teasers) -> characters of each kind."},
    {"rendered", rendered, METH_VARARGS, "rendered(texts, rows, arrays, columns, tags, preformatted, number) -> texts."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.extract.news._content", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__content(void) {
    if (NONE == NULL && (NONE = PyUnicode_New(0, 0)) == NULL) return NULL;
    for (int i = 0; i < ALL; i++)
        if (SIGN[i] == NULL && (SIGN[i] = PyUnicode_FromString(SIGNS[i])) == NULL) return NULL;
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
