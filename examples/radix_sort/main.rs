//! Sorts keys by radix sort, one bit in each pass as in the Futhark thesis, and two bits in each
//! pass. Both are run fused and unfused, with the feature `ocl` also on an OpenCL device.
//!
//! ```console
//! $ cargo run --release --example radix_sort
//! $ cargo run --release --features ocl --example radix_sort
//! ```

mod digits;
#[cfg(feature = "ocl")]
mod on_device;
mod passes;
mod programs;

use std::process::ExitCode;
use std::time::Duration;

use common::report::{self, fastest, progress, timed};
use common::text::grouped;
use common::{Report, random};
use passes::{Pass, sorted};
use programs::{one_bit, one_bit_unfused, two_bits, two_bits_unfused};

/// The number of keys.
const COUNT: usize = 1 << 22;

/// A way to sort.
struct Way {
    name: &'static str,
    passes: u32,
    pass: Pass,
    /// The number of timed runs.
    iterations: usize,
}

const WAYS: &[Way] = &[
    Way {
        name: "two bits, fused",
        passes: 16,
        pass: two_bits,
        iterations: 3,
    },
    Way {
        name: "two bits, unfused",
        passes: 16,
        pass: two_bits_unfused,
        iterations: 1,
    },
    Way {
        name: "one bit, fused",
        passes: 32,
        pass: one_bit,
        iterations: 3,
    },
    Way {
        name: "one bit, unfused",
        passes: 32,
        pass: one_bit_unfused,
        iterations: 1,
    },
];

fn main() -> ExitCode {
    report::run("radix_sort", "sorts 2²⁴ keys by their digits", |report| {
        report.plans(&common::plans!("programs.rs"));

        let keys: Vec<u32> = (0..report::size(COUNT))
            .map(|i| random::bits(9, i) as u32)
            .collect();
        let mut expected = keys.clone();
        let ((), library) = timed(|| expected.sort_unstable());

        report.result("keys", grouped(keys.len()));
        let mut times = by_all_ways(report, &keys, &expected);
        #[cfg(feature = "ocl")]
        times.extend(on_device::by_all_ways(report, &keys, &expected)?);
        times.push(("sort_unstable", library));
        report.times(&times);
        Ok(())
    })
}

/// Sorts in each way, and says how long it took.
fn by_all_ways(
    report: &mut Report,
    keys: &[u32],
    expected: &[u32],
) -> Vec<(&'static str, Duration)> {
    let bar = progress(WAYS.len(), "sorting");
    let mut times = Vec::new();
    for way in WAYS {
        let (result, time) = fastest(way.iterations, || sorted(keys, way.passes, way.pass));
        bar.inc(1);
        let same = result == expected;
        bar.suspend(|| report.check(format!("{}: as the standard library sorts", way.name), same));
        times.push((way.name, time));
    }
    bar.finish_and_clear();
    times
}
