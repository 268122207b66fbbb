//! Functions from outside, guards that make arrays, and workers that look into arrays of `&mut`.

use crate::support::{Bits, BitsOf, Check, Processes, Whole, same_bits, spread, wave, ways};
use fusus::cnf;

same_bits! {
    sorted(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let doubled = map(|x| x * 2.0, xs);
        let sorted = external({ let mut sorted = doubled.to_vec(); sorted.sort_by(f64::total_cmp); sorted });
        let summed = scan(0.0, |a, b| a + b, sorted);
        let running = conform(summed, xs);
        (map(|x, y| x - y, running, xs), fold(0.0, |a, b| a + b, sorted))
    }

    shorter_and_a_number(xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize, f64) {
        let (rest, first) = external((xs.iter().skip(1).copied().collect::<Vec<f64>>(), xs.first().copied().unwrap_or(0.5)));
        let kept = filter(|x| x > first, rest);
        (kept, len(rest), first)
    }

    of_what_a_filter_keeps(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let kept = filter(|x| x > 0.0, xs);
        let turned = external(kept.iter().rev().copied().collect::<Vec<f64>>());
        (kept, map(|x| x * 0.5, turned))
    }

    no_array_but_its_own(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let weights = external(vec![0.25, 0.5, 0.25]);
        (map(|w| w * 2.0, weights), fold(0.0, |a, b| a + b, xs))
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn nothing_where(xs: &[f64], not: bool) -> Vec<f64> {
        if not {
            return Vec::new();
        }
        map(|x| x + 1.0, xs)
    }

    #[backend(cpu, mpi)]
    fn others_where(xs: &[f64], not: bool) -> (Vec<f64>, f64, Vec<f64>) {
        if not {
            return (vec![1.0; 5], 0.5, vec![2.5; 3]);
        }
        (xs, 1.5, map(|x| x * 2.0, xs))
    }
}

fn guards(on: &dyn Processes) {
    for &len in on.lengths() {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        for not in [true, false] {
            let expected = [
                nothing_where(&xs, not).bits(),
                others_where(&xs, not).bits(),
            ]
            .concat();
            for way in ways(len) {
                let all = on.each(&|world| {
                    let xs = spread(&world, &xs, way);
                    let nothing = nothing_where_mpi(&xs, not).whole().bits();
                    let others = others_where_mpi(&xs, not).whole().bits();
                    [nothing, others].concat()
                });
                assert!(
                    all.iter().all(|got| *got == expected),
                    "{len} elements, {not}"
                );
            }
        }
    }
}

/// Guards that return arrays of any origin.
#[allow(dead_code, reason = "the processes of a job go through it")]
pub(crate) const GUARDS: &[Check] = &[("guards", guards)];

#[test]
fn arrays_of_guards_are_spread() {
    guards(&crate::support::Threads);
}
