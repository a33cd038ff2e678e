// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace spectrumd {

// What SoapySDR's modules find. Looking opens devices: not for while one of them streams.
struct SoapySearch {
  struct Device {
    std::string source;  // "soapy:driver=airspy,serial=3dc862"
    std::string driver, label, serial;
  };
  std::vector<Device> devices;
  std::vector<std::string> troubles;  // of modules that could not be loaded, crashed or hung
};

// Each module looks in a child of its own, so that one which crashes or hangs takes nothing with it. Some ask the
// network, hence the limit for each.
SoapySearch search_soapy(std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace spectrumd
