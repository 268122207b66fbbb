//! Arrays that a loop overwrites and reads before.

use crate::nest::{ArrayId, Nest, Region, Storage, Write, WriteMode};

/// Returns true if a region reads an array that its loop overwrites.
pub fn reads_overwritten(nest: &Nest, region: &Region, writes: &[Write]) -> bool {
    let mut found = false;
    region.visit(&mut |region| {
        let mut arrays = region.arrays();
        found |= arrays.any(|array| overwriting(nest, array, writes).is_some());
    });
    found
}

/// The position of the write that overwrites an array which is read before it is.
pub fn overwriting(nest: &Nest, array: ArrayId, writes: &[Write]) -> Option<usize> {
    let home = home(nest, array);
    let is_there = |write: &Write| match write.mode {
        WriteMode::Fill(of) | WriteMode::InPlace(of) => home == Some(of),
        WriteMode::Replace(of) => nest.in_memory(array) == of,
        _ => false,
    };
    writes.iter().position(is_there)
}

/// The input whose memory an array lies in.
fn home(nest: &Nest, array: ArrayId) -> Option<ArrayId> {
    match &nest.arrays[array].storage {
        Storage::Input(_, true) => Some(array),
        Storage::InPlace(home) => Some(*home),
        Storage::Alias(of) => self::home(nest, *of),
        _ => None,
    }
}
