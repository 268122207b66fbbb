//! fusus against programs that one would write without it, and against the machine.
//!
//! ```console
//! $ cargo xtask bench [PROGRAM…] [--sizes N,N,large] [--rounds N] [--quick] [--out FOLDER]
//! ```
//!
//! Each program is a file of [`programs`], with all the variants to do its work. They are checked
//! against each other first; then they take turns.

#![allow(
    unreachable_pub,
    reason = "programs are included as a user writes them"
)]

mod arguments;
mod expert;
mod prefixes;
mod prelude;
mod program;
mod programs;
mod same_code;
mod shapes;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs, io};

use arguments::{Arguments, Job};
use fusus_benches::machine::Load;
use fusus_benches::progress::Progress;
use fusus_benches::race::{Aim, Outcome, Timing};
use fusus_benches::report::{Row, short};
use fusus_benches::target::Scale;
use fusus_benches::{chart, json, table};
use program::{Program, Setting};

fn main() -> ExitCode {
    let done = Arguments::parse(env::args().skip(1)).and_then(|arguments| match arguments.job {
        Job::Help => {
            println!("{}", arguments::help());
            Ok(())
        }
        Job::Peak { program, size } => {
            println!(
                "{}",
                peak_here(program, size).map_or(String::new(), |peak| peak.to_string())
            );
            Ok(())
        }
        Job::Check => {
            check(&arguments);
            Ok(())
        }
        Job::Time if cfg!(debug_assertions) => {
            time_plain(&arguments);
            Ok(())
        }
        Job::Time => time(&arguments),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Has all variants of all programs come to the same, over a few elements and over a few blocks.
fn check(arguments: &Arguments) {
    same_code::check();
    let races = races(arguments);
    let mut progress = Progress::new(races.len());
    for &(program, size, _) in &races {
        progress.start(&title(program, size));
        (program.race)(&Setting::new(size, Aim::Check, &|_, _| {}));
    }
    progress.finish();
    println!("{} comparisons: all versions agree", races.len());
}

/// Takes all times and shows them.
fn time(arguments: &Arguments) -> Result<(), String> {
    let races = races(arguments);
    let mut progress = Progress::new(races.len());
    let mut rows = Vec::new();
    let threads = rayon::current_num_threads();
    let cannot_write =
        |error: io::Error| format!("cannot write to {}: {error}", arguments.out.display());
    for &(program, size, scale) in &races {
        progress.start(&title(program, size));
        let on_round = |round, rounds| progress.round(round, rounds);
        let aim = Aim::Time(timing(arguments.rounds, scale));
        let load = Load::now();
        let samples = (program.race)(&Setting::new(size, aim, &on_round)).samples;
        let others = load.of_others();
        let peak = peak_elsewhere(program, size)?;
        let outcome = Outcome { samples, peak };
        rows.push(Row::new(
            program.name,
            program.nature,
            (size, scale),
            others,
            outcome,
            &same_code::columns(program.source),
        ));
        // A run of half an hour that is interrupted loses nothing.
        write_rows(&arguments.out, &rows, threads).map_err(cannot_write)?;
    }
    progress.finish();
    repeat_defects(&mut rows, &races, arguments);
    println!("{threads} threads\n\n{}", table::suite(&rows));
    let written = write_rows(&arguments.out, &rows, threads).map_err(cannot_write)?;
    let plots = write_plots(&arguments.out, &rows, threads).map_err(cannot_write)?;
    for path in plots.iter().chain([&written]) {
        println!("written: {}", path.display());
    }
    Ok(())
}

/// Races rows again in which another plan of the program was faster, twice, behind all others: what
/// disturbed one column, on a machine with other guests, is over by then.
fn repeat_defects(
    rows: &mut [Row],
    races: &[(&'static Program, usize, Scale)],
    arguments: &Arguments,
) {
    let pairs = rows.iter_mut().zip(races);
    let mut slower: Vec<_> = pairs.filter(|(row, _)| row.has_defect()).collect();
    for _ in 0..2 {
        let mut progress = Progress::new(slower.len());
        for (row, (program, size, scale)) in &mut slower {
            progress.start(&title(program, *size));
            let on_round = |round, rounds| progress.round(round, rounds);
            let aim = Aim::Time(timing(arguments.rounds, *scale));
            row.repeat(&(program.race)(&Setting::new(*size, aim, &on_round)));
        }
        progress.finish();
        slower.retain(|(row, _)| row.has_defect());
    }
}

/// Takes the times of programs and of plain loops, and shows how many times as fast programs are.
fn time_plain(arguments: &Arguments) {
    let races = races(arguments);
    let mut progress = Progress::new(races.len());
    let mut rows = Vec::new();
    for &(program, size, _) in &races {
        progress.start(&title(program, size));
        let on_round = |round, rounds| progress.round(round, rounds);
        let timing = Timing {
            rounds: arguments.rounds.unwrap_or(7),
            sample: Duration::from_millis(2),
            budget: Duration::from_secs(3),
        };
        let outcome = (program.race)(&Setting::new(size, Aim::Plain(timing), &on_round));
        rows.push((program.name, size, outcome));
    }
    progress.finish();
    let threads = rayon::current_num_threads();
    println!(
        "{threads} threads, without optimisation\n\n{}",
        table::plain(&rows)
    );
}

/// The chosen programs, each with the sizes to race over.
fn races(arguments: &Arguments) -> Vec<(&'static Program, usize, Scale)> {
    let all = arguments.programs.iter().flat_map(|program| {
        let sizes = match arguments.job {
            Job::Check => program.sizes.few(),
            _ => program.sizes.of(&arguments.sizes),
        };
        sizes
            .into_iter()
            .map(|(size, scale)| (*program, size, scale))
    });
    all.collect()
}

fn title(program: &Program, size: usize) -> String {
    format!("{} of {}", program.name, short(size))
}

/// Short races may have more samples. A sample is long enough that its first run, for which other
/// threads must wake up, is one of many.
fn timing(rounds: Option<usize>, scale: Scale) -> Timing {
    let usual = if scale == Scale::Large { 11 } else { 31 };
    Timing {
        rounds: rounds.unwrap_or(usual),
        sample: Duration::from_millis(2),
        budget: Duration::from_secs(10),
    }
}

/// The peak memory of the program in a process of its own, in which nothing else has been
/// allocated.
fn peak_elsewhere(program: &Program, size: usize) -> Result<Option<usize>, String> {
    let me = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(me)
        .args(["--peak", program.name, &size.to_string()])
        .output()
        .map_err(|error| format!("cannot measure memory: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        Ok(text.trim().parse().ok())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "measuring the memory of {} failed: {errors}",
            program.name
        ))
    }
}

fn peak_here(program: &Program, size: usize) -> Option<usize> {
    // Threads have their stacks, and what is loaded on first use is loaded.
    const FEW: usize = 100_000;
    (program.race)(&Setting::new(FEW.min(size), Aim::Check, &|_, _| {}));
    (program.race)(&Setting::new(size, Aim::Peak, &|_, _| {})).peak
}

/// Writes `suite.json`.
fn write_rows(folder: &Path, rows: &[Row], threads: usize) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join("suite.json");
    fs::write(&path, json::suite(rows, threads))?;
    Ok(path)
}

/// Writes a plot for each size that programs share.
fn write_plots(folder: &Path, rows: &[Row], threads: usize) -> io::Result<Vec<PathBuf>> {
    let large = |row: &&Row| row.scale == Scale::Large;
    let mut sizes: Vec<_> = rows
        .iter()
        .filter(|row| !large(row))
        .map(|row| row.size)
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let of_size = |size| {
        rows.iter()
            .filter(move |row| !large(row) && row.size == size)
    };
    let plots = sizes.into_iter().map(|size| {
        let title = format!("{} elements", short(size));
        (
            format!("suite-{size}.svg"),
            title,
            of_size(size).collect::<Vec<_>>(),
        )
    });
    let plots = plots.chain([(
        "suite-large.svg".to_owned(),
        "Well beyond the caches".to_owned(),
        rows.iter().filter(large).collect(),
    )]);
    let mut written = Vec::new();
    for (name, title, rows) in plots.filter(|(_, _, rows)| !rows.is_empty()) {
        let path = folder.join(name);
        let title = format!("{title}, {threads} threads");
        fs::write(&path, chart::svg(&title, &rows))?;
        written.push(path);
    }
    Ok(written)
}
