//! Which names of a program stand in array position.

use crate::combinator::Parameter;
use crate::syntax::{Body, Term};
use std::collections::BTreeSet;

/// All names that are an argument of array kind somewhere in a program.
pub(super) fn names(body: &Body) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for statement in &body.statements {
        term(&statement.value, &mut names);
    }
    if let Some(result) = &body.result {
        term(result, &mut names);
    }
    names
}

fn term(of: &Term, names: &mut BTreeSet<String>) {
    match of {
        Term::Apply(apply) => {
            for (position, arg) in apply.args.iter().enumerate() {
                let inner = Term::of(arg.clone());
                if let (Parameter::Array | Parameter::Arrays, Term::Name(name)) =
                    (apply.combinator.parameter(position), &inner)
                {
                    names.insert(name.to_string());
                }
                term(&inner, names);
            }
        }
        Term::Tuple(items, _) => {
            for item in items {
                term(item, names);
            }
        }
        Term::Name(_) | Term::Range(_) | Term::Host(_) => {}
    }
}
