//! One pass of each sort. A pass keeps the order of keys whose digits are equal,
//! so that passes from the lowest digit to the highest sort.

use fusus::cnf;

/// The programs, fused and one loop an operator.
macro_rules! programs {
    ($(#[$attribute:meta])* $one_bit:ident $four_bits:ident) => {
        cnf! {
            /// Zeros first: listing 15 of the Futhark thesis.
            $(#[$attribute])*
            pub(crate) fn $one_bit(keys: &[u32], shift: u32) -> Vec<u32> {
                let ones = map(|key| (key >> shift) & 1, keys);
                let zeros = map(|one| 1 - one, ones);
                let zero_count = fold(0, |a, b| a + b, zeros);
                let zeros_before = scan_exclusive(0, |a, b| a + b, zeros);
                let ones_before = scan_exclusive(0, |a, b| a + b, ones);
                let places = map(
                    |one, zeros, ones| (if one == 0 { zeros } else { zero_count + ones }) as usize,
                    ones, zeros_before, ones_before
                );
                scatter(keys, places, keys)
            }

            /// By sixteen digits at once: two of their counts in each `u64`.
            $(#[$attribute])*
            pub(crate) fn $four_bits(keys: &[u32], shift: u32) -> Vec<u32> {
                let digits = map(|key| (key >> shift) & 15, keys);
                let marks = map(|digit| mark(digit), digits);
                let counts = fold((0, 0, 0, 0, 0, 0, 0, 0), |a, b| add(a, b), marks);
                let starts = starts(counts);
                let before = scan_exclusive(starts, |a, b| add(a, b), marks);
                let places = map(|digit, counts| count(counts, digit) as usize, digits, before);
                scatter(keys, places, keys)
            }
        }
    };
}

programs! { one_bit four_bits }
programs! { #[cnf(strategy = "unfused")] one_bit_unfused four_bits_unfused }

/// Sixteen counts of 32 bits, two in each number, the even one below.
type Counts = (u64, u64, u64, u64, u64, u64, u64, u64);

/// One of a digit, none of the others.
fn mark(digit: u32) -> Counts {
    let one = 1_u64 << (32 * (digit & 1));
    let pair = digit >> 1;
    let at = |index: u32| if pair == index { one } else { 0 };
    (at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
}

fn add(a: Counts, b: Counts) -> Counts {
    (
        a.0.wrapping_add(b.0),
        a.1.wrapping_add(b.1),
        a.2.wrapping_add(b.2),
        a.3.wrapping_add(b.3),
        a.4.wrapping_add(b.4),
        a.5.wrapping_add(b.5),
        a.6.wrapping_add(b.6),
        a.7.wrapping_add(b.7),
    )
}

fn count(counts: Counts, digit: u32) -> u32 {
    let pairs = [counts.0, counts.1, counts.2, counts.3, counts.4, counts.5, counts.6, counts.7];
    (pairs[(digit >> 1) as usize] >> (32 * (digit & 1))) as u32
}

/// Where the keys of each digit begin.
fn starts(counts: Counts) -> Counts {
    let mut pairs = [0; 8];
    let mut start = 0;
    for digit in 0..16 {
        pairs[digit as usize / 2] |= u64::from(start) << (32 * (digit & 1));
        start += count(counts, digit);
    }
    let [a, b, c, d, e, f, g, h] = pairs;
    (a, b, c, d, e, f, g, h)
}
