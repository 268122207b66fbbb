//! The parts of programs that no loop over several processes does.

use super::signature::{element_mut, is_array, is_vec, results};
use crate::diagnostic::{Diagnostics, catalog};
use crate::nest::{
    Affine, ArrayId, Early, Entry, Host, InputPart, Loop, Nest, NestResult, Read, Region, Stage,
    Storage,
};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{FnArg, Pat, ReturnType, Signature};

/// The advice for a combinator that has to be run in another way.
const ON_ONE: &str = "put it into a program of its own with `#[backend(cpu)]`, and call that on all \
                      elements, `xs.gather()`, or on those of a process, `xs.local()`";

/// Everything in a program that its function over several processes could not do.
pub fn refused(nest: &Nest, sig: &Signature) -> Diagnostics {
    let mut refused = Refused {
        nest,
        found: Diagnostics::new(),
    };
    refused.signature(sig);
    for (_, array) in nest.arrays.iter() {
        if matches!(array.storage, Storage::Input(..)) && array.part != InputPart::Elements {
            let help = "pass its elements as an array of one axis, `&[T]`";
            refused.say(array.name.span(), "programs over arrays of ndarray", help);
        }
    }
    for stage in nest.opening.iter().chain(&nest.stages) {
        refused.stage(stage);
    }
    refused.found
}

struct Refused<'n> {
    nest: &'n Nest,
    found: Diagnostics,
}

impl Refused<'_> {
    fn say(&mut self, span: Span, what: &str, help: &str) {
        self.found.push(catalog::not_spread(span, what, help));
    }

    fn place(&self, array: ArrayId) -> Span {
        self.nest.arrays[array].name.span()
    }

    fn signature(&mut self, sig: &Signature) {
        for input in &sig.inputs {
            if let FnArg::Typed(typed) = input
                && let Pat::Ident(name) = &*typed.pat
                && is_array(self.nest, &name.ident)
                && element_mut(&mut typed.ty.clone()).is_none()
            {
                let help = "write `&[T]`, `&mut [T]` or `Vec<T>`, in the place of which a \
                            `fusus::mpi::Array<T>` is passed";
                self.say(typed.ty.span(), "programs over arrays of this type", help);
            }
        }
        if let ReturnType::Type(_, ty) = &sig.output {
            let mut others = Vec::new();
            results(&mut ty.clone(), &self.nest.result, &mut |ty| {
                if !is_vec(ty) {
                    others.push(ty.span());
                }
            });
            for span in others {
                let help =
                    "write `Vec<T>`: the program returns a `fusus::mpi::Array<T>` in its place";
                self.say(span, "programs that return an array of this type", help);
            }
        }
    }

    fn stage(&mut self, stage: &Stage) {
        match stage {
            Stage::Guard {
                condition,
                value: Early::Value(value),
            } if makes_array(value, &self.nest.result) => {
                let help =
                    "return a tuple of arrays, each an expression or an array of the program";
                let place = condition.expr.span();
                self.say(
                    place,
                    "guards that return several arrays in one expression",
                    help,
                );
            }
            Stage::Loop(nested) => self.nested(nested),
            _ => {}
        }
    }

    fn nested(&mut self, nested: &Loop) {
        self.region(&nested.body, 0);
    }

    fn region(&mut self, region: &Region, outer: usize) {
        let axis = outer + usize::from(matches!(region.entry, Entry::Axis { .. }));
        for read in &region.reads {
            if !is_known(read, axis) {
                let span = self.place(read.array);
                self.say(
                    span,
                    "reads of an array beside the pairs of a `cross`",
                    ON_ONE,
                );
            }
        }
        for host in region.workers() {
            self.worker(host);
        }
        for inner in region.inner() {
            self.region(inner, axis);
        }
    }

    fn worker(&mut self, host: &Host) {
        for array in &host.arrays {
            if matches!(self.nest.arrays[*array].storage, Storage::Input(_, true)) {
                let help = "pass it as an array that the program does not change, `&[T]`";
                let span = host.expr.span();
                self.say(span, "workers that look into an array of `&mut`", help);
            }
        }
    }
}

/// Returns true if the elements of a read come to the process of its position.
fn is_known(read: &Read, axis: usize) -> bool {
    if read.is_by_digits() {
        return axis == 0;
    }
    match read.map[..] {
        [Affine::Identity(index)] => index == axis,
        [Affine::Reversed(0) | Affine::Next(0)] => axis == 0,
        [Affine::Section { index: 0, .. } | Affine::Padded { index: 0, .. }] => axis == 0,
        _ => false,
    }
}

/// Returns true if a value has a host expression where the result is a tuple with an array.
fn makes_array(value: &NestResult, result: &NestResult) -> bool {
    match (value, result) {
        (NestResult::Tuple(values), NestResult::Tuple(results)) => {
            let mut both = values.iter().zip(results);
            both.any(|(value, result)| makes_array(value, result))
        }
        (NestResult::Scalar(_), NestResult::Tuple(items)) => items.iter().any(has_array),
        _ => false,
    }
}

fn has_array(result: &NestResult) -> bool {
    match result {
        NestResult::Array { .. } => true,
        NestResult::Scalar(_) => false,
        NestResult::Tuple(items) => items.iter().any(has_array),
    }
}
