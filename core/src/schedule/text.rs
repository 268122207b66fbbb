//! Schedules as text.
