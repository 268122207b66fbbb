//! Types of elements and scalars.

use std::fmt;

/// A type of numbers, or `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "Rust's own types")]
pub enum Prim {
    U8,
    I16,
    I32,
    I64,
    U32,
    U64,
    Usize,
    F32,
    F64,
    Bool,
}

/// All of them.
pub const PRIMS: [Prim; 10] = [
    Prim::U8,
    Prim::I16,
    Prim::I32,
    Prim::I64,
    Prim::U32,
    Prim::U64,
    Prim::Usize,
    Prim::F32,
    Prim::F64,
    Prim::Bool,
];

impl Prim {
    /// Its name in Rust.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::U8 => "u8",
            Prim::I16 => "i16",
            Prim::I32 => "i32",
            Prim::I64 => "i64",
            Prim::U32 => "u32",
            Prim::U64 => "u64",
            Prim::Usize => "usize",
            Prim::F32 => "f32",
            Prim::F64 => "f64",
            Prim::Bool => "bool",
        }
    }

    /// Returns true for an integer type.
    #[must_use]
    pub fn is_int(self) -> bool {
        !self.is_float() && self != Prim::Bool
    }

    /// Returns true for a float type.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Prim::F32 | Prim::F64)
    }

    /// Returns true if it has negative numbers.
    #[must_use]
    pub fn is_signed(self) -> bool {
        matches!(self, Prim::I16 | Prim::I32 | Prim::I64) || self.is_float()
    }

    /// The bits of an integer, the bits of precision of a float.
    #[must_use]
    pub fn bits(self) -> i32 {
        match self {
            Prim::Bool => 1,
            Prim::U8 => 8,
            Prim::I16 => 16,
            Prim::I32 | Prim::U32 => 32,
            Prim::I64 | Prim::U64 | Prim::Usize => 64,
            Prim::F32 => 24,
            Prim::F64 => 53,
        }
    }
}

/// A type of elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ty {
    /// A number or a `bool`.
    Prim(Prim),
    /// A tuple of two or more.
    Tuple(Vec<Ty>),
}

impl Ty {
    /// The types of its parts, from left to right.
    #[must_use]
    pub fn leaves(&self) -> Vec<Prim> {
        match self {
            Ty::Prim(prim) => vec![*prim],
            Ty::Tuple(items) => items.iter().flat_map(Ty::leaves).collect(),
        }
    }

    /// The type, if it is no tuple.
    #[must_use]
    pub fn prim(&self) -> Option<Prim> {
        match self {
            Ty::Prim(prim) => Some(*prim),
            Ty::Tuple(_) => None,
        }
    }

    /// Reads what [`fmt::Display`] writes.
    ///
    /// # Panics
    ///
    /// On anything else.
    #[must_use]
    pub fn parse(text: &str) -> Ty {
        let mut rest = text;
        let ty = parse(&mut rest);
        assert!(rest.is_empty(), "`{text}` is no type");
        ty
    }
}

fn parse(rest: &mut &str) -> Ty {
    if let Some(after) = rest.strip_prefix('(') {
        *rest = after;
        let mut items = Vec::new();
        loop {
            items.push(parse(rest));
            if let Some(after) = rest.strip_prefix(')') {
                *rest = after;
                return Ty::Tuple(items);
            }
            *rest = rest.strip_prefix(", ").expect("a comma between types");
        }
    }
    let end = rest.find([',', ')']).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    *rest = after;
    let prim = PRIMS.into_iter().find(|prim| prim.name() == name);
    Ty::Prim(prim.unwrap_or_else(|| panic!("`{name}` is no type")))
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Prim(prim) => f.write_str(prim.name()),
            Ty::Tuple(items) => {
                let items: Vec<String> = items.iter().map(Ty::to_string).collect();
                write!(f, "({})", items.join(", "))
            }
        }
    }
}
