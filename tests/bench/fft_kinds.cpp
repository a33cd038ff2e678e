// SPDX-License-Identifier: MIT
// Not a test: prints the least time of every kind of transform, as JSON lines, for one backend or several alternating:
//   fft_kinds cpu opencl
// With points in host memory; `cuda-device`: with points in device memory.
#include <complex>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/planning/stopwatch.h"
#ifdef GPUFFT_CUDA
#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/memory.h"
#endif

namespace {

using namespace gpufft;
using Point = std::complex<float>;

struct Kind {
  const char* name;
  FftKind kind;
};
constexpr Kind kKinds[]{{"complex", FftKind::Complex},
                        {"real", FftKind::RealToComplex},
                        {"to-real", FftKind::ComplexToReal},
                        {"dct2", FftKind::DctII},
                        {"dct3", FftKind::DctIII}};

// For any kind: `call` gets a function of floats or of points.
template <typename Transform>
void call(FftKind kind, float* in, float* out, const Transform& transform) {
  auto* const points_in = reinterpret_cast<Point*>(in);
  auto* const points_out = reinterpret_cast<Point*>(out);
  if (kind == FftKind::Complex) return transform(points_in, points_out);
  if (kind == FftKind::RealToComplex) return transform(in, points_out);
  if (kind == FftKind::ComplexToReal) return transform(points_in, out);
  transform(in, out);
}

double host_seconds(const std::string& backend, const FftRequest& request, std::size_t rounds) {
  const auto fft = backend_named(backend).plan_fft(request);
  const std::size_t points = request.batch * request.rows * (request.length + 2);
  std::vector<float> in(2 * points, 0.25F), out(2 * points);
  return least_seconds(rounds, [&] {
    call(request.kind, in.data(), out.data(), [&](auto* from, auto* to) {
      fft->transform(std::span(static_cast<const std::remove_pointer_t<decltype(from)>*>(from), points),
                     std::span(to, points));
    });
  });
}

#ifdef GPUFFT_CUDA
double device_seconds(const FftRequest& request, std::size_t rounds) {
  const auto fft = cuda::plan_device_fft(request);
  const std::size_t floats = 2 * request.batch * request.rows * (request.length + 2);
  const cuda::DeviceMemory<float> in(std::vector<float>(floats, 0.25F)), out(floats);
  const cuda::OwnStream stream;
  const cuda::Event start, end;
  Stopwatch watch;
  for (std::size_t round = 0; round < rounds; ++round) {
    start.record(stream);
    call(request.kind, in.data(), out.data(), [&](auto* from, auto* to) { fft->transform(from, to, stream); });
    end.record(stream);
    end.wait();
    watch.note(cuda::seconds_between(start, end));
  }
  return watch.least();
}
#endif

double seconds(const std::string& backend, const FftRequest& request, std::size_t rounds) {
#ifdef GPUFFT_CUDA
  if (backend == "cuda-device") return device_seconds(request, rounds);
#endif
  return host_seconds(backend, request, rounds);
}

void print(const std::string& backend, const char* kind, const FftRequest& request) {
  const std::size_t rounds = backend == "cuda-device" ? 60 : 25;
  std::printf("{\"backend\": \"%s\", \"kind\": \"%s\", \"length\": %zu, \"rows\": %zu, \"batch\": %zu, \"us\": %.2f}\n",
              backend.c_str(), kind, request.length, request.rows, request.batch,
              1e6 * seconds(backend, request, rounds));
}

}  // namespace

int main(int count, char** arguments) {
  const std::span backends(arguments + 1, arguments + count);
  for (const std::size_t length : {960U, 1021U, 4096U, 65536U}) {
    for (const auto& [name, kind] : kKinds) {
      for (const std::string backend : backends) {
        const std::size_t points = backend == "cuda-device" ? std::size_t{1} << 25 : std::size_t{1} << 17;
        print(backend, name, {.length = length, .batch = points / length, .kind = kind});
      }
    }
  }
  constexpr std::pair<std::size_t, std::size_t> kGrids[]{{512, 512}, {1000, 1024}, {2039, 256}, {16384, 64}};
  for (const auto& [rows, length] : kGrids) {
    for (const std::string backend : backends) {
      const std::size_t batch = backend == "cuda-device" ? 8 : 1;
      print(backend, "grid", {.length = length, .batch = batch, .rows = rows});
    }
  }
}
