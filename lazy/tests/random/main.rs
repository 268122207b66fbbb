//! Random programs, each against a reference of its own, which has nothing of what arrays use.

mod axes;
mod bases;
mod flat;

use fusus_lazy::Planner;
use fusus_rng::Rng;

/// A program that is being drawn, with its values by a reference.
trait Program {
    /// The most operations of a program.
    const STEPS: usize;

    fn new(seed: u64) -> Self;

    fn rng(&mut self) -> &mut Rng;

    /// Adds an operation, or none where it would have no meaning.
    fn step(&mut self);

    /// Asks for some of the values, in any order; the others are dropped before that.
    fn check(self, seed: u64);
}

fn run<P: Program>(seed: u64) {
    let mut program = P::new(seed);
    for _ in 0..=program.rng().below(P::STEPS) {
        program.step();
    }
    program.check(seed);
}

/// Runs some programs of either kind, more of them if somebody asks for it: by the plans of the tiers, and
/// by all planners in turn.
fn some<P: Program>() {
    let count = std::env::var("FUSUS_LAZY_PROGRAMS").ok();
    let count = count.and_then(|count| count.parse().ok());
    let planners: Vec<Planner> = Planner::all().collect();
    for seed in 0..count.unwrap_or(300) {
        match planners.get(seed as usize % (planners.len() + 1)) {
            Some(planner) => planner.run(|| run::<P>(seed)),
            None => run::<P>(seed),
        }
    }
}

mod soak {
    use super::{Planner, axes, flat, run};

    #[test]
    #[ignore = "10,000 programs by all planners in turn"]
    fn programs_come_to_the_results_of_the_reference() {
        let planners: Vec<Planner> = Planner::all().collect();
        for seed in 0..5000 {
            let planner = planners[seed as usize % planners.len()];
            planner.run(|| run::<flat::Program>(10_000 + seed));
            planner.run(|| run::<axes::Program>(10_000 + seed));
        }
    }
}

/// Runs each program several times, by plans of all tiers.
fn again<P: Program>() {
    for seed in 1000..1040 {
        for _ in 0..4 {
            run::<P>(seed);
        }
    }
}

#[test]
fn programs_of_one_dimension_come_to_the_results_of_the_reference() {
    some::<flat::Program>();
}

#[test]
fn programs_of_several_axes_come_to_the_results_of_the_reference() {
    some::<axes::Program>();
}

/// Each program on a device, against the same reference.
#[cfg(feature = "ocl")]
#[test]
fn programs_run_on_a_device() {
    let device = fusus_ocl::Device::current().expect("a device");
    let count = std::env::var("FUSUS_LAZY_PROGRAMS_ON_A_DEVICE").ok();
    let count = count.and_then(|count| count.parse().ok());
    for seed in 2000..2000 + count.unwrap_or(12) {
        fusus_lazy::on(&device, || {
            run::<flat::Program>(seed);
            run::<axes::Program>(seed);
        });
    }
}

#[test]
fn plans_that_are_remembered_are_used_where_they_are_right() {
    again::<flat::Program>();
    again::<axes::Program>();
}
