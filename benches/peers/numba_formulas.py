"""The formulas of race.py as one writes them for numba."""

from math import cos, exp, fabs, inf, log, pow, sin, sqrt, tanh

from numba import njit, prange

parallel = njit(parallel=True, fastmath=True, cache=True)


@parallel
def softplus(x, y):
    for i in prange(len(x)):
        y[i] = log(type_one(x) + exp(x[i]))


@njit
def type_one(x):
    return x.dtype.type(1)


@parallel
def gelu(x, y):
    half, one = x.dtype.type(0.5), x.dtype.type(1)
    a, b = x.dtype.type(0.7978846), x.dtype.type(0.044715)
    for i in prange(len(x)):
        y[i] = half * x[i] * (one + tanh(a * (x[i] + b * x[i] * x[i] * x[i])))


@parallel
def softmax(x, y):
    most = -inf
    for i in prange(len(x)):
        most = max(most, x[i])
    total = 0.0
    for i in prange(len(x)):
        y[i] = exp(x[i] - most)
        total += y[i]
    for i in prange(len(x)):
        y[i] /= total


@parallel
def waves(x, y):
    for i in prange(len(x)):
        y[i] = sin(x[i]) * cos(0.5 * x[i]) + exp(-x[i] * x[i])


@parallel
def logistic(t, y):
    for i in prange(len(t)):
        y[i] = 3.0 / (1.0 + exp(-1.5 * (t[i] - 2.0)))


@parallel
def powers(x, y):
    for i in prange(len(x)):
        y[i] = pow(x[i], 1.7)


@parallel
def gravity(x, y, z, out):
    for i in prange(len(x)):
        square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + 1e-6
        out[i] = 1.0 / (square * sqrt(square))


@parallel
def box_muller(u, v, first, second):
    for i in prange(len(u)):
        radius, angle = sqrt(-2.0 * log(u[i])), 6.283185307179586 * v[i]
        first[i] = radius * cos(angle)
        second[i] = radius * sin(angle)


@njit(fastmath=True)
def cumulative(x):
    t = 1.0 / (1.0 + 0.2316419 * fabs(x))
    series = t * (
        0.31938153
        + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    tail = exp(-0.5 * x * x) * 0.3989422804014327 * series
    return 1.0 - tail if x > 0.0 else tail


@parallel
def black_scholes(spot, strike, years, calls, puts):
    for i in prange(len(spot)):
        spread = 0.3 * sqrt(years[i])
        d1 = (log(spot[i] / strike[i]) + (0.02 + 0.5 * 0.3 * 0.3) * years[i]) / spread
        present = strike[i] * exp(-0.02 * years[i])
        call = spot[i] * cumulative(d1) - present * cumulative(d1 - spread)
        calls[i] = call
        puts[i] = call + present - spot[i]
