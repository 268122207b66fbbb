//! Limits of devices, and facts that they need to be told.

use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

/// Something of Rust that has no counterpart in OpenCL C.
pub fn device_unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("{what} cannot be translated for an OpenCL device"),
        "a device has numbers, `bool` and tuples, arithmetic, `if`, `match`, `let`, loops over ranges, the numeric methods, and functions of this `cnf!`",
    )
}

/// `recurrence(0, |d, i, j| d[[i - 1, j]] + d[[i, j - 1]])`
pub fn device_recurrence(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "a `recurrence` whose elements follow from others along several axes does not run on an \
         OpenCL device",
        "put it into a program of its own for the CPU, without `#[backend(ocl)]`, and pass its \
         result to this one",
    )
}

/// A type that devices do not have.
pub fn device_type(ty: &syn::Type) -> Diagnostic {
    let text = super::names::type_text(ty);
    Diagnostic::new(
        ty.span(),
        format!("an OpenCL device has no type `{text}`"),
        "write `bool`, an integer of at most 64 bits, `f32`, `f64`, or a tuple of these; a generic program has one version for each type on a device",
    )
}

/// `()` as an element, alone or in a tuple.
pub fn device_unit(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the elements of this array are of type `{ty}`: an OpenCL device stores no `()`"),
        "leave out what has no value",
    )
}

/// An array whose elements may be of any type.
pub fn device_array_type(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("an OpenCL device must know the type of the elements of `{name}`"),
        format!("write it where the array is bound: `let {name}: [f32] = …;`"),
    )
}

/// An array of ndarray as a parameter.
pub fn device_strided(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("`{name}` is an array of ndarray, and an OpenCL device takes slices"),
        format!(
            "declare `{name}: &[f32]` with its sizes beside it, as `h: usize, w: usize`, and read \
             `reshape({name}, [h, w])`"
        ),
    )
}

/// The accumulator of a fold, of a type that is not known or not the device's.
pub fn device_accumulator(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("an OpenCL device must know the type of this fold's accumulator: it is `{ty}`"),
        "start from a number, a `bool` or a tuple of these; accumulators of all other types run \
         under `#[backend(cpu)]` and `#[backend(sequential)]`",
    )
}

/// A scalar whose type is none of the device's.
pub fn device_scalar_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` is of a type that an OpenCL device does not have"),
        "pass the numbers that workers need of it as parameters, or bind them with `let` before",
    )
}

/// A scalar whose type is not known.
pub fn device_scalar(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("an OpenCL device must know the type of `{name}`"),
        format!(
            "write a number, `bool` or tuple of these where it is bound: `let {name}: f32 = …;`"
        ),
    )
}

/// A part of a worker whose type is not known.
pub fn device_unknown_type(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("an OpenCL device must know the type of {what}"),
        "write it: `|x: f32| …` for a parameter, `let x: f32 = …;` for a variable",
    )
}

/// Two types where there must be one.
pub fn device_two_types(span: Span, left: &str, right: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{left}` and `{right}` must be one type here"),
        "convert one of them with `as`, or write literals as `2.0` and `2` for floats and integers",
    )
}

/// `x.foo()` that no type of the device has.
pub fn device_method(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` of the type `{ty}` cannot be translated for an OpenCL device"),
        "write it with arithmetic, or as a `fn` of scalars in this `cnf!`",
    )
}

/// A function that is not in sight.
pub fn device_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the function `{name}` is not known to the OpenCL device"),
        "move it into this `cnf!`: a `fn` of scalars beside the programs is translated with them",
    )
}

/// A name that is not in sight.
pub fn device_unknown_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` is not known to the OpenCL device"),
        "pass it as a parameter, or declare it as a `const` in this `cnf!`",
    )
}

/// An array by itself in a worker.
pub fn device_whole_array(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("a worker on an OpenCL device can index the array `{name}`, nothing else"),
        format!("write `{name}[i]`, or `len({name})` for its length"),
    )
}

/// A helper with type parameters.
pub fn device_generic(span: Span, name: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("an OpenCL device must know what the type `{name}` is"),
        "write the function for one type",
    )
}

/// A helper that calls itself, or another one that calls it.
pub fn device_recursion(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        name.span(),
        format!("the function `{name}` calls itself, which OpenCL devices do not know"),
        "write it as a loop",
    )
}

/// A call with too many or too few arguments.
pub fn device_arguments(span: Span, name: &str, wanted: usize, given: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "`{name}` takes {}, but gets {given}",
            super::count(wanted, "argument")
        ),
        "give it as many as it takes",
    )
}
