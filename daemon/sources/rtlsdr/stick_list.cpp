// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/stick_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libusb-1.0/libusb.h>
#include <rtl-sdr.h>

#include <algorithm>
#include <array>

#include "daemon/config/plain_text.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/rtlsdr/known_sticks.h"
#include "daemon/sources/rtlsdr/usb_node.h"

namespace spectrumd {
namespace {

// The devices on USB, in the order of librtlsdr.
class UsbList {
 public:
  UsbList() {
    if (libusb_init(&context_) < 0)
      throw DeviceError(Cause::Failed, "cannot list USB devices; does the service forbid AF_NETLINK?");
    count_ = libusb_get_device_list(context_, &devices_);
  }
  ~UsbList() {
    if (count_ >= 0) libusb_free_device_list(devices_, 1);
    libusb_exit(context_);
  }
  UsbList(const UsbList&) = delete;
  UsbList& operator=(const UsbList&) = delete;

  std::span<libusb_device* const> devices() const {
    return {devices_, static_cast<std::size_t>(std::max<ssize_t>(0, count_))};
  }

 private:
  libusb_context* context_ = nullptr;
  libusb_device** devices_ = nullptr;
  ssize_t count_ = -1;
};

bool is_stick(libusb_device* device) {
  libusb_device_descriptor descriptor{};
  return libusb_get_device_descriptor(device, &descriptor) == 0 &&
         is_rtl_stick(descriptor.idVendor, descriptor.idProduct);
}

std::string path_of(libusb_device* device) {
  std::array<std::uint8_t, 7> ports{};  // USB allows no more
  const int count = libusb_get_port_numbers(device, ports.data(), static_cast<int>(ports.size()));
  return fmt::format("{}-{}", libusb_get_bus_number(device),
                     fmt::join(ports.begin(), ports.begin() + std::max(0, count), "."));
}

Stick describe(libusb_device* device, std::uint32_t index) {
  Stick stick{.index = index,
              .path = path_of(device),
              .node = usb_node(libusb_get_bus_number(device), libusb_get_device_address(device))};
  std::array<char, 256> manufacturer{}, product{}, serial{};
  stick.readable = rtlsdr_get_device_usb_strings(index, manufacturer.data(), product.data(), serial.data()) == 0;
  stick.manufacturer = manufacturer.data();
  stick.product = product.data();
  stick.serial = serial.data();
  return stick;
}

std::string shown(const Stick& stick) {
  return stick.readable ? fmt::format("serial={} at path={}", stick.serial, stick.path)
                        : fmt::format("one without read permission at path={}", stick.path);
}

std::string all(std::span<const Stick> sticks) {
  std::vector<std::string> texts;
  for (const Stick& stick : sticks) texts.push_back(shown(stick));
  return fmt::format("{}", fmt::join(texts, ", "));
}

const Stick& by_serial(std::span<const Stick> sticks, const std::string& serial) {
  const auto matches = [&serial](const Stick& stick) { return stick.readable && stick.serial == serial; };
  const auto found = std::ranges::find_if(sticks, matches);
  if (found == sticks.end()) {
    const auto unreadable = std::ranges::find(sticks, false, &Stick::readable);
    if (unreadable != sticks.end()) throw DeviceError(Cause::NoPermission, permission_text(unreadable->node));
    throw DeviceError(Cause::WrongSerial, fmt::format("no RTL-SDR has the serial {}; found {}", serial, all(sticks)));
  }
  if (std::ranges::count_if(sticks, matches) > 1)
    throw DeviceError(Cause::Ambiguous,
                      fmt::format("more than one RTL-SDR has the serial {}: {}; select one by path, or change "
                                  "one serial with rtl_eeprom -s",
                                  serial, all(sticks)));
  return *found;
}

const Stick& same_again(std::span<const Stick> sticks, const Stick& before) {
  const auto same_serial = [&before](const Stick& stick) { return stick.readable && stick.serial == before.serial; };
  const auto same_path = [&before](const Stick& stick) { return stick.path == before.path; };
  if (std::ranges::count_if(sticks, same_serial) == 1) return *std::ranges::find_if(sticks, same_serial);
  if (const auto found = std::ranges::find_if(sticks, same_path); found != sticks.end()) return *found;
  if (sticks.size() == 1) return sticks.front();
  throw DeviceError(Cause::Absent,
                    fmt::format("the RTL-SDR {} was disconnected; found {}", before.serial, all(sticks)));
}

std::uint32_t index_of(std::string_view text) {
  const auto index = plain_number<std::uint32_t>(text);
  if (!index) throw SourceError(fmt::format("source rtlsdr: index={} is not a number", text));
  return *index;
}

// As rtl_power has it: a number below a hundred counts sticks, a longer one is a serial.
bool is_small_number(std::string_view text) {
  return text.size() <= 2 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::vector<Stick> list_sticks() {
  const UsbList usb;
  std::vector<Stick> sticks;
  for (libusb_device* device : usb.devices())
    if (is_stick(device)) sticks.push_back(describe(device, static_cast<std::uint32_t>(sticks.size())));
  return sticks;
}

StickChoice parse_stick_choice(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view key = text.substr(0, equals);
  const std::string value(text.substr(std::min(equals + 1, text.size())));
  if (!value.empty() && key == "serial") return {.serial = value};
  if (!value.empty() && key == "path") return {.path = value};
  if (!value.empty() && key == "index") return {.index = index_of(value)};
  // A bare 0 is ambiguous; guessing has made many people use the wrong stick.
  throw SourceError(
      fmt::format("source rtlsdr: \"{0}\" is not one of serial=…, path=…, index=…; did you mean rtlsdr:{1}={0}?", text,
                  is_small_number(text) ? "index" : "serial"));
}

std::string to_string(const StickChoice& choice) {
  if (choice.serial) return "RTL-SDR, serial " + *choice.serial;
  if (choice.path) return "RTL-SDR at " + *choice.path;
  return choice.index ? fmt::format("RTL-SDR number {}", *choice.index) : "RTL-SDR";
}

const Stick& choose_stick(std::span<const Stick> sticks, const StickChoice& choice,
                          const std::optional<Stick>& before) {
  if (sticks.empty()) throw DeviceError(Cause::Absent, "no RTL-SDR is connected");
  if (choice.serial) return by_serial(sticks, *choice.serial);
  if (!choice.path && !choice.index && before) return same_again(sticks, *before);
  const auto found = choice.path ? std::ranges::find(sticks, *choice.path, &Stick::path)
                                 : std::ranges::find(sticks, choice.index.value_or(0), &Stick::index);
  if (found != sticks.end()) return *found;
  throw DeviceError(Cause::Absent, fmt::format("{} not found; found {}", to_string(choice), all(sticks)));
}

bool converts_short_waves(const StickChoice& choice) {
  try {
    return is_blog_v4(choose_stick(list_sticks(), choice));
  } catch (const DeviceError&) {  // there is none, or not one
    return false;
  }
}

}  // namespace spectrumd
