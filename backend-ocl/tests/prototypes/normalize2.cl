// Plain maps and guarded folds: the form of loops without levels.
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Loop 1: gts, sum1, sum2.

#define GROUP WALKERS
#define ITEMS (2 * RUNS)

typedef struct {
    double sum1;
    double sum2;
} normalize2_1_folds;

static normalize2_1_folds normalize2_1_combine(normalize2_1_folds a, normalize2_1_folds b) {
    // sum1 = fold
    a.sum1 = a.sum1 + b.sum1;
    // sum2 = fold
    a.sum2 = a.sum2 + b.sum2;
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void normalize2_1(
    global ulong *record, const ulong n, const ulong chunk, global normalize2_1_folds *partials,
    global const double *xs
) {
    local normalize2_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    normalize2_1_folds total = {-0.0, -0.0};
    const ulong first = get_group_id(0) * chunk;
    for (ulong tile = first; tile < first + chunk; tile++) {
        const ulong begin = (tile * GROUP + lane) * ITEMS;
        const uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;
        // xs = input
        FETCH(double, 2, xs);
        EACH(k) {
            const double x = xs_items[k];
            // sum1 = fold
            total.sum1 = total.sum1 + x;
            // gts = filter
            if (x > 0.0) {
                // sum2 = fold
                total.sum2 = total.sum2 + x;
            }
        }
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = normalize2_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) partials[get_group_id(0)] = scratch[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void normalize2_1_total(
    global ulong *record, const ulong parts, global const normalize2_1_folds *partials,
    const double sum1, const double sum2
) {
    local normalize2_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    normalize2_1_folds total = {-0.0, -0.0};
    const ulong run = (parts + GROUP - 1) / GROUP;
    for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {
        total = normalize2_1_combine(total, partials[k]);
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = normalize2_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        const normalize2_1_folds seed = {sum1, sum2};
        total = normalize2_1_combine(seed, scratch[0]);
        *(global double *)&record[3] = total.sum1;
        *(global double *)&record[4] = total.sum2;
    }
}

// Loop 2: ys1, ys2.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void normalize2_2(
    global ulong *record, const ulong n,
    global const double *xs, const double sum1, const double sum2, global double *ys1, global double *ys2
) {
    const uint lane = get_local_id(0);
    const ulong begin = (get_group_id(0) * GROUP + lane) * ITEMS;
    const uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;
    // xs = input
    FETCH(double, 2, xs);
    OUTPUT(double, ys1);
    OUTPUT(double, ys2);
    EACH(k) {
        const double x = xs_items[k];
        // ys1 = map
        ys1_out[k] = x / sum1;
        // ys2 = map
        ys2_out[k] = x / sum2;
    }
    STORE(double, 2, ys1);
    STORE(double, 2, ys2);
}
