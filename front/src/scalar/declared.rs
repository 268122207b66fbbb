//! The types that a program declares, with variables where it declares none.

use super::Type;
use super::infer::{Env, Inference, Table};
use crate::ir::{ArrayId, Binding, Id, Neighbour, Origin, Output, Program, ScalarId, Shape};
use crate::ordered::{OrderedMap, OrderedSet, ToList};

/// The types of the arrays' elements and of the scalars of a program, where inference starts.
pub(super) struct Declared {
    pub(super) arrays: Vec<Type>,
    /// `None` for a scalar whose declared type is none that devices have.
    pub(super) scalars: Vec<Option<Type>>,
}

impl Declared {
    /// The declared types of a program; `element` reads those of elements.
    pub(super) fn of<'e>(
        program: &Program,
        inference: &mut Inference<'e>,
        element: impl Fn(&mut Inference<'e>, &syn::Type) -> Option<Type>,
    ) -> Declared {
        let arrays = program.arrays.values().map(|array| {
            let known = array.ty.as_ref().and_then(|ty| element(inference, ty));
            known.unwrap_or_else(|| inference.table.any())
        });
        let arrays = arrays.list();
        let scalars = program.scalars.values().map(|scalar| match &scalar.ty {
            Some(ty) => inference.known_syntax(ty),
            None => Some(inference.table.any()),
        });
        Declared {
            arrays,
            scalars: scalars.list(),
        }
    }

    /// The names that workers may use.
    pub(super) fn env(&self, program: &Program) -> Env {
        Env {
            scalars: scalars_by_name(program, &self.scalars),
            arrays: indexed(program, &self.arrays),
            items: program.items.clone(),
        }
    }

    pub(super) fn array(&self, array: ArrayId) -> Type {
        self.arrays[array.index()].clone()
    }

    /// The parameters of the step of a recurrence whose elements are of a type.
    pub(super) fn of_step(
        &self,
        table: &mut Table,
        element: &Type,
        args: &[ArrayId],
        neighbours: &[Neighbour],
    ) -> Vec<Type> {
        let reads = neighbours.iter().map(|neighbour| {
            let read = (table.shallow(element), neighbour.part);
            match read {
                (whole, None) => whole,
                (Type::Tuple(parts), Some(part)) if part < parts.len() => parts[part].clone(),
                _ => table.any(),
            }
        });
        let reads: Vec<Type> = reads.list();
        let state = match &reads[..] {
            [] => element.clone(),
            [read] => read.clone(),
            _ => Type::Tuple(reads),
        };
        let elements = args.iter().map(|arg| self.array(*arg));
        [state].into_iter().chain(elements).list()
    }

    /// The type of a scalar; `None` if it is none that devices have.
    pub(super) fn scalar(&self, scalar: ScalarId) -> Option<Type> {
        self.scalars[scalar.index()].clone()
    }

    /// The type of the value that a binding's pattern takes apart.
    pub(super) fn of_binding(&self, table: &mut Table, binding: &Binding) -> Type {
        self.shape(table, binding, &binding.shape)
    }

    fn shape(&self, table: &mut Table, binding: &Binding, shape: &Shape) -> Type {
        match shape {
            Shape::Ignored => table.any(),
            Shape::Tuple(items) => Type::Tuple(
                items
                    .iter()
                    .map(|item| self.shape(table, binding, item))
                    .list(),
            ),
            Shape::Output(output) => match binding.outputs[*output] {
                Output::Array(array) => self.array(array),
                Output::Scalar(scalar) => match &self.scalars[scalar.index()] {
                    Some(ty) => ty.clone(),
                    None => table.any(),
                },
            },
        }
    }
}

/// The scalars of a program under the names they have in Rust.
fn scalars_by_name(
    program: &Program,
    types: &[Option<Type>],
) -> OrderedMap<String, (ScalarId, Option<Type>)> {
    let scalars = program.scalars.iter();
    scalars
        .map(|(id, scalar)| (scalar.name.to_string(), (id, types[id.index()].clone())))
        .collect()
}

/// The arrays that workers index, under the names they have in Rust.
fn indexed(program: &Program, types: &[Type]) -> OrderedMap<String, (ArrayId, Type)> {
    // Those that the program binds are read by folds over an index alone.
    let bindings = program.bindings.values();
    let hosts = bindings.flat_map(|binding| binding.op.hosts());
    let read: OrderedSet<ArrayId> = hosts.flat_map(|host| host.arrays.clone()).collect();
    program
        .arrays
        .iter()
        .filter_map(|(id, array)| match &array.origin {
            Origin::Input(input) => match &input.host {
                syn::Expr::Path(path) => {
                    let name = path.path.get_ident()?.to_string();
                    Some((name, (id, types[id.index()].clone())))
                }
                _ => None,
            },
            Origin::Output(..) => {
                let name = array.name.to_string();
                read.contains(&id)
                    .then(|| (name, (id, types[id.index()].clone())))
            }
        })
        .collect()
}
