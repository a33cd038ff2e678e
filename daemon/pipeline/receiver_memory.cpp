// SPDX-License-Identifier: MIT
// Whether what a receiver is asked for fits into the memory of the process.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <system_error>

#include "daemon/pipeline/checked_workload.h"
#include "daemon/pipeline/receiver_state.h"

namespace spectrumd {
namespace {

// Plans that are small compared to the program itself are not worth refusing.
constexpr std::uint64_t kAlwaysPlanned = std::uint64_t{8} << 20;

}  // namespace

// Throws if the plan does not fit. The transform in use is not counted: it is released first if necessary.
void Receiver::State::check_memory(const IqSource& source, const Workload& work) const {
  const std::uint64_t plan = memory_of(work);
  if (plan <= kAlwaysPlanned) return;
  const ProcessMemory::Limit limit = budget.limit();
  const std::uint64_t rest = memory_of_the_rest(source);
  if (rest + plan <= limit.bytes) return;
  throw TuningRefused("fft",
                      fmt::format("a transform of {} bins takes {} MiB, and {} MiB are needed for the rest: more "
                                  "than the {} MiB of {}",
                                  work.request.bins, in_mib(plan), in_mib(rest), in_mib(limit.bytes), limit.name));
}

bool Receiver::State::must_release(const Workload& work) const {
  const std::uint64_t plan = memory_of(work);
  if (released || plan <= kAlwaysPlanned) return false;
  return memory_of_the_rest(session->source()) + transform_in_use() + plan > budget.limit().bytes;
}

// Memory of the transform in use, as far as it will be released.
std::uint64_t Receiver::State::transform_in_use() const {
  if (!session || released) return 0;
  Settings in_use = settings;
  in_use.tuning = followed.tuning;
  in_use.analysis = followed.analysis;
  return memory_of(workload_of(session->source().facts(), in_use));
}

// All memory but the transforms of this source, once the history and the ring are full. A replaced source still exists
// meanwhile.
std::uint64_t Receiver::State::memory_of_the_rest(const IqSource& source) const {
  const std::uint64_t used = budget.used(), kept = std::min<std::uint64_t>(history.bytes(), history.memory_limit());
  const bool another = session && &source != &session->source();
  const std::uint64_t goes = another ? 0 : std::min(used, transform_in_use());
  const std::uint64_t its_ring = another ? ring_bytes(session->source().facts(), history.most_bins()) : 0;
  return used - goes + history.memory_limit() - kept + ring_bytes(source.facts(), history.most_bins()) + its_ring +
         taps.past_bytes();
}

// With the mutex held: keeps as much of the past as fits from now on. Without memory for it the program continues
// without.
void Receiver::State::keep_past() try {
  const gpufft::SampleFormat format = session->source().facts().format;
  const PastPlan plan = plan_past(settings.ring_seconds, format, settings.tuning.rate, budget.limit().bytes);
  taps.keep_past(plan.bytes == 0 ? nullptr : std::make_unique<PastSamples>(plan.bytes, format));
  if (plan.seconds < settings.ring_seconds)
    spdlog::info("ring.seconds: {:.1f} s of {} s fit into the memory for it, {} MiB", plan.seconds,
                 settings.ring_seconds, plan.bytes >> 20);
} catch (const std::system_error& error) {
  taps.keep_past(nullptr);
  events.add("limits", fmt::format("ring.seconds: {}", error.what()));
}

}  // namespace spectrumd
