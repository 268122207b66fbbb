//! Plans for programs to read.

use super::{Contraction, How, Left, Plan, Possible};
use std::fmt::Write;

/// `{"programs": […]}`, with a line for each field.
pub fn programs(plans: &[Plan]) -> String {
    if plans.is_empty() {
        return "{\"programs\": []}\n".to_owned();
    }
    let plans: Vec<String> = plans.iter().map(program).collect();
    format!("{{\"programs\": [\n{}\n]}}\n", plans.join(",\n"))
}

fn program(plan: &Plan) -> String {
    let names = |names: &mut dyn Iterator<Item = &str>| array(names.map(string).collect());
    let clusters = plan
        .clusters
        .iter()
        .map(|c| names(&mut c.names()))
        .collect();
    let not_fused: Vec<String> = plan
        .not_fused
        .iter()
        .map(|pair| {
            format!(
                "\n      {{\"a\": {}, \"b\": {}, \"why\": {}}}",
                string(&pair.a),
                string(&pair.b),
                string(&pair.why)
            )
        })
        .collect();
    let mut fields = vec![
        ("name", string(&plan.name)),
        ("size_scheme", string(&plan.size_scheme)),
        ("strategy", string(plan.strategy)),
        ("cost", string(plan.cost)),
        ("objective", plan.objective.to_string()),
        ("optimal", plan.is_optimal().to_string()),
    ];
    if !plan.is_optimal() {
        fields.push(("lower_bound", plan.lower_bound.to_string()));
    }
    if !plan.guards.is_empty() {
        let guards = names(&mut plan.guards.iter().map(String::as_str));
        fields.push(("guards", guards));
    }
    fields.extend([
        ("loops", plan.loops.to_string()),
        ("clusters", array(clusters)),
    ]);
    let elsewhere = plan.clusters.iter().any(|cluster| {
        let mut runs = cluster.runs.iter();
        runs.any(|run| run.how != How::Member)
    });
    if elsewhere {
        let runs = plan.clusters.iter();
        let runs = runs.map(|c| names(&mut c.bound())).collect();
        fields.push(("runs", array(runs)));
    }
    let threads: Vec<String> = plan
        .clusters
        .iter()
        .filter_map(|cluster| Some((cluster.number?, cluster.sharing?)))
        .map(|(number, sharing)| {
            format!(
                "\n      {{\"loop\": {number}, \"may_share\": {}, \"why\": {}}}",
                sharing.may_share(),
                string(&sharing.words())
            )
        })
        .collect();
    fields.push(("threads", format!("[{}]", threads.join(","))));
    if !plan.bands.is_empty() {
        let bands = plan.bands.iter().map(|band| {
            let loops: Vec<String> = band.loops.iter().map(usize::to_string).collect();
            let kept: Vec<String> = band.kept.iter().map(|name| string(name)).collect();
            format!(
                "\n      {{\"loops\": [{}], \"rows\": {}, \"kept\": [{}]}}",
                loops.join(", "),
                string(&band.rows),
                kept.join(", ")
            )
        });
        let bands: Vec<String> = bands.collect();
        fields.push(("bands", format!("[{}]", bands.join(","))));
    }
    if !plan.arrays.is_empty() {
        let arrays: Vec<String> = plan.arrays.iter().map(left).collect();
        fields.push(("arrays", format!("[{}]", arrays.join(","))));
    }
    if !plan.recurrences.is_empty() {
        let recurrences = plan.recurrences.iter().map(|one| {
            let (name, how) = (string(&one.name), string(&one.how));
            format!("\n      {{\"name\": {name}, \"how\": {how}}}")
        });
        let recurrences: Vec<String> = recurrences.collect();
        fields.push(("recurrences", format!("[{}]", recurrences.join(","))));
    }
    if !plan.messages.is_empty() {
        let messages = plan.messages.iter().map(|(number, said)| {
            let number = number.map_or("null".to_owned(), |number| number.to_string());
            let said = names(&mut said.iter().map(String::as_str));
            format!("\n      {{\"loop\": {number}, \"sent\": {said}}}")
        });
        let messages: Vec<String> = messages.collect();
        fields.push(("messages", format!("[{}]", messages.join(","))));
    }
    if !plan.contractions.is_empty() {
        let contractions: Vec<String> = plan.contractions.iter().map(contraction).collect();
        fields.push(("contractions", format!("[{}]", contractions.join(","))));
    }
    if !plan.others.is_empty() {
        let others: Vec<String> = plan.others.iter().map(program).collect();
        fields.push(("others", format!("[\n{}\n]", others.join(",\n"))));
    }
    if !plan.possible.is_empty() {
        let possible: Vec<String> = plan.possible.iter().map(possible).collect();
        fields.push(("possible_nests", format!("[{}]", possible.join(","))));
    }
    fields.extend([
        (
            "contracted",
            names(&mut plan.contracted.iter().map(String::as_str)),
        ),
        (
            "manifest",
            names(&mut plan.manifest.iter().map(|array| array.name.as_str())),
        ),
        ("not_fused", format!("[{}]", not_fused.join(","))),
        (
            "solve_ms",
            format!("{:.3}", plan.solve_time.as_secs_f64() * 1e3),
        ),
    ]);
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("    \"{name}\": {value}"))
        .collect();
    format!("  {{\n{}\n  }}", fields.join(",\n"))
}

fn left(one: &Left) -> String {
    let kept = one.kept.iter().map(usize::to_string);
    let number = one.number.map_or("null".to_owned(), |it| it.to_string());
    format!(
        "\n      {{\"name\": {}, \"rank\": {}, \"region\": {}, \"kept\": {}, \"in_bands\": {}, \
         \"loop\": {number}, \"memory\": {}}}",
        string(&one.name),
        one.region.len(),
        array(one.region.iter().map(|it| string(it)).collect()),
        array(kept.collect()),
        one.in_bands,
        one.memory
    )
}

fn contraction(one: &Contraction) -> String {
    let assumed = array(one.assumed.iter().map(|size| string(size)).collect());
    let choices = array(one.choices().iter().map(|it| string(it)).collect());
    let choices = match one.versions() {
        1 => String::new(),
        _ => format!(", \"choices\": {choices}"),
    };
    let least = one.least_memory.as_ref().map(|least| {
        let left = least.left.iter().map(|(made, kept)| {
            let kept = array(kept.iter().map(|index| string(index)).collect());
            format!("{{\"order\": {}, \"kept\": {kept}}}", string(made))
        });
        format!(
            ", \"least_memory\": {{\"elements\": {}, \"unfused\": {}, \"left\": {}}}",
            least.elements,
            least.unfused,
            array(left.collect())
        )
    });
    let least = least.unwrap_or_default();
    format!(
        "\n      {{\"name\": {}, \"order\": {}, \"flops\": {}, \"written\": {}, \"versions\": {}, \
         \"assumed\": {assumed}, \"shortfall\": {:.3}{choices}{least}}}",
        string(&one.name),
        string(&one.order),
        string(&one.flops),
        string(&one.written),
        one.versions(),
        one.shortfall,
    )
}

fn possible(one: &Possible) -> String {
    let texts = |texts: &[String]| array(texts.iter().map(|text| string(text)).collect());
    let arrays = one.arrays.iter().map(|it| {
        let window = it.window.iter();
        let window = window.map(|(index, positions)| format!("{}: {positions}", string(index)));
        format!(
            "\n        {{\"name\": {}, \"rank\": {}, \"region\": {}, \"kept\": {}, \"window\": {{{}}}, \
             \"loop\": {}, \"memory\": {}}}",
            string(&it.name),
            it.region.len(),
            texts(&it.region),
            texts(&it.kept),
            window.collect::<Vec<_>>().join(", "),
            it.nest,
            it.memory
        )
    });
    let nests = one.nests.iter().map(|it| {
        let down = it
            .downwards
            .iter()
            .map(|index| format!("{}: -1", string(index)));
        let body: Vec<String> = it.body.iter().map(|(name, _)| string(name)).collect();
        format!(
            "\n        {{\"loop\": {}, \"order\": {}, \"direction\": {{{}}}, \"body\": {}}}",
            it.number,
            texts(&it.order),
            down.collect::<Vec<_>>().join(", "),
            array(body)
        )
    });
    format!(
        "\n      {{\"strategy\": {}, \"generated\": false, \"optimal\": {}, \"arrays\": [{}], \"nests\": [{}]}}",
        string(one.strategy),
        one.is_proven,
        arrays.collect::<Vec<_>>().join(","),
        nests.collect::<Vec<_>>().join(",")
    )
}

fn array(items: Vec<String>) -> String {
    format!("[{}]", items.join(", "))
}

/// A string of JSON.
fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c < ' ' => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("writing to a string succeeds");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b\\c\n\u{1}é"), r#""a\"b\\c\n\u0001é""#);
    }
}
