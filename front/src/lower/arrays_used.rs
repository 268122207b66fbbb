//! The names of a program that stand in array position.

use super::array::is_of_ours;
use super::subscript::{Terms, subscripts};
use crate::combinator::Parameter;
use crate::ordered::{OrderedSet, ToList, flat};
use crate::syntax::{Apply, Body, Pattern, StatementKind, Term, names, strip};
use crate::walk::{self, Node};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Stmt};

/// All names that are an argument of array kind somewhere in a program, or
/// that have another name that is.
pub(super) fn collect(body: &Body) -> OrderedSet<String> {
    let mut names = Names::default();
    if let Some(result) = &body.result {
        names.look_into(result);
    }
    // From the last to the first, so that uses of a name are known where it is
    // bound.
    for statement in body.statements.iter().rev() {
        if let StatementKind::Let(pattern, _) = &statement.kind {
            names.bind(pattern, &statement.value);
        }
        names.look_into(&statement.value);
    }
    names.all
}

#[derive(Default)]
struct Names {
    all: OrderedSet<String>,
    /// The names whose use lies behind, with no other binding of the name between.
    ahead: OrderedSet<String>,
}

impl Names {
    fn bind(&mut self, pattern: &Pattern, value: &Expr) {
        let mut aliased = Vec::new();
        self.aliases(pattern, value, &mut aliased);
        for name in pattern.names() {
            self.ahead.remove(&name.to_string());
        }
        for name in aliased {
            self.insert(name);
        }
    }

    /// The names that stand for the same arrays as those of a pattern that are
    /// used as such.
    fn aliases<'e>(&self, pattern: &Pattern, value: &'e Expr, found: &mut Vec<&'e Ident>) {
        match (pattern, Term::of(value)) {
            (Pattern::Tuple(patterns, _), Term::Tuple(values, _))
                if patterns.len() == values.elems.len() =>
            {
                for (pattern, value) in patterns.iter().zip(&values.elems) {
                    self.aliases(pattern, value, found);
                }
            }
            (Pattern::Name(alias), _) if self.ahead.contains(&alias.to_string()) => {
                found.extend(named(value));
            }
            _ => {}
        }
    }

    /// Adds the names in an expression.
    fn look_into(&mut self, expr: &Expr) {
        walk::expr(expr, &mut |node| {
            match node {
                // Nothing inside a worker is an array of the program, unless a fold over an index
                // reads it.
                Node::Expr(worker @ Expr::Closure(_)) => {
                    self.folded(worker);
                    return false;
                }
                Node::Expr(expr) => {
                    if let Term::Apply(apply) = Term::of(expr) {
                        self.apply(&apply);
                    }
                }
                _ => {}
            }
            true
        });
    }

    /// Adds the arrays that folds over an index in a worker read.
    fn folded(&mut self, worker: &Expr) {
        let mut found = Vec::new();
        names::visit_calls(&mut worker.clone(), &mut |call, enclosing| {
            if let Term::Apply(apply) = Term::of(call)
                && apply.combinator.is_over_index()
            {
                let read = apply.args.last().map(|closure| read_at_index(closure));
                let read = read.unwrap_or_default().into_iter();
                found.extend(read.filter(|name| !enclosing.binds(name)));
            }
            false
        });
        for name in &found {
            self.insert(name);
        }
    }

    fn apply(&mut self, apply: &Apply<'_>) {
        if apply.combinator.is_over_index() || apply.combinator.is_recurrence_over() {
            for name in apply
                .args
                .last()
                .map_or_else(Vec::new, |it| read_at_index(it))
            {
                self.insert(&name);
            }
        }
        if apply.combinator.infers_space() || apply.combinator.has_sizes() {
            self.subscripted(apply.args[apply.args.len() - 1]);
        }
        // A worker over lanes is a program, with names of its own.
        if super::lanes::is_program(apply)
            && let Expr::Closure(program) = strip(apply.args[0])
        {
            self.insert_free(program);
        }
        for (position, arg) in apply.args.iter().enumerate() {
            if let (Parameter::Array(_) | Parameter::Arrays(_), Some(name)) =
                (apply.combinator.parameter(position), named(arg))
                // `x.len()` may be Rust's own.
                && (apply.method.is_none() || apply.combinator.name != "len")
            {
                self.insert(name);
            }
        }
    }

    /// Adds the names that are used as arrays in a program over lanes, and not bound there.
    fn insert_free(&mut self, program: &syn::ExprClosure) {
        let mut inside = Names::default();
        let body = strip(&program.body);
        match body {
            Expr::Block(block) => {
                for statement in block.block.stmts.iter().rev() {
                    match statement {
                        Stmt::Local(local) => {
                            for name in names::bound(&local.pat) {
                                inside.all.remove(&name);
                            }
                            if let Some(value) = &local.init {
                                inside.look_into(&value.expr);
                            }
                        }
                        Stmt::Expr(value, _) => inside.look_into(value),
                        _ => {}
                    }
                }
            }
            _ => inside.look_into(body),
        }
        for name in flat(program.inputs.iter().map(names::bound)) {
            inside.all.remove(&name);
        }
        self.all.extend(inside.all.iter().cloned());
        self.ahead.extend(inside.all);
    }

    /// Adds the arrays that a `generate` reads at one of its indices.
    fn subscripted(&mut self, worker: &Expr) {
        let Expr::Closure(closure) = strip(worker) else {
            return;
        };
        let indices = flat(closure.inputs.iter().map(names::bound)).into_iter();
        let indices: Vec<Ident> = indices
            .map(|index| Ident::new(&index, closure.inputs.span()))
            .list();
        let mut found = Vec::new();
        names::visit_subscripts(&mut closure.body.clone(), &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            // A constant beside the program may be the offset.
            let goes_along = |at: &Expr, index: &Ident| {
                let terms = Terms::of(at, Some(index), &[]);
                !enclosing.binds(index) && terms.is_some_and(|(factor, _)| factor != 0)
            };
            let given = subscripts(subscripted);
            if let Term::Name(name) = Term::of(&subscripted.expr)
                && !enclosing.binds(name)
                && given
                    .iter()
                    .any(|at| indices.iter().any(|index| goes_along(at, index)))
            {
                found.push(name.clone());
            }
        });
        for name in &found {
            self.insert(name);
        }
    }

    fn insert(&mut self, name: &Ident) {
        self.all.insert(name.to_string());
        self.ahead.insert(name.to_string());
    }
}

/// The arrays that a closure of indices reads at one of these.
fn read_at_index(closure: &Expr) -> Vec<Ident> {
    let Expr::Closure(closure) = strip(closure) else {
        return Vec::new();
    };
    let indices = flat(closure.inputs.iter().map(names::bound));
    let mut found = Vec::new();
    names::visit_subscripts(&mut closure.body.clone(), &mut |expr, enclosing| {
        if let Expr::Index(subscripted) = &*expr
            && let Term::Name(name) = Term::of(&subscripted.expr)
            && !enclosing.binds(name)
        {
            let mut free = names::free(&subscripted.index).into_iter();
            if free.any(|name| indices.contains(&name.to_string())) {
                found.push(name.clone());
            }
        }
    });
    found
}

/// The name that an expression is: `xs`, or `&xs`, which is the same array.
pub(super) fn named(expr: &Expr) -> Option<&Ident> {
    match Term::of(expr) {
        Term::Name(name) => Some(name),
        Term::Host(Expr::Reference(reference)) if is_of_ours(reference) => named(&reference.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Id, Program};
    use crate::syntax::{Source, parse};

    fn lowered(text: &str) -> Result<Program, String> {
        let tokens = text.parse().expect("it lexes");
        let Ok(Source::Functions(functions, _)) = parse(tokens) else {
            panic!("no function: {text}");
        };
        crate::lower::function(&functions[0]).map_err(|found| format!("{found:?}"))
    }

    fn arrays(text: &str) -> Vec<String> {
        let program = lowered(text).expect("it is right");
        let names = program
            .arrays
            .ids()
            .map(|id| (id, &program.arrays[id].name));
        let mut names: Vec<_> = names
            .map(|(id, name)| (id.index(), name.to_string()))
            .collect();
        names.sort();
        names.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn an_alias_that_is_an_array_makes_one_of_its_origin() {
        for alias in [
            "let c = a;",
            "let c = &a;",
            "let d = a; let c = &d;",
            "let (c, m) = (a, n);",
            "let (c, b) = (b, n); let c = a;",
        ] {
            let text = format!(
                "fn f(xs: &[f64]) -> f64 {{
                    let (a, n) = external(g(&xs)); let b = n; {alias} fold(0.0, |a, b| a + b, c)
                }}"
            );
            assert_eq!(arrays(&text), ["xs", "a"], "{alias}");
        }
    }

    #[test]
    fn a_program_over_rows_has_names_of_its_own() {
        let text = "fn f(h: usize, xs: &[f64]) -> (Vec<f64>, usize) {
            let a = reshape(xs, [h, 2]);
            let sums = map(|n| { let k = map(|x| x + 1.0, n); fold(0.0, |a, b| a + b, k) }, rows(a));
            let (b, n, k) = external(g(&xs));
            (map(|x, y| x + y, sums, b), n + k)
        }";
        let names = arrays(text);
        let count = |wanted: &str| names.iter().filter(|name| *name == wanted).count();
        // The array `k` of the rows, and no other.
        assert_eq!((count("n"), count("k")), (0, 1), "{names:?}");
    }

    #[test]
    fn an_alias_that_is_bound_anew_says_nothing() {
        let text = "fn f(xs: &[f64]) -> (f64, usize) {
            let (a, n) = external(g(&xs));
            let c = n;
            let k = c + 1;
            let c = a;
            (fold(0.0, |a, b| a + b, &c), k)
        }";
        assert_eq!(arrays(text), ["xs", "a"]);
    }
}
