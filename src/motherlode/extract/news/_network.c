/* A small network over the rows of a table, as model.py describes it: scaled numbers in, a probability a row out.
 *
 * Network(centre, scale, outlier, layers): layers are pairs of a matrix (inputs × outputs) and offsets, all float32.
 * Network.judge(table): float64 bytes, a mean of sigmoids for every row; the first `inputs` columns are looked at.
 *
 * Most numbers of a block are zero. What a row of zeros gives before the first max(0, ·) is computed once; a row then
 * costs one multiplication and addition of a row of the matrix for every number that is not zero.
 *
 * Safety: sizes of all matrices are compared when a network is made, and of a table when it is judged.
 */
#include "_arrays.h"
#include <math.h>

enum { MOST_NUMBERS = 1 << 14 };

/* Outputs are computed eight at a time, as vectors that compilers map to what the machine has. */
typedef float Lane __attribute__((vector_size(32), aligned(4), may_alias));
enum { LANE = sizeof(Lane) / sizeof(float), WIDE = 12, NARROW = 3 };

typedef struct {
    Py_ssize_t inputs, outputs, padded; /* outputs up to a whole number of lanes */
    float *matrix, *offset;             /* by rows: the weights of one input stand side by side, zeros after them */
} Layer;

/* What goes into a layer: the inputs that count, and their values. */
typedef struct {
    Py_ssize_t count;
    int32_t *inputs;
    float *values;
} Row;

typedef struct {
    PyObject_HEAD
    PyObject *made_of; /* the arguments, for copies */
    Layer *layers;
    Py_ssize_t count, widest;
    float *centre, *scale, *zero; /* of each input; what a zero becomes when it is scaled */
    float outlier;
} Network;

static inline float scaled(float value, float centre, float scale, float outlier) {
    float number = (value - centre) * scale;
    number = number > -outlier ? number : -outlier;
    return number < outlier ? number : outlier;
}

static void network_dealloc(Network *self) {
    for (Py_ssize_t i = 0; self->layers && i < self->count; i++) {
        PyMem_Free(self->layers[i].matrix);
        PyMem_Free(self->layers[i].offset);
    }
    PyMem_Free(self->layers);
    PyMem_Free(self->centre);
    PyMem_Free(self->scale);
    PyMem_Free(self->zero);
    Py_XDECREF(self->made_of);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* A copy of an array of floats, `rows` rows of `items`, each followed by zeros up to `padded`. */
static float *copied(Taken *all, PyObject *from, Py_ssize_t rows, Py_ssize_t items, Py_ssize_t padded) {
    const float *data = taken(all, from, sizeof(float), rows * items);
    if (all->failed) return NULL;
    float *copy = PyMem_Calloc((size_t)(rows * padded) + 1, sizeof *copy);
    if (copy == NULL) {
        PyErr_NoMemory();
        all->failed = 1;
    } else
        for (Py_ssize_t row = 0; row < rows; row++)
            memcpy(copy + row * padded, data + row * items, (size_t)items * sizeof *copy);
    PyBuffer_Release(&all->views[--all->count]);
    return copy;
}

/* How many floats an array has. */
static Py_ssize_t size_of(Taken *all, PyObject *array) {
    (void)taken(all, array, sizeof(float), ANY);
    if (all->failed) return 0;
    Py_ssize_t size = last_count(all, sizeof(float));
    PyBuffer_Release(&all->views[--all->count]);
    if (size < 1 || size > MOST_NUMBERS) {
        refused("a layer has numbers");
        all->failed = 1;
    }
    return size;
}

/* Adds to the first offsets what a row of zeros gives. */
static int add_zeros(Network *self) {
    Layer *first = self->layers;
    self->zero = PyMem_Malloc((size_t)first->inputs * sizeof(float) + 1);
    if (self->zero == NULL) return PyErr_NoMemory(), -1;
    for (Py_ssize_t k = 0; k < first->inputs; k++) self->zero[k] = scaled(0, self->centre[k], self->scale[k], self->outlier);
    for (Py_ssize_t j = 0; j < first->outputs; j++) {
        double sum = first->offset[j];
        for (Py_ssize_t k = 0; k < first->inputs; k++) sum += (double)self->zero[k] * first->matrix[k * first->padded + j];
        first->offset[j] = (float)sum;
    }
    return 0;
}

static int fill_layers(Network *self, PyObject *layers, Py_ssize_t inputs) {
    Taken all = {0};
    for (Py_ssize_t i = 0; i < self->count && !all.failed; i++) {
        Layer *layer = self->layers + i;
        PyObject **pair = items_of(&all, PyTuple_GET_ITEM(layers, i), 2);
        if (pair == NULL) break;
        layer->inputs = inputs;
        layer->outputs = inputs = size_of(&all, pair[1]);
        layer->padded = (layer->outputs + LANE - 1) / LANE * LANE;
        if (!all.failed) layer->offset = copied(&all, pair[1], 1, layer->outputs, layer->padded);
        if (!all.failed) layer->matrix = copied(&all, pair[0], layer->inputs, layer->outputs, layer->padded);
        if (layer->padded > self->widest) self->widest = layer->padded;
    }
    give_back(&all);
    return all.failed ? -1 : 0;
}

static PyObject *network_new(PyTypeObject *type, PyObject *args, PyObject *none) {
    PyObject *centre, *scale, *layers;
    (void)none;
    Taken all = {0};
    Network *self = (Network *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    if (!PyArg_ParseTuple(args, "OOfO!", &centre, &scale, &self->outlier, &PyTuple_Type, &layers)) goto failed;
    self->made_of = Py_NewRef(args);
    self->count = PyTuple_GET_SIZE(layers);
    self->layers = PyMem_Calloc((size_t)self->count + 1, sizeof *self->layers);
    if (self->layers == NULL) goto failed;
    if (self->count == 0) {
        refused("a network has layers");
        goto failed;
    }
    Py_ssize_t inputs = self->widest = size_of(&all, centre);
    if (!all.failed) self->centre = copied(&all, centre, 1, inputs, inputs);
    if (!all.failed) self->scale = copied(&all, scale, 1, inputs, inputs);
    if (all.failed || fill_layers(self, layers, inputs) < 0 || add_zeros(self) < 0) goto failed;
    return (PyObject *)self;
failed:
    give_back(&all);
    if (!PyErr_Occurred()) PyErr_NoMemory();
    Py_DECREF(self);
    return NULL;
}

/* outputs = offset + values × matrix, for so many lanes from `first` on; few enough for the machine's registers. */
static inline __attribute__((always_inline)) void multiply_lanes(const Layer *layer, const Row *row, float *outputs,
                                                                 Py_ssize_t first, int lanes) {
    Lane sums[WIDE];
    for (int k = 0; k < lanes; k++) sums[k] = ((const Lane *)(layer->offset + first))[k];
    for (Py_ssize_t i = 0; i < row->count; i++) {
        const Lane *weights = (const Lane *)(layer->matrix + row->inputs[i] * layer->padded + first);
        float value = row->values[i];
        for (int k = 0; k < lanes; k++) sums[k] += value * weights[k];
    }
    for (int k = 0; k < lanes; k++) ((Lane *)(outputs + first))[k] = sums[k];
}

#define MULTIPLY(NAME)                                                        \
    static void NAME(const Layer *layer, const Row *row, float *outputs) {    \
        Py_ssize_t first = 0;                                                 \
        for (; layer->padded - first >= WIDE * LANE; first += WIDE * LANE)    \
            multiply_lanes(layer, row, outputs, first, WIDE);                 \
        for (; layer->padded - first >= NARROW * LANE; first += NARROW * LANE) \
            multiply_lanes(layer, row, outputs, first, NARROW);               \
        for (; first < layer->padded; first += LANE)                          \
            multiply_lanes(layer, row, outputs, first, 1);                    \
    }

MULTIPLY(multiply_anywhere)

/* How far scaled numbers are from what zeros become: a loop that compilers turn into vectors. */
#define SCALE(NAME)                                                                                                \
    static void NAME(const Network *self, const float *restrict numbers, float *restrict scaled_numbers) {         \
        const float *centre = self->centre, *scale = self->scale, *zero = self->zero, outlier = self->outlier;     \
        for (Py_ssize_t k = 0; k < self->layers[0].inputs; k++)                                                    \
            scaled_numbers[k] = scaled(numbers[k], centre[k], scale[k], outlier) - zero[k];                        \
    }

SCALE(scale_anywhere)

/* Puts the numbers that are not zero into a row, or those above zero alone, as max(0, ·) does; without a branch, for nobody
 * can foresee which are. `from` is the first that is looked at, `row` has those before it. */
static inline void put_rest(const float *restrict numbers, Py_ssize_t from, Py_ssize_t all, int above, Row *row) {
    int32_t *restrict inputs = row->inputs;
    float *restrict values = row->values;
    Py_ssize_t count = row->count;
    for (Py_ssize_t k = from; k < all; k++) {
        float value = numbers[k];
        inputs[count] = (int32_t)k;
        values[count] = value;
        count += above ? value > 0 : value != 0;
    }
    row->count = count;
}

static void put_anywhere(const float *numbers, Py_ssize_t all, int above, Row *row) {
    row->count = 0;
    if (above)
        put_rest(numbers, 0, all, 1, row);
    else
        put_rest(numbers, 0, all, 0, row);
}

static void (*multiply)(const Layer *, const Row *, float *) = multiply_anywhere;
static void (*scale_numbers)(const Network *, const float *, float *) = scale_anywhere;
static void (*put)(const float *, Py_ssize_t, int, Row *) = put_anywhere;

/* A library that was built for any x86-64 takes wider vectors all the same when the machine has them. */
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

__attribute__((target("avx2,fma"))) MULTIPLY(multiply_wide)
__attribute__((target("avx2,fma"))) SCALE(scale_wide)

static uint64_t packing[256]; /* for every choice among eight places: the places that are chosen, a byte each */

__attribute__((target("avx2,fma"))) static void put_wide(const float *numbers, Py_ssize_t all, int above, Row *row) {
    const __m256 nothing = _mm256_setzero_ps();
    __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    Py_ssize_t count = 0, k = 0;
    for (; all - k >= 8; k += 8) { /* never more is written than was looked at */
        __m256 values = _mm256_loadu_ps(numbers + k);
        __m256 wanted = above ? _mm256_cmp_ps(values, nothing, _CMP_GT_OQ) : _mm256_cmp_ps(values, nothing, _CMP_NEQ_UQ);
        int chosen = _mm256_movemask_ps(wanted);
        __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)packing[chosen]));
        _mm256_storeu_ps(row->values + count, _mm256_permutevar8x32_ps(values, order));
        _mm256_storeu_si256((__m256i *)(row->inputs + count), _mm256_permutevar8x32_epi32(places, order));
        count += __builtin_popcount((unsigned)chosen);
        places = _mm256_add_epi32(places, _mm256_set1_epi32(8));
    }
    row->count = count;
    put_rest(numbers, k, all, above, row);
}

static void choose_machine(void) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
    for (int chosen = 0; chosen < 256; chosen++) {
        int filled = 0;
        for (int place = 0; place < 8; place++)
            if (chosen >> place & 1) packing[chosen] |= (uint64_t)place << (8 * filled++);
    }
    multiply = multiply_wide;
    scale_numbers = scale_wide;
    put = put_wide;
}
#else
static void choose_machine(void) {}
#endif

/* The probability of one row of the table; `row` and `outputs` have room for the widest layer. */
static double judged(const Network *self, const float *numbers, Row *row, float *outputs) {
    const Layer *layer = self->layers;
    scale_numbers(self, numbers, outputs);
    put(outputs, layer->inputs, 0, row);
    multiply(layer, row, outputs);
    for (Py_ssize_t i = 1; i < self->count; i++) {
        put(outputs, layer->outputs, 1, row);
        layer = self->layers + i;
        multiply(layer, row, outputs);
    }
    double sum = 0;
    for (Py_ssize_t j = 0; j < layer->outputs; j++) {
        double value = outputs[j] < -30 ? -30 : outputs[j] > 30 ? 30 : outputs[j];
        sum += 1 / (1 + exp(-value));
    }
    return sum / (double)layer->outputs;
}

static PyObject *network_judge(Network *self, PyObject *given) {
    Taken all = {0};
    Py_ssize_t rows = PyObject_Size(given);
    if (rows < 0) return NULL;
    Table table = taken_table(&all, given, rows, self->layers[0].inputs);
    PyObject *result = all.failed ? NULL : PyBytes_FromStringAndSize(NULL, rows * (Py_ssize_t)sizeof(double));
    size_t widest = (size_t)self->widest + 1; /* the place after the last is written to, too */
    float *outputs = PyMem_Malloc(widest * sizeof *outputs);
    Row row = {0, PyMem_Malloc(widest * sizeof *row.inputs), PyMem_Malloc(widest * sizeof *row.values)};
    if (result != NULL && (outputs == NULL || row.inputs == NULL || row.values == NULL)) {
        Py_CLEAR(result);
        PyErr_NoMemory();
    }
    if (result != NULL) {
        double *probabilities = (double *)PyBytes_AS_STRING(result);
        for (Py_ssize_t i = 0; i < rows; i++)
            probabilities[i] = judged(self, table.data + i * table.stride, &row, outputs);
    }
    PyMem_Free(outputs);
    PyMem_Free(row.inputs);
    PyMem_Free(row.values);
    give_back(&all);
    return result;
}

static PyObject *network_reduce(Network *self, PyObject *none) {
    (void)none;
    return Py_BuildValue("(OO)", (PyObject *)Py_TYPE(self), self->made_of);
}

static PyMethodDef NETWORK_METHODS[] = {
    {"judge", (PyCFunction)network_judge, METH_O, "judge(table) -> a probability for every row, as bytes of float64."},
    {"__reduce__", (PyCFunction)network_reduce, METH_NOARGS, "How it is copied."},
    {NULL, NULL, 0, NULL},
};
static PyTypeObject NetworkType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "motherlode.extract.news._network.Network",
    .tp_basicsize = sizeof(Network),
    .tp_dealloc = (destructor)network_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = NETWORK_METHODS,
    .tp_new = network_new,
    .tp_doc = "Network(centre, scale, outlier, layers): scaled numbers in, a probability a row out.",
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, .m_name = "motherlode.extract.news._network", .m_size = -1};

PyMODINIT_FUNC PyInit__network(void) {
    choose_machine();
    if (PyType_Ready(&NetworkType) < 0) return NULL;
    PyObject *module = PyModule_Create(&MODULE);
    if (module && (PyModule_AddObjectRef(module, "Network", (PyObject *)&NetworkType) < 0 ||
                   PyModule_AddIntConstant(module, "VERSION", 1) < 0))
        Py_CLEAR(module);
    return module;
}
