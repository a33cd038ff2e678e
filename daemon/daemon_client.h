// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/keys.h"

namespace spectrumd {

// The daemon that runs with these settings, asked over its API.
class DaemonClient {
 public:
  explicit DaemonClient(const ServerSettings& settings) : settings_(settings) {}

  // The answer to a GET of "/api/v1/...". Throws SourceError where nobody answers or the answer is a refusal.
  Json get(const std::string& target) const;

 private:
  const ServerSettings settings_;
};

}  // namespace spectrumd
