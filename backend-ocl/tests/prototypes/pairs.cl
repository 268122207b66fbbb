// Crosses: each lane has one x, and the group walks over the ys in tiles
// through local memory.
//
//     pairs   = cross(xs, ys)
//     gaps    = map(|(x, y)| abs_diff(x, y), pairs)
//     nearest = fold(z, min, gaps)                    loop 1
//     close   = filter(|(x, y)| abs_diff(x, y) < limit, pairs)   loop 2
#pragma OPENCL FP_CONTRACT OFF

#define GROUP LANES
#define ITEMS 1

// Loop 1: pairs, gaps, nearest.

typedef struct {
    uint nearest;
} pairs_1_folds;

static pairs_1_folds pairs_1_combine(pairs_1_folds a, pairs_1_folds b) {
    // nearest = fold
    a.nearest = min(a.nearest, b.nearest);
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void pairs_1(
    global ulong *record, const ulong n, const ulong chunk, global pairs_1_folds *partials,
    global const uint *xs, const ulong m, global const uint *ys
) {
    local pairs_1_folds scratch[GROUP];
    local uint ys_tile[GROUP];
    const uint lane = get_local_id(0);
    pairs_1_folds total = {0xffffffffu};
    const ulong first = get_group_id(0) * chunk;
    for (ulong tile = first; tile < first + chunk; tile++) {
        const ulong begin = tile * GROUP + lane;
        // xs = input
        uint x = 0;
        if (begin < n) x = xs[begin];
        // pairs = cross
        for (ulong base = 0; base < m; base += GROUP) {
            if (base + lane < m) ys_tile[lane] = ys[base + lane];
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint count = (uint)min((ulong)GROUP, m - base);
            if (begin < n) {
                for (uint j = 0; j < count; j++) {
                    const uint y = ys_tile[j];
                    // gaps = map
                    const uint gap = abs_diff(x, y);
                    // nearest = fold
                    total.nearest = min(total.nearest, gap);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = pairs_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) partials[get_group_id(0)] = scratch[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void pairs_1_total(
    global ulong *record, const ulong parts, global const pairs_1_folds *partials, const uint nearest
) {
    local pairs_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    pairs_1_folds total = {0xffffffffu};
    const ulong run = (parts + GROUP - 1) / GROUP;
    for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {
        total = pairs_1_combine(total, partials[k]);
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = pairs_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        const pairs_1_folds seed = {nearest};
        total = pairs_1_combine(seed, scratch[0]);
        *(global uint *)&record[3] = total.nearest;
    }
}

// Loop 2: pairs, close. Any number a lane, so it is counted first; then there
// is memory for all.

typedef struct {
    ulong close;
} pairs_2_state1;

static pairs_2_state1 pairs_2_combine1(pairs_2_state1 a, pairs_2_state1 b) {
    // close = filter
    a.close = a.close + b.close;
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void pairs_2_spine1(
    global ulong *record, const ulong tiles, global pairs_2_state1 *link1
) {
    local pairs_2_state1 scratch[GROUP];
    const uint lane = get_local_id(0);
    pairs_2_state1 before = {0};
    for (ulong base = 0; base < tiles; base += GROUP) {
        const ulong tile = base + lane;
        pairs_2_state1 total = {0};
        if (tile < tiles) total = link1[tile];
        scratch[lane] = total;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint step = 1; step < GROUP; step *= 2) {
            pairs_2_state1 left;
            if (lane >= step) left = scratch[lane - step];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane >= step) scratch[lane] = pairs_2_combine1(left, scratch[lane]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lane > 0) before = pairs_2_combine1(before, scratch[lane - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tile < tiles) link1[tile] = before;
        if (lane == min((ulong)GROUP, tiles - base) - 1) scratch[0] = pairs_2_combine1(before, total);
        barrier(CLK_LOCAL_MEM_FENCE);
        before = scratch[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // close = filter
    if (lane == 0) record[4] = before.close;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void pairs_2(
    global ulong *record, const ulong n, const uint stage, global uint *ticket,
    global pairs_2_state1 *link1,
    global const uint *xs, const ulong m, global const uint *ys, const uint limit,
    global uint *close_0, global uint *close_1
) {
    local pairs_2_state1 scratch1[GROUP];
    local uint ys_tile[GROUP];
    const uint lane = get_local_id(0);
    const uint tile = get_group_id(0);
    const ulong begin = (ulong)tile * GROUP + lane;
    // xs = input
    uint x = 0;
    if (begin < n) x = xs[begin];

    // Level 1: the number of close.
    pairs_2_state1 mine1 = {0};
    // pairs = cross
    for (ulong base = 0; base < m; base += GROUP) {
        if (base + lane < m) ys_tile[lane] = ys[base + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = (uint)min((ulong)GROUP, m - base);
        if (begin < n) {
            for (uint j = 0; j < count; j++) {
                const uint y = ys_tile[j];
                // close = filter
                if (abs_diff(x, y) < limit) mine1.close++;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    scratch1[lane] = mine1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        pairs_2_state1 left;
        if (lane >= step) left = scratch1[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) scratch1[lane] = pairs_2_combine1(left, scratch1[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (stage == 1) {
        if (lane == 0) link1[tile] = scratch1[GROUP - 1];
        return;
    }
    pairs_2_state1 at1 = lane == 0 ? link1[tile] : pairs_2_combine1(link1[tile], scratch1[lane - 1]);
    // The work.
    // pairs = cross
    for (ulong base = 0; base < m; base += GROUP) {
        if (base + lane < m) ys_tile[lane] = ys[base + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = (uint)min((ulong)GROUP, m - base);
        if (begin < n) {
            for (uint j = 0; j < count; j++) {
                const uint y = ys_tile[j];
                // close = filter
                if (abs_diff(x, y) < limit) {
                    close_0[at1.close] = x;
                    close_1[at1.close] = y;
                    at1.close++;
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
