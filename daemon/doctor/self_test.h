// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace spectrumd {

// Result of transforming random points with a backend, compared with a transform in double.
struct SelfTest {
  std::string backend;
  std::string unavailable;  // why it was not tested; then the rest is not set
  double snr_db = 0, promised_db = 0;
  double microseconds = 0;
  bool good = false;
};
std::string to_string(const SelfTest& test);  // "cpu: 1024 points in 2.1 us, 139 dB above the error"

// Runs in a child, because drivers may hang or crash. Throws ChildFailed.
SelfTest self_test(const std::string& backend, std::chrono::milliseconds limit);

}  // namespace spectrumd
