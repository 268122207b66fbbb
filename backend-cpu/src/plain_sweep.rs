//! Sweeps in builds without optimisation: loops that call nothing but the body.
//!
//! Each variable and each argument of an inlined function is a store there, if the build has all
//! that a debugger needs. So these loops name little, and count with `+`.
//!
//! Elements are visited in the order and go to the lanes of the sweeps of optimised builds
//! (`sweep.rs`), so that the same bits come out. Their means for the sake of vectors and caches
//! are left out: a second place where the body is called, groups of neighbours that are held
//! together, asking for elements ahead of time.

use std::mem::MaybeUninit;
use std::ops::Range;

use crate::block::Block;
use crate::error::Fault;
use crate::groups::Groups;
use crate::lane::{Lane, Lanes, Others};
use crate::sink::{Cursor, Target};
use crate::source::{Near, Place, Sources};

/// The elements of a block of arrays that are read by rows, or outside of their ends, piece by
/// piece.
struct Pieces<S: Sources> {
    /// The positions whose elements are near.
    first: usize,
    end: usize,
    /// Their elements, once a piece is open.
    near: MaybeUninit<S::Near>,
    stage: S::Stage,
    inside: Range<usize>,
    /// The place behind them.
    place: S::Place,
}

impl<S: Sources> Pieces<S> {
    #[inline(always)]
    fn of(sources: S, len: usize) -> Self {
        Pieces {
            first: 0,
            end: 0,
            near: MaybeUninit::uninit(),
            stage: S::stage(),
            inside: sources.inside(len),
            place: sources.place(),
        }
    }

    /// Opens the piece from `first` on, of a block of `len` positions.
    ///
    /// # Safety
    ///
    /// It must be the position behind the last piece, and within the sources. The pieces must not
    /// move while one is open.
    unsafe fn open(&mut self, sources: S, first: usize, len: usize) {
        let end = sources.piece_end(&self.place, first, len, &self.inside);
        // SAFETY: the caller's promise; the elements of a piece are near each other.
        let near = unsafe { sources.near(&self.place, first, end - first, &mut self.stage) };
        self.near.write(near);
        self.place.advance(end - first);
        (self.first, self.end) = (first, end);
    }
}

/// The body of a sweep in lanes: a closure that is written where it is called. It names the
/// functions to call after a whole group of lanes, and after the rest.
macro_rules! in_lanes {
    (
        $block:ident, $lanes:ident, $sources:ident, $out:ident, $target:ty, $count:ident;
        $body:ident($($folds:ident)?);
        whole |$number:ident| $whole:block
        rest $rest:block
    ) => {{
        let (start, len) = ($block.start(), $block.len());
        let groups = Groups::of::<$count, SINGLE_CALL_SITE, INTERLEAVED, $target>($lanes, $block);
        // SAFETY: the caller's promise: positions are within the block, each of them is visited
        // once, and lanes are below the number of lanes.
        unsafe {
            let sources = $sources.from(start);
            let cursor = $out.sweep(|mut cursor| {
                // Copies: the captures of a closure lie behind a reference.
                let (start, sources) = (start, sources);
                let Groups { main, last, interleaved, end, .. } = groups;
                let mut pieces = Pieces::<S>::of(sources, len);
                macro_rules! call {
                    ($k:expr, $lane:expr, $items:expr) => {
                        match $body($($folds,)? start + $k, $lane, $items, cursor.old($k)) {
                            Ok(values) => cursor.put($k, values),
                            Err(fault) => return Err(fault),
                        }
                    };
                }
                macro_rules! visit {
                    ($k:expr, $lane:expr) => {
                        if const { S::PADDED || S::BY_ROWS } {
                            let items = if interleaved {
                                sources.get($k)
                            } else {
                                if $k >= pieces.end {
                                    pieces.open(sources, $k, len);
                                }
                                (*pieces.near.as_ptr()).get($k - pieces.first)
                            };
                            call!($k, $lane, items)
                        } else {
                            call!($k, $lane, sources.get($k))
                        }
                    };
                }
                let mut $number = 0;
                while $number < main {
                    let mut j = 0;
                    if interleaved {
                        let mut k = $number;
                        while j < $count {
                            visit!(k, Lane { any: j, others: Others::new(j, true) });
                            k += main;
                            j += 1;
                        }
                    } else {
                        let others = Others::new(groups.range_of($number), true);
                        let mut k = $number * $count;
                        while j < $count {
                            visit!(k, Lane { any: j, others });
                            k += 1;
                            j += 1;
                        }
                    }
                    $whole
                    $number += 1;
                }
                let mut k = main * $count;
                while k < end {
                    let width = match interleaved {
                        true => 1,
                        false => $count.min(len - k),
                    };
                    let others = Others::new(last, width == $count);
                    let mut j = 0;
                    while j < width {
                        let any = if interleaved { last } else { j };
                        visit!(k, Lane { any, others });
                        k += 1;
                        j += 1;
                    }
                    $rest
                }
                Ok(cursor)
            })?;
            if groups.end == len {
                $out.complete(cursor);
            }
        }
        Ok(())
    }};
}

impl Block<'_> {
    /// [`each`](Block::each), when everything is checked.
    ///
    /// # Safety
    ///
    /// The sources must have the length of the loop, and the target must belong to the block.
    #[inline(always)]
    pub(crate) unsafe fn each_plainly<const LONG: bool, S, T, B>(
        &self,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let (start, len) = (self.start(), self.len());
        // SAFETY: the caller's promise; each position of the block is written once.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                // Copies: the captures of a closure lie behind a reference.
                let (start, len, sources) = (start, len, sources);
                let mut k = 0;
                if const { S::PADDED || S::BY_ROWS } {
                    let mut pieces = Pieces::<S>::of(sources, len);
                    while k < len {
                        pieces.open(sources, k, len);
                        let (mut j, count) = (0, pieces.end - k);
                        while j < count {
                            let items = (*pieces.near.as_ptr()).get(j);
                            match body(start + k, items, cursor.old_for::<LONG>(k)) {
                                Ok(values) => cursor.put(k, values),
                                Err(fault) => return Err(fault),
                            }
                            k += 1;
                            j += 1;
                        }
                    }
                } else {
                    while k < len {
                        match body(start + k, sources.get(k), cursor.old_for::<LONG>(k)) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                        k += 1;
                    }
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`lanes`](Block::lanes), when everything is checked.
    ///
    /// # Safety
    ///
    /// As for [`each_plainly`](Block::each_plainly).
    #[inline(always)]
    pub(crate) unsafe fn lanes_plainly<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        S,
        T,
        B,
    >(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        in_lanes! {
            self, lanes, sources, out, T, L;
            body();
            whole |number| {}
            rest {}
        }
    }

    /// [`batched`](Block::batched), when everything is checked.
    ///
    /// # Safety
    ///
    /// As for [`each_plainly`](Block::each_plainly).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "those of `batched`")]
    pub(crate) unsafe fn batched_plainly<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        S,
        T,
        A,
        B,
        E,
        C,
        D,
    >(
        &self,
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut body: B,
        mut begin: E,
        mut commit: C,
        mut flush: D,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        E: FnMut(&mut A),
        C: FnMut(&mut A),
        D: FnMut(&mut A),
    {
        in_lanes! {
            self, lanes, sources, out, T, L;
            body(folds);
            whole |number| {
                if SINGLE_CALL_SITE && !INTERLEAVED {
                    flush(folds);
                } else if number == 0 {
                    begin(folds);
                } else {
                    commit(folds);
                }
            }
            rest { flush(folds) }
        }
    }
}
