//! Methods of sources that are the same in many of them.

/// Methods of [`Sources`](super::Sources) whose answer is that of the rest of the list.
macro_rules! of_rest {
    ($($method:ident),*) => { $(of_rest!(@ $method);)* };
    (@ inside) => {
        #[inline(always)]
        fn inside(self, len: usize) -> Range<usize> {
            self.1.inside(len)
        }
    };
    (@ sizes) => {
        #[inline(always)]
        fn sizes(&self) -> Option<&[usize]> {
            self.1.sizes()
        }
    };
    (@ place) => {
        #[inline(always)]
        fn place(&self) -> Self::Place {
            self.1.place()
        }
    };
    (@ row_rest) => {
        #[inline(always)]
        fn row_rest<P: Place>(&self, place: &P) -> usize {
            self.1.row_rest(place)
        }
    };
    (@ is_far) => {
        #[inline(always)]
        fn is_far(self) -> bool {
            self.1.is_far()
        }
    };
    (@ stage) => {
        #[inline(always)]
        fn stage() -> Self::Stage {
            R::stage()
        }
    };
    (@ prepare) => {
        #[inline(always)]
        fn prepare(self, len: usize, stage: &mut Self::Stage) {
            self.1.prepare(len, stage);
        }
    };
}
pub(super) use of_rest;

/// Methods of [`Sources`](super::Sources) whose answer is that of the index space of the first
/// array.
macro_rules! of_space {
    () => {
        #[inline(always)]
        fn sizes(&self) -> Option<&[usize]> {
            Some(&self.0.space.sizes)
        }

        #[inline(always)]
        fn place(&self) -> Self::Place {
            self.0.space.place()
        }
    };
}
pub(super) use of_space;
