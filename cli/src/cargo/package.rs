//! Cargo's facts about the packages here.

use super::arguments::Request;
use crate::suggest;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The folder of its manifest.
    pub(crate) folder: PathBuf,
    /// The first file of each target.
    pub(crate) roots: Vec<PathBuf>,
}

/// The packages that are asked for, and the folder of their build.
pub(super) fn chosen(request: &Request) -> Result<(Vec<Package>, PathBuf), String> {
    let mut arguments = vec!["metadata", "--no-deps", "--format-version", "1"];
    let manifest = request.manifest.as_ref().map(|path| path.to_string_lossy());
    if let Some(manifest) = &manifest {
        arguments.extend(["--manifest-path", manifest]);
    }
    let text = cargo(&arguments)?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|error| format!("what `cargo metadata` says is not understood: {error}"))?;
    let target = PathBuf::from(string(&metadata["target_directory"]));
    let all: Vec<(String, Package)> = list(&metadata["packages"])
        .map(|package| (string(&package["id"]), of(package)))
        .collect();
    if request.workspace {
        return Ok((packages(all), target));
    }
    if !request.packages.is_empty() {
        for name in &request.packages {
            if !all.iter().any(|(_, package)| package.name == *name) {
                let names = all.iter().map(|(_, package)| package.name.as_str());
                let near = suggest::among(name, names);
                return Err(format!("there is no package `{name}`{near}"));
            }
        }
        let wanted = |package: &Package| request.packages.contains(&package.name);
        let all = all.into_iter().filter(|(_, package)| wanted(package));
        return Ok((packages(all), target));
    }
    // The package whose folder this is, or what Cargo would build here.
    let mut locate = vec!["locate-project", "--message-format", "plain"];
    if let Some(manifest) = &manifest {
        locate.extend(["--manifest-path", manifest]);
    }
    let here = cargo(&locate)?;
    let here = Path::new(here.trim()).parent().map(Path::to_owned);
    if let Some((_, package)) = all
        .iter()
        .find(|(_, package)| Some(&package.folder) == here.as_ref())
    {
        return Ok((vec![package.clone()], target));
    }
    let defaults: Vec<String> = list(&metadata["workspace_default_members"])
        .map(string)
        .collect();
    let all = all.into_iter().filter(|(id, _)| defaults.contains(id));
    Ok((packages(all), target))
}

fn packages(all: impl IntoIterator<Item = (String, Package)>) -> Vec<Package> {
    all.into_iter().map(|(_, package)| package).collect()
}

fn of(package: &Value) -> Package {
    let manifest = PathBuf::from(string(&package["manifest_path"]));
    Package {
        name: string(&package["name"]),
        version: string(&package["version"]),
        folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
        roots: list(&package["targets"])
            .map(|target| PathBuf::from(string(&target["src_path"])))
            .collect(),
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the output of Cargo.
fn cargo(arguments: &[&str]) -> Result<String, String> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let said = text(&output.stderr);
    Err(said.trim().trim_start_matches("error: ").to_owned())
}
