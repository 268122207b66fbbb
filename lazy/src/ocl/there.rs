//! Elements on a device, of a type that is known at run time.

use fusus_ocl::rt::{Args, fresh};
use fusus_ocl::{Array, Device, Error};

use crate::element::sealed::Typed;
use crate::element::{Buffer, ElementType, typed, with_types};

macro_rules! types {
    ($($variant:ident $type:ident),*) => {
        /// An array on a device. A clone has the same memory.
        #[derive(Clone, Debug)]
        pub(crate) enum There {
            $($variant(Array<$type>),)*
        }

        impl There {
            /// The elements of a buffer, on a device.
            pub(crate) fn upload(device: &Device, buffer: &Buffer) -> Result<There, Error> {
                Ok(match buffer.ty() {
                    $(ElementType::$variant => {
                        There::$variant(Array::upload_to(device, <$type>::slice(buffer))?)
                    })*
                })
            }

            /// An array whose elements are any.
            pub(super) fn fresh(device: &Device, ty: ElementType, len: usize) -> Result<There, Error> {
                Ok(match ty {
                    $(ElementType::$variant => There::$variant(fresh(device, len)?),)*
                })
            }

            /// The elements, when everything that makes them has run.
            pub(crate) fn download(&self) -> Result<Buffer, Error> {
                Ok(match self {
                    $(There::$variant(array) => <$type>::buffer(array.download()?),)*
                })
            }

            pub(crate) fn ty(&self) -> ElementType {
                match self { $(There::$variant(_) => ElementType::$variant,)* }
            }

            pub(crate) fn len(&self) -> usize {
                match self { $(There::$variant(array) => array.len(),)* }
            }

            pub(crate) fn device(&self) -> &Device {
                match self { $(There::$variant(array) => array.device(),)* }
            }

            /// Adds the array to the arguments of a kernel.
            pub(super) fn argument(&self, args: Args) -> Args {
                match self { $(There::$variant(array) => args.array(array),)* }
            }
        }
    };
}
with_types!(types);

/// Adds a number to the arguments of a kernel.
pub(super) fn number(args: Args, number: crate::Scalar) -> Args {
    typed!(number.ty(), T => args.scalar(<T as Typed>::of(number)))
}
