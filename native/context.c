/* What was thought of the blocks around each block of a page, as judge.py describes it (`context_in_python`).
 *
 * context(table, judged, chars, places, tree, layout, windows, numbers) fills numbers × blocks:
 *   tree     starts and boxes of the blocks (int64), parents and ends of the nodes (int32)
 *   layout   first and last blocks inside the elements above each block (levels × blocks, int32)
 *   windows  first block, and block after the last, of stretches around each block (int64)
 *   numbers  least weight, strong, faint, least, even, share of the main container
 *
 * Safety: sizes of all arrays are compared, and numbers of nodes and blocks checked before they are used.
 */
#include "native.h"

enum { FURTHEST = 3, WINDOWS_AT = 2 + 2 * FURTHEST, SUMMARY = 13 };

typedef struct {
    Table table; /* a row for every number */
    const double *judged, *chars;
    const int64_t *places, *starts, *boxes, (*windows)[2];
    const int32_t *parents, *ends, *low, *high;
    Py_ssize_t count, nodes, levels, window_count;
    double least_weight, strong, faint, least, even, main_share;
    double *weight, *mass, *base, *sums, *bases, *sizes; /* running sums from 0 on; sums by place */
} Page;

static int is_within(const Page *p) {
    for (Py_ssize_t i = 0; i < p->count; i++)
        if (p->places[i] < 0 || p->places[i] >= p->count || p->boxes[i] < 0 || p->boxes[i] >= p->nodes) return 0;
    for (Py_ssize_t i = 0; i < p->nodes; i++)
        if (p->parents[i] >= i || p->parents[i] < -1) return 0;
    for (Py_ssize_t i = 0; i < p->levels * p->count; i++)
        if (p->low[i] < 0 || p->low[i] > p->count || p->high[i] < 0 || p->high[i] > p->count) return 0;
    return 1;
}

static Py_ssize_t before(const int64_t *starts, Py_ssize_t count, int64_t node) { /* blocks that begin before a node */
    Py_ssize_t low = 0, high = count;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (starts[middle] < node) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The smallest element that holds most of the content found so far. */
static int64_t main_container(const Page *p) {
    Py_ssize_t centre = 0;
    while (centre <= p->count && p->mass[centre] < p->mass[p->count] / 2) centre++;
    Py_ssize_t block = centre > 0 ? centre - 1 : 0;
    int64_t node = p->boxes[block < p->count ? block : p->count - 1];
    for (; node >= 0; node = p->parents[node]) {
        Py_ssize_t low = before(p->starts, p->count, node), high = before(p->starts, p->count, p->ends[node]);
        if (p->mass[high] - p->mass[low] >= p->main_share * p->mass[p->count]) return node;
    }
    return 0;
}

static inline float *row_of(const Page *p, Py_ssize_t number) { return p->table.data + number * p->table.stride; }

static inline Py_ssize_t within(Py_ssize_t at, Py_ssize_t count) { return at < 0 ? 0 : at > count ? count : at; }

static void fill_around(const Page *p, double whole) {
    for (Py_ssize_t i = 0; i < p->count; i++) {
        double own = p->judged[i];
        row_of(p, 0)[i] = (float)own;
        row_of(p, 1)[i] = (float)log((own + p->faint) / (1 - own + p->faint));
        for (Py_ssize_t by = 1; by <= FURTHEST; by++) {
            row_of(p, 1 + by)[i] = i >= by ? (float)p->judged[i - by] : 0.0f;
            row_of(p, 1 + FURTHEST + by)[i] = i + by < p->count ? (float)p->judged[i + by] : 0.0f;
        }
        for (Py_ssize_t w = 0; w < p->window_count; w++) {
            Py_ssize_t first = within(i + p->windows[w][0], p->count), last = within(i + p->windows[w][1], p->count);
            double held = p->mass[last] - p->mass[first], room = p->base[last] - p->base[first];
            row_of(p, WINDOWS_AT + w)[i] = (float)(held / (room > p->least ? room : p->least));
        }
        for (Py_ssize_t level = 0; level < p->levels; level++) {
            int32_t low = p->low[level * p->count + i], high = p->high[level * p->count + i];
            double held = p->mass[high] - p->mass[low], room = p->base[high] - p->base[low];
            row_of(p, WINDOWS_AT + p->window_count + 2 * level)[i] = (float)(held / (room > p->least ? room : p->least));
            row_of(p, WINDOWS_AT + p->window_count + 2 * level + 1)[i] = (float)(held / whole);
        }
    }
}

/* Alike places, the main container, the place among what is content, and the page as a whole. */
static void fill_summary(const Page *p, double whole) {
    Py_ssize_t at = WINDOWS_AT + p->window_count + 2 * p->levels, first = -1, last = -1, sure = 0;
    double doubt = 0;
    for (Py_ssize_t i = 0; i < p->count; i++) {
        p->sums[p->places[i]] += p->judged[i] * p->weight[i];
        p->bases[p->places[i]] += p->weight[i];
        p->sizes[p->places[i]] += 1;
        if (p->judged[i] > p->strong) {
            if (first < 0) first = i;
            last = i;
        }
        sure += p->judged[i] > p->even;
        doubt += p->judged[i] < 1 - p->judged[i] ? p->judged[i] : 1 - p->judged[i];
    }
    int64_t main = main_container(p);
    double weights = p->base[p->count];
    for (Py_ssize_t i = 0; i < p->count; i++) {
        double room = p->bases[p->places[i]];
        row_of(p, at)[i] = (float)(p->sums[p->places[i]] / (room > p->least ? room : p->least));
        row_of(p, at + 1)[i] = (float)log1p(p->sizes[p->places[i]]);
        row_of(p, at + 2)[i] = p->starts[i] >= main && p->starts[i] < p->ends[main];
        row_of(p, at + 3)[i] = (float)(p->mass[i] / whole);
        row_of(p, at + 4)[i] = (float)((whole - p->mass[i + 1]) / whole);
        if (first >= 0) {
            row_of(p, at + 5)[i] = i < first;
            row_of(p, at + 6)[i] = i > last;
            row_of(p, at + 7)[i] = (float)log1p((double)(first > i ? first - i : 0));
            row_of(p, at + 8)[i] = (float)log1p((double)(i > last ? i - last : 0));
        }
        row_of(p, at + 9)[i] = (float)(whole / (weights > p->least ? weights : p->least));
        row_of(p, at + 10)[i] = (float)log1p(whole);
        row_of(p, at + 11)[i] = (float)((double)sure / (double)p->count);
        row_of(p, at + 12)[i] = (float)(doubt / (double)p->count);
    }
}

static PyObject *context(PyObject *module, PyObject *args) {
    PyObject *table, *judged, *chars, *places, *tree[4], *layout[2], *windows;
    Page p = {0};
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO(OOOO)(OO)O(dddddd)", &table, &judged, &chars, &places, &tree[0], &tree[1], &tree[2],
                          &tree[3], &layout[0], &layout[1], &windows, &p.least_weight, &p.strong, &p.faint, &p.least,
                          &p.even, &p.main_share))
        return NULL;
    p.judged = taken(&all, judged, sizeof *p.judged, ANY);
    p.count = last_count(&all, sizeof *p.judged);
    p.chars = taken(&all, chars, sizeof *p.chars, p.count);
    p.places = taken(&all, places, sizeof *p.places, p.count);
    p.starts = taken(&all, tree[0], sizeof *p.starts, p.count);
    p.boxes = taken(&all, tree[1], sizeof *p.boxes, p.count);
    p.parents = taken(&all, tree[2], sizeof *p.parents, ANY);
    p.nodes = last_count(&all, sizeof *p.parents);
    p.ends = taken(&all, tree[3], sizeof *p.ends, p.nodes);
    p.low = taken(&all, layout[0], sizeof *p.low, ANY);
    p.levels = p.count ? last_count(&all, sizeof *p.low) / p.count : 0;
    p.high = taken(&all, layout[1], sizeof *p.high, p.levels * p.count);
    p.windows = taken(&all, windows, sizeof *p.windows, ANY);
    p.window_count = last_count(&all, sizeof *p.windows);
    p.table = taken_table(&all, table, WINDOWS_AT + p.window_count + 2 * p.levels + SUMMARY, p.count);
    if (!all.failed && (p.count == 0 || p.nodes == 0 || !is_within(&p)))
        fail(&all, "blocks that are not of the page");
    double **rooms[] = {&p.weight, &p.mass, &p.base, &p.sums, &p.bases, &p.sizes};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) *rooms[i] = room_for(&all, p.count, sizeof **rooms[i]);
    if (!all.failed) {
        for (Py_ssize_t i = 0; i < p.count; i++) {
            p.weight[i] = p.chars[i] + p.least_weight;
            p.mass[i + 1] = p.mass[i] + p.judged[i] * p.weight[i];
            p.base[i + 1] = p.base[i] + p.weight[i];
        }
        double whole = p.mass[p.count] > p.least ? p.mass[p.count] : p.least;
        fill_around(&p, whole);
        fill_summary(&p, whole);
    }
    int failed = all.failed;
    give_back(&all);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* ---- the layout of a page ------------------------------------------------------------------------------------------- */

enum { MOST_LEVELS = 64 };

/* layout((starts, boxes, parents, ends), levels): for the box of each block, the element above it and so on (levels ×
 * blocks, int32 as bytes), how many blocks begin before it and before its end; see layout_in_python. */
static PyObject *layout(PyObject *module, PyObject *args) {
    PyObject *tree[4], *low, *high, *result = NULL;
    Py_ssize_t levels;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "(OOOO)n", &tree[0], &tree[1], &tree[2], &tree[3], &levels)) return NULL;
    const int64_t *starts = taken(&all, tree[0], sizeof *starts, ANY);
    Py_ssize_t count = last_count(&all, sizeof *starts);
    const int64_t *boxes = taken(&all, tree[1], sizeof *boxes, count);
    const int32_t *parents = taken(&all, tree[2], sizeof *parents, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *parents);
    const int32_t *ends = taken(&all, tree[3], sizeof *ends, nodes);
    int32_t *earlier = room_for(&all, nodes + 1, sizeof *earlier); /* blocks that begin before each node */
    if (!all.failed && (levels < 1 || levels > MOST_LEVELS || count > INT32_MAX)) fail(&all, "no such number of levels");
    for (Py_ssize_t i = 0; !all.failed && i < count; i++) {
        if (starts[i] < 0 || starts[i] >= nodes || boxes[i] < 0 || boxes[i] >= nodes)
            fail(&all, "blocks that are not of the page");
        else
            earlier[starts[i] + 1]++;
    }
    for (Py_ssize_t i = 0; !all.failed && i < nodes; i++) {
        earlier[i + 1] += earlier[i];
        if (parents[i] >= nodes || ends[i] < 0 || ends[i] > nodes) fail(&all, "a tree with nodes of another");
    }
    Py_ssize_t size = all.failed ? 0 : levels * count * (Py_ssize_t)sizeof(int32_t);
    low = all.failed ? NULL : PyBytes_FromStringAndSize(NULL, size);
    high = low ? PyBytes_FromStringAndSize(NULL, size) : NULL;
    if (high != NULL) {
        int32_t *lows = (int32_t *)PyBytes_AS_STRING(low), *highs = (int32_t *)PyBytes_AS_STRING(high);
        for (Py_ssize_t i = 0; i < count; i++) {
            int64_t node = boxes[i];
            for (Py_ssize_t level = 0; level < levels; level++) {
                lows[level * count + i] = earlier[node];
                highs[level * count + i] = earlier[ends[node]];
                node = parents[node] > 0 ? parents[node] : 0;
            }
        }
        result = PyTuple_Pack(2, low, high);
    }
    Py_XDECREF(low);
    Py_XDECREF(high);
    give_back(&all);
    return result;
}

/* ---- scaling ---------------------------------------------------------------------------------------------------------- */

static inline float scaled_to(float value, float centre, float scale, float most) {
    value = (value - centre) * scale;
    value = value < -most ? -most : value;
    return value > most ? most : value;
}

/* scaled(table, rows, centre, scale, most, down): centres and scales a table of floats in place, without outliers; the
 * numbers of a block stand side by side or, where `down` says so, the blocks of a number. */
static PyObject *scaled(PyObject *module, PyObject *args) {
    PyObject *given, *centred, *scales;
    Py_ssize_t rows;
    float most;
    int down;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OnOOfp", &given, &rows, &centred, &scales, &most, &down)) return NULL;
    const float *centre = taken(&all, centred, sizeof *centre, ANY);
    Py_ssize_t count = last_count(&all, sizeof *centre);
    const float *scale = taken(&all, scales, sizeof *scale, count);
    Table table = taken_table(&all, given, rows, 0);
    if (!all.failed && count != (down ? table.rows : table.columns)) fail(&all, "a centre for every number");
    for (Py_ssize_t row = 0; !all.failed && row < table.rows; row++) {
        float *to = table.data + row * table.stride;
        if (down)
            for (Py_ssize_t i = 0; i < table.columns; i++) to[i] = scaled_to(to[i], centre[row], scale[row], most);
        else
            for (Py_ssize_t i = 0; i < table.columns; i++) to[i] = scaled_to(to[i], centre[i], scale[i], most);
    }
    int failed = all.failed;
    give_back(&all);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef SURROUNDINGS[] = {
    {"layout", layout, METH_VARARGS, "layout(tree, levels) -> blocks before the elements around each block, and before their ends."},
    {"scaled", scaled, METH_VARARGS, "scaled(table, rows, centre, scale, most, down): centres and scales in place."},
    {"context", context, METH_VARARGS, "context(table, judged, chars, places, tree, layout, windows, numbers): see judge.py."},
    {NULL, NULL, 0, NULL},
};
