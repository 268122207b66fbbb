//! The parameters of kernels, and the arguments that the host passes for them.

use super::Program;
use super::c::types;
use crate::nest::{ArrayId, Entry, Extent, Host, Loop, Read, Region, ScalarId, Step};
use crate::ordered::OrderedSet;
use crate::scalar::Type;
use std::collections::BTreeMap;

/// A parameter of a kernel, or one for each leaf of its type.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct Parameter {
    /// The value that the host passes.
    pub(super) value: HostValue,
    /// The type of the elements or of the value.
    pub(super) ty: Type,
    /// The name of the whole.
    pub(super) name: String,
    /// The names of the leaves.
    pub(super) leaves: Vec<String>,
}

#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) enum HostValue {
    /// The memory of an array; whether it is written.
    Array(ArrayId, bool),
    /// The length of an array.
    Length(ArrayId),
    /// The size of an axis.
    Axis(Extent),
    /// A scalar of the program.
    Scalar(ScalarId),
    /// The start of the fold or scan of this number.
    Seed(usize, Box<Host>),
    /// The first element of a range.
    Start(ArrayId),
    /// For each element of an array that is scattered into, who writes it.
    Owners(ArrayId),
    /// The values of all who want to write into an array.
    Claims(ArrayId),
    /// For each of these values, the bin that it is combined into.
    Bins(ArrayId),
}

impl Parameter {
    /// Its declaration in a list of parameters.
    pub(super) fn declaration(&self) -> String {
        let leaves = self.ty.leaves();
        let parts: Vec<String> = leaves
            .iter()
            .zip(&self.leaves)
            .map(|(prim, name)| {
                let ty = types::stored(*prim);
                match self.value {
                    HostValue::Array(_, false) => format!("global const {ty} *{name}"),
                    HostValue::Array(_, true)
                    | HostValue::Owners(_)
                    | HostValue::Claims(_)
                    | HostValue::Bins(_) => {
                        format!("global {ty} *{name}")
                    }
                    _ => format!("const {ty} {name}"),
                }
            })
            .collect();
        parts.join(", ")
    }

    /// Returns true for a value, false for memory.
    pub(super) fn is_value(&self) -> bool {
        matches!(
            self.value,
            HostValue::Length(_)
                | HostValue::Axis(_)
                | HostValue::Scalar(_)
                | HostValue::Seed(..)
                | HostValue::Start(_)
        )
    }
}

/// Everything that host expressions name.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    pub(super) scalars: OrderedSet<ScalarId>,
    pub(super) indexed: OrderedSet<ArrayId>,
}

impl Named {
    pub(super) fn add(&mut self, host: &Host) {
        self.scalars.extend(&host.scalars);
        self.indexed.extend(&host.arrays);
    }
}

/// The names that a worker uses.
pub(super) fn of(worker: &Host) -> Named {
    let mut named = Named::default();
    named.add(worker);
    named
}

/// The names that the workers of a loop use.
pub(super) fn named(nested: &Loop) -> Named {
    let mut named = Named::default();
    nested.body.visit(&mut |region| {
        for worker in region.workers() {
            named.add(worker);
        }
        let padded = region.reads.iter().filter_map(Read::padding);
        let values = padded.filter_map(|padding| padding.value());
        named.scalars.extend(values);
    });
    for fold in &nested.folds {
        named.add(&fold.operator);
    }
    named
}

/// The memory that a loop reads, and the arrays of which it needs the length.
pub(super) fn read(body: &Region) -> (Vec<ArrayId>, OrderedSet<ArrayId>) {
    let mut read: Vec<ArrayId> = Vec::new();
    let mut measured: OrderedSet<ArrayId> = OrderedSet::new();
    let mut add = |array: ArrayId| {
        if !read.contains(&array) {
            read.push(array);
        }
    };
    body.visit(&mut |region| {
        region.arrays().for_each(&mut add);
        let by_length = region.reads.iter();
        let by_length = by_length.filter(|read| {
            let is_padded = read.map.len() == 1 && read.padding().is_some();
            let is_line = read.map.len() == 1 && read.lines().is_some();
            read.is_reversed() || read.is_next() || is_padded || is_line
        });
        measured.extend(by_length.map(|read| read.array));
        if let Entry::Axis { along } = region.entry {
            measured.insert(along);
        }
        for step in region.steps() {
            if let Step::Gather { data, .. } = step {
                add(*data);
                measured.insert(*data);
            }
        }
    });
    (read, measured)
}

/// Parameters of a kernel under construction, each once.
#[derive(Clone, Default)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct Parameters {
    pub(super) all: Vec<Parameter>,
    names: OrderedSet<String>,
    /// The memory of arrays, by their owners.
    pub(super) memory: BTreeMap<ArrayId, usize>,
    pub(super) lengths: BTreeMap<ArrayId, usize>,
    pub(super) axes: BTreeMap<Extent, usize>,
    pub(super) scalars: BTreeMap<ScalarId, usize>,
    pub(super) starts: BTreeMap<ArrayId, usize>,
    pub(super) owners: BTreeMap<ArrayId, usize>,
    pub(super) claims: BTreeMap<ArrayId, usize>,
    pub(super) bins: BTreeMap<ArrayId, usize>,
    /// The seeds of scans and folds by their numbers.
    pub(super) seeds: BTreeMap<usize, usize>,
}

impl Parameters {
    pub(super) fn names(&self) -> &OrderedSet<String> {
        &self.names
    }

    fn push(&mut self, value: HostValue, wish: &str, ty: Type) -> usize {
        let plain = super::c::c_name(wish);
        let mut name = plain.clone();
        let mut number = 2;
        let leaves = loop {
            let leaves: Vec<String> = match &ty {
                Type::Tuple(_) => (0..ty.leaves().len())
                    .map(|leaf| format!("{name}_{leaf}"))
                    .collect(),
                _ => vec![name.clone()],
            };
            // With the names of memory that is private to lanes or shared by them.
            let mut wanted = vec![name.clone()];
            for leaf in &leaves {
                wanted.push(leaf.clone());
                wanted.extend(["items", "out", "tile"].map(|what| format!("{leaf}_{what}")));
            }
            if !wanted.iter().any(|name| self.names.contains(name)) {
                self.names.extend(wanted);
                break leaves;
            }
            name = format!("{plain}_{number}");
            number += 1;
        };
        self.all.push(Parameter {
            value,
            ty,
            name,
            leaves,
        });
        self.all.len() - 1
    }

    /// The memory of an array.
    pub(super) fn memory(&mut self, program: &Program<'_>, array: ArrayId, written: bool) {
        let owner = program.nest.owner(array);
        if let Some(index) = self.memory.get(&owner) {
            if let HostValue::Array(_, is_written) = &mut self.all[*index].value {
                *is_written |= written;
            }
            return;
        }
        let name = program.nest.arrays[array].name.to_string();
        let ty = program.types.array(array).clone();
        let index = self.push(HostValue::Array(owner, written), &name, ty);
        self.memory.insert(owner, index);
    }

    /// The length of an array in memory.
    pub(super) fn length(&mut self, program: &Program<'_>, array: ArrayId) {
        let owner = program.nest.owner(array);
        if !self.lengths.contains_key(&owner) {
            let name = format!("{}_len", program.nest.arrays[array].name);
            let index = self.push(HostValue::Length(owner), &name, Type::USIZE);
            self.lengths.insert(owner, index);
        }
    }

    /// The size of an axis, unless it is a number.
    pub(super) fn axis(&mut self, extent: &Extent) {
        if !matches!(extent, Extent::Literal(_)) && !self.axes.contains_key(extent) {
            let index = self.push(HostValue::Axis(extent.clone()), "axis", Type::USIZE);
            self.axes.insert(extent.clone(), index);
        }
    }

    pub(super) fn scalar(&mut self, program: &Program<'_>, scalar: ScalarId) {
        if !self.scalars.contains_key(&scalar) {
            let name = program.nest.scalars[scalar].name.to_string();
            let ty = program
                .types
                .scalar(scalar)
                .expect("the types of what workers use are known")
                .clone();
            let index = self.push(HostValue::Scalar(scalar), &name, ty);
            self.scalars.insert(scalar, index);
        }
    }

    /// Adds the names that operators and workers use.
    pub(super) fn named(&mut self, program: &Program<'_>, named: &Named) {
        for array in &named.indexed {
            self.memory(program, *array, false);
            self.length(program, *array);
        }
        for scalar in &named.scalars {
            self.scalar(program, *scalar);
        }
    }

    pub(super) fn start(&mut self, program: &Program<'_>, array: ArrayId) {
        let name = format!("{}_start", program.nest.arrays[array].name);
        let ty = program.types.array(array).clone();
        let index = self.push(HostValue::Start(array), &name, ty);
        self.starts.insert(array, index);
    }

    /// Adds the start of a fold or scan.
    pub(super) fn seed(&mut self, id: usize, name: &str, seed: &Host, ty: &Type) {
        let seed = HostValue::Seed(id, Box::new(seed.clone()));
        let index = self.push(seed, &format!("{name}_seed"), ty.clone());
        self.seeds.insert(id, index);
    }

    /// Adds the buffers that a scatter of elements of several leaves needs.
    pub(super) fn claims(&mut self, program: &Program<'_>, array: ArrayId) {
        let name = program.nest.arrays[array].name.to_string();
        let owners = self.push(
            HostValue::Owners(array),
            &format!("{name}_owners"),
            crate::scalar::Prim::U32.into(),
        );
        self.owners.insert(array, owners);
        self.values(program, array);
    }

    /// Adds the buffers of the pairs that are kept for a reduction by index.
    pub(super) fn bins(&mut self, program: &Program<'_>, array: ArrayId) {
        let name = program.nest.arrays[array].name.to_string();
        let bins = self.push(
            HostValue::Bins(array),
            &format!("{name}_bins"),
            crate::scalar::Prim::U32.into(),
        );
        self.bins.insert(array, bins);
        self.values(program, array);
    }

    /// Adds the buffer of the values that are to be written into an array.
    fn values(&mut self, program: &Program<'_>, array: ArrayId) {
        let name = program.nest.arrays[array].name.to_string();
        let ty = program.types.array(array).clone();
        let claims = self.push(HostValue::Claims(array), &format!("{name}_values"), ty);
        self.claims.insert(array, claims);
    }
}
