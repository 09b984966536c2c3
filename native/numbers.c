/* Numbers about each block of a page that need no judgement of other blocks, as features.py describes them.
 *
 * fill(table, columns, told, tree, blocks, around, page, tables) writes all of them but those that compare texts.
 * `columns` says at which column each part begins, `told` at which the part that is about what
 * the page says of itself; the other arguments are tuples:
 *   tree    codes, depths, and first and last blocks inside the elements above each block (levels × blocks, int32)
 *   blocks  texts, starts, boxes, characters, those in links, links, bold characters
 *   around  spans, hints, own hints (blocks × kinds, float32), hidden
 *   page    row of the headline or -1, bits of the page's types, how many types, codes of <article> and <h1>
 *   tables  of characters: signs (uint16) and edges (uint8); of codes: groups (int8)
 *
 * Safety: sizes of all arrays are compared, and numbers of nodes and blocks checked before they are used.
 */
#include "native.h"

enum { PLANE = 0x10000, CODES = 256, SAMPLE = 160, PARTS = 10, FEW = 2 };
enum { TEXT, OWN, GROUPS, SPANS, HINTS, OWN_HINTS, POSITIONS, NEIGHBOURS, CONTAINERS, ON_THE_PAGE };
enum { TEXT_NUMBERS = 20, OWN_NUMBERS = 5, POSITION_NUMBERS = 12, NEIGHBOUR_NUMBERS = 23, PAGE_NUMBERS = 8, TOLD_NUMBERS = 5 };
enum { PARAGRAPH = 0, ITEM = 5, CELL = 6 }; /* groups of tags */

typedef struct {
    const uint8_t *codes;
    const int32_t *depths, *low, *high;
    Py_ssize_t nodes, levels;
    PyObject *texts;
    const int64_t *starts, *boxes;
    const double *chars, *link_chars, *links, *bold_chars;
    Py_ssize_t count;
    const float *spans, *hints, *own_hints, *hidden;
    Py_ssize_t span_kinds, hint_kinds;
    Py_ssize_t headline, types, type_count, article, first_heading;
    const uint16_t *signs;
    const uint8_t *edges;
    const int8_t *groups;
    Py_ssize_t columns[PARTS];
    Table table;
    const double *logarithms;
    double *sums; /* room for SUMS running sums, each beginning with zero */
} Page;

enum { CHARS, LINKS, LONGS, PROSE, LINKED, PARAGRAPHS, SUMS };

static float *part(const Page *page, int name, Py_ssize_t row) {
    return page->table.data + row * page->table.stride + page->columns[name];
}
static float words_of(const Page *page, Py_ssize_t row) { return part(page, TEXT, row)[1]; }
static float link_share_of(const Page *page, Py_ssize_t row) { return part(page, OWN, row)[0]; }
static int group_of(const Page *page, Py_ssize_t row) { return page->groups[page->codes[page->boxes[row]]]; }
static double sum(const Page *page, int of, Py_ssize_t upto) { return page->sums[of * (page->count + 1) + upto]; }
/* log(1 + number) of a whole number, which most are small. */
static double log_of(const Page *page, Py_ssize_t number) {
    return number < LOGARITHMS ? page->logarithms[number] : log1p((double)number);
}
static float least(double value, double most) { return (float)(value < most ? value : most); }

/* ---- signs in the texts -------------------------------------------------------------------------------------------- */

/* Bits of the tables that text_features.py makes: what a character may be a sign of, and what it says at the edge of a text. */
enum {
    END = 1, AFTER_END = 2, COMMA = 4, DIGIT = 8, CAPITAL = 16, UPPER = 32, SPACE = 64, SEPARATOR = 128, AT = 256,
    QUESTION = 512, MONEY = 1024, HAN = 2048, CENTURY = 4096, COLON = 8192, YEAR = 16384, RIGHTS = 32768,
    TERMINAL = 1, OPENING = 2, SMALL = 4, COLON_LAST = 8,
};

typedef struct {
    int ends, commas, digits, spaces, han, initials, capitals, dated, priced, rights;
    uint16_t all;
} Signs;

static int is_at(const Py_UCS4 *text, Py_ssize_t size, Py_ssize_t at, const char *word) {
    for (; *word; word++, at++)
        if (at >= size || text[at] != (Py_UCS4)*word) return 0;
    return 1;
}

/* Whether a word about rights begins here. */
static int speaks_of_rights(const Py_UCS4 *text, Py_ssize_t size, Py_ssize_t at) {
    return text[at] == 0xa9 || is_at(text, size, at, "opyright") || is_at(text, size, at, "(c)") ||
           (text[at] == 0x7248 && at + 1 < size && text[at + 1] == 0x6743);
}

/* Counts over a sample, which stands between line ends: flags[0] and flags[size + 1] are those. */
static Signs signs_in(const Py_UCS4 *text, const uint16_t *flags, Py_ssize_t size) {
    Signs found = {0};
    for (Py_ssize_t i = 1; i <= size; i++) {
        uint16_t before = flags[i - 1], here = flags[i], after = flags[i + 1];
        found.all |= here;
        if (here == 0) continue;
        found.spaces += (here & SPACE) != 0;
        found.ends += (here & END) && (after & AFTER_END);
        found.commas += (here & COMMA) != 0;
        found.digits += (here & DIGIT) != 0;
        found.han += (here & HAN) != 0;
        found.initials += (before & SPACE) && (here & CAPITAL);
        found.capitals += (here & UPPER) != 0;
        if (here & (YEAR | DIGIT | MONEY | RIGHTS)) {
            if (here & YEAR) found.dated = 1;
            if (here & DIGIT) {
                if (after & MONEY) found.priced = 1;
                if (i + 3 <= size && flags[i + 2] & flags[i + 3] & DIGIT &&
                    ((after & COLON) || (after & DIGIT && here & CENTURY && !(before & DIGIT))))
                    found.dated = 1;
            } else if ((here & MONEY) && (after & DIGIT))
                found.priced = 1;
            if ((here & RIGHTS) && !found.rights) found.rights = speaks_of_rights(text, size, i - 1);
        }
    }
    found.spaces++; /* the line end after it */
    return found;
}

static void text_numbers(const Page *page, Py_ssize_t row, float *numbers) {
    PyObject *text = PyList_GET_ITEM(page->texts, row);
    Py_ssize_t whole = PyUnicode_GET_LENGTH(text), size = whole < SAMPLE ? whole : SAMPLE;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    uint16_t flags[SAMPLE + 2];
    Py_UCS4 sample[SAMPLE], first = PyUnicode_READ(kind, data, 0), last = PyUnicode_READ(kind, data, whole - 1);
    flags[0] = flags[size + 1] = page->signs['\n'];
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 c = sample[i] = PyUnicode_READ(kind, data, i);
        flags[i + 1] = page->signs[c < PLANE ? c : PLANE - 1];
    }
    Signs found = signs_in(sample, flags, size);
    uint8_t begin = page->edges[first < PLANE ? first : PLANE - 1], end = page->edges[last < PLANE ? last : PLANE - 1];
    double length = (double)whole, looked_at = (double)size, share = length / looked_at, mostly = 0.3 * looked_at;
    double words = share * (found.han / 1.7 + (found.han < mostly ? found.spaces : 0.3 * found.spaces));
    numbers[0] = (float)log_of(page, whole);
    numbers[1] = (float)log1p(words);
    numbers[2] = least(found.ends * share, 6);
    numbers[3] = least(found.commas * share, 10);
    numbers[4] = (float)((found.ends + found.commas) * share / (words + 3));
    numbers[5] = (float)(found.digits / looked_at);
    numbers[6] = (float)found.initials / (float)found.spaces;
    numbers[7] = (float)(found.capitals / looked_at);
    numbers[8] = (end & TERMINAL) != 0;
    numbers[9] = (end & COLON_LAST) != 0;
    numbers[10] = (found.all & SEPARATOR) != 0;
    numbers[11] = (float)found.dated;
    numbers[12] = (float)found.priced;
    numbers[13] = (float)found.rights;
    numbers[14] = (found.all & AT) != 0;
    numbers[15] = (begin & OPENING) != 0;
    numbers[16] = (begin & SMALL) != 0;
    numbers[17] = found.han > mostly;
    numbers[18] = least(length / (words + 1), 12);
    numbers[19] = (found.all & QUESTION) != 0;
}

/* ---- the block and what is around it ------------------------------------------------------------------------------- */

static void own_numbers(const Page *page, Py_ssize_t row) {
    float *numbers = part(page, OWN, row), share;
    double chars = page->chars[row] > 1 ? page->chars[row] : 1;
    share = (float)(page->link_chars[row] / chars);
    numbers[0] = share;
    numbers[1] = least(page->links[row], 10);
    numbers[2] = (float)(page->bold_chars[row] / chars);
    numbers[3] = least(page->hidden[row], FEW);
    numbers[4] = (1 - share) * words_of(page, row);
    int group = group_of(page, row);
    if (group >= 0) part(page, GROUPS, row)[group] = 1;
    float *spans = part(page, SPANS, row), *hints = part(page, HINTS, row);
    const float *span = page->spans + row * page->span_kinds, *hint = page->hints + row * page->hint_kinds;
    for (Py_ssize_t k = 0; k < page->span_kinds; k++) spans[k] = span[k] < FEW ? span[k] : FEW;
    for (Py_ssize_t k = 0; k < page->hint_kinds; k++) hints[k] = hint[k] < FEW ? hint[k] : FEW;
    memcpy(part(page, OWN_HINTS, row), page->own_hints + row * page->hint_kinds, (size_t)page->hint_kinds * sizeof(float));
}

/* ---- the block's place among the others ----------------------------------------------------------------------------- */

static void sum_up(const Page *page) {
    Py_ssize_t count = page->count;
    for (int of = 0; of < SUMS; of++) page->sums[of * (count + 1)] = 0;
    double many = log1p(12.0);
    for (Py_ssize_t i = 0; i < count; i++) {
        float words = words_of(page, i), share = link_share_of(page, i);
        double values[SUMS] = {
            [CHARS] = page->chars[i],
            [LINKS] = page->link_chars[i],
            [LONGS] = words > many && share < 0.4f ? page->chars[i] : 0,
            [PROSE] = (1 - share) * words,
            [LINKED] = share,
            [PARAGRAPHS] = group_of(page, i) == PARAGRAPH,
        };
        for (int of = 0; of < SUMS; of++) page->sums[of * (count + 1) + i + 1] = page->sums[of * (count + 1) + i] + values[of];
    }
}

static void position_numbers(const Page *page, Py_ssize_t row, float *numbers) {
    double whole = sum(page, CHARS, page->count), mass = sum(page, CHARS, row + 1);
    if (whole < 1) whole = 1;
    numbers[0] = (float)((double)row / (double)page->count);
    numbers[1] = (float)(mass / whole);
    numbers[2] = (float)((mass - page->chars[row]) / whole);
    numbers[3] = (float)log_of(page, row);
    numbers[4] = (float)log_of(page, page->count - 1 - row);
    numbers[5] = least(page->depths[page->boxes[row]], 40) / 10;
    if (page->headline >= 0) {
        Py_ssize_t distance = row - page->headline;
        numbers[6] = 1;
        numbers[7] = (float)(distance < 0 ? -log_of(page, -distance) : log_of(page, distance));
        numbers[8] = distance < 0;
    }
    numbers[11] = (float)(page->chars[row] / whole); /* 9 and 10 compare texts */
}

static void neighbour_numbers(const Page *page, Py_ssize_t row, float *numbers) {
    static const int BY[4] = {1, 2, -1, -2}, RADII[3] = {2, 5, 12};
    Py_ssize_t count = page->count;
    numbers[0] = row > 0 && page->boxes[row] == page->boxes[row - 1];
    numbers[1] = row + 1 < count && page->boxes[row + 1] == page->boxes[row];
    numbers += 2;
    for (int k = 0; k < 4; k++, numbers += 3) {
        Py_ssize_t other = row - BY[k];
        if (count <= (BY[k] < 0 ? -BY[k] : BY[k])) continue;
        int there = other >= 0 && other < count;
        numbers[0] = there ? words_of(page, other) : 0;
        numbers[1] = there ? link_share_of(page, other) : 1;
        numbers[2] = there && group_of(page, other) == PARAGRAPH;
    }
    for (int k = 0; k < 3; k++, numbers += 3) {
        Py_ssize_t first = row > RADII[k] ? row - RADII[k] : 0, last = row + RADII[k] + 1 < count ? row + RADII[k] + 1 : count;
        for (int of = PROSE; of <= PARAGRAPHS; of++)
            numbers[of - PROSE] = (float)((sum(page, of, last) - sum(page, of, first)) / (double)(last - first));
    }
}

static void container_numbers(const Page *page, Py_ssize_t row, float *numbers) {
    double chars = sum(page, CHARS, page->count), longs = sum(page, LONGS, page->count);
    if (chars < 1) chars = 1;
    if (longs < 1) longs = 1;
    for (Py_ssize_t level = 0; level < page->levels; level++, numbers += 4) {
        int32_t low = page->low[level * page->count + row], high = page->high[level * page->count + row];
        double inside = sum(page, CHARS, high) - sum(page, CHARS, low);
        if (inside < 1) inside = 1;
        numbers[0] = (float)((sum(page, LINKS, high) - sum(page, LINKS, low)) / inside);
        numbers[1] = (float)(inside / chars);
        numbers[2] = (float)((sum(page, LONGS, high) - sum(page, LONGS, low)) / longs);
        numbers[3] = (float)log_of(page, high > low ? high - low : 0);
    }
}

static void page_numbers(const Page *page, float *numbers) {
    double chars = sum(page, CHARS, page->count), in_group[3] = {0}, many = log1p(25.0), longs = 0;
    float articles = 0;
    if (chars < 1) chars = 1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int group = group_of(page, row);
        if (group == PARAGRAPH) in_group[0] += page->chars[row];
        if (group == ITEM) in_group[1] += page->chars[row];
        if (group == CELL) in_group[2] += page->chars[row];
        longs += words_of(page, row) > many && link_share_of(page, row) < 0.3f;
        if (page->spans[row * page->span_kinds] > articles) articles = page->spans[row * page->span_kinds];
    }
    numbers[0] = (float)log1p((double)page->count);
    numbers[1] = (float)log1p(chars);
    numbers[2] = (float)(sum(page, LINKS, page->count) / chars);
    for (int k = 0; k < 3; k++) numbers[3 + k] = (float)(in_group[k] / chars);
    numbers[6] = (float)(longs / 20);
    numbers[7] = articles; /* <article> comes first among the spans */
    for (Py_ssize_t k = 0; k < page->type_count; k++) numbers[PAGE_NUMBERS + k] = (float)((page->types >> k) & 1);
}

/* How many elements with a code began before each block, at most four. */
static void begun_before(const Page *page, Py_ssize_t code, Py_ssize_t column) {
    Py_ssize_t begun = 0, node = 0;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        for (; node < page->starts[row]; node++) begun += page->codes[node] == code;
        page->table.data[row * page->table.stride + column] = (float)(begun < 4 ? begun : 4);
    }
}

/* ---- taking the arguments -------------------------------------------------------------------------------------------- */

static int is_within(const Page *page) {
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (page->starts[i] < 0 || page->starts[i] >= page->nodes || page->boxes[i] < 0 || page->boxes[i] >= page->nodes)
            return 0;
    for (Py_ssize_t i = 0; i < page->levels * page->count; i++)
        if (page->low[i] < 0 || page->low[i] > page->count || page->high[i] < 0 || page->high[i] > page->count) return 0;
    for (Py_ssize_t i = 0; i < CODES; i++)
        if (page->groups[i] >= page->columns[SPANS] - page->columns[GROUPS]) return 0;
    return 1;
}

static void take_tree(Taken *all, PyObject *tuple, Page *page) {
    PyObject **of = items_of(all, tuple, 4);
    if (of == NULL) return;
    page->codes = taken(all, of[0], 1, ANY);
    page->nodes = last_count(all, 1);
    page->depths = taken(all, of[1], sizeof(int32_t), page->nodes);
    page->low = taken(all, of[2], sizeof(int32_t), ANY);
    page->levels = page->count ? last_count(all, sizeof(int32_t)) / page->count : 0;
    page->high = taken(all, of[3], sizeof(int32_t), page->levels * page->count);
}

static void take_blocks(Taken *all, PyObject *tuple, Page *page) {
    PyObject **of = items_of(all, tuple, 7);
    if (of == NULL) return;
    if (!PyList_Check(of[0]) || !all_texts(of[0])) {
        fail(all, "texts are a list");
        return;
    }
    page->texts = of[0];
    page->count = PyList_GET_SIZE(of[0]);
    page->starts = taken(all, of[1], sizeof(int64_t), page->count);
    page->boxes = taken(all, of[2], sizeof(int64_t), page->count);
    page->chars = taken(all, of[3], sizeof(double), page->count);
    page->link_chars = taken(all, of[4], sizeof(double), page->count);
    page->links = taken(all, of[5], sizeof(double), page->count);
    page->bold_chars = taken(all, of[6], sizeof(double), page->count);
}

static void take_around(Taken *all, PyObject *tuple, Page *page) {
    PyObject **of = items_of(all, tuple, 4);
    if (of == NULL) return;
    page->span_kinds = page->columns[HINTS] - page->columns[SPANS];
    page->hint_kinds = page->columns[OWN_HINTS] - page->columns[HINTS];
    page->spans = taken(all, of[0], sizeof(float), page->count * page->span_kinds);
    page->hints = taken(all, of[1], sizeof(float), page->count * page->hint_kinds);
    page->own_hints = taken(all, of[2], sizeof(float), page->count * page->hint_kinds);
    page->hidden = taken(all, of[3], sizeof(float), page->count);
}

static void take_columns(Taken *all, PyObject *tuple, Page *page) {
    PyObject **of = items_of(all, tuple, PARTS);
    for (int i = 0; of != NULL && i < PARTS; i++) {
        page->columns[i] = PyLong_AsSsize_t(of[i]);
        if (page->columns[i] < (i ? page->columns[i - 1] : 0) || page->columns[i] > 1 << 16) {
            fail(all, "columns come one after the other");
            return;
        }
    }
}

/* Whether every part has room before the next; levels and types have as many columns as are left for them. */
static int have_room(const Page *page, Py_ssize_t told) {
    const Py_ssize_t *at = page->columns;
    return at[OWN] - at[TEXT] == TEXT_NUMBERS && at[GROUPS] - at[OWN] == OWN_NUMBERS && at[GROUPS] <= at[SPANS] &&
           at[POSITIONS] - at[OWN_HINTS] == page->hint_kinds && page->span_kinds > 0 &&
           at[NEIGHBOURS] - at[POSITIONS] == POSITION_NUMBERS && at[CONTAINERS] - at[NEIGHBOURS] == NEIGHBOUR_NUMBERS &&
           told == at[CONTAINERS] + 4 * page->levels && at[ON_THE_PAGE] - told >= TOLD_NUMBERS && page->type_count >= 0 && page->type_count < 31;
}

static void fill_rows(const Page *page, Py_ssize_t told) {
    for (Py_ssize_t row = 0; row < page->count; row++) {
        text_numbers(page, row, part(page, TEXT, row));
        own_numbers(page, row);
    }
    sum_up(page);
    page_numbers(page, part(page, ON_THE_PAGE, 0));
    for (Py_ssize_t row = 0; row < page->count; row++) {
        position_numbers(page, row, part(page, POSITIONS, row));
        neighbour_numbers(page, row, part(page, NEIGHBOURS, row));
        container_numbers(page, row, part(page, CONTAINERS, row));
        if (row) memcpy(part(page, ON_THE_PAGE, row), part(page, ON_THE_PAGE, 0), (size_t)(PAGE_NUMBERS + page->type_count) * sizeof(float));
    }
    begun_before(page, page->article, told + 3);
    begun_before(page, page->first_heading, told + 4);
}

static PyObject *fill(PyObject *module, PyObject *args) {
    PyObject *table, *columns, *tree, *blocks, *around, *tables, *result = NULL;
    Py_ssize_t told;
    Taken all = {0};
    Page page = {.logarithms = state_of(module)->logarithms};
    if (!PyArg_ParseTuple(args, "OOnOOO(nnnnn)O", &table, &columns, &told, &tree, &blocks, &around, &page.headline,
                          &page.types, &page.type_count, &page.article, &page.first_heading, &tables))
        return NULL;
    take_columns(&all, columns, &page);
    take_blocks(&all, blocks, &page);
    take_tree(&all, tree, &page);
    take_around(&all, around, &page);
    PyObject **of = items_of(&all, tables, 3);
    if (of != NULL) {
        page.signs = taken(&all, of[0], sizeof(uint16_t), PLANE);
        page.edges = taken(&all, of[1], 1, PLANE);
        page.groups = taken(&all, of[2], 1, CODES);
    }
    page.table = taken_table(&all, table, page.count, page.columns[ON_THE_PAGE] + PAGE_NUMBERS + page.type_count);
    if (all.failed) goto done;
    if (page.count == 0 || page.headline >= page.count || !have_room(&page, told) || !is_within(&page)) {
        refused("blocks that are not of the page, or columns that do not fit");
        goto done;
    }
    page.sums = room_for(&all, SUMS * (page.count + 1), sizeof *page.sums);
    if (all.failed) goto done;
    fill_rows(&page, told);
    result = Py_NewRef(Py_None);
done:
    give_back(&all);
    return result;
}

PyMethodDef NUMBERS[] = {
    {"fill", fill, METH_VARARGS, "fill(table, columns, told, tree, blocks, around, page, tables): the numbers of each block."},
    {NULL, NULL, 0, NULL},
};
