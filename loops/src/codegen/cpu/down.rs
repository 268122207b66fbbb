//! Scans and recurrences down the rows of an array: the pass that goes down, and its steps.

use super::body::{BodyPrinter, Context};
use super::call::Call;
use super::context::list;
use super::reduction::Printed as PrintedReduction;
use super::scan::Printed;
use crate::codegen::host::HostCode;
use crate::codegen::names::{concat, inner};
use crate::nest::{Scan, ScanKind, Step};
use crate::ordered::{ToList, flat};
use crate::schedule::{Form, Pass};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The call of a pass that goes down. Its body is given what changes along the rows: the states of
/// the scans that begin anew with each of them, the elements of recurrences to the left, and the
/// folds of the row; and the states that the rows above have left. It yields the next ones of the
/// columns beside its elements.
pub(super) fn print(body: &BodyPrinter<'_>, pass: &Pass, call: Call<'_>) -> TokenStream {
    let scans = pass.region.steps().filter_map(|step| match step {
        Step::Scan(scan) => Some(Printed::new(scan, body.sub_loop, body.cpu)),
        _ => None,
    });
    let scans: Vec<Printed<'_>> = scans.list();
    let (mut starts, mut kept, mut reads, mut next) = (vec![], vec![], vec![], vec![]);
    for printed in &scans {
        if !printed.scan.is_over_axes() {
            starts.push(printed.named("prefix"));
            kept.push(printed.named("state"));
            continue;
        }
        let before = printed.before();
        starts.extend(before.iter().map(|_| printed.named("seed")));
        kept.extend(before);
        reads.extend(printed.above());
        next.extend(printed.next_above());
    }
    let folds = pass.reductions.iter();
    let folds = folds.map(|one| PrintedReduction::new(one, body.cpu));
    let folds: Vec<PrintedReduction<'_>> = folds.list();
    let kept_alone = list(kept.iter().map(|_| quote!(_)).chain(names_of(&folds)));
    let rt = &body.cpu.rt;
    let keeps = |name: &Ident| match pass.form {
        Form::Diagonals => quote!(#rt::Kept(#name)),
        _ => quote!(#name),
    };
    let starts = starts.iter().map(keeps);
    let starts = starts.chain(folds.iter().map(|fold| fold.start(pass.lanes)));
    let starts = list(starts.list());
    let states = kept.iter().map(keeps);
    let states = list(states.chain(names_of(&folds)).list());
    let all = |names: Vec<Ident>| list(names.iter().map(|name| quote!(#name)));
    let (reads, next) = (all(reads), all(next));
    let (down, yields) = (inner("down"), body.yields(pass));
    let call = call.yielding(&quote!((#yields, #next)));
    let call = match folds.is_empty() {
        true => call,
        false => call.in_one_lane(),
    };
    let arguments = [
        quote!(#down),
        starts,
        call.sources(),
        call.out(),
        call.closure(Some(quote!(#states, #reads)), None),
    ];
    if folds.is_empty() {
        let nothing = (pass.form == Form::Diagonals).then(|| quote!(|_| ()));
        return call.method(
            method(pass.form, false),
            arguments.into_iter().chain(nothing),
        );
    }
    let of_block = |fold: &PrintedReduction<'_>| fold.of_block();
    let (begin, absorb) = (
        concat(folds.iter().map(|fold| {
            let (name, start) = (of_block(fold), fold.start(pass.lanes));
            quote!(let mut #name = #start;)
        })),
        concat(folds.iter().map(|fold| {
            let (name, row) = (of_block(fold), fold.partial());
            let operator = fold.operator();
            quote!(#name.absorb(#row, #operator);)
        })),
    );
    let done = concat(folds.iter().map(|fold| {
        let (name, of_block) = (fold.state(), of_block(fold));
        quote!(let #name = #of_block;)
    }));
    let row = quote!(|#kept_alone| { #absorb });
    let call = call.method(method(pass.form, true), arguments.into_iter().chain([row]));
    quote!(#begin #call #done)
}

/// The method of the runtime, which folds a row if so asked.
fn method(form: Form, folds: bool) -> &'static str {
    match (form, folds) {
        (Form::Diagonals, _) => "diagonals",
        (_, true) => "down_folding",
        (_, false) => "down",
    }
}

fn names_of(folds: &[PrintedReduction<'_>]) -> Vec<TokenStream> {
    let names = folds.iter().map(|fold| {
        let name = fold.state();
        quote!(#name)
    });
    names.list()
}

/// The most columns to the left of an element from which others follow so many rows below.
fn columns_before(scan: &Scan, above: isize) -> isize {
    let reads = scan.rows_and_columns();
    let left = reads.filter_map(|(rows, left)| (rows == above).then_some(left));
    left.max().unwrap_or(0)
}

impl Printed<'_> {
    /// The number of rows above from which its elements follow.
    pub(super) fn rows_above(&self) -> isize {
        if !self.scan.is_recurrence() {
            return 1;
        }
        let above = self.scan.rows_and_columns().map(|(rows, _)| rows);
        above.max().unwrap_or(0)
    }

    /// The element of a column so many rows above.
    fn read_above(&self, rows: isize) -> Ident {
        self.named(&format!("read{rows}_"))
    }

    /// The element so many rows above and columns to the left.
    fn read_before(&self, rows: isize, columns: isize) -> Ident {
        self.named(&format!("read{rows}_{columns}_"))
    }

    /// The elements of a column in the rows above.
    fn above(&self) -> Vec<Ident> {
        let rows = 1..=self.rows_above();
        rows.map(|rows| self.read_above(rows)).list()
    }

    /// The elements that the next row sees.
    fn next_above(&self) -> Vec<Ident> {
        let mut above = self.above();
        above.pop();
        above.insert(0, self.named("next"));
        above
    }

    /// The elements to the left from which others follow, in their row and in those above.
    fn before(&self) -> Vec<Ident> {
        if !self.scan.is_recurrence() {
            return Vec::new();
        }
        let rows = 0..=self.rows_above();
        flat(rows.map(|rows| {
            let columns = 1..=columns_before(self.scan, rows);
            let columns = columns.map(|columns| self.read_before(rows, columns));
            columns.list()
        }))
    }

    /// The statements that go on to the next column.
    fn go_right(&self) -> TokenStream {
        let mut moves = TokenStream::new();
        for rows in 0..=self.rows_above() {
            for columns in (1..=columns_before(self.scan, rows)).rev() {
                let name = self.read_before(rows, columns);
                let from = match (columns, rows) {
                    (1, 0) => self.named("next"),
                    (1, rows) => self.read_above(rows),
                    (columns, rows) => {
                        let from = self.read_before(rows, columns - 1);
                        moves.extend(quote!(*#name = *#from;));
                        continue;
                    }
                };
                moves.extend(quote!(*#name = #from;));
            }
        }
        moves
    }
}

impl BodyPrinter<'_> {
    /// An element of a recurrence, in a pass that goes down.
    pub(super) fn recurrence_down(&self, scan: &Scan, context: &Context<'_>) -> TokenStream {
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let (next, recurrence) = (printed.named("next"), printed.named("recurrence"));
        let reads = scan.rows_and_columns().map(|read| match read {
            (rows, 0) => {
                let name = printed.read_above(rows);
                quote!(#name)
            }
            (rows, columns) => {
                let name = printed.read_before(rows, columns);
                quote!(*#name)
            }
        });
        let reads: Vec<TokenStream> = reads.list();
        let all = match &reads[..] {
            [one] => quote!(#one),
            all => quote!((#(#all),*)),
        };
        let typed = printed.above().into_iter().next();
        let typed = typed.map(|name| quote!(#recurrence.has(&#name);));
        let (step, right) = (self.next_state(scan, all), printed.go_right());
        let bind = self.bind(&scan.into, &quote!(#next), context);
        quote!(#typed let #next = #step; #right #bind)
    }

    /// An element of a scan down the rows, in a pass that goes down or in one from left to right.
    pub(super) fn down(
        &self,
        scan: &Scan,
        element: &TokenStream,
        context: &Context<'_>,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let (read, next) = (printed.read_above(1), printed.named("next"));
        let operator = self.cpu.own(&scan.operator.expr);
        let step = quote!(let #next = #rt::next_state(#read, #element, #operator););
        let value = match scan.kind {
            ScanKind::Inclusive => quote!(#next),
            ScanKind::Exclusive => quote!(#read),
        };
        if context.pass.form.goes_down() {
            let bind = self.bind(&scan.into, &value, context);
            return quote!(#step #bind);
        }
        let (state, neighbours) = (printed.named("state"), printed.named("neighbours"));
        let axes = scan.distances[0].len();
        let value = quote!({
            // No read is of the element before in the row.
            let [#read] = #state.reads::<1, #axes>(&#neighbours);
            #step
            #state.push(#next, &mut #neighbours);
            #value
        });
        self.bind(&scan.into, &value, context)
    }
}
