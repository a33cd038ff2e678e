// SPDX-License-Identifier: MIT
#include "daemon/service/start.h"

#include <fcntl.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "daemon/config/environment.h"

namespace spectrumd {

void keep_standard_places() {
  for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(place, F_GETFD) >= 0) continue;
    // The lowest free number is assigned, which is this one: those below are in use.
    if (::open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY) != place)
      throw std::system_error(errno, std::generic_category(), "/dev/null");
  }
}

void start_log() {
  auto logger = spdlog::stderr_color_mt("spectrumd");
  logger->set_pattern(!environment("JOURNAL_STREAM").empty() ? "%l: %v" : "%H:%M:%S.%e %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

void set_log_level(const Settings& settings) { spdlog::set_level(spdlog::level::from_str(settings.log_level)); }

}  // namespace spectrumd
