//! Code that the tests of whole programs share.

/// Runs `program` on pools of several sizes; the results must be the same.
#[allow(dead_code, reason = "no test needs them all")]
pub(crate) fn on_any_pool<R: PartialEq + Send>(program: impl Fn() -> R + Sync) -> R {
    let on = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool")
            .install(&program)
    };
    let first = on(1);
    for threads in [2, 3, 8] {
        assert!(on(threads) == first, "{threads} threads change the result");
    }
    first
}

/// The message of a panic.
#[allow(dead_code, reason = "no test needs them all")]
pub(crate) fn panic_of(call: impl FnOnce()) -> String {
    let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call))
        .expect_err("a call that panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a message")).to_owned(),
    }
}
