// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace spectrumd {

// Devices found by the modules of SoapySDR. Searching opens devices: do not use while one of them streams.
struct SoapySearch {
  struct Device {
    std::string source;  // "soapy:driver=airspy,serial=3dc862"
    std::string driver, label, serial;
  };
  std::vector<Device> devices;
  std::vector<std::string> troubles;  // modules that could not be loaded, crashed or hung
};

// Each module searches in a separate child, so that one that crashes or hangs affects nothing else. Some query the
// network, hence the time limit for each.
SoapySearch search_soapy(std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace spectrumd
