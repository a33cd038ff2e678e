// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "daemon/commands/sweep/sweep_options.h"

namespace spectrumd {

// The output file of a survey: lines with date and time. Decides when the next report is due and which one is the last.
// Like rtl_power, it works on whole seconds of the clock, with one time for all lines of a report.
class SweepReport {
 public:
  explicit SweepReport(const SweepOptions& options);  // throws UsageError

  bool due() const { return std::time(nullptr) >= next_; }
  void write(const std::vector<std::string>& lines);
  bool done() const { return done_; }  // it was the last, or the reader is gone

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };

  const std::unique_ptr<std::FILE, CloseFile> file_;
  const std::time_t interval_;
  std::time_t next_;
  const std::time_t end_;  // 0: never
  const bool single_;
  bool done_ = false;
};

}  // namespace spectrumd
