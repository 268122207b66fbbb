//! The ways to start a loop.

/// Declares them for a type that has a method `start` for any body: the first argument is what they
/// take of it.
macro_rules! start_methods {
    ([$($receiver:tt)+] $own:ident) => {
        /// Does the loop: `block` once for each block, with access to the memory of the
        /// sinks. Returns the finished sinks, and the results of the blocks.
        ///
        /// # Errors
        ///
        /// The fault of the leftmost block that failed, or of a sink that found no
        /// memory.
        ///
        /// # Panics
        ///
        /// With the panic of the leftmost block, where that failed by one, after
        /// all threads have left the loop; where a block ends without a complete sweep over
        /// its sinks; and where an [`Ordered`](crate::Ordered) run is started twice.
        #[inline]
        pub fn blocks<S, R, F>($($receiver)+, sinks: S, block: F) -> Result<(S::Done, Partials<R>), Fault>
        where
            S: Sinks,
            R: Send,
            F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        {
            $own.start(sinks, &Baseline(block))
        }

        /// [`blocks`](Self::blocks), with instructions that the crate was not
        /// compiled for where the machine has them (AVX2 on x86-64): `avx2` must be
        /// the same closure as `baseline`, written twice. The same bits come out.
        ///
        /// `policy` says which loops of the program are done so: not those that would
        /// be no faster.
        ///
        /// # Errors
        ///
        /// As for [`blocks`](Self::blocks).
        ///
        /// # Panics
        ///
        /// As for [`blocks`](Self::blocks).
        #[inline]
        pub fn blocks_simd<P, S, R, F, G>(
            $($receiver)+,
            policy: P,
            sinks: S,
            baseline: F,
            avx2: G,
        ) -> Result<(S::Done, Partials<R>), Fault>
        where
            P: SimdPolicy,
            S: Sinks,
            R: Send,
            F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
            G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        {
            $own.start(sinks, &WithAvx2::new(policy, baseline, avx2))
        }

        /// [`blocks_simd`](Self::blocks_simd) for all loops of a program, and with a third closure,
        /// which is the same again, for AVX-512.
        ///
        /// # Errors
        ///
        /// As for [`blocks`](Self::blocks).
        ///
        /// # Panics
        ///
        /// As for [`blocks`](Self::blocks).
        #[inline]
        pub fn blocks_widest<S, R, F, G, H>(
            $($receiver)+,
            sinks: S,
            baseline: F,
            avx2: G,
            avx512: H,
        ) -> Result<(S::Done, Partials<R>), Fault>
        where
            S: Sinks,
            R: Send,
            F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
            G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
            H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        {
            $own.start(sinks, &WithAvx512::new(baseline, avx2, avx512))
        }
    };
}
pub(super) use start_methods;
