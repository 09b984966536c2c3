/* What the bytes of a page are: UTF-8 or not, in one pass. The twin in Python (utf8.py) means the same.
 *
 * Safety: bytes are read within their bounds, and nothing is kept.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

enum { VERSION = 1, VALID = 1, HIGH = 2, CONTROL = 4, RUN = 64 };

/* How many bytes the character takes that begins here with a high byte; 0 where there is none. */
static int width_of(const uint8_t *at, Py_ssize_t left) {
    uint8_t first = at[0], second = left > 1 ? at[1] : 0;
    int width = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (!width || left < width) return 0;
    uint8_t low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80, high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) return 0;
    for (int i = 2; i < width; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return width;
}

/* looked(body): bits: it is UTF-8, it has characters beyond ASCII, it has some of U+0080 to U+009F; 0 where it is not. */
static PyObject *looked(PyObject *module, PyObject *body) {
    (void)module;
    if (!PyBytes_Check(body)) {
        PyErr_SetString(PyExc_TypeError, "not bytes");
        return NULL;
    }
    const uint8_t *bytes = (const uint8_t *)PyBytes_AS_STRING(body);
    Py_ssize_t size = PyBytes_GET_SIZE(body), i = 0;
    int found = VALID;
    while (i < size) {
        while (size - i >= RUN) {
            uint8_t any = 0;
            for (int k = 0; k < RUN; k++) any |= bytes[i + k];
            if (any & 0x80) break;
            i += RUN;
        }
        for (Py_ssize_t end = size - i < RUN ? size : i + RUN; i < end;) {
            if (bytes[i] < 0x80) {
                i++;
                continue;
            }
            int width = width_of(bytes + i, size - i);
            if (!width) return PyLong_FromLong(0);
            found |= HIGH | (bytes[i] == 0xc2 && bytes[i + 1] < 0xa0 ? CONTROL : 0);
            i += width;
        }
    }
    return PyLong_FromLong(found);
}

static PyMethodDef METHODS[] = {
    {"looked", looked, METH_O, "looked(body) -> bits: UTF-8, beyond ASCII, with control characters; 0 for other bytes."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.text._utf8", .m_size = -1,
                                    .m_methods = METHODS};

PyMODINIT_FUNC PyInit__utf8(void) {
    PyObject *module = PyModule_Create(&MODULE);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
