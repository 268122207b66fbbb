//! The points of a ridge that are seen from its start: those whose angle is greater than all
//! before.

use crate::expert::{Chain, fresh_part, in_order};
use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "line_of_sight",
    source: "line_of_sight",
    about: "which points are higher than all before, as an angle; f64",
    sizes: Sizes::UpTo(40_000_000),
    nature: Nature {
        bound: Bound::Chain,
        fused: None,
    },
    race,
};

variants! {
    mod program(loops = 1) = "line_of_sight";
}

/// A slope that grows steeper and is so rough that about half of it is seen.
fn input(size: usize) -> Vec<f64> {
    let rough = random::units(1).enumerate();
    rough
        .map(|(i, unit)| (i + 1) as f64 * (i as f64 + 2.0 * unit) * 1e-8)
        .take(size)
        .collect()
}

fn race(setting: &Setting<'_>) -> Outcome {
    let heights = &input(setting.size);
    let mut race = setting.race(|| by_hand(heights));
    race.fresh(FUSUS, || program::fused::line_of_sight(heights));
    race.fresh(SEQUENTIAL, || {
        program::fused::line_of_sight_sequential(heights)
    });
    race.fresh(UNFUSED, || program::unfused::line_of_sight(heights));
    race.fresh(STREAM, || program::stream::line_of_sight(heights));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(heights));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(heights));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(heights));
    race.fresh(NDARRAY, || whole_arrays(heights));
    race.fresh(EXPERT, || expert(heights));
    race.fresh(BY_HAND, || by_hand(heights));
    race.fresh(PLAIN, || plain(heights));
    let written = by_hand(heights).len() * size_of::<usize>();
    let read = bytes(heights);
    race.copy(&[Pass { read, written }], Place::Fresh);
    race.run()
}

fn angle((index, height): (usize, &f64)) -> f64 {
    height / (index + 1) as f64
}

fn lazy_iterators(heights: &[f64]) -> Vec<usize> {
    let angles = heights.iter().enumerate().map(angle);
    let seen = angles.scan(f64::NEG_INFINITY, |most, angle| {
        let before = std::mem::replace(most, most.max(angle));
        Some(angle > before)
    });
    let visible = seen.enumerate().filter(|(_, seen)| *seen);
    visible.map(|(index, _)| index).collect()
}

fn iterators_by_step(heights: &[f64]) -> Vec<usize> {
    let angles: Vec<f64> = heights.iter().enumerate().map(angle).collect();
    let highest: Vec<f64> = running(&angles, f64::NEG_INFINITY).collect();
    let points = angles.iter().zip(&highest).enumerate();
    points
        .filter(|(_, (a, m))| a > m)
        .map(|(index, _)| index)
        .collect()
}

/// The greatest of those before each element.
fn running(angles: &[f64], before: f64) -> impl Iterator<Item = f64> {
    angles.iter().scan(before, |most, angle| {
        Some(std::mem::replace(most, most.max(*angle)))
    })
}

fn rayon_by_step(heights: &[f64]) -> Vec<usize> {
    let angles: Vec<f64> = heights.par_iter().enumerate().map(angle).collect();
    let greatest = |block: &[f64]| block.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut totals: Vec<f64> = angles.par_chunks(BLOCK).map(greatest).collect();
    let mut most = f64::NEG_INFINITY;
    for total in &mut totals {
        most = most.max(std::mem::replace(total, most));
    }
    let blocks = angles.par_chunks(BLOCK).zip(totals);
    let highest: Vec<f64> = blocks
        .flat_map_iter(|(block, before)| running(block, before))
        .collect();
    let points = angles.par_iter().zip(&highest).enumerate();
    points
        .filter(|(_, (a, m))| a > m)
        .map(|(index, _)| index)
        .collect()
}

fn whole_arrays(heights: &[f64]) -> Vec<usize> {
    let places = Array1::from_iter((1..=heights.len()).map(|i| i as f64));
    let angles = &aview1(heights) / &places;
    let mut highest = angles.clone();
    highest.accumulate_axis_inplace(ndarray::Axis(0), |before, x| *x = x.max(*before));
    let seen = angles
        .iter()
        .enumerate()
        .filter(|(i, a)| *i == 0 || **a > highest[i - 1]);
    Array1::from_iter(seen.map(|(index, _)| index))
        .into_raw_vec_and_offset()
        .0
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(heights: &[f64]) -> Vec<usize> {
    let (mut highest, mut visible) = (f64::NEG_INFINITY, Vec::new());
    for i in 0..heights.len() {
        let angle = heights[i] / (i + 1) as f64;
        if angle > highest {
            visible.push(i);
            highest = angle;
        }
    }
    visible
}

fn by_hand(heights: &[f64]) -> Vec<usize> {
    let (mut highest, mut visible) = (f64::NEG_INFINITY, Vec::with_capacity(heights.len()));
    for (index, height) in heights.iter().enumerate() {
        let angle = height / (index + 1) as f64;
        if angle > highest {
            visible.push(index);
            highest = angle;
        }
    }
    visible
}

wide! {
    /// The angles of a block, and the greatest of them.
    fn angles_of(first: usize, heights: &[f64], angles: &mut [f64]) -> f64 {
        const LANES: usize = 8;
        let angles = &mut angles[..heights.len()];
        // In 32 bits, whose conversion to floats every machine has for vectors.
        let wide = (first + heights.len()) <= i32::MAX as usize;
        for (index, (height, angle)) in heights.iter().zip(&mut *angles).enumerate() {
            let place = first + index + 1;
            *angle = height / if wide { f64::from(place as i32) } else { place as f64 };
        }
        let (whole, rest) = angles.as_chunks::<LANES>();
        let greater = |a: f64, b: f64| if b > a { b } else { a };
        let lanes = whole.iter().fold([f64::NEG_INFINITY; LANES], |most, angles| {
            array::from_fn(|lane| greater(most[lane], angles[lane]))
        });
        lanes.iter().chain(rest).fold(f64::NEG_INFINITY, |a, b| greater(a, *b))
    }

    /// The visible places, by the greatest angle before the block. Returns how many there
    /// are.
    fn seen(first: usize, angles: &[f64], before: f64, room: &mut [MaybeUninit<usize>]) -> usize {
        let (mut kept, mut highest, room) = (0, before, &mut room[..angles.len()]);
        for (index, angle) in angles.iter().enumerate() {
            // SAFETY: at most as many were kept as were looked at before.
            unsafe { room.get_unchecked_mut(kept) }.write(first + index);
            kept += usize::from(*angle > highest);
            highest = if *angle > highest { *angle } else { highest };
        }
        kept
    }
}

fn expert(heights: &[f64]) -> Vec<usize> {
    let count = heights.len().div_ceil(BLOCK);
    let greatest = Chain::new(count, f64::NEG_INFINITY, f64::max);
    let kept = Chain::new(count, 0, |a, b| a + b);
    let longest = heights.len().min(BLOCK);
    let buffers = || (vec![0.0; longest], vec![MaybeUninit::uninit(); longest]);
    let all = |room: &mut [MaybeUninit<usize>]| {
        let room = Shared::new(room);
        in_order(count, buffers, |block, (angles, buffer)| {
            let at = positions(block, heights.len());
            let (first, len) = (at.start, at.len());
            let most = angles_of(first, &heights[at], angles);
            let before = greatest.pass(block, most);
            let found = seen(first, &angles[..len], before, buffer);
            let start = kept.pass(block, found);
            // SAFETY: what earlier blocks kept and what this one keeps are next to each other.
            let place = unsafe { room.part(start..start + found) };
            place.copy_from_slice(&buffer[..found]);
        });
        kept.end()
    };
    // SAFETY: what blocks keep is written, without gaps.
    unsafe { fresh_part(heights.len(), all) }
}
