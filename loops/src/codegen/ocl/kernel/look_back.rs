//! Look-back: the functions by which tiles that run at the same time wait for
//! each other.

use super::super::state::State;
use super::Kernels;

/// The words in which tiles leave states for each other, and the ways to write and to read them.
///
/// A plain load is several times as fast as an atomic operation where hundreds of lanes look, and
/// every word proves itself by its mark. OpenCL 1.2 does not say that a plain load ever sees what
/// another group wrote, so that now and then an atomic operation looks. Under a simulator that takes
/// plain loads beside atomic operations for races, `ATOMIC_LOOKS` is defined, and all looks are
/// atomic.
const WORDS: &str = "\
// A state travels in words, one half of each of which marks that the other was written.
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef ulong word_t;
typedef uint part_t;
#define MARK 0x100000000UL
#define WRITE(word, value) atom_xchg(word, value)
#define ATOMIC_LOOK(word) atom_add(word, 0UL)
#else
typedef uint word_t;
typedef ushort part_t;
#define MARK 0x10000u
#define WRITE(word, value) atomic_xchg(word, value)
#define ATOMIC_LOOK(word) atomic_add(word, 0u)
#endif
#if WINDOW == 1 || defined(ATOMIC_LOOKS)
#define LOOK(word, looks) ATOMIC_LOOK(word)
#else
// A plain load is faster. Now and then an atomic operation looks, should a cache keep an old word.
#define LOOK(word, looks) ((looks) % 64 == 0 ? ATOMIC_LOOK(word) : *(word))
#endif
";

impl Kernels<'_, '_, '_> {
    /// The functions by which tiles that run at the same time wait for each
    /// other.
    pub(super) fn look_back(&mut self, number: usize, level: &State) -> String {
        self.module.function("LOOK", WORDS);
        let (name, state) = (&self.name, &level.name);
        let parameters = level.parameters();
        let arguments = format!("{name}_{{}}{number}");
        let called = |function: &str| arguments.replace("{}", function);
        let (parts, words, publish, peek, before, prefixes) = (
            called("parts"),
            called("words"),
            called("publish"),
            called("peek"),
            called("before"),
            called("prefixes"),
        );
        let all = level.combined("before", "window[place - 1]");
        let inclusive = level.combined("before", "total");
        let further = level.arguments();
        format!(
            "\
#define {parts} ((sizeof({state}) + sizeof(part_t) - 1) / sizeof(part_t))

typedef word_t {name}_link{number};

typedef union {{
    {state} state;
    part_t parts[{parts}];
}} {words};

static void {publish}(volatile global word_t *link, {state} state) {{
    {words} words;
    words.state = state;
    for (uint k = 0; k < {parts}; k++) WRITE(&link[k * get_num_groups(0)], MARK | words.parts[k]);
}}

static bool {peek}(volatile global word_t *link, {state} *state, const uint looks) {{
    {words} words;
    for (uint k = 0; k < {parts}; k++) {{
        const word_t word = LOOK(&link[k * get_num_groups(0)], looks);
        if (word < MARK) return false;
        words.parts[k] = (part_t)word;
    }}
    *state = words.state;
    return true;
}}

static inline __attribute__((always_inline)) {state} {before}(
    volatile global word_t *link, const uint tile, const {state} total,
    const {state} seed, local {state} *window{parameters}
) {{
    const uint lane = get_local_id(0);
    const uint place = tile % WINDOW;
    // First words stand beside first words: lanes that look at neighbouring tiles read neighbours.
    volatile global word_t *own = link + tile;
    volatile global word_t *prefix = own + (ulong){parts} * get_num_groups(0);
    // The total, for the tiles to the right in this window.
    if (lane == 0 && place < WINDOW - 1) {publish}(own, total);
    // The totals of the tiles to the left in this window.
    if (lane < place) {{
        {state} other;
        uint looks = 1;
        while (!{peek}(own - (place - lane), &other, looks)) looks++;
        window[lane] = other;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    {prefixes}(window, place{further});
    // The prefix of the window to the left. Windows wait for each other, one after the other: nothing
    // stands between this prefix and the one for the tiles of the next window.
    if (lane == WINDOW - 1) {{
        {state} before = seed;
        if (tile > place) {{
            uint looks = 1;
            while (!{peek}(prefix - (place + 1), &before, looks)) looks++;
        }}
        if (place > 0) before = {all};
        if (place == WINDOW - 1) {publish}(prefix, {inclusive});
        window[WINDOW - 1] = before;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    const {state} before = window[WINDOW - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}}
"
        )
    }
}
