//! Running the steps of a task one after the other, and saying how each went.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::INCREMENTAL;
use crate::budget::{self, Spent};
use crate::failures::succeed;

/// A part of a task that succeeds or fails by itself.
pub(crate) struct Step {
    title: String,
    /// The command line that does this step alone.
    alone: String,
    /// Advice for those whom it fails.
    hint: Option<&'static str>,
    /// The time that it may take.
    budget: Option<Duration>,
    work: Box<dyn FnOnce() -> Result<String, String>>,
}

impl Step {
    /// A step that runs a command, whose output the user sees.
    pub(crate) fn command(title: impl Into<String>, command: Command) -> Self {
        Self::function(title, command_line(&command), move || {
            succeed(command).map(|()| String::new())
        })
    }

    /// A step of this program. Success comes with a remark, which may be empty, failure with a
    /// message, of which the first line is shown at once, and all of it at the end of the task.
    pub(crate) fn function(
        title: impl Into<String>,
        alone: impl Into<String>,
        work: impl FnOnce() -> Result<String, String> + 'static,
    ) -> Self {
        let title = title.into();
        Self {
            budget: budget::of(&title),
            title,
            alone: alone.into(),
            hint: None,
            work: Box::new(work),
        }
    }

    /// Adds a hint for those whom it fails.
    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }

    /// The title.
    #[cfg(test)]
    pub(crate) fn title(&self) -> &str {
        &self.title
    }
}

/// Runs all steps, the later ones too when one fails, and ends with what failed and how long each
/// took.
pub(crate) fn run(steps: Vec<Step>) -> Result<(), String> {
    let count = steps.len();
    let mut times = Vec::new();
    let mut failures = String::new();
    let mut failed = 0;
    for (index, step) in steps.into_iter().enumerate() {
        println!(
            "\n==> {} ({} of {count}): {}",
            step.title,
            index + 1,
            step.alone
        );
        let clock = Clock::start(step.budget);
        let outcome = (step.work)();
        let spent = clock.spent();
        let time = budget::shown(spent.time);
        match outcome {
            Ok(remark) if remark.is_empty() => println!("    ok, {time}"),
            Ok(remark) => println!("    ok, {time}: {remark}"),
            Err(message) => {
                let how = message.lines().next().unwrap_or_default();
                println!("    FAILED, {time}: {how}");
                failed += 1;
                write!(failures, "\n  {}; alone: {}", step.title, step.alone)
                    .expect("writing to a string succeeds");
                for line in step.hint.into_iter().chain(message.lines()) {
                    write!(failures, "\n    {line}").expect("writing to a string succeeds");
                }
            }
        }
        times.push((step.title, spent));
    }
    if count > 1 {
        println!("{}", budget::table(&times));
    }
    if failed > 0 {
        return Err(format!(
            "\n{failed} of {} failed:{failures}",
            steps_of(count)
        ));
    }
    println!("\n{} passed", steps_of(count));
    Ok(())
}

/// The start of something that has a budget.
struct Clock {
    budget: Option<Duration>,
    start: Instant,
    processors: Option<Duration>,
}

impl Clock {
    fn start(budget: Option<Duration>) -> Self {
        Self {
            budget,
            start: Instant::now(),
            processors: budget::processor_time(),
        }
    }

    fn spent(&self) -> Spent {
        let now = budget::processor_time();
        Spent {
            time: self.start.elapsed(),
            budget: self.budget,
            processors: now.zip(self.processors).map(|(now, then)| now - then),
        }
    }
}

fn steps_of(count: usize) -> String {
    if count == 1 {
        "1 step".to_owned()
    } else {
        format!("{count} steps")
    }
}

/// The command as one would type it: variables it sets but that of all tasks, program without its
/// folder, arguments.
fn command_line(command: &Command) -> String {
    let text = |part: &OsStr| part.to_string_lossy().into_owned();
    let variables = command
        .get_envs()
        .filter(|(name, _)| *name != INCREMENTAL)
        .filter_map(|(name, value)| Some(format!("{}=\"{}\"", text(name), text(value?))));
    let program = std::path::Path::new(command.get_program())
        .file_stem()
        .map(text);
    let arguments = command.get_args().map(text);
    variables
        .chain(program)
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_reads_as_one_would_type_it() {
        let mut command = Command::new("/opt/rust/bin/cargo");
        command
            .args(["doc", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            command_line(&command),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps"
        );
    }

    #[test]
    fn later_steps_run_after_one_that_fails() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let result = run(vec![
            Step::function("first", "xtask first", || Err("no luck".to_owned())).hint("try again"),
            Step::function("second", "xtask second", move || {
                sender.send(()).expect("the receiver lives");
                Ok(String::new())
            }),
        ]);
        assert!(receiver.try_recv().is_ok());
        let message = result.unwrap_err();
        assert!(message.starts_with("\n1 of 2 steps failed:"), "{message}");
        assert!(
            message.ends_with("\n  first; alone: xtask first\n    try again\n    no luck"),
            "{message}"
        );
    }

    #[test]
    fn a_step_over_its_budget_does_not_fail() {
        let mut slow = Step::function("slow", "xtask slow", || {
            std::thread::sleep(Duration::from_millis(2));
            Ok(String::new())
        });
        slow.budget = Some(Duration::ZERO);
        assert_eq!(run(vec![slow]), Ok(()));
    }

    #[test]
    fn a_command_that_does_not_exist_fails_its_step() {
        let step = Step::command("nothing", Command::new("fusus-has-no-such-program"));
        assert!(run(vec![step]).is_err());
    }
}
