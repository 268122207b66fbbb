//! The parts of sinks that bodies write to through handles alone.

/// Declares for a sink that a sweep that does not write has nothing to read, and that a block
/// compacts nothing.
macro_rules! write_only {
    () => {
        type Reader = ();
        type Compacted<'c>
            = ()
        where
            Self: 'c;

        #[inline(always)]
        unsafe fn reader(_local: &mut Self::Local, _len: usize, _storing: Option<usize>) {}

        #[inline(always)]
        unsafe fn compacted<'c>(_local: &'c Self::Local, _len: usize)
        where
            Self: 'c,
        {
        }
    };
}
pub(super) use write_only;
