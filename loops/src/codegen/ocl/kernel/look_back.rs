//! Look-back: the functions by which tiles that run at the same time wait for
//! each other.

use super::super::state::State;
use super::Kernels;

impl Kernels<'_, '_, '_> {
    /// The functions by which tiles that run at the same time wait for each
    /// other.
    pub(super) fn look_back(&mut self, number: usize, level: &State) -> String {
        let (name, state) = (&self.name, &level.name);
        let parameters = level.parameters();
        let arguments = format!("{name}_{{}}{number}");
        let called = |function: &str| arguments.replace("{}", function);
        let (halves, words, publish, peek, before) = (
            called("halves"),
            called("words"),
            called("publish"),
            called("peek"),
            called("before"),
        );
        let window = level.combined("left", "window[lane]");
        let all = level.combined("before", "window[place - 1]");
        let inclusive = level.combined("before", "total");
        format!(
            "\
#define {halves} ((sizeof({state}) + 1) / 2)

typedef uint {name}_link{number};

typedef union {{
    {state} state;
    ushort halves[{halves}];
}} {words};

static void {publish}(volatile global uint *link, {state} state) {{
    {words} words;
    words.state = state;
    for (uint k = 0; k < {halves}; k++) {{
        atomic_xchg(&link[k], 0x10000u | words.halves[k]);
    }}
}}

static bool {peek}(volatile global uint *link, {state} *state) {{
    {words} words;
    for (uint k = 0; k < {halves}; k++) {{
        const uint word = atomic_or(&link[k], 0u);
        if (word < 0x10000u) return false;
        words.halves[k] = (ushort)word;
    }}
    *state = words.state;
    return true;
}}

static {state} {before}(
    volatile global uint *link, const uint tile, const {state} total,
    const {state} seed, local {state} *window{parameters}
) {{
    const uint lane = get_local_id(0);
    const uint place = tile % WINDOW;
    volatile global uint *own = link + (ulong)tile * 2 * {halves};
    // The total, for the tiles to the right in this window.
    if (lane == 0 && place < WINDOW - 1) {publish}(own, total);
    // The totals of the tiles to the left in this window.
    if (lane < place) {{
        {state} other;
        while (!{peek}(own - (ulong)(place - lane) * 2 * {halves}, &other)) {{}}
        window[lane] = other;
    }}
    // The prefix of the window to the left.
    if (lane == WINDOW - 1) {{
        {state} start = seed;
        if (tile > place) {{
            while (!{peek}(own - (ulong)(place + 1) * 2 * {halves} + {halves}, &start)) {{}}
        }}
        window[lane] = start;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    {state} before = window[WINDOW - 1];
    for (uint step = 1; step < place; step *= 2) {{
        {state} left;
        if (lane >= step && lane < place) left = window[lane - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step && lane < place) window[lane] = {window};
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
    if (place > 0) before = {all};
    // The prefix, for the tiles of the next window.
    if (lane == 0 && place == WINDOW - 1) {{
        {publish}(own + {halves}, {inclusive});
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}}
"
        )
    }
}
