//! The arrays in memory that other parts of a program use.

use crate::nest::{
    ArrayId, Early, Entry, Extent, Host, Loop, Nest, NestResult, Read, Stage, Step, WriteMode,
};
use crate::ordered::OrderedSet;

/// The arrays that are used by anything but the loops of these numbers.
pub(super) fn behind(nest: &Nest, loops: &[usize]) -> OrderedSet<ArrayId> {
    let mut used = Vec::new();
    let others = nest.stages.iter().filter(|stage| match stage {
        Stage::Loop(nested) => !loops.contains(&nested.number),
        _ => true,
    });
    others.for_each(|stage| of_stage(nest, stage, &mut used));
    of_result(&nest.result, &mut used);
    used.into_iter()
        .map(|array| nest.in_memory(array))
        .collect()
}

/// The arrays that are used behind a loop, or in it otherwise than by a read of one element at each
/// position.
pub(super) fn elsewhere(nest: &Nest, nested: &Loop) -> OrderedSet<ArrayId> {
    let is_it = |stage: &&Stage| matches!(stage, Stage::Loop(it) if it.number == nested.number);
    let behind = nest.stages.iter().skip_while(|stage| !is_it(stage)).skip(1);
    let mut used = Vec::new();
    behind.for_each(|stage| of_stage(nest, stage, &mut used));
    of_result(&nest.result, &mut used);
    nested
        .axes
        .iter()
        .for_each(|axis| of_extent(axis, &mut used));
    let in_step = |read: &Read| *read == Read::in_step(read.array, 1);
    let reads = nested.body.reads.iter();
    reads
        .filter(|read| !in_step(read))
        .for_each(|read| of_read(nest, read, &mut used));
    of_work(nest, nested, &mut used);
    used.into_iter()
        .map(|array| nest.in_memory(array))
        .collect()
}

/// The arrays whose lengths a number is made of.
pub(super) fn of_extent(extent: &Extent, used: &mut Vec<ArrayId>) {
    match extent {
        Extent::Array(array) | Extent::Kept(array) | Extent::Generated(array) => used.push(*array),
        Extent::Product(axes) => axes.iter().for_each(|axis| of_extent(axis, used)),
        Extent::Section { of, .. } => of_extent(of, used),
        Extent::Scalar(_) | Extent::Literal(_) => {}
    }
}

fn of_host(host: &Host, used: &mut Vec<ArrayId>) {
    used.extend(&host.arrays);
}

fn of_stage(nest: &Nest, stage: &Stage, used: &mut Vec<ArrayId>) {
    match stage {
        Stage::Host { value, .. } | Stage::Count { value, .. } => of_host(value, used),
        Stage::Guard { condition, value } => {
            of_host(condition, used);
            match value {
                Early::Value(result) => of_result(result, used),
                Early::Error(error) => of_host(error, used),
            }
        }
        Stage::Length { extent, .. } => of_extent(extent, used),
        Stage::Inside {
            positions, extent, ..
        } => {
            of_host(positions, used);
            of_extent(extent, used);
        }
        Stage::External { call, arrays, .. } => {
            of_host(call, used);
            used.extend(arrays);
        }
        Stage::Conform { array, lengths, .. } => {
            used.push(*array);
            for (has, wanted) in lengths {
                of_extent(has, used);
                of_extent(wanted, used);
            }
        }
        Stage::Size { .. } => {}
        Stage::Agree(agree) => {
            used.push(agree.array);
            of_extent(&agree.extent, used);
        }
        Stage::Loop(nested) => of_loop(nest, nested, used),
    }
}

fn of_loop(nest: &Nest, nested: &Loop, used: &mut Vec<ArrayId>) {
    of_extent(&nested.extent, used);
    nested.axes.iter().for_each(|axis| of_extent(axis, used));
    nested.body.visit(&mut |region| {
        let reads = region.reads.iter();
        reads.for_each(|read| of_read(nest, read, used));
    });
    of_work(nest, nested, used);
}

/// The array of a read, and those that its axes are as long as.
fn of_read(nest: &Nest, read: &Read, used: &mut Vec<ArrayId>) {
    used.push(read.array);
    let axes = nest.arrays[read.array].axes.iter();
    axes.for_each(|axis| of_extent(axis, used));
}

/// The arrays that a loop uses otherwise than by reads, and for its own length.
fn of_work(nest: &Nest, nested: &Loop, used: &mut Vec<ArrayId>) {
    for write in &nested.writes {
        let inset = nest.arrays[write.array].inset.iter();
        inset.for_each(|inset| inset.extents().for_each(|extent| of_extent(extent, used)));
        match write.mode {
            WriteMode::Scatter(of) | WriteMode::Reduce(of) | WriteMode::Replace(of) => {
                used.push(of);
            }
            other => used.extend(other.home()),
        }
    }
    for fold in &nested.folds {
        of_host(&fold.seed, used);
        of_host(&fold.operator, used);
    }
    nested.body.visit(&mut |region| {
        match &region.entry {
            Entry::Loop => {}
            Entry::Guard { predicate, .. } => of_host(predicate, used),
            Entry::Axis { along } => used.push(*along),
        }
        region.workers().for_each(|worker| of_host(worker, used));
        for step in region.steps() {
            match step {
                Step::Gather { data, .. } => used.push(*data),
                Step::Range { range, .. } => of_host(range, used),
                Step::Scan(scan) | Step::Total(scan) => {
                    of_host(&scan.seed, used);
                    of_host(&scan.operator, used);
                }
                Step::Scatter { combine, .. } => {
                    combine
                        .iter()
                        .for_each(|combine| of_host(&combine.operator, used));
                }
                Step::Map { .. } | Step::Tuple { .. } | Step::Generate { .. } | Step::Fold(_) => {}
            }
        }
    });
}

fn of_result(result: &NestResult, used: &mut Vec<ArrayId>) {
    match result {
        NestResult::Array { array, .. } => used.push(*array),
        NestResult::Scalar(host) => of_host(host, used),
        NestResult::Tuple(items) => items.iter().for_each(|item| of_result(item, used)),
    }
}
