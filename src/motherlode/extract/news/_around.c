/* What surrounds the blocks of a page, as surroundings.py describes it.
 *
 * enclosing(parents, codes, kinds, starts): the block-level element around each start, and all elements that hold one,
 * in document order: two arrays of int64, as bytes.
 * around(tree, blocks, elements, rules): what these elements say. The arguments are tuples:
 *   tree      codes (uint8), parents, ends (int32), tags (a list)
 *   blocks    starts, boxes (int64), characters (float64)
 *   elements  their nodes (int64), which name each has (int64), its signs (uint8), and what each name tells: bits, or
 *             -1 - bits where it has no words (int64)
 *   rules     by code, the column of a span or -1 (int8); how many spans, how many hints; the bits that speak against
 *             content, the share of text from which they do not count; the code of <body>, whose name says nothing
 * Gives bytes: spans, hidden, hints and own hints (float32, blocks × kinds), first block, block after the last and name
 * of each element whose name has words (int64), and a number for the kind of place of each block (int64).
 *
 * Hints(whole, inside): words to bits, those that are whole words of names and those that may stand inside of one.
 * Hints.told(names, words_of): what each name of a list tells, as above; `words_of` divides names that are not ASCII.
 *
 * Safety: sizes of all arrays are compared, and numbers of nodes and of names checked before they are used.
 */
#include "_arrays.h"
#include "_names.h"

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
    uint8_t *seen = PyMem_Calloc((size_t)count + 1, 1);
    int64_t *around = PyMem_Malloc(((size_t)count + 1) * sizeof *around);
    if (all.failed) goto done;
    boxes = PyBytes_FromStringAndSize(NULL, blocks * (Py_ssize_t)sizeof(int64_t));
    if (seen == NULL || around == NULL || boxes == NULL) {
        PyErr_NoMemory();
        goto done;
    }
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
    PyMem_Free(seen);
    PyMem_Free(around);
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
    PyObject *spans, *hidden, *hints, *own_hints, *firsts, *lasts, *which, *places; /* bytes */
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
        if ((page->told[i] < 0 ? -1 - page->told[i] : page->told[i]) >> (page->hints & 63)) return 0;
    return page->spans >= 0 && page->spans <= MOST_SPANS && page->hints >= 0 && page->hints <= MOST_HINTS;
}

static PyObject *new_bytes(Py_ssize_t items, size_t size) { return PyBytes_FromStringAndSize(NULL, items * (Py_ssize_t)size); }
static void *in(PyObject *bytes) { return PyBytes_AS_STRING(bytes); }

static int make_room(const Page *page, Work *work) {
    size_t nodes = (size_t)page->nodes + 1, blocks = (size_t)page->blocks + 1;
    work->before = PyMem_Malloc((nodes + 1) * sizeof *work->before);
    work->changes = PyMem_Calloc(blocks * (size_t)(page->spans + 1 + page->hints), sizeof *work->changes);
    work->mass = PyMem_Malloc(blocks * sizeof *work->mass);
    work->bits = PyMem_Calloc(nodes, sizeof *work->bits);
    work->kinds = PyMem_Calloc(nodes, sizeof *work->kinds);
    work->spans = new_bytes(page->blocks * page->spans, sizeof(float));
    work->hidden = new_bytes(page->blocks, sizeof(float));
    work->hints = new_bytes(page->blocks * page->hints, sizeof(float));
    work->own_hints = new_bytes(page->blocks * page->hints, sizeof(float));
    work->firsts = new_bytes(page->elements, sizeof(int64_t));
    work->lasts = new_bytes(page->elements, sizeof(int64_t));
    work->which = new_bytes(page->elements, sizeof(int64_t));
    work->places = new_bytes(page->blocks, sizeof(int64_t));
    if (work->before && work->changes && work->mass && work->bits && work->kinds && work->spans && work->hidden &&
        work->hints && work->own_hints && work->firsts && work->lasts && work->which && work->places)
        return 0;
    return PyErr_NoMemory(), -1;
}

static void leave(Work *work) {
    PyMem_Free(work->before);
    PyMem_Free(work->changes);
    PyMem_Free(work->mass);
    PyMem_Free(work->bits);
    PyMem_Free(work->kinds);
    Py_XDECREF(work->spans);
    Py_XDECREF(work->hidden);
    Py_XDECREF(work->hints);
    Py_XDECREF(work->own_hints);
    Py_XDECREF(work->firsts);
    Py_XDECREF(work->lasts);
    Py_XDECREF(work->which);
    Py_XDECREF(work->places);
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

/* Notes where elements of each kind begin and end; gives how many have names with words. */
static Py_ssize_t note_elements(const Page *page, Work *work) {
    Py_ssize_t named = 0, width = page->spans + 1 + page->hints;
    int64_t *firsts = in(work->firsts), *lasts = in(work->lasts), *which = in(work->which);
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
        int64_t told = page->told[page->which[i]], bits = told < 0 ? -1 - told : told;
        work->bits[node] = bits;
        if (told >= 0) {
            firsts[named] = low;
            lasts[named] = high;
            which[named++] = page->which[i];
        }
        if (work->mass[high] - work->mass[low] > large) bits &= ~page->negative;
        for (Py_ssize_t k = page->spans + 1; bits; bits >>= 1, k++)
            if (bits & 1) begin[k]++, end[k]--;
    }
    return named;
}

static void count_elements(const Page *page, const Work *work) {
    Py_ssize_t width = page->spans + 1 + page->hints;
    int32_t now[MOST_SPANS + 1 + MOST_HINTS] = {0};
    float *spans = in(work->spans), *hidden = in(work->hidden), *hints = in(work->hints), *own = in(work->own_hints);
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

static int start_numbering(Numbering *all, Py_ssize_t most) {
    size_t room = 16;
    while (room < 2 * (size_t)most + 2) room *= 2;
    all->keys = PyMem_Malloc(room * sizeof *all->keys);
    all->numbers = PyMem_Malloc(room * sizeof *all->numbers);
    all->mask = room - 1;
    all->count = 0;
    if (all->keys == NULL || all->numbers == NULL) return PyErr_NoMemory(), -1;
    memset(all->numbers, -1, room * sizeof *all->numbers);
    return 0;
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
static int number_places(const Page *page, Work *work) {
    Numbering kinds = {0}, places = {0};
    PyObject *own = NULL;
    int result = start_numbering(&kinds, page->elements) < 0 || start_numbering(&places, page->blocks) < 0 ? -1 : 0;
    for (Py_ssize_t i = 0; result == 0 && i < page->elements; i++) {
        int64_t tag = tag_number(page, page->element[i], &own);
        uint64_t name = 2 * (uint64_t)page->which[i] + (page->signs[i] & BARE);
        if (tag < 0)
            result = -1;
        else
            work->kinds[page->element[i]] = 1 + number_of(&kinds, (uint64_t)tag << 34 | name);
    }
    int64_t *numbers = in(work->places);
    for (Py_ssize_t i = 0; result == 0 && i < page->blocks; i++) {
        int32_t above = page->parents[page->boxes[i]];
        uint64_t box = (uint32_t)work->kinds[page->boxes[i]], over = (uint32_t)work->kinds[above > 0 ? above : 0];
        numbers[i] = number_of(&places, box << 32 | over);
    }
    PyMem_Free(kinds.keys);
    PyMem_Free(kinds.numbers);
    PyMem_Free(places.keys);
    PyMem_Free(places.numbers);
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
    if (make_room(&page, &work) < 0) goto done;
    count_blocks(&page, &work);
    Py_ssize_t named = note_elements(&page, &work) * (Py_ssize_t)sizeof(int64_t);
    count_elements(&page, &work);
    if (number_places(&page, &work) == 0)
        result = Py_BuildValue("(OOOOy#y#y#O)", work.spans, work.hidden, work.hints, work.own_hints, in(work.firsts), named,
                               in(work.lasts), named, in(work.which), named, work.places);
done:
    leave(&work);
    give_back(&all);
    return result;
}

/* ---- what names tell ---------------------------------------------------------------------------------------------------- */

enum { MOST_WORDS = 1024, BEGIN = 3, BEGINS = 26 * 26 * 26 };

typedef struct {
    char letters[LONGEST_WORD];
    Py_ssize_t size;
    int64_t bits;
    int16_t next; /* of the same beginning, -1 for none */
} HintWord;

typedef struct {
    PyObject_HEAD
    HintWord words[MOST_WORDS];
    int16_t whole[BEGINS], inside[BEGINS]; /* the first word by its first three letters, -1 for none */
    int count;
} Hints;

/* The number of three letters from a to z; shorter words go by what they have. */
static int beginning(const char *word, Py_ssize_t size) {
    int number = 0;
    for (Py_ssize_t i = 0; i < BEGIN; i++) number = 26 * number + (i < size ? word[i] - 'a' : 0);
    return number;
}

static int add_words(Hints *self, PyObject *words, int16_t *heads, Py_ssize_t shortest) {
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(words, &at, &key, &value);) {
        Py_ssize_t size = 0;
        const char *letters = PyUnicode_AsUTF8AndSize(key, &size);
        long long bits = letters ? PyLong_AsLongLong(value) : -1;
        if (PyErr_Occurred()) return -1;
        int plain = bits >= 0 && size >= shortest && size <= LONGEST_WORD && self->count < MOST_WORDS;
        for (Py_ssize_t i = 0; plain && i < size; i++) plain = letters[i] >= 'a' && letters[i] <= 'z';
        if (!plain) return refused("a few words of small letters, and their bits"), -1;
        HintWord *word = self->words + self->count;
        int head = beginning(letters, size);
        memcpy(word->letters, letters, (size_t)size);
        word->size = size;
        word->bits = bits;
        word->next = heads[head];
        heads[head] = (int16_t)self->count++;
    }
    return 0;
}

static PyObject *hints_new(PyTypeObject *type, PyObject *args, PyObject *none) {
    PyObject *whole, *inside;
    (void)none;
    if (!PyArg_ParseTuple(args, "O!O!", &PyDict_Type, &whole, &PyDict_Type, &inside)) return NULL;
    Hints *self = (Hints *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    memset(self->whole, -1, sizeof self->whole);
    memset(self->inside, -1, sizeof self->inside);
    if (add_words(self, whole, self->whole, SHORTEST_WORD) < 0 || add_words(self, inside, self->inside, BEGIN) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

typedef struct {
    const Hints *hints;
    int64_t bits;
    int heard;
} Heard;

static int hear_hint(void *to, const char *word, Py_ssize_t size, PyObject *text) {
    Heard *heard = to;
    const Hints *hints = heard->hints;
    heard->heard = 1;
    if (text != NULL) return 0; /* no hint has other letters */
    for (int i = hints->whole[beginning(word, size)]; i >= 0; i = hints->words[i].next)
        if (hints->words[i].size == size && memcmp(hints->words[i].letters, word, (size_t)size) == 0) heard->bits |= hints->words[i].bits;
    for (Py_ssize_t at = 0; at + BEGIN <= size; at++)
        for (int i = hints->inside[beginning(word + at, BEGIN)]; i >= 0; i = hints->words[i].next)
            if (hints->words[i].size <= size - at && memcmp(hints->words[i].letters, word + at, (size_t)hints->words[i].size) == 0)
                heard->bits |= hints->words[i].bits;
    return 0;
}

static PyObject *hints_told(Hints *self, PyObject *args) {
    PyObject *names, *words_of;
    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &names, &words_of)) return NULL;
    Py_ssize_t count = PyList_GET_SIZE(names);
    PyObject *result = new_bytes(count, sizeof(int64_t));
    for (Py_ssize_t i = 0; result != NULL && i < count; i++) {
        Heard heard = {self, 0, 0};
        if (i >= PyList_GET_SIZE(names) || hear_name(PyList_GET_ITEM(names, i), words_of, hear_hint, &heard) < 0) {
            if (!PyErr_Occurred()) refused("names that became fewer");
            Py_CLEAR(result);
        } else
            ((int64_t *)in(result))[i] = heard.heard ? heard.bits : -1 - heard.bits;
    }
    return result;
}

static PyMethodDef HINTS_METHODS[] = {
    {"told", (PyCFunction)hints_told, METH_VARARGS, "told(names, words_of) -> bits by name, -1 - bits without words, as bytes."},
    {NULL, NULL, 0, NULL},
};
static PyTypeObject HintsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "motherlode.extract.news._around.Hints",
    .tp_basicsize = sizeof(Hints),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = HINTS_METHODS,
    .tp_new = hints_new,
    .tp_doc = "Hints(whole, inside): what words in the names of elements tell.",
};

static PyMethodDef METHODS[] = {
    {"enclosing", enclosing, METH_VARARGS, "enclosing(parents, codes, kinds, starts) -> boxes, elements around."},
    {"around", around, METH_VARARGS, "around(tree, blocks, elements, rules) -> spans, hidden, hints, own hints, names, places."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.extract.news._around", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__around(void) {
    if (PyType_Ready(&HintsType) < 0) return NULL;
    PyObject *module = PyModule_Create(&MODULE);
    if (module && (PyModule_AddObjectRef(module, "Hints", (PyObject *)&HintsType) < 0 ||
                   PyModule_AddIntConstant(module, "VERSION", 2) < 0))
        Py_CLEAR(module);
    return module;
}
