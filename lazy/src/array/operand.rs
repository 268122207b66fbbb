//! The operands of operations on arrays.

use super::Array;
use crate::element::Element;
use crate::node::Operand;

/// An operand of an operation on arrays of `T`: an array, a reference to one, or a number.
pub trait IntoOperand<T>: sealed::Sealed<T> {}

mod sealed {
    use crate::node::Operand;

    pub trait Sealed<T> {
        #[allow(private_interfaces, reason = "the trait is sealed")]
        fn into_operand(self) -> Operand;
    }
}
use sealed::Sealed;

impl<T: Element> IntoOperand<T> for T {}
impl<T: Element> Sealed<T> for T {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Number(self.scalar())
    }
}

impl<T: Element> IntoOperand<T> for Array<T> {}
impl<T: Element> Sealed<T> for Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        Operand::Node(self.node)
    }
}

impl<T: Element> IntoOperand<T> for &Array<T> {}
impl<T: Element> Sealed<T> for &Array<T> {
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn into_operand(self) -> Operand {
        self.operand()
    }
}
