//! Finding the Rust files of the workspace.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders that hold no sources written by hand.
const GENERATED: &[&str] = &["target", "snapshots", "data", "corpus"];

/// All Rust files below a folder, in a fixed order.
pub(crate) fn rust_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if !GENERATED.contains(&&*name) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
