//! Drawing: a canvas with shapes and text, colours, scales of plots, the map of the world.

mod animation;
mod canvas;
mod colour;
mod font;
mod globe;
mod plot;

use std::path::Path;
use std::{fs, io};

pub use animation::Animation;
pub use canvas::{Align, Canvas, MARGIN};
pub use colour::{Colour, Ramp, house};
pub use globe::{CREDIT, Globe};
pub use plot::{Frame, Scale, ticks};

/// Writes a file, whose folder need not be there yet.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = match path.parent() {
        Some(folder) => fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)),
        None => fs::write(path, bytes),
    };
    written.map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot write {}: {error}", path.display()),
        )
    })
}
