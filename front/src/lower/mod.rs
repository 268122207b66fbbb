//! Surface tree to IR: normalisation to Combinator Normal Form.
//!
//! Nested and method forms become bindings of their own, names become ids, and
//! the names of the program that a host expression uses are written down beside it.

mod abbreviation;
mod apply;
mod arguments;
mod array;
mod arrays_used;
mod axes_used;
mod bind;
mod conditions;
mod count;
mod elements;
mod grid;
mod guard;
mod host;
mod index;
mod index_scope;
mod inner;
mod inner_arrays;
mod lanes;
mod misnamed;
mod neighbours;
mod operators;
mod order;
mod over;
mod pad;
mod prefix;
mod radius;
mod ranks;
mod recurrence;
mod result;
mod returned;
mod scope;
mod shapes;
mod space;
mod subscript;
mod view;
mod windows;
mod windows_of_axes;
mod write;

use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::estimate::Estimates;
use crate::ir::values::Values;
use crate::ir::{
    Array, ArrayId, Input, InputPart, Items, Math, Op, Origin, Program, Returned, Scalar, ScalarId,
    Segments,
};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::syntax::{Body, Function, Options, ParamKind, Pattern, Statement, StatementKind, Term};
use proc_macro2::{Ident, Span};
use scope::{Entity, Scope};
use syn::spanned::Spanned;
use syn::{Expr, Type};

/// Lowers a function of the item form.
///
/// # Errors
/// Every mistake in the use of combinators and names.
pub fn function(function: &Function) -> Result<Program, Diagnostics> {
    let mut found = Diagnostics::new();
    let program = function_leniently(function, Version::ONLY, &mut found);
    found.wall().map(|()| program)
}

/// Lowers a program of the expression form.
///
/// # Errors
/// Every mistake in the use of combinators and names.
pub fn expression(body: &Body, name: String) -> Result<Program, Diagnostics> {
    let mut found = Diagnostics::new();
    let options = Options::default();
    let program = expression_leniently(body, name, &options, Version::ONLY, &mut found);
    found.wall().map(|()| program)
}

/// A version of a program: its sums of products are put in orders that suit some sizes, and its scans
/// go along axes as its backends can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number, from 0 on.
    pub number: usize,
    /// The most versions that there may be.
    pub most: usize,
    /// True if scans may go along other axes than the last one.
    pub goes_down: bool,
    /// True if recurrences may: backends of the host have the same bits of them then.
    pub recurs_down: bool,
}

impl Version {
    /// The version for all sizes.
    pub const ONLY: Version = Version {
        number: 0,
        most: 1,
        goes_down: true,
        recurs_down: true,
    };
}

/// Lowers a version of a function of the item form, without the bindings that are wrong.
pub fn function_leniently(
    function: &Function,
    version: Version,
    found: &mut Diagnostics,
) -> Program {
    let mut lowering = Lowering::new(function.sig.ident.to_string(), &function.body, false);
    for param in &function.params {
        match param.kind {
            ParamKind::Scalar => {
                lowering.add_parameter(&param.name, Some(param.ty.clone()));
            }
            ParamKind::Array | ParamKind::ArrayMut => {
                let mutable = param.kind == ParamKind::ArrayMut;
                let element = param.element().cloned();
                let array = lowering.add_input(&param.name, mutable, element);
                if let Some(axes) = param.axes() {
                    lowering.add_view(array, axes);
                }
            }
        }
    }
    lowering.program.returns = function.output().cloned();
    lowering.estimates = Estimates::of(&function.items.functions);
    lowering.program.items = function.items.clone();
    lowering.program.math = function.options.math;
    lowering.mul_add = function.options.mul_add;
    lowering.order = order::Settings::of(&function.options, version);
    lowering.goes_down = version.goes_down;
    lowering.recurs_down = version.recurs_down;
    let before = found.len();
    let program = lowering.body(&function.body, found);
    if found.len() == before {
        result::check(function, &program, found);
    }
    elements::check(function, &program, found);
    program
}

/// Lowers a version of a program of the expression form, without the bindings that are wrong.
pub fn expression_leniently(
    body: &Body,
    name: String,
    options: &Options,
    version: Version,
    found: &mut Diagnostics,
) -> Program {
    let mut lowering = Lowering::new(name, body, true);
    lowering.program.math = options.math;
    lowering.mul_add = options.mul_add;
    lowering.order = order::Settings::of(options, version);
    lowering.goes_down = version.goes_down;
    lowering.recurs_down = version.recurs_down;
    lowering.body(body, found)
}

/// The state of lowering statements one after the other.
struct Lowering {
    program: Program,
    scope: Scope,
    /// Names that stand in array position somewhere: what an `external` binds
    /// under such a name is an array.
    arrays_used: OrderedSet<String>,
    /// The numbers of axes of names that are used as arrays of several.
    axes_used: OrderedMap<String, usize>,
    /// The newest version of each input that was written, and where it was.
    latest: OrderedMap<ArrayId, (ArrayId, Span)>,
    /// True if names from outside are captured (the expression form).
    open: bool,
    /// Estimates for the functions beside the program.
    estimates: Estimates,
    /// The numbers that are known to be equal.
    values: Values,
    /// The abbreviation whose expression is being lowered.
    part_of: Option<&'static str>,
    /// The abbreviation whose last operator waits to be bound.
    closing: Option<&'static str>,
    /// The sizes of the axes that folds over an index have asked for.
    sides: Vec<((ArrayId, usize), Expr)>,
    /// The scalars that are computed for index spaces, by the text of what computes them.
    computed: Vec<(String, ScalarId)>,
    /// The segments that the next scan computes.
    segments: Option<Box<Segments>>,
    /// The axes that indices of a program over lanes go along.
    along: Vec<index_scope::Bounded>,
    /// The settings for orders of sums of products.
    order: order::Settings,
    /// True if scans may go along other axes than the last one.
    goes_down: bool,
    /// True if recurrences may.
    recurs_down: bool,
    /// True if sums of products over an index multiply and add in one operation.
    mul_add: bool,
    found: Diagnostics,
}

impl Lowering {
    fn new(name: String, body: &Body, open: bool) -> Self {
        Lowering {
            program: Program {
                name,
                arrays: Default::default(),
                scalars: Default::default(),
                bindings: Default::default(),
                spaces: Default::default(),
                grids: Default::default(),
                guards: Vec::new(),
                result: Returned::Tuple(Vec::new()),
                returns: None,
                items: Items::default(),
                math: Math::default(),
                contractions: Vec::new(),
                outside: Vec::new(),
                versions: None,
            },
            scope: Scope::new(body),
            arrays_used: arrays_used::collect(body),
            axes_used: axes_used::collect(body),
            latest: OrderedMap::new(),
            open,
            estimates: Estimates::default(),
            values: Values::default(),
            part_of: None,
            closing: None,
            sides: Vec::new(),
            computed: Vec::new(),
            segments: None,
            along: Vec::new(),
            order: order::Settings::of(&Options::default(), Version::ONLY),
            goes_down: Version::ONLY.goes_down,
            recurs_down: Version::ONLY.recurs_down,
            mul_add: false,
            found: Diagnostics::new(),
        }
    }

    fn body(mut self, body: &Body, found: &mut Diagnostics) -> Program {
        for statement in &body.statements {
            self.statement(statement);
        }
        if let Some(result) = &body.result
            && let Some(result) = self.returned(result)
        {
            self.program.result = result;
        }
        self.unused_sizes();
        self.flatten_in_step();
        found.extend(self.found);
        self.program
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Let(pattern, ty) => {
                self.bind_value(&statement.value, pattern, ty.as_ref())
            }
            StatementKind::Write(name) => self.write(name, &statement.value),
            StatementKind::Return(guard) => self.guard(guard, &statement.value),
            StatementKind::Lost(names) => {
                for name in names {
                    self.scope.forget(name);
                }
            }
        }
    }

    /// `let pattern = value;`
    fn bind_value(&mut self, value: &Expr, pattern: &Pattern, ty: Option<&Type>) {
        match Term::of(value) {
            Term::Name(name) => self.bind_name(name, pattern, ty),
            Term::Apply(apply)
                if ["pad", "windows"].contains(&apply.combinator.name)
                    && !windows_of_axes::has_list(&apply) =>
            {
                self.bind_readable(&apply, pattern);
            }
            Term::Apply(apply) if lanes::yields_several(&apply) => {
                self.bind_lanes(&apply, pattern, ty)
            }
            Term::Apply(apply) => match self.plain_method(&apply) {
                Some(expr) => self.bind_host(expr, pattern, ty),
                None if apply.combinator.name == "shape" => {
                    self.bind_shape(&apply, pattern, &hint(pattern));
                }
                None => {
                    let op = self.apply(&apply, &hint(pattern));
                    self.bind_or_forget(apply.span, op, pattern, ty);
                }
            },
            Term::Range(range, expr) => {
                let op = self.range(range, expr);
                self.bind_or_forget(expr.span(), Some(op), pattern, ty);
            }
            Term::Tuple(tuple, expr) => match pattern {
                Pattern::Tuple(patterns, _) if patterns.len() == tuple.elems.len() => {
                    self.bind_together(patterns, tuple, ty);
                }
                _ => self.bind_host(expr, pattern, ty),
            },
            // `let ys = &xs;`
            Term::Host(Expr::Reference(reference))
                if array::is_of_ours(reference)
                    && (self.is_array(&reference.expr) || self.is_used_as_array(pattern)) =>
            {
                self.bind_value(&reference.expr, pattern, ty);
            }
            // `let xs = &self.xs;`
            Term::Host(expr) if array::is_place(expr) && self.is_used_as_array(pattern) => {
                self.bind_place(expr, pattern);
            }
            Term::Host(expr) => self.bind_host(expr, pattern, ty),
        }
    }

    /// `let ys = xs;`: another name for an array, or the value of a scalar.
    fn bind_name(&mut self, name: &Ident, pattern: &Pattern, ty: Option<&Type>) {
        if self.scope.is_forgotten(name) {
            self.forget(pattern);
            return;
        }
        let captured = self.scope.get(name).is_none()
            && (self.open && self.arrays_used.contains(&name.to_string())
                || self.is_used_as_array(pattern));
        if captured {
            self.captured(name);
        }
        if let Some(Entity::Array(array)) = self.scope.get(name)
            && let Origin::Input(input) = &mut self.program.arrays[array].origin
        {
            input.named_again = true;
        }
        match (self.scope.get(name), pattern) {
            (Some(Entity::Array(array)), Pattern::Name(alias)) => {
                if self.is_current(name, array) {
                    self.scope.insert(alias, Entity::Array(array));
                } else {
                    self.scope.forget(alias);
                }
            }
            (Some(entity @ (Entity::Padded(..) | Entity::Windows(..))), Pattern::Name(alias)) => {
                self.scope.insert(alias, entity);
            }
            (Some(Entity::Array(_)), Pattern::Wild(_)) => {}
            (Some(Entity::Array(_)), Pattern::Tuple(..)) => {
                self.found
                    .push(catalog::array_taken_apart(pattern.span(), name));
                self.forget(pattern);
            }
            _ => {
                let expr = syn::parse_quote!(#name);
                self.bind_host(&expr, pattern, ty);
            }
        }
    }

    /// Returns true if the program uses a captured value of this pattern as an array.
    fn is_used_as_array(&self, pattern: &Pattern) -> bool {
        self.open
            && pattern
                .names()
                .iter()
                .any(|name| self.arrays_used.contains(&name.to_string()))
    }

    /// `let (a, b) = (…, …);`: each value is bound by itself, in the scope
    /// before all of them.
    fn bind_together(&mut self, patterns: &[Pattern], tuple: &syn::ExprTuple, ty: Option<&Type>) {
        let types = bind::types(ty, patterns.len());
        let mut before = self.scope.names();
        let mut after = Vec::new();
        for ((pattern, value), ty) in patterns.iter().zip(&tuple.elems).zip(types) {
            self.bind_value(value, pattern, ty);
            let own = pattern.names();
            // Names that a value captures from outside are in scope for the values behind it.
            for (name, entity) in self.scope.names().iter() {
                if !own.iter().any(|own| *own == name) && !before.contains_key(name) {
                    before.insert(name.clone(), *entity);
                }
            }
            for name in own {
                after.push((name, self.scope.get(name)));
            }
            self.scope.restore(&before);
        }
        for (name, entity) in after {
            match entity {
                Some(entity) => self.scope.insert(name, entity),
                None => self.scope.forget(name),
            }
        }
    }

    fn bind_host(&mut self, expr: &Expr, pattern: &Pattern, ty: Option<&Type>) {
        if self.misnamed_or_unknown(expr, true) || self.is_slice(expr) {
            self.forget(pattern);
            return;
        }
        let before = self.found.len();
        let value = self.host(expr, &hint(pattern), host::Position::Scalar);
        let op = (self.found.len() == before).then_some(Op::Host { value });
        self.bind_or_forget(expr.span(), op, pattern, ty);
    }

    /// Binds the results of an operator; after a mistake inside it still binds
    /// the names, so that their uses are no mistakes of their own.
    fn bind_or_forget(&mut self, span: Span, op: Option<Op>, pattern: &Pattern, ty: Option<&Type>) {
        match op {
            Some(op) => {
                self.bind(span, op, pattern, ty, None);
            }
            None => self.forget(pattern),
        }
    }

    fn forget(&mut self, pattern: &Pattern) {
        for name in pattern.names() {
            self.scope.forget(name);
        }
    }

    /// Returns true if an array is the newest version of its memory; reports it otherwise.
    fn is_current(&mut self, name: &Ident, array: ArrayId) -> bool {
        let array = self.program.lies_in(array);
        let home = self.program.arrays[array].home.unwrap_or(array);
        match self.latest.get(&home) {
            Some((latest, written)) if *latest != array => {
                let arrays = &self.program.arrays;
                let names = [home, *latest].map(|array| arrays[array].name.clone());
                let report = catalog::overwritten(name, &names, *written);
                self.found.push(report);
                false
            }
            _ => true,
        }
    }

    fn add_parameter(&mut self, name: &Ident, ty: Option<Type>) -> ScalarId {
        self.scope.reserve(name);
        let scalar = self.program.scalars.push(Scalar {
            name: name.clone(),
            origin: None,
            ty,
            count: None,
        });
        self.scope.insert(name, Entity::Scalar(scalar));
        scalar
    }

    fn add_input(&mut self, name: &Ident, mutable: bool, ty: Option<Type>) -> ArrayId {
        self.scope.reserve(name);
        let array = self.program.arrays.push(Array {
            name: name.clone(),
            user_name: None,
            origin: Origin::Input(Input {
                host: syn::parse_quote!(#name),
                mutable,
                named_again: false,
                part: InputPart::Elements,
            }),
            home: None,
            ty,
        });
        self.scope.insert(name, Entity::Array(array));
        array
    }
}

/// Returns true if a name is written like a variable, not like a constant or a type.
fn is_variable(name: &Ident) -> bool {
    !name.to_string().chars().any(char::is_uppercase)
}

/// The prefix of the names of temporaries.
fn hint(pattern: &Pattern) -> String {
    match pattern.names().first() {
        Some(name) => name.to_string(),
        None => "unnamed".to_owned(),
    }
}
