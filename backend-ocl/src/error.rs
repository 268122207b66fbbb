//! Errors of devices.

use crate::element::NoRoom;
use fusus_cpu::Fault;
use opencl3::error_codes::{
    CL_DEVICE_NOT_FOUND, CL_INVALID_BUFFER_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE,
    CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_PLATFORM_NOT_FOUND_KHR,
    DLOPEN_FUNCTION_NOT_AVAILABLE, DLOPEN_RUNTIME_LOAD_FAILED, error_text,
};
use std::fmt;

/// An error of a device, or of opening one.
///
/// A program reports it as a `fusus::Error` of the kind `ErrorKind::Device`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The OpenCL library cannot be opened.
    NoLibrary,
    /// There is no OpenCL driver.
    NoPlatform,
    /// There is no device, or none of the name or number that was asked for.
    #[non_exhaustive]
    NoDevice {
        /// The wanted name; empty if any device would do.
        wanted: String,
        /// The devices that there are.
        found: Vec<String>,
    },
    /// `FUSUS_OCL_SCANS` names no way to run scans.
    #[non_exhaustive]
    NoScans {
        /// The value of the variable.
        wanted: String,
    },
    /// A program with `f64` was to run on a device that has none.
    #[non_exhaustive]
    NoFp64 {
        /// The program.
        program: &'static str,
        /// The device.
        device: String,
    },
    /// The device's compiler does not know the options in `FUSUS_OCL_OPTIONS`.
    #[non_exhaustive]
    NoOptions {
        /// The value of the variable.
        wanted: String,
        /// The device.
        device: String,
    },
    /// The device's compiler does not accept a kernel.
    #[non_exhaustive]
    Build {
        /// The program.
        program: &'static str,
        /// The device.
        device: String,
        /// The binding that the first complaint is about, where the log says.
        binding: Option<String>,
        /// The messages of the compiler.
        log: String,
    },
    /// The device has not that much memory left.
    #[non_exhaustive]
    OutOfMemory {
        /// The device.
        device: String,
        /// The number of bytes that were asked for.
        bytes: usize,
    },
    /// The host has not that much memory left, for elements on their way.
    #[non_exhaustive]
    OutOfHostMemory {
        /// The number of bytes that were asked for.
        bytes: usize,
    },
    /// Arrays of two devices meet in one program.
    #[non_exhaustive]
    TwoDevices {
        /// One device.
        left: String,
        /// The other.
        right: String,
    },
    /// Two arrays must have one length and have two.
    #[non_exhaustive]
    LengthMismatch {
        /// The length of the array that is written.
        len: usize,
        /// The length of the array of its new elements.
        given: usize,
    },
    /// A loop has more elements than a device can number.
    #[non_exhaustive]
    TooLong {
        /// The number of its elements.
        len: usize,
    },
    /// A call into OpenCL failed.
    #[non_exhaustive]
    Call {
        /// The function.
        function: &'static str,
        /// The returned code.
        code: i32,
    },
}

impl Error {
    /// The error that a return code of a function stands for.
    pub(crate) fn call(function: &'static str, code: i32) -> Error {
        match code {
            DLOPEN_RUNTIME_LOAD_FAILED => Error::NoLibrary,
            CL_PLATFORM_NOT_FOUND_KHR => Error::NoPlatform,
            CL_DEVICE_NOT_FOUND => Error::NoDevice {
                wanted: String::new(),
                found: Vec::new(),
            },
            _ => Error::Call { function, code },
        }
    }

    /// Returns true if there was not enough memory.
    pub(crate) fn is_memory(&self) -> bool {
        matches!(
            self,
            Error::Call {
                code: CL_MEM_OBJECT_ALLOCATION_FAILURE
                    | CL_OUT_OF_RESOURCES
                    | CL_OUT_OF_HOST_MEMORY
                    | CL_INVALID_BUFFER_SIZE,
                ..
            }
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoLibrary => f.write_str(
                "the OpenCL library cannot be opened; install an OpenCL loader \
                 (on Debian and Ubuntu `ocl-icd-libopencl1`) and a driver, or name the library \
                 in the environment variable OPENCL_DYLIB_PATH",
            ),
            Error::NoPlatform => f.write_str(
                "there is no OpenCL driver; install that of the GPU, or PoCL for the CPU \
                 (on Debian and Ubuntu `pocl-opencl-icd`)",
            ),
            Error::NoDevice { wanted, found } => {
                match wanted.as_str() {
                    "" => f.write_str("there is no OpenCL device")?,
                    wanted => write!(f, "there is no OpenCL device `{wanted}`")?,
                }
                for (index, name) in found.iter().enumerate() {
                    let before = if index == 0 { "; there are" } else { "," };
                    write!(f, "{before} {index}: {name}")?;
                }
                Ok(())
            }
            Error::NoScans { wanted } => write!(
                f,
                "FUSUS_OCL_SCANS is `{wanted}`; scans run `chained`, `look-back` or `staged`"
            ),
            Error::NoFp64 { program, device } => write!(
                f,
                "`{program}` uses f64, which the device {device} does not have"
            ),
            Error::NoOptions { wanted, device } => write!(
                f,
                "FUSUS_OCL_OPTIONS is `{wanted}`, which are no options of the compiler for {device}"
            ),
            Error::Build {
                program,
                device,
                binding,
                log,
            } => {
                write!(f, "the kernels of `{program}` do not compile for {device}")?;
                if let Some(binding) = binding {
                    write!(f, ", in the step of `{binding}`")?;
                }
                write!(f, ":\n{log}")
            }
            Error::OutOfMemory { device, bytes } => {
                write!(f, "no memory for {bytes} bytes on the device {device}")
            }
            Error::OutOfHostMemory { bytes } => {
                write!(f, "no memory for {bytes} bytes on the host")
            }
            Error::TwoDevices { left, right } => write!(
                f,
                "arrays of two devices meet in one program: {left} and {right}"
            ),
            Error::LengthMismatch { len, given } => {
                write!(f, "{given} elements cannot fill an array of length {len}")
            }
            Error::TooLong { len } => {
                write!(f, "{len} elements are more than a device can number")
            }
            Error::Call {
                function,
                code: DLOPEN_FUNCTION_NOT_AVAILABLE,
            } => write!(f, "the OpenCL library has no {function}"),
            Error::Call { function, code } => {
                write!(f, "{function} failed with {} ({code})", error_text(*code))
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<NoRoom> for Error {
    fn from(NoRoom { bytes }: NoRoom) -> Error {
        Error::OutOfHostMemory { bytes }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::device(error.to_string())
    }
}

impl From<Error> for fusus_cpu::Error {
    fn from(error: Error) -> fusus_cpu::Error {
        Fault::from(error).at("")
    }
}
