//! Formulas on the host and on a device: is the device worth it?
//!
//! ```console
//! $ cargo run --release -p fusus-lazy --features ocl --example devices -- 24
//! ```
//!
//! The argument is the number of elements, as a power of two. Arrays stay on the device.

use std::error::Error;
use std::time::Instant;

use fusus_lazy::{Array, Launches, on, s};
use fusus_ocl::Device;

/// The runs of each formula, of which the median counts.
const RUNS: usize = 7;

type Formula = Box<dyn Fn() -> Result<f64, fusus_lazy::Error>>;

/// The median time of a formula, in milliseconds.
fn time(formula: &Formula) -> Result<f64, fusus_lazy::Error> {
    formula()?;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        formula()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[RUNS / 2])
}

fn main() -> Result<(), Box<dyn Error>> {
    let log = std::env::args()
        .nth(1)
        .map_or(Ok(20), |text| text.parse::<u32>())?;
    let len = 1_usize << log;
    let device = Device::current()?;
    println!("{device}, 2^{log} elements of f32, in milliseconds");
    let x = Array::from_vec(
        (0..len)
            .map(|i| (i % 1000) as f32 * 0.001 + 0.1)
            .collect::<Vec<_>>(),
    );
    let side = 1 << (log / 2);
    let grid = Array::from_shape([len / side, side], vec![1.0_f32; len]);
    let first = |x: Array<f32>| x.eval()?.at(s![0]).item().map(f64::from);
    let formulas: Vec<(&str, Formula)> = vec![
        ("a polynomial", {
            let x = x.clone();
            Box::new(move || first((&x * 3.0 + 1.0) * &x - 0.5))
        }),
        ("elementary functions", {
            let x = x.clone();
            Box::new(move || first((-&x * &x).exp() * x.normal_cdf() + x.ln().sin()))
        }),
        ("a sum of squares", {
            let x = x.clone();
            Box::new(move || (&x * &x).sum().item().map(f64::from))
        }),
        ("elements that a mask keeps", {
            let x = x.clone();
            Box::new(move || first((&x * 2.0).keep(x.gt(0.5))))
        }),
        ("means of four neighbours", {
            let grid = grid.clone();
            Box::new(move || {
                let (up, down) = (grid.at(s![..-2, 1..-1]), grid.at(s![2.., 1..-1]));
                let (left, right) = (grid.at(s![1..-1, ..-2]), grid.at(s![1..-1, 2..]));
                let means = ((up + down + left + right) * 0.25).eval()?;
                means.at(s![0, 0]).item().map(f64::from)
            })
        }),
        ("sums of rows", {
            let grid = grid.clone();
            Box::new(move || first(grid.sum_axis(1) * 2.0))
        }),
    ];
    println!(
        "{:<30} {:>10} {:>10} {:>8}",
        "", "host", "device", "kernels"
    );
    for (name, formula) in &formulas {
        let here = time(formula)?;
        let (result, launches) = Launches::of(|| on(&device, formula));
        result?;
        let there = on(&device, || time(formula))?;
        println!(
            "{name:<30} {here:>10.3} {there:>10.3} {:>8}",
            launches.kernels.len()
        );
    }
    Ok(())
}
