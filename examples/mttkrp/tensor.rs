//! Tensors of three axes, and their decomposition.

use common::flights::Flights;
use common::random;

use crate::programs::{distance, step};

/// A tensor, its last axis contiguous.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub(crate) sizes: [usize; 3],
    pub(crate) elements: Vec<f64>,
}

/// A sum of products of vectors: for each axis a matrix with a column for each product.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    pub(crate) rank: usize,
    pub(crate) of: [Vec<f64>; 3],
}

/// The minutes of a bin of delays, of which the first ends at −25 and has all that are earlier.
pub(crate) const BIN: i16 = 5;

/// The miles of a bin of distances.
const MILES: u16 = 125;

impl Tensor {
    /// The number of flights by the hour of departure, by distance and by delay.
    pub(crate) fn of_flights(flights: &Flights) -> Tensor {
        let sizes = [24, 20, 24];
        let mut elements = vec![0.0; sizes.iter().product()];
        let all = flights
            .minutes
            .iter()
            .zip(&flights.miles)
            .zip(&flights.delays);
        for ((minute, miles), delay) in all {
            let (hour, far) = (usize::from(minute / 60), usize::from(miles / MILES));
            let late = usize::try_from(delay.saturating_add(30).div_euclid(BIN)).unwrap_or(0);
            if far < sizes[1] && late < sizes[2] {
                elements[(hour * sizes[1] + far) * sizes[2] + late] += 1.0;
            }
        }
        Tensor { sizes, elements }
    }

    /// The tensor with its axes in another order.
    fn permuted(&self, order: [usize; 3]) -> Tensor {
        let sizes = order.map(|axis| self.sizes[axis]);
        let [_, nj, nk] = self.sizes;
        let strides = [nj * nk, nk, 1];
        let elements = (0..self.elements.len()).map(|at| {
            let at = [
                at / sizes[2] / sizes[1],
                at / sizes[2] % sizes[1],
                at % sizes[2],
            ];
            let places = at.iter().zip(order).map(|(at, axis)| at * strides[axis]);
            self.elements[places.sum::<usize>()]
        });
        Tensor {
            sizes,
            elements: elements.collect(),
        }
    }

    /// Decomposes the tensor in so many rounds of one step for each axis. Returns the square of the
    /// distance after each round too.
    pub(crate) fn decompose(&self, rank: usize, rounds: usize) -> (Factors, Vec<f64>) {
        let orders = [[0, 1, 2], [1, 0, 2], [2, 0, 1]];
        let tensors = orders.map(|order| self.permuted(order));
        let mut factors = Factors {
            rank,
            of: [0, 1, 2].map(|axis| {
                let count = self.sizes[axis] * rank;
                (0..count)
                    .map(|at| random::between(0.1, 1.0, 7 + axis as u64, at))
                    .collect()
            }),
        };
        let mut distances = Vec::new();
        for _ in 0..rounds {
            for (order, tensor) in orders.iter().zip(&tensors) {
                let [ni, nj, nk] = tensor.sizes;
                let [a, b, c] = order.map(|axis| &factors.of[axis]);
                let next = step(ni, nj, nk, rank, &tensor.elements, a, b, c);
                factors.of[order[0]] = next;
            }
            distances.push(factors.distance(self));
        }
        (factors, distances)
    }
}

impl Factors {
    /// The square of the distance to a tensor.
    pub(crate) fn distance(&self, tensor: &Tensor) -> f64 {
        let [ni, nj, nk] = tensor.sizes;
        let [a, b, c] = &self.of;
        distance(ni, nj, nk, self.rank, &tensor.elements, a, b, c)
    }

    /// The products, those of most flights first: of each the vectors along all axes, which add up to
    /// 1, and its part of the whole.
    pub(crate) fn products(&self) -> Vec<(f64, [Vec<f64>; 3])> {
        let column = |axis: usize, r: usize| -> Vec<f64> {
            let rows = self.of[axis].chunks(self.rank);
            rows.map(|row| row[r]).collect()
        };
        let products = (0..self.rank).map(|r| {
            let columns = [0, 1, 2].map(|axis| column(axis, r));
            let sums = columns.each_ref().map(|column| column.iter().sum::<f64>());
            let vectors = [0, 1, 2].map(|axis| {
                let of = columns[axis].iter();
                of.map(|x| x / sums[axis].max(f64::MIN_POSITIVE)).collect()
            });
            (sums.iter().product(), vectors)
        });
        let mut products: Vec<(f64, [Vec<f64>; 3])> = products.collect();
        products.sort_by(|a, b| b.0.total_cmp(&a.0));
        products
    }
}
