// SPDX-License-Identifier: MIT
#include "daemon/commands/record_report.h"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/commands/record_progress.h"
#include "daemon/config/json.h"

namespace spectrumd {

void announce(const Recorder& recorder, const std::string& place) {
  const SourceFacts& facts = recorder.plan().source;
  std::cerr << fmt::format("recording {} at {}Hz to {}; Ctrl-C ends it\n", facts.description,
                           format_number(facts.tuned.center.value), place);
}

void report_full_disk(RecordingEvent event, const RecordingProgress& progress) {
  if (event == RecordingEvent::DiskFull) std::cerr << progress.reason << "; recording continues when there is room\n";
  if (event == RecordingEvent::Resumed) std::cerr << "the disk has room again\n";
}

void report(const Recorder& recorder, const std::string& place, double rate, bool json) {
  const RecordingProgress progress = recorder.progress();
  const double seconds = static_cast<double>(progress.samples) / rate;
  if (json) {
    std::cout << Json{{"data", place},
                      {"samples", progress.samples},
                      {"seconds", seconds},
                      {"lost", progress.lost},
                      {"gaps", progress.gaps},
                      {"files", progress.files},
                      {"reason", progress.reason},
                      {"failed", progress.state == RecordingState::Failed}}
                     .dump(2)
              << '\n';
    return;
  }
  std::cout << fmt::format("{}: {:.3f} s, {} samples, {}: {}\n", place, seconds, progress.samples,
                           lost_text(progress, rate), progress.reason);
}

}  // namespace spectrumd
