//! The built-in scalar types.

/// A built-in scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "they are the names of the built-in types")]
pub enum Prim {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    F32,
    F64,
    Bool,
    Char,
}

impl Prim {
    /// All of them.
    pub const ALL: [Prim; 16] = [
        Prim::I8,
        Prim::I16,
        Prim::I32,
        Prim::I64,
        Prim::I128,
        Prim::Isize,
        Prim::U8,
        Prim::U16,
        Prim::U32,
        Prim::U64,
        Prim::U128,
        Prim::Usize,
        Prim::F32,
        Prim::F64,
        Prim::Bool,
        Prim::Char,
    ];

    /// Its name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            Prim::I8 => "i8",
            Prim::I16 => "i16",
            Prim::I32 => "i32",
            Prim::I64 => "i64",
            Prim::I128 => "i128",
            Prim::Isize => "isize",
            Prim::U8 => "u8",
            Prim::U16 => "u16",
            Prim::U32 => "u32",
            Prim::U64 => "u64",
            Prim::U128 => "u128",
            Prim::Usize => "usize",
            Prim::F32 => "f32",
            Prim::F64 => "f64",
            Prim::Bool => "bool",
            Prim::Char => "char",
        }
    }

    /// The type of that name.
    pub fn named(name: &str) -> Option<Prim> {
        Prim::ALL.into_iter().find(|prim| prim.name() == name)
    }

    /// Returns true for `f32` and `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, Prim::F32 | Prim::F64)
    }

    /// Returns true for integer types.
    pub fn is_int(self) -> bool {
        !self.is_float() && !matches!(self, Prim::Bool | Prim::Char)
    }

    /// Returns true for integer types with a sign.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            Prim::I8 | Prim::I16 | Prim::I32 | Prim::I64 | Prim::I128 | Prim::Isize
        )
    }

    /// The number of bits on a machine of 64 bits.
    pub fn bits(self) -> u32 {
        match self {
            Prim::Bool | Prim::I8 | Prim::U8 => 8,
            Prim::I16 | Prim::U16 => 16,
            Prim::I32 | Prim::U32 | Prim::F32 | Prim::Char => 32,
            Prim::I64 | Prim::U64 | Prim::Isize | Prim::Usize | Prim::F64 => 64,
            Prim::I128 | Prim::U128 => 128,
        }
    }

    /// The unsigned integer type of the same width; itself for anything else.
    pub fn unsigned(self) -> Prim {
        match self {
            Prim::I8 => Prim::U8,
            Prim::I16 => Prim::U16,
            Prim::I32 => Prim::U32,
            Prim::I64 => Prim::U64,
            Prim::I128 => Prim::U128,
            Prim::Isize => Prim::Usize,
            other => other,
        }
    }

    /// The smallest and the largest value of an integer type, on a machine of
    /// 64 bits, as far as an `i128` holds them.
    pub fn range(self) -> (i128, i128) {
        let bits = self.bits();
        if self.is_signed() {
            (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))
        } else {
            (0, i128::MAX >> 127_u32.saturating_sub(bits))
        }
    }

    /// Returns true if devices have it.
    pub fn on_devices(self) -> bool {
        !matches!(self, Prim::I128 | Prim::U128 | Prim::Char)
    }
}
