/* A page's text as the bytes that the parser takes, unless it may be one that keeps the parser busy for long.
 *
 * encoded(text, (tags, depth, names), (stretch, attributes)): UTF-8, lone surrogates left out; or None where the page may be
 * hostile, which tree.py looks at: it has as many as `tags` signs "<" and elements nest deeper than `depth`, those of the
 * names not counted; or a tag has more than `attributes` attributes, hence `stretch` bytes and more. The twin there
 * is `flattened`, which gives a harmless page back as it is.
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

static int is_white(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }

/* How many attributes a tag has, from its name on: as the parser reads them, quoted values are one with their names. */
static Py_ssize_t attributes_in(const uint8_t *at, const uint8_t *end) {
    Py_ssize_t count = 0;
    while (at < end && !is_white(*at) && *at != '/') at++;
    for (;;) {
        while (at < end && (is_white(*at) || *at == '/')) at++;
        if (at == end) return count;
        count++;
        for (at++; at < end && !is_white(*at) && *at != '/' && *at != '=';) at++;
        while (at < end && is_white(*at)) at++;
        if (at == end || *at != '=') continue;
        for (at++; at < end && is_white(*at);) at++;
        if (at < end && (*at == '"' || *at == '\'')) {
            at = memchr(at + 1, *at, (size_t)(end - at - 1));
            if (at == NULL) return count;
            at++;
        } else
            while (at < end && !is_white(*at)) at++;
    }
}

/* Whether a tag has more than `most` attributes, hence at least `stretch` bytes: a whole stretch has neither "<" nor ">",
 * and the last of them before it opens a tag. */
static int has_monster(const uint8_t *bytes, Py_ssize_t size, Py_ssize_t stretch, Py_ssize_t most) {
    Py_ssize_t looked_at = 0; /* up to here there is neither after the last one that was found */
    for (Py_ssize_t at = 0, before = -1; at + stretch <= size; at += stretch) {
        if (memchr(bytes + at, '<', (size_t)stretch) || memchr(bytes + at, '>', (size_t)stretch)) continue;
        for (Py_ssize_t i = at - 1; i >= looked_at; i--)
            if (bytes[i] == '<' || bytes[i] == '>') {
                before = i;
                break;
            }
        looked_at = at + stretch;
        if (before < 0 || bytes[before] == '>' || (bytes[before + 1] | 32) < 'a' || (bytes[before + 1] | 32) > 'z') continue;
        for (at += stretch; at < size && bytes[at] != '<' && bytes[at] != '>';) at++;
        if (attributes_in(bytes + before + 1, bytes + at) > most) return 1;
        at -= stretch; /* goes on after the tag */
    }
    return 0;
}

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

static int is_alpha(uint8_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

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
    PyObject *text, *flat;
    Py_ssize_t tags, deepest, stretch, attributes;
    Names names;
    (void)module;
    if (!PyArg_ParseTuple(args, "U(nnO!)(nn)", &text, &tags, &deepest, &PyTuple_Type, &flat, &stretch, &attributes)) return NULL;
    if (stretch < 1) {
        PyErr_SetString(PyExc_ValueError, "a stretch has bytes");
        return NULL;
    }
    if (take_names(flat, &names) < 0) return NULL;
    PyObject *bytes = in_utf8(text);
    if (bytes == NULL) return NULL;
    const uint8_t *data = (const uint8_t *)PyBytes_AS_STRING(bytes);
    Py_ssize_t size = PyBytes_GET_SIZE(bytes);
    if ((tags_in(data, size) < tags || !nests_deeper(data, size, deepest, &names)) &&
        !has_monster(data, size, stretch, attributes))
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
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", 1) < 0) Py_CLEAR(module);
    return module;
}
