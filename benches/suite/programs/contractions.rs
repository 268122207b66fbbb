//! Sums of products: matrices, chains of them, a tensor, and radial basis functions.
//!
//! The expert's products are those of the crate `matrixmultiply` (by way of ndarray), a band of rows
//! for each thread.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::prelude::*;

/// The columns of thin matrices.
const THIN: usize = 16;

const PRODUCT_OF_SQUARES: Program = Program {
    name: "",
    source: "",
    about: "",
    sizes: Sizes::UpTo(2048 * 2048),
    nature: Nature {
        bound: Bound::Arithmetic,
        fused: None,
    },
    race: |_| unreachable!("each program has its own"),
};

pub(crate) const PRODUCT: Program = Program {
    name: "product",
    source: "product",
    about: "the product of two square matrices; f64",
    race: race_product,
    ..PRODUCT_OF_SQUARES
};

pub(crate) const PRODUCT_F32: Program = Program {
    name: "product_f32",
    source: "product_f32",
    about: "the product of two square matrices; f32",
    race: race_product_f32,
    ..PRODUCT_OF_SQUARES
};

pub(crate) const DENSE: Program = Program {
    name: "dense",
    source: "dense",
    about: "a product of matrices, a bias and a maximum; f64",
    race: race_dense,
    ..PRODUCT_OF_SQUARES
};

pub(crate) const CHAIN: Program = Program {
    name: "matrix_chain",
    source: "matrix_chain",
    about: "the product of three thin matrices; f64",
    sizes: Sizes::UpTo(16_777_216),
    race: race_chain,
    ..PRODUCT_OF_SQUARES
};

pub(crate) const MTTKRP: Program = Program {
    name: "mttkrp",
    source: "mttkrp",
    about: "a tensor times two thin matrices; f64",
    sizes: Sizes::UpTo(16_777_216),
    race: race_mttkrp,
    ..PRODUCT_OF_SQUARES
};

pub(crate) const RBF: Program = Program {
    name: "rbf",
    source: "rbf",
    about: "radial basis functions of all pairs of points; f64",
    sizes: Sizes::UpTo(64_000_000),
    race: race_rbf,
    ..PRODUCT_OF_SQUARES
};

variants! {
    mod product(loops = 1) = "product";
    mod product_f32(loops = 1) = "product_f32";
    mod dense(loops = 1) = "dense";
    mod chain(loops = 2) = "matrix_chain";
    mod tensor(loops = 2) = "mttkrp";
    mod rbf(loops = 1) = "rbf";
}

/// So many random numbers.
fn numbers(seed: u64, count: usize) -> Vec<f64> {
    random::units(seed).take(count).collect()
}

/// The rows of a band, of which each thread has one.
fn rows_of_band(rows: usize) -> usize {
    rows.div_ceil(rayon::current_num_threads()).max(1)
}

/// Products of matrices by plain loops and by the expert, for a type of elements.
macro_rules! products {
    ($by_hand:ident, $plain:ident, $expert:ident, $float:ident) => {
        /// The product of `xs`, of `m` columns, and `ys`, of `w`.
        fn $by_hand((m, w): (usize, usize), xs: &[$float], ys: &[$float]) -> Vec<$float> {
            let mut out = vec![0.0; xs.len() / m.max(1) * w];
            for (row, to) in xs
                .chunks_exact(m.max(1))
                .zip(out.chunks_exact_mut(w.max(1)))
            {
                for (x, other) in row.iter().zip(ys.chunks_exact(w.max(1))) {
                    for (to, y) in to.iter_mut().zip(other) {
                        *to += x * y;
                    }
                }
            }
            out
        }

        fn $plain((m, w): (usize, usize), xs: &[$float], ys: &[$float]) -> Vec<$float> {
            let mut out = vec![0.0; xs.len() / m.max(1) * w];
            for at in 0..out.len() {
                let (i, j) = (at / w, at % w);
                let mut sum = 0.0;
                for k in 0..m {
                    sum += xs[i * m + k] * ys[k * w + j];
                }
                out[at] = sum;
            }
            out
        }

        fn $expert((m, w): (usize, usize), xs: &[$float], ys: &[$float]) -> Vec<$float> {
            let rows = xs.len() / m.max(1);
            let mut out = vec![0.0; rows * w];
            let band = rows_of_band(rows);
            let bands = out.par_chunks_mut((band * w).max(1));
            let parts = bands.zip(xs.par_chunks((band * m).max(1)));
            parts.for_each(|(to, xs)| {
                let rows = xs.len() / m;
                let a = ArrayView2::from_shape((rows, m), xs).expect("whole rows");
                let b = ArrayView2::from_shape((m, w), ys).expect("a matrix");
                let mut to = ArrayViewMut2::from_shape((rows, w), to).expect("whole rows");
                general_mat_mul(1.0, &a, &b, 0.0, &mut to);
            });
            out
        }
    };
}

products!(by_hand, plain, expert, f64);
products!(by_hand_f32, plain_f32, expert_f32, f32);

fn race_product(setting: &Setting<'_>) -> Outcome {
    let n = setting.size.isqrt();
    let (xs, ys) = (&numbers(1, n * n), &numbers(2, n * n));
    let mut race = setting.race(|| by_hand((n, n), xs, ys)).tolerance(1e-9);
    race.fresh(FUSUS, || product::fused::product(n, xs, ys));
    race.fresh(SEQUENTIAL, || product::fused::product_sequential(n, xs, ys));
    race.fresh(UNFUSED, || product::unfused::product(n, xs, ys));
    race.fresh(STREAM, || product::stream::product(n, xs, ys));
    race.fresh(NDARRAY, || {
        let matrix = |of| ArrayView2::from_shape((n, n), of).expect("a matrix");
        matrix(xs).dot(&matrix(ys)).into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || expert((n, n), xs, ys));
    race.fresh(BY_HAND, || by_hand((n, n), xs, ys));
    race.fresh(PLAIN, || plain((n, n), xs, ys));
    race.run()
}

fn race_product_f32(setting: &Setting<'_>) -> Outcome {
    let n = setting.size.isqrt();
    let single = |seed| -> Vec<f32> {
        let all = random::units(seed).take(n * n);
        all.map(|number| number as f32).collect()
    };
    let (xs, ys) = (&single(1), &single(2));
    let mut race = setting.race(|| by_hand_f32((n, n), xs, ys)).tolerance(1e-4);
    race.fresh(FUSUS, || product_f32::fused::product_f32(n, xs, ys));
    race.fresh(SEQUENTIAL, || {
        product_f32::fused::product_f32_sequential(n, xs, ys)
    });
    race.fresh(UNFUSED, || product_f32::unfused::product_f32(n, xs, ys));
    race.fresh(STREAM, || product_f32::stream::product_f32(n, xs, ys));
    race.fresh(NDARRAY, || {
        let matrix = |of| ArrayView2::from_shape((n, n), of).expect("a matrix");
        matrix(xs).dot(&matrix(ys)).into_raw_vec_and_offset().0
    });
    race.fresh(EXPERT, || expert_f32((n, n), xs, ys));
    race.fresh(BY_HAND, || by_hand_f32((n, n), xs, ys));
    race.fresh(PLAIN, || plain_f32((n, n), xs, ys));
    race.run()
}

/// Adds a bias to each row, and takes what is above 0.
fn activated(mut product: Vec<f64>, bias: &[f64]) -> Vec<f64> {
    for row in product.chunks_exact_mut(bias.len().max(1)) {
        for (to, bias) in row.iter_mut().zip(bias) {
            *to = (*to + bias).max(0.0);
        }
    }
    product
}

fn race_dense(setting: &Setting<'_>) -> Outcome {
    let n = setting.size.isqrt();
    let (xs, ys, bias) = (&numbers(1, n * n), &numbers(2, n * n), &numbers(3, n));
    let loops = || activated(by_hand((n, n), xs, ys), bias);
    let mut race = setting.race(loops).tolerance(1e-9);
    race.fresh(FUSUS, || dense::fused::dense(n, xs, ys, bias));
    race.fresh(SEQUENTIAL, || {
        dense::fused::dense_sequential(n, xs, ys, bias)
    });
    race.fresh(UNFUSED, || dense::unfused::dense(n, xs, ys, bias));
    race.fresh(STREAM, || dense::stream::dense(n, xs, ys, bias));
    race.fresh(EXPERT, || activated(expert((n, n), xs, ys), bias));
    race.fresh(BY_HAND, loops);
    race.fresh(PLAIN, || activated(plain((n, n), xs, ys), bias));
    race.run()
}

fn race_chain(setting: &Setting<'_>) -> Outcome {
    let n = setting.size.div_ceil(THIN);
    let arrays = [1, 2, 3].map(|seed| numbers(seed, n * THIN));
    let [xs, ys, zs] = &arrays;
    let (inner, outer) = ((n, THIN), (THIN, THIN));
    let loops = || by_hand(outer, xs, &by_hand(inner, ys, zs));
    let mut race = setting.race(loops).tolerance(1e-9);
    race.fresh(FUSUS, || chain::fused::matrix_chain(n, xs, ys, zs));
    race.fresh(SEQUENTIAL, || {
        chain::fused::matrix_chain_sequential(n, xs, ys, zs)
    });
    race.fresh(UNFUSED, || chain::unfused::matrix_chain(n, xs, ys, zs));
    race.fresh(STREAM, || chain::stream::matrix_chain(n, xs, ys, zs));
    race.fresh(EXPERT, || expert(outer, xs, &expert(inner, ys, zs)));
    race.fresh(BY_HAND, loops);
    race.fresh(PLAIN, || plain(outer, xs, &plain(inner, ys, zs)));
    race.run()
}

wide! {
    /// The rows of a slice of a tensor times two thin matrices.
    fn rows_times(xs: &[f64], ys: &[f64], zs: &[f64]) -> [f64; THIN] {
        let (ys, zs) = (ys.as_chunks::<THIN>().0, zs.as_chunks::<THIN>().0);
        let mut sums = [0.0; THIN];
        for (row, y) in xs.chunks_exact(zs.len().max(1)).zip(ys) {
            let mut inner = [0.0; THIN];
            for (x, z) in row.iter().zip(zs) {
                for (to, z) in inner.iter_mut().zip(z) {
                    *to += x * z;
                }
            }
            for ((to, inner), y) in sums.iter_mut().zip(inner).zip(y) {
                *to += inner * y;
            }
        }
        sums
    }
}

fn mttkrp_plain(n: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; n * THIN];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                let x = xs[(i * n + j) * n + k];
                for r in 0..THIN {
                    out[i * THIN + r] += x * ys[j * THIN + r] * zs[k * THIN + r];
                }
            }
        }
    }
    out
}

fn race_mttkrp(setting: &Setting<'_>) -> Outcome {
    let n = (0..)
        .take_while(|n| n * n * n <= setting.size)
        .last()
        .unwrap_or(0);
    let (xs, ys, zs) = (
        &numbers(1, n * n * n),
        &numbers(2, n * THIN),
        &numbers(3, n * THIN),
    );
    let slices = || xs.chunks_exact((n * n).max(1));
    let loops = || slices().flat_map(|xs| rows_times(xs, ys, zs)).collect();
    let mut race = setting.race(|| mttkrp_plain(n, xs, ys, zs)).tolerance(1e-9);
    race.fresh(FUSUS, || tensor::fused::mttkrp(n, xs, ys, zs));
    race.fresh(SEQUENTIAL, || {
        tensor::fused::mttkrp_sequential(n, xs, ys, zs)
    });
    race.fresh(UNFUSED, || tensor::unfused::mttkrp(n, xs, ys, zs));
    race.fresh(STREAM, || tensor::stream::mttkrp(n, xs, ys, zs));
    race.fresh(EXPERT, || {
        let slices = xs.par_chunks_exact((n * n).max(1));
        slices.flat_map_iter(|xs| rows_times(xs, ys, zs)).collect()
    });
    race.fresh(BY_HAND, loops);
    race.fresh(PLAIN, || mttkrp_plain(n, xs, ys, zs));
    race.run()
}

/// Points of a plane, and the weights of those that functions are around.
type Points<'p> = [&'p [f64]; 3];

#[inline(always)]
fn bump(x: f64, y: f64, u: f64, v: f64) -> f64 {
    let (x, y) = (x - u, y - v);
    fusus_math::f64::exp(-(x * x + y * y))
}

widest! {
    /// The sum of all functions at a point.
    fn at_point(x: f64, y: f64, points: Points<'_>) -> f64 {
        let [us, vs, weights] = points.map(|array| array.as_chunks::<THIN>());
        let mut lanes = [0.0; THIN];
        for ((us, vs), weights) in us.0.iter().zip(vs.0).zip(weights.0) {
            for lane in 0..THIN {
                lanes[lane] += weights[lane] * bump(x, y, us[lane], vs[lane]);
            }
        }
        let rest = us.1.iter().zip(vs.1).zip(weights.1);
        let rest = rest.map(|((u, v), weight)| weight * bump(x, y, *u, *v));
        lanes.iter().sum::<f64>() + rest.sum::<f64>()
    }
}

fn rbf_by_hand(xs: &[f64], ys: &[f64], [us, vs, weights]: Points<'_>) -> Vec<f64> {
    let at = |(x, y): (&f64, &f64)| {
        let points = us.iter().zip(vs).zip(weights);
        points
            .map(|((u, v), weight)| weight * bump(*x, *y, *u, *v))
            .sum()
    };
    xs.iter().zip(ys).map(at).collect()
}

fn race_rbf(setting: &Setting<'_>) -> Outcome {
    let n = setting.size.isqrt();
    let [xs, ys, us, vs, weights] = &[1, 2, 3, 4, 5].map(|seed| numbers(seed, n));
    let points: Points<'_> = [us, vs, weights];
    let mut race = setting.race(|| rbf_by_hand(xs, ys, points)).tolerance(1e-9);
    race.fresh(FUSUS, || rbf::fused::rbf(xs, ys, us, vs, weights));
    race.fresh(SEQUENTIAL, || {
        rbf::fused::rbf_sequential(xs, ys, us, vs, weights)
    });
    race.fresh(UNFUSED, || rbf::unfused::rbf(xs, ys, us, vs, weights));
    race.fresh(STREAM, || rbf::stream::rbf(xs, ys, us, vs, weights));
    race.fresh(EXPERT, || {
        let all = xs.par_iter().zip(ys);
        all.map(|(x, y)| at_point(*x, *y, points)).collect()
    });
    race.fresh(BY_HAND, || rbf_by_hand(xs, ys, points));
    race.fresh(PLAIN, || rbf_by_hand(xs, ys, points));
    race.run()
}
