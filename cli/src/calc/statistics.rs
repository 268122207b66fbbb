//! Statistics of a column.

use super::table;
use fusus_lazy::{Column, Formula};

/// The numbers of a column `x` without NaN, as formulas.
const STATISTICS: &str = "
    there = x[x == x]
    count = len(there)
    missing = len(x) - count
    mean = mean(there)
    squares = sum((there - mean) * (there - mean))
    deviation = if count > 1 { sqrt(squares / (count as f64 - 1.0)) } else { nan }
";

/// The count, the mean, the deviation and the quartiles of a column, as a table.
pub(crate) fn statistics(column: &Column) -> Result<String, String> {
    let shown = |error: &dyn std::fmt::Display| error.to_string();
    let x = Column::from(column.cast::<f64>());
    let formula = Formula::parse(STATISTICS).map_err(|error| shown(&error))?;
    let all = formula
        .apply_all([("x", &x)])
        .map_err(|error| shown(&error))?;
    let mut rows = Vec::new();
    for (name, value) in all {
        if !["there", "squares"].contains(&name) {
            let number = value.item().map_err(|error| shown(&error))?;
            rows.push(vec![name.to_owned(), table::cell(number)]);
        }
    }
    let mut sorted = x.to_vec::<f64>().map_err(|error| shown(&error))?;
    sorted.retain(|number| !number.is_nan());
    sorted.sort_by(f64::total_cmp);
    for (name, part) in [
        ("least", 0.0),
        ("quartile", 0.25),
        ("median", 0.5),
        ("third quartile", 0.75),
        ("greatest", 1.0),
    ] {
        rows.push(vec![name.to_owned(), table::float(quantile(&sorted, part))]);
    }
    Ok(table::table(
        &["statistic".to_owned(), "value".to_owned()],
        &rows,
    ))
}

/// The number below which a part of some lies: on the line between its neighbours.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = part * last as f64;
    let (left, right) = (place.floor() as usize, place.ceil() as usize);
    let share = place - place.floor();
    match share == 0.0 {
        true => sorted[left],
        false => sorted[left] * (1.0 - share) + sorted[right] * share,
    }
}

#[cfg(test)]
mod tests {
    use super::{quantile, statistics};
    use fusus_lazy::Column;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
        assert!(quantile(&[], 0.5).is_nan());
        assert_eq!(quantile(&[1.0, f64::INFINITY], 1.0), f64::INFINITY);
    }

    /// The number of a row of the table.
    fn row(table: &str, name: &str) -> f64 {
        let mut rows = table.lines().filter_map(|line| line.strip_prefix(name));
        let number = rows.next().expect("there is such a row");
        number.trim().parse().expect("it is a number")
    }

    #[test]
    fn missing_cells_do_not_count() {
        let table = statistics(&Column::from(vec![2.0, f64::NAN, 4.0])).unwrap();
        for (name, number) in [
            ("count", 2.0),
            ("missing", 1.0),
            ("mean", 3.0),
            ("quartile", 2.5),
            ("least", 2.0),
            ("third quartile", 3.5),
        ] {
            assert_eq!(row(&table, name), number, "{table}");
        }
        let empty = statistics(&Column::from(Vec::<f64>::new())).unwrap();
        assert!(row(&empty, "count") == 0.0 && row(&empty, "median").is_nan());
        let one = statistics(&Column::from(vec![7.0])).unwrap();
        assert!(row(&one, "mean") == 7.0 && row(&one, "deviation").is_nan());
        for name in ["mean", "deviation", "least", "greatest"] {
            assert!(row(&empty, name).is_nan(), "{empty}");
        }
    }
}
