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
    PyObject *given[4], *result = NULL;
    Taken all = {0};
    int levels;
    if (!PyArg_ParseTuple(args, "OOOOi", &given[0], &given[1], &given[2], &given[3], &levels)) return NULL;
    const int32_t *order = taken(&all, given[0], sizeof *order, ANY);
    Py_ssize_t entries = last_count(&all, sizeof *order), total = 0;
    const int64_t *sizes = taken(&all, given[1], sizeof *sizes, ANY);
    Py_ssize_t groups = last_count(&all, sizeof *sizes);
    const int32_t *parents = taken(&all, given[2], sizeof *parents, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *parents);
    const int64_t *weights = taken(&all, given[3], sizeof *weights, nodes);
    size_t room = 16;
    while (room < 2 * (size_t)groups) room *= 2;
    Bytes out[5] = {{NULL, 0, 0}};
    Front front = {room_for(&all, entries, 4), room_for(&all, groups, 8), room_for(&all, groups, 8),
                   room_for(&all, groups, 8), room_for(&all, groups, 8), groups};
    Py_ssize_t *table = room_for(&all, (Py_ssize_t)room, sizeof *table);
    int fits = !all.failed && nodes_fit(order, entries, nodes, 0) && nodes_fit(parents, nodes, nodes, -1);
    for (Py_ssize_t g = 0; fits && g < groups; g++) {
        fits = sizes[g] > 0 && sizes[g] <= entries - total;
        total += fits ? sizes[g] : 0;
    }
    if (!fits || total != entries) fail(&all, "the groups do not fit the page");
    for (Py_ssize_t g = 0; !all.failed && g < groups; g++) {
        front.counts[g] = sizes[g];
        front.votes[g] = front.single[g] = 1;
    }
    if (!all.failed) memcpy(front.at, order, (size_t)entries * sizeof *order);
    for (int level = 0; !all.failed && level < levels && front.groups > 0; level++) {
        merge_equal(&front, weights, table, room - 1);
        if (!climb_once(&front, parents, out)) {
            PyErr_NoMemory();
            all.failed = 1;
        }
    }
    if (!all.failed)
        result = Py_BuildValue("(y#y#y#y#y#)", out[0].data, (Py_ssize_t)out[0].size, out[1].data, (Py_ssize_t)out[1].size,
                               out[2].data, (Py_ssize_t)out[2].size, out[3].data, (Py_ssize_t)out[3].size, out[4].data,
                               (Py_ssize_t)out[4].size);
    for (int i = 0; i < 5; i++) PyMem_RawFree(out[i].data);
    give_back(&all);
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
    PyObject *given[4], *result = NULL;
    Taken taking = {0};
    Py_ssize_t span, total = 0, pairs = 0, keys = 0, at = 0;
    if (!PyArg_ParseTuple(args, "OOOOn", &given[0], &given[1], &given[2], &given[3], &span)) return NULL;
    const int64_t *start = taken(&taking, given[0], sizeof *start, ANY);
    Py_ssize_t records = last_count(&taking, sizeof *start);
    const int64_t *count = taken(&taking, given[1], sizeof *count, records);
    const int64_t *owner = taken(&taking, given[2], sizeof *owner, records);
    const int32_t *path = taken(&taking, given[3], sizeof *path, ANY);
    Py_ssize_t leaves = last_count(&taking, sizeof *path);
    int fits = !taking.failed && span > 0 && nodes_fit(path, leaves, span, 0);
    for (Py_ssize_t r = 0; fits && r < records; r++) {
        fits = start[r] >= 0 && count[r] >= 0 && count[r] <= leaves && start[r] <= leaves - count[r] && owner[r] >= 0 &&
               (r == 0 || owner[r] >= owner[r - 1]);
        total += fits ? count[r] : 0;
    }
    if (!fits) fail(&taking, "the records do not fit the leaves");
    int64_t *room = room_for(&taking, total * 6, sizeof *room), *table = room_for(&taking, span * 3, sizeof *table);
    int32_t *seen = room_for(&taking, span, sizeof *seen);
    if (taking.failed) goto done;
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
    give_back(&taking);
    return result;
}

/* ---- decision trees -------------------------------------------------------------------------------------------- */

/* summed(rows, columns, roots, feature, threshold, children, value, depth): the sum of all trees for every row.
 * A leaf has itself as both children; `children` holds the right and the left child of every node side by side. */
static PyObject *summed(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *given[6], *result = NULL;
    Taken all = {0};
    Py_ssize_t columns;
    int depth;
    if (!PyArg_ParseTuple(args, "OnOOOOOi", &given[0], &columns, &given[1], &given[2], &given[3], &given[4], &given[5], &depth))
        return NULL;
    const float *cells = taken(&all, given[0], sizeof *cells, ANY);
    Py_ssize_t count = columns > 0 ? last_count(&all, sizeof *cells) / columns : 0;
    const int64_t *root = taken(&all, given[1], sizeof *root, ANY);
    Py_ssize_t trees = last_count(&all, sizeof *root);
    const int64_t *which = taken(&all, given[2], sizeof *which, ANY);
    Py_ssize_t nodes = last_count(&all, sizeof *which);
    const float *limit = taken(&all, given[3], sizeof *limit, nodes);
    const int64_t *child = taken(&all, given[4], sizeof *child, 2 * nodes);
    const float *worth = taken(&all, given[5], sizeof *worth, nodes);
    int fits = !all.failed && columns > 0;
    for (Py_ssize_t i = 0; fits && i < nodes; i++)
        fits = which[i] >= 0 && which[i] < columns && child[2 * i] >= 0 && child[2 * i] < nodes &&
               child[2 * i + 1] >= 0 && child[2 * i + 1] < nodes;
    for (Py_ssize_t i = 0; fits && i < trees; i++) fits = root[i] >= 0 && root[i] < nodes;
    if (!fits)
        fail(&all, "the trees do not fit the rows");
    else if ((result = PyBytes_FromStringAndSize(NULL, count * 8)) != NULL) {
        double *sums = (double *)(void *)PyBytes_AS_STRING(result);
        for (Py_ssize_t i = 0; i < count; i++, cells += columns) {
            sums[i] = 0;
            for (Py_ssize_t t = 0; t < trees; t++) {
                int64_t at = root[t];
                for (int d = 0; d < depth; d++) at = child[2 * at + (cells[which[at]] <= limit[at])];
                sums[i] += worth[at];
            }
        }
    }
    give_back(&all);
    return result;
}

PyMethodDef RECORDS[] = {
    {"climbed", climbed, METH_VARARGS, "climbed(order, sizes, parents, weights, levels) -> roots, counts, keys, votes, single."},
    {"paired", paired, METH_VARARGS, "paired(starts, counts, owners, paths, span) -> pairs, of leaves, times; keys, of pairs, having."},
    {"summed", summed, METH_VARARGS, "summed(rows, columns, roots, feature, threshold, children, value, depth) -> sums."},
    {NULL, NULL, 0, NULL},
};
