//! fusus
