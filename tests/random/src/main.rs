//! `cargo xtask random`: generates programs, compiles them, runs them.

#![forbid(unsafe_code)]

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fusus_ocl::Device;
use fusus_random::bench::{Bench, Binary, Speed, Verdict};
use fusus_random::case::{DEVICE, PROCESSES};
use fusus_random::check::Tally;
use fusus_random::emit::{self, Prepared};
use fusus_random::generate;
use fusus_random::judge::{Failure, Judge};
use fusus_random::plan::{Places, Planned, Plans, Runs};
use fusus_random::render;
use fusus_rng::Rng;

const USAGE: &str = "usage: cargo xtask random [OPTION…]
  --programs N   how many programs (500)
  --seed S       the seed of their stream (1)
  --from N       the number of the first (0)
  --batch N      programs in a crate (25)
  --with TEXT    only those of them whose source has this text
  --jobs N       compilers at a time (2)
  --forms N      forms of a program on the host, chosen at random; 0 for all (0)
  --devices N    one program of N runs on the device as well, 0 for none (5)
  --processes N  one program of N runs over processes as well, 0 for none (3)
  --log FILE     a line for each batch; what it lists as done is not done again
  --show         print the programs, and do nothing else";

struct Options {
    programs: u64,
    seed: u64,
    from: u64,
    batch: u64,
    with: String,
    jobs: usize,
    forms: usize,
    devices: usize,
    processes: usize,
    log: Option<PathBuf>,
    show: bool,
}

impl Options {
    /// The places where a program runs, if it can.
    fn places(&self, number: u64) -> Places {
        let is_one_of = |count: usize, stream: u64| {
            count > 0 && Rng::of(self.seed ^ stream, number).below(count) == 0
        };
        Places {
            device: is_one_of(self.devices, 0x0c1),
            processes: is_one_of(self.processes, 0x3b1),
        }
    }
}

fn main() -> ExitCode {
    let options = match options(env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!(
                "{message}{}{USAGE}",
                if message.is_empty() { "" } else { "\n" }
            );
            return ExitCode::FAILURE;
        }
    };
    if options.show {
        for number in options.from..options.from + options.programs {
            let program = generate::program(options.seed, number);
            println!("{}\n", render::source(&program));
        }
        return ExitCode::SUCCESS;
    }
    match Session::new(options).and_then(Session::run) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        programs: 500,
        seed: 1,
        from: 0,
        batch: 25,
        with: String::new(),
        jobs: 2,
        forms: 0,
        devices: 5,
        processes: 3,
        log: None,
        show: false,
    };
    while let Some(argument) = arguments.next() {
        if argument == "--help" {
            return Err(String::new());
        }
        if argument == "--show" {
            options.show = true;
            continue;
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("`{argument}` needs a value"))?;
        let number = || -> Result<u64, String> {
            value
                .parse()
                .map_err(|_| format!("`{argument}` needs a number, not `{value}`"))
        };
        match argument.as_str() {
            "--programs" => options.programs = number()?,
            "--seed" => options.seed = number()?,
            "--from" => options.from = number()?,
            "--batch" => options.batch = number()?.max(1),
            "--jobs" => options.jobs = usize::try_from(number()?).unwrap_or(1).max(1),
            "--forms" => options.forms = usize::try_from(number()?).unwrap_or(0),
            "--devices" => options.devices = usize::try_from(number()?).unwrap_or(1),
            "--processes" => options.processes = usize::try_from(number()?).unwrap_or(1),
            "--with" => options.with = value,
            "--log" => options.log = Some(PathBuf::from(&value)),
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    Ok(options)
}

/// The findings of all batches together.
#[derive(Default)]
struct Totals {
    programs: u64,
    forms: usize,
    failures: Vec<String>,
    tally: Tally,
    devices: Elsewhere,
    processes: Elsewhere,
    planning: Duration,
    compiling: Duration,
    running: Duration,
}

/// The numbers of programs that ran on devices, or over processes.
#[derive(Default)]
struct Elsewhere {
    ran: u64,
    able: u64,
    /// The reasons for which the others do not run there, and their numbers.
    others: BTreeMap<String, u64>,
}

impl Elsewhere {
    fn add(&mut self, plans: &Plans, able: &Result<(), String>, is_there: fn(&Planned) -> bool) {
        self.ran += u64::from(plans.forms.iter().any(is_there));
        match able {
            Ok(()) => self.able += 1,
            Err(why) => *self.others.entry(why.clone()).or_default() += 1,
        }
    }

    fn text(&self, place: &str) -> String {
        let others: u64 = self.others.values().sum();
        let mut text = format!(
            "{} programs {place}, of {} that run so; {others} do not",
            self.ran, self.able
        );
        let mut reasons: Vec<_> = self.others.iter().collect();
        reasons.sort_by_key(|(why, count)| (Reverse(**count), *why));
        for (why, count) in reasons {
            text.push_str(&format!("\n    {count}: {why}"));
        }
        text
    }
}

impl Totals {
    fn add_places(&mut self, plans: &Plans) {
        self.devices.add(plans, &plans.device, |form| {
            matches!(form.runs, Runs::Device { .. })
        });
        self.processes.add(plans, &plans.processes, |form| {
            matches!(form.runs, Runs::Processes { .. })
        });
    }
}

struct Session {
    options: Options,
    bench: Bench,
    totals: Totals,
    /// Batches that an earlier session has done, by their first program.
    done: Vec<u64>,
    /// The batch that runs while the next one is compiled.
    running: Option<JoinHandle<Ran>>,
}

struct Ran {
    first: u64,
    programs: Vec<Prepared>,
    verdicts: Vec<(String, Verdict)>,
    speed: Speed,
    time: Duration,
}

impl Session {
    fn new(options: Options) -> Result<Session, String> {
        if options.devices > 0 {
            Device::current().map_err(|error| {
                format!(
                    "{error}\n`cargo xtask packages` installs a device, `--devices 0` does without"
                )
            })?;
        }
        let bench = Bench::new("batch", options.jobs)
            .map_err(|error| format!("cannot write below target/random: {error}"))?;
        let mut session = Session {
            done: Vec::new(),
            bench,
            totals: Totals::default(),
            running: None,
            options,
        };
        session.read_log();
        Ok(session)
    }

    /// Reads the programs that the log says are done, of this seed and batches of this length.
    fn read_log(&mut self) {
        let Some(text) = self
            .options
            .log
            .as_ref()
            .and_then(|log| fs::read_to_string(log).ok())
        else {
            return;
        };
        let start = format!(
            "done seed {} batch {} from ",
            self.options.seed, self.options.batch
        );
        for line in text.lines() {
            let number: Option<u64> = line
                .strip_prefix(&start)
                .and_then(|rest| rest.split([':', ' ']).next()?.parse().ok());
            self.done.extend(number);
        }
    }

    fn log(&self, line: &str) -> Result<(), String> {
        println!("{line}");
        let Some(log) = &self.options.log else {
            return Ok(());
        };
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(log)
            .and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|error| format!("cannot write {}: {error}", log.display()))
    }

    fn run(mut self) -> Result<bool, String> {
        let start = Instant::now();
        let end = self.options.from + self.options.programs;
        let mut first = self.options.from;
        while first < end {
            let last = (first + self.options.batch).min(end);
            if !self.done.contains(&first) {
                self.batch(first, last)?;
            }
            first = last;
        }
        self.settle()?;
        let totals = &self.totals;
        let summary = format!(
            "{} programs in {} forms, {} runs on {} sets of inputs: {} numbers as the interpreter has them, of which {} within a bound ({} infinite); {} errors as they should be; {} failed. {:.0} s: planning {:.0} s, compiling {:.0} s, running {:.0} s",
            totals.programs,
            totals.forms,
            totals.tally.runs,
            totals.tally.rounds,
            totals.tally.numbers,
            totals.tally.bounded,
            totals.tally.unbounded,
            totals.tally.errors,
            totals.failures.len(),
            start.elapsed().as_secs_f64(),
            totals.planning.as_secs_f64(),
            totals.compiling.as_secs_f64(),
            totals.running.as_secs_f64()
        );
        let devices = totals.devices.text(DEVICE);
        let processes = totals.processes.text(PROCESSES);
        self.log(&summary)?;
        self.log(&devices)?;
        self.log(&processes)?;
        Ok(self.totals.failures.is_empty())
    }

    fn batch(&mut self, first: u64, last: u64) -> Result<(), String> {
        let start = Instant::now();
        // One in eight is compiled with optimisation.
        let speed = match first / self.options.batch % 8 {
            5 => Speed::Fast,
            _ => Speed::Checked,
        };
        let mut programs = Vec::new();
        for number in first..last {
            let program = generate::program(self.options.seed, number);
            if !render::source(&program).contains(&self.options.with) {
                continue;
            }
            self.totals.programs += 1;
            let places = self.options.places(number);
            match emit::prepare(program, self.options.seed ^ number, places) {
                Ok(mut prepared) => {
                    if self.options.forms > 0 {
                        let mut rng = Rng::of(self.options.seed ^ FORMS, number);
                        prepared.plans.thin(self.options.forms, &mut rng);
                    }
                    self.totals.add_places(&prepared.plans);
                    programs.push(prepared);
                }
                Err(what) => self.failure(number, speed, Failure::Refused(what))?,
            }
        }
        self.totals.planning += start.elapsed();
        self.totals.forms += programs.iter().map(|p| p.plans.forms.len()).sum::<usize>();
        self.compile(first, programs, speed)
    }

    /// Compiles programs and lets them run; in parts, where rustc refuses one.
    fn compile(&mut self, first: u64, programs: Vec<Prepared>, speed: Speed) -> Result<(), String> {
        if programs.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let built = self.bench.build(&programs, speed);
        self.totals.compiling += start.elapsed();
        match built {
            Ok(binary) => {
                self.settle()?;
                self.running = Some(spawn(first, binary, programs, speed));
                Ok(())
            }
            Err(what) if programs.len() == 1 => {
                let text = what.lines().take(60).collect::<Vec<_>>().join("\n");
                self.failure(number_of(&programs[0]), speed, Failure::Rejected(text))
            }
            Err(_) => {
                let (left, right) = programs.split_at(programs.len() / 2);
                let (left, right) = (left.to_vec(), right.to_vec());
                self.compile(first, left, speed)?;
                self.compile(first, right, speed)
            }
        }
    }

    /// Takes in what the batch that runs finds.
    fn settle(&mut self) -> Result<(), String> {
        let Some(running) = self.running.take() else {
            return Ok(());
        };
        let ran = running.join().map_err(|_| "the run panicked".to_owned())?;
        self.totals.running += ran.time;
        let mut tally = Tally::default();
        let mut wrong = 0;
        for (name, verdict) in &ran.verdicts {
            match verdict {
                Verdict::Right(own) => tally.add(*own),
                Verdict::Wrong(what) => {
                    wrong += 1;
                    let prepared = ran
                        .programs
                        .iter()
                        .find(|prepared| prepared.program.name == *name)
                        .expect("it is one of these");
                    self.failure(number_of(prepared), ran.speed, Failure::Wrong(what.clone()))?;
                }
            }
        }
        self.totals.tally.add(tally);
        self.log(&format!(
            "done seed {} batch {} from {}: {} programs, {wrong} wrong, {} runs, {} numbers, {} bounded, {} unbounded, {} errors, {:.1} s",
            self.options.seed,
            self.options.batch,
            ran.first,
            ran.programs.len(),
            tally.runs,
            tally.numbers,
            tally.bounded,
            tally.unbounded,
            tally.errors,
            ran.time.as_secs_f64()
        ))
    }

    /// Reports a program that fails, and a small one that does as well.
    fn failure(&mut self, number: u64, speed: Speed, failure: Failure) -> Result<(), String> {
        let seed = self.options.seed;
        let program = generate::program(seed, number);
        let text = format!(
            "FAILED seed {seed} program {number}: {}\n{}",
            failure.text(),
            render::source(&program)
        );
        self.log(&text)?;
        self.totals.failures.push(text);
        if self.totals.failures.len() > MOST_SHRUNK {
            return Ok(());
        }
        let bench = Bench::new("shrink", self.options.jobs)
            .map_err(|error| format!("cannot write below target/random: {error}"))?;
        let judge = Judge {
            bench: &bench,
            speed,
            seed: seed ^ number,
            places: needed(self.options.places(number), &failure),
            sabotage: None,
        };
        let (smallest, failure) = judge.smallest(&program, &failure);
        self.log(&format!(
            "SMALLEST of seed {seed} program {number}, for tests/conformance: {}\n{}",
            failure.text(),
            render::conformance(&smallest)
        ))
    }
}

/// The stream by which forms are chosen.
const FORMS: u64 = 0xf02;

/// The places where a program has to run so that it fails: where a form of the host is wrong, the
/// others take time alone.
fn needed(places: Places, failure: &Failure) -> Places {
    match failure {
        Failure::Wrong(what) => Places {
            device: places.device && what.contains(DEVICE),
            processes: places.processes
                && (what.contains(PROCESSES) || what.contains("process ended")),
        },
        Failure::Refused(_) | Failure::Rejected(_) => places,
    }
}

/// Of more failures than these only the program is reported.
const MOST_SHRUNK: usize = 8;

fn number_of(prepared: &Prepared) -> u64 {
    prepared.program.name[1..].parse().unwrap_or(0)
}

fn spawn(first: u64, binary: Binary, programs: Vec<Prepared>, speed: Speed) -> JoinHandle<Ran> {
    thread::spawn(move || {
        let start = Instant::now();
        let names: Vec<String> = programs.iter().map(|p| p.program.name.clone()).collect();
        Ran {
            first,
            verdicts: binary.run(&names),
            programs,
            speed,
            time: start.elapsed(),
        }
    })
}
