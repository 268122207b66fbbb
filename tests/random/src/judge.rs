//! The fault of a program, which a smaller one must share.

use crate::bench::{Bench, Speed, Verdict};
use crate::emit::{self, Prepared, Sabotage};
use crate::plan::Places;
use crate::program::Program;
use crate::shrink::shrink;

/// In which way a program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The compiler of fusus refuses it, with this message.
    Refused(String),
    /// rustc refuses what it becomes, with these messages.
    Rejected(String),
    /// A form does something else than it should.
    Wrong(String),
}

impl Failure {
    /// Says it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Failure::Refused(what) => format!("fusus refuses it: {what}"),
            Failure::Rejected(what) => format!("rustc refuses what it becomes:\n{what}"),
            Failure::Wrong(what) => what.clone(),
        }
    }
}

/// Judges programs, in crates of several.
#[derive(Debug)]
pub struct Judge<'b> {
    /// The folder for crates.
    pub bench: &'b Bench,
    /// The profile.
    pub speed: Speed,
    /// The seed of their inputs.
    pub seed: u64,
    /// The places where they run too.
    pub places: Places,
    /// A change that makes one form of each wrong, for tests.
    pub sabotage: Option<Sabotage>,
}

impl Judge<'_> {
    /// The smallest program found that fails as one does, and how it does.
    #[must_use]
    pub fn smallest(&self, program: &Program, failure: &Failure) -> (Program, Failure) {
        // A failure in the compiler costs nothing to ask, what rustc refuses
        // has to be asked alone.
        let (width, patience) = match failure {
            Failure::Refused(_) => (1, 3000),
            Failure::Rejected(_) => (1, 60),
            Failure::Wrong(_) => (10, 60),
        };
        let mut last = failure.clone();
        let smallest = shrink(program.clone(), width, patience, &mut |candidates| {
            let (first, how) = self.first_failing(candidates, failure)?;
            last = how;
            Some(first)
        });
        (smallest, last)
    }

    /// The first of some programs that fails in the same way, and how.
    fn first_failing(&self, programs: &[Program], like: &Failure) -> Option<(usize, Failure)> {
        let mut prepared: Vec<(usize, Prepared)> = Vec::new();
        for (index, program) in programs.iter().enumerate() {
            let program = Program {
                name: format!("p{index}"),
                ..program.clone()
            };
            match emit::prepare(program, self.seed, self.places) {
                Ok(mut one) => {
                    one.sabotage = self.sabotage;
                    prepared.push((index, one));
                }
                Err(what) => {
                    if let Failure::Refused(known) = like
                        && is_alike(&what, known)
                    {
                        return Some((index, Failure::Refused(what)));
                    }
                }
            }
        }
        match like {
            Failure::Refused(_) => None,
            _ if prepared.is_empty() => None,
            _ => self.compiled(&prepared, like),
        }
    }

    fn compiled(&self, prepared: &[(usize, Prepared)], like: &Failure) -> Option<(usize, Failure)> {
        let only: Vec<Prepared> = prepared.iter().map(|(_, one)| one.clone()).collect();
        match (self.bench.build(&only, self.speed), like) {
            (Ok(binary), Failure::Wrong(_)) => {
                let names: Vec<String> = only.iter().map(|p| p.program.name.clone()).collect();
                let verdicts = binary.run(&names);
                prepared.iter().find_map(|(index, one)| {
                    let own = verdicts
                        .iter()
                        .find(|(name, _)| *name == one.program.name)?;
                    match &own.1 {
                        Verdict::Wrong(what) => Some((*index, Failure::Wrong(what.clone()))),
                        Verdict::Right(_) => None,
                    }
                })
            }
            (Err(what), Failure::Rejected(known)) if prepared.len() == 1 => {
                let error = |text: &str| {
                    let line = text.lines().find(|line| line.starts_with("error"));
                    line.unwrap_or_default().to_owned()
                };
                (error(&what) == error(known)).then(|| (prepared[0].0, Failure::Rejected(what)))
            }
            // One that rustc refuses hides the others.
            (Err(_), Failure::Wrong(_)) if prepared.len() > 1 => prepared
                .chunks(1)
                .find_map(|alone| self.compiled(alone, like)),
            _ => None,
        }
    }
}

/// Returns true if two messages of the compiler are alike: of one text but for names and numbers.
fn is_alike(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace()
            .filter(|word| word.chars().all(char::is_lowercase))
            .take(20)
            .map(str::to_owned)
            .collect()
    };
    words(a) == words(b)
}
