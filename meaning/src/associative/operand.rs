//! The shapes of an operator's operands: from the patterns and types of its parameters, from the
//! parts of them that it uses, and from its result.

use super::facts::length;
use super::shape::Shape;
use crate::interp::{Workers, by_name};
use crate::ir::Program;
use crate::ir::component::bare;
use crate::ordered::{OrderedSet, ToList};
use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::{Expr, FnArg, ItemFn, Member, Pat, ReturnType, Stmt};

/// Returns the shape of the operands of an operator, by the operator alone.
pub(super) fn shape(operator: &Expr, program: &Program, workers: &Workers<'_>) -> Shape {
    let look = Look { program, workers };
    match bare(operator) {
        Expr::Closure(closure) => {
            let mut shape = look.tail(&closure.body);
            if let ReturnType::Type(_, ty) = &closure.output {
                shape = shape.join(&look.syntax(ty));
            }
            for pattern in &closure.inputs {
                shape = shape.join(&look.pattern(pattern));
                if let Some(name) = name(pattern) {
                    shape = shape.join(&look.uses(name, &closure.body));
                }
            }
            shape
        }
        Expr::Path(path) => match path.path.get_ident().and_then(|name| look.helper(name)) {
            Some(helper) => look.function(helper),
            // `f64::hypot`
            None => path
                .path
                .segments
                .iter()
                .rev()
                .nth(1)
                .and_then(|owner| crate::interp::Prim::named(&owner.ident.to_string()))
                .map_or(Shape::Unknown, Shape::Prim),
        },
        _ => Shape::Unknown,
    }
}

/// The names of values that an expression uses and that neither it nor the
/// program binds: constants from outside.
pub(super) fn free(operator: &Expr, known: &dyn Fn(&str) -> bool) -> Vec<String> {
    #[derive(Default)]
    struct Names {
        used: OrderedSet<String>,
        bound: OrderedSet<String>,
    }
    fn collect(expr: &Expr, names: &mut Names) {
        walk::expr(expr, &mut |node| {
            match node {
                Node::Binding(binding) => {
                    names.bound.insert(binding.ident.to_string());
                }
                // A name that is called is a function.
                Node::Expr(Expr::Call(call)) if matches!(&*call.func, Expr::Path(_)) => {
                    call.args.iter().for_each(|arg| collect(arg, names));
                    return false;
                }
                Node::Expr(Expr::Path(path)) => {
                    let name = path.path.get_ident();
                    names.used.extend(name.map(ToString::to_string));
                }
                _ => {}
            }
            true
        });
    }
    let operator = bare(operator);
    if !matches!(operator, Expr::Closure(_)) {
        return Vec::new();
    }
    let mut names = Names::default();
    collect(operator, &mut names);
    let Names { used, bound } = names;
    used.into_iter()
        .filter(|name| !bound.contains(name) && !known(name))
        .list()
}

/// Returns true if something in an operator may have an effect on large values only: a remainder, a
/// minimum, a branch, or something that is not known here.
pub(super) fn is_bounded(operator: &Expr) -> bool {
    let plain = |name: &Ident| name == "max" || name == "abs";
    let mut found = false;
    walk::expr(operator, &mut |node| {
        found |= match node {
            Node::Expr(Expr::MethodCall(call)) => !plain(&call.method),
            Node::Expr(Expr::Call(call)) => match &*call.func {
                Expr::Path(path) => path
                    .path
                    .segments
                    .last()
                    .is_none_or(|last| !plain(&last.ident)),
                _ => true,
            },
            Node::Expr(Expr::Binary(binary)) => matches!(binary.op, syn::BinOp::Rem(_)),
            Node::Expr(Expr::Block(block)) => block.block.stmts.len() != 1,
            Node::Expr(expr) => !matches!(
                expr,
                Expr::Closure(_)
                    | Expr::Path(_)
                    | Expr::Lit(_)
                    | Expr::Paren(_)
                    | Expr::Group(_)
                    | Expr::Unary(_)
            ),
            _ => false,
        };
        !found
    });
    found
}

/// The name of a parameter that is not taken apart.
fn name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(ident) if ident.subpat.is_none() => Some(&ident.ident),
        Pat::Type(typed) => name(&typed.pat),
        Pat::Paren(inner) => name(&inner.pat),
        Pat::Reference(inner) => name(&inner.pat),
        _ => None,
    }
}

struct Look<'p, 'w> {
    program: &'p Program,
    workers: &'w Workers<'p>,
}

impl<'p> Look<'p, '_> {
    fn syntax(&self, ty: &syn::Type) -> Shape {
        Shape::of_syntax(ty, &|expr| length(expr, self.workers))
    }

    fn helper(&self, name: &Ident) -> Option<&'p ItemFn> {
        let functions = &self.program.items.functions;
        functions.iter().find(|item| item.sig.ident == *name)
    }

    fn output(&self, output: &ReturnType) -> Shape {
        match output {
            ReturnType::Default => Shape::Tuple(Vec::new()),
            ReturnType::Type(_, ty) => self.syntax(ty),
        }
    }

    /// A function that is the operator.
    fn function(&self, item: &ItemFn) -> Shape {
        let result = self.output(&item.sig.output);
        item.sig
            .inputs
            .iter()
            .fold(result, |shape, input| match input {
                FnArg::Typed(typed) => {
                    let mut shape = shape.join(&self.syntax(&typed.ty));
                    shape = shape.join(&self.pattern(&typed.pat));
                    for statement in &item.block.stmts {
                        if let (Some(name), Stmt::Expr(expr, _)) = (name(&typed.pat), statement) {
                            shape = shape.join(&self.uses(name, expr));
                        }
                    }
                    shape
                }
                FnArg::Receiver(_) => shape,
            })
    }

    fn pattern(&self, pattern: &Pat) -> Shape {
        match pattern {
            Pat::Paren(inner) => self.pattern(&inner.pat),
            Pat::Reference(inner) => self.pattern(&inner.pat),
            Pat::Type(typed) => self.syntax(&typed.ty).join(&self.pattern(&typed.pat)),
            Pat::Tuple(tuple) => {
                // Components that `..` leaves out are unknown.
                let named = tuple.elems.iter();
                let named = named.take_while(|pattern| !matches!(pattern, Pat::Rest(_)));
                Shape::Tuple(named.map(|item| self.pattern(item)).list())
            }
            Pat::Slice(slice) if !slice.elems.iter().any(|item| matches!(item, Pat::Rest(_))) => {
                let items = slice.elems.iter().map(|item| self.pattern(item));
                let item = items.fold(Shape::Unknown, |shape, item| shape.join(&item));
                Shape::Array(Box::new(item), Some(slice.elems.len()))
            }
            Pat::Struct(record) => {
                let fields = record.fields.iter();
                let fields = fields.map(|field| (member(&field.member), self.pattern(&field.pat)));
                Shape::Struct(last(&record.path), by_name(fields))
            }
            _ => Shape::Unknown,
        }
    }

    /// Returns the shape of an expression's value, from the expression itself.
    fn tail(&self, expr: &Expr) -> Shape {
        match expr {
            Expr::Paren(inner) => self.tail(&inner.expr),
            Expr::Group(inner) => self.tail(&inner.expr),
            Expr::Lit(literal) => Shape::of_literal(&literal.lit),
            Expr::Cast(cast) => self.syntax(&cast.ty),
            Expr::Tuple(tuple) => {
                Shape::Tuple(tuple.elems.iter().map(|item| self.tail(item)).list())
            }
            Expr::Array(array) => {
                let items = array.elems.iter().map(|item| self.tail(item));
                let item = items.fold(Shape::Unknown, |shape, item| shape.join(&item));
                Shape::Array(Box::new(item), Some(array.elems.len()))
            }
            Expr::Struct(literal) => {
                let fields = literal.fields.iter();
                let fields = fields.map(|field| (member(&field.member), self.tail(&field.expr)));
                Shape::Struct(last(&literal.path), by_name(fields))
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::If(branch) => {
                let then = self.block(&branch.then_branch);
                match &branch.else_branch {
                    Some((_, otherwise)) => then.join(&self.tail(otherwise)),
                    None => then,
                }
            }
            Expr::Match(matched) => {
                let arms = matched.arms.iter().map(|arm| self.tail(&arm.body));
                arms.fold(Shape::Unknown, |shape, arm| shape.join(&arm))
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => path
                    .path
                    .get_ident()
                    .and_then(|name| self.helper(name))
                    .map_or(Shape::Unknown, |item| self.output(&item.sig.output)),
                _ => Shape::Unknown,
            },
            _ => Shape::Unknown,
        }
    }

    fn block(&self, block: &syn::Block) -> Shape {
        match block.stmts.last() {
            Some(Stmt::Expr(expr, None)) => self.tail(expr),
            _ => Shape::Unknown,
        }
    }

    /// Returns the shape that the uses of a parameter ask for.
    fn uses(&self, name: &Ident, body: &Expr) -> Shape {
        let mut uses = Uses {
            look: self,
            name,
            shape: Shape::Unknown,
        };
        walk::expr(body, &mut |node| {
            match node {
                Node::Expr(field @ Expr::Field(_)) => uses.field(field),
                Node::Expr(Expr::Call(call)) => uses.call(call),
                _ => {}
            }
            true
        });
        uses.shape
    }
}

struct Uses<'l, 'p, 'w, 'n> {
    look: &'l Look<'p, 'w>,
    name: &'n Ident,
    shape: Shape,
}

impl Uses<'_, '_, '_, '_> {
    fn is_it(&self, expr: &Expr) -> bool {
        matches!(bare(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }

    /// The shape of the parameter, if a part of it has this shape.
    fn around(&self, part: &Expr, shape: Shape) -> Option<Shape> {
        if self.is_it(part) {
            return Some(shape);
        }
        match bare(part) {
            Expr::Field(field) => {
                let whole = match &field.member {
                    Member::Unnamed(index) => {
                        let index = usize::try_from(index.index).ok().filter(|i| *i < 16)?;
                        let mut items = vec![Shape::Unknown; index];
                        items.push(shape);
                        Shape::Tuple(items)
                    }
                    // Which struct it is does not matter to the interpreter.
                    Member::Named(name) => {
                        Shape::Struct(String::new(), vec![(name.to_string(), shape)])
                    }
                };
                self.around(&field.base, whole)
            }
            Expr::Index(index) => self.around(&index.expr, Shape::Array(Box::new(shape), None)),
            _ => None,
        }
    }

    /// Joins the shape of a parameter of which this is a field.
    fn field(&mut self, field: &Expr) {
        if let Some(shape) = self.around(field, Shape::Unknown) {
            self.shape = self.shape.join(&shape);
        }
    }

    /// Joins the shape of a parameter that a helper is called with.
    fn call(&mut self, call: &syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(helper) = path
                .path
                .get_ident()
                .and_then(|name| self.look.helper(name))
        {
            for (arg, input) in call.args.iter().zip(&helper.sig.inputs) {
                if let FnArg::Typed(typed) = input
                    && let Some(shape) = self.around(arg, self.look.syntax(&typed.ty))
                {
                    self.shape = self.shape.join(&shape);
                }
            }
        }
    }
}

fn member(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn last(path: &syn::Path) -> String {
    let last = path.segments.last();
    last.map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}
