//! Running commands, and what those that fail say of it, among all that they print: logs are long, and
//! some places show of a log only how it begins and ends.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread;

/// Lines that are kept of a failure at most.
const KEPT: usize = 200;
/// Lines that are kept of one that is not understood.
const LAST: usize = 20;

/// Runs a command to its end, which must be a success. Its output is that of this program.
///
/// # Errors
///
/// How it ended; in further lines what it said of it, unless a terminal has shown it.
pub(crate) fn succeed(mut command: Command) -> Result<(), String> {
    let (out, err) = (io::stdout(), io::stderr());
    let (shown_out, shown_err) = (out.is_terminal(), err.is_terminal());
    let stream = |is_terminal: bool| match is_terminal {
        true => Stdio::inherit(),
        false => Stdio::piped(),
    };
    command.stdout(stream(shown_out)).stderr(stream(shown_err));
    let mut child = command.spawn().map_err(cannot_be_run)?;
    let errors = child.stderr.take();
    let errors = thread::spawn(move || errors.map(|errors| pass_on(errors, err)));
    let said = child.stdout.take().map(|output| pass_on(output, out));
    let status = child.wait().map_err(cannot_be_run)?;
    let errors = errors.join().expect("no panic");
    ended(status, said.into_iter().chain(errors))
}

/// Runs commands one after the other, and one beside them, all to their ends, which must be successes.
/// The output of the former is shown when all have ended.
///
/// # Errors
///
/// As of `succeed`, for each that fails.
pub(crate) fn succeed_beside(first: Vec<Command>, second: Command) -> Result<(), String> {
    let first = thread::spawn(move || {
        let outputs = first.into_iter().map(|mut command| command.output());
        outputs.collect::<Vec<_>>()
    });
    let mut results = vec![succeed(second)];
    for output in first.join().expect("no panic") {
        results.push(output.map_err(cannot_be_run).and_then(|output| {
            let Output {
                status,
                stdout,
                stderr,
            } = output;
            let errors = pass_on(&stderr[..], io::stderr());
            let said = pass_on(&stdout[..], io::stdout());
            ended(status, [said, errors])
        }));
    }
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n")),
    }
}

fn cannot_be_run(error: io::Error) -> String {
    format!("cannot be run: {error}")
}

fn ended(status: ExitStatus, said: impl IntoIterator<Item = Said>) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    let said = said.into_iter().flat_map(Said::of_failure);
    let lines: Vec<String> = [status.to_string()].into_iter().chain(said).collect();
    Err(lines.join("\n"))
}

/// Writes what a command prints, line by line, and keeps what may be said of a failure.
fn pass_on(from: impl Read, mut to: impl Write) -> Said {
    let mut said = Said::default();
    for line in BufReader::new(from).split(b'\n') {
        let Ok(mut line) = line else {
            break;
        };
        said.line(&String::from_utf8_lossy(&line));
        line.push(b'\n');
        // Whoever closes the output of this program wants to see no more.
        if to.write_all(&line).and_then(|()| to.flush()).is_err() {
            break;
        }
    }
    said
}

/// Lines of a command that may say why it fails.
#[derive(Default)]
struct Said {
    /// The lines about failing tests, and about errors of cargo and rustc.
    failures: Vec<String>,
    /// The last lines, whatever they are about.
    last: VecDeque<String>,
    /// The part that the next line belongs to.
    part: Option<Part>,
}

/// A part of the output that says something of a failure.
#[derive(Clone, Copy)]
enum Part {
    /// The output of failing tests of one program, and their names.
    Tests,
    /// Lines up to an empty one.
    Paragraph,
}

impl Said {
    fn line(&mut self, line: &str) {
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(line.to_owned());
        self.part = self.part.or(match line {
            "failures:" => Some(Part::Tests),
            "Caused by:" => Some(Part::Paragraph),
            _ if line.starts_with("error") => Some(Part::Paragraph),
            _ => None,
        });
        let Some(part) = self.part else {
            return;
        };
        if self.failures.len() < KEPT {
            self.failures.push(line.to_owned());
        }
        let is_last = match part {
            Part::Tests => line.starts_with("test result:"),
            Part::Paragraph => line.is_empty(),
        };
        if is_last {
            self.part = None;
        }
    }

    fn of_failure(self) -> Vec<String> {
        match self.failures.is_empty() {
            true => self.last.into(),
            false => self.failures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: &str = "\nrunning 2 tests\ntest right ... ok\ntest wrong ... FAILED\n\n\
        failures:\n\n---- wrong stdout ----\n\nthread 'wrong' panicked at src/lib.rs:1:1:\nno luck\n\n\n\
        failures:\n    wrong\n\ntest result: FAILED. 1 passed; 1 failed\n\nDoc-tests\n";
    const CARGO: &str = "   Compiling a\nwarning: unused\n\nerror: test failed, to rerun pass `--lib`\n\n\
        Caused by:\n  process didn't exit successfully: (signal: 6)\n\n     Running b\n";

    fn said(text: &str) -> String {
        let mut written = Vec::new();
        let said = pass_on(text.as_bytes(), &mut written);
        assert_eq!(String::from_utf8(written).unwrap(), text);
        said.of_failure().join("\n")
    }

    #[test]
    fn failing_tests_are_kept_with_their_messages() {
        let said = said(TESTS);
        assert!(said.starts_with("failures:\n\n---- wrong stdout"), "{said}");
        assert!(
            said.ends_with("test result: FAILED. 1 passed; 1 failed"),
            "{said}"
        );
    }

    #[test]
    fn errors_and_signals_of_processes_are_kept() {
        let expected = "error: test failed, to rerun pass `--lib`\n\nCaused by:\n  process didn't exit \
            successfully: (signal: 6)\n";
        assert_eq!(said(CARGO), expected);
    }

    #[test]
    fn the_last_lines_stand_for_what_is_not_understood() {
        let lines: Vec<String> = (0..100).map(|line| line.to_string()).collect();
        assert_eq!(
            said(&(lines.join("\n") + "\n")),
            lines[100 - LAST..].join("\n")
        );
        assert_eq!(said(""), "");
    }

    #[test]
    fn long_failures_are_cut() {
        let text = format!("error\n{}\n", "line\n".repeat(2 * KEPT));
        assert_eq!(said(&text).lines().count(), KEPT);
    }

    #[cfg(unix)]
    #[test]
    fn all_of_several_commands_must_succeed() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let (right, wrong) = ("exit 0", "exit 3");
        for [first, next, second] in [
            [right, right, right],
            [wrong, right, right],
            [right, wrong, right],
            [right, right, wrong],
        ] {
            let all = succeed_beside(vec![shell(first), shell(next)], shell(second));
            match [first, next, second] == [right; 3] {
                true => assert_eq!(all, Ok(())),
                false => assert_eq!(all.unwrap_err(), "exit status: 3"),
            }
        }
    }
}
