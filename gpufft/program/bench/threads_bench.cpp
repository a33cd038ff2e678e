// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/threads_bench.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"
#include "gpufft/program/bench/contest.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

// The points of a batch fit the second cache of a core; samples are a stream.
constexpr std::size_t kPoints = 1 << 16, kSamples = 1 << 20;

// The same work by one thread and by several.
struct Pair {
  std::function<void()> one, several;
  std::size_t batch;
  double work;  // per call, in 10^9 operations or 10^6 samples
};

class TransformBatch {
 public:
  TransformBatch(const Backend& backend, const ThreadsRequest& request, std::size_t length)
      : batch_(request.batch != 0 ? request.batch : std::max<std::size_t>(request.threads, kPoints / length)),
        in_(2 * length * batch_),
        out_(2 * length * batch_),
        points_(length * batch_),
        one_(backend.plan_fft({.length = length, .batch = batch_})),
        several_(backend.plan_fft({.length = length, .batch = batch_, .threads = request.threads})) {}

  Pair pair() {
    return {[this] { transform(*one_); }, [this] { transform(*several_); }, batch_,
            billions_of_operations(points_ / batch_, batch_)};
  }

 private:
  void transform(Fft& fft) {
    fft.transform({reinterpret_cast<std::complex<float>*>(in_.data()), points_},
                  {reinterpret_cast<std::complex<float>*>(out_.data()), points_});
  }

  std::size_t batch_;
  AlignedFloats in_, out_;
  std::size_t points_;
  std::unique_ptr<Fft> one_, several_;
};

class FrameBatch {
 public:
  FrameBatch(const Backend& backend, const ThreadsRequest& request, std::size_t bins)
      : frames_(request.batch != 0 ? request.batch : std::max<std::size_t>(4 * request.threads, kSamples / bins)),
        iq_(2 * bins * frames_),
        bins_(bins),
        one_(backend.plan_spectrum({.bins = bins, .hop = bins})),
        several_(backend.plan_spectrum({.bins = bins, .hop = bins, .threads = request.threads})) {
    for (std::size_t i = 0; i < iq_.size(); ++i) iq_[i] = static_cast<std::byte>(i * i >> 3);
  }

  Pair pair() {
    return {[this] { accumulate(*one_); }, [this] { accumulate(*several_); }, frames_,
            1e-6 * static_cast<double>(bins_ * frames_)};
  }

 private:
  void accumulate(Spectrum& spectrum) {
    row_.clear(bins_);
    spectrum.accumulate(iq_, frames_, row_);
  }

  std::size_t frames_;
  std::vector<std::byte> iq_;
  std::size_t bins_;
  PowerRow row_;
  std::unique_ptr<Spectrum> one_, several_;
};

}  // namespace

void run_threads_bench(const ThreadsRequest& request, const std::function<void(const ThreadsResult&)>& report) {
  const auto* const cpu = dynamic_cast<const cpu::CpuBackend*>(choose_backend(request.backend).backend);
  if (cpu == nullptr) throw PlanError("threads need the processor: use --backend cpu or cpu:TARGET");
  for (const std::size_t n : request.lengths) {
    const auto measured = [&](Pair pair, const std::string& unit) {
      // Shorter turns are more often undisturbed.
      const Contender contenders[]{pair.one, pair.several};
      const auto seconds = contest(contenders, request.rounds, 0.001, WallClock());
      report({request.bench, std::string(cpu->target().name), n, pair.batch, request.threads,
              pair.work / seconds[0].median(), pair.work / seconds[1].median(), unit,
              seconds[0].median() / seconds[1].median(), seconds[0].tenth() / seconds[1].tenth()});
    };
    if (request.bench == "spectrum") {
      measured(FrameBatch(*cpu, request, n).pair(), "Msamples/s");
    } else {
      measured(TransformBatch(*cpu, request, n).pair(), "GFLOPS");
    }
  }
}

}  // namespace gpufft::program
