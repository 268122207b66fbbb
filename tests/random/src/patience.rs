//! Time limits of processes. A process that hangs is told from one that is kept from running: a
//! machine may have other things to do for minutes.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// The time of a processor that a program may take before it counts as hanging.
const WORK: Duration = Duration::from_secs(120);

/// The time that it may take at all.
const LONGEST: Duration = Duration::from_secs(3600);

/// The interval of looks at it.
pub(crate) const LOOK: Duration = Duration::from_secs(10);

/// A process, since it began what it is doing.
pub(crate) struct Patience {
    process: u32,
    began: Instant,
    work: Option<Duration>,
}

impl Patience {
    /// With a process that begins something now.
    pub(crate) fn with(process: u32) -> Self {
        Patience {
            process,
            began: Instant::now(),
            work: work(process),
        }
    }

    /// Returns true if it took too long: it has worked for long enough, or nothing of it wants to.
    /// If the system does not say, time alone counts.
    pub(crate) fn is_over(&self) -> bool {
        let waited = self.began.elapsed();
        match (self.work, work(self.process)) {
            _ if waited < WORK => false,
            _ if waited > LONGEST => true,
            (Some(before), Some(now)) => {
                now.saturating_sub(before) >= WORK || !wants_to_work(self.process)
            }
            _ => true,
        }
    }
}

/// The time that processors gave a process, where the system says it.
fn work(process: u32) -> Option<Duration> {
    // In hundredths of a second, wherever Rust runs on Linux.
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may hold anything.
    let (_, numbers) = text.rsplit_once(')')?;
    let ticks: Vec<u64> = numbers
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse().ok())
        .collect();
    (ticks.len() == 2).then(|| Duration::from_millis(10 * ticks.iter().sum::<u64>()))
}

/// Returns true if a thread of a process is running, waits for a processor, or was stopped, at some
/// time within a second.
fn wants_to_work(process: u32) -> bool {
    (0..10).any(|_| {
        thread::sleep(Duration::from_millis(100));
        let threads = fs::read_dir(format!("/proc/{process}/task"));
        threads.into_iter().flatten().flatten().any(|thread| {
            let text = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            let state = text
                .rsplit_once(')')
                .map_or("", |(_, rest)| rest.trim_start());
            !state.is_empty() && !state.starts_with('S')
        })
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_process_that_sleeps_does_not_want_to_work() {
        let mut asleep = Command::new("sleep")
            .arg("60")
            .spawn()
            .expect("it is there");
        // It takes a moment to fall asleep.
        thread::sleep(Duration::from_millis(500));
        let (wants, time) = (wants_to_work(asleep.id()), work(asleep.id()));
        asleep.kill().and_then(|()| asleep.wait()).expect("it ends");
        assert!(!wants);
        assert!(time.is_some_and(|time| time < Duration::from_secs(1)));
    }

    #[test]
    fn a_process_that_works_does() {
        let mut busy = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
            .expect("it is there");
        let wants = wants_to_work(busy.id());
        busy.kill().and_then(|()| busy.wait()).expect("it ends");
        assert!(wants);
        assert!(work(std::process::id()).is_some());
        assert_eq!(work(u32::MAX), None);
    }
}
