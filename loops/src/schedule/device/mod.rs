//! The schedule of devices: how each loop is run by kernels.
//!
//! Lanes go over tiles of a loop. The order of elements, the number of them that a lane has at a
//! time, the way in which states travel between tiles and the way in which values reach their bins
//! are decided here, and so is what local memory is for (`memory`); the generator of kernels prints
//! them.

mod composed;
mod divided;
pub mod lane_tile;
pub mod memory;
mod places;
mod rectangles;
pub mod states;
#[cfg(feature = "report")]
mod text;

pub use self::composed::Composed;
pub use self::divided::Divided;
pub use self::places::{Places, compacted, counts};

use super::levels::{self, Level};
use super::policy::COMBINED_NEAR;
use crate::nest::{ArrayId, Combine, Entry, Known, Loop, Nest, Region, Scan, Step, WriteMode};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::scalar::{Prim, Type, Types};
use lane_tile::LaneTile;
use memory::Memory;

/// The schedule of the loops of a program on a device.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct DeviceSchedule {
    /// The loops, with the places of compacted elements as scans.
    pub nest: Nest,
    /// The types of its arrays and scalars.
    pub types: Types,
    /// The places of compacted elements.
    pub places: Places,
    /// The schedule of each loop, by its number.
    pub loops: OrderedMap<usize, DeviceLoop>,
    /// The lanes of a group: as many as have the local memory that each of the loops needs.
    pub lanes: usize,
}

/// The schedule of a loop on a device.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct DeviceLoop {
    /// The order of its elements.
    pub order: Order,
    /// Set if the lanes of a group go over the positions of inner loops together.
    pub shares_axes: bool,
    /// The number of elements that a lane has at a time: in rectangles one below the other, otherwise
    /// side by side.
    pub items: usize,
    /// The rectangle of positions of a lane, if the loop has totals in tiles.
    pub tile: Option<LaneTile>,
    /// The reads of a loop over rectangles, by their numbers, whose elements a group fetches
    /// together: neighbours in memory are below each other.
    pub turned: Vec<usize>,
    /// The way in which lanes divide the folds of an element, if they do.
    pub divided: Option<Divided>,
    /// The look-back levels: the scans whose states go from tile to tile.
    pub levels: Vec<DeviceLevel>,
    /// The recurrences whose steps are composed, by the numbers of their states.
    pub composed: OrderedMap<usize, Composed>,
    /// Set if one lane does the loop again where a composition says too little.
    pub again: bool,
    /// The bytes of the state of its folds.
    pub fold_bytes: usize,
    /// The compacted arrays that go through local memory.
    pub compacted: OrderedSet<ArrayId>,
    /// The bytes of the widest element that lanes give each other before they store it, if they do:
    /// neighbours then store neighbours.
    pub exchanged: Option<usize>,
    /// The bytes of local memory that a lane needs.
    pub local_bytes: usize,
    /// Set if tiles may pass on their states while they run; otherwise several launches do.
    pub single_pass: bool,
    /// The reductions by index, each with the way in which values reach their bins.
    pub bins: OrderedMap<ArrayId, Bins>,
    /// The arrays of several columns that are scattered: a lane claims a slot, and a kernel of its
    /// own writes the values of the one that has it.
    pub claimed: OrderedSet<ArrayId>,
}

/// A look-back level on a device.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct DeviceLevel {
    /// The scans, and the body that computes the states of a tile.
    pub level: Level,
    /// The bytes of its state.
    pub bytes: usize,
    /// The number of elements that are taken in before the state moves; `None` if it moves with
    /// each.
    pub deferred: Option<usize>,
}

/// The order in which the elements of a loop are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From left to right, by one lane.
    Serial,
    /// By tiles, each by a group of lanes.
    Tiles,
    /// By chunks of neighbouring tiles, each by a group of lanes: folds need one state a chunk.
    Chunks,
    /// By rectangles of the last two axes, each by a group of lanes: no lane divides a position to
    /// know its row and its column.
    Rectangles,
    /// By elements whose folds over an index several lanes divide.
    Divided,
}

/// The way in which the values of a reduction by index reach their bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bins {
    /// One after the other, by the one lane of the loop.
    Serial,
    /// By one instruction of the device, whatever the order.
    Instruction {
        /// Set if few bins have a copy in local memory.
        near: bool,
    },
    /// They are kept by their positions, and two kernels combine them by ranges.
    Ranges,
}

impl DeviceSchedule {
    /// Decides how a device runs the loops of a program.
    pub fn of(nest: &Nest, types: &Types, strict: bool) -> DeviceSchedule {
        let (nest, types, places) = places::explicit(nest, types);
        let loops = nest.loops().map(|nested| {
            let schedule = DeviceLoop::of(nested, &nest, &types, &places, strict);
            (nested.number, schedule)
        });
        let loops: OrderedMap<usize, DeviceLoop> = loops.collect();
        let local = loops.values().map(|schedule| schedule.local_bytes).max();
        DeviceSchedule {
            lanes: memory::lanes(local.unwrap_or(0)),
            loops,
            nest,
            types,
            places,
        }
    }
}

impl DeviceLoop {
    fn of(nested: &Loop, nest: &Nest, types: &Types, places: &Places, strict: bool) -> DeviceLoop {
        let levels = levels::of(&nested.body);
        let composed = composed(nested, types, strict);
        let order = Order::of(nested, &levels, composed.as_ref());
        let composed = composed.unwrap_or_default();
        let again = composed.values().any(Composed::may_be_lost);
        let mut writes = nested.writes.iter();
        let scattered = nested.writes.iter();
        let scattered = scattered.filter(|write| write.mode.is_at_positions());
        let claimed = scattered.map(|write| write.array).filter(|array| {
            nested.body.combining(*array).is_none() && types.array(*array).leaves().len() > 1
        });
        let shares_axes = nested.body.has_axes() && order != Order::Serial;
        let fold_bytes = memory::of_folds(&nested.folds, types);
        let bytes = |level: &Level| memory::of_scans(&level.scans, &composed, types);
        // The states of one lane are variables.
        let states = match order {
            Order::Serial => fold_bytes,
            _ => fold_bytes + levels.iter().map(bytes).sum::<usize>(),
        };
        let memory = Memory {
            nested,
            levels: &levels,
            places,
            types,
            states,
        };
        let tile = LaneTile::of(nested, nest, types, order).filter(|_| levels.is_empty());
        let divided = match tile {
            Some(_) => None,
            None => Divided::of(nested, nest, order).filter(|_| levels.is_empty()),
        };
        let order = match order {
            Order::Tiles if divided.is_some() => Order::Divided,
            Order::Tiles if tile.is_none() && rectangles::is_for(nested) => Order::Rectangles,
            order => order,
        };
        let items = match order {
            Order::Rectangles => rectangles::rows(nested),
            Order::Serial | Order::Divided => 1,
            _ if nested.body.has_axes() || tile.is_some() => 1,
            _ => memory.items(),
        };
        let compacted = memory.compacted(items);
        let exchanged = memory.exchanged(items, &compacted).filter(|_| !again);
        let fetched: OrderedSet<ArrayId> = match shares_axes {
            true => shared(&nested.body)
                .into_iter()
                .flat_map(fetched)
                .map(|array| nest.owner(array))
                .collect(),
            false => OrderedSet::new(),
        };
        let turned = match order {
            Order::Rectangles => rectangles::turned(nested, types, items),
            _ => Vec::new(),
        };
        DeviceLoop {
            order,
            turned,
            shares_axes,
            items,
            tile,
            divided,
            fold_bytes,
            local_bytes: memory.of_lane(items, &compacted, exchanged, &fetched),
            compacted,
            exchanged,
            single_pass: !writes.any(|write| write.mode == WriteMode::Append),
            bins: bins(nested, types, order, strict),
            claimed: claimed.collect(),
            again,
            levels: (levels.iter())
                .map(|level| DeviceLevel {
                    bytes: bytes(level),
                    deferred: memory::deferred(level, types, items),
                    level: level.clone(),
                })
                .collect(),
            composed,
        }
    }
}

/// Returns true if each position of a loop has elements of its own, of nothing but workers and what is
/// read there: nothing goes from one position to another.
fn is_element_wise(nested: &Loop) -> bool {
    let is_worker = |step: &Step| {
        matches!(
            step,
            Step::Map { .. } | Step::Generate { .. } | Step::Tuple { .. }
        )
    };
    nested.folds.is_empty()
        && nested.body.inner().next().is_none()
        && nested.body.steps().all(is_worker)
        && nested.writes.iter().all(|write| write.mode.is_one_each())
}

/// The number of the index of the inner loops that the lanes of a group share.
pub const SHARED: usize = 1;

/// The inner loops that the lanes of a group go over together: those of a region, also behind its
/// filters, but not those within others, where all lanes read the same element at the same time
/// anyway.
pub fn shared(region: &Region) -> Vec<&Region> {
    match &region.entry {
        Entry::Axis { .. } => vec![region],
        Entry::Loop | Entry::Guard { .. } => region.inner().flat_map(shared).collect(),
    }
}

/// The arrays whose elements the group fetches for such a loop.
pub fn fetched(region: &Region) -> impl Iterator<Item = ArrayId> {
    let reads = region.reads.iter();
    let fetched = reads.filter(|read| read.is_along(SHARED));
    fetched.map(|read| read.array)
}

impl Order {
    /// One lane runs a loop from left to right if the program is strict, or a step of the loop
    /// waits for the one before it.
    fn of(
        nested: &Loop,
        levels: &[Level],
        composed: Option<&OrderedMap<usize, Composed>>,
    ) -> Order {
        if composed.is_none() {
            return Order::Serial;
        }
        match levels.is_empty() && !nested.folds.is_empty() {
            true => Order::Chunks,
            false => Order::Tiles,
        }
    }
}

/// The recurrences of a loop, if the steps of all are composed: nothing if one lane has to take them
/// one by one. A composition of floats may say too little, and one lane then does the loop again.
fn composed(nested: &Loop, types: &Types, strict: bool) -> Option<OrderedMap<usize, Composed>> {
    let mut recurrences: Vec<&Scan> = Vec::new();
    nested.body.visit(&mut |region| {
        for step in region.steps() {
            if let Step::Scan(scan) = step
                && scan.is_recurrence()
            {
                recurrences.push(scan);
            }
        }
    });
    let each = recurrences.iter().map(|scan| {
        let composed = Composed::of(scan, types)?;
        Some((scan.id, composed))
    });
    let composed = each.collect::<Option<OrderedMap<usize, Composed>>>()?;
    let again = composed.values().any(Composed::may_be_lost);
    let mut writes = nested.writes.iter();
    let in_order = strict
        || !composed.is_empty() && nested.body.has_axes()
        || again && !writes.all(|write| composed::is_repeatable(write.mode));
    (!in_order).then_some(composed)
}

/// The ways in which values reach the bins of a loop. Those with a copy in local memory are the
/// first ones, since the memory is small.
fn bins(nested: &Loop, types: &Types, order: Order, strict: bool) -> OrderedMap<ArrayId, Bins> {
    let mut near = 0;
    let reduced = nested.writes.iter().filter_map(|write| {
        let combine = nested.body.combining(write.array)?;
        let bins = match (
            strict,
            is_one_instruction(combine, types.array(write.array)),
        ) {
            (true, _) => Bins::Serial,
            (false, false) if order == Order::Serial => Bins::Serial,
            (false, false) => Bins::Ranges,
            (false, true) => {
                near += 1;
                Bins::Instruction {
                    near: near <= COMBINED_NEAR && order != Order::Serial,
                }
            }
        };
        Some((write.array, bins))
    });
    reduced.collect()
}

/// Returns true if one instruction of a device combines values of a type, whatever the order.
fn is_one_instruction(combine: &Combine, ty: &Type) -> bool {
    let is_word = matches!(ty.prim(), Some(Prim::I32 | Prim::U32));
    is_word
        && match combine.known {
            None | Some(Known::Mul | Known::WrappingMul | Known::Tuple(_)) => false,
            Some(
                Known::Add
                | Known::WrappingAdd
                | Known::Min
                | Known::Max
                | Known::And
                | Known::Or
                | Known::Xor,
            ) => true,
        }
}
