//! The end of a generated function's documentation: what an editor shows on
//! hover.

use super::Plan;

impl Plan {
    /// A few lines of Markdown, the same on every run.
    pub fn documentation(&self) -> String {
        let clusters: Vec<String> = self
            .clusters
            .iter()
            .filter(|cluster| cluster.number.is_some())
            .map(|cluster| format!("`{{{}}}`", cluster.bound().collect::<Vec<_>>().join(" ")))
            .collect();
        let mut lines = vec![String::new(), "# Plan".to_owned(), String::new()];
        lines.push(match clusters.len() {
            0 => "* no loops".to_owned(),
            1 => format!("* 1 loop: {}", clusters[0]),
            more => format!("* {more} loops: {}", clusters.join(", ")),
        });
        if !self.contracted.is_empty() {
            let contracted: Vec<String> =
                self.contracted.iter().map(|a| format!("`{a}`")).collect();
            lines.push(format!("* contracted: {}", contracted.join(", ")));
        }
        let guards = self.guards.iter();
        lines.extend(guards.map(|guard| format!("* returns early if `{guard}`")));
        lines.push(format!("* sizes: `{}`", self.size_scheme));
        lines.join("\n") + "\n"
    }
}
