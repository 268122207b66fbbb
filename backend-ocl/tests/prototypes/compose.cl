// An ordered fold: composition of affine functions, associative and not
// commutative. Tiles are combined one after the other, lanes in order.
#pragma OPENCL FP_CONTRACT OFF

#define GROUP WALKERS
#define ITEMS (4 * RUNS)

typedef struct {
    uint whole_0;
    uint whole_1;
    uchar whole_some;
} compose_1_folds;

static compose_1_folds compose_1_combine(compose_1_folds a, compose_1_folds b) {
    // whole = fold
    if (b.whole_some) {
        if (a.whole_some) {
            a.whole_1 = a.whole_1 * b.whole_0 + b.whole_1;
            a.whole_0 = a.whole_0 * b.whole_0;
        } else {
            a.whole_0 = b.whole_0;
            a.whole_1 = b.whole_1;
            a.whole_some = 1;
        }
    }
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void compose_1(
    global ulong *record, const ulong n, const ulong chunk, global compose_1_folds *partials,
    global const uint *fs_0, global const uint *fs_1
) {
    local compose_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    // What stands to the left in this group; lane 0 keeps it.
    compose_1_folds carry = {0, 0, 0};
    const ulong first = get_group_id(0) * chunk;
    for (ulong tile = first; tile < first + chunk; tile++) {
        const ulong begin = (tile * GROUP + lane) * ITEMS;
        const uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;
        // fs = input
        FETCH(uint, 4, fs_0);
        FETCH(uint, 4, fs_1);
        compose_1_folds mine = {0, 0, 0};
        EACH(k) {
            // whole = fold
            const compose_1_folds one = {fs_0_items[k], fs_1_items[k], 1};
            mine = compose_1_combine(mine, one);
        }
        scratch[lane] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint step = 1; step < GROUP; step *= 2) {
            if (lane % (2 * step) == 0) {
                scratch[lane] = compose_1_combine(scratch[lane], scratch[lane + step]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lane == 0) carry = compose_1_combine(carry, scratch[0]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) partials[get_group_id(0)] = carry;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void compose_1_total(
    global ulong *record, const ulong parts, global const compose_1_folds *partials,
    const uint whole_0, const uint whole_1
) {
    local compose_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    compose_1_folds total = {0, 0, 0};
    const ulong run = (parts + GROUP - 1) / GROUP;
    for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {
        total = compose_1_combine(total, partials[k]);
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = compose_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        const compose_1_folds seed = {whole_0, whole_1, 1};
        total = compose_1_combine(seed, scratch[0]);
        *(global uint *)&record[3] = total.whole_0;
        *(global uint *)&record[4] = total.whole_1;
    }
}
