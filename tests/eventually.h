// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

// Whether a condition comes true before a limit that a busy machine keeps, too.
template <class Condition>
bool eventually(Condition&& condition, std::chrono::steady_clock::duration limit = std::chrono::seconds(60)) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}
