/* Whether a page may be one that keeps the parser busy for long.
 *
 * hostile(bytes, (tags, depth, flat, leaving), (attributes, raw)): whether UTF-8 has as many as `tags` signs "<" and
 * elements nest deeper than `depth`, those of the flat names not counted; or a tag has more than `attributes` attributes,
 * tags in the text of raw elements not counted. nesting.py and crowded.py say what is then done, and mean the same.
 */
#include "native.h"

enum { COUNTED = 240 };

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

/* One tag: its name, how many attributes. */
typedef struct {
    const uint8_t *name;
    Py_ssize_t size, attributes;
    int closes, shut;
} Tag;

/* The next tag from `at` on and the place after it; NULL where there is none. */
static inline const uint8_t *next_tag(const uint8_t *at, const uint8_t *end, Tag *tag) {
    while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if (end - ++at < 1) return NULL;
        tag->closes = *at == '/';
        if (*at == '!' && end - at > 2 && at[1] == '-' && at[2] == '-') {
            at = after_comment(at + 3, end);
            continue;
        }
        if (*at == '!' || *at == '?' || (tag->closes && end - at > 1 && !is_alpha(at[1]))) {
            at = after_byte(at, end, '>');
            continue;
        }
        tag->name = at + tag->closes;
        if (tag->name == end || !is_alpha(*tag->name)) continue;
        at = up_to(tag->name, end, WHITE | SLASH | CLOSING);
        tag->size = at - tag->name;
        at = after_attributes(at, end, &tag->attributes, &tag->shut);
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

/* What a page may have: attributes in one tag, and elements in one another, or ANY number of them. */
typedef struct {
    Py_ssize_t attributes, depth;
    Names flat, leaving, raw;
} Limits;

/* Whether a tag has more attributes than it may, or elements nest deeper, or have so many names that it is left open;
 * crowded.py and nesting.py are the twins. */
static int is_beyond(const uint8_t *at, const uint8_t *end, const Limits *limits) {
    Open all[OPEN_NAMES];
    Py_ssize_t depth = 0, drawings = 0;
    int drawing = 0;
    Tag tag;
    if (limits->depth != ANY) memset(all, 0, sizeof all);
    while ((at = next_tag(at, end, &tag)) != NULL) {
        if (tag.attributes > limits->attributes) return 1;
        int draws = is_named(tag.name, tag.size, "svg") || is_named(tag.name, tag.size, "math");
        if (draws && tag.closes)
            drawings -= drawings > 0;
        else if (draws && !tag.shut)
            drawing |= drawings++ == 0;
        else if (drawings && drawing && !tag.closes) {
            int worded = !tag.shut && (is_named(tag.name, tag.size, "title") || is_named(tag.name, tag.size, "desc"));
            drawing = !is_among(&limits->leaving, tag.name, (size_t)tag.size) && (!worded || ends_at_once(&tag, at, end));
        }
        if (!tag.closes && !draws && !drawings && is_among(&limits->raw, tag.name, (size_t)tag.size)) {
            at = raw_end(at, end, tag.name, tag.size);
            continue;
        }
        if (limits->depth == ANY) continue;
        Open *same = open_named(all, &tag);
        if (tag.closes) {
            if (same != NULL && same->count > 0) {
                same->count--;
                depth--;
            }
            continue;
        }
        if (tag.shut && (draws || (drawings && drawing))) continue; /* it ends at once */
        if (!drawings && is_among(&limits->flat, tag.name, (size_t)tag.size)) continue;
        if (same == NULL || ++depth > limits->depth) return 1;
        same->name = tag.name;
        same->size = tag.size;
        same->count++;
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

static PyObject *hostile(PyObject *module, PyObject *args) {
    PyObject *flat, *leaving, *raw, *result = NULL;
    Py_buffer page;
    Py_ssize_t tags;
    Limits limits;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*(nnO!O!)(nO!)", &page, &tags, &limits.depth, &PyTuple_Type, &flat, &PyTuple_Type, &leaving,
                          &limits.attributes, &PyTuple_Type, &raw))
        return NULL;
    if (take_names(flat, &limits.flat) == 0 && take_names(leaving, &limits.leaving) == 0 && take_names(raw, &limits.raw) == 0) {
        const uint8_t *data = page.buf;
        if (tags_in(data, page.len) < tags) limits.depth = ANY;
        result = PyBool_FromLong(is_beyond(data, data + page.len, &limits));
    }
    PyBuffer_Release(&page);
    return result;
}

PyMethodDef GUARD[] = {
    {"hostile", hostile, METH_VARARGS, "hostile(bytes, nesting, attributes): whether the page may keep the parser busy for long."},
    {NULL, NULL, 0, NULL},
};
