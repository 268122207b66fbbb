//! The devices that there are, and which of them a choice means.

use super::facts::Facts;
use super::{Device, DeviceKind, Shared};
use crate::Error;
use opencl3::device::CL_DEVICE_TYPE_ALL;
use opencl3::platform::get_platforms;
use std::env;
use std::sync::{Arc, OnceLock};

/// The environment variable that says how scans run.
const SCANS: &str = "FUSUS_OCL_SCANS";

/// All devices of all platforms, in the order in which OpenCL lists them.
///
/// # Errors
///
/// [`Error::NoLibrary`], [`Error::NoPlatform`] and [`Error::NoScans`].
pub fn devices() -> Result<Vec<Device>, Error> {
    static DEVICES: OnceLock<Result<Vec<Arc<Shared>>, Error>> = OnceLock::new();
    let shared = DEVICES.get_or_init(find).as_ref().map_err(Clone::clone)?;
    let wanted = env::var_os(SCANS).map(|wanted| wanted.to_string_lossy().into_owned());
    shared
        .iter()
        .map(|shared| {
            Ok(Device {
                shared: Arc::clone(shared),
                scans: shared.facts.scans(wanted.as_deref())?,
                fp64: shared.facts.fp64,
            })
        })
        .collect()
}

fn find() -> Result<Vec<Arc<Shared>>, Error> {
    let platforms = get_platforms().map_err(|code| Error::call("clGetPlatformIDs", code.0))?;
    if platforms.is_empty() {
        return Err(Error::NoPlatform);
    }
    let mut found = Vec::new();
    for platform in platforms {
        // A platform without devices is no error: others may have some.
        let Ok(ids) = platform.get_devices(CL_DEVICE_TYPE_ALL) else {
            continue;
        };
        let name = platform.name().unwrap_or_default();
        for id in ids {
            let id = opencl3::device::Device::new(id);
            let Some(facts) = Facts::of(&id, &name) else {
                continue;
            };
            found.push(Arc::new(Shared {
                index: found.len(),
                id,
                facts,
                opened: OnceLock::new(),
            }));
        }
    }
    Ok(found)
}

/// The device among these that a choice means: `gpu`, `cpu`, a number, or part
/// of a name; the first GPU, else the first CPU, else the first, if it is
/// empty.
pub(super) fn choose(devices: &[Device], choice: &str) -> Result<Device, Error> {
    let of_kind = |kind| devices.iter().find(|device| device.kind() == kind);
    let wanted = choice.trim().to_lowercase();
    let device = match wanted.as_str() {
        "" => of_kind(DeviceKind::Gpu)
            .or_else(|| of_kind(DeviceKind::Cpu))
            .or(devices.first()),
        "gpu" => of_kind(DeviceKind::Gpu),
        "cpu" => of_kind(DeviceKind::Cpu),
        wanted => match wanted.parse::<usize>() {
            Ok(index) => devices.get(index),
            Err(_) => devices
                .iter()
                .find(|device| device.shared.facts.is_called(wanted)),
        },
    };
    device.cloned().ok_or_else(|| Error::NoDevice {
        wanted: choice.trim().to_owned(),
        found: devices
            .iter()
            .map(|device| device.name().to_owned())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::facts::tests::facts;
    use super::*;

    /// Devices of these kinds, vendors and names, on which nothing can run.
    fn described(of: &[(DeviceKind, &str, &str)]) -> Vec<Device> {
        of.iter()
            .enumerate()
            .map(|(index, (kind, vendor, name))| Device {
                shared: Arc::new(Shared {
                    index,
                    id: opencl3::device::Device::new(std::ptr::null_mut()),
                    facts: facts(*kind, vendor, name),
                    opened: OnceLock::new(),
                }),
                scans: super::super::Scans::Staged,
                fp64: false,
            })
            .collect()
    }

    #[test]
    fn the_first_gpu_is_best_then_the_first_cpu() {
        use DeviceKind::{Cpu, Gpu, Other};
        let best = |kinds: &[DeviceKind]| {
            let all: Vec<_> = kinds.iter().map(|kind| (*kind, "maker", "one")).collect();
            choose(&described(&all), "").map(|device| device.index())
        };
        assert_eq!(best(&[Other, Cpu, Gpu, Gpu]), Ok(2));
        assert_eq!(best(&[Other, Cpu, Cpu]), Ok(1));
        assert_eq!(best(&[Other, Other]), Ok(0));
    }

    #[test]
    fn a_choice_is_a_kind_a_number_or_part_of_a_name() {
        let all = described(&[
            (DeviceKind::Cpu, "Intel", "Core 7"),
            (DeviceKind::Gpu, "NVIDIA", "A 100"),
            (DeviceKind::Gpu, "AMD", "Radeon"),
        ]);
        for (choice, index) in [
            ("gpu", 1),
            ("GPU", 1),
            ("cpu", 0),
            ("2", 2),
            (" 0 ", 0),
            ("radeon", 2),
            ("core", 0),
            ("Amd's OpenCL", 2),
        ] {
            let chosen = choose(&all, choice).map(|device| device.index());
            assert_eq!(chosen, Ok(index), "{choice}");
        }
        for (choice, message) in [
            (
                "3",
                "there is no OpenCL device `3`; there are 0: Core 7, 1: A 100, 2: Radeon",
            ),
            (
                "quantum",
                "there is no OpenCL device `quantum`; there are 0: Core 7, 1: A 100, 2: Radeon",
            ),
        ] {
            assert_eq!(choose(&all, choice).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn platforms_may_have_no_device() {
        for (choice, message) in [
            ("", "there is no OpenCL device"),
            ("gpu", "there is no OpenCL device `gpu`"),
        ] {
            assert_eq!(choose(&[], choice).unwrap_err().to_string(), message);
        }
        let cpu = described(&[(DeviceKind::Cpu, "Intel", "Core 7")]);
        assert_eq!(
            choose(&cpu, "gpu").unwrap_err().to_string(),
            "there is no OpenCL device `gpu`; there are 0: Core 7"
        );
    }
}
