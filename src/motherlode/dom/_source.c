/* A page's text as the bytes that the parser takes, unless it may be one that keeps the parser busy for long.
 *
 * Where a text is taken, bytes of UTF-8 are, too.
 *
 * encoded(text, (tags, depth, flat, leaving), (attributes, raw), (drawn, picked)): UTF-8, lone surrogates and the contents of
 * scripts and styles left out; or None where the page may be hostile, which tree.py looks at: it has as many as `tags`
 * signs "<" and elements nest deeper than `depth`, those of the names not counted; or a tag has more than `attributes`
 * attributes, tags in the text of raw elements not counted. The twins are `flattened` there, which gives a harmless page
 * back as it is, and `emptied` in emptied.py, which says what is left out and what the last names are.
 *
 * scripts(text, raw): the contents of scripts in the order in which they stand in the page, as `scripts` there has it.
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

/* The bytes of a text, or a copy of bytes. */
static PyObject *in_utf8(PyObject *text) {
    if (PyBytes_Check(text)) return PyBytes_FromStringAndSize(PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text));
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "neither a text nor bytes");
        return NULL;
    }
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

/* The end of a tag's attributes, from the end of its name on; `count` is how many it has, `shut` whether a slash ends it. */
static const uint8_t *after_attributes(const uint8_t *at, const uint8_t *end, Py_ssize_t *count, int *shut) {
    for (*count = 0;; ++*count) {
        const uint8_t *from = at;
        at = past(at, end, WHITE | SLASH);
        if (at == end || *at == '>') {
            *shut = at < end && at > from && at[-1] == '/';
            return at;
        }
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
        if (at[1] == '-' && at[2] == '!' && end - at > 3 && at[3] == '>') return at + 4;
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
    uint32_t begins; /* a bit for every letter with which one of them begins */
} Names;

/* `name` begins with a letter. */
static int is_among(const Names *names, const uint8_t *name, size_t size) {
    char small[LONGEST_NAME];
    if (size > LONGEST_NAME || !(names->begins >> (name[0] & 31) & 1)) return 0;
    for (size_t i = 0; i < size; i++) small[i] = (char)(is_alpha(name[i]) ? name[i] | 32 : name[i]);
    for (int i = 0; i < names->count; i++)
        if (names->all[i].size == size && names->all[i].letters[0] == small[0] && memcmp(names->all[i].letters, small, size) == 0)
            return 1;
    return 0;
}

/* One tag: its name, how many attributes, where they end. */
typedef struct {
    const uint8_t *name, *name_end, *attributes_end;
    Py_ssize_t size, attributes;
    int closes, shut;
    int declared; /* "<!" that is no comment stands before it */
} Tag;

/* The next tag from `at` on and the place after it; NULL where there is none. */
static inline const uint8_t *next_tag(const uint8_t *at, const uint8_t *end, Tag *tag) {
    tag->declared = 0;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if (end - ++at < 1) return NULL;
        tag->closes = *at == '/';
        if (*at == '!' && end - at > 2 && at[1] == '-' && at[2] == '-') {
            at = after_comment(at + 3, end);
            continue;
        }
        if (*at == '!' || *at == '?' || (tag->closes && end - at > 1 && !is_alpha(at[1]))) {
            tag->declared |= *at == '!';
            at = after_byte(at, end, '>');
            continue;
        }
        tag->name = at + tag->closes;
        if (tag->name == end || !is_alpha(*tag->name)) continue;
        tag->name_end = up_to(tag->name, end, WHITE | SLASH | CLOSING);
        tag->size = tag->name_end - tag->name;
        at = tag->attributes_end = after_attributes(tag->name_end, end, &tag->attributes, &tag->shut);
        return at < end ? at + 1 : at;
    }
    return NULL;
}

static int is_named(const uint8_t *name, Py_ssize_t size, const char *wanted) {
    Py_ssize_t i = 0;
    for (; i < size && wanted[i]; i++)
        if ((is_alpha(name[i]) ? name[i] | 32 : name[i]) != wanted[i]) return 0;
    return i == size && !wanted[i];
}

/* Elements by name that are open. */
enum { OPEN_NAMES = 1024 };
typedef struct {
    const uint8_t *name;
    Py_ssize_t size, count;
} Open;

/* The place of a name among those that were open, or where it belongs; NULL when they are too many. */
static Open *open_named(Open *all, const Tag *tag) {
    uint32_t hash = 2166136261u;
    for (Py_ssize_t i = 0; i < tag->size; i++)
        hash = (hash ^ (uint32_t)(is_alpha(tag->name[i]) ? tag->name[i] | 32 : tag->name[i])) * 16777619u;
    for (int tried = 0; tried < 16; tried++) {
        Open *one = all + (hash + (uint32_t)tried) % OPEN_NAMES;
        if (one->name == NULL) return one;
        if (one->size != tag->size) continue;
        Py_ssize_t i = 0;
        while (i < tag->size && (one->name[i] == tag->name[i] ||
                                 (is_alpha(one->name[i]) && (one->name[i] | 32) == (tag->name[i] | 32) && is_alpha(tag->name[i]))))
            i++;
        if (i == tag->size) return one;
    }
    return NULL;
}

/* Whether nothing but text is before the end tag of an element. */
static int ends_at_once(const Tag *tag, const uint8_t *at, const uint8_t *end) {
    const uint8_t *next = at < end ? memchr(at, '<', (size_t)(end - at)) : NULL;
    return next != NULL && raw_end(next, end, tag->name, tag->size) == next;
}

/* Whether elements nest deeper than `most`, or have so many names that it is left open; nesting.py is the twin. */
static int nests_deeper(const uint8_t *at, const uint8_t *end, Py_ssize_t most, const Names *flat, const Names *leaving,
                        const Names *raw) {
    Open all[OPEN_NAMES] = {{NULL, 0, 0}};
    Py_ssize_t depth = 0, drawings = 0;
    int drawing = 0;
    Tag tag;
    while ((at = next_tag(at, end, &tag)) != NULL) {
        int draws = is_named(tag.name, tag.size, "svg") || is_named(tag.name, tag.size, "math");
        int is_raw = !draws && is_among(raw, tag.name, (size_t)tag.size);
        if (draws && tag.closes)
            drawings -= drawings > 0;
        else if (draws && !tag.shut)
            drawing |= drawings++ == 0;
        else if (drawings && drawing && !tag.closes) {
            int worded = !tag.shut && (is_named(tag.name, tag.size, "title") || is_named(tag.name, tag.size, "desc"));
            drawing = !is_among(leaving, tag.name, (size_t)tag.size) && (!worded || ends_at_once(&tag, at, end));
        }
        Open *same = open_named(all, &tag);
        if (tag.closes) {
            if (same != NULL && same->count > 0) {
                same->count--;
                depth--;
            }
            continue;
        }
        if (is_raw && !drawings) {
            at = raw_end(at, end, tag.name, tag.size);
            continue;
        }
        if (drawings ? tag.shut && drawing : is_among(flat, tag.name, (size_t)tag.size) || (tag.shut && draws)) continue;
        if (same == NULL || ++depth > most) return 1;
        same->name = tag.name;
        same->size = tag.size;
        same->count++;
    }
    return 0;
}

/* ---- what the parser need not see ------------------------------------------------------------------------------------ */

/* A page while it is read; what is left out is closed up behind the reading. */
typedef struct {
    const Names *drawn, *picked;
    uint8_t *kept;       /* the end of what was moved to its new place */
    const uint8_t *from; /* where what is not yet moved begins */
    Py_ssize_t drawings; /* elements of drawings that are open */
    int picking;         /* within a list of options */
    int templated;       /* after the start of a template */
    int in_doubt;        /* from here on everything stays */
    PyObject *scripts;   /* contents of scripts, where they are wanted */
} Reading;

/* Where small letters stand in any case; NULL where they do not. The first of them is none. */
static const uint8_t *found_in(const uint8_t *at, const uint8_t *end, const char *wanted, Py_ssize_t size) {
    while (end - at >= size && (at = memchr(at, wanted[0], (size_t)(end - at))) != NULL) {
        if (end - at >= size && is_named(at, size, wanted)) return at;
        at++;
    }
    return NULL;
}

/* Whether a script with these attributes is data that is read, or may be: ".ld+json", or with a character in another spelling. */
static int is_read(const uint8_t *at, const uint8_t *end) {
    if (memchr(at, '&', (size_t)(end - at)) != NULL) return 1;
    for (; end - at > 4 && (at = memchr(at, '+', (size_t)(end - at))) != NULL; at++)
        if (end - at > 4 && is_named(at - 2, 7, "ld+json")) return 1; /* at least a name is before it */
    return 0;
}

/* Whether a script's text holds a script in a comment, whose end tag does not end it. */
static int nests(const uint8_t *at, const uint8_t *end) {
    const uint8_t *comment = found_in(at, end, "<!--", 4);
    return comment != NULL && found_in(comment, end, "<script", 7) != NULL;
}

/* Whether nothing but text is before the end tag of an element of a drawing. */
static int holds_text(const uint8_t *name, Py_ssize_t size, const uint8_t *at, const uint8_t *end) {
    const uint8_t *next = at < end ? memchr(at, '<', (size_t)(end - at)) : NULL;
    return next != NULL && raw_end(next, end, name, size) == next;
}

/* Looks at a tag whose end is `at`, and what follows, for what the parser would read in another way. */
static void doubt(Reading *page, const uint8_t *name, Py_ssize_t size, int closes, const uint8_t *at, const uint8_t *end) {
    if (page->drawings) {
        int worded = is_named(name, size, "title") || is_named(name, size, "desc") || is_named(name, size, "style") ||
                     is_named(name, size, "script");
        page->in_doubt = !is_among(page->drawn, name, (size_t)size) || (worded && !closes && !holds_text(name, size, at, end));
        return;
    }
    if (page->picking && !is_among(page->picked, name, (size_t)size)) page->in_doubt = 1;
    switch (name[0] | 32) {
        case 's': if (is_named(name, size, "select")) page->picking = !closes; break;
        case 't': page->templated |= is_named(name, size, "template"); break;
        case 'c': page->in_doubt |= page->templated && is_named(name, size, "col"); break;
        case 'f': page->in_doubt |= is_named(name, size, "frameset"); break;
        case 'm': page->in_doubt |= is_named(name, size, "math"); break;
        case 'p': page->in_doubt |= is_named(name, size, "plaintext"); break;
        default: break;
    }
}

/* Moves what was read up to `text` to its place, and goes on after it. */
static void move(Reading *page, const uint8_t *text, const uint8_t *after) {
    size_t size = (size_t)(text - page->from);
    if (page->kept != page->from) memmove(page->kept, page->from, size);
    page->kept += size;
    page->from = after;
}

/* Leaves the text between a start and an end tag out; a space stays, so that there is a text. */
static void leave_out(Reading *page, const uint8_t *text, const uint8_t *text_end) {
    if (text == text_end) return;
    move(page, text, text_end);
    *page->kept++ = ' ';
}

static int take_script(Reading *page, const uint8_t *text, const uint8_t *text_end) {
    PyObject *script = PyUnicode_DecodeUTF8((const char *)text, text_end - text, "replace");
    int result = script ? PyList_Append(page->scripts, script) : -1;
    Py_XDECREF(script);
    return result;
}

/* Whether a tag has more than `most` attributes (crowded.py is the twin): content of the elements named raw is text. Contents
 * of scripts and styles are left out, or taken, on the way; -1 and an error where that fails. */
static int is_crowded(Reading *page, const uint8_t *at, const uint8_t *end, Py_ssize_t most, const Names *raw) {
    Tag tag;
    while ((at = next_tag(at, end, &tag)) != NULL) {
        if (tag.attributes > most) return 1;
        if (page->drawings && tag.declared) page->in_doubt = 1; /* what may hold ">" there */
        if (!page->in_doubt) doubt(page, tag.name, tag.size, tag.closes, at, end);
        if (is_named(tag.name, tag.size, "svg") || is_named(tag.name, tag.size, "math")) {
            page->drawings += tag.closes ? -1 : 1;
            if (page->drawings < 0) page->drawings = 0;
        } else if (!tag.closes && !page->drawings && is_among(raw, tag.name, (size_t)tag.size)) {
            const uint8_t *text = at;
            at = raw_end(text, end, tag.name, tag.size);
            int is_script = is_named(tag.name, tag.size, "script");
            if (is_script && page->scripts != NULL && text < at && take_script(page, text, at) < 0) return -1;
            if (page->in_doubt || at == end) continue;
            if (is_script && nests(text, at))
                page->in_doubt = 1;
            else if (is_script ? !is_read(tag.name_end, tag.attributes_end) : is_named(tag.name, tag.size, "style"))
                leave_out(page, text, at);
        }
    }
    return 0;
}

/* Names from a tuple of texts; -1 and an error. */
static int take_names(PyObject *tuple, Names *names) {
    names->count = 0;
    names->begins = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        Py_ssize_t size = 0;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(tuple, i), &size);
        if (name == NULL) return -1;
        if (size < 1 || size > LONGEST_NAME || names->count == MOST_NAMES) {
            PyErr_SetString(PyExc_ValueError, "a few short names");
            return -1;
        }
        names->begins |= (uint32_t)1 << (name[0] & 31);
        memcpy(names->all[names->count].letters, name, (size_t)size);
        names->all[names->count++].size = (size_t)size;
    }
    return 0;
}

static PyObject *encoded(PyObject *module, PyObject *args) {
    PyObject *text, *flat, *leaving, *raw, *drawn, *picked;
    Py_ssize_t tags, deepest, attributes;
    Names names, leaving_names, raw_names, drawn_names, picked_names;
    (void)module;
    if (!PyArg_ParseTuple(args, "O(nnO!O!)(nO!)(O!O!)", &text, &tags, &deepest, &PyTuple_Type, &flat, &PyTuple_Type,
                          &leaving, &attributes, &PyTuple_Type, &raw, &PyTuple_Type, &drawn, &PyTuple_Type, &picked))
        return NULL;
    if (take_names(flat, &names) < 0 || take_names(leaving, &leaving_names) < 0 || take_names(raw, &raw_names) < 0 || take_names(drawn, &drawn_names) < 0 ||
        take_names(picked, &picked_names) < 0)
        return NULL;
    PyObject *bytes = in_utf8(text);
    if (bytes == NULL) return NULL;
    uint8_t *data = (uint8_t *)PyBytes_AS_STRING(bytes), *end = data + PyBytes_GET_SIZE(bytes);
    Reading page = {.drawn = &drawn_names, .picked = &picked_names, .kept = data, .from = data};
    if ((tags_in(data, end - data) < tags || !nests_deeper(data, end, deepest, &names, &leaving_names, &raw_names)) &&
        !is_crowded(&page, data, end, attributes, &raw_names)) {
        if (page.from == data) return bytes;
        move(&page, end, end);
        _PyBytes_Resize(&bytes, page.kept - data);
        return bytes;
    }
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

static PyObject *scripts(PyObject *module, PyObject *args) {
    PyObject *text, *raw;
    Names raw_names;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!", &text, &PyTuple_Type, &raw) || take_names(raw, &raw_names) < 0) return NULL;
    PyObject *bytes = in_utf8(text), *found = PyList_New(0);
    if (bytes != NULL && found != NULL) {
        const uint8_t *data = (const uint8_t *)PyBytes_AS_STRING(bytes);
        Reading page = {.in_doubt = 1, .scripts = found};
        if (is_crowded(&page, data, data + PyBytes_GET_SIZE(bytes), PY_SSIZE_T_MAX, &raw_names) < 0) Py_CLEAR(found);
    } else
        Py_CLEAR(found);
    Py_XDECREF(bytes);
    return found;
}

static PyMethodDef METHODS[] = {
    {"scripts", scripts, METH_VARARGS, "scripts(text, raw) -> the contents of scripts."},
    {"encoded", encoded, METH_VARARGS, "encoded(text, nesting, attributes, doubts) -> bytes, or None where the page may be hostile."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.dom._source", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__source(void) {
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", 5) < 0) Py_CLEAR(module);
    return module;
}
