/* The inner loops of the record extractor: groups of nodes on their way up the tree, the
 * paths of records, the sums of decision trees.
 *
 * Every function here has a twin in Python of the same meaning (hypotheses.py, agreement.py, ranking.py), which works
 * where this module is not built; tests hold the twins equal. Arrays come in through the buffer protocol and go out as bytes for
 * numpy. Safety: sizes of arrays that go together are compared, and numbers of nodes are checked before they are used
 * as places.
 */
#include "native.h"

/* ---- groups of nodes on their way up --------------------------------------------------------------------------- */

/* A growing array of bytes. */
typedef struct {
    char *data;
    size_t size, room;
} Bytes;

static int put(Bytes *to, const void *from, size_t size) {
    if (to->size + size > to->room) {
        size_t room = 2 * (to->size + size) + 256;
        char *data = PyMem_RawRealloc(to->data, room);
        if (data == NULL) return 0;
        to->data = data;
        to->room = room;
    }
    if (size) memcpy(to->data + to->size, from, size);
    to->size += size;
    return 1;
}

/* The groups that are still climbing, laid end to end. */
typedef struct {
    int32_t *at;
    int64_t *counts, *votes, *single;
    uint64_t *keys;
    Py_ssize_t groups;
} Front;

/* Leaves one of every set of equal groups, the first; `table` has room for twice as many groups, a power of two. */
static void merge_equal(Front *front, const int64_t *weights, Py_ssize_t *table, size_t mask) {
    memset(table, 0xff, (mask + 1) * sizeof *table);
    Py_ssize_t kept = 0;
    int32_t *read = front->at, *write = front->at;
    for (Py_ssize_t g = 0; g < front->groups; g++) {
        int64_t count = front->counts[g];
        uint64_t key = 0;
        for (int64_t i = 0; i < count; i++) key += (uint64_t)weights[read[i]];
        size_t slot = (size_t)(key ^ (key >> 32)) & mask;
        while (table[slot] >= 0 && front->keys[table[slot]] != key) slot = (slot + 1) & mask;
        if (table[slot] >= 0) {
            front->votes[table[slot]] += front->votes[g];
            front->single[table[slot]] += front->single[g];
        } else {
            table[slot] = kept;
            memmove(write, read, (size_t)count * sizeof *write);
            write += count;
            front->keys[kept] = key;
            front->counts[kept] = count;
            front->votes[kept] = front->votes[g];
            front->single[kept] = front->single[g];
            kept++;
        }
        read += count;
    }
    front->groups = kept;
}

/* The groups one level up; those that merge there are written out first. 0 where memory ends. */
static int climb_once(Front *front, const int32_t *parents, Bytes out[5]) {
    Py_ssize_t kept = 0;
    int32_t *read = front->at, *write = front->at;
    for (Py_ssize_t g = 0; g < front->groups; g++) {
        int64_t count = front->counts[g], apart = 0;
        int32_t last = -1;
        for (int64_t i = 0; i < count; i++) {
            int32_t above = parents[read[i]] < 0 ? read[i] : parents[read[i]];
            apart += i == 0 || above != last;
            last = above;
        }
        int merging = apart < count;
        if (merging && !(put(&out[0], read, (size_t)count * sizeof *read) && put(&out[1], &count, sizeof count) &&
                         put(&out[2], &front->keys[g], sizeof *front->keys) &&
                         put(&out[3], &front->votes[g], sizeof *front->votes) &&
                         put(&out[4], &front->single[g], sizeof *front->single)))
            return 0;
        if (apart >= 2) {
            int32_t *next = write;
            for (int64_t i = 0; i < count; i++) {
                int32_t above = parents[read[i]] < 0 ? read[i] : parents[read[i]];
                if (next == write || above != next[-1]) *next++ = above;
            }
            write = next;
            front->counts[kept] = apart;
            front->votes[kept] = front->votes[g];
            front->single[kept] = merging ? 0 : front->single[g];
            kept++;
        }
        read += count;
    }
    front->groups = kept;
    return 1;
}

static int nodes_fit(const int32_t *nodes, Py_ssize_t count, Py_ssize_t size, int32_t least) {
    for (Py_ssize_t i = 0; i < count; i++)
        if (nodes[i] < least || nodes[i] >= size) return 0;
    return 1;
}

/* climbed(order, sizes, parents, weights, levels): the groups of nodes that merge above, with their numbers of nodes,
 * keys, votes and single votes. */
static PyObject *climbed(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer order, sizes, parents, weights;
    int levels;
    if (!PyArg_ParseTuple(args, "y*y*y*y*i", &order, &sizes, &parents, &weights, &levels)) return NULL;
    Py_ssize_t nodes = parents.len / 4, entries = order.len / 4, groups = sizes.len / 8, total = 0;
    PyObject *result = NULL;
    Bytes out[5] = {{NULL, 0, 0}};
    Front front = {NULL, NULL, NULL, NULL, NULL, groups};
    Py_ssize_t *table = NULL;
    const int64_t *given = sizes.buf;
    int fits = weights.len / 8 >= nodes && nodes_fit(order.buf, entries, nodes, 0) &&
               nodes_fit(parents.buf, nodes, nodes, -1);
    for (Py_ssize_t g = 0; fits && g < groups; g++) {
        fits = given[g] > 0 && given[g] <= entries - total;
        total += fits ? given[g] : 0;
    }
    if (!fits || total != entries) {
        refused("the groups do not fit the page");
        goto done;
    }
    size_t room = 16;
    while (room < 2 * (size_t)groups) room *= 2;
    front.at = PyMem_RawMalloc((size_t)entries * sizeof *front.at + 1);
    front.counts = PyMem_RawMalloc((size_t)groups * sizeof *front.counts + 1);
    front.votes = PyMem_RawMalloc((size_t)groups * sizeof *front.votes + 1);
    front.single = PyMem_RawMalloc((size_t)groups * sizeof *front.single + 1);
    front.keys = PyMem_RawMalloc((size_t)groups * sizeof *front.keys + 1);
    table = PyMem_RawMalloc(room * sizeof *table);
    if (!front.at || !front.counts || !front.votes || !front.single || !front.keys || !table) {
        PyErr_NoMemory();
        goto done;
    }
    memcpy(front.at, order.buf, (size_t)entries * sizeof *front.at);
    memcpy(front.counts, given, (size_t)groups * sizeof *front.counts);
    for (Py_ssize_t g = 0; g < groups; g++) front.votes[g] = front.single[g] = 1;
    for (int level = 0; level < levels && front.groups > 0; level++) {
        merge_equal(&front, weights.buf, table, room - 1);
        if (!climb_once(&front, parents.buf, out)) {
            PyErr_NoMemory();
            goto done;
        }
    }
    result = Py_BuildValue("(y#y#y#y#y#)", out[0].data, (Py_ssize_t)out[0].size, out[1].data, (Py_ssize_t)out[1].size,
                           out[2].data, (Py_ssize_t)out[2].size, out[3].data, (Py_ssize_t)out[3].size, out[4].data,
                           (Py_ssize_t)out[4].size);
done:
    for (int i = 0; i < 5; i++) PyMem_RawFree(out[i].data);
    PyMem_RawFree(front.at);
    PyMem_RawFree(front.counts);
    PyMem_RawFree(front.votes);
    PyMem_RawFree(front.single);
    PyMem_RawFree(front.keys);
    PyMem_RawFree(table);
    PyBuffer_Release(&order);
    PyBuffer_Release(&sizes);
    PyBuffer_Release(&parents);
    PyBuffer_Release(&weights);
    return result;
}

/* ---- paths of records ------------------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sorted(int32_t *paths, Py_ssize_t count) {
    if (count > 24) {
        qsort(paths, (size_t)count, sizeof *paths, ascending);
        return;
    }
    for (Py_ssize_t i = 1; i < count; i++) {
        int32_t path = paths[i];
        Py_ssize_t at = i;
        for (; at > 0 && paths[at - 1] > path; at--) paths[at] = paths[at - 1];
        paths[at] = path;
    }
}

/* What is needed to gather distinct paths: when each was last seen, how often, its place, and those seen. */
typedef struct {
    int64_t *turn, *times, *place;
    int32_t *seen;
    Py_ssize_t count;
} Gather;

static void note(Gather *all, int32_t path, int64_t turn) {
    if (all->turn[path] != turn) {
        all->turn[path] = turn;
        all->times[path] = 0;
        all->seen[all->count++] = path;
    }
    all->times[path]++;
}

/* The distinct paths in ascending order, as entries of `found` from `base` on; how many there are. */
static Py_ssize_t settle(Gather *all, int64_t owner, int64_t span, Py_ssize_t base, int64_t *found, int64_t *times) {
    Py_ssize_t count = all->count;
    sorted(all->seen, count);
    for (Py_ssize_t i = 0; i < count; i++) {
        int32_t path = all->seen[i];
        all->place[path] = base + i;
        found[base + i] = owner * span + path;
        times[base + i] = all->times[path];
    }
    all->count = 0;
    return count;
}

/* paired(starts, counts, owners, paths, span): the distinct paths of every record, which of them each leaf is and how
 * often it comes; the distinct paths of every owner, which of them each of the first is and how many records have it. */
static PyObject *paired(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer starts, counts, owners, paths;
    Py_ssize_t span;
    if (!PyArg_ParseTuple(args, "y*y*y*y*n", &starts, &counts, &owners, &paths, &span)) return NULL;
    const int64_t *start = starts.buf, *count = counts.buf, *owner = owners.buf;
    const int32_t *path = paths.buf;
    Py_ssize_t records = starts.len / 8, leaves = paths.len / 4, total = 0, pairs = 0, keys = 0, at = 0;
    PyObject *result = NULL;
    int64_t *room = NULL, *table = NULL;
    int32_t *seen = NULL;
    int fits = counts.len == starts.len && owners.len == starts.len && span > 0 && nodes_fit(path, leaves, span, 0);
    for (Py_ssize_t r = 0; fits && r < records; r++) {
        fits = start[r] >= 0 && count[r] >= 0 && count[r] <= leaves && start[r] <= leaves - count[r] && owner[r] >= 0 &&
               (r == 0 || owner[r] >= owner[r - 1]);
        total += fits ? count[r] : 0;
    }
    if (!fits) {
        refused("the records do not fit the leaves");
        goto done;
    }
    room = PyMem_RawMalloc((size_t)total * 6 * sizeof *room + 1);
    table = PyMem_RawCalloc((size_t)span * 3 + 1, sizeof *table);
    seen = PyMem_RawMalloc((size_t)span * sizeof *seen);
    if (!room || !table || !seen) {
        PyErr_NoMemory();
        goto done;
    }
    int64_t *pair = room, *leaf_pair = pair + total, *times = leaf_pair + total, *key = times + total;
    int64_t *pair_key = key + total, *having = pair_key + total;
    Gather all = {table, table + span, table + 2 * span, seen, 0};
    int64_t turn = 0;
    for (Py_ssize_t r = 0; r < records; r++) {
        const int32_t *own = path + start[r];
        turn++;
        for (int64_t i = 0; i < count[r]; i++) note(&all, own[i], turn);
        Py_ssize_t more = settle(&all, r, span, pairs, pair, times);
        for (int64_t i = 0; i < count[r]; i++) leaf_pair[at++] = all.place[own[i]];
        pairs += more;
    }
    for (Py_ssize_t from = 0, to; from < pairs; from = to) {
        int64_t whose = owner[pair[from] / span];
        turn++;
        for (to = from; to < pairs && owner[pair[to] / span] == whose; to++) note(&all, (int32_t)(pair[to] % span), turn);
        keys += settle(&all, whose, span, keys, key, having);
        for (Py_ssize_t i = from; i < to; i++) pair_key[i] = all.place[pair[i] % span];
    }
    result = Py_BuildValue("(y#y#y#y#y#y#)", pair, pairs * 8, leaf_pair, total * 8, times, pairs * 8, key, keys * 8,
                           pair_key, pairs * 8, having, keys * 8);
done:
    PyMem_RawFree(room);
    PyMem_RawFree(table);
    PyMem_RawFree(seen);
    PyBuffer_Release(&starts);
    PyBuffer_Release(&counts);
    PyBuffer_Release(&owners);
    PyBuffer_Release(&paths);
    return result;
}

/* ---- decision trees -------------------------------------------------------------------------------------------- */

/* summed(rows, columns, roots, feature, threshold, children, value, depth): the sum of all trees for every row.
 * A leaf has itself as both children; `children` holds the right and the left child of every node side by side. */
static PyObject *summed(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer rows, roots, feature, threshold, children, value;
    Py_ssize_t columns;
    int depth;
    if (!PyArg_ParseTuple(args, "y*ny*y*y*y*y*i", &rows, &columns, &roots, &feature, &threshold, &children, &value,
                          &depth))
        return NULL;
    Py_ssize_t nodes = feature.len / 8, trees = roots.len / 8, count = columns > 0 ? rows.len / 4 / columns : 0;
    const int64_t *root = roots.buf, *which = feature.buf, *child = children.buf;
    const float *limit = threshold.buf, *cells = rows.buf, *worth = value.buf;
    PyObject *result = NULL;
    int fits = columns > 0 && threshold.len / 4 == nodes && children.len / 8 == 2 * nodes && value.len / 4 == nodes;
    for (Py_ssize_t i = 0; fits && i < nodes; i++)
        fits = which[i] >= 0 && which[i] < columns && child[2 * i] >= 0 && child[2 * i] < nodes &&
               child[2 * i + 1] >= 0 && child[2 * i + 1] < nodes;
    for (Py_ssize_t i = 0; fits && i < trees; i++) fits = root[i] >= 0 && root[i] < nodes;
    if (!fits)
        refused("the trees do not fit the rows");
    else if ((result = PyBytes_FromStringAndSize(NULL, count * 8)) != NULL) {
        double *sums = (double *)(void *)PyBytes_AS_STRING(result);
        for (Py_ssize_t i = 0; i < count; i++, cells += columns) {
            double sum = 0;
            for (Py_ssize_t t = 0; t < trees; t++) {
                int64_t at = root[t];
                for (int d = 0; d < depth; d++) at = child[2 * at + (cells[which[at]] <= limit[at])];
                sum += worth[at];
            }
            memcpy(&sums[i], &sum, sizeof sum);
        }
    }
    PyBuffer_Release(&rows);
    PyBuffer_Release(&roots);
    PyBuffer_Release(&feature);
    PyBuffer_Release(&threshold);
    PyBuffer_Release(&children);
    PyBuffer_Release(&value);
    return result;
}

PyMethodDef RECORDS[] = {
    {"climbed", climbed, METH_VARARGS, "climbed(order, sizes, parents, weights, levels) -> roots, counts, keys, votes, single."},
    {"paired", paired, METH_VARARGS, "paired(starts, counts, owners, paths, span) -> pairs, of leaves, times; keys, of pairs, having."},
    {"summed", summed, METH_VARARGS, "summed(rows, columns, roots, feature, threshold, children, value, depth) -> sums."},
    {NULL, NULL, 0, NULL},
};
