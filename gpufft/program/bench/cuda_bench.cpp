// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cuda_bench.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/device_spectrum.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/program/bench/contest.h"
#ifdef GPUFFT_PEER_CUFFT
#include "gpufft/program/bench/cufft_peer.h"
#include "gpufft/program/bench/cufft_pipeline.h"
#endif

namespace gpufft::program {
namespace {

using cuda::DeviceMemory;

constexpr std::size_t kPointsPerCall = std::size_t{1} << 27;

// Random floats or bytes, one block repeated: random data needs more power than constant data.
template <typename T>
void fill(const DeviceMemory<T>& memory) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::mt19937 generator(1);
  std::vector<T> block(std::min(kBlock, memory.size()));
  for (T& value : block) {
    if constexpr (std::is_same_v<T, float>)
      value = std::uniform_real_distribution<float>(-1, 1)(generator);
    else
      value = static_cast<T>(generator());
  }
  for (std::size_t at = 0; at < memory.size(); at += block.size()) {
    const std::size_t count = std::min(block.size(), memory.size() - at);
    cuda::check(cudaMemcpy(memory.data() + at, block.data(), count * sizeof(T), cudaMemcpyHostToDevice), "test data");
  }
}

class CudaBench {
 public:
  CudaBench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report)
      : request_(request), report_(report) {}

  void fft(std::size_t length) {
    const std::size_t batch = batch_of(length);
    const DeviceMemory<float> in(2 * length * batch), out(2 * length * batch);
    fill(in);
    const auto ours = cuda::plan_device_fft({.length = length, .batch = batch});
    std::vector<Contender> contenders{[&] {
      ours->transform(reinterpret_cast<const std::complex<float>*>(in.data()),
                      reinterpret_cast<std::complex<float>*>(out.data()), stream_);
    }};
    std::vector<std::string> names;
    contenders.emplace_back([&] {
      cuda::check(cudaMemcpyAsync(out.data(), in.data(), in.bytes(), cudaMemcpyDeviceToDevice, stream_), "a copy");
    });
    names.emplace_back("copy");
#ifdef GPUFFT_PEER_CUFFT
    CufftPlan theirs(length, batch, stream_);
    contenders.emplace_back([&] { theirs.execute(in.data(), out.data()); });
    names.emplace_back("cufft");
#endif
    report(length, batch, 0, names, timed(contenders), billions_of_operations(length, batch), "GFLOPS");
  }

  void spectrum(std::size_t bins, bool extremes) {
    const std::size_t frames = request_.frames_per_row;
    const std::size_t rows = std::max<std::size_t>(1, kPointsPerCall / bins / frames), all = rows * frames;
    const DeviceMemory<std::uint8_t> iq(2 * bins * all);
    fill(iq);
    const DeviceMemory<float> levels(3 * rows * bins);
    const cuda::RowsShape shape{frames, rows, extremes};
    const auto ours = cuda::plan_device_spectrum({.bins = bins, .hop = bins}, shape);
    const auto* const samples = reinterpret_cast<const std::byte*>(iq.data());
    std::vector<Contender> contenders{[&] { ours->run(samples, nullptr, shape, levels.data(), stream_); }};
    std::vector<std::string> names;
#ifdef GPUFFT_PEER_CUFFT
    std::vector<float> points;
    for (const double point : window_points({}, bins)) points.push_back(static_cast<float>(point));
    const DeviceMemory<float> window(points), converted(2 * bins * all), transformed(2 * bins * all);
    const DeviceMemory<std::uint8_t> bytes(rows * bins);
    CufftPlan plan(bins, all, stream_);
    contenders.emplace_back([&] {
      convert_samples(iq.data(), window.data(), bins, all, converted.data(), stream_);
      plan.execute(converted.data(), transformed.data());
      points_to_levels(transformed.data(), bins, frames, rows, bytes.data(), stream_);
    });
    names.emplace_back("cufft-pipeline");
#endif
    report(bins, all, frames, names, timed(contenders), 1e-6 * static_cast<double>(bins * all), "Msamples/s");
  }

  // By the host's clock, as the call returns when the row is complete. All frames of a call make one row.
  void stream(std::size_t bins) {
    constexpr std::size_t kBytes = std::size_t{256} << 20;
    const cuda::PinnedMemory<std::byte> iq(kBytes);
    std::mt19937 generator(1);
    std::ranges::generate(iq.values(), [&] { return static_cast<std::byte>(generator()); });
    const DeviceMemory<std::byte> there(kBytes);
    const auto ours = backend_named("cuda").plan_spectrum({.bins = bins, .hop = bins});
    PowerRow row;
    row.clear(bins);
    const std::vector<Contender> contenders{
        [&] { ours->accumulate(iq.values(), kBytes / 2 / bins, row); },
        [&] { cuda::check(cudaMemcpy(there.data(), iq.data(), kBytes, cudaMemcpyHostToDevice), "a copy"); }};
    const auto seconds =
        time_in_turns(contenders, request_.rounds, [](const Contender& contender) { return seconds_of(contender); });
    report(bins, kBytes / 2 / bins, kBytes / 2 / bins, {"pinned-copy"}, seconds, 1e-6 * static_cast<double>(kBytes / 2),
           "Msamples/s");
  }

 private:
  std::size_t batch_of(std::size_t length) const {
    return request_.batch != 0 ? request_.batch : std::max<std::size_t>(1, kPointsPerCall / length);
  }

  std::vector<Stopwatch> timed(const std::vector<Contender>& contenders) {
    const cuda::Event start, end;
    const auto time = [&](const Contender& contender) {
      start.record(stream_);
      contender();
      end.record(stream_);
      end.wait();
      return cuda::seconds_between(start, end);
    };
    time_in_turns(contenders, 1, time);  // the first loads code and tables
    return time_in_turns(contenders, request_.rounds, time);
  }

  void report(std::size_t n, std::size_t batch, std::size_t frames, const std::vector<std::string>& names,
              const std::vector<Stopwatch>& seconds, double work, const std::string& unit) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (request_.peer && names[i] != *request_.peer) continue;
      report_({request_.bench, "cuda", cuda::device_facts().name, n, batch, frames, names[i],
               work / seconds[0].median(), work / seconds[i + 1].median(), unit});
    }
  }

  const BenchRequest& request_;
  const std::function<void(const BenchResult&)>& report_;
  cuda::OwnStream stream_;
};

}  // namespace

void run_cuda_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report) {
  if (const auto reason = backend_named("cuda").why_unavailable())
    throw PlanError("backend cuda is not available: " + *reason);
  CudaBench bench(request, report);
  for (const std::size_t length : request.lengths) {
    if (request.bench == "fft")
      bench.fft(length);
    else if (request.bench == "stream")
      bench.stream(length);
    else
      bench.spectrum(length, request.bench == "spectrum-power");
  }
}

}  // namespace gpufft::program
