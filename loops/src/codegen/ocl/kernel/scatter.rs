//! Scatters of elements of several columns, which are written when it is known
//! who wins each slot.

use super::super::c::Lines;
use super::super::c::c_name;
use super::super::parameters::Parameter;
use super::{Kernels, wrapped};
use crate::nest::ArrayId;

impl Kernels<'_, '_, '_> {
    /// The kernel that writes the elements that won the slots of a scatter.
    pub(super) fn settle(&mut self, array: ArrayId) -> String {
        let owners = &self.parameters.all[self.parameters.owners[&array]];
        let claims = &self.parameters.all[self.parameters.claims[&array]];
        let owner = self.program.nest.owner(array);
        let memory = &self.parameters.all[self.parameters.memory[&owner]];
        let name = self.program.nest.arrays[array].name.to_string();
        let mut lines = Lines::at_depth(1);
        lines.line(format!("// {name} = scatter"));
        lines.line("const ulong slot = get_global_id(0);");
        lines.open(format!("if (slot < n && {}[slot] != 0) {{", owners.name));
        for (to, from) in memory.leaves.iter().zip(&claims.leaves) {
            lines.line(format!("{to}[slot] = {from}[{}[slot] - 1];", owners.name));
        }
        lines.close("}");
        let parameters = [owners, claims, memory].map(Parameter::declaration);
        let mut all = vec![
            "global ulong *record".to_owned(),
            "const ulong n".to_owned(),
        ];
        all.extend(parameters);
        format!(
            "kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))\nvoid {}_{}(\n    {}\n) {{\n{}}}\n",
            self.name,
            c_name(&name),
            wrapped(&all),
            lines.into_string()
        )
    }
}
