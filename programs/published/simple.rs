cnf! {
    /// A step in time of SIMPLE: a compressible fluid that conducts heat, on a mesh that moves with it.
    /// Velocities and positions belong to the nodes of the mesh, all else to the zones between them.
    /// Node (k, l) is the south-eastern corner of zone (k, l).
    ///
    /// Nodes beyond the border are as far from it as those before it. Zones there are like those beside
    /// them, but for what presses from below. Returns the new state, the steps in time that sound and
    /// heat allow, and the energy inside.
    pub fn simple(
        h: usize,
        w: usize,
        dt: f64,
        of_pressure: &[[f64; 9]],
        of_energy: &[[f64; 9]],
        us: &[f64],
        vs: &[f64],
        rs: &[f64],
        zs: &[f64],
        areas: &[f64],
        volumes: &[f64],
        densities: &[f64],
        pressures: &[f64],
        viscosities: &[f64],
        energies: &[f64],
        temperatures: &[f64],
    ) -> (
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        Vec<f64>,
        f64,
        f64,
        f64,
    ) {
        let u = reshape(us, [h, w]);
        let v = reshape(vs, [h, w]);
        let r = reshape(rs, [h, w]);
        let z = reshape(zs, [h, w]);
        let area = reshape(areas, [h, w]);
        let volume = reshape(volumes, [h, w]);
        let density = reshape(densities, [h, w]);
        let pressure = reshape(pressures, [h, w]);
        let viscosity = reshape(viscosities, [h, w]);
        let energy = reshape(energies, [h, w]);
        let temperature = reshape(temperatures, [h, w]);

        // Velocity. The zones around node (k, l) are (k, l), (k + 1, l), (k + 1, l + 1) and (k, l + 1).
        let r_before = pad(edge, r);
        let r_behind = pad(reflect, r);
        let z_before = pad(edge, z);
        let z_behind = pad(reflect, z);
        let area_near = pad(edge, area);
        let density_near = pad(edge, density);
        let pressure_near = pad(edge, pressure);
        let viscosity_near = pad(edge, viscosity);
        let density_s = generate(|k, l| density_near[[k + 1, l]]);
        let density_se = generate(|k, l| density_near[[k + 1, l + 1]]);
        let density_e = generate(|k, l| density_near[[k, l + 1]]);
        let area_s = generate(|k, l| area_near[[k + 1, l]]);
        let area_se = generate(|k, l| area_near[[k + 1, l + 1]]);
        let area_e = generate(|k, l| area_near[[k, l + 1]]);
        let pressure_s = generate(|k, l| below(k, h, PUSH, pressure_near[[k + 1, l]]));
        let pressure_se = generate(|k, l| below(k, h, PUSH, pressure_near[[k + 1, l + 1]]));
        let pressure_e = generate(|k, l| pressure_near[[k, l + 1]]);
        let viscosity_s = generate(|k, l| below(k, h, 0.0, viscosity_near[[k + 1, l]]));
        let viscosity_se = generate(|k, l| below(k, h, 0.0, viscosity_near[[k + 1, l + 1]]));
        let viscosity_e = generate(|k, l| viscosity_near[[k, l + 1]]);
        let mass = map(
            |d, ds, dse, de, a, as_, ase, ae| 0.5 * (d * a + ds * as_ + dse * ase + de * ae),
            density,
            density_s,
            density_se,
            density_e,
            area,
            area_s,
            area_se,
            area_e,
        );
        let z_north = generate(|k, l| beyond(z_before[[k - 1, l]], z_behind[[k - 1, l]]));
        let z_west = generate(|k, l| beyond(z_before[[k, l - 1]], z_behind[[k, l - 1]]));
        let z_south = generate(|k, l| beyond(z_before[[k + 1, l]], z_behind[[k + 1, l]]));
        let z_east = generate(|k, l| beyond(z_before[[k, l + 1]], z_behind[[k, l + 1]]));
        let r_north = generate(|k, l| beyond(r_before[[k - 1, l]], r_behind[[k - 1, l]]));
        let r_west = generate(|k, l| beyond(r_before[[k, l - 1]], r_behind[[k, l - 1]]));
        let r_south = generate(|k, l| beyond(r_before[[k + 1, l]], r_behind[[k + 1, l]]));
        let r_east = generate(|k, l| beyond(r_before[[k, l + 1]], r_behind[[k, l + 1]]));
        let n1 = map(
            |p, ps, pse, pe, q, qs, qse, qe, n, w, s, e| {
                -(line_integral([p, ps, pse, pe], [n, w, s, e]) + line_integral([q, qs, qse, qe], [n, w, s, e]))
            },
            pressure,
            pressure_s,
            pressure_se,
            pressure_e,
            viscosity,
            viscosity_s,
            viscosity_se,
            viscosity_e,
            z_north,
            z_west,
            z_south,
            z_east,
        );
        let n2 = map(
            |p, ps, pse, pe, q, qs, qse, qe, n, w, s, e| {
                line_integral([p, ps, pse, pe], [n, w, s, e]) + line_integral([q, qs, qse, qe], [n, w, s, e])
            },
            pressure,
            pressure_s,
            pressure_se,
            pressure_e,
            viscosity,
            viscosity_s,
            viscosity_se,
            viscosity_e,
            r_north,
            r_west,
            r_south,
            r_east,
        );
        let u1 = map(|u, n, mass| u + dt * (n / mass), u, n1, mass);
        let v1 = map(|v, n, mass| v + dt * (n / mass), v, n2, mass);

        // Position, area, volume and density.
        let r1 = map(|r, u| r + dt * u, r, u1);
        let z1 = map(|z, v| z + dt * v, z, v1);
        let r_near = pad(edge, r1);
        let r_far = pad(reflect, r1);
        let r_n = generate(|k, l| beyond(r_near[[k - 1, l]], r_far[[k - 1, l]]));
        let r_w = generate(|k, l| beyond(r_near[[k, l - 1]], r_far[[k, l - 1]]));
        let r_nw = generate(|k, l| beyond(r_near[[k - 1, l - 1]], r_far[[k - 1, l - 1]]));
        let z_near = pad(edge, z1);
        let z_far = pad(reflect, z1);
        let z_n = generate(|k, l| beyond(z_near[[k - 1, l]], z_far[[k - 1, l]]));
        let z_w = generate(|k, l| beyond(z_near[[k, l - 1]], z_far[[k, l - 1]]));
        let z_nw = generate(|k, l| beyond(z_near[[k - 1, l - 1]], z_far[[k - 1, l - 1]]));
        let u_near = pad(edge, u1);
        let u_far = pad(reflect, u1);
        let u_n = generate(|k, l| beyond(u_near[[k - 1, l]], u_far[[k - 1, l]]));
        let u_w = generate(|k, l| beyond(u_near[[k, l - 1]], u_far[[k, l - 1]]));
        let u_nw = generate(|k, l| beyond(u_near[[k - 1, l - 1]], u_far[[k - 1, l - 1]]));
        let v_near = pad(edge, v1);
        let v_far = pad(reflect, v1);
        let v_n = generate(|k, l| beyond(v_near[[k - 1, l]], v_far[[k - 1, l]]));
        let v_w = generate(|k, l| beyond(v_near[[k, l - 1]], v_far[[k, l - 1]]));
        let v_nw = generate(|k, l| beyond(v_near[[k - 1, l - 1]], v_far[[k - 1, l - 1]]));
        let area1 = map(|r, rn, rw, z, zn, zw| triangle([r, rn, rw], [z, zn, zw]), r1, r_n, r_w, z1, z_n, z_w);
        let area2 = map(|r, rw, rn, z, zw, zn| triangle([r, rw, rn], [z, zw, zn]), r_nw, r_w, r_n, z_nw, z_w, z_n);
        let mean1 = map(|r, n, w| (r + n + w) / 3.0, r1, r_n, r_w);
        let mean2 = map(|r, w, n| (r + w + n) / 3.0, r_nw, r_w, r_n);
        let volume1 = map(|area, mean| area * mean, area1, mean1);
        let volume2 = map(|area, mean| area * mean, area2, mean2);
        let alpha = map(|one, two| one + two, area1, area2);
        let s = map(|one, two| TURN * (one + two), volume1, volume2);
        let rho = map(|density, volume, s| density * volume / s, density, volume, s);

        // Viscosity: differences from north to south and from west to east, and what is compressed.
        let down_r = map(|se, ne, nw, sw| 0.5 * (se - ne + sw - nw), r1, r_n, r_nw, r_w);
        let across_r = map(|se, ne, nw, sw| 0.5 * (se - sw + ne - nw), r1, r_n, r_nw, r_w);
        let down_z = map(|se, ne, nw, sw| 0.5 * (se - ne + sw - nw), z1, z_n, z_nw, z_w);
        let across_z = map(|se, ne, nw, sw| 0.5 * (se - sw + ne - nw), z1, z_n, z_nw, z_w);
        let down_u = map(|se, ne, nw, sw| 0.5 * (se - ne + sw - nw), u1, u_n, u_nw, u_w);
        let across_u = map(|se, ne, nw, sw| 0.5 * (se - sw + ne - nw), u1, u_n, u_nw, u_w);
        let down_v = map(|se, ne, nw, sw| 0.5 * (se - ne + sw - nw), v1, v_n, v_nw, v_w);
        let across_v = map(|se, ne, nw, sw| 0.5 * (se - sw + ne - nw), v1, v_n, v_nw, v_w);
        let xi = map(|r, z| r * r + z * z, down_r, down_z);
        let eta = map(|r, z| r * r + z * z, across_r, across_z);
        let jump1 = map(|r, v, z, u| r * v - z * u, down_r, across_v, down_z, across_u);
        let jump2 = map(|u, z, v, r| u * z - v * r, down_u, across_z, down_v, across_r);
        let closing1 = map(|jump, length| if jump < 0.0 { jump * jump / length } else { 0.0 }, jump1, xi);
        let closing2 = map(|jump, length| if jump < 0.0 { jump * jump / length } else { 0.0 }, jump2, eta);
        let sound = map(|pressure, rho| (GAMMA * pressure / rho).sqrt(), pressure, rho);
        let closing = map(|one, two| one + two, closing1, closing2);
        let q = map(|rho, closing, sound| rho * (0.25 * closing + 0.5 * sound * closing.sqrt()), rho, closing, sound);
        let length = map(|xi, eta| (xi * eta / (xi + eta)).sqrt(), xi, eta);
        let courant = map(|length, sound| 0.5 * length / sound, length, sound);
        let fastest = fold(f64::INFINITY, f64::min, courant);

        // Temperature, by a first estimate of the pressure and a second one.
        let tau = map(|rho, before| 1.0 / rho - 1.0 / before, rho, density);
        let energy1 = map(|energy, pressure, q, tau| energy - (pressure + q) * tau, energy, pressure, q, tau);
        let temperature1 = map(
            |rho, energy, before| temperature_of(of_energy[piece(rho, before)], rho, energy, before),
            rho,
            energy1,
            temperature,
        );
        let pressure1 = map(|rho, theta| polynomial(of_pressure[piece(rho, theta)], rho, theta), rho, temperature1);
        let energy2 = map(
            |energy, p, p1, q, tau| energy - (0.5 * (p + p1) + q) * tau,
            energy,
            pressure,
            pressure1,
            q,
            tau,
        );
        let warm = map(
            |rho, energy, before| temperature_of(of_energy[piece(rho, before)], rho, energy, before),
            rho,
            energy2,
            temperature1,
        );

        // Heat: a tridiagonal system for each column, and then for each row.
        let sigma = map(|rho, alpha| rho * alpha * HEAT_CAPACITY / dt, rho, alpha);
        let conductivity = map(|theta, alpha| CONDUCTION * theta * theta * theta.sqrt() / alpha, warm, alpha);
        let conducting = pad(edge, conductivity);

        let face_k = map(|r0, r1, z0, z1| face([r0, r1], [z0, z1]), r1, r_w, z1, z_w);
        let mean_k = generate(|k, l| harmonic(conductivity[[k, l]], conducting[[k + 1, l]]));
        let gamma_k = generate(|k, l| if k + 1 < h { face_k[[k, l]] * mean_k[[k, l]] } else { 0.0 });
        let north = pad(0.0, gamma_k);
        let (a_k, b_k) = recurrence((0.0, 0.0), |(a, b), k, l| {
            let pivot = sigma[[k, l]] + gamma_k[[k, l]] + north[[k - 1, l]] * (1.0 - a[[k - 1, l]]);
            (
                gamma_k[[k, l]] / pivot,
                (north[[k - 1, l]] * b[[k - 1, l]] + sigma[[k, l]] * warm[[k, l]]) / pivot,
            )
        });
        let theta_k = recurrence(0.0, |theta, k, l| a_k[[k, l]] * theta[[k + 1, l]] + b_k[[k, l]]);

        let face_l = map(|r0, r1, z0, z1| face([r0, r1], [z0, z1]), r1, r_n, z1, z_n);
        let mean_l = generate(|k, l| harmonic(conductivity[[k, l]], conducting[[k, l + 1]]));
        let gamma_l = generate(|k, l| if l + 1 < w { face_l[[k, l]] * mean_l[[k, l]] } else { 0.0 });
        let west = pad(0.0, gamma_l);
        let (a_l, b_l) = recurrence((0.0, 0.0), |(a, b), k, l| {
            let pivot = sigma[[k, l]] + gamma_l[[k, l]] + west[[k, l - 1]] * (1.0 - a[[k, l - 1]]);
            (
                gamma_l[[k, l]] / pivot,
                (west[[k, l - 1]] * b[[k, l - 1]] + sigma[[k, l]] * theta_k[[k, l]]) / pivot,
            )
        });
        let theta = recurrence(0.0, |theta, k, l| a_l[[k, l]] * theta[[k, l + 1]] + b_l[[k, l]]);
        let change = fold(0.0, f64::max, map(|warm, theta| (warm - theta).abs() / warm, warm, theta));

        // Pressure and energy.
        let p = map(|rho, theta| polynomial(of_pressure[piece(rho, theta)], rho, theta), rho, theta);
        let epsilon = map(|rho, theta| polynomial(of_energy[piece(rho, theta)], rho, theta), rho, theta);
        let mass1 = map(|rho, alpha| rho * alpha, rho, alpha);
        let mass_near = pad(edge, mass1);
        let square = map(|u, v| u * u + v * v, u1, v1);
        let kinetic = generate(|k, l| 0.125 * square[[k, l]] * (
            mass1[[k, l]] + mass_near[[k + 1, l]] + mass_near[[k + 1, l + 1]] + mass_near[[k, l + 1]]
        ));
        let internal = fold(0.0, |a, b| a + b, map(|energy, mass| energy * mass, epsilon, mass1));
        let moving = fold(0.0, |a, b| a + b, kinetic);
        (u1, v1, r1, z1, alpha, s, rho, p, q, epsilon, theta, fastest, change, internal + moving)
    }

    /// A node beyond the border, by the one on it and the one before; another node is both of these.
    fn beyond(near: f64, far: f64) -> f64 {
        2.0 * near - far
    }

    /// A zone, or the value below the last row of zones.
    fn below(k: usize, h: usize, outside: f64, zone: f64) -> f64 {
        if k + 1 < h { zone } else { outside }
    }

    /// The integral along the line through the four nodes around a node, of a property of the zones.
    fn line_integral([nw, sw, se, ne]: [f64; 4], [north, west, south, east]: [f64; 4]) -> f64 {
        nw * (west - north) + sw * (south - west) + se * (east - south) + ne * (north - east)
    }

    /// The area of a triangle, by its corners.
    fn triangle([r0, r1, r2]: [f64; 3], [z0, z1, z2]: [f64; 3]) -> f64 {
        0.5 * ((r1 - r0) * (z2 - z0) - (r2 - r0) * (z1 - z0))
    }

    /// The face between two zones, turned around the axis, by the length of what it bounds.
    fn face([r0, r1]: [f64; 2], [z0, z1]: [f64; 2]) -> f64 {
        0.5 * (r0 + r1) * ((r0 - r1) * (r0 - r1) + (z0 - z1) * (z0 - z1))
    }

    fn harmonic(one: f64, two: f64) -> f64 {
        2.0 * one * two / (one + two)
    }

    /// The entry of the tables of equations for a density and a temperature.
    fn piece(rho: f64, theta: f64) -> usize {
        3 * (usize::from(rho > 1.0) + usize::from(rho > 100.0)) + usize::from(theta > 3.0) + usize::from(theta > 300.0)
    }

    /// An equation of state: a polynomial of degree 2 in the density and in the temperature.
    fn polynomial(c: [f64; 9], rho: f64, theta: f64) -> f64 {
        let of_rho = |j: usize| c[j] + rho * (c[3 + j] + rho * c[6 + j]);
        of_rho(0) + theta * (of_rho(1) + theta * of_rho(2))
    }

    /// The temperature that belongs to an energy, by Newton's method.
    fn temperature_of(c: [f64; 9], rho: f64, energy: f64, before: f64) -> f64 {
        let of_rho = |j: usize| c[j] + rho * (c[3 + j] + rho * c[6 + j]);
        let (first, second) = (of_rho(1), of_rho(2));
        let mut theta = before;
        for _ in 0..4 {
            theta -= (polynomial(c, rho, theta) - energy) / (first + 2.0 * second * theta);
        }
        theta
    }

    const TURN: f64 = std::f64::consts::TAU;
    const GAMMA: f64 = 1.6;
    const PUSH: f64 = 6.0;
    const HEAT_CAPACITY: f64 = 0.1;
    const CONDUCTION: f64 = 1e-4;
}
