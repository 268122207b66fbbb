// How a lane walks over its elements: the words that every program begins with.

// A lane has `own` of ITEMS elements, from `begin` on.
#if RUNS == 1
// It fetches and stores them as a vector. Loops over them are unrolled, so that they stay in registers.
#define EACH(k) _Pragma("unroll") for (uint k = 0; k < ITEMS; k++) if (k < own)
#define FETCH(T, N, xs) \
    T xs##_items[ITEMS]; \
    if (own == ITEMS) vstore##N(*(global const T##N *)(xs + begin), 0, xs##_items); \
    else for (uint k = 0; k < ITEMS; k++) xs##_items[k] = k < own ? xs[begin + k] : 0
#define OUTPUT(T, ys) T ys##_out[ITEMS]
#define STORE(T, N, ys) \
    if (own == ITEMS) *(global T##N *)(ys + begin) = vload##N(0, ys##_out); \
    else for (uint k = 0; k < ITEMS; k++) if (k < own) ys[begin + k] = ys##_out[k]
#else
// It is one of few, and walks over many elements where they lie.
#define EACH(k) for (uint k = 0; k < own; k++)
#define FETCH(T, N, xs) global const T *xs##_items = xs + begin
#define OUTPUT(T, ys) global T *ys##_out = ys + begin
#define STORE(T, N, ys)
#endif
