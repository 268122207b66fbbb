// Gathers and scatters of elements of any width, with indices that are checked.
//
//     ys = gather(data, is)
//     zs = scatter(dest, is, vs)
#pragma OPENCL FP_CONTRACT OFF

#define GROUP WALKERS
#define ITEMS (4 * RUNS)

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
    const uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;
    // is = input
    FETCH(long, 4, is);
    // vs = input
    FETCH(uchar, 4, vs);
    OUTPUT(uchar, ys_0);
    OUTPUT(double, ys_1);
    EACH(k) {
        const long i = is_items[k];
        // ys = gather
        uchar y_0 = 0;
        double y_1 = 0.0;
        if ((ulong)i < data_len) {
            y_0 = data_0[i];
            y_1 = data_1[i];
        } else {
            fail(record, 1, (ulong)i, data_len);
        }
        ys_0_out[k] = y_0;
        ys_1_out[k] = y_1;
        // zs = scatter
        if ((ulong)i < zs_len) {
            zs[i] = vs_items[k];
        } else {
            fail(record, 2, (ulong)i, zs_len);
        }
    }
    STORE(uchar, 4, ys_0);
    STORE(double, 4, ys_1);
}
