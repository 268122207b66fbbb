//! Lists of arrays.

use super::{Accesses, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};

impl sealed::Sealed for () {}

impl Sinks for () {
    type Cursor<'c> = ();
    type Reader = ();
    type Compacted<'c> = ();
    type Done = ();
    type Shared = ();
    type Local = ();

    const ACCESSES: Accesses = Accesses::NONE;

    #[inline(always)]
    fn prepare(self, _blocks: &Blocks) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    fn local() {}

    #[inline(always)]
    unsafe fn open((): &(), (): &mut (), _block: &Block<'_>) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn sweep<'c, R>(
        (): &mut (),
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        sweep(())
    }

    #[inline(always)]
    unsafe fn complete((): &mut (), (): ()) {}

    #[inline(always)]
    unsafe fn reader((): &mut (), _len: usize, _storing: Option<usize>) {}

    #[inline(always)]
    unsafe fn compacted<'c>((): &'c (), _len: usize) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
    }

    #[inline(always)]
    unsafe fn close((): &(), (): &mut (), _block: &Block<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn finish((): ()) -> Result<(), Fault> {
        Ok(())
    }
}

impl<A: Sinks, B: Sinks> sealed::Sealed for (A, B) {}

impl<A: Sinks, B: Sinks> Sinks for (A, B) {
    type Cursor<'c> = (A::Cursor<'c>, B::Cursor<'c>);
    type Reader = (A::Reader, B::Reader);
    type Compacted<'c>
        = (A::Compacted<'c>, B::Compacted<'c>)
    where
        Self: 'c;
    type Done = (A::Done, B::Done);
    type Shared = (A::Shared, B::Shared);
    type Local = (A::Local, B::Local);

    const ACCESSES: Accesses = A::ACCESSES.and(B::ACCESSES);
    // The smallest elements need the most blocks to fill a page.
    const NEW_BYTES: usize = if A::NEW_BYTES < B::NEW_BYTES {
        A::NEW_BYTES
    } else {
        B::NEW_BYTES
    };

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        let first = self.0.requested_bytes(blocks);
        first.saturating_add(self.1.requested_bytes(blocks))
    }

    #[inline(always)]
    fn arrange(&self, blocks: &Blocks) {
        self.0.arrange(blocks);
        self.1.arrange(blocks);
    }

    #[inline(always)]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        Ok((self.0.prepare(blocks)?, self.1.prepare(blocks)?))
    }

    #[inline(always)]
    fn local() -> Self::Local {
        (A::local(), B::local())
    }

    #[inline(always)]
    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise, here and below.
        unsafe {
            A::open(&shared.0, &mut local.0, block)?;
            B::open(&shared.1, &mut local.1, block)
        }
    }

    #[inline(always)]
    unsafe fn set_len(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        // SAFETY: as above.
        unsafe {
            A::set_len(&shared.0, &mut local.0, block, len)?;
            B::set_len(&shared.1, &mut local.1, block, len)
        }
    }

    #[inline(always)]
    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        let (first, others) = local;
        // SAFETY: as above.
        unsafe {
            A::sweep(first, len, |first| {
                B::sweep(others, len, |others| sweep((first, others)))
            })
        }
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Self::Local, cursor: Self::Cursor<'_>) {
        // SAFETY: as above.
        unsafe {
            A::complete(&mut local.0, cursor.0);
            B::complete(&mut local.1, cursor.1);
        }
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Self::Local, len: usize, storing: Option<usize>) -> Self::Reader {
        let first = storing.filter(|number| *number == 0);
        let further = storing.and_then(|number| number.checked_sub(1));
        // SAFETY: as above.
        unsafe {
            (
                A::reader(&mut local.0, len, first),
                B::reader(&mut local.1, len, further),
            )
        }
    }

    #[inline(always)]
    fn can_store(local: &Self::Local, number: usize) -> bool {
        match number.checked_sub(1) {
            None => A::can_store(&local.0, 0),
            Some(further) => B::can_store(&local.1, further),
        }
    }

    #[inline(always)]
    unsafe fn complete_store(local: &mut Self::Local, reader: Self::Reader) {
        // SAFETY: as above.
        unsafe {
            A::complete_store(&mut local.0, reader.0);
            B::complete_store(&mut local.1, reader.1);
        }
    }

    #[inline(always)]
    unsafe fn compacted<'c>(local: &'c Self::Local, len: usize) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
        // SAFETY: as above.
        unsafe { (A::compacted(&local.0, len), B::compacted(&local.1, len)) }
    }

    #[inline(always)]
    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        // SAFETY: as above.
        unsafe {
            A::close(&shared.0, &mut local.0, block)?;
            B::close(&shared.1, &mut local.1, block)
        }
    }

    #[inline(always)]
    unsafe fn finish(shared: Self::Shared) -> Result<Self::Done, Fault> {
        // SAFETY: as above.
        unsafe { Ok((A::finish(shared.0)?, B::finish(shared.1)?)) }
    }
}
