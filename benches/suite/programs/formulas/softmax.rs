//! Shares by exponentials.

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
