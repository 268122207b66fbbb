//! Folds over an index that the lanes of an element divide among themselves.

use super::super::text::Text;
use super::Printer;
use crate::scalar::{Expr, ExprKind, LocalId, LoopId, Statement};

/// The lanes of an element.
#[derive(Clone, Debug)]
pub(in crate::codegen::ocl) struct Divided {
    /// The variable with the number of this lane among them.
    pub(in crate::codegen::ocl) own: String,
    /// The variable with the number of lanes.
    pub(in crate::codegen::ocl) lanes: String,
    /// The variable with the distance between two of them in the group.
    pub(in crate::codegen::ocl) apart: String,
    /// The declarations of the local memory in which they meet.
    pub(in crate::codegen::ocl) scratch: Vec<String>,
}

/// A fold over an index in plain statements.
struct Fold<'e> {
    total: LocalId,
    seed: &'e Expr,
    id: LoopId,
    index: LocalId,
    from: &'e Expr,
    to: &'e Expr,
    term: LocalId,
    value: &'e Expr,
    /// The total with a term, over the two variables.
    next: &'e Expr,
}

impl Printer<'_, '_> {
    /// The total of a fold that lanes divide, if these statements are one.
    ///
    /// Each lane combines every so many terms, and the parts of the lanes are combined in halves.
    pub(super) fn divide(
        &mut self,
        statements: &[Statement],
        value: Option<&Expr>,
    ) -> Option<Text> {
        let Divided {
            own, lanes, apart, ..
        } = self.divided.clone()?;
        let fold = self.fold(statements, value)?;
        let (ty, _) = &self.locals[fold.total];
        let ty = ty.clone();
        let member = self.module.member(&ty);
        let seed = self.expr(fold.seed);
        let total = self.declare(&ty, "fusus_total", Some(&seed.text));
        let (from, to) = (self.expr(fold.from), self.expr(fold.to));
        let [first, end, count, scratch] =
            ["from", "to", "terms", "scratch"].map(|wish| self.fresh(wish));
        self.lines
            .line("// The lanes of the element divide the fold.");
        self.lines
            .line(format!("const ulong {first} = {from}, {end} = {to};"));
        self.lines.line(format!(
            "const ulong {count} = {first} < {end} ? {end} - {first} : 0;"
        ));
        let part = self.declare(&ty, "part", Some(&total));
        let index = self.fresh("index");
        self.locals[fold.index].1 = Text::atom(index.clone());
        let divided = self.divided.take();
        let head = format!(
            "for (ulong {index} = {first} + {own}; {index} < {end}; {index} += {lanes}) {{"
        );
        self.lines.open(head);
        self.loops.push(fold.id);
        let term = self.expr(fold.value);
        let term = match term.is_name() {
            true => term,
            false => Text::atom(self.declare(&ty, "fusus_term", Some(&term.text))),
        };
        self.lines
            .open(format!("if ({index} < {first} + {lanes}) {{"));
        self.lines.line(format!("{part} = {term};"));
        self.lines.between("} else {");
        let next = self.combined(&fold, &Text::atom(part.clone()), &term);
        self.lines.line(format!("{part} = {next};"));
        self.lines.close("}");
        self.loops.pop();
        self.lines.close("}");
        self.lines.line(format!("{scratch}[lane] = {part};"));
        self.lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let step = self.fresh("step");
        self.lines.open(format!(
            "for (uint {step} = {lanes} / 2; {step} > 0; {step} /= 2) {{"
        ));
        self.lines.open(format!(
            "if ({own} < {step} && {own} + {step} < {count}) {{"
        ));
        let left = Text::atom(format!("{scratch}[lane]"));
        let right = Text::atom(format!("{scratch}[lane + {step} * {apart}]"));
        let both = self.combined(&fold, &left, &right);
        self.lines.line(format!("{scratch}[lane] = {both};"));
        self.lines.close("}");
        self.lines.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.lines.close("}");
        self.lines.open(format!("if ({count} > 0) {{"));
        let whole = Text::atom(format!("{scratch}[lane - {own} * {apart}]"));
        let whole = self.combined(&fold, &Text::atom(total.clone()), &whole);
        self.lines.line(format!("{total} = {whole};"));
        self.lines.close("}");
        self.divided = divided;
        if let Some(divided) = &mut self.divided {
            divided
                .scratch
                .push(format!("local {member} {scratch}[GROUP];"));
        }
        Some(Text::atom(total))
    }

    /// Two parts of a fold, combined.
    fn combined(&mut self, fold: &Fold<'_>, left: &Text, right: &Text) -> Text {
        self.locals[fold.total].1 = left.clone();
        self.locals[fold.term].1 = right.clone();
        self.expr(fold.next)
    }

    /// The fold that these statements are, as [`Over::plain`](crate::nest::over::Over::plain) writes
    /// it.
    fn fold<'e>(&self, statements: &'e [Statement], value: Option<&'e Expr>) -> Option<Fold<'e>> {
        let [Statement::Let(total, Some(seed)), Statement::Expr(each)] = statements else {
            return None;
        };
        let is_total = |expr: &Expr| matches!(expr.kind, ExprKind::Local(local) if local == *total);
        let ExprKind::For {
            id,
            local: index,
            start,
            end,
            inclusive: false,
            body,
        } = &each.kind
        else {
            return None;
        };
        let ExprKind::Block(steps, None) = &body.kind else {
            return None;
        };
        let [
            Statement::Let(term, Some(value_of_term)),
            Statement::Expr(assign),
        ] = &steps[..]
        else {
            return None;
        };
        let ExprKind::Assign(place, next) = &assign.kind else {
            return None;
        };
        let is_fold = self.names[*total] == "fusus_total"
            && self.names[*term] == "fusus_term"
            && value.is_some_and(is_total)
            && place.local == *total
            && place.fields.is_empty();
        is_fold.then_some(Fold {
            total: *total,
            seed,
            id: *id,
            index: *index,
            from: start,
            to: end,
            term: *term,
            value: value_of_term,
            next,
        })
    }
}
