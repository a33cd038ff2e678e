// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/hybrid_bench.h"

#include <algorithm>
#include <array>
#include <random>

#include "gpufft/program/bench/contest.h"
#ifdef GPUFFT_CUDA
#include "gpufft/cuda/memory.h"
#endif

namespace gpufft::program {
namespace {

constexpr std::size_t kSamplesPerCall = std::size_t{1} << 25, kPointsPerCall = std::size_t{1} << 22;

#ifdef GPUFFT_CUDA
using HostMemory = cuda::PinnedMemory<std::byte>;
#else
class HostMemory {
 public:
  explicit HostMemory(std::size_t count) : bytes_(count) {}
  std::span<std::byte> values() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};
#endif

class HybridBench {
 public:
  HybridBench(const BenchRequest& request, unsigned threads, const std::function<void(const BenchResult&)>& report)
      : request_(request), threads_(threads), report_(report) {
    constexpr std::string_view kHybrid = "hybrid:";
    if (!request.backend.starts_with(kHybrid))
      throw PlanError("name the accelerator as well, for instance --backend hybrid:cuda");
    const std::string rest = request.backend.substr(kHybrid.size());
    names_ = {request.backend, std::string(processor_backend().name()), rest.substr(0, rest.find(','))};
    for (const std::string& name : names_) backends_.push_back(choose_backend(name).backend);
  }

  void spectrum(std::size_t bins) {
    const std::size_t frames = request_.batch != 0 ? request_.batch : std::max<std::size_t>(8, kSamplesPerCall / bins);
    HostMemory iq(2 * bins * frames);
    std::mt19937 generator(1);
    std::ranges::generate(iq.values(), [&] { return static_cast<std::byte>(generator()); });
    std::vector<std::unique_ptr<Spectrum>> plans;
    for (const Backend* const backend : backends_)
      plans.push_back(backend->plan_spectrum({.bins = bins, .hop = bins, .threads = threads_}));
    PowerRow row;
    std::vector<Contender> contenders;
    for (const auto& plan : plans)
      contenders.emplace_back([&, plan = plan.get()] {
        row.clear(bins);
        plan->accumulate(iq.values(), frames, row);
      });
    run(contenders, bins, frames, 1e-6 * static_cast<double>(bins * frames), "Msamples/s");
  }

  void fft(std::size_t length) {
    const std::size_t batch = request_.batch != 0 ? request_.batch : std::max<std::size_t>(32, kPointsPerCall / length);
    HostMemory in(8 * length * batch), out(8 * length * batch);
    const std::span points(reinterpret_cast<std::complex<float>*>(in.values().data()), length * batch);
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> level(-1, 1);
    for (auto& point : points) point = {level(generator), level(generator)};
    const std::span bins(reinterpret_cast<std::complex<float>*>(out.values().data()), length * batch);
    std::vector<std::unique_ptr<Fft>> plans;
    for (const Backend* const backend : backends_)
      plans.push_back(backend->plan_fft({.length = length, .batch = batch, .threads = threads_}));
    std::vector<Contender> contenders;
    for (const auto& plan : plans) contenders.emplace_back([&, plan = plan.get()] { plan->transform(points, bins); });
    run(contenders, length, batch, billions_of_operations(length, batch), "GFLOPS");
  }

 private:
  void run(const std::vector<Contender>& contenders, std::size_t n, std::size_t batch, double work,
           const std::string& unit) {
    constexpr double kUntilBalanced = 1;  // second
    const WallClock clock;
    for (const double end = clock() + kUntilBalanced; clock() < end;) contenders.front()();
    const auto seconds = contest(contenders, request_.rounds, 0.01, clock);
    for (std::size_t i = 1; i < names_.size(); ++i)
      report_({request_.bench, names_.front(), std::to_string(threads_) + " threads", n, batch, batch, names_[i],
               work / seconds.front().median(), work / seconds[i].median(), unit});
  }

  const BenchRequest& request_;
  unsigned threads_;
  const std::function<void(const BenchResult&)>& report_;
  std::vector<std::string> names_;
  std::vector<const Backend*> backends_;
};

}  // namespace

void run_hybrid_bench(const BenchRequest& request, unsigned threads,
                      const std::function<void(const BenchResult&)>& report) {
  HybridBench bench(request, threads, report);
  for (const std::size_t length : request.lengths) {
    if (request.bench == "fft")
      bench.fft(length);
    else if (request.bench == "spectrum")
      bench.spectrum(length);
    else
      throw PlanError("hybrid is measured by the benches fft and spectrum");
  }
}

}  // namespace gpufft::program
