//! The operators of Rust, for two types of operands.

/// Implements operators for two types of operands, by a function of the operation, the operands and
/// the place.
macro_rules! operators {
    (
        @ [$($generics:tt)*] $left:ty, $right:ty => $result:ty, $apply:path,
        $trait:ident $method:ident $operation:ident
    ) => {
        impl<$($generics)*> std::ops::$trait<$right> for $left {
            type Output = $result;

            #[track_caller]
            fn $method(self, other: $right) -> $result {
                $apply($crate::operation::Binary::$operation, self, other, Place::here())
            }
        }
    };
    (
        $generics:tt $left:ty, $right:ty => $result:ty, $apply:path;
        $($trait:ident $method:ident $operation:ident,)*
    ) => {$(
        $crate::operators::operators! {
            @ $generics $left, $right => $result, $apply, $trait $method $operation
        }
    )*};
}
pub(crate) use operators;

/// Implements the operators of numbers.
macro_rules! arithmetic {
    ($($of:tt)*) => {
        $crate::operators::operators! {
            $($of)*; Add add Add, Sub sub Sub, Mul mul Mul, Div div Div, Rem rem Rem,
        }
    };
}
pub(crate) use arithmetic;
