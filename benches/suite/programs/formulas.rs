//! Formulas with elementary functions, as one writes them: those of the standard library, which in
//! programs are those of `fusus-math`, as they are for the expert.

mod box_muller;
mod gravity;
mod softmax;

use crate::expert::{fresh, fresh2};
use crate::prelude::*;

/// The facts that these programs share.
const FORMULA: Program = Program {
    name: "",
    source: "",
    about: "",
    sizes: Sizes::UpTo(10_000_000),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race: |_| unreachable!("each program has its own"),
};

/// The positions that the experts do at a time: expensive work, so blocks may be short.
const PART: usize = BLOCK / 8;

/// Numbers between two bounds.
fn between(seed: u64, low: f64, high: f64, size: usize) -> impl Iterator<Item = f64> {
    random::units(seed)
        .map(move |unit| low + (high - low) * unit)
        .take(size)
}

/// Has all threads do parts of some positions.
fn in_parts(len: usize, work: impl Fn(std::ops::Range<usize>) + Sync) {
    blocks::each_number(len.div_ceil(PART), |index| {
        work(index * PART..len.min((index + 1) * PART));
    });
}

/// Programs of one array: `by_std` is the formula with the functions of the standard library,
/// `by_expert` with those of `fusus-math`.
macro_rules! formulas {
    ($(
        $constant:ident = $name:ident, $sequential:ident, $text:literal:
            $float:ident from $low:literal to $high:literal, $about:literal;
        tolerance $tolerance:literal;
        by_std |$x:ident| $by_std:expr;
        by_expert |$y:ident| $by_expert:expr;
    )*) => {$(
        pub(crate) const $constant: Program = Program {
            name: $text,
            source: $text,
            about: $about,
            race: $name::race,
            ..FORMULA
        };

        mod $name {
            use super::*;

            variants! {
                mod programs(loops = 1) = $text;
            }

            #[inline(always)]
            fn by_std($x: $float) -> $float {
                $by_std
            }

            widest! {
                fn block(xs: &[$float], ys: &mut [MaybeUninit<$float>]) {
                    use fusus_math::$float as math;
                    for (x, to) in xs.iter().zip(ys) {
                        let $y = *x;
                        to.write($by_expert);
                    }
                }
            }

            fn expert(xs: &[$float], ys: &mut [MaybeUninit<$float>]) {
                let ys = Shared::new(ys);
                in_parts(xs.len(), |at| {
                    // SAFETY: parts are disjoint.
                    block(&xs[at.clone()], unsafe { ys.part(at) });
                });
            }

            fn by_hand(xs: &[$float], ys: &mut [MaybeUninit<$float>]) {
                for (x, to) in xs.iter().zip(ys) {
                    to.write(by_std(*x));
                }
            }

            fn plain(xs: &[$float]) -> Vec<$float> {
                let mut ys = vec![0.0; xs.len()];
                for i in 0..xs.len() {
                    ys[i] = by_std(xs[i]);
                }
                ys
            }

            pub(super) fn race(setting: &Setting<'_>) -> Outcome {
                let xs = between(1, $low, $high, setting.size);
                let xs: &Vec<$float> = &xs.map(|x| x as $float).collect();
                // SAFETY: both ways write all elements.
                let by_hand = || unsafe { fresh(xs.len(), |ys| by_hand(xs, ys)) };
                let mut race = setting.race(by_hand).tolerance($tolerance);
                race.fresh(FUSUS, || programs::fused::$name(xs));
                race.fresh(SEQUENTIAL, || programs::fused::$sequential(xs));
                race.fresh(UNFUSED, || programs::unfused::$name(xs));
                race.fresh(STREAM, || programs::stream::$name(xs));
                race.fresh(LAZY_ITERATORS, || xs.iter().map(|x| by_std(*x)).collect());
                race.fresh(LAZY_RAYON, || xs.par_iter().map(|x| by_std(*x)).collect());
                race.fresh(NDARRAY, || {
                    aview1(xs).mapv(by_std).into_raw_vec_and_offset().0
                });
                // SAFETY: as above.
                race.fresh(EXPERT, || unsafe { fresh(xs.len(), |ys| expert(xs, ys)) });
                race.fresh(BY_HAND, by_hand);
                race.fresh(PLAIN, || plain(xs));
                let array = bytes(xs);
                race.copy(&[Pass { read: array, written: array }], Place::Fresh);
                race.run()
            }
        }
    )*};
}

formulas! {
    SOFTPLUS = softplus, softplus_sequential, "softplus":
        f32 from -5.0 to 5.0, "ln(1 + exp(x)); f32";
    tolerance 1e-4;
    by_std |x| (1.0 + x.exp()).ln();
    by_expert |x| math::ln(1.0 + math::exp(x));

    GELU = gelu, gelu_sequential, "gelu":
        f32 from -3.0 to 3.0, "an activation by tanh; f32";
    tolerance 1e-3;
    by_std |x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh());
    by_expert |x| 0.5 * x * (1.0 + math::tanh(0.797_884_6 * (x + 0.044_715 * x * x * x)));

    WAVES = waves, waves_sequential, "waves":
        f64 from -5.0 to 5.0, "sin(x) cos(x / 2) + exp(-x²); f64";
    tolerance 1e-9;
    by_std |x| x.sin() * (0.5 * x).cos() + (-x * x).exp();
    by_expert |x| math::near::sin(x) * math::near::cos(0.5 * x) + math::exp(-x * x);

    LOGISTIC = logistic, logistic_sequential, "logistic":
        f64 from -2.0 to 8.0, "logistic growth; f64";
    tolerance 1e-9;
    by_std |t| 3.0 / (1.0 + (-1.5 * (t - 2.0)).exp());
    by_expert |t| 3.0 / (1.0 + math::exp(-1.5 * (t - 2.0)));

    POWERS = powers, powers_sequential, "powers":
        f64 from 0.0 to 1.0, "powers with an exponent that is no integer; f64";
    tolerance 1e-9;
    by_std |x| x.powf(1.7);
    by_expert |x| math::pow(x, 1.7);
}

pub(crate) const SOFTMAX: Program = Program {
    name: "softmax",
    source: "softmax",
    about: "shares by exponentials; f64",
    race: softmax::race,
    ..FORMULA
};

pub(crate) const GRAVITY: Program = Program {
    name: "gravity",
    source: "gravity",
    about: "inverse cubes of distances of bodies; f64",
    race: gravity::race,
    ..FORMULA
};

pub(crate) const BOX_MULLER: Program = Program {
    name: "box_muller",
    source: "box_muller",
    about: "normally distributed numbers, from uniformly distributed ones; f64",
    race: box_muller::race,
    ..FORMULA
};
