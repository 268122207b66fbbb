//! The code of a pass: one call, or one in halves, or with near angles first.

use super::body::BodyPrinter;
use super::call::Call;
use super::context::list;
use super::down;
use super::port::block_of;
use super::probe::Probe;
use super::scan::Printed;
use crate::codegen::math;
use crate::codegen::names::{concat, inner};
use crate::math::Math;
use crate::nest::{Item, Region, ScalarId, Stage, Step};
use crate::ordered::ToList;
use crate::schedule::{Action, Form, Halves, Pass, Purpose};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The code of a pass of a sub-loop.
pub(super) fn print(body: &BodyPrinter<'_>, pass: &Pass) -> TokenStream {
    let call = Call::of(body, pass);
    let is_near = pass.near && body.cpu.is_fast && body.cpu.options.math == Math::Fusus;
    if pass.form == Form::Store {
        return match is_near {
            true => store_near(body, pass),
            false => call.store(),
        };
    }
    if let Some(halves) = &pass.halves {
        return in_halves(body, pass, halves, is_near);
    }
    if is_near {
        return each_near(body, pass);
    }
    let probes = Probe::in_region(&pass.region, body.cpu.nest);
    let probes = concat(probes.iter().map(Probe::sweep));
    let call = match pass.form {
        Form::Store | Form::Halves { .. } => unreachable!("printed above"),
        Form::Each { unrolled: false } => call.each("each"),
        Form::Each { unrolled: true } => call.each("each_unrolled"),
        Form::Doubled => call.each_apart("each_unrolled_apart"),
        Form::Branching => call.each("each_branching"),
        Form::Segments => in_segments(body, pass, &call.by_reference()),
        Form::Down | Form::Diagonals => down::print(body, pass, call),
        Form::Across => call.each("each_in_tiles"),
        Form::Columns { count, apart } => call.each_of_columns(count, apart),
        Form::Partition { .. } if pass.single_call_site => call.each_apart("partition_apart"),
        Form::Partition { .. } => call.each("partition"),
        Form::Lanes | Form::LanesUnlessIdle => call.lanes(),
        Form::LanesIfAny => call.lanes_if_any(),
        Form::Batched => call.batched(),
        Form::Rows => call.rows(),
        Form::Tiled => call.tiled(),
    };
    quote!(#probes #call)
}

/// The code of a pass whose body is cut in two.
fn in_halves(body: &BodyPrinter<'_>, pass: &Pass, halves: &Halves, is_near: bool) -> TokenStream {
    let half = |region: &Region| {
        let half = Pass {
            region: region.clone(),
            actions: (0..region.items.len()).map(Action::Item).list(),
            ..pass.clone()
        };
        match is_near {
            true => with_near_angles(body, &half),
            false => half,
        }
    };
    let (first, second) = (half(&halves.first), half(&halves.second));
    let crossing = halves.crossing.iter().map(|array| body.element(*array));
    let crossing = list(crossing.list());
    let first = Call::of(body, &first).yielding(&crossing);
    let second = Call::of(body, &second);
    let first = [first.sources(), first.closure(None, None)];
    let behind = [
        second.sources(),
        second.out(),
        second.closure(Some(crossing.clone()), None),
    ];
    let rest = || second.closure(Some(crossing.clone()), None);
    if let Some(region) = &halves.folds {
        let folds = Pass {
            purpose: Purpose::Fold,
            columns: Vec::new(),
            ..half(region)
        };
        let folds = Call::of(body, &folds);
        let arguments = folds.between(&crossing).into_iter().chain(behind);
        let arguments = first.into_iter().chain(arguments).chain([rest()]);
        let (start, call) = (
            folds.start_lanes(),
            second.method("in_halves_folding", arguments),
        );
        return quote!(#start #call);
    }
    let arguments = first.into_iter().chain(behind);
    if pass.form == (Form::Halves { unrolled: true }) {
        return second.method("in_halves_unrolled", arguments.chain([rest()]));
    }
    if !is_near {
        return second.method("in_halves", arguments);
    }
    let (far, whole) = (inner("far"), Call::of(body, pass));
    let before = [quote!(&#far)];
    let again = [whole.sources(), whole.closure(None, None)];
    let arguments = before.into_iter().chain(arguments).chain(again);
    let call = second.method("in_halves_near", arguments);
    noting(body, &call)
}

/// The code of a pass beside a scan by segments: the steps that make the elements of the scan, its
/// operator, and the body, which is given the prefix.
fn in_segments(body: &BodyPrinter<'_>, pass: &Pass, call: &Call<'_>) -> TokenStream {
    let scan = pass.around_scan();
    let (before, scan, _) = scan.expect("the schedule says that there is one");
    let first = Pass {
        actions: (0..before.len()).map(Action::Item).list(),
        region: Region {
            items: before.to_vec(),
            ..pass.region.clone()
        },
        ..pass.clone()
    };
    let operand = scan.intake.operand();
    let operand = operand.expect("elements of a scan by segments are pairs");
    let first = Call::of(body, &first).by_reference();
    let first = first.yielding(&body.argument(operand));
    let printed = Printed::new(scan, body.sub_loop, body.cpu);
    let (state, operator) = (printed.named("state"), printed.operator());
    let block = block_of(pass.over);
    let ends_before = match body.sub_loop.knows_last_end() {
        true => {
            let ends_before = inner("ends_before");
            quote!(#ends_before)
        }
        false => quote!(#block.len()),
    };
    let len = match length_read(body, pass) {
        Some(len) => quote!(#len),
        None => quote!(usize::MAX),
    };
    let arguments = [
        printed.tag_within_segments(),
        len,
        ends_before,
        quote!(#state),
        quote!(#operator),
        call.sources(),
        call.out(),
        first.closure(None, None),
        call.closure(Some(quote!(#state)), None),
    ];
    let call = call.method("ends_of_segments", arguments);
    quote!(#state = #call)
}

/// The variable by which the workers of a pass know the length of their loop, if they do.
fn length_read<'b>(body: &BodyPrinter<'b>, pass: &Pass) -> Option<&'b Ident> {
    let nest = body.cpu.nest;
    let is_length = |scalar: &ScalarId| {
        nest.stages.iter().any(|stage| match stage {
            Stage::Length { extent, into } => {
                *extent == body.sub_loop.nested.extent && into.names().contains(scalar)
            }
            _ => false,
        })
    };
    let workers = pass.region.steps().filter_map(Step::worker);
    let mut scalars = workers.flat_map(|worker| &worker.scalars);
    let length = scalars.find(|scalar| is_length(scalar))?;
    Some(&nest.scalars[*length].name)
}

/// The code of a pass that takes all angles for near ones first.
fn each_near(body: &BodyPrinter<'_>, pass: &Pass) -> TokenStream {
    let call = Call::of(body, pass).method("each_near", near_arguments(body, pass));
    noting(body, &call)
}

/// The code of a pass that does so, and stores a temporary alone.
fn store_near(body: &BodyPrinter<'_>, pass: &Pass) -> TokenStream {
    let call = Call::of(body, pass).store_by("store_near", near_arguments(body, pass));
    noting(body, &call)
}

/// The arguments of such a pass: its body is there twice.
fn near_arguments(body: &BodyPrinter<'_>, pass: &Pass) -> [TokenStream; 5] {
    let (far, near) = (inner("far"), with_near_angles(body, pass));
    let (near, whole) = (Call::of(body, &near), Call::of(body, pass));
    [
        quote!(&#far),
        whole.sources(),
        whole.out(),
        near.closure(None, None),
        whole.closure(None, None),
    ]
}

/// A call, with the note of angles that are not near before it.
fn noting(body: &BodyPrinter<'_>, call: &TokenStream) -> TokenStream {
    let (rt, far) = (&body.cpu.rt, inner("far"));
    quote!(let #far = #rt::math::Far::new(); #call)
}

/// A pass whose workers take all angles for near ones.
fn with_near_angles(body: &BodyPrinter<'_>, pass: &Pass) -> Pass {
    let mut pass = pass.clone();
    for item in &mut pass.region.items {
        if let Item::Step(Step::Map { worker, .. } | Step::Generate { worker, .. }) = item {
            worker.expr = math::near(&worker.expr, body.cpu.options, &inner("far"));
        }
    }
    pass
}
