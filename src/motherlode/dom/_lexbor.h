/* The functions of lexbor that kernels call, by name: those that lexbor keeps for callers of other versions. A kernel
 * looks them up when it is bound to the parser's library, and is not used where one is missing. */
#ifndef MOTHERLODE_LEXBOR_H
#define MOTHERLODE_LEXBOR_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

typedef void *Node;

enum { ELEMENT = 1, TEXT = 3, KNOWN = 256 };

static struct {
    Node (*first_child)(Node);
    Node (*next)(Node);
    Node (*parent)(Node);
    uintptr_t (*tag)(Node);
    int (*type)(Node);
    unsigned char *(*text)(Node, size_t *);
    void *(*free_text)(Node document, unsigned char *);
    const unsigned char *(*name)(Node, size_t *);
    Node (*first_attribute)(Node);
    Node (*next_attribute)(Node);
    const unsigned char *(*attribute_name)(Node, size_t *);
    const unsigned char *(*attribute_value)(Node, size_t *);
} lexbor;

static const struct {
    const char *name;
    void **place;
} SYMBOLS[] = {
    {"lxb_dom_node_first_child_noi", (void **)&lexbor.first_child},
    {"lxb_dom_node_next_noi", (void **)&lexbor.next},
    {"lxb_dom_node_parent_noi", (void **)&lexbor.parent},
    {"lxb_dom_node_tag_id_noi", (void **)&lexbor.tag},
    {"lxb_dom_node_type_noi", (void **)&lexbor.type},
    {"lxb_dom_node_text_content", (void **)&lexbor.text},
    {"lxb_dom_document_destroy_text_noi", (void **)&lexbor.free_text},
    {"lxb_dom_element_qualified_name", (void **)&lexbor.name},
    {"lxb_dom_element_first_attribute_noi", (void **)&lexbor.first_attribute},
    {"lxb_dom_element_next_attribute_noi", (void **)&lexbor.next_attribute},
    {"lxb_dom_attr_qualified_name", (void **)&lexbor.attribute_name},
    {"lxb_dom_attr_value_noi", (void **)&lexbor.attribute_value},
};

static PyTypeObject *node_type; /* selectolax.lexbor.LexborNode; not NULL once bound */

/* bind(path, type): looks the functions up in the parser's library. */
static PyObject *bind(PyObject *module, PyObject *args) {
    const char *path;
    PyObject *type;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO!", &path, &PyType_Type, &type)) return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD); /* the one that is loaded already, never another */
    if (library == NULL) {
        PyErr_SetString(PyExc_ImportError, "the parser's library cannot be opened");
        return NULL;
    }
    enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
    void *found[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        found[i] = dlsym(library, SYMBOLS[i].name);
        if (found[i] == NULL)
            return PyErr_Format(PyExc_ImportError, "the parser's library has no %s", SYMBOLS[i].name);
    }
    for (size_t i = 0; i < COUNT; i++) *SYMBOLS[i].place = found[i];
    Py_XSETREF(node_type, (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
}

#endif
