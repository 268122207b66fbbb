//! Arrays whose type of elements is known when a program runs.

use std::fmt;
use std::sync::Arc;

use crate::array::{Array, show};
use crate::build;
use crate::dims::Dims;
use crate::element::{Element, ElementType, Scalar, with_types};
use crate::error::{Error, ErrorKind};
use crate::evaluate::evaluate;
use crate::kernel::cast;
use crate::node::{Node, Operand};
use crate::operation::Binary;
use crate::operators::arithmetic;
use crate::place::Place;
use crate::plan::Plan;
use crate::promotion::promoted;
use crate::values::Value;

macro_rules! columns {
    ($($variant:ident $type:ident),*) => {
        /// An array of any type of elements.
        ///
        /// Arithmetic on columns promotes: of two types of numbers the result has the one that has
        /// the values of both.
        ///
        /// ```
        /// use fusus_lazy::{Array, Column, ElementType};
        ///
        /// let counts = Column::from(Array::from_vec(vec![1_u8, 2, 3]));
        /// let prices = Column::from(Array::from_vec(vec![0.5, 0.25, 2.0]));
        /// let totals = &counts * &prices;
        /// assert_eq!(totals.ty(), ElementType::F64);
        /// assert_eq!(totals.to_vec::<f64>()?, [0.5, 0.5, 6.0]);
        /// # Ok::<(), fusus_lazy::Error>(())
        /// ```
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Column {
            $(#[doc = concat!("Of `", stringify!($type), "`.")] $variant(Array<$type>),)*
        }

        impl Column {
            /// The column of a node.
            pub(crate) fn of(node: Arc<Node>) -> Column {
                match node.ty {
                    $(ElementType::$variant => Column::$variant(Array::of(node)),)*
                }
            }

            pub(crate) fn into_node(self) -> Arc<Node> {
                match self { $(Column::$variant(array) => array.node,)* }
            }

            pub(crate) fn node(&self) -> &Arc<Node> {
                match self { $(Column::$variant(array) => &array.node,)* }
            }

            /// The number of elements; a number has one.
            ///
            /// # Errors
            ///
            /// As for [`Array::len`].
            #[track_caller]
            pub fn len(&self) -> Result<usize, Error> {
                match self { $(Column::$variant(array) => array.len(),)* }
            }
        }

        $(
            impl From<Array<$type>> for Column {
                fn from(array: Array<$type>) -> Self {
                    Column::$variant(array)
                }
            }

            impl From<&Array<$type>> for Column {
                fn from(array: &Array<$type>) -> Self {
                    Column::$variant(array.clone())
                }
            }

            impl From<Vec<$type>> for Column {
                fn from(elements: Vec<$type>) -> Self {
                    Column::$variant(Array::from_vec(elements))
                }
            }

            impl From<$type> for Column {
                fn from(number: $type) -> Self {
                    Column::$variant(Array::number(number))
                }
            }
        )*
    };
}
with_types!(columns);

impl Column {
    /// The type of the elements.
    #[must_use]
    pub fn ty(&self) -> ElementType {
        self.node().ty
    }

    /// The lengths of the axes, if they are known without computing anything; numbers have none.
    #[must_use]
    pub fn dims(&self) -> Option<Dims> {
        self.node().shape.dims()
    }

    /// Returns true for a number, which goes with arrays of any length.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.node().shape.is_scalar()
    }

    /// Returns true if there are no elements.
    ///
    /// # Errors
    ///
    /// As for [`Array::len`].
    #[track_caller]
    pub fn is_empty(&self) -> Result<bool, Error> {
        Ok(self.len()? == 0)
    }

    /// Computes the column, unless it is there, and returns it.
    ///
    /// # Errors
    ///
    /// As for [`Array::eval`].
    pub fn eval(&self) -> Result<Column, Error> {
        evaluate(self.node())?;
        Ok(self.clone())
    }

    /// Computes the elements, converted to a type as by `as`.
    ///
    /// # Errors
    ///
    /// As for [`Array::to_vec`].
    #[track_caller]
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>, Error> {
        self.cast::<T>().to_vec()
    }

    /// The array, with its elements converted to a type as by `as`.
    #[must_use]
    #[track_caller]
    pub fn cast<T: Element>(&self) -> Array<T> {
        match build::cast(
            Operand::Node(Arc::clone(self.node())),
            T::TYPE,
            Place::here(),
        ) {
            Operand::Node(node) => Array::of(node),
            Operand::Number(number) => Array::of(build::number(number)),
        }
    }

    /// The array, if its elements are of a type.
    #[must_use]
    pub fn array<T: Element>(&self) -> Option<Array<T>> {
        (self.ty() == T::TYPE).then(|| Array::of(Arc::clone(self.node())))
    }

    /// Computes the one element.
    ///
    /// # Errors
    ///
    /// As for [`Array::item`].
    #[track_caller]
    pub fn item(&self) -> Result<Scalar, Error> {
        let place = Place::here();
        match evaluate(self.node())? {
            Value::Number(number) => Ok(number),
            Value::Memory(memory) if memory.len() == 1 => Ok(memory.scalar(0)),
            Value::Memory(_) => {
                let reason = "it needs a column of one element";
                Err(Error::new(ErrorKind::Rank { reason }, "item", place))
            }
        }
    }

    /// Computes the column, and returns the element at a position, if there is one; a number is at
    /// position 0.
    ///
    /// # Errors
    ///
    /// As for [`Array::eval`].
    pub fn get(&self, position: usize) -> Result<Option<Scalar>, Error> {
        Ok(match evaluate(self.node())? {
            Value::Number(number) => (position == 0).then_some(number),
            Value::Memory(memory) => (position < memory.len()).then(|| memory.scalar(position)),
        })
    }

    /// The plan by which the column is computed.
    ///
    /// # Errors
    ///
    /// As for [`Array::plan`].
    pub fn plan(&self) -> Result<Plan, Error> {
        Plan::of(self.node())
    }

    /// The result of an operation on elements of the type that both have together.
    fn binary(operation: Binary, a: &Column, b: &Column, place: Place) -> Column {
        let ty = promoted(a.ty(), b.ty()).unwrap_or(ElementType::Bool);
        let operand =
            |column: &Column| build::cast(Operand::Node(Arc::clone(column.node())), ty, place);
        Column::of(build::binary(operation, operand(a), operand(b), place))
    }
}

impl Scalar {
    /// The number as one of a type, as by `as`.
    #[must_use]
    pub fn cast<T: Element>(self) -> T {
        T::of(cast::scalar(self, T::TYPE))
    }
}

impl From<&Column> for Column {
    fn from(column: &Column) -> Self {
        column.clone()
    }
}

arithmetic! { [] &Column, &Column => Column, Column::binary }

impl fmt::Display for Column {
    /// Computes the column and shows it as [`Array`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&evaluate(self.node()), f)
    }
}
