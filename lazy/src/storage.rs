//! Memory: the elements of arrays that are computed.

use std::mem;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[cfg(feature = "ocl")]
use fusus_ocl::Device;

use crate::dims::Dims;
use crate::element::{Buffer, Element, ElementType, Owner, Scalar, typed};
use crate::error::ErrorKind;
use crate::layout::Layout;
#[cfg(feature = "ocl")]
use crate::ocl::there::There;

/// The bytes of buffers that wait to be used again, if arrays that are alive do not have more.
const SPARE: usize = 64 << 20;

/// The number of buffers that wait to be used again.
const SPARES: usize = 64;

/// A shorter buffer is not kept: the allocator is as fast.
const KEPT: usize = 16 << 10;

/// The buffers that wait to be used again: new pages cost more than the elements in them.
static BUFFERS: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// The bytes of all storages.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// Bytes that count as alive.
#[derive(Debug)]
struct Alive(usize);

impl Alive {
    fn of(bytes: usize) -> Alive {
        ALIVE.fetch_add(bytes, Ordering::Relaxed);
        Alive(bytes)
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        ALIVE.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// A buffer that is used again when nobody has it. Between the steps of a program its elements may be
/// on a device only.
#[derive(Debug)]
pub(crate) struct Storage {
    ty: ElementType,
    len: usize,
    /// The elements on the host.
    here: OnceLock<Buffer>,
    alive: Alive,
    /// The name of the input of a trace for which it stands: its elements are nobody's.
    input: Option<Box<str>>,
    /// The elements on a device.
    #[cfg(feature = "ocl")]
    there: Mutex<Option<There>>,
}

impl Storage {
    pub(crate) fn new<T: Element>(elements: Vec<T>) -> Arc<Storage> {
        Arc::new(T::buffer(elements).into())
    }

    /// Elements in the memory of somebody else.
    pub(crate) fn shared<T: Element>(owner: Arc<dyn Owner<T>>) -> Arc<Storage> {
        Arc::new(T::shared(owner).into())
    }

    /// Elements that stand for those of an input of a trace.
    pub(crate) fn input<T: Element>(name: &str, elements: Vec<T>) -> Arc<Storage> {
        let mut storage = Storage::from(T::buffer(elements));
        storage.input = Some(name.into());
        Arc::new(storage)
    }

    /// Checks that the elements may be read: an input of a trace has none.
    pub(crate) fn given(&self) -> Result<(), ErrorKind> {
        match &self.input {
            None => Ok(()),
            Some(name) => Err(ErrorKind::Input {
                reason: format!(
                    "the input `{name}` has no elements while it is traced, so that nothing that depends on it can be evaluated"
                ),
            }),
        }
    }

    /// The type of the elements.
    pub(crate) fn ty(&self) -> ElementType {
        self.ty
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The elements, if nobody else has the storage.
    pub(crate) fn into_vec<T: Element>(self: Arc<Self>) -> Result<Vec<T>, Arc<Storage>> {
        let mut storage = Arc::try_unwrap(self)?;
        let buffer = storage.here.take();
        Ok(mem::take(T::vector(&mut buffer.expect(FETCHED))))
    }
}

/// Elements on a device.
#[cfg(feature = "ocl")]
impl Storage {
    pub(crate) fn there(there: There) -> Storage {
        Storage {
            ty: there.ty(),
            len: there.len(),
            here: OnceLock::new(),
            alive: Alive::of(0),
            input: None,
            there: Mutex::new(Some(there)),
        }
    }

    /// Returns the elements on a device, to which they are copied if they are not there. They stay as
    /// long as the storage does.
    pub(crate) fn on(&self, device: &Device) -> Result<There, fusus_ocl::Error> {
        let mut own = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = own.as_ref().filter(|there| there.device().is(device)) {
            return Ok(there.clone());
        }
        if self.here.get().is_none()
            && let Some(there) = own.as_ref()
        {
            let _ = self.here.set(there.download()?);
        }
        let there = There::upload(device, self)?;
        *own = Some(there.clone());
        Ok(there)
    }

    /// Copies the elements to the host, unless they are here.
    pub(crate) fn fetch(&self) -> Result<(), fusus_ocl::Error> {
        if self.here.get().is_some() {
            return Ok(());
        }
        let own = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if self.here.get().is_none()
            && let Some(there) = own.as_ref()
        {
            let _ = self.here.set(there.download()?);
        }
        Ok(())
    }
}

/// Nobody looks at elements before they are fetched.
const FETCHED: &str = "elements are on the host when it reads them";

impl Deref for Storage {
    type Target = Buffer;

    fn deref(&self) -> &Buffer {
        self.here.get().expect(FETCHED)
    }
}

impl From<Buffer> for Storage {
    fn from(buffer: Buffer) -> Self {
        Storage {
            ty: buffer.ty(),
            len: buffer.len(),
            alive: Alive::of(if buffer.is_own() { bytes(&buffer) } else { 0 }),
            here: OnceLock::from(buffer),
            input: None,
            #[cfg(feature = "ocl")]
            there: Mutex::new(None),
        }
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        self.alive = Alive::of(0);
        let Some(buffer) = self.here.take() else {
            return;
        };
        if bytes(&buffer) < KEPT || !buffer.is_own() {
            return;
        }
        // A program that has much will get as much again: new pages take longer than its loops.
        let most = SPARE.max(ALIVE.load(Ordering::Relaxed));
        let mut spare = BUFFERS.lock().unwrap_or_else(PoisonError::into_inner);
        spare.push(buffer);
        while spare.len() > SPARES || spare.iter().map(bytes).sum::<usize>() > most {
            spare.remove(0);
        }
    }
}

/// The bytes of a buffer.
fn bytes(buffer: &Buffer) -> usize {
    buffer.len() * buffer.ty().bytes()
}

/// A buffer of `len` elements, which have any values.
pub(crate) fn buffer(ty: ElementType, len: usize) -> Result<Buffer, ErrorKind> {
    buffer_with_pages(ty, len).map(|(buffer, _)| buffer)
}

/// Memory for so many elements; true if its pages are there, since it was used before.
pub(crate) fn buffer_with_pages(ty: ElementType, len: usize) -> Result<(Buffer, bool), ErrorKind> {
    typed!(ty, T => room::<T>(len).map(|(elements, has_pages)| {
        (<T as crate::element::sealed::Typed>::buffer(elements), has_pages)
    }))
}

fn room<T: Element>(len: usize) -> Result<(Vec<T>, bool), ErrorKind> {
    let element = size_of::<T>();
    let failed = || ErrorKind::Allocation { len, element };
    if len.saturating_mul(element) < KEPT {
        // Allocators have what was freed at hand, but not where they are asked for zeros.
        let mut elements = Vec::new();
        elements.try_reserve_exact(len).map_err(|_| failed())?;
        elements.resize(len, T::default());
        return Ok((elements, true));
    }
    match spare::<T>(len) {
        Some(elements) => Ok((elements, true)),
        None => fusus_cpu::zeroed(len)
            .map(|elements| (elements, false))
            .map_err(|_| failed()),
    }
}

/// A buffer that was used before, of the length, or not much longer.
fn spare<T: Element>(len: usize) -> Option<Vec<T>> {
    let mut spare = BUFFERS.lock().unwrap_or_else(PoisonError::into_inner);
    let fits =
        |buffer: &Buffer| buffer.ty() == T::TYPE && (len..=len + len / 8).contains(&buffer.len());
    let found = spare.iter().rposition(fits)?;
    let mut buffer = spare.swap_remove(found);
    let mut elements = mem::take(T::vector(&mut buffer));
    elements.truncate(len);
    Some(elements)
}

/// Elements in memory: some places of a storage.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) storage: Arc<Storage>,
    pub(crate) layout: Layout,
}

impl Memory {
    /// All elements of a storage.
    pub(crate) fn all(storage: Arc<Storage>) -> Memory {
        let layout = Layout::all(Dims::from(storage.len()));
        Memory { storage, layout }
    }

    pub(crate) fn of(buffer: Buffer) -> Memory {
        let layout = Layout::all(Dims::from(buffer.len()));
        Memory {
            storage: Arc::new(buffer.into()),
            layout,
        }
    }

    #[cfg(feature = "ocl")]
    pub(crate) fn there(there: There) -> Memory {
        let storage = Storage::there(there);
        Memory {
            layout: Layout::all(Dims::from(storage.len())),
            storage: Arc::new(storage),
        }
    }

    /// Returns true if it is all elements of a storage that nobody else has.
    #[cfg(feature = "ocl")]
    pub(crate) fn is_alone(&self) -> bool {
        self.is_whole() && Arc::strong_count(&self.storage) == 1
    }

    /// The buffer of the storage, if nobody else has that.
    pub(crate) fn into_buffer(self) -> Option<Buffer> {
        Arc::into_inner(self.storage)?.here.take()
    }

    pub(crate) fn len(&self) -> usize {
        self.layout.len()
    }

    /// The elements, if they lie next to each other.
    pub(crate) fn neighbours<T: Element>(&self) -> Option<&[T]> {
        let (first, len) = (self.layout.first, self.len());
        let all = T::slice(&self.storage);
        self.layout
            .are_neighbours()
            .then(|| &all[first..first + len])
    }

    /// The element of an index.
    pub(crate) fn get<T: Element>(&self, index: usize) -> T {
        T::slice(&self.storage)[self.layout.at(index)]
    }

    /// The element of an index, of any type.
    pub(crate) fn scalar(&self, index: usize) -> Scalar {
        typed!(self.storage.ty(), T => {
            crate::element::sealed::Typed::scalar(self.get::<T>(index))
        })
    }

    /// Copies elements from an index on.
    pub(crate) fn copy_to<T: Element>(&self, from: usize, target: &mut [T]) {
        let all = T::slice(&self.storage);
        let len = target.len();
        if self.layout.are_neighbours() {
            let first = self.layout.first + from;
            return target.copy_from_slice(&all[first..first + len]);
        }
        self.layout.read(from, (0, all), target);
    }

    /// All elements.
    pub(crate) fn to_vec<T: Element>(&self) -> Result<Vec<T>, ErrorKind> {
        let len = self.len();
        let element = size_of::<T>();
        let mut elements = Vec::new();
        let reserved = elements.try_reserve_exact(len);
        reserved.map_err(|_| ErrorKind::Allocation { len, element })?;
        match self.neighbours::<T>() {
            Some(all) => elements.extend_from_slice(all),
            None => {
                elements.resize(len, T::default());
                self.copy_to(0, &mut elements);
            }
        }
        Ok(elements)
    }

    /// A copy of the elements; those of a stride of zero are one there too.
    pub(crate) fn copied(&self) -> Result<Memory, ErrorKind> {
        let (read, layout) = self.layout.compact();
        let ty = self.storage.ty();
        let storage = Arc::clone(&self.storage);
        let stored = Memory {
            storage,
            layout: read,
        };
        let mut buffer = buffer(ty, stored.len())?;
        typed!(ty, T => {
            stored.copy_to(0, <T as crate::element::sealed::Typed>::vector(&mut buffer));
        });
        let storage = Arc::new(buffer.into());
        Ok(Memory { storage, layout })
    }

    /// A place holder for elements that are elsewhere: it has none.
    pub(crate) fn without_elements(&self) -> Memory {
        let storage = typed!(self.storage.ty(), T => Storage::new(Vec::<T>::new()));
        let layout = self.layout;
        Memory { storage, layout }
    }

    /// Returns true if it is all elements of its storage, in order, and they are on the host.
    pub(crate) fn is_whole_here(&self) -> bool {
        self.is_whole() && self.storage.here.get().is_some()
    }

    fn is_whole(&self) -> bool {
        self.len() == self.storage.len() && self.layout.are_neighbours()
    }

    /// Returns the elements next to each other: itself, or a copy.
    pub(crate) fn in_order(self) -> Result<Memory, ErrorKind> {
        if self.layout.are_neighbours() {
            return Ok(self);
        }
        let ty = self.storage.ty();
        typed!(ty, T => {
            let mut buffer = buffer(ty, self.len())?;
            self.copy_to(0, <T as crate::element::sealed::Typed>::vector(&mut buffer));
            Ok(Memory::of(buffer).with_dims(*self.layout.dims()))
        })
    }

    /// Elements that lie next to each other, along other axes.
    pub(crate) fn with_dims(mut self, dims: Dims) -> Memory {
        self.layout = Layout::all(dims).within(&self.layout);
        self
    }
}
