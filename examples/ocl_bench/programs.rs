//! The measured programs, and the same programs for the CPU to compare with.

fusus::cnf! {
    /// One array in, one out.
    #[backend(ocl, cpu)]
    pub(crate) fn double(xs: &[f32]) -> Vec<f32> {
        map(|x| 2.0 * x + 1.0, xs)
    }

    /// Two arrays in, one out.
    #[backend(ocl, cpu)]
    pub(crate) fn saxpy(xs: &[f32], ys: &[f32]) -> Vec<f32> {
        map(|x, y| 1.5 * x + y, xs, ys)
    }

    #[backend(ocl, cpu)]
    pub(crate) fn sum(xs: &[i32]) -> i32 {
        fold(0, |a, b| a.wrapping_add(b), xs)
    }

    #[backend(ocl, cpu)]
    pub(crate) fn prefixes(xs: &[i32]) -> Vec<i32> {
        scan(0, |a, b| a.wrapping_add(b), xs)
    }

    /// About a half is kept.
    #[backend(ocl, cpu)]
    pub(crate) fn kept(xs: &[i32]) -> Vec<i32> {
        filter(|x| x > 0, xs)
    }
}

/// The programs of which the Futhark thesis says how much fusion gains, and one more.
macro_rules! programs {
    ($(#[$attribute:meta])*) => {
        fusus::cnf! {
            /// Two folds, one of them of a filtered array.
            $(#[$attribute])*
            pub(crate) fn sums(xs: &[i32]) -> (i32, i32) {
                let all = fold(0, |a, b| a.wrapping_add(b), xs);
                let some = fold(0, |a, b| a.wrapping_add(b), filter(|x| x > 0, xs));
                (all, some)
            }

            /// The Futhark thesis' SimpleScanomap.
            $(#[$attribute])*
            pub(crate) fn simple_scanomap(xs: &[i32]) -> Vec<i32> {
                scan(0, |a, b| a.wrapping_add(b), map(|x| x.wrapping_add(10), xs))
            }

            /// A pass of the Futhark thesis' radix sort, listing 15.
            $(#[$attribute])*
            pub(crate) fn radix_pass(xs: &[i32]) -> Vec<i32> {
                let zeros  = fold(0, |a, b| a + b, map(|x| 1 - (x >> 7 & 1), xs));
                let bits   = map(|x| x >> 7 & 1, xs);
                let ps0    = scan(0, |a, b| a + b, map(|b| 1 - b, bits));
                let ps1    = scan(0, |a, b| a + b, bits);
                let places = map(|b, p0, p1| (1 - b) * p0 + b * (zeros + p1) - 1, bits, ps0, ps1);
                scatter(xs, places, xs)
            }

            /// The Futhark thesis' two scanomaps, listing 14.
            $(#[$attribute])*
            pub(crate) fn two_scanomaps(xs: &[i32]) -> Vec<i32> {
                let a = map(|x| x.wrapping_add(10), xs);
                let b1 = scan(0, |a, b| a.wrapping_add(b), a);
                let a2 = map(|x| x.wrapping_add(1), a);
                let b2 = scan(0, |a, b| a.wrapping_add(b), a2);
                map(|x, y| x.wrapping_add(y), b1, b2)
            }
        }
    };
}

pub(crate) mod fused {
    programs! { #[backend(ocl, cpu)] }
}

pub(crate) mod unfused {
    programs! { #[backend(ocl)] #[cnf(strategy = "unfused")] }
}
