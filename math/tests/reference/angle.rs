//! Angles less quarter turns, for arguments of any size, with π computed by Machin's formula.

use super::wide::Wide;
use std::sync::OnceLock;

/// The number of words of 32 bits after the point in which π is computed.
const WORDS: usize = 44;

/// A number with 64 bits before the point and 256 after it, the most significant word first;
/// negative ones are complements.
type Fixed = [u64; 5];

struct Tables {
    /// 2ᵉ less whole turns, for every exponent e.
    powers: Vec<Fixed>,
    quarter: Fixed,
}

/// A number with 32 bits before the point, the most significant word first.
type Long = Vec<u32>;

fn divided(a: &Long, divisor: u32) -> Long {
    let mut rest = 0_u64;
    let quotient = a.iter().map(|&word| {
        let dividend = (rest << 32) | word as u64;
        rest = dividend % divisor as u64;
        (dividend / divisor as u64) as u32
    });
    quotient.collect()
}

fn add(a: &mut Long, b: &Long) {
    let mut carry = 0_u64;
    for (a, b) in a.iter_mut().zip(b).rev() {
        let sum = *a as u64 + *b as u64 + carry;
        (*a, carry) = (sum as u32, sum >> 32);
    }
}

fn subtract(a: &mut Long, b: &Long) {
    let mut borrow = 0_i64;
    for (a, b) in a.iter_mut().zip(b).rev() {
        let difference = *a as i64 - *b as i64 + borrow;
        (*a, borrow) = (difference as u32, difference >> 32);
    }
}

/// Returns factor · atan(1 / n).
fn atan_of_inverse(factor: u32, n: u32) -> Long {
    let mut power = vec![0; WORDS + 1];
    power[0] = factor;
    power = divided(&power, n);
    let mut sum = power.clone();
    let mut odd = 3;
    while power.iter().any(|&word| word != 0) {
        power = divided(&divided(&power, n), n);
        let term = divided(&power, odd);
        if odd % 4 == 3 {
            subtract(&mut sum, &term)
        } else {
            add(&mut sum, &term)
        }
        odd += 2;
    }
    sum
}

fn fixed(a: &Long) -> Fixed {
    let word = |i: usize| (a[2 * i - 1] as u64) << 32 | a[2 * i] as u64;
    [a[0] as u64, word(1), word(2), word(3), word(4)]
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut pi = atan_of_inverse(16, 5);
        subtract(&mut pi, &atan_of_inverse(4, 239));
        let mut turn = pi.clone();
        add(&mut turn, &pi);
        let mut power = vec![0; WORDS + 1];
        power[0] = 1;
        let mut powers = Vec::new();
        for _ in 0..1024 {
            powers.push(fixed(&power));
            let same = power.clone();
            add(&mut power, &same);
            if power >= turn {
                subtract(&mut power, &turn);
            }
        }
        Tables {
            powers,
            quarter: fixed(&divided(&pi, 2)),
        }
    })
}

fn times(a: &Fixed, factor: u64) -> Fixed {
    let mut result = [0; 5];
    let mut carry = 0;
    for i in (0..5).rev() {
        let product = a[i] as u128 * factor as u128 + carry;
        (result[i], carry) = (product as u64, product >> 64);
    }
    result
}

fn less(a: &Fixed, b: &Fixed) -> Fixed {
    let mut result = [0; 5];
    let mut borrow = false;
    for i in (0..5).rev() {
        let (first, one) = a[i].overflowing_sub(b[i]);
        let (second, two) = first.overflowing_sub(borrow as u64);
        (result[i], borrow) = (second, one | two);
    }
    result
}

fn to_wide(a: &Fixed) -> Wide {
    if (a[0] as i64) < 0 {
        return -to_wide(&less(&[0; 5], a));
    }
    let mut sum = Wide::from(0.0);
    for (i, word) in a.iter().enumerate() {
        for (half, shift) in [(word >> 32, 32), (word & 0xffff_ffff, 0)] {
            sum = sum + Wide::from(half as f64).scaled(shift - 64 * i as i32);
        }
    }
    sum
}

/// Returns what is left of a finite number that is not negative, from −π/4 to π/4 or a trifle
/// beyond, and the number of quarter turns taken away, modulo four.
pub(crate) fn reduced(x: f64) -> (Wide, u64) {
    if x < 0.75 {
        return (x.into(), 0);
    }
    let Tables { powers, quarter } = tables();
    let exponent = (x.to_bits() >> 52) as i32 - 1075;
    let mantissa = (x.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    let angle = if exponent >= 0 {
        times(&powers[exponent as usize], mantissa)
    } else {
        // Below 2⁵³: the number itself, with up to 53 bits after the point.
        let bits = (mantissa as u128) << (64 + exponent);
        [(bits >> 64) as u64, bits as u64, 0, 0, 0]
    };
    let estimate =
        (angle[0] as f64 + angle[1] as f64 / 2_f64.powi(64)) / std::f64::consts::FRAC_PI_2;
    let mut count = estimate.round() as u64;
    let mut left = less(&angle, &times(quarter, count));
    // An estimate of so great a number may be a few quarter turns off.
    loop {
        let value = to_wide(&left).high;
        if value > 0.786 {
            left = less(&left, quarter);
            count += 1;
        } else if value < -0.786 {
            left = less(&left, &less(&[0; 5], quarter));
            count -= 1;
        } else {
            return (to_wide(&left), count & 3);
        }
    }
}
