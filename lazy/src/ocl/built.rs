//! The kernels that were built, by their text.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fusus_ocl::rt::Kernels;
use fusus_ocl::{Device, Error};

use super::launches;

/// The number of texts whose kernels are kept.
const KEPT: usize = 512;

/// A device, whether it computes with `f64`, and a text.
type Key = (usize, bool, String);

/// Kernels, which whoever asks first builds.
type Built = Arc<OnceLock<Result<Arc<Kernels>, Error>>>;

/// The kernels of texts, each with the time at which it was last used.
#[derive(Default)]
struct Known {
    kernels: HashMap<Key, (Built, u64)>,
    clock: u64,
}

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// The kernels of a text for a device.
pub(super) fn built(device: &Device, text: &str) -> Result<Arc<Kernels>, Error> {
    let fp64 = text.contains("double");
    let key = (device.index(), device.has_fp64(), text.to_owned());
    let place = known(&key);
    let build = || {
        launches::count(|counted| counted.built += 1);
        Kernels::build(device, "loop", &key.2, fp64).map(Arc::new)
    };
    place.get_or_init(build).clone()
}

/// The place of the kernels of a text.
fn known(key: &Key) -> Built {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    known.clock += 1;
    let clock = known.clock;
    if let Some((built, used)) = known.kernels.get_mut(key) {
        *used = clock;
        return Arc::clone(built);
    }
    if known.kernels.len() == KEPT {
        let oldest = known.kernels.iter().min_by_key(|(_, (_, used))| *used);
        if let Some(key) = oldest.map(|(key, _)| key.clone()) {
            known.kernels.remove(&key);
        }
    }
    let built = Built::default();
    let entry = (Arc::clone(&built), clock);
    known.kernels.insert(key.clone(), entry);
    built
}
