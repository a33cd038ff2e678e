// SPDX-License-Identifier: MIT
#include "daemon/config/host_name.h"

#include <unistd.h>

#include <array>

#include "daemon/config/settings.h"

namespace spectrumd {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string name_in_fleet(const ReportSettings& settings) {
  return settings.name.empty() ? host_name() : settings.name;
}

}  // namespace spectrumd
