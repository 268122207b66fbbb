/* A user of the library: 0 where everything is as it should be. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

double fusus_normalize(double *xs, size_t len);
int32_t fusus_gathered(const double *data, size_t len, const size_t *indices, size_t count, double *sum);

int main(void) {
    size_t len = 300000; /* enough for several threads */
    double *xs = malloc(len * sizeof *xs);
    if (xs == NULL) return 1;
    for (size_t i = 0; i < len; i++) xs[i] = 2.0;
    if (fusus_normalize(xs, len) != 600000.0) return 2;
    for (size_t i = 0; i < len; i++)
        if (xs[i] != 2.0 / 600000.0) return 3;
    free(xs);

    double data[3] = {1.0, 10.0, 100.0}, sum = 0.0;
    size_t good[4] = {2, 0, 2, 1}, bad[1] = {3};
    if (fusus_gathered(data, 3, good, 4, &sum) != 0 || sum != 211.0) return 4;
    if (fusus_gathered(data, 3, bad, 1, &sum) != 1 || sum != 211.0) return 5;
    return 0;
}
