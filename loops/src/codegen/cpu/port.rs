//! The columns of a pass in its call: the arguments for those that it writes, and the patterns of
//! the body for the elements that they had.

use super::body::{BodyPrinter, pair, together};
use super::context::{list, reloaded};
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Write, WriteMode};
use crate::ordered::ToList;
use crate::schedule::columns::{Columns, Port, Use};
use crate::schedule::overwritten::overwriting;
use crate::schedule::{Over, Pass};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{TokenStreamExt, quote};

/// The variable of the block that a pass walks over.
pub(super) fn block_of(over: Over) -> Ident {
    match over {
        Over::Block => inner("block"),
        Over::Compacted(number) => inner(&format!("dense{number}")),
        Over::Results => inner("dense"),
    }
}

/// The variable of the columns that a sub-loop writes, or compacts for later ones.
pub(super) fn out_of(sub_loop: Option<usize>, is_for_later: bool) -> Ident {
    let kind = match is_for_later {
        true => "pack",
        false => "out",
    };
    match sub_loop {
        Some(number) => inner(&format!("{kind}{number}")),
        None => inner(kind),
    }
}

/// Columns as an argument.
pub(super) fn port(columns: &Columns) -> TokenStream {
    let out = out_of(columns.of, columns.is_for_later);
    match columns.port {
        Port::Write => quote!(#out),
        Port::Read => quote!(&mut #out.reading()),
        Port::Aside => quote!(&mut #out.no_sinks(&mut ())),
        Port::Store(number) => {
            let number = Literal::usize_unsuffixed(number);
            quote!(&mut #out.storing(#number))
        }
    }
}

/// The pattern for the argument of a column: the old element that is overwritten, or the handle to
/// append to.
fn old_pattern(
    body: &BodyPrinter<'_>,
    pass: &Pass,
    (columns, writes): (&Columns, &[Write]),
    position: usize,
    write: &Write,
) -> TokenStream {
    match write.mode {
        WriteMode::Fill(_) | WriteMode::InPlace(_) | WriteMode::Replace(_) => {
            match olds(body, pass, writes, position).next() {
                Some(array) => body.element(array),
                None => quote!(_),
            }
        }
        _ if columns.is_by_value(write) || columns.port != Port::Write => quote!(_),
        _ => {
            let handle = body.cpu.names.appender(write.array);
            quote!(#handle)
        }
    }
}

/// The names under which a pass reads the elements that a column overwrites: several where a
/// `conform` gave it one.
fn olds<'s>(
    body: &'s BodyPrinter<'_>,
    pass: &'s Pass,
    writes: &'s [Write],
    position: usize,
) -> impl Iterator<Item = ArrayId> + 's {
    let arrays = pass.region.arrays();
    arrays.filter(move |array| overwriting(body.cpu.nest, *array, writes) == Some(position))
}

/// Binds all of those names but the first, which the column's pattern binds.
pub(super) fn other_olds(body: &BodyPrinter<'_>, pass: &Pass, writes: &[Write]) -> TokenStream {
    let mut others = TokenStream::new();
    for position in 0..writes.len() {
        let mut olds = olds(body, pass, writes, position).map(|array| body.element(array));
        if let Some(first) = olds.next() {
            others.append_all(olds.map(|other| quote!(let #other = #first;)));
        }
    }
    others
}

/// The arguments of the body: one pattern for each column.
pub(super) fn given(body: &BodyPrinter<'_>, pass: &Pass, writes: &[Write]) -> TokenStream {
    let mut before = 0;
    let columns = pass.columns.iter().map(|columns| {
        let temporaries = columns.temporaries.iter().enumerate();
        let temporaries = temporaries.map(|(number, its)| match its {
            Use::Reload => {
                let reloaded = reloaded(number);
                quote!(#reloaded)
            }
            Use::Store | Use::Skip => quote!(_),
        });
        let olds = columns.writes.iter().enumerate();
        let olds = olds.map(|(position, write)| {
            old_pattern(body, pass, (columns, writes), before + position, write)
        });
        let all = list(temporaries.chain(olds).list());
        before += columns.writes.len();
        all
    });
    together(columns.list(), pair).unwrap_or_else(|| quote!(()))
}
