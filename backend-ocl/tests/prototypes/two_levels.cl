// Two levels: a scan and a count that depends on it, in one pass or in stages;
// besides them an ordered state without a neutral element.
//
//     prefix = scan(seed, +, xs)             level 1
//     last   = scan(xs's first, |a, b| b)    level 1, travels with it
//     kept   = filter(|p| p % 3 == 0, prefix)  its count: level 2
//     total  = fold(0, +, kept)
#pragma OPENCL FP_CONTRACT OFF

#define ITEMS 8

// Level 1: prefix, last.

typedef struct {
    uint prefix;
    uchar last;
    uchar last_some;
} two_levels_1_state1;

static two_levels_1_state1 two_levels_1_combine1(two_levels_1_state1 a, two_levels_1_state1 b) {
    // prefix = scan
    a.prefix = a.prefix + b.prefix;
    // last = scan
    if (b.last_some) {
        a.last = b.last;
        a.last_some = 1;
    }
    return a;
}

// Level 2: the number of kept.

typedef struct {
    ulong kept;
} two_levels_1_state2;

static two_levels_1_state2 two_levels_1_combine2(two_levels_1_state2 a, two_levels_1_state2 b) {
    // kept = filter
    a.kept = a.kept + b.kept;
    return a;
}

#if LOOK_BACK

#define two_levels_1_halves1 ((sizeof(two_levels_1_state1) + 1) / 2)

typedef uint two_levels_1_link1;

typedef union {
    two_levels_1_state1 state;
    ushort halves[two_levels_1_halves1];
} two_levels_1_words1;

static void two_levels_1_publish1(volatile global uint *link, two_levels_1_state1 state) {
    two_levels_1_words1 words;
    words.state = state;
    for (uint k = 0; k < two_levels_1_halves1; k++) {
        atomic_xchg(&link[k], 0x10000u | words.halves[k]);
    }
}

static bool two_levels_1_peek1(volatile global uint *link, two_levels_1_state1 *state) {
    two_levels_1_words1 words;
    for (uint k = 0; k < two_levels_1_halves1; k++) {
        const uint word = atomic_or(&link[k], 0u);
        if (word < 0x10000u) return false;
        words.halves[k] = (ushort)word;
    }
    *state = words.state;
    return true;
}

static two_levels_1_state1 two_levels_1_before1(
    volatile global uint *link, const uint tile, const two_levels_1_state1 total,
    const two_levels_1_state1 seed, local two_levels_1_state1 *window, local uint *known
) {
    const uint lane = get_local_id(0);
    const uint width = min((uint)GROUP, 32u);
    volatile global uint *own = link + (ulong)tile * 2 * two_levels_1_halves1;
    // Later tiles need not wait for what stands before this one.
    if (lane == 0 && tile > 0) two_levels_1_publish1(own, total);
    two_levels_1_state1 before;
    bool some = false;
    for (uint end = tile;; end -= width) {
        // Lane k waits for the tile k + 1 places before the end.
        if (lane < width && lane < end) {
            volatile global uint *other = link + (ulong)(end - 1 - lane) * 2 * two_levels_1_halves1;
            two_levels_1_state1 state;
            uint what = 0;
            while (what == 0) {
                if (two_levels_1_peek1(other + two_levels_1_halves1, &state)) what = 2;
                else if (two_levels_1_peek1(other, &state)) what = 1;
            }
            window[lane] = state;
            known[lane] = what;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == 0) {
            bool done = end <= width;
            for (uint k = 0; k < min(width, end); k++) {
                before = some ? two_levels_1_combine1(window[k], before) : window[k];
                some = true;
                if (known[k] == 2) {
                    done = true;
                    break;
                }
            }
            known[width] = done;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (known[width]) break;
    }
    if (lane == 0) {
        // Tile 0 publishes its prefix at once, so that the walk always ends in one.
        if (tile == 0) before = seed;
        two_levels_1_publish1(own + two_levels_1_halves1, two_levels_1_combine1(before, total));
        window[0] = before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    before = window[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

#define two_levels_1_halves2 ((sizeof(two_levels_1_state2) + 1) / 2)

typedef uint two_levels_1_link2;

typedef union {
    two_levels_1_state2 state;
    ushort halves[two_levels_1_halves2];
} two_levels_1_words2;

static void two_levels_1_publish2(volatile global uint *link, two_levels_1_state2 state) {
    two_levels_1_words2 words;
    words.state = state;
    for (uint k = 0; k < two_levels_1_halves2; k++) {
        atomic_xchg(&link[k], 0x10000u | words.halves[k]);
    }
}

static bool two_levels_1_peek2(volatile global uint *link, two_levels_1_state2 *state) {
    two_levels_1_words2 words;
    for (uint k = 0; k < two_levels_1_halves2; k++) {
        const uint word = atomic_or(&link[k], 0u);
        if (word < 0x10000u) return false;
        words.halves[k] = (ushort)word;
    }
    *state = words.state;
    return true;
}

static two_levels_1_state2 two_levels_1_before2(
    volatile global uint *link, const uint tile, const two_levels_1_state2 total,
    const two_levels_1_state2 seed, local two_levels_1_state2 *window, local uint *known
) {
    const uint lane = get_local_id(0);
    const uint width = min((uint)GROUP, 32u);
    volatile global uint *own = link + (ulong)tile * 2 * two_levels_1_halves2;
    if (lane == 0 && tile > 0) two_levels_1_publish2(own, total);
    two_levels_1_state2 before;
    bool some = false;
    for (uint end = tile;; end -= width) {
        if (lane < width && lane < end) {
            volatile global uint *other = link + (ulong)(end - 1 - lane) * 2 * two_levels_1_halves2;
            two_levels_1_state2 state;
            uint what = 0;
            while (what == 0) {
                if (two_levels_1_peek2(other + two_levels_1_halves2, &state)) what = 2;
                else if (two_levels_1_peek2(other, &state)) what = 1;
            }
            window[lane] = state;
            known[lane] = what;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == 0) {
            bool done = end <= width;
            for (uint k = 0; k < min(width, end); k++) {
                before = some ? two_levels_1_combine2(window[k], before) : window[k];
                some = true;
                if (known[k] == 2) {
                    done = true;
                    break;
                }
            }
            known[width] = done;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (known[width]) break;
    }
    if (lane == 0) {
        if (tile == 0) before = seed;
        two_levels_1_publish2(own + two_levels_1_halves2, two_levels_1_combine2(before, total));
        window[0] = before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    before = window[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

#else

typedef two_levels_1_state1 two_levels_1_link1;
typedef two_levels_1_state2 two_levels_1_link2;

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_levels_1_spine1(
    global ulong *record, const ulong tiles, global two_levels_1_link1 *link1,
    const uint prefix_seed, const uchar last_seed
) {
    local two_levels_1_state1 scratch[GROUP];
    const uint lane = get_local_id(0);
    const two_levels_1_state1 seed = {prefix_seed, last_seed, 1};
    // Each lane sums a run of tiles, learns what stands before it, and writes.
    const ulong run = (tiles + GROUP - 1) / GROUP;
    const ulong begin = min(tiles, lane * run);
    const ulong end = min(tiles, begin + run);
    two_levels_1_state1 mine = {0, 0, 0};
    for (ulong tile = begin; tile < end; tile++) mine = two_levels_1_combine1(mine, link1[tile]);
    scratch[lane] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        two_levels_1_state1 left;
        if (lane >= step) left = scratch[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) scratch[lane] = two_levels_1_combine1(left, scratch[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    two_levels_1_state1 before = lane == 0 ? seed : two_levels_1_combine1(seed, scratch[lane - 1]);
    for (ulong tile = begin; tile < end; tile++) {
        const two_levels_1_state1 total = link1[tile];
        link1[tile] = before;
        before = two_levels_1_combine1(before, total);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_levels_1_spine2(global ulong *record, const ulong tiles, global two_levels_1_link2 *link2) {
    local two_levels_1_state2 scratch[GROUP];
    const uint lane = get_local_id(0);
    const two_levels_1_state2 seed = {0};
    const ulong run = (tiles + GROUP - 1) / GROUP;
    const ulong begin = min(tiles, lane * run);
    const ulong end = min(tiles, begin + run);
    two_levels_1_state2 mine = {0};
    for (ulong tile = begin; tile < end; tile++) mine = two_levels_1_combine2(mine, link2[tile]);
    scratch[lane] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        two_levels_1_state2 left;
        if (lane >= step) left = scratch[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) scratch[lane] = two_levels_1_combine2(left, scratch[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    two_levels_1_state2 before = lane == 0 ? seed : two_levels_1_combine2(seed, scratch[lane - 1]);
    for (ulong tile = begin; tile < end; tile++) {
        const two_levels_1_state2 total = link2[tile];
        link2[tile] = before;
        before = two_levels_1_combine2(before, total);
    }
    // kept = filter
    if (lane == GROUP - 1) record[3] = scratch[lane].kept;
}

#endif

typedef struct {
    uint total;
} two_levels_1_folds;

static two_levels_1_folds two_levels_1_combine(two_levels_1_folds a, two_levels_1_folds b) {
    // total = fold
    a.total = a.total + b.total;
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_levels_1(
    global ulong *record, const ulong n, const uint stage, global uint *ticket,
    global two_levels_1_link1 *link1, global two_levels_1_link2 *link2,
    global two_levels_1_folds *partials,
    global const uchar *xs, const uint prefix_seed, const uchar last_seed,
    global uint *prefix, global uchar *last, global uint *kept
) {
    local two_levels_1_state1 scratch1[GROUP];
    local two_levels_1_state2 scratch2[GROUP];
    const uint lane = get_local_id(0);
#if LOOK_BACK
    local uint known[33];
    if (lane == 0) known[0] = atomic_inc(ticket);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = known[0];
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    const uint tile = get_group_id(0);
#endif
    const ulong begin = ((ulong)tile * GROUP + lane) * ITEMS;
    const bool whole = begin + ITEMS <= n;
    // xs = input
    uchar xs_[ITEMS];
    if (whole) {
        vstore8(((global const uchar8 *)xs)[begin / ITEMS], 0, xs_);
    } else {
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) xs_[k] = xs[begin + k];
    }

    // Level 1: prefix, last.
    two_levels_1_state1 mine1 = {0, 0, 0};
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k < n) {
            const uchar x = xs_[k];
            // prefix = scan
            mine1.prefix = mine1.prefix + (uint)x;
            // last = scan
            mine1.last = x;
            mine1.last_some = 1;
        }
    }
    scratch1[lane] = mine1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        two_levels_1_state1 left;
        if (lane >= step) left = scratch1[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) scratch1[lane] = two_levels_1_combine1(left, scratch1[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    two_levels_1_state1 at1;
    if (lane > 0) at1 = scratch1[lane - 1];
    const two_levels_1_state1 total1 = scratch1[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
#if LOOK_BACK
    const two_levels_1_state1 seed1 = {prefix_seed, last_seed, 1};
    const two_levels_1_state1 before1 = two_levels_1_before1(link1, tile, total1, seed1, scratch1, known);
#else
    if (stage == 1) {
        if (lane == 0) link1[tile] = total1;
        return;
    }
    const two_levels_1_state1 before1 = link1[tile];
#endif
    at1 = lane == 0 ? before1 : two_levels_1_combine1(before1, at1);

    // Level 2: the number of kept.
    two_levels_1_state2 mine2 = {0};
    two_levels_1_state1 now1 = at1;
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k < n) {
            const uchar x = xs_[k];
            // prefix = scan
            now1.prefix = now1.prefix + (uint)x;
            const uint p = now1.prefix;
            // kept = filter
            if (p % 3 == 0) {
                mine2.kept++;
            }
        }
    }
    scratch2[lane] = mine2;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        two_levels_1_state2 left;
        if (lane >= step) left = scratch2[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) scratch2[lane] = two_levels_1_combine2(left, scratch2[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    two_levels_1_state2 at2;
    if (lane > 0) at2 = scratch2[lane - 1];
    const two_levels_1_state2 total2 = scratch2[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
#if LOOK_BACK
    const two_levels_1_state2 seed2 = {0};
    const two_levels_1_state2 before2 = two_levels_1_before2(link2, tile, total2, seed2, scratch2, known);
    // kept = filter
    if (lane == 0 && (ulong)(tile + 1) * GROUP * ITEMS >= n) record[3] = before2.kept + total2.kept;
#else
    if (stage == 2) {
        if (lane == 0) link2[tile] = total2;
        return;
    }
    const two_levels_1_state2 before2 = link2[tile];
#endif
    at2 = lane == 0 ? before2 : two_levels_1_combine2(before2, at2);

    // The work.
    two_levels_1_folds folds = {0};
    uint prefix_[ITEMS];
    uchar last_[ITEMS];
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k < n) {
            const uchar x = xs_[k];
            // prefix = scan
            at1.prefix = at1.prefix + (uint)x;
            prefix_[k] = at1.prefix;
            // last = scan
            at1.last = x;
            last_[k] = at1.last;
            const uint p = at1.prefix;
            // kept = filter
            if (p % 3 == 0) {
                kept[at2.kept++] = p;
                // total = fold
                folds.total = folds.total + p;
            }
        }
    }
    if (whole) {
        ((global uint8 *)prefix)[begin / ITEMS] = vload8(0, prefix_);
        ((global uchar8 *)last)[begin / ITEMS] = vload8(0, last_);
    } else {
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) prefix[begin + k] = prefix_[k];
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) last[begin + k] = last_[k];
    }

    // Folds: total.
    local two_levels_1_folds scratch[GROUP];
    scratch[lane] = folds;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = two_levels_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) partials[tile] = scratch[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_levels_1_total(
    global ulong *record, const ulong parts, global const two_levels_1_folds *partials, const uint total_seed
) {
    local two_levels_1_folds scratch[GROUP];
    const uint lane = get_local_id(0);
    two_levels_1_folds total = {0};
    const ulong run = (parts + GROUP - 1) / GROUP;
    for (ulong k = lane * run; k < min(parts, (lane + 1) * run); k++) {
        total = two_levels_1_combine(total, partials[k]);
    }
    scratch[lane] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        if (lane % (2 * step) == 0) {
            scratch[lane] = two_levels_1_combine(scratch[lane], scratch[lane + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        const two_levels_1_folds seed = {total_seed};
        total = two_levels_1_combine(seed, scratch[0]);
        *(global uint *)&record[4] = total.total;
    }
}
