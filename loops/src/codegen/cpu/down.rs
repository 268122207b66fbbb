//! Scans down the rows of an array: the pass that goes down, and its steps.

use super::body::{BodyPrinter, Context};
use super::call::Call;
use super::context::list;
use super::scan::Printed;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{Scan, ScanKind, Step};
use crate::schedule::{Form, Pass};
use proc_macro2::TokenStream;
use quote::quote;

/// The call of a pass that goes down. Its body is given the states of the scans that begin anew with
/// each row and change there, and those that the row above has left; it yields the next ones of the
/// columns beside its elements.
pub(super) fn print(body: &BodyPrinter<'_>, pass: &Pass, call: Call<'_>) -> TokenStream {
    let named = |is_down: bool, kind: &str| {
        let scans = scans(pass.region.steps()).filter(|scan| scan.is_over_axes() == is_down);
        let scans = scans.map(|scan| Printed::new(scan, body.sub_loop, body.cpu));
        list(scans.map(|scan| {
            let name = scan.named(kind);
            quote!(#name)
        }))
    };
    let (starts, states) = (named(false, "prefix"), named(false, "state"));
    let (reads, next) = (named(true, "read"), named(true, "next"));
    let (down, yields) = (inner("down"), body.yields(pass));
    let call = call.yielding(&quote!((#yields, #next)));
    let arguments = [
        quote!(#down),
        starts,
        call.sources(),
        call.out(),
        call.closure(Some(quote!(#states, #reads)), None),
    ];
    call.method("down", arguments)
}

fn scans<'r>(steps: impl Iterator<Item = &'r Step>) -> impl Iterator<Item = &'r Scan> {
    steps.filter_map(|step| match step {
        Step::Scan(scan) => Some(scan),
        _ => None,
    })
}

impl BodyPrinter<'_> {
    /// An element of a scan down the rows, in a pass that goes down or in one from left to right.
    pub(super) fn down(
        &self,
        scan: &Scan,
        element: &TokenStream,
        context: &Context<'_>,
    ) -> TokenStream {
        let rt = &self.cpu.rt;
        let printed = Printed::new(scan, self.sub_loop, self.cpu);
        let (read, next) = (printed.named("read"), printed.named("next"));
        let operator = self.cpu.own(&scan.operator.expr);
        let step = quote!(let #next = #rt::next_state(#read, #element, #operator););
        let value = match scan.kind {
            ScanKind::Inclusive => quote!(#next),
            ScanKind::Exclusive => quote!(#read),
        };
        if context.pass.form == Form::Down {
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
