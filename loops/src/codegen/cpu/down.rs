//! Scans and recurrences down the rows of an array: the pass that goes down, and its steps.

use super::body::{BodyPrinter, Context};
use super::call::Call;
use super::context::{list, states};
use super::followed::Followed;
use super::reduction::Printed as PrintedReduction;
use super::scan::Printed;
use crate::codegen::host::HostCode;
use crate::codegen::names::{concat, inner};
use crate::nest::{Scan, ScanKind, Step};
use crate::ordered::{ToList, flat};
use crate::schedule::{Form, Pass};
use proc_macro2::TokenStream;
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
            let prefix = printed.named("prefix");
            starts.push(quote!(#prefix));
            kept.push(printed.named("state"));
            continue;
        }
        for followed in Followed::of(*printed) {
            let before = followed.before();
            starts.extend(before.iter().map(|_| followed.start()));
            kept.extend(before);
            reads.extend(followed.above());
            next.extend(followed.next_above());
        }
    }
    let folds = pass.reductions.iter();
    let folds = folds.map(|one| PrintedReduction::new(one, body.cpu));
    let folds: Vec<PrintedReduction<'_>> = folds.list();
    let kept_alone = list(kept.iter().map(|_| quote!(_)).chain(names_of(&folds)));
    let rt = &body.cpu.rt;
    let keeps = |value: TokenStream| match pass.form {
        Form::Diagonals => quote!(#rt::Kept(#value)),
        _ => value,
    };
    let starts = starts.into_iter().map(keeps);
    let starts = starts.chain(folds.iter().map(|fold| fold.start(pass.lanes)));
    let starts = list(starts.list());
    let states = kept.iter().map(|name| keeps(quote!(#name)));
    let states = list(states.chain(names_of(&folds)).list());
    let reads = list(reads.iter().map(|name| quote!(#name)));
    let next = list(next);
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

impl BodyPrinter<'_> {
    /// An element of a recurrence, in a pass that goes down.
    pub(super) fn recurrence_down(&self, scan: &Scan, context: &Context<'_>) -> TokenStream {
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let (next, recurrence) = (printed.named("next"), printed.named("recurrence"));
        let all = Followed::of(printed);
        let reads = scan.rows_and_columns().map(|(rows, columns, part)| {
            let followed = all.iter().find(|followed| followed.part == part);
            followed.expect("it is one of them").read(rows, columns)
        });
        let typed = concat(all.iter().map(Followed::typed));
        let step = self.next_state(scan, states(reads.list()));
        // Nothing else says of which types the parts are that nobody reads.
        let step = match all.iter().any(|followed| followed.part.is_some()) {
            true => quote!(#recurrence.state(#step)),
            false => step,
        };
        let right = concat(all.iter().map(Followed::go_right));
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
        let above = flat(Followed::of(printed).iter().map(Followed::above));
        let (read, next) = (&above[0], printed.named("next"));
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
        let axes = scan.neighbours[0].distances.len();
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
