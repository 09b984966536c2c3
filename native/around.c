/* What surrounds the blocks of a page, as elements.py describes it.
 *
 * enclosing(parents, codes, kinds, starts): the block-level element around each start, and all elements that hold one,
 * in document order: two arrays of int64, as bytes.
 * around(tree, blocks, elements, rules): what these elements say. The arguments are tuples:
 *   tree      codes (uint8), parents, ends (int32), tags (a list)
 *   blocks    starts, boxes (int64), characters (float64)
 *   elements  their nodes (int64), which name each has (int64), its signs (uint8), and the bits that each name tells (int64)
 *   rules     by code, the column of a span or -1 (int8); how many spans, how many hints; the bits that speak against
 *             content, the share of text from which they do not count; the code of <body>, whose name says nothing
 * Gives bytes: spans, hidden, hints and own hints (float32, blocks × kinds), and a number for the kind of place of each
 * block (int64).
 * told(names, words, bits): the bits (int64, as bytes) of all words that each name speaks of, as it says: its
 * runs of letters are cut before a capital and after 24 letters; a word that begins with '=' is a whole run, others may
 * stand anywhere in one.
 *
 * Safety: sizes of all arrays are compared, and numbers of nodes and of names checked before they are used.
 */
#include "native.h"

enum { SPANS, HIDDEN, HINTS, OWN_HINTS, PLACES, OUT }; /* what comes out */
enum { BLOCK = 1, CODES = 256, BARE = 1, SHUT = 2, MOST_HINTS = 62, MOST_SPANS = 126 };

static PyObject *enclosing(PyObject *module, PyObject *args) {
    PyObject *given[4], *result = NULL, *boxes = NULL;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO", &given[0], &given[1], &given[2], &given[3])) return NULL;
    const int32_t *parents = taken(&all, given[0], sizeof *parents, ANY);
    Py_ssize_t count = last_count(&all, sizeof *parents), held = 0;
    const uint8_t *code = taken(&all, given[1], 1, count);
    const uint16_t *kind = taken(&all, given[2], sizeof *kind, CODES);
    const int64_t *start = taken(&all, given[3], sizeof *start, ANY);
    Py_ssize_t blocks = last_count(&all, sizeof *start);
    uint8_t *seen = room_for(&all, count, 1);
    int64_t *around = room_for(&all, count, sizeof *around);
    if (all.failed || (boxes = PyBytes_FromStringAndSize(NULL, blocks * (Py_ssize_t)sizeof(int64_t))) == NULL) goto done;
    for (Py_ssize_t i = 0; i < count; i++)
        if (parents[i] >= i || parents[i] < -1) {
            refused("a parent that does not come before its child");
            goto done;
        }
    int64_t *box = (int64_t *)PyBytes_AS_STRING(boxes);
    for (Py_ssize_t i = 0; i < blocks; i++) {
        if (start[i] < 0 || start[i] >= count) {
            refused("a start beyond the page");
            goto done;
        }
        int32_t node = parents[start[i]];
        while (node > 0 && !(kind[code[node]] & BLOCK)) node = parents[node];
        box[i] = node > 0 ? node : 0;
        for (; node > 0 && !seen[node]; node = parents[node]) seen[node] = 1;
    }
    for (Py_ssize_t i = 1; i < count; i++)
        if (seen[i]) around[held++] = i;
    result = Py_BuildValue("(Oy#)", boxes, (char *)around, held * (Py_ssize_t)sizeof *around);
done:
    Py_XDECREF(boxes);
    give_back(&all);
    return result;
}

/* ---- what comes in and goes out --------------------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *codes;
    const int32_t *parents, *ends;
    PyObject *tags; /* a list */
    Py_ssize_t nodes, blocks, elements, names;
    const int64_t *starts, *boxes, *element, *which, *told;
    const double *chars;
    const uint8_t *signs;
    const int8_t *span_of;
    Py_ssize_t spans, hints, body;
    long long negative;
    double large;
} Page;

typedef struct {
    PyObject *out[OUT]; /* bytes */
    int32_t *before;    /* by node, how many blocks start before it */
    int32_t *changes;   /* blocks + 1 × (spans, hidden, hints): how many elements begin less how many end */
    double *mass;       /* running sums of characters, beginning with zero */
    int64_t *bits;      /* by node, what the name of an element tells */
    int32_t *kinds;     /* by node, the kind of an element, from one on */
} Work;

static void take(Taken *all, PyObject **from, Page *page) {
    PyObject **tree = items_of(all, from[0], 4), **blocks = items_of(all, from[1], 3), **elements = items_of(all, from[2], 4);
    if (all->failed) return;
    page->codes = taken(all, tree[0], 1, ANY);
    page->nodes = last_count(all, 1);
    page->parents = taken(all, tree[1], sizeof(int32_t), page->nodes);
    page->ends = taken(all, tree[2], sizeof(int32_t), page->nodes);
    page->tags = tree[3];
    page->starts = taken(all, blocks[0], sizeof(int64_t), ANY);
    page->blocks = last_count(all, sizeof(int64_t));
    page->boxes = taken(all, blocks[1], sizeof(int64_t), page->blocks);
    page->chars = taken(all, blocks[2], sizeof(double), page->blocks);
    page->element = taken(all, elements[0], sizeof(int64_t), ANY);
    page->elements = last_count(all, sizeof(int64_t));
    page->which = taken(all, elements[1], sizeof(int64_t), page->elements);
    page->signs = taken(all, elements[2], 1, page->elements);
    page->told = taken(all, elements[3], sizeof(int64_t), ANY);
    page->names = last_count(all, sizeof(int64_t));
    if (!all->failed && (!PyList_Check(page->tags) || PyList_GET_SIZE(page->tags) != page->nodes)) {
        refused("a tag for every node");
        all->failed = 1;
    }
}

static int is_within(const Page *page) {
    for (Py_ssize_t i = 0; i < page->nodes; i++)
        if (page->parents[i] >= i || page->parents[i] < -1 || page->ends[i] <= i || page->ends[i] > page->nodes) return 0;
    for (Py_ssize_t i = 0; i < page->blocks; i++)
        if (page->starts[i] < 0 || page->starts[i] >= page->nodes || page->boxes[i] < 0 || page->boxes[i] >= page->nodes) return 0;
    for (Py_ssize_t i = 0; i < page->elements; i++)
        if (page->element[i] < 0 || page->element[i] >= page->nodes || page->which[i] < 0 || page->which[i] >= page->names) return 0;
    for (int i = 0; i < CODES; i++)
        if (page->span_of[i] >= page->spans) return 0;
    for (Py_ssize_t i = 0; i < page->names; i++)
        if (page->told[i] < 0 || page->told[i] >> (page->hints & 63)) return 0;
    return page->spans >= 0 && page->spans <= MOST_SPANS && page->hints >= 0 && page->hints <= MOST_HINTS;
}

static void *in(PyObject *bytes) { return PyBytes_AS_STRING(bytes); }

static int make_room(Taken *all, const Page *page, Work *work) {
    Py_ssize_t nodes = page->nodes + 2, blocks = page->blocks + 1;
    work->before = room_for(all, nodes, sizeof *work->before);
    work->changes = room_for(all, blocks * (page->spans + 1 + page->hints), sizeof *work->changes);
    work->mass = room_for(all, blocks, sizeof *work->mass);
    work->bits = room_for(all, nodes, sizeof *work->bits);
    work->kinds = room_for(all, nodes, sizeof *work->kinds);
    const Py_ssize_t sizes[OUT] = {
        page->blocks * page->spans * 4, page->blocks * 4, page->blocks * page->hints * 4, page->blocks * page->hints * 4,
        page->blocks * 8,
    };
    for (int i = 0; i < OUT; i++)
        if ((work->out[i] = PyBytes_FromStringAndSize(NULL, sizes[i])) == NULL) return -1;
    return all->failed ? -1 : 0;
}

/* ---- the elements ------------------------------------------------------------------------------------------------------ */

static void count_blocks(const Page *page, Work *work) {
    int32_t started = 0;
    for (Py_ssize_t node = 0; node <= page->nodes; node++) {
        while (started < page->blocks && page->starts[started] < node) started++;
        work->before[node] = started;
    }
    work->mass[0] = 0;
    for (Py_ssize_t i = 0; i < page->blocks; i++) work->mass[i + 1] = work->mass[i] + page->chars[i];
}

/* Notes where elements of each kind begin and end. */
static void note_elements(const Page *page, Work *work) {
    Py_ssize_t width = page->spans + 1 + page->hints;
    double large = page->large * work->mass[page->blocks];
    for (Py_ssize_t i = 0; i < page->elements; i++) {
        int64_t node = page->element[i];
        uint8_t code = page->codes[node];
        int32_t low = work->before[node], high = work->before[page->ends[node]];
        int32_t *begin = work->changes + low * width, *end = work->changes + high * width;
        int span = page->span_of[code];
        if (span >= 0) begin[span]++, end[span]--;
        if (code == page->body) continue;
        if (page->signs[i] & SHUT) begin[page->spans]++, end[page->spans]--;
        int64_t bits = work->bits[node] = page->told[page->which[i]];
        if (work->mass[high] - work->mass[low] > large) bits &= ~page->negative;
        for (Py_ssize_t k = page->spans + 1; bits; bits >>= 1, k++)
            if (bits & 1) begin[k]++, end[k]--;
    }
}

static void count_elements(const Page *page, const Work *work) {
    Py_ssize_t width = page->spans + 1 + page->hints;
    int32_t now[MOST_SPANS + 1 + MOST_HINTS] = {0};
    float *spans = in(work->out[SPANS]), *hidden = in(work->out[HIDDEN]), *hints = in(work->out[HINTS]), *own = in(work->out[OWN_HINTS]);
    for (Py_ssize_t i = 0; i < page->blocks; i++) {
        const int32_t *change = work->changes + i * width;
        for (Py_ssize_t k = 0; k < width; k++) now[k] += change[k];
        for (Py_ssize_t k = 0; k < page->spans; k++) *spans++ = (float)now[k];
        *hidden++ = (float)now[page->spans];
        for (Py_ssize_t k = 0; k < page->hints; k++) *hints++ = (float)now[page->spans + 1 + k];
        int32_t above = page->parents[page->boxes[i]];
        int64_t bits = work->bits[page->boxes[i]] | work->bits[above > 0 ? above : 0];
        for (Py_ssize_t k = 0; k < page->hints; k++) *own++ = (float)((bits >> k) & 1);
    }
}

/* ---- kinds of places ---------------------------------------------------------------------------------------------------- */

/* Numbers for keys in the order in which they come. */
typedef struct {
    uint64_t *keys;
    int32_t *numbers; /* -1 where the place is free */
    size_t mask;
    int32_t count;
} Numbering;

static void start_numbering(Taken *taken, Numbering *all, Py_ssize_t most) {
    size_t room = 16;
    while (room < 2 * (size_t)most + 2) room *= 2;
    all->keys = room_for(taken, (Py_ssize_t)room, sizeof *all->keys);
    all->numbers = room_for(taken, (Py_ssize_t)room, sizeof *all->numbers);
    all->mask = room - 1;
    if (!taken->failed) memset(all->numbers, -1, room * sizeof *all->numbers);
}

static int32_t number_of(Numbering *all, uint64_t key) {
    size_t place = (size_t)((key * 0x9e3779b97f4a7c15u) >> 24) & all->mask;
    while (all->numbers[place] >= 0 && all->keys[place] != key) place = (place + 1) & all->mask;
    if (all->numbers[place] < 0) {
        all->keys[place] = key;
        all->numbers[place] = all->count++;
    }
    return all->numbers[place];
}

/* The number of a tag: its code, or beyond those where the parser has none for it; -1 and an error. */
static int64_t tag_number(const Page *page, int64_t node, PyObject **own) {
    if (page->codes[node]) return page->codes[node];
    if (*own == NULL && (*own = PyDict_New()) == NULL) return -1;
    PyObject *next = PyLong_FromSsize_t(CODES + PyDict_GET_SIZE(*own));
    PyObject *its = next ? PyDict_SetDefault(*own, PyList_GET_ITEM(page->tags, node), next) : NULL; /* borrowed */
    int64_t number = its ? PyLong_AsLongLong(its) : -1;
    Py_XDECREF(next);
    return number;
}

/* Numbers each pair of kinds of box and parent; elements of one kind have the same tag and name. */
static int number_places(Taken *all, const Page *page, Work *work) {
    Numbering kinds = {0}, places = {0};
    PyObject *own = NULL;
    start_numbering(all, &kinds, page->elements);
    start_numbering(all, &places, page->blocks);
    int result = all->failed ? -1 : 0;
    for (Py_ssize_t i = 0; result == 0 && i < page->elements; i++) {
        int64_t tag = tag_number(page, page->element[i], &own);
        uint64_t name = 2 * (uint64_t)page->which[i] + (page->signs[i] & BARE);
        if (tag < 0)
            result = -1;
        else
            work->kinds[page->element[i]] = 1 + number_of(&kinds, (uint64_t)tag << 34 | name);
    }
    int64_t *numbers = in(work->out[PLACES]);
    for (Py_ssize_t i = 0; result == 0 && i < page->blocks; i++) {
        int32_t above = page->parents[page->boxes[i]];
        uint64_t box = (uint32_t)work->kinds[page->boxes[i]], over = (uint32_t)work->kinds[above > 0 ? above : 0];
        numbers[i] = number_of(&places, box << 32 | over);
    }
    Py_XDECREF(own);
    return result;
}

static PyObject *around(PyObject *module, PyObject *args) {
    PyObject *from[3], *span_of, *result = NULL;
    Taken all = {0};
    Page page = {0};
    Work work = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO(OnnLdn)", &from[0], &from[1], &from[2], &span_of, &page.spans, &page.hints, &page.negative,
                          &page.large, &page.body))
        return NULL;
    take(&all, from, &page);
    page.span_of = taken(&all, span_of, 1, CODES);
    if (all.failed) goto done;
    if (!is_within(&page)) {
        refused("elements or blocks that are not of the page");
        goto done;
    }
    if (make_room(&all, &page, &work) < 0) goto done;
    count_blocks(&page, &work);
    note_elements(&page, &work);
    count_elements(&page, &work);
    if (number_places(&all, &page, &work) == 0)
        result = PyTuple_Pack(OUT, work.out[SPANS], work.out[HIDDEN], work.out[HINTS], work.out[OWN_HINTS], work.out[PLACES]);
done:
    for (int i = 0; i < OUT; i++) Py_XDECREF(work.out[i]);
    give_back(&all);
    return result;
}

enum { MOST_WORDS = 512, LETTERS = 26, LONGEST = 24 };

typedef struct {
    const char *words[MOST_WORDS];
    Py_ssize_t sizes[MOST_WORDS];
    int whole[MOST_WORDS], first[LETTERS], next[MOST_WORDS]; /* chains by the first letter, each ended by -1 */
    const int64_t *bits;
} Hints;

static int take_hints(PyObject *words, Hints *hints) {
    if (PyTuple_GET_SIZE(words) > MOST_WORDS) return refused("more words of hints than there is room for"), -1;
    memset(hints->first, -1, sizeof hints->first);
    for (int i = 0; i < (int)PyTuple_GET_SIZE(words); i++) {
        const char *word = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(words, i), hints->sizes + i);
        if (word == NULL) return -1;
        hints->whole[i] = word[0] == '=';
        hints->words[i] = word + hints->whole[i];
        hints->sizes[i] -= hints->whole[i];
        int letter = hints->words[i][0] - 'a';
        if (letter < 0 || letter >= LETTERS) return refused("a word of hints that does not begin with a letter"), -1;
        hints->next[i] = hints->first[letter];
        hints->first[letter] = i;
    }
    return 0;
}

/* What a run of small letters speaks of. */
static int64_t told_by(const char *run, Py_ssize_t size, const Hints *hints) {
    int64_t bits = 0;
    for (Py_ssize_t at = 0; size > 1 && at < size; at++)
        for (int i = hints->first[run[at] - 'a']; i >= 0; i = hints->next[i]) {
            Py_ssize_t length = hints->sizes[i];
            if (hints->whole[i] ? at == 0 && length == size : length <= size - at)
                if (memcmp(run + at, hints->words[i], (size_t)length) == 0) bits |= hints->bits[i];
        }
    return bits;
}

static int64_t told_by_name(PyObject *name, const Hints *hints) {
    char run[LONGEST];
    int64_t bits = 0;
    Py_ssize_t size = 0;
    int small = 0, kind = PyUnicode_KIND(name);
    const void *data = PyUnicode_DATA(name);
    for (Py_ssize_t i = 0, count = PyUnicode_GET_LENGTH(name); i < count; i++) {
        Py_UCS4 c = PyUnicode_READ(kind, data, i);
        int capital = c >= 'A' && c <= 'Z', letter = capital || (c >= 'a' && c <= 'z');
        if (size && (!letter || size == LONGEST || (capital && small))) {
            bits |= told_by(run, size, hints);
            size = 0;
        }
        if (letter) run[size++] = (char)(c | 32);
        small = letter && !capital;
    }
    return bits | told_by(run, size, hints);
}

static PyObject *told(PyObject *module, PyObject *args) {
    PyObject *names, *words, *bits, *result = NULL;
    Taken all = {0};
    Hints hints;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O", &PyList_Type, &names, &PyTuple_Type, &words, &bits)) return NULL;
    hints.bits = taken(&all, bits, sizeof *hints.bits, PyTuple_GET_SIZE(words));
    if (all.failed || take_hints(words, &hints) < 0) goto done;
    result = PyBytes_FromStringAndSize(NULL, PyList_GET_SIZE(names) * (Py_ssize_t)sizeof(int64_t));
    for (Py_ssize_t i = 0; result != NULL && i < PyList_GET_SIZE(names); i++) {
        PyObject *name = PyList_GET_ITEM(names, i);
        if (PyUnicode_Check(name)) ((int64_t *)PyBytes_AS_STRING(result))[i] = told_by_name(name, &hints);
        else {
            refused("names that are not texts");
            Py_CLEAR(result);
        }
    }
done:
    give_back(&all);
    return result;
}

PyMethodDef AROUND[] = {
    {"told", told, METH_VARARGS, "told(names, words, bits) -> the bits that each name tells."},
    {"enclosing", enclosing, METH_VARARGS, "enclosing(parents, codes, kinds, starts) -> boxes, elements around."},
    {"around", around, METH_VARARGS, "around(tree, blocks, elements, rules) -> spans, hidden, hints, own hints, places."},
    {NULL, NULL, 0, NULL},
};
