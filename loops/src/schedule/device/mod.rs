//! The schedule of devices: how each loop is run by kernels.
//!
//! Lanes go over tiles of a loop. The order of elements, the number of them that a lane has at a
//! time, the way in which states travel between tiles and the way in which values reach their bins
//! are decided here; the generator of kernels prints them. The local memory that states and kept
//! elements take is counted there, as it depends on the members of structs.

mod places;
#[cfg(feature = "report")]
mod text;

pub use self::places::{Places, compacted, counts};

use super::levels::{self, Level};
use super::policy::{COMBINED_NEAR, LANE_BYTES, LANE_BYTES_BETWEEN_TILES};
use crate::nest::{ArrayId, Combine, Known, Loop, Nest, Step, WriteMode};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::scalar::{Prim, Type, Types};

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
}

/// The schedule of a loop on a device.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct DeviceLoop {
    /// The order of its elements.
    pub order: Order,
    /// Set if the lanes of a group go over the positions of inner loops together.
    pub shares_axes: bool,
    /// The number of elements that a lane has at a time.
    pub items: usize,
    /// The look-back levels: the scans whose states go from tile to tile.
    pub levels: Vec<Level>,
    /// Set if tiles may pass on their states while they run; otherwise several launches do.
    pub single_pass: bool,
    /// The reductions by index, each with the way in which values reach their bins.
    pub bins: OrderedMap<ArrayId, Bins>,
    /// The arrays of several columns that are scattered: a lane claims a slot, and a kernel of its
    /// own writes the values of the one that has it.
    pub claimed: OrderedSet<ArrayId>,
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
            let schedule = DeviceLoop::of(nested, &types, strict);
            (nested.number, schedule)
        });
        DeviceSchedule {
            loops: loops.collect(),
            nest,
            types,
            places,
        }
    }
}

impl DeviceLoop {
    fn of(nested: &Loop, types: &Types, strict: bool) -> DeviceLoop {
        let levels = levels::of(&nested.body);
        let order = Order::of(nested, &levels, strict);
        let items = match nested.body.has_axes() || order == Order::Serial {
            true => 1,
            false => items(nested, types, !levels.is_empty()),
        };
        let mut writes = nested.writes.iter();
        let scattered = nested.writes.iter();
        let scattered = scattered.filter(|write| write.mode.is_at_positions());
        let claimed = scattered.map(|write| write.array).filter(|array| {
            nested.body.combining(*array).is_none() && types.array(*array).leaves().len() > 1
        });
        DeviceLoop {
            order,
            shares_axes: nested.body.has_axes() && order != Order::Serial,
            items,
            single_pass: !writes.any(|write| write.mode == WriteMode::Append),
            bins: bins(nested, types, order, strict),
            claimed: claimed.collect(),
            levels,
        }
    }
}

impl Order {
    /// One lane runs a loop from left to right if the program is strict, or a step of the loop waits
    /// for the one before it.
    fn of(nested: &Loop, levels: &[Level], strict: bool) -> Order {
        let recurs = |step: &Step| matches!(step, Step::Scan(scan) if scan.is_recurrence());
        if strict || nested.body.any_step(recurs) {
            return Order::Serial;
        }
        match levels.is_empty() && !nested.folds.is_empty() {
            true => Order::Chunks,
            false => Order::Tiles,
        }
    }
}

/// The number of elements that a lane has at a time, by the widest column: a vector of them, or two
/// where tiles wait for each other.
fn items(nested: &Loop, types: &Types, levels: bool) -> usize {
    let columns = nested
        .body
        .arrays()
        .chain(nested.writes.iter().map(|write| write.array));
    let widest = columns
        .flat_map(|array| types.array(array).leaves())
        .map(|prim| prim.bits() as usize / 8)
        .max()
        .unwrap_or(4);
    match levels {
        true => (LANE_BYTES_BETWEEN_TILES / widest).clamp(4, 16),
        false => (LANE_BYTES / widest).clamp(2, 16),
    }
}

/// The ways in which values reach the bins of a loop. Those with a copy in local memory are the first
/// ones, since the memory is small.
fn bins(nested: &Loop, types: &Types, order: Order, strict: bool) -> OrderedMap<ArrayId, Bins> {
    let mut near = 0;
    let reduced = nested.writes.iter().filter_map(|write| {
        let combine = nested.body.combining(write.array)?;
        let bins = match (
            strict,
            is_one_instruction(combine, types.array(write.array)),
        ) {
            (true, _) => Bins::Serial,
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
