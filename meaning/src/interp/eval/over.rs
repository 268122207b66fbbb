//! Folds over an index inside of workers, and elements of whole arrays.

use syn::Expr;

use super::{Eval, Evaluator};
use crate::interp::error::Fault;
use crate::interp::literal::Literal;
use crate::interp::value::{Array, Value, unify};
use crate::ir::over::{At, Kind, Over, View};
use crate::ordered::tried;
use crate::scalar::Binary;

/// A view with the values of its parts.
struct Known {
    /// Its name, as the user wrote it.
    name: String,
    array: Array,
    /// The size of each axis, the position for index 0 and the distance that the index makes.
    axes: Vec<(usize, usize, usize)>,
}

impl Evaluator<'_> {
    /// The value of a fold over an index.
    pub(super) fn over(&mut self, over: &Over<'_>) -> Eval {
        let [from, to] = [over.from, over.to].map(|limit| self.position(limit));
        let (from, to) = (from?, to?);
        let views = tried(over.views.iter().map(|view| self.view(view)))?;
        let mut total = match over.kind {
            Kind::Sum | Kind::Products(_) => Value::Literal(Literal::Zero),
            Kind::Fold(seed, _) | Kind::Steps(seed) => self.expr(seed)?,
        };
        let base = self.scope.len();
        if from < to {
            tried(views.iter().map(|view| view.inside(from, to - from)))?;
        }
        for index in from..to {
            let (state, name, parameters) = over.parameters();
            if let Some(state) = state {
                self.bind(state, total.clone())?;
            }
            self.scope.push((name.to_string(), index.into()));
            for (parameter, view) in parameters.into_iter().zip(&views) {
                let element = view.element(index)?;
                self.bind(parameter, element)?;
            }
            if let Some(factors) = over.factors() {
                let (left, right) = (self.expr(factors.left)?, self.expr(factors.right)?);
                self.scope.truncate(base);
                total = self.multiply_add(left, right, total)?;
                continue;
            }
            let term = self.expr(&over.closure.body)?;
            self.scope.truncate(base);
            total = match over.kind {
                Kind::Sum => self.operate(Binary::Add, total, term)?,
                Kind::Products(_) => unreachable!("the terms have factors"),
                Kind::Fold(_, operator) => self.apply_worker(operator, vec![total, term])?,
                Kind::Steps(_) => term,
            };
            self.scope.truncate(base);
        }
        Ok(total)
    }

    /// An element at a position of any kind.
    pub(super) fn at(&mut self, at: &At<'_>) -> Eval {
        let array = self.whole(at.array)?;
        let mut axes = Vec::new();
        for (size, position) in &at.axes {
            axes.push((self.position(size)?, self.position(position)?, 0));
        }
        let name = at.array.to_string();
        let known = Known { name, array, axes };
        known.inside(0, 1)?;
        Ok(known.element(0)?)
    }

    /// A product added to a total: floats are rounded once.
    fn multiply_add(&mut self, left: Value, right: Value, total: Value) -> Eval {
        // The total of no terms is a zero of no type yet.
        let (left, right) = unify(left, right)?;
        let is_float = |value: &Value| matches!(value, Value::F32(_) | Value::F64(_));
        if is_float(&left) {
            return self.method(left, "mul_add", vec![right, total]);
        }
        let product = self.operate(Binary::Mul, left, right)?;
        self.operate(Binary::Add, total, product)
    }

    fn view(&mut self, view: &View<'_>) -> Eval<Known> {
        let array = self.whole(view.array)?;
        let mut axes = Vec::new();
        for (size, start, factor) in &view.axes {
            axes.push((self.position(size)?, self.position(start)?, *factor));
        }
        let name = view.array.to_string();
        Ok(Known { name, array, axes })
    }

    fn position(&mut self, expr: &Expr) -> Eval<usize> {
        Ok(self.expr(expr)?.get()?)
    }

    fn whole(&self, name: &syn::Ident) -> Eval<Array> {
        match self.slot(name).map(|slot| &self.scope[slot].1) {
            Some(Value::Array(array)) => Ok(array.clone()),
            _ => Err(Fault::Input(format!("no array `{name}` was given")).into()),
        }
    }
}

impl Known {
    /// Fails if one of so many elements from an index on is not there.
    fn inside(&self, from: usize, count: usize) -> Result<(), Fault> {
        for (axis, (size, start, factor)) in self.axes.iter().enumerate() {
            let position = |index: usize| start.wrapping_add(factor.wrapping_mul(index));
            let mut positions = (from..from + count).map(position);
            if let Some(missing) = positions.find(|position| position >= size) {
                return Err(Fault::Outside {
                    array: self.name.clone(),
                    axis: (self.axes.len() > 1).then_some(axis),
                    position: missing.cast_signed().to_string(),
                    size: *size,
                });
            }
        }
        Ok(())
    }

    /// The element at an index.
    fn element(&self, index: usize) -> Result<Value, Fault> {
        let mut flat = 0;
        for (size, start, factor) in &self.axes {
            flat = flat * size + start.wrapping_add(factor.wrapping_mul(index));
        }
        let missing = || Fault::Types("an array has the elements of its axes".to_owned());
        self.array.get(flat).cloned().ok_or_else(missing)
    }
}
