//! The free names of Rust expressions: those that a worker uses from outside.

use super::macros::is_formatting;
use crate::ordered::OrderedSet;
use crate::walk::{self, Node, visit_arguments};
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBinary, FieldValue, Pat, Stmt};

/// Calls `visit` on every free name of an expression, in the order of the
/// text, and lets it rename them. Names inside macro calls count wherever they
/// stand, since nothing is known of the macro.
pub fn visit_free(expr: &mut Expr, visit: &mut dyn FnMut(&mut Ident)) {
    Walker::new(Visitor::Free(visit)).visit_expr_mut(expr);
}

/// Calls `visit` on every call and every method call, from the outside to the
/// inside, also in the arguments of `format!` and its like. Where `visit` returns `true`,
/// nothing inside of the call is visited.
pub fn visit_calls(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr, &Enclosing<'_>) -> bool) {
    Walker::new(Visitor::Calls(visit)).visit_expr_mut(expr);
}

/// Calls `visit` on every subscripted expression, `x[…]`, from the inside to the outside, also in
/// the arguments of `format!` and its like.
pub fn visit_subscripts(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr, &Enclosing<'_>)) {
    Walker::new(Visitor::Subscripts(visit)).visit_expr_mut(expr);
}

/// Calls `visit` on every comparison, from the outside to the inside, also in the arguments of
/// `format!` and its like.
pub fn visit_comparisons(expr: &Expr, visit: &mut dyn FnMut(&ExprBinary, &Enclosing<'_>)) {
    Walker::new(Visitor::Comparisons(visit)).visit_expr_mut(&mut expr.clone());
}

/// Calls `visit` on what a pattern asks of a value by its literals: `i == 0` for `0` of `i`.
fn visit_literals(value: &Expr, pattern: &Pat, visit: &mut dyn FnMut(&ExprBinary)) {
    match (value, pattern) {
        (Expr::Paren(value), pattern) => visit_literals(&value.expr, pattern, visit),
        (value, Pat::Paren(pattern)) => visit_literals(value, &pattern.pat, visit),
        (value, Pat::Or(any)) => {
            for pattern in &any.cases {
                visit_literals(value, pattern, visit);
            }
        }
        (Expr::Tuple(values), Pat::Tuple(patterns))
            if values.elems.len() == patterns.elems.len() =>
        {
            for (value, pattern) in values.elems.iter().zip(&patterns.elems) {
                visit_literals(value, pattern, visit);
            }
        }
        (value, Pat::Lit(literal)) => visit(&syn::parse_quote!(#value == #literal)),
        _ => {}
    }
}

/// The parts of an expression that are around a place in it.
#[derive(Debug)]
pub struct Enclosing<'w> {
    scopes: &'w [OrderedSet<String>],
    closures: usize,
    conditions: usize,
}

impl Enclosing<'_> {
    /// Returns true if the expression itself binds a name for this place.
    pub fn binds(&self, name: &Ident) -> bool {
        let text = name.to_string();
        self.scopes.iter().any(|scope| scope.contains(&text))
    }

    /// Returns true if a closure is around the place.
    pub fn is_in_closure(&self) -> bool {
        self.closures > 0
    }

    /// Returns true if the place need not be reached where the expression is evaluated. So many
    /// closures around it are called there.
    pub fn is_conditional(&self, called: usize) -> bool {
        self.closures > called || self.conditions > 0
    }
}

/// The first free name that an expression assigns to: `n = …`, `n += …`,
/// `n.x = …`, `n[i] = …` or `*n = …`.
pub fn assigned(expr: &Expr) -> Option<Ident> {
    let mut first = None;
    Walker::new(Visitor::Assigned(&mut |name| {
        first.get_or_insert_with(|| name.clone());
    }))
    .visit_expr_mut(&mut expr.clone());
    first
}

/// The name at the root of the place that is assigned to.
fn root(place: &mut Expr) -> Option<&mut Ident> {
    match place {
        Expr::Path(path) if path.qself.is_none() => match path.path.segments.first_mut() {
            Some(only) if path.path.leading_colon.is_none() => Some(&mut only.ident),
            _ => None,
        },
        Expr::Field(field) => root(&mut field.base),
        Expr::Index(index) => root(&mut index.expr),
        Expr::Paren(paren) => root(&mut paren.expr),
        Expr::Group(group) => root(&mut group.expr),
        // Of a place further inside it depends on its type.
        Expr::Unary(unary) => match (&unary.op, &mut *unary.expr) {
            (syn::UnOp::Deref(_), name @ Expr::Path(_)) => root(name),
            _ => None,
        },
        _ => None,
    }
}

/// The free names of an expression, each once, in the order of the text.
pub fn free(expr: &Expr) -> Vec<Ident> {
    let mut names: Vec<Ident> = Vec::new();
    visit_free(&mut expr.clone(), &mut |name| {
        if !names.contains(name) {
            names.push(name.clone());
        }
    });
    names
}

/// The names that a pattern binds.
pub fn bound(pattern: &Pat) -> OrderedSet<String> {
    let mut names = OrderedSet::new();
    walk::pattern(pattern, &mut |node| {
        if let Node::Binding(binding) = node {
            names.insert(binding.ident.to_string());
        }
        true
    });
    names
}

/// `+=` and its like.
fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign,
        ShlAssign, ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// The purpose of a walk.
enum Visitor<'v> {
    /// All free names.
    Free(&'v mut dyn FnMut(&mut Ident)),
    /// The free names that are assigned to.
    Assigned(&'v mut dyn FnMut(&mut Ident)),
    /// Calls, with the expressions around them.
    Calls(&'v mut dyn FnMut(&mut Expr, &Enclosing<'_>) -> bool),
    /// Subscripted expressions, with the expressions around them.
    Subscripts(&'v mut dyn FnMut(&mut Expr, &Enclosing<'_>)),
    /// Comparisons, with the expressions around them.
    Comparisons(&'v mut dyn FnMut(&ExprBinary, &Enclosing<'_>)),
}

struct Walker<'v> {
    scopes: Vec<OrderedSet<String>>,
    /// The number of closures around.
    closures: usize,
    /// The number of branches and loops around.
    conditions: usize,
    visitor: Visitor<'v>,
}

impl<'v> Walker<'v> {
    fn new(visitor: Visitor<'v>) -> Self {
        Walker {
            scopes: vec![OrderedSet::new()],
            closures: 0,
            conditions: 0,
            visitor,
        }
    }

    fn name(&mut self, name: &mut Ident) {
        let text = name.to_string();
        if self.scopes.iter().any(|scope| scope.contains(&text)) {
            return;
        }
        match &mut self.visitor {
            Visitor::Free(visit) | Visitor::Assigned(visit) => visit(name),
            Visitor::Calls(_) | Visitor::Subscripts(_) | Visitor::Comparisons(_) => {}
        }
    }

    /// Visits a subscripted expression.
    fn subscript(&mut self, expr: &mut Expr) {
        if let (Visitor::Subscripts(visit), Expr::Index(_)) = (&mut self.visitor, &*expr) {
            let enclosing = Enclosing {
                scopes: &self.scopes,
                closures: self.closures,
                conditions: self.conditions,
            };
            visit(expr, &enclosing);
        }
    }

    /// Visits a comparison.
    fn comparison(&mut self, expr: &Expr) {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let Visitor::Comparisons(visit) = &mut self.visitor else {
            return;
        };
        let enclosing = Enclosing {
            scopes: &self.scopes,
            closures: self.closures,
            conditions: self.conditions,
        };
        match expr {
            Expr::Binary(binary)
                if matches!(binary.op, Eq(_) | Ge(_) | Gt(_) | Le(_) | Lt(_) | Ne(_)) =>
            {
                visit(binary, &enclosing);
            }
            // An arm of a literal is a comparison with it.
            Expr::Match(choice) => {
                for arm in &choice.arms {
                    visit_literals(&choice.expr, &arm.pat, &mut |comparison| {
                        visit(comparison, &enclosing);
                    });
                }
            }
            _ => {}
        }
    }

    /// Visits a call; says whether that is all that is to be seen of it.
    fn call(&mut self, expr: &mut Expr) -> bool {
        match (&mut self.visitor, &*expr) {
            (Visitor::Calls(visit), Expr::Call(_) | Expr::MethodCall(_)) => {
                let enclosing = Enclosing {
                    scopes: &self.scopes,
                    closures: self.closures,
                    conditions: self.conditions,
                };
                visit(expr, &enclosing)
            }
            _ => false,
        }
    }

    fn bind(&mut self, pattern: &Pat) {
        let scope = self.scopes.last_mut().expect("there is an outermost scope");
        scope.extend(bound(pattern));
    }

    /// Walks through a part that need not be evaluated.
    fn conditional(&mut self, walk: impl FnOnce(&mut Self)) {
        self.conditions += 1;
        walk(self);
        self.conditions -= 1;
    }

    fn scoped(&mut self, walk: impl FnOnce(&mut Self)) {
        self.scopes.push(OrderedSet::new());
        walk(self);
        self.scopes.pop();
    }

    /// The names that format strings capture: `{name}`.
    fn captured(&mut self, tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Literal(literal) => {
                    match syn::parse2::<syn::LitStr>(TokenTree::Literal(literal.clone()).into()) {
                        Ok(text) => {
                            let old = text.value();
                            let new = self.format_string(&old, text.span());
                            if new == old {
                                return TokenTree::Literal(literal);
                            }
                            let mut literal = Literal::string(&new);
                            literal.set_span(text.span());
                            TokenTree::Literal(literal)
                        }
                        Err(_) => TokenTree::Literal(literal),
                    }
                }
                other => other,
            })
            .collect()
    }

    /// Visits the names in a format string, and puts their new forms.
    fn format_string(&mut self, text: &str, span: Span) -> String {
        let mut new = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            let (before, after) = rest.split_at(start + 1);
            new.push_str(before);
            rest = after;
            if let Some(literal) = rest.strip_prefix('{') {
                new.push('{');
                rest = literal;
                continue;
            }
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) {
                new.push_str(name);
                continue;
            }
            // A keyword is no name, and then it captures nothing.
            match syn::parse_str::<Ident>(name) {
                Ok(mut name) => {
                    name.set_span(span);
                    self.name(&mut name);
                    new.push_str(&name.to_string());
                }
                Err(_) => new.push_str(name),
            }
        }
        new + rest
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Ident(mut ident) => {
                    self.name(&mut ident);
                    TokenTree::Ident(ident)
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other,
            })
            .collect()
    }
}

impl VisitMut for Walker<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.call(expr) {
            return;
        }
        self.comparison(expr);
        let assigned = matches!(self.visitor, Visitor::Assigned(_));
        if assigned {
            let place = match expr {
                Expr::Assign(assign) => root(&mut assign.left),
                Expr::Binary(binary) if is_compound(&binary.op) => root(&mut binary.left),
                _ => None,
            };
            if let Some(name) = place {
                self.name(name);
            }
        }
        match expr {
            // Read, not assigned to.
            Expr::Path(_) if assigned => {}
            Expr::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
                if path.path.segments.len() == 1 && path.path.segments[0].arguments.is_none() {
                    self.name(&mut path.path.segments[0].ident);
                }
            }
            Expr::Closure(closure) => self.scoped(|walker| {
                for parameter in &closure.inputs {
                    walker.bind(parameter);
                }
                walker.closures += 1;
                walker.visit_expr_mut(&mut closure.body);
                walker.closures -= 1;
            }),
            // A `let` in a condition binds for the block that follows.
            Expr::If(branch) => {
                self.scoped(|walker| {
                    walker.visit_expr_mut(&mut branch.cond);
                    walker.conditional(|walker| walker.visit_block_mut(&mut branch.then_branch));
                });
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.conditional(|walker| walker.visit_expr_mut(otherwise));
                }
            }
            Expr::While(repeat) => self.scoped(|walker| {
                walker.visit_expr_mut(&mut repeat.cond);
                walker.conditional(|walker| walker.visit_block_mut(&mut repeat.body));
            }),
            Expr::Loop(repeat) => {
                self.conditional(|walker| walker.visit_block_mut(&mut repeat.body));
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
                self.conditional(|walker| walker.visit_expr_mut(&mut binary.right));
            }
            Expr::Let(condition) => {
                self.visit_expr_mut(&mut condition.expr);
                self.bind(&condition.pat);
            }
            Expr::ForLoop(repeat) => {
                self.visit_expr_mut(&mut repeat.expr);
                self.scoped(|walker| {
                    walker.bind(&repeat.pat);
                    walker.conditional(|walker| walker.visit_block_mut(&mut repeat.body));
                });
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        self.subscript(expr);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scoped(|walker| {
            walker.bind(&arm.pat);
            walker.conditional(|walker| visit_mut::visit_arm_mut(walker, arm));
        });
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scoped(|walker| {
            // Functions are there before the statements around them.
            for statement in &block.stmts {
                if let Stmt::Item(syn::Item::Fn(function)) = statement {
                    let scope = walker.scopes.last_mut();
                    let scope = scope.expect("there is an outermost scope");
                    scope.insert(function.sig.ident.to_string());
                }
            }
            visit_mut::visit_block_mut(walker, block);
        });
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, statement);
        // The names of a `let` hold from the next statement on.
        if let Stmt::Local(local) = statement {
            self.bind(&local.pat);
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        visit_mut::visit_field_value_mut(self, field);
        // `Point { x }` becomes `Point { x: x_2 }` where `x` was renamed.
        if field.colon_token.is_none()
            && let (syn::Member::Named(member), Expr::Path(path)) = (&field.member, &field.expr)
            && !path.path.is_ident(member)
        {
            field.colon_token = Some(syn::Token![:](member.span()));
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        match self.visitor {
            Visitor::Assigned(_) => return,
            // The tokens of another macro may be of another language.
            Visitor::Calls(_) | Visitor::Subscripts(_) | Visitor::Comparisons(_) => {
                if is_formatting(&call.path) || call.path.is_ident("vec") {
                    visit_arguments(call, |expr| self.visit_expr_mut(expr));
                }
                return;
            }
            Visitor::Free(_) => {}
        }
        call.tokens = self.tokens(std::mem::take(&mut call.tokens));
        if is_formatting(&call.path) {
            call.tokens = self.captured(std::mem::take(&mut call.tokens));
        }
    }

    // Patterns hold no free names but those of constants, which are not ours,
    // and those in guards.
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::Guard(guarded) = pattern {
            self.visit_expr_mut(&mut guarded.guard);
        }
    }
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
}

#[cfg(test)]
mod tests;
