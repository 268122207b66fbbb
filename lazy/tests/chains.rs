//! Instructions that do chains of operations: sums of several arrays, polynomials, sums of conversions. Each has
//! the result of one operation after the other.

use fusus_lazy::{Array, Element, Error};

/// Lengths around those of pieces and of blocks.
const LENGTHS: [usize; 6] = [1, 7, 1023, 1024, 8193, 40_000];

/// Numbers of both signs, whose sums round or wrap.
fn some<T: Element>(seed: usize, len: usize, of: fn(i64) -> T) -> Vec<T> {
    let at = |at: usize| (at * 7919 + seed * 3001) % 100_003;
    (0..len)
        .map(|index| of(at(index) as i64 - 50_000))
        .collect()
}

macro_rules! sums {
    ($name:ident $type:ident |$number:ident| $of:expr, |$a:ident, $b:ident| $sum:expr) => {
        #[test]
        fn $name() -> Result<(), Error> {
            for len in LENGTHS {
                for count in 2..20 {
                    let arrays: Vec<Vec<$type>> = (0..count)
                        .map(|seed| some(seed, len, |$number| $of))
                        .collect();
                    // One operand is a number, and one sum has its operands the other way round.
                    let number = arrays[count - 1][0];
                    let all: Vec<Array<$type>> =
                        arrays.iter().map(|own| Array::from(&own[..])).collect();
                    let mut found = all[0].clone();
                    let mut mixed = all[0].clone();
                    for (at, array) in all.iter().enumerate().skip(1) {
                        found = &found + array;
                        mixed = match at % 5 {
                            3 => array + &mixed,
                            4 => &mixed + number,
                            _ => &mixed + array,
                        };
                    }
                    let (found, mixed) = (found.to_vec()?, mixed.to_vec()?);
                    for index in 0..len {
                        let (mut left, mut other) = (arrays[0][index], arrays[0][index]);
                        for at in 1..count {
                            let add = |$a: $type, $b: $type| $sum;
                            left = add(left, arrays[at][index]);
                            other = match at % 5 {
                                4 => add(other, number),
                                _ => add(other, arrays[at][index]),
                            };
                        }
                        assert_eq!(found[index].to_ne_bytes(), left.to_ne_bytes());
                        assert_eq!(mixed[index].to_ne_bytes(), other.to_ne_bytes());
                    }
                }
            }
            Ok(())
        }
    };
}
sums!(sums_of_arrays_of_f64 f64 |n| n as f64 / 97.0, |a, b| a + b);
sums!(sums_of_arrays_of_f32 f32 |n| n as f32 / 97.0, |a, b| a + b);
sums!(sums_of_arrays_of_u8 u8 |n| n as u8, |a, b| a.wrapping_add(b));
sums!(sums_of_arrays_of_i16 i16 |n| n as i16, |a, b| a.wrapping_add(b));
sums!(sums_of_arrays_of_i32 i32 |n| n as i32 * 40_000, |a, b| a.wrapping_add(b));
sums!(sums_of_arrays_of_i64 i64 |n| n << 47, |a, b| a.wrapping_add(b));
sums!(sums_of_arrays_of_u64 u64 |n| n as u64, |a, b| a.wrapping_add(b));

macro_rules! polynomials {
    ($name:ident $type:ident) => {
        #[test]
        fn $name() -> Result<(), Error> {
            for len in LENGTHS {
                let xs = some(1, len, |n| n as $type / 43_000.0);
                let ys = some(2, len, |n| n as $type / 43_000.0);
                let (x, y) = (Array::from(&xs[..]), Array::from(&ys[..]));
                for steps in 0..15 {
                    let number = |step: usize| (step as $type + 1.0) / 7.0 - 1.0;
                    let (mut by_number, mut by_array) =
                        (&x * number(20) + number(21), &y * &x + number(21));
                    for step in 0..steps {
                        by_number = &by_number * &x + number(step);
                        by_array = number(step) + &x * &by_array;
                    }
                    let (by_number, by_array) = (by_number.to_vec()?, by_array.to_vec()?);
                    for index in 0..len {
                        let x = xs[index];
                        let (mut one, mut other) =
                            (x * number(20) + number(21), ys[index] * x + number(21));
                        for step in 0..steps {
                            (one, other) = (one * x + number(step), other * x + number(step));
                        }
                        assert_eq!(by_number[index].to_bits(), one.to_bits());
                        assert_eq!(by_array[index].to_bits(), other.to_bits());
                    }
                }
            }
            Ok(())
        }
    };
}
polynomials!(polynomials_of_f64 f64);
polynomials!(polynomials_of_f32 f32);

/// Checks the sums of the elements of a type as each type of integers, and of what a mask keeps.
macro_rules! conversions {
    ($($from:ident => $($to:ident)*;)*) => {
        #[test]
        fn sums_of_conversions_are_those_of_converted_elements() -> Result<(), Error> {
            for len in LENGTHS {
                $({
                    let xs = some(3, len, |n| n as $from);
                    let x = Array::from(&xs[..]);
                    $({
                        let cast = x.cast::<$to>();
                        let expected = |keeps: fn($from) -> bool| {
                            let kept = xs.iter().filter(|x| keeps(**x));
                            kept.fold(0, |sum: $to, x| sum.wrapping_add(*x as $to))
                        };
                        assert_eq!(cast.sum().item()?, expected(|_| true));
                        let kept = x.cast::<$to>().keep(x.gt(7 as $from));
                        assert_eq!(kept.sum().item()?, expected(|x| x > 7 as $from));
                    })*
                })*
                let xs = some(4, len, |n| n % 3 == 0);
                let x = Array::from(&xs[..]);
                let expected = xs.iter().filter(|x| **x).count();
                assert_eq!(x.cast::<i32>().sum().item()?, expected as i32);
                assert_eq!(x.cast::<u8>().sum().item()?, expected as u8);
                assert_eq!(x.count().item()?, expected as u64);
            }
            Ok(())
        }
    };
}
conversions! {
    u8 => u8 u16 u32 u64 i8 i16 i32 i64;
    i8 => u8 u64 i16 i64;
    u16 => u8 u32 i64;
    i16 => u64 i8 i32;
    u32 => u64 u16 i64;
    i32 => i64 u8 u64;
    i64 => u64 i32;
    f64 => i64 u8;
}

#[test]
fn chains_are_one_instruction() -> Result<(), Error> {
    let [a, b, c, d] = [1.0, 2.0, 3.0, 4.0].map(|x| Array::from_vec(vec![x; 10]));
    let instructions = |plan: String, count: &str| plan.contains(&format!("loop 1: {count}"));
    let sum = &a + &b + &c + &d;
    assert!(instructions(sum.plan()?.to_string(), "1 instruction,"));
    let cubic: Array<f64> = ((2.0 * &a + 1.0) * &a + 3.0) * &a + 4.0;
    assert!(instructions(cubic.plan()?.to_string(), "1 instruction,"));
    let [i, j] = [1, 2].map(|x| Array::from_vec(vec![x; 10]));
    assert!(instructions(
        (&i * 7 + &j).plan()?.to_string(),
        "1 instruction,"
    ));
    // A result that is used twice is computed once.
    let part = &a + &b;
    let twice = (&part + &c) * &part;
    assert!(!instructions(twice.plan()?.to_string(), "1 instruction,"));
    Ok(())
}

#[test]
fn quotients_by_numbers_of_64_bits() -> Result<(), Error> {
    let xs = some(5, 5000, |n| n.wrapping_mul(0x0123_4567_89ab_cdef));
    let x = Array::from(&xs[..]);
    for divisor in [7, -7, 13, 1_000_003, i64::MAX, i64::MIN + 1, 3 << 40] {
        let expected: Vec<i64> = xs.iter().map(|x| x % divisor).collect();
        assert_eq!((&x % divisor).to_vec()?, expected);
    }
    Ok(())
}
