// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>

#include "daemon/outputs/recorder.h"

namespace spectrumd {

// "2510592 samples" as time: "1.05 s lost in 2 gaps", "nothing lost".
std::string lost_text(const RecordingProgress& progress, double rate);

// "12.0 s, 57.6 MB, nothing lost"
std::string progress_text(const RecordingProgress& progress, double rate, std::size_t sample_bytes);

// Says on a terminal, once a second and on one line, how far a recording is. One thread.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  ProgressLine(std::ostream& terminal, double rate, std::size_t sample_bytes)
      : terminal_(terminal), rate_(rate), sample_bytes_(sample_bytes) {}
  ~ProgressLine();  // ends the line, if there is one

  void update(const RecordingProgress& progress, Clock::time_point now = Clock::now());

 private:
  std::ostream& terminal_;
  const double rate_;
  const std::size_t sample_bytes_;
  Clock::time_point next_{};
  bool shown_ = false;
};

}  // namespace spectrumd
