//! Finds the levels of the delays of a day: the most probable sequence of states of a hidden Markov
//! model, by Viterbi's algorithm.
//!
//! ```console
//! $ cargo run --release --example viterbi [PICTURE.png]
//! ```

mod by_hand;
mod model;
mod picture;
mod programs;

use std::process::ExitCode;

use common::flights::{self, Flights};
use common::report::{self, interleaved};
use common::text::grouped;
use model::{Model, Path};
use programs::step;

/// The levels, in minutes: twice as many as whole minutes from −15 on.
const LEVELS: usize = if cfg!(debug_assertions) { 30 } else { 120 };

/// The score of a change of the level by a minute.
const CHANGE: f64 = -2.0;

/// The delay of a single flight varies by so much.
const SPREAD: f64 = 20.0;

fn main() -> ExitCode {
    report::run("viterbi", "the levels of the delays of a day", |report| {
        report.plans(&common::plans!("programs.rs"));

        let minutes = Minute::all(&flights::all()?);
        let model = delays(&minutes);
        let (mut path, mut expected) = (model.best(step), model.best(by_hand::step));
        let times = interleaved(7, 2, |version| match version {
            0 => path = model.best(step),
            _ => expected = model.best(by_hand::step),
        });
        let levels: Vec<f64> = path.states.iter().map(|state| level(*state)).collect();
        let changes = levels.windows(2).filter(|pair| pair[0] != pair[1]).count();
        report.result("minutes with flights", grouped(minutes.len()));
        report.result("levels", LEVELS);
        report.result("changes", changes);
        report.result("score", format!("{:.3}", path.score));
        report.check("loops come to the same path", path == expected);
        let near = |score: f64| (score - path.score).abs() < 1e-9 * path.score.abs();
        report.check("the path has its score", near(model.score(&path.states)));
        let halves = model.best_score_by_halves();
        report.check("products of matrices have it too", near(halves));
        report.check("a textbook's path is found", textbook() == textbook_path());
        report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
        let means: Vec<(f64, f64)> = minutes.iter().map(|it| (it.hour, it.mean)).collect();
        report.picture(&picture::draw(&means, &levels, changes))
    })
}

/// The delay that a state stands for.
fn level(state: usize) -> f64 {
    -15.0 + 60.0 * state as f64 / LEVELS as f64
}

/// The flights that leave in a minute of the day.
struct Minute {
    hour: f64,
    /// Their mean delay.
    mean: f64,
    flights: usize,
}

impl Minute {
    /// The minutes in which flights leave.
    fn all(flights: &Flights) -> Vec<Minute> {
        let mut sums = vec![(0.0, 0); 24 * 60];
        for (minute, delay) in flights.minutes.iter().zip(&flights.delays) {
            let sum = &mut sums[usize::from(*minute)];
            // Flights that are hours late say nothing about the others.
            sum.0 += f64::from(*delay).clamp(-30.0, 60.0);
            sum.1 += 1;
        }
        let minutes = sums.iter().enumerate();
        let minutes = minutes.filter(|(_, sum)| sum.1 > 0);
        let minutes = minutes.map(|(minute, (sum, flights))| Minute {
            hour: minute as f64 / 60.0,
            mean: sum / f64::from(*flights),
            flights: *flights as usize,
        });
        minutes.collect()
    }
}

/// The model in which delays have a level, which seldom changes by much.
fn delays(minutes: &[Minute]) -> Model {
    let changes = (0..LEVELS * LEVELS).map(|at| {
        let (before, after) = (level(at / LEVELS), level(at % LEVELS));
        CHANGE * (before - after).abs()
    });
    let seen = minutes.iter().map(|minute| {
        let far = |state| (minute.mean - level(state)) / SPREAD;
        let score = |state| -0.5 * minute.flights as f64 * far(state) * far(state);
        (0..LEVELS).map(score).collect()
    });
    Model {
        start: vec![0.0; LEVELS],
        changes: changes.collect(),
        seen: seen.collect(),
    }
}

/// The doctor who asks a patient how he feels: normal, cold, dizzy. He is healthy (0) or has a fever
/// (1).
fn textbook() -> Path {
    let log = |numbers: &[f64]| numbers.iter().map(|number| number.ln()).collect();
    let model = Model {
        start: log(&[0.6, 0.4]),
        changes: log(&[0.7, 0.3, 0.4, 0.6]),
        seen: vec![log(&[0.5, 0.1]), log(&[0.4, 0.3]), log(&[0.1, 0.6])],
    };
    let Path { states, score } = model.best(step);
    Path {
        states,
        score: (score.exp() * 1e5).round() / 1e5,
    }
}

/// The answer, as it is printed: healthy, healthy, fever, with a probability of 0.01512.
fn textbook_path() -> Path {
    Path {
        states: vec![0, 0, 1],
        score: 0.01512,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_the_textbook_is_found() {
        assert_eq!(textbook(), textbook_path());
    }

    /// The best of all paths, each with its score.
    #[test]
    fn no_path_is_better() {
        let number = |at: usize| ((at * 37 + 11) % 29) as f64 / -7.0;
        let model = Model {
            start: (0..3).map(number).collect(),
            changes: (3..12).map(number).collect(),
            seen: (0..6)
                .map(|t| (0..3).map(|s| number(20 + 3 * t + s)).collect())
                .collect(),
        };
        let paths = (0..3_usize.pow(6)).map(|path| -> Vec<usize> {
            (0..6).map(|time| path / 3_usize.pow(time) % 3).collect()
        });
        let best = paths
            .map(|path| model.score(&path))
            .fold(f64::NEG_INFINITY, f64::max);
        let found = model.best(step);
        assert!((found.score - best).abs() < 1e-12);
        assert!((model.score(&found.states) - best).abs() < 1e-12);
        assert!((model.best_score_by_halves() - best).abs() < 1e-12);
        assert_eq!(found, model.best(by_hand::step));
    }

    #[test]
    fn a_single_observation_needs_no_step() {
        let model = Model {
            start: vec![-1.0, -2.0],
            changes: vec![0.0; 4],
            seen: vec![vec![-3.0, -1.0]],
        };
        assert_eq!(model.best(step).states, [1]);
        assert_eq!(model.best_score_by_halves(), -3.0);
    }
}
