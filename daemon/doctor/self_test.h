// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace spectrumd {

// How a backend transforms points at random, held against a transform in double.
struct SelfTest {
  std::string backend;
  std::string unavailable;  // why it was not tried; the rest is of one that was
  double snr_db = 0, promised_db = 0;
  double microseconds = 0;
  bool good = false;
};
std::string to_string(const SelfTest& test);  // "cpu: 1024 points in 2.1 us, 139 dB over their errors"

// In a child, as drivers may hang or crash. Throws ChildFailed.
SelfTest self_test(const std::string& backend, std::chrono::milliseconds limit);

}  // namespace spectrumd
