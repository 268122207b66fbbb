//! The main kernel of a loop whose elements are folds that several lanes divide.
//!
//! All lanes of an element evaluate its workers, for each of whose folds they meet; one of them stores
//! the element. Lanes without an element help with the last one, so that all meet at all barriers.

use super::super::body::Here;
use super::super::c::printer::Divided;
use super::Kernels;
use crate::schedule::device;

impl Kernels<'_, '_, '_> {
    /// The main kernel.
    pub(super) fn divided(&mut self, divided: &device::Divided) -> String {
        let region = self.nested.body.clone();
        let mut body = self.body();
        let [bits, lanes, elements, element, own, apart] =
            ["bits", "lanes", "elements", "element", "own_lane", "apart"]
                .map(|wish| body.printer.fresh(wish));
        let lead = ["const ulong n".to_owned(), format!("const uint {bits}")];
        body.line("const uint lane = get_local_id(0);");
        body.line("const ulong tile = get_group_id(0);");
        body.line(format!(
            "const uint {lanes} = 1u << {bits}, {elements} = GROUP >> {bits};"
        ));
        body.line(match divided.beside {
            true => format!(
                "const uint {element} = lane >> {bits}, {own} = lane & ({lanes} - 1), {apart} = 1;"
            ),
            false => format!(
                "const uint {element} = lane % {elements}, {own} = lane / {elements}, {apart} = {elements};"
            ),
        });
        body.line(format!(
            "const ulong begin = tile * {elements} + {element}, i = min(begin, n - 1);"
        ));
        body.line(format!("const bool inside = begin < n && {own} == 0;"));
        body.printer.divided = Some(Divided {
            own,
            lanes,
            apart,
            scratch: Vec::new(),
        });
        body.working = true;
        let here = Here {
            index: "i".to_owned(),
            mask: Some("inside".to_owned()),
            item: None,
            row: None,
            cell: None,
        };
        body.region(&region, &here);
        let scratch = body.printer.divided.take().map(|divided| divided.scratch);
        let scratch: String = (scratch.unwrap_or_default().iter())
            .map(|line| format!("    {line}\n"))
            .collect();
        let lines = body.printer.lines.into_string();
        let head = self.head(&self.name, &lead, &self.parameters);
        format!("{head}\n{scratch}{lines}}}\n")
    }
}
