//! The meanings of a program's names at the point that lowering has reached.

use crate::combinator::one_edit;
use crate::ir::{ArrayId, Padding, ScalarId};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::syntax::{Body, StatementKind};
use crate::walk;
use proc_macro2::{Ident, Span};
use quote::ToTokens;

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    Array(ArrayId),
    Scalar(ScalarId),
    /// An array that may be read outside of its ends.
    Padded(ArrayId, Padding),
    Windows(Windows),
}

/// The windows of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) array: ArrayId,
    /// The elements behind the end of the array, if windows reach there.
    pub(super) padding: Option<Padding>,
    /// The number of elements in each.
    pub(super) width: Width,
}

/// A number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// One that the program says, at least 1.
    Literal(usize),
    Scalar(ScalarId),
}

/// The names in scope, and the names that are taken.
pub(super) struct Scope {
    entities: OrderedMap<String, Entity>,
    /// Names whose binding was wrong: their uses are not reported again.
    forgotten: OrderedSet<String>,
    /// Rust names that a scalar of the generated code may not have any more.
    reserved: OrderedSet<String>,
    /// Every identifier of the program: names of our own avoid them.
    written: OrderedSet<String>,
}

impl Scope {
    pub(super) fn new(body: &Body) -> Self {
        let mut written = OrderedSet::new();
        let values = body.statements.iter().map(|statement| &statement.value);
        for value in values.chain(&body.result) {
            walk::identifiers(value.to_token_stream(), &mut written);
        }
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Let(pattern, _) => {
                    written.extend(pattern.names().iter().map(ToString::to_string));
                }
                StatementKind::Return(guard) => {
                    walk::identifiers(guard.condition.to_token_stream(), &mut written);
                }
                StatementKind::Write(_) | StatementKind::Lost(_) => {}
            }
        }
        Scope {
            entities: OrderedMap::new(),
            forgotten: OrderedSet::new(),
            reserved: OrderedSet::new(),
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
        ident(&text, name.span())
    }

    /// A name of our own.
    pub(super) fn fresh(&mut self, wish: &str, span: Span) -> Ident {
        let wish = wish.trim_start_matches("r#");
        let text = if self.written.contains(wish) {
            self.numbered(wish)
        } else {
            wish.to_owned()
        };
        self.written.insert(text.clone());
        ident(&text, span)
    }

    /// Returns the meanings of all names, to be restored.
    pub(super) fn names(&self) -> OrderedMap<String, Entity> {
        self.entities.clone()
    }

    /// Goes back to the old meanings of all names.
    pub(super) fn restore(&mut self, names: &OrderedMap<String, Entity>) {
        self.entities.clone_from(names);
    }

    fn numbered(&self, text: &str) -> String {
        let text = text.trim_start_matches("r#");
        (2..)
            .map(|number| format!("{text}_{number}"))
            .find(|candidate| {
                !self.written.contains(candidate) && !self.reserved.contains(candidate)
            })
            .expect("there are more numbers than names")
    }

    /// A name in scope that is at most one edit away.
    pub(super) fn similar(&self, name: &Ident) -> Option<String> {
        let name = name.to_string();
        self.entities
            .keys()
            .find(|known| one_edit(known, &name))
            .cloned()
    }
}

/// An identifier, which may be a raw one.
fn ident(text: &str, span: Span) -> Ident {
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(text, span),
    }
}
