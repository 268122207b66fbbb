//! The rayon runtime of fusus: the functions that the loops of `cnf!` call.
//!
//! Use the crate `fusus`; this one is for its generated code.
//!
//! A loop is a [`Run`] over `len` positions. It is cut into [`Block`]s, which
//! threads claim from left to right. In a block, generated code *sweeps*:
//! [`Block::each`] in order, [`Block::lanes`] with several accumulators side
//! by side. The runtime owns the loop, so that generated code needs neither
//! indices nor `unsafe`: a body is given one element of each source and yields
//! one value for each sink.
//!
//! * **Sources** are slices of the loop's length, as they are, [`Reversed`] or with the [`Next`]
//!   element at each position, and [`Section`]s of longer ones: `(xs, (ys, ()))`.
//! * **Sinks** are the arrays that a loop writes: [`Fresh`] arrays, [`Rows`] of which a position
//!   has several elements, [`Compact`] ones that keep some positions, [`Append`] ones to which a
//!   position may add any number of elements, [`InPlace`] and [`Fill`] ones that the caller
//!   provides, [`Replace`] ones in the memory of another array,
//!   [`Scatter`] ones that are written at computed positions, and [`Bins`] into which values are
//!   combined there; and those of other processes, [`Elsewhere`].
//! * **Folds** ([`Fold`]) are the state of a fold in a block. The blocks return their [partial
//!   results](Fold::partial), which the caller [joins](Partial::join) from left to right.
//! * **Chains** ([`Chain`]) carry the prefixes of scans from block to block. Scans whose steps take
//!   long are interleaved over several [`Ranges`] of a block.
//!
//! ```
//! use fusus_cpu as rt;
//!
//! // let sum = fold(0.0, |a, b| a + b, xs); let ys = scan(0.0, |a, b| a + b, xs);
//! fn program(xs: &[f64]) -> Result<(f64, Vec<f64>), rt::Fault> {
//!     let run = rt::Run::parallel(xs.len(), 2).ordered();
//!     let chain = run.chain((0.0, ()))?;
//!     let ((ys, ()), parts) = run.blocks((rt::Fresh::named("ys"), ()), |block, out| {
//!         let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
//!         let (exclusive, ()) = chain.exclusive_prefix(
//!             block,
//!             || {
//!                 let mut aggregate = rt::Fold::<_, _, 16>::new(rt::op::Add);
//!                 block.lanes(rt::Lanes::<16>::when(aggregate.commutes()), (xs, ()), &mut (), |_, lane, (x, ()), ()| {
//!                     aggregate.push(lane, x, |a, b| a + b);
//!                     Ok(())
//!                 })?;
//!                 Ok((aggregate.partial(|a, b| a + b), ()))
//!             },
//!             |(prefix, ()), (aggregate, ())| (aggregate.join(prefix, |a, b| a + b), ()),
//!         )?;
//!         let mut state = exclusive;
//!         let mut carry = rt::BlockAggregate::<_, _, 16>::new(rt::op::Add, block);
//!         let lanes = rt::Lanes::<16>::in_order(sum.commutes() && carry.commutes());
//!         block.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), ((), ())| {
//!             sum.push(lane, x, |a, b| a + b);
//!             carry.push(lane, x, |a, b| a + b);
//!             state = rt::call2(state, x, |a, b| a + b);
//!             Ok((state, ()))
//!         })?;
//!         chain.publish(block, || (carry.inclusive_prefix(exclusive, state, |a, b| a + b), ()));
//!         Ok(sum.partial(|a, b| a + b))
//!     })?;
//!     let sum = parts.fold(0.0, |sum, part| part.join(sum, |a, b| a + b));
//!     Ok((sum, ys))
//! }
//!
//! assert_eq!(program(&[1.0, 2.0, 3.0]), Ok((6.0, vec![1.0, 3.0, 6.0])));
//! ```
//!
//! # Speed
//!
//! Bodies are inlined into the loops, and the loops vectorise. Three things help: [`Fold::push_if`]
//! and [`Fold::push_kept`] for guarded folds; [`Lanes::single_call_site`] for bodies of more than
//! some twenty operations; and [`Run::blocks_simd`], which takes the closure of a block twice, for
//! instructions that not every machine has, and [`Run::blocks_widest`], which takes it three times.
//! Loops of little work ([`Run::parallel`]) stay on the thread that starts them and allocate only
//! their results.
//!
//! # Order
//!
//! The length of blocks depends on the length of the loop and on the cost of a position by the
//! program's text, on nothing else, and so does every order in which operators are applied. The
//! same bits come out for any number of threads.
//!
//! # Failures
//!
//! A body may return a [`Fault`], and it may panic. Either ends the run; where
//! several blocks fail, the caller gets the failure of the leftmost one, after
//! all threads have left the loop.
//!
//! # Soundness
//!
//! Everything here is safe to call, in any order and with any argument. Wrong
//! use (sources of different lengths, a block passed to another run's chain)
//! panics.

#![cfg_attr(
    not(feature = "programs"),
    allow(
        dead_code,
        unused_imports,
        unreachable_pub,
        unused_macros,
        rustdoc::broken_intra_doc_links,
        reason = "functions of the runtime, with macros of its own, that only programs need stand among others"
    )
)]
#![allow(
    unexpected_cfgs,
    reason = "`cfg(loom)` is set by hand, to check the look-back protocol"
)]

#[cfg(feature = "programs")]
mod accumulator;
mod aggregates;
mod agreement;
#[cfg(feature = "programs")]
mod arg_min;
#[cfg(feature = "programs")]
mod bands;
#[cfg_attr(
    debug_assertions,
    allow(unused_unsafe, reason = "without optimisation places are checked")
)]
#[cfg(feature = "programs")]
mod batched;
mod block;
mod block_aggregate;
mod blocks;
#[cfg(feature = "programs")]
mod buffered;
#[cfg(feature = "programs")]
mod call;
#[cfg(feature = "programs")]
mod counted;
mod distribute;
#[cfg(feature = "programs")]
mod down;
mod element;
mod error;
mod execute;
mod fold;
mod gather;
mod groups;
#[cfg(feature = "programs")]
mod halves;
#[cfg(feature = "programs")]
mod if_any;
#[cfg(feature = "programs")]
mod inner;
#[cfg(feature = "programs")]
mod inset;
mod inside;
mod known;
mod lane;
mod lane_sweep;
#[cfg(feature = "programs")]
mod last_segment;
#[cfg(feature = "programs")]
mod laws;
#[cfg(feature = "programs")]
mod line_sweep;
mod look_back;
pub mod math;
mod memory;
mod message;
#[cfg(feature = "programs")]
mod near;
mod numbers;
pub mod op;
pub mod order;
#[cfg(feature = "programs")]
pub mod over;
mod pace;
mod partials;
#[cfg(feature = "programs")]
mod partition_sweep;
mod plain;
#[cfg(debug_assertions)]
mod plain_sweep;
mod pool;
#[cfg_attr(
    debug_assertions,
    allow(dead_code, reason = "sweeps without optimisation ask for nothing")
)]
mod prefetch;
#[cfg(feature = "programs")]
mod probe;
#[cfg_attr(
    debug_assertions,
    allow(unused_unsafe, reason = "without optimisation places are checked")
)]
mod ranges;
#[cfg(feature = "programs")]
mod recurrence;
#[cfg(not(debug_assertions))]
mod row_sweep;
mod run;
#[cfg(feature = "programs")]
mod segment_sweep;
pub mod simd;
mod sink;
#[cfg(feature = "programs")]
mod size;
#[cfg(any(rust_analyzer, feature = "sketch"))]
pub mod sketch;
#[cfg(feature = "programs")]
mod slice;
mod source;
mod start;
mod std_names;
mod steps;
mod sweep;
mod sync;
mod threads;
mod tick;
#[cfg(feature = "programs")]
mod tile_sweep;
#[cfg(feature = "programs")]
mod tiles_in_parts;
#[cfg(feature = "programs")]
mod tiling;

#[cfg(feature = "programs")]
pub use accumulator::{Accumulator, changing, combining, stepping};
pub use aggregates::Aggregates;
pub use agreement::{agree, conform, conform_axis, inside, product, whole_chunks};
#[cfg(feature = "programs")]
pub use arg_min::{Key, NoKey, key, key_of_lanes};
#[cfg(feature = "programs")]
pub use bands::{
    BandResults, BandRows, BandTotals, Banded, Bands, Held, OldRows, ProvidedRows, RowsHeld,
    RowsMut, RowsOf,
};
#[cfg(feature = "programs")]
pub use batched::Batched;
pub use block::{Block, CompactedBlock};
pub use block_aggregate::BlockAggregate;
#[cfg(feature = "programs")]
pub use buffered::{Buffered, FoldBuffer};
#[cfg(feature = "programs")]
pub use call::{
    alike, call0, call1, call2, call3, call4, call5, call6, call7, call8, call9, call10, call11,
    call12, rarely,
};
#[cfg(feature = "programs")]
pub use counted::{Counted, Length, checked_length, length};
pub use distribute::Rounds;
#[cfg(feature = "programs")]
pub use down::{ColumnStates, Down, Kept, RowStates, StepValues, next_state};
pub use element::{Element, Stored, element};
pub use error::{Error, ErrorKind, Fault, Returned, Stop};
pub use fold::Fold;
pub use gather::{Data, Index, out_of_bounds};
#[cfg(feature = "programs")]
pub use inner::{inner, inner_lanes};
#[cfg(feature = "programs")]
pub use inset::Inset;
pub use known::Known;
pub use lane::{Lane, Lanes};
#[cfg(feature = "programs")]
pub use last_segment::LastSegment;
#[cfg(feature = "programs")]
pub use laws::{Accumulated, Alike, Comparison, Laws};
pub use look_back::Chain;
pub use memory::{PastCache, Zeroed, copied, past_cache, zeroed};
pub use op::Op;
pub use pace::Pace;
pub use partials::{FoldState, Itself, Partial, Partials, Seed, seed};
#[cfg(feature = "programs")]
pub use probe::{Near, Probe, ProbedBlock, Same, SameFn, Sample};
pub use ranges::{Ranges, States};
#[cfg(feature = "programs")]
pub use recurrence::{Law, Neighbours, Powers, Recurrence, Transitions, Walk, law, zero_of};
pub use run::{Cut, InRounds, Ordered, Run};
#[cfg(feature = "programs")]
pub use sink::{
    Answer, Append, Appending, Binning, Bins, Combined, Compact, DenseAtOffset, DenseScratch,
    Destination, Elsewhere, Fill, How, InPlace, Masked, Pairs, Partition, Placed, Provide, Putting,
    Replace, RowWriter, RowWriters, Rows, Scatter, Scattering, Scratch, Temporary, Within,
};
pub use sink::{Both, Fresh, Out, Reading, Sinks, Storing, Target};
#[cfg(feature = "programs")]
pub use size::{Number, size_add, size_div, size_mul, size_rem, size_sub};
#[cfg(feature = "programs")]
pub use slice::{
    FromShape, FromVec, Inputs, Outputs, Packed, PackedMut, Slice, SliceMut, Strided, StridedMut,
    elements,
};
pub use source::Sources;
#[cfg(feature = "programs")]
pub use source::{
    Ahead, AllTotals, Apart, Areas, Cells, DiagonalSources, Digit, Inner, Lines, Next, Outside,
    Padded, PaddedCells, Pieces, Reach, Reversed, Section, Totals, Way, section,
};
pub use start::{Reduction, Settled, Single, Start, Started, StartsFrom};
pub use steps::Steps;
pub use threads::available as thread_count;
#[cfg(feature = "programs")]
pub use tiles_in_parts::{OfTile, Tiles};
#[cfg(feature = "programs")]
pub use tiling::{COLUMNS, RowTile};

#[doc(hidden)]
pub use std_names::{Err, From, None, Ok, Some, bool};
