//! A rough number of scalar operations in one iteration, for the decision
//! between one thread and many.

use super::{Entry, Host, Region, Step};
use syn::Expr;
use syn::visit::{self, Visit};

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
                Expr::Call(_) | Expr::Macro(_) => 10,
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => 100,
                _ => 0,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut count = Count(0);
    count.visit_expr(&host.expr);
    count.0
}
