// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "daemon/config/json.h"

namespace spectrumd {

// What Home Assistant learns about this receiver.
struct HomeAssistantDevice {
  std::string name;                // of the machine: "pi3"
  std::string prefix;              // of the topics
  std::string url;                 // of the page; empty: other machines cannot open it
  std::string unit;                // of levels: "dBm" or "dBFS"
  bool may_tune = false;           // then center and gain can be set
  std::vector<std::string> gains;  // to select from
};

std::string discovery_topic(const std::string& discovery_prefix, const HomeAssistantDevice& device);
Json discovery_json(const HomeAssistantDevice& device);  // in the form for devices, of 2024.11 and later

// Letters, digits, "_" and "-"; other characters become "_".
std::string identifier_of(std::string_view name);

}  // namespace spectrumd
