// The operations of `examples/ocl_bench` by CUB, which CUDA's toolkit brings, and by plain kernels.
//
//     nvcc -O3 -std=c++17 --extended-lambda benches/peers/gpu.cu -o target/gpu_cub
//     target/gpu_cub [LOG2_OF_ELEMENTS]
//
// Prints a line for each operation: its name, and the least milliseconds of five runs by the device's
// clock. Memory for results and for CUB's own use is allocated once, outside the times.

#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>

#include <cfloat>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t code = (call);                                                        \
        if (code != cudaSuccess) {                                                        \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(code));            \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (0)

struct Positive {
    __host__ __device__ bool operator()(int x) const { return x > 0; }
};

struct AddTen {
    __host__ __device__ unsigned operator()(int x) const { return unsigned(x) + 10u; }
};

__global__ void fill(int *xs, float *fs, float *gs, long n) {
    for (long i = blockIdx.x * long(blockDim.x) + threadIdx.x; i < n; i += long(gridDim.x) * blockDim.x) {
        unsigned long z = (i + 1) * 0x9E3779B97F4A7C15ul;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ul;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBul;
        xs[i] = int(z >> 32);
        fs[i] = float(xs[i] >> 8) / 256.0f;
        gs[n - 1 - i] = fs[i];
    }
}

__global__ void twice(const float4 *xs, float4 *ys, long n) {
    long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
    if (i < n) {
        float4 x = xs[i];
        ys[i] = make_float4(2 * x.x + 1, 2 * x.y + 1, 2 * x.z + 1, 2 * x.w + 1);
    }
}

__global__ void saxpy(const float4 *xs, const float4 *ys, float4 *zs, long n) {
    long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
    if (i < n) {
        float4 x = xs[i], y = ys[i];
        zs[i] = make_float4(1.5f * x.x + y.x, 1.5f * x.y + y.y, 1.5f * x.z + y.z, 1.5f * x.w + y.w);
    }
}

template <typename Run>
void measure(const char *name, Run run) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    run();
    float least = FLT_MAX;
    for (int round = 0; round < 5; round++) {
        CHECK(cudaEventRecord(start));
        run();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float took;
        CHECK(cudaEventElapsedTime(&took, start, end));
        least = took < least ? took : least;
    }
    CHECK(cudaGetLastError());
    std::printf("%s: %.4f\n", name, least);
}

// CUB asks for the size of its memory in a first call and works in the second.
template <typename Call>
void with_memory(const char *name, Call call) {
    void *memory = nullptr;
    size_t bytes = 0;
    CHECK(call(memory, bytes));
    CHECK(cudaMalloc(&memory, bytes));
    measure(name, [&] { CHECK(call(memory, bytes)); });
    CHECK(cudaFree(memory));
}

int main(int count, char **arguments) {
    int log2 = count > 1 ? std::atoi(arguments[1]) : 26;
    long n = 1l << log2;
    int *xs, *ints, *selected;
    float *fs, *gs, *floats;
    CHECK(cudaMalloc(&xs, n * 4));
    CHECK(cudaMalloc(&ints, n * 4));
    CHECK(cudaMalloc(&fs, n * 4));
    CHECK(cudaMalloc(&gs, n * 4));
    CHECK(cudaMalloc(&floats, n * 4));
    CHECK(cudaMalloc(&selected, 8));
    fill<<<4096, 256>>>(xs, fs, gs, n);
    CHECK(cudaDeviceSynchronize());

    unsigned blocks = unsigned((n / 4 + 255) / 256);
    auto sum = reinterpret_cast<unsigned *>(selected);
    auto tens = thrust::make_transform_iterator(xs, AddTen());
    measure("copy", [&] { CHECK(cudaMemcpyAsync(ints, xs, n * 4, cudaMemcpyDeviceToDevice)); });
    measure("map", [&] { twice<<<blocks, 256>>>((float4 *)fs, (float4 *)floats, n / 4); });
    measure("map of two", [&] { saxpy<<<blocks, 256>>>((float4 *)fs, (float4 *)gs, (float4 *)floats, n / 4); });
    with_memory("fold", [&](void *memory, size_t &bytes) {
        return cub::DeviceReduce::Sum(memory, bytes, (unsigned *)xs, sum, n);
    });
    with_memory("scan", [&](void *memory, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, (unsigned *)xs, (unsigned *)ints, n);
    });
    with_memory("filter", [&](void *memory, size_t &bytes) {
        return cub::DeviceSelect::If(memory, bytes, xs, ints, selected, n, Positive());
    });
    with_memory("simple scanomap", [&](void *memory, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, tens, (unsigned *)ints, n);
    });
    return 0;
}
