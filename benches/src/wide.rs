//! Wider instructions where the machine has them.

/// Functions that are compiled twice, and run with AVX2 if the machine has it.
///
/// Functions that they call must be inlined into them; closures that are handed to other threads
/// are not.
#[macro_export]
macro_rules! wide {
    ($(
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        $vis fn $name($($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn narrow($($argument: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $type),*) $(-> $result)? {
                    narrow($($argument),*)
                }

                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has the instructions.
                    return unsafe { wide($($argument),*) };
                }
            }
            narrow($($argument),*)
        }
    )*};
}

pub use wide;
