/* The words of the names of elements ("articleBody main_col": article, body, main, col), as hints.py has them.
 *
 * A name of ASCII letters is read here; the words of others come from Python. Included by the kernels of this folder.
 */
#ifndef MOTHERLODE_NAMES_H
#define MOTHERLODE_NAMES_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { SHORTEST_WORD = 2, LONGEST_WORD = 24 };

typedef struct {
    const char *text;
    Py_ssize_t size, at;
} NameReader;

/* Writes the next word, in small letters, and gives its length; 0 after the last. A word ends before a capital that
 * follows a small letter or a digit, and after 24 letters. */
static inline Py_ssize_t next_word(NameReader *name, char *word) {
    Py_ssize_t length = 0;
    for (; name->at < name->size; name->at++) {
        char c = name->text[name->at], before = name->at > 0 ? name->text[name->at - 1] : ' ';
        int capital = c >= 'A' && c <= 'Z', letter = capital || (c >= 'a' && c <= 'z');
        int turns = capital && ((before >= 'a' && before <= 'z') || (before >= '0' && before <= '9'));
        if (!letter || turns || length == LONGEST_WORD) {
            if (length >= SHORTEST_WORD) return length;
            length = 0;
        }
        if (letter) word[length++] = (char)(capital ? c + 32 : c);
    }
    return length >= SHORTEST_WORD ? length : 0;
}

/* Whether a word is one that next_word could give: small letters, neither too few nor too many. */
static inline int is_plain_word(PyObject *word) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(word);
    if (!PyUnicode_IS_ASCII(word) || size < SHORTEST_WORD || size > LONGEST_WORD) return 0;
    for (Py_ssize_t i = 0; i < size; i++)
        if (PyUnicode_1BYTE_DATA(word)[i] < 'a' || PyUnicode_1BYTE_DATA(word)[i] > 'z') return 0;
    return 1;
}

/* Hears each word of a name: as bytes where it is a plain word, else as a text. */
typedef int (*Hearer)(void *to, const char *word, Py_ssize_t size, PyObject *text);

/* Lets the words of a name be heard; `words_of` is called for names that are not all ASCII, and gives a tuple. */
static inline int hear_name(PyObject *name, PyObject *words_of, Hearer hear, void *to) {
    char word[LONGEST_WORD];
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_ValueError, "a name that is no text");
        return -1;
    }
    if (PyUnicode_IS_ASCII(name)) {
        NameReader reader = {(const char *)PyUnicode_1BYTE_DATA(name), PyUnicode_GET_LENGTH(name), 0};
        for (Py_ssize_t size; (size = next_word(&reader, word)) > 0;)
            if (hear(to, word, size, NULL) < 0) return -1;
        return 0;
    }
    PyObject *words = PyObject_CallOneArg(words_of, name);
    int result = words && PyTuple_Check(words) ? 0 : -1;
    for (Py_ssize_t i = 0; result == 0 && i < PyTuple_GET_SIZE(words); i++) {
        PyObject *one = PyTuple_GET_ITEM(words, i);
        if (!PyUnicode_Check(one))
            result = -1;
        else if (is_plain_word(one))
            result = hear(to, (const char *)PyUnicode_1BYTE_DATA(one), PyUnicode_GET_LENGTH(one), NULL);
        else
            result = hear(to, NULL, 0, one);
    }
    if (result < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "words are a tuple of texts");
    Py_XDECREF(words);
    return result;
}

#endif
