//! The walk of a lane over its elements: in registers on a device with many lanes, in memory on one
//! with few.

use super::super::body::{KernelBody, Near};
use super::super::c::types;
use super::super::state::State;
use crate::nest::Region;
use crate::ordered::OrderedSet;
use crate::scalar::Prim;

/// The words for it, which every loop over runs of elements uses. `RUNS` is 1
/// where a lane's elements fit into a vector.
pub(super) const WORDS: &str = "\
// A lane has `own` of ITEMS elements, from `begin` on.
#if RUNS == 1
// It fetches and stores them as a vector. Loops over them are unrolled, so that they stay in registers.
#define EACH(k) _Pragma(\"unroll\") for (uint k = 0; k < ITEMS; k++) if (k < own)
#define EACH_NEAR(k) EACH(k)
#define FETCH(T, N, xs) \\
    T xs##_items[ITEMS]; \\
    if (own == ITEMS) vstore##N(*(global const T##N *)(xs + begin), 0, xs##_items); \\
    else for (uint k = 0; k < ITEMS; k++) xs##_items[k] = k < own ? xs[begin + k] : 0
#define OUTPUT(T, ys) T ys##_out[ITEMS]
#define STORE(T, N, ys) \\
    if (own == ITEMS) *(global T##N *)(ys + begin) = vload##N(0, ys##_out); \\
    else for (uint k = 0; k < ITEMS; k++) if (k < own) ys[begin + k] = ys##_out[k]
// Lanes give their elements to others, so that neighbours store neighbours.
#define EXCHANGE(bytes) local ulong exchange[(GROUP * (ITEMS + 1) * bytes + 7) / 8]
#define STORE_EXCHANGED(T, N, ys) \\
    if (((ulong)tile + 1) * GROUP * ITEMS <= n) { \\
        local T *near = (local T *)exchange; \\
        barrier(CLK_LOCAL_MEM_FENCE); \\
        _Pragma(\"unroll\") for (uint k = 0; k < ITEMS; k++) near[lane * (ITEMS + 1) + k] = ys##_out[k]; \\
        barrier(CLK_LOCAL_MEM_FENCE); \\
        _Pragma(\"unroll\") for (uint k = 0; k < ITEMS; k++) { \\
            const uint other = k * GROUP + lane; \\
            ys[begin - lane * ITEMS + other] = near[other + other / ITEMS]; \\
        } \\
    } else STORE(T, N, ys)
#else
// It is one of few, and walks over many elements where they lie.
#define EACH(k) for (uint k = 0; k < own; k++)
#define EACH_NEAR(k) _Pragma(\"unroll 8\") EACH(k)
#define FETCH(T, N, xs) global const T *xs##_items = xs + begin
#define OUTPUT(T, ys) global T *ys##_out = ys + begin
#define STORE(T, N, ys)
#define EXCHANGE(bytes)
#define STORE_EXCHANGED(T, N, ys)
#endif
";

impl KernelBody<'_, '_, '_> {
    /// Has the scans of a level run in these variables.
    pub(super) fn run(&mut self, level: usize, state: &State, at: &str, near: &str) {
        for member in &state.members {
            self.running.insert(member.id, at.to_owned());
        }
        let levels = &self.program.scheduled(self.nested).levels;
        let Some(every) = levels[level - 1].deferred else {
            return;
        };
        let nothing = state.nothing(self.printer.module);
        self.line(format!("{} {near} = {nothing};", state.name));
        let near = Near {
            variable: near.to_owned(),
            state: state.clone(),
            every,
        };
        self.near.insert(at.to_owned(), near);
    }

    /// The end of the work on an element: the states move now and then.
    pub(super) fn moved(&mut self) {
        let Some(Near { every, .. }) = self.near.values().next() else {
            return;
        };
        let (every, last) = (*every, *every - 1);
        self.line(format!(
            "// What stands before moves with every {every}th element."
        ));
        self.open(&format!("if ((k & {last}) == {last}) {{"));
        for (at, near) in std::mem::take(&mut self.near) {
            let Near {
                variable, state, ..
            } = near;
            let nothing = state.nothing(self.printer.module);
            self.line(format!("{at} = {};", state.combined(&at, &variable)));
            self.line(format!("{variable} = ({}){nothing};", state.name));
        }
        self.close("}");
    }

    /// The position at which the lane's elements begin, of which it may lose all.
    pub(super) fn start(&mut self, tiled: bool, may_lose: bool) {
        match (self.items, tiled) {
            (1, true) => {
                self.line("const ulong begin = (ulong)tile * GROUP + lane;");
                self.line("// A lane without an element helps with those of others.");
                self.line("const bool inside = begin < n;");
                self.line("const ulong i = min(begin, n - 1);");
            }
            (1, false) => self.line("const ulong i = (ulong)tile * GROUP + lane;"),
            _ => {
                self.line("const ulong begin = ((ulong)tile * GROUP + lane) * ITEMS;");
                let constant = if may_lose { "" } else { "const " };
                self.line(format!(
                    "{constant}uint own = begin < n ? (uint)min((ulong)ITEMS, n - begin) : 0;"
                ));
            }
        }
    }

    /// Fetches the elements that are walked over in step.
    pub(super) fn fetch(&mut self, region: &Region) {
        if self.items == 1 {
            return;
        }
        // A `conform` gives an array another name.
        let mut fetched = OrderedSet::new();
        let in_step = region.reads.iter().filter(|read| read.is_along(0));
        for array in in_step.map(|read| read.array) {
            if !fetched.insert(self.program.nest.owner(array)) {
                continue;
            }
            let name = self.program.nest.arrays[array].name.to_string();
            self.line(format!("// {name} = the items of this lane"));
            let prims = self.program.types.array(array).leaves();
            for (buffer, prim) in self.buffers(array).into_iter().zip(prims) {
                let (c, items) = (types::stored(prim), self.items);
                self.line(format!("FETCH({c}, {items}, {buffer});"));
            }
        }
    }

    /// Makes room for the columns that get one element for each iteration.
    pub(super) fn outputs(&mut self) {
        for (buffer, prim) in self.dense() {
            self.line(format!("OUTPUT({}, {buffer});", types::stored(prim)));
        }
    }

    /// Makes room for the lanes to exchange elements before they store them, if they do.
    pub(super) fn declare_exchange(&mut self) {
        if let Some(bytes) = self.program.scheduled(self.nested).exchanged {
            self.line(format!("EXCHANGE({bytes});"));
        }
    }

    /// Stores these columns.
    pub(super) fn store_outputs(&mut self) {
        let store = match self.program.scheduled(self.nested).exchanged {
            Some(_) => "STORE_EXCHANGED",
            None => "STORE",
        };
        for (buffer, prim) in self.dense() {
            let (c, items) = (types::stored(prim), self.items);
            self.line(format!("{store}({c}, {items}, {buffer});"));
        }
    }

    /// The columns that a lane has the elements of, side by side.
    fn dense(&self) -> Vec<(String, Prim)> {
        match self.items {
            1 => Vec::new(),
            _ => self.one_each(),
        }
    }

    /// The columns that get one element for each iteration.
    pub(super) fn one_each(&self) -> Vec<(String, Prim)> {
        let mut dense: Vec<(String, Prim)> = Vec::new();
        for write in &self.nested.writes {
            if write.mode.is_one_each() {
                let prims = self.program.types.array(write.array).leaves();
                for column in self.buffers(write.array).into_iter().zip(prims) {
                    if !dense.contains(&column) {
                        dense.push(column);
                    }
                }
            }
        }
        dense
    }
}
