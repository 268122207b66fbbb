//! A filter that keeps a small, a middling and a large part.

use crate::expert::{Chain, fresh_part, in_order, pack, pack_scalar};
use crate::prelude::*;

pub(crate) const FEW: Program = Program {
    name: "compact_1",
    about: "keep 1 % of the elements; f64",
    race: |setting| race(setting, 0.01),
    ..HALF
};

pub(crate) const HALF: Program = Program {
    name: "compact_50",
    source: "compact",
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
    mod program(loops = 1) = "compact";
}

fn race(setting: &Setting<'_>, limit: f64) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| lazy_iterators(xs, limit));
    race.fresh(FUSUS, || program::fused::compact(xs, limit));
    race.fresh(SEQUENTIAL, || program::fused::compact_sequential(xs, limit));
    race.fresh(UNFUSED, || program::unfused::compact(xs, limit));
    race.fresh(STREAM, || program::stream::compact(xs, limit));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(xs, limit));
    race.fresh(LAZY_RAYON, || {
        xs.par_iter().copied().filter(|x| *x < limit).collect()
    });
    race.fresh(NDARRAY, || {
        let kept = aview1(xs).into_iter().copied().filter(|x| *x < limit);
        Array1::from_iter(kept).into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || expert(xs, limit));
    race.fresh(BY_HAND, || by_hand(xs, limit));
    race.fresh(PLAIN, || plain(xs, limit));
    let written = xs.iter().filter(|x| **x < limit).count() * size_of::<f64>();
    let read = bytes(xs);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn lazy_iterators(xs: &[f64], limit: f64) -> Vec<f64> {
    xs.iter().copied().filter(|x| *x < limit).collect()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[f64], limit: f64) -> Vec<f64> {
    let mut kept = Vec::new();
    for i in 0..xs.len() {
        if xs[i] < limit {
            kept.push(xs[i]);
        }
    }
    kept
}

/// Without a branch that random numbers would mislead.
fn by_hand(xs: &[f64], limit: f64) -> Vec<f64> {
    // SAFETY: so many are written.
    unsafe { fresh_part(xs.len(), |room| pack_scalar(xs, room, |x| (x, x < limit))) }
}

fn expert(xs: &[f64], limit: f64) -> Vec<f64> {
    let packed = |xs: &[f64], room: &mut [_]| pack(xs, room, |x| (x, x < limit));
    let all = |room: &mut [MaybeUninit<f64>]| {
        if xs.len() <= BLOCK {
            return packed(xs, room);
        }
        let count = xs.len().div_ceil(BLOCK);
        let (room, chain) = (Shared::new(room), Chain::new(count, 0, |a, b| a + b));
        let buffer = || vec![MaybeUninit::uninit(); BLOCK];
        in_order(count, buffer, |block, buffer| {
            let kept = packed(&xs[positions(block, xs.len())], buffer);
            let before = chain.pass(block, kept);
            // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
            let place = unsafe { room.part(before..before + kept) };
            place.copy_from_slice(&buffer[..kept]);
        });
        chain.end()
    };
    // SAFETY: what blocks keep is written, without gaps.
    unsafe { fresh_part(xs.len(), all) }
}
