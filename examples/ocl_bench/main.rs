//! Measures programs on an OpenCL device, by the device's own clock. Kernels are compared with a
//! copy of as many bytes, and fused programs with unfused ones.
//!
//! ```console
//! $ cargo run --release --features ocl --example ocl_bench [LOG2_OF_ELEMENTS]
//! ```
//!
//! `FUSUS_OCL_DEVICE` chooses the device and `FUSUS_OCL_SCANS` how it scans.

mod grids;
mod programs;

use std::cell::RefCell;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use common::random;
use fusus::ocl::{Array, Device, DeviceKind, devices};
use programs::{fused, unfused};

/// The number of runs of each program; the fastest counts.
const ROUNDS: usize = 5;

/// The longest arrays, as a power of two.
const MOST: u32 = 34;

/// The times of a program.
struct Took {
    /// On the device, all commands together.
    device: Duration,
    /// On the host, from the call until everything has run.
    host: Duration,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn log2_of_elements(argument: &str) -> Result<u32, String> {
    match argument.parse() {
        Ok(log2) if log2 <= MOST => Ok(log2),
        _ => Err(format!(
            "`{argument}` is no number from 0 to {MOST}: it is the power of two that arrays are long, 22 for some \
             four million elements"
        )),
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    for device in devices()? {
        println!("{}: {device}", device.index());
    }
    let device = Device::current()?;
    // Enough that launches do not count; on a processor enough to leave its cache.
    let usual = if device.kind() == DeviceKind::Cpu {
        22
    } else {
        26
    };
    let log2 = match std::env::args().nth(1) {
        Some(argument) => log2_of_elements(&argument)?,
        None => usual,
    };
    let n = 1_usize << log2;
    println!(
        "\n{device}, {}, {}\n{} compute units, {} MiB of memory, scans: {:?}",
        device.vendor(),
        device.version(),
        device.compute_units(),
        device.memory() >> 20,
        device.scans()
    );
    println!("\n2^{log2} elements of 4 bytes, best of {ROUNDS} runs that take turns\n");

    let ints: Vec<i32> = (0..n).map(|i| random::bits(3, i) as i32).collect();
    let floats: Vec<f32> = ints.iter().map(|&x| (x >> 8) as f32 / 256.0).collect();
    let others: Vec<f32> = floats.iter().rev().copied().collect();
    let (xs, fs, gs) = (
        Array::upload_to(&device, &ints)?,
        Array::upload_to(&device, &floats)?,
        Array::upload_to(&device, &others)?,
    );

    let copy = RefCell::new(Array::upload_to(&device, &ints)?);
    let copied = best(&device, &[&|| Ok(copy.borrow_mut().copy_from(&xs)?)])?;
    let copied = copied.into_iter().next().expect("one way to copy");
    let bench = Bench { device, copied, n };
    bench.head();
    bench.row("copy", 8.0, &bench.copied, None);

    // The bytes of an element, the programs, and what they must return.
    bench.program(
        ("map", 8.0),
        || programs::double(&fs),
        None::<fn() -> _>,
        |got| Ok(got.download()? == programs::double_cpu(&floats)),
    )?;
    bench.program(
        ("map of two", 12.0),
        || programs::saxpy(&fs, &gs),
        None::<fn() -> _>,
        |got| Ok(got.download()? == programs::saxpy_cpu(&floats, &others)),
    )?;
    bench.program(
        ("fold", 4.0),
        || programs::sum(&xs),
        None::<fn() -> _>,
        |got| Ok(got == programs::sum_cpu(&ints)),
    )?;
    bench.program(
        ("two folds, a filter", 4.0),
        || fused::sums(&xs),
        Some(|| unfused::sums(&xs)),
        |got| Ok(got == fused::sums_cpu(&ints)),
    )?;
    bench.program(
        ("scan", 8.0),
        || programs::prefixes(&xs),
        None::<fn() -> _>,
        |got| Ok(got.download()? == programs::prefixes_cpu(&ints)),
    )?;
    bench.program(
        ("filter", 6.0),
        || programs::kept(&xs),
        None::<fn() -> _>,
        |got| Ok(got.download()? == programs::kept_cpu(&ints)),
    )?;
    bench.program(
        ("simple scanomap", 8.0),
        || fused::simple_scanomap(&xs),
        Some(|| unfused::simple_scanomap(&xs)),
        |got| Ok(got.download()? == fused::simple_scanomap_cpu(&ints)),
    )?;
    bench.program(
        ("radix sort, a pass", 20.0),
        || fused::radix_pass(&xs),
        Some(|| unfused::radix_pass(&xs)),
        |got| Ok(got.download()? == fused::radix_pass_cpu(&ints)),
    )?;
    bench.program(
        ("two scanomaps", 8.0),
        || fused::two_scanomaps(&xs),
        Some(|| unfused::two_scanomaps(&xs)),
        |got| Ok(got.download()? == fused::two_scanomaps_cpu(&ints)),
    )?;
    grids_of(&bench, log2)?;
    Bench::foot();
    products(&bench)
}

/// Measures the programs over rows and columns.
fn grids_of(bench: &Bench, log2: u32) -> Result<(), Box<dyn Error>> {
    let (rows, columns) = (1_usize << (log2 / 2), 1_usize << (log2 - log2 / 2));
    // Small enough that sums of them are near those of another order.
    let xs: Vec<f32> = (0..rows * columns)
        .map(|i| (random::bits(5, i) % 1024) as f32 / 1024.0)
        .collect();
    let vector = &xs[..columns];
    let (a, v) = (
        Array::upload_to(&bench.device, &xs)?,
        Array::upload_to(&bench.device, vector)?,
    );
    println!("\n{rows} rows of {columns}");
    let cases: [GridCase<'_>; 7] = [
        (
            "four neighbours",
            8.0,
            &|| grids::jacobi(&a, rows, columns),
            &|| grids::jacobi_cpu(&xs, rows, columns),
        ),
        (
            "nine, edges repeated",
            8.0,
            &|| grids::box_blur(&a, rows, columns),
            &|| grids::box_blur_cpu(&xs, rows, columns),
        ),
        (
            "transpose",
            8.0,
            &|| grids::transpose(&a, rows, columns),
            &|| grids::transpose_cpu(&xs, rows, columns),
        ),
        (
            "sums of rows",
            4.0,
            &|| grids::row_sums(&a, rows, columns),
            &|| grids::row_sums_cpu(&xs, rows, columns),
        ),
        (
            "sums of columns",
            4.0,
            &|| grids::column_sums(&a, rows, columns),
            &|| grids::column_sums_cpu(&xs, rows, columns),
        ),
        (
            "matrix and vector",
            4.0,
            &|| grids::matrix_vector(&a, rows, columns, &v),
            &|| grids::matrix_vector_cpu(&xs, rows, columns, vector),
        ),
        (
            "softmax of rows",
            8.0,
            &|| grids::softmax(&a, rows, columns),
            &|| grids::softmax_cpu(&xs, rows, columns),
        ),
    ];
    for (name, bytes, on_device, on_cpu) in cases {
        bench.program(
            (name, bytes),
            on_device,
            None::<fn() -> Array<f32>>,
            |got| Ok(are_near(&got.download()?, &on_cpu())),
        )?;
    }
    Ok(())
}

/// A program over rows and columns: its name, the bytes of an element, on the device, and on the CPU.
type GridCase<'c> = (
    &'static str,
    f64,
    &'c dyn Fn() -> Array<f32>,
    &'c dyn Fn() -> Vec<f32>,
);

/// Measures products of matrices.
fn products(bench: &Bench) -> Result<(), Box<dyn Error>> {
    println!(
        "\n{:22}{:>12}{:>12}",
        "product of matrices", "kernels ms", "Gflop/s"
    );
    let sizes: &[usize] = match bench.device.kind() {
        DeviceKind::Cpu => &[256],
        _ => &[1024, 2048, 4096],
    };
    for &n in sizes {
        let number = |seed: u64| move |i: usize| (random::bits(seed, i) % 16) as f32;
        let xs: Vec<f32> = (0..n * n).map(number(7)).collect();
        let ys: Vec<f32> = (0..n * n).map(number(9)).collect();
        let (a, b) = (
            Array::upload_to(&bench.device, &xs)?,
            Array::upload_to(&bench.device, &ys)?,
        );
        let took = best(&bench.device, &[&|| Ok(grids::product(&a, &b, n))])?;
        let seconds = took[0].device.as_secs_f64();
        let flops = 2.0 * (n * n * n) as f64 / seconds / 1e9;
        println!(
            "{:22}{:12.3}{flops:12.0}",
            format!("{n} x {n}"),
            seconds * 1e3
        );
        let got = grids::product(&a, &b, n).download()?;
        if got != grids::product_cpu(&xs, &ys, n) {
            return Err("product: the device and the CPU disagree".into());
        }
    }
    Ok(())
}

/// Returns true if all numbers are within 2⁻¹⁸ of each other, for sums in another order.
fn are_near(got: &[f32], wanted: &[f32]) -> bool {
    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= b.abs() / (1 << 18) as f32;
    got.len() == wanted.len() && got.iter().zip(wanted).all(near)
}

/// The best of some runs of each of these, which take turns, after one of each that builds the
/// kernels.
fn best<R>(
    device: &Device,
    runs: &[&dyn Fn() -> Result<R, Box<dyn Error>>],
) -> Result<Vec<Took>, Box<dyn Error>> {
    let mut best: Vec<Took> = Vec::new();
    for run in runs {
        run()?;
        best.push(Took {
            device: Duration::MAX,
            host: Duration::MAX,
        });
    }
    device.finish()?;
    for _ in 0..ROUNDS {
        for (run, best) in runs.iter().zip(&mut best) {
            let (result, timings) = device.profile(run)?;
            result?;
            let sum = timings.iter().map(|timing| timing.time).sum();
            best.device = best.device.min(sum);
            let start = Instant::now();
            run()?;
            device.finish()?;
            best.host = best.host.min(start.elapsed());
        }
    }
    Ok(best)
}

struct Bench {
    device: Device,
    copied: Took,
    n: usize,
}

impl Bench {
    /// Measures a program, which moves so many bytes an element at least, and
    /// checks it.
    fn program<R>(
        &self,
        (name, bytes): (&str, f64),
        run: impl Fn() -> R,
        unfused: Option<impl Fn() -> R>,
        is_right: impl Fn(R) -> Result<bool, Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let apart = unfused.as_ref().map(|unfused| || Ok(unfused()));
        let fused = || Ok(run());
        let mut runs: Vec<&dyn Fn() -> Result<R, Box<dyn Error>>> = vec![&fused];
        if let Some(apart) = &apart {
            runs.push(apart);
        }
        let took = best(&self.device, &runs)?;
        self.row(name, bytes, &took[0], took.get(1));
        let results = std::iter::once(run()).chain(unfused.map(|unfused| unfused()));
        for result in results {
            if !is_right(result)? {
                return Err(format!("{name}: the device and the CPU disagree").into());
            }
        }
        Ok(())
    }

    fn head(&self) {
        println!(
            "{:22}{:>12}{:>10}{:>10}{:>14}{:>10}{:>12}",
            "", "kernels ms", "GB/s", "x copy", "unfused ms", "ratio", "host ms"
        );
    }

    fn foot() {
        println!(
            "
kernels   time of all commands by the device's own clock (OpenCL events)
GB/s      bytes that the program must read and write at least, in that time
x copy    that speed, as a part of what the device's own copy of an array has
unfused   the same for every operator in a loop of its own, its results in memory
ratio     unfused to fused
host      from the call until all has run, by the host's clock"
        );
    }

    fn row(&self, name: &str, bytes: f64, took: &Took, unfused: Option<&Took>) {
        let seconds = took.device.as_secs_f64();
        let speed = |bytes: f64, seconds: f64| bytes * self.n as f64 / seconds / 1e9;
        let here = speed(bytes, seconds);
        let copy = speed(8.0, self.copied.device.as_secs_f64());
        let (apart, ratio) = match unfused {
            Some(unfused) => {
                let apart = unfused.device.as_secs_f64();
                (
                    format!("{:.3}", apart * 1e3),
                    format!("{:.2}", apart / seconds),
                )
            }
            None => (String::new(), String::new()),
        };
        println!(
            "{name:22}{:12.3}{here:10.1}{:10.2}{apart:>14}{ratio:>10}{:12.3}",
            seconds * 1e3,
            here / copy,
            took.host.as_secs_f64() * 1e3
        );
    }
}
