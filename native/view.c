/* What the crawler wants of a page, read in one pass from the parser's own nodes: see scan.py, whose Python twin
 * means the same and says what each value is.
 *
 * All text of the page stands in one buffer in document order, so that the text of an element is a stretch of it.
 * Safety: the caller's nodes keep the parser alive while scan() runs; nothing is kept afterwards, nothing is recursive.
 */
#include "native.h"

/* ---- kinds of elements ----------------------------------------------------------------------------------------- */

enum { UNKNOWN, OTHER, LINK, TITLE, BASE, RELATED, META, IMAGE, HIDDEN };

static const struct {
    const char *name;
    uint8_t kind;
} KINDS[] = {
    {"a", LINK},          {"area", LINK},    {"title", TITLE},     {"base", BASE},       {"link", RELATED},
    {"meta", META},       {"img", IMAGE},    {"script", HIDDEN},   {"style", HIDDEN},    {"noscript", HIDDEN},
    {"template", HIDDEN}, {"svg", HIDDEN},   {"iframe", HIDDEN},
};

static int is(const unsigned char *data, size_t size, const char *wanted) {
    return data != NULL && size == strlen(wanted) && memcmp(data, wanted, size) == 0;
}

typedef struct {
    const unsigned char *data; /* NULL where there is none, or no value */
    size_t size;
    int there;
} Value;

static Value value_of(const Lexbor *lexbor, Node element, const char *wanted) {
    Value value = {NULL, 0, 0};
    for (Node one = lexbor->first_attribute(element); one != NULL; one = lexbor->next_attribute(one)) {
        size_t size = 0;
        const unsigned char *name = lexbor->attribute_name(one, &size);
        if (!is(name, size, wanted)) continue;
        value.there = 1;
        value.data = lexbor->attribute_value(one, &value.size);
        break;
    }
    return value;
}

static int is_folded(Value value, const char *wanted) {
    size_t size = strlen(wanted);
    if (value.data == NULL || value.size != size) return 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = value.data[i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != (unsigned char)wanted[i]) return 0;
    }
    return 1;
}

static PyObject *text_in(Value value) { return decoded(value.data, value.size); }

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

typedef struct {
    Node node;
    Py_ssize_t start, end; /* its text in the buffer */
    Py_ssize_t parent;
    PyObject *folded; /* its text for the words around links, made when it is first asked for */
} Element;

typedef struct {
    char *text, *folded;
    Py_ssize_t size, room, folded_room;
    Element *elements;
    Py_ssize_t count, elements_room;
    Py_ssize_t *links, links_count, links_room;
    Py_ssize_t *cuts, cuts_count, cuts_room; /* where texts end: words of different texts are different words */
    Py_ssize_t title, body;
    const Lexbor *lexbor;
    uint8_t kinds[KNOWN]; /* by the parser's numbers of tags; filled as they are met */
    Value base, canonical, robots;
    int has_base, has_canonical, has_robots;
} Page;

static uint8_t kind_of(Page *page, Node element) {
    const Lexbor *lexbor = page->lexbor;
    uintptr_t tag = lexbor->tag(element);
    if (tag < KNOWN && page->kinds[tag] != UNKNOWN) return page->kinds[tag];
    size_t size = 0;
    const unsigned char *name = lexbor->name(element, &size);
    uint8_t kind = OTHER;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (is(name, size, KINDS[i].name)) kind = KINDS[i].kind;
    if (tag < KNOWN && tag > 0) page->kinds[tag] = kind;
    return kind;
}

static int reach(void **data, Py_ssize_t *room, Py_ssize_t needed, size_t each) {
    if (needed <= *room) return 0;
    Py_ssize_t larger = 2 * needed + 256;
    void *moved = PyMem_Realloc(*data, (size_t)larger * each);
    if (moved == NULL) return PyErr_NoMemory(), -1;
    *data = moved;
    *room = larger;
    return 0;
}

static int add_text(Page *page, Node node, Node document) {
    const Lexbor *lexbor = page->lexbor;
    size_t size = 0;
    unsigned char *data = lexbor->text(node, &size);
    if (data == NULL) return 0;
    int failed = reach((void **)&page->text, &page->room, page->size + (Py_ssize_t)size, 1) < 0 ||
                 reach((void **)&page->cuts, &page->cuts_room, page->cuts_count + 1, sizeof *page->cuts) < 0;
    if (!failed) {
        memcpy(page->text + page->size, data, size);
        page->size += (Py_ssize_t)size;
        page->cuts[page->cuts_count++] = page->size;
    }
    lexbor->free_text(document, data);
    return failed ? -1 : 0;
}

static int note(Page *page, Node node, uint8_t kind, Py_ssize_t here) {
    if (kind == LINK) {
        Value href = value_of(page->lexbor, node, "href");
        if (href.data == NULL || href.size == 0 || href.data[0] == '#') return 0;
        if (reach((void **)&page->links, &page->links_room, page->links_count + 1, sizeof *page->links) < 0) return -1;
        page->links[page->links_count++] = here;
    } else if (kind == TITLE) {
        if (page->title < 0) page->title = here;
    } else if (kind == BASE && !page->has_base) {
        page->base = value_of(page->lexbor, node, "href");
        page->has_base = page->base.there;
    } else if (kind == RELATED && !page->has_canonical && is_folded(value_of(page->lexbor, node, "rel"), "canonical")) {
        page->has_canonical = 1;
        page->canonical = value_of(page->lexbor, node, "href");
    } else if (kind == META && !page->has_robots) {
        Value name = value_of(page->lexbor, node, "name");
        if (is(name.data, name.size, "robots")) {
            page->has_robots = 1;
            page->robots = value_of(page->lexbor, node, "content");
        }
    }
    return 0;
}

static int walk(Page *page, Node root, Node body) {
    const Lexbor *lexbor = page->lexbor;
    Node node = root, document = lexbor->parent(root);
    Py_ssize_t parent = -1;
    if (document == NULL) {
        PyErr_SetString(PyExc_ValueError, "the node stands in no document");
        return -1;
    }
    for (;;) {
        int type = lexbor->type(node);
        Node child = NULL;
        if (type == TEXT_NODE) {
            if (add_text(page, node, document) < 0) return -1;
        } else if (type == ELEMENT) {
            uint8_t kind = kind_of(page, node);
            if (kind != HIDDEN) {
                if (reach((void **)&page->elements, &page->elements_room, page->count + 1, sizeof(Element)) < 0)
                    return -1;
                Py_ssize_t here = page->count++;
                page->elements[here] = (Element){node, page->size, page->size, parent, NULL};
                if (node == body) page->body = here;
                if (kind != OTHER && note(page, node, kind, here) < 0) return -1;
                child = lexbor->first_child(node);
                if (child != NULL) {
                    parent = here;
                    node = child;
                    continue;
                }
            }
        }
        Node following = NULL;
        while (node != root && (following = lexbor->next(node)) == NULL) {
            node = lexbor->parent(node); /* an element above, hence not NULL */
            page->elements[parent].end = page->size;
            parent = page->elements[parent].parent;
        }
        if (node == root) return 0;
        node = following;
    }
}

/* ---- white space ------------------------------------------------------------------------------------------------- */

/* A stretch of the page's text, every run of white space as one space; `edges` keeps those at its ends, `cut` sets
 * apart the texts of different nodes. Stops after `most` bytes. */
static PyObject *folded(Page *page, Py_ssize_t start, Py_ssize_t end, int edges, int cut, Py_ssize_t most) {
    Py_ssize_t size = 0, next = 0;
    int space = 0;
    if (reach((void **)&page->folded, &page->folded_room, 2 * (end - start) + 8, 1) < 0) return NULL;
    const unsigned char *text = (const unsigned char *)page->text;
    char *to = page->folded;
    if (cut) { /* the first cut behind the start */
        Py_ssize_t low = 0, high = page->cuts_count;
        while (low < high) {
            Py_ssize_t middle = low + (high - low) / 2;
            if (page->cuts[middle] > start)
                high = middle;
            else
                low = middle + 1;
        }
        next = low;
    }
    for (Py_ssize_t i = start; i < end && size < most;) {
        Py_ssize_t stop = end - i < most - size ? end : i + (most - size);
        if (cut) {
            if (next < page->cuts_count && i >= page->cuts[next]) {
                space = 1;
                while (next < page->cuts_count && page->cuts[next] <= i) next++;
            }
            if (next < page->cuts_count && page->cuts[next] < stop) stop = page->cuts[next];
        }
        int wide = MAY_BE_SPACE[text[i]] ? space_at(text + i, end - i) : 0;
        if (wide) {
            space = 1;
            i += wide;
            continue;
        }
        if (space && (size || edges)) to[size++] = ' ';
        space = 0;
        do to[size++] = (char)text[i++];
        while (i < stop && !MAY_BE_SPACE[text[i]]);
    }
    if (space && edges) to[size++] = ' ';
    return decoded(to, (size_t)size);
}

/* ---- links --------------------------------------------------------------------------------------------------------- */

static PyObject *first_of(PyObject *text, Py_ssize_t most) { /* takes the reference */
    if (text == NULL || PyUnicode_GET_LENGTH(text) <= most) return text;
    PyObject *part = PyUnicode_Substring(text, 0, most);
    Py_DECREF(text);
    return part;
}

/* The first image with a text in its place, below a node. */
static Value image_text(Page *page, Node root) {
    const Lexbor *lexbor = page->lexbor;
    Node node = root;
    Value none = {NULL, 0, 0};
    for (;;) {
        Node child = NULL;
        if (lexbor->type(node) == ELEMENT) {
            uint8_t kind = kind_of(page, node);
            if (kind == IMAGE) {
                Value alt = value_of(page->lexbor, node, "alt");
                if (alt.there) return alt;
            }
            child = kind == HIDDEN ? NULL : lexbor->first_child(node);
        }
        if (child != NULL) {
            node = child;
            continue;
        }
        Node following = NULL;
        while (node != root && (following = lexbor->next(node)) == NULL) node = lexbor->parent(node);
        if (node == root) return none;
        node = following;
    }
}

static PyObject *anchor_of(Page *page, Element *link, Py_ssize_t most) {
    PyObject *text = folded(page, link->start, link->end, 0, 0, 4 * most + 8);
    if (text != NULL && PyUnicode_GET_LENGTH(text) == 0) {
        Value other = value_of(page->lexbor, link->node, "title");
        if (other.size == 0 || other.data == NULL) other = value_of(page->lexbor, link->node, "aria-label");
        if (other.size == 0 || other.data == NULL) other = image_text(page, link->node);
        Py_SETREF(text, text_in(other));
    }
    return first_of(text, most);
}

enum { MOST_AROUND = 200 };

/* A stretch of a text, as wide as the text has its characters; how many they are. */
static Py_ssize_t copied(char *to, PyObject *text, Py_ssize_t from, Py_ssize_t end) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), kind = PyUnicode_KIND(text);
    if (end > size) end = size;
    if (from < 0) from = 0;
    if (end <= from) return 0;
    memcpy(to, (const char *)PyUnicode_DATA(text) + from * kind, (size_t)((end - from) * kind));
    return end - from;
}

/* The words around a link inside the element above it. */
static PyObject *context_of(Page *page, Element *link, PyObject *anchor, Py_ssize_t around, Py_ssize_t most) {
    Py_UCS4 room[2 * MOST_AROUND + 1];
    char *found = (char *)room;
    if (link->parent < 0) return PyUnicode_New(0, 0);
    Element *parent = &page->elements[link->parent];
    if (parent->folded == NULL)
        parent->folded = first_of(folded(page, parent->start, parent->end, 1, 0, 4 * most + 8), most);
    PyObject *text = parent->folded;
    if (text == NULL) return NULL;
    int kind = PyUnicode_KIND(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(anchor), first = 0, size, at = -1;
    if (length) at = PyUnicode_Find(text, anchor, 0, PyUnicode_GET_LENGTH(text), 1);
    if (at == -2) return NULL;
    if (at < 0)
        size = copied(found, text, 0, 2 * around);
    else {
        size = copied(found, text, at - around, at);
        PyUnicode_WRITE(kind, found, size, ' ');
        size++;
        size += copied(found + size * kind, text, at + length, at + length + around);
    }
    while (first < size && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, found, size - 1))) size--;
    while (first < size && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, found, first))) first++;
    return PyUnicode_FromKindAndData(kind, found + first * kind, size - first);
}

static PyObject *links_of(Page *page, Py_ssize_t anchor_most, Py_ssize_t around, Py_ssize_t text_most) {
    PyObject *links = PyList_New(page->links_count);
    for (Py_ssize_t i = 0; links != NULL && i < page->links_count; i++) {
        Element *link = &page->elements[page->links[i]];
        PyObject *href = text_in(value_of(page->lexbor, link->node, "href")), *rel = text_in(value_of(page->lexbor, link->node, "rel"));
        PyObject *anchor = anchor_of(page, link, anchor_most);
        PyObject *context = anchor ? context_of(page, link, anchor, around, text_most) : NULL;
        PyObject *row = href && rel && context ? PyTuple_Pack(4, href, anchor, context, rel) : NULL;
        Py_XDECREF(href);
        Py_XDECREF(rel);
        Py_XDECREF(anchor);
        Py_XDECREF(context);
        if (row == NULL)
            Py_CLEAR(links);
        else
            PyList_SET_ITEM(links, i, row);
    }
    return links;
}

/* ---- scan ------------------------------------------------------------------------------------------------------------ */

static PyObject *scan(PyObject *module, PyObject *args) {
    PyObject *root, *body, *result = NULL;
    Py_ssize_t anchor_most, around, text_most;
    const State *state = state_of(module);
    if (!PyArg_ParseTuple(args, "OOnnn", &root, &body, &anchor_most, &around, &text_most)) return NULL;
    if (around < 0 || around > MOST_AROUND || anchor_most < 0 || anchor_most > 1 << 20 || text_most < 0 ||
        text_most > 1 << 24)
        return refused("no such lengths");
    Node first = node_in(state, root), inner = NULL;
    if (first == NULL || (body != Py_None && (inner = node_in(state, body)) == NULL)) return NULL;
    Page page = {.title = -1, .body = -1, .lexbor = &state->lexbor};
    if (walk(&page, first, inner) == 0) {
        Element *title = page.title >= 0 ? &page.elements[page.title] : NULL;
        Element *shown = page.body >= 0 ? &page.elements[page.body] : NULL;
        PyObject *titled = title ? folded(&page, title->start, title->end, 0, 0, PY_SSIZE_T_MAX) : PyUnicode_New(0, 0);
        PyObject *text = shown ? folded(&page, shown->start, shown->end, 0, 1, PY_SSIZE_T_MAX) : PyUnicode_New(0, 0);
        PyObject *links = links_of(&page, anchor_most, around, text_most);
        if (titled && text && links)
            result = Py_BuildValue("(OONNNNO)", titled, text, text_in(value_of(page.lexbor, first, "lang")), text_in(page.base),
                                   text_in(page.canonical), text_in(page.robots), links);
        Py_XDECREF(titled);
        Py_XDECREF(text);
        Py_XDECREF(links);
    }
    for (Py_ssize_t i = 0; i < page.count; i++) Py_XDECREF(page.elements[i].folded);
    PyMem_Free(page.elements);
    PyMem_Free(page.text);
    PyMem_Free(page.folded);
    PyMem_Free(page.links);
    PyMem_Free(page.cuts);
    return result;
}

/* ---- links by address -------------------------------------------------------------------------------------------- */

enum { LINK_VALUES = 5 };

/* What linked() is given: the class of links with the descriptors of its slots, and how addresses are found. */
typedef struct {
    PyTypeObject *type;
    PyObject **slots;
    PyObject *rooted, *beside, *ask, *none;
    Py_ssize_t anchor_most;
} Linking;

/* A link, made without its __init__, which sets the slots of a frozen class one call at a time. */
static PyObject *made_link(const Linking *with, PyObject *address, PyObject *anchor, PyObject *context, PyObject *rel) {
    PyObject *values[LINK_VALUES] = {address, anchor, context, rel, with->none};
    PyObject *link = with->type->tp_alloc(with->type, 0);
    for (int i = 0; link != NULL && i < LINK_VALUES; i++) {
        descrsetfunc set = Py_TYPE(with->slots[i])->tp_descr_set;
        if (set(with->slots[i], link, values[i]) < 0) Py_CLEAR(link);
    }
    return link;
}

static PyObject *slot_of(const Linking *with, PyObject *link, int which) {
    PyObject *slot = with->slots[which];
    return Py_TYPE(slot)->tp_descr_get(slot, link, (PyObject *)Py_TYPE(link));
}

/* (address, why it is not followed) of what stands in a page: as it is known, or as `ask` says; a new reference. */
static PyObject *answer_for(const Linking *with, PyObject *href) {
    PyObject *known = NULL, *answer = NULL;
    if (PyUnicode_GET_LENGTH(href) > 0) {
        Py_UCS4 first = PyUnicode_READ_CHAR(href, 0);
        known = first == '/' ? with->rooted : first == '.' || Py_UNICODE_ISALNUM(first) ? with->beside : NULL;
    }
    if (known != NULL) {
        answer = Py_XNewRef(PyDict_GetItemWithError(known, href));
        if (answer == NULL && PyErr_Occurred()) return NULL;
    }
    if (answer == NULL) answer = PyObject_CallOneArg(with->ask, href);
    if (answer == NULL) return NULL;
    if (PyTuple_Check(answer) && PyTuple_GET_SIZE(answer) == 2 && PyUnicode_Check(PyTuple_GET_ITEM(answer, 0)) &&
        PyUnicode_Check(PyTuple_GET_ITEM(answer, 1)))
        return answer;
    Py_DECREF(answer);
    return refused("an address and a reason are wanted");
}

/* Adds what a further link to the same address says to the first one's texts. */
static int join_link(const Linking *with, PyObject *links, PyObject *before, PyObject *address, PyObject *anchor, PyObject *context) {
    PyObject *old = slot_of(with, before, 1), *around = NULL, *rel = NULL, *both = NULL, *contexts = NULL, *link = NULL;
    int result = -1;
    if (old == NULL || !PyUnicode_Check(old)) goto done;
    result = 0;
    if (PyUnicode_GET_LENGTH(anchor) == 0 || PyUnicode_GET_LENGTH(old) >= with->anchor_most) goto done;
    int there = PyUnicode_Contains(old, anchor);
    if (there) {
        result = there < 0 ? -1 : 0;
        goto done;
    }
    result = -1;
    around = slot_of(with, before, 2);
    rel = slot_of(with, before, 3);
    both = PyUnicode_FromFormat("%U %U", old, anchor);
    if (around == NULL || rel == NULL || both == NULL || !PyUnicode_Check(around)) goto done;
    if (PyUnicode_GET_LENGTH(old) == 0 || Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(old, 0)) ||
        Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(anchor, PyUnicode_GET_LENGTH(anchor) - 1))) {
        Py_SETREF(both, PyObject_CallMethod(both, "strip", NULL));
        if (both == NULL) goto done;
    }
    contexts = PyUnicode_FromFormat("%U %U", around, context);
    link = contexts ? made_link(with, address, both, contexts, rel) : NULL;
    if (link != NULL) result = PyDict_SetItem(links, address, link);
done:
    Py_XDECREF(old);
    Py_XDECREF(around);
    Py_XDECREF(rel);
    Py_XDECREF(both);
    Py_XDECREF(contexts);
    Py_XDECREF(link);
    if (result < 0 && !PyErr_Occurred()) refused("links of texts are wanted");
    return result;
}

static int take_link(const Linking *with, PyObject *row, PyObject *links, PyObject *left_out) {
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != 4) return refused("rows of four texts"), -1;
    PyObject **its = ((PyTupleObject *)row)->ob_item;
    for (int i = 0; i < 4; i++)
        if (!PyUnicode_Check(its[i])) return refused("rows of four texts"), -1;
    PyObject *answer = answer_for(with, its[0]);
    if (answer == NULL) return -1;
    PyObject *address = PyTuple_GET_ITEM(answer, 0), *reason = PyTuple_GET_ITEM(answer, 1), *before, *link;
    int result = -1;
    if (PyUnicode_GET_LENGTH(reason) > 0)
        result = count_up(left_out, reason);
    else if ((before = PyDict_GetItemWithError(links, address)) != NULL) {
        Py_INCREF(before);
        result = join_link(with, links, before, address, its[1], its[2]);
        Py_DECREF(before);
    } else if (!PyErr_Occurred() && (link = made_link(with, address, its[1], its[2], its[3])) != NULL) {
        result = PyDict_SetItem(links, address, link);
        Py_DECREF(link);
    }
    Py_DECREF(answer);
    return result;
}

/* linked(found, (rooted, beside, ask), (type, slots), most, anchor_most): see _links in view.py, the twin. */
static PyObject *linked(PyObject *module, PyObject *args) {
    PyObject *found, *slots, *links = PyDict_New(), *left_out = PyDict_New(), *result = NULL;
    Py_ssize_t most;
    Linking with;
    (void)module;
    with.none = PyUnicode_New(0, 0);
    int failed = links == NULL || left_out == NULL || with.none == NULL ||
                 !PyArg_ParseTuple(args, "O!(O!O!O)(O!O!)nn", &PyList_Type, &found, &PyDict_Type, &with.rooted, &PyDict_Type,
                                   &with.beside, &with.ask, &PyType_Type, &with.type, &PyTuple_Type, &slots, &most,
                                   &with.anchor_most);
    if (!failed && PyTuple_GET_SIZE(slots) != LINK_VALUES) failed = 1, refused("five slots are wanted");
    for (Py_ssize_t i = 0; !failed && i < LINK_VALUES; i++)
        if (!Py_IS_TYPE(PyTuple_GET_ITEM(slots, i), &PyMemberDescr_Type) || with.type->tp_base != &PyBaseObject_Type ||
            PyDescr_TYPE(PyTuple_GET_ITEM(slots, i)) != with.type)
            failed = 1, refused("the slots of a plain class are wanted");
    if (!failed) with.slots = ((PyTupleObject *)slots)->ob_item;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(found); i++) {
        if (PyDict_GET_SIZE(links) >= most) {
            PyObject *rest = PyLong_FromSsize_t(PyList_GET_SIZE(found) - i);
            failed = rest == NULL || PyDict_SetItemString(left_out, "too-many-links", rest) < 0;
            Py_XDECREF(rest);
            break;
        }
        PyObject *row = Py_NewRef(PyList_GET_ITEM(found, i));
        failed = take_link(&with, row, links, left_out) < 0;
        Py_DECREF(row);
    }
    if (!failed) {
        PyObject *values = PyDict_Values(links), *tuple = values ? PyList_AsTuple(values) : NULL;
        Py_XDECREF(values);
        if (tuple != NULL) result = Py_BuildValue("(NO)", tuple, left_out);
    }
    Py_XDECREF(links);
    Py_XDECREF(left_out);
    Py_XDECREF(with.none);
    return result;
}

PyMethodDef VIEW[] = {
    {"scan", scan, METH_VARARGS,
     "scan(root, body, anchor, around, text) -> title, text, language, base, canonical, robots, links."},
    {"linked", linked, METH_VARARGS, "linked(found, addresses, links, most, anchor) -> links by address, what was left out."},
    {NULL, NULL, 0, NULL},
};
