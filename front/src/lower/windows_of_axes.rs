//! `windows([3, 3], a)`: all windows of an array of several axes, an array of twice as many.
//!
//! It is an abbreviation of `generate([.., .., 3, 3], |i, j, u, v| a[[i + u, j + v]])`.

use super::Lowering;
use super::scope::Entity;
use crate::diagnostic::catalog;
use crate::ir::Op;
use crate::ordered::ToList;
use crate::syntax::{Apply, strip};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, parse_quote};

/// Returns true if a `windows` has a size for each axis.
pub(super) fn has_list(apply: &Apply<'_>) -> bool {
    let width = apply.args.first().map(|width| strip(width));
    apply.combinator.name == "windows" && matches!(width, Some(Expr::Array(_)))
}

impl Lowering {
    /// The windows as an array.
    pub(super) fn windows_of_axes(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        if !self.check(apply) {
            return None;
        }
        let Expr::Array(sizes) = strip(apply.args[0]) else {
            return None;
        };
        let (array, padding) = self.readable(apply.args[1], hint, "windows")?;
        let (rank, given) = (self.program.rank(array), sizes.elems.len());
        if rank != given {
            let report = catalog::number_of_windows_sizes(sizes.span(), given, rank);
            self.found.push(report);
            return None;
        }
        let mut read = self.name_of(array);
        if let Some(padding) = padding {
            read = self.scope.fresh(&format!("{read}_padded"), apply.span);
            self.scope.insert(&read, Entity::Padded(array, padding));
        }
        let mut names = |of: &str| -> Vec<Ident> {
            let name = |axis| self.scope.fresh(&format!("{hint}_{of}{axis}"), apply.span);
            (0..rank).map(name).list()
        };
        let (begins, within) = (names("begin"), names("within"));
        let at = begins.iter().zip(&within);
        let at: Vec<Expr> = at
            .map(|(begin, within)| parse_quote!(#begin + #within))
            .list();
        let all: Vec<Expr> = vec![parse_quote!(..); rank];
        let widths = sizes.elems.iter();
        let space = parse_quote!([#(#all,)* #(#widths),*]);
        let worker = parse_quote!(|#(#begins,)* #(#within),*| #read[[#(#at),*]]);
        self.over_indices(Some(&space), &worker, hint)
    }
}
