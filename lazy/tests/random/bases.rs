//! Plans that are remembered, for programs that differ in one thing only: which of their views share
//! a base. Each program is run with many assignments of bases, one after the other, so that the cache
//! has the plans of the others.

use fusus_lazy::{Array, Section};
use fusus_rng::Rng;

/// The length of a view, and of the rest of its base.
const LEN: usize = 300;
const REST: usize = 8;

/// The number of views of a program.
const VIEWS: usize = 4;

/// An operation on the values of a program, by their numbers.
#[derive(Clone, Copy)]
enum Step {
    Add(usize, usize),
    Scale(usize),
    /// A part of one value in another one.
    Update(usize, usize),
    /// An array in reverse, which needs all of it.
    Turn(usize),
    Scan(usize),
}

fn steps(rng: &mut Rng) -> Vec<Step> {
    let count = 2 + rng.below(8);
    let step = |at: usize, rng: &mut Rng| {
        let mut any = || rng.below(VIEWS + at);
        let (a, b) = (any(), any());
        match rng.below(6) {
            0 | 1 => Step::Add(a, b),
            2 => Step::Scale(a),
            3 => Step::Update(a, b),
            4 => Step::Turn(a),
            _ => Step::Scan(a),
        }
    };
    (0..count).map(|at| step(at, rng)).collect()
}

/// The values of a program by vectors.
fn expected(views: Vec<Vec<f64>>, steps: &[Step]) -> Vec<f64> {
    let mut values = views;
    for step in steps {
        let new = match *step {
            Step::Add(a, b) => {
                let both = values[a].iter().zip(&values[b]);
                both.map(|(a, b)| (a + b) % 1009.0).collect()
            }
            Step::Scale(a) => values[a].iter().map(|x| (x * 3.0) % 1009.0).collect(),
            Step::Update(a, b) => {
                let mut new = values[a].clone();
                new[2..9].copy_from_slice(&values[b][5..12]);
                new
            }
            Step::Turn(a) => values[a].iter().rev().copied().collect(),
            Step::Scan(a) => {
                let mut sum = 0.0;
                let sums = values[a].iter().map(|x| {
                    sum += x;
                    sum % 1009.0
                });
                sums.collect()
            }
        };
        values.push(new);
    }
    values.pop().expect("there are views")
}

/// The last value of a program at run time.
fn found(views: Vec<Array<f64>>, steps: &[Step]) -> Array<f64> {
    let mut values = views;
    for step in steps {
        let new = match *step {
            Step::Add(a, b) => (&values[a] + &values[b]) % 1009.0,
            Step::Scale(a) => (&values[a] * 3.0) % 1009.0,
            Step::Update(a, b) => {
                let part = values[b].at(Section::from(5..12));
                values[a].with(Section::from(2..9), part)
            }
            Step::Turn(a) => values[a].at(Section::from(..).by(-1)),
            Step::Scan(a) => values[a].scan_sum() % 1009.0,
        };
        values.push(new);
    }
    values.pop().expect("there are views")
}

/// Draws the bases of an assignment: which one each view has, and whether they are in memory.
fn check(rng: &mut Rng, steps: &[Step], seed: u64) {
    let bases: Vec<Vec<f64>> = (0..VIEWS)
        .map(|_| (0..LEN + REST).map(|_| rng.below(100) as f64).collect())
        .collect();
    let is_pending = rng.percent(50);
    let arrays: Vec<Array<f64>> = bases
        .iter()
        .map(|base| {
            let array = Array::from(&base[..]);
            if is_pending { array * 2.0 } else { array }
        })
        .collect();
    let factor = if is_pending { 2.0 } else { 1.0 };
    let few = 1 + rng.below(VIEWS);
    let (mut views, mut by_vectors) = (Vec::new(), Vec::new());
    let mut text = format!("{seed}: pending {is_pending}:");
    for _ in 0..VIEWS {
        // Views of one base may be the same, or overlap, or lie in other places.
        let (base, from) = (rng.below(few), rng.below(3) * 4);
        text.push_str(&format!(" {base}@{from}"));
        views.push(arrays[base].at(Section::from(from as i64..(from + LEN) as i64)));
        let elements = &bases[base][from..from + LEN];
        by_vectors.push(elements.iter().map(|x| x * factor).collect());
    }
    drop(arrays);
    let array = found(views, steps);
    assert_eq!(array.to_vec(), Ok(expected(by_vectors, steps)), "{text}");
}

#[test]
fn plans_of_views_that_share_a_base_are_not_used_for_others() {
    for seed in 0..60 {
        let mut rng = Rng::of(270, seed);
        let steps = steps(&mut rng);
        for _ in 0..25 {
            check(&mut rng, &steps, seed);
        }
    }
}
