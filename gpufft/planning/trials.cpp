// SPDX-License-Identifier: MIT
#include "gpufft/planning/trials.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <random>
#include <thread>

#include "gpufft/planning/stopwatch.h"

namespace gpufft {
namespace {

using Clock = std::chrono::steady_clock;

// More data than a few caches hold adds no information and takes longer.
constexpr std::size_t kMostSamples = std::size_t{1} << 18;

void put(SampleFormat format, std::mt19937& random, std::span<std::byte> sample) {
  if (format == SampleFormat::Cf32) {  // any bits would do for the others
    for (std::size_t part = 0; part < 2; ++part) {
      const float level = static_cast<float>(random()) * 0x1p-31F - 1;
      const auto bytes = std::bit_cast<std::array<std::byte, sizeof level>>(level);
      std::ranges::copy(bytes, sample.begin() + static_cast<std::ptrdiff_t>(part * sizeof level));
    }
    return;
  }
  for (std::byte& byte : sample) byte = static_cast<std::byte>(random());
}

// A row of noise that every candidate has to transform.
class Rehearsal {
 public:
  Rehearsal(const SpectrumRequest& request, std::size_t frames)
      : bins_(request.bins), frames_(std::clamp<std::size_t>(kMostSamples / request.hop, 1, frames)) {
    const std::size_t sample = bytes_per_sample(request.format);
    iq_.resize(((frames_ - 1) * request.hop + bins_) * sample);
    std::mt19937 random(1);
    for (std::size_t at = 0; at < iq_.size(); at += sample)
      put(request.format, random, std::span(iq_).subspan(at, sample));
  }

  // The least of several rows; the first frame alone if that uses up the time.
  Trial::Time frame_of(Spectrum& spectrum, Clock::time_point end) {
    const double first = seconds_of([&] { make_row(spectrum, 1); });
    Stopwatch rows;
    while (Clock::now() < end) rows.note(seconds_of([&] { make_row(spectrum, frames_); }));
    return Trial::Time(rows.rounds() == 0 ? first : rows.least() / static_cast<double>(frames_));
  }

 private:
  void make_row(Spectrum& spectrum, std::size_t frames) {
    row_.clear(bins_);
    spectrum.accumulate(iq_, frames, row_);
  }

  std::size_t bins_, frames_;
  std::vector<std::byte> iq_;
  PowerRow row_;
};

bool gets_ready(Spectrum& spectrum, Clock::time_point end) {
  while (!spectrum.ready()) {
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Trial try_one(const SpectrumRequest& request, const Candidate& candidate, std::optional<Rehearsal>& rehearsal,
              const TrialOptions& options, std::chrono::microseconds share) {
  Trial trial{.candidate = candidate};
  try {
    if (const auto reason = candidate.backend->why_unavailable()) {
      trial.trouble = *reason;
      return trial;
    }
    std::unique_ptr<Spectrum> spectrum = candidate.backend->plan_spectrum(request);
    if (!rehearsal) rehearsal.emplace(request, options.frames);  // a request that some backend supports
    trial.late = !gets_ready(*spectrum, Clock::now() + share + options.patience);
    if (trial.late) {
      trial.trouble = "gets ready, and is tried at work then";
      trial.plan = std::move(spectrum);
    } else {
      trial.frame = rehearsal->frame_of(*spectrum, Clock::now() + share);
    }
  } catch (const PlanError& error) {
    trial.trouble = error.what();
  } catch (const DeviceError& error) {
    trial.trouble = error.what();
  }
  return trial;
}

}  // namespace

std::vector<Candidate> auto_candidates(std::span<const Backend* const> among) {
  std::vector<Candidate> candidates;
  std::size_t processor = 0;
  for (const Backend* backend : among) {
    processor = candidates.size();
    for (const std::string& device : backend->auto_devices()) {
      const std::string name(backend->name());
      candidates.push_back(device.empty() ? Candidate{name, backend}
                                          : Candidate{name + ':' + device, &backend->on(device)});
    }
  }
  const auto last = candidates.begin() + static_cast<std::ptrdiff_t>(processor);
  if (last != candidates.end()) std::rotate(candidates.begin(), last, last + 1);
  return candidates;
}

std::vector<Trial> try_candidates(const SpectrumRequest& request, std::span<const Candidate> candidates,
                                  const TrialOptions& options) {
  const auto end = Clock::now() + options.budget;
  const std::chrono::microseconds share = options.budget / std::max<std::size_t>(1, candidates.size());
  std::optional<Rehearsal> rehearsal;
  std::vector<Trial> trials;
  bool any = false;
  for (const Candidate& candidate : candidates) {
    if (any && Clock::now() >= end)
      trials.push_back({candidate, std::nullopt, "not tried, the time for trials was over"});
    else
      trials.push_back(try_one(request, candidate, rehearsal, options, share));
    any = any || trials.back().frame;
  }
  if (!any) throw PlanError("no backend can do it: " + account_of(trials));
  const auto cost = [](const Trial& trial) { return trial.frame.value_or(Trial::Time::max()); };
  std::ranges::stable_sort(trials, {}, cost);
  return trials;
}

std::string outcome(const Trial& trial) {
  if (!trial.frame) return trial.trouble;
  char text[40];
  const double microseconds = trial.frame->count() * 1e6;
  std::snprintf(text, sizeof text, "%.*f us a frame", microseconds < 100 ? 2 : 0, microseconds);
  return text;
}

std::string account_of(std::span<const Trial> trials) {
  std::string text;
  for (const Trial& trial : trials) text += (text.empty() ? "" : "; ") + trial.candidate.name + ": " + outcome(trial);
  return text;
}

}  // namespace gpufft
