//! Random programs, as formulas and by `cnf!`: the same bits, whatever the plan is.

use fusus::lazy::Planner;
use fusus_formulas::{CASES, Case, Found, Inputs};
use fusus_rng::Rng;

/// The lengths of axes: few elements, around a piece, and several blocks.
const FLAT: &[usize] = &[7, 1025, 40_003];
const TABLES: &[[usize; 2]] = &[[7, 7], [40, 33], [9, 1030], [300, 150]];

fn inputs(case: &Case) -> Vec<Inputs> {
    let mut rng = Rng::of(28, case.seed);
    match case.axes {
        1 => FLAT
            .iter()
            .map(|len| Inputs::random(&mut rng, *len, 1))
            .collect(),
        _ => {
            let tables = TABLES.iter();
            tables
                .map(|[h, w]| Inputs::random(&mut rng, *h, *w))
                .collect()
        }
    }
}

#[track_caller]
fn same(case: &Case, found: &[Found], expected: &[Found], how: &str) {
    for ((found, expected), name) in found.iter().zip(expected).zip(case.names) {
        if let Some(difference) = found.difference(expected) {
            panic!(
                "`{name}` of program {}, {how}: {difference}\n{}",
                case.seed, case.text
            );
        }
    }
}

/// Compares a program on some threads, by the plans of all tiers, and by some planners.
fn check(case: &Case, planners: &[Planner]) {
    for inputs in inputs(case) {
        let expected = (case.compiled)(&inputs);
        for _ in 0..3 {
            same(case, &case.typed(&inputs), &expected, "by the tiers");
        }
        for planner in planners {
            let found = planner.run(|| case.typed(&inputs));
            same(case, &found, &expected, &format!("{planner:?}"));
        }
    }
}

fn on(threads: usize, work: impl FnOnce() + Send) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(work);
}

#[test]
fn formulas_have_the_bits_of_compiled_programs() {
    let all: Vec<Planner> = Planner::all().collect();
    for (threads, cases) in [(1, 0), (3, 1)] {
        on(threads, || {
            for case in CASES.iter().skip(cases).step_by(2) {
                let turn = case.seed as usize;
                check(case, &[0, 1, 2].map(|at| all[(3 * turn + at) % all.len()]));
            }
        });
    }
}

mod soak {
    use super::{CASES, Planner, check, on};

    #[test]
    #[ignore = "each program by all 36 planners"]
    fn formulas_have_the_bits_of_compiled_programs_by_every_planner() {
        let all: Vec<Planner> = Planner::all().collect();
        on(2, || CASES.iter().for_each(|case| check(case, &all)));
    }
}
