//! The forms of a program: a function for each plan that differs.
//!
//! Strategies often agree. The generated code of two plans whose loops compute
//! the same is the same, so it is compiled once.

mod ties;

pub use ties::ties;

use fusus_core::backend;
use fusus_core::cluster::{DEFAULT, STRATEGIES};
use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::ir::BindingId;
use fusus_ocl::Scans;
use fusus_rng::Rng;

use crate::case::{DEVICE, PROCESSES};
use crate::device;
use crate::processes::{PARTS, Parts};
use crate::program::{LONGEST, Program};

/// A form to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The strategies that yield it.
    pub name: String,
    /// The attributes above the function.
    pub attributes: String,
    /// The form whose function it calls: its own, but on devices and over processes.
    pub function: usize,
    /// The place where it runs.
    pub runs: Runs,
    /// The form that must be equal to the last bit.
    pub twin: usize,
}

/// The place where a form runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// On several threads.
    Parallel,
    /// On one thread.
    Sequential,
    /// On a device.
    Device {
        /// In this way, or in the device's own.
        scans: Option<Scans>,
        /// Set if its arrays are there before it starts; otherwise slices of the host are sent
        /// there and back.
        arrays: bool,
    },
    /// Over processes.
    Processes {
        /// So many.
        count: usize,
        /// The parts of the first array that they have; each further array has other ones.
        parts: Parts,
    },
}

/// The places where a program runs beside the threads of this process, if it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// On a device.
    pub device: bool,
    /// Over processes, for which threads stand.
    pub processes: bool,
}

/// The plans of a program.
#[derive(Clone, Debug)]
pub struct Plans {
    /// The forms, that of the default strategy first.
    pub forms: Vec<Planned>,
    /// A length that is worth several threads in some loop of the default.
    pub large: usize,
    /// The reason for which devices cannot run it, if they cannot.
    pub device: Result<(), String>,
    /// The reason for which it does not run over processes, if it does not.
    pub processes: Result<(), String>,
}

impl Plans {
    /// Leaves so many forms of the host, the default among them; those of devices and over processes
    /// stay.
    pub fn thin(&mut self, most: usize, rng: &mut Rng) {
        let is_host = |form: &Planned| matches!(form.runs, Runs::Parallel | Runs::Sequential);
        let mut kept: Vec<bool> = self.forms.iter().map(|form| !is_host(form)).collect();
        kept[0] = true;
        let mut left = most.saturating_sub(1);
        for form in rng.permutation(self.forms.len()) {
            // A twin is there to be equal to.
            if left > 0
                && !kept[form]
                && kept[self.forms[form].twin] | (self.forms[form].twin == form)
            {
                kept[form] = true;
                left -= 1;
            }
        }
        let number = |old: usize| kept[..old].iter().filter(|kept| **kept).count();
        let forms = std::mem::take(&mut self.forms).into_iter().enumerate();
        let forms = forms.filter(|(old, _)| kept[*old]);
        self.forms = forms
            .map(|(_, form)| Planned {
                function: number(form.function),
                twin: number(form.twin),
                ..form
            })
            .collect();
    }
}

/// The strategies, the default first.
fn strategies() -> impl Iterator<Item = &'static str> {
    let others = STRATEGIES.iter().map(|strategy| strategy.name());
    std::iter::once(DEFAULT.name()).chain(others.filter(|name| *name != DEFAULT.name()))
}

/// A source after all stages but the last.
///
/// # Errors
///
/// What the compiler finds wrong with it.
pub fn compiled(source: &str, strategy: Option<&str>) -> Result<Compiled, String> {
    let overrides = Overrides {
        strategy: strategy.map(str::to_owned),
        ..Overrides::default()
    };
    match explained(source, &overrides)? {
        Ok(one) => Ok(one),
        Err(found) => Err(format!("{found:?}")),
    }
}

/// A source after all stages but the last, or what is wrong with it.
fn explained(source: &str, overrides: &Overrides) -> Result<Result<Compiled, Diagnostics>, String> {
    let tokens = source.parse().map_err(|error| format!("{error}"))?;
    let mut found = Diagnostics::new();
    let mut explained = explain(tokens, "random", overrides, &mut found);
    let one = explained.pop().ok_or_else(|| format!("{found:?}"))?;
    Ok(one.outcome)
}

/// The plans of a source; with forms for the places where it is to run, if it can.
///
/// # Errors
///
/// What the compiler finds wrong with it.
pub fn plans(program: &Program, source: &str, places: Places) -> Result<Plans, String> {
    let mut forms: Vec<Planned> = Vec::new();
    let mut seen: Vec<Vec<Vec<BindingId>>> = Vec::new();
    let mut large = LONGEST;
    for strategy in strategies() {
        let compiled = compiled(source, Some(strategy))?;
        if strategy == "optimal" {
            let costs = compiled.nest.loops().map(|nested| nested.cost);
            // As many positions as are worth more than one thread in the
            // longest body, now and then in all, and a few blocks at least.
            let cost = match program.stmts.len() % 8 {
                5 => costs.min(),
                _ => costs.max(),
            };
            large = ((3 << 17) / cost.unwrap_or(1).max(1) + 1500).clamp(4500, LONGEST);
        }
        let placement = compiled.placement;
        match seen.iter().position(|known| *known == placement) {
            Some(known) => {
                forms[known].name.push_str(", ");
                forms[known].name.push_str(strategy);
            }
            None => {
                seen.push(placement);
                forms.push(Planned {
                    name: strategy.to_owned(),
                    attributes: match strategy {
                        "optimal" => String::new(),
                        other => format!("#[cnf(strategy = \"{other}\")]"),
                    },
                    function: forms.len(),
                    runs: Runs::Parallel,
                    twin: forms.len(),
                });
            }
        }
    }
    // On one thread alone: the default, and now and then the last of the
    // others.
    let last = forms.len() - 1;
    let mut alone = vec![0];
    if program.stmts.len().is_multiple_of(4) && last > 0 {
        alone.push(last);
    }
    for twin in alone {
        let parallel = &forms[twin];
        forms.push(Planned {
            name: format!("sequential {}", parallel.name),
            attributes: format!("#[backend(sequential)] {}", parallel.attributes),
            function: forms.len(),
            runs: Runs::Sequential,
            twin,
        });
    }
    let kernels = kernels(source)?;
    if places.device
        && let Ok(text) = &kernels
    {
        push_device(text, &mut forms);
    }
    let processes = over_processes(source)?;
    if places.processes && processes.is_ok() {
        push_processes(program, &mut forms);
    }
    Ok(Plans {
        forms,
        large,
        device: kernels.map(|_| ()),
        processes,
    })
}

/// The kernels of a source, or what devices do not have of it.
fn kernels(source: &str) -> Result<Result<String, String>, String> {
    let tokens = device::source(source)
        .parse()
        .map_err(|error| format!("{error}"))?;
    let mut found = Diagnostics::new();
    let explained = explain(tokens, "random", &Overrides::default(), &mut found);
    let Some(one) = explained.first() else {
        return Err(format!("{found:?}"));
    };
    let device = backend::named("ocl").expect("it is one");
    Ok(one.kernels(device).map_err(|wrong| first_reason(&wrong)))
}

/// The reason for which a source does not run over processes, if it does not.
fn over_processes(source: &str) -> Result<Result<(), String>, String> {
    let overrides = Overrides {
        backend: Some("mpi".to_owned()),
        ..Overrides::default()
    };
    let outcome = explained(source, &overrides)?;
    Ok(outcome.map(drop).map_err(|wrong| first_reason(&wrong)))
}

/// The first of some messages, as [`reason`] has it.
fn first_reason(wrong: &Diagnostics) -> String {
    let first = wrong.iter().next();
    first.map_or_else(String::new, |first| reason(&first.message))
}

/// A message without the names of the program, so that programs can be counted
/// by it.
fn reason(message: &str) -> String {
    let parts: Vec<&str> = message.split('`').collect();
    let part = |(index, part): (usize, &&str)| match index % 2 {
        0 => (*part).to_owned(),
        _ => "…".to_owned(),
    };
    parts.iter().enumerate().map(part).collect()
}

/// The ways of a device: from arrays of the host, from its own, and, where
/// there is something to scan, chained, by look-back and in stages. The last
/// two have one order, and so have all without scans.
fn push_device(kernels: &str, forms: &mut Vec<Planned>) {
    let first = forms.len();
    let ways: &[(&str, Option<Scans>, bool, usize)] = match kernels.contains("LOOK_BACK") {
        true => &[
            ("chained", Some(Scans::Chained), false, 0),
            ("by look-back, in place", Some(Scans::LookBack), true, 1),
            ("in stages", Some(Scans::Staged), false, 1),
        ],
        false => &[
            ("from the host", None, false, 0),
            ("in place", None, true, 0),
        ],
    };
    for &(name, scans, arrays, twin) in ways {
        forms.push(Planned {
            name: format!("{DEVICE} {name}"),
            attributes: "#[backend(ocl)]".to_owned(),
            function: first,
            runs: Runs::Device { scans, arrays },
            twin: first + twin,
        });
    }
}

/// One to four processes, whose parts are others from program to program. All have the bits of the
/// default on this process.
fn push_processes(program: &Program, forms: &mut Vec<Planned>) {
    let first = forms.len();
    for count in 1..=4 {
        forms.push(Planned {
            name: format!("{PROCESSES}, of which there are {count}"),
            attributes: "#[backend(mpi)]".to_owned(),
            function: first,
            runs: Runs::Processes {
                count,
                parts: PARTS[(program.stmts.len() + count) % PARTS.len()],
            },
            twin: 0,
        });
    }
}
