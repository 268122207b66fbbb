//! Random programs as formulas at run time and as programs of `cnf!`. `build.rs` writes them, each twice,
//! and a test runs both on the same inputs.

#![forbid(unsafe_code)]
#![allow(clippy::all, unused, reason = "programs are random, and look like it")]

use fusus::lazy::{Array, Column, Formula};
use fusus_rng::Rng;

/// A program.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its number.
    pub seed: u64,
    /// The axes of its inputs.
    pub axes: usize,
    /// Its text as a formula.
    pub text: &'static str,
    /// The names of its results.
    pub names: &'static [&'static str],
    /// Its results by `cnf!`.
    pub compiled: fn(&Inputs) -> Vec<Found>,
}

/// The inputs of a program.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The lengths of the axes, of which the second one is 1 where there is one alone.
    pub h: usize,
    /// The length of the second axis.
    pub w: usize,
    /// Integers as floats.
    pub x: Vec<f64>,
    /// Floats of all sizes, of which some are special.
    pub y: Vec<f64>,
    /// Integers.
    pub k: Vec<i64>,
}

/// A result of any type.
#[derive(Clone, Debug)]
pub enum Found {
    /// Floats, which are compared by their bits.
    Floats(Vec<f64>),
    /// Integers.
    Integers(Vec<i64>),
    /// Truth values.
    Masks(Vec<bool>),
}

macro_rules! found {
    ($($variant:ident $type:ty),+) => {$(
        impl From<Vec<$type>> for Found {
            fn from(found: Vec<$type>) -> Found {
                Found::$variant(found)
            }
        }

        impl From<$type> for Found {
            fn from(found: $type) -> Found {
                Found::$variant(vec![found])
            }
        }
    )+};
}

found!(Floats f64, Integers i64, Masks bool);

impl Found {
    /// The first difference of two results, in words.
    #[must_use]
    pub fn difference(&self, other: &Found) -> Option<String> {
        fn first<T: std::fmt::Debug>(a: &[T], b: &[T], same: fn(&T, &T) -> bool) -> Option<String> {
            if a.len() != b.len() {
                return Some(format!("{} elements, not {}", a.len(), b.len()));
            }
            let at = (0..a.len()).find(|at| !same(&a[*at], &b[*at]))?;
            Some(format!(
                "{:?}, not {:?} at {at} of {}",
                a[at],
                b[at],
                a.len()
            ))
        }
        match (self, other) {
            // NaN has several forms, of which Rust promises none.
            (Found::Floats(a), Found::Floats(b)) => first(a, b, |a, b| {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }),
            (Found::Integers(a), Found::Integers(b)) => first(a, b, |a, b| a == b),
            (Found::Masks(a), Found::Masks(b)) => first(a, b, |a, b| a == b),
            _ => Some("of another type".to_owned()),
        }
    }
}

impl Inputs {
    /// Inputs with so many elements along each axis.
    #[must_use]
    pub fn random(rng: &mut Rng, h: usize, w: usize) -> Inputs {
        const SPECIAL: &[f64] = &[
            0.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            5e-324,
        ];
        let mut float = || match rng.percent(2) {
            true => *rng.pick(SPECIAL),
            false => 8.0 * rng.float() - 4.0,
        };
        let y = (0..h * w).map(|_| float()).collect();
        let mut integer = || rng.below(200) as i64 - 100;
        Inputs {
            h,
            w,
            y,
            x: (0..h * w).map(|_| integer() as f64).collect(),
            k: (0..h * w).map(|_| integer()).collect(),
        }
    }

    fn columns(&self, axes: usize) -> [(&'static str, Column); 3] {
        fn column<T: fusus::lazy::Element>(own: &Inputs, axes: usize, elements: &[T]) -> Column
        where
            Column: From<Array<T>>,
        {
            Column::from(match axes {
                1 => Array::from(elements),
                _ => Array::from_shape([own.h, own.w], elements.to_vec()),
            })
        }
        [
            ("x", column(self, axes, &self.x)),
            ("y", column(self, axes, &self.y)),
            ("k", column(self, axes, &self.k)),
        ]
    }
}

impl Case {
    /// Its results as a formula; of the bindings that are not results, some stay alive.
    #[must_use]
    pub fn typed(&self, inputs: &Inputs) -> Vec<Found> {
        let fail = |error: &dyn std::fmt::Display| -> ! {
            panic!("{error}: program {}:\n{}", self.seed, self.text)
        };
        let formula = Formula::parse(self.text).unwrap_or_else(|error| fail(&error));
        let all = formula.apply_all(inputs.columns(self.axes));
        let mut all = all.unwrap_or_else(|error| fail(&error));
        if self.seed.is_multiple_of(2) {
            all.retain(|(name, _)| self.names.contains(name));
        }
        let found = self.names.iter().map(|wanted| {
            let (_, column) = all
                .iter()
                .find(|(name, _)| name == wanted)
                .unwrap_or_else(|| fail(&format!("`{wanted}` is not bound")));
            let found = match column.ty().name() {
                "f64" => column.to_vec().map(Found::Floats),
                "i64" => column.to_vec().map(Found::Integers),
                "bool" => column.to_vec().map(Found::Masks),
                other => fail(&format!("`{wanted}` is of type `{other}`")),
            };
            found.unwrap_or_else(|error| fail(&error))
        });
        found.collect()
    }
}

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
