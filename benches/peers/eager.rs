//! The paper's programs by ndarray, an array for each operation, for `peers/run_time.py`.
//!
//! Each prints its name and the milliseconds of its fastest step on one thread. Sizes are those of
//! `lazy/examples/planning`, and results those of loops, which is checked before.

#![allow(
    clippy::reversed_empty_ranges,
    reason = "ends of slices that count from behind"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ndarray::{Array1, Array2, Array3, Axis, NewAxis, Zip, s};

/// Numbers between 0 and 1, the same in each run.
fn numbers(len: usize) -> Vec<f64> {
    (0..len)
        .map(|at| (at * 7919 % 10_007) as f64 / 10_007.0)
        .collect()
}

fn square(side: usize) -> Array2<f64> {
    Array2::from_shape_vec((side, side), numbers(side * side)).expect("a table")
}

fn report(name: &str, mut step: impl FnMut()) {
    let mut fastest = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(1500) {
        let start = Instant::now();
        step();
        fastest = fastest.min(start.elapsed());
    }
    println!("{name}|{:.3}", fastest.as_secs_f64() * 1e3);
}

fn main() {
    black_scholes();
    series();
    life();
    heat();
    stencil_27();
    sor();
    eliminations();
    monte_carlo();
    shallow_water();
    bodies();
}

fn normal(x: &Array1<f64>) -> Array1<f64> {
    let size = x.abs();
    let k = 1.0 / (1.0 + 0.231_641_9 * &size);
    let sum = 0.319_381_53 * &k - 0.356_563_782 * &k.powi(2) + 1.781_477_937 * &k.powi(3)
        - 1.821_255_978 * &k.powi(4)
        + 1.330_274_429 * &k.powi(5);
    let w = 1.0 - (&size * &size * -0.5).exp() / std::f64::consts::TAU.sqrt() * sum;
    Zip::from(x)
        .and(&w)
        .map_collect(|x, w| if *x < 0.0 { 1.0 - w } else { *w })
}

fn black_scholes() {
    let stock = 55.0 + 10.0 * Array1::from_vec(numbers(150_000));
    let mean = || {
        let (years, spread) = (0.5_f64, 0.3 * 0.5_f64.sqrt());
        let d1 = ((&stock / 65.0).ln() + (0.08 + 0.045) * years) / spread;
        let d2 = &d1 - spread;
        let calls = &stock * normal(&d1) - 65.0 * (-0.08 * years).exp() * normal(&d2);
        calls.sum() / stock.len() as f64
    };
    assert!(mean() > 0.0);
    report("Black-Scholes", || {
        black_box(mean());
    });
}

fn series() {
    let leibnitz = || {
        let k = Array1::from_iter((0..1_000_000).map(f64::from));
        (1.0 / (4.0 * &k + 1.0) - 1.0 / (4.0 * &k + 3.0)).sum() * 4.0
    };
    assert!((leibnitz() - std::f64::consts::PI).abs() < 1e-5);
    report("Leibnitz PI", || {
        black_box(leibnitz());
    });
    let x = Array1::from_vec(numbers(2_000_000));
    let rosenbrock = || {
        let (own, next) = (x.slice(s![..-1]), x.slice(s![1..]));
        let (steep, flat) = (&next - &own * &own, 1.0 - &own);
        (100.0 * (&steep * &steep) + &flat * &flat).sum()
    };
    report("Rosenbrock", || {
        black_box(rosenbrock());
    });
}

fn life() {
    let side = 1000;
    let cells = square(side).mapv(|x| u8::from(x < 0.3));
    let mut state = cells;
    report("Game of Life", || {
        let own = state.slice(s![1..-1, 1..-1]);
        let above = &state.slice(s![..-2, ..-2])
            + &state.slice(s![..-2, 1..-1])
            + state.slice(s![..-2, 2..]);
        let below =
            &state.slice(s![2.., ..-2]) + &state.slice(s![2.., 1..-1]) + state.slice(s![2.., 2..]);
        let around = above + below + state.slice(s![1..-1, ..-2]) + state.slice(s![1..-1, 2..]);
        let lives = Zip::from(&around)
            .and(own)
            .map_collect(|around, own| u8::from(*around == 2 && *own == 1 || *around == 3));
        state.slice_mut(s![1..-1, 1..-1]).assign(&lives);
    });
}

fn heat() {
    let mut grid = square(1200);
    report("Heat Equation", || {
        let own = grid.slice(s![1..-1, 1..-1]);
        let sum = &own
            + &grid.slice(s![..-2, 1..-1])
            + grid.slice(s![2.., 1..-1])
            + grid.slice(s![1..-1, ..-2])
            + grid.slice(s![1..-1, 2..]);
        let new = sum * 0.2;
        black_box((&new - &own).abs().sum());
        grid.slice_mut(s![1..-1, 1..-1]).assign(&new);
    });
}

fn stencil_27() {
    let side = 70;
    let cells = numbers(side * side * side);
    let mut data = Array3::from_shape_vec((side, side, side), cells).expect("a cube");
    report("27 Point Stencil", || {
        let inner = side - 2;
        let mut sum = Array3::<f64>::zeros((inner, inner, inner));
        for (x, y, z) in (0..27).map(|at| (at / 9, at / 3 % 3, at % 3)) {
            sum += &data.slice(s![x..x + inner, y..y + inner, z..z + inner]);
        }
        data.slice_mut(s![1..-1, 1..-1, 1..-1])
            .assign(&(sum / 27.0));
    });
}

fn sor() {
    let mut fields = [0, 1, 2, 3].map(|_| square(600));
    report("SOR", || {
        let [r0, b0, b1, r1] = &mut fields;
        let mut change = 0.0;
        macro_rules! step {
            ($own:ident $at:expr; $($other:ident $side:expr),*) => {
                let own = $own.slice($at);
                let sum = &own $(+ &$other.slice($side))*;
                let new = sum * 0.2;
                change += (&new - &own).abs().sum();
                $own.slice_mut($at).assign(&new);
            };
        }
        step!(r0 s![1.., 1..]; b0 s![1.., ..-1], b0 s![1.., 1..], b1 s![..-1, 1..], b1 s![1.., 1..]);
        step!(r1 s![..-1, ..-1]; b1 s![..-1, ..-1], b1 s![..-1, 1..], b0 s![..-1, ..-1], b0 s![1.., ..-1]);
        step!(b0 s![1.., ..-1]; r0 s![1.., ..-1], r0 s![1.., 1..], r1 s![..-1, ..-1], r1 s![1.., ..-1]);
        step!(b1 s![..-1, 1..]; r1 s![..-1, ..-1], r1 s![..-1, 1..], r0 s![..-1, 1..], r0 s![1.., 1..]);
        black_box(change);
    });
}

fn eliminations() {
    let (side, k) = (280, 10);
    let heavy = || {
        let mut table = square(side);
        table.diag_mut().mapv_inplace(|x| x + side as f64);
        table
    };
    let rest = |table: &Array2<f64>| {
        let factors = &table.slice(s![k.., k - 1]) / table[[k - 1, k - 1]];
        let own = table.slice(s![k.., k - 1..]);
        let row = table.slice(s![NewAxis, k - 1, k - 1..]);
        let new = &own - &factors.slice(s![.., NewAxis]) * &row;
        (factors, new)
    };
    let mut table = heavy();
    report("Gauss Elimination", || {
        let (_, new) = rest(&table);
        table.slice_mut(s![k.., k - 1..]).assign(&new);
    });
    let (mut lower, mut upper) = (heavy(), heavy());
    report("LU Factorization", || {
        let (factors, new) = rest(&upper);
        lower.slice_mut(s![k.., k - 1]).assign(&factors);
        upper.slice_mut(s![k.., k - 1..]).assign(&new);
    });
}

fn monte_carlo() {
    let positions = Array1::from_iter(0..1_000_000_u64);
    let scattered = |positions: Array1<u64>| {
        let mixed = positions
            .mapv(|x| x.wrapping_mul(6_364_136_223_846_793_005))
            .mapv(|x| x.wrapping_add(1_442_695_040_888_963_407));
        let shifted = &mixed / (1 << 33);
        let mixed = (mixed ^ shifted).mapv(|x| x.wrapping_mul(0xff51_afd7_ed55_8ccd));
        (mixed / (1 << 11)).mapv(|x| x as f64) / (1_u64 << 53) as f64
    };
    report("Monte Carlo PI", || {
        let (x, y) = (scattered(&positions * 2), scattered(&positions * 2 + 1));
        let hits = (&x * &x + &y * &y).sqrt().mapv(|r| u64::from(r <= 1.0));
        black_box(hits.sum() as f64 * 4.0 / positions.len() as f64);
    });
}

fn shallow_water() {
    const GRAVITY: f64 = 9.8;
    const TIME: f64 = 0.02;
    fn sides(field: &mut Array2<f64>, rows: f64, columns: f64) {
        let side = field.slice(s![.., 1]).to_owned() * columns;
        field.slice_mut(s![.., 0]).assign(&side);
        let side = field.slice(s![.., -2]).to_owned() * columns;
        field.slice_mut(s![.., -1]).assign(&side);
        let side = field.slice(s![1, ..]).to_owned() * rows;
        field.slice_mut(s![0, ..]).assign(&side);
        let side = field.slice(s![-2, ..]).to_owned() * rows;
        field.slice_mut(s![-1, ..]).assign(&side);
    }
    fn along(u: &Array2<f64>, h: &Array2<f64>) -> Array2<f64> {
        u * u / h + GRAVITY / 2.0 * (h * h)
    }
    fn between_rows(field: &Array2<f64>, flow: &Array2<f64>) -> Array2<f64> {
        let (below, above) = (s![1.., 1..-1], s![..-1, 1..-1]);
        let mean = (&field.slice(below) + &field.slice(above)) / 2.0;
        mean - TIME / 2.0 * (&flow.slice(below) - &flow.slice(above))
    }
    fn between_columns(field: &Array2<f64>, flow: &Array2<f64>) -> Array2<f64> {
        let (right, left) = (s![1..-1, 1..], s![1..-1, ..-1]);
        let mean = (&field.slice(right) + &field.slice(left)) / 2.0;
        mean - TIME / 2.0 * (&flow.slice(right) - &flow.slice(left))
    }
    fn change(rows: &Array2<f64>, columns: &Array2<f64>) -> Array2<f64> {
        TIME * (&rows.slice(s![1.., ..]) - &rows.slice(s![..-1, ..]))
            + TIME * (&columns.slice(s![.., 1..]) - &columns.slice(s![.., ..-1]))
    }
    let (mut h, mut u) = (1.0 + 0.1 * square(320), Array2::<f64>::zeros((320, 320)));
    let mut v = u.clone();
    report("Shallow Water", || {
        sides(&mut h, 1.0, 1.0);
        sides(&mut u, -1.0, 1.0);
        sides(&mut v, 1.0, -1.0);
        let across = &u * &v / &h;
        let (hx, hy) = (between_rows(&h, &u), between_columns(&h, &v));
        let ux = between_rows(&u, &along(&u, &h));
        let uy = between_columns(&u, &across);
        let vx = between_rows(&v, &across);
        let vy = between_columns(&v, &along(&v, &h));
        let new = [
            change(&ux, &vy),
            change(&along(&ux, &hx), &(&uy * &vy / &hy)),
            change(&(&ux * &vx / &hx), &along(&vy, &hy)),
        ];
        for (field, change) in [&mut h, &mut u, &mut v].into_iter().zip(new) {
            let mut inner = field.slice_mut(s![1..-1, 1..-1]);
            inner -= &change;
        }
    });
}

/// Bodies: a row for each of the mass, the places and the speeds.
fn accelerations(of: &Array2<f64>, by: &Array2<f64>, is_same: bool) -> [Array1<f64>; 3] {
    let d = [1, 2, 3].map(|at| &by.slice(s![at, NewAxis, ..]) - &of.slice(s![at, .., NewAxis]));
    let mut square = &d[0] * &d[0] + &d[1] * &d[1] + &d[2] * &d[2];
    if is_same {
        square.diag_mut().fill(f64::INFINITY);
    }
    let force = &by.slice(s![0, NewAxis, ..]) / (square.sqrt() * &square);
    d.map(|d| (d * &force).sum_axis(Axis(1)))
}

fn moved(bodies: &mut Array2<f64>, by: &[Array1<f64>; 3]) {
    for (at, by) in by.iter().enumerate() {
        let speed = &bodies.row(4 + at) + &(by * 0.01);
        let place = &bodies.row(1 + at) + &(&speed * 0.01);
        bodies.row_mut(4 + at).assign(&speed);
        bodies.row_mut(1 + at).assign(&place);
    }
}

fn bodies() {
    let of = |count: usize| Array2::from_shape_vec((7, count), numbers(7 * count)).expect("rows");
    let mut own = of(600);
    report("N-body", || {
        let by = accelerations(&own, &own, true);
        moved(&mut own, &by);
    });
    let (mut planets, mut asteroids) = (of(20), of(20_000));
    report("N-body Nice", || {
        let by = accelerations(&asteroids, &planets, false);
        let between = accelerations(&planets, &planets, true);
        moved(&mut asteroids, &by);
        moved(&mut planets, &between);
    });
}
