//! normalize2, the first program of the README, against what one would write without fusus.
//!
//! ```console
//! $ cargo bench --bench normalize2 -- [ELEMENTS] [ROUNDS]
//! ```
//!
//! The first row, which the ratios refer to, copies as many bytes as the fused program must move: it
//! reads the input twice and writes two outputs. Every way gets the same input; outputs that are not
//! reused are allocated within the time taken and freed outside of it.

mod by_hand;
#[path = "../common/race.rs"]
mod race;

use std::process::ExitCode;
use std::time::Duration;

use fusus::cnf;
use race::{Lap, Race, timed};

cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones.
    #[cnf(loops = 2)]
    fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }
}

cnf! {
    /// The same into arrays that the caller lends.
    #[cnf(loops = 2)]
    fn normalize2_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        *ys1 = map(|x| x / sum1, xs);
        *ys2 = map(|x| x / sum2, xs);
    }
}

/// Two arrays of outputs.
type Outputs = (Vec<f64>, Vec<f64>);

fn main() -> ExitCode {
    match race::sizes(20_000_000) {
        Ok((elements, rounds)) => {
            let (xs, threads) = (input(elements), rayon::current_num_threads());
            println!("normalize2 of {elements} f64, {threads} threads, {rounds} rounds\n");
            println!("{}", race(&xs).run(rounds));
            println!("the copy moves {} MB", 4 * size_of_val(&*xs) / 1_000_000);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Numbers between −1 and 3 in no order, so that no branch can be foretold and neither sum is near zero.
fn input(elements: usize) -> Vec<f64> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let random = std::iter::from_fn(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Some((state >> 11) as f64 / (1_u64 << 53) as f64)
    });
    random.map(|unit| 4.0 * unit - 1.0).take(elements).collect()
}

/// All ways to do it.
fn race(xs: &[f64]) -> Race<'_> {
    let mut race = Race::default();
    let mut copies = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    race.enter("copy of the same bytes, rayon", move |_| {
        timed(|| by_hand::copy_twice(xs, &mut copies.0, &mut copies.1)).1
    });
    race.enter("one iterator an operator", fresh(xs, by_hand::iterators));
    race.enter(
        "one rayon iterator an operator",
        fresh(xs, by_hand::rayon_iterators),
    );
    race.enter("fused by hand, sequential", fresh(xs, by_hand::fused));
    race.enter("expert: rayon, 16 lanes", fresh(xs, by_hand::expert));
    race.enter(
        "expert: the same, buffers reused",
        reused(xs, by_hand::expert_into),
    );
    race.enter("fusus", fresh(xs, normalize2));
    race.enter("fusus, into lent arrays", reused(xs, normalize2_into));
    race
}

/// A way that returns fresh arrays.
fn fresh(xs: &[f64], work: impl Fn(&[f64]) -> Outputs) -> impl FnMut(Lap) -> Duration {
    move |lap| {
        let (outputs, time) = timed(|| work(xs));
        check(lap, xs, &outputs.0, &outputs.1);
        time
    }
}

/// A way that writes to arrays which it keeps from lap to lap.
fn reused(
    xs: &[f64],
    work: impl Fn(&[f64], &mut [f64], &mut [f64]),
) -> impl FnMut(Lap) -> Duration {
    let (mut ys1, mut ys2) = (vec![0.0; xs.len()], vec![0.0; xs.len()]);
    move |lap| {
        let ((), time) = timed(|| work(xs, &mut ys1, &mut ys2));
        check(lap, xs, &ys1, &ys2);
        time
    }
}

/// Compares a result with the definition, as far as another order of additions lets the two agree.
fn check(lap: Lap, xs: &[f64], ys1: &[f64], ys2: &[f64]) {
    if lap == Lap::Time {
        return;
    }
    let sum1: f64 = xs.iter().sum();
    let sum2: f64 = xs.iter().filter(|&&x| x > 0.0).sum();
    for (ys, sum) in [(ys1, sum1), (ys2, sum2)] {
        assert_eq!(ys.len(), xs.len());
        for (index, (x, y)) in xs.iter().zip(ys).enumerate() {
            let expected = x / sum;
            let error = (y - expected).abs();
            assert!(
                error <= 1e-9 * expected.abs(),
                "element {index} is {y} instead of {expected}"
            );
        }
    }
}
