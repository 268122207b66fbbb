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

/// Functions that are compiled three times, and run with the widest of AVX-512, AVX2 and the
/// baseline that the machine has.
///
/// As for [`wide!`](crate::wide!), functions that they call must be inlined into them.
#[macro_export]
macro_rules! widest {
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

                #[target_feature(enable = "avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
                fn widest($($argument: $type),*) $(-> $result)? {
                    narrow($($argument),*)
                }

                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the machine has the instructions.
                    return unsafe { widest($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: likewise.
                    return unsafe { wide($($argument),*) };
                }
            }
            narrow($($argument),*)
        }
    )*};
}

pub use {wide, widest};
