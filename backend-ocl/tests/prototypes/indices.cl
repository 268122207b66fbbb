// Gathers and scatters of elements of any width, with indices that are checked.
//
//     ys = gather(data, is)
//     zs = scatter(dest, is, vs)
#pragma OPENCL FP_CONTRACT OFF

#define ITEMS 4

// The first error is kept.
static void fail(global ulong *record, const uint site, const ulong first, const ulong second) {
    if (atomic_cmpxchg((volatile global uint *)record, 0u, site) == 0u) {
        record[1] = first;
        record[2] = second;
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void indices_1(
    global ulong *record, const ulong n,
    global const long *is, const ulong data_len, global const uchar *data_0, global const double *data_1,
    const ulong zs_len, global const uchar *vs,
    global uchar *ys_0, global double *ys_1, global uchar *zs
) {
    const uint lane = get_local_id(0);
    const ulong begin = (get_group_id(0) * GROUP + lane) * ITEMS;
    const bool whole = begin + ITEMS <= n;
    // is = input
    long is_[ITEMS];
    if (whole) {
        vstore4(((global const long4 *)is)[begin / ITEMS], 0, is_);
    } else {
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) is_[k] = is[begin + k];
    }
    // vs = input
    uchar vs_[ITEMS];
    if (whole) {
        vstore4(((global const uchar4 *)vs)[begin / ITEMS], 0, vs_);
    } else {
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) vs_[k] = vs[begin + k];
    }
    uchar ys_0_[ITEMS];
    double ys_1_[ITEMS];
    for (uint k = 0; k < ITEMS; k++) {
        if (begin + k < n) {
            const long i = is_[k];
            // ys = gather
            uchar y_0 = 0;
            double y_1 = 0.0;
            if ((ulong)i < data_len) {
                y_0 = data_0[i];
                y_1 = data_1[i];
            } else {
                fail(record, 1, (ulong)i, data_len);
            }
            ys_0_[k] = y_0;
            ys_1_[k] = y_1;
            // zs = scatter
            if ((ulong)i < zs_len) {
                zs[i] = vs_[k];
            } else {
                fail(record, 2, (ulong)i, zs_len);
            }
        }
    }
    if (whole) {
        ((global uchar4 *)ys_0)[begin / ITEMS] = vload4(0, ys_0_);
        ((global double4 *)ys_1)[begin / ITEMS] = vload4(0, ys_1_);
    } else {
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) ys_0[begin + k] = ys_0_[k];
        for (uint k = 0; k < ITEMS; k++) if (begin + k < n) ys_1[begin + k] = ys_1_[k];
    }
}
