//! Sweeps over the positions of several indices: a row, which is contiguous, is a loop of its
//! own.
//!
//! A block begins and ends anywhere in a row. Elements go to the lanes of the other sweeps, whose
//! groups may reach into the next rows; of those each row is read by itself.

use crate::block::Block;
use crate::error::Fault;
use crate::groups::Groups;
use crate::lane::Lane;
use crate::sink::{Cursor, Target};
use crate::source::{Near, Place, Sources};

impl Block<'_> {
    /// The sweep over groups of neighbours, when everything is checked. `done` is called after each
    /// group, with true for a whole one and with true for the first one.
    #[inline(always)]
    pub(crate) fn groups_in_rows<const L: usize, S, T, A, B, D>(
        &self,
        groups: Groups,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut body: B,
        mut done: D,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        A: Copy,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        D: FnMut(&mut A, bool, bool),
    {
        let (start, len) = (self.start(), self.len());
        let Groups {
            main, last, end, ..
        } = groups;
        let mut own = *folds;
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block; each position is written once, and all of them where the sweep
        // is completed; lanes are below `L`.
        unsafe {
            let sources = sources.from(start);
            let mut stage = S::stage();
            let cursor = out.sweep(|mut cursor| {
                let (mut first, mut place) = (0, sources.place());
                // The rest of a row behind a group: its elements, the next one of them and their number.
                let mut rest = None;
                while first < end {
                    let number = first / L;
                    let is_whole = number < main;
                    let in_row = match is_whole {
                        // Elements outside of an array are near in small pieces.
                        true if S::PADDED => (sources.row_rest(&place) / L).min(1),
                        true => (sources.row_rest(&place) / L).min(main - number),
                        false => 0,
                    };
                    if in_row > 0 {
                        let row = sources.near(&place, first, in_row * L, &mut stage);
                        for group in 0..in_row {
                            let range = groups.range_of(number + group);
                            for j in 0..L {
                                let (at, k) = (group * L + j, first + group * L + j);
                                let lane = Lane::new(j, range).of(true);
                                let olds = cursor.old(k);
                                let values = body(&mut own, start + k, lane, row.get(at), olds)?;
                                cursor.put(k, values);
                            }
                            done(&mut own, true, number + group == 0);
                        }
                        first += in_row * L;
                        place.advance(in_row * L);
                        rest = None;
                        continue;
                    }
                    let width = L.min(end - first);
                    let range = match is_whole {
                        true => groups.range_of(number),
                        false => last,
                    };
                    let mut j = 0;
                    while j < width {
                        let (row, mut at, mut left) = match rest.take() {
                            Some(rest) => rest,
                            None => {
                                let left = sources.row_rest(&place).clamp(1, len - first - j);
                                (sources.near(&place, first + j, left, &mut stage), 0, left)
                            }
                        };
                        let count = left.min(width - j);
                        for _ in 0..count {
                            let k = first + j;
                            let lane = Lane::new(j, range).of(width == L);
                            let olds = cursor.old(k);
                            let values = body(&mut own, start + k, lane, row.get(at), olds)?;
                            cursor.put(k, values);
                            (j, at, left) = (j + 1, at + 1, left - 1);
                        }
                        place.advance(count);
                        rest = (left > 0).then_some((row, at, left));
                    }
                    done(&mut own, is_whole, number == 0);
                    first += width;
                }
                Ok(cursor)
            })?;
            if end == len {
                out.complete(cursor);
            }
        }
        *folds = own;
        Ok(())
    }
}
