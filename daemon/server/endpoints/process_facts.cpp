// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/process_facts.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace spectrumd {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total_pages = 0, resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t open_descriptors() {
  std::error_code error;
  const std::filesystem::directory_iterator entries("/proc/self/fd", error);
  if (error) return 0;
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries))) - 1;  // this look at them is one, too
}

// Field 22 of stat in proc(5): clock ticks from boot to start.
double started_seconds() {
  std::ifstream stat("/proc/self/stat");
  std::string field;
  for (int i = 1; i < 22; ++i) stat >> field;  // the name of this program has no spaces
  double ticks = 0;
  stat >> ticks;
  timespec since_boot{};
  clock_gettime(CLOCK_BOOTTIME, &since_boot);
  const double boot_age = static_cast<double>(since_boot.tv_sec) + static_cast<double>(since_boot.tv_nsec) * 1e-9;
  const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  return now - boot_age + ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

ProcessFacts process_facts() {
  static const double started = started_seconds();
  return {.started_seconds = started,
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_bytes(),
          .open_descriptors = open_descriptors()};
}

}  // namespace spectrumd
