// SPDX-License-Identifier: MIT
#include "daemon/commands/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/config/keys.h"
#include "daemon/doctor/processes.h"
#include "daemon/doctor/soapy_search.h"
#include "daemon/doctor/usb_sticks.h"

namespace spectrumd {
namespace {

using Sticks = std::vector<UsbStick>;

// Sticks with the same serial are distinguished by their place.
std::string source_of(const UsbStick& stick, const Sticks& sticks) {
  const bool alone = std::ranges::count(sticks, stick.serial, &UsbStick::serial) == 1;
  return stick.serial.empty() || !alone ? "rtlsdr:path=" + stick.path : "rtlsdr:serial=" + stick.serial;
}

// The program that streams or may stream, such as a daemon of another user: the search would open its radio too.
std::string radio_user(const Sysroot& root, const Sticks& sticks) {
  for (const UsbStick& stick : sticks)
    if (!stick.holder.empty()) return stick.holder;
  for (const std::string& pid : pids_of(root, "spectrumd")) {
    const auto descriptors = root.names("proc/" + pid + "/fd");
    const bool streams = std::ranges::any_of(descriptors, [&](const std::string& descriptor) {
      return root.link("proc/" + pid + "/fd/" + descriptor).value_or("").starts_with("/dev/bus/usb/");
    });
    if (streams || descriptors.empty()) return fmt::format("spectrumd (pid {})", pid);
  }
  return "";
}

SoapySearch search(const Sysroot& root, const Sticks& sticks) {
  const std::string user = radio_user(root, sticks);
  if (!user.empty()) return {{}, {fmt::format("not searched while {} uses a radio", user)}};
  if (!root.is_this_machine()) return {};
  SoapySearch found = search_soapy();
  std::erase_if(found.devices, [&sticks](const SoapySearch::Device& device) {  // listed as the stick it is
    return device.driver == "rtlsdr" && std::ranges::count(sticks, device.serial, &UsbStick::serial) > 0;
  });
  return found;
}

Json to_json(const UsbStick& stick, const Sticks& sticks) {
  return {{"source", source_of(stick, sticks)}, {"kind", "rtlsdr"},       {"manufacturer", stick.manufacturer},
          {"product", stick.product},           {"serial", stick.serial}, {"path", stick.path},
          {"in_use_by", stick.holder}};
}

Json to_json(const SoapySearch::Device& device) {
  return {{"source", device.source},
          {"kind", "soapy"},
          {"driver", device.driver},
          {"product", device.label},
          {"serial", device.serial}};
}

std::string to_line(const UsbStick& stick, const Sticks& sticks) {
  return fmt::format("{:<26} {} {} at {}{}\n", source_of(stick, sticks), stick.manufacturer, stick.product, stick.path,
                     stick.holder.empty() ? "" : ", in use by " + stick.holder);
}

}  // namespace

int list_devices(const Sysroot& root, bool json, std::ostream& out) {
  const Sticks sticks = find_usb_sticks(root);
  const SoapySearch soapy = search(root, sticks);
  if (json) {
    Json devices = Json::array();
    for (const UsbStick& stick : sticks) devices.push_back(to_json(stick, sticks));
    for (const auto& device : soapy.devices) devices.push_back(to_json(device));
    out << Json{{"devices", devices}, {"soapy_troubles", soapy.troubles}}.dump(2, ' ', false,
                                                                               Json::error_handler_t::replace)
        << '\n';
    return 0;
  }
  for (const UsbStick& stick : sticks) out << to_line(stick, sticks);
  for (const auto& device : soapy.devices) out << fmt::format("{:<26} {}\n", device.source, device.label);
  for (const std::string& trouble : soapy.troubles) out << "SoapySDR: " << trouble << '\n';
  if (sticks.empty() && soapy.devices.empty()) out << "no radio found; --source sim needs none\n";
  return 0;
}

int run_devices(command_line::Arguments& arguments) {
  std::filesystem::path sysroot = "/";
  bool json = false;
  arguments.add({{"--json", "print JSON", command_line::into(json)}, sysroot_option(sysroot)});
  if (!arguments.parse()) return 0;
  return list_devices(Sysroot(sysroot), json, std::cout);
}

}  // namespace spectrumd
