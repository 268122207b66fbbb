//! Bindings and the names of their patterns.

use super::Lowering;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::{Array, ArrayId, Binding, BindingId, Op, Origin, Output, Scalar, Shape};
use crate::ordered::ToList;
use crate::syntax::Pattern;
use proc_macro2::{Ident, Span};
use syn::Type;
use syn::spanned::Spanned;

impl Lowering {
    /// Adds a binding and the names of its pattern.
    pub(super) fn bind(
        &mut self,
        span: Span,
        op: Op,
        pattern: &Pattern,
        ty: Option<&Type>,
        home: Option<ArrayId>,
    ) -> BindingId {
        let binding = self.program.bindings.push(Binding {
            span,
            op,
            outputs: Vec::new(),
            shape: Shape::Ignored,
            part_of: self.part_of.or(self.closing.take()),
            again: false,
        });
        let shape = self.shape(binding, pattern, ty, home);
        self.program.bindings[binding].shape = shape;
        if let (Some(home), Some(array)) = (home, self.program.bindings[binding].arrays().next()) {
            self.latest.insert(home, (array, span));
        }
        binding
    }

    fn shape(
        &mut self,
        binding: BindingId,
        pattern: &Pattern,
        ty: Option<&Type>,
        home: Option<ArrayId>,
    ) -> Shape {
        match pattern {
            Pattern::Wild(_) => Shape::Ignored,
            Pattern::Tuple(items, _) => {
                let types = types(ty, items.len());
                let shapes = items
                    .iter()
                    .zip(types)
                    .map(|(item, ty)| self.shape(binding, item, ty, home))
                    .list();
                Shape::Tuple(shapes)
            }
            Pattern::Name(name) => {
                let index = self.program.bindings[binding].outputs.len();
                let is_array = match &self.program.bindings[binding].op {
                    Op::Fold { .. } | Op::Host { .. } | Op::Inside { .. } | Op::Length { .. } => {
                        false
                    }
                    Op::External { .. } => {
                        self.arrays_used.contains(&name.to_string())
                            || matches!(ty, Some(Type::Slice(_)))
                    }
                    _ => true,
                };
                let output = if is_array {
                    let ty = ty.and_then(|ty| self.element_type(ty));
                    let array = self.program.arrays.push(Array {
                        name: name.clone(),
                        user_name: None,
                        origin: Origin::Output(binding, index),
                        home,
                        ty,
                    });
                    self.scope.insert(name, Entity::Array(array));
                    Output::Array(array)
                } else {
                    if let Some(ty @ Type::Slice(_)) = ty {
                        let op = self.program.bindings[binding].op.name();
                        self.found
                            .push(catalog::scalar_of_array_type(ty.span(), name, op));
                    }
                    let unique = self.scope.unique(name);
                    let scalar = self.program.scalars.push(Scalar {
                        name: unique,
                        origin: Some(binding),
                        ty: ty.cloned(),
                        count: None,
                    });
                    self.scope.insert(name, Entity::Scalar(scalar));
                    Output::Scalar(scalar)
                };
                self.program.bindings[binding].outputs.push(output);
                Shape::Output(index)
            }
        }
    }

    /// The type of the elements of an array of this type.
    fn element_type(&mut self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Slice(slice) => Some((*slice.elem).clone()),
            Type::Array(array) => Some((*array.elem).clone()),
            Type::Infer(_) => None,
            Type::Group(group) => self.element_type(&group.elem),
            Type::Paren(paren) => self.element_type(&paren.elem),
            Type::Reference(reference) => self.element_type(&reference.elem),
            Type::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "Vec") => {
                match &path.path.segments.last()?.arguments {
                    syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(syn::GenericArgument::Type(element)) => Some(element.clone()),
                        _ => None,
                    },
                    _ => None,
                }
            }
            other => {
                self.found.push(catalog::not_an_array_type(other.span()));
                None
            }
        }
    }

    /// Binds an operator to a name of our own and returns its results.
    pub(super) fn bind_temporary(&mut self, span: Span, op: Op, hint: &str) -> Output {
        let name = self.scope.fresh(&format!("{hint}_{}", op.name()), span);
        self.bind_under(name, op)
    }

    /// Binds an operator to this name.
    pub(super) fn bind_under(&mut self, name: Ident, op: Op) -> Output {
        let span = name.span();
        let binding = self.bind(span, op, &Pattern::Name(name), None, None);
        self.program.bindings[binding].outputs[0]
    }
}

/// The types of the parts of a tuple pattern, where the type is a tuple too.
pub(super) fn types(ty: Option<&Type>, parts: usize) -> Vec<Option<&Type>> {
    match ty {
        Some(Type::Tuple(tuple)) if tuple.elems.len() == parts => {
            tuple.elems.iter().map(Some).list()
        }
        _ => vec![None; parts],
    }
}
