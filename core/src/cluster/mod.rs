//! Clustering: which bindings share a loop.
