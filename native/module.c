/* The extension as a module: its state, its parts, and how it is bound to the parser.
 *
 * The parser (lexbor) lives inside selectolax, whose library exports lexbor's functions. Nothing here knows how lexbor
 * lays out its nodes: every step goes through functions that lexbor keeps for callers of other versions (their names end
 * in _noi, "not inlined"). `bind` looks them up by name in the library that is loaded, and asks them about a page that
 * both know; where one is missing or answers something else, ImportError says which, and nothing walks.
 */
#include "native.h"
#ifndef _WIN32
#include <dlfcn.h>
#endif

enum { API = 5, SYMBOLS = 12 };

static const char *const NAMES[SYMBOLS] = { /* in the order of Lexbor */
    "lxb_dom_node_first_child_noi", "lxb_dom_node_next_noi", "lxb_dom_node_parent_noi", "lxb_dom_node_tag_id_noi",
    "lxb_dom_node_type_noi", "lxb_dom_node_text_content", "lxb_dom_document_destroy_text_noi",
    "lxb_dom_element_qualified_name", "lxb_dom_element_first_attribute_noi", "lxb_dom_element_next_attribute_noi",
    "lxb_dom_attr_qualified_name", "lxb_dom_attr_value_noi",
};
_Static_assert(sizeof(Lexbor) == SYMBOLS * sizeof(void *), "a name for every function");

Node node_in(const State *state, PyObject *node) {
    if (state->node_type == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "bind() comes first");
        return NULL;
    }
    if (!PyObject_TypeCheck(node, state->node_type)) {
        PyErr_SetString(PyExc_TypeError, "a node of the parser is wanted");
        return NULL;
    }
    PyObject *address = PyObject_GetAttrString(node, "mem_id");
    Node found = address ? PyLong_AsVoidPtr(address) : NULL;
    Py_XDECREF(address);
    if (found == NULL && !PyErr_Occurred()) refused("a node without a place");
    return found;
}

static int is_named(const Lexbor *lexbor, Node node, const char *wanted) {
    size_t size = 0;
    const unsigned char *name = node && lexbor->type(node) == ELEMENT ? lexbor->name(node, &size) : NULL;
    return name != NULL && size == strlen(wanted) && memcmp(name, wanted, size) == 0;
}

/* What does not fit when the functions are asked about <html a="1"><head></head><body>é; NULL where all fits. */
static const char *misfit(const Lexbor *lexbor, Node root, unsigned long tag) {
    if (!is_named(lexbor, root, "html")) return "names";
    if (lexbor->tag(root) != (uintptr_t)tag) return "numbers of tags";
    Node head = lexbor->first_child(root), body = head ? lexbor->next(head) : NULL;
    if (!is_named(lexbor, head, "head") || !is_named(lexbor, body, "body") || lexbor->next(body) != NULL) return "children";
    if (lexbor->parent(body) != root || lexbor->parent(root) == NULL) return "parents";
    Node one = lexbor->first_attribute(root), text = lexbor->first_child(body);
    size_t name_size = 0, value_size = 0, text_size = 0;
    if (one == NULL || lexbor->next_attribute(one) != NULL) return "attributes";
    const unsigned char *name = lexbor->attribute_name(one, &name_size), *value = lexbor->attribute_value(one, &value_size);
    if (!name || name_size != 1 || *name != 'a' || !value || value_size != 1 || *value != '1') return "attributes";
    if (text == NULL || lexbor->type(text) != TEXT_NODE) return "types of nodes";
    unsigned char *data = lexbor->text(text, &text_size);
    int same = data != NULL && text_size == 2 && memcmp(data, "\xc3\xa9", 2) == 0;
    if (data != NULL) lexbor->free_text(lexbor->parent(root), data);
    return same ? NULL : "texts";
}

/* bind(path, type, root, tag): looks the functions up in the parser's library and tries them on a known page. */
static PyObject *bind(PyObject *module, PyObject *args) {
    State *state = state_of(module);
    const char *path;
    PyObject *type, *root;
    unsigned long tag;
    if (!PyArg_ParseTuple(args, "sO!Ok", &path, &PyType_Type, &type, &root, &tag)) return NULL;
#ifdef _WIN32
    return PyErr_Format(PyExc_ImportError, "the parser's library shows no functions on this system (%s)", path);
#else
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD); /* the one that is loaded already, never another */
    if (library == NULL) return PyErr_Format(PyExc_ImportError, "the parser's library cannot be opened: %s", path);
    void *found[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++)
        if ((found[i] = dlsym(library, NAMES[i])) == NULL)
            return PyErr_Format(PyExc_ImportError, "the parser's library has no %s", NAMES[i]);
    Lexbor lexbor;
    memcpy(&lexbor, found, sizeof lexbor);
    State tried = {.node_type = (PyTypeObject *)type};
    Node first = node_in(&tried, root);
    if (first == NULL) return NULL;
    const char *why = misfit(&lexbor, first, tag);
    if (why != NULL) return PyErr_Format(PyExc_ImportError, "the parser's library reads %s in another way", why);
    state->lexbor = lexbor;
    Py_XSETREF(state->node_type, (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
#endif
}

static PyMethodDef METHODS[] = {
    {"bind", bind, METH_VARARGS, "bind(path, type, root, tag): ImportError where the parser's library does not fit."},
    {NULL, NULL, 0, NULL},
};

static int fill(State *state) {
    for (int i = 0; i < KEPT_NUMBERS; i++)
        if ((state->numbers[i] = PyLong_FromLong(i)) == NULL) return -1;
    for (int i = 0; i < LOGARITHMS; i++) state->logarithms[i] = log1p((double)i);
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        state->crc[n] = c;
        state->apart[n] = 0;
        for (int bit = 0; bit < 8; bit++) state->apart[n] |= (uint64_t)(n >> bit & 1) << 8 * bit;
    }
    state->lower = PyUnicode_InternFromString("lower");
    return state->lower ? 0 : -1;
}

static int execute(PyObject *module) {
    State *state = state_of(module);
    PyMethodDef *const parts[] = {METHODS, AROUND, BAGS, BLOCKS, FIELDS, GUARD, NUMBERS, RANKING, RECORDS, SIMHASH, SURROUNDINGS,
                                  TERMS, VIEW, WALK};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (PyModule_AddFunctions(module, parts[i]) < 0) return -1;
    if (fill(state) < 0 || add_nodes_type(module, state) < 0) return -1;
    return PyModule_AddIntConstant(module, "API", API);
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
    State *state = state_of(module);
    Py_VISIT(state->node_type);
    Py_VISIT(state->nodes_type);
    return 0;
}

static int clear(PyObject *module) {
    State *state = state_of(module);
    Py_CLEAR(state->node_type);
    Py_CLEAR(state->nodes_type);
    Py_CLEAR(state->lower);
    for (int i = 0; i < KEPT_NUMBERS; i++) Py_CLEAR(state->numbers[i]);
    return 0;
}

static void release(void *module) { (void)clear(module); }

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, execute},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};
static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, .m_name = "motherlode._native", .m_size = sizeof(State), .m_slots = SLOTS,
    .m_traverse = traverse, .m_clear = clear, .m_free = release,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&MODULE); }
