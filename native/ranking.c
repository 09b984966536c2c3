/* Waiting addresses valued anew: what their links say of them, and what hubs are expected to bring (learned.py and
 * yields.py have the Python twins, which mean the same: sums of many run in the order of the links, in doubles, as numpy
 * adds them up, and what numpy reckons in floats is reckoned in floats). */
#include "native.h"

enum { STEPS = 3 };
enum { HIGHEST, BEST_HUB, ANCHOR, ANCHOR_WORTH, COUNT, SUM, HUB, CONTEXT, CONTEXT_WORTH, BESIDE, ROWS, FEATURES = 12 };

/* The links of a crawl: from page to page, each with how much it counts for the links one, two and three places on. */
typedef struct {
    const int32_t *source, *target;
    const float *shares[STEPS];
    Py_ssize_t count, nodes;
} Links;

static Links taken_links(Taken *all, PyObject *source, PyObject *target, PyObject *shares, Py_ssize_t nodes) {
    Links links = {.nodes = nodes};
    links.target = taken(all, target, sizeof *links.target, ANY);
    links.count = last_count(all, sizeof *links.target);
    if (source != NULL) links.source = taken(all, source, sizeof *links.source, links.count);
    PyObject **columns = items_of(all, shares, STEPS);
    for (Py_ssize_t step = 1; step <= STEPS && !all->failed; step++)
        links.shares[step - 1] =
            taken(all, columns[step - 1], sizeof(float), links.count > step ? links.count - step : 0);
    int32_t outside = 0;
    for (Py_ssize_t i = 0; i < links.count && !all->failed; i++) {
        outside |= links.target[i] | ((int32_t)nodes - 1 - links.target[i]);
        if (source != NULL) outside |= links.source[i] | ((int32_t)nodes - 1 - links.source[i]);
    }
    if (outside < 0) fail(all, "an address that is not there");
    return links;
}

/* What the links beside one have: the sum of `value` in [0], of `known` in [1]; of each step the link before comes first. */
static inline void beside(const Links *links, const float *value, const float *known, Py_ssize_t i, float sums[2]) {
    sums[0] = sums[1] = 0;
    for (Py_ssize_t step = 1; step <= STEPS && step < links->count; step++) {
        const float *shares = links->shares[step - 1];
        if (i >= step) {
            sums[0] += shares[i - step] * value[i - step];
            sums[1] += shares[i - step] * known[i - step];
        }
        if (i + step < links->count) {
            sums[0] += shares[i] * value[i + step];
            sums[1] += shares[i] * known[i + step];
        }
    }
}

/* ---- what is known of every address over its links --------------------------------------------------------------------- */

static PyObject *gathered(PyObject *module, PyObject *args) {
    PyObject *from[9], *words;
    double mean, hub_prior, shrink;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOOdddO", &from[0], &from[1], &from[2], &words, &from[3], &from[4], &mean, &hub_prior,
                          &shrink, &from[5]))
        return NULL;
    const float *value = taken(&all, from[3], sizeof *value, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *value);
    const unsigned char *fetched = taken(&all, from[4], 1, nodes);
    Links links = taken_links(&all, from[0], from[1], from[2], nodes);
    PyObject **columns = items_of(&all, words, 4);
    const float *column[4] = {0};
    for (int i = 0; i < 4 && !all.failed; i++) column[i] = taken(&all, columns[i], sizeof(float), links.count);
    Table sums = taken_table(&all, from[5], ROWS, nodes);
    double(*added)[5] = room_for(&all, nodes, sizeof *added);
    double *good = room_for(&all, nodes, sizeof *good), *children = room_for(&all, nodes, sizeof *children);
    float *hubs = room_for(&all, nodes, sizeof *hubs), *above = room_for(&all, nodes, sizeof *above);
    float *led_to = room_for(&all, links.count, sizeof *led_to), *known = room_for(&all, links.count, sizeof *known);
    if (all.failed) return finished(&all);
    for (Py_ssize_t i = 0; i < ROWS; i++) memset(sums.data + i * sums.stride, 0, (size_t)sums.columns * sizeof(float));
    float *row[ROWS];
    for (Py_ssize_t i = 0; i < ROWS; i++) row[i] = sums.data + i * sums.stride;
    for (Py_ssize_t i = 0; i < nodes; i++) above[i] = fetched[i] ? value[i] - (float)mean : 0.0f;
    for (Py_ssize_t i = 0; i < links.count; i++) {
        int32_t child = links.target[i], page = links.source[i];
        led_to[i] = above[child];
        known[i] = fetched[child] ? 1.0f : 0.0f;
        if (!fetched[child]) continue;
        children[page]++;
        good[page] += (double)value[child];
    }
    for (Py_ssize_t i = 0; i < nodes; i++) {
        float start = (float)hub_prior * (0.5f * value[i] + (float)(0.5 * mean));
        hubs[i] = (float)((good[i] + (double)start) / (children[i] + hub_prior));
    }
    for (Py_ssize_t i = 0; i < links.count; i++) {
        int32_t child = links.target[i], page = links.source[i];
        const float highest[4] = {value[page], hubs[page], column[0][i], column[1][i]};
        int first = row[COUNT][child] == 0;
        row[COUNT][child]++;
        for (int of = HIGHEST; of < COUNT; of++)
            if (first || highest[of] > row[of][child]) row[of][child] = highest[of];
        float near[2];
        beside(&links, led_to, known, i, near);
        added[child][0] += (double)value[page];
        added[child][1] += (double)hubs[page];
        added[child][2] += (double)column[2][i];
        added[child][3] += (double)column[3][i];
        added[child][4] += (double)(near[0] / (near[1] + (float)shrink));
    }
    for (Py_ssize_t i = 0; i < nodes; i++)
        for (int of = 0; of < 5; of++) row[SUM + of][i] = (float)added[i][of];
    return finished(&all);
}

/* A new page's links into the sums: a target that stands twice on the page is counted once, as its last link says. */
static PyObject *added(PyObject *module, PyObject *args) {
    PyObject *from[6];
    double value, hub;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OddOOOOO", &from[0], &value, &hub, &from[1], &from[2], &from[3], &from[4], &from[5]))
        return NULL;
    const int64_t *targets = taken(&all, from[0], sizeof *targets, ANY);
    Py_ssize_t count = last_count(&all, sizeof *targets);
    const float *column[4] = {0};
    for (int i = 0; i < 4; i++) column[i] = taken(&all, from[1 + i], sizeof(float), count);
    Table sums = taken_table(&all, from[5], ROWS, 0);
    float(*now)[BESIDE] = room_for(&all, count, sizeof *now);
    for (Py_ssize_t i = 0; i < count && !all.failed; i++) {
        if (targets[i] < 0 || targets[i] >= sums.columns) {
            fail(&all, "an address that is not there");
            break;
        }
        const float new[BESIDE] = {(float)value, (float)hub, column[0][i], column[1][i], 1.0f,
                                   (float)value, (float)hub, column[2][i], column[3][i]};
        const float *held = sums.data + targets[i];
        int first = held[COUNT * sums.stride] == 0;
        for (int of = 0; of < BESIDE; of++) {
            float before = held[of * sums.stride];
            now[i][of] = of >= COUNT ? before + new[of] : first || new[of] > before ? new[of] : before;
        }
    }
    for (Py_ssize_t i = 0; i < count && !all.failed; i++)
        for (int of = 0; of < BESIDE; of++) sums.data[of * sums.stride + targets[i]] = now[i][of];
    return finished(&all);
}

/* Every feature but the two that are logarithms: those of `summed` and of the column of counts are taken by numpy. */
static PyObject *features(PyObject *module, PyObject *args) {
    PyObject *from[4];
    double mean, parents, scale;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOdddOO", &from[0], &from[1], &mean, &parents, &scale, &from[2], &from[3])) return NULL;
    Table sums = taken_table(&all, from[0], ROWS, 0);
    const int64_t *numbers = taken(&all, from[1], sizeof *numbers, ANY);
    Py_ssize_t count = last_count(&all, sizeof *numbers);
    float *summed = taken_for(&all, from[2], sizeof *summed, count);
    double(*table)[FEATURES] = taken_for(&all, from[3], sizeof *table, count);
    float usual = (float)(parents * mean);
    for (Py_ssize_t i = 0; i < count && !all.failed; i++) {
        if (numbers[i] < 0 || numbers[i] >= sums.columns) {
            fail(&all, "an address that is not there");
            break;
        }
        float of[ROWS];
        for (int at = 0; at < ROWS; at++) of[at] = sums.data[at * sums.stride + numbers[i]];
        double links = (double)of[COUNT], least_one = links > 1 ? links : 1, around = (double)of[CONTEXT] / least_one;
        double *found = table[i];
        summed[i] = of[SUM];
        found[0] = (double)(of[SUM] + usual) / (links + parents);
        found[1] = (double)of[HIGHEST];
        found[2] = of[ANCHOR] < 1 ? (double)of[ANCHOR] : 1;
        found[3] = around < 1 ? around : 1;
        found[4] = 0;
        found[5] = (double)(of[HUB] + usual) / (links + parents);
        found[6] = links;
        found[7] = 1;
        found[8] = (double)(of[ANCHOR_WORTH] / (float)scale);
        found[9] = (double)of[CONTEXT_WORTH] / least_one / scale;
        found[10] = (double)of[BESIDE] / (links + 1);
        found[11] = (double)of[BEST_HUB];
    }
    return finished(&all);
}

/* ---- what hubs bring ------------------------------------------------------------------------------------------------------ */

/* The classes of addresses, and which of them are hubs: a place before the first for no class, one behind the last for
 * classes met since. */
typedef struct {
    const int32_t *of;
    const unsigned char *hubs;
    Py_ssize_t count;
} Classes;

static Classes taken_classes(Taken *all, PyObject *of, PyObject *hubs, Py_ssize_t nodes) {
    Classes classes = {0};
    classes.of = taken(all, of, sizeof *classes.of, nodes);
    classes.hubs = taken(all, hubs, 1, ANY);
    classes.count = last_count(all, 1);
    if (!all->failed && classes.count < 1) fail(all, "no classes");
    return classes;
}

static inline int is_hub(const Classes *classes, Py_ssize_t node) {
    Py_ssize_t at = (Py_ssize_t)classes->of[node] + 1;
    return classes->hubs[at < 0 ? 0 : at < classes->count ? at : classes->count - 1];
}

static PyObject *brought(PyObject *module, PyObject *args) {
    PyObject *from[9];
    double carried, least, new, most;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOOOOddddO", &from[0], &from[1], &from[2], &from[3], &from[4], &from[5], &from[6],
                          &from[7], &carried, &least, &new, &most, &from[8]))
        return NULL;
    const unsigned char *fetched = taken(&all, from[0], 1, ANY);
    Py_ssize_t nodes = last_count(&all, 1);
    const double *labels = taken(&all, from[1], sizeof *labels, nodes);
    const double *chance = taken(&all, from[2], sizeof *chance, nodes);
    const float *yields = taken(&all, from[3], sizeof *yields, nodes);
    const float *expected = taken(&all, from[4], sizeof *expected, nodes);
    const int32_t *first = taken(&all, from[5], sizeof *first, nodes);
    Classes classes = taken_classes(&all, from[6], from[7], nodes);
    float *found = taken_for(&all, from[8], sizeof *found, nodes);
    double *sums = room_for(&all, nodes, sizeof *sums);
    int all_hubs = classes.count == 1; /* nothing was expected of any class yet */
    for (Py_ssize_t i = 0; i < nodes && !all.failed; i++) {
        if (first[i] < 0) continue;
        if (first[i] >= nodes) {
            fail(&all, "an address that is not there");
            break;
        }
        double own = fetched[i] ? labels[i] : chance[i];
        if (!(own > least)) {
            float on = all_hubs || is_hub(&classes, i) ? (fetched[i] ? yields[i] : expected[i]) * (float)carried : 0.0f;
            own = (double)(on > (float)new ? on : (float)new);
        }
        sums[first[i]] += own;
    }
    for (Py_ssize_t i = 0; i < nodes && !all.failed; i++)
        found[i] = (float)(fetched[i] ? (sums[i] < most ? sums[i] : most) : 0.0);
    return finished(&all);
}

static PyObject *near_hubs(PyObject *module, PyObject *args) {
    PyObject *from[8];
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOOOO", &from[0], &from[1], &from[2], &from[3], &from[4], &from[5], &from[6], &from[7]))
        return NULL;
    const unsigned char *fetched = taken(&all, from[0], 1, ANY);
    Py_ssize_t nodes = last_count(&all, 1);
    const float *bringing = taken(&all, from[1], sizeof *bringing, nodes);
    Classes classes = taken_classes(&all, from[2], from[3], nodes);
    Links links = taken_links(&all, NULL, from[4], from[5], nodes);
    double *good = taken_for(&all, from[6], sizeof *good, nodes), *near = taken_for(&all, from[7], sizeof *near, nodes);
    float *value = room_for(&all, links.count, sizeof *value), *known = room_for(&all, links.count, sizeof *known);
    unsigned char *touched = room_for(&all, links.count, 1);
    if (all.failed) return finished(&all);
    memset(good, 0, (size_t)nodes * sizeof *good);
    memset(near, 0, (size_t)nodes * sizeof *near);
    for (Py_ssize_t i = 0; i < links.count; i++) {
        int32_t node = links.target[i];
        if (!fetched[node] || !is_hub(&classes, node)) continue;
        known[i] = 1.0f;
        value[i] = bringing[node];
        Py_ssize_t last = i + STEPS < links.count ? i + STEPS : links.count - 1;
        for (Py_ssize_t at = i > STEPS ? i - STEPS : 0; at <= last; at++) touched[at] = 1;
    }
    for (Py_ssize_t i = 0; i < links.count; i++) {
        if (!touched[i]) continue; /* nothing but zeros beside it */
        float sums[2];
        beside(&links, value, known, i, sums);
        good[links.target[i]] += (double)sums[0];
        near[links.target[i]] += (double)sums[1];
    }
    return finished(&all);
}

/* Related pages per fetch by way of each hub, and the odds of that rate within its bounds, whose logarithm numpy takes. */
static PyObject *rates(PyObject *module, PyObject *args) {
    PyObject *from[6];
    double gain, others, least, most;
    Taken all = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOddddOO", &from[0], &from[1], &from[2], &from[3], &gain, &others, &least, &most, &from[4],
                          &from[5]))
        return NULL;
    const float *expected = taken(&all, from[0], sizeof *expected, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *expected);
    Classes classes = taken_classes(&all, from[1], from[2], nodes);
    const int64_t *numbers = taken(&all, from[3], sizeof *numbers, ANY);
    Py_ssize_t count = last_count(&all, sizeof *numbers);
    float *found = taken_for(&all, from[4], sizeof *found, count), *odds = taken_for(&all, from[5], sizeof *odds, count);
    for (Py_ssize_t i = 0; i < count && !all.failed; i++) {
        if (numbers[i] < 0 || numbers[i] >= nodes) {
            fail(&all, "an address that is not there");
            break;
        }
        float led_to = expected[numbers[i]] * (float)gain - (float)others;
        if (led_to < 0) led_to = 0;
        found[i] = is_hub(&classes, numbers[i]) ? led_to / (1 + led_to) : 0.0f;
        float rate = found[i] > (float)least ? found[i] : (float)least;
        rate = rate < (float)most ? rate : (float)most;
        odds[i] = rate / (1 - rate);
    }
    return finished(&all);
}

PyMethodDef RANKING[] = {
    {"rates", rates, METH_VARARGS,
     "rates(expected, classes, hubs, numbers, gain, others, least, most, found, odds): fills the last two, see yields.py."},
    {"gathered", gathered, METH_VARARGS,
     "gathered(source, target, shares, (anchor, its worth, context, its worth), value, fetched, mean, hub prior, shrink,\n"
     "sums): fills the last, see learned.py."},
    {"added", added, METH_VARARGS,
     "added(targets, value, hub, anchor, its worth, context, its worth, sums): a page's links into the last."},
    {"features", features, METH_VARARGS,
     "features(sums, numbers, mean, parents, scale, summed, found): fills the last two, a row for every number."},
    {"brought", brought, METH_VARARGS,
     "brought(fetched, labels, chance, yields, expected, first, classes, hubs, carried, least, new, most, found): fills the\n"
     "last, see yields.py."},
    {"near_hubs", near_hubs, METH_VARARGS,
     "near_hubs(fetched, brought, classes, hubs, target, shares, good, near): fills the last two, see yields.py."},
    {NULL, NULL, 0, NULL},
};
