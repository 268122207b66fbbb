//! Equations that cannot hold, and the arrays and sizes in them, in words.

use super::super::constraints::{Constraint, GridSize, SpaceSize};
use super::super::{Size, SizeKind};
use super::Solver;
use crate::diagnostic::catalog::{Generated, Sized};
use crate::diagnostic::{Diagnostic, catalog, place};
use crate::ir::tokens;
use crate::ir::{ArrayId, Binding, Count, Host, Input, InputPart, Op, Origin, Scalar};
use crate::ordered::ToList;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

impl Solver<'_> {
    /// Reports two arrays that one index reads and that may differ in length.
    pub(super) fn two_sizes(&mut self, space: &SpaceSize, first: ArrayId, second: ArrayId) {
        let [first, second] = [first, second].map(|array| {
            let size = self.length(array);
            self.sized(array, &size)
        });
        let span = self.program.bindings[space.by].span;
        self.found.push(catalog::two_sizes(span, &first, &second));
    }

    /// Reports two axes that one index goes along and that may differ in size.
    pub(super) fn two_axes(
        &mut self,
        size: &GridSize,
        index: &str,
        first: (ArrayId, usize),
        second: (ArrayId, usize),
    ) {
        let [one, two] = [first, second].map(|side| {
            let size = self.side(side);
            (self.axis_name(side), self.describe(&size))
        });
        let span = self.program.bindings[size.by].span;
        let report = catalog::two_axes(span, index, (&one.0, &one.1), (&two.0, &two.1));
        self.found.push(report);
    }

    /// Reports an axis that an index goes along, whose size is not the given one.
    pub(super) fn given_size(
        &mut self,
        size: &GridSize,
        index: &str,
        given: &Size,
        of: (ArrayId, usize),
    ) {
        let has = self.side(of);
        let (axis, has) = (self.axis_name(of), self.describe(&has));
        let span = self.program.bindings[size.by].span;
        let given = self.describe(given);
        let report = catalog::given_size(span, index, &given, (&axis, &has));
        self.found.push(report);
    }

    /// Reports an equation that cannot hold.
    pub(super) fn differ(&mut self, equation: &Constraint) {
        let program = self.program;
        let binding = &program.bindings[equation.by];
        let wanted = self.resolve(&equation.right.count());
        let has = self.left[&equation.left].count();
        // The other array of the binding, which already has the wanted size.
        let other = binding
            .op
            .args()
            .into_iter()
            .chain(
                binding
                    .arrays()
                    .filter_map(|array| program.arrays[array].home),
            )
            .find(|array| *array != equation.left && self.count(*array).as_ref() == Some(&wanted));
        let second = self.sized(equation.left, &has);
        let home = binding
            .arrays()
            .find_map(|array| program.arrays[array].home);
        if let Some(home) = home {
            let parameter = program.arrays[home].name.to_string();
            let what = match equation.left == home {
                true => self.result_of(binding, &wanted),
                false => second,
            };
            self.found
                .push(catalog::written_size(binding.span, &parameter, &what));
            return;
        }
        if let Some(report) = self.axes_differ(equation) {
            self.found.push(report);
            return;
        }
        let first = match other {
            Some(other) => self.sized(other, &wanted),
            None => self.result_of(binding, &wanted),
        };
        let has = self.resolve(&has);
        let report = match (self.literal(&wanted), self.literal(&has)) {
            _ if are_parts(&wanted, &has) => {
                catalog::parts_in_step(binding.span, binding.op.name(), &first, &second)
            }
            (Some(wanted), Some(has)) => catalog::sizes_never_agree(
                binding.span,
                binding.name(),
                (&first.label, wanted),
                (&second.label, has),
            ),
            _ if self.never_agree(&wanted, &has) => {
                let more = self.difference(&wanted, &has).unwrap_or_default();
                catalog::lengths_apart(binding.span, binding.name(), (&first, &second), more)
            }
            _ => catalog::sizes_differ(binding.span, binding.name(), &first, &second),
        };
        self.found.push(report);
    }

    /// The message for the first axis of two arrays in step that need not have one size.
    fn axes_differ(&self, equation: &Constraint) -> Option<Diagnostic> {
        let (program, left) = (self.program, equation.left);
        let has = self.resolve_axes(&self.left[&left]);
        let wanted = self.resolve_axes(&equation.right);
        let rank = has.rank();
        if rank < 2 || equation.flattened || rank != wanted.rank() {
            return None;
        }
        let args = program.bindings[equation.by].op.args();
        let other = args.into_iter().find(|array| {
            let known = self.left.get(array).map(|shape| self.resolve_axes(shape));
            *array != left && known.as_ref() == Some(&wanted)
        })?;
        let mut axes = has.axes().iter().zip(wanted.axes());
        let axis = axes.position(|(has, wanted)| self.difference(has, wanted) != Some(0))?;
        // Grids keep the names of the indices that go along both.
        let mut grids = program.grids.iter().map(|(_, grid)| grid);
        let grid = grids.find(|grid| {
            let reads = |array: ArrayId| grid.reads.iter().any(|read| read.array == array);
            grid.indices.len() == rank && reads(left) && reads(other)
        });
        let index = grid.map(|grid| &grid.indices[axis].name[..]);
        let is_turned = has.axes().iter().rev().eq(wanted.axes());
        let [first, second] = [(other, &wanted), (left, &has)].map(|(array, shape)| {
            let name = self.axis_name((array, axis));
            (name, self.describe(&shape.axes()[axis]))
        });
        let binding = &program.bindings[equation.by];
        let turned = is_turned.then(|| program.arrays[left].name.to_string());
        Some(catalog::axes_differ(
            binding.span,
            (binding.name(), index),
            (&first.0, &first.1),
            (&second.0, &second.1),
            turned.as_deref(),
        ))
    }

    pub(super) fn axis_name(&self, (array, axis): (ArrayId, usize)) -> String {
        let name = &self.program.arrays[array].name;
        match self.program.rank(array) {
            1 => self.axis_of_input(array).unwrap_or(format!("`{name}`")),
            _ => catalog::axis_of(&name.to_string(), axis),
        }
    }

    /// The axis of an input, for the array that stands for its positions.
    fn axis_of_input(&self, array: ArrayId) -> Option<String> {
        let (of, axis) = self.input_axis(array)?;
        Some(catalog::axis_of(&of, axis))
    }

    /// The text of an input and the number of the axis for whose positions an array stands.
    fn input_axis(&self, array: ArrayId) -> Option<(String, usize)> {
        match &self.program.arrays[array].origin {
            Origin::Input(Input {
                part: InputPart::Axis(axis),
                host,
                ..
            }) => Some((tokens::of(host), *axis)),
            _ => None,
        }
    }

    /// `let [_, size] = shape(a);` for the second axis of `a`, if an array stands for that.
    fn shape_of_input(&self, array: ArrayId) -> Option<String> {
        let (of, along) = self.input_axis(array)?;
        let arrays = self.program.arrays.iter();
        let axes = arrays.filter_map(|(id, _)| self.input_axis(id));
        let names = axes
            .filter(|(array, _)| *array == of)
            .map(|(_, axis)| if axis == along { "size" } else { "_" });
        let names: Vec<&str> = names.list();
        Some(format!("let [{}] = shape({of});", names.join(", ")))
    }

    /// An array in a message.
    pub(super) fn sized(&self, array: ArrayId, size: &Size) -> Sized {
        let name = &self.program.arrays[array].name;
        let length = self.describe(size);
        let generated = self.generated(size);
        // The names of temporaries stand where their combinators do.
        let temporary = self.program.producer(array).filter(|binding| {
            let (ours, users) = (self.program.bindings[*binding].span, name.span());
            (ours.start(), ours.end()) == (users.start(), users.end())
                && name
                    .to_string()
                    .trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')
                    .ends_with(self.program.bindings[*binding].op.name())
        });
        let described = self.computed_in_place(array);
        let described = described.map(|expression| format!("`{expression}`"));
        if let Some(label) = described.or_else(|| self.axis_of_input(array)) {
            return Sized {
                label,
                name: None,
                length,
                generated,
                axis: self.shape_of_input(array),
            };
        }
        match temporary {
            Some(binding) => Sized {
                label: match self.program.bindings[binding].name() {
                    "range" => "the range".to_owned(),
                    op => format!("the result of `{op}(…)`"),
                },
                name: None,
                length,
                generated,
                axis: None,
            },
            None => match &self.program.arrays[array].origin {
                // `&xs[1..]`
                Origin::Input(input) if !matches!(input.host, syn::Expr::Path(_)) => Sized {
                    label: format!("`{}`", tokens::of(&input.host)),
                    name: None,
                    length,
                    generated,
                    axis: None,
                },
                _ => Sized {
                    label: format!("`{name}`"),
                    name: Some(name.to_string()),
                    length,
                    generated,
                    axis: None,
                },
            },
        }
    }

    /// The text of host code that stands in array position: `ys[1..]`.
    fn computed_in_place(&self, array: ArrayId) -> Option<String> {
        let binding = &self.program.bindings[self.program.producer(array)?];
        let Op::External { call, .. } = &binding.op else {
            return None;
        };
        let (code, name) = (call.expr.span(), self.program.arrays[array].name.span());
        let is_unnamed = (code.start(), code.end()) == (name.start(), name.end());
        is_unnamed.then(|| self.text(call))
    }

    /// Host code as it was written, with the lengths that have a name of ours in it.
    fn text(&self, code: &Host) -> String {
        let length = |name: &Ident| {
            let scalars = code.scalars.iter();
            let mut scalars = scalars.map(|scalar| &self.program.scalars[*scalar]);
            let scalar = scalars.find(|scalar| scalar.name == *name)?;
            match &self.program.bindings[scalar.origin?].op {
                Op::Length { arg, axis: None } => Some(&self.program.arrays[*arg].name),
                _ => None,
            }
        };
        tokens::text(with_lengths(code.expr.to_token_stream(), &length))
    }

    /// Describes the result of a binding, for a message.
    pub(super) fn result_of(&self, binding: &Binding, size: &Size) -> Sized {
        Sized {
            label: format!("the result of `{}`", binding.name()),
            name: None,
            length: self.describe(size),
            generated: self.generated(size),
            axis: None,
        }
    }

    /// Describes the computation of a size.
    fn generated(&self, size: &Size) -> Generated {
        let Size::Var(var) = self.resolve(size) else {
            return Generated::No;
        };
        let number = match &self.vars[var] {
            SizeKind::Named(Count::Scalar(scalar)) => Some(*scalar),
            SizeKind::Named(Count::Literal(_)) => return Generated::Named,
            SizeKind::Rigid(binding, _) => match &self.program.bindings[*binding].op {
                Op::Generate { length: host, .. } | Op::Range { range: host, .. } => {
                    host.scalars.first().copied()
                }
                _ => None,
            },
            SizeKind::Named(_) | SizeKind::Unification => None,
        };
        match number.map(|scalar| &self.program.scalars[scalar]) {
            Some(Scalar {
                count: Some(expression),
                ..
            }) => Generated::With(expression.clone()),
            Some(_) if matches!(self.vars[var], SizeKind::Named(_)) => Generated::Named,
            _ => Generated::No,
        }
    }

    /// A size in words.
    pub(super) fn describe(&self, size: &Size) -> String {
        let size = &self.resolve(size);
        if let Generated::With(expression) = self.generated(size) {
            return format!("`{expression}`");
        }
        match size {
            Size::Product(shape) => {
                let axes = shape.axes().iter().map(|axis| self.describe(axis));
                format!("the product of {}", axes.list().join(" and "))
            }
            Size::Section { of, less, by } => section(&self.describe(of), *less, *by),
            Size::Var(var) => match &self.vars[*var] {
                SizeKind::Rigid(binding, _) => {
                    let binding = &self.program.bindings[*binding];
                    let array = binding.arrays().next();
                    if array.is_some_and(|array| self.computed_in_place(array).is_some()) {
                        return format!("the host code on {}", place(binding.span));
                    }
                    match binding.name() {
                        "range" => format!("the range on {}", place(binding.span)),
                        op => format!("the `{op}` on {}", place(binding.span)),
                    }
                }
                SizeKind::Named(Count::Scalar(scalar)) => {
                    format!("the scalar `{}`", self.program.scalars[*scalar].name)
                }
                SizeKind::Named(Count::Literal(number)) => format!("the literal {number}"),
                SizeKind::Named(_) | SizeKind::Unification => self.describe_input(size),
            },
        }
    }

    fn describe_input(&self, size: &Size) -> String {
        let mut inputs = self.program.inputs();
        let input = inputs.find(|(input, _)| self.count(*input).as_ref() == Some(size));
        match input {
            Some((input, _)) => {
                let name = &self.program.arrays[input].name;
                let axis = self.axis_of_input(input);
                let input = axis.unwrap_or(format!("the input `{name}`"));
                format!("{input} on {}", place(name.span()))
            }
            None => "another array".to_owned(),
        }
    }
}

/// Returns true if two sizes are different sections of one.
fn are_parts(one: &Size, other: &Size) -> bool {
    let is_section = |size: &Size| matches!(size, Size::Section { .. });
    one.as_section().0 == other.as_section().0 && (is_section(one) || is_section(other))
}

/// A part of a size in words.
fn section(of: &str, less: usize, by: usize) -> String {
    match (less, by) {
        (less, 1) => format!("{of} less {less}"),
        (0, by) => format!("{of}, of which every {by} count one"),
        (less, by) => format!("{of} less {less}, of which every {by} count one"),
    }
}

/// Tokens with `len(xs)` in place of names, where `length` has an array for them.
fn with_lengths<'a>(
    tokens: TokenStream,
    length: &impl Fn(&Ident) -> Option<&'a Ident>,
) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) => match length(&name) {
            Some(array) => quote!(len(#array)),
            None => TokenTree::Ident(name).into(),
        },
        TokenTree::Group(group) => {
            let inside = with_lengths(group.stream(), length);
            TokenTree::Group(Group::new(group.delimiter(), inside)).into()
        }
        token => token.into(),
    });
    tokens.collect()
}
