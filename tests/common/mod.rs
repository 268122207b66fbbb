//! Code that the tests of whole programs share.

/// A sequence of numbers that looks random and is the same every time.
#[derive(Debug)]
pub(crate) struct Numbers(u64);

#[allow(dead_code, reason = "no test needs them all")]
impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Between -1 and 1.
    pub(crate) fn float(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn floats(&mut self, len: usize) -> Vec<f64> {
        (0..len).map(|_| self.float()).collect()
    }

    /// The numbers below `len` in any order.
    pub(crate) fn permutation(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

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
