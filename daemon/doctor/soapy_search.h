// SPDX-License-Identifier: MIT
#pragma once

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

// Each module looks in a child of its own, so that one which crashes or hangs takes nothing with it.
SoapySearch search_soapy();

}  // namespace spectrumd
