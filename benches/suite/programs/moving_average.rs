//! The exponential moving average, a recurrence.

use crate::expert::{Chain, fresh, in_order};
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "moving_average",
    source: "moving_average",
    about: "exponential moving average; f64",
    sizes: Sizes::UpTo(20_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race,
};

variants! {
    mod program(loops = 1) = "moving_average";
}

const KEPT: f64 = 0.9;
const TAKEN: f64 = 0.1;

fn race(setting: &Setting<'_>) -> Outcome {
    let xs = &random::units(1).take(setting.size).collect::<Vec<_>>();
    let mut race = setting.race(|| by_hand(xs)).tolerance(1e-9);
    race.fresh(FUSUS, || program::fused::moving_average(xs));
    race.fresh(SEQUENTIAL, || program::fused::moving_average_sequential(xs));
    race.fresh(UNFUSED, || program::unfused::moving_average(xs));
    race.fresh(STREAM, || program::stream::moving_average(xs));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(xs));
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || plain(xs));
    race.copy(
        &[Pass {
            read: bytes(xs),
            written: bytes(xs),
        }],
        Place::Fresh,
    );
    race.run()
}

fn next(y: f64, x: f64) -> f64 {
    KEPT * y + TAKEN * x
}

fn lazy_iterators(xs: &[f64]) -> Vec<f64> {
    let averages = xs.iter().scan(0.0, |y, x| {
        *y = next(*y, *x);
        Some(*y)
    });
    averages.collect()
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(xs: &[f64]) -> Vec<f64> {
    let mut ys = vec![0.0; xs.len()];
    let mut y = 0.0;
    for i in 0..xs.len() {
        y = KEPT * y + TAKEN * xs[i];
        ys[i] = y;
    }
    ys
}

fn by_hand(xs: &[f64]) -> Vec<f64> {
    // `push` would take longer than the step.
    let mut ys = vec![0.0; xs.len()];
    let mut state = 0.0;
    for (x, y) in xs.iter().zip(&mut ys) {
        state = next(state, *x);
        *y = state;
    }
    ys
}

/// Enough chains to fill the time that a product and a sum take.
const CHAINS: usize = 8;

wide! {
    /// The state that each chain of a block makes of zero.
    fn offsets(xs: &[f64]) -> [f64; CHAINS] {
        let part = xs.len() / CHAINS;
        let mut ys = [0.0; CHAINS];
        for k in 0..part {
            for (chain, y) in ys.iter_mut().enumerate() {
                *y = next(*y, xs[chain * part + k]);
            }
        }
        for x in &xs[CHAINS * part..] {
            ys[CHAINS - 1] = next(ys[CHAINS - 1], *x);
        }
        ys
    }

    fn averages(xs: &[f64], starts: [f64; CHAINS], ys: &mut [MaybeUninit<f64>]) {
        let mut states = starts;
        let part = xs.len() / CHAINS;
        let (xs, ys) = (&xs[..ys.len()], &mut ys[..xs.len()]);
        for k in 0..part {
            for (chain, state) in states.iter_mut().enumerate() {
                let at = chain * part + k;
                *state = next(*state, xs[at]);
                ys[at].write(*state);
            }
        }
        let state = &mut states[CHAINS - 1];
        for (x, y) in xs.iter().zip(ys).skip(CHAINS * part) {
            *state = next(*state, *x);
            y.write(*state);
        }
    }
}

/// The share of a state that so many steps leave.
fn kept(steps: usize) -> f64 {
    KEPT.powi(i32::try_from(steps).expect("a block is short"))
}

/// A map `y → factor * y + offset` from the state that enters a block to the one that leaves it.
type Map = (f64, f64);

fn expert(xs: &[f64]) -> Vec<f64> {
    let count = xs.len().div_ceil(BLOCK);
    let chain = Chain::new(count, (0.0, 0.0), |(_, y): Map, (factor, offset): Map| {
        (0.0, factor * y + offset)
    });
    let fill = |ys: &mut [MaybeUninit<f64>]| {
        let ys = Shared::new(ys);
        in_order(
            count,
            || (),
            |block, ()| {
                let at = positions(block, xs.len());
                let xs = &xs[at.clone()];
                let offsets = offsets(xs);
                let part = xs.len() / CHAINS;
                let factor = kept(part);
                let (first, last) = (&offsets[..CHAINS - 1], offsets[CHAINS - 1]);
                let before = first.iter().fold(0.0, |y, offset| factor * y + offset);
                let rest = kept(xs.len() - (CHAINS - 1) * part);
                let (_, enters) = chain.pass(block, (kept(xs.len()), rest * before + last));
                let mut next = enters;
                let states = offsets.map(|offset| {
                    let state = next;
                    next = factor * state + offset;
                    state
                });
                // SAFETY: blocks are disjoint, and each is done once.
                averages(xs, states, unsafe { ys.part(at) });
            },
        );
    };
    // SAFETY: every block is written.
    unsafe { fresh(xs.len(), fill) }
}
