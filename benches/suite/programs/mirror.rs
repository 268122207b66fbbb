//! The symmetric part of a signal: each element and the one as far from the other end.

use crate::expert::fresh;
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "mirror",
    source: "mirror",
    about: "the mean of an array and its reverse; f32",
    sizes: Sizes::UpTo(80_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race,
};

variants! {
    mod fresh_array(loops = 1) = "mirror";
}

fn race(setting: &Setting<'_>) -> Outcome {
    let xs: &Vec<f32> = &random::units(1)
        .map(|unit| unit as f32)
        .take(setting.size)
        .collect();
    let mut race = setting.race(|| by_hand(xs));
    race.fresh(FUSUS, || fresh_array::fused::mirror(xs));
    race.fresh(SEQUENTIAL, || fresh_array::fused::mirror_sequential(xs));
    race.fresh(UNFUSED, || fresh_array::unfused::mirror(xs));
    race.fresh(STREAM, || fresh_array::stream::mirror(xs));
    race.fresh(ITERATORS_BY_STEP, || {
        let opposite: Vec<f32> = xs.iter().rev().copied().collect();
        xs.iter()
            .zip(&opposite)
            .map(|(x, o)| mean(*x, *o))
            .collect::<Vec<_>>()
    });
    race.fresh(LAZY_ITERATORS, || by_hand(xs));
    race.fresh(LAZY_RAYON, || {
        let pairs = xs.par_iter().zip(xs.par_iter().rev());
        pairs.map(|(x, o)| mean(*x, *o)).collect::<Vec<_>>()
    });
    race.fresh(NDARRAY, || {
        let xs = aview1(xs);
        let means = (&xs + &xs.slice(ndarray::s![..;-1])) * 0.5;
        means.into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || expert(xs));
    race.fresh(BY_HAND, || by_hand(xs));
    race.fresh(PLAIN, || plain(xs));
    let array = bytes(xs);
    // Both ends are read at a time, so that each element is read twice.
    race.copy(
        &[Pass {
            read: 2 * array,
            written: array,
        }],
        Place::Fresh,
    );
    race.run()
}

#[inline(always)]
fn mean(x: f32, opposite: f32) -> f32 {
    0.5 * (x + opposite)
}

fn plain(xs: &[f32]) -> Vec<f32> {
    let mut out = vec![0.0; xs.len()];
    for i in 0..xs.len() {
        out[i] = mean(xs[i], xs[xs.len() - 1 - i]);
    }
    out
}

fn by_hand(xs: &[f32]) -> Vec<f32> {
    let pairs = xs.iter().zip(xs.iter().rev());
    pairs.map(|(x, o)| mean(*x, *o)).collect()
}

wide! {
    fn block(xs: &[f32], opposite: &[f32], to: &mut [MaybeUninit<f32>]) {
        for ((x, o), to) in xs.iter().zip(opposite.iter().rev()).zip(to) {
            to.write(mean(*x, *o));
        }
    }
}

fn expert(xs: &[f32]) -> Vec<f32> {
    let len = xs.len();
    // SAFETY: blocks are disjoint, and all of them are every element.
    unsafe {
        fresh(len, |to| {
            let to = Shared::new(to);
            blocks::each(len, |at| {
                let opposite = &xs[len - at.end..len - at.start];
                block(&xs[at.clone()], opposite, to.part(at));
            });
        })
    }
}
