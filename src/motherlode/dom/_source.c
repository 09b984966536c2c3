/* A page's text as the bytes that the parser takes, unless it may be one that keeps the parser busy for long.
 *
 * encoded(text, (tags, depth, names), (attributes, raw)): UTF-8, lone surrogates left out; or None where the page may be
 * hostile, which tree.py looks at: it has as many as `tags` signs "<" and elements nest deeper than `depth`, those of the
 * names not counted; or a tag has more than `attributes` attributes, tags in the text of raw elements not counted. The twin
 * there is `flattened`, which gives a harmless page back as it is.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { ASCII_RUN = 32, COUNTED = 240 };

/* Writes characters of one width; gives the place after the last byte. Most characters of a page are ASCII, and stand in
 * long runs: those are copied by loops that compilers turn into vectors. */
#define DEFINE_ENCODE(NAME, TYPE)                                                          \
    static uint8_t *NAME(const TYPE *text, Py_ssize_t count, uint8_t *out) {               \
        Py_ssize_t i = 0;                                                                  \
        while (i < count) {                                                                \
            while (count - i >= ASCII_RUN) {                                               \
                TYPE any = 0;                                                              \
                for (int k = 0; k < ASCII_RUN; k++) any |= text[i + k];                    \
                if (any > 0x7f) break;                                                     \
                for (int k = 0; k < ASCII_RUN; k++) out[k] = (uint8_t)text[i + k];         \
                out += ASCII_RUN;                                                          \
                i += ASCII_RUN;                                                            \
            }                                                                              \
            for (int k = 0; k < ASCII_RUN && i < count; k++, i++) out = put(text[i], out); \
        }                                                                                  \
        return out;                                                                        \
    }

static uint8_t *put(uint32_t c, uint8_t *out) {
    if (c < 0x80)
        *out++ = (uint8_t)c;
    else if (c < 0x800) {
        *out++ = (uint8_t)(0xc0 | c >> 6);
        *out++ = (uint8_t)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        if (c >= 0xd800 && c < 0xe000) return out;
        *out++ = (uint8_t)(0xe0 | c >> 12);
        *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *out++ = (uint8_t)(0x80 | (c & 63));
    } else {
        *out++ = (uint8_t)(0xf0 | c >> 18);
        *out++ = (uint8_t)(0x80 | (c >> 12 & 63));
        *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *out++ = (uint8_t)(0x80 | (c & 63));
    }
    return out;
}

DEFINE_ENCODE(encode_1, uint8_t)
DEFINE_ENCODE(encode_2, uint16_t)
DEFINE_ENCODE(encode_4, uint32_t)

static PyObject *in_utf8(PyObject *text) {
    Py_ssize_t count = PyUnicode_GET_LENGTH(text), widest;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    if (PyUnicode_IS_ASCII(text)) return PyBytes_FromStringAndSize(data, count);
    widest = kind == PyUnicode_1BYTE_KIND ? 2 : kind == PyUnicode_2BYTE_KIND ? 3 : 4; /* bytes of one character */
    if (count > PY_SSIZE_T_MAX / 8) return PyErr_NoMemory();
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, widest * count);
    if (bytes == NULL) return NULL;
    uint8_t *begin = (uint8_t *)PyBytes_AS_STRING(bytes);
    uint8_t *end = kind == PyUnicode_1BYTE_KIND   ? encode_1(data, count, begin)
                   : kind == PyUnicode_2BYTE_KIND ? encode_2(data, count, begin)
                                                  : encode_4(data, count, begin);
    _PyBytes_Resize(&bytes, end - begin);
    return bytes;
}

static Py_ssize_t tags_in(const uint8_t *bytes, Py_ssize_t size) {
    Py_ssize_t tags = 0;
    for (Py_ssize_t i = 0; i < size; i += COUNTED) {
        Py_ssize_t end = size - i < COUNTED ? size : i + COUNTED;
        uint8_t more = 0; /* as narrow as the bytes, for wide vectors */
        for (Py_ssize_t j = i; j < end; j++) more = (uint8_t)(more + (bytes[j] == '<'));
        tags += more;
    }
    return tags;
}

/* ---- tags with too many attributes ----------------------------------------------------------------------------------- */

enum { WHITE = 1, SLASH = 2, CLOSING = 4, EQUALS = 8 };
static const uint8_t KIND[256] = {['\t'] = WHITE, ['\n'] = WHITE, ['\f'] = WHITE, ['\r'] = WHITE, [' '] = WHITE,
                                  ['/'] = SLASH,   ['>'] = CLOSING, ['='] = EQUALS};

/* The first byte from `at` on whose kind is, or is not, among `kinds`. */
static const uint8_t *up_to(const uint8_t *at, const uint8_t *end, int kinds) {
    while (at < end && !(KIND[*at] & kinds)) at++;
    return at;
}

static const uint8_t *past(const uint8_t *at, const uint8_t *end, int kinds) {
    while (at < end && KIND[*at] & kinds) at++;
    return at;
}

static const uint8_t *after_byte(const uint8_t *at, const uint8_t *end, int byte) {
    const uint8_t *found = at < end ? memchr(at, byte, (size_t)(end - at)) : NULL;
    return found == NULL ? end : found + 1;
}

/* The end of a value, from the place after "=" on. */
static const uint8_t *after_value(const uint8_t *at, const uint8_t *end) {
    at = past(at, end, WHITE);
    if (at < end && (*at == '"' || *at == '\'')) return after_byte(at + 1, end, *at);
    return up_to(at, end, WHITE | CLOSING);
}

/* The end of a tag's attributes, from the end of its name on; `count` is how many it has. */
static const uint8_t *after_attributes(const uint8_t *at, const uint8_t *end, Py_ssize_t *count) {
    for (*count = 0;; ++*count) {
        at = past(at, end, WHITE | SLASH);
        if (at == end || *at == '>') return at;
        at = up_to(at + 1, end, WHITE | SLASH | CLOSING | EQUALS);
        const uint8_t *sign = past(at, end, WHITE);
        if (sign < end && *sign == '=') at = after_value(sign + 1, end);
    }
}

/* The place after a comment, whose text begins at `at`. */
static const uint8_t *after_comment(const uint8_t *at, const uint8_t *end) {
    if (at < end && *at == '>') return at + 1;
    if (end - at > 1 && at[0] == '-' && at[1] == '>') return at + 2;
    for (; end - at > 2; at++) {
        at = memchr(at, '-', (size_t)(end - at));
        if (at == NULL || end - at < 3) return end;
        if (at[1] == '-' && at[2] == '>') return at + 3;
    }
    return end;
}

/* Where the end tag of an element begins whose content is text; `name` has `size` letters. */
static const uint8_t *raw_end(const uint8_t *at, const uint8_t *end, const uint8_t *name, Py_ssize_t size) {
    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if (end - at > size + 2 && at[1] == '/' && KIND[at[size + 2]] & (WHITE | SLASH | CLOSING)) {
            Py_ssize_t i = 0;
            while (i < size && (at[i + 2] | 32) == (name[i] | 32)) i++;
            if (i == size) return at;
        }
        at++;
    }
    return end;
}

static int is_alpha(uint8_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

/* ---- how deep elements nest ------------------------------------------------------------------------------------------ */

enum { MOST_NAMES = 64, LONGEST_NAME = 16 };

typedef struct {
    char letters[LONGEST_NAME];
    size_t size;
} Name;

typedef struct {
    Name all[MOST_NAMES];
    int count;
} Names;

static int is_among(const Names *names, const uint8_t *name, size_t size) {
    char small[LONGEST_NAME];
    if (size > LONGEST_NAME) return 0;
    for (size_t i = 0; i < size; i++) small[i] = (char)(is_alpha(name[i]) ? name[i] | 32 : name[i]);
    for (int i = 0; i < names->count; i++)
        if (names->all[i].size == size && names->all[i].letters[0] == small[0] && memcmp(names->all[i].letters, small, size) == 0)
            return 1;
    return 0;
}

/* Whether elements nest deeper than `most` when every tag but those of the names opens or closes one; as `flattened`
 * has it, tags that end in a slash do neither. */
static int nests_deeper(const uint8_t *bytes, Py_ssize_t size, Py_ssize_t most, const Names *names) {
    Py_ssize_t depth = 0, at = 0;
    while (at < size) {
        const uint8_t *open = memchr(bytes + at, '<', (size_t)(size - at));
        if (open == NULL) break;
        Py_ssize_t name = open - bytes + 1, end;
        int closes = name < size && bytes[name] == '/';
        name += closes;
        at = name;
        if (name >= size || !is_alpha(bytes[name])) continue;
        for (end = name; end < size && (is_alpha(bytes[end]) || (bytes[end] >= '0' && bytes[end] <= '9'));) end++;
        for (at = end; at < size && bytes[at] != '<' && bytes[at] != '>';) at++;
        if (at >= size || bytes[at] == '<') continue;
        if (bytes[at - 1] == '/' || is_among(names, bytes + name, (size_t)(end - name))) continue;
        depth += closes ? -1 : 1;
        if (depth > most) return 1;
        if (depth < 0) depth = 0;
    }
    return 0;
}

/* Whether a tag has more than `most` attributes; crowded.py is the twin. Content of the elements named raw is text. */
static int is_crowded(const uint8_t *at, const uint8_t *end, Py_ssize_t most, const Names *raw) {
    static const Names DRAWN = {{{"svg", 3}, {"math", 4}}, 2};
    Py_ssize_t drawings = 0, count;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if (end - ++at < 1) return 0;
        int closes = *at == '/';
        if (*at == '!' && end - at > 2 && at[1] == '-' && at[2] == '-') {
            at = after_comment(at + 3, end);
            continue;
        }
        if (*at == '!' || *at == '?' || (closes && end - at > 1 && !is_alpha(at[1]))) {
            at = after_byte(at, end, '>');
            continue;
        }
        const uint8_t *name = at + closes;
        if (name == end || !is_alpha(*name)) continue;
        const uint8_t *name_end = up_to(name, end, WHITE | SLASH | CLOSING);
        at = after_attributes(name_end, end, &count);
        if (count > most) return 1;
        if (at < end) at++;
        Py_ssize_t size = name_end - name;
        if (is_among(&DRAWN, name, (size_t)size)) {
            drawings += closes ? -1 : 1;
            if (drawings < 0) drawings = 0;
        } else if (!closes && !drawings && is_among(raw, name, (size_t)size))
            at = raw_end(at, end, name, size);
    }
    return 0;
}

/* Names from a tuple of texts; -1 and an error. */
static int take_names(PyObject *tuple, Names *names) {
    names->count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        Py_ssize_t size = 0;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tuple, i), &size);
        if (name == NULL) return -1;
        if (size < 1 || size > LONGEST_NAME || names->count == MOST_NAMES) {
            PyErr_SetString(PyExc_ValueError, "a few short names");
            return -1;
        }
        memcpy(names->all[names->count].letters, name, (size_t)size);
        names->all[names->count++].size = (size_t)size;
    }
    return 0;
}

static PyObject *encoded(PyObject *module, PyObject *args) {
    PyObject *text, *flat, *raw;
    Py_ssize_t tags, deepest, attributes;
    Names names, raw_names;
    (void)module;
    if (!PyArg_ParseTuple(args, "U(nnO!)(nO!)", &text, &tags, &deepest, &PyTuple_Type, &flat, &attributes, &PyTuple_Type, &raw))
        return NULL;
    if (take_names(flat, &names) < 0 || take_names(raw, &raw_names) < 0) return NULL;
    PyObject *bytes = in_utf8(text);
    if (bytes == NULL) return NULL;
    const uint8_t *data = (const uint8_t *)PyBytes_AS_STRING(bytes);
    Py_ssize_t size = PyBytes_GET_SIZE(bytes);
    if ((tags_in(data, size) < tags || !nests_deeper(data, size, deepest, &names)) &&
        !is_crowded(data, data + size, attributes, &raw_names))
        return bytes;
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

static PyMethodDef METHODS[] = {
    {"encoded", encoded, METH_VARARGS, "encoded(text, nesting, attributes) -> bytes, or None where the page may be hostile."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.dom._source", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__source(void) {
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", 2) < 0) Py_CLEAR(module);
    return module;
}
