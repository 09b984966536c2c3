/* Links and lines of a page: what the fields of an article are read from.
 *
 * Twins in Python (links.py, lines.py) mean the same, and tests hold them equal.
 *
 * Safety: all that comes from Python is checked for its type and its bounds; nothing is recursive.
 */
#include "native.h"

/* ---- plain addresses --------------------------------------------------------------------------------------------- */

enum { HOST = 1, PATH = 2, QUERY = 4, SMALL = 8 };

/* In which parts of a plain address a character may stand. */
static inline int class_of(char c) {
    if (c >= 'a' && c <= 'z') return HOST | PATH | QUERY | SMALL;
    if ((c >= '0' && c <= '9') || c == '-' || c == '.') return HOST | PATH | QUERY;
    if (c >= 'A' && c <= 'Z') return PATH | QUERY;
    return c && strchr("_~/%=+:,()!*@", c) ? PATH | QUERY : 0;
}

/* How many characters of an address, up to a fragment, are canonical as they stand, or a path that is once a host
 * stands before it; 0 where only a parser can tell. `bare` says that the path is missing, which is a slash then;
 * `asks`, that there is a query, which may have parameters of tracking. */
static Py_ssize_t plain_size(PyObject *address, int *bare, int *asks) {
    *bare = *asks = 0;
    if (!PyUnicode_IS_ASCII(address)) return 0;
    const char *text = (const char *)PyUnicode_1BYTE_DATA(address), *mark = strchr(text, '#');
    Py_ssize_t size = mark ? mark - text : PyUnicode_GET_LENGTH(address), at = 0;
    if (size > 8 && memcmp(text, "http", 4) == 0) {
        at = text[4] == 's' ? 5 : 4;
        if (memcmp(text + at, "://", 3) != 0) return 0;
        Py_ssize_t host = at += 3, dot = 0;
        while (at < size && class_of(text[at]) & HOST) {
            if (text[at] == '.')
                dot = at;
            else if (text[at] == 'x' && size - at > 3 && memcmp(text + at, "xn--", 4) == 0)
                return 0;
            if (text[at] == '.' && text[at - 1] == '.') return 0;
            at++;
        }
        if (dot <= host || text[host] == '-' || at - dot < 3 || at - dot > 13) return 0;
        for (Py_ssize_t i = dot + 1; i < at; i++)
            if (!(class_of(text[i]) & SMALL)) return 0;
        if (at == size) {
            *bare = 1;
            return size;
        }
    }
    if (at >= size || text[at] != '/' || (at == 0 && size > 1 && text[1] == '/')) return 0;
    for (; at < size && text[at] != '?'; at++)
        if (!(class_of(text[at]) & PATH) || (text[at] == '.' && (text[at - 1] == '/' || text[at - 1] == '.')) ||
            (text[at] == '%' && size - at > 2 && text[at + 1] == '2' && (text[at + 2] | 32) == 'e'))
            return 0;
    if (at < size) {
        if (text[size - 1] == '?' || text[size - 1] == '&') return 0;
        for (*asks = 1, at++; at < size; at++) {
            int between = text[at] == '&';
            if (between ? text[at - 1] == '&' || text[at - 1] == '?' : !(class_of(text[at]) & QUERY)) return 0;
        }
    }
    return size;
}

/* Whether an address begins, after white space, with a scheme that leads to no page. */
static int leads_nowhere(PyObject *href) {
    static const char *const SCHEMES[] = {"javascript:", "mailto:", "tel:", NULL};
    Py_ssize_t size = PyUnicode_GET_LENGTH(href), at = 0;
    int kind = PyUnicode_KIND(href);
    const void *data = PyUnicode_DATA(href);
    while (at < size && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, at))) at++;
    for (const char *const *scheme = SCHEMES; *scheme; scheme++) {
        Py_ssize_t i = 0;
        for (; (*scheme)[i] && at + i < size; i++) {
            Py_UCS4 c = PyUnicode_READ(kind, data, at + i);
            if (c > 127 || Py_TOLOWER(c) != (*scheme)[i]) break;
        }
        if (!(*scheme)[i]) return 1;
    }
    return 0;
}

/* Where an address without a scheme, or without scheme and host, leads from a page of that origin and folder, a new
 * reference; None where it has both, or a parser must tell. */
static PyObject *joined(PyObject *href, PyObject *origin, PyObject *folder) {
    if (!PyUnicode_IS_ASCII(href) || PyUnicode_GET_LENGTH(href) < 3) Py_RETURN_NONE;
    const char *text = (const char *)PyUnicode_1BYTE_DATA(href);
    if (strlen(text) != (size_t)PyUnicode_GET_LENGTH(href)) Py_RETURN_NONE;
    if (text[0] == '/' && text[1] == '/' && PyUnicode_IS_ASCII(origin) && PyUnicode_GET_LENGTH(origin) > 8) {
        int colon = ((const char *)PyUnicode_1BYTE_DATA(origin))[4] == ':' ? 4 : 5;
        return PyUnicode_FromFormat("%.*s%s", colon + 1, (const char *)PyUnicode_1BYTE_DATA(origin), text);
    }
    if (text[0] == '.' || text[0] == '/' || !(class_of(text[0]) & PATH) || !PyUnicode_GET_LENGTH(folder)) Py_RETURN_NONE;
    if (strchr(text, ':') != NULL) Py_RETURN_NONE;
    return PyUnicode_Concat(folder, href);
}

static PyObject *plain(PyObject *module, PyObject *address) {
    (void)module;
    int bare, asks;
    if (PyUnicode_Check(address)) return PyLong_FromSsize_t(plain_size(address, &bare, &asks));
    PyErr_SetString(PyExc_TypeError, "not a text");
    return NULL;
}

typedef struct {
    PyObject *origin, *folder, *tracking;
    Py_ssize_t longest;
} Page;

/* Whether a parameter of a plain address, of which `size` characters count, begins as those of tracking and sessions do. */
static int is_tracked(PyObject *href, Py_ssize_t size, PyObject *tracking) {
    const char *text = (const char *)PyUnicode_1BYTE_DATA(href);
    for (Py_ssize_t at = 0; at < size; at++) {
        if (text[at] != '?' && text[at] != '&') continue;
        for (Py_ssize_t one = 0; one < PyTuple_GET_SIZE(tracking); one++) {
            PyObject *begin = PyTuple_GET_ITEM(tracking, one);
            const char *wanted = (const char *)PyUnicode_1BYTE_DATA(begin);
            Py_ssize_t i = 0, length = PyUnicode_GET_LENGTH(begin);
            if (length >= size - at) continue;
            while (i < length && Py_TOLOWER(text[at + 1 + i]) == wanted[i]) i++;
            if (i == length) return 1;
        }
    }
    return 0;
}

/* The canonical form of an address that is plain, a new reference; None where a parser must tell. */
static PyObject *canonical(PyObject *href, const Page *page) {
    int bare, asks = 0;
    Py_ssize_t size = PyUnicode_GET_LENGTH(href) > page->longest ? 0 : plain_size(href, &bare, &asks);
    if (!size || (asks && is_tracked(href, size, page->tracking))) Py_RETURN_NONE;
    int is_path = PyUnicode_READ_CHAR(href, 0) == '/';
    if (is_path && !PyUnicode_GET_LENGTH(page->origin)) Py_RETURN_NONE;
    PyObject *part = PyUnicode_Substring(href, 0, size);
    if (part == NULL || (!bare && !is_path)) return part;
    PyObject *whole = bare ? PyUnicode_FromFormat("%U/", part) : PyUnicode_Concat(page->origin, part);
    Py_DECREF(part);
    return whole;
}

/* The canonical form of any address, empty where it leads to no page; None where a parser must tell. */
static PyObject *address_of(PyObject *href, const Page *page) {
    PyObject *found = canonical(href, page);
    if (found != Py_None) return found;
    Py_DECREF(found);
    Py_ssize_t size = PyUnicode_GET_LENGTH(href);
    if (size > page->longest || leads_nowhere(href)) return PyUnicode_New(0, 0);
    if (!PyUnicode_GET_LENGTH(page->origin)) {
        Py_ssize_t colon = PyUnicode_FindChar(href, ':', 0, size, 1);
        if (colon == -2) return NULL;
        if (colon < 0) return PyUnicode_New(0, 0); /* neither a scheme nor a base */
        Py_RETURN_NONE;
    }
    PyObject *whole = joined(href, page->origin, page->folder);
    if (whole == NULL || whole == Py_None) return whole;
    found = canonical(whole, page);
    Py_DECREF(whole);
    return found;
}

/* addresses(hrefs, origin, folder, longest, most, tracking, parse): the places of the first links to each address, as bytes of
 * 64-bit integers, and the addresses. What is not plain is given to parse(), whose answer is an address or an empty text.
 * Origin and folder are those of the page, empty where they are not known or not plain; `tracking` is with what the
 * parameters begin that may have to go. */
static PyObject *addresses(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *hrefs, *parse, *result = NULL;
    Py_ssize_t most;
    Page page;
    if (!PyArg_ParseTuple(args, "O!UUnnO!O", &PyList_Type, &hrefs, &page.origin, &page.folder, &page.longest, &most, &PyTuple_Type,
                          &page.tracking, &parse))
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(page.tracking); i++) {
        PyObject *begin = PyTuple_GET_ITEM(page.tracking, i);
        if (!PyUnicode_Check(begin) || !PyUnicode_IS_ASCII(begin)) return refused("texts of ASCII");
    }
    PyObject *known = PySet_New(NULL), *found = PySet_New(NULL), *urls = PyList_New(0);
    Py_ssize_t room = PyList_GET_SIZE(hrefs), count = 0;
    int64_t *places = PyMem_New(int64_t, room > 0 ? room : 1);
    if (places == NULL) PyErr_NoMemory();
    if (!known || !found || !urls || !places) goto done;
    for (Py_ssize_t i = 0; i < room && i < PyList_GET_SIZE(hrefs) && count < most; i++) {
        PyObject *href = PyList_GET_ITEM(hrefs, i);
        if (!PyUnicode_Check(href) || !PyUnicode_GET_LENGTH(href) || PyUnicode_READ_CHAR(href, 0) == '#') continue;
        int seen = PySet_Contains(known, href);
        if (seen < 0 || (!seen && PySet_Add(known, href) < 0)) goto done;
        if (seen) continue;
        Py_INCREF(href); /* parse() may change the list */
        PyObject *url = address_of(href, &page);
        if (url == Py_None) {
            Py_DECREF(url);
            url = PyObject_CallOneArg(parse, href);
        }
        Py_DECREF(href);
        if (url == NULL || !PyUnicode_Check(url)) {
            if (url != NULL) PyErr_SetString(PyExc_TypeError, "not a text");
            Py_XDECREF(url);
            goto done;
        }
        seen = PyUnicode_GET_LENGTH(url) ? PySet_Contains(found, url) : 1;
        int failed = seen < 0 || (!seen && (PySet_Add(found, url) < 0 || PyList_Append(urls, url) < 0));
        Py_DECREF(url);
        if (failed) goto done;
        if (!seen) places[count++] = i;
    }
    result = Py_BuildValue("y#O", (const char *)places, count * (Py_ssize_t)sizeof *places, urls);
done:
    PyMem_Free(places);
    Py_XDECREF(known);
    Py_XDECREF(found);
    Py_XDECREF(urls);
    return result;
}

/* ---- signs of lines ---------------------------------------------------------------------------------------------- */

enum { DATED = 1, HAN = 2, SIGNED = 4, LINE = 600, BEGIN = 300, END = 60, BRIEF = 100, LONG_LINE = 160, LONGEST_WORD = 24 };

typedef struct {
    const void *data;
    int kind;
    Py_ssize_t size;
} Text;

static inline Py_UCS4 at(const Text *text, Py_ssize_t i) {
    return i < text->size ? PyUnicode_READ(text->kind, text->data, i) : 0;
}
static inline int is_digit(Py_UCS4 c) { return c < 128 ? c >= '0' && c <= '9' : Py_UNICODE_ISDECIMAL(c); }
static inline int is_word(Py_UCS4 c) { return Py_UNICODE_ISALNUM(c) || c == '_'; }
static inline int is_mark(Py_UCS4 c) { return c == '.' || c == '/' || c == '-'; }
static inline int is_gap(Py_UCS4 c) { return c == '.' || c == '-' || Py_UNICODE_ISSPACE(c); }

/* After one or two digits: white space or none, a mark, white space or none; where that ends, or -1. */
static Py_ssize_t after_mark(const Text *text, Py_ssize_t i) {
    i += is_digit(at(text, i + 1)) ? 2 : 1;
    if (i < text->size && Py_UNICODE_ISSPACE(at(text, i))) i++;
    if (!is_mark(at(text, i++))) return -1;
    return i < text->size && Py_UNICODE_ISSPACE(at(text, i)) ? i + 1 : i;
}

/* Whether what may be a date begins with the digit at `i`. */
static int begins_date(const Text *text, Py_ssize_t i) {
    Py_UCS4 first = at(text, i), second = at(text, i + 1);
    if (((first == '1' && second == '9') || (first == '2' && second == '0')) && is_digit(at(text, i + 2)) &&
        is_digit(at(text, i + 3)))
        return 1;
    if (first == '2' && second == '5' && at(text, i + 2) >= '4' && at(text, i + 2) <= '7' && is_digit(at(text, i + 3)))
        return 1; /* a year of the Buddhist count */
    if (second == 0x6708) return 1; /* a month, as Chinese and Japanese write it */
    if (at(text, i + 2) >= 0x0e01 && at(text, i + 2) <= 0x0e2e && Py_UNICODE_ISSPACE(second))
        for (Py_ssize_t k = i + 3; k < i + 8 && k < text->size && !Py_UNICODE_ISSPACE(at(text, k)); k++)
            if (at(text, k) == '.') return 1; /* a short month of Thailand */
    Py_ssize_t next = after_mark(text, i), run = 1;
    if (first >= 128) {
        while (run < 4 && at(text, i + run) >= 128 && is_digit(at(text, i + run))) run++;
        if (run == 4) return 1; /* a year in digits of another script */
        run = 1;
    }
    if (next >= 0 && is_digit(at(text, next)) && (next = after_mark(text, next)) >= 0 && is_digit(at(text, next)) &&
        is_digit(at(text, next + 1)))
        return 1;
    while (run < 9 && is_digit(at(text, i + run))) run++;
    if (run == 9) return 1;
    if (i + 1 >= text->size || !is_gap(second)) return 0;
    Py_ssize_t letter = i + 2;
    while (letter - i < 12 && letter < text->size && is_word(at(text, letter)) && !is_digit(at(text, letter))) letter++;
    if (letter - i < 5 || letter - i > 11 || letter >= text->size || !is_gap(at(text, letter))) return 0;
    letter++;
    if (at(text, letter) == '\'' || at(text, letter) == 0x2019) letter++;
    return is_digit(at(text, letter)) && is_digit(at(text, letter + 1));
}

static int is_dated(Text text) {
    if (text.size > LINE) return 0;
    if (text.size > BEGIN) text.size = BEGIN;
    if (text.kind == PyUnicode_1BYTE_KIND) { /* whose only digits are those of ASCII */
        const uint8_t *bytes = text.data;
        for (Py_ssize_t i = 0; i < text.size; i++)
            if ((uint8_t)(bytes[i] - '0') < 10 && begins_date(&text, i)) return 1;
        return 0;
    }
    for (Py_ssize_t i = 0; i < text.size; i++)
        if (is_digit(at(&text, i)) && begins_date(&text, i)) return 1;
    return 0;
}

static int has_han(const Text *text) {
    if (text->kind == PyUnicode_1BYTE_KIND) return 0; /* Latin letters */
    for (Py_ssize_t i = 0; i < text->size; i++) {
        if (i >= BEGIN && i < text->size - END) i = text->size - END;
        Py_UCS4 c = at(text, i);
        if (c >= 0x4e00 && c <= 0x9fff) return 1;
    }
    return 0;
}

/* Whether the first word, in small letters, is among those that bylines begin with, or a short line has "by" anywhere, or
 * begins with a word of other letters than those of ASCII, of which only the patterns can tell; -1 and an error. */
static int is_signed(const Text *text, PyObject *line, PyObject *words, const State *state) {
    if (text->size < BRIEF)
        for (Py_ssize_t i = 0; i + 1 < text->size; i++)
            if ((at(text, i) | 32) == 'b' && (at(text, i + 1) | 32) == 'y') return 1;
    Py_ssize_t begin = 0, end;
    while (begin < text->size && !is_word(at(text, begin))) begin++;
    for (end = begin; end < text->size && is_word(at(text, end)); end++)
        if (at(text, end) >= 128 && text->size < LONG_LINE) return 1;
    if (end == begin || end - begin > LONGEST_WORD) return 0;
    PyObject *word = PyUnicode_Substring(line, begin, end), *small = word ? PyObject_CallMethodNoArgs(word, state->lower) : NULL;
    int found = small ? PySet_Contains(words, small) : -1;
    Py_XDECREF(word);
    Py_XDECREF(small);
    return found;
}

/* signs(texts, words): for each text, a byte of bits: it may have a date, Chinese characters, who wrote it. */
static PyObject *signs(PyObject *module, PyObject *args) {
    PyObject *texts, *words;
    if (!PyArg_ParseTuple(args, "O!O!", &PyList_Type, &texts, &PyFrozenSet_Type, &words)) return NULL;
    Py_ssize_t count = PyList_GET_SIZE(texts);
    PyObject *result = PyBytes_FromStringAndSize(NULL, count);
    uint8_t *bits = result ? (uint8_t *)PyBytes_AS_STRING(result) : NULL;
    for (Py_ssize_t i = 0; result != NULL && i < count; i++) {
        PyObject *one = PyList_GET_ITEM(texts, i);
        if (!PyUnicode_Check(one)) {
            PyErr_SetString(PyExc_TypeError, "not a text");
            Py_CLEAR(result);
            break;
        }
        Text text = {PyUnicode_DATA(one), PyUnicode_KIND(one), PyUnicode_GET_LENGTH(one)};
        int signature = is_signed(&text, one, words, state_of(module));
        if (signature < 0)
            Py_CLEAR(result);
        else
            bits[i] = (uint8_t)((is_dated(text) ? DATED : 0) | (has_han(&text) ? HAN : 0) | (signature ? SIGNED : 0));
    }
    return result;
}

/* ---- beginnings ---------------------------------------------------------------------------------------------------- */

/* begins(texts, size): the first characters of each text, in lower case. */
static PyObject *begins(PyObject *module, PyObject *args) {
    PyObject *texts;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "O!n", &PyList_Type, &texts, &most)) return NULL;
    if (most < 0) return refused("no such size");
    Py_ssize_t count = PyList_GET_SIZE(texts);
    PyObject *result = PyList_New(count);
    for (Py_ssize_t i = 0; result != NULL && i < count; i++) {
        PyObject *text = PyList_GET_ITEM(texts, i), *small = NULL;
        if (!PyUnicode_Check(text))
            PyErr_SetString(PyExc_TypeError, "not a text");
        else if (PyUnicode_IS_ASCII(text)) {
            Py_ssize_t size = PyUnicode_GET_LENGTH(text) < most ? PyUnicode_GET_LENGTH(text) : most;
            const Py_UCS1 *from = PyUnicode_1BYTE_DATA(text);
            if ((small = PyUnicode_New(size, 127)) != NULL && size > 0)
                for (Py_ssize_t k = 0; k < size; k++) PyUnicode_1BYTE_DATA(small)[k] = Py_TOLOWER(from[k]);
        } else {
            PyObject *part = PyUnicode_Substring(text, 0, most);
            small = part ? PyObject_CallMethodNoArgs(part, state_of(module)->lower) : NULL;
            Py_XDECREF(part);
        }
        if (small == NULL)
            Py_CLEAR(result);
        else
            PyList_SET_ITEM(result, i, small);
    }
    return result;
}

/* alike(begins, heads, known): the rows whose beginning stands in a text, or whose byte of `heads` is not zero. */
static PyObject *alike(PyObject *module, PyObject *args) {
    PyObject *beginnings, *heads, *known;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!SU", &PyList_Type, &beginnings, &heads, &known)) return NULL;
    if (PyBytes_GET_SIZE(heads) != PyList_GET_SIZE(beginnings)) return refused("a byte for every beginning");
    PyObject *result = PyList_New(0);
    for (Py_ssize_t i = 0; result != NULL && i < PyList_GET_SIZE(beginnings); i++) {
        PyObject *begin = PyList_GET_ITEM(beginnings, i);
        int there = PyBytes_AS_STRING(heads)[i] != 0;
        if (!there) there = PyUnicode_Check(begin) ? PyUnicode_Contains(known, begin) : (refused("not a text"), -1);
        if (there < 0 || (there && put_item(result, PyLong_FromSsize_t(i)) < 0)) Py_CLEAR(result);
    }
    return result;
}

/* ---- words and rows -------------------------------------------------------------------------------------------------- */

static int is_letter(Py_UCS4 c) {
    if (c < 128) return (c | 32) >= 'a' && (c | 32) <= 'z';
    return Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISDECIMAL(c);
}

/* tally(text, among): how often each word stands in a text that is a key of `among`, in the order in which they come. */
static PyObject *tally(PyObject *module, PyObject *args) {
    PyObject *given, *among;
    (void)module;
    if (!PyArg_ParseTuple(args, "UO!", &given, &PyDict_Type, &among)) return NULL;
    Text text = {PyUnicode_DATA(given), PyUnicode_KIND(given), PyUnicode_GET_LENGTH(given)};
    PyObject *counts = PyDict_New();
    for (Py_ssize_t begin = 0, end; counts != NULL && begin < text.size; begin = end + 1) {
        for (end = begin; end < text.size && is_letter(at(&text, end));) end++;
        if (end == begin) continue;
        PyObject *word = PyUnicode_Substring(given, begin, end);
        int known = word ? PyDict_Contains(among, word) : -1;
        if (known < 0 || (known && count_up(counts, word) < 0)) Py_CLEAR(counts);
        Py_XDECREF(word);
    }
    return counts;
}

/* standing(nodes, starts, ends, tree): the rows of the blocks that links stand in, -1 for those that stand in none; `tree`
 * is where each node ends. See rows_in_python. */
static PyObject *standing(PyObject *module, PyObject *args) {
    PyObject *given, *begun, *ended, *tree;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO", &given, &begun, &ended, &tree)) return NULL;
    const int64_t *nodes = taken(&all, given, sizeof *nodes, ANY);
    Py_ssize_t count = last_count(&all, sizeof *nodes);
    const int64_t *starts = taken(&all, begun, sizeof *starts, ANY);
    Py_ssize_t blocks = last_count(&all, sizeof *starts);
    const int64_t *ends = taken(&all, ended, sizeof *ends, blocks);
    const int32_t *after = taken(&all, tree, sizeof *after, ANY);
    Py_ssize_t size = last_count(&all, sizeof *after);
    PyObject *rows = all.failed ? NULL : PyList_New(count);
    for (Py_ssize_t i = 0; rows != NULL && i < count; i++) {
        Py_ssize_t low = 0, high = blocks;
        while (low < high) { /* the first block that begins after the link does */
            Py_ssize_t middle = low + (high - low) / 2;
            if (starts[middle] <= nodes[i])
                low = middle + 1;
            else
                high = middle;
        }
        if (nodes[i] < 0 || nodes[i] >= size) {
            refused("a node of another page");
            Py_CLEAR(rows);
            break;
        }
        Py_ssize_t row = low < blocks && starts[low] < after[nodes[i]] ? low : low - 1;
        if (row >= 0 && ends[row] <= nodes[i]) row = -1;
        PyObject *number = PyLong_FromSsize_t(row);
        if (number == NULL)
            Py_CLEAR(rows);
        else
            PyList_SET_ITEM(rows, i, number);
    }
    give_back(&all);
    return rows;
}

/* ---- paths ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    PyObject *tags; /* a list of texts, as many as nodes */
    const int32_t *parents, *ends;
    Py_ssize_t nodes;
} Nested;

static int is_same(PyObject *one, PyObject *other) {
    return one == other || (PyUnicode_GET_LENGTH(one) == PyUnicode_GET_LENGTH(other) && PyUnicode_Compare(one, other) == 0);
}

/* The tag of a node, with its number where it has siblings of the same tag. */
static PyObject *step_to(const Nested *tree, Py_ssize_t node) {
    PyObject *tag = PyList_GET_ITEM(tree->tags, node);
    Py_ssize_t parent = tree->parents[node], same = 0, end = parent >= 0 ? tree->ends[parent] : 1;
    if (end > tree->nodes) return refused("a tree of another order");
    for (Py_ssize_t child = parent + 1; child < end; child = tree->ends[child]) {
        PyObject *other = PyList_GET_ITEM(tree->tags, child);
        if (tree->ends[child] <= child || !PyUnicode_Check(other)) return refused("a tree of another order");
        if (!is_same(other, tag)) continue;
        if (child > node) return PyUnicode_FromFormat("%U[%zd]", tag, same);
        same++;
    }
    return same > 1 ? PyUnicode_FromFormat("%U[%zd]", tag, same) : Py_NewRef(tag);
}

/* path(tags, parents, ends, node, most, text): the way from the root to a node, at most so many steps from its end. */
static PyObject *path(PyObject *module, PyObject *args) {
    PyObject *parents, *ends, *text, *result = NULL;
    Py_ssize_t node, most;
    Nested tree;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOnnU", &PyList_Type, &tree.tags, &parents, &ends, &node, &most, &text)) return NULL;
    tree.nodes = PyList_GET_SIZE(tree.tags);
    tree.parents = taken(&all, parents, sizeof *tree.parents, tree.nodes);
    tree.ends = taken(&all, ends, sizeof *tree.ends, tree.nodes);
    if (!all.failed && node >= tree.nodes) fail(&all, "no such node");
    PyObject *steps = all.failed ? NULL : PyList_New(0), *slash = steps ? PyUnicode_FromString("/") : NULL;
    int failed = slash == NULL;
    while (!failed && node >= 0 && PyList_GET_SIZE(steps) < most) {
        PyObject *tag = PyList_GET_ITEM(tree.tags, node);
        if (tree.parents[node] >= node || tree.parents[node] < -1 || !PyUnicode_Check(tag))
            failed = 1, refused("a tree of another order");
        else if (!is_same(tag, text))
            failed = put_item(steps, step_to(&tree, node)) < 0;
        node = tree.parents[node];
    }
    if (!failed && PyList_Reverse(steps) == 0) result = PyUnicode_Join(slash, steps);
    Py_XDECREF(steps);
    Py_XDECREF(slash);
    give_back(&all);
    return result;
}

PyMethodDef FIELDS[] = {
    {"tally", tally, METH_VARARGS, "tally(text, among) -> how often each of these words stands in a text."},
    {"standing", standing, METH_VARARGS, "standing(nodes, starts, ends, tree) -> rows of the blocks that nodes stand in."},
    {"begins", begins, METH_VARARGS, "begins(texts, size) -> the first characters of each text, in lower case."},
    {"alike", alike, METH_VARARGS, "alike(begins, heads, known) -> rows that a text has the beginning of, and headings."},
    {"path", path, METH_VARARGS, "path(tags, parents, ends, node, most, text) -> the way from the root to a node."},
    {"plain", plain, METH_O, "plain(address) -> how many characters are canonical as they stand."},
    {"addresses", addresses, METH_VARARGS, "addresses(hrefs, origin, folder, longest, most, tracking, parse) -> places, addresses."},
    {"signs", signs, METH_VARARGS, "signs(texts, words) -> bits: may have a date, Chinese characters, who wrote it."},
    {NULL, NULL, 0, NULL},
};
