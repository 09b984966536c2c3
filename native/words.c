/* The words of blocks' texts compared with learned ones, and texts folded for comparing. The twins in Python are in
 * lexicon.py and blocks.py.
 *
 * folded(text): letters and digits alone, in small letters.
 * Words(odds): log-odds of words and of pairs of words; Words.worded(table, column, texts, longest) fills three columns.
 *
 * Safety: sizes of tables are compared with those of lists, items of lists are checked to be texts.
 */
#include "native.h"

/* ---- folding ------------------------------------------------------------------------------------------------------- */

static PyObject *lowered(const State *state, PyObject *text) { return PyObject_CallMethodNoArgs(text, state->lower); }

static PyObject *folded(PyObject *module, PyObject *text) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "not a text");
        return NULL;
    }
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), out = 0;
    if (PyUnicode_IS_ASCII(text)) {
        const unsigned char *data = PyUnicode_1BYTE_DATA(text);
        char few[512], *kept = size <= (Py_ssize_t)sizeof few ? few : PyMem_Malloc((size_t)size);
        if (kept == NULL) return PyErr_NoMemory();
        for (Py_ssize_t i = 0; i < size; i++) {
            unsigned char c = data[i];
            if (c >= 'A' && c <= 'Z') c += 32;
            kept[out] = (char)c;
            out += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        }
        PyObject *result = PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, kept, out);
        if (kept != few) PyMem_Free(kept);
        return result;
    }
    PyObject *small = lowered(state_of(module), text), *result = NULL;
    if (small == NULL) return NULL;
    size = PyUnicode_GET_LENGTH(small);
    Py_UCS4 few[256], *kept = size <= 256 ? few : PyMem_Malloc((size_t)size * sizeof *kept);
    if (kept != NULL) {
        int kind = PyUnicode_KIND(small);
        const void *data = PyUnicode_DATA(small);
        for (Py_ssize_t i = 0; i < size; i++) {
            Py_UCS4 c = PyUnicode_READ(kind, data, i);
            if (Py_UNICODE_ISALNUM(c)) kept[out++] = c;
        }
        result = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, kept, out);
    } else
        PyErr_NoMemory();
    if (kept != few) PyMem_Free(kept);
    Py_DECREF(small);
    return result;
}

/* ---- learned words --------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t hash;
    uint32_t at, size; /* its characters among all */
    float odds;
} Word;

typedef struct {
    int32_t first, second; /* words by number; first -1 where the place is free */
    float odds;
} Pair;

typedef struct {
    PyObject_HEAD
    const State *state; /* of the module, which the type keeps */
    PyObject *made_of; /* the argument, for copies */
    Word *words;
    Pair *pairs;
    int32_t *places; /* numbers of words by hash, -1 where free */
    Py_UCS4 *letters;
    Py_ssize_t count;
    uint32_t filled;
    size_t mask, pair_mask; /* sizes of the two tables less one, powers of two */
} Words;

static uint64_t mixed(uint64_t hash, uint32_t number) { return (hash ^ number) * 0x100000001b3u; }
static uint64_t hash_of(const Py_UCS4 *word, Py_ssize_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (Py_ssize_t i = 0; i < size; i++) hash = mixed(hash, word[i]);
    return hash ^ (hash >> 29);
}
static size_t pair_hash(int32_t first, int32_t second) {
    uint64_t hash = mixed(mixed(0xcbf29ce484222325u, (uint32_t)first), (uint32_t)second) * 0x9e3779b97f4a7c15u;
    return (size_t)(hash >> 32);
}

/* The place of a word, or the free one where it would stand. */
static size_t place_of(const Words *self, const Py_UCS4 *word, Py_ssize_t size, uint64_t hash) {
    size_t place = (size_t)hash & self->mask;
    for (; self->places[place] >= 0; place = (place + 1) & self->mask) {
        const Word *other = self->words + self->places[place];
        if (other->hash == hash && other->size == size &&
            memcmp(self->letters + other->at, word, (size_t)size * sizeof *word) == 0)
            break;
    }
    return place;
}
static int32_t number_of(const Words *self, const Py_UCS4 *word, Py_ssize_t size) {
    return self->places[place_of(self, word, size, hash_of(word, size))];
}
static size_t pair_place(const Words *self, int32_t first, int32_t second) {
    size_t place = pair_hash(first, second) & self->pair_mask;
    while (self->pairs[place].first >= 0 && (self->pairs[place].first != first || self->pairs[place].second != second))
        place = (place + 1) & self->pair_mask;
    return place;
}

/* Gives a word a number, its characters copied; there is room for all of them. */
static int32_t added(Words *self, const Py_UCS4 *word, Py_ssize_t size) {
    uint64_t hash = hash_of(word, size);
    size_t place = place_of(self, word, size, hash);
    if (self->places[place] < 0) {
        memcpy(self->letters + self->filled, word, (size_t)size * sizeof *word);
        self->words[self->count] = (Word){hash, self->filled, (uint32_t)size, 0};
        self->filled += (uint32_t)size;
        self->places[place] = (int32_t)self->count++;
    }
    return self->places[place];
}

static void words_dealloc(Words *self) {
    PyMem_Free(self->words);
    PyMem_Free(self->pairs);
    PyMem_Free(self->places);
    PyMem_Free(self->letters);
    Py_XDECREF(self->made_of);
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Takes up one word, or two with a space between them. */
static int take_up(Words *self, PyObject *key, PyObject *value, Py_UCS4 *raw) {
    double odds = PyFloat_AsDouble(value);
    if (odds == -1.0 && PyErr_Occurred()) return -1;
    Py_ssize_t size = PyUnicode_GET_LENGTH(key), space = 0;
    if (size && PyUnicode_AsUCS4(key, raw, size, 0) == NULL) return -1;
    while (space < size && raw[space] != ' ') space++;
    int32_t first = added(self, raw, space);
    if (space == size) {
        self->words[first].odds = (float)odds;
        return 0;
    }
    int32_t second = added(self, raw + space + 1, size - space - 1);
    self->pairs[pair_place(self, first, second)] = (Pair){first, second, (float)odds};
    return 0;
}

/* Makes the table of words as small as they allow: it is looked into for every word of a page. */
static void draw_together(Words *self) {
    size_t room = 16;
    while (room < 2 * (size_t)self->count + 2) room *= 2;
    self->mask = room - 1;
    for (size_t i = 0; i < room; i++) self->places[i] = -1;
    for (int32_t number = 0; number < (int32_t)self->count; number++) {
        size_t place = (size_t)self->words[number].hash & self->mask;
        while (self->places[place] >= 0) place = (place + 1) & self->mask;
        self->places[place] = number;
    }
}

static PyObject *words_new(PyTypeObject *type, PyObject *args, PyObject *none) {
    PyObject *odds, *key, *value;
    (void)none;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &odds)) return NULL;
    Py_ssize_t at = 0, characters = 1, longest = 1, entries = PyDict_GET_SIZE(odds);
    while (PyDict_Next(odds, &at, &key, &value)) {
        if (!PyUnicode_Check(key) || PyUnicode_GET_LENGTH(key) > 1 << 16) return refused("words are short texts");
        characters += PyUnicode_GET_LENGTH(key);
        if (PyUnicode_GET_LENGTH(key) > longest) longest = PyUnicode_GET_LENGTH(key);
    }
    if (entries > 1 << 24 || characters > 1 << 28) return refused("more words than are ever learned");
    Words *self = (Words *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    size_t room = 16, pairs = 16;
    while (room < 4 * (size_t)entries + 4) room *= 2; /* two words an entry, half of the places free */
    while (pairs < 2 * (size_t)entries + 2) pairs *= 2;
    self->state = PyType_GetModuleState(type);
    self->made_of = Py_NewRef(args);
    self->mask = room - 1;
    self->pair_mask = pairs - 1;
    self->words = PyMem_Malloc((2 * (size_t)entries + 1) * sizeof *self->words);
    self->places = PyMem_Malloc(room * sizeof *self->places);
    self->pairs = PyMem_Malloc(pairs * sizeof *self->pairs);
    self->letters = PyMem_Malloc((size_t)characters * sizeof *self->letters);
    Py_UCS4 *raw = PyMem_Malloc((size_t)longest * sizeof *raw);
    if (self->words && self->places && self->pairs && self->letters && raw) {
        for (size_t i = 0; i < room; i++) self->places[i] = -1;
        for (size_t i = 0; i < pairs; i++) self->pairs[i].first = -1;
        for (at = 0; PyDict_Next(odds, &at, &key, &value);)
            if (take_up(self, key, value, raw) < 0) break;
        draw_together(self);
    } else
        PyErr_NoMemory();
    PyMem_Free(raw);
    if (PyErr_Occurred()) Py_CLEAR(self);
    return (PyObject *)self;
}

/* What the words of one text say while they are looked up. */
typedef struct {
    double sum;
    float low, high;
    int heard, learned;
} Said;

static void hear(Said *said, float odds) {
    if (!said->heard || odds < said->low) said->low = odds;
    if (!said->heard || odds > said->high) said->high = odds;
    said->heard = 1;
    said->sum += odds;
    said->learned += odds != 0;
}

static int is_ideograph(Py_UCS4 c) { return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff); }
static int is_letter(Py_UCS4 c) {
    return c < 128 ? (c | 32) >= 'a' && (c | 32) <= 'z'
                   : !is_ideograph(c) && Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISDECIMAL(c);
}

/* Hears of a word after the one before it (`last`, a number or -1), which it becomes. The odds of the two together
 * belong to the first, hence to the text before where this is the mark at the beginning of a text. */
static void hear_word(const Words *self, const Py_UCS4 *word, Py_ssize_t size, int32_t *last, Said *before, Said *said) {
    int32_t number = number_of(self, word, size);
    if (*last >= 0 && number >= 0) {
        const Pair *pair = self->pairs + pair_place(self, *last, number);
        hear(before, pair->first >= 0 ? pair->odds : 0);
    } else
        hear(before, 0);
    hear(said, number >= 0 ? self->words[number].odds : 0);
    *last = number;
}

static void write_said(const Said *said, float *numbers) {
    numbers[0] = (float)(said->sum / (said->learned + 1));
    numbers[1] = said->low;
    numbers[2] = said->high;
}

enum { MOST_LETTERS = 512 };

/* The text's characters in small letters, at most three times as many as it has; -1 and an error. */
static Py_ssize_t small_letters(const State *state, PyObject *text, Py_UCS4 *raw) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    if (PyUnicode_IS_ASCII(text)) {
        const unsigned char *data = PyUnicode_1BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < size; i++) raw[i] = data[i] >= 'A' && data[i] <= 'Z' ? data[i] + 32u : data[i];
        return size;
    }
    PyObject *small = lowered(state, text);
    if (small == NULL) return -1;
    size = PyUnicode_GET_LENGTH(small);
    if (size > MOST_LETTERS || PyUnicode_AsUCS4(small, raw, MOST_LETTERS, 0) == NULL) size = -1;
    Py_DECREF(small);
    return size;
}

/* worded(table, column, texts, longest): mean, lowest and highest log-odds of the words and pairs of each text that is
 * not too long. A line end stands before every text, and counts as a word. */
static PyObject *words_worded(Words *self, PyObject *args) {
    static const Py_UCS4 MARK = '\n';
    PyObject *given, *texts;
    Py_ssize_t column, longest;
    Taken all = {0};
    Py_UCS4 raw[MOST_LETTERS];
    if (!PyArg_ParseTuple(args, "OnO!n", &given, &column, &PyList_Type, &texts, &longest)) return NULL;
    Table table = taken_table(&all, given, PyList_GET_SIZE(texts), column + 3);
    if (!all.failed && (column < 0 || longest < 0 || 3 * longest > MOST_LETTERS || !all_texts(texts))) {
        fail(&all, "texts that are short enough");
    }
    Said said = {0}, next = {0};
    int32_t last = -1;
    float *numbers = NULL;
    for (Py_ssize_t row = 0; !all.failed && row < table.rows; row++) {
        PyObject *text = PyList_GET_ITEM(texts, row);
        if (PyUnicode_GET_LENGTH(text) > longest) continue;
        Py_ssize_t size = small_letters(self->state, text, raw);
        if (size < 0) {
            fail(&all, "a text that grows in small letters");
            break;
        }
        next = (Said){0};
        hear_word(self, &MARK, 1, &last, &said, &next);
        if (numbers) write_said(&said, numbers);
        said = next;
        numbers = table.data + row * table.stride + column;
        for (Py_ssize_t begin = 0, end; begin < size; begin = end) {
            end = begin + 1;
            if (is_letter(raw[begin]))
                while (end < size && is_letter(raw[end])) end++;
            else if (!is_ideograph(raw[begin]))
                continue;
            hear_word(self, raw + begin, end - begin, &last, &said, &said);
        }
    }
    if (numbers) {
        hear(&said, 0); /* nothing comes after the last word */
        write_said(&said, numbers);
    }
    give_back(&all);
    if (all.failed) return NULL;
    Py_RETURN_NONE;
}

static PyObject *words_reduce(Words *self, PyObject *none) {
    (void)none;
    return Py_BuildValue("(OO)", (PyObject *)Py_TYPE(self), self->made_of);
}

static PyMethodDef WORDS_METHODS[] = {
    {"worded", (PyCFunction)words_worded, METH_VARARGS, "worded(table, column, texts, longest): what words say of texts."},
    {"__reduce__", (PyCFunction)words_reduce, METH_NOARGS, "How it is copied."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot WORDS_SLOTS[] = {
    {Py_tp_dealloc, words_dealloc},
    {Py_tp_methods, WORDS_METHODS},
    {Py_tp_new, words_new},
    {Py_tp_doc, "Words(odds): log-odds of words, and of two words with a space between them."},
    {0, NULL},
};
static PyType_Spec WORDS_SPEC = {"motherlode._native.Words", sizeof(Words), 0, Py_TPFLAGS_DEFAULT, WORDS_SLOTS};

int add_words_type(PyObject *module, State *state) {
    state->words_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &WORDS_SPEC, NULL);
    return state->words_type ? PyModule_AddType(module, state->words_type) : -1;
}

PyMethodDef WORDS[] = {
    {"folded", folded, METH_O, "folded(text) -> its letters and digits, in small letters."},
    {NULL, NULL, 0, NULL},
};
