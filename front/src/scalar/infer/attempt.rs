//! Inference where it may fail: the types that were learnt are forgotten then.

use super::{Inference, Type};

impl Inference<'_> {
    /// Learns types from a host expression of a type, as far as it can.
    pub(in crate::scalar) fn host(&mut self, expr: &syn::Expr, result: &Type) {
        let learnt = self.attempt(|this| {
            this.lenient = true;
            this.function(&[], &[], result, |this| this.expr(expr));
            this.lenient = false;
            this.found.is_empty()
        });
        if !learnt {
            self.table.known_elsewhere(result);
        }
    }

    /// Learns something, or nothing where `learn` says that it is wrong.
    pub(in crate::scalar) fn attempt(&mut self, learn: impl FnOnce(&mut Self) -> bool) -> bool {
        let (table, deferred, wrong) =
            (self.table.clone(), self.deferred.clone(), self.wrong.len());
        let found = std::mem::take(&mut self.found);
        let learnt = learn(self);
        self.found = found;
        if !learnt {
            self.table = table;
            // The next variables have the numbers of those that are gone.
            self.deferred = deferred;
            self.wrong.truncate(wrong);
        }
        learnt
    }

    /// Does the work that waits for types that are known by now. Mistakes there are
    /// found.
    pub(in crate::scalar) fn resolve_known(&mut self) {
        loop {
            let before = self.deferred.len();
            for deferred in std::mem::take(&mut self.deferred) {
                self.resolve(deferred);
            }
            if self.deferred.len() >= before {
                return;
            }
        }
    }
}
