// SPDX-License-Identifier: MIT
#include "daemon/commands/record_progress.h"

#include <fmt/format.h>

namespace spectrumd {

namespace {
constexpr auto kEvery = std::chrono::seconds(1);
}

std::string lost_text(const RecordingProgress& progress, double rate) {
  if (progress.lost == 0) return "nothing lost";
  const double seconds = static_cast<double>(progress.lost) / rate;
  const std::string time = seconds < 1 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
  return fmt::format("{} lost in {} gap{}", time, progress.gaps, progress.gaps == 1 ? "" : "s");
}

std::string progress_text(const RecordingProgress& progress, double rate, std::size_t sample_bytes) {
  const auto samples = static_cast<double>(progress.samples);
  return fmt::format("{:.1f} s, {:.1f} MB, {}{}", samples / rate, samples * static_cast<double>(sample_bytes) / 1e6,
                     lost_text(progress, rate), progress.reason.empty() ? "" : ", " + progress.reason);
}

ProgressLine::~ProgressLine() {
  if (shown_) terminal_ << '\n' << std::flush;
}

// Erases to the end of the line, as the text may get shorter.
void ProgressLine::update(const RecordingProgress& progress, Clock::time_point now) {
  if (now < next_) return;
  next_ = now + kEvery;
  shown_ = true;
  terminal_ << '\r' << progress_text(progress, rate_, sample_bytes_) << "\x1b[K" << std::flush;
}

}  // namespace spectrumd
