//! Computed subscripts, sums of indices, folds between two indices, and arrays of pairs.

use super::parts::OPERATORS;
use super::{INDICES, Maker, ROOM, Side, Size, element};

impl Maker<'_> {
    /// `generate(|i, j| a[[p[i], j]])`: positions along an axis that a sequence says.
    pub(super) fn computed(&mut self) -> Option<()> {
        let value = self.several()?;
        let rank = value.sides.len();
        let axis = self.rng.below(rank);
        let sequences = self.values.iter().filter(|value| value.sides.len() == 1);
        let sequences: Vec<_> = sequences.cloned().collect();
        let at = self.rng.pick(&sequences).clone();
        let most = value.most() / value.sides[axis].most.max(1) * at.most();
        if most > ROOM {
            return None;
        }
        let names = &INDICES[..rank];
        let mut sizes: Vec<String> = (0..rank).map(|other| format!("_m{other}")).collect();
        sizes[axis] = "#n".to_owned();
        let sizes = format!("let [{}] = shape(#{});\n", sizes.join(", "), value.step);
        let position = match self.rng.below(3) {
            0 => format!("(#{}[{}] & 63) as usize % #n", at.step, names[axis]),
            1 => format!("({} / 2).min(#n - 1)", names[axis]),
            _ => format!(
                "(#{}[{}].unsigned_abs() as usize).min(#n - 1)",
                at.step, names[axis]
            ),
        };
        let mut subscripts: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let is_local = self.rng.percent(40);
        subscripts[axis] = match is_local {
            true => "at".to_owned(),
            false => position.clone(),
        };
        // An axis without positions has none to read at.
        let read = element(&format!("#{}", value.step), &subscripts);
        let read = match is_local {
            true => format!("if #n > 0 {{ let at = {position}; {read} }} else {{ 5 }}"),
            false => format!("if #n > 0 {{ {read} }} else {{ 5 }}"),
        };
        let own = format!("#{}[{}]", at.step, names[axis]);
        let body = self.combined(&[format!("({read})"), own], &[]);
        let text = format!("{sizes}let # = generate(|{}| {body});", names.join(", "));
        let mut sides = value.sides.clone();
        sides[axis] = at.sides[0];
        self.add(&text, &[value.step, at.step], sides);
        Some(())
    }

    /// `generate([.., .., 3], |i, j, u| a[[i + u, j]])`, with a size or another read for `u`, of an
    /// array that may be padded.
    pub(super) fn sums_of_indices(&mut self) -> Option<()> {
        let value = self.any();
        let rank = value.sides.len();
        if rank > 4 {
            return None;
        }
        let axis = self.rng.below(rank);
        let names = &INDICES[..rank];
        let mut uses = vec![value.step];
        let width = self.rng.within(1, 4);
        let sequences = self.values.iter().filter(|value| {
            value.sides.len() == 1 && value.sides[0].size != Size::Late && value.most() <= 5
        });
        let sequences: Vec<_> = sequences.cloned().collect();
        let weights = match sequences.is_empty() || self.rng.percent(60) {
            true => None,
            false => Some(self.rng.pick(&sequences).clone()),
        };
        let widest = weights.as_ref().map_or(width, super::Value::most);
        if value.most() * widest > ROOM {
            return None;
        }
        let padded = self.rng.percent(35);
        let back = if padded { self.rng.below(3) } else { 0 };
        let mut at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        at[axis] = match back {
            0 => format!("{} + u", names[axis]),
            back => format!("{} + u - {back}", names[axis]),
        };
        let (line, array) = match padded {
            true => (
                format!("let #p = pad({}, #{});\n", self.padding(), value.step),
                "#p".to_owned(),
            ),
            false => (String::new(), format!("#{}", value.step)),
        };
        let mut reads = vec![element(&array, &at)];
        let place = self.rng.below(rank + 1);
        let mut indices: Vec<&str> = names.to_vec();
        indices.insert(place, "u");
        let mut sides = value.sides.clone();
        let inner = match &weights {
            Some(weights) => {
                reads.push(format!("#{}[u]", weights.step));
                uses.push(weights.step);
                weights.sides[0]
            }
            None => Side::whole(Size::Literal(width), width),
        };
        if !padded {
            sides[axis] = match weights.is_some() || sides[axis].size == Size::Late {
                true => Side::whole(Size::Late, sides[axis].most),
                false => Side {
                    cut: sides[axis].cut + width.cast_signed() - 1,
                    ..sides[axis]
                },
            };
        }
        sides.insert(place, inner);
        let body = self.combined(&reads, &[]);
        let sizes = match weights {
            Some(_) => String::new(),
            None => {
                let mut sizes = vec!["..".to_owned(); rank + 1];
                sizes[place] = width.to_string();
                format!("[{}], ", sizes.join(", "))
            }
        };
        let text = format!(
            "{line}let # = generate({sizes}|{}| {body});",
            indices.join(", ")
        );
        self.add(&text, &uses, sides);
        Some(())
    }

    /// `generate(|i, j| sum(i..=j, |t| xs[t]))`, where both go along the sequence.
    pub(super) fn between(&mut self) -> Option<()> {
        let sequences = self.values.iter().filter(|value| {
            value.sides.len() == 1 && value.sides[0].is_whole() && value.most() <= 64
        });
        let sequences: Vec<_> = sequences.cloned().collect();
        if sequences.is_empty() {
            return None;
        }
        let value = self.rng.pick(&sequences).clone();
        let step = value.step;
        let range = *self.rng.pick(&["i..=j", "i..j", "j..i + 1", "i.."]);
        let (start, operator) = *self.rng.pick(&OPERATORS);
        let fold = match self.rng.percent(50) {
            true => format!("sum({range}, |t| #{step}[t] * (t as i64 + 1))"),
            false => format!("fold({start}, {operator}, {range}, |t| #{step}[t])"),
        };
        let text = format!("let # = generate(|i, j| ({fold} + #{step}[i] - #{step}[j]) & 4095);");
        self.add(&text, &[step], vec![value.sides[0]; 2]);
        Some(())
    }

    /// Elements that are pairs, or two arrays of one `generate`.
    pub(super) fn pairs(&mut self) -> Option<()> {
        let value = self.any();
        let rank = value.sides.len();
        let names = &INDICES[..rank];
        let indices = names.join(", ");
        let at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let own = element(&format!("#{}", value.step), &at);
        let axis = self.rng.below(rank);
        let mut beside = at.clone();
        beside[axis] = format!("{} + 1", names[axis]);
        let mut sides = value.sides.clone();
        let text = match self.rng.below(4) {
            0 => format!(
                "let (#a, #b) = generate(|{indices}| ({own} & 255, ({own} * 3 + 1) & 255));\n\
                 let # = map(|x, y| (x ^ y) & 4095, #a, #b);"
            ),
            1 => {
                sides[axis].cut += 1;
                let (pair, next) = (element("#t", &at), element("#t", &beside));
                format!(
                    "let #t = generate(|{indices}| ({own} & 255, {own} > 3));\n\
                     let # = generate(|{indices}| if {pair}.1 {{ {pair}.0 }} else {{ {next}.0 + 1 }});"
                )
            }
            2 => {
                let padding = self.padding();
                format!(
                    "let (#x, #y) = generate(|{indices}| ({own} & 63, {own} & 31));\n\
                     let #p = pad({padding}, #x);\n\
                     let # = generate(|{indices}| ({} * 2 + {}) & 4095);",
                    element("#p", &beside),
                    element("#y", &at)
                )
            }
            _ if rank > 1 => {
                sides.remove(axis);
                let mut outer = names.to_vec();
                let folded = outer.remove(axis);
                format!(
                    "let #m = generate(|{}| fold((i64::MIN, 0), \
                     |a, b| if b.0 > a.0 {{ b }} else {{ a }}, |{folded}| ({own}, {folded})));\n\
                     let # = map(|(top, place)| ((top & 1023) + place as i64) & 4095, #m);",
                    outer.join(", ")
                )
            }
            _ => return None,
        };
        self.add(&text, &[value.step], sides);
        Some(())
    }
}
