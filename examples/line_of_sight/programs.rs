//! The points of a terrain that an eye in its middle sees.

use fusus::cnf;

use crate::rays::{Sample, Slope, sample_count};
use crate::terrain::{cell_count, height};

cnf! {
    /// The heights of a terrain that reaches `radius` cells to either side of its middle.
    #[cnf(loops = 1)]
    pub(crate) fn terrain(radius: usize) -> Vec<f32> {
        let count = cell_count(radius);
        generate(count, |cell| height(cell, radius))
    }

    /// Marks the cells that an eye of this height over the middle sees, along rays to all cells of
    /// the border: the points that rise above all points before them on their ray.
    #[cnf(loops = 1)]
    pub(crate) fn line_of_sight(land: &[f32], radius: usize, eye: f32, view: &mut [bool]) {
        let count   = sample_count(radius);
        let samples = generate(count, |i| Sample::new(i, radius));
        let slopes  = map(|s| s.slope(land[s.cell] - eye), samples);
        let before  = scan_exclusive(Slope::NONE, Slope::then, slopes);
        let pairs   = map(|s, slope, top| (s.cell, slope.is_above(top)), samples, slopes, before);
        let (seen, marks) = filter(|(_, is_seen)| is_seen, pairs);
        *view = scatter(view, seen, marks);
    }

    /// Finds the visible cells with every operator in a loop of its own.
    #[cnf(strategy = "unfused")]
    pub(crate) fn line_of_sight_unfused(land: &[f32], radius: usize, eye: f32, view: &mut [bool]) {
        let count   = sample_count(radius);
        let samples = generate(count, |i| Sample::new(i, radius));
        let slopes  = map(|s| s.slope(land[s.cell] - eye), samples);
        let before  = scan_exclusive(Slope::NONE, Slope::then, slopes);
        let pairs   = map(|s, slope, top| (s.cell, slope.is_above(top)), samples, slopes, before);
        let (seen, marks) = filter(|(_, is_seen)| is_seen, pairs);
        *view = scatter(view, seen, marks);
    }
}
