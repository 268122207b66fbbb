//! The number of threads that loops may have.

use std::error::Error;
use std::sync::OnceLock;

/// The number of threads of the pool that this thread belongs to, or of rayon's global pool, which
/// is started if nobody has used it before.
///
/// The number is 1 where the system refuses the threads of the global pool: that of processes may be
/// limited, or the memory for their stacks. rayon itself panics then, and its global pool cannot be
/// started again, with fewer threads.
pub fn available() -> usize {
    match rayon_core::current_thread_index().is_some() || has_global_pool() {
        true => rayon_core::current_num_threads(),
        false => 1,
    }
}

fn has_global_pool() -> bool {
    static HAS_POOL: OnceLock<bool> = OnceLock::new();
    *HAS_POOL.get_or_init(|| {
        // Without threads at all, rayon's own start takes the calling thread for a pool.
        if cfg!(target_family = "wasm") {
            return true;
        }
        match rayon_core::ThreadPoolBuilder::new().build_global() {
            Ok(()) => true,
            // Only an error of the system has a source; otherwise somebody has started the pool.
            Err(error) => error.source().is_none(),
        }
    })
}
