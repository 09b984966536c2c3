/* The tree of a page as flat arrays, read in one pass from the parser's own nodes.
 *
 * The parser's functions are those that bind() found (module.c). Where there are none, the package walks in Python
 * (dom/walk.py), which means the same.
 *
 * Safety: a Nodes object keeps the parser's node, hence the parser and all its nodes, alive; numbers that come from
 * Python are checked against the count of nodes; no pointer is taken from Python. Nothing is recursive.
 */
#include "native.h"

/* ---- the nodes of a page: numbers to elements -------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    const State *state; /* of the module, which the type keeps */
    PyObject *root;  /* keeps the parser alive */
    PyObject *texts; /* the list that Python has, too */
    Node *elements;  /* NULL for texts */
    int32_t *ends;
    uint8_t *codes, unshown[KNOWN];
    Py_ssize_t count, text_code;
} Nodes;

static void nodes_dealloc(Nodes *self) {
    PyMem_Free(self->elements);
    PyMem_Free(self->ends);
    PyMem_Free(self->codes);
    Py_XDECREF(self->texts);
    Py_XDECREF(self->root);
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static Py_ssize_t nodes_length(Nodes *self) { return self->count; }

/* A number from Python as a place; -1 and an error where it is out of range. */
static Py_ssize_t place_of(Nodes *self, PyObject *number) {
    Py_ssize_t node = PyLong_AsSsize_t(number);
    if (node == -1 && PyErr_Occurred()) return -1;
    if (node < 0) node += self->count; /* as lists do */
    if (node >= 0 && node < self->count) return node;
    PyErr_SetString(PyExc_IndexError, "no such node");
    return -1;
}

static PyObject *nodes_attributes(Nodes *self, PyObject *number) {
    const Lexbor *lexbor = &self->state->lexbor;
    Py_ssize_t place = place_of(self, number);
    if (place < 0) return NULL;
    Node element = self->elements[place];
    PyObject *given = PyDict_New();
    if (given == NULL || element == NULL) return given;
    for (Node one = lexbor->first_attribute(element); one != NULL; one = lexbor->next_attribute(one)) {
        size_t size = 0;
        const unsigned char *data = lexbor->attribute_name(one, &size);
        PyObject *key = decoded(data ? data : (const unsigned char *)"", data ? size : 0), *value;
        if (key == NULL) goto failed;
        size = 0;
        data = lexbor->attribute_value(one, &size);
        value = data ? decoded(data, size) : Py_NewRef(Py_None);
        int put = value ? PyDict_SetItem(given, key, value) : -1;
        Py_DECREF(key);
        Py_XDECREF(value);
        if (put < 0) goto failed;
    }
    return given;
failed:
    Py_DECREF(given);
    return NULL;
}

static inline int is_text(const unsigned char *data, size_t size, const char *wanted, size_t length) {
    return size == length && data != NULL && memcmp(data, wanted, size) == 0;
}

/* The same for words that are known here: their lengths are known when this is compiled. */
#define is_named(data, size, wanted) is_text(data, size, wanted, sizeof(wanted) - 1)

/* The numbers in a buffer of 64-bit integers, each checked; -1 and an error where one is out of range. */
static Py_ssize_t numbers_in(Nodes *self, const Py_buffer *buffer) {
    const int64_t *numbers = buffer->buf;
    Py_ssize_t count = buffer->len / (Py_ssize_t)sizeof *numbers;
    for (Py_ssize_t i = 0; i < count; i++)
        if (numbers[i] < 0 || numbers[i] >= self->count) {
            PyErr_SetString(PyExc_IndexError, "no such node");
            return -1;
        }
    return count;
}

/* values(numbers, name): the values of one attribute, None where a node has none. */
static PyObject *nodes_values(Nodes *self, PyObject *args) {
    const Lexbor *lexbor = &self->state->lexbor;
    Py_buffer buffer;
    const char *wanted;
    if (!PyArg_ParseTuple(args, "y*s", &buffer, &wanted)) return NULL;
    const int64_t *numbers = buffer.buf;
    size_t length = strlen(wanted);
    Py_ssize_t count = numbers_in(self, &buffer);
    PyObject *values = count < 0 ? NULL : PyList_New(count);
    for (Py_ssize_t i = 0; values != NULL && i < count; i++) {
        Node element = self->elements[numbers[i]];
        PyObject *value = NULL;
        for (Node one = element ? lexbor->first_attribute(element) : NULL; one; one = lexbor->next_attribute(one)) {
            size_t size = 0;
            const unsigned char *name = lexbor->attribute_name(one, &size);
            if (is_text(name, size, wanted, length)) {
                size = 0;
                const unsigned char *data = lexbor->attribute_value(one, &size);
                value = data ? decoded(data, size) : Py_NewRef(Py_None);
                break;
            }
        }
        if (value == NULL && !PyErr_Occurred()) value = Py_NewRef(Py_None);
        if (value == NULL)
            Py_CLEAR(values);
        else
            PyList_SET_ITEM(values, i, value);
    }
    PyBuffer_Release(&buffer);
    return values;
}

enum { CLASS, ID, ROLE, ITEMPROP, NAMING, NO_ATTRIBUTES = 1, SHUT = 2, NAME_BYTES = 1024 };

/* How many bytes of a style a word takes that begins here, in any ASCII case; 0 where it does not. */
static size_t word_at(const unsigned char *style, size_t size, size_t at, const char *word) {
    size_t length = strlen(word);
    if (size - at < length) return 0;
    for (size_t i = 0; i < length; i++)
        if ((style[at + i] >= 'A' && style[at + i] <= 'Z' ? style[at + i] + 32 : style[at + i]) != word[i]) return 0;
    return length;
}

/* Whether a style has "property : value", with white space around the colon or without. */
static int says(const unsigned char *style, size_t size, size_t at, const char *property, const char *value) {
    size_t length = word_at(style, size, at, property);
    if (length == 0) return 0;
    at += length;
    for (int colon = 0; at < size; at++) {
        if (style[at] == ':' && !colon)
            colon = 1;
        else if (style[at] != ' ' && (style[at] < '\t' || style[at] > '\r'))
            return colon && word_at(style, size, at, value);
    }
    return 0;
}

static int is_hiding(const unsigned char *style, size_t size) {
    for (size_t at = 0; style && at < size; at++)
        if (((style[at] | 32) == 'd' && says(style, size, at, "display", "none")) ||
            ((style[at] | 32) == 'v' && says(style, size, at, "visibility", "hidden")))
            return 1;
    return 0;
}

/* Writes class, id, role and itemprop of an element one after the other, NAME_BYTES at most; gives how many bytes. An
 * attribute without a value reads "None". Sets a bit for each of: no attributes at all, hidden by an attribute or by its
 * style. */
static size_t name_in(const Lexbor *lexbor, Node element, char *name, uint8_t *signs) {
    const unsigned char *values[NAMING] = {NULL};
    size_t sizes[NAMING] = {0}, given = 0, filled = 0;
    int there[NAMING] = {0};
    for (Node one = element ? lexbor->first_attribute(element) : NULL; one; one = lexbor->next_attribute(one), given++) {
        size_t size = 0, length = 0;
        const unsigned char *key = lexbor->attribute_name(one, &size), *value;
        int naming = is_named(key, size, "class")      ? CLASS
                     : is_named(key, size, "id")       ? ID
                     : is_named(key, size, "role")     ? ROLE
                     : is_named(key, size, "itemprop") ? ITEMPROP
                                                       : NAMING;
        if (naming < NAMING) {
            if (there[naming]) continue;
            value = lexbor->attribute_value(one, &length);
            there[naming] = 1;
            values[naming] = value;
            sizes[naming] = value ? length : 0;
        } else if (is_named(key, size, "hidden"))
            *signs |= SHUT;
        else if (is_named(key, size, "aria-hidden")) {
            value = lexbor->attribute_value(one, &length);
            if (is_named(value, length, "true")) *signs |= SHUT;
        } else if (is_named(key, size, "style")) {
            value = lexbor->attribute_value(one, &length);
            if (is_hiding(value, length)) *signs |= SHUT;
        }
    }
    if (given == 0) *signs |= NO_ATTRIBUTES;
    for (int i = 0; i < NAMING && filled < NAME_BYTES; i++) {
        if (!there[i] || (i > CLASS && given < 2 && sizes[CLASS])) continue;
        const char *value = values[i] ? (const char *)values[i] : i == CLASS ? "" : "None";
        size_t size = values[i] ? sizes[i] : strlen(value);
        if (i > CLASS) name[filled++] = ' ';
        if (size > NAME_BYTES - filled) size = NAME_BYTES - filled;
        memcpy(name + filled, value, size);
        filled += size;
    }
    return filled;
}

/* The different names, found by their UTF-8: of each its hash and its number, -1 where the place is free. */
typedef struct {
    uint64_t *hashes;
    int32_t *numbers;
    size_t room; /* a power of two */
    PyObject *names;
} Known;

static int grow_known(Known *known) {
    size_t room = known->room ? 2 * known->room : 256;
    uint64_t *hashes = PyMem_Malloc(room * sizeof *hashes);
    int32_t *numbers = PyMem_Malloc(room * sizeof *numbers);
    if (hashes == NULL || numbers == NULL) {
        PyMem_Free(hashes);
        PyMem_Free(numbers);
        return PyErr_NoMemory(), -1;
    }
    for (size_t i = 0; i < room; i++) numbers[i] = -1;
    for (size_t i = 0; i < known->room; i++) {
        if (known->numbers[i] < 0) continue;
        size_t place = known->hashes[i] & (room - 1);
        while (numbers[place] >= 0) place = (place + 1) & (room - 1);
        hashes[place] = known->hashes[i];
        numbers[place] = known->numbers[i];
    }
    PyMem_Free(known->hashes);
    PyMem_Free(known->numbers);
    known->hashes = hashes;
    known->numbers = numbers;
    known->room = room;
    return 0;
}

/* The number of a name given as UTF-8, and as a text where there is one already; -1 and an error where memory is short. */
static int64_t number_of(Known *known, const char *name, size_t size, PyObject *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    hash ^= hash >> 32;
    if ((size_t)PyList_GET_SIZE(known->names) * 2 >= known->room && grow_known(known) < 0) return -1;
    size_t place = hash & (known->room - 1);
    for (; known->numbers[place] >= 0; place = (place + 1) & (known->room - 1)) {
        Py_ssize_t length = 0;
        if (known->hashes[place] != hash) continue;
        const char *other = PyUnicode_AsUTF8AndSize(PyList_GET_ITEM(known->names, known->numbers[place]), &length);
        if (other == NULL) return -1;
        if ((size_t)length == size && memcmp(other, name, size) == 0) return known->numbers[place];
    }
    known->hashes[place] = hash;
    known->numbers[place] = (int32_t)PyList_GET_SIZE(known->names);
    if (put_item(known->names, text ? Py_NewRef(text) : PyUnicode_DecodeUTF8(name, (Py_ssize_t)size, "replace")) < 0) return -1;
    return known->numbers[place];
}

/* The number of an element's name, cut at `most` (<= 250) characters. */
static int64_t name_number(const Lexbor *lexbor, Known *known, Node element, Py_ssize_t most, uint8_t *signs) {
    char name[NAME_BYTES + 8]; /* 250 characters have at most 1000 bytes */
    size_t size = name_in(lexbor, element, name, signs), plain = 0;
    while (plain < size && (unsigned char)name[plain] < 128) plain++;
    if (plain == size) return number_of(known, name, size < (size_t)most ? size : (size_t)most, NULL);
    PyObject *whole = PyUnicode_DecodeUTF8(name, (Py_ssize_t)size, "replace");
    PyObject *cut = whole ? PyUnicode_Substring(whole, 0, most) : NULL;
    Py_ssize_t bytes = 0;
    const char *encoded = cut ? PyUnicode_AsUTF8AndSize(cut, &bytes) : NULL;
    int64_t number = encoded ? number_of(known, encoded, (size_t)bytes, cut) : -1;
    Py_XDECREF(cut);
    Py_XDECREF(whole);
    return number;
}

/* names(numbers, most): the different names of elements, which of them each element has, and the bits of each. */
static PyObject *nodes_names(Nodes *self, PyObject *args) {
    Py_buffer buffer;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "y*n", &buffer, &most)) return NULL;
    const int64_t *numbers = buffer.buf;
    PyObject *which = NULL, *signs = NULL, *result = NULL;
    Known known = {0};
    Py_ssize_t count = numbers_in(self, &buffer);
    if (count >= 0 && (most < 0 || most > 250)) {
        PyErr_SetString(PyExc_ValueError, "names have at most 250 characters");
        count = -1;
    }
    if (count >= 0) {
        known.names = PyList_New(0);
        which = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(int64_t));
        signs = PyBytes_FromStringAndSize(NULL, count);
    }
    if (known.names && which && signs) {
        uint8_t *sign = (uint8_t *)PyBytes_AS_STRING(signs);
        int64_t *its = (int64_t *)PyBytes_AS_STRING(which);
        Py_ssize_t i = 0;
        memset(sign, 0, (size_t)count);
        for (; i < count; i++) {
            its[i] = name_number(&self->state->lexbor, &known, self->elements[numbers[i]], most, sign + i);
            if (its[i] < 0) break;
        }
        if (i == count) result = PyTuple_Pack(3, known.names, which, signs);
    }
    PyMem_Free(known.hashes);
    PyMem_Free(known.numbers);
    Py_XDECREF(known.names);
    Py_XDECREF(which);
    Py_XDECREF(signs);
    PyBuffer_Release(&buffer);
    return result;
}

typedef struct {
    Py_UCS4 *raw;
    Py_ssize_t size, room;
} Buffer;

/* Appends a text, its white space folded, after a space where there is something before it. */
static int append_folded(Buffer *buffer, PyObject *text) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    if (buffer->room - buffer->size < size + 1) {
        Py_ssize_t room = 2 * (buffer->size + size) + 256;
        Py_UCS4 *larger = PyMem_Realloc(buffer->raw, (size_t)room * sizeof *larger);
        if (larger == NULL) return PyErr_NoMemory(), -1;
        buffer->raw = larger;
        buffer->room = room;
    }
    int kind = PyUnicode_KIND(text), space = buffer->size > 0;
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 c = PyUnicode_READ(kind, data, i);
        if (Py_UNICODE_ISSPACE(c)) {
            space = buffer->size > 0;
            continue;
        }
        if (space) buffer->raw[buffer->size++] = ' ';
        space = 0;
        buffer->raw[buffer->size++] = c;
    }
    return 0;
}

/* All text below a node, white space folded, scripts and the like left out. */
static PyObject *text_below(Nodes *self, Py_ssize_t node, Buffer *buffer) {
    Py_ssize_t end = self->ends[node];
    buffer->size = 0;
    if (PyList_GET_SIZE(self->texts) < end) {
        PyErr_SetString(PyExc_ValueError, "the tree's texts were changed");
        return NULL;
    }
    for (Py_ssize_t i = node; i < end;) {
        PyObject *text = PyList_GET_ITEM(self->texts, i);
        if (self->codes[i] == self->text_code && PyUnicode_Check(text)) {
            if (append_folded(buffer, text) < 0) return NULL;
        } else if (i != node && self->unshown[self->codes[i]]) {
            i = self->ends[i];
            continue;
        }
        i++;
    }
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, buffer->raw, buffer->size);
}

static PyObject *nodes_text_of(Nodes *self, PyObject *number) {
    Py_ssize_t node = place_of(self, number);
    Buffer buffer = {0};
    PyObject *text = node < 0 ? NULL : text_below(self, node, &buffer);
    PyMem_Free(buffer.raw);
    return text;
}

/* texts_of(numbers): the same for several nodes. */
static PyObject *nodes_texts_of(Nodes *self, PyObject *args) {
    Py_buffer given;
    Buffer buffer = {0};
    if (!PyArg_ParseTuple(args, "y*", &given)) return NULL;
    const int64_t *numbers = given.buf;
    Py_ssize_t count = numbers_in(self, &given);
    PyObject *texts = count < 0 ? NULL : PyList_New(count);
    for (Py_ssize_t i = 0; texts != NULL && i < count; i++) {
        PyObject *text = text_below(self, numbers[i], &buffer);
        if (text == NULL)
            Py_CLEAR(texts);
        else
            PyList_SET_ITEM(texts, i, text);
    }
    PyMem_Free(buffer.raw);
    PyBuffer_Release(&given);
    return texts;
}

/* letters(): for every node, how many letters and digits its own text has; -1 for texts of white space alone. */
static PyObject *nodes_letters(Nodes *self, PyObject *none) {
    (void)none;
    PyObject *result = PyBytes_FromStringAndSize(NULL, self->count * (Py_ssize_t)sizeof(int32_t));
    if (result == NULL || PyList_GET_SIZE(self->texts) < self->count) {
        if (result != NULL) PyErr_SetString(PyExc_ValueError, "the tree's texts were changed");
        Py_XDECREF(result);
        return NULL;
    }
    int32_t *counts = (int32_t *)PyBytes_AS_STRING(result);
    for (Py_ssize_t node = 0; node < self->count; node++) {
        PyObject *text = PyList_GET_ITEM(self->texts, node);
        counts[node] = 0;
        if (self->codes[node] != self->text_code || !PyUnicode_Check(text)) continue;
        Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        int kind = PyUnicode_KIND(text), blank = 1;
        const void *data = PyUnicode_DATA(text);
        for (Py_ssize_t i = 0; i < size; i++) {
            Py_UCS4 c = PyUnicode_READ(kind, data, i);
            if (Py_UNICODE_ISALNUM(c)) counts[node]++;
            blank = blank && Py_UNICODE_ISSPACE(c);
        }
        if (blank) counts[node] = -1;
    }
    return result;
}

enum { MOST_WORDS = 8 };

/* Words in small letters, and with which bytes one of them may begin. */
typedef struct {
    const char *words[MOST_WORDS];
    Py_ssize_t sizes[MOST_WORDS], count;
    uint8_t begins[256];
} Words;

static int take_words(PyObject *tuple, Words *words) {
    memset(words, 0, sizeof *words);
    if (PyTuple_GET_SIZE(tuple) > MOST_WORDS) {
        PyErr_SetString(PyExc_ValueError, "eight words at most");
        return -1;
    }
    for (; words->count < PyTuple_GET_SIZE(tuple); words->count++) {
        Py_ssize_t *size = words->sizes + words->count;
        const char *word = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tuple, words->count), size);
        if (word == NULL) return -1;
        if (*size == 0) {
            PyErr_SetString(PyExc_ValueError, "a word has letters");
            return -1;
        }
        uint8_t first = (uint8_t)word[0];
        words->words[words->count] = word;
        words->begins[first] = 1;
        if (first >= 'a' && first <= 'z') words->begins[first - 32] = 1;
    }
    return 0;
}

/* Whether a value has one of the words in any ASCII case. */
static int has_word(const unsigned char *data, size_t size, const Words *words) {
    for (size_t i = 0; i < size; i++) {
        if (!words->begins[data[i]]) continue;
        for (Py_ssize_t k = 0; k < words->count; k++) {
            size_t length = (size_t)words->sizes[k], same = 0;
            if (size - i < length) continue;
            while (same < length && (data[i + same] | (data[i + same] >= 'A' && data[i + same] <= 'Z' ? 32 : 0)) ==
                                        (unsigned char)words->words[k][same])
                same++;
            if (same == length) return 1;
        }
    }
    return 0;
}

/* marked(code, attribute, key, value, words): the numbers of elements that have this tag's code or the attribute,
 * whose `key` has this very value, or whose class has one of the words in any case. */
static PyObject *nodes_marked(Nodes *self, PyObject *args) {
    const Lexbor *lexbor = &self->state->lexbor;
    int code;
    const char *attribute, *key, *wanted;
    PyObject *given;
    Words words;
    if (!PyArg_ParseTuple(args, "isssO!", &code, &attribute, &key, &wanted, &PyTuple_Type, &given)) return NULL;
    if (take_words(given, &words) < 0) return NULL;
    size_t attribute_size = strlen(attribute), key_size = strlen(key), wanted_size = strlen(wanted);
    PyObject *found = PyList_New(0);
    for (Py_ssize_t node = 0; found != NULL && node < self->count; node++) {
        Node element = self->elements[node];
        if (element == NULL) continue;
        int marked = self->codes[node] == code;
        for (Node one = marked ? NULL : lexbor->first_attribute(element); one && !marked; one = lexbor->next_attribute(one)) {
            size_t size = 0, length = 0;
            const unsigned char *name = lexbor->attribute_name(one, &size), *value;
            marked = is_text(name, size, attribute, attribute_size);
            if (!marked && is_text(name, size, key, key_size)) {
                value = lexbor->attribute_value(one, &length);
                marked = is_text(value, length, wanted, wanted_size);
            }
            if (!marked && is_named(name, size, "class") && (value = lexbor->attribute_value(one, &length)) != NULL)
                marked = has_word(value, length, &words);
        }
        if (marked && put_item(found, PyLong_FromSsize_t(node)) < 0) Py_CLEAR(found);
    }
    return found;
}

/* The parser's addresses of all elements, zero for texts, as bytes: for finding the numbers of its nodes. */
static PyObject *nodes_addresses(Nodes *self, PyObject *none) {
    (void)none;
    return PyBytes_FromStringAndSize((const char *)self->elements, self->count * (Py_ssize_t)sizeof(Node));
}

static PyMethodDef NODES_METHODS[] = {
    {"values", (PyCFunction)nodes_values, METH_VARARGS, "The values of one attribute of nodes by their numbers."},
    {"names", (PyCFunction)nodes_names, METH_VARARGS, "The different names of elements, which each has, and signs."},
    {"text_of", (PyCFunction)nodes_text_of, METH_O, "All shown text below a node, white space folded."},
    {"texts_of", (PyCFunction)nodes_texts_of, METH_VARARGS, "All shown text below each of several nodes."},
    {"marked", (PyCFunction)nodes_marked, METH_VARARGS, "The elements that a tag, an attribute or a word in the class marks."},
    {"letters", (PyCFunction)nodes_letters, METH_NOARGS, "Letters and digits of each node's own text, as bytes."},
    {"addresses", (PyCFunction)nodes_addresses, METH_NOARGS, "The parser's addresses of all elements, as bytes."},
    {"attributes", (PyCFunction)nodes_attributes, METH_O, "The attributes of a node by its number."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot NODES_SLOTS[] = {
    {Py_tp_dealloc, nodes_dealloc},
    {Py_tp_methods, NODES_METHODS},
    {Py_sq_length, nodes_length},
    {Py_tp_doc, "The parser's elements by number."},
    {0, NULL},
};
static PyType_Spec NODES_SPEC = {"motherlode._native.Nodes", sizeof(Nodes), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, NODES_SLOTS};

int add_nodes_type(PyObject *module, State *state) {
    state->nodes_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &NODES_SPEC, NULL);
    return state->nodes_type ? 0 : -1;
}

/* ---- the walk ------------------------------------------------------------------------------------------------ */

typedef struct {
    Py_ssize_t count, room;
    PyObject **tags, **texts; /* references of their own */
    Node *elements;
    uint8_t *codes;
    int32_t *parents, *depths, *ends;
} Arrays;

static int grow(Arrays *a) {
    Py_ssize_t room = a->room ? 2 * a->room : 2048;
#define GROWN(field)                                                            \
    do {                                                                        \
        void *larger = PyMem_Realloc(a->field, (size_t)room * sizeof *a->field); \
        if (larger == NULL) return -1;                                          \
        a->field = larger;                                                      \
    } while (0)
    GROWN(tags);
    GROWN(texts);
    GROWN(elements);
    GROWN(codes);
    GROWN(parents);
    GROWN(depths);
    GROWN(ends);
#undef GROWN
    a->room = room;
    return 0;
}

/* Frees what is still there. */
static void drop(Arrays *a) {
    for (Py_ssize_t i = 0; i < a->count; i++) {
        if (a->tags) Py_XDECREF(a->tags[i]);
        if (a->texts) Py_XDECREF(a->texts[i]);
    }
    PyMem_Free(a->tags);
    PyMem_Free(a->texts);
    PyMem_Free(a->elements);
    PyMem_Free(a->codes);
    PyMem_Free(a->parents);
    PyMem_Free(a->depths);
    PyMem_Free(a->ends);
}

/* A list that takes the references of an array over; the array is freed. */
static PyObject *list_of(PyObject ***items, Py_ssize_t count) {
    PyObject *list = PyList_New(count);
    if (list == NULL) return NULL;
    for (Py_ssize_t i = 0; i < count; i++) PyList_SET_ITEM(list, i, (*items)[i]);
    PyMem_Free(*items);
    *items = NULL;
    return list;
}

static PyObject *numbers_of(const State *state, const int32_t *values, Py_ssize_t count) {
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list != NULL && i < count; i++) {
        int kept = values[i] >= 0 && values[i] < KEPT_NUMBERS;
        PyObject *one = kept ? Py_NewRef(state->numbers[values[i]]) : PyLong_FromLong(values[i]);
        if (one == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, one);
    }
    return list;
}

/* Texts of little but white space, which a page has many times over: by size and last byte, the last of each. */
enum { SHORT_TEXT = 32, SHORT_TEXTS = 512, LARGE_TEXT = 1024 };

typedef struct {
    PyObject *texts[SHORT_TEXTS];
} Spaces;

static PyObject *short_text(const unsigned char *data, size_t size, Spaces *spaces) {
    PyObject **place = &spaces->texts[(size * 16 + (data[size - 1] & 15)) % SHORT_TEXTS];
    if (*place && (size_t)PyUnicode_GET_LENGTH(*place) == size && memcmp(PyUnicode_1BYTE_DATA(*place), data, size) == 0)
        return Py_NewRef(*place);
    PyObject *text = decoded(data, size);
    if (text != NULL && PyUnicode_IS_ASCII(text)) Py_XSETREF(*place, Py_NewRef(text));
    return text;
}

/* The text of a text node. The parser hands out a copy; a large one goes back to it at once, others when the page does. */
static PyObject *text_of(const Lexbor *lexbor, Node node, Node document, Spaces *spaces) {
    size_t size = 0;
    unsigned char *data = lexbor->text(node, &size);
    if (data == NULL) return PyUnicode_New(0, 0);
    PyObject *text = size && size <= SHORT_TEXT && data[0] <= ' ' ? short_text(data, size, spaces) : decoded(data, size);
    if (size > LARGE_TEXT) lexbor->free_text(document, data);
    return text;
}

/* The name of an element that has no number of its own in every page. */
static PyObject *name_of(const Lexbor *lexbor, Node node, PyObject *text_tag) {
    size_t size = 0;
    const unsigned char *data = lexbor->type(node) == ELEMENT ? lexbor->name(node, &size) : NULL;
    return data && size ? decoded(data, size) : Py_NewRef(text_tag);
}

/* Fills the arrays and the lists in document order; comments are left out. */
static int walk_from(const Lexbor *lexbor, Node root, Arrays *a, PyObject *names, Py_ssize_t text_code, Py_ssize_t comment_code, Py_ssize_t most) {
    Spaces spaces = {{NULL}};
    Node node = root, document = lexbor->parent(root);
    PyObject *text_tag = PyTuple_GET_ITEM(names, text_code), *no_text = PyUnicode_New(0, 0);
    int32_t parent = -1, depth = 0;
    int result = -1;
    if (document == NULL || no_text == NULL) {
        Py_XDECREF(no_text);
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the node stands in no document");
        return -1;
    }
    for (;;) {
        uintptr_t tag = lexbor->tag(node);
        if (tag != (uintptr_t)comment_code) {
            if (a->count >= most) {
                PyErr_SetString(PyExc_OverflowError, "too many nodes");
                goto failed;
            }
            if (a->count == a->room && grow(a) < 0) {
                PyErr_NoMemory();
                goto failed;
            }
            Py_ssize_t here = a->count++;
            PyObject *name = tag < KNOWN ? PyTuple_GET_ITEM(names, (Py_ssize_t)tag) : Py_None;
            int known = name != Py_None, type = lexbor->type(node), is_a_text = tag == (uintptr_t)text_code && type == TEXT_NODE;
            a->codes[here] = known ? (uint8_t)tag : 0;
            a->parents[here] = parent;
            a->depths[here] = depth;
            a->ends[here] = (int32_t)(here + 1);
            a->elements[here] = type == ELEMENT ? node : NULL;
            a->tags[here] = known ? Py_NewRef(name) : name_of(lexbor, node, text_tag);
            a->texts[here] = is_a_text ? text_of(lexbor, node, document, &spaces) : Py_NewRef(no_text);
            if (a->tags[here] == NULL || a->texts[here] == NULL) goto failed;
            Node child = is_a_text ? NULL : lexbor->first_child(node);
            if (child != NULL) {
                parent = (int32_t)here;
                depth++;
                node = child;
                continue;
            }
        }
        Node following;
        while (node != root && (following = lexbor->next(node)) == NULL) {
            node = lexbor->parent(node); /* an element above, hence not NULL */
            a->ends[parent] = (int32_t)a->count;
            parent = a->parents[parent];
            depth--;
        }
        if (node == root) break;
        node = following;
    }
    result = 0;
failed:
    for (int i = 0; i < SHORT_TEXTS; i++) Py_XDECREF(spaces.texts[i]);
    Py_DECREF(no_text);
    return result;
}

static PyObject *walk(PyObject *module, PyObject *args) {
    State *state = state_of(module);
    PyObject *root, *names, *result = NULL;
    Py_ssize_t text_code, comment_code, most, hidden;
    const char *unshown;
    if (!PyArg_ParseTuple(args, "OO!nny#n", &root, &PyTuple_Type, &names, &text_code, &comment_code, &unshown, &hidden, &most))
        return NULL;
    if (PyTuple_GET_SIZE(names) != KNOWN || hidden != KNOWN || text_code < 0 || text_code >= KNOWN || most > INT32_MAX - 1)
        return refused("256 names, a number of texts among them, and at most 2**31 - 2 nodes");
    Node first = node_in(state, root);
    if (first == NULL) return NULL;
    Arrays a = {0};
    Nodes *nodes = (Nodes *)state->nodes_type->tp_alloc(state->nodes_type, 0); /* all zero */
    if (nodes == NULL) return NULL;
    nodes->state = state;
    nodes->root = Py_NewRef(root);
    nodes->text_code = text_code;
    memcpy(nodes->unshown, unshown, KNOWN);
    if (walk_from(&state->lexbor, first, &a, names, text_code, comment_code, most) == 0) {
        Py_ssize_t words = a.count * (Py_ssize_t)sizeof(int32_t), count = a.count;
        PyObject *tags = list_of(&a.tags, count), *texts = list_of(&a.texts, count);
        result = Py_BuildValue("(ONNNNNNNN)", nodes, tags, texts, PyBytes_FromStringAndSize((const char *)a.codes, a.count), PyBytes_FromStringAndSize((const char *)a.parents, words),
                               PyBytes_FromStringAndSize((const char *)a.depths, words), PyBytes_FromStringAndSize((const char *)a.ends, words), numbers_of(state, a.parents, count),
                               numbers_of(state, a.ends, count));
        if (result != NULL) {
            nodes->texts = Py_NewRef(texts);
            nodes->elements = a.elements;
            nodes->codes = a.codes;
            nodes->ends = a.ends;
            nodes->count = a.count;
            a.elements = NULL;
            a.codes = NULL;
            a.ends = NULL;
        }
    }
    drop(&a);
    Py_DECREF(nodes);
    return result;
}

PyMethodDef WALK[] = {
    {"walk", walk, METH_VARARGS,
     "walk(root, names, text, comment, unshown, most) -> nodes, tags, texts, codes, parents, depths, ends (arrays as bytes), "
     "parents and ends as lists."},
    {NULL, NULL, 0, NULL},
};
