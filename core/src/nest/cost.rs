//! A rough number of scalar operations in one iteration, for the decision
//! between one thread and many.

use super::{Entry, Host, Region, Step};
use syn::visit::{self, Visit};
use syn::{Expr, Path};

/// What a call of a function may take: nothing is known of it.
const CALL: usize = 10;

/// The operations of a body.
pub fn of(region: &Region) -> usize {
    let mut total = region.reads.len();
    if let Entry::Guard { predicate, .. } = &region.entry {
        total += host(predicate);
    }
    for step in &region.steps {
        total += 1 + match step {
            Step::Map { worker, .. } | Step::Generate { worker, .. } => host(worker),
            Step::Scan(scan) | Step::Total(scan) => host(&scan.operator),
            Step::Fold(fold) => host(&fold.operator),
            Step::Gather { .. } | Step::Scatter { .. } => 4,
            Step::Range { .. } => 0,
        };
    }
    total + region.inner.iter().map(of).sum::<usize>()
}

fn host(host: &Host) -> usize {
    struct Count(usize);
    impl<'a> Visit<'a> for Count {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 += match expr {
                Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::If(_) => 1,
                Expr::MethodCall(_) | Expr::Index(_) | Expr::Match(_) => 4,
                Expr::Call(call) => match &*call.func {
                    // `i64::from(x)`
                    Expr::Path(path) if is_of_number(&path.path) => 1,
                    _ => CALL,
                },
                Expr::Macro(_) => CALL,
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => 100,
                _ => 0,
            };
            visit::visit_expr(self, expr);
        }
    }
    // A path stands for the closure that calls what it names.
    if let Expr::Path(path) = &host.expr {
        return if is_of_number(&path.path) { 0 } else { CALL };
    }
    let mut count = Count(0);
    count.visit_expr(&host.expr);
    count.0
}

/// Whether a path names a method of a built-in number, as `f64::max` does: the step itself is all it
/// costs.
fn is_of_number(path: &Path) -> bool {
    const NUMBERS: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    let first = path.segments.first();
    first.is_some_and(|segment| NUMBERS.iter().any(|number| segment.ident == number))
}
