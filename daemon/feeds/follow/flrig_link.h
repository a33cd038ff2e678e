// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "daemon/config/host_port.h"
#include "daemon/feeds/follow/rig_link.h"
#include "daemon/feeds/follow/xml_rpc.h"
#include "daemon/watch/notify/web_client.h"

namespace spectrumd {

// A rig behind flrig: XML-RPC over HTTP.
class FlrigLink : public RigLink {
 public:
  FlrigLink(const HostPort& server, std::stop_token stop);

  RigReading read() override;
  std::string tune(Hertz frequency) override;

 private:
  std::string call(std::string_view method);
  XmlRpcAnswer ask(std::string_view method, std::string_view argument = {});

  const std::string name_;
  const std::stop_token stop_;
  WebClient client_;
  std::uint64_t readings_ = 0;
  RigReading last_;
};

}  // namespace spectrumd
