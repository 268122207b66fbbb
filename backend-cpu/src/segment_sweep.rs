//! The sweep over segments of which only the ends are kept.

#[cfg(not(debug_assertions))]
use std::hint::assert_unchecked;

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::fold::Fold;
#[cfg(debug_assertions)]
use crate::known::Known;
#[cfg(not(debug_assertions))]
use crate::lane::Lane;
use crate::op::Op;
#[cfg(debug_assertions)]
use crate::plain::attempt;
use crate::plain::count;
use crate::sink::{Cursor, Target};
use crate::source::Sources;

/// The number of neighbours that are done together.
const GROUP: usize = 16;

impl Block<'_> {
    /// [`each`](Block::each) beside a scan by segments, where what is at the end of a segment is
    /// written, and nothing else. `element` makes the pair of a flag, which is set at the end of a
    /// segment, and the value that enters the scan; at an end that is the start of the next segment.
    /// `pairs` is the operator on these, `op` that within a segment. The body is given the exclusive
    /// prefix. Both take the elements by reference: three or more would be copied for each call in builds
    /// without optimisation, in pieces of another size than they were written in, for which the processor
    /// waits. Returns the state behind these positions of the block, which begins with `prefix`.
    ///
    /// No segment ends behind the first `ends_before` positions. `len` is the length of the loop in the
    /// variable that `element` and `body` read, if they do, or more: they are compiled for groups in
    /// which no position is the last one, and so do not ask.
    ///
    /// Neighbours are done in groups if the operator within a segment commutes for the type: a group
    /// without an end is a fold, and the body is not called for it.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each), and where the block ends behind `len`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn ends_of_segments<S, T, V, O, E, P, B>(
        &self,
        op: O,
        len: usize,
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
        E: Fn(usize, &S::Items, T::Olds) -> Result<(bool, V), Fault>,
        B: Fn((bool, V), usize, &S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        assert!(
            self.start() + self.len() <= len,
            "a block behind the end of its loop"
        );
        // The groups that begin before, for the same bits as if nothing were known of ends.
        let end = ends_before.next_multiple_of(GROUP).min(self.len());
        // SAFETY: checked.
        unsafe { self.ends_in_groups(op, len, end, prefix, pairs, sources, out, element, body) }
    }

    /// [`ends_of_segments`](Block::ends_of_segments), when everything is checked: no segment ends
    /// behind the first `end` positions.
    ///
    /// # Safety
    ///
    /// The sources must have the length of the loop, the target must belong to the block, and the block
    /// must not end behind `len`.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "as above")]
    unsafe fn ends_in_groups<S, T, V, O, E, P, B>(
        &self,
        op: O,
        all: usize,
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
        E: Fn(usize, &S::Items, T::Olds) -> Result<(bool, V), Fault>,
        B: Fn((bool, V), usize, &S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        let within = |a, b| pairs((false, a), (false, b)).1;
        let mut state = prefix;
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block; each position is written at most once, and each that has
        // something to write where the sweep is completed. Behind each position of a group there is
        // another one of the block.
        unsafe {
            let sources = sources.from(start);
            let one = |cursor: &mut T::Cursor, state: &mut (bool, V), k, items: &S::Items| {
                let olds = cursor.old_for::<true>(k);
                let pair = element(start + k, items, olds)?;
                cursor.put_if_kept(k, body(*state, start + k, items, olds)?);
                *state = pairs(*state, pair);
                Ok(())
            };
            // The last position of a block is in no group, so that no group has that of the loop,
            // and groups are the same wherever a process begins or ends.
            let groups = match Fold::<V, O, GROUP>::new(op).commutes() {
                true => end.min(len.saturating_sub(1)) / GROUP,
                false => 0,
            };
            // The elements of a position of a group. That it is not the last one is said to LLVM, which
            // compares the neighbours of a group with their next ones as vectors, and would compare
            // the number of each with that of the last one as well.
            let within_group = |k: usize| {
                assert_unchecked(start + k + 1 < all);
                sources.get_before_last(k)
            };
            let cursor = out.sweep(|mut cursor| {
                count!(group in 0, groups; {
                    let first = group * GROUP;
                    let (mut lanes, mut has_end) = (Fold::<V, O, GROUP>::new(op), false);
                    count!(j in 0, GROUP; {
                        let k = first + j;
                        let (items, olds) = (within_group(k), cursor.old_for::<true>(k));
                        let (end, value) = element(start + k, &items, olds)?;
                        has_end |= end;
                        lanes.push(Lane::new(j, j), value, within);
                    });
                    match has_end {
                        false => state.1 = lanes.partial(within).join(state.1, within),
                        true => {
                            count!(k in first, first + GROUP; {
                                one(&mut cursor, &mut state, k, &within_group(k))?;
                            });
                        }
                    }
                });
                count!(k in groups * GROUP, end; {
                    one(&mut cursor, &mut state, k, &sources.get(k))?;
                });
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(state)
    }

    /// [`ends_of_segments`](Block::ends_of_segments) in builds without optimisation, with the same
    /// bits: an element of the scan is made once and kept for a group, the body is called at ends
    /// alone, and what is known of the operator is asked once.
    ///
    /// # Safety
    ///
    /// As above.
    #[cfg(debug_assertions)]
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "as above")]
    unsafe fn ends_in_groups<S, T, V, O, E, P, B>(
        &self,
        op: O,
        _all: usize,
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
        E: Fn(usize, &S::Items, T::Olds) -> Result<(bool, V), Fault>,
        B: Fn((bool, V), usize, &S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        let known = Known::of(op);
        let mut state = prefix;
        // SAFETY: the caller's promise; each position is written at most once.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                let mut first = 0;
                if let Some(neutral) = known.neutral() {
                    let groups_end = end.min(len.saturating_sub(1)) / GROUP * GROUP;
                    let mut group = [(false, neutral); GROUP];
                    while first < groups_end {
                        let mut has_end = false;
                        count!(j in 0, GROUP; {
                            let k = first + j;
                            match element(start + k, &sources.get_before_last(k), cursor.old_for::<true>(k)) {
                                Ok(pair) => {
                                    has_end |= pair.0;
                                    group[j] = pair;
                                }
                                Err(fault) => return Err(fault),
                            }
                        });
                        if has_end {
                            count!(j in 0, GROUP; {
                                let pair = group[j];
                                if pair.0 {
                                    let k = first + j;
                                    match body(state, start + k, &sources.get(k), cursor.old_for::<true>(k)) {
                                        Ok(values) => cursor.put_if_kept(k, values),
                                        Err(fault) => return Err(fault),
                                    }
                                }
                                if known.adds_floats() && !pair.0 {
                                    known.take_in(&mut state.1, pair.1, |a, _| a);
                                } else {
                                    state = pairs(state, pair);
                                }
                            });
                        } else {
                            // The lanes of a fold, and their halves, as in `fold.rs`. A sum of floats begins
                            // with -0.0, which changes none of them.
                            if !known.adds_floats() {
                                count!(j in 0, GROUP; {
                                    group[j].1 = known.take(neutral, group[j].1, |a, b| {
                                        pairs((false, a), (false, b)).1
                                    });
                                });
                            }
                            let mut half = GROUP / 2;
                            while half > 0 {
                                count!(j in 0, half; {
                                    let value = group[half + j].1;
                                    known.take_in(&mut group[j].1, value, |a, b| {
                                        pairs((false, a), (false, b)).1
                                    });
                                });
                                half /= 2;
                            }
                            state.1 = pairs((false, state.1), (false, group[0].1)).1;
                        }
                        first += GROUP;
                    }
                }
                count!(k in first, end; {
                    let pair = attempt!(element(start + k, &sources.get(k), cursor.old_for::<true>(k)));
                    if pair.0 {
                        let (items, olds) = (&sources.get(k), cursor.old_for::<true>(k));
                        cursor.put_if_kept(k, attempt!(body(state, start + k, items, olds)));
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
    use super::GROUP;
    use crate::op::{Add, Op, Other};
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
                        len,
                        block.len(),
                        **state,
                        pairs,
                        sources(),
                        out,
                        |i, &(next, (key, (x, ()))), _| {
                            let end = last(i, key, next);
                            Ok((end, if end { 0.0 } else { x }))
                        },
                        |(_, sum), i, &(next, (key, (x, ()))), _| {
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
            GROUP - 1,
            GROUP,
            GROUP + 1,
            3 * GROUP,
            3 * GROUP + 5,
            5000,
        ] {
            for run in [1, 2, 7, GROUP, GROUP + 3, 1000] {
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

    /// The sum of a group in which no segment ends, in halves as without a sweep, and all others from
    /// left to right: in builds with and without optimisation.
    #[test]
    fn a_group_without_an_end_is_added_in_halves() {
        fn halves(xs: &[f64]) -> f64 {
            let (left, right) = xs.split_at(xs.len() / 2);
            match left {
                [] => right[0],
                _ => halves(
                    &left
                        .iter()
                        .zip(right)
                        .map(|(a, b)| a + b)
                        .collect::<Vec<_>>(),
                ),
            }
        }
        for run in [5, 40, 1000] {
            let keys: Vec<u32> = (0..500).map(|i| i / run).collect();
            let xs: Vec<f64> = (0..500).map(|i| f64::from(i).sqrt() - 9.1).collect();
            let (mut expected, mut sum, mut k) = (Vec::new(), 0.0, 0);
            let is_last = |k: usize| k + 1 == keys.len() || keys[k] != keys[k + 1];
            while k < keys.len() {
                let is_group = k % GROUP == 0 && k + GROUP < keys.len();
                if is_group && !(k..k + GROUP).any(is_last) {
                    sum += halves(&xs[k..k + GROUP]);
                    k += GROUP;
                    continue;
                }
                match is_last(k) {
                    true => {
                        expected.push(sum + xs[k]);
                        sum = 0.0;
                    }
                    false => sum += xs[k],
                }
                k += 1;
            }
            assert_eq!(sums(Add, &keys, &xs), expected, "runs of {run}");
        }
    }
}
