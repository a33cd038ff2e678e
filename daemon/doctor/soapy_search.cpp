// SPDX-License-Identifier: MIT
#include "daemon/doctor/soapy_search.h"

#include <fmt/format.h>

#include <SoapySDR/Modules.hpp>
#include <SoapySDR/Registry.hpp>
#include <SoapySDR/Types.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "daemon/doctor/child.h"

namespace spectrumd {
namespace {

// Returns the devices of a module, each with the name of its driver: the search of SoapySDR would load all other
// modules as well.
Json search_module(const std::string& path) {
  if (const std::string error = SoapySDR::loadModule(path); !error.empty()) throw ChildFailed(error);
  Json found = Json::array();
  for (const auto& [driver, find] : SoapySDR::Registry::listFindFunctions())
    for (SoapySDR::Kwargs device : find({})) {
      device["driver"] = driver;
      found.push_back(device);
    }
  return found;
}

// Identifies the device: by its serial, or by all facts but the display label.
std::string source_of(const SoapySDR::Kwargs& device) {
  std::string source = "soapy:driver=" + device.at("driver");
  const auto serial = device.find("serial");
  if (serial != device.end() && !serial->second.empty()) return source + ",serial=" + serial->second;
  for (const auto& [key, value] : device)
    if (key != "driver" && key != "label" && value.find(',') == std::string::npos)
      source += fmt::format(",{}={}", key, value);
  return source;
}

}  // namespace

SoapySearch search_soapy(std::chrono::milliseconds limit) {
  SoapySearch search;
  for (const std::string& path : SoapySDR::listModules()) {
    try {
      for (const auto& found : in_child([&path] { return search_module(path); }, limit)) {
        auto device = found.get<SoapySDR::Kwargs>();
        search.devices.push_back({source_of(device), device["driver"], device["label"], device["serial"]});
      }
    } catch (const ChildFailed& error) {
      search.troubles.push_back(fmt::format("{}: {}", std::filesystem::path(path).filename().string(), error.what()));
    }
  }
  return search;
}

}  // namespace spectrumd
