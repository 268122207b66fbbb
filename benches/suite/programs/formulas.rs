//! Formulas with elementary functions, as one writes them: those of the standard library, which in
//! programs are those of `fusus-math`, as they are for the expert.

use crate::expert::{fresh, fresh2};
use crate::prelude::*;

/// The facts that these programs share.
const FORMULA: Program = Program {
    name: "",
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
    about: "shares by exponentials; f64",
    race: softmax::race,
    ..FORMULA
};

mod softmax {
    use super::*;

    variants! {
        mod programs(loops = 3) = "softmax";
    }

    fn by_hand(xs: &[f64], ys: &mut [MaybeUninit<f64>]) {
        let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for (x, to) in xs.iter().zip(&mut *ys) {
            sum += *to.write((x - most).exp());
        }
        divide(ys, sum);
    }

    /// Divides elements that are written.
    #[inline(always)]
    fn divide(ys: &mut [MaybeUninit<f64>], sum: f64) {
        for y in ys {
            // SAFETY: all ways write them before they divide them.
            y.write(unsafe { y.assume_init() } / sum);
        }
    }

    widest! {
        fn greatest(xs: &[f64]) -> f64 {
            let mut most = [f64::NEG_INFINITY; 16];
            let (chunks, rest) = xs.as_chunks::<16>();
            for chunk in chunks {
                for (most, x) in most.iter_mut().zip(chunk) {
                    *most = if x > most { *x } else { *most };
                }
            }
            most.into_iter().chain(rest.iter().copied()).fold(f64::NEG_INFINITY, f64::max)
        }

        fn exponentials(xs: &[f64], most: f64, ys: &mut [MaybeUninit<f64>]) -> f64 {
            let mut sums = [0.0; 16];
            let (chunks, rest) = xs.as_chunks::<16>();
            let (to_chunks, to_rest) = ys.as_chunks_mut::<16>();
            for (chunk, to) in chunks.iter().zip(to_chunks) {
                for ((x, to), sum) in chunk.iter().zip(to).zip(&mut sums) {
                    *sum += *to.write(fusus_math::f64::exp(x - most));
                }
            }
            for ((x, to), sum) in rest.iter().zip(to_rest).zip(&mut sums) {
                *sum += *to.write(fusus_math::f64::exp(x - most));
            }
            sums.iter().sum()
        }

        fn divided(ys: &mut [MaybeUninit<f64>], sum: f64) {
            divide(ys, sum);
        }
    }

    fn expert(xs: &[f64], ys: &mut [MaybeUninit<f64>]) {
        let part = |at: std::ops::Range<usize>| greatest(&xs[at]);
        let most = blocks::fold(xs.len(), f64::NEG_INFINITY, part, f64::max);
        let ys = Shared::new(ys);
        let part = |at: std::ops::Range<usize>| {
            // SAFETY: blocks are disjoint.
            exponentials(&xs[at.clone()], most, unsafe { ys.part(at) })
        };
        let sum = blocks::fold(xs.len(), 0.0, part, |a, b| a + b);
        blocks::each(xs.len(), |at| {
            // SAFETY: likewise.
            divided(unsafe { ys.part(at) }, sum);
        });
    }

    fn plain(xs: &[f64]) -> Vec<f64> {
        let (mut ys, mut most, mut sum) = (vec![0.0; xs.len()], f64::NEG_INFINITY, 0.0);
        for x in xs {
            most = f64::max(most, *x);
        }
        for i in 0..xs.len() {
            ys[i] = (xs[i] - most).exp();
            sum += ys[i];
        }
        for y in &mut ys {
            *y /= sum;
        }
        ys
    }

    fn lazy(xs: &[f64]) -> Vec<f64> {
        let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = xs.iter().map(|x| (x - most).exp()).sum();
        xs.iter().map(|x| (x - most).exp() / sum).collect()
    }

    fn lazy_rayon(xs: &[f64]) -> Vec<f64> {
        let most = xs
            .par_iter()
            .copied()
            .reduce(|| f64::NEG_INFINITY, f64::max);
        let sum: f64 = xs.par_iter().map(|x| (x - most).exp()).sum();
        xs.par_iter().map(|x| (x - most).exp() / sum).collect()
    }

    pub(super) fn race(setting: &Setting<'_>) -> Outcome {
        let xs: &Vec<f64> = &between(1, -5.0, 5.0, setting.size).collect();
        // SAFETY: both ways write all elements.
        let by_hand = || unsafe { fresh(xs.len(), |ys| by_hand(xs, ys)) };
        let mut race = setting.race(by_hand).tolerance(1e-9);
        race.fresh(FUSUS, || programs::fused::softmax(xs));
        race.fresh(SEQUENTIAL, || programs::fused::softmax_sequential(xs));
        race.fresh(UNFUSED, || programs::unfused::softmax(xs));
        race.fresh(STREAM, || programs::stream::softmax(xs));
        race.fresh(LAZY_ITERATORS, || lazy(xs));
        race.fresh(LAZY_RAYON, || lazy_rayon(xs));
        race.fresh(NDARRAY, || {
            let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let es = aview1(xs).mapv(|x| (x - most).exp());
            let sum = es.sum();
            (es / sum).into_raw_vec_and_offset().0
        });
        // SAFETY: as above.
        race.fresh(EXPERT, || unsafe { fresh(xs.len(), |ys| expert(xs, ys)) });
        race.fresh(BY_HAND, by_hand);
        race.fresh(PLAIN, || plain(xs));
        let array = bytes(xs);
        let (read, written) = (array, array);
        race.copy(
            &[
                Pass { read, written: 0 },
                Pass { read, written },
                Pass { read, written },
            ],
            Place::Fresh,
        );
        race.run()
    }
}

pub(crate) const GRAVITY: Program = Program {
    name: "gravity",
    about: "inverse cubes of distances of bodies; f64",
    race: gravity::race,
    ..FORMULA
};

mod gravity {
    use super::*;

    variants! {
        mod programs(loops = 1) = "gravity";
    }

    type Distances<'a> = [&'a [f64]; 3];

    #[inline(always)]
    fn inverse_cube(x: f64, y: f64, z: f64) -> f64 {
        let square = x * x + y * y + z * z + 1e-6;
        1.0 / (square * square.sqrt())
    }

    #[inline(always)]
    fn by_hand([xs, ys, zs]: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
        for (((x, y), z), to) in xs.iter().zip(ys).zip(zs).zip(out) {
            to.write(inverse_cube(*x, *y, *z));
        }
    }

    widest! {
        fn block(distances: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
            by_hand(distances, out);
        }
    }

    fn expert(distances: Distances<'_>, out: &mut [MaybeUninit<f64>]) {
        let (len, out) = (out.len(), Shared::new(out));
        in_parts(len, |at| {
            let part = distances.map(|array| &array[at.clone()]);
            // SAFETY: parts are disjoint.
            block(part, unsafe { out.part(at) });
        });
    }

    fn plain([xs, ys, zs]: Distances<'_>) -> Vec<f64> {
        let mut out = vec![0.0; xs.len()];
        for i in 0..xs.len() {
            out[i] = inverse_cube(xs[i], ys[i], zs[i]);
        }
        out
    }

    pub(super) fn race(setting: &Setting<'_>) -> Outcome {
        let arrays = [1, 2, 3].map(|seed| between(seed, -5.0, 5.0, setting.size));
        let [xs, ys, zs] = &arrays.map(Iterator::collect::<Vec<f64>>);
        let (len, all): (usize, Distances<'_>) = (xs.len(), [xs, ys, zs]);
        // SAFETY: both ways write all elements.
        let by_hand = || unsafe { fresh(len, |out| by_hand(all, out)) };
        let mut race = setting.race(by_hand).tolerance(1e-9);
        race.fresh(FUSUS, || programs::fused::gravity(xs, ys, zs));
        race.fresh(SEQUENTIAL, || {
            programs::fused::gravity_sequential(xs, ys, zs)
        });
        race.fresh(UNFUSED, || programs::unfused::gravity(xs, ys, zs));
        race.fresh(STREAM, || programs::stream::gravity(xs, ys, zs));
        race.fresh(LAZY_ITERATORS, || {
            let all = xs.iter().zip(ys).zip(zs);
            all.map(|((x, y), z)| inverse_cube(*x, *y, *z)).collect()
        });
        race.fresh(LAZY_RAYON, || {
            let all = xs.par_iter().zip(ys).zip(zs);
            all.map(|((x, y), z)| inverse_cube(*x, *y, *z)).collect()
        });
        race.fresh(NDARRAY, || {
            let (xs, ys, zs) = (aview1(xs), aview1(ys), aview1(zs));
            let squares = &xs * &xs + &ys * &ys + &zs * &zs + 1e-6;
            let cubes = &squares * &squares.mapv(f64::sqrt);
            (1.0 / cubes).into_raw_vec_and_offset().0
        });
        // SAFETY: as above.
        race.fresh(EXPERT, || unsafe { fresh(len, |out| expert(all, out)) });
        race.fresh(BY_HAND, by_hand);
        race.fresh(PLAIN, || plain(all));
        let array = bytes(xs);
        race.copy(
            &[Pass {
                read: 3 * array,
                written: array,
            }],
            Place::Fresh,
        );
        race.run()
    }
}

pub(crate) const BOX_MULLER: Program = Program {
    name: "box_muller",
    about: "normally distributed numbers, from uniformly distributed ones; f64",
    race: box_muller::race,
    ..FORMULA
};

mod box_muller {
    use super::*;
    use std::f64::consts::TAU;

    variants! {
        mod programs(loops = 1) = "box_muller";
    }

    type Normals<'a> = (&'a mut [MaybeUninit<f64>], &'a mut [MaybeUninit<f64>]);

    #[inline(always)]
    fn by_std(u: f64, v: f64) -> (f64, f64) {
        let (radius, angle) = ((-2.0 * u.ln()).sqrt(), TAU * v);
        (radius * angle.cos(), radius * angle.sin())
    }

    fn by_hand(us: &[f64], vs: &[f64], (firsts, seconds): Normals<'_>) {
        for (((u, v), first), second) in us.iter().zip(vs).zip(firsts).zip(seconds) {
            let normals = by_std(*u, *v);
            first.write(normals.0);
            second.write(normals.1);
        }
    }

    widest! {
        fn block(us: &[f64], vs: &[f64], normals: Normals<'_>) {
            let len = us.len();
            let (vs, firsts, seconds) = (&vs[..len], &mut normals.0[..len], &mut normals.1[..len]);
            for i in 0..len {
                let radius = (-2.0 * fusus_math::f64::ln(us[i])).sqrt();
                let (sine, cosine) = fusus_math::f64::near::sin_cos(TAU * vs[i]);
                firsts[i].write(radius * cosine);
                seconds[i].write(radius * sine);
            }
        }
    }

    fn expert(us: &[f64], vs: &[f64], (firsts, seconds): Normals<'_>) {
        let (firsts, seconds) = (Shared::new(firsts), Shared::new(seconds));
        in_parts(us.len(), |at| {
            // SAFETY: parts are disjoint.
            let normals = unsafe { (firsts.part(at.clone()), seconds.part(at.clone())) };
            block(&us[at.clone()], &vs[at], normals);
        });
    }

    fn plain(us: &[f64], vs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut firsts, mut seconds) = (vec![0.0; us.len()], vec![0.0; us.len()]);
        for i in 0..us.len() {
            (firsts[i], seconds[i]) = by_std(us[i], vs[i]);
        }
        (firsts, seconds)
    }

    pub(super) fn race(setting: &Setting<'_>) -> Outcome {
        // Never zero, whose logarithm is infinite.
        let us: &Vec<f64> = &between(1, 1e-9, 1.0, setting.size).collect();
        let vs: &Vec<f64> = &between(2, 0.0, 1.0, setting.size).collect();
        let len = us.len();
        // SAFETY: both ways write all elements.
        let by_hand = || unsafe { fresh2(len, |a, b| by_hand(us, vs, (a, b))) };
        let mut race = setting.race(by_hand).tolerance(1e-9);
        race.fresh(FUSUS, || programs::fused::box_muller(us, vs));
        race.fresh(SEQUENTIAL, || {
            programs::fused::box_muller_sequential(us, vs)
        });
        race.fresh(UNFUSED, || programs::unfused::box_muller(us, vs));
        race.fresh(STREAM, || programs::stream::box_muller(us, vs));
        race.fresh(LAZY_ITERATORS, || {
            us.iter().zip(vs).map(|(u, v)| by_std(*u, *v)).unzip()
        });
        race.fresh(LAZY_RAYON, || {
            let pairs = us.par_iter().zip(vs);
            pairs.map(|(u, v)| by_std(*u, *v)).unzip()
        });
        race.fresh(NDARRAY, || {
            let radii = aview1(us).mapv(|u| (-2.0 * u.ln()).sqrt());
            let angles = &aview1(vs) * TAU;
            let firsts = &radii * &angles.mapv(f64::cos);
            let seconds = radii * angles.mapv(f64::sin);
            (
                firsts.into_raw_vec_and_offset().0,
                seconds.into_raw_vec_and_offset().0,
            )
        });
        // SAFETY: as above.
        race.fresh(EXPERT, || unsafe {
            fresh2(len, |a, b| expert(us, vs, (a, b)))
        });
        race.fresh(BY_HAND, by_hand);
        race.fresh(PLAIN, || plain(us, vs));
        let array = bytes(us);
        race.copy(
            &[Pass {
                read: 2 * array,
                written: 2 * array,
            }],
            Place::Fresh,
        );
        race.run()
    }
}
