//! Instructions that do several operations on floats: the bits are those of one operation after the
//! other, whichever operands are numbers.

use fusus_lazy::{Array, Element, Error};

/// Lengths around those of pieces.
const LENGTHS: [usize; 6] = [1, 7, 1023, 1024, 2049, 5000];

type Operation<T> = (fn(&Array<T>, &Array<T>) -> Array<T>, fn(T, T) -> T);

/// Checks all pairs of two operations on arrays and numbers, and products of the results.
fn check<T: Element + Bits>(operations: &[Operation<T>]) -> Result<(), Error> {
    for len in LENGTHS {
        let elements: Vec<Vec<T>> = (1..4).map(|seed| T::some(seed, len)).collect();
        for numbers in 0..8 {
            let is_number = |at: usize| numbers >> at & 1 == 1;
            let operand = |at: usize| match is_number(at) {
                true => Array::number(elements[at][0]),
                false => Array::from_vec(elements[at].clone()),
            };
            let element =
                |at: usize, index: usize| elements[at][if is_number(at) { 0 } else { index }];
            let all = if numbers == 7 { 1 } else { len };
            let [a, b, c] = [0, 1, 2].map(operand);
            for (first, one) in operations {
                for (second, two) in operations {
                    let left = second(&first(&a, &b), &c);
                    let right = second(&c, &first(&a, &b));
                    let scale = T::some(9, 1)[0];
                    let scaled = left_times(&second(&first(&a, &b), &c), scale);
                    let (left, right, scaled) = (left.to_vec()?, right.to_vec()?, scaled.to_vec()?);
                    for index in 0..all {
                        let [a, b, c] = [0, 1, 2].map(|at| element(at, index));
                        assert_eq!(left[index].bits(), two(one(a, b), c).bits());
                        assert_eq!(right[index].bits(), two(c, one(a, b)).bits());
                        let product = T::times(two(one(a, b), c), scale);
                        assert_eq!(scaled[index].bits(), product.bits());
                    }
                }
            }
        }
    }
    Ok(())
}

fn left_times<T: Bits>(array: &Array<T>, scale: T) -> Array<T> {
    T::scaled(array, scale)
}

/// Floats, and their bits.
trait Bits: Copy {
    fn bits(self) -> u64;
    fn times(self, other: Self) -> Self;
    fn scaled(array: &Array<Self>, scale: Self) -> Array<Self>;
    fn some(seed: usize, len: usize) -> Vec<Self>;
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        impl Bits for $type {
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }

            fn times(self, other: Self) -> Self {
                self * other
            }

            fn scaled(array: &Array<Self>, scale: Self) -> Array<Self> {
                array * scale
            }

            fn some(seed: usize, len: usize) -> Vec<Self> {
                (0..len).map(|at| ((at * 7919 + seed * 31) % 1009) as $type / 97.0 - 4.7).collect()
            }
        }
    )*};
}
floats!(f32 f64);

macro_rules! operations {
    ($type:ident) => {
        &[
            (|a, b| a + b, |a: $type, b: $type| a + b),
            (|a, b| a - b, |a: $type, b: $type| a - b),
            (|a, b| a * b, |a: $type, b: $type| a * b),
            (|a, b| a / b, |a: $type, b: $type| a / b),
        ]
    };
}

#[test]
fn pairs_of_floats_have_the_bits_of_two_operations() -> Result<(), Error> {
    check::<f64>(operations!(f64))?;
    check::<f32>(operations!(f32))
}

#[test]
fn pairs_are_one_instruction() -> Result<(), Error> {
    let [a, b, c] = [1.0, 2.0, 3.0].map(|x| Array::from_vec(vec![x; 10]));
    let instructions = |array: Array<f64>| -> Result<bool, Error> {
        Ok(array.plan()?.to_string().contains("loop 1: 1 instruction,"))
    };
    assert!(instructions(&a - &b - &c)?);
    assert!(instructions(&c - &a * &b)?);
    assert!(instructions((&a + &b + &c) * 0.5)?);
    assert!(instructions((2.0 * &a + &b) * 0.5)?);
    // A result that is used twice is computed once.
    let sum = &a + &b;
    assert!(!instructions(&sum * &c - &sum)?);
    Ok(())
}

/// Comparisons of roots with a number are those of squares: of all the numbers around these, and others.
macro_rules! roots {
    ($name:ident $type:ident) => {
        #[test]
        fn $name() -> Result<(), Error> {
            let special = [
                0.0,
                -0.0,
                $type::NAN,
                $type::INFINITY,
                $type::MAX,
                -1.0,
                -0.25,
            ];
            let numbers = [
                0.5,
                1.0,
                1.5,
                2.0,
                3.0,
                1.0 / 3.0,
                1e-30,
                1e30,
                1e-19,
                $type::MIN_POSITIVE,
            ];
            let numbers = special.into_iter().chain(numbers);
            let mut elements: Vec<$type> = special.to_vec();
            for number in numbers.clone() {
                let mut near = number * number;
                for _ in 0..4 {
                    near = near.next_down();
                }
                for _ in 0..8 {
                    elements.push(near);
                    near = near.next_up();
                }
            }
            let array = Array::from_vec(elements.clone());
            for number in numbers {
                let found = [
                    array.sqrt().lt(number),
                    array.sqrt().le(number),
                    array.sqrt().gt(number),
                    array.sqrt().ge(number),
                    Array::number(number).lt(array.sqrt()),
                    Array::number(number).ge(array.sqrt()),
                ];
                for (at, found) in found.iter().enumerate() {
                    for (element, found) in elements.iter().zip(found.to_vec()?) {
                        let root = element.sqrt();
                        let expected = match at {
                            0 => root < number,
                            1 | 5 => root <= number,
                            2 | 4 => root > number,
                            _ => root >= number,
                        };
                        assert_eq!(found, expected, "{at}: the root of {element:?}, {number:?}");
                    }
                }
                let below = Array::from_vec(vec![2.0; 3]).sqrt().lt(number);
                assert!(below.plan()?.to_string().contains("loop 1: 1 instruction,"));
            }
            Ok(())
        }
    };
}
roots!(roots_of_f32_are_compared_without_a_root f32);
roots!(roots_of_f64_are_compared_without_a_root f64);
