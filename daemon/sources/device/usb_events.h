// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string_view>

namespace spectrumd {

// Hears what the kernel and udev say when a USB device comes: the kernel at once, udev when it may be opened. Where
// there is no netlink (a container, a unit that forbids it) it hears nothing, and whoever waits tries again by the
// clock.
class UsbEvents {
 public:
  UsbEvents();
  explicit UsbEvents(int descriptor) : descriptor_(descriptor) {}  // owns it; for a socket that says the same
  ~UsbEvents();
  UsbEvents(const UsbEvents&) = delete;
  UsbEvents& operator=(const UsbEvents&) = delete;

  bool wait(std::chrono::milliseconds limit);  // true: something was plugged in

 private:
  const int descriptor_;
};

bool announces_usb_device(std::string_view message);  // of the kernel or udev: a device was added or is ready now

}  // namespace spectrumd
