// Two levels: a scan and a count that depends on it, in one pass or in stages;
// besides them an ordered state without a neutral element.
//
//     prefix = scan(seed, +, xs)             level 1
//     last   = scan(xs's first, |a, b| b)    level 1, travels with it
//     kept   = filter(|p| p % 3 == 0, prefix)  its count: level 2
//     total  = fold(0, +, kept)
#pragma OPENCL FP_CONTRACT OFF

#define GROUP WALKERS
#define ITEMS (8 * RUNS)

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
    const two_levels_1_state1 seed, local two_levels_1_state1 *window
) {
    const uint lane = get_local_id(0);
    const uint place = tile % WINDOW;
    volatile global uint *own = link + (ulong)tile * 2 * two_levels_1_halves1;
    // The total, for the tiles to the right in this window.
    if (lane == 0 && place < WINDOW - 1) two_levels_1_publish1(own, total);
    // The totals of the tiles to the left in this window.
    if (lane < place) {
        two_levels_1_state1 other;
        while (!two_levels_1_peek1(own - (ulong)(place - lane) * 2 * two_levels_1_halves1, &other)) {}
        window[lane] = other;
    }
    // The prefix of the window to the left.
    if (lane == WINDOW - 1) {
        two_levels_1_state1 start = seed;
        if (tile > place) {
            while (!two_levels_1_peek1(own - (ulong)(place + 1) * 2 * two_levels_1_halves1 + two_levels_1_halves1, &start)) {}
        }
        window[lane] = start;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    two_levels_1_state1 before = window[WINDOW - 1];
    for (uint step = 1; step < place; step *= 2) {
        two_levels_1_state1 left;
        if (lane >= step && lane < place) left = window[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step && lane < place) window[lane] = two_levels_1_combine1(left, window[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (place > 0) before = two_levels_1_combine1(before, window[place - 1]);
    // The prefix, for the tiles of the next window.
    if (lane == 0 && place == WINDOW - 1) {
        two_levels_1_publish1(own + two_levels_1_halves1, two_levels_1_combine1(before, total));
    }
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
    const two_levels_1_state2 seed, local two_levels_1_state2 *window
) {
    const uint lane = get_local_id(0);
    const uint place = tile % WINDOW;
    volatile global uint *own = link + (ulong)tile * 2 * two_levels_1_halves2;
    // The total, for the tiles to the right in this window.
    if (lane == 0 && place < WINDOW - 1) two_levels_1_publish2(own, total);
    // The totals of the tiles to the left in this window.
    if (lane < place) {
        two_levels_1_state2 other;
        while (!two_levels_1_peek2(own - (ulong)(place - lane) * 2 * two_levels_1_halves2, &other)) {}
        window[lane] = other;
    }
    // The prefix of the window to the left.
    if (lane == WINDOW - 1) {
        two_levels_1_state2 start = seed;
        if (tile > place) {
            while (!two_levels_1_peek2(own - (ulong)(place + 1) * 2 * two_levels_1_halves2 + two_levels_1_halves2, &start)) {}
        }
        window[lane] = start;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    two_levels_1_state2 before = window[WINDOW - 1];
    for (uint step = 1; step < place; step *= 2) {
        two_levels_1_state2 left;
        if (lane >= step && lane < place) left = window[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step && lane < place) window[lane] = two_levels_1_combine2(left, window[lane]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (place > 0) before = two_levels_1_combine2(before, window[place - 1]);
    // The prefix, for the tiles of the next window.
    if (lane == 0 && place == WINDOW - 1) {
        two_levels_1_publish2(own + two_levels_1_halves2, two_levels_1_combine2(before, total));
    }
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
    two_levels_1_state1 before = {prefix_seed, last_seed, 1};
    for (ulong base = 0; base < tiles; base += GROUP) {
        const ulong tile = base + lane;
        two_levels_1_state1 total = {0, 0, 0};
        if (tile < tiles) total = link1[tile];
        scratch[lane] = total;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint step = 1; step < GROUP; step *= 2) {
            two_levels_1_state1 left;
            if (lane >= step) left = scratch[lane - step];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane >= step) scratch[lane] = two_levels_1_combine1(left, scratch[lane]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lane > 0) before = two_levels_1_combine1(before, scratch[lane - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tile < tiles) link1[tile] = before;
        if (lane == min((ulong)GROUP, tiles - base) - 1) scratch[0] = two_levels_1_combine1(before, total);
        barrier(CLK_LOCAL_MEM_FENCE);
        before = scratch[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_levels_1_spine2(
    global ulong *record, const ulong tiles, global two_levels_1_link2 *link2
) {
    local two_levels_1_state2 scratch[GROUP];
    const uint lane = get_local_id(0);
    two_levels_1_state2 before = {0};
    for (ulong base = 0; base < tiles; base += GROUP) {
        const ulong tile = base + lane;
        two_levels_1_state2 total = {0};
        if (tile < tiles) total = link2[tile];
        scratch[lane] = total;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint step = 1; step < GROUP; step *= 2) {
            two_levels_1_state2 left;
            if (lane >= step) left = scratch[lane - step];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane >= step) scratch[lane] = two_levels_1_combine2(left, scratch[lane]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lane > 0) before = two_levels_1_combine2(before, scratch[lane - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tile < tiles) link2[tile] = before;
        if (lane == min((ulong)GROUP, tiles - base) - 1) scratch[0] = two_levels_1_combine2(before, total);
        barrier(CLK_LOCAL_MEM_FENCE);
        before = scratch[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // kept = filter
    if (lane == 0) record[3] = before.kept;
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
    local uint claimed;
    if (lane == 0) claimed = atomic_inc(ticket);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = claimed;
#else
    const uint tile = get_group_id(0);
#endif
    const ulong begin = ((ulong)tile * GROUP + lane) * ITEMS;
    const uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;
    // xs = input
    FETCH(uchar, 8, xs);

    // Level 1: prefix, last.
    two_levels_1_state1 mine1 = {0, 0, 0};
    EACH(k) {
        const uchar x = xs_items[k];
        // prefix = scan
        mine1.prefix = mine1.prefix + (uint)x;
        // last = scan
        mine1.last = x;
        mine1.last_some = 1;
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
    const two_levels_1_state1 before1 = two_levels_1_before1(link1, tile, total1, seed1, scratch1);
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
    EACH(k) {
        const uchar x = xs_items[k];
        // prefix = scan
        now1.prefix = now1.prefix + (uint)x;
        const uint p = now1.prefix;
        // kept = filter
        if (p % 3 == 0) {
            mine2.kept++;
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
    const two_levels_1_state2 before2 = two_levels_1_before2(link2, tile, total2, seed2, scratch2);
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
    OUTPUT(uint, prefix);
    OUTPUT(uchar, last);
    EACH(k) {
        const uchar x = xs_items[k];
        // prefix = scan
        at1.prefix = at1.prefix + (uint)x;
        prefix_out[k] = at1.prefix;
        // last = scan
        at1.last = x;
        last_out[k] = at1.last;
        const uint p = at1.prefix;
        // kept = filter
        if (p % 3 == 0) {
            kept[at2.kept++] = p;
            // total = fold
            folds.total = folds.total + p;
        }
    }
    STORE(uint, 8, prefix);
    STORE(uchar, 8, last);

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
