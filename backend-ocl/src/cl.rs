//! The calls into OpenCL: the one module with `unsafe`, but for the bytes of
//! numbers.
//!
//! Every wrapper checks the caller's duties by the specification: ranges lie
//! inside of their buffers, host memory outlives the call (all transfers
//! block), and a kernel's arguments are set and launched under one lock. The text
//! of kernels alone, which comes from the compiler, cannot be checked.

use crate::Error;
use opencl3::command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue};
use opencl3::context::Context;
use opencl3::event::Event;
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::types::{CL_BLOCKING, cl_device_id};
use std::ffi::c_void;
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// Memory of a device.
#[derive(Debug)]
pub(crate) struct Memory {
    buffer: Buffer<u8>,
    bytes: usize,
}

impl Memory {
    /// So many bytes, uninitialised; at least one.
    pub(crate) fn new(context: &Context, bytes: usize) -> Result<Memory, Error> {
        // SAFETY: no host pointer is passed, and the flags ask for none.
        let buffer = unsafe { Buffer::create(context, CL_MEM_READ_WRITE, bytes, ptr::null_mut()) };
        match buffer {
            Ok(buffer) => Ok(Memory { buffer, bytes }),
            Err(code) => Err(Error::call("clCreateBuffer", code.0)),
        }
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'m> {
    /// A pointer to global memory.
    Memory(&'m Memory),
    /// A null pointer to global memory.
    Null,
    /// A scalar: its first bytes count.
    Scalar([u8; 8], usize),
}

/// A kernel that several threads may launch.
#[derive(Debug)]
pub(crate) struct Launchable(Mutex<Kernel>);

impl Launchable {
    pub(crate) fn new(kernel: Kernel) -> Launchable {
        Launchable(Mutex::new(kernel))
    }
}

/// The time of a command on the device.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) name: String,
    pub(crate) nanoseconds: u64,
}

/// A queue of commands, which run in order.
///
/// Whatever one command writes the next one sees, and memory that is freed can
/// be used again at once: who gets it is behind in the queue.
#[derive(Debug)]
pub(crate) struct Queue {
    queue: CommandQueue,
    /// The commands that were launched, where they are timed.
    timed: Option<Mutex<Vec<(String, Event)>>>,
}

impl Queue {
    /// A queue of the context's device.
    pub(crate) fn new(
        context: &Context,
        device: cl_device_id,
        timed: bool,
    ) -> Result<Queue, Error> {
        let properties = if timed { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        // The newer function asks for OpenCL 2.0, ours is 1.2.
        #[allow(deprecated)]
        // SAFETY: the device is one of the context, and every device can time
        // commands (OpenCL 1.2, table 5.6).
        let queue = unsafe { CommandQueue::create(context, device, properties) };
        Ok(Queue {
            queue: queue.map_err(|code| Error::call("clCreateCommandQueue", code.0))?,
            timed: timed.then(Mutex::default),
        })
    }

    /// Waits until everything before has run.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.queue
            .finish()
            .map_err(|code| Error::call("clFinish", code.0))
    }

    /// Sends queued commands to the device, without waiting.
    pub(crate) fn flush(&self) -> Result<(), Error> {
        self.queue
            .flush()
            .map_err(|code| Error::call("clFlush", code.0))
    }

    /// Writes bytes to the beginning of the memory.
    pub(crate) fn write(&self, memory: &Memory, from: &[u8]) -> Result<(), Error> {
        assert!(from.len() <= memory.bytes, "a write past the end");
        if from.is_empty() {
            return Ok(());
        }
        let mut buffer = Borrowed::of(memory);
        // SAFETY: the range lies in the buffer, and the call returns when the
        // host's memory has been read.
        let event = unsafe {
            self.queue
                .enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, from, &[])
        };
        self.done("upload", event, "clEnqueueWriteBuffer")
    }

    /// Reads bytes from the beginning of the memory.
    pub(crate) fn read(&self, memory: &Memory, to: &mut [u8]) -> Result<(), Error> {
        assert!(to.len() <= memory.bytes, "a read past the end");
        if to.is_empty() {
            return Ok(());
        }
        // SAFETY: the range lies in the buffer, and the call returns when the
        // host's memory has been written.
        let event = unsafe {
            self.queue
                .enqueue_read_buffer(&memory.buffer, CL_BLOCKING, 0, to, &[])
        };
        self.done("download", event, "clEnqueueReadBuffer")
    }

    /// Copies so many bytes from the beginning of one memory to another.
    pub(crate) fn copy(&self, from: &Memory, to: &Memory, bytes: usize) -> Result<(), Error> {
        assert!(bytes <= from.bytes.min(to.bytes), "a copy past the end");
        if bytes == 0 {
            return Ok(());
        }
        assert!(!ptr::eq(from, to), "a copy onto itself");
        let mut target = Borrowed::of(to);
        // SAFETY: the ranges lie in two different buffers.
        let event = unsafe {
            self.queue
                .enqueue_copy_buffer(&from.buffer, &mut target, 0, 0, bytes, &[])
        };
        self.done("copy", event, "clEnqueueCopyBuffer")
    }

    /// Makes so many bytes at the beginning zero: a multiple of four.
    pub(crate) fn clear(&self, memory: &Memory, bytes: usize) -> Result<(), Error> {
        assert!(bytes <= memory.bytes && bytes.is_multiple_of(4));
        if bytes == 0 {
            return Ok(());
        }
        let mut buffer = Borrowed::of(memory);
        // SAFETY: the range lies in the buffer and is a multiple of the
        // pattern's size; the pattern is copied by the call.
        let event = unsafe {
            self.queue
                .enqueue_fill_buffer(&mut buffer, &[0; 4], 0, bytes, &[])
        };
        self.done("clear", event, "clEnqueueFillBuffer")
    }

    /// Launches groups of so many items each.
    pub(crate) fn launch(
        &self,
        kernel: &Launchable,
        name: &str,
        groups: usize,
        group: usize,
        values: &[Value<'_>],
    ) -> Result<(), Error> {
        let kernel = kernel.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (index, value) in (0..).zip(values) {
            // SAFETY: a memory object is passed as the handle that it is, a
            // scalar as its first bytes; OpenCL compares the size with the
            // parameter's and copies the value. Nobody else sets arguments of
            // this kernel, which is locked.
            let set = unsafe {
                match value {
                    Value::Memory(memory) => kernel.set_arg(index, &memory.buffer.get()),
                    Value::Null => kernel.set_arg(index, &ptr::null_mut::<c_void>()),
                    Value::Scalar(bytes, 1) => kernel.set_arg(index, &first::<1>(bytes)),
                    Value::Scalar(bytes, 2) => kernel.set_arg(index, &first::<2>(bytes)),
                    Value::Scalar(bytes, 4) => kernel.set_arg(index, &first::<4>(bytes)),
                    Value::Scalar(bytes, _) => kernel.set_arg(index, bytes),
                }
            };
            set.map_err(|code| Error::call("clSetKernelArg", code.0))?;
        }
        let items = groups * group;
        // SAFETY: all arguments are set, since OpenCL refuses a launch where
        // one is not; memory that the kernel uses is not freed before it has
        // run, since OpenCL counts its use. The text comes from the compiler,
        // which checks every index that comes from data.
        let event = unsafe {
            self.queue.enqueue_nd_range_kernel(
                kernel.get(),
                1,
                ptr::null(),
                &raw const items,
                &raw const group,
                &[],
            )
        };
        drop(kernel);
        self.done(name, event, "clEnqueueNDRangeKernel")
    }

    /// Notes a command, where commands are timed.
    fn done(
        &self,
        name: &str,
        event: opencl3::Result<Event>,
        call: &'static str,
    ) -> Result<(), Error> {
        let event = event.map_err(|code| Error::call(call, code.0))?;
        if let Some(timed) = &self.timed {
            let mut timed = timed.lock().unwrap_or_else(PoisonError::into_inner);
            timed.push((name.to_owned(), event));
        }
        Ok(())
    }

    /// The commands so far with their times, after waiting for them.
    pub(crate) fn spans(&self) -> Result<Vec<Span>, Error> {
        self.finish()?;
        let Some(timed) = &self.timed else {
            return Ok(Vec::new());
        };
        let mut timed = timed.lock().unwrap_or_else(PoisonError::into_inner);
        let failed =
            |code: opencl3::error_codes::ClError| Error::call("clGetEventProfilingInfo", code.0);
        timed
            .drain(..)
            .map(|(name, event)| {
                let start = event.profiling_command_start().map_err(failed)?;
                let end = event.profiling_command_end().map_err(failed)?;
                Ok(Span {
                    name,
                    nanoseconds: end.saturating_sub(start),
                })
            })
            .collect()
    }
}

fn first<const N: usize>(bytes: &[u8; 8]) -> [u8; N] {
    std::array::from_fn(|index| bytes[index])
}

/// A buffer that is written through a shared reference: the binding asks for
/// exclusive ones, which only keeps order between threads, and here the queue
/// does.
struct Borrowed(std::mem::ManuallyDrop<Buffer<u8>>);

impl Borrowed {
    fn of(memory: &Memory) -> Borrowed {
        // The handle's copy is never released.
        Borrowed(std::mem::ManuallyDrop::new(Buffer::new(
            memory.buffer.get(),
        )))
    }
}

impl std::ops::Deref for Borrowed {
    type Target = Buffer<u8>;
    fn deref(&self) -> &Buffer<u8> {
        &self.0
    }
}

impl std::ops::DerefMut for Borrowed {
    fn deref_mut(&mut self) -> &mut Buffer<u8> {
        &mut self.0
    }
}
