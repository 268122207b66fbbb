//! Properties that a device reports, and the consequences.

use super::{DeviceKind, Scans};
use crate::Error;
use opencl3::device::{
    CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, CL_FP_FMA,
};

/// The properties that are known of a device without using it.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) platform: String,
    pub(super) name: String,
    pub(super) vendor: String,
    pub(super) version: String,
    pub(super) kind: DeviceKind,
    pub(super) fp64: bool,
    pub(super) correctly_rounded: bool,
    pub(super) fuses: bool,
    pub(super) memory: u64,
    pub(super) compute_units: u32,
    pub(super) max_group: usize,
}

impl Facts {
    /// Reads the properties of a device of a platform; `None` for one that cannot be used.
    pub(super) fn of(id: &opencl3::device::Device, platform: &str) -> Option<Facts> {
        let usable = id.available().ok()? && id.compiler_available().ok()?;
        if !usable {
            return None;
        }
        let kind = match id.dev_type().ok()? {
            kind if kind & CL_DEVICE_TYPE_GPU != 0 => DeviceKind::Gpu,
            kind if kind & CL_DEVICE_TYPE_CPU != 0 => DeviceKind::Cpu,
            _ => DeviceKind::Other,
        };
        Some(Facts {
            platform: platform.trim().to_owned(),
            name: id.name().ok()?.trim().to_owned(),
            vendor: id.vendor().ok()?.trim().to_owned(),
            version: id.version().ok()?.trim().to_owned(),
            kind,
            fp64: id.double_fp_config().is_ok_and(|config| config != 0),
            correctly_rounded: id
                .single_fp_config()
                .is_ok_and(|config| config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT != 0),
            fuses: id
                .single_fp_config()
                .is_ok_and(|config| config & CL_FP_FMA != 0),
            memory: id.global_mem_size().ok()?,
            compute_units: id.max_compute_units().ok()?,
            max_group: id.max_work_group_size().ok()?,
        })
    }

    /// Chooses how scans run: as is wanted, if a way is named, else as the device can.
    ///
    /// To wait for another group needs a device that keeps a running group running while another
    /// one waits for it. Threads of a processor do, and so do the GPUs of these vendors (Sorensen,
    /// Donaldson, Batty, Gopalakrishnan and Rakamarić, *Portable Inter-workgroup Barrier
    /// Synchronisation for GPUs*, 2016, who call it occupancy-bound execution). Of others nothing
    /// is known.
    ///
    /// # Errors
    ///
    /// [`Error::NoScans`] if the wanted way does not exist.
    pub(super) fn scans(&self, wanted: Option<&str>) -> Result<Scans, Error> {
        const KNOWN: [&str; 4] = ["nvidia", "advanced micro devices", "amd", "intel"];
        match wanted.map(str::trim) {
            Some("chained") => return Ok(Scans::Chained),
            Some("look-back") => return Ok(Scans::LookBack),
            Some("staged") => return Ok(Scans::Staged),
            Some("") | None => {}
            Some(wanted) => {
                return Err(Error::NoScans {
                    wanted: wanted.to_owned(),
                });
            }
        }
        let vendor = self.vendor.to_lowercase();
        Ok(match self.kind {
            DeviceKind::Cpu => Scans::Chained,
            DeviceKind::Gpu if KNOWN.iter().any(|known| vendor.starts_with(known)) => {
                Scans::LookBack
            }
            _ => Scans::Staged,
        })
    }

    /// Returns true if this is part of one of the device's names, in small letters.
    pub(super) fn is_called(&self, part: &str) -> bool {
        let names = format!("{} {} {}", self.platform, self.vendor, self.name);
        names.to_lowercase().contains(part)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A device as its maker might describe it.
    pub(in crate::device) fn facts(kind: DeviceKind, vendor: &str, name: &str) -> Facts {
        Facts {
            platform: format!("{vendor}'s OpenCL"),
            name: name.to_owned(),
            vendor: vendor.to_owned(),
            version: "OpenCL 1.2".to_owned(),
            kind,
            fp64: false,
            correctly_rounded: false,
            fuses: false,
            memory: 1 << 30,
            compute_units: 8,
            max_group: 256,
        }
    }

    #[test]
    fn scans_run_as_the_device_can() {
        let scans = |kind, vendor| facts(kind, vendor, "a device").scans(None).unwrap();
        for vendor in [
            "NVIDIA Corporation",
            "Advanced Micro Devices, Inc.",
            "AMD",
            "Intel(R) Corporation",
        ] {
            assert_eq!(scans(DeviceKind::Gpu, vendor), Scans::LookBack, "{vendor}");
        }
        assert_eq!(scans(DeviceKind::Gpu, "ARM"), Scans::Staged);
        assert_eq!(scans(DeviceKind::Cpu, "ARM"), Scans::Chained);
        assert_eq!(scans(DeviceKind::Cpu, "Intel"), Scans::Chained);
        assert_eq!(scans(DeviceKind::Other, "Intel"), Scans::Staged);
    }

    #[test]
    fn scans_run_as_is_wanted() {
        let unknown = facts(DeviceKind::Other, "nobody", "a device");
        for (word, scans) in [
            ("chained", Scans::Chained),
            ("look-back", Scans::LookBack),
            ("staged", Scans::Staged),
        ] {
            assert_eq!(unknown.scans(Some(word)), Ok(scans));
        }
        assert_eq!(unknown.scans(Some("")), unknown.scans(None));
        assert_eq!(
            unknown.scans(Some("sideways")).unwrap_err().to_string(),
            "FUSUS_OCL_SCANS is `sideways`; scans run `chained`, `look-back` or `staged`"
        );
    }
}
