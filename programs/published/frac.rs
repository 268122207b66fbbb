cnf! {
    /// A picture of the Mandelbrot set, turned by an angle.
    pub fn frac(w: usize, h: usize, angle: f64) -> Vec<u8> {
        let u = generate([h, w], |i, j| 3.0 * (j as f64 / w as f64) - 2.0);
        let v = generate([h, w], |i, j| 3.0 * (i as f64 / h as f64) - 1.5);
        let re = map(|u, v| u * angle.cos() - v * angle.sin(), u, v);
        let im = map(|u, v| u * angle.sin() + v * angle.cos(), u, v);
        let steps = map(escape, re, im);
        let rest = map(|steps, re, im| steps as f64 + 0.25 * (re * re + im * im).min(4.0), steps, re, im);
        let shade = map(|rest| 255.0 * (1.0 - (-0.05 * rest).exp()), rest);
        let picture = map(|shade, steps| if steps == MOST { 0 } else { shade as u8 }, shade, steps);
        picture
    }

    /// The steps until a point is known to leave.
    fn escape(re: f64, im: f64) -> u32 {
        let (mut x, mut y, mut steps) = (0.0_f64, 0.0_f64, 0);
        while steps < MOST && x * x + y * y <= 4.0 {
            (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
            steps += 1;
        }
        steps
    }

    const MOST: u32 = 200;
}
