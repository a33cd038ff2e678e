// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/keys.h"

namespace spectrumd {

// A daemon that runs, here with these settings or elsewhere, asked over its API.
class DaemonClient {
 public:
  explicit DaemonClient(const ServerSettings& settings);
  // "http://pi.local:8088", or without what is the same everywhere. Throws SourceError for what is no such address.
  DaemonClient(std::string_view url, std::string token);

  std::string name() const { return host_ + ":" + port_; }

  // The answer to a GET of "/api/v1/...". Throws SourceError where nobody answers or the answer is a refusal.
  Json get(const std::string& target) const;

 private:
  std::string host_, port_, token_;
};

}  // namespace spectrumd
