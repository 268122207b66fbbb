//! Showing how far a long run is: a bar on a terminal, a line a race elsewhere.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressStyle};

/// The progress of a run of races.
#[derive(Debug)]
pub struct Progress {
    /// The bar, if standard error is a terminal.
    bar: Option<ProgressBar>,
    races: usize,
    /// Steps of a race on the bar.
    steps: usize,
    done: usize,
}

impl Progress {
    /// A run of so many races.
    #[must_use]
    pub fn new(races: usize) -> Self {
        const STEPS: usize = 100;
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(
                "{bar:30} {percent:>3} %  {elapsed} of {duration}  {msg}",
            )
            .expect("the template names parts of a bar");
            ProgressBar::new((races * STEPS) as u64).with_style(style)
        });
        Progress {
            bar,
            races,
            steps: STEPS,
            done: 0,
        }
    }

    /// The next race begins.
    pub fn start(&mut self, title: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(title.to_owned()),
            None => eprintln!("{:>3} of {}: {title}", self.done + 1, self.races),
        }
        self.done += 1;
    }

    /// The race is in the round of that number.
    pub fn round(&self, round: usize, rounds: usize) {
        if let Some(bar) = &self.bar {
            let within = self.steps * round / rounds.max(1);
            bar.set_position(((self.done - 1) * self.steps + within) as u64);
        }
    }

    /// All races are over.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
