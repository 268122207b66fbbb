//! Checks of returned values.

use super::{Validator, ViolationKind};
use crate::ir::Returned;

impl Validator<'_> {
    /// The guards below so many bindings.
    pub(super) fn check_guards(&mut self, after: usize) {
        let program = self.program;
        for guard in program.guards.iter().filter(|guard| guard.after == after) {
            self.place = format!("a guard below {after} bindings");
            let mut above = program.bindings.values().take(after);
            let opens = above.all(|binding| program.may_open(binding));
            if !opens || !program.guards.is_sorted_by_key(|guard| guard.after) {
                self.found(ViolationKind::Guard { after });
            }
            for host in guard.hosts() {
                self.check_host(host);
            }
            for array in guard.arrays() {
                self.check_read(array);
            }
        }
    }

    pub(super) fn check_returned(&mut self, returned: &Returned) {
        match returned {
            Returned::Array(array) => self.check_read(*array),
            Returned::Scalar(host) => self.check_host(host),
            Returned::Tuple(items) => items.iter().for_each(|item| self.check_returned(item)),
        }
    }
}
