//! The sort on an OpenCL device, if there is one, and with four bits a pass besides: keys go there
//! once and come back sorted.

use std::time::Duration;

use common::Report;
use common::report::fastest;
use fusus::ocl::{Array, Device};

/// One pass on the device: the keys, its number, and where they go.
type Pass = fn(&Array<u32>, u32, &mut Array<u32>) -> Result<(), fusus::Error>;

/// A way to sort there.
struct Way {
    name: &'static str,
    passes: u32,
    pass: Pass,
}

const WAYS: &[Way] = &[
    Way {
        name: "ocl, four bits, fused",
        passes: 8,
        pass: |xs, pass, ys| fused::four_bits(xs, pass, ys),
    },
    Way {
        name: "ocl, four bits, unfused",
        passes: 8,
        pass: |xs, pass, ys| unfused::four_bits(xs, pass, ys),
    },
    Way {
        name: "ocl, two bits, fused",
        passes: 16,
        pass: |xs, pass, ys| fused::two_bits(xs, pass, ys),
    },
    Way {
        name: "ocl, two bits, unfused",
        passes: 16,
        pass: |xs, pass, ys| unfused::two_bits(xs, pass, ys),
    },
    Way {
        name: "ocl, one bit, fused",
        passes: 32,
        pass: |xs, pass, ys| fused::one_bit(xs, pass, ys),
    },
    Way {
        name: "ocl, one bit, unfused",
        passes: 32,
        pass: |xs, pass, ys| unfused::one_bit(xs, pass, ys),
    },
];

/// Sorts in each way, and says how long it took.
pub(crate) fn by_all_ways(
    report: &mut Report,
    keys: &[u32],
    expected: &[u32],
) -> Result<Vec<(&'static str, Duration)>, fusus::Error> {
    let device = match Device::current() {
        Ok(device) => device,
        Err(error) => {
            report.result("ocl", error);
            return Ok(Vec::new());
        }
    };
    report.result("ocl", &device);
    let on_device = Array::upload_to(&device, keys)?;
    let mut times = Vec::new();
    for way in WAYS {
        // The first time builds the kernels.
        let warm = sorted(&on_device, way)?;
        let (again, time) = fastest(1, || {
            sorted(&on_device, way).and_then(|keys| Ok(device.finish().map(|()| keys)?))
        });
        let same = warm.download()? == expected && again?.download()? == expected;
        report.check(format!("{}: as the standard library sorts", way.name), same);
        times.push((way.name, time));
    }
    Ok(times)
}

/// The keys after all passes.
fn sorted(keys: &Array<u32>, way: &Way) -> Result<Array<u32>, fusus::Error> {
    let (mut from, mut to) = (keys.clone(), keys.clone());
    for number in 0..way.passes {
        (way.pass)(&from, number, &mut to)?;
        std::mem::swap(&mut from, &mut to);
    }
    Ok(from)
}

/// The programs.
macro_rules! programs {
    ($(#[$attribute:meta])*) => {
        fusus::cnf! {
            #[backend(ocl)]
            $(#[$attribute])*
            pub(crate) fn one_bit(xs: &[u32], pass: u32, ys: &mut [u32]) -> Result<(), fusus::Error> {
                let zeros  = fold(0, |a, b| a + b, map(|x| 1 - bit(x, pass), xs));
                let bits   = map(|x| bit(x, pass), xs);
                let ps0    = scan(0, |a, b| a + b, map(|b| 1 - b, bits));
                let ps1    = scan(0, |a, b| a + b, bits);
                let places = map(|b, p0, p1| (1 - b) * p0 + b * (zeros + p1) - 1, bits, ps0, ps1);
                *ys = scatter(ys, places, xs);
                Ok(())
            }

            #[backend(ocl)]
            $(#[$attribute])*
            pub(crate) fn two_bits(xs: &[u32], pass: u32, ys: &mut [u32]) -> Result<(), fusus::Error> {
                let n0     = fold(0, |a, b| a + b, map(|x| is(0, digit(x, pass)), xs));
                let n1     = fold(0, |a, b| a + b, map(|x| is(1, digit(x, pass)), xs));
                let n2     = fold(0, |a, b| a + b, map(|x| is(2, digit(x, pass)), xs));
                let digits = map(|x| digit(x, pass), xs);
                let ps0    = scan_exclusive(0, |a, b| a + b, map(|d| is(0, d), digits));
                let ps1    = scan_exclusive(n0, |a, b| a + b, map(|d| is(1, d), digits));
                let ps2    = scan_exclusive(n0 + n1, |a, b| a + b, map(|d| is(2, d), digits));
                let ps3    = scan_exclusive(n0 + n1 + n2, |a, b| a + b, map(|d| is(3, d), digits));
                let places = map(of, digits, ps0, ps1, ps2, ps3);
                *ys = scatter(ys, places, xs);
                Ok(())
            }

            /// Sixteen digits have a counter each, two in every number: a tuple that travels as
            /// one. Marks are made from the keys twice: made once, they would lie in memory between
            /// the two loops, 64 bytes for a key of four.
            #[backend(ocl)]
            $(#[$attribute])*
            pub(crate) fn four_bits(xs: &[u32], pass: u32, ys: &mut [u32]) -> Result<(), fusus::Error> {
                let all    = map(|x| marks((x >> (4 * pass)) & 15), xs);
                let counts = fold((0, 0, 0, 0, 0, 0, 0, 0), |a, b| add(a, b), all);
                let starts = starts(counts);
                let digits = map(|x| (x >> (4 * pass)) & 15, xs);
                let before = scan_exclusive(starts, |a, b| add(a, b), map(|d| marks(d), digits));
                let places = map(|d, counts| count(counts, d), digits, before);
                *ys = scatter(ys, places, xs);
                Ok(())
            }

            fn bit(key: u32, pass: u32) -> u32 {
                key >> pass & 1
            }

            fn digit(key: u32, pass: u32) -> u32 {
                key >> (2 * pass) & 3
            }

            fn is(this: u32, digit: u32) -> u32 {
                u32::from(digit == this)
            }

            fn of(digit: u32, p0: u32, p1: u32, p2: u32, p3: u32) -> u32 {
                let (even, odd) = if digit < 2 { (p0, p1) } else { (p2, p3) };
                if digit & 1 == 0 { even } else { odd }
            }

            /// One in the half of the digit, where this is the number of its pair.
            fn mark(pair: u32, digit: u32) -> u64 {
                if digit >> 1 == pair { 1 << (32 * (digit & 1)) } else { 0 }
            }

            /// One for the digit, none for the others.
            fn marks(d: u32) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
                (mark(0, d), mark(1, d), mark(2, d), mark(3, d), mark(4, d), mark(5, d), mark(6, d), mark(7, d))
            }

            fn add(
                a: (u64, u64, u64, u64, u64, u64, u64, u64),
                b: (u64, u64, u64, u64, u64, u64, u64, u64),
            ) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
                (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3, a.4 + b.4, a.5 + b.5, a.6 + b.6, a.7 + b.7)
            }

            /// The counter of a digit.
            fn count(c: (u64, u64, u64, u64, u64, u64, u64, u64), digit: u32) -> u32 {
                let (p0, p1) = if digit & 8 == 0 { (c.0, c.1) } else { (c.4, c.5) };
                let (p2, p3) = if digit & 8 == 0 { (c.2, c.3) } else { (c.6, c.7) };
                let (even, odd) = if digit & 4 == 0 { (p0, p1) } else { (p2, p3) };
                let pair = if digit & 2 == 0 { even } else { odd };
                (pair >> (32 * (digit & 1))) as u32
            }
        }

        /// The positions at which the keys of each digit begin.
        fn starts(
            counts: (u64, u64, u64, u64, u64, u64, u64, u64),
        ) -> (u64, u64, u64, u64, u64, u64, u64, u64) {
            let mut pairs = [0; 8];
            let mut start = 0;
            for digit in 0..16 {
                pairs[digit as usize / 2] |= u64::from(start) << (32 * (digit & 1));
                start += count(counts, digit);
            }
            let [a, b, c, d, e, f, g, h] = pairs;
            (a, b, c, d, e, f, g, h)
        }
    };
}

mod fused {
    programs! {}
}

mod unfused {
    programs! { #[cnf(strategy = "unfused")] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_keys_is_sorted() {
        let device = Device::current().expect("an OpenCL device, such as PoCL's");
        for count in [0, 1, 2, 3, 100, 1023, 40_000] {
            let keys: Vec<u32> = (0..count)
                .map(|i| common::random::bits(5, i) as u32)
                .collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            let keys = Array::upload_to(&device, &keys).unwrap();
            for way in WAYS {
                let sorted = sorted(&keys, way).unwrap().download().unwrap();
                assert!(sorted == expected, "{count} keys, {}", way.name);
            }
        }
    }
}
