// The formulas of peers.py as one writes them in C, over all threads of OpenMP.

#include <math.h>
#include <stddef.h>

#define EACH _Pragma("omp parallel for simd schedule(static)") for (size_t i = 0; i < n; i++)

void softplus(size_t n, const float *x, float *restrict y) {
    EACH y[i] = logf(1.0f + expf(x[i]));
}

void gelu(size_t n, const float *x, float *restrict y) {
    EACH y[i] = 0.5f * x[i] * (1.0f + tanhf(0.7978846f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

void softmax(size_t n, const double *x, double *restrict y) {
    double most = -INFINITY, sum = 0.0;
    _Pragma("omp parallel for simd schedule(static) reduction(max : most)")
    for (size_t i = 0; i < n; i++) most = x[i] > most ? x[i] : most;
    _Pragma("omp parallel for simd schedule(static) reduction(+ : sum)")
    for (size_t i = 0; i < n; i++) {
        y[i] = exp(x[i] - most);
        sum += y[i];
    }
    EACH y[i] /= sum;
}

void waves(size_t n, const double *x, double *restrict y) {
    EACH y[i] = sin(x[i]) * cos(0.5 * x[i]) + exp(-x[i] * x[i]);
}

void logistic(size_t n, const double *x, double *restrict y) {
    EACH y[i] = 3.0 / (1.0 + exp(-1.5 * (x[i] - 2.0)));
}

void powers(size_t n, const double *x, double *restrict y) {
    EACH y[i] = pow(x[i], 1.7);
}

void gravity(size_t n, const double *x, const double *y, const double *z, double *restrict out) {
    EACH {
        double square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + 1e-6;
        out[i] = 1.0 / (square * sqrt(square));
    }
}

void box_muller(size_t n, const double *u, const double *v, double *restrict first,
                double *restrict second) {
    EACH {
        double radius = sqrt(-2.0 * log(u[i])), angle = 6.283185307179586 * v[i];
        first[i] = radius * cos(angle);
        second[i] = radius * sin(angle);
    }
}

static inline double cumulative(double x) {
    double t = 1.0 / (1.0 + 0.2316419 * fabs(x));
    double polynomial =
        t * (0.31938153 +
             t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = exp(-0.5 * x * x) * 0.3989422804014327 * polynomial;
    return x > 0.0 ? 1.0 - tail : tail;
}

void black_scholes(size_t n, const double *spot, const double *strike, const double *years,
                   double *restrict calls, double *restrict puts) {
    EACH {
        double spread = 0.3 * sqrt(years[i]);
        double d1 = (log(spot[i] / strike[i]) + (0.02 + 0.5 * 0.3 * 0.3) * years[i]) / spread;
        double present = strike[i] * exp(-0.02 * years[i]);
        double call = spot[i] * cumulative(d1) - present * cumulative(d1 - spread);
        calls[i] = call;
        puts[i] = call + present - spot[i];
    }
}
