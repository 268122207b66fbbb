//! A small layered layout: given the rows, it finds an order within each that
//! crosses few edges, and places everything near its neighbours.

use std::cmp::Ordering;

/// Something with a place in a row.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) row: usize,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The start of the search for an order.
    pub(super) hint: f64,
}

/// An edge from an item to one of a later row. Ports are offsets from the
/// middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) from_port: f64,
    pub(super) to_port: f64,
}

/// The input of the layout: nodes, links and distances.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    pub(super) items: Vec<Item>,
    pub(super) links: Vec<Link>,
    /// Between items of a row.
    pub(super) gap_x: f64,
    /// Around an edge that passes a row.
    pub(super) gap_edge: f64,
    /// Between rows.
    pub(super) gap_y: f64,
    /// True if the first and the last row keep the order of their hints.
    pub(super) fixed_ends: bool,
}

/// The layout.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// The middle of each item.
    pub(super) x: Vec<f64>,
    /// The top of each item.
    pub(super) y: Vec<f64>,
    /// Top and bottom of each row.
    pub(super) rows: Vec<(f64, f64)>,
    /// The positions at which each link passes the rows between its ends.
    pub(super) bends: Vec<Vec<f64>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layers {
    pub(super) fn place(&self) -> Placed {
        let mut grid = Grid::new(self);
        grid.order(self.fixed_ends);
        grid.spread();
        grid.placed(self)
    }
}

/// A step of a link from one row to the next.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: usize,
    to: usize,
    from_port: f64,
    to_port: f64,
    /// The weight of its straightness.
    weight: f64,
}

/// The items, and a point for each row that a link passes.
struct Grid {
    items: usize,
    width: Vec<f64>,
    margin: Vec<f64>,
    rows: Vec<Vec<usize>>,
    row_of: Vec<usize>,
    steps: Vec<Step>,
    /// The steps by the row that they start in.
    steps_from: Vec<Vec<usize>>,
    /// The points of each link.
    points: Vec<Vec<usize>>,
    x: Vec<f64>,
}

impl Grid {
    fn new(layers: &Layers) -> Self {
        let count = layers.items.iter().map(|item| item.row + 1).max();
        let mut grid = Grid {
            items: layers.items.len(),
            width: layers.items.iter().map(|item| item.width).collect(),
            margin: vec![layers.gap_x / 2.0; layers.items.len()],
            rows: vec![Vec::new(); count.unwrap_or(0)],
            row_of: layers.items.iter().map(|item| item.row).collect(),
            steps: Vec::new(),
            steps_from: vec![Vec::new(); count.unwrap_or(0)],
            points: Vec::new(),
            x: Vec::new(),
        };
        let mut hints: Vec<f64> = layers.items.iter().map(|item| item.hint).collect();
        for link in &layers.links {
            let (first, last) = (layers.items[link.from].row, layers.items[link.to].row);
            let mut points = Vec::new();
            let (mut from, mut from_port) = (link.from, link.from_port);
            for row in first + 1..last {
                let point = grid.width.len();
                grid.width.push(0.0);
                grid.margin.push(layers.gap_edge / 2.0);
                grid.row_of.push(row);
                hints.push(f64::midpoint(
                    layers.items[link.from].hint,
                    layers.items[link.to].hint,
                ));
                grid.steps.push(Step {
                    from,
                    to: point,
                    from_port,
                    to_port: 0.0,
                    weight: if points.is_empty() { 0.6 } else { 8.0 },
                });
                points.push(point);
                (from, from_port) = (point, 0.0);
            }
            grid.steps.push(Step {
                from,
                to: link.to,
                from_port,
                to_port: link.to_port,
                weight: if points.is_empty() { 1.0 } else { 0.6 },
            });
            grid.points.push(points);
        }
        for (node, row) in grid.row_of.iter().enumerate() {
            grid.rows[*row].push(node);
        }
        for row in &mut grid.rows {
            row.sort_by(|a, b| hints[*a].total_cmp(&hints[*b]).then(a.cmp(b)));
        }
        for (index, step) in grid.steps.iter().enumerate() {
            grid.steps_from[grid.row_of[step.from]].push(index);
        }
        grid.x = vec![0.0; grid.width.len()];
        grid
    }

    /// The place of each node in its row.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.width.len()];
        for row in &self.rows {
            for (place, node) in row.iter().enumerate() {
                places[*node] = place;
            }
        }
        places
    }

    /// Barycentres up and down, then swaps of neighbours; the best order wins.
    fn order(&mut self, fixed_ends: bool) {
        let last = self.rows.len().saturating_sub(1);
        let fixed = |row: usize| fixed_ends && (row == 0 || row == last);
        let mut best = (self.crossings(), self.rows.clone());
        for round in 0..12 {
            let down = round % 2 == 0;
            let count = self.rows.len();
            for index in 0..count {
                let row = if down { index } else { count - 1 - index };
                if !fixed(row) {
                    self.sort_row(row, down);
                }
            }
            self.swap_neighbours(&fixed);
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    fn sort_row(&mut self, row: usize, down: bool) {
        let places = self.places();
        let along = |node: usize, port: f64| places[node] as f64 + port / self.width[node].max(1.0);
        let mut keyed: Vec<(f64, usize)> = self.rows[row]
            .iter()
            .map(|node| {
                let others: Vec<f64> = self
                    .steps
                    .iter()
                    .filter_map(|step| match down {
                        true if step.to == *node => Some(along(step.from, step.from_port)),
                        false if step.from == *node => Some(along(step.to, step.to_port)),
                        _ => None,
                    })
                    .collect();
                let mean = if others.is_empty() {
                    places[*node] as f64
                } else {
                    others.iter().sum::<f64>() / others.len() as f64
                };
                (mean, *node)
            })
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.rows[row] = keyed.into_iter().map(|(_, node)| node).collect();
    }

    fn swap_neighbours(&mut self, fixed: &dyn Fn(usize) -> bool) {
        let mut places = self.places();
        for _ in 0..4 {
            let mut better = false;
            for row in (0..self.rows.len()).filter(|row| !fixed(*row)) {
                let around = |grid: &Grid, places: &[usize]| {
                    let above = row
                        .checked_sub(1)
                        .map(|row| grid.crossings_below(row, places));
                    above.unwrap_or(0) + grid.crossings_below(row, places)
                };
                let mut crossings = around(self, &places);
                for place in 1..self.rows[row].len() {
                    let (left, right) = (self.rows[row][place - 1], self.rows[row][place]);
                    places.swap(left, right);
                    let swapped = around(self, &places);
                    if swapped < crossings {
                        crossings = swapped;
                        better = true;
                        self.rows[row].swap(place - 1, place);
                    } else {
                        places.swap(left, right);
                    }
                }
            }
            if !better {
                break;
            }
        }
    }

    fn crossings(&self) -> usize {
        let places = self.places();
        (0..self.rows.len())
            .map(|row| self.crossings_below(row, &places))
            .sum()
    }

    /// Counts the crossings of steps that start in a row.
    fn crossings_below(&self, row: usize, places: &[usize]) -> usize {
        let compare = |a: (usize, f64), b: (usize, f64)| {
            places[a.0].cmp(&places[b.0]).then(a.1.total_cmp(&b.1))
        };
        let steps = &self.steps_from[row];
        let mut crossings = 0;
        for (index, a) in steps.iter().map(|step| &self.steps[*step]).enumerate() {
            for b in steps[..index].iter().map(|step| &self.steps[*step]) {
                let above = compare((a.from, a.from_port), (b.from, b.from_port));
                let below = compare((a.to, a.to_port), (b.to, b.to_port));
                crossings += usize::from(
                    above != Ordering::Equal && below != Ordering::Equal && above != below,
                );
            }
        }
        crossings
    }

    /// Moves every row to where its links pull it.
    fn spread(&mut self) {
        for row in 0..self.rows.len() {
            let mut x = 0.0;
            for index in 0..self.rows[row].len() {
                let node = self.rows[row][index];
                x += self.width[node] / 2.0 + self.margin[node];
                self.x[node] = x;
                x += self.width[node] / 2.0 + self.margin[node];
            }
        }
        let count = self.rows.len();
        for round in 0..120 {
            let (up, down) = match round {
                0..30 => (round % 2 == 1, round % 2 == 0),
                _ => (true, true),
            };
            for index in 0..count {
                let row = if round % 2 == 0 {
                    index
                } else {
                    count - 1 - index
                };
                self.pull(row, up, down);
            }
        }
        self.straighten();
    }

    /// Links that pass several rows do so in one line where there is room.
    fn straighten(&mut self) {
        let places = self.places();
        // A neighbour that stood in the way may have moved on.
        let links = self.points.clone();
        for points in (0..6).flat_map(|_| links.iter()) {
            let mut run: Vec<usize> = Vec::new();
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
            for &point in points {
                let (left, right) = self.room(point, &places);
                if left.max(low) > right.min(high) {
                    self.align(&run, low, high);
                    run.clear();
                    (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
                }
                (low, high) = (left.max(low), right.min(high));
                run.push(point);
            }
            self.align(&run, low, high);
        }
    }

    /// Returns the distance that a node can move without meeting its neighbours.
    fn room(&self, node: usize, places: &[usize]) -> (f64, f64) {
        let row = &self.rows[self.row_of[node]];
        let distance = |other: usize| {
            (self.width[node] + self.width[other]) / 2.0 + self.margin[node] + self.margin[other]
        };
        let left = places[node].checked_sub(1).map(|place| row[place]);
        let right = row.get(places[node] + 1).copied();
        (
            left.map_or(f64::NEG_INFINITY, |left| self.x[left] + distance(left)),
            right.map_or(f64::INFINITY, |right| self.x[right] - distance(right)),
        )
    }

    fn align(&mut self, run: &[usize], low: f64, high: f64) {
        let mean = run.iter().map(|point| self.x[*point]).sum::<f64>() / run.len() as f64;
        for point in run {
            self.x[*point] = mean.max(low).min(high);
        }
    }

    /// The nearest places to the wishes of a row that keep its order and
    /// distances: isotonic regression by merging neighbours.
    fn pull(&mut self, row: usize, up: bool, down: bool) {
        let nodes = &self.rows[row];
        // (sum of weighted wishes, sum of weights, members)
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        let mut offsets = Vec::with_capacity(nodes.len());
        let mut offset = 0.0;
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                let left = nodes[index - 1];
                offset += (self.width[left] + self.width[*node]) / 2.0
                    + self.margin[left]
                    + self.margin[*node];
            }
            offsets.push(offset);
            let (wish, weight) = self.wish(*node, up, down);
            blocks.push(((wish - offset) * weight, weight, 1));
            while let [.., a, b] = blocks[..] {
                if a.0 / a.1 <= b.0 / b.1 {
                    break;
                }
                blocks.pop();
                let merged = blocks.last_mut().expect("there were two");
                *merged = (a.0 + b.0, a.1 + b.1, a.2 + b.2);
            }
        }
        let nodes = nodes.clone();
        let places = blocks
            .iter()
            .flat_map(|(sum, weight, members)| std::iter::repeat_n(sum / weight, *members));
        for ((node, place), offset) in nodes.iter().zip(places).zip(offsets) {
            self.x[*node] = place + offset;
        }
    }

    /// Returns the wanted position of a node, and its weight.
    fn wish(&self, node: usize, up: bool, down: bool) -> (f64, f64) {
        let (mut sum, mut weights) = (self.x[node] * 0.01, 0.01);
        let row = self.row_of[node];
        let into = row
            .checked_sub(1)
            .map_or(&[][..], |row| &self.steps_from[row]);
        for step in into.iter().chain(&self.steps_from[row]) {
            let step = &self.steps[*step];
            let place = if step.to == node && down {
                self.x[step.from] + step.from_port - step.to_port
            } else if step.from == node && up {
                self.x[step.to] + step.to_port - step.from_port
            } else {
                continue;
            };
            sum += place * step.weight;
            weights += step.weight;
        }
        (sum / weights, weights)
    }

    fn placed(&self, layers: &Layers) -> Placed {
        let left = (0..self.width.len())
            .map(|node| self.x[node] - self.width[node] / 2.0)
            .fold(f64::INFINITY, f64::min);
        let right = (0..self.width.len())
            .map(|node| self.x[node] + self.width[node] / 2.0)
            .fold(f64::NEG_INFINITY, f64::max);
        let mut rows = Vec::new();
        let mut top = 0.0;
        for row in &self.rows {
            let height = row
                .iter()
                .filter(|node| **node < self.items)
                .map(|node| layers.items[*node].height)
                .fold(0.0, f64::max);
            rows.push((top, top + height));
            top += height + layers.gap_y;
        }
        Placed {
            x: (0..self.items).map(|node| self.x[node] - left).collect(),
            y: layers
                .items
                .iter()
                .map(|item| {
                    let (top, bottom) = rows[item.row];
                    f64::midpoint(top, bottom) - item.height / 2.0
                })
                .collect(),
            bends: self
                .points
                .iter()
                .map(|points| points.iter().map(|point| self.x[*point] - left).collect())
                .collect(),
            width: (right - left).max(0.0),
            height: rows.last().map_or(0.0, |row| row.1),
            rows,
        }
    }
}
