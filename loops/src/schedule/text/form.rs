//! The text of the form of a pass.

use super::super::pass::{Form, LaneOrder, Pass};

/// The method of the runtime that runs a pass, and how elements go to lanes.
pub(super) fn form(pass: &Pass) -> String {
    let form = match pass.form {
        Form::Store | Form::Each { unrolled: false } => return "each".to_owned(),
        Form::Each { unrolled: true } => return "each, unrolled".to_owned(),
        Form::Doubled => return "each, unrolled, two copies of the body".to_owned(),
        Form::Branching => return "each, branching".to_owned(),
        Form::Segments => return "each, ends of segments in groups".to_owned(),
        Form::Down => return "down the rows, some columns at a time".to_owned(),
        Form::Diagonals => {
            return "along antidiagonals of panels of rows, some columns at a time".to_owned();
        }
        Form::Columns { count, apart } => {
            let copies = if apart {
                ", two copies of the body"
            } else {
                ""
            };
            return format!("each, in rows of {count}{copies}");
        }
        Form::Across => return "each, in tiles of rows and columns".to_owned(),
        Form::Partition { .. } => return "partition".to_owned(),
        Form::Halves { unrolled: false } => return "each, in halves".to_owned(),
        Form::Halves { .. } if pass.reductions.is_empty() => {
            return "each, in halves, unrolled".to_owned();
        }
        Form::Halves { .. } => "each, in halves, unrolled, folded between them in",
        Form::Lanes => "lanes",
        Form::LanesUnlessIdle => "lanes unless idle",
        Form::LanesIfAny => "lanes if any changes",
        Form::Batched => "batches",
        Form::Rows => "rows side by side",
        Form::Tiled => "tiles of rows",
    };
    let order = match pass.lane_order {
        LaneOrder::Cyclic => "cyclic",
        LaneOrder::InOrder => "in order",
        LaneOrder::Blocked => "blocked",
        LaneOrder::Interleaved | LaneOrder::InterleavedAggregates => "interleaved",
    };
    let once = match pass.single_call_site {
        true => ", single call site",
        false => "",
    };
    // Rows and tiles say themselves how they go to lanes.
    match pass.has_rows() {
        true if pass.takes_columns() => {
            format!("{form}, some columns at a time, {} lanes", pass.lanes)
        }
        true => format!("{form}, {} lanes", pass.lanes),
        false => format!("{form}, {} {order}{once}", pass.lanes),
    }
}
