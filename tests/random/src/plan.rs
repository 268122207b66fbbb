//! The forms of a program: a function for each plan that differs.
//!
//! Strategies often agree. The generated code of two plans whose loops compute
//! the same is the same, so it is compiled once.

use fusus_core::backend;
use fusus_core::cluster::{DEFAULT, STRATEGIES};
use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::ir::BindingId;
use fusus_ocl::Scans;

use crate::device;
use crate::program::{Class, Count, LONGEST, Op, Out, Param, Program, Segments, Stmt, Subscript};

/// A form to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The strategies that yield it.
    pub name: String,
    /// The attributes above the function.
    pub attributes: String,
    /// The form whose function it calls: its own, but on devices.
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
}

/// The beginning of the names of forms that run on a device.
pub const DEVICE: &str = "on the device";

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
    let tokens = source.parse().map_err(|error| format!("{error}"))?;
    let overrides = Overrides {
        strategy: strategy.map(str::to_owned),
        cost: None,
    };
    let mut found = Diagnostics::new();
    let mut explained = explain(tokens, "random", &overrides, &mut found);
    match explained.pop() {
        Some(one) => one.outcome.map_err(|found| format!("{found:?}")),
        None => Err(format!("{found:?}")),
    }
}

/// The plans of a source; with forms for devices, if it is to run there and
/// can.
///
/// # Errors
///
/// What the compiler finds wrong with it.
pub fn plans(program: &Program, source: &str, on_device: bool) -> Result<Plans, String> {
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
    if on_device && let Ok(text) = &kernels {
        push_device(text, &mut forms);
    }
    Ok(Plans {
        forms,
        large,
        device: kernels.map(|_| ()),
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
    Ok(one.kernels(device).map_err(|wrong| {
        let first = wrong.iter().next();
        first.map_or_else(String::new, |first| reason(&first.message))
    }))
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

/// The groups of parameters whose lengths must agree, by position among the
/// parameters. Groups whose length a scalar or a literal names are left out.
#[must_use]
pub fn ties(program: &Program) -> Vec<Vec<usize>> {
    let mut sizes = Sizes::default();
    let mut of: Vec<Option<usize>> = vec![None; program.arrays.len()];
    for param in &program.params {
        if let Param::Array(id, _) | Param::Mut(id, _) = param {
            of[*id] = Some(sizes.fresh());
        }
    }
    let mut named: Vec<(Count, usize)> = Vec::new();
    // The sizes of the whole axes of arrays that have two.
    let mut axes: Vec<Option<[usize; 2]>> = vec![None; program.arrays.len()];
    for stmt in &program.stmts {
        let arrays: Vec<usize> = stmt.op.arrays().iter().filter_map(|id| of[*id]).collect();
        let size = match &stmt.op {
            Op::Segments { kind, .. } => {
                sizes.join(arrays[0], arrays[1]);
                match kind {
                    Segments::Fold => sizes.fresh(),
                    Segments::Scan | Segments::ScanExclusive => arrays[0],
                }
            }
            Op::Map { .. } => {
                for pair in arrays.windows(2) {
                    sizes.join(pair[0], pair[1]);
                }
                arrays[0]
            }
            Op::Stencil { args, .. } => {
                let mut roots = args.iter().map(|arg| of[program.axis(*arg).root]);
                if let Some(Some(first)) = roots.next() {
                    for root in roots.flatten() {
                        sizes.join(first, root);
                    }
                }
                let root = program.axis(args[0]).root;
                let whole = of[root].unwrap_or(arrays[0]);
                let class = stmt.out.arrays().next().map(|id| program.arrays[id].class);
                match class.filter(|class| *class != program.arrays[root].class) {
                    None => whole,
                    Some(class) => sizes.section(whole, &program.classes[class]),
                }
            }
            Op::Scan { .. } | Op::Reverse { .. } | Op::ZipWithIndex { .. } | Op::Alias(_) => {
                arrays[0]
            }
            Op::Part(arg) => of[program.axis(*arg).root].unwrap_or(arrays[0]),
            Op::Gather { .. } | Op::Conform { .. } => arrays[1],
            Op::Scatter { .. } | Op::ReduceByIndex { .. } => {
                sizes.join(arrays[1], arrays[2]);
                arrays[0]
            }
            Op::Cross { .. } => sizes.product(arrays[0], arrays[1]),
            Op::Table { transposed, .. } => match transposed {
                true => sizes.product(arrays[1], arrays[0]),
                false => sizes.product(arrays[0], arrays[1]),
            },
            Op::Grid { .. } => {
                let (size, whole) = grid(program, stmt, &mut sizes, (&of, &axes));
                for id in stmt.out.arrays() {
                    axes[id] = whole;
                }
                size
            }
            Op::Generate { count, .. } | Op::Range { count, .. } => match count {
                Count::Like(_) => arrays[0],
                count => match named.iter().find(|(known, _)| known == count) {
                    Some((_, size)) => *size,
                    None => {
                        let size = sizes.fresh();
                        named.push((*count, size));
                        size
                    }
                },
            },
            _ => sizes.fresh(),
        };
        let whole = match &stmt.op {
            Op::Table {
                left,
                right,
                transposed,
                again,
                counted,
                ..
            } => {
                let own = *again || *counted;
                let [l, r] = [left, right].map(|id| match own {
                    true => of[*id],
                    false => of[program.axis(*id).root],
                });
                l.zip(r)
                    .map(|(l, r)| if *transposed { [r, l] } else { [l, r] })
            }
            Op::Map { args, .. } => axes[args[0]],
            Op::Alias(arg) => axes[*arg],
            _ => None,
        };
        if let Some(whole) = whole {
            for id in stmt.out.arrays() {
                axes[id] = Some(whole);
            }
        }
        let external = matches!(stmt.op, Op::External { .. });
        for id in stmt.out.arrays() {
            of[id] = Some(if external { sizes.fresh() } else { size });
            if let (Out::One(_), Some(home)) = (&stmt.out, program.arrays[id].home)
                && let Some(home) = of[home]
            {
                sizes.join(size, home);
            }
        }
    }
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    for (position, param) in program.params.iter().enumerate() {
        let (Param::Array(id, _) | Param::Mut(id, _)) = param else {
            continue;
        };
        let Some(size) = of[*id] else { continue };
        let root = sizes.root(size);
        match groups.iter_mut().find(|(known, _)| *known == root) {
            Some((_, group)) => group.push(position),
            None => groups.push((root, vec![position])),
        }
    }
    let fixed: Vec<usize> = named.iter().map(|(_, size)| sizes.root(*size)).collect();
    groups
        .into_iter()
        .filter(|(root, group)| group.len() > 1 && !fixed.contains(root))
        .map(|(_, group)| group)
        .collect()
}

/// The size of what a grid makes, and those of its axes if it has two. Arrays that one index reads
/// have one size along it.
fn grid(
    program: &Program,
    stmt: &Stmt,
    sizes: &mut Sizes,
    (of, axes): (&[Option<usize>], &[Option<[usize; 2]>]),
) -> (usize, Option<[usize; 2]>) {
    let Op::Grid {
        args,
        subscripts,
        pads,
        factors,
        ..
    } = &stmt.op
    else {
        unreachable!("{:?} is no grid", stmt.op);
    };
    let made = stmt.out.arrays().next();
    let made = made.map(|id| &program.classes[program.arrays[id].class]);
    let classes: Vec<usize> = match made {
        Some(Class::Product(left, right)) if factors.len() == 2 => vec![*left, *right],
        _ => stmt
            .out
            .arrays()
            .map(|id| program.arrays[id].class)
            .collect(),
    };
    let mut own = Vec::new();
    let mut whole = Vec::new();
    for (index, factor) in factors.iter().enumerate() {
        let mut first: Option<usize> = None;
        for (arg, subscripts) in args.iter().zip(subscripts) {
            for (axis, subscript) in subscripts.iter().enumerate() {
                let size = match axes[*arg] {
                    Some(sizes) => Some(sizes[axis]),
                    None => of[program.axis(*arg).root],
                };
                let size = size.filter(|_| subscript.index == Some(index));
                if let (Some(first), Some(size)) = (first, size) {
                    sizes.join(first, size);
                }
                first = first.or(size);
            }
        }
        let size = first.unwrap_or_else(|| sizes.fresh());
        let reads = Subscript::bounds(subscripts, pads);
        let reach = program.reach(args, &reads, factors, index);
        let class = classes.get(index).copied();
        let is_whole = reach.map(|reach| reach.side.class) == class;
        let section = match class {
            Some(class) if !is_whole => sizes.section(size, &program.classes[class]),
            _ => size,
        };
        own.push(section);
        whole.push(if *factor == 1 { size } else { section });
    }
    match (&own[..], &whole[..]) {
        (&[l, r], &[rows, columns]) => (sizes.product(l, r), Some([rows, columns])),
        (own, _) => (own[0], None),
    }
}

/// Sizes that become known to be one.
#[derive(Default)]
struct Sizes {
    parents: Vec<usize>,
    products: Vec<(usize, usize, usize)>,
    /// A size for each kind of section: the positions left out and the distance of two.
    sections: Vec<((usize, usize), usize)>,
}

impl Sizes {
    fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn root(&self, size: usize) -> usize {
        match self.parents[size] {
            parent if parent == size => size,
            parent => self.root(parent),
        }
    }

    fn product(&mut self, left: usize, right: usize) -> usize {
        let size = self.fresh();
        self.products.push((size, left, right));
        size
    }

    /// The size of a section of a class: those of one kind and size are of arrays of one size, as
    /// products are.
    fn section(&mut self, whole: usize, class: &Class) -> usize {
        let kind = match class {
            Class::Section { less, by, .. } => (*less, *by),
            _ => (0, 1),
        };
        let mut known = self.sections.iter();
        let known = known.find(|(known, _)| *known == kind).map(|known| known.1);
        let kind = known.unwrap_or_else(|| {
            let size = self.fresh();
            self.sections.push((kind, size));
            size
        });
        self.product(whole, kind)
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parents[b.max(a)] = a.min(b);
        // Products of one size have factors of one size.
        for i in 0..self.products.len() {
            for j in 0..i {
                let ((x, l, r), (y, m, s)) = (self.products[i], self.products[j]);
                if self.root(x) == self.root(y) {
                    self.join(l, m);
                    self.join(r, s);
                }
            }
        }
    }
}
