//! The load of the machine by other processes: times that were taken beside other work are worth
//! little.

use std::time::Instant;

/// The work of the machine so far, and the part of it that was this process.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    since: Instant,
    /// In ticks of the system's clock, of which a second has 100; `None` where the system does not
    /// tell.
    others: Option<f64>,
}

impl Load {
    /// The load up to now.
    #[must_use]
    pub fn now() -> Self {
        Load {
            since: Instant::now(),
            others: others(),
        }
    }

    /// The number of cores that others have kept busy since then, on average.
    #[must_use]
    pub fn of_others(self) -> Option<f64> {
        let ticks = others()? - self.others?;
        let seconds = self.since.elapsed().as_secs_f64();
        Some((ticks / 100.0 / seconds).max(0.0))
    }
}

/// The ticks of all processes but this one and its children.
fn others() -> Option<f64> {
    let machine = std::fs::read_to_string("/proc/stat").ok()?;
    let process = std::fs::read_to_string("/proc/self/stat").ok()?;
    Some(busy(&machine)? - own(&process)?)
}

/// The ticks in which the cores were not idle, of `/proc/stat`.
fn busy(stat: &str) -> Option<f64> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<f64> = line
        .split_whitespace()
        .filter_map(|field| field.parse().ok())
        .collect();
    // User, nice, system; idle and waiting are left out; interrupts twice, and what a hypervisor
    // took.
    Some(
        [0, 1, 2, 5, 6, 7]
            .iter()
            .filter_map(|field| ticks.get(*field))
            .sum(),
    )
}

/// The ticks of a process and its children, of `/proc/self/stat`.
fn own(stat: &str) -> Option<f64> {
    // The second field, a name in parentheses, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    fields
        .get(11..15)?
        .iter()
        .map(|field| field.parse::<f64>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_time_is_no_work() {
        assert_eq!(busy("cpu  10 1 20 1000 50 3 4 5 9 9\ncpu0 7"), Some(43.0));
        assert_eq!(busy("memory"), None);
    }

    #[test]
    fn the_name_of_a_process_is_no_field() {
        let stat = "7 (a) 1 (b) R 1 2 3 4 5 6 7 8 9 10 100 20 3 4 15";
        assert_eq!(own(stat), Some(127.0));
    }
}
