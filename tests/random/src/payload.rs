//! Messages of panics.

use std::any::Any;

/// The message of a panic.
pub(crate) fn message(payload: &(dyn Any + Send)) -> &str {
    match (
        payload.downcast_ref::<String>(),
        payload.downcast_ref::<&str>(),
    ) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "a panic without a message",
    }
}
