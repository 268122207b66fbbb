"""The programs of stencils.py for Halide. The blurs without padding have the schedule of Halide's authors
(Ragan-Kelley and others, PLDI 2013); all others are strips of rows in parallel, with vectors of 64 bytes. There is no
program in place, and none for the subsequence, whose antidiagonals are no loops of a schedule."""

import halide as hl

x, y, z, yo, yi, xi = (hl.Var(name) for name in ["x", "y", "z", "yo", "yi", "xi"])


def _of(define):
    """A call of the functions that a program defines of buffers: one for each result."""

    def prepare(inputs, outputs):
        # Those of numpy have the last axis first, as Halide has it.
        given, made = [hl.Buffer(a) for a in inputs], [hl.Buffer(a) for a in outputs]
        function = define(*given)
        function.compile_jit()
        return lambda: function.realize(made if len(made) > 1 else made[0])

    return prepare


def _strips(function, lanes, rows=32):
    return function.split(y, yo, yi, rows).parallel(yo).vectorize(x, lanes)


def _jacobi(a):
    out = hl.Func("jacobi")
    out[x, y] = 0.25 * (a[x + 1, y] + a[x + 1, y + 2] + a[x, y + 1] + a[x + 2, y + 1])
    return _strips(out, 8)


def _heat(a):
    out, weights = hl.Func("heat"), [hl.f64(weight) for weight in (0.4, 0.05, 0.015, 0.015)]
    total = None
    for distance in range(4):
        near = None
        for k in (-1, 0, 1):
            for j in (-1, 0, 1):
                for i in (-1, 0, 1):
                    if abs(i) + abs(j) + abs(k) == distance:
                        part = a[x + 1 + i, y + 1 + j, z + 1 + k]
                        near = part if near is None else near + part
        part = weights[distance] * near
        total = part if total is None else total + part
    out[x, y, z] = total
    return out.parallel(z).vectorize(x, 8).unroll(y, 2)


def _nine_points(given):
    a, out = hl.BoundaryConditions.mirror_interior(given), hl.Func("nine_points")
    near = a[x, y - 1] + a[x - 1, y] + a[x + 1, y] + a[x, y + 1]
    far = a[x - 1, y - 1] + a[x + 1, y - 1] + a[x - 1, y + 1] + a[x + 1, y + 1]
    out[x, y] = hl.f64(0.5) * a[x, y] + hl.f64(0.1) * near + hl.f64(0.025) * far
    return _strips(out, 8)


def _blur(mean, lanes):
    def define(a):
        across, out = hl.Func("across"), hl.Func("blur")
        across[x, y] = mean(a[x, y], a[x + 1, y], a[x + 2, y])
        out[x, y] = mean(across[x, y], across[x, y + 1], across[x, y + 2])
        out.split(y, y, yi, 32).parallel(y).vectorize(x, lanes)
        across.store_at(out, y).compute_at(out, yi).vectorize(x, lanes)
        return out

    return define


def _third(a, b, c):
    return hl.f32(1 / 3) * (a + b + c)


def _whole_third(a, b, c):
    return (a + b + c) / hl.u16(3)


def _padded_blur(given):
    a, across, out = hl.BoundaryConditions.repeat_edge(given), hl.Func("across"), hl.Func("padded_blur")
    across[x, y] = _third(a[x - 1, y], a[x, y], a[x + 1, y])
    out[x, y] = _third(across[x, y - 1], across[x, y], across[x, y + 1])
    out.split(y, y, yi, 32).parallel(y).vectorize(x, 16)
    across.store_at(out, y).compute_at(out, yi).vectorize(x, 16)
    return out


def _sobel(a):
    out = hl.Func("sobel")
    right, left = a[x + 2, y] + a[x + 2, y + 2], a[x, y] + a[x, y + 2]
    below, above = a[x, y + 2] + a[x + 2, y + 2], a[x, y] + a[x + 2, y]
    across = right - left + 2 * (a[x + 2, y + 1] - a[x, y + 1])
    down = below - above + 2 * (a[x + 1, y + 2] - a[x + 1, y])
    out[x, y] = hl.select(hl.sqrt(across * across + down * down) > hl.f32(1), hl.u8(255), hl.u8(0))
    return _strips(out, 16)


def _life(given):
    a, out = hl.BoundaryConditions.repeat_image(given), hl.Func("life")
    n = None
    for j in (-1, 0, 1):
        for i in (-1, 0, 1):
            if (i, j) != (0, 0):
                n = a[x + i, y + j] if n is None else n + a[x + i, y + j]
    out[x, y] = hl.cast(hl.UInt(8), (n == 3) | ((n == 2) & (a[x, y] == 1)))
    return _strips(out, 64)


LANES = 16


def _of_row(name, width, element, start, combine):
    """A fold of each row in lanes, and then of these; and its schedule within a strip."""
    lane = hl.Var("lane")
    own, all = hl.Func(name + "_lanes"), hl.Func(name)
    r, l = hl.RDom([(0, width // LANES)]), hl.RDom([(0, LANES)])
    own[lane, y] = start
    own[lane, y] = combine(own[lane, y], element(r * LANES + lane))
    all[y] = start
    all[y] = combine(all[y], own[l, y])

    def schedule(out):
        all.compute_at(out, yi)
        own.compute_at(out, yi).vectorize(lane, LANES)
        own.update().reorder(lane, r).vectorize(lane, LANES)

    return all, schedule


def _softmax_rows(a):
    width, zero = a.width(), hl.f32(0)
    most, schedule_most = _of_row("most", width, lambda i: a[i, y], hl.f32(-3e38), hl.max)
    e, out = hl.Func("e"), hl.Func("softmax")
    e[x, y] = hl.exp(a[x, y] - most[y])
    total, schedule_total = _of_row("total", width, lambda i: e[i, y], zero, lambda a, b: a + b)
    out[x, y] = e[x, y] / total[y]
    _strips(out, LANES)
    schedule_most(out)
    e.compute_at(out, yi).vectorize(x, LANES)
    schedule_total(out)
    return out


def _layer_norm(a):
    width, zero, add = a.width(), hl.f32(0), lambda a, b: a + b
    total, schedule_total = _of_row("total", width, lambda i: a[i, y], zero, add)
    mean, out = hl.Func("mean"), hl.Func("layer_norm")
    mean[y] = total[y] / hl.f32(width)
    square = lambda i: (a[i, y] - mean[y]) * (a[i, y] - mean[y])
    squares, schedule_squares = _of_row("squares", width, square, zero, add)
    scale = hl.Func("scale")
    scale[y] = hl.f32(1) / hl.sqrt(squares[y] / hl.f32(width) + hl.f32(1e-5))
    out[x, y] = (a[x, y] - mean[y]) * scale[y]
    _strips(out, LANES)
    schedule_total(out)
    mean.compute_at(out, yi)
    schedule_squares(out)
    scale.compute_at(out, yi)
    return out


def _integral_image(a):
    out = hl.Func("integral_image")
    along, down = hl.RDom([(1, a.width() - 1)]), hl.RDom([(1, a.height() - 1)])
    out[x, y] = a[x, y]
    out[along, y] += out[along - 1, y]
    out[x, down] += out[x, down - 1]
    _strips(out, 16)
    out.update(0).parallel(y)
    xo = hl.Var("xo")
    out.update(1).split(x, xo, xi, a.width() // 2).reorder(xi, down, xo).parallel(xo).vectorize(xi, 16)
    return out


def _shallow_water(east, south, depth, u0, v0, p0):
    ratio, smooth = hl.f64(0.01), hl.f64(0.001)
    u, v, p = (hl.BoundaryConditions.repeat_image(given) for given in (east, south, depth))
    cu, cv, zz, h, out = (hl.Func(name) for name in ["cu", "cv", "z", "h", "shallow_water"])
    cu[x, y] = 0.5 * (p[x, y] + p[x - 1, y]) * u[x, y]
    cv[x, y] = 0.5 * (p[x, y] + p[x, y - 1]) * v[x, y]
    zz[x, y] = (v[x, y] - v[x - 1, y] - u[x, y] + u[x, y - 1]) / (
        p[x, y] + p[x - 1, y] + p[x, y - 1] + p[x - 1, y - 1]
    )
    squares = u[x, y] * u[x, y] + u[x + 1, y] * u[x + 1, y] + v[x, y] * v[x, y] + v[x, y + 1] * v[x, y + 1]
    h[x, y] = p[x, y] + 0.25 * squares
    four = cv[x, y + 1] + cv[x - 1, y + 1] + cv[x - 1, y] + cv[x, y]
    u1 = u0[x, y] + 0.5 * ratio * (zz[x, y + 1] + zz[x, y]) * four - ratio * (h[x, y] - h[x - 1, y])
    four = cu[x + 1, y] + cu[x, y] + cu[x, y - 1] + cu[x + 1, y - 1]
    v1 = v0[x, y] - 0.5 * ratio * (zz[x + 1, y] + zz[x, y]) * four - ratio * (h[x, y] - h[x, y - 1])
    p1 = p0[x, y] - ratio * (cu[x + 1, y] - cu[x, y] + cv[x, y + 1] - cv[x, y])
    now = zip((u, v, p), (u1, v1, p1), (u0, v0, p0))
    smoothed = [a[x, y] + smooth * (new - 2 * a[x, y] + old[x, y]) for a, new, old in now]
    out[x, y] = hl.Tuple([u1, v1, p1, *smoothed])
    _strips(out, 8)
    for stage in (cu, cv, zz, h):
        stage.store_at(out, yo).compute_at(out, yi).vectorize(x, 8)
    return out


jacobi = _of(_jacobi)
heat = _of(_heat)
nine_points = _of(_nine_points)
blur = _of(_blur(_third, 16))
blur_u16 = _of(_blur(_whole_third, 32))
padded_blur = _of(_padded_blur)
sobel = _of(_sobel)
life = _of(_life)
softmax_rows = _of(_softmax_rows)
layer_norm = _of(_layer_norm)
integral_image = _of(_integral_image)
shallow_water = _of(_shallow_water)
