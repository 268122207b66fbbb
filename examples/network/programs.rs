//! A network of two layers: points become hidden values, which are normalised (Ba, Kiros and Hinton,
//! *Layer Normalization*, 2016) and cut off at 0, and these the probabilities of classes.

use fusus::cnf;

cnf! {
    /// The normalised hidden values of each point, by how much these were multiplied, and the
    /// probability of each class for each point.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn forward(
        points: usize, inputs: usize, hidden: usize, classes: usize,
        x: &[f64], w1: &[f64], b1: &[f64], gain: &[f64], shift: &[f64], w2: &[f64], b2: &[f64],
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let x = reshape(x, [points, inputs]);
        let w1 = reshape(w1, [inputs, hidden]);
        let w2 = reshape(w2, [hidden, classes]);
        // A layer, and its values with mean 0 and variance 1 for each point.
        let z = generate(|i, h| b1[h] + sum(|f| x[[i, f]] * w1[[f, h]]));
        let mean = generate(|i| sum(|h| z[[i, h]]) / hidden as f64);
        let scale = generate(|i| {
            let variance = sum(|h| (z[[i, h]] - mean[i]) * (z[[i, h]] - mean[i])) / hidden as f64;
            1.0 / (variance + 1e-5).sqrt()
        });
        let normal = generate(|i, h| (z[[i, h]] - mean[i]) * scale[i]);
        let active = generate(|i, h| (gain[h] * normal[[i, h]] + shift[h]).max(0.0));
        // A layer, and the softmax of each of its rows.
        let y = generate(|i, c| b2[c] + sum(|h| active[[i, h]] * w2[[h, c]]));
        let top = generate(|i| fold(f64::NEG_INFINITY, f64::max, |c| y[[i, c]]));
        let e = generate(|i, c| (y[[i, c]] - top[i]).exp());
        let total = generate(|i| sum(|c| e[[i, c]]));
        let p = generate(|i, c| e[[i, c]] / total[i]);
        (normal, scale, p)
    }

    /// The mean of the surprises at the classes of the points, and its derivatives by `w1`, `b1`,
    /// `gain`, `shift`, `w2` and `b2`.
    #[allow(clippy::too_many_arguments, clippy::type_complexity)]
    pub(crate) fn backward(
        points: usize, inputs: usize, hidden: usize, classes: usize,
        x: &[f64], class: &[usize], gain: &[f64], shift: &[f64], w2: &[f64],
        normal: &[f64], scale: &[f64], p: &[f64],
    ) -> (f64, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
        let x = reshape(x, [points, inputs]);
        let w2 = reshape(w2, [hidden, classes]);
        let normal = reshape(normal, [points, hidden]);
        let p = reshape(p, [points, classes]);
        let n = points as f64;
        let active = generate(|i, h| (gain[h] * normal[[i, h]] + shift[h]).max(0.0));
        let surprise = generate(|i, c| if class[i] == c { -p[[i, c]].ln() } else { 0.0 });
        let loss = fold(0.0, |a, b| a + b, surprise) / n;
        // Backwards through softmax and the second layer.
        let dy = generate(|i, c| (p[[i, c]] - if class[i] == c { 1.0 } else { 0.0 }) / n);
        let dw2 = generate(|h, c| sum(|i| active[[i, h]] * dy[[i, c]]));
        let db2 = generate(|c| sum(|i| dy[[i, c]]));
        // Through what is cut off, and the normalisation.
        let da = generate(|i, h| sum(|c| dy[[i, c]] * w2[[h, c]]));
        let ds = generate(|i, h| if active[[i, h]] > 0.0 { da[[i, h]] } else { 0.0 });
        let dgain = generate(|h| sum(|i| ds[[i, h]] * normal[[i, h]]));
        let dshift = generate(|h| sum(|i| ds[[i, h]]));
        let dn = generate(|i, h| ds[[i, h]] * gain[h]);
        let m = generate(|i| sum(|h| dn[[i, h]]) / hidden as f64);
        let q = generate(|i| sum(|h| dn[[i, h]] * normal[[i, h]]) / hidden as f64);
        let dz = generate(|i, h| (dn[[i, h]] - m[i] - normal[[i, h]] * q[i]) * scale[i]);
        // Through the first layer.
        let dw1 = generate(|f, h| sum(|i| x[[i, f]] * dz[[i, h]]));
        let db1 = generate(|h| sum(|i| dz[[i, h]]));
        (loss, dw1, db1, dgain, dshift, dw2, db2)
    }

    /// A step of Adam (Kingma and Ba, 2015) for some parameters, with their first and second moments.
    /// `fade1` and `fade2` are what the moments lack after so many steps.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn adam(
        rate: f64, fade1: f64, fade2: f64, gradient: &[f64],
        first: &mut [f64], second: &mut [f64], parameters: &mut [f64],
    ) {
        let m = map(|m, g| 0.9 * m + 0.1 * g, first, gradient);
        let v = map(|v, g| 0.999 * v + 0.001 * g * g, second, gradient);
        *parameters = map(|w, m, v| w - rate * (m / fade1) / ((v / fade2).sqrt() + 1e-8), parameters, m, v);
        *first = m;
        *second = v;
    }
}
