//! Stencils: the game of life, the heat equation, 27 points, successive over-relaxation.

use fusus_lazy::{Array, Section, s};

/// A generation of the game of life, whose outer cells stay.
pub(crate) fn life(state: &Array<u8>) -> Array<u8> {
    let own = state.at(s![1..-1, 1..-1]);
    let above = state.at(s![..-2, ..-2]) + state.at(s![..-2, 1..-1]) + state.at(s![..-2, 2..]);
    let below = state.at(s![2.., ..-2]) + state.at(s![2.., 1..-1]) + state.at(s![2.., 2..]);
    let around = above + below + state.at(s![1..-1, ..-2]) + state.at(s![1..-1, 2..]);
    let lives = (around.eq(2) & own.eq(1)) | around.eq(3);
    state.with(s![1..-1, 1..-1], lives.cast::<u8>())
}

/// A step of the heat equation, and how much changes.
pub(crate) fn heat(grid: &Array<f64>) -> (Array<f64>, Array<f64>) {
    let own = grid.at(s![1..-1, 1..-1]);
    let sum = &own
        + grid.at(s![..-2, 1..-1])
        + grid.at(s![2.., 1..-1])
        + grid.at(s![1..-1, ..-2])
        + grid.at(s![1..-1, 2..]);
    let new = sum * 0.2;
    let change = (&new - &own).abs().sum();
    (grid.with(s![1..-1, 1..-1], new), change)
}

/// The means of each element of a cube with its neighbours.
pub(crate) fn stencil_27(data: &Array<f64>, side: usize) -> Array<f64> {
    let ranges = [0, 1, 2].map(|from| Section::from(from..from + side as i64 - 2));
    let mut sum: Option<Array<f64>> = None;
    for x in ranges {
        for y in ranges {
            for z in ranges {
                let part = data.at(s![x, y, z]);
                sum = Some(match sum {
                    Some(sum) => sum + part,
                    None => part,
                });
            }
        }
    }
    let mean = sum.expect("there are 27 parts") / 27.0;
    data.with(s![1..-1, 1..-1, 1..-1], mean)
}

/// A step of successive over-relaxation on a chessboard, and how much changes: its red fields are in
/// two arrays, its black ones in two others.
pub(crate) fn sor(fields: [Array<f64>; 4]) -> ([Array<f64>; 4], Array<f64>) {
    let [mut r0, mut b0, mut b1, mut r1] = fields;
    let step = |own: &Array<f64>, around: [Array<f64>; 4]| {
        let [a, b, c, d] = around;
        let new = (own + a + b + c + d) * 0.2;
        let change = (&new - own).abs().sum();
        (new, change)
    };
    let around = [
        b0.at(s![1.., ..-1]),
        b0.at(s![1.., 1..]),
        b1.at(s![..-1, 1..]),
        b1.at(s![1.., 1..]),
    ];
    let (new, c0) = step(&r0.at(s![1.., 1..]), around);
    r0 = r0.with(s![1.., 1..], new);
    let around = [
        b1.at(s![..-1, ..-1]),
        b1.at(s![..-1, 1..]),
        b0.at(s![..-1, ..-1]),
        b0.at(s![1.., ..-1]),
    ];
    let (new, c1) = step(&r1.at(s![..-1, ..-1]), around);
    r1 = r1.with(s![..-1, ..-1], new);
    let around = [
        r0.at(s![1.., ..-1]),
        r0.at(s![1.., 1..]),
        r1.at(s![..-1, ..-1]),
        r1.at(s![1.., ..-1]),
    ];
    let (new, c2) = step(&b0.at(s![1.., ..-1]), around);
    b0 = b0.with(s![1.., ..-1], new);
    let around = [
        r1.at(s![..-1, ..-1]),
        r1.at(s![..-1, 1..]),
        r0.at(s![..-1, 1..]),
        r0.at(s![1.., 1..]),
    ];
    let (new, c3) = step(&b1.at(s![..-1, 1..]), around);
    b1 = b1.with(s![..-1, 1..], new);
    ([r0, b0, b1, r1], c0 + c1 + c2 + c3)
}
