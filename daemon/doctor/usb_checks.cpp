// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <libusb.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "daemon/doctor/child.h"
#include "daemon/doctor/doctor.h"
#include "daemon/doctor/usb_sticks.h"

namespace spectrumd {
namespace {

using State = Finding::State;

constexpr auto kLibusbLimit = std::chrono::seconds(5);
constexpr int kHighSpeed = 480;              // megabits a second, USB 2.0
constexpr double kMebibytesPerStick = 3.75;  // librtlsdr's 15 buffers of 256 KiB

std::string name_of(const UsbStick& stick) { return fmt::format("{} at {}", stick.product, stick.path); }

Finding check_node(const Sysroot& root, const UsbStick& stick) {
  const auto owner = root.owner(stick.node);
  if (!owner)
    return {"USB-02", State::Fail, fmt::format("/{} does not exist", stick.node),
            "pass the USB devices into the container or the service"};
  if (root.may_use(*owner))
    return {"USB-02", State::Ok, fmt::format("/{} is accessible for {}", stick.node, root.user()), ""};
  return {"USB-02", State::Fail,
          fmt::format("permission denied on /{} ({}) for {}", stick.node, to_string(*owner), root.user()),
          owner->group == "root"
              ? "install the udev rules of librtlsdr (package librtlsdr0 or rtl-sdr) and reconnect the stick"
              : fmt::format("usermod -aG {} {}", owner->group, root.user())};
}

Finding check_driver(const UsbStick& stick) {
  if (!stick.driver.starts_with("dvb_usb")) return {"USB-03", State::Ok, "no kernel driver has claimed the stick", ""};
  return {"USB-03", State::Warn,
          fmt::format("the TV driver {} has claimed the stick; librtlsdr will detach it", stick.driver),
          "echo 'blacklist dvb_usb_rtl28xxu' > /etc/modprobe.d/rtl-sdr.conf"};
}

Finding check_holder(const UsbStick& stick) {
  if (stick.holder.empty()) return {"USB-04", State::Ok, "no other program uses the stick", ""};
  if (stick.holder.starts_with("spectrumd ")) return {"USB-04", State::Ok, "in use by " + stick.holder, ""};
  return {"USB-04", State::Warn, "in use by " + stick.holder,
          "stop it, or share the stick through rtl_tcp: --source rtl_tcp:HOST"};
}

Finding check_speed(const UsbStick& stick) {
  if (stick.megabits >= kHighSpeed) return {"USB-05", State::Ok, fmt::format("{} Mbit/s", stick.megabits), ""};
  return {"USB-05", State::Warn,
          fmt::format("only {} Mbit/s: sample rates above 0.25 MS/s will not work", stick.megabits),
          "use another port, cable or hub"};
}

// The file name of the library has its version: librtlsdr.so.0.6git, librtlsdr.so.2.0.2.
constexpr std::string_view kLibrary = "librtlsdr.so.";

std::string library_version(const Sysroot& root) {
  std::string version;
  for (const std::string& path : root.libraries(kLibrary))
    version = std::max(version, path.substr(path.rfind('/') + 1 + kLibrary.size()));
  return version;
}

// RTL-SDR Blog's own library has the version of the old one.
bool library_knows_v4(const Sysroot& root) {
  return std::ranges::any_of(root.libraries(kLibrary), [&root](const std::string& path) {
    return root.text(path).value_or("").find("Blog V4") != std::string::npos;
  });
}

// Opens nothing; without netlink libusb finds no devices.
std::vector<Finding> check_libusb(const Examination& examination) {
  if (!examination.root.is_this_machine()) return {};
  try {
    const int error = in_child([]() -> Json { return libusb_init(nullptr); }, kLibusbLimit).get<int>();
    if (error == LIBUSB_SUCCESS) return {{"USB-09", State::Ok, "libusb starts", ""}};
    return {{"USB-09", State::Fail,
             fmt::format("libusb fails to start: {}{}", libusb_error_name(error),
                         error == LIBUSB_ERROR_OTHER ? ", as if AF_NETLINK were blocked" : ""),
             "allow AF_NETLINK in the unit's RestrictAddressFamilies or the container's seccomp profile"}};
  } catch (const ChildFailed& error) {
    return {{"USB-09", State::Fail, fmt::format("libusb: {}", error.what()), "see dmesg: the bus or a driver hangs"}};
  }
}

Finding check_library(const Sysroot& root, const UsbStick& stick) {
  const std::string version = library_version(root);
  const bool v4 = stick.product.find("V4") != std::string::npos;
  if (v4 && version.starts_with("0") && !library_knows_v4(root))
    return {"USB-07", State::Fail,
            fmt::format("an RTL-SDR Blog V4 with librtlsdr {}: every frequency will be wrong", version),
            "install rtl-sdr 2.0.1 or newer"};
  return {"USB-07", State::Ok, version.empty() ? "librtlsdr not found in the usual places" : "librtlsdr " + version,
          ""};
}

Finding check_memory(const Sysroot& root, std::size_t sticks) {
  const auto limit = root.text("sys/module/usbcore/parameters/usbfs_memory_mb");
  const int mebibytes = std::atoi(limit.value_or("0").c_str());
  if (!limit || mebibytes == 0)
    return {"USB-06", State::Ok, limit ? "no limit on USB memory" : "cannot determine the limit on USB memory", ""};
  if (static_cast<double>(sticks) * kMebibytesPerStick <= mebibytes)
    return {"USB-06", State::Ok, fmt::format("{} MiB of USB memory", mebibytes), ""};
  return {"USB-06", State::Warn,
          fmt::format("{} MiB of USB memory is enough for {:.0f} sticks, not for {}", mebibytes,
                      std::floor(mebibytes / kMebibytesPerStick), sticks),
          "echo 0 > /sys/module/usbcore/parameters/usbfs_memory_mb"};
}

Finding check_serials(const std::vector<UsbStick>& sticks) {
  std::map<std::string, int> count;
  for (const UsbStick& stick : sticks)
    if (++count[stick.serial] > 1)
      return {"USB-08", State::Warn, fmt::format("two sticks share the serial {}", stick.serial),
              "select by port, rtlsdr:path=" + stick.path + ", or change one serial: rtl_eeprom -s NAME"};
  return {"USB-08", State::Ok, "every stick has a unique serial", ""};
}

}  // namespace

std::vector<Finding> check_usb(const Examination& examination) {
  const Sysroot& root = examination.root;
  const auto sticks = find_usb_sticks(root);
  auto findings = check_libusb(examination);
  if (sticks.empty()) {
    findings.push_back({"USB-01", State::Warn, "no RTL-SDR stick on USB", "connect one, or use --source sim"});
    return findings;
  }
  for (const UsbStick& stick : sticks) {
    findings.push_back({"USB-01", State::Ok, fmt::format("{}, serial {}", name_of(stick), stick.serial), ""});
    for (Finding& finding : std::vector{check_node(root, stick), check_driver(stick), check_holder(stick),
                                        check_speed(stick), check_library(root, stick)})
      findings.push_back(std::move(finding));
  }
  findings.push_back(check_memory(root, sticks.size()));
  findings.push_back(check_serials(sticks));
  return findings;
}

}  // namespace spectrumd
