//! The sweep over segments of which only the ends are kept.

use crate::block::Block;
use crate::error::Fault;
use crate::known::Known;
use crate::op::Op;
use crate::plain::{attempt, count};
#[cfg(not(debug_assertions))]
use crate::segment_piece::LANES;
use crate::segment_piece::{PIECE, Piece};
use crate::sink::{Cursor, Target};
use crate::source::Sources;

impl Block<'_> {
    /// [`each`](Block::each) beside a scan by segments, where what is at the end of a segment is
    /// written, and nothing else. `element` makes the pair of a flag, which is set at the end of a
    /// segment, and the value that enters the scan; at an end that is the start of the next segment.
    /// `pairs` is the operator on these, `op` that within a segment. The body is given the exclusive
    /// prefix. Returns the state behind these positions of the block, which begins with `prefix`.
    ///
    /// No segment ends behind the first `ends_before` positions.
    ///
    /// Neighbours are done in pieces if the operator within a segment commutes for the type. The body
    /// is called at ends alone.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn ends_of_segments<S, T, V, O, E, P, B>(
        &self,
        op: O,
        ends_before: usize,
        prefix: (bool, V),
        pairs: P,
        sources: S,
        out: &mut T,
        element: E,
        body: B,
    ) -> Result<(bool, V), Fault>
    where
        S: Sources,
        T: Target,
        V: Copy,
        O: Op<V>,
        P: Fn((bool, V), (bool, V)) -> (bool, V) + Copy,
        E: Fn(usize, S::Items, T::Olds) -> Result<(bool, V), Fault>,
        B: Fn((bool, V), usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        let end = ends_before.min(self.len());
        // SAFETY: checked.
        unsafe { self.ends_in_pieces(op, end, prefix, pairs, sources, out, element, body) }
    }

    /// [`ends_of_segments`](Block::ends_of_segments), when everything is checked: no segment ends
    /// behind the first `end` positions.
    ///
    /// # Safety
    ///
    /// The sources must have the length of the loop, and the target must belong to the block.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "as above")]
    unsafe fn ends_in_pieces<S, T, V, O, E, P, B>(
        &self,
        op: O,
        end: usize,
        prefix: (bool, V),
        pairs: P,
        sources: S,
        out: &mut T,
        element: E,
        body: B,
    ) -> Result<(bool, V), Fault>
    where
        S: Sources,
        T: Target,
        V: Copy,
        O: Op<V>,
        P: Fn((bool, V), (bool, V)) -> (bool, V) + Copy,
        E: Fn(usize, S::Items, T::Olds) -> Result<(bool, V), Fault>,
        B: Fn((bool, V), usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        let within = |a, b| pairs((false, a), (false, b)).1;
        let mut state = prefix;
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block; each position is written at most once, and each that has
        // something to write where the sweep is completed. All values of a piece are there, and its
        // states have been found, when they are asked for.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                let mut first = 0;
                if let Some(neutral) = Known::of(op).neutral() {
                    // The last position of a block is in no piece, so that no piece has that of the
                    // loop, and pieces are the same wherever a process begins or ends.
                    let last = len.saturating_sub(1);
                    let pieces_end = if end < last { end } else { last };
                    let mut piece = Piece::new(op, neutral);
                    #[cfg(not(debug_assertions))]
                    let mut had_end = false;
                    while first < pieces_end {
                        let left = pieces_end - first;
                        let count = if left < PIECE { left } else { PIECE };
                        // Behind a piece without an end there is likely another one, of which nothing
                        // need be kept.
                        #[cfg(not(debug_assertions))]
                        if !had_end && count == PIECE {
                            let mut all = piece.fold();
                            for group in 0..PIECE / LANES {
                                for lane in 0..LANES {
                                    let k = first + group * LANES + lane;
                                    let items = sources.get_before_last(k);
                                    let olds = cursor.old_for::<true>(k);
                                    let (end, value) = element(start + k, items, olds)?;
                                    had_end |= end;
                                    all[lane] = piece.taken(all[lane], value, within);
                                }
                            }
                            if !had_end {
                                state.1 = within(state.1, piece.joined(all, within));
                                first += PIECE;
                                continue;
                            }
                        }
                        count!(j in 0, count; {
                            let k = first + j;
                            let items = sources.get_before_last(k);
                            let olds = cursor.old_for::<true>(k);
                            piece.put(j, attempt!(element(start + k, items, olds)));
                        });
                        piece.fill(count);
                        let mut ends = piece.take_ends();
                        #[cfg(not(debug_assertions))]
                        {
                            had_end = ends != 0;
                        }
                        if ends == 0 {
                            state.1 = within(state.1, piece.folded(within));
                        } else {
                            let behind = piece.find_states(ends, state.1, within);
                            while ends != 0 {
                                let j = ends.trailing_zeros() as usize;
                                let k = first + j;
                                let items = sources.get_before_last(k);
                                let olds = cursor.old_for::<true>(k);
                                state.1 = piece.state(j);
                                let values = attempt!(body(state, start + k, items, olds));
                                cursor.put_if_kept(k, values);
                                state.0 = true;
                                ends &= ends - 1;
                            }
                            state.1 = behind;
                        }
                        first += count;
                    }
                }
                count!(k in first, end; {
                    let (items, olds) = (sources.get(k), cursor.old_for::<true>(k));
                    let pair = attempt!(element(start + k, items, olds));
                    if pair.0 {
                        let values = attempt!(body(state, start + k, items, olds));
                        cursor.put_if_kept(k, values);
                    }
                    state = pairs(state, pair);
                });
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use crate::op::{Add, Op, Other};
    use crate::segment_piece::{CHAIN, LANES, PIECE};
    use crate::source::Next;
    use crate::{Compact, Masked, Run};

    /// The sums of the runs of equal keys, as generated code finds them.
    fn sums(op: impl Op<f64>, keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let len = keys.len();
        let last = |i: usize, key: u32, next: u32| i + 1 == len || key != next;
        let pairs = |(ended, a): (bool, f64), (end, b): (bool, f64)| {
            (ended | end, if end { b } else { a + b })
        };
        let mut state = (false, 0.0);
        let state = std::sync::Mutex::new(&mut state);
        let done =
            Run::sequential(len, 4)
                .ordered()
                .blocks((Compact::named("sums"), ()), |block, out| {
                    let mut state = state.lock().expect("nobody panics");
                    let sources = || (Next::of(keys), (keys, (xs, ())));
                    **state = block.ends_of_segments(
                        op,
                        block.len(),
                        **state,
                        pairs,
                        sources(),
                        out,
                        |i, (next, (key, (x, ()))), _| {
                            let end = last(i, key, next);
                            Ok((end, if end { 0.0 } else { x }))
                        },
                        |(_, sum), i, (next, (key, (x, ()))), _| {
                            Ok((Masked::when(last(i, key, next), sum + x), ()))
                        },
                    )?;
                    Ok(())
                });
        let ((sums, ()), _) = done.expect("nothing fails");
        sums
    }

    #[test]
    fn groups_and_single_elements_have_the_same_sums() {
        for len in [
            0,
            1,
            2,
            PIECE - 1,
            PIECE,
            PIECE + 1,
            PIECE + 2,
            3 * PIECE,
            3 * PIECE + 5,
            5000,
        ] {
            for run in [1, 2, 7, CHAIN, CHAIN + 3, PIECE, PIECE + 3, 1000] {
                let keys: Vec<u32> = (0..len).map(|i| (i / run) as u32).collect();
                let xs: Vec<f64> = (0..len).map(|i| f64::from(i as u32 % 97)).collect();
                let chunks = keys.chunk_by(|a, b| a == b);
                let mut rest = &xs[..];
                let expected: Vec<f64> = chunks
                    .map(|chunk| {
                        let (own, others) = rest.split_at(chunk.len());
                        rest = others;
                        own.iter().sum()
                    })
                    .collect();
                assert_eq!(sums(Add, &keys, &xs), expected, "{len} in runs of {run}");
                assert_eq!(sums(Other, &keys, &xs), expected, "{len} in runs of {run}");
            }
        }
    }

    /// The halves of sums, added up until one is left.
    fn halves(sums: &[f64]) -> f64 {
        let (left, right) = sums.split_at(sums.len() / 2);
        match left {
            [] => right[0],
            _ => {
                let sums = left.iter().zip(right).map(|(a, b)| a + b);
                halves(&sums.collect::<Vec<_>>())
            }
        }
    }

    /// Pieces are added up in lanes where no segment ends, and in chains elsewhere, in builds with and
    /// without optimisation.
    #[test]
    fn the_order_of_additions_is_that_of_pieces() {
        for run in [1, 5, 40, 100, 1000] {
            let keys: Vec<u32> = (0..500).map(|i| i / run).collect();
            let xs: Vec<f64> = (0..500).map(|i| f64::from(i).sqrt() - 9.1).collect();
            let (mut expected, mut sum) = (Vec::new(), 0.0);
            let is_last = |k: usize| k + 1 == keys.len() || keys[k] != keys[k + 1];
            for first in (0..499).step_by(PIECE) {
                let piece: Vec<usize> = (first..499.min(first + PIECE)).collect();
                if !piece.iter().any(|k| is_last(*k)) {
                    let mut lanes = [-0.0; LANES];
                    for (j, k) in piece.iter().enumerate() {
                        lanes[j % LANES] += xs[*k];
                    }
                    sum += halves(&lanes);
                    continue;
                }
                for chain in piece.chunks(CHAIN) {
                    let (mut own, mut before) = (-0.0, Some(sum));
                    for k in chain {
                        match is_last(*k) {
                            true => {
                                let sum = before.take().map_or(own, |before: f64| before + own);
                                expected.push(sum + xs[*k]);
                                own = 0.0;
                            }
                            false => own += xs[*k],
                        }
                    }
                    sum = before.map_or(own, |before| before + own);
                }
            }
            expected.push(sum + xs[499]);
            assert_eq!(sums(Add, &keys, &xs), expected, "runs of {run}");
        }
    }
}
