//! Sorts keys by their bits, on the CPU and on an OpenCL device: the radix sort
//! of the Futhark thesis, one bit a pass, and one of four bits a pass.
//!
//! ```console
//! $ cargo run --release --features ocl --example radix_sort [LOG2_OF_KEYS]
//! ```

mod programs;

use fusus::ocl::{Array, Device};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// 2²⁴ keys, as asked, unless an argument says otherwise.
const LOG2: u32 = 24;

/// How often each way is timed; the best counts.
const ROUNDS: usize = 3;

/// A way to sort.
struct Way {
    name: &'static str,
    sort: fn(&[u32]) -> Result<(Vec<u32>, Duration), fusus::Error>,
}

fn main() -> ExitCode {
    let log2 = std::env::args().nth(1).and_then(|argument| argument.parse().ok());
    let keys = keys(1 << log2.unwrap_or(LOG2).min(28));
    let mut expected = keys.clone();
    let start = Instant::now();
    expected.sort_unstable();
    println!("{} keys, milliseconds (the best of {ROUNDS})\n", keys.len());
    row("sort_unstable", start.elapsed());

    let mut ways = vec![
        Way { name: "cpu, 1 bit a pass, fused", sort: |keys| Ok(cpu(keys, 1, programs::one_bit)) },
        Way { name: "cpu, 1 bit a pass, unfused", sort: |keys| Ok(cpu(keys, 1, programs::one_bit_unfused)) },
        Way { name: "cpu, 4 bits a pass, fused", sort: |keys| Ok(cpu(keys, 4, programs::four_bits)) },
        Way { name: "cpu, 4 bits a pass, unfused", sort: |keys| Ok(cpu(keys, 4, programs::four_bits_unfused)) },
    ];
    match Device::current() {
        Ok(device) => println!("ocl: {device}"),
        Err(error) => {
            println!("ocl: {error}");
            ways.retain(|way| way.name.starts_with("cpu"));
        }
    }
    for way in ways {
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            match (way.sort)(&keys) {
                Ok((sorted, time)) if sorted == expected => best = best.min(time),
                Ok(_) => {
                    eprintln!("{}: the keys are not sorted", way.name);
                    return ExitCode::FAILURE;
                }
                Err(error) => {
                    eprintln!("{}: {error}", way.name);
                    return ExitCode::FAILURE;
                }
            }
        }
        row(way.name, best);
    }
    ExitCode::SUCCESS
}

fn row(name: &str, time: Duration) {
    println!("{name:30} {:10.1}", time.as_secs_f64() * 1e3);
}

/// Keys without an order, always the same.
fn keys(count: usize) -> Vec<u32> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32
    };
    (0..count).map(|_| next()).collect()
}

/// Sorts on the CPU, so many bits a pass.
fn cpu(keys: &[u32], bits: u32, pass: fn(&[u32], u32) -> Vec<u32>) -> (Vec<u32>, Duration) {
    let start = Instant::now();
    let mut keys = keys.to_vec();
    for shift in (0..u32::BITS).step_by(bits as usize) {
        keys = pass(&keys, shift);
    }
    (keys, start.elapsed())
}
