"""The programs of stencils.py as an expert writes them for numba: rows side by side, strips with windows of
rows where there are stages."""

import numpy as np
from numba import get_num_threads, njit, prange

parallel = njit(parallel=True, fastmath=True, error_model="numpy", cache=True)
# The number of threads is no constant that may be kept on disk.
by_threads = njit(parallel=True, fastmath=True, error_model="numpy")
inlined = njit(fastmath=True, error_model="numpy", cache=True)


def _of(function):
    return lambda inputs, outputs: lambda: function(*inputs, *outputs)


@parallel
def _jacobi(a, out):
    h, w = a.shape
    for i in prange(1, h - 1):
        for j in range(1, w - 1):
            out[i - 1, j - 1] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@by_threads
def _jacobi_in_place(a):
    h, w = a.shape
    threads = get_num_threads()
    bounds = np.array([1 + (h - 2) * t // threads for t in range(threads + 1)])
    above, below = np.empty((threads, w)), np.empty((threads, w))
    for t in range(threads):
        above[t] = a[bounds[t] - 1]
        below[t] = a[bounds[t + 1]]
    for t in prange(threads):
        up, own = above[t], np.empty(w)
        for i in range(bounds[t], bounds[t + 1]):
            row = a[i]
            down = below[t] if i + 1 == bounds[t + 1] else a[i + 1]
            own[:] = row
            for j in range(1, w - 1):
                row[j] = 0.25 * (up[j] + down[j] + own[j - 1] + own[j + 1])
            up, own = own, up


@parallel
def _heat(x, out):
    n = x.shape[0]
    for i in prange(1, n - 1):
        for j in range(1, n - 1):
            aa, ab, ac = x[i - 1, j - 1], x[i - 1, j], x[i - 1, j + 1]
            ba, bb, bc = x[i, j - 1], x[i, j], x[i, j + 1]
            ca, cb, cc = x[i + 1, j - 1], x[i + 1, j], x[i + 1, j + 1]
            to = out[i - 1, j - 1]
            for k in range(1, n - 1):
                faces = ab[k] + cb[k] + ba[k] + bc[k] + bb[k - 1] + bb[k + 1]
                edges = aa[k] + ac[k] + ca[k] + cc[k] + ab[k - 1] + ab[k + 1] + cb[k - 1] + cb[k + 1]
                edges += ba[k - 1] + ba[k + 1] + bc[k - 1] + bc[k + 1]
                corners = aa[k - 1] + aa[k + 1] + ac[k - 1] + ac[k + 1] + ca[k - 1] + ca[k + 1] + cc[k - 1] + cc[k + 1]
                to[k - 1] = 0.4 * bb[k] + 0.05 * faces + 0.015 * edges + 0.015 * corners


@inlined
def _nine(a, b, c, l, j, r):
    return 0.5 * b[j] + 0.1 * (a[j] + b[l] + b[r] + c[j]) + 0.025 * (a[l] + a[r] + c[l] + c[r])


# Rows are functions of their own: behind a loop in the body of a `prange`, numba 0.68 drops `to[w - 1] = …`.
@inlined
def _nine_row(a, b, c, to):
    w = len(a)
    to[0] = _nine(a, b, c, 1, 0, 1)
    for j in range(1, w - 1):
        to[j] = _nine(a, b, c, j - 1, j, j + 1)
    to[w - 1] = _nine(a, b, c, w - 2, w - 1, w - 2)


@parallel
def _nine_points(x, out):
    h, w = x.shape
    for i in prange(h):
        _nine_row(x[1 if i == 0 else i - 1], x[i], x[h - 2 if i == h - 1 else i + 1], out[i])


STRIP = 64


@parallel
def _blur(a, out):
    h, w = out.shape
    third = np.float32(1 / 3)
    for strip in prange((h + STRIP - 1) // STRIP):
        window = np.empty((3, w), np.float32)
        first = strip * STRIP
        last = min(first + STRIP, h)
        for r in range(first, last + 2):
            row, own = a[r], window[r % 3]
            for j in range(w):
                own[j] = third * (row[j] + row[j + 1] + row[j + 2])
            if r >= first + 2:
                up, mid, to = window[(r - 2) % 3], window[(r - 1) % 3], out[r - 2]
                for j in range(w):
                    to[j] = third * (up[j] + mid[j] + own[j])


@parallel
def _blur_u16(a, out):
    h, w = out.shape
    for strip in prange((h + STRIP - 1) // STRIP):
        window = np.empty((3, w), np.uint16)
        first = strip * STRIP
        last = min(first + STRIP, h)
        for r in range(first, last + 2):
            row, own = a[r], window[r % 3]
            for j in range(w):
                # By a multiplication: 43,691 / 2¹⁷ is a third of numbers of 16 bits.
                own[j] = (np.uint32(row[j] + row[j + 1] + row[j + 2]) * np.uint32(43691)) >> np.uint32(17)
            if r >= first + 2:
                up, mid, to = window[(r - 2) % 3], window[(r - 1) % 3], out[r - 2]
                for j in range(w):
                    to[j] = (np.uint32(up[j] + mid[j] + own[j]) * np.uint32(43691)) >> np.uint32(17)


@parallel
def _padded_blur(a, out):
    h, w = out.shape
    third = np.float32(1 / 3)
    for strip in prange((h + STRIP - 1) // STRIP):
        window = np.empty((3, w), np.float32)
        first = strip * STRIP
        last = min(first + STRIP, h)
        for r in range(first, last + 2):
            row, own = a[min(max(r - 1, 0), h - 1)], window[r % 3]
            own[0] = third * (row[0] + row[0] + row[1])
            for j in range(1, w - 1):
                own[j] = third * (row[j - 1] + row[j] + row[j + 1])
            own[w - 1] = third * (row[w - 2] + row[w - 1] + row[w - 1])
            if r >= first + 2:
                up, mid, to = window[(r - 2) % 3], window[(r - 1) % 3], out[r - 2]
                for j in range(w):
                    to[j] = third * (up[j] + mid[j] + own[j])


@parallel
def _sobel(x, out):
    h, w = out.shape
    two, steep = np.float32(2), np.float32(1)
    for i in prange(h):
        a, b, c, to = x[i], x[i + 1], x[i + 2], out[i]
        for j in range(w):
            across = a[j + 2] + c[j + 2] - (a[j] + c[j]) + two * (b[j + 2] - b[j])
            down = c[j] + c[j + 2] - (a[j] + a[j + 2]) + two * (c[j + 1] - a[j + 1])
            to[j] = 255 if np.sqrt(across * across + down * down) > steep else 0


@inlined
def _alive(a, b, c, l, j, r):
    n = np.uint8(a[l] + a[j] + a[r] + b[l] + b[r] + c[l] + c[j] + c[r])
    return np.uint8((n == 3) | ((n == 2) & (b[j] == 1)))


@inlined
def _life_row(a, b, c, to):
    w = len(a)
    to[0] = _alive(a, b, c, w - 1, 0, 1)
    for j in range(1, w - 1):
        to[j] = _alive(a, b, c, j - 1, j, j + 1)
    to[w - 1] = _alive(a, b, c, w - 2, w - 1, 0)


@parallel
def _life(x, out):
    h, w = x.shape
    for i in prange(h):
        _life_row(x[h - 1 if i == 0 else i - 1], x[i], x[0 if i == h - 1 else i + 1], out[i])


@parallel
def _softmax_rows(x, out):
    h, w = x.shape
    for i in prange(h):
        row, to = x[i], out[i]
        most = row[0]
        for j in range(w):
            most = max(most, row[j])
        total = np.float32(0)
        for j in range(w):
            e = np.exp(row[j] - most)
            to[j] = e
            total += e
        for j in range(w):
            to[j] /= total


@parallel
def _layer_norm(x, out):
    h, w = x.shape
    for i in prange(h):
        row, to = x[i], out[i]
        mean, squares = np.float32(0), np.float32(0)
        for j in range(w):
            mean += row[j]
        mean /= np.float32(w)
        for j in range(w):
            squares += (row[j] - mean) * (row[j] - mean)
        scale = np.float32(1) / np.sqrt(squares / np.float32(w) + np.float32(1e-5))
        for j in range(w):
            to[j] = (row[j] - mean) * scale


@by_threads
def _integral_image(x, out):
    h, w = x.shape
    for i in prange(h):
        row, to = x[i], out[i]
        total = np.uint32(0)
        for j in range(w):
            total += row[j]
            to[j] = total
    threads = get_num_threads()
    for t in prange(threads):
        first, last = w * t // threads, w * (t + 1) // threads
        for i in range(1, h):
            for j in range(first, last):
                out[i, j] += out[i - 1, j]


TILE = 512


@parallel
def _common(a, b, out):
    n, m = len(a), len(b)
    # The last row above each tile, and the last column to its left: tiles of an antidiagonal are independent.
    above, left = np.zeros(m + 1, np.uint32), np.zeros(n + 1, np.uint32)
    down, across = (n + TILE - 1) // TILE, (m + TILE - 1) // TILE
    corners = np.zeros((down + 1, across + 1), np.uint32)
    for diagonal in range(down + across - 1):
        top, end = max(0, diagonal - across + 1), min(down, diagonal + 1)
        for p in prange(top, end):
            q = diagonal - p
            row = above[1 + q * TILE : 1 + min(m, (q + 1) * TILE)]
            letters = b[q * TILE : min(m, (q + 1) * TILE)]
            corner = corners[p, q]
            for i in range(p * TILE, min(n, (p + 1) * TILE)):
                before, last, own = corner, left[i + 1], a[i]
                corner = left[i + 1]
                for j in range(len(row)):
                    up = row[j]
                    last = before + np.uint32(1) if letters[j] == own else max(up, last)
                    before = up
                    row[j] = last
                left[i + 1] = last
            corners[p + 1, q + 1] = row[-1]
    out[0] = above[m]


@inlined
def _between(pc, pa, uc, ua, vc, vb, cu, cv, z, hd):
    """A row of the four arrays between the parts of the step, with a column of the other side at each end."""
    w = len(pc)
    for j in range(1, w - 1):
        cu[j + 1] = 0.5 * (pc[j] + pc[j - 1]) * uc[j]
        cv[j + 1] = 0.5 * (pc[j] + pa[j]) * vc[j]
        z[j + 1] = (vc[j] - vc[j - 1] - uc[j] + ua[j]) / (pc[j] + pc[j - 1] + pa[j] + pa[j - 1])
        hd[j + 1] = pc[j] + 0.25 * (uc[j] * uc[j] + uc[j + 1] * uc[j + 1] + vc[j] * vc[j] + vb[j] * vb[j])
    for j in (0, w - 1):
        l, e = (j + w - 1) % w, (j + 1) % w
        cu[j + 1] = 0.5 * (pc[j] + pc[l]) * uc[j]
        cv[j + 1] = 0.5 * (pc[j] + pa[j]) * vc[j]
        z[j + 1] = (vc[j] - vc[l] - uc[j] + ua[j]) / (pc[j] + pc[l] + pa[j] + pa[l])
        hd[j + 1] = pc[j] + 0.25 * (uc[j] * uc[j] + uc[e] * uc[e] + vc[j] * vc[j] + vb[j] * vb[j])
    for own in (cu, cv, z, hd):
        own[0], own[w + 1] = own[w], own[1]


@inlined
def _step(u, v, p, u0, v0, p0, u1, v1, p1, u2, v2, p2, cua, ha, cu, cv, z, h, cvb, zb):
    ratio, smooth = 0.01, 0.001
    for j in range(len(u)):
        k = j + 1
        x = u0[j] + 0.5 * ratio * (zb[k] + z[k]) * (cvb[k] + cvb[k - 1] + cv[k - 1] + cv[k])
        x -= ratio * (h[k] - h[k - 1])
        y = v0[j] - 0.5 * ratio * (z[k + 1] + z[k]) * (cu[k + 1] + cu[k] + cua[k] + cua[k + 1])
        y -= ratio * (h[k] - ha[k])
        q = p0[j] - ratio * (cu[k + 1] - cu[k] + cvb[k] - cv[k])
        u1[j], v1[j], p1[j] = x, y, q
        u2[j] = u[j] + smooth * (x - 2.0 * u[j] + u0[j])
        v2[j] = v[j] + smooth * (y - 2.0 * v[j] + v0[j])
        p2[j] = p[j] + smooth * (q - 2.0 * p[j] + p0[j])


@parallel
def _shallow_water(u, v, p, u0, v0, p0, u1, v1, p1, u2, v2, p2):
    h, w = u.shape
    for strip in prange((h + 31) // 32):
        rows = np.empty((3, 4, w + 2))
        for r in range(strip * 32, min(strip * 32 + 34, h + 2)):
            i, above, own = (r + h - 1) % h, (r + h - 2) % h, rows[r % 3]
            _between(p[i], p[above], u[i], u[above], v[i], v[(i + 1) % h], own[0], own[1], own[2], own[3])
            if r >= strip * 32 + 2:
                i, up, mid = r - 2, rows[(r - 2) % 3], rows[(r - 1) % 3]
                _step(
                    u[i], v[i], p[i], u0[i], v0[i], p0[i], u1[i], v1[i], p1[i], u2[i], v2[i], p2[i],
                    up[0], up[3], mid[0], mid[1], mid[2], mid[3], own[1], own[2],
                )


jacobi = _of(_jacobi)
jacobi_in_place = _of(_jacobi_in_place)
heat = _of(_heat)
nine_points = _of(_nine_points)
blur = _of(_blur)
blur_u16 = _of(_blur_u16)
padded_blur = _of(_padded_blur)
sobel = _of(_sobel)
life = _of(_life)
softmax_rows = _of(_softmax_rows)
layer_norm = _of(_layer_norm)
integral_image = _of(_integral_image)
common = _of(_common)
shallow_water = _of(_shallow_water)
