//! Rows of a few positions: loops over points, colours and small matrices.
//!
//! The text says how many positions such a row has, and the runtime takes a row at a time
//! (`line_sweep.rs` there), and LLVM makes vectors of several rows.

use super::item::{Action, Over, Purpose};
use super::pass::{Form, Pass};
use super::{policy, tiles};
use crate::nest::{Affine, Extent, Host, Loop, Read, Step};

/// Returns the form of a pass that goes by rows of a few positions.
pub(super) fn takes(nested: &Loop, pass: &Pass) -> Option<Form> {
    let [_, .., Extent::Literal(count)] = nested.axes[..] else {
        return None;
    };
    let is_bounded = |worker: &Host| !worker.estimate.is_unbounded;
    let is_map = |action: &Action| match action {
        Action::Item(item) => pass.region.items[*item].step().is_some_and(Step::is_plain),
        Action::Reload { .. } => false,
    };
    let is_short = (2..=policy::COLUMNS).contains(&count);
    let takes = is_short
        && pass.form == (Form::Each { unrolled: false })
        && pass.purpose == Purpose::Results
        && pass.over == Over::Block
        && pass.reductions.is_empty()
        && !pass.near
        && (!pass.single_call_site || pass.region.workers().all(is_bounded))
        && pass.written().iter().all(|write| write.mode.is_one_each())
        && pass.actions.iter().all(is_map)
        && pass.region.reads.iter().all(goes_by_lines)
        && !tiles::has_tiles(nested);
    takes.then_some(Form::Columns {
        count,
        apart: pass.single_call_site,
    })
}

/// Returns true if the elements of a row and of the next one are at a fixed distance.
fn goes_by_lines(read: &Read) -> bool {
    let is_in_step = |along: &Affine| matches!(along, Affine::Identity(_));
    read.map.iter().all(is_in_step) || read.is_by_digits() && read.padding().is_none()
}
