/* Numbers about each block from the first judgement of all blocks, as context.py describes them, in one pass.
 *
 * layout(parents, ends, starts, boxes, levels): for the box of each block and the elements above it, the first block
 * inside and the block after the last: two arrays of levels × blocks, int32, as bytes.
 * context(table, judged, (starts, boxes, chars, places), (parents, ends, low, high)): fills the table's columns.
 *
 * Safety: sizes of all arrays are compared, and numbers of nodes, blocks and places checked before they are used.
 */
#include "native.h"

enum { CONTEXT_REACH = 12, SHIFTS = 6, WINDOWS = 3 };

/* How many of the sorted numbers are below `value`. */
static Py_ssize_t below(const int64_t *numbers, Py_ssize_t count, int64_t value) {
    Py_ssize_t low = 0, high = count;
    while (low < high) {
        Py_ssize_t middle = low + (high - low) / 2;
        if (numbers[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether parents come before their children, ends lie within the page, and starts and boxes are nodes of it. */
static int is_page(const int32_t *parents, const int32_t *ends, Py_ssize_t nodes, const int64_t *starts,
                   const int64_t *boxes, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < nodes; i++)
        if (parents[i] >= i || parents[i] < -1 || ends[i] <= i || ends[i] > nodes) return 0;
    for (Py_ssize_t i = 0; i < count; i++)
        if (starts[i] < 0 || starts[i] >= nodes || boxes[i] < 0 || boxes[i] >= nodes || (i && starts[i] < starts[i - 1]))
            return 0;
    return 1;
}

static PyObject *layout(PyObject *module, PyObject *args) {
    PyObject *given[4], *result = NULL;
    Py_ssize_t levels;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOn", &given[0], &given[1], &given[2], &given[3], &levels)) return NULL;
    const int32_t *parents = taken(&all, given[0], sizeof *parents, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *parents);
    const int32_t *ends = taken(&all, given[1], sizeof *ends, nodes);
    const int64_t *starts = taken(&all, given[2], sizeof *starts, ANY);
    Py_ssize_t count = last_count(&all, sizeof *starts);
    const int64_t *boxes = taken(&all, given[3], sizeof *boxes, count);
    int32_t *before = room_for(&all, nodes, sizeof *before); /* how many blocks start before each node */
    if (all.failed) goto done;
    if (levels < 1 || levels > 64 || !is_page(parents, ends, nodes, starts, boxes, count)) {
        refused("blocks that are not of the page");
        goto done;
    }
    Py_ssize_t bytes = levels * count * (Py_ssize_t)sizeof(int32_t);
    PyObject *low = PyBytes_FromStringAndSize(NULL, bytes), *high = PyBytes_FromStringAndSize(NULL, bytes);
    if (low && high) {
        int32_t *lows = (int32_t *)PyBytes_AS_STRING(low), *highs = (int32_t *)PyBytes_AS_STRING(high), started = 0;
        for (Py_ssize_t node = 0; node <= nodes; node++) {
            while (started < count && starts[started] < node) started++;
            before[node] = started;
        }
        for (Py_ssize_t i = 0; i < count; i++) {
            int32_t node = (int32_t)boxes[i];
            for (Py_ssize_t level = 0; level < levels; level++) {
                lows[level * count + i] = before[node];
                highs[level * count + i] = before[ends[node]];
                node = parents[node] > 0 ? parents[node] : 0;
            }
        }
        result = PyTuple_Pack(2, low, high);
    }
    Py_XDECREF(low);
    Py_XDECREF(high);
done:
    give_back(&all);
    return result;
}

typedef struct {
    Py_ssize_t count, nodes, levels, kinds;
    const double *judged, *chars;
    const int64_t *starts, *boxes, *places;
    const int32_t *parents, *ends, *low, *high;
    double *mass, *base;       /* running sums of what was judged content, and of all, beginning with zero */
    double *contents, *bases;  /* the same by kind of place */
    int64_t *counts;           /* blocks of each kind of place */
} Page;

static double weight(const Page *page, Py_ssize_t row) { return page->chars[row] + 20.0; }

static Py_ssize_t within(const Page *page, Py_ssize_t row) { return row < 0 ? 0 : row > page->count ? page->count : row; }

/* The share of content among the blocks from `first` to before `last`. */
static float share(const Page *page, Py_ssize_t first, Py_ssize_t last) {
    first = within(page, first);
    last = within(page, last);
    double all = page->base[last] - page->base[first];
    return (float)((page->mass[last] - page->mass[first]) / (all > 1e-6 ? all : 1e-6));
}

static void neighbours(const Page *page, Py_ssize_t i, float *numbers) {
    static const int BY[SHIFTS] = {1, 2, 3, -1, -2, -3}, RADII[WINDOWS] = {2, 5, 10}, REACHES[2] = {4, CONTEXT_REACH};
    double own = page->judged[i];
    numbers[0] = (float)own;
    numbers[1] = (float)log((own + 1e-3) / (1 - own + 1e-3));
    for (int k = 0; k < SHIFTS; k++) {
        Py_ssize_t other = i - BY[k];
        numbers[2 + k] = other >= 0 && other < page->count ? (float)page->judged[other] : 0;
    }
    numbers += 2 + SHIFTS;
    for (int k = 0; k < WINDOWS; k++) numbers[k] = share(page, i - RADII[k], i + RADII[k] + 1);
    numbers += WINDOWS;
    for (int k = 0; k < 2; k++) {
        numbers[2 * k] = share(page, i - REACHES[k], i);
        numbers[2 * k + 1] = share(page, i + 1, i + REACHES[k] + 1);
    }
}

static void containers(const Page *page, Py_ssize_t i, double whole, float *numbers) {
    for (Py_ssize_t level = 0; level < page->levels; level++) {
        int32_t low = page->low[level * page->count + i], high = page->high[level * page->count + i];
        double inside = page->mass[high] - page->mass[low], all = page->base[high] - page->base[low];
        numbers[2 * level] = (float)(inside / (all > 1e-6 ? all : 1e-6));
        numbers[2 * level + 1] = (float)(inside / whole);
    }
}

/* The smallest element that holds `share_of_all` of what was judged content; 0 where none does. */
static Py_ssize_t main_container(const Page *page, double share_of_all) {
    double whole = page->mass[page->count];
    Py_ssize_t centre = 0; /* the first running sum that is not below the half */
    while (centre <= page->count && page->mass[centre] < whole / 2) centre++;
    centre = centre > 0 ? centre - 1 : 0;
    Py_ssize_t node = (Py_ssize_t)page->boxes[centre < page->count ? centre : page->count - 1];
    for (;; node = page->parents[node]) {
        double inside = page->mass[below(page->starts, page->count, page->ends[node])] -
                        page->mass[below(page->starts, page->count, node)];
        if (inside >= share_of_all * whole) return node;
        if (node <= 0 || page->parents[node] < 0) return 0;
    }
}

enum { PLACED = 2, SUMMARY = 13 };

/* Alike places, the main container, the place among what is content, and the page as a whole. */
static void summary(const Page *page, Table table, Py_ssize_t column, double main_share) {
    Py_ssize_t count = page->count, main = main_container(page, main_share), first = -1, last = -1;
    double mass = page->mass[count], whole = mass > 1e-6 ? mass : 1e-6, all = page->base[count], likely = 0, unsure = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        double own = page->judged[i];
        if (own > 0.6) {
            if (first < 0) first = i;
            last = i;
        }
        likely += own > 0.5;
        unsure += own < 1 - own ? own : 1 - own;
    }
    float page_wide[4] = {(float)(whole / (all > 1e-6 ? all : 1e-6)), (float)log1p(whole),
                          (float)(likely / (double)count), (float)(unsure / (double)count)};
    for (Py_ssize_t i = 0; i < count; i++) {
        float *numbers = table.data + i * table.stride + column;
        int64_t place = page->places[i];
        double alike = page->bases[place];
        numbers[0] = (float)(page->contents[place] / (alike > 1e-6 ? alike : 1e-6));
        numbers[1] = (float)log1p((double)page->counts[place]);
        numbers[2] = page->starts[i] >= main && page->starts[i] < page->ends[main];
        numbers[3] = (float)(page->mass[i] / whole);
        numbers[4] = (float)((whole - page->mass[i + 1]) / whole);
        if (first >= 0) {
            numbers[5] = i < first;
            numbers[6] = i > last;
            numbers[7] = (float)log1p((double)(first > i ? first - i : 0));
            numbers[8] = (float)log1p((double)(i > last ? i - last : 0));
        }
        memcpy(numbers + 9, page_wide, sizeof page_wide);
    }
}

static void sum_up(Page *page) {
    page->mass[0] = page->base[0] = 0;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        double all = weight(page, i), content = page->judged[i] * all;
        int64_t place = page->places[i];
        page->mass[i + 1] = page->mass[i] + content;
        page->base[i + 1] = page->base[i] + all;
        page->contents[place] += content;
        page->bases[place] += all;
        page->counts[place]++;
    }
}

static int is_within(const Page *page) {
    for (Py_ssize_t i = 0; i < page->levels * page->count; i++)
        if (page->low[i] < 0 || page->low[i] > page->count || page->high[i] < 0 || page->high[i] > page->count) return 0;
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (page->places[i] < 0 || page->places[i] >= page->kinds) return 0;
    return is_page(page->parents, page->ends, page->nodes, page->starts, page->boxes, page->count);
}

static PyObject *context(PyObject *module, PyObject *args) {
    PyObject *given, *judged, *blocks, *tree, *result = NULL;
    Taken all = {0};
    Page page = {0};
    double main_share;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOd", &given, &judged, &blocks, &tree, &main_share)) return NULL;
    page.judged = taken(&all, judged, sizeof(double), ANY);
    page.count = page.kinds = last_count(&all, sizeof(double));
    PyObject **of = items_of(&all, blocks, 4), **from = items_of(&all, tree, 4);
    if (all.failed) goto done;
    page.starts = taken(&all, of[0], sizeof(int64_t), page.count);
    page.boxes = taken(&all, of[1], sizeof(int64_t), page.count);
    page.chars = taken(&all, of[2], sizeof(double), page.count);
    page.places = taken(&all, of[3], sizeof(int64_t), page.count);
    page.parents = taken(&all, from[0], sizeof(int32_t), ANY);
    page.nodes = last_count(&all, sizeof(int32_t));
    page.ends = taken(&all, from[1], sizeof(int32_t), page.nodes);
    page.low = taken(&all, from[2], sizeof(int32_t), ANY);
    page.levels = page.count ? last_count(&all, sizeof(int32_t)) / page.count : 0;
    page.high = taken(&all, from[3], sizeof(int32_t), page.levels * page.count);
    Py_ssize_t column = 2 + SHIFTS + WINDOWS + 4;
    Table table = taken_table(&all, given, page.count, column + 2 * page.levels + SUMMARY);
    if (all.failed) goto done;
    if (page.count == 0 || !is_within(&page)) {
        refused("blocks that are not of the page");
        goto done;
    }
    Py_ssize_t rows = page.count + 1;
    page.mass = room_for(&all, rows, sizeof(double));
    page.base = room_for(&all, rows, sizeof(double));
    page.contents = room_for(&all, rows, sizeof(double));
    page.bases = room_for(&all, rows, sizeof(double));
    page.counts = room_for(&all, rows, sizeof *page.counts);
    if (all.failed) goto done;
    sum_up(&page);
    double whole = page.mass[page.count] > 1e-6 ? page.mass[page.count] : 1e-6;
    for (Py_ssize_t i = 0; i < page.count; i++) {
        neighbours(&page, i, table.data + i * table.stride);
        containers(&page, i, whole, table.data + i * table.stride + column);
    }
    summary(&page, table, column + 2 * page.levels, main_share);
    result = Py_NewRef(Py_None);
done:
    give_back(&all);
    return result;
}

PyMethodDef CONTEXT[] = {
    {"layout", layout, METH_VARARGS, "layout(parents, ends, starts, boxes, levels) -> first and last blocks inside."},
    {"context", context, METH_VARARGS, "context(table, judged, blocks, tree, share of the main container)."},
    {NULL, NULL, 0, NULL},
};
