//! The arrays that host expressions look into, by folds over an index and under their names.

use crate::nest::{ArrayId, Host, Nest, Storage, over};
use crate::ordered::ToList;
use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::Expr;

/// The arrays that folds over an index in an expression read.
pub fn read_by(nest: &Nest, host: &Host) -> Vec<ArrayId> {
    let names = over::arrays(&host.expr);
    let arrays = names.iter().filter_map(|name| over_array(nest, name));
    let mut found = Vec::new();
    for array in arrays {
        if !found.contains(&array) {
            found.push(array);
        }
    }
    found
}

/// The arrays that an expression names outside of folds over an index.
pub fn named_by(nest: &Nest, host: &Host) -> Vec<ArrayId> {
    let in_folds = over::arrays(&host.expr);
    let is_more = |array: &&ArrayId| {
        let name = &nest.arrays[**array].name;
        mentions(&host.expr, name) > in_folds.iter().filter(|other| *other == name).count()
    };
    host.arrays.iter().filter(is_more).copied().list()
}

/// The number of places where an expression names an array, and not a parameter of that name.
fn mentions(expr: &Expr, name: &Ident) -> usize {
    let mut count = 0;
    walk::expr(expr, &mut |node| match node {
        Node::Expr(Expr::Closure(closure)) => !closure.inputs.iter().any(|input| {
            let mut binds = false;
            walk::pattern(input, &mut |node| {
                binds |= matches!(node, Node::Binding(binding) if binding.ident == *name);
                true
            });
            binds
        }),
        Node::Name(other) => {
            count += usize::from(other == name);
            true
        }
        Node::Macro(call) => {
            walk::each_identifier(call.tokens.clone(), &mut |other| {
                count += usize::from(other == name);
            });
            true
        }
        _ => true,
    });
    count
}

/// The array in memory that folds over an index read under a name.
pub fn over_array(nest: &Nest, name: &Ident) -> Option<ArrayId> {
    let mut arrays = nest.arrays.iter();
    arrays.find_map(|(id, array)| {
        let is_there = !matches!(array.storage, Storage::Contracted | Storage::Element(_));
        (array.name == *name && is_there).then_some(id)
    })
}
