//! Comparing the results of several ways.

/// The result of a variant.
pub trait Answer: Clone {
    /// Compares two answers within a tolerance relative to the larger one. Integers must be equal.
    ///
    /// # Errors
    ///
    /// The first difference, in words.
    fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String>;

    /// Overwrites everything with a value that no program returns, so that an old answer is not taken for a
    /// new one.
    fn spoil(&mut self);

    /// The bytes of its arrays.
    fn bytes(&self) -> usize;
}

fn differ<T: std::fmt::Display>(found: T, expected: T) -> String {
    format!("{found} instead of {expected}")
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Answer for $float {
            fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String> {
                let (a, b) = (f64::from(*self), f64::from(*expected));
                let error = (a - b).abs();
                let near = error.is_finite() && error <= tolerance * a.abs().max(b.abs());
                if near || a == b || (a.is_nan() && b.is_nan()) {
                    Ok(())
                } else {
                    Err(differ(a, b))
                }
            }

            fn spoil(&mut self) {
                *self = $float::NAN;
            }

            fn bytes(&self) -> usize {
                0
            }
        }
    )*};
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl Answer for $integer {
            fn compare(&self, expected: &Self, _tolerance: f64) -> Result<(), String> {
                if self == expected { Ok(()) } else { Err(differ(self, expected)) }
            }

            fn spoil(&mut self) {
                *self = $integer::MAX;
            }

            fn bytes(&self) -> usize {
                0
            }
        }
    )*};
}

macro_rules! tuples {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Answer),*> Answer for ($($name,)*) {
            fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String> {
                $(
                    self.$index
                        .compare(&expected.$index, tolerance)
                        .map_err(|why| format!("part {}: {why}", $index))?;
                )*
                Ok(())
            }

            fn spoil(&mut self) {
                $(self.$index.spoil();)*
            }

            fn bytes(&self) -> usize {
                0 $(+ self.$index.bytes())*
            }
        }
    };
}

floats!(f32 f64);
integers!(u8 i16 u16 i32 u32 i64 u64 usize);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);

impl<T: Answer> Answer for Vec<T> {
    fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String> {
        if self.len() != expected.len() {
            let lengths = differ(self.len(), expected.len());
            return Err(format!("the length is {lengths}"));
        }
        for (index, (a, b)) in self.iter().zip(expected).enumerate() {
            a.compare(b, tolerance)
                .map_err(|why| format!("element {index} is {why}"))?;
        }
        Ok(())
    }

    fn spoil(&mut self) {
        self.iter_mut().for_each(Answer::spoil);
    }

    fn bytes(&self) -> usize {
        size_of_val(self.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_may_differ_by_rounding_alone() {
        assert_eq!(1.0_f64.compare(&(1.0 + 1e-12), 1e-9), Ok(()));
        assert_eq!(f64::INFINITY.compare(&f64::INFINITY, 0.0), Ok(()));
        assert!(1.0_f64.compare(&1.1, 1e-9).is_err());
        assert!(0.0_f64.compare(&f64::NAN, 1e-9).is_err());
        assert!(f64::NEG_INFINITY.compare(&f64::INFINITY, 1e-9).is_err());
    }

    #[test]
    fn the_first_difference_is_named() {
        let (a, b) = ((vec![1, 2, 3], 4), (vec![1, 5, 6], 4));
        let message = a.compare(&b, 1.0).unwrap_err();
        assert_eq!(message, "part 0: element 1 is 2 instead of 5");
        let message = vec![1].compare(&vec![], 1.0).unwrap_err();
        assert_eq!(message, "the length is 1 instead of 0");
    }

    #[test]
    fn a_spoilt_answer_is_wrong() {
        let answer = (vec![0.0], vec![7_u32]);
        let mut spoilt = answer.clone();
        spoilt.spoil();
        assert!(spoilt.0.compare(&answer.0, 1.0).is_err());
        assert!(spoilt.1.compare(&answer.1, 1.0).is_err());
    }

    #[test]
    fn bytes_are_those_of_arrays() {
        assert_eq!((vec![0_i32; 3], 1.0, vec![(0.0, 0.0); 2]).bytes(), 12 + 32);
    }
}
