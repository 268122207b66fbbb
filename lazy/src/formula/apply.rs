//! The application of a formula to columns: its operations on arrays, with their types.

use super::Inputs;
use super::context::{Application, Result};
use super::foreign;
use super::integers::COUNTS;
use super::message::{Span, similar};
use super::names::{self, Function};
use super::parse::{Expr, Id, Parsed};
use super::promote::Value;
use crate::ElementType;
use crate::Scalar;
use crate::build;
use crate::node::Operand;
use crate::operation::{Binary, Compare, Operator, Unary};
use crate::place::Place;
use crate::section::Section;

/// Applies a formula: the values of all its expressions.
pub(crate) fn apply<'f>(
    text: &'f str,
    parsed: &'f Parsed,
    inputs: &Inputs<'_>,
) -> Result<Application<'f>> {
    let mut application = Application {
        text,
        parsed,
        has_elements: inputs.has_elements,
        values: Vec::with_capacity(parsed.exprs.len()),
    };
    for (expr, span) in &parsed.exprs {
        let value = application.value(expr, *span, inputs)?;
        application.values.push(value);
    }
    Ok(application)
}

impl Application<'_> {
    fn value(&self, expr: &Expr, span: Span, inputs: &Inputs<'_>) -> Result<Value> {
        Ok(match expr {
            Expr::Integer(number, None) => Value::Integer(i128::from(*number)),
            Expr::Integer(number, Some(ty)) => {
                match Value::Integer(i128::from(*number)).to(*ty, Place::Nowhere) {
                    Some(operand) => Value::Typed(operand),
                    None => {
                        return Err(self.error(span, format!("{number} does not fit in `{ty}`")));
                    }
                }
            }
            Expr::Float(number, None) => Value::Float(*number),
            Expr::Float(number, Some(ty)) => {
                let number = crate::kernel::cast::scalar(Scalar::F64(*number), *ty);
                Value::Typed(Operand::Number(number))
            }
            Expr::Truth(truth) => Value::Typed(Operand::Number(Scalar::Bool(*truth))),
            Expr::Input(name) => self.input(name, span, inputs)?,
            Expr::Bound(value) => self.values[*value].clone(),
            Expr::Unary(unary, a) => self.unary(*unary, *a, span)?,
            Expr::Binary(Binary::Xor, a, b) => {
                self.bits(*a, *b, span)?;
                self.binary(Binary::Xor, *a, *b, span)?
            }
            Expr::Logical(binary, a, b) => {
                self.masks(*binary, *a, *b)?;
                self.binary(*binary, *a, *b, span)?
            }
            Expr::Binary(binary, a, b) => self.binary(*binary, *a, *b, span)?,
            Expr::Compare(compare, a, b) => self.compare(*compare, *a, *b, span)?,
            Expr::Cast(a, ty) => {
                let place = self.place();
                let operand = self.values[*a]
                    .to(*ty, place)
                    .or_else(|| Some(build::cast(self.values[*a].alone(place)?, *ty, place)));
                Value::Typed(operand.ok_or_else(|| self.too_large(*a))?)
            }
            Expr::Call(function, args) => self.call(*function, args, span)?,
            Expr::Section(a, section) => self.section(*a, section, span)?,
            Expr::Element(a, position) => self.element(*a, *position, span)?,
            Expr::Index(a, index) => self.index(*a, *index, span)?,
            Expr::With(a, section, new) => self.with(*a, section, *new, span)?,
            Expr::Reshape(a, lengths) => self.reshape(*a, lengths, span)?,
        })
    }

    fn input(&self, name: &str, span: Span, inputs: &Inputs<'_>) -> Result<Value> {
        if let Some(column) = inputs.column(name) {
            return Ok(Value::Typed(Operand::Node(column.clone().into_node())));
        }
        if let Some(reason) = inputs.excluded.get(name) {
            return Err(self.error(span, format!("`{name}` has no value: {reason}")));
        }
        if let Some(constant) = names::constant(name) {
            return Ok(Value::Float(constant));
        }
        let bound = self.parsed.bindings.iter().map(|(name, _)| &name[..]);
        let like = similar(
            name,
            inputs
                .names()
                .into_iter()
                .chain(bound)
                .filter(|known| *known != name),
        );
        let error = self.error(span, format!("there is no input `{name}`"));
        let is_other_case = |own: &str| own.to_lowercase() == name.to_lowercase();
        if !inputs.names().into_iter().any(is_other_case)
            && let Some(help) = foreign::value(name)
        {
            return Err(error.help(help));
        }
        if let Some(own) = name.strip_suffix('²') {
            return Err(error.help(format!("a power is `powf({own}, 2)`, or `{own} * {own}`")));
        }
        if let Some(value) = self.text[span.end..].trim_start().strip_prefix("<-") {
            let value = value.lines().next().unwrap_or_default().trim();
            return Err(error.help(format!("a binding is `{name} = {value}`")));
        }
        if names::functions().any(|function| function == name) {
            return Err(error.help(format!("`{name}` is a function: `{name}(x)`")));
        }
        if foreign::MODULES.contains(&name) {
            return Err(error.help(format!(
                "functions have no module: `mean(x)`, and not `{name}.mean(x)`"
            )));
        }
        let all = match inputs.names() {
            names if names.is_empty() => "no inputs are given".to_owned(),
            names => format!("inputs are {}", names.join(", ")),
        };
        Err(error.help(like.map_or(all, |like| format!("did you mean `{like}`?"))))
    }

    fn unary(&self, unary: Unary, a: Id, span: Span) -> Result<Value> {
        match (unary, &self.values[a]) {
            (Unary::Neg, Value::Integer(number)) => return Ok(Value::Integer(-number)),
            (Unary::Neg, Value::Float(number)) => return Ok(Value::Float(-number)),
            _ => {}
        }
        let mut operand = self.alone(a)?;
        let place = self.place();
        // Functions of floats take integers for floats.
        if unary.refuses(operand.ty()).is_some() && operand.ty().is_integer() && unary != Unary::Neg
        {
            operand = build::cast(operand, ElementType::F64, place);
        }
        self.checked(build::unary(unary, operand, place), span, &[a])
    }

    fn binary(&self, binary: Binary, a: Id, b: Id, span: Span) -> Result<Value> {
        if let Some(folded) = self.folded(binary, a, b, span)? {
            return Ok(folded);
        }
        self.counts(binary, a, b, span)?;
        let (x, y) = self.both(a, b, span)?;
        self.checked(build::binary(binary, x, y, self.place()), span, &[a, b])
    }

    /// The result of two numbers that stand in the formula: a number that has no type either.
    fn folded(&self, binary: Binary, a: Id, b: Id, span: Span) -> Result<Option<Value>> {
        let float = |value: &Value| match value {
            Value::Float(number) => Some(*number),
            Value::Integer(number) => Some(*number as f64),
            Value::Typed(_) => None,
        };
        let (x, y) = (&self.values[a], &self.values[b]);
        if let (Value::Integer(x), Value::Integer(y)) = (x, y) {
            let result = match binary {
                Binary::Add => x.checked_add(*y),
                Binary::Sub => x.checked_sub(*y),
                Binary::Mul => x.checked_mul(*y),
                Binary::Div if *y != 0 && x % y != 0 => {
                    let error = self.error(span, "a division of integers drops the rest");
                    return Err(error.help("with `.0` the numbers are floats"));
                }
                Binary::Div => x.checked_div(*y),
                Binary::Rem => x.checked_rem(*y),
                _ => return Ok(None),
            };
            return match result {
                Some(number) => Ok(Some(Value::Integer(number))),
                None if *y == 0 => Err(self.error(span, "a division by zero")),
                None => Err(self.error(span, "the number is too large")),
            };
        }
        let (Some(x), Some(y)) = (float(x), float(y)) else {
            return Ok(None);
        };
        Ok(match binary {
            Binary::Add => Some(Value::Float(x + y)),
            Binary::Sub => Some(Value::Float(x - y)),
            Binary::Mul => Some(Value::Float(x * y)),
            Binary::Div => Some(Value::Float(x / y)),
            _ => None,
        })
    }

    fn compare(&self, compare: Compare, a: Id, b: Id, span: Span) -> Result<Value> {
        let exact = self.signs(compare, a, b);
        let node = match exact.or_else(|| self.with_float(compare, a, b)) {
            Some(exact) => exact,
            None => {
                let (x, y) = self.both(a, b, span)?;
                build::compare(compare, x, y, self.place())
            }
        };
        self.checked(node, span, &[a, b])
    }

    fn call(&self, function: Function, args: &[Id], span: Span) -> Result<Value> {
        let place = self.place();
        let one = |id: Id| self.alone(id);
        let node = match (function, args) {
            (Function::Unary(unary), [a]) => return self.unary(unary, *a, span),
            (Function::Either(_, binary), [a, b]) => return self.binary(binary, *a, *b, span),
            (Function::Xor, [a, b]) => return self.binary(Binary::Xor, *a, *b, span),
            (Function::Binary(binary), [a, b]) => return self.float_binary(binary, *a, *b, span),
            (Function::Select, [mask, a, b]) => return self.select(*mask, *a, *b, span),
            (Function::Mean, [a]) => return self.mean(*a, span),
            (Function::Range, [a]) => return self.range(*a, span),
            (Function::Fold(operator) | Function::Either(operator, _), [a]) => {
                build::fold(operator, one(*a)?, place)
            }
            (Function::Scan(operator), [a]) => build::scan(operator, one(*a)?, place),
            (Function::FoldAxis(operator), [a, axis]) => {
                return self.fold_axis(operator, *a, *axis, span);
            }
            (Function::MeanAxis, [a, axis]) => return self.mean_axis(*a, *axis, span),
            (Function::Transpose, [a]) => return self.transpose(*a, span),
            (Function::Flatten, [a]) => return self.flatten(*a, span),
            (Function::Len, [a]) => build::len(COUNTS, one(*a)?, place),
            (Function::Positions, [a]) => build::positions_of(COUNTS, one(*a)?, place),
            (Function::Count, [a]) => {
                let mask = one(*a)?;
                if mask.ty() != ElementType::Bool {
                    let error = self.error(span, format!("{} is no mask", self.shown(*a)));
                    return Err(
                        error.help("`count(x > 0)` counts elements, `len(x)` is the length")
                    );
                }
                build::fold(Operator::Sum, build::cast(mask, COUNTS, place), place)
            }
            (Function::Reverse, [a]) => build::at(one(*a)?, Section::from(..).by(-1), place),
            (function, _) => unreachable!("`{function:?}` has so many arguments"),
        };
        self.checked(node, span, args)
    }

    /// A function of two floats, which takes integers for floats.
    fn float_binary(&self, binary: Binary, a: Id, b: Id, span: Span) -> Result<Value> {
        let (x, y) = self.both(a, b, span)?;
        let place = self.place();
        let float = |operand: Operand| match operand.ty().is_integer() {
            true => build::cast(operand, ElementType::F64, place),
            false => operand,
        };
        self.checked(
            build::binary(binary, float(x), float(y), place),
            span,
            &[a, b],
        )
    }

    fn select(&self, mask: Id, a: Id, b: Id, span: Span) -> Result<Value> {
        let condition = self.alone(mask)?;
        if condition.ty() != ElementType::Bool {
            let ty = condition.ty();
            let message = format!(
                "{} is of type `{ty}`, and must be a condition",
                self.shown(mask)
            );
            return Err(self
                .error(self.span(mask), message)
                .help("write a comparison, such as `x > 0`"));
        }
        let (x, y) = self.both(a, b, span)?;
        self.checked(
            build::select(condition, x, y, self.place()),
            span,
            &[mask, a, b],
        )
    }

    fn range(&self, len: Id, span: Span) -> Result<Value> {
        if let Expr::Call(Function::Len, args) = self.expr(len)
            && let [a] = args[..]
            && let counted = self.alone(a)?
            && counted.shape().len().is_none()
        {
            return self.checked(
                build::positions_of(COUNTS, counted, self.place()),
                span,
                &[a],
            );
        }
        let count = self.known(len, 8).map_err(|masked| match masked {
            Some(a) => {
                let message = format!("a mask decides the length of {}", self.shown(a));
                let error = self.error(self.span(len), message);
                error.help("`positions(x)` has the positions of `x`, and `positions(x)[..-1]` all but the last")
            }
            None => {
                let message = "the length of a range is an integer that stands in the formula, or `len` of an array";
                let error = self.error(self.span(len), message);
                error.help("write `range(100)`, or `positions(x)` for those of an array")
            }
        })?;
        match usize::try_from(count) {
            Ok(count) => self.checked(build::positions(COUNTS, count, self.place()), span, &[len]),
            Err(_) => {
                let message = match self.value_of(len) {
                    Value::Integer(_) => format!("a range can't have the length {count}"),
                    Value::Typed(_) | Value::Float(_) => {
                        let shown = self.shown(len);
                        format!("{shown} is {count}, and a range can't have that length")
                    }
                };
                Err(self.error(self.span(len), message))
            }
        }
    }

    /// An integer that does not depend on elements: it stands in the formula, or is the length of an
    /// array, or of so deep an expression of both. Otherwise the array whose length a mask decides, if that is why.
    pub(super) fn known(&self, id: Id, deep: usize) -> Result<i128, Option<Id>> {
        match (self.expr(id), self.value_of(id)) {
            (_, Value::Integer(number)) => Ok(*number),
            (Expr::Call(Function::Len, args), _) => {
                let shape = self.value_of(args[0]).shape().ok_or(None)?;
                let len = shape.len().ok_or(Some(args[0]))?;
                i128::try_from(len).map_err(|_| None)
            }
            (Expr::Binary(binary, a, b), _) if deep > 0 => {
                let (a, b) = (self.known(*a, deep - 1)?, self.known(*b, deep - 1)?);
                let result = match binary {
                    Binary::Add => a.checked_add(b),
                    Binary::Sub => a.checked_sub(b),
                    Binary::Mul => a.checked_mul(b),
                    Binary::Div => a.checked_div(b),
                    _ => None,
                };
                result.ok_or(None)
            }
            _ => Err(None),
        }
    }
}
