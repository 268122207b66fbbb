//! The report of an example: its task, plan, results, checks, times and picture, each under its
//! heading.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fmt};

use indicatif::{ProgressBar, ProgressStyle};

use crate::picture::{Animation, Canvas};
use crate::text::milliseconds;

/// The folder for pictures if no argument names one.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/examples-out");

/// The width of the names of results and times.
const NAME_WIDTH: usize = 22;

/// Runs an example. It fails when a check does not hold, or when the body returns an error.
pub fn run(
    name: &'static str,
    task: &str,
    body: impl FnOnce(&mut Report) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    println!("{name}: {task}");
    match Report::new(name).and_then(|mut report| {
        body(&mut report)?;
        report.end()
    }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The size of an example: all elements in a fast build, a small part in one for debugging.
pub fn size(elements: usize) -> usize {
    if cfg!(debug_assertions) {
        elements / 64
    } else {
        elements
    }
}

/// Times `work`. Returns its result and the time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = std::hint::black_box(work());
    (result, start.elapsed())
}

/// Times `work` several times. Returns its result and the shortest time.
pub fn fastest<T>(iterations: usize, work: impl Fn() -> T) -> (T, Duration) {
    let (mut result, mut best) = timed(&work);
    for _ in 1..iterations {
        // The result before goes first, so that its memory is there again.
        drop(result);
        let (again, time) = timed(&work);
        (result, best) = (again, best.min(time));
    }
    (result, best)
}

/// The median times of several versions of the same work, which are numbered from 0.
///
/// All versions run once unmeasured. Then their runs are interleaved, and each round starts with
/// another one, so that whatever else the machine does slows all of them alike.
pub fn interleaved(rounds: usize, versions: usize, mut run: impl FnMut(usize)) -> Vec<Duration> {
    (0..versions).for_each(&mut run);
    let mut times = vec![Vec::with_capacity(rounds); versions];
    for round in 0..rounds {
        for turn in 0..versions {
            let version = (round + turn) % versions;
            times[version].push(timed(|| run(version)).1);
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    times.into_iter().map(median).collect()
}

/// A bar that shows how much of a long work is done, where a person looks on.
pub fn progress(length: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("  {msg:12} {wide_bar:.blue} {pos}/{len}")
        .expect("the template is right")
        .progress_chars("━╸─");
    ProgressBar::new(length as u64)
        .with_style(style)
        .with_message(what)
}

/// The report of an example as it goes.
#[derive(Debug)]
pub struct Report {
    name: &'static str,
    /// The path of the picture, if an argument named one.
    argument: Option<PathBuf>,
    heading: Option<&'static str>,
    wrong: usize,
}

impl Report {
    fn new(name: &'static str) -> Result<Self, Box<dyn Error>> {
        let arguments: Vec<_> = env::args_os().skip(1).collect();
        let argument = match arguments.as_slice() {
            [] => None,
            [path] if !path.to_string_lossy().starts_with('-') => Some(path.into()),
            _ => {
                return Err(
                    format!("usage: cargo run --release --example {name} [PICTURE]").into(),
                );
            }
        };
        Ok(Self {
            name,
            argument,
            heading: None,
            wrong: 0,
        })
    }

    /// Shows the plans of programs, which [`plans!`](crate::plans) makes of their file.
    pub fn plans(&mut self, plans: &[&str]) {
        for (index, plan) in plans.iter().enumerate() {
            if index > 0 {
                println!();
            }
            self.section("plan");
            for line in plan.trim_end().lines() {
                println!("{}", format!("  {line}").trim_end());
            }
        }
    }

    /// Shows a result.
    pub fn result(&mut self, name: &str, value: impl fmt::Display) {
        self.section("result");
        println!("  {name:NAME_WIDTH$}  {value}");
    }

    /// Shows a table. The first column is aligned left, the others right.
    pub fn table<const N: usize>(&mut self, titles: [&str; N], rows: &[[String; N]]) {
        self.section("table");
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells
                .chain([titles[column].chars().count()])
                .max()
                .unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let line = |cells: [&str; N]| {
            let cells = cells
                .iter()
                .zip(widths)
                .enumerate()
                .map(|(column, (cell, width))| {
                    if column == 0 {
                        format!("{cell:width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                });
            cells.collect::<Vec<_>>().join("  ")
        };
        println!("  {}", line(titles).trim_end());
        for row in rows {
            println!(
                "  {}",
                line(std::array::from_fn(|column| row[column].as_str()))
            );
        }
    }

    /// Says whether what must hold does. An example of which something does not hold fails in the
    /// end.
    pub fn check(&mut self, what: impl fmt::Display, holds: bool) {
        self.section("check");
        println!("  {}  {what}", if holds { "ok   " } else { "WRONG" });
        self.wrong += usize::from(!holds);
    }

    /// Shows how long several ways to do the same took, and how they compare to the first.
    pub fn times(&mut self, ways: &[(&str, Duration)]) {
        self.section("time");
        for (index, (name, time)) in ways.iter().enumerate() {
            let ratio = time.as_secs_f64() / ways[0].1.as_secs_f64();
            let ratio = if index == 0 {
                String::new()
            } else {
                format!("  {ratio:.2} times that")
            };
            println!("  {name:NAME_WIDTH$}  {:>10}{ratio}", milliseconds(*time));
        }
    }

    /// Writes the picture.
    ///
    /// # Errors
    /// A place that can't be written.
    pub fn picture(&mut self, canvas: &Canvas) -> Result<(), Box<dyn Error>> {
        let path = self.picture_path("png");
        canvas.write(&path)?;
        self.written(&path);
        Ok(())
    }

    /// Writes pictures that are shown one after another.
    ///
    /// # Errors
    /// A place that can't be written.
    pub fn animation(&mut self, animation: &Animation<'_>) -> Result<(), Box<dyn Error>> {
        let path = self.picture_path("png");
        animation.write(&path)?;
        self.written(&path);
        Ok(())
    }

    /// Writes a picture that is text.
    ///
    /// # Errors
    /// A place that can't be written.
    pub fn drawing(&mut self, svg: &str) -> Result<(), Box<dyn Error>> {
        let path = self.picture_path("svg");
        crate::picture::write(&path, svg.as_bytes())?;
        self.written(&path);
        Ok(())
    }

    fn picture_path(&mut self, extension: &str) -> PathBuf {
        let default = || {
            Path::new(PICTURES)
                .join(self.name)
                .with_extension(extension)
        };
        self.argument.take().unwrap_or_else(default)
    }

    fn written(&mut self, path: &Path) {
        self.section("picture");
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        // Short where the user stands near it.
        let here = env::current_dir().and_then(|here| here.canonicalize());
        let near = here.ok().and_then(|here| whole.strip_prefix(here).ok());
        println!("  {}", near.unwrap_or(&whole).display());
    }

    fn section(&mut self, heading: &'static str) {
        if self.heading != Some(heading) {
            println!("\n{heading}");
            self.heading = Some(heading);
        }
    }

    fn end(self) -> Result<(), Box<dyn Error>> {
        if self.wrong > 0 {
            let checks = if self.wrong == 1 {
                "check does"
            } else {
                "checks do"
            };
            return Err(format!("{} {checks} not hold", self.wrong).into());
        }
        match self.argument {
            Some(path) => Err(format!(
                "{} draws nothing, so that nothing was written to {}",
                self.name,
                path.display()
            )
            .into()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report {
            name: "test",
            argument: None,
            heading: None,
            wrong: 0,
        }
    }

    #[test]
    fn a_check_that_does_not_hold_fails_the_example() {
        let mut right = report();
        right.check("one is one", true);
        assert!(right.end().is_ok());

        let mut wrong = report();
        wrong.check("one is two", false);
        wrong.check("one is one", true);
        assert_eq!(
            wrong.end().unwrap_err().to_string(),
            "1 check does not hold"
        );
    }

    #[test]
    fn a_place_for_a_picture_that_is_not_drawn_is_an_error() {
        let mut report = report();
        report.argument = Some("a.png".into());
        assert!(report.end().unwrap_err().to_string().contains("a.png"));
    }

    #[test]
    fn interleaved_versions_take_turns_and_medians_count() {
        let mut order = Vec::new();
        let medians = interleaved(3, 2, |version| {
            order.push(version);
            // The second version is slow once, which its median does not show.
            let slow = version == 1 && order.len() == 4;
            std::thread::sleep(Duration::from_millis(if slow { 200 } else { 1 }));
        });
        assert_eq!(order, [0, 1, 0, 1, 1, 0, 0, 1]);
        assert_eq!(medians.len(), 2);
        assert!(medians[1] < Duration::from_millis(150), "{medians:?}");
    }

    #[test]
    fn the_fastest_iteration_counts() {
        let iterations = std::cell::Cell::new(0_u64);
        let (result, time) = fastest(3, || {
            iterations.set(iterations.get() + 1);
            std::thread::sleep(Duration::from_millis(240 / iterations.get()));
            iterations.get()
        });
        assert_eq!(result, 3);
        assert!(time < Duration::from_millis(240));
    }
}
