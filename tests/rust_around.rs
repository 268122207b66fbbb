//! Programs inside ordinary Rust, over arrays that are long enough for several
//! threads. Programs that only have to compile are in `tests/ui/pass`.

mod common;

use fusus::cnf;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

const LONG: usize = 300_000;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Particle {
    position: (f64, f64),
    mass: f64,
    cell: u32,
}

struct World {
    particles: Vec<Particle>,
    gravity: f64,
}

impl World {
    fn new(count: usize) -> World {
        let particles = cnf! {
            generate(count, |i| Particle {
                position: (i as f64, (i % 7) as f64),
                mass: 1.0 + (i % 3) as f64,
                cell: (i % 100) as u32,
            })
        };
        World {
            particles,
            gravity: 9.81,
        }
    }

    /// Fields, methods and locals in workers.
    fn energy(&self, heaviest: f64) -> f64 {
        let factor = 0.5;
        cnf! {
            let light = filter(|p| p.mass < heaviest, self.particles);
            fold(0.0, |a, b| a + b, map(|p| self.energy_of(p) * factor, light))
        }
    }

    fn energy_of(&self, particle: Particle) -> f64 {
        particle.mass * self.gravity * particle.position.1
    }

    fn fall(&mut self, by: f64) {
        let particles = &mut self.particles;
        cnf! {
            *particles = map(|p| Particle { position: (p.position.0, p.position.1 - by), ..p }, particles);
        }
    }
}

#[test]
fn structs_methods_and_fields() {
    let mut world = World::new(LONG);
    let by_hand: f64 = world
        .particles
        .iter()
        .filter(|p| p.mass < 3.0)
        .map(|p| world.energy_of(*p) * 0.5)
        .sum();
    let energy = world.energy(3.0);
    assert!(
        (energy - by_hand).abs() < 1e-9 * by_hand,
        "{energy} {by_hand}"
    );
    let before = world.particles[LONG - 1];
    world.fall(2.0);
    let after = world.particles[LONG - 1];
    assert_eq!(after.position.1, before.position.1 - 2.0);
    assert_eq!(after.cell, before.cell);
}

/// A program in a generic function, in a closure, in a loop.
fn best<T, K>(rows: &[Vec<T>], key: impl Fn(T) -> K + Sync) -> Vec<Option<K>>
where
    T: Copy + Send + Sync,
    K: Copy + Send + Sync + PartialOrd,
{
    let better = |a: Option<K>, b: Option<K>| match (a, b) {
        (Some(x), Some(y)) if y > x => b,
        (None, _) => b,
        _ => a,
    };
    rows.iter()
        .map(|row| cnf! { fold(None, better, map(|x| Some(key(x)), row)) })
        .collect()
}

#[test]
fn generic_functions_and_closures() {
    let rows = vec![(0..LONG as u64).collect(), vec![], vec![5, 3]];
    assert_eq!(best(&rows, |x| x % 1000), [Some(999), None, Some(5)]);
}

#[test]
fn host_collections_in_workers() {
    let names: BTreeMap<u32, &str> = [(0, "zero"), (1, "one")].into();
    let owned: Vec<String> = names.values().map(|name| (*name).to_owned()).collect();
    let xs: Vec<u32> = (0..1000).map(|x| x % 3).collect();
    let (known, lengths) = cnf! {
        let known = map(|x| names.get(&x).copied(), xs);
        // An array of what is not `Copy` may be indexed, not walked over.
        let lengths = map(|x| owned[(x % 2) as usize].len(), xs);
        (known, lengths)
    };
    assert_eq!(known[..3], [Some("zero"), Some("one"), None]);
    assert_eq!(lengths[..3], [4, 3, 4]);
    assert_eq!(owned.len(), 2);
}

cnf! {
    /// Lifetimes in elements and results.
    fn longest_per_line<'t>(lines: &[&'t str], least: usize) -> Vec<&'t str> {
        let words = map(
            |line| line.split(' ').max_by_key(|word| word.len()).unwrap_or_default(),
            lines,
        );
        filter(|word| word.len() >= least, words)
    }

    /// An operator from a parameter, a start from a parameter, and arrays of arrays.
    fn reduce<T: Copy + Send + Sync, const N: usize>(
        start: [T; N],
        operator: fn(T, T) -> T,
        rows: &[[T; N]],
    ) -> [T; N] {
        fold(start, |a, b| std::array::from_fn(|i| operator(a[i], b[i])), rows)
    }
}

#[test]
fn lifetimes_and_arrays_of_arrays() {
    let text = "to be or not\nthat is\nthe question".to_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(longest_per_line(&lines, 4), ["that", "question"]);

    let rows: Vec<[i64; 3]> = (0..LONG as i64).map(|i| [i, -i, i % 10]).collect();
    let most = reduce([i64::MIN; 3], i64::max, &rows);
    assert_eq!(most, [LONG as i64 - 1, 0, 9]);
}

/// A macro of the user's that writes programs.
macro_rules! statistics {
    ($($name:ident: $ty:ty, $zero:expr, $op:expr;)*) => {
        cnf! {
            $(fn $name(xs: &[$ty]) -> ($ty, Vec<$ty>) {
                let total = fold($zero, $op, xs);
                (total, scan($zero, $op, xs))
            })*
        }
    };
}

statistics! {
    sums: i64, 0, |a, b| a + b;
    products: u64, 1, u64::wrapping_mul;
    joined: u128, 0, |a, b| a | b;
}

#[test]
fn programs_from_macros() {
    let xs: Vec<i64> = (0..LONG as i64).collect();
    let (total, prefixes) = sums(&xs);
    assert_eq!(total, xs.iter().sum::<i64>());
    assert_eq!(prefixes[LONG - 1], total);
    let odd: Vec<u64> = (0..LONG as u64).map(|x| 2 * x + 1).collect();
    let (product, prefixes) = products(&odd);
    assert_eq!(product, odd.iter().fold(1, |a: u64, b| a.wrapping_mul(*b)));
    assert_eq!(prefixes[LONG - 1], product);
    assert_eq!(joined(&[1, 2, 4]), (7, vec![1, 3, 7]));
}

#[test]
fn programs_inside_programs() {
    let rows: Vec<Vec<u32>> = (0..100).map(|n| (0..n).collect()).collect();
    let indices: Vec<usize> = (0..100).collect();
    let sums = cnf! {
        map(|i| { let row = &rows[i]; cnf! { fold(0, |a, b| a + b, row) } }, indices)
    };
    assert_eq!(sums[10], 45);
}

/// In `external` an array is a slice, so that it may stand there with `&` or
/// without; clippy asks for neither.
#[test]
fn external_takes_arrays_by_name_or_by_reference() {
    fn sorted(xs: &[i32]) -> Vec<i32> {
        let mut xs = xs.to_vec();
        xs.sort_unstable();
        xs
    }
    cnf! {
        fn twice(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
            let odd = filter(|x| x % 2 != 0, xs);
            let by_name: [i32] = external(sorted(odd));
            let by_reference: [i32] = external(sorted(&odd));
            (by_name, by_reference)
        }
    }
    assert_eq!(twice(&[3, 2, 1]), (vec![1, 3], vec![1, 3]));
}

/// A scalar that is not `Copy`: workers see it where it is.
#[derive(Debug)]
struct Scale(Vec<f64>);

impl Scale {
    fn of(mean: f64) -> Scale {
        Scale(vec![mean, 2.0])
    }

    fn apply(&self, x: f64) -> f64 {
        (x - self.0[0]) * self.0[1]
    }
}

cnf! {
    fn scaled<T: Copy + Send + Sync>(
        xs: &[T],
        to_number: fn(T) -> f64,
        least: T,
        names: &[&'static str],
        label: String,
    ) -> (Vec<f64>, Vec<usize>) {
        let numbers = map(|x| to_number(x) + 0.0, xs);
        let sum = fold(0.0, |a, b| a + b, numbers);
        let mean = sum / xs.len() as f64;
        let scale = Scale::of(mean);
        let (low, count) = (to_number(least), xs.len());
        let above = map(|x| if x < low { 0.0 } else { scale.apply(x) / count as f64 }, numbers);
        (above, map(|n| n.len() + label.len(), names))
    }
}

#[test]
fn scalars_of_all_kinds_in_workers() {
    let xs: Vec<u32> = (0..LONG as u32).collect();
    let names = ["one", "three"];
    let (above, lengths) = scaled(&xs, f64::from, 10, &names, "four".to_owned());
    let mean = xs.iter().map(|x| f64::from(*x)).sum::<f64>() / LONG as f64;
    let scale = Scale::of(mean);
    let expected = xs.iter().map(|x| match f64::from(*x) {
        x if x < 10.0 => 0.0,
        x => scale.apply(x) / LONG as f64,
    });
    assert!(above.into_iter().eq(expected));
    assert_eq!(lengths, [7, 9]);
}

cnf! {
    /// The worker before the scan is expensive: it is a call.
    fn sums_of(xs: &[u64], calls: &AtomicUsize) -> (Vec<u64>, u64) {
        let counted = map(|x| count_up(calls, x), xs);
        let odd = map(|c| c | 1, counted);
        let sums = scan(0, |a, b| a + b, odd);
        (map(|s, c| s ^ c, sums, counted), fold(0, u64::max, sums))
    }
}

fn count_up(calls: &AtomicUsize, x: u64) -> u64 {
    calls.fetch_add(1, Ordering::Relaxed);
    x * 3
}

/// A block of the loop above has no more positions.
const BLOCK: usize = 16_384;

#[test]
fn expensive_workers_before_scans_run_once() {
    for len in [0, 1, 100, LONG] {
        let xs: Vec<u64> = (0..len as u64).collect();
        let expected: Vec<u64> = xs
            .iter()
            .scan(0, |sum, x| {
                *sum += (x * 3) | 1;
                Some(*sum ^ (x * 3))
            })
            .collect();
        common::on_any_pool(|| {
            let calls = AtomicUsize::new(0);
            let (ys, _) = sums_of(&xs, &calls);
            assert_eq!(ys, expected);
            let calls = calls.into_inner();
            assert!(
                (len..=len + BLOCK).contains(&calls),
                "{calls} calls for {len}"
            );
        });
    }
}

/// Programs that `macro_rules!` make of expressions.
mod fragments {
    use fusus::cnf;

    macro_rules! scaled {
        ($e:expr, $xs:expr) => {
            cnf! { map(|x| x * $e, $xs) }
        };
    }

    macro_rules! programs {
        ($e:expr, $n:expr) => {
            #[fusus::fused]
            fn attribute(xs: &[f64]) -> Vec<f64> {
                map(|x| -$e + x, xs)
            }
            cnf! {
                fn helper(x: f64) -> f64 {
                    x * $e
                }
                fn by_helper(xs: &[f64]) -> Vec<f64> {
                    map(helper, xs)
                }
                fn indexed(xs: &[f64]) -> (Vec<f64>, Vec<usize>, f64) {
                    let s = 2.0 * $e;
                    let few = generate(3, |i| i * $n);
                    (generate(|i| xs[i] * $e), few, fold(2.0 * $e, |a, b| a + b, xs) - s)
                }
                fn recurred(xs: &[f64]) -> Vec<f64> {
                    recurrence(0.0, |y, x| y * $e + x, xs)
                }
                fn kept(xs: &[f64]) -> Vec<f64> {
                    filter(|x| x < 2.0 * $e - 4.0, xs)
                }
            }
        };
    }
    programs!(1.0 + 2.0, 1 + 2);

    macro_rules! called {
        ($op:expr, $xs:expr) => {
            cnf! { map(|x| $op(x), $xs) }
        };
    }

    #[test]
    fn expressions_keep_their_extent() {
        let xs = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(scaled!(1.0 + 2.0, xs), [3.0, 6.0, 9.0, 12.0]);
        assert_eq!(attribute(&xs), [-2.0, -1.0, 0.0, 1.0]);
        assert_eq!(by_helper(&xs), [3.0, 6.0, 9.0, 12.0]);
        let (products, few, sum) = indexed(&xs);
        assert_eq!(products, [3.0, 6.0, 9.0, 12.0]);
        assert_eq!((few, sum), (vec![0, 3, 6], 10.0));
        assert_eq!(recurred(&xs), [1.0, 5.0, 18.0, 58.0]);
        assert_eq!(kept(&xs), [1.0]);
        assert_eq!(called!(|x| 2.0 * x, xs), [2.0, 4.0, 6.0, 8.0]);
    }
}
