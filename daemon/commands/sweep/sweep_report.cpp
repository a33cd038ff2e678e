// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/sweep_report.h"

#include <array>

namespace spectrumd {

SweepReport::SweepReport(const SweepOptions& options)
    : file_(options.file == "-" ? stdout : std::fopen(options.file.c_str(), "wb")),
      interval_(options.interval),
      next_(std::time(nullptr) + options.interval),
      end_(options.run_time > 0 ? std::time(nullptr) + options.run_time : 0),
      single_(options.single) {
  if (!file_) throw command_line::UsageError("Failed to open " + options.file);
}

void SweepReport::write(const std::vector<std::string>& lines) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 32> stamp{};
  std::strftime(stamp.data(), stamp.size(), "%Y-%m-%d, %H:%M:%S", &local);
  for (const std::string& line : lines) std::fprintf(file_.get(), "%s, %s\n", stamp.data(), line.c_str());
  const bool written = std::fflush(file_.get()) == 0;
  while (now >= next_) next_ += interval_;
  done_ = done_ || single_ || !written || (end_ > 0 && now >= end_);
}

}  // namespace spectrumd
