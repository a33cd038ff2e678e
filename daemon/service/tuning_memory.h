// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "daemon/config/settings.h"

namespace spectrumd {

// The last tuning, kept in a file over a restart. It is only used under the configuration that it was changed from: one
// that was edited since counts, not the memory. One thread; writes without waiting for the disk: after a power cut the
// file may be empty, and then is ignored.
class TuningMemory {
 public:
  TuningMemory(std::filesystem::path file, const Settings& configured);

  // The settings with the tuning of the file; without one, or with an invalid one, which is logged, as they are.
  const Settings& restored() const { return restored_; }

  void note(const Settings& now);  // writes the file if the tuning has changed

 private:
  Settings read() const;

  const std::filesystem::path file_;
  const Settings configured_, restored_;
  std::string written_;
  bool failed_ = false;  // is logged once
};

}  // namespace spectrumd
