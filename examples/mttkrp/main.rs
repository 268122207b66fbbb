//! Finds kinds of flights: the decomposition of a tensor of counts, by hour, distance and delay, into
//! products of three vectors each.
//!
//! ```console
//! $ cargo run --release --example mttkrp [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod tensor;

use std::process::ExitCode;

use common::flights;
use common::random;
use common::report::{self, interleaved};
use common::text::grouped;
use programs::mttkrp;
use tensor::Tensor;

/// The number of products.
const RANK: usize = 4;

/// The rounds of the decomposition: fewer without optimisation.
const ROUNDS: usize = if cfg!(debug_assertions) { 10 } else { 300 };

/// The sizes of the product that is timed.
const LARGE: [usize; 4] = match cfg!(debug_assertions) {
    true => [20, 30, 20, 16],
    false => [200, 240, 200, 16],
};

fn main() -> ExitCode {
    report::run(
        "mttkrp",
        "kinds of flights: the decomposition of a tensor",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let tensor = Tensor::of_flights(&flights::all()?);
            let (factors, distances) = tensor.decompose(RANK, ROUNDS);
            let all: f64 = tensor.elements.iter().map(|x| x * x).sum();
            let explained = 1.0 - distances[distances.len() - 1] / all;
            report.result(
                "flights",
                grouped(tensor.elements.iter().sum::<f64>() as usize),
            );
            report.result("rounds", grouped(ROUNDS));
            report.result("explained", format!("{:.2} %", 100.0 * explained));
            let falls = |pair: &[f64]| pair[1] <= pair[0] + 1e-9 * all;
            report.check(
                "no round takes the products further away",
                distances.windows(2).all(falls),
            );
            let [a, b, c] = &factors.of;
            let [ni, nj, nk] = tensor.sizes;
            let sizes = [ni, nj, nk, RANK];
            let far = by_hand::distance(sizes, &tensor.elements, a, b, c);
            let last = distances[distances.len() - 1];
            report.check(
                "loops find the same distance",
                (far - last).abs() < 1e-9 * all,
            );
            report.check("most of the tensor is explained", explained > 0.85);

            let [ni, nj, nk, nr] = LARGE;
            let numbers =
                |seed, count| -> Vec<f64> { (0..count).map(|at| random::unit(seed, at)).collect() };
            let (x, b, c) = (
                numbers(1, ni * nj * nk),
                numbers(2, nj * nr),
                numbers(3, nk * nr),
            );
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            let times = interleaved(5, 2, |version| match version {
                0 => found = mttkrp(ni, nj, nk, nr, &x, &b, &c),
                _ => expected = by_hand::mttkrp(LARGE, &x, &b, &c),
            });
            let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9 * b;
            let same = found.iter().zip(&expected).all(near);
            report.check(
                format!("loops multiply a tensor of {} likewise", grouped(x.len())),
                same,
            );
            report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
            report.picture(&picture::draw(&factors.products(), explained))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::flights::Flights;

    /// A tensor that is a sum of two products is found again.
    #[test]
    fn a_sum_of_products_is_decomposed() {
        let (a, b, c) = (
            [1.0, 2.0, 0.0, 1.0],
            [3.0, 1.0, 1.0, 0.0, 0.0, 2.0],
            [1.0, 0.0, 0.5, 4.0],
        );
        let sizes = [2, 3, 2];
        let elements = (0..12).map(|at| {
            let (i, j, k) = (at / 6, at / 2 % 3, at % 2);
            (0..2)
                .map(|r| a[2 * i + r] * b[2 * j + r] * c[2 * k + r])
                .sum()
        });
        let tensor = Tensor {
            sizes,
            elements: elements.collect(),
        };
        let (factors, distances) = tensor.decompose(2, 2000);
        let all: f64 = tensor.elements.iter().map(|x| x * x).sum();
        assert!(distances[1999] < 1e-6 * all, "{}", distances[1999]);
        let [fa, fb, fc] = &factors.of;
        let far = by_hand::distance([2, 3, 2, 2], &tensor.elements, fa, fb, fc);
        assert!((far - distances[1999]).abs() < 1e-9);
        assert!(distances.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9));
    }

    #[test]
    fn products_are_those_of_the_loops() {
        for sizes in [[1, 1, 1, 1], [3, 4, 5, 2], [7, 1, 9, 17], [2, 40, 3, 4]] {
            let [ni, nj, nk, nr] = sizes;
            let numbers = |count: usize, seed: usize| -> Vec<f64> {
                (0..count)
                    .map(|at| ((at * 37 + seed) % 23) as f64)
                    .collect()
            };
            let (x, b, c) = (
                numbers(ni * nj * nk, 1),
                numbers(nj * nr, 2),
                numbers(nk * nr, 3),
            );
            assert_eq!(
                mttkrp(ni, nj, nk, nr, &x, &b, &c),
                by_hand::mttkrp(sizes, &x, &b, &c)
            );
        }
    }

    #[test]
    fn flights_are_counted() {
        let flights = Flights {
            delays: vec![-30, 89, 90, -31],
            miles: vec![0, 2499, 10, 130],
            minutes: vec![0, 24 * 60 - 1, 5, 65],
        };
        let tensor = Tensor::of_flights(&flights);
        assert_eq!(tensor.elements.iter().sum::<f64>(), 3.0);
        assert_eq!(tensor.elements[0], 1.0);
        assert_eq!(tensor.elements[tensor.elements.len() - 1], 1.0);
        assert_eq!(tensor.elements[(20 + 1) * 24], 1.0);
    }
}
