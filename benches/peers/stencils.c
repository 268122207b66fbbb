// The programs of stencils.py in C, over all threads of OpenMP, in blocks and windows as an expert writes them.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <omp.h>

// An array, as the library in Rust has it.
typedef struct { void *first; size_t len; } Given;

#define ROWS _Pragma("omp parallel for schedule(static)")
#define EACH _Pragma("omp simd")

// Reads and writes as many bytes as there are, block by block.
void copy_of(size_t h, size_t w, Given x, Given y) {
    size_t most = x.len > y.len ? x.len : y.len, blocks = most / (1 << 18) + 1;
    uint64_t seen = 0;
    _Pragma("omp parallel for schedule(static) reduction(| : seen)")
    for (size_t b = 0; b < blocks; b++) {
        size_t from = x.len / 8 * b / blocks, to = x.len / 8 * (b + 1) / blocks;
        size_t at = y.len / 8 * b / blocks, end = y.len / 8 * (b + 1) / blocks;
        uint64_t *a = x.first, *c = y.first;
        size_t both = to - from < end - at ? to - from : end - at;
        memcpy(c + at, a + from, 8 * both);
        memset(c + at + both, 0, 8 * (end - at - both));
        EACH for (size_t i = from + both; i < to; i++) seen |= a[i];
    }
    if (seen == 1) abort();
}

// Changes all bytes where they are.
void change(size_t h, size_t w, Given x) {
    uint64_t *a = x.first;
    _Pragma("omp parallel for simd schedule(static)")
    for (size_t i = 0; i < x.len / 8; i++) a[i] ^= 1;
}

void jacobi(size_t h, size_t w, Given x, Given y) {
    const double *a = x.first;
    double *out = y.first;
    ROWS for (size_t i = 1; i < h - 1; i++) {
        const double *row = a + i * w;
        double *restrict to = out + (i - 1) * (w - 2) - 1;
        EACH for (size_t j = 1; j < w - 1; j++)
            to[j] = 0.25 * (row[j - w] + row[j + w] + row[j - 1] + row[j + 1]);
    }
}

// Each thread keeps the rows around its own, and the old elements of the row above.
void jacobi_in_place(size_t h, size_t w, Given x) {
    double *a = x.first;
    _Pragma("omp parallel") {
        size_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
        size_t from = 1 + (h - 2) * thread / threads, to = 1 + (h - 2) * (thread + 1) / threads;
        double *above = malloc(3 * w * sizeof *a), *own = above + w, *below = own + w;
        memcpy(above, a + (from - 1) * w, w * sizeof *a);
        memcpy(below, a + to * w, w * sizeof *a);
        _Pragma("omp barrier")
        for (size_t i = from; i < to; i++) {
            double *row = a + i * w;
            const double *next = i + 1 == to ? below : row + w;
            memcpy(own, row, w * sizeof *a);
            double *restrict up = above, *restrict old = own;
            EACH for (size_t j = 1; j < w - 1; j++)
                row[j] = 0.25 * (up[j] + next[j] + old[j - 1] + old[j + 1]);
            above = old, own = up;
        }
        free(above < own ? above : own);
    }
}

void heat(size_t h, size_t n, Given x, Given y) {
    const double *all = x.first;
    double *out = y.first;
    _Pragma("omp parallel for collapse(2) schedule(static)")
    for (size_t i = 1; i < n - 1; i++)
        for (size_t j = 1; j < n - 1; j++) {
            const double *b = all + (i * n + j) * n, *a = b - n * n, *c = b + n * n;
            double *restrict to = out + ((i - 1) * (n - 2) + j - 1) * (n - 2) - 1;
            EACH for (size_t k = 1; k < n - 1; k++) {
                double faces = a[k] + c[k] + b[k - n] + b[k + n] + b[k - 1] + b[k + 1];
                double edges = a[k - n] + a[k + n] + c[k - n] + c[k + n] + a[k - 1] + a[k + 1] + c[k - 1] +
                               c[k + 1] + b[k - n - 1] + b[k - n + 1] + b[k + n - 1] + b[k + n + 1];
                double corners = a[k - n - 1] + a[k - n + 1] + a[k + n - 1] + a[k + n + 1] +
                                 c[k - n - 1] + c[k - n + 1] + c[k + n - 1] + c[k + n + 1];
                to[k] = 0.4 * b[k] + 0.05 * faces + 0.015 * edges + 0.015 * corners;
            }
        }
}

static inline double nine(const double *a, const double *b, const double *c, size_t l, size_t j, size_t r) {
    return 0.5 * b[j] + 0.1 * (a[j] + b[l] + b[r] + c[j]) + 0.025 * (a[l] + a[r] + c[l] + c[r]);
}

void nine_points(size_t h, size_t w, Given x, Given y) {
    const double *all = x.first;
    double *out = y.first;
    ROWS for (size_t i = 0; i < h; i++) {
        const double *a = all + (i == 0 ? 1 : i - 1) * w, *b = all + i * w;
        const double *c = all + (i == h - 1 ? h - 2 : i + 1) * w;
        double *restrict to = out + i * w;
        to[0] = nine(a, b, c, 1, 0, 1);
        EACH for (size_t j = 1; j < w - 1; j++) to[j] = nine(a, b, c, j - 1, j, j + 1);
        to[w - 1] = nine(a, b, c, w - 2, w - 1, w - 2);
    }
}

// A window of three rows of sums, in strips of 64 rows.
#define BLUR(name, type, mean)                                                                            \
    static inline void name##_across(size_t w, const type *restrict x, type *restrict y) {                \
        EACH for (size_t j = 0; j < w - 2; j++) y[j] = mean(x[j], x[j + 1], x[j + 2]);                    \
    }                                                                                                     \
    void name(size_t h, size_t w, Given x, Given y) {                                                     \
        const type *all = x.first;                                                                        \
        type *out = y.first;                                                                              \
        size_t v = w - 2;                                                                                 \
        ROWS for (size_t strip = 0; strip < h - 2; strip += 64) {                                         \
            type *window = malloc(3 * v * sizeof *out);                                                   \
            name##_across(w, all + strip * w, window + strip % 3 * v);                                    \
            name##_across(w, all + (strip + 1) * w, window + (strip + 1) % 3 * v);                        \
            for (size_t i = strip; i < strip + 64 && i < h - 2; i++) {                                    \
                type *below = window + (i + 2) % 3 * v, *restrict to = out + i * v;                       \
                const type *above = window + i % 3 * v, *own = window + (i + 1) % 3 * v;                  \
                name##_across(w, all + (i + 2) * w, below);                                               \
                EACH for (size_t j = 0; j < v; j++) to[j] = mean(above[j], own[j], below[j]);             \
            }                                                                                             \
            free(window);                                                                                 \
        }                                                                                                 \
    }

#define THIRD_OF(a, b, c) ((float)(1.0 / 3.0) * (a + b + c))
#define WHOLE_THIRD_OF(a, b, c) ((uint16_t)(a + b + c) / (uint16_t)3)
BLUR(blur, float, THIRD_OF)
BLUR(blur_u16, uint16_t, WHOLE_THIRD_OF)

static inline void padded_across(size_t w, const float *restrict x, float *restrict y) {
    y[0] = THIRD_OF(x[0], x[0], x[1]);
    EACH for (size_t j = 1; j < w - 1; j++) y[j] = THIRD_OF(x[j - 1], x[j], x[j + 1]);
    y[w - 1] = THIRD_OF(x[w - 2], x[w - 1], x[w - 1]);
}

void padded_blur(size_t h, size_t w, Given x, Given y) {
    const float *all = x.first;
    float *out = y.first;
    ROWS for (size_t strip = 0; strip < h; strip += 64) {
        float *window = malloc(3 * w * sizeof *out);
        padded_across(w, all + (strip == 0 ? 0 : strip - 1) * w, window + (strip + 2) % 3 * w);
        padded_across(w, all + strip * w, window + strip % 3 * w);
        for (size_t i = strip; i < strip + 64 && i < h; i++) {
            const float *above = window + (i + 2) % 3 * w, *own = window + i % 3 * w;
            float *below = window + (i + 1) % 3 * w, *restrict to = out + i * w;
            padded_across(w, all + (i + 1 == h ? i : i + 1) * w, below);
            EACH for (size_t j = 0; j < w; j++) to[j] = THIRD_OF(above[j], own[j], below[j]);
        }
        free(window);
    }
}

void sobel(size_t h, size_t w, Given x, Given y) {
    const float *all = x.first;
    uint8_t *out = y.first;
    ROWS for (size_t i = 0; i < h - 2; i++) {
        const float *a = all + i * w, *b = a + w, *c = b + w;
        uint8_t *restrict to = out + i * (w - 2);
        EACH for (size_t j = 0; j < w - 2; j++) {
            float across = a[j + 2] + c[j + 2] - (a[j] + c[j]) + 2.0f * (b[j + 2] - b[j]);
            float down = c[j] + c[j + 2] - (a[j] + a[j + 2]) + 2.0f * (c[j + 1] - a[j + 1]);
            to[j] = sqrtf(across * across + down * down) > 1.0f ? 255 : 0;
        }
    }
}

static inline uint8_t alive(const uint8_t *a, const uint8_t *b, const uint8_t *c, size_t l, size_t j, size_t r) {
    uint8_t n = a[l] + a[j] + a[r] + b[l] + b[r] + c[l] + c[j] + c[r];
    return (n == 3) | ((n == 2) & b[j]);
}

void life(size_t h, size_t w, Given x, Given y) {
    const uint8_t *all = x.first;
    uint8_t *out = y.first;
    ROWS for (size_t i = 0; i < h; i++) {
        const uint8_t *a = all + (i == 0 ? h - 1 : i - 1) * w, *b = all + i * w;
        const uint8_t *c = all + (i == h - 1 ? 0 : i + 1) * w;
        uint8_t *restrict to = out + i * w;
        to[0] = alive(a, b, c, w - 1, 0, 1);
        EACH for (size_t j = 1; j < w - 1; j++) to[j] = alive(a, b, c, j - 1, j, j + 1);
        to[w - 1] = alive(a, b, c, w - 2, w - 1, 0);
    }
}

void softmax_rows(size_t h, size_t w, Given x, Given y) {
    ROWS for (size_t i = 0; i < h; i++) {
        const float *restrict row = (float *)x.first + i * w;
        float *restrict to = (float *)y.first + i * w, most = -INFINITY, sum = 0;
        _Pragma("omp simd reduction(max : most)")
        for (size_t j = 0; j < w; j++) most = row[j] > most ? row[j] : most;
        _Pragma("omp simd reduction(+ : sum)")
        for (size_t j = 0; j < w; j++) sum += to[j] = expf(row[j] - most);
        EACH for (size_t j = 0; j < w; j++) to[j] /= sum;
    }
}

void layer_norm(size_t h, size_t w, Given x, Given y) {
    ROWS for (size_t i = 0; i < h; i++) {
        const float *restrict row = (float *)x.first + i * w;
        float *restrict to = (float *)y.first + i * w, mean = 0, squares = 0;
        _Pragma("omp simd reduction(+ : mean)")
        for (size_t j = 0; j < w; j++) mean += row[j];
        mean /= w;
        _Pragma("omp simd reduction(+ : squares)")
        for (size_t j = 0; j < w; j++) squares += (row[j] - mean) * (row[j] - mean);
        float scale = 1.0f / sqrtf(squares / w + 1e-5f);
        EACH for (size_t j = 0; j < w; j++) to[j] = (row[j] - mean) * scale;
    }
}

// Two scans: of rows, and of columns in strips, a row at a time.
void integral_image(size_t h, size_t w, Given x, Given y) {
    const uint32_t *all = x.first;
    uint32_t *out = y.first;
    ROWS for (size_t i = 0; i < h; i++) {
        uint32_t sum = 0;
        for (size_t j = 0; j < w; j++) out[i * w + j] = sum += all[i * w + j];
    }
    _Pragma("omp parallel") {
        size_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
        size_t from = w * thread / threads, to = w * (thread + 1) / threads;
        for (size_t i = 1; i < h; i++)
            EACH for (size_t j = from; j < to; j++) out[i * w + j] += out[(i - 1) * w + j];
    }
}

enum { LANES = 256, PIECE = 512 };

// A strip of LANES rows at a time by antidiagonals; threads follow each other through the strips. What
// lies outside equals no letter, so that it needs no condition.
void common(size_t h, size_t w, Given x, Given y, Given z) {
    const uint8_t *a = x.first, *b = y.first;
    size_t strips = (h + LANES - 1) / LANES, steps = w + LANES;
    uint8_t *letters = malloc(strips * LANES), *reversed = malloc(w + 2 * LANES);
    uint32_t *rows = calloc((strips + 1) * (steps + LANES + 1), sizeof *rows);
    size_t *done = calloc(strips + 1, sizeof *done);
    memset(letters, 254, strips * LANES);
    memcpy(letters, a, h);
    memset(reversed, 255, w + 2 * LANES);
    for (size_t j = 0; j < w; j++) reversed[w + LANES - 1 - j] = b[j];
    done[0] = steps + LANES;
    _Pragma("omp parallel for schedule(static, 1)")
    for (size_t strip = 0; strip < strips; strip++) {
        uint32_t room[3][LANES + 1] = {{0}}, *old = room[0], *last = room[1], *next = room[2];
        // Rows of the strips above and below, in which position LANES is the first column.
        const uint32_t *above = rows + strip * (steps + LANES + 1) + LANES;
        uint32_t *below = rows + (strip + 1) * (steps + LANES + 1);
        const uint8_t *own = letters + strip * LANES;
        for (size_t from = 0; from < steps; from += PIECE) {
            size_t to = from + PIECE < steps ? from + PIECE : steps;
            while (__atomic_load_n(&done[strip], __ATOMIC_ACQUIRE) < (to + LANES < steps ? to + LANES : steps))
                ;
            last[0] = above[from];
            old[0] = from == 0 ? 0 : above[from - 1];
            for (size_t k = from; k < to; k++) {
                const uint8_t *other = reversed + w + LANES - 1 - k;
                for (size_t l = 0; l < LANES; l++) {
                    uint32_t most = last[l] > last[l + 1] ? last[l] : last[l + 1];
                    next[l + 1] = own[l] == other[l] ? old[l] + 1 : most;
                }
                next[0] = above[k + 1];
                below[k + 1] = next[LANES];
                uint32_t *free = old;
                old = last, last = next, next = free;
            }
            __atomic_store_n(&done[strip + 1], to, __ATOMIC_RELEASE);
        }
    }
    *(uint32_t *)z.first = rows[strips * (steps + LANES + 1) + LANES + w - 1];
    free(letters), free(reversed), free(rows), free(done);
}

// Strips of rows, with the arrays between the two parts of the step in a window of three of them.
void shallow_water(size_t h, size_t w, Given east, Given south, Given depth, Given east_before, Given south_before,
                   Given depth_before, Given east_next, Given south_next, Given depth_next, Given east_now,
                   Given south_now, Given depth_now) {
    const double *u = east.first, *v = south.first, *p = depth.first, ratio = 0.01, filter = 0.001;
    const double *u0 = east_before.first, *v0 = south_before.first, *p0 = depth_before.first;
    double *u1 = east_next.first, *v1 = south_next.first, *p1 = depth_next.first;
    double *u2 = east_now.first, *v2 = south_now.first, *p2 = depth_now.first;
    size_t room = w + 2;
    ROWS for (size_t strip = 0; strip < h; strip += 32) {
        double *window = malloc(12 * room * sizeof *window);
        for (size_t r = strip; r < strip + 34 && r < h + 2; r++) {
            // The row r - 1 of the four arrays, with a column of the other side at each end.
            size_t i = (r + h - 1) % h, row = i * w;
            const double *pc = p + row, *pa = p + (i + h - 1) % h * w, *uc = u + row;
            const double *ua = u + (i + h - 1) % h * w, *vc = v + row, *vb = v + (i + 1) % h * w;
            double *restrict cu = window + r % 3 * 4 * room + 1, *restrict cv = cu + room;
            double *restrict z = cv + room, *restrict hd = z + room;
#define BETWEEN(l, j, r)                                                                                      \
    cu[j] = 0.5 * (pc[j] + pc[l]) * uc[j];                                                                    \
    cv[j] = 0.5 * (pc[j] + pa[j]) * vc[j];                                                                    \
    z[j] = (vc[j] - vc[l] - uc[j] + ua[j]) / (pc[j] + pc[l] + pa[j] + pa[l]);                                 \
    hd[j] = pc[j] + 0.25 * (uc[j] * uc[j] + uc[r] * uc[r] + vc[j] * vc[j] + vb[j] * vb[j])
            BETWEEN(w - 1, 0, 1);
            EACH for (size_t j = 1; j < w - 1; j++) { BETWEEN(j - 1, j, j + 1); }
            BETWEEN(w - 2, w - 1, 0);
            for (size_t k = 0; k < 4; k++) cu[k * room - 1] = cu[k * room + w - 1], cu[k * room + w] = cu[k * room];
            if (r < strip + 2) continue;
            i = r - 2, row = i * w;
            const double *cua = window + (r - 2) % 3 * 4 * room + 1, *ha = cua + 3 * room;
            const double *cuo = window + (r - 1) % 3 * 4 * room + 1, *cvo = cuo + room, *zo = cvo + room;
            const double *ho = zo + room, *cvb = cv, *zb = z;
            const double *uo = u + row, *vo = v + row, *po = p + row;
            EACH for (size_t j = 0; j < w; j++) {
                double un = u0[row + j] + 0.5 * ratio * (zb[j] + zo[j]) * (cvb[j] + cvb[j - 1] + cvo[j - 1] + cvo[j]) -
                            ratio * (ho[j] - ho[j - 1]);
                double vn = v0[row + j] - 0.5 * ratio * (zo[j + 1] + zo[j]) * (cuo[j + 1] + cuo[j] + cua[j] + cua[j + 1]) -
                            ratio * (ho[j] - ha[j]);
                double pn = p0[row + j] - ratio * (cuo[j + 1] - cuo[j] + cvb[j] - cvo[j]);
                u1[row + j] = un, v1[row + j] = vn, p1[row + j] = pn;
                u2[row + j] = uo[j] + filter * (un - 2.0 * uo[j] + u0[row + j]);
                v2[row + j] = vo[j] + filter * (vn - 2.0 * vo[j] + v0[row + j]);
                p2[row + j] = po[j] + filter * (pn - 2.0 * po[j] + p0[row + j]);
            }
        }
        free(window);
    }
}
