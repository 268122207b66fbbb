//! `y = a x + y` in place.

use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "saxpy",
    source: "saxpy",
    about: "y = a x + y in place; f32",
    sizes: Sizes::UpTo(80_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race,
};

variants! {
    mod in_place(loops = 1) = "saxpy";
}

/// Small, so that the sums of many runs stay finite.
const A: f32 = 1e-3;

fn race(setting: &Setting<'_>) -> Outcome {
    let numbers = |seed| {
        random::units(seed)
            .map(|unit| unit as f32)
            .take(setting.size)
            .collect()
    };
    let (xs, start): (&Vec<f32>, &Vec<f32>) = (&numbers(1), &numbers(2));
    let expected = || {
        let mut ys = start.clone();
        by_hand(xs, &mut ys);
        ys
    };
    let mut race = setting.race(expected);
    race.in_place(FUSUS, start, |ys| in_place::fused::saxpy(A, xs, ys));
    race.in_place(SEQUENTIAL, start, |ys| {
        in_place::fused::saxpy_sequential(A, xs, ys)
    });
    race.in_place(UNFUSED, start, |ys| in_place::unfused::saxpy(A, xs, ys));
    race.in_place(STREAM, start, |ys| in_place::stream::saxpy(A, xs, ys));
    race.in_place(LAZY_ITERATORS, start, |ys| {
        xs.iter().zip(ys).for_each(|(x, y)| *y += A * x);
    });
    race.in_place(LAZY_RAYON, start, |ys| {
        xs.par_iter().zip(ys).for_each(|(x, y)| *y += A * x);
    });
    race.in_place(NDARRAY, start, |ys| {
        ndarray::ArrayViewMut1::from(ys).scaled_add(A, &aview1(xs));
    });
    race.in_place(EXPERT, start, |ys| expert(xs, ys));
    race.in_place(BY_HAND, start, |ys| by_hand(xs, ys));
    race.in_place(PLAIN, start, |ys| plain(xs, ys));
    let array = bytes(xs);
    race.copy(
        &[Pass {
            read: 2 * array,
            written: array,
        }],
        Place::Read,
    );
    race.run()
}

fn plain(xs: &[f32], ys: &mut [f32]) {
    for i in 0..xs.len() {
        ys[i] += A * xs[i];
    }
}

fn by_hand(xs: &[f32], ys: &mut [f32]) {
    for (x, y) in xs.iter().zip(ys) {
        *y += A * x;
    }
}

wide! {
    fn block(xs: &[f32], ys: &mut [f32]) {
        for (x, y) in xs.iter().zip(ys) {
            *y += A * x;
        }
    }
}

fn expert(xs: &[f32], ys: &mut [f32]) {
    let ys = Shared::new(ys);
    blocks::each(xs.len(), |at| {
        // SAFETY: blocks are disjoint.
        block(&xs[at.clone()], unsafe { ys.part(at) });
    });
}
