// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "daemon/outputs/recorder.h"

namespace spectrumd {

// Say on standard error what is recorded to which place, and how to end it; and why it pauses.
void announce(const Recorder& recorder, const std::string& place);
void report_full_disk(RecordingEvent event, const RecordingProgress& progress);

// Prints what became of it, of samples at `rate`.
void report(const Recorder& recorder, const std::string& place, double rate, bool json);

}  // namespace spectrumd
