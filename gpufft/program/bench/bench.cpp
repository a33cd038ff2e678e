// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/bench.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"
#include "gpufft/levels.h"
#include "gpufft/program/bench/contest.h"
#include "gpufft/program/bench/peer.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

constexpr std::size_t kPointsInCache = 1 << 14;
constexpr std::size_t kStreamSamples = 1 << 20;  // of the input, which is repeated

std::vector<std::unique_ptr<Peer>> wanted_peers(const BenchRequest& request) {
  auto found = peers(request.planning_seconds);
  std::string names;
  for (const auto& peer : found) names += (names.empty() ? "" : ", ") + peer->name();
  std::erase_if(found, [&](const auto& peer) { return request.peer && peer->name() != *request.peer; });
  if (!found.empty()) return found;
  throw PlanError("peer \"" + *request.peer + "\" is not in this build; it has: " + names);
}

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 generator(1);
  std::vector<std::byte> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::byte>(generator());
  return bytes;
}

// The fastest of several ways to do the same.
std::size_t fastest(std::span<const Contender> ways) {
  const auto seconds = median_seconds(ways, 5);
  return static_cast<std::size_t>(std::ranges::min_element(seconds) - seconds.begin());
}

// Rows of a stream, one after the other, from bytes to levels.
class Rows {
 public:
  Rows(std::size_t bins, std::size_t frames)
      : bins_(bins), frames_(frames), iq_(random_bytes(2 * std::max(kStreamSamples, bins * frames))), levels_(bins) {}

  void next(Spectrum& spectrum) {
    spectrum.accumulate(next_bytes(), frames_, row_);
    make_levels();
  }
  void next(PeerRows& rows) {
    rows.accumulate(next_bytes(), frames_, row_);
    if (rows.wants_levels()) make_levels();
  }

 private:
  std::span<const std::byte> next_bytes() {
    const std::size_t bytes = 2 * bins_ * frames_;
    at_ = at_ + 2 * bytes <= iq_.size() ? at_ + bytes : 0;
    row_.clear(bins_);
    return std::span<const std::byte>(iq_).subspan(at_, bytes);
  }

  void make_levels() { to_levels(row_.sum, {1 / static_cast<float>(frames_), 2, 240}, levels_); }

  std::size_t bins_, frames_, at_ = 0;
  std::vector<std::byte> iq_;
  std::vector<std::uint8_t> levels_;
  PowerRow row_;
};

// Zeros, aligned like the peers' memory.
class AlignedPoints {
 public:
  explicit AlignedPoints(std::size_t count) : floats_(2 * count), count_(count) {}
  std::span<std::complex<float>> points() { return {reinterpret_cast<std::complex<float>*>(floats_.data()), count_}; }
  std::span<float> reals() { return {floats_.data(), 2 * count_}; }

 private:
  AlignedFloats floats_;
  std::size_t count_;
};

void transform(Fft& fft, FftKind kind, AlignedPoints& in, AlignedPoints& out) {
  switch (kind) {
    case FftKind::Complex:
      return fft.transform(in.points(), out.points());
    case FftKind::RealToComplex:
      return fft.transform(in.reals(), out.points());
    case FftKind::ComplexToReal:
      return fft.transform(in.points(), out.reals());
    case FftKind::DctII:
    case FftKind::DctIII:
      return fft.transform(in.reals(), out.reals());
  }
}

// What a contender is compared with.
struct Compared {
  std::string peer;
  std::size_t batch;
};

class Bench {
 public:
  Bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report)
      : request_(request), report_(report), peers_(wanted_peers(request)), choice_(choose_backend(request.backend)) {
    const auto* const cpu = dynamic_cast<const cpu::CpuBackend*>(choice_.backend);
    target_ = cpu == nullptr ? "" : cpu->target().name;
  }

  void spectrum(std::size_t bins) {
    const std::size_t frames = request_.frames_per_row;
    Rows rows(bins, frames);
    const auto spectrum = choice_.backend->plan_spectrum({.bins = bins, .hop = bins});
    std::vector<Contender> contenders{[&] { rows.next(*spectrum); }};
    std::vector<std::vector<std::unique_ptr<PeerRows>>> kept;
    std::vector<Compared> compared;
    for (const auto& peer : peers_) {
      auto& rivals = kept.emplace_back(peer->rows(bins, frames));
      std::vector<Contender> ways;
      for (const auto& rival : rivals) ways.emplace_back([&rows, rival = rival.get()] { rows.next(*rival); });
      if (ways.empty()) continue;
      const std::size_t best = fastest(ways);
      compared.push_back({peer->name(), rivals[best]->batch()});
      contenders.push_back(ways[best]);
    }
    run(contenders, compared, bins, static_cast<double>(bins * frames) * 1e-6, "Msamples/s");
  }

  void fft(std::size_t length) {
    compare({.length = length}, billions_of_operations(length, 1),
            [](const Peer& peer, const FftRequest& wanted) { return peer.plans(wanted.length, wanted.batch); });
  }

  // Half of the operations of a complex transform are counted for one of real points.
  void other(const OtherTransform& transform, std::size_t length) {
    const std::size_t rows = transform.is_square ? length : 1;
    const double share = transform.kind == FftKind::Complex ? 1 : 0.5;
    compare({.length = length, .kind = transform.kind, .rows = rows}, share * billions_of_operations(length * rows, 1),
            [](const Peer& peer, const FftRequest& wanted) { return peer.other_plans(wanted); });
  }

 private:
  void compare(FftRequest wanted, double work, const auto& plans_of) {
    const std::size_t points = wanted.length * wanted.rows;
    wanted.batch = request_.batch != 0 ? request_.batch : std::max<std::size_t>(1, kPointsInCache / points);
    const auto fft = choice_.backend->plan_fft(wanted);
    AlignedPoints in((points + 1) * wanted.batch), out((points + 1) * wanted.batch);
    std::vector<Contender> contenders{[&] { transform(*fft, wanted.kind, in, out); }};
    std::vector<std::vector<std::unique_ptr<PeerPlan>>> kept;
    std::vector<Compared> compared;
    for (const auto& peer : peers_) {
      auto& plans = kept.emplace_back(plans_of(*peer, wanted));
      std::vector<Contender> ways;
      for (const auto& plan : plans) ways.emplace_back([plan = plan.get()] { plan->execute(); });
      if (ways.empty()) continue;
      compared.push_back({peer->name(), wanted.batch});
      contenders.push_back(ways[fastest(ways)]);
    }
    run(contenders, compared, wanted.length, work * static_cast<double>(wanted.batch), "GFLOPS");
  }

  void run(std::span<const Contender> contenders, const std::vector<Compared>& compared, std::size_t length,
           double work, const std::string& unit) {
    if (compared.empty()) throw PlanError("no peer of this build can do " + std::to_string(length) + " points");
    const auto seconds = median_seconds(contenders, request_.rounds);
    const std::size_t frames = request_.bench == "spectrum" ? request_.frames_per_row : 0;
    for (std::size_t i = 0; i < compared.size(); ++i) {
      report_({request_.bench, std::string(choice_.backend->name()), target_, length, compared[i].batch, frames,
               compared[i].peer, work / seconds[0], work / seconds[i + 1], unit});
    }
  }

  const BenchRequest& request_;
  const std::function<void(const BenchResult&)>& report_;
  std::vector<std::unique_ptr<Peer>> peers_;
  Choice choice_;
  std::string target_;
};

}  // namespace

void run_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report) {
  Bench bench(request, report);
  const auto* const other = std::ranges::find(kOtherTransforms, request.bench, &OtherTransform::bench);
  for (const std::size_t length : request.lengths) {
    if (other != kOtherTransforms.end())
      bench.other(*other, length);
    else if (request.bench == "spectrum")
      bench.spectrum(length);
    else
      bench.fft(length);
  }
}

}  // namespace gpufft::program
