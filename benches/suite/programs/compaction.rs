//! What a filter keeps, for a small, a middling and a large part.

use std::mem::MaybeUninit;

use fusus_benches::blocks::{BLOCK, Shared, positions};
use fusus_benches::column::{
    BY_HAND, EXPERT, FUSUS, ITERATORS, NDARRAY, RAYON, SEQUENTIAL, STREAM, UNFUSED,
};
use fusus_benches::memory;
use fusus_benches::race::Outcome;
use fusus_benches::random;
use fusus_benches::target::{Bound, Nature};
use fusus_benches::traffic::{Pass, Place};
use fusus_benches::wide;
use ndarray::{Array1, aview1};
use rayon::prelude::*;

use crate::expert::chained;
use crate::program::{Program, Setting, Sizes, variants};

pub(crate) const FEW: Program = Program {
    name: "compact_1",
    about: "keep 1 % of the elements; f64",
    race: |setting| race(setting, 0.01),
    ..HALF
};

pub(crate) const HALF: Program = Program {
    name: "compact_50",
    about: "keep half of the elements; f64",
    sizes: Sizes::UpTo(40_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race: |setting| race(setting, 0.5),
};

pub(crate) const MOST: Program = Program {
    name: "compact_99",
    about: "keep 99 % of the elements; f64",
    race: |setting| race(setting, 0.99),
    ..HALF
};

variants! {
    mod program(loops = 1) {
        pub(crate) fn below(xs: &[f64], limit: f64) -> Vec<f64> {
            filter(|x| x < limit, xs)
        }
    }
}

fn race(setting: &Setting<'_>, limit: f64) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| iterators(xs, limit));
    race.fresh(FUSUS, || program::fused::below(xs, limit));
    race.fresh(SEQUENTIAL, || program::fused::below_sequential(xs, limit));
    race.fresh(UNFUSED, || program::unfused::below(xs, limit));
    race.fresh(STREAM, || program::stream::below(xs, limit));
    race.fresh(ITERATORS, || iterators(xs, limit));
    race.fresh(RAYON, || {
        xs.par_iter().copied().filter(|x| *x < limit).collect()
    });
    race.fresh(NDARRAY, || {
        let kept = aview1(xs).into_iter().copied().filter(|x| *x < limit);
        Array1::from_iter(kept).into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || expert(xs, limit));
    race.fresh(BY_HAND, || by_hand(xs, limit));
    let written = xs.iter().filter(|x| **x < limit).count() * size_of::<f64>();
    let read = size_of_val(&**xs);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn iterators(xs: &[f64], limit: f64) -> Vec<f64> {
    xs.iter().copied().filter(|x| *x < limit).collect()
}

/// Without a branch that random numbers would mislead.
fn by_hand(xs: &[f64], limit: f64) -> Vec<f64> {
    let mut room = Vec::with_capacity(xs.len());
    let kept = pack(xs, limit, room.spare_capacity_mut());
    // SAFETY: so many were written.
    unsafe { room.set_len(kept) };
    room.shrink_to_fit();
    room
}

/// Writes what is kept to the start of the room, which is as long as the block. Returns how many were kept.
#[inline(always)]
fn pack(xs: &[f64], limit: f64, room: &mut [MaybeUninit<f64>]) -> usize {
    let mut kept = 0;
    let room = &mut room[..xs.len()];
    for x in xs {
        // SAFETY: at most as many were kept as were looked at before.
        unsafe { room.get_unchecked_mut(kept) }.write(*x);
        kept += usize::from(*x < limit);
    }
    kept
}

wide! {
    fn pack_block(xs: &[f64], limit: f64, room: &mut [MaybeUninit<f64>]) -> usize {
        pack(xs, limit, room)
    }
}

fn expert(xs: &[f64], limit: f64) -> Vec<f64> {
    let mut result = memory::reserve(xs.len());
    let room = &mut result.spare_capacity_mut()[..xs.len()];
    let kept = if xs.len() <= BLOCK {
        pack_block(xs, limit, room)
    } else {
        let room = Shared::new(room);
        chained(
            xs.len().div_ceil(BLOCK),
            0,
            || vec![MaybeUninit::uninit(); BLOCK],
            |index, buffer| {
                let kept = pack_block(&xs[positions(index, xs.len())], limit, buffer);
                (kept, kept)
            },
            |a, b| a + b,
            |_, before, kept, buffer| {
                // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
                unsafe { room.part(before..before + kept) }.copy_from_slice(&buffer[..kept]);
            },
        )
    };
    // SAFETY: so many were written, without gaps.
    unsafe { result.set_len(kept) };
    result.shrink_to_fit();
    result
}
