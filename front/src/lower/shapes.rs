//! Sizes of axes: `reshape(xs, [h, w])`, `flatten(a)` and `shape(a)`.

use super::Lowering;
use crate::combinator::Use;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Count, Host, Op, tokens};
use crate::ordered::{OrderedSet, ToList};
use crate::syntax::{Apply, Pattern, Term, strip};
use syn::Expr;
use syn::spanned::Spanned;

impl Lowering {
    /// The sizes in `[n, m]`, and the array of their numbers, with those of lengths if they are
    /// `needed`.
    pub(super) fn axes(
        &mut self,
        sizes: &Expr,
        hint: &str,
        needed: bool,
    ) -> Option<(Vec<Count>, Host)> {
        let Expr::Array(list) = strip(sizes) else {
            self.found.push(catalog::sizes_are_a_list(sizes.span()));
            return None;
        };
        let (mut counts, mut numbers) = (Vec::new(), Vec::new());
        for size in &list.elems {
            if let Expr::Range(range) = strip(size) {
                self.found.push(catalog::range_as_size(range.span()));
                return None;
            }
            let (mut count, mut number) = self.count(size, hint)?;
            if let Count::Length(array) = count
                && needed
            {
                // The number itself is asked for as well.
                number = self.host(size, hint, super::host::Position::Scalar);
                count = Count::Length(array);
            }
            if count == Count::Anonymous
                && let [scalar] = number.scalars[..]
            {
                count = Count::Scalar(scalar);
            }
            counts.push(count);
            numbers.push(number);
        }
        if counts.is_empty() {
            self.found.push(catalog::sizes_are_a_list(sizes.span()));
            return None;
        }
        let all = numbers.iter().map(|number| &number.expr);
        let mut host = Host::plain(syn::parse_quote!([#(#all),*]));
        let mut scalars = OrderedSet::new();
        for number in &numbers {
            scalars.extend(&number.scalars);
        }
        host.scalars = scalars.into_iter().list();
        Some((counts, host))
    }

    /// `reshape(xs, [h, w])` and `flatten(xs)`.
    pub(super) fn reshape(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let arg = self.array(apply.args[0], hint, apply.combinator.name);
        let (counts, axes) = match apply.args.get(1) {
            Some(sizes) => {
                if self.leaves_size_out(apply.args[0], sizes) {
                    return None;
                }
                let (counts, axes) = self.axes(sizes, hint, true)?;
                (counts, Some(axes))
            }
            None => (Vec::new(), None),
        };
        Some(Op::Reshape {
            arg: arg?,
            counts,
            axes,
        })
    }

    /// `reshape(xs, [h, -1])`: reports the number that is to follow from the others.
    fn leaves_size_out(&mut self, array: &Expr, sizes: &Expr) -> bool {
        let Expr::Array(list) = strip(sizes) else {
            return false;
        };
        let is_out = |size: &&Expr| self.below_zero(size) == Some(-1);
        let Some(out) = list.elems.iter().find(is_out) else {
            return false;
        };
        let others = list.elems.iter().filter(|size| !is_out(size));
        let others = others.map(tokens::of).list();
        let array = match Term::of(array) {
            Term::Name(name) => name.to_string(),
            _ => "xs".to_owned(),
        };
        let instead = match &others[..] {
            [] => format!("len({array})"),
            [one] => format!("len({array}) / {one}"),
            several => format!("len({array}) / ({})", several.join(" * ")),
        };
        let report = catalog::negative_size(out.span(), -1, Some(&instead));
        self.found.push(report);
        true
    }

    /// Computes each `flatten` of what a loop makes in that loop, where nothing else needs the
    /// array in memory: then it would be there twice.
    pub(super) fn flatten_in_step(&mut self) {
        let program = &self.program;
        let returned = program.result.arrays();
        let is_needed = |array: ArrayId| {
            let mut bindings = program.bindings.values();
            returned.contains(&array)
                || bindings.any(|binding| {
                    let mut operands = binding.op.operands().into_iter();
                    let mut named = binding.op.hosts().into_iter().flat_map(|host| &host.arrays);
                    let is_complete = |(arg, used): (ArrayId, Use)| {
                        arg == array && matches!(used, Use::Complete(_))
                    };
                    let is_flat = matches!(binding.op, Op::Reshape { axes: None, .. });
                    !is_flat && operands.any(is_complete) || named.any(|named| *named == array)
                })
        };
        let in_step = program.bindings.iter().filter_map(|(id, binding)| {
            let Op::Reshape {
                arg, axes: None, ..
            } = binding.op
            else {
                return None;
            };
            let producer = &program.bindings[program.producer(arg)?].op;
            let is_made = producer.in_loop() && !matches!(producer, Op::Scatter { .. });
            let is_written = program.arrays[arg].home.is_some();
            (is_made && !is_written && !is_needed(arg)).then_some((id, arg))
        });
        for (id, arg) in in_step.list() {
            self.program.bindings[id].op = Op::Flatten { arg };
        }
    }

    /// `let [n, m] = shape(xs);`
    pub(super) fn bind_shape(&mut self, apply: &Apply<'_>, pattern: &Pattern, hint: &str) {
        let before = self.found.len();
        let patterns = match pattern {
            Pattern::Tuple(patterns, _) => Some(patterns),
            _ => None,
        };
        let array = self
            .check(apply)
            .then(|| self.array(apply.args[0], hint, "shape"))
            .flatten();
        if let (Some(array), Some(patterns)) = (array, patterns)
            && self.program.rank(array) == patterns.len()
        {
            for (axis, pattern) in patterns.iter().enumerate() {
                let axis = (patterns.len() > 1).then_some(axis);
                let op = Op::Length { arg: array, axis };
                self.bind(apply.span, op, pattern, None, None);
            }
            return;
        }
        if self.found.len() == before
            && let Some(array) = array
        {
            let rank = self.program.rank(array);
            self.found
                .push(catalog::shape_pattern(pattern.span(), rank));
        }
        for name in pattern.names() {
            self.scope.forget(name);
        }
    }
}
