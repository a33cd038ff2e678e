// SPDX-License-Identifier: MIT
#include "daemon/doctor/usb_sticks.h"

#include <cstdint>
#include <cstdlib>

#include "daemon/doctor/processes.h"
#include "daemon/sources/rtlsdr/known_sticks.h"
#include "daemon/sources/rtlsdr/usb_node.h"

namespace spectrumd {
namespace {

constexpr const char* kDevices = "sys/bus/usb/devices/";

std::uint16_t hexadecimal(const std::optional<std::string>& text) {
  return static_cast<std::uint16_t>(std::strtoul(text.value_or("0").c_str(), nullptr, 16));
}

std::string last_part_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::vector<UsbStick> find_usb_sticks(const Sysroot& root) {
  std::vector<UsbStick> sticks;
  for (const std::string& name : root.names(kDevices)) {
    const std::string device = kDevices + name + "/";
    const auto text = [&](const char* file) { return root.text(device + file); };
    if (!is_rtl_stick(hexadecimal(text("idVendor")), hexadecimal(text("idProduct")))) continue;
    const int bus = std::atoi(text("busnum").value_or("0").c_str()),
              address = std::atoi(text("devnum").value_or("0").c_str());
    UsbStick stick{.path = name,
                   .node = usb_node(bus, address).substr(1),
                   .manufacturer = text("manufacturer").value_or(""),
                   .product = text("product").value_or(""),
                   .serial = text("serial").value_or(""),
                   .megabits = std::atoi(text("speed").value_or("0").c_str()),
                   .driver = last_part_of(root.link(device + name + ":1.0/driver").value_or(""))};
    stick.holder = holder_of(root, "/" + stick.node);
    sticks.push_back(std::move(stick));
  }
  return sticks;
}

}  // namespace spectrumd
