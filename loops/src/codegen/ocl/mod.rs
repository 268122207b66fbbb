//! OpenCL kernels, and the host code that launches them, on the runtime crate
//! `fusus-ocl`.
//!
//! One kernel a loop does the loop's work; folds need one small step more, and
//! scans a step between tiles where the device cannot wait for itself. The
//! text of all kernels of a program is one constant of the generated code.

mod bins;
mod body;
mod c;
mod host;
mod kernel;
mod parameters;
mod state;

use crate::nest::{ArrayId, Host, Id, Loop, Nest, Stage, Storage};
use crate::scalar::{Env, Function, Type, Types};
use crate::schedule::device::lane_tile::LaneTile;
use crate::schedule::device::{DeviceLoop, DeviceSchedule};
use c::printer::Failing;
use c::{Given, Lines, Module, Printer, Text};
pub use host::{generate, signature};
use parameters::{Parameter, Parameters};
use proc_macro2::Ident;
use std::collections::BTreeMap;

/// The words of a record before the slots of results: which site failed, and
/// two numbers.
const HEAD: usize = 3;

/// A program on its way to kernels.
struct Program<'n> {
    nest: &'n Nest,
    types: &'n Types,
    schedule: &'n DeviceSchedule,
    env: &'n Env,
    /// Its name in C.
    name: String,
}

/// The slots of the record that results use.
#[derive(Debug, Default)]
struct Slots(usize);

impl Slots {
    fn take(&mut self, count: usize) -> usize {
        self.0 += count;
        self.0 - count
    }
}

/// A loop as its kernels do it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
struct Planned {
    /// Its number in the program.
    number: usize,
    /// The name of the main kernel.
    kernel: String,
    /// The number of elements that a lane has in a tile.
    items: usize,
    /// The sizes of the states of its levels, in bytes.
    levels: Vec<usize>,
    /// The size of the state of its folds, in bytes.
    partial: usize,
    /// Set if tiles may pass on their states while they run.
    single_pass: bool,
    /// The rectangle of positions of a lane, if the main kernel goes by tiles of rows and columns.
    tile: Option<LaneTile>,
    /// The parameters of the main kernel.
    parameters: Vec<Parameter>,
    /// The parameters of the kernel that ends the folds.
    totals: Vec<Parameter>,
    /// The parameters of the kernels between the levels' stages.
    spines: Vec<Vec<Parameter>>,
    /// The slots with the lengths of compacted arrays.
    counts: BTreeMap<ArrayId, usize>,
    /// The slots with the totals of folds, by their numbers.
    slots: BTreeMap<usize, usize>,
}

/// All kernels of a program.
#[cfg_attr(feature = "report", derive(Debug))]
struct Kernels {
    text: String,
    loops: Vec<Planned>,
    sites: Vec<c::Site>,
    fp64: bool,
    slots: usize,
    /// The lanes of a group.
    group: usize,
}

/// The kernels of a program as OpenCL C.
pub fn text(nest: &Nest, types: &Types, strict: bool) -> String {
    let schedule = DeviceSchedule::of(nest, types, strict);
    let env = env(&schedule.nest, &schedule.types);
    Program::new(&schedule, &env).kernels().text
}

/// The names that the workers of a nest may use.
fn env(nest: &Nest, types: &Types) -> Env {
    let arrays = || nest.arrays.iter();
    let typed = |name: &Ident, id| (name.to_string(), (id, types.array(id).clone()));
    // Those that the program makes are read by folds over an index alone, under names that no array
    // before them has.
    let made = arrays().filter_map(|(id, array)| match &array.storage {
        Storage::Input(..) | Storage::Contracted | Storage::Element(_) => None,
        _ => Some(typed(&array.name, id)),
    });
    // A later array of the program may have the name of an input, which a worker then means.
    let inputs = arrays().filter_map(|(id, array)| match &array.storage {
        Storage::Input(host, _) => match &**host {
            syn::Expr::Path(path) => Some(typed(path.path.get_ident()?, id)),
            _ => None,
        },
        _ => None,
    });
    let mut by_name = BTreeMap::new();
    for (name, array) in made {
        by_name.entry(name).or_insert(array);
    }
    Env {
        scalars: nest
            .scalars
            .iter()
            .map(|(id, scalar)| (scalar.name.to_string(), (id, types.scalar(id).cloned())))
            .collect(),
        arrays: by_name.into_iter().chain(inputs).collect(),
        items: nest.items.clone(),
    }
}

impl<'n> Program<'n> {
    /// The schedule of a loop.
    fn scheduled(&self, nested: &Loop) -> &'n DeviceLoop {
        &self.schedule.loops[&nested.number]
    }

    fn new(schedule: &'n DeviceSchedule, env: &'n Env) -> Self {
        Program {
            nest: &schedule.nest,
            types: &schedule.types,
            schedule,
            env,
            name: c::c_name(&schedule.nest.name),
        }
    }

    fn kernels(&self) -> Kernels {
        let mut module = Module::new(self.env);
        let mut slots = Slots::default();
        let mut loops = Vec::new();
        let mut bodies = String::new();
        for stage in &self.nest.stages {
            if let Stage::Loop(nested) = stage {
                let (text, planned) = kernel::print(self, &mut module, &mut slots, nested);
                bodies.push_str(&text);
                loops.push(planned);
            }
        }
        Kernels {
            text: format!("{}{bodies}", module.head()),
            loops,
            sites: module.sites().to_vec(),
            fp64: module.fp64(),
            slots: slots.0,
            group: self.schedule.lanes,
        }
    }

    /// A worker whose types are known.
    fn worker(&self, worker: &Host, params: &[Type], result: Option<&Type>) -> Function {
        match self.env.worker(worker, params, result) {
            Ok(function) => function,
            Err(found) => unreachable!(
                "workers are judged when types are found: {}",
                found.iter().map(|wrong| wrong.text()).collect::<String>()
            ),
        }
    }

    /// The names of C for the scalars that workers use, by the parameters of a function.
    fn given(&self, parameters: &Parameters) -> Given {
        let name = |index: &usize| parameters.all[*index].name.clone();
        let mut given = Given {
            scalars: parameters
                .scalars
                .iter()
                .map(|(scalar, index)| (*scalar, name(index)))
                .collect(),
            names: parameters.names().clone(),
            ..Given::default()
        };
        let items = &self.nest.items;
        let helpers = items.functions.iter().map(|item| &item.sig.ident);
        let constants = items.constants.iter().map(|item| &item.ident);
        for name in helpers.chain(constants) {
            given.names.insert(c::c_name(&name.to_string()));
        }
        for array in self.nest.arrays.ids() {
            let owner = self.nest.owner(array);
            if let (Some(memory), Some(len)) = (
                parameters.memory.get(&owner),
                parameters.lengths.get(&owner),
            ) {
                let leaves = parameters.all[*memory].leaves.clone();
                given.arrays.insert(array, (leaves, name(len)));
                given
                    .elements
                    .insert(array, self.types.array(array).clone());
            }
        }
        given
    }

    /// A printer for the inside of a function with these parameters.
    fn printer<'m, 'e>(
        &self,
        module: &'m mut Module<'e>,
        parameters: &Parameters,
    ) -> Printer<'m, 'e> {
        let failing = Failing::Binding(String::new());
        let mut printer = Printer::new(module, self.given(parameters), failing);
        printer.lines = Lines::at_depth(1);
        self.unpack(parameters, &mut printer);
        printer
    }

    /// Makes tuples of parameters that come in leaves.
    fn unpack(&self, parameters: &Parameters, printer: &mut Printer<'_, '_>) {
        for parameter in &parameters.all {
            if parameter.is_value() && matches!(parameter.ty, Type::Tuple(_)) {
                let value = Program::value(parameter, printer);
                let ty = printer.module.ty(&parameter.ty);
                let name = &parameter.name;
                printer.lines.line(format!("const {ty} {name} = {value};"));
            } else {
                printer.module.ty(&parameter.ty);
            }
        }
    }

    /// The value of a parameter.
    fn value(parameter: &Parameter, printer: &mut Printer<'_, '_>) -> Text {
        printer.compose(&parameter.ty, &parameter.leaves)
    }
}

/// Ids of arrays as numbers, for names.
fn number(array: ArrayId) -> usize {
    array.index()
}
