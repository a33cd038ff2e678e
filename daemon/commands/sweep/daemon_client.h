// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/host_port.h"
#include "daemon/config/keys.h"

namespace spectrumd {

// Client of the API of a running daemon: the one of these settings, or another. One thread; get() blocks.
class DaemonClient {
 public:
  explicit DaemonClient(const ServerSettings& settings);
  // "http://pi.local:8088"; scheme and port may be left out. Throws SourceError if it is not a valid address.
  DaemonClient(std::string_view url, std::string token);

  std::string name() const { return to_string(server_); }

  // The answer to a GET of "/api/v1/...". Throws SourceError without an answer or if it is a refusal.
  Json get(const std::string& target) const;

 private:
  HostPort server_;
  std::string token_;
};

}  // namespace spectrumd
