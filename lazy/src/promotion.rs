//! The type of an operation on elements of two types.

use crate::element::ElementType;

/// The least type that has the values of both: of 64-bit integers and floats, and of `u64` and
/// integers with a sign, `f64`.
pub(crate) fn promoted(a: ElementType, b: ElementType) -> Option<ElementType> {
    use ElementType::{Bool, F32, F64, I16, I32, I64, U8};
    if a == b {
        return Some(a);
    }
    if a == Bool || b == Bool {
        return None;
    }
    let (wide, narrow) = if a.bytes() >= b.bytes() {
        (a, b)
    } else {
        (b, a)
    };
    Some(match (wide, narrow) {
        (F64, _) | (_, F64) => F64,
        (F32, other) | (other, F32) if other.bytes() <= 2 => F32,
        (F32, _) | (_, F32) => F64,
        (wide, narrow) if wide.is_signed() == narrow.is_signed() => wide,
        (wide, narrow) if wide.is_signed() && wide.bytes() > narrow.bytes() => wide,
        // The integers with a sign that are twice as long.
        (unsigned, _) if unsigned == U8 || unsigned.bytes() == 1 => I16,
        (wide, _) if wide.bytes() == 2 => I32,
        (wide, _) if wide.bytes() == 4 => I64,
        _ => F64,
    })
}

#[cfg(test)]
mod tests {
    use super::promoted;
    use crate::element::ElementType::{self, *};

    #[test]
    fn the_type_of_two_has_the_values_of_both() {
        let all = [F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];
        let digits = |ty: ElementType| match ty {
            F32 => (24, true),
            F64 => (53, true),
            ty => (8 * ty.bytes() - usize::from(ty.is_signed()), ty.is_signed()),
        };
        for a in all {
            for b in all {
                let both = promoted(a, b).unwrap();
                assert_eq!(both, promoted(b, a).unwrap());
                for one in [a, b] {
                    let ((own, signed), (of_both, has_sign)) = (digits(one), digits(both));
                    assert!(own <= of_both || both == F64, "{a} {b}");
                    assert!(has_sign || !signed, "{a} {b}");
                }
            }
        }
        assert_eq!(
            (promoted(U8, I8), promoted(U32, I8)),
            (Some(I16), Some(I64))
        );
        assert_eq!(
            (promoted(U16, I32), promoted(I16, F32)),
            (Some(I32), Some(F32))
        );
        assert_eq!((promoted(U64, I64), promoted(Bool, F32)), (Some(F64), None));
    }
}
