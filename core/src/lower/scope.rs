//! What the names of a program mean at the point that lowering has reached.

use crate::ir::{ArrayId, ScalarId};
use crate::syntax::{Body, Target, Term, names};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    Array(ArrayId),
    Scalar(ScalarId),
}

/// The names in scope, and the names that are taken.
pub(super) struct Scope {
    entities: BTreeMap<String, Entity>,
    /// Names whose binding was wrong: their uses are not reported again.
    forgotten: BTreeSet<String>,
    /// Rust names that a scalar of the generated code may not have any more.
    reserved: BTreeSet<String>,
    /// Every identifier of the program: names of our own avoid them.
    written: BTreeSet<String>,
}

impl Scope {
    pub(super) fn new(body: &Body) -> Self {
        let mut written = BTreeSet::new();
        let mut term = |term: &Term| match term {
            Term::Apply(apply) => {
                for arg in &apply.args {
                    names::identifiers(arg.to_token_stream(), &mut written);
                }
            }
            Term::Name(name) => {
                written.insert(name.to_string());
            }
            Term::Range(expr) | Term::Host(expr) | Term::Tuple(_, expr) => {
                names::identifiers(expr.to_token_stream(), &mut written);
            }
        };
        let mut bound = BTreeSet::new();
        for statement in &body.statements {
            term(&statement.value);
            if let Target::Let(pattern, _) = &statement.target {
                bound.extend(pattern.names().iter().map(ToString::to_string));
            }
        }
        if let Some(result) = &body.result {
            term(result);
        }
        written.extend(bound);
        Scope {
            entities: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            reserved: BTreeSet::new(),
            written,
        }
    }

    pub(super) fn get(&self, name: &Ident) -> Option<Entity> {
        self.entities.get(&name.to_string()).copied()
    }

    pub(super) fn insert(&mut self, name: &Ident, entity: Entity) {
        self.forgotten.remove(&name.to_string());
        self.entities.insert(name.to_string(), entity);
    }

    /// The name's binding was wrong; be silent about its uses.
    pub(super) fn forget(&mut self, name: &Ident) {
        self.entities.remove(&name.to_string());
        self.forgotten.insert(name.to_string());
    }

    pub(super) fn is_forgotten(&self, name: &Ident) -> bool {
        self.forgotten.contains(&name.to_string())
    }

    /// The name belongs to a Rust variable from outside.
    pub(super) fn reserve(&mut self, name: &Ident) {
        self.reserved.insert(name.to_string());
    }

    /// The Rust name of a scalar that the program binds: the user's own where
    /// it is the first of that name.
    pub(super) fn unique(&mut self, name: &Ident) -> Ident {
        let text = name.to_string();
        let text = if self.reserved.contains(&text) {
            self.numbered(&text)
        } else {
            text
        };
        self.reserved.insert(text.clone());
        self.written.insert(text.clone());
        Ident::new(&text, name.span())
    }

    /// A name of our own.
    pub(super) fn fresh(&mut self, wish: &str, span: Span) -> Ident {
        let text = if self.written.contains(wish) {
            self.numbered(wish)
        } else {
            wish.to_owned()
        };
        self.written.insert(text.clone());
        Ident::new(&text, span)
    }

    fn numbered(&self, text: &str) -> String {
        (2..)
            .map(|number| format!("{text}_{number}"))
            .find(|candidate| !self.written.contains(candidate) && !self.reserved.contains(candidate))
            .expect("there are more numbers than names")
    }

    /// An array in scope whose name is at most one edit away.
    pub(super) fn similar(&self, name: &Ident) -> Option<String> {
        let name = name.to_string();
        self.entities
            .iter()
            .filter(|(_, entity)| matches!(entity, Entity::Array(_)))
            .map(|(known, _)| known)
            .find(|known| one_edit(known, &name))
            .cloned()
    }
}

/// Whether one insertion, deletion, replacement or swap of neighbours makes
/// one of the two the other.
fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    match b.len() - a.len() {
        0 => {
            a[(start + 1).min(a.len())..] == b[(start + 1).min(b.len())..]
                || (start + 1 < a.len()
                    && a[start] == b[start + 1]
                    && a[start + 1] == b[start]
                    && a[start + 2..] == b[start + 2..])
        }
        1 => a[start..] == b[start + 1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::one_edit;

    #[test]
    fn one_edit_is_one_edit() {
        assert!(one_edit("xs", "ys"));
        assert!(one_edit("gts", "gst"));
        assert!(one_edit("gts", "gtss"));
        assert!(one_edit("sums", "sum"));
        assert!(!one_edit("xs", "abc"));
        assert!(!one_edit("left", "felt"));
    }
}
