//! Calls of workers.
//!
//! `(|x| x + 1)(y)` leaves the type of `x` open while the closure is checked;
//! a call through one of these functions gives it the type of the argument.

macro_rules! calls {
    ($($name:ident ($($argument:ident: $type:ident),+);)*) => {$(
        #[doc = concat!("Calls a worker of the arity that the name `", stringify!($name), "` says.")]
        #[allow(clippy::too_many_arguments)]
        #[inline(always)]
        pub fn $name<$($type,)+ R>($($argument: $type,)+ worker: impl FnOnce($($type),+) -> R) -> R {
            worker($($argument),+)
        }
    )*};
}

calls! {
    call1(a: A);
    call2(a: A, b: B);
    call3(a: A, b: B, c: C);
    call4(a: A, b: B, c: C, d: D);
    call5(a: A, b: B, c: C, d: D, e: E);
    call6(a: A, b: B, c: C, d: D, e: E, f: F);
    call7(a: A, b: B, c: C, d: D, e: E, f: F, g: G);
    call8(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H);
    call9(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I);
    call10(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J);
    call11(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K);
    call12(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L);
}

/// Calls a worker without arguments.
#[inline(always)]
pub fn call0<R>(worker: impl FnOnce() -> R) -> R {
    worker()
}

/// Returns elements that a body computes where none are stored: a call, so that the body is as short as it
/// seems to those who inline it.
#[cold]
#[inline(never)]
pub fn rarely<R>(compute: impl FnOnce() -> R) -> R {
    compute()
}

/// Returns a state of the type of an element, which a zero such as `Default::default()` leaves open.
#[inline(always)]
pub fn alike<T>(state: T, _element: &T) -> T {
    state
}
