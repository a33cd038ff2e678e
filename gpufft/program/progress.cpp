// SPDX-License-Identifier: MIT
#include "gpufft/program/progress.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace gpufft::program {
namespace {

constexpr std::chrono::seconds kPatience{2}, kBetween{5};

void report(const std::stop_token& stop, const std::string& what) {
  std::mutex mutex;
  std::condition_variable_any over;
  std::unique_lock lock(mutex);
  for (auto seconds = kPatience;; seconds += kBetween) {
    over.wait_for(lock, stop, seconds == kPatience ? kPatience : kBetween, [] { return false; });
    if (stop.stop_requested()) return;
    fmt::print(stderr, "{}: {} s so far\n", what, seconds.count());
  }
}

}  // namespace

Progress::Progress(std::string what)
    : thread_([what = std::move(what)](const std::stop_token& stop) { report(stop, what); }) {}

}  // namespace gpufft::program
