//! The operands of operations on arrays.

use super::Array;
use crate::element::Element;
use crate::node::Operand;

/// An operand of an operation on arrays of `T`: an array, a reference to one, or a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go with an array of `{T}`",
    label = "no array of `{T}`, reference to one, or `{T}`",
    note = "types do not change by themselves: a float is written `2.0`, and an array is converted by `n.cast::<f64>()`"
)]
pub trait IntoOperand<T>: sealed::Sealed<T> {}

mod sealed {
    use crate::node::Operand;

    pub trait Sealed<T> {
        #[allow(private_interfaces, reason = "the trait is sealed")]
        fn into_operand(self) -> Operand;
    }
}
use sealed::Sealed;

#[diagnostic::do_not_recommend]
impl<T: Element> IntoOperand<T> for T {}
impl<T: Element> Sealed<T> for T {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Number(self.scalar())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element> IntoOperand<T> for Array<T> {}
impl<T: Element> Sealed<T> for Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Node(self.node)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element> IntoOperand<T> for &Array<T> {}
impl<T: Element> Sealed<T> for &Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        self.operand()
    }
}
